//! What can be changed in a sketch.

use serde::{Deserialize, Serialize};

use super::document::Foot;
use super::segment::StrokeEnd;

/// One change of a sketch. Paths, contacts and arcs are counted from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "edit", deny_unknown_fields)]
pub enum SketchEdit {
    /// A stroke in a view: a path, then its shadow; over a stroke that is there it replaces a part of it, as a scribble it
    /// deletes it.
    Stroke {
        /// Its points, in pixels.
        points: Vec<[f64; 2]>,
        /// The view it is drawn in; the camera of the sketch without it.
        #[serde(default)]
        view: Option<String>,
    },
    /// Deletes a path.
    Delete {
        /// The path.
        path: usize,
    },
    /// What the ends of a path mean.
    Ends {
        /// The path.
        path: usize,
        /// What its start means.
        begin: StrokeEnd,
        /// What its end means.
        end: StrokeEnd,
    },
    /// A contact is dragged.
    Contact {
        /// The path.
        path: usize,
        /// The contact.
        contact: usize,
        /// Where it is to be, on the ground.
        place: [f64; 3],
    },
    /// An apex is dragged.
    Apex {
        /// The path.
        path: usize,
        /// The arc.
        arc: usize,
        /// How high it is to be above the scene's zero, in metres.
        height: f64,
    },
    /// The arrow of a velocity is dragged.
    Speed {
        /// The path.
        path: usize,
        /// The arc.
        arc: usize,
        /// How fast it is to be, in m/s.
        speed: f64,
    },
    /// Which feet touch down, and in which style.
    Step {
        /// The path.
        path: usize,
        /// The contact.
        contact: usize,
        /// The feet.
        #[serde(default)]
        foot: Option<Foot>,
        /// The style.
        #[serde(default)]
        style: Option<String>,
    },
    /// Locks a contact and the arc after it as they are planned: no edit moves them. Or unlocks them.
    Lock {
        /// The path.
        path: usize,
        /// The contact.
        contact: usize,
        /// Whether they are locked.
        locked: bool,
    },
    /// Removes a contact between two others: the arcs before and after it become one.
    Remove {
        /// The path.
        path: usize,
        /// The contact.
        contact: usize,
    },
    /// Forgets what was wished of a contact and the arc after it.
    Forget {
        /// The path.
        path: usize,
        /// The contact.
        contact: usize,
    },
}

/// What an edit did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditOutcome {
    /// A path was drawn; its shadow is to come.
    PathDrawn,
    /// The shadow of that path was drawn.
    ShadowDrawn,
    /// A stroke was deleted.
    Deleted,
    /// A part of a stroke was replaced.
    Replaced,
    /// Something was wished for.
    Planned,
}
