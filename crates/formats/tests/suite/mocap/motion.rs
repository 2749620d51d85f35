//! What is found out about real clips: bodies, plants, flights; and what is done to them: mirroring, retargeting.

use std::path::Path;

use segue_formats::{ReadOptions, read_file};
use segue_motion::{
    Anatomy, Clip, ConstraintKind, FlightSettings, FrameRange, Mirror, PlantSettings, PointTable, Retarget,
    Role, RootMotion, Side, SkeletonMap, find_plants, flights_of,
};

use crate::mocap::{files, mocap};

/// Walks and runs, straight and curved, of eight subjects.
const LOCOMOTION: [&str; 26] = [
    "02_01", "02_03", "07_01", "07_04", "07_11", "09_01", "09_02", "16_11", "16_13", "16_15", "16_17",
    "16_19", "16_21", "16_35", "16_37", "16_39", "16_41", "16_43", "16_45", "35_01", "35_17", "35_21",
    "69_28", "69_31", "127_06", "127_09",
];

/// One file of each kind of figure.
const FIGURES: [&str; 11] = [
    "cmu_bvh/16_15.bvh",
    "cmu_asfamc/16_15.amc",
    "fbx/07_01_cmu.fbx",
    "fbx/locomotions.fbx",
    "glb/CesiumMan.glb",
    "glb/RiggedFigure.glb",
    "glb/viverse_walk.glb",
    "other_bvh/cmu131_03_3dsmax.bvh",
    "other_bvh/custom_skeleton_walk_example.bvh",
    "other_bvh/pirouette.bvh",
    "other_bvh/test_freebvh.bvh",
];

fn first_clip(path: &Path) -> Clip {
    read_file(path, &ReadOptions::default()).unwrap().clips.swap_remove(0)
}

fn cmu(mocap: &Path, name: &str) -> Clip {
    let clip = first_clip(&mocap.join("cmu_bvh").join(name).with_extension("bvh"));
    let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    clip.with_constraints(plants).unwrap()
}

#[test]
fn every_figure_has_its_parts_of_the_body() {
    let Some(mocap) = mocap() else { return };
    for file in FIGURES {
        let clip = first_clip(&mocap.join(file));
        let anatomy = Anatomy::of(clip.skeleton());
        for side in Side::BOTH {
            assert!(anatomy.leg(side).is_some() && anatomy.arm(side).is_some(), "{file}\n{anatomy}");
        }
        assert!(!anatomy.spine().is_empty() && anatomy.joint(Role::Head).is_some(), "{file}\n{anatomy}");
        assert!(
            ConstraintKind::ALL.into_iter().all(|kind| anatomy.point(kind).is_some()),
            "{file}\n{anatomy}"
        );
        let length = anatomy.leg_length(clip.skeleton()).unwrap();
        assert!((0.4..1.1).contains(&length), "{file} has legs of {length} m");
    }
}

#[test]
fn nearly_every_stance_of_locomotion_has_exactly_one_toe_plant() {
    let Some(mocap) = mocap() else { return };
    let (mut stances, mut single) = (0, 0);
    for name in LOCOMOTION {
        let clip = cmu(&mocap, name);
        let table = PointTable::new(&clip);
        let anatomy = Anatomy::of(clip.skeleton());
        for kind in [ConstraintKind::LeftToe, ConstraintKind::RightToe] {
            let path: Vec<_> = table.path(anatomy.point(kind).unwrap()).collect();
            for pair in swings(&path, clip.rate()).windows(2) {
                let stance = FrameRange { first: middle(pair[0]), last: middle(pair[1]) };
                let plants =
                    clip.constraints().of(kind).iter().filter(|plant| stance.contains(middle(**plant)));
                stances += 1;
                single += usize::from(plants.count() == 1);
            }
        }
    }
    println!("{single} of {stances} stances have exactly one toe plant");
    assert!(stances > 80 && single * 100 >= stances * 97, "{single} of {stances}");
}

fn middle(range: FrameRange) -> usize {
    usize::midpoint(range.first, range.last)
}

/// Stretches of at least 0.1 s in which a point goes over 1 m/s on the floor.
fn swings(path: &[glam::Vec3], rate: f64) -> Vec<FrameRange> {
    let half = (0.03 * rate) as usize;
    let fast = |frame: usize| {
        let (from, to) = (frame.saturating_sub(half), (frame + half).min(path.len() - 1));
        let way = (path[to] - path[from]).with_y(0.0).length();
        f64::from(way) * rate / (to - from) as f64 > 1.0
    };
    let mut runs: Vec<FrameRange> = Vec::new();
    for frame in (0..path.len()).filter(|&frame| fast(frame)) {
        match runs.last_mut() {
            Some(run) if run.last + 1 == frame => run.last = frame,
            _ => runs.push(FrameRange { first: frame, last: frame }),
        }
    }
    runs.retain(|run| run.len() as f64 > 0.1 * rate);
    runs
}

#[test]
fn the_feet_of_walks_alternate() {
    let Some(mocap) = mocap() else { return };
    for name in ["02_01", "07_01", "16_11", "16_13", "16_15", "16_21", "35_01"] {
        let clip = cmu(&mocap, name);
        let of = |kind, left: bool| clip.constraints().of(kind).iter().map(move |plant| (plant.first, left));
        let mut steps: Vec<_> =
            of(ConstraintKind::LeftToe, true).chain(of(ConstraintKind::RightToe, false)).collect();
        steps.sort_unstable();
        // A plant that the clip begins with may have begun in any order.
        steps.retain(|&(first, _)| first > 0);
        assert!(steps.len() >= 3 && steps.windows(2).all(|pair| pair[0].1 != pair[1].1), "{name} {steps:?}");
    }
}

#[test]
fn long_flights_fall_with_gravity() {
    let Some(mocap) = mocap() else { return };
    let mut gravities = Vec::new();
    for name in ["02_04", "13_11", "13_13", "16_01", "16_03", "16_05", "49_03", "83_57", "118_01", "127_21"] {
        let clip = cmu(&mocap, name);
        let flights = flights_of(&clip, &Anatomy::of(clip.skeleton()), &FlightSettings::default()).unwrap();
        let long = flights.into_iter().filter(|flight| flight.frames.len() as f64 > 0.3 * clip.rate());
        let before = gravities.len();
        for flight in long {
            assert!(flight.residual < 0.012, "{name}: {flight:?}");
            gravities.push(flight.free_gravity);
        }
        assert!(gravities.len() > before, "{name} has no long flight");
    }
    gravities.sort_by(f64::total_cmp);
    let median = gravities[gravities.len() / 2];
    println!("{} long flights, median gravity {median:.2}", gravities.len());
    assert!((9.3..10.3).contains(&median), "{gravities:?}");
}

#[test]
fn mirroring_any_figure_twice_gives_it_back() {
    let Some(mocap) = mocap() else { return };
    for file in FIGURES {
        let clip = first_clip(&mocap.join(file));
        let part = clip.slice(FrameRange { first: 0, last: clip.last_frame().min(60) });
        let mirror = Mirror::of(part.skeleton());
        let once = mirror.clip(&part).unwrap();
        let (a, b) = (PointTable::new(&part), PointTable::new(&mirror.clip(&once).unwrap()));
        let worst =
            a.iter().flatten().zip(b.iter().flatten()).map(|(x, y)| x.distance(*y)).fold(0.0, f32::max);
        assert!(worst < 2e-3, "{file}: {worst}");
    }
}

#[test]
fn a_walk_walks_on_every_other_figure() {
    let Some(mocap) = mocap() else { return };
    let walk = cmu(&mocap, "16_15");
    for file in FIGURES {
        let target = first_clip(&mocap.join(file)).skeleton().clone();
        let map = SkeletonMap::guess(walk.skeleton(), &target);
        let retarget = Retarget::new(walk.skeleton(), target.clone(), &map).unwrap();
        let there = retarget.clip(&walk).unwrap();
        let length = |clip: &Clip| RootMotion::of(clip).path_length();
        let ratio = length(&there) / (length(&walk) * f64::from(retarget.scale()));
        assert!((0.9..1.1).contains(&ratio), "{file}: the path is {ratio} of what it should be\n{map}");
        assert_eq!(there.constraints(), walk.constraints());
        let anatomy = Anatomy::of(&target);
        let found = find_plants(&there, &anatomy, &PlantSettings::default());
        for kind in [ConstraintKind::LeftToe, ConstraintKind::RightToe] {
            let both = |frame: &usize| found.holds(kind, *frame) == walk.constraints().holds(kind, *frame);
            let agree = (0..walk.len()).filter(both).count() as f64 / walk.len() as f64;
            assert!(agree > 0.85, "{file}: the {kind} stands at other times ({agree:.2})\n{map}");
        }
    }
}

#[test]
fn plants_are_found_in_every_capture_without_harm() {
    let Some(mocap) = mocap() else { return };
    for path in files(&mocap.join("other_bvh"), "bvh") {
        let clip = first_clip(&path);
        let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
        assert!(!plants.is_empty(), "{}", path.display());
        clip.with_constraints(plants).unwrap();
    }
}

/// The ball of the right foot is 5 cm lower in the steps of the run than on the flat foot after the stop.
#[test]
fn a_runner_who_stops_stands_on_heel_and_toe() {
    let Some(mocap) = mocap() else { return };
    let clip = cmu(&mocap, "127_21");
    for frame in [215, 240, 265] {
        let holds = |kind| clip.constraints().holds(kind, frame);
        assert!(
            holds(ConstraintKind::RightHeel) && holds(ConstraintKind::RightToe),
            "{:?}",
            clip.constraints()
        );
    }
}
