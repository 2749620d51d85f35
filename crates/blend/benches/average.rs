//! The pose-averaging kernel against its naive twin, and against the time the loads alone take.
#![expect(clippy::print_stdout, reason = "a benchmark reports")]

use std::hint::black_box;
use std::time::Instant;

use glam::{Quat, Vec3, Vec4};
use pulp::{Simd, WithSimd};
use segue_blend::{Lanes, average};

const JOINTS: usize = 31;

/// Rotations that look like poses of one action: near each other, with either sign.
fn poses(seed: usize, count: usize) -> Vec<Vec<Quat>> {
    let turn = |pose: usize, joint: usize| {
        let wave = (seed * 13 + joint * 7 + pose * 3) as f32;
        let axis = Vec3::new(wave.sin(), wave.cos(), (0.3 * wave).sin()) + 0.1;
        let rotation = Quat::from_scaled_axis(0.2 * axis + Vec3::splat(0.02 * joint as f32));
        if (37.7 * wave).sin() < 0.0 { -rotation } else { rotation }
    };
    (0..count).map(|pose| (0..JOINTS).map(|joint| turn(pose, joint)).collect()).collect()
}

/// What anybody would write with glam.
fn naive(poses: &[Vec<Quat>], weights: &[f32], out: &mut [Quat]) {
    for (joint, out) in out.iter_mut().enumerate() {
        let first = poses[0][joint];
        let mut sum = Vec4::ZERO;
        for (pose, &weight) in poses.iter().zip(weights) {
            let rotation = pose[joint];
            let facing = if first.dot(rotation) < 0.0 { -rotation } else { rotation };
            sum += weight * Vec4::from(facing);
        }
        *out = Quat::from_vec4(sum).normalize();
    }
}

/// One vector of the machine.
#[repr(C, align(64))]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Word([u32; 16]);

/// Reads as many vectors as the kernel and does next to nothing with them: the time the loads alone take.
struct Loads<'a>(&'a [Word]);

impl WithSimd for Loads<'_> {
    type Output = u32;

    #[inline]
    fn with_simd<S: Simd>(self, simd: S) -> u32 {
        let (words, _) = S::as_simd_u32s(bytemuck::cast_slice(self.0));
        let mut sums = [simd.splat_u32s(0); 8];
        for chunk in words.chunks_exact(8) {
            for (sum, &word) in sums.iter_mut().zip(chunk) {
                *sum = simd.or_u32s(*sum, word);
            }
        }
        let any = sums.into_iter().fold(simd.splat_u32s(0), |any, sum| simd.or_u32s(any, sum));
        bytemuck::cast_slice::<_, u32>(&[any])[0]
    }
}

/// Each round averages other poses, as playing does: with the same ones for ever, a branch predictor would learn
/// which of the naive twin's rotations are flipped.
const FRAMES: usize = 4;

/// What both sides average in one frame, each in its own form.
struct Frame {
    poses: Vec<Vec<Quat>>,
    rows: Vec<Lanes>,
    words: Vec<Word>,
}

fn frame(seed: usize, count: usize) -> Frame {
    let poses = poses(seed, count);
    let groups = Lanes::groups(JOINTS);
    let mut rows = vec![Lanes::IDENTITY; groups * count];
    for (row, pose) in rows.chunks_mut(groups).zip(&poses) {
        Lanes::load(pose, row);
    }
    let (first, rest) = rows.split_at_mut(groups);
    for row in rest.chunks_mut(groups) {
        row.iter_mut().zip(&*first).for_each(|(lanes, first)| lanes.face(first));
    }
    Frame { poses, rows, words: vec![Word([1; 16]); 4 * groups * count] }
}

/// Rounds whose fastest is taken, and calls in each: shorter than a slice of a busy machine's time.
const ROUNDS: usize = 4000;
const CALLS: usize = 64;

/// Nanoseconds of one call, the fastest of many short rounds: what is left when nothing else ran in between.
fn fastest(mut call: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        for _ in 0..CALLS {
            call();
        }
        start.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min) * 1e9 / CALLS as f64
}

/// One row of the table: the kernel, its twin and the loads.
fn compare(count: usize) {
    let frames: Vec<Frame> = (0..FRAMES).map(|seed| frame(seed, count)).collect();
    let weights: Vec<f32> = (1..=count).map(|index| index as f32 / count as f32).collect();
    let mut playing = frames.iter().cycle();
    let mut next = || playing.next().expect("a cycle has no end");
    let mut out = vec![Lanes::IDENTITY; Lanes::groups(JOINTS)];
    let lanes = fastest(|| average(&next().rows, black_box(&weights), black_box(&mut out)));
    let mut plain = vec![Quat::IDENTITY; JOINTS];
    let naive = fastest(|| naive(&next().poses, black_box(&weights), black_box(&mut plain)));
    let loads = fastest(|| {
        black_box(pulp::Arch::new().dispatch(Loads(black_box(&next().words))));
    });
    println!("| {count} | {lanes:.1} | {naive:.1} | {:.1} × | {:.2} |", naive / lanes, loads / lanes);
}

fn main() {
    println!(
        "| poses of {JOINTS} joints | ns | plain loop, ns | as fast as the loop | of the speed of loads |\n|---|---|---|---|---|"
    );
    for count in [2, 4, 18] {
        compare(count);
    }
}
