//! What is known about a synthetic motion because it was made that way.

use std::collections::BTreeMap;

use crate::contact::Contact;
use crate::error::ActorError;
use crate::footwork::Footwork;
use crate::side::Sided;
use segue_motion::{Clip, ConstraintKind, Constraints, FrameRange, Side};

/// A motion and the truth about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Performance {
    /// The motion, annotated with its plants.
    pub clip: Clip,
    /// What is known about it.
    pub truth: Truth,
}

/// Exact annotations of a clip. Times are frames of the clip, whole or not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Truth {
    /// For locomotion, one value per frame: cycles since an arbitrary left heel strike, growing. Whole numbers are
    /// left strikes. Empty for other actions; in a take it stands still between walks.
    pub phase: Vec<f64>,
    /// When each heel and toe (and wrist that bears weight) is planted.
    pub plants: Constraints,
    /// The flights, in order of time.
    pub flights: Vec<PlannedFlight>,
    /// The actions, in order of time.
    pub segments: Vec<ActionSegment>,
}

/// A stretch without any contact, in which the centre of mass falls freely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedFlight {
    /// The last contact ends here.
    pub takeoff: f64,
    /// The centre of mass is highest here.
    pub apex: f64,
    /// The next contact begins here.
    pub landing: f64,
}

/// One action in a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionSegment {
    /// What is done, such as `walk` or `reach`.
    pub action: String,
    /// From beginning to end.
    pub frames: FrameRange,
    /// The frame at which the action is at its goal (the reach arrives, the kick hits), where it has one.
    pub goal: Option<f64>,
    /// With which parameters: `speed` in m/s, `height` in m, `target_x` ….
    pub parameters: BTreeMap<String, f64>,
}

/// An action in seconds, before frames are known.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) action: &'static str,
    pub(crate) start: f64,
    pub(crate) end: f64,
    pub(crate) goal: Option<f64>,
    pub(crate) parameters: Vec<(&'static str, f64)>,
}

impl Span {
    pub(crate) fn segment(&self, rate: f64, last: usize) -> ActionSegment {
        let first = (self.start * rate).round().clamp(0.0, last as f64) as usize;
        let end = ((self.end * rate).round().max(0.0) as usize).clamp(first, last);
        ActionSegment {
            action: self.action.to_owned(),
            frames: FrameRange { first, last: end },
            goal: self.goal.map(|goal| goal * rate),
            parameters: self.parameters.iter().map(|&(name, value)| (name.to_owned(), value)).collect(),
        }
    }
}

/// Whole frames inside `start..=end` seconds that the clip has.
pub(crate) fn frames_within((start, end): (f64, f64), rate: f64, last: usize) -> Option<FrameRange> {
    // A hair of tolerance: a contact that ends on a frame includes it, whatever the rounding of its time.
    let first = (start * rate - 1e-6).ceil().max(0.0);
    let end = (end * rate + 1e-6).floor().min(last as f64);
    (first <= end).then_some(FrameRange { first: first as usize, last: end as usize })
}

/// The plants of both feet, in frames.
pub(crate) fn foot_plants(feet: &[Footwork; 2], rate: f64, last: usize) -> Result<Constraints, ActorError> {
    let mut plants = Constraints::default();
    for side in Side::BOTH {
        let contacts = feet[side.index()].contacts();
        let frames = |spans: &mut dyn Iterator<Item = (f64, f64)>| {
            spans.filter_map(|span| frames_within(span, rate, last)).collect::<Vec<_>>()
        };
        plants.set(ConstraintKind::heel(side), frames(&mut feet[side.index()].heel_plants().into_iter()))?;
        plants.set(ConstraintKind::toe(side), frames(&mut contacts.iter().map(Contact::toe_planted)))?;
    }
    Ok(plants)
}
