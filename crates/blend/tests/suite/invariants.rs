//! The laws that every blend obeys, on synthetic walkers.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::sync::Arc;

use crate::walker::{Gait, apart, carrying, gait, ground};
use proptest::prelude::*;
use segue_blend::{
    Averaging, Ensemble, InterpolateSettings, Player, PlayerSettings, SpeedLaw, TransitionSettings,
    WeightError, interpolate, transition,
};
use segue_motion::{Clip, ClipId, ClipSet, Ground, Pose};
use segue_register::{RegisterSettings, register};

/// The clips on the skeleton of the first.
fn set<'a>(clips: impl IntoIterator<Item = &'a Clip>) -> ClipSet {
    ClipSet::of(clips.into_iter().cloned()).unwrap()
}

fn ensemble(clips: &[&Clip], reference: usize) -> Arc<Ensemble> {
    let settings = RegisterSettings {
        reference: Some(ClipId::new(reference)),
        force: true,
        ..RegisterSettings::default()
    };
    let clips = set(clips.iter().copied());
    let registration = register(&clips, &settings).unwrap();
    Arc::new(Ensemble::new(&clips, registration).unwrap())
}

fn blend(ensemble: &Arc<Ensemble>, weights: &[f64]) -> Clip {
    interpolate(ensemble, weights, &InterpolateSettings::default()).unwrap()
}

/// The largest distance between two clips, the first carried onto the second by one transform on the floor.
fn apart_on_the_floor(a: &Clip, b: &Clip) -> f32 {
    assert_eq!(a.len(), b.len());
    let carry = carrying(&a.frame(0).to_pose(), &b.frame(0).to_pose());
    let one = |frame: usize| {
        let mut moved = a.frame(frame).to_pose();
        carry.move_pose(&mut moved);
        apart(a.skeleton(), &moved, &b.frame(frame).to_pose())
    };
    (0..a.len()).map(one).fold(0.0, f32::max)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(12) })]

    /// Invariant 1.
    #[test]
    fn where_the_inputs_stand_changes_only_where_the_result_stands(
        a in gait(), b in gait(), moves in [ground(), ground()], share in 0.0..=1.0f64,
    ) {
        let (a, b) = (a.clip(), Gait { rate: a.rate, ..b }.clip());
        let weights = [share, 1.0 - share];
        let here = blend(&ensemble(&[&a, &b], 0), &weights);
        let (a, b) = (moves[0].move_clip(&a), moves[1].move_clip(&b));
        let there = blend(&ensemble(&[&a, &b], 0), &weights);
        let apart = apart_on_the_floor(&here, &there);
        // 50 m from the origin a position has 4 µm; a second of walking adds a few up.
        prop_assert!(apart < 2e-3, "{apart}");
    }

    /// Invariant 2.
    #[test]
    fn all_weight_on_one_clip_reproduces_it_at_its_own_speed(
        a in gait(), b in gait(), c in gait(), chosen in 0..3usize, law in 0..2usize, exact in any::<bool>(),
    ) {
        let clips = [a.clip(), b.clip(), c.clip()];
        let ensemble = ensemble(&[&clips[0], &clips[1], &clips[2]], 1);
        let mut weights = [0.0; 3];
        weights[chosen] = 1.0;
        let settings = PlayerSettings {
            law: [SpeedLaw::MeanDuration, SpeedLaw::MeanRate][law],
            averaging: if exact { Averaging::ExponentialMap } else { Averaging::Sum },
            looping: false,
        };
        let mut player = Player::new(ensemble.clone(), settings).unwrap();
        let (timewarp, clip) = (ensemble.registration().timewarp(), &clips[chosen]);
        let mut pose = ensemble.rest_pose();
        player.pose(&weights, &mut pose).unwrap();
        let begin = timewarp.at(ClipId::new(chosen), player.u());
        let carry = carrying(&clip.sample(begin * clip.rate()), &pose);
        for step in 1..40 {
            if player.step(0.031, &weights, &mut pose).unwrap().left_secs > 0.0 {
                break;
            }
            let mut truth = clip.sample((begin + 0.031 * f64::from(step)) * clip.rate());
            carry.move_pose(&mut truth);
            let apart = apart(clip.skeleton(), &truth, &pose);
            prop_assert!(apart < 1e-4, "step {step}: {apart}");
        }
    }

    /// Invariant 3.
    #[test]
    fn the_order_of_the_inputs_does_not_matter(
        a in gait(), b in gait(), c in gait(), weights in [0.05..1.0f64, 0.05..1.0, 0.05..1.0],
    ) {
        let clips = [a.clip(), b.clip(), c.clip()];
        let one = blend(&ensemble(&[&clips[0], &clips[1], &clips[2]], 1), &weights);
        let other = blend(&ensemble(&[&clips[2], &clips[1], &clips[0]], 1), &[weights[2], weights[1], weights[0]]);
        prop_assert!(apart_on_the_floor(&one, &other) < 1e-4);
    }

    /// Invariants 4 and 6, with weights far outside the hull as well.
    #[test]
    fn the_same_inputs_give_the_same_finite_bytes(a in gait(), b in gait(), weights in [-1.0..2.0f64, -1.0..2.0]) {
        let (a, b) = (a.clip(), b.clip());
        let make = || {
            let ensemble = ensemble(&[&a, &b], 0);
            interpolate(&ensemble, &weights, &InterpolateSettings::default())
        };
        match make() {
            Ok(clip) => {
                prop_assert!(clip.frames().all(|pose| pose.root.is_finite()));
                prop_assert_eq!(make().unwrap(), clip);
            }
            Err(error) => prop_assert!((weights[0] + weights[1]).abs() < 0.01, "{}", error),
        }
    }

    /// Invariant 5 is a test of the registration; here: what is played forwards and back returns.
    #[test]
    fn playing_back_returns_to_the_start(a in gait(), b in gait(), share in 0.0..=1.0f64) {
        let (a, b) = (a.clip(), b.clip());
        let ensemble = ensemble(&[&a, &b], 0);
        let mut player = Player::new(ensemble.clone(), PlayerSettings::default()).unwrap();
        let weights = [share, 1.0 - share];
        let (mut first, mut pose) = (ensemble.rest_pose(), ensemble.rest_pose());
        player.pose(&weights, &mut first).unwrap();
        for dt in [0.02; 20].into_iter().chain([-0.02; 20]) {
            player.step(dt, &weights, &mut pose).unwrap();
        }
        prop_assert!((player.u() - ensemble.registration().range()[0]).abs() < 1e-9);
        // Placements are averaged about where each step leads, so steps back undo steps forth to second order only.
        let apart = apart(a.skeleton(), &first, &pose);
        prop_assert!(apart < 5e-3, "{apart}");
    }

    /// Where the blend itself stands makes no difference to how it moves ([KG03] as printed moves it).
    #[test]
    fn a_blend_far_away_moves_like_one_here(a in gait(), b in gait(), place in ground(), share in 0.0..=1.0f64) {
        let (a, b) = (a.clip(), b.clip());
        let ensemble = ensemble(&[&a, &b], 0);
        let weights = [share, 1.0 - share];
        let run = |at: Ground| -> Pose {
            let mut player = Player::new(ensemble.clone(), PlayerSettings::default()).unwrap();
            player.place(player.u(), at);
            let mut pose = ensemble.rest_pose();
            for _ in 0..30 {
                player.step(0.02, &weights, &mut pose).unwrap();
            }
            pose
        };
        let mut here = run(Ground::IDENTITY);
        place.move_pose(&mut here);
        prop_assert!(apart(a.skeleton(), &here, &run(place)) < 1e-4);
    }
}

#[test]
fn opposite_curves_halfway_walk_straight() {
    let left = Gait { turn: 0.6, ..Gait::STEADY }.clip();
    let right = Gait { turn: -0.6, speed: 1.1, unevenness: 0.3, ..Gait::STEADY }.clip();
    let straight = blend(&ensemble(&[&left, &right], 0), &[0.5, 0.5]);
    let path = segue_blend::quality::RootPath::of(&straight);
    assert!(path.straightness > 0.99 && path.facing_degrees.abs() < 5.0, "{path}");
    let sources = [&left, &right].map(segue_blend::quality::RootPath::of);
    assert!(sources.iter().all(|path| path.straightness < 0.9));
    assert!(path.metres > 0.95 * f64::midpoint(sources[0].metres, sources[1].metres));
}

#[test]
fn weights_that_cancel_are_refused_and_nothing_moves() {
    let clip = Gait::STEADY.clip();
    let ensemble = ensemble(&[&clip, &clip], 0);
    let mut player = Player::new(ensemble.clone(), PlayerSettings::default()).unwrap();
    let mut pose = ensemble.rest_pose();
    let before = player.u();
    let refused = player.step(0.1, &[1.0, -1.0], &mut pose).unwrap_err();
    assert!(matches!(refused, WeightError::NoSum { .. }));
    assert!((player.u() - before).abs() < f64::EPSILON);
    assert_eq!(pose, ensemble.rest_pose());
}

#[test]
fn a_transition_leaves_both_clips_as_they_are_outside_it() {
    let slow = Gait { speed: 1.0, cadence: 0.8, ..Gait::STEADY }.clip();
    let fast = Gait { speed: 1.4, cadence: 1.0, turn: 0.3, ..Gait::STEADY }.clip();
    let settings = TransitionSettings { snap: true, ..TransitionSettings::default() };
    let made = transition(&set([&slow, &fast]), &settings).unwrap();
    for frame in 0..=made.frames.first {
        assert!(
            apart(slow.skeleton(), &made.clip.frame(frame).to_pose(), &slow.frame(frame).to_pose()) < 1e-4
        );
    }
    let after = made.clip.last_frame() - made.frames.last;
    let (of_made, of_fast) = (made.frames.last, fast.last_frame() - after);
    let carry = carrying(&fast.frame(of_fast).to_pose(), &made.clip.frame(of_made).to_pose());
    for step in 0..=after {
        let mut truth = fast.frame(of_fast + step).to_pose();
        carry.move_pose(&mut truth);
        let apart = apart(fast.skeleton(), &made.clip.frame(of_made + step).to_pose(), &truth);
        assert!(apart < 1e-4, "step {step}: {apart}");
    }
}

#[test]
fn a_transition_without_room_says_how_much_there_is() {
    let clip = Gait::STEADY.clip();
    let at_secs = Some([0.5, 0.5]);
    let settings = TransitionSettings { at_secs, half_width_secs: 2.0, ..TransitionSettings::default() };
    let Err(segue_blend::BlendError::Room { largest, .. }) = transition(&set([&clip, &clip]), &settings)
    else {
        panic!("it does not fit");
    };
    assert!(largest > 0.3 && largest < 0.7, "{largest}");
    let fitting = TransitionSettings { half_width_secs: largest, ..settings };
    assert!(transition(&set([&clip, &clip]), &fitting).is_ok());
}
