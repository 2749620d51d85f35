//! A stance that meets the request.

use segue_formats::Note;
use segue_stance::{FindSettings, Footing, Nearest, Params, Recipe, Stage, StanceKind, StanceMatch};
use serde::{Deserialize, Serialize};

use super::pictures::{force_plot, path_plot};
use super::{ChangeFacts, JudgementFacts, StanceFacts, StanceSource, WantedParams};
use crate::plots::Canvas;
use crate::verbs::{Done, Picture, Verb, VerbError, Watch};

/// Find a stance that meets a request: a warp of one whose coverage contains the request, or else a blend of two. If
/// none meets it, the answer suggests the nearest request that one meets, and names what is in the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StanceFindRequest {
    /// The request; parameters that are left out are the mean of the stances to choose from.
    pub wanted: WantedParams,
    /// How it starts and ends.
    pub kind: StanceKind,
    /// Use only stances on these feet.
    pub feet: Option<Footing>,
    /// Search as the paper does: every stance, then blends of the best few, then blends of every pair.
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

/// The answer to [`StanceFindRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StanceFindAnswer {
    /// The complete request, with the parameters that were left out.
    pub wanted: Params,
    /// The stance; `None` if none meets the request.
    pub found: Option<FoundFacts>,
    /// The nearest request that works, if none meets this one.
    pub nearest: Option<NearestFacts>,
}

/// A stance that meets the request.
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

/// The nearest request that a stance meets.
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
    /// The stance that meets the request.
    pub found: Option<StanceMatch>,
    /// The nearest request that works, if none meets this one.
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

impl From<&StanceMatch> for FoundFacts {
    fn from(found: &StanceMatch) -> Self {
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
