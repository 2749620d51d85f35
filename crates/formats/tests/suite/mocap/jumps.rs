//! How made jumps and leaps compare with captured ones, measured alike: their table in `docs/actors.md`.

use std::ops::Range;
use std::path::Path;

use glam::Vec3;
use segue_actors::sample;
use segue_formats::{ReadOptions, read_file};
use segue_motion::{PointId, Role, Side};

use crate::mocap::gaits::{Measured, percentile};
use crate::mocap::mocap;

/// What is measured of a jump; seconds, metres, degrees.
struct Spring {
    /// Time without a foot on the floor.
    flight: f32,
    /// Rise of the hips above where they are as the last foot leaves.
    rise: f32,
    /// Greatest bend of the knee of the foot that leaves last, and of the one that lands first.
    knee_before: f32,
    knee_after: f32,
    /// From where the hips are lowest to the take-off.
    push: f32,
    /// The upper arms from hanging: farthest back before the take-off, farthest forward and highest until the landing.
    back: f32,
    forward: f32,
    raised: f32,
}

/// A foot higher than this above where it stands is in the air.
const OFF_FLOOR: f32 = 0.03;

/// How long before the take-off and after the landing knees and arms are looked at, in seconds.
const BEFORE: f32 = 0.6;
const AFTER: f32 = 0.35;

impl Measured<'_> {
    /// The lowest of the ball and the tip of a foot's toes.
    fn toes(&self, side: Side, frame: usize) -> f32 {
        let toe = self.anatomy.joint(Role::Toe(side)).unwrap();
        let skeleton = self.clip.skeleton();
        let tips = (0..skeleton.end_sites().len()).filter(|&i| skeleton.end_sites()[i].parent == toe);
        let tips = tips.map(|i| self.table.at(frame, PointId::end_site(skeleton, i)).y);
        tips.fold(self.table.at(frame, PointId::joint(toe)).y, f32::min)
    }

    /// By how much a foot is higher than where it stands, over the frames.
    fn clearance(&self, side: Side) -> Vec<f32> {
        let heights = self.over_frames(|frame| self.toes(side, frame));
        let floor = percentile(&heights, 0.2);
        heights.into_iter().map(|height| height - floor).collect()
    }

    /// The longest flight that people are capable of, in frames.
    fn flight(&self) -> Range<usize> {
        let [left, right] = Side::BOTH.map(|side| self.clearance(side));
        let flies = |i: usize| left[i].min(right[i]) > OFF_FLOOR;
        let most = (0.8 * self.clip.rate()) as usize;
        let ends = |first: usize| (first..left.len()).find(|&i| !flies(i)).unwrap_or(left.len());
        (1..left.len())
            .filter(|&i| flies(i) && !flies(i - 1))
            .map(|first| first..ends(first))
            .filter(|flight| flight.len() < most)
            .max_by_key(Range::len)
            .unwrap()
    }

    fn knee(&self, side: Side, frames: Range<usize>) -> f32 {
        let roles = [Role::Hip(side), Role::Knee(side), Role::Ankle(side)];
        frames.map(|frame| self.bend(frame, roles)).fold(0.0, f32::max)
    }

    /// The upper arm: its angle forward of hanging in the plane that the body faces, and its angle from hanging.
    fn arm(&self, side: Side, frame: usize, facing: Vec3) -> (f32, f32) {
        let along = self.point(Role::Elbow(side), frame) - self.point(Role::Shoulder(side), frame);
        let forward = along.dot(facing).atan2(-along.y).to_degrees();
        (forward, along.angle_between(Vec3::NEG_Y).to_degrees())
    }

    fn facing(&self, frame: usize) -> Vec3 {
        let across = self.point(Role::Hip(Side::Left), frame) - self.point(Role::Hip(Side::Right), frame);
        Vec3::new(across.x, 0.0, across.z).cross(Vec3::Y).normalize_or_zero()
    }

    fn spring(&self) -> Spring {
        let (flight, rate) = (self.flight(), self.clip.rate() as f32);
        let before = flight.start.saturating_sub((BEFORE * rate) as usize)..flight.start;
        let after = flight.end..(flight.end + (AFTER * rate) as usize).min(self.clip.len());
        let lower = |frame: usize| {
            let [left, right] = Side::BOTH.map(|side| self.toes(side, frame));
            if left < right { Side::Left } else { Side::Right }
        };
        let height = |frame: usize| self.hips(frame).y;
        let dip = before.clone().min_by(|&a, &b| height(a).total_cmp(&height(b))).unwrap();
        let facing = self.facing(flight.start);
        let arms =
            |frames: Range<usize>| frames.flat_map(move |i| Side::BOTH.map(|side| self.arm(side, i, facing)));
        let swing = before.start..flight.end;
        Spring {
            flight: flight.len() as f32 / rate,
            rise: flight.clone().map(height).fold(0.0, f32::max) - height(flight.start),
            knee_before: self.knee(lower(flight.start), dip.saturating_sub(2)..flight.start),
            knee_after: self.knee(lower(flight.end - 1), after),
            push: (flight.start - dip) as f32 / rate,
            back: arms(before).map(|arm| arm.0).fold(f32::INFINITY, f32::min),
            forward: arms(swing).map(|arm| arm.0).fold(f32::NEG_INFINITY, f32::max),
            raised: arms(flight).map(|arm| arm.1).fold(0.0, f32::max),
        }
    }
}

fn print_row(name: &str, spring: &Spring) {
    let Spring { flight, rise, knee_before, knee_after, push, back, forward, raised } = spring;
    println!(
        "| {name} | {flight:.2} | {rise:.2} | {push:.2} | {knee_before:.0} | {knee_after:.0} | {back:.0} | \
         {forward:.0} | {raised:.0} |"
    );
}

const JUMPS: [&str; 8] = ["16_01", "16_03", "16_05", "13_11", "13_13", "118_01", "02_04", "83_43"];
const LEAPS: [&str; 4] = ["49_04", "49_05", "127_21", "127_25"];

/// All samples but a jump lower than any captured one.
const MADE_JUMPS: [&str; 3] = ["jump", "jump-high", "jump-far"];
const MADE_LEAPS: [&str; 3] = ["leap", "leap-right", "leap-far"];

/// What is compared, and by how much made ones may lie beyond the captured ones.
type Measure = (&'static str, fn(&Spring) -> f32, f32);
const MEASURES: [Measure; 6] = [
    ("flight in s", |spring| spring.flight, 0.1),
    ("rise of the hips", |spring| spring.rise, 0.1),
    ("time from dip to take-off", |spring| spring.push, 0.1),
    ("bend of the knee before", |spring| spring.knee_before, 10.0),
    ("bend of the knee after", |spring| spring.knee_after, 10.0),
    ("raise of the arms", |spring| spring.raised, 10.0),
];

fn captured(folder: &Path, names: &[&str]) -> Vec<Spring> {
    let spring = |name: &&str| {
        let read = read_file(folder.join(format!("cmu_bvh/{name}.bvh")), &ReadOptions::default()).unwrap();
        let spring = Measured::new(&read.clips[0]).spring();
        print_row(name, &spring);
        spring
    };
    names.iter().map(spring).collect()
}

/// Made jumps and leaps are like captured ones; prints their table of docs/actors.md.
#[test]
fn made_jumps_are_like_captured_ones() {
    let Some(folder) = mocap() else { return };
    println!("| jump | flight | rise | push | knee before | after | arms back | forward | raised |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (names, made) in [(&JUMPS[..], &MADE_JUMPS[..]), (&LEAPS, &MADE_LEAPS)] {
        let captured = captured(&folder, names);
        for name in made {
            let spring = Measured::new(&sample(name).unwrap().clip).spring();
            print_row(&format!("{name} made"), &spring);
            assert_like(name, &spring, &captured);
        }
    }
}

fn assert_like(name: &str, made: &Spring, captured: &[Spring]) {
    for (what, measure, slack) in MEASURES {
        let low = captured.iter().map(measure).fold(f32::INFINITY, f32::min) - slack;
        let high = captured.iter().map(measure).fold(f32::NEG_INFINITY, f32::max) + slack;
        let value = measure(made);
        assert!((low..=high).contains(&value), "{what} of {name} is {value}, not {low} to {high}");
    }
}
