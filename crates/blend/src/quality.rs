//! The numbers by which a person in the field would judge a motion.
//!
//! Speeds and jerks are taken over fixed spans of time, so that no frame rate flatters them.

mod jerk;
mod marks;
mod path;
mod skate;
mod truth;
mod verdict;

use std::fmt;

use segue_motion::{Anatomy, Clip};

pub use jerk::{knee_pop_degrees, largest_jerk};
pub(crate) use marks::knee_jerk;
pub use marks::{Marks, Peak};
pub use path::RootPath;
use skate::contact_paths;
pub use skate::{Penetration, Skate};
pub use truth::{CorrespondenceError, correspondence_error};
pub use verdict::{FaultKind, QualityFault, Verdict};

/// The quality of one motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// How much planted points slide; `None` when nothing is planted.
    pub skate: Option<Skate>,
    /// How far points of the feet sink below the floor.
    pub penetration: Penetration,
    /// The way the root takes over the floor.
    pub root: RootPath,
    /// The largest third difference of the joints over 1/30 s, root-mean-square, in mm.
    pub jerk_mm: f64,
    /// The largest second difference of a knee's angle over 1/30 s, in degrees; `None` without knees.
    pub knee_pop_degrees: Option<f64>,
}

impl Quality {
    /// Measures a clip whose plants are its constraints.
    pub fn of(clip: &Clip, anatomy: &Anatomy) -> Self {
        let paths = contact_paths(clip, anatomy);
        Self {
            skate: Skate::by(clip, anatomy, &paths),
            penetration: Penetration::by(anatomy, &paths),
            root: RootPath::of(clip),
            jerk_mm: largest_jerk(clip, 0.0, clip.duration_secs()),
            knee_pop_degrees: knee_pop_degrees(clip, anatomy),
        }
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.skate {
            Some(skate) => write!(f, "{skate}, ")?,
            None => write!(f, "no plants, ")?,
        }
        write!(f, "{}, {}, jerk {:.1} mm", self.penetration, self.root, self.jerk_mm)?;
        self.knee_pop_degrees.map_or(Ok(()), |pop| write!(f, ", knee pop {pop:.1}°"))
    }
}
