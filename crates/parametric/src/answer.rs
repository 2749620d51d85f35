//! What a parameterized motion answers.

/// The weights for a request, and how well they meet it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Valid weights, one per example.
    pub weights: Vec<f64>,
    /// What was asked for.
    pub asked: Vec<f64>,
    /// What a blend with these weights measures.
    pub reached: Vec<f64>,
    /// How far that is from what was asked for, in metres (angles, speeds and times count as
    /// [`Unit::metres`](crate::Unit::metres) says).
    pub off_metres: f64,
    /// How far the mean of the nearest samples was, before it was refined.
    pub off_before_metres: f64,
}

/// What is farther off than this, in metres, was not reached: what is seen begins at about this.
pub(crate) const REACHED_METRES: f64 = 0.005;

impl Answer {
    /// Whether what was asked for can be done; otherwise the answer is the nearest that can.
    pub fn is_reached(&self) -> bool {
        self.off_metres <= REACHED_METRES
    }
}
