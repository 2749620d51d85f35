//! How a body yields so that the legs that carry it bend smoothly: it rides a little higher or lower, ahead or behind,
//! and its feet roll a little earlier or later, by as little as that takes.

use glam::{DQuat, DVec3};

use crate::actor::{Actor, Solved, joint};
use crate::body::{BodyPlan, FootPlan, Turned};
use crate::contact::Contact;
use crate::curve::ease;
use crate::easing::shorter_turn;
use crate::figure::Figure;
use crate::fluent::{LEG, turns_of};
use crate::reach::drop_over;
use crate::side::Sided;
use crate::smooth::THIRD;
use segue_motion::Side;
use segue_numeric::Band;

/// By how much one frame yields: up, ahead (in metres), and pitch of the left and right foot (in radians).
pub(crate) type Give = [f64; GIVES];
const GIVES: usize = 4;
const UP: usize = 0;
const AHEAD: usize = 1;

/// What yielding costs per square metre and square radian, against the square of a joint's turn: as much as the
/// bending of a half-bent leg that would do the same.
const COSTS: [f64; 2] = [100.0, 150.0];

/// The same for the pitch of a foot that rolls by at least [`FULL_ROLL`]; more for one that rolls less.
const ROLLING_COST: f64 = 1.0;
const FULL_ROLL: f64 = 0.35;

/// What a square metre of a third difference of the ride costs, against the square of a joint's turn.
const RIDE: f64 = 1000.0;

/// Beyond this, in metres and radians, a body does not yield: it would no longer be the motion that was planned.
const MOST: Give = [0.06, 0.04, 0.3, 0.3];

/// Least bend of the knee of a leg that carries a body that yields.
const LEAST_KNEE_BEND: f64 = 0.06;

/// Step of the differences that measure what a joint turns by, in metres and radians.
const STEP: f64 = 1e-4;

/// Turns of the joints of both legs, then of both arms.
pub(crate) type Limbs = [[DVec3; LEG]; 4];

/// One limb in one frame.
#[derive(Clone, Copy)]
struct Turns {
    joints: [DVec3; LEG],
    /// Change of the joints per unit of yielding; nothing for a limb in the air.
    by: Option<[[DVec3; LEG]; GIVES]>,
}

/// A frame as planned, and what of it may yield.
pub(crate) struct Frame<'a> {
    pub(crate) plan: &'a BodyPlan,
    /// The turn of its pelvis, and where that faces.
    pub(crate) turned: Turned,
    pub(crate) ahead: DVec3,
    /// The contacts that hold it; none in flight.
    pub(crate) contacts: [Option<Contact>; 2],
    /// Hands that are bound to a place, with the rotations that their arms' turns are counted from.
    pub(crate) hands: [Option<[DQuat; LEG]>; 2],
    /// Whether the body must not yield: a flight begins or ends in this very frame, so that its centre of mass is that
    /// of the flight, or the body stands still, as the next action expects it.
    pub(crate) firm: bool,
    /// How far the ankles let the body sink and go ahead: 0 for one that is bent as far as it goes, 1 for a free one.
    pub(crate) supple: f64,
}

/// Ankles bent towards the shin by the second angle, in radians, bend no further; from the first on they resist.
const STIFF_ANKLE: (f64, f64) = (0.72, 0.86);

/// How far the ankles of the legs that carry a body let it sink.
pub(crate) fn suppleness(actor: &Actor, plan: &BodyPlan, contacts: &[Option<Contact>; 2]) -> f64 {
    let held = Side::BOTH.into_iter().filter(|side| contacts[side.index()].is_some());
    let bends = held.map(|side| {
        let pelvis = (plan.pelvis, plan.pelvis_turn.turned());
        let [_, _, ankle, _] = actor.solve_leg(side, pelvis, &plan.feet[side.index()]);
        libm::asin((ankle * DVec3::Z).y.clamp(-1.0, 1.0))
    });
    let most = bends.fold(f64::NEG_INFINITY, f64::max);
    1.0 - ease((most - STIFF_ANKLE.0) / (STIFF_ANKLE.1 - STIFF_ANKLE.0))
}

impl Frame<'_> {
    /// Pelvis and feet of a frame that yields by `give`.
    pub(crate) fn yielding(&self, figure: &Figure, give: &Give) -> (DVec3, [FootPlan; 2]) {
        (self.pelvis(give), Side::BOTH.map(|side| self.foot(figure, side, give)))
    }

    fn pelvis(&self, give: &Give) -> DVec3 {
        self.plan.pelvis + DVec3::Y * give[0] + self.ahead * give[1]
    }

    fn foot(&self, figure: &Figure, side: Side, give: &Give) -> FootPlan {
        let (foot, rolled) = (self.plan.feet[side.index()], give[2 + side.index()]);
        match self.contacts[side.index()].filter(|_| rolled != 0.0) {
            Some(contact) => {
                let pitch = foot.turn.pitch + rolled;
                contact.pitched(figure, pitch, pitch.max(0.0))
            }
            None => foot,
        }
    }

    /// The leg of a frame that yields by `give` and is moved by `shift`.
    fn leg(&self, actor: &Actor, side: Side, give: &Give, shift: DVec3) -> [DVec3; LEG] {
        let pelvis = (self.pelvis(give) + shift, self.turned);
        turns_of(&actor.solve_leg(side, pelvis, &self.foot(&actor.figure, side, give)))
    }

    /// The arm of a frame that yields by `give`, whose hand stays where it leans.
    fn arm(&self, actor: &Actor, side: Side, give: &Give, from: &[DQuat; LEG]) -> [DVec3; LEG] {
        let body = actor.solve(&BodyPlan { pelvis: self.pelvis(give), ..self.plan.clone() });
        arm_turns(&body, side, from)
    }

    /// Bends the limbs on the floor as they are in a frame that yields by `give`.
    pub(crate) fn bend_held(&self, actor: &Actor, give: &Give, limbs: &mut Limbs) {
        for side in Side::BOTH {
            if self.contacts[side.index()].is_some() {
                limbs[side.index()] = self.leg(actor, side, give, DVec3::ZERO);
            }
            if let Some(from) = &self.hands[side.index()] {
                limbs[2 + side.index()] = self.arm(actor, side, give, from);
            }
        }
    }

    /// Whether a foot rolls on heel or ball.
    fn rolls(&self, side: Side) -> bool {
        self.contacts[side.index()].is_some() && self.plan.feet[side.index()].turn.pitch != 0.0
    }

    fn costs(&self) -> Give {
        // A foot that hardly rolls is nearly flat, and must not leave the floor on the other side.
        let roll = |side: Side| {
            let share = self.plan.feet[side.index()].turn.pitch / FULL_ROLL;
            ROLLING_COST / (share * share).clamp(1e-6, 1.0)
        };
        let firm = self.firm || self.flies();
        let [up, ahead] = COSTS.map(|cost| if firm { 1e9 * cost } else { cost });
        [up, ahead, roll(Side::Left), roll(Side::Right)]
    }

    /// Whether neither foot nor hand is on the floor.
    pub(crate) fn flies(&self) -> bool {
        self.contacts.iter().all(Option::is_none) && self.hands.iter().all(Option::is_none)
    }

    /// Nothing of it yields.
    pub(crate) fn pin(&mut self) {
        (self.contacts, self.hands) = ([None; 2], [None; 2]);
    }
}

/// Yields further than `gives` so that third differences of the joints of all limbs on the floor, which weigh
/// `stiffness`, become small.
/// `limbs` are as they are, and `shift` is how far a frame's root is moved besides.
pub(crate) fn improve(
    actor: &Actor,
    frames: &[Frame<'_>],
    gives: &mut [Give],
    limbs: &[Limbs],
    stiffness: &dyn Fn(Side, usize) -> f64,
    shift: &dyn Fn(usize) -> DVec3,
) {
    let turns = Side::BOTH.map(|side| {
        let leg =
            |i: usize| measured_leg(actor, &frames[i], (side, &gives[i]), limbs[i][side.index()], shift(i));
        let arm = |i: usize| measured_arm(actor, &frames[i], (side, &gives[i]), limbs[i][2 + side.index()]);
        let leans = frames.iter().any(|frame| frame.hands[side.index()].is_some());
        let legs: Vec<Turns> = (0..frames.len()).map(leg).collect();
        [Some(legs), leans.then(|| (0..frames.len()).map(arm).collect())]
    });
    let mut band = Band::new(GIVES * frames.len(), 4 * GIVES - 1);
    let mut right = vec![0.0; GIVES * frames.len()];
    for (i, (frame, give)) in frames.iter().zip(gives.iter()).enumerate() {
        for (k, cost) in frame.costs().into_iter().enumerate() {
            band.add(GIVES * i + k, GIVES * i + k, cost);
            right[GIVES * i + k] = -cost * give[k];
        }
    }
    for first in 0..frames.len().saturating_sub(3) {
        for side in Side::BOTH {
            for limb in turns[side.index()].iter().flatten() {
                let window: [&Turns; 4] = std::array::from_fn(|k| &limb[first + k]);
                add_window(&mut band, &mut right, (first, &window), stiffness(side, first));
            }
        }
        add_ride(&mut band, &mut right, (first, gives));
    }
    let more = band.factors().solve(right);
    for (i, give) in gives.iter_mut().enumerate() {
        for k in 0..GIVES {
            give[k] = (give[k] + more[GIVES * i + k]).clamp(-MOST[k], MOST[k]);
        }
        give[0] = give[0].max(-MOST[0] * frames[i].supple);
        give[1] = give[1].min(MOST[1] * frames[i].supple);
        keep_rolling(&frames[i], give);
        keep_reaching(actor, &frames[i], give, shift(i));
    }
}

/// A leg on the floor is never stretched to its full length: beyond, the foot would leave its place.
fn keep_reaching(actor: &Actor, frame: &Frame<'_>, give: &mut Give, shift: DVec3) {
    let (pelvis, feet) = frame.yielding(&actor.figure, give);
    let pelvis = (pelvis + shift, frame.turned.rotation);
    let held = Side::BOTH.into_iter().filter(|side| frame.contacts[side.index()].is_some());
    let ankle = |side: Side| (side, feet[side.index()].ankle);
    give[0] -= held.map(|side| drop_over(actor, pelvis, ankle(side), LEAST_KNEE_BEND)).fold(0.0, f64::max);
}

/// Adds the squared third differences of how the body rides: what the legs gain must not shake the trunk.
fn add_ride(band: &mut Band, right: &mut [f64], (first, gives): (usize, &[Give])) {
    for give in [UP, AHEAD] {
        let bent: f64 = gives[first..].iter().zip(THIRD).map(|(yields, third)| yields[give] * third).sum();
        for (a, weight) in THIRD.into_iter().enumerate() {
            let row = GIVES * (first + a) + give;
            right[row] -= RIDE * weight * bent;
            for (b, other) in THIRD.into_iter().enumerate().take(a + 1) {
                band.add(row, GIVES * (first + b) + give, RIDE * weight * other);
            }
        }
    }
}

/// A foot that rolls on its heel does not tip over to its ball.
fn keep_rolling(frame: &Frame<'_>, give: &mut Give) {
    for (pitch, give) in frame.plan.feet.iter().map(|foot| foot.turn.pitch).zip(&mut give[2..]) {
        *give = if pitch < 0.0 { give.min(-pitch) } else { give.max(-pitch) };
    }
}

fn measured_leg(
    actor: &Actor,
    frame: &Frame<'_>,
    (side, give): (Side, &Give),
    joints: [DVec3; LEG],
    shift: DVec3,
) -> Turns {
    if frame.contacts[side.index()].is_none() {
        return Turns { joints, by: None };
    }
    let own = |k: usize| k < 2 || (k == 2 + side.index() && frame.rolls(side));
    Turns { joints, by: Some(slopes(give, own, |give| frame.leg(actor, side, give, shift))) }
}

fn measured_arm(
    actor: &Actor,
    frame: &Frame<'_>,
    (side, give): (Side, &Give),
    joints: [DVec3; LEG],
) -> Turns {
    let by = frame.hands[side.index()]
        .map(|from| slopes(give, |k| k < 2, |give| frame.arm(actor, side, give, &from)));
    Turns { joints, by }
}

/// Change of a limb's joints per unit of what is its own of yielding.
fn slopes(
    give: &Give,
    own: impl Fn(usize) -> bool,
    turned: impl Fn(&Give) -> [DVec3; LEG],
) -> [[DVec3; LEG]; GIVES] {
    let here = turned(give);
    std::array::from_fn(|k| {
        if !own(k) {
            return [DVec3::ZERO; LEG];
        }
        let mut moved = *give;
        moved[k] += STEP;
        let there = turned(&moved);
        std::array::from_fn(|joint| (there[joint] - here[joint]) / STEP)
    })
}

/// Turns of an arm's joints, counted from given rotations.
pub(crate) fn arm_turns(body: &Solved, side: Side, from: &[DQuat; LEG]) -> [DVec3; LEG] {
    let arm = joint::arm(side);
    std::array::from_fn(|k| shorter_turn(from[k].conjugate() * body.local[arm[k]]))
}

/// Adds the squared third difference of four frames to the normal equations.
fn add_window(band: &mut Band, right: &mut [f64], (first, window): (usize, &[&Turns; 4]), stiffness: f64) {
    if window.iter().all(|turns| turns.by.is_none()) {
        return;
    }
    let mut columns: Vec<(usize, DVec3)> = Vec::with_capacity(4 * GIVES);
    for joint in 0..LEG {
        let bent: DVec3 = (0..4).map(|k| window[k].joints[joint] * THIRD[k]).sum();
        columns.clear();
        for (k, by) in window.iter().enumerate().filter_map(|(k, turns)| Some((k, turns.by.as_ref()?))) {
            let changes =
                by.iter().enumerate().map(|(give, by)| (GIVES * (first + k) + give, by[joint] * THIRD[k]));
            columns.extend(changes.filter(|(_, change)| *change != DVec3::ZERO));
        }
        for (i, &(a, change)) in columns.iter().enumerate() {
            right[a] -= stiffness * change.dot(bent);
            for &(b, other) in &columns[..=i] {
                band.add(a, b, stiffness * change.dot(other));
            }
        }
    }
}
