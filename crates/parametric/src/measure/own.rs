//! Parameters that are the user's own: values given to the examples, and functions.

use std::fmt;
use std::sync::Arc;

use super::Unit;
use crate::MeasuredBlend;

/// A quality of the examples, such as their mood: a blend has the weighted mean of their values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Given {
    pub(super) name: String,
    /// One per example; none until they are given.
    pub(super) values: Vec<f64>,
}

impl Given {
    /// The value of a blend whose weights sum to 1.
    pub(super) fn of(&self, weights: &[f64]) -> f64 {
        self.values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
    }
}

/// A function of one's own that measures a blend, named `function(NAME)` in the text of a measure.
///
/// It sees the whole motion. What is not finite is undefined: such blends are not used, and an example for which it is
/// undefined is refused.
///
/// ```
/// use segue_actors::Kick;
/// use segue_motion::{ClipSet, PointId};
/// use segue_parametric::{BuildSettings, Function, Measures, Parametric, MeasuredBlend, Unit};
///
/// let kick = |height| Kick { height, ..Kick::default() }.perform().map(|done| done.clip);
/// let kicks = [kick(0.5)?, kick(1.2)?, kick(0.9)?];
/// let ankle = PointId::joint(kicks[0].skeleton().find("RightFoot").ok_or("a figure has feet")?);
/// let height = move |take: &MeasuredBlend<'_>| {
///     take.frames().iter().map(|frame| f64::from(take.place(frame, ankle).y)).fold(0.0, f64::max)
/// };
/// let measures = Measures::parse("function(height)")?.with_function(Function::new("height", Unit::Metres, height))?;
/// let examples = ClipSet::of(kicks)?;
/// let parametric = Parametric::build_measuring(&examples, &[], measures, &BuildSettings::default())?;
/// assert_eq!(parametric.measures().names(), ["height"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Function {
    name: String,
    unit: Unit,
    /// None where a text names it and nobody has given it yet.
    run: Option<Arc<Run>>,
}

pub(crate) type Run = dyn Fn(&MeasuredBlend<'_>) -> f64 + Send + Sync;

impl Function {
    /// A function by a name of letters, digits and underscores.
    pub fn new(
        name: impl Into<String>,
        unit: Unit,
        run: impl Fn(&MeasuredBlend<'_>) -> f64 + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), unit, run: Some(Arc::new(run)) }
    }

    pub(super) fn missing(name: String) -> Self {
        Self { name, unit: Unit::Plain, run: None }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it counts in.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    pub(super) fn run(&self) -> Option<&Arc<Run>> {
        self.run.as_ref()
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("name", &self.name).field("unit", &self.unit).finish_non_exhaustive()
    }
}

/// The same name and the same function.
impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.run, &other.run) {
            (Some(own), Some(others)) => Arc::ptr_eq(own, others),
            (own, others) => own.is_none() && others.is_none(),
        };
        self.name == other.name && self.unit == other.unit && same
    }
}
