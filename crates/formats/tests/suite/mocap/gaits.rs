//! How made gaits compare with captured ones, measured alike: the table of `docs/actors.md`.

use std::path::Path;

use glam::{Vec2, Vec3};
use segue_actors::{Locomotion, Pace};
use segue_formats::{ReadOptions, read_file};
use segue_motion::{
    Anatomy, Body, Clip, ConstraintKind, Constraints, MassTable, PlantSettings, PointId, PointTable, Role,
    Side, find_plants,
};

use crate::mocap::mocap;

/// What is measured of a gait; lengths in leg lengths but for `speed` and `stride`, angles in degrees.
struct Gait {
    /// m/s, m and steps per minute.
    speed: f32,
    stride: f32,
    cadence: f32,
    /// Share of the time a foot is on the floor.
    duty: f32,
    /// Mean height of hips and centre of mass, and ranges of the hips up and aside.
    hips: f32,
    centre: f32,
    bounce: f32,
    sway: f32,
    /// Ranges of the pelvis' turn, knee and ankle.
    pelvis: f32,
    knee: (f32, f32),
    ankle: f32,
    /// By which share of the cycle an arm is behind the opposite leg.
    arm_lag: f32,
}

/// A clip with what is measured on it.
pub(super) struct Measured<'a> {
    pub(super) clip: &'a Clip,
    pub(super) anatomy: Anatomy,
    pub(super) table: PointTable,
    leg: f32,
}

impl<'a> Measured<'a> {
    pub(super) fn new(clip: &'a Clip) -> Self {
        let anatomy = Anatomy::of(clip.skeleton());
        let leg = anatomy.leg_length(clip.skeleton()).unwrap();
        Self { clip, table: PointTable::new(clip), anatomy, leg }
    }

    pub(super) fn point(&self, role: Role, frame: usize) -> Vec3 {
        self.table.at(frame, PointId::joint(self.anatomy.joint(role).unwrap()))
    }

    /// The middle between the hip joints.
    pub(super) fn hips(&self, frame: usize) -> Vec3 {
        let [left, right] = Side::BOTH.map(|side| self.point(Role::Hip(side), frame));
        0.5 * (left + right)
    }

    pub(super) fn over_frames(&self, value: impl Fn(usize) -> f32) -> Vec<f32> {
        (0..self.clip.len()).map(value).collect()
    }

    /// The way on the floor: the line from the first to the last place of the hips.
    fn way(&self) -> Vec2 {
        let way = self.hips(self.clip.last_frame()) - self.hips(0);
        Vec2::new(way.x, way.z).normalize_or_zero()
    }

    fn ahead(&self, frame: usize, role: Role) -> f32 {
        let away = self.point(role, frame) - self.hips(frame);
        Vec2::new(away.x, away.z).dot(self.way())
    }

    fn aside(&self, frame: usize) -> f32 {
        let hips = self.hips(frame) - self.hips(0);
        Vec2::new(hips.x, hips.z).perp_dot(self.way())
    }

    fn pelvis_turn(&self, frame: usize) -> f32 {
        let across = self.point(Role::Hip(Side::Left), frame) - self.point(Role::Hip(Side::Right), frame);
        Vec2::new(across.x, across.z).angle_to(self.way()).to_degrees()
    }

    /// The bend between the bones that meet at `joint`.
    pub(super) fn bend(&self, frame: usize, [before, joint, after]: [Role; 3]) -> f32 {
        let [before, joint, after] = [before, joint, after].map(|role| self.point(role, frame));
        (joint - before).angle_between(after - joint).to_degrees()
    }

    fn gait(&self) -> Gait {
        let (left, right) = (Side::Left, Side::Right);
        let plants = find_plants(self.clip, &self.anatomy, &PlantSettings::default());
        let cycle = cycle_frames(self.clip, &plants);
        let hips = |frame| self.hips(frame);
        let way = hips(self.clip.last_frame()) - hips(0);
        let speed = Vec2::new(way.x, way.z).length() / self.clip.duration_secs() as f32;
        let secs = cycle / self.clip.rate() as f32;
        let body = Body::new(self.clip.skeleton(), &self.anatomy, &MassTable::default(), 70.0).unwrap();
        let floor = lowest(&self.table);
        let centre = mean(&body.path(self.clip).iter().map(|at| at.y as f32).collect::<Vec<_>>()) - floor;
        let heights = self.over_frames(|frame| hips(frame).y);
        let knees =
            self.over_frames(|i| self.bend(i, [Role::Hip(left), Role::Knee(left), Role::Ankle(left)]));
        let ankles =
            self.over_frames(|i| self.bend(i, [Role::Knee(left), Role::Ankle(left), Role::Toe(left)]));
        Gait {
            speed,
            stride: speed * secs,
            cadence: 120.0 / secs,
            duty: 0.5 * (duty(self.clip, &plants, left) + duty(self.clip, &plants, right)),
            hips: (mean(&heights) - floor) / self.leg,
            centre: centre / self.leg,
            bounce: per_cycle(&heights, cycle) / self.leg,
            sway: per_cycle(&self.over_frames(|frame| self.aside(frame)), cycle) / self.leg,
            pelvis: per_cycle(&self.over_frames(|frame| self.pelvis_turn(frame)), cycle),
            knee: (percentile(&knees, 0.02), percentile(&knees, 0.98)),
            ankle: percentile(&ankles, 0.98) - percentile(&ankles, 0.02),
            arm_lag: self.arm_lag(cycle),
        }
    }

    /// Where the left wrist's way is most like the right ankle's.
    fn arm_lag(&self, cycle: f32) -> f32 {
        let arm = self.over_frames(|frame| self.ahead(frame, Role::Wrist(Side::Left)));
        let leg = self.over_frames(|frame| self.ahead(frame, Role::Ankle(Side::Right)));
        let (arm_mean, leg_mean, half) = (mean(&arm), mean(&leg), (0.5 * cycle) as isize);
        let likeness = |lag: isize| {
            let pairs = (0..arm.len()).filter_map(|i| Some((arm[i], leg.get(i.checked_add_signed(-lag)?)?)));
            let products: Vec<f32> = pairs.map(|(a, l)| (a - arm_mean) * (l - leg_mean)).collect();
            mean(&products)
        };
        let best = (-half..half).max_by(|a, b| likeness(*a).total_cmp(&likeness(*b))).unwrap();
        best as f32 / cycle
    }
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len() as f32
}

pub(super) fn percentile(values: &[f32], share: f32) -> f32 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f32::total_cmp);
    sorted[(share * (sorted.len() - 1) as f32).round() as usize]
}

/// The median range within a cycle, but for what drifts from its beginning to its end.
fn per_cycle(values: &[f32], cycle: f32) -> f32 {
    let range = |window: &[f32]| {
        let last = window.len() - 1;
        let drift = (window[last] - window[0]) / last as f32;
        let straight: Vec<f32> =
            window.iter().enumerate().map(|(i, value)| value - drift * i as f32).collect();
        percentile(&straight, 1.0) - percentile(&straight, 0.0)
    };
    let ranges: Vec<f32> = values.windows((cycle as usize + 1).min(values.len())).map(range).collect();
    percentile(&ranges, 0.5)
}

/// The lowest point, but for a few outliers.
fn lowest(table: &PointTable) -> f32 {
    let lows: Vec<f32> =
        table.iter().map(|row| row.iter().map(|point| point.y).fold(f32::INFINITY, f32::min)).collect();
    percentile(&lows, 0.1)
}

fn kinds(side: Side) -> [ConstraintKind; 2] {
    match side {
        Side::Left => [ConstraintKind::LeftHeel, ConstraintKind::LeftToe],
        Side::Right => [ConstraintKind::RightHeel, ConstraintKind::RightToe],
    }
}

fn stands(plants: &Constraints, side: Side, frame: usize) -> bool {
    kinds(side).iter().any(|&kind| plants.holds(kind, frame))
}

/// Frames from strike to strike of one foot: the mean of both feet.
fn cycle_frames(clip: &Clip, plants: &Constraints) -> f32 {
    let strikes = |side| -> Vec<usize> {
        let strike = |&i: &usize| !stands(plants, side, i - 1) && stands(plants, side, i);
        (1..clip.len()).filter(strike).collect()
    };
    let times: Vec<f32> = Side::BOTH
        .into_iter()
        .flat_map(|side| strikes(side).windows(2).map(|pair| (pair[1] - pair[0]) as f32).collect::<Vec<_>>())
        .collect();
    assert!(!times.is_empty(), "{} has no whole cycle", clip.name());
    percentile(&times, 0.5)
}

/// The share of the time a foot stands, over its whole cycles.
fn duty(clip: &Clip, plants: &Constraints, side: Side) -> f32 {
    let strikes: Vec<usize> =
        (1..clip.len()).filter(|&i| !stands(plants, side, i - 1) && stands(plants, side, i)).collect();
    let (Some(&first), Some(&last)) = (strikes.first(), strikes.last()) else { return f32::NAN };
    (first..last).filter(|&frame| stands(plants, side, frame)).count() as f32 / (last - first) as f32
}

fn print_row(name: &str, gait: &Gait) {
    let Gait { speed, stride, cadence, duty, hips, centre, bounce, sway, pelvis, knee, ankle, arm_lag } =
        gait;
    println!(
        "| {name} | {speed:.2} | {stride:.2} | {cadence:.0} | {duty:.2} | {hips:.2} | {centre:.2} | {:.1} | \
         {:.1} | {pelvis:.0} | {:.0}–{:.0} | {ankle:.0} | {:.0} |",
        100.0 * bounce,
        100.0 * sway,
        knee.0,
        knee.1,
        100.0 * arm_lag
    );
}

/// Straight gaits of the index; the other captured sneak does not go straight on.
const WALKS: [&str; 5] = ["07_04", "02_01", "07_01", "16_15", "35_01"];
const RUNS: [&str; 7] = ["16_35", "35_17", "35_21", "02_03", "127_06", "09_01", "16_45"];
const SNEAKS: [&str; 1] = ["120_09"];

const MADE: [(Pace, f64); 9] = [
    (Pace::Walk, 0.95),
    (Pace::Walk, 1.1),
    (Pace::Walk, 1.35),
    (Pace::Walk, 1.7),
    (Pace::Jog, 2.6),
    (Pace::Run, 3.4),
    (Pace::Run, 3.9),
    (Pace::Sneak, 0.5),
    (Pace::Sneak, 0.8),
];

/// What is compared, and by how much made gaits may lie beyond the captured ones: docs/actors.md says why.
type Measure = (&'static str, fn(&Gait) -> f32, f32);
const MEASURES: [Measure; 11] = [
    ("stride in m", |gait| gait.stride, 0.05),
    ("cadence per minute", |gait| gait.cadence, 2.0),
    // Synthetic toes stay in place to their last frame; captured ones creep before they leave.
    ("duty factor", |gait| gait.duty, 0.08),
    ("height of the hips", |gait| gait.hips, 0.02),
    ("height of the centre", |gait| gait.centre, 0.06),
    ("bounce", |gait| gait.bounce, 0.005),
    ("sway", |gait| gait.sway, 0.01),
    ("turn of the pelvis", |gait| gait.pelvis, 1.0),
    ("least bend of the knee", |gait| gait.knee.0, 1.0),
    ("most bend of the knee", |gait| gait.knee.1, 1.0),
    ("range of the ankle", |gait| gait.ankle, 2.0),
];

fn captured(folder: &Path, names: &[&str]) -> Vec<Gait> {
    let gait = |name: &&str| {
        let read = read_file(folder.join(format!("cmu_bvh/{name}.bvh")), &ReadOptions::default()).unwrap();
        let gait = Measured::new(&read.clips[0]).gait();
        print_row(name, &gait);
        gait
    };
    names.iter().map(gait).collect()
}

/// Made gaits at speeds that were captured are like the captured ones; prints the table of docs/actors.md.
#[test]
fn made_gaits_are_like_captured_ones() {
    let Some(folder) = mocap() else { return };
    println!(
        "| gait | speed | stride | cadence | duty | hips | centre | bounce | sway | pelvis | knee | ankle | arm |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let [walks, runs] = [&WALKS[..], &RUNS].map(|names| captured(&folder, names));
    captured(&folder, &SNEAKS);
    for (pace, speed) in MADE {
        let made = Locomotion { speed, cycles: 4, ..Locomotion::new(pace) }.perform().unwrap();
        let gait = Measured::new(&made.clip).gait();
        print_row(&format!("{} made", pace.name()), &gait);
        match pace {
            Pace::Walk => assert_like(&gait, &walks),
            Pace::Jog | Pace::Run => assert_like(&gait, &runs),
            // One captured sneak is no range.
            Pace::Sneak => {}
        }
    }
}

/// Fails where a made gait lies beyond the captured ones; one faster than all of them is not compared.
fn assert_like(made: &Gait, captured: &[Gait]) {
    if captured.iter().all(|gait| gait.speed < made.speed) {
        return;
    }
    for (name, measure, slack) in MEASURES {
        let values = || captured.iter().map(measure).filter(|value| !value.is_nan());
        let low = values().fold(f32::INFINITY, f32::min) - slack;
        let high = values().fold(f32::NEG_INFINITY, f32::max) + slack;
        let value = measure(made);
        assert!(
            (low..=high).contains(&value),
            "{name} at {} m/s is {value}, not {low} to {high}",
            made.speed
        );
    }
}
