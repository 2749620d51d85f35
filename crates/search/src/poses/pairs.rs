//! Bounds of D for some points with a vector of others.
//!
//! Vectors go through no closure: the compiler may leave one outside the function that has the machine's vectors, and then each
//! of them takes a call.
#![expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]
#![expect(clippy::needless_range_loop, reason = "rows side by side are one loop for the compiler")]

use pulp::Simd;

use super::LANES;
use super::coordinates::ROUNDING;
use super::row::{NORM, REACH, Row, added, begin};

/// Some points of a row, each with a vector of points of another.
pub(super) struct Pairs<'a, const N: usize, const M: usize> {
    pub(super) first: &'a Row<N>,
    /// Where in the row they stand.
    pub(super) lanes: [usize; M],
    pub(super) second: &'a Row<N>,
    pub(super) vector: usize,
}

/// Sums of products of points.
pub(super) struct Sums<V, const M: usize> {
    along: [V; M],
    /// What is added to B and what is taken from it.
    across: [[V; M]; 2],
    straight: [V; M],
}

impl<V: Copy, const M: usize> Sums<V, M> {
    #[inline(always)]
    pub(super) fn new<S: Simd<f32s = V>>(simd: S) -> Self {
        let zero = [simd.splat_f32s(0.0); M];
        Self { along: zero, across: [zero; 2], straight: zero }
    }
}

impl<const N: usize, const M: usize> Pairs<'_, N, M> {
    /// Adds the products of the directions of a stage.
    #[inline(always)]
    pub(super) fn add<S: Simd>(&self, simd: S, stage: usize, sums: &mut Sums<S::f32s, M>) {
        let (at, count) = (begin(stage), added(stage));
        for k in at..at + count {
            let (re, im) = (self.of_second::<S>(k), self.of_second::<S>(k + count));
            let height = self.of_second::<S>(k + 2 * count);
            for m in 0..M {
                let (x, z) = (self.of_first(simd, k, m), self.of_first(simd, k + count, m));
                let y = self.of_first(simd, k + 2 * count, m);
                sums.along[m] = simd.mul_add_e_f32s(x, re, sums.along[m]);
                sums.across[0][m] = simd.mul_add_e_f32s(x, im, sums.across[0][m]);
                sums.across[1][m] = simd.mul_add_e_f32s(z, re, sums.across[1][m]);
                sums.straight[m] = simd.mul_add_e_f32s(y, height, sums.straight[m]);
                sums.along[m] = simd.mul_add_e_f32s(z, im, sums.along[m]);
            }
        }
    }

    /// The least and the most D can be after a stage.
    #[inline(always)]
    pub(super) fn bounds<S: Simd>(
        &self,
        simd: S,
        stage: usize,
        sums: &Sums<S::f32s, M>,
    ) -> [[S::f32s; M]; 2] {
        let rest = begin(stage) + 3 * added(stage);
        let mut bounds = [sums.along; 2];
        let (places, heights) = (self.of_second::<S>(rest), self.of_second::<S>(rest + 1));
        let norms = self.of_second::<S>(NORM);
        for m in 0..M {
            let (of_places, of_heights) = (self.of_first(simd, rest, m), self.of_first(simd, rest + 1, m));
            let norm = self.of_first(simd, NORM, m);
            let (along, across) = (sums.along[m], simd.sub_f32s(sums.across[0][m], sums.across[1][m]));
            let turned = simd.sqrt_f32s(simd.mul_add_e_f32s(along, along, simd.mul_f32s(across, across)));
            let known = simd.add_f32s(turned, sums.straight[m]);
            let left_out = simd.mul_add_e_f32s(of_places, places, simd.mul_f32s(of_heights, heights));
            let norms = simd.add_f32s(norm, norms);
            let twice = simd.splat_f32s(-2.0);
            let fewer = simd.mul_f32s(norms, simd.splat_f32s(1.0 - ROUNDING));
            bounds[0][m] = simd.mul_add_e_f32s(twice, simd.add_f32s(known, left_out), fewer);
            let more = simd.mul_f32s(norms, simd.splat_f32s(1.0 + ROUNDING));
            bounds[1][m] = simd.mul_add_e_f32s(twice, simd.sub_f32s(known, left_out), more);
        }
        bounds
    }

    /// Of blocks by their first directions, how much more D is than it can be if some of their windows are closer than a
    /// distance; below 0 where they may be.
    #[inline(always)]
    pub(super) fn beyond_reach<S: Simd>(&self, simd: S, metres: f32) -> [S::f32s; M] {
        let mut sums = Sums::new(simd);
        self.add(simd, 0, &mut sums);
        let [mut beyond, _] = self.bounds(simd, 0, &sums);
        for (m, beyond) in beyond.iter_mut().enumerate() {
            let reach = simd.add_f32s(self.of_first(simd, REACH, m), self.of_second::<S>(REACH));
            let reach = simd.add_f32s(reach, simd.splat_f32s(metres));
            *beyond = simd.sub_f32s(*beyond, simd.mul_f32s(reach, reach));
        }
        beyond
    }

    /// Of blocks by their first directions, the least D of their windows, as `lost` metres less.
    #[inline(always)]
    pub(super) fn least_squares<S: Simd>(&self, simd: S, lost: f32) -> [S::f32s; M] {
        let mut sums = Sums::new(simd);
        self.add(simd, 0, &mut sums);
        let [mut least, _] = self.bounds(simd, 0, &sums);
        let zero = simd.splat_f32s(0.0);
        for (m, least) in least.iter_mut().enumerate() {
            let reach = simd.add_f32s(self.of_first(simd, REACH, m), self.of_second::<S>(REACH));
            let reach = simd.add_f32s(reach, simd.splat_f32s(lost));
            let metres = simd.sub_f32s(simd.sqrt_f32s(simd.max_f32s(*least, zero)), reach);
            let metres = simd.max_f32s(metres, zero);
            *least = simd.mul_f32s(metres, metres);
        }
        least
    }

    #[inline(always)]
    fn of_first<S: Simd>(&self, simd: S, number: usize, point: usize) -> S::f32s {
        simd.splat_f32s(self.first[number][self.lanes[point]])
    }

    #[inline(always)]
    fn of_second<S: Simd>(&self, number: usize) -> S::f32s {
        let lanes = S::F32_LANES;
        S::as_simd_f32s(&self.second[number][self.vector * lanes..][..lanes]).0[0]
    }
}

/// Which of some values are below a limit, as bits.
#[inline(always)]
pub(super) fn below<S: Simd>(values: S::f32s, limit: f32) -> u16 {
    let mut row = [0.0; LANES];
    S::as_mut_simd_f32s(&mut row).0[0] = values;
    let mut bits = 0;
    for (n, &value) in row[..S::F32_LANES].iter().enumerate() {
        bits |= u16::from(value < limit) << n;
    }
    bits
}
