//! Why clips do not become a parameterized motion.

use segue_blend::{BlendError, CycleError, EnsembleError};
use segue_register::RegisterError;

/// Why a text is not a measure of a figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeasureError {
    /// A text that is not a measure.
    #[error("`{text}` is not a measure: {expected} was expected at `{found}`")]
    Syntax {
        /// The measure.
        text: String,
        /// Where it goes wrong.
        found: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// A joint that the figure does not have.
    #[error("the figure has no joint `{name}`; there are {}", near.join(", "))]
    NoJoint {
        /// What was asked for.
        name: String,
        /// Those most like it.
        near: Vec<String>,
    },
    /// A moment that does not happen in the reference.
    #[error(
        "`{moment}` does not happen in the example `{clip}`; name a frame of it instead, as in `wrist.r @40`"
    )]
    NoMoment {
        /// What was asked for.
        moment: String,
        /// The reference.
        clip: String,
    },
    /// A value or function for a part that the text does not name.
    #[error("the measure `{text}` has no `{part}`; add it to the text")]
    NotNamed {
        /// What was given.
        part: String,
        /// The measure.
        text: String,
    },
    /// Not one value per example.
    #[error(
        "`given({name})` has {found} values for {expected} examples; give one for each, as in `--given {name}=0,0.5,1`"
    )]
    GivenCount {
        /// The quality.
        name: String,
        /// How many values there are.
        found: usize,
        /// How many examples there are.
        expected: usize,
    },
    /// A value that is not finite.
    #[error("value {number} of `{name}` is not finite; give a number for each example")]
    NotFinite {
        /// The quality.
        name: String,
        /// Which value, from 0.
        number: usize,
    },
    /// A function that nobody gave.
    #[error("`{part}` is a function of its maker's own; only a program that has it can use the motion")]
    NoFunction {
        /// The part of the measure.
        part: String,
    },
    /// A figure whose centre of mass is unknown.
    #[error("the centre of mass is unknown: {reason}")]
    NoCentre {
        /// Why.
        reason: String,
    },
}

/// Why clips do not become a parameterized motion, or it does not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum ParametricError {
    /// The measure is wrong.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// Not enough examples.
    #[error(
        "{found} example{} too few for {dimensions} parameter{}; give {} or more, or measure less",
        if *found == 1 { " is" } else { "s are" },
        if *dimensions == 1 { "" } else { "s" },
        dimensions + 1
    )]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many numbers are measured.
        dimensions: usize,
    },
    /// Examples that do not differ in a parameter.
    #[error("all examples have the same `{parameter}` ({value:.3}); nothing can be controlled by it")]
    AllSame {
        /// The parameter.
        parameter: String,
        /// Its value.
        value: f64,
    },
    /// A measure without a value.
    #[error(
        "`{parameter}` is undefined in the example `{clip}`; leave the example out or measure something else"
    )]
    Undefined {
        /// The parameter.
        parameter: String,
        /// The example.
        clip: String,
    },
    /// Another number of parameters.
    #[error("{found} numbers were given for {expected} parameters ({})", names.join(", "))]
    Dimensions {
        /// How many there were.
        found: usize,
        /// How many there are.
        expected: usize,
        /// What they are.
        names: Vec<String>,
    },
    /// A number that is not finite.
    #[error("`{parameter}` was asked to be {found}; it must be a finite number")]
    NotFinite {
        /// The parameter.
        parameter: String,
        /// What was asked.
        found: f64,
    },
    /// A setting that makes no sense.
    #[error("the setting `{name}` is {found}; it must be {allowed}")]
    Setting {
        /// Which one.
        name: &'static str,
        /// What it was.
        found: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// The examples cannot be registered.
    #[error(transparent)]
    Register(#[from] RegisterError),
    /// The examples cannot be laid out for playing.
    #[error(transparent)]
    Ensemble(#[from] EnsembleError),
    /// A blend cannot be made.
    #[error(transparent)]
    Blend(#[from] BlendError),
    /// It cannot loop.
    #[error(transparent)]
    Cycle(#[from] CycleError),
}
