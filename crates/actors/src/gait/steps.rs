//! From goals for each step to footprints in time.

use std::f64::consts::PI;

use super::profile::Profile;
use crate::body::facing;
use crate::contact::{Contact, Footprint};
use crate::figure::Figure;
use crate::side::Sided;
use crate::stand::{Spot, standing_print};
use segue_motion::Side;

/// What one step should be like.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) profile: Profile,
    /// From the print before, along the path, in metres.
    pub(crate) length: f64,
    /// From the strike before, in seconds.
    pub(crate) secs: f64,
    /// Turn of the path since the print before.
    pub(crate) turn: f64,
    /// The foot is set this much farther out, in metres.
    pub(crate) wider: f64,
}

/// One print on the floor.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) side: Side,
    /// When the foot touches.
    pub(crate) strike: f64,
    /// Seconds from the strike before.
    pub(crate) secs: f64,
    /// The middle of the body's path here, and where it leads.
    pub(crate) spot: Spot,
    pub(crate) turn: f64,
    /// Along the path from the print before, in metres.
    pub(crate) length: f64,
    pub(crate) profile: Profile,
    pub(crate) print: Footprint,
    /// Stands already when the motion begins, or still when it ends.
    pub(crate) stands: Stands,
}

/// Whether a print belongs to the stance before or after the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stands {
    No,
    Before,
    After,
}

/// How long a standing foot stands beyond the motion: longer than any lead of the engine.
const FOR_EVER: f64 = 100.0;

/// Lays out steps one after the other.
pub(crate) struct Layout<'a> {
    figure: &'a Figure,
    steps: Vec<Step>,
}

impl<'a> Layout<'a> {
    /// Starts from standing on `spot`; `first` takes the first step, which strikes `goal.secs` after `time`.
    pub(crate) fn from_stand(
        figure: &'a Figure,
        spot: Spot,
        first: Side,
        (time, goal): (f64, &Goal),
    ) -> Self {
        // The foot that steps first just leaves the floor; the other one pushes off.
        let stand = |side, strike, push: f64| Step {
            side,
            strike,
            secs: goal.secs,
            spot,
            turn: 0.0,
            length: 0.0,
            profile: goal.profile.shortened(push),
            print: standing_print(figure, side, spot),
            stands: Stands::Before,
        };
        Self { figure, steps: vec![stand(first, time - goal.secs, 0.0), stand(first.other(), time, 0.8)] }
    }

    /// Starts in the middle of going: the first print is `side`'s, on `spot`, at `time`.
    pub(crate) fn from_going(figure: &'a Figure, spot: Spot, side: Side, (time, goal): (f64, &Goal)) -> Self {
        let print = going_print(figure, side, spot, goal);
        let first = Step {
            side,
            strike: time,
            secs: goal.secs,
            spot,
            turn: goal.turn,
            length: goal.length,
            profile: goal.profile.clone(),
            print,
            stands: Stands::No,
        };
        Self { figure, steps: vec![first] }
    }

    fn last(&self) -> &Step {
        self.steps.last().expect("a layout starts with a step")
    }

    /// Adds a step of the other foot.
    pub(crate) fn step(&mut self, goal: &Goal) {
        let before = self.last();
        let (side, spot) = (before.side.other(), walk_on(before.spot, goal));
        let print = going_print(self.figure, side, spot, goal);
        let strike = before.strike + goal.secs;
        let step = Step {
            side,
            strike,
            secs: goal.secs,
            spot,
            turn: goal.turn,
            length: goal.length,
            profile: goal.profile.clone(),
            print,
            stands: Stands::No,
        };
        self.steps.push(step);
    }

    /// Adds the last step and brings the other foot beside it, to stand there.
    pub(crate) fn stop(&mut self, goal: &Goal, closing: &Goal) -> Spot {
        self.step(goal);
        let spot = self.last().spot;
        let last = self.steps.last_mut().expect("a step was just added");
        last.print = standing_print(self.figure, last.side, spot);
        last.stands = Stands::After;
        let (side, strike) = (last.side.other(), last.strike + closing.secs);
        self.steps.push(Step {
            side,
            strike,
            secs: closing.secs,
            spot,
            turn: 0.0,
            length: 0.0,
            profile: closing.profile.shortened(0.0),
            print: standing_print(self.figure, side, spot),
            stands: Stands::After,
        });
        spot
    }

    pub(crate) fn finish(self) -> Vec<Step> {
        self.steps
    }
}

fn walk_on(spot: Spot, goal: &Goal) -> Spot {
    let half = 0.5 * goal.turn;
    // The chord of an arc of this length.
    let chord = if half.abs() > 1e-9 { goal.length * libm::sin(half) / half } else { goal.length };
    Spot { at: spot.at + facing(spot.yaw + half) * chord, yaw: spot.yaw + goal.turn }
}

fn going_print(figure: &Figure, side: Side, spot: Spot, goal: &Goal) -> Footprint {
    let x = side.sign() * (goal.profile.half_width * figure.leg() + goal.wider);
    Footprint::new(x, 0.0, side.sign() * goal.profile.toe_out * PI / 180.0).placed(spot.at, spot.yaw)
}

/// The contact of step `i`; its length follows from the rhythm of the steps around it.
pub(crate) fn contact(steps: &[Step], i: usize) -> Contact {
    let step = &steps[i];
    let (shape, before) = (&step.profile, step.stands == Stands::Before);
    let cycle = 2.0 * steps.get(i + 1).map_or(step.secs, |next| next.secs);
    let stays = step.stands == Stands::After;
    let up = step.strike + shape.duty * cycle;
    let rise = if before { up - (shape.duty - shape.rise) * cycle } else { step.strike + shape.rise * cycle };
    Contact {
        print: step.print,
        down: if before { step.strike - FOR_EVER } else { step.strike },
        flat: if before { step.strike - FOR_EVER } else { step.strike + shape.flat * cycle },
        rise: if stays { step.strike + FOR_EVER } else { rise },
        up: if stays { step.strike + FOR_EVER } else { up },
        landing: if before { 0.0 } else { shape.landing.to_radians() },
        leaving: if stays { 0.0 } else { shape.leaving.to_radians() },
    }
}

impl Step {
    /// Speed along the path on the way to this step, in m/s.
    pub(crate) fn spot_speed(&self) -> f64 {
        self.length / self.secs
    }
}
