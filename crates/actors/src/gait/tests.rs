//! Locomotion obeys the laws at every pace, speed, curvature and figure.

use proptest::prelude::*;

use super::{GaitEnds, Locomotion, Manner, Pace};
use crate::Figure;
use crate::laws::broken_laws;

fn any_pace() -> impl Strategy<Value = Pace> {
    proptest::sample::select(Pace::ALL.to_vec())
}

fn any_figure() -> impl Strategy<Value = Figure> {
    proptest::sample::select(Figure::presets().to_vec())
}

fn any_ends() -> impl Strategy<Value = GaitEnds> {
    proptest::sample::select(vec![
        GaitEnds::Cyclic,
        GaitEnds::FromStand,
        GaitEnds::ToStand,
        GaitEnds::StandToStand,
    ])
}

prop_compose! {
    fn any_locomotion()(
        (pace, figure, ends) in (any_pace(), any_figure(), any_ends()),
        (fast, bend) in (0.0..1.0f64, -1.0..1.0f64),
        (cadence, start_phase) in (0.97..1.03f64, 0.0..1.0f64),
        (arms, lift, width) in (0.5..1.5f64, 0.95..1.1f64, 0.8..1.6f64),
        seed: u64,
    ) -> Locomotion {
        let (low, high) = pace.speeds();
        let speed = low + fast * (high - low);
        let step = speed * 60.0 / pace.cadence(&figure, speed);
        Locomotion {
            cadence: Some(cadence * pace.cadence(&figure, speed)),
            curvature: bend * (0.3 / step).min(0.6).min(3.5 / (speed * speed)),
            manner: Manner { arms, lift, width, ..Manner::default() },
            speed, start_phase, ends, seed, figure,
            ..Locomotion::new(pace)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn locomotion_is_lawful(locomotion in any_locomotion()) {
        let performance = locomotion.perform().unwrap();
        let broken = broken_laws(&performance);
        prop_assert!(broken.is_empty(), "{broken:?}");
    }
}

#[test]
fn a_cyclic_motion_ends_as_it_began() {
    for pace in Pace::ALL {
        let clip = Locomotion { cycles: 2, curvature: 0.2, start_phase: 0.3, ..Locomotion::new(pace) }
            .perform()
            .unwrap()
            .clip;
        let (first, last) = (clip.frame(0), clip.frame(clip.last_frame()));
        for (a, b) in first.rotations[1..].iter().zip(&last.rotations[1..]) {
            assert!(a.angle_between(*b) < 2e-3, "{pace:?} {a} {b}");
        }
        assert!((first.root.y - last.root.y).abs() < 1e-3);
    }
}

#[test]
fn same_seed_same_bytes_and_seeds_differ() {
    let make = |seed| Locomotion { seed, ..Locomotion::new(Pace::Jog) }.perform().unwrap();
    assert_eq!(make(5), make(5));
    assert_ne!(make(5).clip, make(6).clip);
}

#[test]
fn speed_and_curvature_are_what_was_asked_for() {
    for pace in Pace::ALL {
        let asked = Locomotion { cycles: 4, curvature: 0.15, ..Locomotion::new(pace) };
        let clip = asked.perform().unwrap().clip;
        let path: f32 = (1..clip.len())
            .map(|i| {
                let step = clip.frame(i).root - clip.frame(i - 1).root;
                step.x.hypot(step.z)
            })
            .sum();
        let speed = f64::from(path) / clip.duration_secs();
        assert!((speed / asked.speed - 1.0).abs() < 0.06, "{pace:?}: {speed} instead of {}", asked.speed);
        let turned = clip.frame(clip.last_frame()).rotations[0] * clip.frame(0).rotations[0].conjugate();
        let angle = 2.0 * f64::from(turned.y).atan2(f64::from(turned.w));
        let wanted = asked.speed * clip.duration_secs() * asked.curvature;
        let off = (angle - wanted).rem_euclid(std::f64::consts::TAU);
        assert!(off.min(std::f64::consts::TAU - off) < 0.05, "{pace:?}: turned {angle} instead of {wanted}");
    }
}

#[test]
fn whole_phases_are_left_strikes() {
    let walk = Locomotion { cycles: 3, ..Locomotion::new(Pace::Walk) }.perform().unwrap();
    for plant in &walk.truth.plants.of(segue_motion::ConstraintKind::LeftHeel)[1..] {
        let phase = walk.truth.phase[plant.first];
        assert!((phase - phase.round()).abs() < 0.03 && phase >= phase.round() - 1e-6, "{phase}");
    }
    assert!(walk.truth.phase.is_sorted());
}

#[test]
fn bad_parameters_are_refused_by_name_and_range() {
    let refused = |locomotion: Locomotion| locomotion.perform().unwrap_err().to_string();
    let walk = || Locomotion::new(Pace::Walk);
    let table = [
        (Locomotion { speed: -1.0, ..walk() }, "speed in m/s is -1, but must lie between 0.5 and 2.1"),
        (Locomotion { speed: f64::NAN, ..walk() }, "speed in m/s is NaN"),
        (Locomotion { curvature: 3.0, ..walk() }, "curvature in rad/m is 3, but must lie between -0.9"),
        (Locomotion { cadence: Some(10.0), ..walk() }, "cadence in steps per minute is 10"),
        (Locomotion { cycles: 0, ..walk() }, "cycles is 0, but must lie between 1 and 200"),
        (Locomotion { rate: 0.0, ..walk() }, "rate in frames per second is 0"),
        (Locomotion { start_phase: 2.0, ..walk() }, "start_phase is 2"),
    ];
    for (locomotion, begins) in table {
        let error = refused(locomotion);
        assert!(error.starts_with(begins), "{error}");
    }
}
