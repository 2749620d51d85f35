//! Dirt put into clean motion by script is found where it was put, and nothing else is.
#![allow(clippy::unwrap_used, reason = "tests stop at the first surprise")]

use glam::{Quat, Vec3};
use proptest::prelude::*;
use segue_actors::{Sample, samples};
use segue_motion::{
    Certainty, Clip, Dirt, DirtKind, FrameRange, Interpolation, JointId, Pose, find_dirt, repaired, resampled,
};

fn clean(name: &str) -> Clip {
    Sample::find(name).unwrap().clip()
}

fn changed(clip: &Clip, f: impl FnMut(usize, &mut Pose)) -> Clip {
    clip.map_poses(f).unwrap()
}

fn only(clip: &Clip) -> Dirt {
    let mut found = find_dirt(clip);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// Largest turn of any joint and largest way of the root between two clips, over all frames.
fn difference(a: &Clip, b: &Clip) -> (f32, f32) {
    let mut most = (0.0_f32, 0.0_f32);
    for (a, b) in a.frames().zip(b.frames()) {
        let turns = a.rotations.iter().zip(b.rotations).map(|(a, b)| a.angle_between(*b));
        most = (turns.fold(most.0, f32::max), most.1.max(a.root.distance(b.root)));
    }
    most
}

#[test]
fn clean_motion_has_no_dirt_at_any_usual_rate() {
    for sample in samples() {
        let clip = sample.clip();
        assert_eq!(find_dirt(&clip), [], "{}", sample.name);
        for rate in [30.0, 120.0] {
            let other = resampled(&clip, rate, Interpolation::Cubic).unwrap();
            assert_eq!(find_dirt(&other), [], "{} at {rate}", sample.name);
        }
    }
}

/// The acceleration of the farthest tip below a joint that turns away and back within some frames, by the smaller of both turns, in
/// m/s²: half of the time out and half of it back, each half of that faster and half slower.
fn tip_acceleration(clip: &Clip, joint: JointId, frames: FrameRange) -> f64 {
    let turn = |frame: usize| clip.frame(frame).rotations[joint.index()];
    let FrameRange { first, last } = frames;
    let angle = turn(first - 1).angle_between(turn(first)).min(turn(last).angle_between(turn(last + 1)));
    let skeleton = clip.skeleton();
    let way = |mut at: JointId, end: f32| {
        let mut way = end;
        while at != joint {
            way += skeleton.joint(at).offset.length();
            at = skeleton.parent(at)?;
        }
        Some(way)
    };
    let sites = skeleton.end_sites().iter().filter_map(|site| way(site.parent, site.offset.length()));
    let reach = sites.chain(skeleton.ids().filter_map(|id| way(id, 0.0))).fold(0.0, f32::max);
    let secs = (frames.len() + 1) as f64 / clip.rate();
    8.0 * f64::from(2.0 * reach * (0.5 * angle).sin()) / (secs * secs)
}

const MOTIONS: [&str; 5] = ["walk", "run", "kick", "cartwheel", "jump"];
const JOINTS: [&str; 7] = ["Hips", "LeftUpLeg", "RightLeg", "LeftArm", "RightForeArm", "Head", "LeftFoot"];

fn axis() -> impl Strategy<Value = Vec3> {
    (-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0)
        .prop_filter_map("no axis", |(x, y, z)| Vec3::new(x, y, z).try_normalize())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    /// A pop that no body can do is certain and mended; one that a small limb might do, such as two frames of a foot in a run, may be
    /// doubtful, and is then left.
    #[test]
    fn a_pop_is_found_where_it_is_and_mended(
        motion in 0..MOTIONS.len(),
        joint in 0..JOINTS.len(),
        at in 0.05_f64..0.9,
        length in 1..=2_usize,
        axis in axis(),
        angle in 1.2_f32..2.8,
    ) {
        let clean = clean(MOTIONS[motion]);
        let joint = clean.skeleton().find(JOINTS[joint]).unwrap();
        let first = (at * clean.len() as f64) as usize + 1;
        let frames = FrameRange { first, last: first + length - 1 };
        let turn = Quat::from_axis_angle(axis, angle);
        let bad = changed(&clean, |frame, pose| if frames.contains(frame) {
            pose.rotations[joint.index()] *= turn;
        });
        let found = only(&bad);
        prop_assert_eq!((found.kind, found.frames), (DirtKind::Pop, frames));
        prop_assert_eq!(&found.joints, &[joint]);
        let is_certain = found.certainty == Certainty::Certain;
        prop_assert!(is_certain || tip_acceleration(&bad, joint, frames) < 1100.0, "{}", found);
        let mended = repaired(bad.clone(), &[found]);
        if !is_certain {
            prop_assert_eq!(mended.clip, bad);
            return Ok(());
        }
        let (turn, way) = difference(&mended.clip, &clean);
        prop_assert!(turn < 0.1 && way < 0.02, "{} rad, {} m", turn, way);
        for frame in (0..clean.len()).filter(|&frame| !frames.contains(frame)) {
            prop_assert_eq!(mended.clip.frame(frame).rotations, clean.frame(frame).rotations);
        }
    }

    #[test]
    fn a_bad_end_is_found_and_mended(motion in 0..MOTIONS.len(), length in 1..=2_usize, at_start: bool, x in 1.0_f32..9.0) {
        let clean = clean(MOTIONS[motion]);
        let last = clean.last_frame();
        let (first, kind) = if at_start { (0, DirtKind::BadStart) } else { (last + 1 - length, DirtKind::BadEnd) };
        let frames = FrameRange { first, last: first + length - 1 };
        let bad = changed(&clean, |frame, pose| if frames.contains(frame) { pose.root.x += x });
        let found = only(&bad);
        prop_assert_eq!((found.kind, found.frames, found.certainty), (kind, frames, Certainty::Certain));
        let (turn, way) = difference(&repaired(bad.clone(), &[found]).clip, &clean);
        prop_assert!(turn < 0.1 && way < 0.05, "{} rad, {} m", turn, way);
    }

    #[test]
    fn a_shifted_stretch_is_found_and_shifted_back(first in 30..60_usize, length in 20..40_usize, x in 0.4_f32..3.0) {
        let clean = clean("walk");
        let frames = FrameRange { first, last: first + length - 1 };
        let bad = changed(&clean, |frame, pose| if frames.contains(frame) { pose.root.x += x });
        let found = only(&bad);
        prop_assert_eq!((found.kind, found.frames), (DirtKind::Shifted, frames));
        let (_, way) = difference(&repaired(bad.clone(), &[found]).clip, &clean);
        prop_assert!(way < 3e-3, "{} m", way);
    }

    #[test]
    fn a_frozen_stretch_is_found_and_filled(first in 20..70_usize, length in 2..=6_usize) {
        let clean = clean("run");
        let frames = FrameRange { first, last: first + length - 1 };
        let held = clean.frame(first - 1).to_pose();
        let bad = changed(&clean, |frame, pose| if frames.contains(frame) { pose.clone_from(&held) });
        let found = only(&bad);
        prop_assert_eq!((found.kind, found.frames, found.certainty), (DirtKind::Frozen, frames, Certainty::Certain));
        let (turn, way) = difference(&repaired(bad.clone(), &[found]).clip, &clean);
        prop_assert!(turn < 0.3 && way < 0.03, "{} rad, {} m", turn, way);
    }
}

#[test]
fn a_rest_pose_left_in_is_found_whichever_way_it_faces() {
    let clean = clean("walk");
    let rest = Pose::rest(clean.skeleton());
    for (frame, angle) in [(0, 0.0), (0, 2.0), (clean.last_frame(), 1.0)] {
        let bad = changed(&clean, |at, pose| {
            if at == frame {
                pose.rotations.clone_from(&rest.rotations);
                pose.rotations[0] = Quat::from_rotation_y(angle) * pose.rotations[0];
            }
        });
        let found = find_dirt(&bad);
        assert!(
            found.iter().all(|dirt| dirt.frames == FrameRange { first: frame, last: frame }),
            "{found:?}"
        );
        assert_eq!(found[0].kind, DirtKind::RestPose, "{found:?}");
        assert!(found[0].to_string().contains("is a rest pose"), "{}", found[0]);
    }
}

#[test]
fn a_cut_between_two_takes_is_listed_and_left() {
    let clean = clean("walk");
    let bad = changed(&clean, |frame, pose| pose.root.x += if frame < 50 { 0.0 } else { 3.0 });
    let found = only(&bad);
    assert_eq!((found.kind, found.frames), (DirtKind::Jump, FrameRange { first: 49, last: 50 }));
    assert_eq!(found.joints, [JointId::ROOT]);
    let result = repaired(bad.clone(), std::slice::from_ref(&found));
    assert_eq!((result.clip, result.left), (bad, vec![found]));
}

#[test]
fn lines_are_for_people_and_what_is_doubtful_is_left() {
    let clean = clean("walk");
    let arm = clean.skeleton().find("LeftArm").unwrap();
    let bad = changed(&clean, |frame, pose| {
        if frame == 40 {
            pose.rotations[arm.index()] *= Quat::from_rotation_z(1.5);
        }
    });
    let mut found = only(&bad);
    let line = found.to_string();
    assert!(line.starts_with("LeftArm pops away by ") && line.ends_with("° and back in frame 40"), "{line}");
    found.certainty = Certainty::Doubtful;
    assert!(found.to_string().ends_with("frame 40 (doubtful)"), "{found}");
    assert_eq!(repaired(bad.clone(), &[found]).clip, bad);
}
