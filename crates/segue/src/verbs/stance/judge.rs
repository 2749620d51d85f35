//! Can a body do this?

use segue_stance::{Limits, Stance, judge};
use serde::{Deserialize, Serialize};

use super::pictures::{force_plot, path_plot};
use super::{JudgementFacts, NamedStance, StanceFacts};
use crate::plots::Canvas;
use crate::verbs::{Done, Picture, Verb, VerbError, Watch};

/// Judge whether a body can do a stance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StanceJudgeRequest {
    /// The stance.
    pub stance: NamedStance,
}

/// The answer to [`StanceJudgeRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StanceJudgeAnswer {
    /// The stance.
    pub stance: StanceFacts,
    /// Whether a body can do it.
    pub judgement: JudgementFacts,
}

/// A stance that was judged.
#[derive(Clone, Debug)]
pub struct JudgedStance {
    /// The stance.
    pub stance: Stance,
}

impl Verb for StanceJudgeRequest {
    const NAME: &'static str = "stance judge";
    type Answer = StanceJudgeAnswer;
    type Work = JudgedStance;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let stance = self.stance.find(watch)?;
        let judgement = (&judge(&stance, &Limits::default())).into();
        let answer = StanceJudgeAnswer { stance: (&stance).into(), judgement };
        Ok(Done { answer, work: JudgedStance { stance } })
    }
}

impl Picture for JudgedStance {
    fn picture(&self) -> Result<Canvas, VerbError> {
        Ok(Canvas::column(&[path_plot(&[&self.stance]), force_plot(&[&self.stance])]))
    }
}
