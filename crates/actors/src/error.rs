//! Why an actor refuses a direction.

use segue_motion::{BodyError, ClipError, ConstraintError, SkeletonError};

/// Why no motion could be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ActorError {
    /// A parameter outside the range in which the action is possible.
    #[error("{parameter} is {found}, but must lie between {low} and {high}: {why}")]
    OutOfRange {
        /// The parameter, with its unit.
        parameter: &'static str,
        /// What was asked for.
        found: f64,
        /// The smallest possible value.
        low: f64,
        /// The largest possible value.
        high: f64,
        /// What sets the range.
        why: String,
    },
    /// Performances that do not follow one another.
    #[error("{what} cannot be joined to a take")]
    Unjoinable {
        /// What was given.
        what: &'static str,
    },
    /// A name that is not in the sample library.
    #[error("there is no sample `{name}`; nearest: {nearest}; `segue samples` lists all")]
    UnknownSample {
        /// The name.
        name: String,
        /// Names that look like it.
        nearest: String,
    },
    /// Poses that do not make a clip; only a rate that is no number can cause it.
    #[error(transparent)]
    Clip(#[from] ClipError),
    /// Plants that overlap; only a bug in an action can cause it.
    #[error(transparent)]
    Plants(#[from] ConstraintError),
    /// A figure without a centre of mass; only a bug in the figure can cause it.
    #[error(transparent)]
    Mass(#[from] BodyError),
    /// Proportions that do not make a skeleton; only a bug in the figure can cause it.
    #[error(transparent)]
    Figure(#[from] SkeletonError),
}

/// Checks that `found` lies in `low..=high`; a value that is not a number never does.
pub(crate) fn within(
    parameter: &'static str,
    found: f64,
    (low, high): (f64, f64),
    why: &str,
) -> Result<(), ActorError> {
    if (low..=high).contains(&found) {
        Ok(())
    } else {
        Err(ActorError::OutOfRange { parameter, found, low, high, why: why.to_owned() })
    }
}
