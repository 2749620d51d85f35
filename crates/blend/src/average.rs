//! The weighted mean of poses, joint by joint.
#![expect(
    clippy::inline_always,
    reason = "else the code would not be compiled for the vectors it is dispatched to"
)]

use glam::{Quat, Vec3};
use pulp::{Simd, WithSimd};

use crate::{LANES, Lanes};

/// How rotations are averaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Averaging {
    /// The weighted sum of quaternions brought to unit length: a fraction of a degree from slerp and many times
    /// faster, hence the default.
    #[default]
    Sum,
    /// Through the exponential map about the reference clip's rotation (\[K04\] eq. 5.13): for two clips exactly
    /// slerp.
    ExponentialMap,
}

/// A squared length below which a sum of rotations has no direction: its summands cancel.
const NO_DIRECTION: f32 = 1e-12;

/// The weighted sum of `weights.len()` poses, brought to unit length, into `out`.
///
/// `poses` holds one row of `out.len()` [`Lanes`] per weight; their hemispheres agree already ([`Lanes::face`]).
/// Every lane adds the rows in their order, whatever the width of the machine's vectors; machines without fused
/// multiply-add differ from the others by rounding. Where the rotations cancel, the result is that of the first pose.
pub fn average(poses: &[Lanes], weights: &[f32], out: &mut [Lanes]) {
    assert_eq!(poses.len(), weights.len() * out.len(), "one row per weight");
    assert!(!weights.is_empty(), "there is something to average");
    pulp::Arch::new().dispatch(Average { poses, weights, out });
}

/// The arguments of [`average`], to be run with the machine's vectors.
pub(crate) struct Average<'a> {
    poses: &'a [Lanes],
    weights: &'a [f32],
    out: &'a mut [Lanes],
}

/// One vector of each component: x, y, z, w.
type Rotations<S> = [<S as Simd>::f32s; 4];

// Plain loops throughout: closures would not be compiled for the vectors the caller was dispatched to.
impl WithSimd for Average<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let rows = Rows::<S> {
            simd,
            vectors: S::as_simd_f32s(bytemuck::cast_slice(self.poses)).0,
            weights: self.weights,
            stride: self.out.len() * 4 * (LANES / S::F32_LANES),
        };
        let out = S::as_mut_simd_f32s(bytemuck::cast_slice_mut(self.out)).0;
        let columns = rows.stride / 4;
        let mut column = 0;
        // Two vectors in lock step: the additions of one hide the latency of the other's.
        while column + 1 < columns {
            let [first, second] = rows.sum([column, column + 1]);
            rows.store_unit(first, column, out);
            rows.store_unit(second, column + 1, out);
            column += 2;
        }
        if column < columns {
            let [last, _] = rows.sum([column, column]);
            rows.store_unit(last, column, out);
        }
    }
}

/// The poses as vectors of the machine, `stride` of them a row.
struct Rows<'a, S: Simd> {
    simd: S,
    vectors: &'a [S::f32s],
    weights: &'a [f32],
    stride: usize,
}

impl<S: Simd> Rows<'_, S> {
    /// Vectors from one component of a group to the next.
    const STEP: usize = LANES / S::F32_LANES;

    /// Where in a row the x of a vector of joints is; y, z, w follow every [`Self::STEP`].
    #[inline(always)]
    fn start(column: usize) -> usize {
        column / Self::STEP * 4 * Self::STEP + column % Self::STEP
    }

    /// The weighted sums of two vectors of rotations.
    #[inline(always)]
    fn sum(&self, columns: [usize; 2]) -> [Rotations<S>; 2] {
        let simd = self.simd;
        let [a, b] = [Self::start(columns[0]), Self::start(columns[1])];
        let mut sums = [[simd.splat_f32s(0.0); 4]; 2];
        let mut row = 0;
        for &weight in self.weights {
            let weight = simd.splat_f32s(weight);
            let vectors = &self.vectors[row..row + self.stride];
            for component in 0..4 {
                let (of_a, of_b) = (vectors[a + component * Self::STEP], vectors[b + component * Self::STEP]);
                sums[0][component] = simd.mul_add_e_f32s(weight, of_a, sums[0][component]);
                sums[1][component] = simd.mul_add_e_f32s(weight, of_b, sums[1][component]);
            }
            row += self.stride;
        }
        sums
    }

    /// Brings a vector of sums to unit length and writes it to its place.
    #[inline(always)]
    fn store_unit(&self, [x, y, z, w]: Rotations<S>, column: usize, out: &mut [S::f32s]) {
        let simd = self.simd;
        let xy = simd.add_f32s(simd.mul_f32s(x, x), simd.mul_f32s(y, y));
        let zw = simd.add_f32s(simd.mul_f32s(z, z), simd.mul_f32s(w, w));
        let squared = simd.add_f32s(xy, zw);
        let has_direction = simd.less_than_f32s(simd.splat_f32s(NO_DIRECTION), squared);
        let scale = simd.div_f32s(simd.splat_f32s(1.0), simd.sqrt_f32s(squared));
        let mut place = Self::start(column);
        for sum in [x, y, z, w] {
            out[place] = simd.select_f32s(has_direction, simd.mul_f32s(sum, scale), self.vectors[place]);
            place += Self::STEP;
        }
    }
}

/// The exact average: `r · exp(Σ wⱼ log(r⁻¹ qⱼ))` about `reference` (\[K04\] eq. 5.13), over the shorter arcs.
///
/// The weights sum to 1.
pub fn exponential_average(reference: Quat, rotations: impl Iterator<Item = (f32, Quat)>) -> Quat {
    let from_reference = reference.conjugate();
    let sum: Vec3 = rotations.map(|(weight, rotation)| weight * log(from_reference * rotation)).sum();
    reference * Quat::from_scaled_axis(sum)
}

/// Axis times angle, of at most half a turn.
fn log(rotation: Quat) -> Vec3 {
    let shorter = if rotation.w < 0.0 { -rotation } else { rotation };
    shorter.to_scaled_axis()
}

/// [`exponential_average`] of every lane; the rows of `poses` lie as for [`average`], `reference` is one of them.
pub fn exponential_average_rows(poses: &[Lanes], weights: &[f32], reference: &[Lanes], out: &mut [Lanes]) {
    assert_eq!(poses.len(), weights.len() * out.len(), "one row per weight");
    let groups = out.len();
    for (group, (out, reference)) in out.iter_mut().zip(reference).enumerate() {
        for lane in 0..LANES {
            let rotations = poses.chunks_exact(groups).map(|row| row[group].get(lane));
            let weighted = weights.iter().copied().zip(rotations);
            out.set(lane, exponential_average(reference.get(lane), weighted));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec4;
    use proptest::prelude::*;

    fn rotation() -> impl Strategy<Value = Quat> {
        prop::array::uniform4(-1.0..1.0f32)
            .prop_map(Quat::from_array)
            .prop_filter("far from zero", |q| q.length() > 0.1)
            .prop_map(|q| q / q.length())
    }

    fn poses(count: usize, joints: usize) -> impl Strategy<Value = Vec<Vec<Quat>>> {
        prop::collection::vec(prop::collection::vec(rotation(), joints), count)
    }

    /// One row per pose, facing the first.
    fn rows(poses: &[Vec<Quat>]) -> Vec<Lanes> {
        let groups = Lanes::groups(poses[0].len());
        let mut rows = vec![Lanes::IDENTITY; groups * poses.len()];
        for (row, pose) in rows.chunks_mut(groups).zip(poses) {
            Lanes::load(pose, row);
        }
        let (first, rest) = rows.split_at_mut(groups);
        for row in rest.chunks_mut(groups) {
            row.iter_mut().zip(&*first).for_each(|(lanes, first)| lanes.face(first));
        }
        rows
    }

    /// What anybody would write with glam.
    fn naive(poses: &[Vec<Quat>], weights: &[f32], joint: usize) -> Quat {
        let first = poses[0][joint];
        let mut sum = Vec4::ZERO;
        for (pose, &weight) in poses.iter().zip(weights) {
            let q = pose[joint];
            sum += weight * Vec4::from(if first.dot(q) < 0.0 { -q } else { q });
        }
        Quat::from_vec4(sum / sum.length())
    }

    fn run(poses: &[Vec<Quat>], weights: &[f32]) -> Vec<Quat> {
        let mut out = vec![Lanes::IDENTITY; Lanes::groups(poses[0].len())];
        average(&rows(poses), weights, &mut out);
        let mut found = vec![Quat::IDENTITY; poses[0].len()];
        Lanes::store(&out, &mut found);
        found
    }

    proptest! {
        #[test]
        fn agrees_with_its_naive_twin(poses in poses(5, 50), weights in prop::collection::vec(0.05..1.0f32, 5)) {
            for (joint, found) in run(&poses, &weights).into_iter().enumerate() {
                let truth = naive(&poses, &weights, joint);
                prop_assert!((found - truth).length() < 2e-6, "joint {joint}: {found} {truth}");
            }
        }

        #[test]
        fn every_machine_agrees(poses in poses(4, 31), weights in prop::collection::vec(0.1..1.0f32, 4)) {
            let rows = rows(&poses);
            let (mut dispatched, mut plain) = (vec![Lanes::IDENTITY; 2], vec![Lanes::IDENTITY; 2]);
            average(&rows, &weights, &mut dispatched);
            Average { poses: &rows, weights: &weights, out: &mut plain }.with_simd(pulp::Scalar);
            for lane in 0..31 {
                let (a, b) = (dispatched[lane / LANES].get(lane % LANES), plain[lane / LANES].get(lane % LANES));
                prop_assert!((a - b).length() < 1e-5, "{a} {b}");
            }
        }

        /// Sequential slerp of three clips depends on their order, a defect seen in several engines.
        #[test]
        fn order_does_not_matter(poses in poses(3, 4), weights in prop::collection::vec(0.1..1.0f32, 3)) {
            let turned: Vec<_> = [2, 0, 1].map(|index| poses[index].clone()).into();
            let turned_weights = [2, 0, 1].map(|index| weights[index]);
            // The reference stays the same clip, wherever it is listed.
            let face = |list: &[Vec<Quat>]| -> Vec<Vec<Quat>> {
                let to = |q: &Quat, r: &Quat| if q.dot(*r) < 0.0 { -*q } else { *q };
                list.iter().map(|pose| pose.iter().zip(&poses[0]).map(|(q, r)| to(q, r)).collect()).collect()
            };
            let (a, b) = (face(&poses), face(&turned));
            let flat = |list: &[Vec<Quat>]| list.iter().flat_map(|pose| {
                let mut row = [Lanes::IDENTITY];
                Lanes::load(pose, &mut row);
                row
            }).collect::<Vec<_>>();
            let (mut one, mut other) = ([Lanes::IDENTITY], [Lanes::IDENTITY]);
            average(&flat(&a), &weights, &mut one);
            average(&flat(&b), &turned_weights, &mut other);
            for lane in 0..4 {
                let apart = one[0].get(lane).dot(other[0].get(lane)).abs();
                prop_assert!(apart > 1.0 - 1e-5 , "{apart}");
            }
        }

        #[test]
        fn two_exactly_are_slerp(a in rotation(), b in rotation(), t in 0.0..1.0f32) {
            prop_assume!(a.dot(b).abs() > 0.05);
            let found = exponential_average(a, [(1.0 - t, a), (t, b)].into_iter());
            prop_assert!(found.dot(a.slerp(b, t)).abs() > 1.0 - 1e-5);
        }

        #[test]
        fn all_weight_on_one_gives_it_back(poses in poses(3, 31), chosen in 0..3usize) {
            let weights: Vec<f32> = (0..3).map(|index| f32::from(u8::from(index == chosen))).collect();
            for (found, &given) in run(&poses, &weights).into_iter().zip(&poses[chosen]) {
                prop_assert!(found.dot(given).abs() > 1.0 - 1e-6);
            }
        }
    }

    #[test]
    fn rotations_that_cancel_fall_back_to_the_first() {
        let quarter = Quat::from_rotation_x(1.0);
        let out = run(&[vec![quarter], vec![quarter]], &[1.0, -1.0]);
        assert_eq!(out[0], quarter);
    }
}
