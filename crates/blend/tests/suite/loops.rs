//! Cycles whose ends do not quite meet.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::sync::Arc;

use glam::Quat;
use segue_actors::{Locomotion, Pace};
use segue_blend::quality::largest_jerk;
use segue_blend::{
    CleanUp, ControlSettings, Ensemble, InterpolateSettings, PlayerSettings, WeightTrack, clean_up, control,
    interpolate_laps,
};
use segue_motion::{Clip, ClipId, ClipSet, PointTable, RootMotion};
use segue_register::{Ends, RegisterSettings, closed, played, register, register_played};

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

/// The blend of two walks in place that begin at different phases closes, and travels at a speed in between.
#[test]
fn loops_at_different_phases_make_a_closed_loop() {
    let in_place = |speed: f64, cycles: usize| {
        let walk = Locomotion { speed, cycles, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
        walk.map_poses(|frame, pose| pose.root.z -= (speed * frame as f64 / walk.rate()) as f32).unwrap()
    };
    let clips = ClipSet::of([in_place(1.0, 1), in_place(1.5, 2)]).unwrap();
    let registration = register_played(&clips, &RegisterSettings::default()).unwrap();
    assert!(registration.is_cyclic());
    let clips = played(&clips, registration.uses());
    let ensemble = Arc::new(Ensemble::new(&clips, registration).unwrap());
    let laps = interpolate_laps(&ensemble, &[0.5, 0.5], &InterpolateSettings::default()).unwrap();
    let cleaned = clean_up(&laps.clip, &laps.trace, &clips, &CleanUp::default()).unwrap().clip;
    let cut = cleaned.slice(laps.lap);
    let table = |clip: &Clip| {
        let table = PointTable::new(clip);
        let ends = [0, clip.last_frame()]
            .map(|n| table.row(n).iter().map(|p| *p - table.row(n)[0]).collect::<Vec<_>>());
        ends[0].iter().zip(&ends[1]).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
    };
    assert!(table(&cut) < 0.02, "laps are corrected alike: {} m", table(&cut));
    let lap = closed(&cut).unwrap();
    assert!(table(&lap) < 1e-3, "{} m", table(&lap));
    let total = RootMotion::of(&lap).total();
    let speed = total.x.hypot(total.z) / lap.duration_secs();
    assert!((1.0..1.5).contains(&speed), "{speed} m/s");
}
