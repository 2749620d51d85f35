//! Rotations of many joints side by side, as vector instructions want them.
#![expect(
    clippy::inline_always,
    reason = "else the code would not be compiled for the vectors it is dispatched to"
)]

use glam::Quat;
use pulp::{Simd, WithSimd};
use segue_motion::PoseRef;

/// Joints that pass through the arithmetic together: one AVX-512 register, two of AVX2, four of SSE2 or NEON.
pub const LANES: usize = 16;

/// One component of [`LANES`] rotations.
type Component = [f32; LANES];

/// Rotations of [`LANES`] joints, component by component. Joints beyond the last are the identity.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Lanes {
    pub(crate) x: Component,
    pub(crate) y: Component,
    pub(crate) z: Component,
    pub(crate) w: Component,
}

impl Lanes {
    /// No turn in any lane.
    pub const IDENTITY: Self = Self { x: [0.0; LANES], y: [0.0; LANES], z: [0.0; LANES], w: [1.0; LANES] };

    /// The rotation in one lane.
    pub fn get(&self, lane: usize) -> Quat {
        Quat::from_xyzw(self.x[lane], self.y[lane], self.z[lane], self.w[lane])
    }

    /// Replaces the rotation in one lane.
    pub fn set(&mut self, lane: usize, rotation: Quat) {
        [self.x[lane], self.y[lane], self.z[lane], self.w[lane]] = rotation.to_array();
    }

    /// How many [`Lanes`] hold this many joints.
    pub fn groups(joints: usize) -> usize {
        joints.div_ceil(LANES)
    }

    /// Overwrites `row` with the rotations of a pose.
    pub fn load(rotations: &[Quat], row: &mut [Self]) {
        assert_eq!(row.len(), Self::groups(rotations.len()), "a row holds the joints of one skeleton");
        for (group, rotations) in row.iter_mut().zip(rotations.chunks(LANES)) {
            for (lane, &rotation) in rotations.iter().enumerate() {
                group.set(lane, rotation);
            }
        }
    }

    /// Copies the rotations of `row` out; `rotations` says how many.
    pub fn store(row: &[Self], rotations: &mut [Quat]) {
        for (group, rotations) in row.iter().zip(rotations.chunks_mut(LANES)) {
            for (lane, rotation) in rotations.iter_mut().enumerate() {
                *rotation = group.get(lane);
            }
        }
    }

    /// Turns every rotation to the hemisphere of its partner: q and −q are the same turn, but not the same summand.
    pub fn face(&mut self, reference: &Self) {
        for lane in 0..LANES {
            let rotation = self.get(lane);
            if rotation.dot(reference.get(lane)) < 0.0 {
                self.set(lane, -rotation);
            }
        }
    }
}

/// The rotations of a clip in rows of [`Lanes`], one row a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct RotationTable {
    groups: usize,
    rows: Vec<Lanes>,
}

impl RotationTable {
    /// The rotations of all `poses`, which are of one skeleton.
    pub fn new<'a>(poses: impl IntoIterator<Item = PoseRef<'a>>) -> Self {
        let mut table = Self { groups: 0, rows: Vec::new() };
        for pose in poses {
            table.groups = Lanes::groups(pose.rotations.len());
            let end = table.rows.len();
            table.rows.resize(end + table.groups, Lanes::IDENTITY);
            Lanes::load(pose.rotations, &mut table.rows[end..]);
        }
        table
    }

    /// How many [`Lanes`] a row has.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// One frame.
    pub fn row(&self, frame: usize) -> &[Lanes] {
        &self.rows[frame * self.groups..][..self.groups]
    }

    /// Turns one frame to the hemisphere of `reference`, so that averages need not ask again.
    pub fn face(&mut self, frame: usize, reference: &[Lanes]) {
        let groups = self.groups;
        for (lanes, partner) in self.rows[frame * groups..][..groups].iter_mut().zip(reference) {
            lanes.face(partner);
        }
    }

    /// The rotations between frame `frame` and the one after it, by slerp over the shorter arc; `fraction` lies in
    /// 0 to 1 and the result in the hemisphere of the earlier frame.
    pub fn sample(&self, frame: usize, fraction: f32, out: &mut [Lanes]) {
        if fraction <= 0.0 {
            out.copy_from_slice(self.row(frame));
            return;
        }
        let arc = Arc { first: Weight::new(1.0 - fraction), second: Weight::new(fraction) };
        pulp::Arch::new().dispatch(Between { arc, before: self.row(frame), after: self.row(frame + 1), out });
    }
}

/// Terms of the series for slerp's weights \[Eb11\]. With eight, the error is rounding for turns of up to 90° from one
/// frame to the next and stays below 4e-5 up to 180°.
const TERMS: usize = 8;

/// Makes up for the terms after the last, which is scaled by it \[Eb11\].
const LAST_TERM: f32 = 1.852_981_1;

/// The weights of slerp at one fraction, as polynomials in `cos θ − 1` that need no trigonometry per joint \[Eb11\].
struct Arc {
    first: Weight,
    second: Weight,
}

/// `sin(tθ) ∕ sin θ = t (1 + b₁x (1 + b₂x (1 + …)))` with `x = cos θ − 1` and `bᵢ = (t² − i²) ∕ (i (2i + 1))`.
struct Weight {
    t: f32,
    factors: [f32; TERMS],
}

impl Weight {
    fn new(t: f32) -> Self {
        let factors = std::array::from_fn(|index| {
            let i = (index + 1) as f32;
            let factor = (t * t - i * i) / (i * (2.0 * i + 1.0));
            if index + 1 == TERMS { factor * LAST_TERM } else { factor }
        });
        Self { t, factors }
    }

    #[inline(always)]
    fn at<S: Simd>(&self, simd: S, x: S::f32s) -> S::f32s {
        let one = simd.splat_f32s(1.0);
        let mut series = one;
        for &factor in self.factors.iter().rev() {
            series = simd.mul_add_e_f32s(simd.mul_f32s(simd.splat_f32s(factor), x), series, one);
        }
        simd.mul_f32s(simd.splat_f32s(self.t), series)
    }
}

/// The arguments of [`RotationTable::sample`], to be run with the machine's vectors.
struct Between<'a> {
    arc: Arc,
    before: &'a [Lanes],
    after: &'a [Lanes],
    out: &'a mut [Lanes],
}

impl WithSimd for Between<'_> {
    type Output = ();

    // Plain loops: closures would not be compiled for the vectors this was dispatched to.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let step = LANES / S::F32_LANES;
        let before = S::as_simd_f32s(bytemuck::cast_slice(self.before)).0;
        let after = S::as_simd_f32s(bytemuck::cast_slice(self.after)).0;
        let out = S::as_mut_simd_f32s(bytemuck::cast_slice_mut(self.out)).0;
        for group in (0..out.len()).step_by(4 * step) {
            for start in group..group + step {
                self.arc.between(simd, [before, after], start, step, out);
            }
        }
    }
}

impl Arc {
    /// One vector of rotations; its components lie `step` apart from `start` on.
    #[inline(always)]
    fn between<S: Simd>(
        &self,
        simd: S,
        [before, after]: [&[S::f32s]; 2],
        start: usize,
        step: usize,
        out: &mut [S::f32s],
    ) {
        let zero = simd.splat_f32s(0.0);
        let mut dot = zero;
        for component in 0..4 {
            let place = start + component * step;
            dot = simd.mul_add_e_f32s(before[place], after[place], dot);
        }
        let one = simd.splat_f32s(1.0);
        let x = simd.sub_f32s(simd.min_f32s(simd.abs_f32s(dot), one), one);
        let (first, second) = (self.first.at(simd, x), self.second.at(simd, x));
        // The shorter arc: the later rotation may lie in the other hemisphere.
        let second = simd.select_f32s(simd.less_than_f32s(dot, zero), simd.neg_f32s(second), second);
        for component in 0..4 {
            let place = start + component * step;
            out[place] = simd.mul_add_e_f32s(first, before[place], simd.mul_f32s(second, after[place]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rotation() -> impl Strategy<Value = Quat> {
        prop::array::uniform4(-1.0..1.0f32)
            .prop_map(Quat::from_array)
            .prop_filter("far from zero", |q| q.length() > 0.1)
            .prop_map(|q| q / q.length())
    }

    fn table(frames: &[&[Quat]]) -> RotationTable {
        let groups = Lanes::groups(frames[0].len());
        let mut rows = vec![Lanes::IDENTITY; groups * frames.len()];
        for (row, rotations) in rows.chunks_mut(groups).zip(frames) {
            Lanes::load(rotations, row);
        }
        RotationTable { groups, rows }
    }

    proptest! {
        #[test]
        fn samples_like_slerp(a in prop::collection::vec(rotation(), 33), b in prop::collection::vec(rotation(), 33), t in 0.0..1.0f32) {
            let table = table(&[&a, &b]);
            let mut row = vec![Lanes::IDENTITY; 3];
            table.sample(0, t, &mut row);
            let mut found = vec![Quat::IDENTITY; 33];
            Lanes::store(&row, &mut found);
            for ((a, b), found) in a.iter().zip(&b).zip(found) {
                if a.dot(*b).abs() < 0.01 {
                    continue; // Half a turn apart: either way round is as short.
                }
                let truth = a.slerp(*b, t);
                let tolerance = if a.dot(*b).abs() > 0.5f32.sqrt() { 1e-6 } else { 4e-5 };
                let truth = if truth.dot(found) < 0.0 { -truth } else { truth };
                prop_assert!((truth - found).length() < tolerance, "{truth} {found}");
            }
        }

        #[test]
        fn faces_its_reference(a in rotation(), b in rotation()) {
            let (mut lanes, mut reference) = (Lanes::IDENTITY, Lanes::IDENTITY);
            lanes.set(3, a);
            reference.set(3, b);
            lanes.face(&reference);
            prop_assert!(lanes.get(3).dot(b) >= 0.0);
            prop_assert!(lanes.get(3) == a || lanes.get(3) == -a);
        }
    }

    #[test]
    fn whole_frames_are_exact() {
        let (a, b) = (Quat::from_rotation_x(0.3), Quat::from_rotation_z(-1.2));
        let table = table(&[&[a], &[b]]);
        let mut row = vec![Lanes::IDENTITY];
        table.sample(1, 0.0, &mut row);
        assert_eq!(row[0].get(0), b);
    }
}
