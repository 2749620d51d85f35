//! Motions whose plants differ: standing and turning, walking straight and turning about, a jab and a cross.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::f64::consts::PI;
use std::sync::Arc;

use segue_actors::{Blow, Locomotion, Pace, Punch, TurnInPlace, WalkAndTurn};
use segue_blend::quality::{Quality, RootPath, largest_jerk};
use segue_blend::{
    CleanUp, Cleaned, Ensemble, InterpolateSettings, TimeScaling, TransitionSettings, clean_up,
    interpolate_traced, linear_blend, transition,
};
use segue_motion::{Anatomy, Clip, ClipId, ClipSet, ConstraintKind, PointId, PointTable, Side};
use segue_register::{Ends, RegisterSettings, Registration, register};

const FEET: [ConstraintKind; 4] =
    [ConstraintKind::LeftHeel, ConstraintKind::LeftToe, ConstraintKind::RightHeel, ConstraintKind::RightToe];

/// The clips on the skeleton of the first.
fn set<'a>(clips: impl IntoIterator<Item = &'a Clip>) -> ClipSet {
    ClipSet::of(clips.into_iter().cloned()).unwrap()
}

fn forced(clips: [&Clip; 2], ends: Ends) -> Registration {
    let settings =
        RegisterSettings { reference: Some(ClipId::FIRST), force: true, ends, ..RegisterSettings::default() };
    register(&set(clips), &settings).unwrap()
}

/// The blend halfway, and the same with its feet corrected.
fn half(clips: [&Clip; 2], registration: Registration) -> (Clip, Cleaned) {
    let clips = set(clips);
    let ensemble = Arc::new(Ensemble::new(&clips, registration).unwrap());
    let traced = interpolate_traced(&ensemble, &[0.5, 0.5], &InterpolateSettings::default());
    let (blend, trace) = traced.unwrap();
    let cleaned = clean_up(&blend, &trace, &clips, &CleanUp::default()).unwrap();
    (blend, cleaned)
}

/// The figure stands on both feet all the time.
fn stand(like: &Clip) -> Clip {
    let first = like.frame(0).to_pose();
    let still = like.map_poses(|_, pose| *pose = first.clone()).unwrap();
    let mut plants = segue_motion::Constraints::default();
    let whole = segue_motion::FrameRange { first: 0, last: like.last_frame() };
    for kind in FEET {
        plants.set(kind, vec![whole]).unwrap();
    }
    still.renamed("stand").with_constraints(plants).unwrap()
}

/// The example of the sources: the one plant of a standing foot is split wherever the turning one steps.
#[test]
fn standing_and_turning_split_the_plants_of_the_standing_feet() {
    let turn = TurnInPlace { angle: PI / 2.0, ..TurnInPlace::default() }.perform().unwrap().clip;
    let stand = stand(&turn);
    let registration = forced([&stand, &turn], Ends::Pinned);
    for kind in FEET {
        let steps = turn.constraints().of(kind).len();
        let found: Vec<_> = registration.matches().iter().filter(|found| found.kind == kind).collect();
        println!("{kind}: {steps} plants of the turn, {} matches", found.len());
        assert_eq!(found.len(), steps, "{kind}: every plant of the turn has its part of the standing one");
        assert!(steps > 1, "the foot steps");
        for pair in found.windows(2) {
            assert!(
                pair[0].intervals[0].end < pair[1].intervals[0].start,
                "a gap is made in the standing plant"
            );
        }
    }
    let (blend, cleaned) = half([&stand, &turn], registration);
    let path = RootPath::of(&blend);
    println!("{path}");
    assert!((path.facing_degrees.abs() - 45.0).abs() < 5.0, "half of a quarter turn: {path}");
    for kind in FEET {
        assert_eq!(blend.constraints().of(kind).len(), turn.constraints().of(kind).len());
    }
    let anatomy = Anatomy::of(blend.skeleton());
    println!(
        "{}\n{}\n{}",
        Quality::of(&blend, &anatomy),
        cleaned.report,
        Quality::of(&cleaned.clip, &anatomy)
    );
    assert!(Quality::of(&cleaned.clip, &anatomy).skate.unwrap().worst_drift_mm < 1.0);
}

/// A plant that the other clip lacks is dropped: here the standing foot is let go halfway.
#[test]
fn plants_that_one_clip_lacks_are_dropped() {
    let turn = TurnInPlace { angle: PI / 2.0, ..TurnInPlace::default() }.perform().unwrap().clip;
    let mut still = stand(&turn);
    let mut plants = still.constraints().clone();
    let half = segue_motion::FrameRange { first: 0, last: turn.last_frame() / 2 };
    plants.set(ConstraintKind::LeftToe, vec![half]).unwrap();
    still = still.with_constraints(plants).unwrap();
    let registration = forced([&still, &turn], Ends::Pinned);
    let of = |kind| registration.matches().iter().filter(|found| found.kind == kind).count();
    let plants = turn.constraints().of(ConstraintKind::LeftToe);
    let within = plants.iter().filter(|plant| plant.first < half.last).count();
    println!("{} of {plants:?} up to {half}", of(ConstraintKind::LeftToe));
    assert!(within < plants.len() && of(ConstraintKind::LeftToe) <= within);
}

#[test]
fn straight_on_and_a_turn_about_halfway_turn_by_a_quarter() {
    let about = WalkAndTurn { angle: PI, ..WalkAndTurn::default() }.perform().unwrap().clip;
    let ends = segue_actors::GaitEnds::StandToStand;
    let straight =
        Locomotion { cycles: 8, ends, speed: 1.3, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
    println!("straight {:.1} s, about {:.1} s", straight.duration_secs(), about.duration_secs());
    let registration = forced([&straight, &about], Ends::Automatic);
    println!("{:?} {:?}", registration.resemblance(ClipId::SECOND), registration.notes());
    let (blend, cleaned) = half([&straight, &about], registration);
    let path = RootPath::of(&blend);
    let linear =
        RootPath::of(&linear_blend(&set([&straight, &about]), &[0.5, 0.5], TimeScaling::Uniform).unwrap());
    println!("registered {path}\nlinear {linear}");
    let anatomy = Anatomy::of(blend.skeleton());
    println!(
        "{}\n{}\n{}",
        Quality::of(&blend, &anatomy),
        cleaned.report,
        Quality::of(&cleaned.clip, &anatomy)
    );
    assert!((path.facing_degrees.abs() - 90.0).abs() < 5.0, "{path}");
    assert!(linear.metres < 0.7 * path.metres, "walking away and walking back cancel: {linear}");
    let (raw, cleaned) = (Quality::of(&blend, &anatomy), Quality::of(&cleaned.clip, &anatomy));
    let skate = |quality: &Quality| quality.skate.unwrap().cm_per_sec;
    // Steps of the turn that the straight walk does not make are not held.
    assert!(skate(&cleaned) < 0.35 * skate(&raw) && cleaned.penetration.worst_cm < 0.6, "{cleaned}");
}

#[test]
fn a_jab_becomes_a_cross() {
    let [jab, cross] = [(Blow::Jab, Side::Left), (Blow::Cross, Side::Right)]
        .map(|(blow, side)| Punch { blow, side, ..Punch::default() }.perform().unwrap());
    // From where the jab is drawn back to where the cross begins: both are on guard.
    let rate = jab.clip.rate();
    let at = [jab.truth.segments[0].frames.last, cross.truth.segments[0].frames.first];
    let at_secs = Some(at.map(|frame| frame as f64 / rate));
    let (jab, cross) = (jab.clip, cross.clip);
    let settings = TransitionSettings { at_secs, half_width_secs: 0.25, ..TransitionSettings::default() };
    let made = transition(&set([&jab, &cross]), &settings).unwrap();
    println!("{:?} s, {} of {}", made.at_secs, made.frames, made.clip.len());
    let anatomy = Anatomy::of(jab.skeleton());
    let cleaned = clean_up(&made.clip, &made.trace, &set([&jab, &cross]), &CleanUp::default()).unwrap();
    println!(
        "{}\n{}\n{}",
        Quality::of(&made.clip, &anatomy),
        cleaned.report,
        Quality::of(&cleaned.clip, &anatomy)
    );
    let own = largest_jerk(&jab, 0.0, 99.0).max(largest_jerk(&cross, 0.0, 99.0));
    assert!(largest_jerk(&cleaned.clip, 0.0, 99.0) < 1.1 * own);
    let reach = |clip: &Clip| {
        let table = PointTable::new(clip);
        let chest = PointId::joint(anatomy.hips());
        let far = |side| {
            let wrist = PointId::joint(anatomy.arm(side).unwrap().wrist);
            (0..clip.len())
                .map(|f| (table.at(f, wrist) - table.at(f, chest)).with_y(0.0).length())
                .fold(0.0, f32::max)
        };
        Side::BOTH.map(far)
    };
    let (both, [left, right]) = (reach(&cleaned.clip), [reach(&jab)[0], reach(&cross)[1]]);
    assert!((both[0] - left).abs() < 0.02 && (both[1] - right).abs() < 0.02, "both blows land: {both:?}");
    assert!(Quality::of(&cleaned.clip, &anatomy).skate.unwrap().worst_drift_mm < 1.0);
}
