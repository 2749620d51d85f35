//! Webs that are made while searching.

use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::prelude::*;
use segue_motion::{Clip, ClipId};
use segue_register::Cloud;

use crate::indexed::{Compared, Entry};
use crate::poses::{Screen, Shadow};
use crate::sieve::Sieve;
use crate::stock::Stock;
use crate::{Index, SearchError, Segment};

/// Of grids with fewer cells together all are computed: clips would have to be put into a basis of their own otherwise, which takes
/// as long as so many cells.
const FEW_CELLS: usize = 8 << 20;

impl Index {
    /// The clips that may hold a match of a segment within `epsilon` metres, in order.
    pub(crate) fn partners(&self, segment: Segment, epsilon: f64) -> Vec<ClipId> {
        let Some(stock) = &self.pairs.stock else { return self.ids().collect() };
        let mut partners = self.sifted(stock, segment, epsilon);
        let here = |&other: &ClipId| matches!(self.known(pair(segment.clip, other)), Some(Compared::Here(_)));
        if !self.pairs.known.is_empty() {
            partners.extend(self.ids().filter(here));
        }
        // Clips whose frames are here need no shadow.
        partners.extend(
            self.ids()
                .filter(|&other| !stock.clips.contains(&other) && self.can_make(pair(segment.clip, other))),
        );
        partners.sort_unstable();
        partners.dedup();
        partners
    }

    /// Those with shadows.
    fn sifted(&self, stock: &Stock, segment: Segment, epsilon: f64) -> Vec<ClipId> {
        let family = self.family_of(segment.clip);
        let Some((cell, Some(screen))) = stock.sieves.get(family).zip(stock.screens.get(family)) else {
            return Vec::new();
        };
        let sieve = cell.get_or_init(|| self.sieve(stock, family));
        let own = || Some(Shadow::of(self.cloud_of(segment.clip)?, screen));
        let Some(shadow) = sieve.shadow(segment.clip).cloned().or_else(own) else { return Vec::new() };
        let at_hand = stock.held().partners(segment.clip);
        sieve.clips(segment, &shadow, epsilon as f32, &at_hand)
    }

    fn sieve(&self, stock: &Stock, family: usize) -> Sieve {
        let mut held = stock.held();
        let mut shadows = Vec::new();
        for &clip in stock.clips.iter().filter(|&&clip| self.family_of(clip) == family) {
            match held.source.shadow(clip).filter(|shadow| shadow.len() == self.frames_of(clip)) {
                Some(shadow) => shadows.push((clip, shadow)),
                None => drop(held.damaged.insert(clip)),
            }
        }
        Sieve::of(shadows, self.settings())
    }

    /// Whether the web of two clips can be made when it is needed.
    pub(crate) fn can_make(&self, [first, second]: [ClipId; 2]) -> bool {
        let Some(stock) = &self.pairs.stock else { return false };
        let is_there = |clip: ClipId| stock.clips.contains(&clip) || self.has_poses(clip);
        let has_screen = stock.screens.get(self.family_of(first)).is_some_and(Option::is_some);
        self.family_of(first) == self.family_of(second) && has_screen && is_there(first) && is_there(second)
    }

    /// Whether the web of two clips is made for each query by itself.
    pub(crate) fn is_in_parts(&self, pair: [ClipId; 2]) -> bool {
        let Some(stock) = &self.pairs.stock else { return false };
        stock.held().in_parts.contains(&pair)
    }

    /// The web of two clips; `None` where it cannot be had as a whole, and mostly where nothing in them is alike.
    pub(crate) fn entry(&self, pair: [ClipId; 2]) -> Option<Arc<Entry>> {
        match self.known(pair) {
            Some(Compared::Here(entry)) => return Some(entry.clone()),
            Some(Compared::Unlike) => return None,
            Some(Compared::Stored) | None => (),
        }
        let stock = self.pairs.stock.as_ref().filter(|_| self.can_make(pair))?;
        if stock.held().in_parts.contains(&pair) {
            return None;
        }
        let found = stock.held().find(pair);
        found.or_else(|| {
            self.make(&[pair]);
            stock.held().find(pair)
        })
    }

    /// Sees to it that the webs of a clip with some others are in memory, as far as there is room: many are made sooner together.
    pub(crate) fn prepare(&self, clip: ClipId, others: &[ClipId]) {
        let Some(stock) = &self.pairs.stock else { return };
        let pairs = others.iter().map(|&other| pair(clip, other));
        let is_open = |pair: &[ClipId; 2]| {
            matches!(self.known(*pair), Some(Compared::Stored) | None)
                && self.can_make(*pair)
                && stock.held().is_wanting(*pair)
        };
        let pairs: Vec<[ClipId; 2]> = pairs.filter(is_open).collect();
        self.make(&pairs);
    }

    /// Fetches the webs of some pairs, and makes those that the source does not have.
    fn make(&self, pairs: &[[ClipId; 2]]) {
        let Some(stock) = &self.pairs.stock else { return };
        let mut open = Vec::new();
        for &pair in pairs {
            let mut held = stock.held();
            let web = held.source.web(pair).filter(|web| self.check_web(pair, web).is_ok());
            match web {
                Some(web) => drop(held.keep(pair, web)),
                None if self.is_large(pair) => drop(held.in_parts.insert(pair)),
                None => open.push(pair),
            }
        }
        self.read_for(stock, &open);
        open.retain(|pair| pair.iter().all(|&clip| self.has_poses(clip)));
        let built = self.build_some(&open, FEW_CELLS, &|_| ControlFlow::Continue(()), |pair, web| {
            let mut held = stock.held();
            held.source.made(pair, &web);
            held.keep(pair, web);
        });
        // Of several, each is made by itself when it is needed: the others may fit.
        if let (Err(SearchError::OverBudget(_)), [pair]) = (built, &open[..]) {
            stock.held().in_parts.insert(*pair);
        }
    }

    /// Reads the poses of the clips of some pairs.
    pub(crate) fn read_for(&self, stock: &Stock, pairs: &[[ClipId; 2]]) {
        let mut clips: Vec<ClipId> =
            pairs.iter().flatten().copied().filter(|&clip| !self.has_poses(clip)).collect();
        clips.sort_unstable();
        clips.dedup();
        let mut held = stock.held();
        let read: Vec<(ClipId, Option<Clip>)> =
            clips.into_iter().map(|clip| (clip, held.source.clip(clip))).collect();
        drop(held);
        let is_bad = |(clip, motion): &(ClipId, Option<Clip>)| {
            let taken = motion.as_ref().is_some_and(|motion| self.read_poses(*clip, motion).is_ok());
            (!taken).then_some(*clip)
        };
        let bad: Vec<ClipId> = read.par_iter().filter_map(is_bad).collect();
        stock.held().damaged.extend(bad);
    }

    fn cloud_of(&self, clip: ClipId) -> Option<&Cloud> {
        self.has_poses(clip).then(|| self.cloud(clip))
    }

    /// A screen for some clips of a family, whose frames are not kept.
    ///
    /// # Errors
    /// When one of them is another than that of its number.
    ///
    /// # Panics
    /// When there are none.
    pub fn screen(&self, clips: &[(ClipId, Clip)]) -> Result<Screen, SearchError> {
        let clouds = clips.par_iter().map(|(id, clip)| self.cloud_in_passing(*id, clip));
        let clouds = clouds.collect::<Result<Vec<Cloud>, SearchError>>()?;
        Ok(Screen::of(&clouds.iter().collect::<Vec<_>>()))
    }

    /// The shadow of a clip, whose frames are not kept.
    ///
    /// # Errors
    /// When it is another than that of its number.
    pub fn shadow(&self, id: ClipId, clip: &Clip, screen: &Screen) -> Result<Shadow, SearchError> {
        Ok(Shadow::of(&self.cloud_in_passing(id, clip)?, screen))
    }
}

fn pair(clip: ClipId, other: ClipId) -> [ClipId; 2] {
    [clip.min(other), clip.max(other)]
}
