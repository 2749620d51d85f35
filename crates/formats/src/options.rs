//! What a caller may say about a file beyond what is written in it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Problem;

/// What overrides a reader's own inference; the default leaves everything to the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadOptions {
    /// Metres per file unit. `None`: from the file, a recognised dialect or the height of the figure.
    pub scale: Option<f64>,
    /// The axis that points up in the file. `None`: where the head is above the hips.
    pub up: Option<Up>,
    /// Frames per second. `None`: as written in the file.
    pub fps: Option<f64>,
    /// What becomes of a rest pose that was inserted as first frame.
    pub rest: RestFrame,
    /// Repairs what certainly cannot be motion: pops, bad ends, frozen frames. Off, it is only listed.
    pub repair: bool,
    /// Height of the floor in the file, in metres; it is taken to 0. `None`: the clips stay at the height they have.
    pub floor: Option<f64>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { scale: None, up: None, fps: None, rest: RestFrame::Infer, repair: true, floor: None }
    }
}

/// What becomes of the first frame, which may be an inserted rest pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RestFrame {
    /// It is dropped when it is an inserted rest pose, and becomes the skeleton's rest pose.
    #[default]
    Infer,
    /// It is kept, whatever it is.
    Keep,
    /// It is dropped as a rest pose, whatever it looks like. Without effect on a clip of one frame, and on glTF, whose
    /// rest pose is written apart.
    Drop,
}

impl ReadOptions {
    /// Refuses a scale or rate that is not a positive number.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        for (what, value) in [("the scale asked for", self.scale), ("the rate asked for", self.fps)] {
            if let Some(found) = value.filter(|value| !(value.is_finite() && *value > 0.0)) {
                let (what, range, found) =
                    (what.to_owned(), "a positive number".to_owned(), found.to_string());
                return Err(Problem::OutOfRange { what, range, found });
            }
        }
        if let Some(found) = self.floor.filter(|floor| !floor.is_finite()) {
            let (what, range) = ("the floor asked for".to_owned(), "a finite number".to_owned());
            return Err(Problem::OutOfRange { what, range, found: found.to_string() });
        }
        Ok(())
    }
}

/// The axis of a file that points up; a [`Clip`](segue_motion::Clip) is always Y up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Up {
    /// X points up.
    X,
    /// Y points up, as in a clip.
    Y,
    /// Z points up.
    Z,
}

impl fmt::Display for Up {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X => "X",
            Self::Y => "Y",
            Self::Z => "Z",
        })
    }
}

/// The text is no axis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the up axis is x, y or z, not `{found}`")]
pub struct UpError {
    /// What was given.
    pub found: String,
}

impl FromStr for Up {
    type Err = UpError;

    fn from_str(text: &str) -> Result<Self, UpError> {
        match text {
            "x" | "X" => Ok(Self::X),
            "y" | "Y" => Ok(Self::Y),
            "z" | "Z" => Ok(Self::Z),
            _ => Err(UpError { found: text.to_owned() }),
        }
    }
}
