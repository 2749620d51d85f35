//! Which pairs of clips were compared, and their webs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use segue_motion::ClipId;
use segue_store::OverBudget;

use crate::indexed::{Compared, Entry};
use crate::poses::Screen;
use crate::stock::Stock;
use crate::{Index, SearchError, Supply, Web};

/// What an index knows of pairs of clips, the first not after the second.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) known: BTreeMap<[ClipId; 2], Compared>,
    pub(crate) stock: Option<Stock>,
}

impl Index {
    /// The web of two clips, the first not after the second, if it is there or can be made.
    pub fn web(&self, pair: [ClipId; 2]) -> Option<Arc<Web>> {
        self.entry(pair).map(|entry| entry.web.clone())
    }

    /// Whether two clips, the first not after the second, were compared or can be when a search needs that.
    pub fn is_compared(&self, pair: [ClipId; 2]) -> bool {
        self.pairs.known.contains_key(&pair) || self.can_make(pair)
    }

    /// Notes that nothing in two clips is alike, so that they need no web; a pair that has one keeps it.
    pub fn set_unlike(&mut self, pair: [ClipId; 2]) {
        self.pairs.known.entry(pair).or_insert(Compared::Unlike);
    }

    /// Notes that the source has the web of two clips, so that it is not built again.
    pub fn set_stored(&mut self, pair: [ClipId; 2]) {
        self.pairs.known.entry(pair).or_insert(Compared::Stored);
    }

    /// The pairs of clips of one family whose webs were neither built nor stored, the first not after the second.
    pub fn missing(&self) -> Vec<[ClipId; 2]> {
        let pairs =
            self.ids().flat_map(|first| self.ids().skip(first.index()).map(move |second| [first, second]));
        let akin = |&[first, second]: &[ClipId; 2]| self.family_of(first) == self.family_of(second);
        pairs.filter(akin).filter(|pair| !self.pairs.known.contains_key(pair)).collect()
    }

    /// Takes over a web that was built before.
    ///
    /// # Errors
    /// When there are no such clips or they are of two families, or the web is of others or was built with other settings.
    pub fn insert(&mut self, pair: [ClipId; 2], web: Web) -> Result<(), SearchError> {
        self.check_web(pair, &web)?;
        self.put(pair, web);
        Ok(())
    }

    /// Draws on a source for all that searches need of some clips: their shadows tell which pairs can hold a match, and the webs of
    /// these are fetched, or made of the clips. `screens` are those of the [families](Index::figures), as far as these have clips
    /// with shadows. All searches find what they would find if all webs had been built.
    ///
    /// ```
    /// use segue_actors::sample;
    /// use segue_motion::{Clip, ClipId};
    /// use segue_search::poses::{Screen, Shadow};
    /// use segue_search::{Index, SearchSettings, Segment, Supply, Web, WebSettings};
    ///
    /// struct Memory(Vec<(Clip, Shadow)>);
    ///
    /// impl Supply for Memory {
    ///     fn shadow(&mut self, clip: ClipId) -> Option<Shadow> {
    ///         Some(self.0[clip.index()].1.clone())
    ///     }
    ///     fn clip(&mut self, clip: ClipId) -> Option<Clip> {
    ///         Some(self.0[clip.index()].0.clone())
    ///     }
    ///     fn web(&mut self, _: [ClipId; 2]) -> Option<Web> {
    ///         None
    ///     }
    ///     fn made(&mut self, _: [ClipId; 2], _: &Web) {}
    /// }
    ///
    /// let mut index = Index::new(WebSettings::default())?;
    /// let clips = ["walk", "walk-left"].map(|name| sample(name).map(|sample| sample.clip));
    /// let [walk, left] = clips;
    /// let clips = [walk?, left?];
    /// for clip in &clips {
    ///     index.add(clip)?;
    /// }
    /// let screen = Screen::of(&[index.cloud(ClipId::FIRST)]);
    /// let shadow = |clip: &Clip, id: ClipId| (clip.clone(), Shadow::of(index.cloud(id), &screen));
    /// let memory = Memory(clips.iter().zip(index.ids()).map(|(clip, id)| shadow(clip, id)).collect());
    /// index.draw_on(index.ids().collect(), vec![Some(screen)], memory);
    ///
    /// let query = Segment { clip: ClipId::FIRST, first: 30, last: 60 };
    /// let graph = index.search(query, &SearchSettings::default())?;
    /// assert!(graph.found().iter().any(|node| node.segment.clip == ClipId::SECOND), "a step is a step");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draw_on(
        &mut self,
        clips: BTreeSet<ClipId>,
        screens: Vec<Option<Screen>>,
        source: impl Supply + 'static,
    ) {
        self.pairs.stock = Some(Stock::new(clips, screens, Box::new(source)));
    }

    /// How many clips were needed and could not be read; nothing is found in them.
    pub fn damaged(&self) -> usize {
        self.pairs.stock.as_ref().map_or(0, |stock| stock.held().damaged.len())
    }

    /// Why nothing is found where so much of two clips is alike that there is no memory for what is like a query, pair by pair.
    pub fn too_alike(&self) -> Vec<OverBudget> {
        let refused = self.pairs.stock.as_ref().map(|stock| stock.held().refused.values().cloned().collect());
        refused.unwrap_or_default()
    }

    /// How many webs are in memory.
    pub fn loaded(&self) -> usize {
        let here = self.pairs.known.values().filter(|pair| matches!(pair, Compared::Here(_))).count();
        here + self.pairs.stock.as_ref().map_or(0, |stock| stock.held().len())
    }

    pub(crate) fn check_web(&self, [first, second]: [ClipId; 2], web: &Web) -> Result<(), SearchError> {
        self.check_clip(second)?;
        if first > second || web.is_with_itself() != (first == second) {
            return Err(SearchError::Pair { first, second });
        }
        self.check_family(first, second)?;
        let expected = [first, second].map(|clip| self.frames_of(clip));
        if web.frames() != expected {
            return Err(SearchError::OtherClips { found: web.frames(), expected });
        }
        web.check_settings(self.settings())
    }

    pub(crate) fn put(&mut self, pair: [ClipId; 2], web: Web) {
        self.pairs.known.insert(pair, Compared::Here(Arc::new(Entry::new(web))));
    }

    /// The web of two clips as far as that is known without looking at them.
    pub(crate) fn known(&self, pair: [ClipId; 2]) -> Option<&Compared> {
        self.pairs.known.get(&pair)
    }
}
