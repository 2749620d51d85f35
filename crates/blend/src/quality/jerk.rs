//! Jolts: of the whole figure and of the knees.

use glam::Vec3;
use segue_motion::{Anatomy, Clip, Rigid, Side};

/// The step over which differences are taken: at a fixed step, motion of all frame rates compares.
const STEP_SECS: f64 = 1.0 / 30.0;

/// The largest third difference of the joints' positions over 1/30 s between two moments, in mm: root-mean-square over
/// the joints, so that a marker that pops in the capture does not hide everything else.
///
/// At the seams of a transition it should not be larger than in the clips themselves.
pub fn largest_jerk(clip: &Clip, from_secs: f64, to_secs: f64) -> f64 {
    let first = (from_secs.max(0.0) / STEP_SECS).ceil() as usize;
    let last = (to_secs.min(clip.duration_secs()) / STEP_SECS + 1e-9).floor() as usize;
    let third = |four: &[Vec<Vec3>; 4], joint: usize| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|n| four[n][joint].as_dvec3());
        (d - 3.0 * c + 3.0 * b - a).length_squared()
    };
    let joints = clip.skeleton().len();
    let rms = |four: &[Vec<Vec3>; 4]| {
        ((0..joints).map(|joint| third(four, joint)).sum::<f64>() / joints as f64).sqrt()
    };
    let (mut last_four, mut largest) = ([const { Vec::new() }; 4], 0.0_f64);
    for step in first..=last {
        last_four.rotate_left(1);
        last_four[3] = places(clip, step as f64 * STEP_SECS);
        if step >= first + 3 {
            largest = largest.max(rms(&last_four));
        }
    }
    1000.0 * largest
}

fn places(clip: &Clip, secs: f64) -> Vec<Vec3> {
    world(clip, secs).into_iter().map(|joint| joint.translation).collect()
}

fn world(clip: &Clip, secs: f64) -> Vec<Rigid> {
    let mut world = Vec::new();
    clip.sample(secs * clip.rate()).world_from_joints(clip.skeleton(), &mut world);
    world
}

/// The largest second difference of a knee's angle over 1/30 s, in degrees: a knee that snaps straight shows here.
/// `None` when no whole leg was found.
pub fn knee_pop_degrees(clip: &Clip, anatomy: &Anatomy) -> Option<f64> {
    let legs: Vec<_> = Side::BOTH.into_iter().filter_map(|side| anatomy.leg(side)).collect();
    let steps = (clip.duration_secs() / STEP_SECS).floor() as usize;
    let angles = |step: usize| -> Vec<f64> {
        let world = world(clip, step as f64 * STEP_SECS);
        let at = |joint: segue_motion::JointId| world[joint.index()].translation.as_dvec3();
        let angle = |leg: &segue_motion::Leg| {
            (at(leg.hip) - at(leg.knee)).angle_between(at(leg.ankle) - at(leg.knee)).to_degrees()
        };
        legs.iter().map(angle).collect()
    };
    let rows: Vec<Vec<f64>> = (0..=steps).map(angles).collect();
    let second = |three: &[Vec<f64>], leg: usize| (three[2][leg] - 2.0 * three[1][leg] + three[0][leg]).abs();
    let all = rows.windows(3).flat_map(|three| (0..three[0].len()).map(move |leg| second(three, leg)));
    (!legs.is_empty()).then(|| all.fold(0.0, f64::max))
}
