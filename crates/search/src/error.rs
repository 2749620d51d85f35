//! Why a search cannot be made.

use segue_motion::ClipId;
use segue_register::{JointWeightError, TooShort};

/// Why clips cannot be indexed or searched.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SearchError {
    /// A number that makes no sense.
    #[error("the setting `{name}` is {found}; it must be {allowed}")]
    Setting {
        /// Which one.
        name: &'static str,
        /// What it was.
        found: String,
        /// What it may be.
        allowed: String,
    },
    /// Clips of which so much is alike that there is no memory for it.
    #[error(transparent)]
    OverBudget(#[from] segue_store::OverBudget),
    /// A clip of a single frame.
    #[error(transparent)]
    TooShort(#[from] TooShort),
    /// Weights of joints.
    #[error(transparent)]
    Weights(#[from] JointWeightError),
    /// A search for nothing.
    #[error("a search needs a query; name a segment of a clip")]
    NoQuery,
    /// A clip that is not in the index.
    #[error("clip number {found} was asked for, but the index has {clips} clips")]
    NoClip {
        /// The number.
        found: ClipId,
        /// How many there are.
        clips: usize,
    },
    /// Frames outside a clip.
    #[error("frames {first} to {last} of clip `{clip}` were asked for; it has frames 0 to {last_of_clip}")]
    Range {
        /// The clip.
        clip: String,
        /// The first frame.
        first: usize,
        /// The last frame.
        last: usize,
        /// The last frame there is.
        last_of_clip: usize,
    },
    /// A pair in the wrong order, or a web of one clip for two.
    #[error(
        "this is not the web of clips {first} and {second}: the earlier clip comes first, and only a clip with itself has a web above the diagonal"
    )]
    Pair {
        /// The first clip.
        first: ClipId,
        /// The second.
        second: ClipId,
    },
    /// Clips of different skeletons.
    #[error(
        "clips `{first}` and `{second}` cannot be compared: one has the joints of `{family}`, the other those of \
         `{other}`; retarget one of them first"
    )]
    Families {
        /// A clip.
        first: String,
        /// A clip of another skeleton.
        second: String,
        /// The first clip of its family.
        family: String,
        /// The first clip of the other's.
        other: String,
    },
    /// A web of other clips.
    #[error(
        "the web is of clips of {} and {} frames at the index rate, these have {} and {}; build it again",
        .found[0], .found[1], .expected[0], .expected[1]
    )]
    OtherClips {
        /// Frames of the clips of the web.
        found: [usize; 2],
        /// Frames of the clips of the index.
        expected: [usize; 2],
    },
    /// Frames of another clip.
    #[error("clip `{clip}` is not the one that was indexed: its motion is another; open the library again")]
    OtherMotion {
        /// The clip.
        clip: String,
    },
    /// A web of other settings.
    #[error("the web was built with {what} {found}, the index has {expected}; build it again")]
    OtherSettings {
        /// The setting.
        what: &'static str,
        /// That of the web.
        found: f64,
        /// That of the index.
        expected: f64,
    },
}
