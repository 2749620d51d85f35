//! Loops that begin anywhere, in place and along the floor.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use segue_actors::{Locomotion, Pace};
use segue_motion::{Clip, ClipId, ClipSet};
use segue_register::{ClipUse, CycleUse, RegisterSettings, Registration, played, register_played};

/// A walk in place of so many cycles.
fn in_place(speed: f64, cycles: usize) -> Clip {
    let walk = Locomotion { speed, cycles, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
    let back = |frame: usize| (speed * frame as f64 / walk.rate()) as f32;
    let still = walk.map_poses(|frame, pose| pose.root.z -= back(frame)).unwrap();
    still.with_constraints(segue_motion::Constraints::default()).unwrap()
}

/// A loop that begins with another of its frames.
fn begun_at(clip: &Clip, first: usize) -> Clip {
    let lap = clip.last_frame();
    let cycle = CycleUse { first, lap, frames: lap + 1 };
    let how = ClipUse { cycle: Some(cycle), ..ClipUse::default() };
    played(&ClipSet::of([clip.clone()]).unwrap(), &[how])[ClipId::FIRST].clone()
}

fn registered(clips: [Clip; 2]) -> (ClipSet, Registration) {
    let clips = ClipSet::of(clips).unwrap();
    let registration = register_played(&clips, &RegisterSettings::default()).unwrap();
    (clips, registration)
}

/// The moments of both clips as they were read, at so many places along the curves.
fn moments((clips, registration): &(ClipSet, Registration), places: usize) -> Vec<[f64; 2]> {
    let [start, end] = registration.range();
    let at = |n: usize| {
        let u = start + (end - start) * n as f64 / places as f64;
        [ClipId::FIRST, ClipId::SECOND].map(|id| {
            let secs = registration.timewarp().at(id, u);
            registration.uses()[id.index()].read_secs(secs, clips[id].rate())
        })
    };
    (0..places).map(at).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn a_loop_goes_with_itself_wherever_it_begins(part in 0.0..1.0f64) {
        let walk = in_place(1.3, 1);
        let lap = walk.last_frame();
        let first = ((part * lap as f64) as usize).min(lap - 1);
        let found = registered([walk.clone(), begun_at(&walk, first)]);
        prop_assert!(found.1.is_cyclic());
        let period = walk.duration_secs();
        for [a, b] in moments(&found, 16) {
            let off = (b + first as f64 / walk.rate() - a + period / 2.0).rem_euclid(period) - period / 2.0;
            prop_assert!(off.abs() < 1.5 / walk.rate(), "{a} with {b}, begun at {first}");
        }
    }
}

#[test]
fn one_cycle_is_played_twice_to_go_with_two_and_comes_back_from_a_file() {
    let clips = [in_place(1.2, 1), in_place(1.2, 2)];
    let found = registered(clips);
    let laps = |n: usize| found.1.uses()[n].cycle.unwrap();
    assert!(found.1.is_cyclic() && laps(0).frames > 2 * laps(0).lap && laps(1).frames < 3 * laps(1).lap);
    let [start, end] = found.1.range();
    let lasts = |id| found.1.timewarp().at(id, end) - found.1.timewarp().at(id, start);
    let [once, twice] = [ClipId::FIRST, ClipId::SECOND].map(|id| found.0[id].duration_secs());
    assert!((lasts(ClipId::FIRST) - 2.0 * once).abs() < 1e-9 && (lasts(ClipId::SECOND) - twice).abs() < 1e-9);
    let stored = found.1.encode(&found.0);
    assert_eq!(Registration::decode(&stored, &found.0).unwrap(), found.1);
}

#[test]
fn walks_that_travel_in_phase_and_actions_are_registered_as_they_are() {
    let walk = |speed| Locomotion { speed, cycles: 2, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
    assert!(!registered([walk(1.1), walk(1.4)]).1.is_cyclic());
    let kick = |name| segue_actors::Sample::find(name).unwrap().clip();
    assert!(!registered([kick("kick"), kick("kick")]).1.is_cyclic());
}
