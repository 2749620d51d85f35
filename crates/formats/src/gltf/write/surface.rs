//! Smooth surfaces of the written figure.

use std::f32::consts::{PI, TAU};

use glam::Vec3;
use segue_motion::JointId;

/// Triangles of one material, each vertex moved by one joint.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) joints: Vec<JointId>,
    pub(super) triangles: Vec<u32>,
}

/// A straight axis through a body part, with the direction in which the part is wide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    start: Vec3,
    along: Vec3,
    wide: Vec3,
    deep: Vec3,
}

impl Axis {
    /// The axis from `start` towards `end`; `None` when they coincide. `side` is made perpendicular, and replaced
    /// where it points along the axis.
    pub(super) fn new(start: Vec3, end: Vec3, side: Vec3) -> Option<Self> {
        let along = (end - start).try_normalize()?;
        let across = |side: Vec3| {
            (side - along * side.dot(along))
                .try_normalize()
                .filter(|_| side.cross(along).length() > 1e-3 * side.length())
        };
        let wide = across(side).unwrap_or_else(|| along.any_orthonormal_vector());
        Some(Self { start, along, wide, deep: along.cross(wide) })
    }

    fn at(&self, z: f32, x: f32, y: f32) -> Vec3 {
        self.start + self.along * z + self.wide * x + self.deep * y
    }
}

/// How finely a part is drawn: points round the axis, rings along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grain {
    pub(super) around: usize,
    pub(super) along: usize,
}

impl Grain {
    /// For limbs, torso and head.
    pub(super) const FINE: Self = Self { around: 18, along: 12 };
    /// For fingers and balls, which are small.
    pub(super) const COARSE: Self = Self { around: 12, along: 8 };
    /// For skeletons of thousands of joints.
    pub(super) const ROUGH: Self = Self { around: 4, along: 3 };
}

/// A limb as a body of revolution: rounded at both ends, with a swell between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limb {
    /// Radius at the start, in metres.
    pub(super) start: f32,
    /// Radius at the end.
    pub(super) end: f32,
    /// Height of the swell over the straight taper, as a share of the start radius.
    pub(super) swell: f32,
    /// Where the swell is highest, from 0 at the start to 1 at the end.
    pub(super) peak: f32,
    /// Width over depth of the cross-section.
    pub(super) flat: f32,
}

impl Surface {
    /// Adds a limb of `length` along `axis`, moved by `joint`.
    pub(super) fn limb(&mut self, joint: JointId, axis: &Axis, length: f32, limb: &Limb, grain: Grain) {
        let middle = |t: f32| {
            // A smooth bump: zero with zero slope at both ends, one at the peak.
            let u = if t < limb.peak { t / limb.peak } else { (1.0 - t) / (1.0 - limb.peak) };
            limb.start + (limb.end - limb.start) * t + limb.swell * limb.start * u * u * (3.0 - 2.0 * u)
        };
        let caps = grain.along / 3;
        let cap = |k: usize| 0.5 * PI * k as f32 / caps as f32;
        let start = (0..caps).map(|k| (-limb.start * cap(k).cos(), limb.start * cap(k).sin()));
        let body = (0..=grain.along).map(|k| k as f32 / grain.along as f32).map(|t| (length * t, middle(t)));
        let end = (1..=caps).map(|k| (length + limb.end * cap(k).sin(), limb.end * cap(k).cos()));
        let profile: Vec<(f32, f32)> = start.chain(body).chain(end).collect();
        self.lathe(joint, axis, &profile, limb.flat, grain.around);
    }

    /// Adds an ellipsoid around the middle of `axis` with half its `length` along it and the given other half axes.
    pub(super) fn ellipsoid(
        &mut self,
        joint: JointId,
        axis: &Axis,
        length: f32,
        half: [f32; 2],
        grain: Grain,
    ) {
        let [wide, deep] = half;
        let rings = grain.along + 4;
        let profile: Vec<(f32, f32)> = (0..=rings)
            .map(|k| PI * k as f32 / rings as f32)
            .map(|angle| (0.5 * length * (1.0 - angle.cos()), deep * angle.sin()))
            .collect();
        self.lathe(joint, axis, &profile, wide / deep, grain.around);
    }

    /// Adds a ball.
    pub(super) fn ball(&mut self, joint: JointId, centre: Vec3, radius: f32, grain: Grain) {
        if let Some(axis) = Axis::new(centre - Vec3::Y * radius, centre, Vec3::X) {
            self.ellipsoid(joint, &axis, 2.0 * radius, [radius; 2], grain);
        }
    }

    /// Turns a profile of (distance along the axis, radius) about the axis, `flat` times as wide as deep. The first
    /// and last radius are zero up to rounding.
    fn lathe(&mut self, joint: JointId, axis: &Axis, profile: &[(f32, f32)], flat: f32, around: usize) {
        let base = self.positions.len() as u32;
        for ring in 0..profile.len() {
            let (z, radius) = profile[ring];
            let (from, to) = (profile[ring.saturating_sub(1)], profile[(ring + 1).min(profile.len() - 1)]);
            let (run, rise) = (to.0 - from.0, to.1 - from.1);
            for k in 0..around {
                let (sin, cos) = (TAU * k as f32 / around as f32).sin_cos();
                self.positions.push(axis.at(z, flat * radius * cos, radius * sin).to_array());
                // Perpendicular to the profile; a wide cross-section tilts the normal towards its flat sides.
                let normal = axis.along * -rise + axis.wide * (run * cos / flat) + axis.deep * (run * sin);
                let pole = if ring == 0 { -axis.along } else { axis.along };
                let end = ring == 0 || ring + 1 == profile.len();
                let normal = if end { pole } else { normal.try_normalize().unwrap_or(pole) };
                self.normals.push(normal.to_array());
                self.joints.push(joint);
            }
        }
        for ring in 0..profile.len() as u32 - 1 {
            for k in 0..around as u32 {
                let next = (k + 1) % around as u32;
                let corner = |ring: u32, k: u32| base + ring * around as u32 + k;
                let (a, b) = (corner(ring, k), corner(ring, next));
                let (c, d) = (corner(ring + 1, k), corner(ring + 1, next));
                // The two ends are points: one triangle of each pair would be empty there.
                if ring > 0 {
                    self.triangles.extend([a, b, d]);
                }
                if ring + 2 < profile.len() as u32 {
                    self.triangles.extend([a, d, c]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(surface: &Surface) -> impl Iterator<Item = ([Vec3; 3], [Vec3; 3])> + '_ {
        let vertex = |index: u32| Vec3::from_array(surface.positions[index as usize]);
        let normal = |index: u32| Vec3::from_array(surface.normals[index as usize]);
        surface.triangles.chunks_exact(3).map(move |t| {
            ([vertex(t[0]), vertex(t[1]), vertex(t[2])], [normal(t[0]), normal(t[1]), normal(t[2])])
        })
    }

    #[test]
    fn triangles_face_outwards_and_normals_agree() {
        let mut surface = Surface::default();
        let axis = Axis::new(Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.3, 1.0, 3.1), Vec3::X).unwrap();
        let limb = Limb { start: 0.1, end: 0.05, swell: 0.2, peak: 0.3, flat: 1.5 };
        surface.limb(JointId::ROOT, &axis, 1.0, &limb, Grain::FINE);
        surface.ellipsoid(JointId::ROOT, &axis, 0.4, [0.2, 0.1], Grain::COARSE);
        surface.ball(JointId::ROOT, Vec3::Y, 0.2, Grain::COARSE);
        surface.limb(JointId::ROOT, &axis, 1.0, &limb, Grain::ROUGH);
        for ([a, b, c], normals) in corners(&surface) {
            let face = (b - a).cross(c - a);
            assert!(face.length() > 1e-9, "an empty triangle at {a}");
            for normal in normals {
                assert!(normal.is_normalized() && face.dot(normal) > 0.0, "{a} {b} {c}: {normal}");
            }
        }
    }

    #[test]
    fn an_axis_without_length_or_side_is_handled() {
        assert!(Axis::new(Vec3::X, Vec3::X, Vec3::Y).is_none());
        for side in [Vec3::ZERO, Vec3::Y, Vec3::Y + 1e-6 * Vec3::X] {
            let axis = Axis::new(Vec3::ZERO, Vec3::Y, side).unwrap();
            assert!(axis.wide.is_normalized() && axis.wide.dot(axis.along).abs() < 1e-6);
        }
    }
}
