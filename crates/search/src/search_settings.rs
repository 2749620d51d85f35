//! What is looked for in an index.

use std::collections::BTreeSet;

use segue_motion::ClipId;

use crate::{Extended, SearchError, Segment};

/// How alike matches must be, and where they are looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchSettings {
    /// ε: the largest √(mean D) of a match, in metres. 0.08: no automatic rule that was tried beat it.
    pub epsilon_metres: f64,
    /// σ: matches that overlap by more are the same, 0.8 (\[KG04\] §3.3).
    pub same: f64,
    /// σ̂: a match is new when it overlaps every other by less, 0.2 (\[KG04\] §3.3); actions of several periods need
    /// more.
    pub apart: f64,
    /// Matches shorter than this, and shorter than the query, are dropped. 0.35: a few frames are alike to almost
    /// anything, and as a query they would find it.
    pub shortest_secs: f64,
    /// Matches that would have to be slowed down by more than this to last as long as what they were found from are dropped. 1.6: who
    /// stands in a stance of the action for half of its time does not do it.
    pub longest: f64,
    /// Which matches beyond ε are accepted as well; `None` for none, as in \[KG04\]. They are looked for in the clips
    /// themselves, so the webs need not reach farther.
    pub extended: Option<Extended>,
    /// In how many steps from a query matches are found at most; `None` for as many as there are.
    pub tiers: Option<usize>,
    /// The clips that are searched; `None` for all.
    pub within: Option<BTreeSet<ClipId>>,
    /// Segments a person has refused: neither what overlaps one by σ̂ or more is a match, nor what is nearer to one than to
    /// the queries along the edges of the match graph. In extended searches what is like them must be more like the matches.
    pub rejected: Vec<Segment>,
    /// Matches after which a search stops: ε is too large then, or there are more than anybody looks through.
    pub most: usize,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            epsilon_metres: 0.08,
            same: 0.8,
            apart: 0.2,
            shortest_secs: 0.35,
            longest: 1.6,
            extended: None,
            tiers: None,
            within: None,
            rejected: Vec::new(),
            most: 1000,
        }
    }
}

impl SearchSettings {
    /// Refuses numbers that make no sense, each by name.
    ///
    /// # Errors
    /// When one does.
    pub fn check(&self) -> Result<(), SearchError> {
        let within = |name, value: f64, low: f64, high: f64| {
            if (low..=high).contains(&value) {
                return Ok(());
            }
            Err(SearchError::Setting { name, found: value.to_string(), allowed: format!("{low} to {high}") })
        };
        within("epsilon_metres", self.epsilon_metres, 0.0, 10.0)?;
        within("same", self.same, 0.0, 1.0)?;
        within("shortest_secs", self.shortest_secs, 0.0, 60.0)?;
        within("longest", self.longest, 1.0, 100.0)?;
        if !(0.0..=self.same).contains(&self.apart) {
            let allowed = format!("0 to `same`, which is {}", self.same);
            return Err(SearchError::Setting { name: "apart", found: self.apart.to_string(), allowed });
        }
        self.extended.map_or(Ok(()), |extended| extended.check())
    }

    /// Whether a clip is searched.
    pub fn includes(&self, clip: ClipId) -> bool {
        self.within.as_ref().is_none_or(|clips| clips.contains(&clip))
    }

    pub(crate) fn rejects(&self, segment: &Segment) -> bool {
        self.rejected.iter().any(|rejected| rejected.overlap(segment) >= self.apart)
    }
}
