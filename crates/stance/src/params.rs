//! The six numbers that say what a stance does.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::StanceError;

/// The state of the centre of mass at the two apexes of a stance.
///
/// Heights are above the ground of the contact between them; speeds are along and across the heading of the first.
///
/// ```
/// use segue_stance::Params;
///
/// let leap = Params { zs: 0.88, ze: 1.30, vs: 3.54, ve: 3.19, vp: 0.05, x: 1.52 };
/// assert_eq!(Params::from_array(leap.to_array()), leap);
/// assert!(leap.checked().is_ok());
/// assert!(Params { zs: -0.1, ..leap }.checked().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Height at the first apex, in metres.
    pub zs: f64,
    /// Height at the second apex, in metres.
    pub ze: f64,
    /// Speed at the first apex, in m/s.
    pub vs: f64,
    /// Speed along the same heading at the second apex, in m/s.
    pub ve: f64,
    /// Speed to the right of that heading at the second apex, in m/s.
    pub vp: f64,
    /// Distance along the heading from apex to apex, in metres.
    pub x: f64,
}

/// The highest that a centre of mass can be asked to be above its ground, in metres, and the fastest that it can be
/// asked to go, in m/s: beyond all records, so that a mistyped number is noticed.
const HIGHEST: f64 = 4.0;
const FASTEST: f64 = 15.0;

/// Below this speed, in m/s, the heading is not that of the velocity, which may then point backwards.
pub(crate) const SLOW: f64 = 0.3;

/// The parameters that the stance before has fixed, by their place in [`Params::NAMES`]: ZS and VS.
pub(crate) const START: [usize; 2] = [0, 2];

impl Params {
    /// What the six are called, in order.
    pub const NAMES: [&str; 6] = ["ZS", "ZE", "VS", "VE", "VP", "X"];

    /// The six in order: ZS, ZE, VS, VE, VP, X.
    pub fn to_array(self) -> [f64; 6] {
        [self.zs, self.ze, self.vs, self.ve, self.vp, self.x]
    }

    /// The inverse of [`Params::to_array`].
    pub fn from_array([zs, ze, vs, ve, vp, x]: [f64; 6]) -> Self {
        Self { zs, ze, vs, ve, vp, x }
    }

    /// The point at `share` of the way from `self` to `other`.
    #[must_use]
    pub fn toward(self, other: Self, share: f64) -> Self {
        let (a, b) = (self.to_array(), other.to_array());
        Self::from_array(std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share))
    }

    /// The speed with which a stance after this one begins: that of the end, whose direction is the next heading; in
    /// place the heading stays, and so it is VE.
    pub(crate) fn next_vs(self) -> f64 {
        let speed = self.ve.hypot(self.vp);
        if speed < SLOW { self.ve } else { speed }
    }

    /// Without a distance where both speeds say that it is done in place: it is what comes of the others there.
    pub(crate) fn in_place(self) -> Self {
        let stays = self.vs.abs() < SLOW && self.ve.abs() < SLOW;
        Self { x: if stays { 0.0 } else { self.x }, ..self }
    }

    /// How different two stances are: 10 cm of height or distance count as much as 0.3 m/s.
    pub fn distance(self, other: Self) -> f64 {
        let (a, b) = (self.to_array(), other.to_array());
        a.iter().zip(b).zip(SCALES).map(|((a, b), scale)| ((a - b) / scale).powi(2)).sum::<f64>().sqrt()
    }

    /// The same numbers, if a body can be asked for them at all.
    ///
    /// # Errors
    /// When one is not finite, a height is not positive, one is beyond what bodies do, or both apexes are passed forwards
    /// but no distance lies between them. The error names it.
    pub fn checked(self) -> Result<Self, StanceError> {
        let limits: [(f64, f64, &'static str); 6] = [
            (f64::MIN_POSITIVE, HIGHEST, "heights of the centre of mass are above the ground and below 4 m"),
            (f64::MIN_POSITIVE, HIGHEST, "heights of the centre of mass are above the ground and below 4 m"),
            (
                -SLOW,
                FASTEST,
                "the heading is that of the first apex, so the speed there is up to 15 m/s forward",
            ),
            (-FASTEST, FASTEST, "nobody is faster than 15 m/s"),
            (-FASTEST, FASTEST, "nobody is faster than 15 m/s"),
            (-FASTEST, FASTEST, "no stance goes farther than 15 m"),
        ];
        for ((value, name), (least, most, why)) in self.to_array().into_iter().zip(Self::NAMES).zip(limits) {
            if !(least..=most).contains(&value) {
                return Err(StanceError::BadParameter { name, value, why });
            }
        }
        if self.vs >= SLOW && self.ve >= SLOW && self.x <= 0.0 {
            let why = "a body that passes both apexes forwards gets on; ask for a positive distance, or for VS and VE below 0.3 m/s in place";
            return Err(StanceError::BadParameter { name: "X", value: self.x, why });
        }
        Ok(self)
    }
}

/// What counts as the same step in each parameter, in its own unit.
pub(crate) const SCALES: [f64; 6] = [0.1, 0.1, 0.3, 0.3, 0.3, 0.1];

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in Self::NAMES.iter().zip(self.to_array()).enumerate() {
            write!(f, "{}{name} {value:.2}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_to_be_wrong_is_named() {
        let good = Params { zs: 1.0, ze: 1.0, vs: 3.0, ve: 3.0, vp: 0.0, x: 1.2 };
        let wrong = [
            ("ZS", Params { zs: 0.0, ..good }),
            ("ZE", Params { ze: -1.0, ..good }),
            ("ZE", Params { ze: 40.0, ..good }),
            ("VS", Params { vs: -0.5, ..good }),
            ("VE", Params { ve: f64::NAN, ..good }),
            ("VP", Params { vp: f64::INFINITY, ..good }),
            ("X", Params { x: 99.0, ..good }),
            ("X is 0;", Params { x: 0.0, ..good }),
            ("X is -0.5;", Params { x: -0.5, ..good }),
        ];
        for (name, params) in wrong {
            let error = params.checked().unwrap_err().to_string();
            assert!(error.starts_with(name), "{error}");
        }
        let hop = Params { vs: 0.1, ve: -0.1, x: 0.0, ..good };
        assert!(hop.checked().is_ok(), "in place there is no distance");
    }
}
