//! A chain of stances as a rigid body.

use glam::{DMat3, DQuat, DVec3};

use crate::plan::Link;
use crate::simulate::{DEFAULT_STEPS, Simulation, simulate};

/// The rigid body of a chain, moment by moment: an ellipsoid, the polygon on which it stands, and the push of the ground.
#[derive(Clone, Debug)]
pub struct Playback {
    parts: Vec<PlayedStance>,
    end: f64,
}

#[derive(Clone, Debug)]
struct PlayedStance {
    link: Link,
    start: f64,
    turning: Simulation,
}

/// The rigid body at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct RigidMoment {
    /// Of the centre of mass, in metres.
    pub position: DVec3,
    /// From the axes of the ellipsoid to the world.
    pub orientation: DQuat,
    /// Half axes of the ellipsoid with the body's inertia, in metres.
    pub half_axes: DVec3,
    /// The force of the ground, in newtons; none in flight.
    pub force: DVec3,
    /// Where it acts.
    pub contact: DVec3,
    /// The polygon within which the feet push; empty in flight.
    pub support: Vec<DVec3>,
}

impl Playback {
    /// Plays a chain.
    pub fn new(links: &[Link]) -> Self {
        let (mut parts, mut start) = (Vec::new(), 0.0);
        for link in links {
            let stance = &link.found.warped.stance;
            let turning = simulate(stance, DEFAULT_STEPS);
            parts.push(PlayedStance { link: link.clone(), start, turning });
            start += stance.end_secs();
        }
        Self { parts, end: start }
    }

    /// How long it lasts.
    pub fn duration_secs(&self) -> f64 {
        self.end
    }

    /// The body at a time; `None` for a chain of no stance.
    pub fn at(&self, secs: f64) -> Option<RigidMoment> {
        let i = self.parts.partition_point(|part| part.start <= secs).saturating_sub(1);
        let PlayedStance { link, start, turning } = self.parts.get(i)?;
        let since = (secs - start).clamp(0.0, link.found.warped.stance.end_secs());
        let stance = &link.found.warped.stance;
        let turn = DQuat::from_rotation_y(link.place.heading);
        let origin = DVec3::new(link.place.place.x, link.place.ground, link.place.place.y);
        let tau = (since - stance.landing_secs()) / stance.ground_secs();
        let stands = (0.0..=1.0).contains(&tau);
        let contact = stance.contact();
        let polygon = stance.support();
        let corner = |[along, right]: &[f64; 2]| origin + turn * (contact + DVec3::new(*along, 0.0, *right));
        let number = (tau.clamp(0.0, 1.0) * polygon.len().saturating_sub(1) as f64).round() as usize;
        let shown = polygon.get(number).filter(|_| stands);
        let (axes, half_axes) = ellipsoid(stance.inertia, stance.mass());
        Some(RigidMoment {
            position: origin + turn * stance.centre_at(since),
            orientation: turn * turning.orientation_at(since) * axes,
            half_axes,
            force: if stands { turn * stance.force().at(tau) } else { DVec3::ZERO },
            contact: origin + turn * contact,
            support: shown.map_or_else(Vec::new, |polygon| polygon.corners().iter().map(corner).collect()),
        })
    }
}

/// The solid ellipsoid with an inertia: its axes and half axes. I = m/5 (b² + c²) about the first axis.
fn ellipsoid(inertia: DMat3, mass: f64) -> (DQuat, DVec3) {
    let (axes, values) = principal(inertia);
    let sum = 0.5 * (values.x + values.y + values.z);
    let square = (DVec3::splat(sum) - values) * (5.0 / mass);
    (axes, square.max(DVec3::splat(1e-6)).map(f64::sqrt))
}

/// Principal axes and moments of a symmetric matrix, by rotations of Jacobi.
fn principal(matrix: DMat3) -> (DQuat, DVec3) {
    let (mut a, mut axes) = (matrix, DMat3::IDENTITY);
    for _ in 0..16 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let off = a.col(q)[p];
            if off.abs() < 1e-12 {
                continue;
            }
            let angle = 0.5 * (2.0 * off).atan2(a.col(p)[p] - a.col(q)[q]);
            let mut turn = DMat3::IDENTITY;
            turn.col_mut(p)[p] = angle.cos();
            turn.col_mut(q)[q] = angle.cos();
            turn.col_mut(p)[q] = angle.sin();
            turn.col_mut(q)[p] = -angle.sin();
            a = turn.transpose() * a * turn;
            axes *= turn;
        }
    }
    (DQuat::from_mat3(&axes).normalize(), DVec3::new(a.x_axis.x, a.y_axis.y, a.z_axis.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ellipsoid_has_the_inertia_it_was_made_of() {
        let half = DVec3::new(0.2, 0.9, 0.3);
        let square = half * half;
        let moments = DVec3::new(square.y + square.z, square.x + square.z, square.x + square.y) * 14.0;
        let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.3, 0.5, -0.2);
        let r = DMat3::from_quat(turn);
        let (axes, found) = ellipsoid(r * DMat3::from_diagonal(moments) * r.transpose(), 70.0);
        let mut sorted = found.to_array();
        sorted.sort_by(f64::total_cmp);
        for (a, b) in sorted.iter().zip([0.2, 0.3, 0.9]) {
            assert!((a - b).abs() < 1e-9, "{found}");
        }
        let long = axes * [DVec3::X, DVec3::Y, DVec3::Z][found.max_position()];
        assert!((long.dot(turn * DVec3::Y).abs() - 1.0).abs() < 1e-9);
    }
}
