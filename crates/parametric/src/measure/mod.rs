//! What is measured of a motion, written as text.

mod handle;
mod joint;
mod own;
mod parse;
mod part;
mod resolve;
mod take;

use std::fmt;

use segue_motion::{Anatomy, Clip, ClipId, JointId, Skeleton};
use segue_register::Timewarp;

use crate::{MeasureError, MeasuredBlend};
pub(crate) use handle::{Handle, Moved};
pub use own::Function;
use part::Part;
use resolve::Figure;
pub use resolve::ReadAt;
pub(crate) use resolve::{Needs, Resolved};

/// What is measured of a motion: one or several parts, separated by commas, each with the moment at which it is read.
///
/// | written | measures |
/// |---|---|
/// | `wrist.r @apex` | where the right wrist is when it is farthest from where it began: x to the left, y up, z forward |
/// | `ankle.l.y @apex` | one coordinate of it |
/// | `root.final`, `root.final.z` | where the root ends, x and z; one of them |
/// | `facing.final` | by how much the root has turned, to the left |
/// | `max(ankle.l.y)`, `min(hips.y)`, `mean(com.z)` | an extreme or the mean of a coordinate |
/// | `speed(root)`, `curvature(root)` | mean speed of the root over the floor; turn by metre |
/// | `max(speed(wrist.r))`, `max(spin(wrist.r))` | an extreme of a speed; of how fast a joint turns |
/// | `max(ankle.l.y @start-apex)` | an extreme or the mean between two moments |
/// | `turn(head) @end`, `turn(head).y @end` | by how much a joint has turned since the start, about x, y and z |
/// | `duration` | how long it takes |
/// | `given(mood)` | a quality that the user gives a value in each example ([`Measures::with_given`]) |
/// | `function(spread)` | a function of the user's own ([`Measures::with_function`]) |
///
/// Points are `root`, `hips`, `head`, `com` (the centre of mass), `clavicle`, `shoulder`, `elbow`, `wrist`, `hip`, `knee`,
/// `ankle` and `toe` with `.l` or `.r`, and any joint by its name in quotes: `'RightHand'`. Moments are `start`, `end`, `apex`,
/// `takeoff`, `landing`, a frame of the reference, or when something is extreme: `@max(ankle.l.y)`. They are found in the
/// reference, and the corresponding moments of all blends are read.
///
/// Places are seen from where the root stands at the start, facing forward, so that nothing depends on where a clip was
/// captured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    text: String,
    parts: Vec<Part>,
}

/// The joint that a text names, as the points of [`Measures`]: `wrist.r`, `toe.l`, `head`, `'RightHand'`.
///
/// ```
/// use segue_parametric::point_of;
///
/// let skeleton = segue_actors::Kick::default().perform()?.clip.skeleton().clone();
/// let joint = point_of("wrist.r", &skeleton)?;
/// assert!(skeleton.name(joint).contains("Hand"));
/// assert!(point_of("wrist", &skeleton).is_err(), "of which side?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the text names no point, or one that the figure does not have.
pub fn point_of(text: &str, skeleton: &Skeleton) -> Result<JointId, MeasureError> {
    joint::joint_of(&parse::point(text.trim())?, skeleton, &Anatomy::of(skeleton))
}

/// What a parameter is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Metres.
    Metres,
    /// Degrees.
    Degrees,
    /// Metres per second.
    MetresPerSec,
    /// Degrees per second.
    DegreesPerSec,
    /// Degrees per metre.
    DegreesPerMetre,
    /// Seconds.
    Secs,
    /// Numbers that the user counts.
    Plain,
}

impl Unit {
    /// How many metres count as much as one unit where distances of different kinds are compared: a degree at arm's
    /// length is a centimetre, a tenth of a second or of a metre per second a few; plain numbers are taken to go from about 0
    /// to about 1.
    pub fn metres(self) -> f64 {
        match self {
            Self::Metres | Self::Plain => 1.0,
            Self::Degrees | Self::DegreesPerMetre => 0.01,
            Self::DegreesPerSec => 0.003,
            Self::MetresPerSec | Self::Secs => 0.3,
        }
    }

    /// The unit that is written so: `m`, `°`, `m/s`, `°/s`, `°/m`, `s`, or nothing for a plain number.
    ///
    /// ```
    /// use segue_parametric::Unit;
    ///
    /// assert_eq!(Unit::from_text("m/s"), Some(Unit::MetresPerSec));
    /// assert_eq!(Unit::from_text("furlongs"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.to_string() == text)
    }

    const ALL: [Self; 7] = [
        Self::Metres,
        Self::Degrees,
        Self::MetresPerSec,
        Self::DegreesPerSec,
        Self::DegreesPerMetre,
        Self::Secs,
        Self::Plain,
    ];
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Metres => "m",
            Self::Degrees => "°",
            Self::MetresPerSec => "m/s",
            Self::DegreesPerSec => "°/s",
            Self::DegreesPerMetre => "°/m",
            Self::Secs => "s",
            Self::Plain => "",
        })
    }
}

impl Measures {
    /// Reads a text.
    ///
    /// # Errors
    /// When it is not a measure.
    ///
    /// ```
    /// use segue_parametric::Measures;
    ///
    /// assert_eq!(Measures::parse("wrist.r @apex, duration")?.names(), ["wrist.r.x @apex", "wrist.r.y @apex", "wrist.r.z @apex", "duration"]);
    /// assert!(Measures::parse("wrist.r @").is_err());
    /// # Ok::<(), segue_parametric::MeasureError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, MeasureError> {
        Ok(Self { text: text.trim().to_owned(), parts: parse::parts(text)? })
    }

    /// Gives a quality that the text names, `given(NAME)`, its value in each example: a mood, a style, whatever cannot be
    /// measured. A blend has the weighted mean of the values; nothing is sampled for it (\[KG04\] §4.2).
    ///
    /// # Errors
    /// When the text does not name it, or a value is not finite.
    ///
    /// ```
    /// use segue_parametric::Measures;
    ///
    /// let measures = Measures::parse("given(mood)")?.with_given("mood", vec![0.0, 0.5, 1.0])?;
    /// assert!(measures.with_given("style", vec![1.0]).is_err());
    /// # Ok::<(), segue_parametric::MeasureError>(())
    /// ```
    pub fn with_given(mut self, name: &str, values: Vec<f64>) -> Result<Self, MeasureError> {
        if let Some(number) = values.iter().position(|value| !value.is_finite()) {
            return Err(MeasureError::NotFinite { name: name.to_owned(), number });
        }
        let given = self.parts.iter_mut().find_map(|part| match part {
            Part::Given(given) if given.name == name => Some(given),
            _ => None,
        });
        let Some(given) = given else { return Err(self.not_named(format!("given({name})"))) };
        given.values = values;
        Ok(self)
    }

    /// Gives a function that the text names, `function(NAME)`.
    ///
    /// # Errors
    /// When the text does not name it.
    pub fn with_function(mut self, function: Function) -> Result<Self, MeasureError> {
        let named = self.parts.iter_mut().find_map(|part| match part {
            Part::Function(named) if named.name() == function.name() => Some(named),
            _ => None,
        });
        let Some(named) = named else {
            return Err(self.not_named(format!("function({})", function.name())));
        };
        *named = function;
        Ok(self)
    }

    fn not_named(&self, part: String) -> MeasureError {
        MeasureError::NotNamed { part, text: self.text.clone() }
    }

    /// Whether all is given by the user, so that there is nothing to be measured.
    pub(crate) fn are_given(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Given(_)))
    }

    /// The names of what is given, and the values in the examples, in order of the text.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&str, &[f64])> {
        self.parts.iter().filter_map(|part| match part {
            Part::Given(given) => Some((given.name.as_str(), given.values.as_slice())),
            _ => None,
        })
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many numbers are measured, at least 1.
    pub fn dimensions(&self) -> usize {
        self.parts.iter().map(Part::dimensions).sum()
    }

    /// What each number is.
    pub fn names(&self) -> Vec<String> {
        self.parts.iter().flat_map(Part::names).collect()
    }

    /// What each number is counted in.
    pub fn units(&self) -> Vec<Unit> {
        self.parts.iter().flat_map(Part::units).collect()
    }

    /// Finds the joints and moments in the reference of a registration.
    pub(crate) fn resolve(
        &self,
        reference: &Clip,
        id: ClipId,
        timewarp: &Timewarp,
    ) -> Result<Resolved, MeasureError> {
        Resolved::new(&self.parts, reference, id, timewarp)
    }
}

impl Measures {
    /// What is read of a clip by itself ([`Resolved::of_clip`]).
    pub(crate) fn resolve_in(
        &self,
        clip: &Clip,
        examples: usize,
        frame_secs: &dyn Fn(usize) -> f64,
    ) -> Result<(Resolved, Vec<Option<ReadAt>>), MeasureError> {
        Resolved::of_clip(&self.parts, clip, examples, frame_secs)
    }

    /// How a clip has to change for those numbers that are places of its body.
    pub(crate) fn handles_in(
        &self,
        clip: &Clip,
        examples: usize,
        frame_secs: &dyn Fn(usize) -> f64,
    ) -> Result<Vec<Handle>, MeasureError> {
        let figure = Figure::of_clip(clip, examples, frame_secs);
        let (mut handles, mut first) = (Vec::new(), 0);
        for part in &self.parts {
            handles.extend(figure.handle(part, first)?);
            first += part.dimensions();
        }
        Ok(handles)
    }
}

impl Resolved {
    /// The numbers of a motion that was played, one after the other; not finite where they are undefined.
    pub(crate) fn measure(&self, take: &MeasuredBlend<'_>, weights: &[f64], values: &mut Vec<f64>) {
        values.clear();
        self.readings.iter().for_each(|reading| take::take(reading, take, weights, values));
    }
}
