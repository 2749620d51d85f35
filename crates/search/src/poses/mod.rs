//! Windows of many clips clustered by pose, and all pairs of them that are close.
//!
//! √D is a metric, so windows can be put into a tree of clusters by what they look like, whenever they were captured. Two
//! clusters whose centres are farther apart than their radii and the distance asked for hold no close pair; two whose
//! centres are so near that all their pairs are close need no look at any. What remains goes down both sides of the tree
//! together (\[GM00\]), so cost grows with what matches.
//!
//! Points and radii are those of a space of a few dimensions in which no distance is larger than √D, by less than what
//! the dimensions leave out (`point`). So bounds decide about nearly all pairs; D itself is computed for the few that lie between
//! them (`frames`).
//!
//! ```
//! use segue_actors::sample;
//! use segue_search::WebSettings;
//! use segue_search::poses::Poses;
//!
//! let settings = WebSettings::default();
//! let walk = settings.cloud(&sample("walk")?.clip)?;
//! let poses = Poses::new(&[&walk]);
//! let pairs = poses.close(0.04, 8);
//! let pair = pairs.iter().next().expect("a walk repeats itself");
//! assert!(walk.place(pair[0].frame as f64, &walk, pair[1].frame as f64).rms_metres() < 0.04);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod basis;
mod coordinates;
mod field;
mod frames;
mod join;
mod leaf;
mod near;
mod pairs;
mod point;
mod row;
mod screen;
mod set;
mod shadow;
mod squares;
mod tree;
mod ways;
mod windows;

pub(crate) use field::{Field, NearClip};
pub use screen::Screen;
pub use set::ClosePairs;
pub use shadow::Shadow;
pub(crate) use shadow::{Detail, LeastDistances, Query};

use basis::Basis;
use coordinates::{DIRECTIONS, Projection};
use frames::Frames;
use join::Join;
use leaf::Leaves;
use point::Point;
use rayon::prelude::*;
use segue_motion::ClipId;
use segue_register::Cloud;
use tree::{Block, Node};
use windows::Windows;

/// Windows of a block. Windows that follow one another differ little, whatever people do: at 60 Hz four are a centimetre or
/// two apart, and the noise of capture is in all of them.
const BLOCK: usize = 4;

/// Points that are compared at once: the blocks of a leaf of the tree, and the windows of four of these.
const LANES: usize = 16;

/// Parts of so many windows that a leaf has.
const QUADS: usize = BLOCK;

/// No window.
const NOWHERE: u32 = u32::MAX;

/// The windows of some clips in a tree.
#[derive(Debug)]
pub struct Poses {
    frames: Frames,
    /// The first window of each clip; windows are named as in [`Frames`].
    starts: Vec<usize>,
    /// The window at each place of the tree, [`BLOCK`] places a block, and the place of each window.
    order: Vec<u32>,
    places: Vec<u32>,
    windows: usize,
    leaves: Leaves,
    root: Node,
}

/// A window: a frame of a clip with those around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PoseWindow {
    /// Which of the clips.
    pub clip: ClipId,
    /// Its frame at the rate of the cloud.
    pub frame: usize,
}

/// Frames of many clips on their way into a tree; a cloud need not be kept after it was added.
///
/// Distances are bounded well for clips like those in the basis, and correctly for all.
#[derive(Clone, Debug)]
pub struct PosesBuilder {
    basis: Basis,
    frames: Frames,
    starts: Vec<usize>,
    /// The windows of each block.
    blocks: Vec<[u32; BLOCK]>,
}

impl PosesBuilder {
    /// For clips like these.
    ///
    /// # Panics
    /// When there are no clips.
    pub fn new(like: &[&Cloud]) -> Self {
        let basis = Basis::new(like, DIRECTIONS);
        Self { basis, frames: Frames::default(), starts: Vec::new(), blocks: Vec::new() }
    }

    /// Adds a clip.
    ///
    /// # Panics
    /// When it was made with other markers or another window than the others.
    pub fn push(&mut self, cloud: &Cloud) {
        self.append(Frames::of(cloud, self.basis.floor), cloud.len());
    }

    /// Adds a clip of so many frames.
    fn append(&mut self, frames: Frames, len: usize) {
        let first = self.frames.append(frames);
        self.starts.push(first);
        let end = first + len;
        let window = |window: usize| if window < end { window as u32 } else { NOWHERE };
        self.blocks.extend((first..end).step_by(BLOCK).map(|at| std::array::from_fn(|n| window(at + n))));
    }

    /// Makes the tree.
    ///
    /// # Panics
    /// When no clip was added.
    pub fn finish(self) -> Poses {
        assert!(!self.blocks.is_empty(), "a tree is made of some clips");
        let Self { basis, frames, starts, blocks: windows } = self;
        let projection = Projection::new(&basis, &frames);
        let mut room = Windows::new(windows.len());
        let seen: Vec<Block> = windows
            .par_iter()
            .zip(room.blocks_mut())
            .map(|(windows, to)| {
                let coordinates = projection.block(&frames, windows);
                Windows::write(to, windows, &coordinates);
                let held = windows.iter().filter(|&&window| window != NOWHERE).count();
                Block::new(&coordinates.each_ref().map(Point::of)[..held])
            })
            .collect();
        let mut blocks: Vec<u32> = (0..windows.len() as u32).collect();
        let root = Node::new(&seen, &mut blocks, 0);
        let leaves = Leaves::new(&seen, room, &blocks, &root);
        let order: Vec<u32> = blocks.iter().flat_map(|&block| windows[block as usize]).collect();
        let mut places = vec![NOWHERE; frames.len()];
        for (place, &window) in order.iter().enumerate().filter(|(_, window)| **window != NOWHERE) {
            places[window as usize] = place as u32;
        }
        let windows = places.iter().filter(|&&place| place != NOWHERE).count();
        Poses { frames, starts, order, places, windows, leaves, root }
    }
}

impl Poses {
    /// The windows of these clips.
    ///
    /// # Panics
    /// When there are no clips, or they were made with different markers or windows.
    pub fn new(clouds: &[&Cloud]) -> Self {
        Self::like(&PosesBuilder::new(clouds), clouds)
    }

    /// The windows of these clips, to be compared with others that are like the same.
    fn like(none: &PosesBuilder, clouds: &[&Cloud]) -> Self {
        let mut builder = none.clone();
        let floor = builder.basis.floor;
        let frames: Vec<Frames> = clouds.par_iter().map(|cloud| Frames::of(cloud, floor)).collect();
        frames.into_iter().zip(clouds).for_each(|(frames, cloud)| builder.append(frames, cloud.len()));
        builder.finish()
    }

    /// The windows of several groups of clips, to be compared with each other.
    ///
    /// # Panics
    /// When a group has no clips, or they were made with different markers or windows.
    pub(crate) fn groups(groups: &[Vec<&Cloud>]) -> Vec<Self> {
        let none = PosesBuilder::new(&groups.concat());
        groups.iter().map(|clouds| Self::like(&none, clouds)).collect()
    }

    /// Number of windows.
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.windows
    }

    /// All pairs of windows with √D below `metres`, but those of one clip fewer than `nearest` frames apart. Single precision
    /// decides: a pair with D within 5·10⁻⁷ m² of the limit may be on either side of it.
    pub fn close(&self, metres: f64, nearest: usize) -> ClosePairs<'_> {
        ClosePairs::new(self, Join { poses: [self; 2], metres: metres as f32, nearest }.pairs())
    }

    fn window(&self, place: usize) -> usize {
        self.order[place] as usize
    }

    fn pose(&self, place: usize) -> Option<PoseWindow> {
        let window =
            self.order.get(place).filter(|&&window| window != NOWHERE).map(|&window| window as usize)?;
        let clip = self.clip(window);
        Some(PoseWindow { clip: ClipId::new(clip), frame: window - self.starts[clip] })
    }

    fn clip(&self, window: usize) -> usize {
        self.starts.partition_point(|&start| start <= window) - 1
    }

    /// The clip of a block of windows and its first frame.
    fn block(&self, block: usize) -> [usize; 2] {
        let window = self.window(block * BLOCK);
        let clip = self.clip(window);
        [clip, window - self.starts[clip]]
    }

    /// The places of the windows of the same clip that are fewer than `nearest` frames away.
    fn near_places(&self, place: usize, nearest: usize) -> impl Iterator<Item = usize> {
        let window = self.window(place);
        let (clip, reach) = (self.clip(window), nearest.saturating_sub(1));
        let end = self.starts.get(clip + 1).copied().unwrap_or(self.places.len());
        let around = window.saturating_sub(reach).max(self.starts[clip])..end.min(window + reach + 1);
        self.places[around].iter().filter(|&&place| place != NOWHERE).map(|&place| place as usize)
    }

    /// Whether some windows of two nodes are too near each other in time to be a pair.
    fn has_near(&self, first: &Node, second: &Node, nearest: usize) -> bool {
        let [few, many] =
            if first.blocks.len() < second.blocks.len() { [first, second] } else { [second, first] };
        let places = |node: &Node| node.blocks.start * BLOCK..node.blocks.end * BLOCK;
        let many = places(many);
        let is_near = |place: usize| self.near_places(place, nearest).any(|near| many.contains(&near));
        nearest > 1 && places(few).filter(|&place| self.order[place] != NOWHERE).any(is_near)
    }

    /// The windows from a place on, among those in `row`, that are too near in time to be a pair with another, as bits.
    fn near(&self, place: usize, from: usize, row: u16, nearest: usize) -> u16 {
        if row == 0 || nearest < 2 {
            return 0;
        }
        let near = self.near_places(place, nearest).filter(|near| (from..from + LANES).contains(near));
        near.fold(0, |bits, near| bits | 1 << (near - from))
    }
}
