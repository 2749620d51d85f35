//! What a person says about one input beyond what is written in its file.

use std::fmt;
use std::str::FromStr;

use segue_formats::{ReadOptions, RestFrame, Up};

/// What overrides the reading of one input: `fps=60&floor=0.02`. What is absent is read as all other inputs are.
///
/// | key | value | means |
/// |---|---|---|
/// | `fps` | a positive number | frames per second at which the frames were captured |
/// | `scale` | a positive number | metres per unit of the file |
/// | `up` | `x`, `y`, `z` | the axis that points up in the file |
/// | `floor` | a number | height of the floor in metres; it is taken to 0 |
/// | `rest` | `keep`, `drop`, `infer` | what becomes of the first frame |
/// | `repair` | `yes`, `no` | whether what certainly cannot be motion is repaired |
///
/// ```
/// use segue::files::Overrides;
/// use segue::formats::ReadOptions;
///
/// let overrides: Overrides = "fps=60&repair=no".parse()?;
/// let options = overrides.applied_to(&ReadOptions::default());
/// assert_eq!((options.fps, options.repair, options.scale), (Some(60.0), false, None));
/// # Ok::<(), segue::files::OverrideError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Frames per second.
    pub fps: Option<f64>,
    /// Metres per file unit.
    pub scale: Option<f64>,
    /// The axis that points up in the file.
    pub up: Option<Up>,
    /// Height of the floor in metres.
    pub floor: Option<f64>,
    /// What becomes of the first frame.
    pub rest: Option<RestFrame>,
    /// Whether what certainly cannot be motion is repaired.
    pub repair: Option<bool>,
}

/// Why a text is no list of overrides.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OverrideError {
    /// A part without `=`.
    #[error("`{found}` is no override; write key=value, as in fps=60&floor=0.02")]
    NotAPair {
        /// The part.
        found: String,
    },
    /// A key that is not known.
    #[error("`{key}` cannot be overridden; known are {}", KEYS.join(", "))]
    UnknownKey {
        /// The key.
        key: String,
    },
    /// A value that the key does not take.
    #[error("`{key}` takes {takes}, not `{found}`")]
    BadValue {
        /// The key.
        key: &'static str,
        /// What it takes.
        takes: &'static str,
        /// What was given.
        found: String,
    },
    /// A key that was given before.
    #[error("`{key}` is given twice")]
    Twice {
        /// The key.
        key: &'static str,
    },
}

const KEYS: [&str; 6] = ["fps", "scale", "up", "floor", "rest", "repair"];

impl Overrides {
    /// Whether nothing is overridden.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The options with what is overridden.
    #[must_use]
    pub fn applied_to(&self, options: &ReadOptions) -> ReadOptions {
        ReadOptions {
            fps: self.fps.or(options.fps),
            scale: self.scale.or(options.scale),
            up: self.up.or(options.up),
            floor: self.floor.or(options.floor),
            rest: self.rest.unwrap_or(options.rest),
            repair: self.repair.unwrap_or(options.repair),
        }
    }

    fn set(&mut self, key: &'static str, value: &str) -> Result<(), OverrideError> {
        let bad = |takes| OverrideError::BadValue { key, takes, found: value.to_owned() };
        let number = |takes| value.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or(bad(takes));
        let positive = |takes| number(takes).and_then(|n| if n > 0.0 { Ok(n) } else { Err(bad(takes)) });
        match key {
            "fps" => put(&mut self.fps, key, positive("a positive number")?),
            "scale" => put(&mut self.scale, key, positive("a positive number of metres")?),
            "floor" => put(&mut self.floor, key, number("a number of metres")?),
            "up" => put(&mut self.up, key, value.parse().map_err(|_| bad("x, y or z"))?),
            "rest" => put(&mut self.rest, key, rest_named(value).ok_or(bad("keep, drop or infer"))?),
            _ => {
                let repair = match value {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(bad("yes or no")),
                };
                put(&mut self.repair, key, repair)
            }
        }
    }
}

fn put<T>(place: &mut Option<T>, key: &'static str, value: T) -> Result<(), OverrideError> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(OverrideError::Twice { key }),
    }
}

const RESTS: [(RestFrame, &str); 3] =
    [(RestFrame::Keep, "keep"), (RestFrame::Drop, "drop"), (RestFrame::Infer, "infer")];

fn rest_named(name: &str) -> Option<RestFrame> {
    RESTS.into_iter().find(|&(_, known)| known == name).map(|(rest, _)| rest)
}

fn rest_name(rest: RestFrame) -> &'static str {
    RESTS.into_iter().find(|&(known, _)| known == rest).map_or("infer", |(_, name)| name)
}

impl FromStr for Overrides {
    type Err = OverrideError;

    fn from_str(text: &str) -> Result<Self, OverrideError> {
        let mut overrides = Self::default();
        for part in text.split('&') {
            let pair = part.split_once('=');
            let (key, value) = pair.ok_or_else(|| OverrideError::NotAPair { found: part.to_owned() })?;
            let known = KEYS.into_iter().find(|&known| known == key);
            let known = known.ok_or_else(|| OverrideError::UnknownKey { key: key.to_owned() })?;
            overrides.set(known, value)?;
        }
        Ok(overrides)
    }
}

/// As it is written after the `?`.
impl fmt::Display for Overrides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let up = self.up.map(|up| up.to_string().to_lowercase());
        let repair = self.repair.map(|repair| if repair { "yes" } else { "no" }.to_owned());
        let values = [
            self.fps.map(|fps| fps.to_string()),
            self.scale.map(|scale| scale.to_string()),
            up,
            self.floor.map(|floor| floor.to_string()),
            self.rest.map(|rest| rest_name(rest).to_owned()),
            repair,
        ];
        let pairs = KEYS.iter().zip(values).filter_map(|(key, value)| Some(format!("{key}={}", value?)));
        f.write_str(&pairs.collect::<Vec<_>>().join("&"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_to_be_wrong_has_its_error() {
        let bad = |text: &str| text.parse::<Overrides>().unwrap_err().to_string();
        assert_eq!(
            bad("fsp=60"),
            "`fsp` cannot be overridden; known are fps, scale, up, floor, rest, repair"
        );
        assert_eq!(bad("fps"), "`fps` is no override; write key=value, as in fps=60&floor=0.02");
        assert_eq!(bad("fps=0"), "`fps` takes a positive number, not `0`");
        assert_eq!(bad("scale=nan"), "`scale` takes a positive number of metres, not `nan`");
        assert_eq!(bad("floor=inf"), "`floor` takes a number of metres, not `inf`");
        assert_eq!(bad("up=w"), "`up` takes x, y or z, not `w`");
        assert_eq!(bad("rest=no"), "`rest` takes keep, drop or infer, not `no`");
        assert_eq!(bad("repair=false"), "`repair` takes yes or no, not `false`");
        assert_eq!(bad("fps=60&fps=30"), "`fps` is given twice");
        assert_eq!(bad(""), "`` is no override; write key=value, as in fps=60&floor=0.02");
    }

    #[test]
    fn what_is_said_of_one_input_wins() {
        let all = ReadOptions { fps: Some(30.0), scale: Some(0.01), ..ReadOptions::default() };
        let overrides: Overrides = "fps=60&floor=-0.02&up=z&rest=keep&repair=no".parse().unwrap();
        let expected = ReadOptions {
            fps: Some(60.0),
            scale: Some(0.01),
            up: Some(Up::Z),
            floor: Some(-0.02),
            rest: RestFrame::Keep,
            repair: false,
        };
        assert_eq!(overrides.applied_to(&all), expected);
        assert_eq!(Overrides::default().applied_to(&expected), expected);
    }
}
