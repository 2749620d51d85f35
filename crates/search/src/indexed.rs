//! What an index keeps of each clip, and of each pair.

use segue_motion::ContentHash;
use segue_register::Cloud;

use crate::Web;
use crate::lattice::Lattice;
use crate::movement::Movement;

/// A clip as an index knows it.
#[derive(Debug)]
pub(crate) struct Indexed {
    pub(crate) name: String,
    pub(crate) family: usize,
    /// Frames at the index rate.
    pub(crate) len: usize,
    pub(crate) spacing_secs: f64,
    /// `None` while only the outline is known.
    pub(crate) cloud: Option<Cloud>,
    /// The clip at the lower rate, where webs are built there first.
    pub(crate) coarse: Option<Cloud>,
    pub(crate) note: Option<String>,
    pub(crate) hash: ContentHash,
    /// Frames of the clip per frame of the cloud.
    pub(crate) step: f64,
    /// What searches beyond ε look at.
    pub(crate) movement: Option<Movement>,
}

/// A web, ready to be searched.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) web: Web,
    /// The web by frames of the first clip and by frames of the second.
    pub(crate) lattices: [Lattice; 2],
}

impl Entry {
    pub(crate) fn new(web: Web) -> Self {
        let lattices = [Lattice::by_rows(&web), Lattice::by_columns(&web)];
        Self { web, lattices }
    }
}
