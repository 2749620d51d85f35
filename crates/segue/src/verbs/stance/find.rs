//! A stance that does what is wanted.

use segue_formats::Note;
use segue_stance::{FindSettings, Footing, Found, Nearest, Params, Recipe, Stage, StanceKind};
use serde::{Deserialize, Serialize};

use super::pictures::{force_plot, path_plot};
use super::{ChangeFacts, JudgementFacts, StanceFacts, StanceSource, WantedParams};
use crate::plots::Canvas;
use crate::verbs::{Done, Picture, Verb, VerbError, Watch};

/// Find a stance that does what is wanted: a warp of one whose coverage holds the request, else a blend of two. Where
/// nothing will do, the nearest request that would is suggested, with what is in the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StanceFindRequest {
    /// What the stance should do; what is not given is the mean of the stances to choose from.
    pub wanted: WantedParams,
    /// What it begins and ends with.
    pub kind: StanceKind,
    /// Only stances on these feet.
    pub feet: Option<Footing>,
    /// Search as the paper does: every stance, then blends of the few best, then blends of every pair.
    pub exhaustive: bool,
    /// The stances to choose from.
    pub source: StanceSource,
}

impl Default for StanceFindRequest {
    fn default() -> Self {
        Self {
            wanted: WantedParams::default(),
            kind: StanceKind::Whole,
            feet: None,
            exhaustive: false,
            source: StanceSource::default(),
        }
    }
}

/// What came of [`StanceFindRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StanceFindAnswer {
    /// What was wanted, with what was not given.
    pub wanted: Params,
    /// The stance; `None` where nothing does what is wanted.
    pub found: Option<FoundFacts>,
    /// The nearest that works, where nothing does what is wanted.
    pub nearest: Option<NearestFacts>,
}

/// A stance that does what is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundFacts {
    /// The stance.
    pub stance: StanceFacts,
    /// How it was found.
    pub stage: Stage,
    /// Which stances of the source it is made of.
    pub recipe: Recipe,
    /// What was done to its force.
    pub change: ChangeFacts,
    /// How far it is from what a body cannot do.
    pub judgement: JudgementFacts,
}

/// The nearest request that something does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NearestFacts {
    /// The request.
    pub parameters: Params,
    /// The parameters that had to change, the one in the way most first: `ZS`, `ZE`, `VS`, `VE`, `VP` or `X`.
    pub in_the_way: Vec<String>,
    /// What does it.
    pub answer: FoundFacts,
}

/// A stance that was found.
#[derive(Clone, Debug)]
pub struct FoundStance {
    /// What does what is wanted.
    pub found: Option<Found>,
    /// The nearest that works, where nothing does what is wanted.
    pub nearest: Option<Nearest>,
}

impl Verb for StanceFindRequest {
    const NAME: &'static str = "stance find";
    type Answer = StanceFindAnswer;
    type Work = FoundStance;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let stock = self.source.read(watch)?;
        let wanted = self.wanted.over(stock.mean(self.kind));
        if !self.wanted.is_complete() {
            let text = format!("what is not given is the mean of the library: {wanted}");
            watch.note(&Note::info(text), None);
        }
        let settings = FindSettings { kind: self.kind, footing: self.feet, ..self.source.find_settings() };
        watch.go_on()?;
        let found = if self.exhaustive {
            stock.library.find_exhaustively(wanted, &settings)?
        } else {
            stock.library.find(wanted, &settings)?
        };
        watch.go_on()?;
        let nearest = match &found {
            Some(_) => None,
            None => stock.library.nearest(wanted, &settings)?,
        };
        let answer = StanceFindAnswer {
            wanted,
            found: found.as_ref().map(FoundFacts::from),
            nearest: nearest.as_ref().map(NearestFacts::from),
        };
        Ok(Done { answer, work: FoundStance { found, nearest } })
    }
}

impl From<&Found> for FoundFacts {
    fn from(found: &Found) -> Self {
        Self {
            stance: (&found.warped.stance).into(),
            stage: found.stage,
            recipe: found.recipe,
            change: (&found.warped).into(),
            judgement: (&found.judgement).into(),
        }
    }
}

impl From<&Nearest> for NearestFacts {
    fn from(nearest: &Nearest) -> Self {
        Self {
            parameters: nearest.params,
            in_the_way: nearest.changed.iter().map(|&i| Params::NAMES[i].to_owned()).collect(),
            answer: (&nearest.found).into(),
        }
    }
}

impl Picture for FoundStance {
    fn picture(&self) -> Result<Canvas, VerbError> {
        let nearest = self.nearest.as_ref().map(|nearest| &nearest.found);
        let Some(found) = self.found.as_ref().or(nearest) else {
            return Err(VerbError::Request("nothing was found, so there is nothing to draw".to_owned()));
        };
        let stance = &found.warped.stance;
        Ok(Canvas::column(&[path_plot(&[stance]), force_plot(&[stance])]))
    }
}
