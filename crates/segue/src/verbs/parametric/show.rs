//! What a motion with controls can do.

use segue_parametric::{Function, Parametric};
use serde::{Deserialize, Serialize};

use super::Parameter;
use crate::files::ParamPlace;
use crate::plots::{Canvas, reach_plot};
use crate::verbs::{Done, Picture, Verb, VerbError, Watch};

/// Show what a motion with controls can do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ParametricShowRequest {
    /// The motion: a file `*.segue-param`, or `LIB.segue#NAME`.
    pub motion: String,
    /// The functions that the motion is controlled by, `function(NAME)`; a file does not hold them.
    #[serde(skip)]
    pub functions: Vec<Function>,
}

/// The answer to [`ParametricShowRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParametricShowAnswer {
    /// What is measured.
    pub measure: String,
    /// What the motion is controlled by, and how far it reaches.
    pub parameters: Vec<Parameter>,
    /// The examples.
    pub examples: Vec<ExampleFacts>,
    /// How many blends of them were measured and kept.
    pub samples: usize,
}

/// An example of a motion with controls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExampleFacts {
    /// The clip.
    pub clip: String,
    /// What it measures, in the order of the parameters.
    pub parameters: Vec<f64>,
}

/// A motion with controls that was read.
#[derive(Clone, Debug)]
pub struct ParametricWork {
    /// The motion.
    pub parametric: Parametric,
}

impl Verb for ParametricShowRequest {
    const NAME: &'static str = "parametric show";
    type Answer = ParametricShowAnswer;
    type Work = ParametricWork;

    fn run(&self, _: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let parametric = ParamPlace::parse(&self.motion).read_with(&self.functions)?;
        let examples = parametric.examples().clips().zip(parametric.samples());
        let answer = ParametricShowAnswer {
            measure: parametric.measures().text().to_owned(),
            parameters: Parameter::all_of(&parametric),
            examples: examples
                .map(|(clip, sample)| ExampleFacts {
                    clip: clip.name().to_owned(),
                    parameters: sample.parameters.clone(),
                })
                .collect(),
            samples: parametric.samples().len(),
        };
        Ok(Done { answer, work: ParametricWork { parametric } })
    }
}

impl Picture for ParametricWork {
    fn picture(&self) -> Result<Canvas, VerbError> {
        Ok(reach_plot(&self.parametric))
    }
}
