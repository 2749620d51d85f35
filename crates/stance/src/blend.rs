//! Blends of two stances.

use glam::{DQuat, DVec3};

use crate::core::{Core, LegTrack};
use crate::polygon::blend_sequences;
use crate::{Stance, StanceError};

/// Which support polygons a blend has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Support {
    /// A geometric blend of both sequences, aligned in time.
    #[default]
    Blended,
    /// The sequence of the stance with the larger share, as in the source.
    Majority,
}

/// Blends `k` of one stance and `1 − k` of another; below 0 and above 1 it extrapolates.
///
/// Constants and vectors are mixed linearly, forces by frequency, torques by control points \[BPBM\] §4.2.
///
/// # Errors
/// When one stands at an end where the other flies, or `k` is not a number.
pub fn blend(a: &Stance, b: &Stance, k: f64, support: Support) -> Result<Stance, StanceError> {
    if a.kind() != b.kind() {
        let why = "one stands at an end where the other flies";
        return Err(StanceError::NotAlike { a: a.name.clone(), b: b.name.clone(), why });
    }
    if !k.is_finite() || k.abs() > 100.0 {
        let why = "a share is a number; 0 to 1 lies between the two";
        return Err(StanceError::BadParameter { name: "k", value: k, why });
    }
    let (i, j) = (k, 1.0 - k);
    let major = if k >= 0.5 { a } else { b };
    let core = a.core.blended(&b.core, k);
    let share = |stance: &Stance, by: f64| {
        stance
            .origins
            .iter()
            .cloned()
            .map(move |mut origin| {
                origin.share *= by;
                origin
            })
            .collect::<Vec<_>>()
    };
    Ok(Stance {
        name: format!("{:.0} % {} + {:.0} % {}", 100.0 * i, a.name, 100.0 * j, b.name),
        core,
        force: a.force.plus(i, &b.force, j),
        torque: a.torque.plus(i, &b.torque, j),
        footing: major.footing,
        inertia: a.inertia * i + b.inertia * j,
        orientation: between(a.orientation, b.orientation, j),
        spin: a.spin * i + b.spin * j,
        captured: a.captured.mixed(i, b.captured, j),
        support: match support {
            Support::Blended => blend_sequences(&a.support, &b.support, k),
            Support::Majority => major.support.clone(),
        },
        origins: [share(a, i), share(b, j)].concat(),
    })
}

/// The shorter way from one rotation to another, and on beyond them.
fn between(a: DQuat, b: DQuat, share: f64) -> DQuat {
    let turn = b * a.conjugate();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    DQuat::from_scaled_axis(turn.to_scaled_axis() * share) * a
}

impl Core {
    /// A share `k` of this and the rest of another, of the same kind.
    pub(crate) fn blended(&self, other: &Self, k: f64) -> Self {
        let (i, j) = (k, 1.0 - k);
        let mix = |a: f64, b: f64| i * a + j * b;
        let tables = |a: &[DVec3], b: &[DVec3]| std::array::from_fn(|n| a[n] * i + b[n] * j);
        let major = if k >= 0.5 { self } else { other };
        let legs = [0, 1].map(|leg| match (&self.legs[leg], &other.legs[leg]) {
            (Some(a), Some(b)) if self.carries_like(other) => Some(LegTrack {
                hip: tables(&a.hip, &b.hip),
                ankle: tables(&a.ankle, &b.ankle),
                planted: [0, 1].map(|end| mix(a.planted[end], b.planted[end])),
            }),
            _ => major.legs[leg],
        });
        Self {
            kind: self.kind,
            params: other.params.toward(self.params, k),
            side_speed: mix(self.side_speed, other.side_speed),
            mass: mix(self.mass, other.mass).max(1.0),
            leg: mix(self.leg, other.leg).max(0.1),
            landing_secs: mix(self.landing_secs, other.landing_secs),
            ground_secs: mix(self.ground_secs, other.ground_secs).max(0.02),
            end_secs: mix(self.end_secs, other.end_secs),
            landing_height: mix(self.landing_height, other.landing_height),
            offset: self.offset * i + other.offset * j,
            force: tables(&self.force, &other.force),
            shift: tables(&self.shift, &other.shift),
            mean: self.mean * i + other.mean * j,
            legs,
            reach: if self.carries_like(other) { mix(self.reach, other.reach) } else { major.reach },
        }
    }

    /// Whether the same number of legs carries.
    fn carries_like(&self, other: &Self) -> bool {
        self.legs[1].is_some() == other.legs[1].is_some()
    }
}
