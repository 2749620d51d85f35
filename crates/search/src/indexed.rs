//! What an index keeps of each clip, and of each pair.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use segue_motion::ContentHash;
use segue_register::Cloud;

use crate::Web;
use crate::lattice::{Lattice, Rows};
use crate::movement::Movement;
use crate::path::Step;
use crate::web::Head;

/// A clip as an index knows it.
#[derive(Debug)]
pub(crate) struct Indexed {
    pub(crate) name: String,
    pub(crate) family: usize,
    /// Frames at the index rate.
    pub(crate) len: usize,
    pub(crate) spacing_secs: f64,
    /// Empty while only the outline is known.
    pub(crate) cloud: OnceLock<Cloud>,
    /// The clip at the lower rate, where webs are built there first.
    pub(crate) coarse: OnceLock<Cloud>,
    pub(crate) note: Option<String>,
    pub(crate) hash: ContentHash,
    /// Frames of the clip per frame of the cloud.
    pub(crate) step: f64,
    /// What searches beyond ε look at.
    pub(crate) movement: Option<Movement>,
}

/// Two clips that were compared.
#[derive(Debug)]
pub(crate) enum Compared {
    /// Nothing in them is alike.
    Unlike,
    /// Their web is here.
    Here(Arc<Entry>),
    /// The source has their web.
    Stored,
}

/// A web, ready to be searched.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) web: Arc<Web>,
    /// The last cell of each path.
    pub(crate) ends: Vec<[u32; 2]>,
    /// With frames of the first clip as rows, and of the second.
    sides: [Side; 2],
}

/// A web as searches in one of its clips see it. Some rows are soon made ready, and one search of a large library looks at few
/// rows of most webs; all are made ready once that would have been less work.
#[derive(Debug, Default)]
struct Side {
    /// The work of making a few rows ready at a time, in cells.
    spent: AtomicUsize,
    whole: OnceLock<Arc<Lattice>>,
}

impl Entry {
    pub(crate) fn new(web: Web) -> Self {
        let offset = |code: &u8| Step::from_code(*code).map_or([0, 0], Step::offset);
        let end = |[row, column]: [u32; 2], [rows, columns]: [u32; 2]| [row + rows, column + columns];
        let ends = web.paths().map(|path| path.steps.iter().map(offset).fold(path.start, end)).collect();
        Self { web: Arc::new(web), ends, sides: Default::default() }
    }

    /// The web with frames of one of its clips as rows, some of them at least; `None` if no path goes through these.
    pub(crate) fn lattice(&self, side: Rows, rows: &Range<u32>) -> Option<Arc<Lattice>> {
        let Side { spent, whole } = &self.sides[side as usize];
        if spent.load(Ordering::Relaxed) > self.web.cells() {
            return Some(whole.get_or_init(|| Arc::new(Lattice::whole(&self.web, side))).clone());
        }
        let (lattice, work) = Lattice::window(self, side, rows);
        spent.fetch_add(work, Ordering::Relaxed);
        lattice.map(Arc::new)
    }

    /// How much memory it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let whole: usize = self.sides.iter().filter_map(|side| side.whole.get()).map(|it| it.bytes()).sum();
        2 * self.web.cells() + self.ends.len() * (size_of::<Head>() + size_of::<[u32; 2]>()) + whole
    }
}
