//! Looking at the world from one side.

use glam::Vec3;
use segue_motion::{Anatomy, Clip, PointTable, Role, Side};

/// A camera at infinity that looks along the floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// What points to the right in the picture.
    right: Vec3,
    /// What points out of the picture.
    near: Vec3,
}

impl View {
    /// The figure faces the camera; `facing` is horizontal and of unit length.
    pub(super) fn front(facing: Vec3) -> Self {
        Self::towards(facing)
    }

    /// The figure faces the right edge of the picture.
    pub(super) fn side(facing: Vec3) -> Self {
        Self::towards(facing.cross(Vec3::Y))
    }

    fn towards(near: Vec3) -> Self {
        Self { right: Vec3::Y.cross(near), near }
    }

    /// How far right a point lies, in metres.
    pub(super) fn across(self, point: Vec3) -> f32 {
        self.right.dot(point)
    }

    /// How near the camera a point lies, in metres.
    pub(super) fn nearness(self, point: Vec3) -> f32 {
        self.near.dot(point)
    }
}

/// Where the figure faces over the whole clip: one direction, so that a turn is seen as a turn.
pub(super) fn facing(clip: &Clip, anatomy: &Anatomy, table: &PointTable) -> Vec3 {
    let by_frame = || table.iter().filter_map(|points| facing_in(anatomy, points));
    let mean = by_frame().sum::<Vec3>() / table.len() as f32;
    // A figure that turns right round faces nowhere on the whole; then the first frame decides.
    let mean = (mean.length() > 0.3).then(|| mean.try_normalize()).flatten();
    mean.or_else(|| by_frame().next()).unwrap_or_else(|| anatomy.rest_facing(clip.skeleton()))
}

/// The height below which the lowest point of the body comes in one frame of ten: a single bad frame does not move it,
/// and a clip that is mostly flight still finds its floor. `body` numbers the drawn points, at least one.
pub(super) fn floor(table: &PointTable, body: &[usize]) -> f32 {
    let lowest = |points: &[Vec3]| body.iter().map(|&point| points[point].y).fold(f32::INFINITY, f32::min);
    let mut heights: Vec<f32> = table.iter().map(lowest).collect();
    heights.sort_by(f32::total_cmp);
    heights[heights.len() / 10]
}

/// Perpendicular to the lines between hips and between shoulders.
fn facing_in(anatomy: &Anatomy, points: &[Vec3]) -> Option<Vec3> {
    let across = |role: fn(Side) -> Role| {
        let at = |side| anatomy.joint(role(side)).map(|joint| points[joint.index()]);
        Some(at(Side::Left)? - at(Side::Right)?)
    };
    let left = across(Role::Hip).unwrap_or_default() + across(Role::Shoulder).unwrap_or_default();
    Vec3::new(left.x, 0.0, left.z).try_normalize().map(|left| left.cross(Vec3::Y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_seen_from_the_front_has_its_left_hand_on_the_right_of_the_picture() {
        // Facing +Z with Y up, the left hand is at +X.
        let front = View::front(Vec3::Z);
        assert!(front.across(Vec3::X) > 0.99);
        assert!(front.nearness(Vec3::Z) > 0.99);
    }

    #[test]
    fn a_figure_seen_from_the_side_walks_to_the_right() {
        let side = View::side(Vec3::Z);
        assert!(side.across(Vec3::Z) > 0.99);
        assert!(side.nearness(-Vec3::X) > 0.99, "its right hand is the nearer one");
    }
}
