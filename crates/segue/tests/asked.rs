//! Motions that are asked for by what they measure, looked at as they are written.
#![allow(clippy::unwrap_used, reason = "tests")]

use segue::actors::{Kick, Locomotion, Pace, Reach};
use segue::motion::{Clip, ClipSet, JointId, PointId, PointTable};
use segue::parametric::{BuildSettings, Parametric};
use segue::verbs::parametric::AskedMotion;
use segue::verbs::{ParametricAtRequest, Silent, Warm as _};

fn build(clips: Vec<Clip>, measure: &str) -> Parametric {
    let clips = ClipSet::of(clips).unwrap();
    Parametric::build(&clips, &[], measure, &BuildSettings::default()).unwrap()
}

fn kicks() -> Vec<Clip> {
    let places = [(0.9, 0.0), (0.6, -12.0), (0.65, 18.0), (1.2, -15.0), (1.25, 15.0), (1.0, 20.0)];
    let kick =
        |(seed, (height, aside))| Kick { height, aside, seed, ..Kick::default() }.perform().unwrap().clip;
    (1..).zip(places).map(kick).collect()
}

fn ask(parametric: &Parametric, target: Vec<f64>) -> (AskedMotion, Clip) {
    let request = ParametricAtRequest { target, ..ParametricAtRequest::default() };
    let mut done = request.run_on(parametric, &Silent).unwrap();
    (done.answer.motions.swap_remove(0), done.work.swap_remove(0).clip)
}

fn targets(parametric: &Parametric, count: u64) -> Vec<Vec<f64>> {
    (0..count).filter_map(|number| parametric.random_target(3, number).unwrap()).collect()
}

/// How far a joint is in each frame from where it was on the body at the start, and where it is: a naive twin of `@apex`. The
/// actors start at the origin and face forward.
fn ways(clip: &Clip, joint: &str) -> Vec<(f32, glam::Vec3)> {
    let table = PointTable::new(clip);
    let (joint, root) = (PointId::joint(clip.skeleton().find(joint).unwrap()), PointId::joint(JointId::ROOT));
    let own = |frame: usize| table.at(frame, joint) - table.at(frame, root);
    (0..clip.len()).map(|frame| (own(frame).distance(own(0)), table.at(frame, joint))).collect()
}

/// The frame is on the apex, time and value are those of that frame, and the target is met within a millimetre.
#[test]
fn what_is_written_meets_the_target_at_its_own_apex() {
    let parametric = build(kicks(), "ankle.r.y @apex, ankle.r.x @apex");
    let [mut met, mut all] = [0, 0];
    for target in targets(&parametric, 12) {
        let (motion, clip) = ask(&parametric, target.clone());
        let ways = ways(&clip, "RightFoot");
        let apex = (0..ways.len()).max_by(|&a, &b| ways[a].0.total_cmp(&ways[b].0)).unwrap();
        let moment = motion.moments[0].unwrap();
        assert_eq!(moment.frame, apex, "{motion:?}");
        assert!((moment.secs * clip.rate() - apex as f64).abs() < 1e-6);
        assert!((f64::from(ways[apex].1.y) - motion.reached[0]).abs() < 1e-5, "{motion:?}");
        let [before, here, after] = [apex - 1, apex, apex + 1].map(|frame| ways[frame].0);
        let behind = 0.5 * (before - after) / (before - 2.0 * here + after);
        assert!(behind.abs() < 0.35, "a frame lies on the apex: {behind}");
        all += 1;
        met += usize::from(
            (f64::from(ways[apex].1.y) - target[0]).abs() < 0.001 && motion.off_mm.unwrap() < 1.0,
        );
    }
    assert_eq!(met, all);
}

#[test]
fn hands_and_ways_are_met_too() {
    let places = [[-0.2, 1.2, 0.55], [-0.2, 1.7, 0.4], [0.1, 1.2, 0.5], [-0.5, 1.1, 0.3], [-0.2, 0.8, 0.5]];
    let reach = |(seed, target)| Reach { target, seed, ..Reach::default() }.perform().unwrap().clip;
    let reaches = build((1..).zip(places).map(reach).collect(), "wrist.r @apex");
    let walk = |(seed, (speed, curvature))| {
        Locomotion { speed, curvature, cycles: 2, seed, ..Locomotion::new(Pace::Walk) }
            .perform()
            .unwrap()
            .clip
    };
    let walks = [(1.3, 0.0), (0.9, -0.3), (1.1, 0.4), (1.5, 0.3)];
    let walks = build((1..).zip(walks).map(walk).collect(), "root.final");
    for parametric in [&reaches, &walks] {
        for target in targets(parametric, 4) {
            let (motion, _) = ask(parametric, target);
            assert!(motion.is_reached && motion.off_mm.unwrap() < 1.0, "{motion:?}");
            assert!(motion.made.quality.worst_drift_mm.unwrap_or(0.0) < 2.0, "{motion:?}");
        }
    }
}

/// Examples whose planted feet slide, as captured ones do: those of motions that are nearly one of them do not.
#[test]
fn feet_stand_also_near_an_example() {
    let sliding = |clip: &Clip| clip.map_poses(|frame, pose| pose.root.x += 0.0003 * frame as f32).unwrap();
    let parametric = build(kicks().iter().map(sliding).collect(), "ankle.r.y @apex");
    let mut own: Vec<f64> = parametric.samples()[..6].iter().map(|sample| sample.parameters[0]).collect();
    own.sort_by(f64::total_cmp);
    for pair in own.windows(2) {
        for share in [0.03, 0.5, 0.97] {
            let (motion, _) = ask(&parametric, vec![pair[0] + share * (pair[1] - pair[0])]);
            let drift = motion.made.quality.worst_drift_mm.unwrap_or(0.0);
            assert!(drift < 1.0, "{drift} mm for {:?} with {:?}", motion.asked, motion.weights);
        }
    }
}

/// One rule for all that is out of reach: few examples, none of them below 0, and the distance is that of the motion as written.
#[test]
fn what_is_out_of_reach_is_the_nearest_of_few_examples() {
    let parametric = build(kicks(), "ankle.r @apex");
    for target in [[0.1, 2.0, 0.9], [-1.0, 1.0, 0.5], [0.0, 0.2, 1.5]] {
        let (motion, clip) = ask(&parametric, target.to_vec());
        assert!(!motion.is_reached && motion.corrected_mm == 0.0, "{motion:?}");
        assert!(motion.weights.iter().all(|weight| *weight >= -1e-9), "{:?}", motion.weights);
        assert!(motion.weights.iter().filter(|weight| **weight > 1e-6).count() <= 4, "{:?}", motion.weights);
        let ways = ways(&clip, "RightFoot");
        let (_, place) = ways.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let off = (place.y as f64 - target[1]).abs();
        assert!(off < motion.off_mm.unwrap() / 1000.0 + 1e-5, "{off} {motion:?}");
        let examples = parametric.samples()[..6].iter();
        let far = |own: &Vec<f64>| own.iter().zip(&target).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
        let nearest = examples.map(|sample| far(&sample.parameters)).fold(f64::INFINITY, f64::min);
        assert!(motion.off_mm.unwrap() < 1000.0 * nearest + 20.0, "no farther than the nearest example");
    }
}
