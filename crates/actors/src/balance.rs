//! The law of balance: a body that is slow has its centre of mass over the feet that bear it.

use glam::{DVec2, DVec3, Vec3};
use proptest::prelude::*;

use crate::action::check::{rate, share, side};
use crate::truth::Performance;
use crate::{Figure, GaitEnds, Locomotion, Pace, PickUp, Reach, Seating, Sit, Stand};
use segue_motion::{Anatomy, Body, ConstraintKind, MassTable, PointId, PointTable, Side};

/// Half the breadth of a foot, in metres; its plants are points in its middle.
const HALF_BREADTH: f64 = 0.04;

/// A body whose centre of mass goes slower than this, in m/s, is held up by balance alone.
const SLOW: f64 = 0.1;

/// For so many seconds before and after.
const SLOW_SECS: f64 = 0.1;

/// A body on its planted feet.
struct Standing<'a> {
    performance: &'a Performance,
    table: PointTable,
    path: Vec<DVec3>,
}

impl<'a> Standing<'a> {
    fn new(performance: &'a Performance) -> Self {
        let skeleton = performance.clip.skeleton();
        let body = Body::new(skeleton, &Anatomy::of(skeleton), &MassTable::default(), 70.0).unwrap();
        let table = PointTable::new(&performance.clip);
        Self { performance, path: body.path_of(&table), table }
    }

    /// The corners of what a foot stands on: heel, ball and toe tip as far as they are planted, and their breadth.
    fn sole(&self, side: Side, frame: usize) -> Vec<DVec2> {
        let (skeleton, plants) = (self.performance.clip.skeleton(), &self.performance.truth.plants);
        let anatomy = Anatomy::of(skeleton);
        let mut points: Vec<PointId> = [ConstraintKind::heel(side), ConstraintKind::toe(side)]
            .into_iter()
            .filter(|&kind| plants.holds(kind, frame))
            .filter_map(|kind| anatomy.point(kind))
            .collect();
        if plants.holds(ConstraintKind::toe(side), frame) {
            points.push(PointId::end_site(skeleton, if side == Side::Left { 1 } else { 3 }));
        }
        points.into_iter().flat_map(|point| around(self.table.at(frame, point))).collect()
    }

    fn speed(&self, frame: usize) -> f64 {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(self.path.len() - 1));
        let moved = self.path[after] - self.path[before];
        moved.x.hypot(moved.z) * self.performance.clip.rate() / (after - before) as f64
    }

    fn is_slow(&self, frame: usize) -> bool {
        let reach = (SLOW_SECS * self.performance.clip.rate()).ceil() as usize;
        let around = frame.saturating_sub(reach)..(frame + reach + 1).min(self.path.len());
        around.into_iter().all(|i| self.speed(i) < SLOW)
    }

    /// How far the centre of mass is beyond the edge of its support.
    fn beyond(&self, frame: usize) -> f64 {
        let corners = Side::BOTH.into_iter().flat_map(|side| self.sole(side, frame)).collect();
        let centre = self.path[frame];
        beyond(&hull(corners), DVec2::new(centre.x, centre.z))
    }

    fn on_both_feet(&self, frame: usize) -> bool {
        Side::BOTH.into_iter().all(|side| !self.sole(side, frame).is_empty())
    }
}

fn around(point: Vec3) -> [DVec2; 8] {
    let middle = DVec2::new(f64::from(point.x), f64::from(point.z));
    std::array::from_fn(|i| middle + HALF_BREADTH * DVec2::from_angle(std::f64::consts::FRAC_PI_4 * i as f64))
}

/// The convex hull, counterclockwise.
fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                if (b - a).perp_dot(point - a) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let lower = half(&mut points.iter().copied());
    let upper = half(&mut points.iter().rev().copied());
    [lower, upper].concat()
}

/// The greatest distance beyond an edge; negative inside.
fn beyond(hull: &[DVec2], point: DVec2) -> f64 {
    let edges = (0..hull.len()).map(|i| (hull[i], hull[(i + 1) % hull.len()]));
    edges.map(|(a, b)| -(b - a).normalize_or_zero().perp_dot(point - a)).fold(f64::NEG_INFINITY, f64::max)
}

/// Fails where a frame that `counts` has its centre of mass beyond its support. Some frame must count.
fn assert_balanced(performance: &Performance, counts: impl for<'a, 'b> Fn(&'a Standing<'b>, usize) -> bool) {
    let standing = Standing::new(performance);
    let counted: Vec<usize> = (0..performance.clip.len()).filter(|&frame| counts(&standing, frame)).collect();
    assert!(!counted.is_empty(), "{} is never slow", performance.clip.name());
    for frame in counted {
        let beyond = standing.beyond(frame);
        assert!(
            beyond <= 0.0,
            "{} leans {beyond} m beyond its feet at frame {frame}",
            performance.clip.name()
        );
    }
}

fn on_both_feet(standing: &Standing<'_>, frame: usize) -> bool {
    standing.on_both_feet(frame)
}

fn slow_on_both_feet(standing: &Standing<'_>, frame: usize) -> bool {
    standing.on_both_feet(frame) && standing.is_slow(frame)
}

fn figure() -> impl Strategy<Value = Figure> {
    proptest::sample::select(Figure::presets().to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn standing_and_shifting_weight_is_balanced(figure in figure(), seconds in 1.0..6.0f64, rate in rate(), seed: u64) {
        let shifts = ((seconds - 0.5) / 1.2 - 1.0).max(0.0) as usize;
        let stand = Stand { figure, seconds, shifts, rate, seed }.perform().unwrap();
        assert_balanced(&stand, on_both_feet);
    }

    #[test]
    fn slow_reaches_are_balanced(
        figure in figure(), bearing in -2.5..2.5f64, away in 0.26..0.6f64, high in 0.15..1.05f64, stoop in 0.0..1.0f64,
        pace in 0.7..1.3f64, rate in rate(), side in side(), seed: u64,
    ) {
        let h = figure.height;
        let target = [away * libm::sin(bearing), high, away * libm::cos(bearing)].map(|share| share * h);
        let reach = Reach { figure, side, target, stoop, pace, rate, seed, ..Reach::default() };
        // Some heights are out of reach for some figures.
        if let Ok(reach) = reach.perform() {
            assert_balanced(&reach, slow_on_both_feet);
        }
    }

    #[test]
    fn picking_up_is_balanced(figure in figure(), aside in -0.2..0.2f64, y in 0.13..0.7f64, ahead in 0.25..0.5f64, stoop in 0.0..1.0f64, pace in 0.6..1.3f64, rate in rate(), back: bool, seed: u64) {
        let (side, h) = (figure.handed, figure.height);
        let pick = PickUp { figure, back, side, target: [aside, y * h, ahead * h], stoop, pace, rate, seed };
        assert_balanced(&pick.perform().unwrap(), slow_on_both_feet);
    }

    #[test]
    fn sitting_down_and_standing_up_is_balanced_off_the_seat(figure in figure(), seat in 0.2..0.35f64, stay in 0.0..1.5f64, pace in 0.6..1.4f64, rate in rate(), seed: u64) {
        let seat = seat * figure.height;
        let hips = seat + 0.095 * figure.height;
        let sit = Sit { figure, seating: Seating::Both, seat, stay, pace, rate, seed }.perform().unwrap();
        let off_the_seat = |frame: usize| f64::from(sit.clip.frame(frame).root.y) > hips + OFF_THE_SEAT;
        assert_balanced(&sit, |standing: &Standing<'_>, frame: usize| {
            off_the_seat(frame) && slow_on_both_feet(standing, frame)
        });
    }

    #[test]
    fn sneaking_is_balanced_on_both_feet(figure in figure(), fast in 0.0..1.0f64, curvature in -0.3..0.3f64, stands: bool, seed: u64) {
        let (low, _) = Pace::Sneak.speeds();
        let speed = share((low, Pace::Sneak.usual_speed()), fast);
        let ends = if stands { GaitEnds::StandToStand } else { GaitEnds::Cyclic };
        let sneak = Locomotion { figure, speed, curvature, ends, seed, ..Locomotion::new(Pace::Sneak) };
        assert_balanced(&sneak.perform().unwrap(), on_both_feet);
    }
}

/// Hips this high above a seat, in metres, do not touch it.
const OFF_THE_SEAT: f64 = 0.03;

#[test]
fn the_distance_beyond_a_square_is_known() {
    let square = hull(vec![DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::ONE, DVec2::splat(0.5)]);
    assert_eq!(square.len(), 4);
    assert!((beyond(&square, DVec2::new(1.5, 0.5)) - 0.5).abs() < 1e-12);
    assert!((beyond(&square, DVec2::new(0.4, 0.5)) + 0.4).abs() < 1e-12);
}
