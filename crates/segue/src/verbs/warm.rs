//! Work that outlasts one request.

use super::{Done, Verb, VerbError, Watch};

/// A verb of which the slow part can be kept while the rest of the request changes: a registration stays while a person
/// drags a weight.
///
/// [`Verb::run`] does both parts, so what is kept never changes a result.
pub trait Warm: Verb {
    /// What is kept.
    type Ready: Send + Sync + 'static;

    /// How many of these are kept at most.
    const MOST: usize = 16;

    /// The request without what may change while [`Warm::ready`] stays as it is.
    #[must_use]
    fn basis(&self) -> Self;

    /// Does the slow part.
    ///
    /// # Errors
    /// As [`Verb::run`].
    fn ready(&self, watch: &dyn Watch) -> Result<Self::Ready, VerbError>;

    /// Does the rest.
    ///
    /// # Errors
    /// As [`Verb::run`].
    fn run_on(&self, ready: &Self::Ready, watch: &dyn Watch) -> Result<Done<Self>, VerbError>;
}
