//! What can be chosen about a registration.

use std::collections::BTreeMap;

use segue_motion::ClipId;

use crate::dtw::SlopeLimit;
use crate::kernel::MAX_HALF_WINDOW;
use crate::{Pin, RegisterError, Window};

/// How clips are compared and curves fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterSettings {
    /// Frames per second at which clips are compared. 30: walking is well resolved, and results barely change above.
    pub rate_hz: f64,
    /// Points of a cloud. 40: all joints of an ordinary figure, and the long bones are not forgotten.
    pub markers: usize,
    /// How much joints count in the comparison, by name; joints not named count 1.
    pub joint_weights: BTreeMap<String, f64>,
    /// Reach of the window around a frame to either side, in seconds. 1/15: velocities and accelerations count, and
    /// fast actions are not smeared.
    pub half_window_secs: f64,
    /// Weights of the frames of a window, first to last; `None` for equal ones.
    pub window_weights: Option<Vec<f64>>,
    /// Frames of one clip that may go with one frame of another.
    pub slope_limit: SlopeLimit,
    /// Time between knots of the curves, in seconds. 2/15: one per 4 frames at 30 Hz; results barely change from 3
    /// to 12.
    pub knot_secs: f64,
    /// Where the curves begin and end.
    pub ends: Ends,
    /// Whether foot strikes that the clips' plants mark are aligned. Bodies of different gaits are most alike
    /// some frames away from that.
    pub meet_strikes: bool,
    /// The clip the others are compared with, by number; `None` for the one nearest to all others.
    pub reference: Option<ClipId>,
    /// Whether clips that do not seem to belong together are registered all the same.
    pub force: bool,
    /// Moments that correspond because a person says so; with [`Ends::Automatic`] and a chosen reference only.
    pub pins: Vec<Pin>,
    /// Whether clips in place are sent along as their feet imply, by [`register_played`](crate::register_played).
    pub infer_travel: bool,
    /// How fast each clip in place travels, in m/s, instead of what its feet imply; none when empty.
    pub speeds: Vec<f64>,
    /// Pairs of frames that are compared at once. Clips with more are compared at a lower rate first and then only near the path
    /// found there. 67 million take 340 MB: two clips of four and a half minutes. Not stored.
    pub most_pairs: usize,
}

/// Where a registration begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// As far as the clips share steps, or where they cease to be alike: feet first, see [`register`](crate::register).
    Automatic,
    /// First frames go with first frames and last ones with last ones.
    Pinned,
    /// Wherever the clips stop resembling each other: for clips that are cut at different phases.
    Open,
}

impl Default for RegisterSettings {
    fn default() -> Self {
        Self {
            rate_hz: 30.0,
            markers: 40,
            joint_weights: BTreeMap::new(),
            half_window_secs: 1.0 / 15.0,
            window_weights: None,
            slope_limit: SlopeLimit::default(),
            knot_secs: 2.0 / 15.0,
            ends: Ends::Automatic,
            meet_strikes: true,
            reference: None,
            force: false,
            pins: Vec::new(),
            infer_travel: true,
            speeds: Vec::new(),
            most_pairs: 1 << 26,
        }
    }
}

impl RegisterSettings {
    /// Refuses numbers that make no sense, each by name.
    ///
    /// # Errors
    /// When one does.
    pub fn check(&self) -> Result<(), RegisterError> {
        let widest = (MAX_HALF_WINDOW as f64 + 0.5) / self.rate_hz;
        let limit = |(ok, name, found, allowed): (bool, &'static str, String, String)| {
            if ok { Ok(()) } else { Err(RegisterError::Setting { name, found, allowed }) }
        };
        let within = |name, value: f64, low: f64, high: f64| {
            ((low..=high).contains(&value), name, value.to_string(), format!("{low} to {high}"))
        };
        limit(within("rate_hz", self.rate_hz, 1.0, 1000.0))?;
        limit(within("markers", self.markers as f64, 1.0, 1000.0))?;
        limit(within("half_window_secs", self.half_window_secs, 0.0, widest))?;
        limit(within("knot_secs", self.knot_secs, 1.0 / self.rate_hz, 10.0))?;
        limit(within("most_pairs", self.most_pairs as f64, 10_000.0, 1e10))?;
        self.check_pins()?;
        for speed in &self.speeds {
            limit(within("speeds", *speed, 0.0, 1000.0))?;
        }
        if let SlopeLimit::AtMost(w) = self.slope_limit {
            limit(within("slope_limit", f64::from(w), 1.0, f64::from(SlopeLimit::LARGEST)))?;
        }
        Ok(())
    }

    /// Refuses pins that could not be met whatever the clips are.
    fn check_pins(&self) -> Result<(), RegisterError> {
        let wrong = |found: &str, allowed: &str| {
            Err(RegisterError::Setting { name: "pins", found: found.to_owned(), allowed: allowed.to_owned() })
        };
        if self.pins.is_empty() {
            return Ok(());
        }
        if self.ends != Ends::Automatic || self.reference.is_none() {
            return wrong(
                "given with fixed ends or without a reference",
                "used with automatic ends and a chosen reference",
            );
        }
        let agree = |a: &Pin, b: &Pin| {
            a.clip != b.clip || (a.reference_secs - b.reference_secs) * (a.secs - b.secs) > 0.0
        };
        let finite = |pin: &Pin| {
            pin.reference_secs.is_finite() && pin.secs.is_finite() && Some(pin.clip) != self.reference
        };
        let ordered =
            (0..self.pins.len()).all(|n| self.pins[..n].iter().all(|other| agree(other, &self.pins[n])));
        if ordered && self.pins.iter().all(finite) {
            return Ok(());
        }
        wrong(
            "out of order or on the reference",
            "moments of other clips, later in one clip where later in the other",
        )
    }

    pub(crate) fn window(&self) -> Result<Window, RegisterError> {
        let half = (self.half_window_secs * self.rate_hz).round() as usize;
        match &self.window_weights {
            None => Ok(Window::equal(half)),
            Some(weights) => Ok(Window::with_weights(half, weights)?),
        }
    }

    pub(crate) fn knot_frames(&self) -> f64 {
        self.knot_secs * self.rate_hz
    }
}
