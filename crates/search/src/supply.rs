//! Where an index gets what it does not hold.

use segue_motion::{Clip, ClipId};

use crate::Web;
use crate::poses::Shadow;

/// Where a search gets what it needs of clips that are known by their outlines, and webs that were made before.
///
/// What cannot be read is `None`, and [counted](crate::Index::damaged) where nothing else can stand for it.
pub trait Supply: Send {
    /// The shadow of a clip, on the screen of its family.
    fn shadow(&mut self, clip: ClipId) -> Option<Shadow>;

    /// A clip, to make webs of it.
    fn clip(&mut self, clip: ClipId) -> Option<Clip>;

    /// The web of two clips, the first not after the second, if it was made before.
    fn web(&mut self, pair: [ClipId; 2]) -> Option<Web>;

    /// Hears of a web that was made for a search, and may keep it for the next.
    fn made(&mut self, pair: [ClipId; 2], web: &Web);
}
