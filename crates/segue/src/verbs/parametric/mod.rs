//! One motion with controls, made of many clips of an action.

mod at;
mod build;
mod eval;
mod examples;
mod from;
mod looks;
mod meet;
mod show;

use segue_parametric::Parametric;
use serde::{Deserialize, Serialize};

pub use at::{AskedMotion, MomentFacts, ParametricAtAnswer, ParametricAtRequest};
pub use build::{BuiltParametric, Controls, PackedBytes, ParametricBuildAnswer, ParametricBuildRequest};
pub use eval::{ErrorsMm, EvaluationFacts, ParametricEvalAnswer, ParametricEvalRequest};
pub use examples::Examples;
pub use from::ParametricFromRequest;
pub use show::{ExampleFacts, ParametricShowAnswer, ParametricShowRequest, ParametricWork};

/// A number that a motion is controlled by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// What it measures.
    pub name: String,
    /// Its unit, as people write it; empty for a plain number.
    pub unit: String,
    /// The least that the samples reach.
    pub from: f64,
    /// The most.
    pub to: f64,
}

impl Parameter {
    /// The parameters of a motion, in order.
    fn all_of(parametric: &Parametric) -> Vec<Self> {
        let measures = parametric.measures();
        let named = measures.names().into_iter().zip(measures.units()).zip(parametric.reach());
        named.map(|((name, unit), [from, to])| Self { name, unit: unit.to_string(), from, to }).collect()
    }
}
