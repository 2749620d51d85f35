//! Motion for a hand that drags.

use segue_motion::Clip;

use super::{VerbError, Warm};

/// A motion as it is blended: its feet are not held yet, and nothing is measured or judged.
#[derive(Clone, Debug)]
pub struct DraftMotion {
    /// The motion.
    pub clip: Clip,
    /// The place of each of its frames on the registration curve, where that is known.
    pub u: Vec<f64>,
    /// What it measures, where it was asked for by that.
    pub reached: Option<DraftReached>,
}

/// What a draft measures.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftReached {
    /// The parameters.
    pub values: Vec<f64>,
    /// Whether they are what was asked for.
    pub is_reached: bool,
}

/// A verb whose motion can be shown before it is finished. [`Warm::run_on`] finishes it: a draft is never exported.
pub trait Drafts: Warm {
    /// The motion, as soon as it can be had.
    ///
    /// # Errors
    /// As [`super::Verb::run`].
    fn draft(&self, ready: &Self::Ready) -> Result<DraftMotion, VerbError>;
}
