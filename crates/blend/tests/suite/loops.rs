//! Cycles whose ends do not quite meet.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::sync::Arc;

use glam::Quat;
use segue_actors::{Locomotion, Pace};
use segue_blend::quality::largest_jerk;
use segue_blend::{ControlSettings, Ensemble, PlayerSettings, WeightTrack, control};
use segue_motion::{Clip, ClipId, ClipSet};
use segue_register::{Ends, RegisterSettings, register};

/// A walk in which the arms and the trunk come to be held otherwise: after each cycle they would jump back.
fn drifting(seed: u64) -> Clip {
    let walk = Locomotion { cycles: 2, seed, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
    let joints: Vec<usize> = ["LeftArm", "RightArm", "Spine"]
        .iter()
        .map(|name| walk.skeleton().find(name).unwrap().index())
        .collect();
    let last = walk.last_frame() as f32;
    let turned = walk.map_poses(|frame, pose| {
        for &joint in &joints {
            let turn = Quat::from_rotation_x(0.12 * frame as f32 / last);
            pose.rotations[joint] = (turn * pose.rotations[joint]).normalize();
        }
    });
    turned.unwrap()
}

#[test]
fn the_wrap_of_a_cycle_that_is_not_closed_is_not_a_jump() {
    let clips = ClipSet::of([drifting(1), drifting(2)]).unwrap();
    let settings = RegisterSettings { ends: Ends::Pinned, ..RegisterSettings::default() };
    let registration = register(&clips, &settings).unwrap();
    let secs = clips[ClipId::FIRST].duration_secs();
    let ensemble = Arc::new(Ensemble::new(&clips, registration).unwrap());
    let track = WeightTrack::new(vec![(0.0, vec![0.5, 0.5]), (3.0 * secs, vec![0.5, 0.5])]).unwrap();
    let settings = ControlSettings {
        player: PlayerSettings { looping: true, ..PlayerSettings::default() },
        rate_hz: Some(60.0),
    };
    let played = control(&ensemble, &track, &settings).unwrap();
    let own = clips.clips().map(|clip| largest_jerk(clip, 0.0, 99.0)).fold(0.0, f64::max);
    let jerk = largest_jerk(&played, 0.0, 99.0);
    assert!(jerk < 1.3 * own, "the wraps show: {jerk} mm against {own}");
}
