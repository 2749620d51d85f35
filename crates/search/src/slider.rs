//! How many matches there are for each ε, and where they explode.

use crate::query::Seen;
use crate::{Index, SearchError, SearchSettings, Segment};

/// The number of matches for ever larger ε.
#[derive(Clone, Debug, PartialEq)]
pub struct Slider {
    /// ε in metres and the matches found with it, in order; where they explode, at least so many.
    pub counts: Vec<(f64, usize)>,
    /// The largest ε before the matches explode, if they do within what the webs hold; 0 when there are too many at every ε.
    pub explodes_above: Option<f64>,
}

/// From one ε to the next matches grow by this factor when unrelated motion begins to match: what is found then is a
/// query for more of its kind.
const EXPLOSION: f64 = 2.0;

/// So few matches are no explosion: two groups of variants that come together double the count as well, and this many a
/// person looks through.
const NOTABLE: usize = 40;

/// Matches after which counting stops.
const ENOUGH: usize = 500;

/// The step of the slider in metres.
pub(crate) const STEP_METRES: f64 = 0.0025;

impl Index {
    /// Counts the matches within ε of the queries, for ε from a quarter of the largest that the webs are meant for to that.
    ///
    /// # Errors
    /// When a query lies outside its clip or a number makes no sense.
    pub fn slider(&self, queries: &[Segment], look: &SearchSettings) -> Result<Slider, SearchError> {
        self.check_search(queries, look)?;
        let seen = Seen::default();
        let mut slider = Slider { counts: Vec::new(), explodes_above: None };
        let lowest = self.settings().largest_epsilon_metres / 4.0;
        let steps = ((self.settings().largest_epsilon_metres - lowest) / STEP_METRES + 1e-9).floor() as usize;
        for step in 0..=steps {
            let epsilon_metres = lowest + step as f64 * STEP_METRES;
            let before = slider.counts.last().copied();
            let most = look.most.min(queries.len() + enough(before.map(|(_, before)| before)));
            let look = SearchSettings { epsilon_metres, most, extended: None, ..look.clone() };
            let count = self.search_within(queries, &look, &seen).found().len();
            if before.is_none() && count >= ENOUGH {
                slider.explodes_above = Some(0.0);
            }
            slider.counts.push((epsilon_metres, count));
            if count >= ENOUGH && slider.explodes_above.is_some() {
                break;
            }
            if let Some((epsilon, _)) = before.filter(|&(_, before)| is_explosion(before, count)) {
                slider.explodes_above = Some(epsilon);
                break;
            }
        }
        Ok(slider)
    }
}

/// An ε that was chosen, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenEpsilon {
    /// ε in metres.
    pub metres: f64,
    /// Why not another.
    pub why: EpsilonReason,
}

/// Why an ε was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpsilonReason {
    /// Unrelated motion begins to match above it.
    Explosion,
    /// The index is not made for more.
    Index,
    /// There are too many matches at every ε, so it is the smallest.
    TooMany,
    /// Who stands still would match above it.
    Stillness,
}

impl Slider {
    /// The largest ε below the explosion that an index made for up to `largest` metres can be asked for.
    pub fn automatic(&self, largest: f64) -> ChosenEpsilon {
        let lowest = self.counts.first().map_or(largest, |&(epsilon, _)| epsilon);
        match self.explodes_above {
            Some(metres) if metres < lowest => ChosenEpsilon { metres: lowest, why: EpsilonReason::TooMany },
            Some(metres) if metres < largest => ChosenEpsilon { metres, why: EpsilonReason::Explosion },
            _ => ChosenEpsilon { metres: largest, why: EpsilonReason::Index },
        }
    }
}

/// Matches after which counting stops: more would not change what is decided.
fn enough(before: Option<usize>) -> usize {
    match before {
        Some(before) if before > 0 => ENOUGH.min(NOTABLE.max((EXPLOSION * before as f64).ceil() as usize)),
        _ => ENOUGH,
    }
}

fn is_explosion(before: usize, after: usize) -> bool {
    before > 0 && after >= NOTABLE && after as f64 >= EXPLOSION * before as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_variants_that_join_are_no_explosion() {
        assert!(!is_explosion(2, 11), "all lunges of a clip, in two depths");
        assert!(!is_explosion(5, 28), "crouched punches meet upright ones");
        assert!(!is_explosion(0, 60), "nothing was there to grow");
        assert!(!is_explosion(40, 60), "steady growth");
        assert!(is_explosion(28, 300));
    }

    #[test]
    fn counting_stops_no_sooner_than_what_is_decided() {
        for before in 0..400 {
            let enough = enough(Some(before));
            assert!(enough == ENOUGH || is_explosion(before, enough), "{before}");
            assert!(enough <= NOTABLE || !is_explosion(before, enough - 1), "{before}");
        }
        assert_eq!(enough(None), ENOUGH);
    }

    #[test]
    fn the_automatic_epsilon_is_the_largest_before_the_explosion_within_the_index() {
        let slider = |explodes_above| Slider { counts: vec![(0.02, 1), (0.05, 3)], explodes_above };
        let chosen = |explodes_above| slider(explodes_above).automatic(0.08);
        assert_eq!(chosen(None), ChosenEpsilon { metres: 0.08, why: EpsilonReason::Index });
        assert_eq!(chosen(Some(0.05)), ChosenEpsilon { metres: 0.05, why: EpsilonReason::Explosion });
        assert_eq!(chosen(Some(0.1)), ChosenEpsilon { metres: 0.08, why: EpsilonReason::Index });
        assert_eq!(chosen(Some(0.0)), ChosenEpsilon { metres: 0.02, why: EpsilonReason::TooMany });
    }
}
