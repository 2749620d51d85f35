//! A chain moved onto its contacts: small changes of every stance at once, so that what one cannot do its neighbours help
//! with.

use glam::DVec2;
use segue_numeric::Matrix;

use super::super::flat;
use super::apex::Apex;
use super::{Aimer, Outcome, Pick};
use crate::Params;

/// Stances that follow each other from an apex on.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) start: Apex,
    pub(super) picks: Vec<Pick>,
}

/// A stance of a way, with what comes of it.
#[derive(Clone, Debug)]
pub(super) struct Linked {
    pub(super) apex: Apex,
    pub(super) pick: Pick,
    pub(super) outcome: Outcome,
    strain: [f64; ROWS],
}

/// A part of a chain whose stances may change.
pub(super) struct Stretch<'a> {
    pub(super) aimer: &'a Aimer<'a>,
    /// The number of its first stance.
    pub(super) first: usize,
    /// Where it has to lead, and how much less strictly than usual; `None` for the end of the chain.
    pub(super) goal: Option<(Apex, f64)>,
}

/// Numbers of a stance that may change: ZE, VE, VP, X and the logarithm of the factor of its ground time; each with the
/// longest step of a round.
const FREE: [f64; 5] = [0.05, 0.25, 0.25, 0.12, 0.15];
/// Numbers of an apex: place, height and velocity, and how near a stretch has to come to where it leads.
const STATE: [f64; 5] = [0.02, 0.02, 0.02, 0.06, 0.06];
/// Numbers of the first apex that may change: its place, by about so much, in metres.
const START: f64 = 0.05;

/// A miss counts little, in metres, up to where it shows; beyond it counts much.
const MISS: (f64, f64, f64) = (0.04, 0.025, 0.006);
/// How near to the plan a stance leads: velocity in m/s, place and height in metres, logarithm of the ground time.
const VELOCITY: f64 = 0.4;
const PLACE: f64 = 0.25;
const HEIGHT: f64 = 0.06;
const GROUND_TIME: f64 = 0.15;
/// Limits are kept with so much to spare, as a share, and broken at this price.
const SPARE: f64 = 0.02;
const BROKEN: f64 = 0.01;
const LIMITS: usize = 7;
const ROWS: usize = 9 + LIMITS;
/// Nudge for derivatives.
const NUDGE: f64 = 1e-4;

/// How a strain or an apex changes with each of five numbers.
struct Slopes {
    strain: [[f64; ROWS]; 5],
    end: [[f64; 5]; 5],
}

impl Stretch<'_> {
    /// The way with its feet nearer to their contacts and its limits kept, where small changes do that.
    pub(super) fn improved(&self, way: Way, rounds: usize) -> Way {
        let (first, mut best) = (way.start, way);
        let Some(mut now) = self.strain(first, &best) else { return best };
        let mut damping = 1e-2;
        for _ in 0..rounds {
            let Some((matrix, right)) = self.equations(first, &best) else { break };
            let mut improved = false;
            for _ in 0..4 {
                let Some(step) = solved(&matrix, &right, damping) else { break };
                let next = self.moved(&best, &step);
                if let Some(then) = self.strain(first, &next).filter(|then| *then < now) {
                    improved = now - then > 1e-3;
                    (best, now, damping) = (next, then, damping * 0.3);
                    break;
                }
                damping *= 8.0;
            }
            if !improved {
                break;
            }
        }
        best
    }

    /// All that is not as it should be, squared and summed; `None` when the way leads nowhere.
    pub(super) fn strain(&self, first: Apex, way: &Way) -> Option<f64> {
        let links = self.aimer.linked(self.first, way)?;
        let own: f64 = links.iter().flat_map(|link| link.strain).map(|r| r * r).sum();
        let shift = (way.start.place - first.place) / START;
        let off: f64 = self.missed_goal(&links).iter().map(|r| r * r).sum();
        Some(own + shift.length_squared() + off)
    }

    fn missed_goal(&self, links: &[Linked]) -> [f64; 5] {
        let (Some((goal, loosely)), Some(last)) = (self.goal, links.last()) else { return [0.0; 5] };
        let (is, wanted) = (last.outcome.end.to_array(), goal.to_array());
        std::array::from_fn(|i| (is[i] - wanted[i]) / (loosely * STATE[i]))
    }

    fn moved(&self, way: &Way, by: &[f64]) -> Way {
        let mut way = way.clone();
        if self.first == 0 {
            way.start.place += DVec2::new(by[0], by[1]).clamp_length_max(START);
        }
        for (pick, by) in way.picks.iter_mut().zip(by[2..].chunks(FREE.len())) {
            let by: [f64; 5] = std::array::from_fn(|i| by[i].clamp(-FREE[i], FREE[i]));
            *pick = pick.changed(by);
        }
        way
    }

    /// `JᵀJ` and −`Jᵀr`: the slopes of each stance, carried on through those after it.
    fn equations(&self, first: Apex, way: &Way) -> Option<(Matrix, Vec<f64>)> {
        let links = self.aimer.linked(self.first, way)?;
        let slopes: Vec<[Slopes; 2]> =
            (0..links.len()).map(|n| self.slopes(n, &links[n])).collect::<Option<_>>()?;
        let count = 2 + links.len() * FREE.len();
        let mut rows = vec![vec![0.0; count]; links.len() * ROWS + STATE.len() + 2];
        let mut fill = |column: usize, from: usize, mut carried: [f64; 5]| {
            for (n, [_, before]) in slopes.iter().enumerate().skip(from) {
                for r in 0..ROWS {
                    rows[n * ROWS + r][column] +=
                        (0..5).map(|i| before.strain[i][r] * carried[i]).sum::<f64>();
                }
                carried = std::array::from_fn(|k| (0..5).map(|i| before.end[i][k] * carried[i]).sum());
            }
            if let Some((_, loosely)) = self.goal {
                (0..5).for_each(|i| rows[links.len() * ROWS + i][column] = carried[i] / (loosely * STATE[i]));
            }
        };
        for (n, [own, _]) in slopes.iter().enumerate() {
            (0..5).for_each(|k| fill(2 + n * 5 + k, n + 1, own.end[k]));
        }
        if self.first == 0 {
            (0..2).for_each(|k| fill(k, 0, std::array::from_fn(|i| if i == k { 1.0 } else { 0.0 })));
        }
        for (n, [own, _]) in slopes.iter().enumerate() {
            for k in 0..5 {
                (0..ROWS).for_each(|r| rows[n * ROWS + r][2 + n * 5 + k] += own.strain[k][r]);
            }
        }
        let last = links.len() * ROWS + STATE.len();
        (0..2).for_each(|k| rows[last + k][k] = 1.0 / START);
        let shift = (way.start.place - first.place) / START;
        let residuals = links.iter().flat_map(|link| link.strain).chain(self.missed_goal(&links));
        Some(normal(&rows, residuals.chain([shift.x, shift.y])))
    }

    /// How a stance changes with its own numbers, and with those of the apex before it.
    fn slopes(&self, n: usize, link: &Linked) -> Option<[Slopes; 2]> {
        let end = link.outcome.end.to_array();
        let slope = |tell: &dyn Fn([f64; 5]) -> Option<Linked>| {
            let mut slopes = Slopes { strain: [[0.0; ROWS]; 5], end: [[0.0; 5]; 5] };
            for k in 0..5 {
                let after = tell(std::array::from_fn(|i| if i == k { NUDGE } else { 0.0 }))?;
                let then = after.outcome.end.to_array();
                slopes.strain[k] = std::array::from_fn(|r| (after.strain[r] - link.strain[r]) / NUDGE);
                slopes.end[k] = std::array::from_fn(|i| (then[i] - end[i]) / NUDGE);
            }
            Some(slopes)
        };
        let (aimer, at) = (self.aimer, self.first + n);
        let own = slope(&|by| aimer.stepped(at, link.apex, &link.pick.changed(by)))?;
        let before = slope(&|by| aimer.stepped(at, link.apex.changed(by), &link.pick))?;
        Some([own, before])
    }
}

impl Aimer<'_> {
    /// The stances of a way as they follow each other: each begins with what the one before ends with.
    pub(super) fn linked(&self, first: usize, way: &Way) -> Option<Vec<Linked>> {
        let mut apex = way.start;
        let mut all = Vec::with_capacity(way.picks.len());
        for (n, pick) in way.picks.iter().enumerate() {
            let link = self.stepped(first + n, apex, pick)?;
            apex = link.outcome.end;
            all.push(link);
        }
        Some(all)
    }

    /// The stance of number `n` from an apex on: height and speed at its start are those of the apex.
    fn stepped(&self, n: usize, apex: Apex, pick: &Pick) -> Option<Linked> {
        let contact = self.inner[n];
        let mut pick = *pick;
        (pick.wanted.zs, pick.wanted.vs) = (apex.height - self.ground(contact), apex.speeds().x);
        let outcome = self.outcome(contact, &apex, &pick)?;
        let miss = outcome.contact - apex.seen(self.plan.chain.touches[contact].place);
        let arc = self.plan.chain.arc(contact);
        let astray = (outcome.end.velocity - arc.velocity()) / VELOCITY;
        let off = (outcome.end.place - flat(arc.apex())) / PLACE;
        let mut strain = [0.0; ROWS];
        strain[..9].copy_from_slice(&[
            miss.x / MISS.0,
            miss.y / MISS.0,
            (miss.length() - MISS.1).max(0.0) / MISS.2,
            astray.x,
            astray.y,
            off.x,
            off.y,
            (outcome.end.height - arc.height) / HEIGHT,
            pick.ground_factor.ln() / GROUND_TIME,
        ]);
        for (row, margin) in strain[9..].iter_mut().zip(outcome.judgement.margins()) {
            *row = (SPARE - margin).max(0.0) / BROKEN;
        }
        Some(Linked { apex, pick, outcome, strain })
    }
}

impl Pick {
    /// With its free numbers moved.
    fn changed(&self, by: [f64; 5]) -> Self {
        let Params { ze, ve, vp, x, .. } = self.wanted;
        let wanted = Params { ze: ze + by[0], ve: ve + by[1], vp: vp + by[2], x: x + by[3], ..self.wanted };
        let ground_factor = (self.ground_factor * by[4].exp()).clamp(0.7, 1.4);
        Self { wanted, ground_factor, ..*self }
    }
}

fn normal(rows: &[Vec<f64>], residuals: impl Iterator<Item = f64>) -> (Matrix, Vec<f64>) {
    let count = rows[0].len();
    let (mut matrix, mut right) = (Matrix::zero(count, count), vec![0.0; count]);
    for (row, r) in rows.iter().zip(residuals) {
        matrix.add_square(row, 1.0);
        right.iter_mut().zip(row).for_each(|(sum, slope)| *sum -= slope * r);
    }
    (matrix, right)
}

fn solved(matrix: &Matrix, right: &[f64], damping: f64) -> Option<Vec<f64>> {
    let mut matrix = matrix.clone();
    for i in 0..right.len() {
        let at = matrix.row(i)[i];
        *matrix.at(i, i) += damping * at + 1e-9;
    }
    Some(matrix.cholesky()?.solve(right))
}
