//! How a gait looks: angles over the cycle, as gait laboratories publish them.

use crate::mix::{Mix, mixable};

/// Moments of the swing, as fractions of it, at which [`Profile`] keys the swinging leg.
pub(crate) const SWING_KEYS: [f64; 9] = [0.0, 0.10, 0.23, 0.36, 0.50, 0.64, 0.77, 0.89, 1.0];

mixable! {
    /// One gait at one speed. Angles in degrees, times as fractions of the cycle (strike to strike of one foot).
    ///
    /// The curves of walking have the shapes that \[Win09\], \[Per92\] and \[Mur67\] describe, those of running what
    /// \[Nov98\] does; their values were set so that the figure moves like captured people. Sneaking has no literature
    /// and was drawn from watching people do it.
    pub(crate) struct Profile {
        /// Share of the cycle a foot is on the floor; below a half there is flight.
        duty: f64,
        /// When the foot lies flat and when the heel rises, after the strike.
        flat: f64,
        rise: f64,
        /// Pitch of the foot at strike (negative: heel first) and as it leaves (toes down).
        landing: f64,
        leaving: f64,
        /// Knee as the leg has taken the weight over (after a flight: as it strikes), and in the middle of single support.
        loaded_knee: f64,
        middle_knee: f64,
        /// Knee of the leg that pushes off; only flights use it.
        pushing_knee: f64,
        /// The swinging leg at [`SWING_KEYS`]: thigh from the vertical (forward positive), knee, foot, toes.
        swing_thigh: [f64; 9],
        swing_knee: [f64; 9],
        swing_foot: [f64; 9],
        swing_toes: [f64; 9],
        /// How far the swinging foot passes outside of the straight way, as a share of leg length.
        swing_out: f64,
        /// Least clearance of the sole in mid-swing, in metres.
        clearance: f64,
        /// From the middle of the body to a footprint, and pelvis ahead of the supporting ankle in mid-stance, as
        /// shares of leg length.
        half_width: f64,
        ahead: f64,
        /// Toes turned out.
        toe_out: f64,
        /// How far the pelvis moves over towards the supporting foot, as a share of the way.
        sway: f64,
        /// The pelvis runs ahead and lags twice a cycle, as a share of leg length.
        surge: f64,
        /// Pelvis: half range of its turn (positive: the striking side comes forward), of the drop of the swinging
        /// side, mean forward tilt and half range of it.
        pelvis_yaw: f64,
        pelvis_list: f64,
        pelvis_tilt: f64,
        pelvis_nod: f64,
        /// Chest: half range of its turn against the pelvis, mean lean forward, half range twice a cycle, lean over
        /// the supporting leg.
        chest_yaw: f64,
        lean: f64,
        lean_nod: f64,
        lean_aside: f64,
        /// Arm: mean and half range of the swing, bend of the elbow and half range, distance from the side and half
        /// range (out as it comes forward), inward turn and half range, closedness of the hand.
        arm_mean: f64,
        arm_swing: f64,
        elbow_mean: f64,
        elbow_swing: f64,
        arm_spread: f64,
        arm_out: f64,
        arm_twist: f64,
        twist_swing: f64,
        grip: f64,
        /// How much later than the opposite leg the arm turns round behind, and how much earlier than half a cycle after
        /// that it does in front.
        arm_lag: f64,
        arm_haste: f64,
        /// Head pitch: positive looks down.
        gaze: f64,
    }
}

/// An ordinary walk at 1.35 m/s.
pub(crate) fn walk() -> Profile {
    Profile {
        duty: 0.59,
        flat: 0.13,
        rise: 0.38,
        landing: -20.0,
        leaving: 50.0,
        loaded_knee: 34.0,
        middle_knee: 23.0,
        pushing_knee: 38.0,
        swing_thigh: [-11.0, -6.0, 5.0, 16.5, 25.0, 30.0, 31.0, 30.0, 30.5],
        swing_knee: [40.0, 59.0, 76.0, 78.0, 69.0, 51.0, 28.0, 17.0, 22.0],
        swing_foot: [50.0, 60.0, 56.0, 40.0, 20.0, 1.0, -12.0, -19.0, -20.0],
        swing_toes: [50.0, 51.0, 35.0, 16.0, 7.0, 6.0, 7.0, 6.0, 1.0],
        swing_out: 0.025,
        clearance: 0.016,
        half_width: 0.050,
        ahead: 0.10,
        toe_out: 7.0,
        sway: 0.45,
        surge: 0.012,
        pelvis_yaw: 6.0,
        pelvis_list: 4.8,
        pelvis_tilt: 5.0,
        pelvis_nod: 1.4,
        chest_yaw: 3.6,
        lean: 3.0,
        lean_nod: 1.2,
        lean_aside: 1.0,
        arm_mean: 2.0,
        arm_swing: 17.0,
        elbow_mean: 25.0,
        elbow_swing: 10.0,
        arm_spread: 7.0,
        arm_out: 4.0,
        arm_twist: 18.0,
        twist_swing: 4.5,
        grip: 0.25,
        arm_lag: 0.02,
        arm_haste: 0.0,
        gaze: 6.0,
    }
}

/// A jog at 2.6 m/s.
pub(crate) fn jog() -> Profile {
    Profile {
        duty: 0.29,
        flat: 0.09,
        rise: 0.13,
        landing: -10.0,
        leaving: 50.0,
        loaded_knee: 28.0,
        middle_knee: 33.0,
        pushing_knee: 22.0,
        swing_thigh: [-17.0, -18.0, -12.0, 1.0, 17.0, 30.0, 36.0, 34.0, 28.0],
        swing_knee: [25.0, 34.0, 60.0, 88.0, 102.0, 88.0, 54.0, 30.0, 31.0],
        swing_foot: [50.0, 66.0, 78.0, 76.0, 58.0, 28.0, 3.0, -8.0, -11.0],
        swing_toes: [50.0, 58.0, 40.0, 16.0, 7.0, 6.0, 8.0, 5.0, 0.0],
        swing_out: 0.08,
        clearance: 0.03,
        half_width: 0.038,
        ahead: 0.17,
        toe_out: 5.0,
        sway: 0.35,
        surge: 0.0,
        pelvis_yaw: -5.5,
        pelvis_list: 5.0,
        pelvis_tilt: 8.0,
        pelvis_nod: 1.5,
        chest_yaw: 9.0,
        lean: 9.0,
        lean_nod: 1.8,
        lean_aside: 1.8,
        arm_mean: -17.0,
        arm_swing: 21.0,
        elbow_mean: 103.0,
        elbow_swing: 13.0,
        arm_spread: 10.0,
        arm_out: 7.0,
        arm_twist: 9.0,
        twist_swing: 8.0,
        grip: 0.6,
        arm_lag: -0.10,
        arm_haste: 0.10,
        gaze: 4.0,
    }
}

/// A fast run at 4.6 m/s.
pub(crate) fn run() -> Profile {
    Profile {
        duty: 0.26,
        flat: 0.09,
        rise: 0.10,
        landing: 0.0,
        leaving: 51.0,
        loaded_knee: 31.0,
        middle_knee: 35.0,
        pushing_knee: 23.0,
        swing_thigh: [-24.0, -24.0, -13.0, 6.0, 27.0, 41.0, 44.0, 39.0, 32.0],
        swing_knee: [22.0, 36.0, 70.0, 101.0, 112.0, 92.0, 56.0, 32.0, 32.0],
        swing_foot: [51.0, 72.0, 92.0, 96.0, 78.0, 44.0, 15.0, 0.0, -2.0],
        swing_toes: [51.0, 58.0, 40.0, 16.0, 7.0, 6.0, 8.0, 5.0, 0.0],
        swing_out: 0.085,
        clearance: 0.04,
        half_width: 0.026,
        ahead: 0.17,
        toe_out: 4.0,
        sway: 0.35,
        surge: 0.0,
        pelvis_yaw: -5.5,
        pelvis_list: 5.5,
        pelvis_tilt: 12.0,
        pelvis_nod: 2.0,
        chest_yaw: 12.0,
        lean: 13.0,
        lean_nod: 2.0,
        lean_aside: 1.8,
        arm_mean: -14.0,
        arm_swing: 25.0,
        elbow_mean: 102.0,
        elbow_swing: 15.0,
        arm_spread: 10.0,
        arm_out: 7.0,
        arm_twist: 9.0,
        twist_swing: 8.0,
        grip: 0.6,
        arm_lag: -0.13,
        arm_haste: 0.10,
        gaze: 2.0,
    }
}

/// A sneak at 0.55 m/s: bent knees, high careful steps that feel for the floor with the ball of the foot.
pub(crate) fn sneak() -> Profile {
    Profile {
        duty: 0.66,
        flat: 0.13,
        rise: 0.44,
        landing: 20.0,
        leaving: 38.0,
        loaded_knee: 58.0,
        middle_knee: 34.0,
        pushing_knee: 55.0,
        swing_thigh: [6.0, 16.0, 34.0, 52.0, 63.0, 62.0, 54.0, 48.0, 46.0],
        swing_knee: [62.0, 78.0, 98.0, 108.0, 104.0, 86.0, 66.0, 56.0, 54.0],
        swing_foot: [38.0, 46.0, 42.0, 32.0, 26.0, 22.0, 20.0, 20.0, 20.0],
        swing_toes: [38.0, 40.0, 24.0, 10.0, 6.0, 7.0, 11.0, 16.0, 20.0],
        swing_out: 0.03,
        clearance: 0.06,
        half_width: 0.075,
        ahead: 0.08,
        toe_out: 9.0,
        sway: 0.55,
        surge: 0.020,
        pelvis_yaw: 5.0,
        pelvis_list: 4.0,
        pelvis_tilt: 16.0,
        pelvis_nod: 2.0,
        chest_yaw: 5.0,
        lean: 32.0,
        lean_nod: 2.5,
        lean_aside: 3.0,
        arm_mean: 34.0,
        arm_swing: 14.0,
        elbow_mean: 78.0,
        elbow_swing: 8.0,
        arm_spread: 18.0,
        arm_out: 3.0,
        arm_twist: 16.0,
        twist_swing: 6.0,
        grip: 0.2,
        arm_lag: 0.04,
        arm_haste: 0.0,
        gaze: 13.0,
    }
}

/// How far a running body passes over a foot on the floor, in leg lengths; more is out of the leg's reach.
const PASSAGE: f64 = 0.92;

impl Profile {
    /// A run whose feet leave the floor before a body with this `leg` (in metres) outruns them, at this `stride` (two
    /// steps, in metres).
    pub(crate) fn within_reach(self, leg: f64, stride: f64) -> Self {
        let duty = self.duty.min(PASSAGE * leg / stride);
        let share = duty / self.duty;
        Self { duty, flat: share * self.flat, rise: share * self.rise, ..self }
    }

    /// The gait's reach scaled down to short steps: `size` 1 leaves it, 0 is stepping on the spot.
    pub(crate) fn shortened(&self, size: f64) -> Self {
        let spot = Self {
            duty: self.duty.max(0.62),
            landing: self.landing * 0.3,
            leaving: self.leaving * 0.45,
            loaded_knee: self.loaded_knee * 0.8,
            swing_thigh: [6.0, 10.0, 16.0, 20.0, 20.0, 16.0, 11.0, 7.0, 5.0],
            swing_knee: [22.0, 30.0, 40.0, 45.0, 42.0, 33.0, 22.0, 14.0, 10.0],
            swing_foot: self.swing_foot.map(|foot| 0.4 * foot),
            swing_toes: self.swing_toes.map(|toes| 0.4 * toes),
            pelvis_yaw: 0.0,
            pelvis_list: 0.5 * self.pelvis_list,
            surge: 0.0,
            chest_yaw: 0.2 * self.chest_yaw,
            arm_swing: 0.15 * self.arm_swing,
            elbow_swing: 0.2 * self.elbow_swing,
            lean: 0.5 * self.lean,
            ahead: 0.0,
            ..self.clone()
        };
        spot.mix(self, size)
    }
}
