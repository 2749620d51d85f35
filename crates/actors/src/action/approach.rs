//! A few steps to stand elsewhere, or turned another way.

use glam::DVec3;

use super::guard::support;
use super::posture::Posture;
use super::stage::{Stage, Step};
use crate::body::{Turn, facing};
use crate::leg::wrapped;
use crate::stand::{Spot, standing_print};
use segue_motion::Side;

/// The farthest a pair of steps goes, as a share of body height, and the most it turns.
const STRIDE: f64 = 0.34;
const TURN: f64 = 1.3;
/// Seconds from the shift of weight to the landing of a foot.
const STEP_SECS: f64 = 0.54;

/// Steps to `spot` with both feet, `first` leading, in as many pairs of steps as it takes, looking at `target`; ends as the
/// last foot lands.
pub(crate) fn approach(stage: &mut Stage<'_>, spot: Spot, target: DVec3, first: Side, pace: f64) {
    let from = stage.spot;
    let (distance, turn) = (from.at.distance(spot.at), wrapped(spot.yaw - from.yaw));
    let pairs = (distance / (STRIDE * stage.actor.figure.height)).max(turn.abs() / TURN).ceil().max(1.0);
    // A turn begins with the foot on its own side, or the feet would cross.
    let first = if turn.abs() < 0.3 {
        first
    } else if turn > 0.0 {
        Side::Left
    } else {
        Side::Right
    };
    for pair in 1..=pairs as usize {
        let u = pair as f64 / pairs;
        stage.spot = Spot { at: from.at.lerp(spot.at, u), yaw: from.yaw + u * turn };
        let at_ease = stage.ease();
        let looking = stage.looking_at(at_ease, target);
        step_there(stage, first, pace, looking);
        step_there(stage, first.other(), pace, looking);
    }
}

/// One foot to its place under the stage's spot; as it lands the body is held as `there`.
fn step_there(stage: &mut Stage<'_>, side: Side, pace: f64, there: Posture) {
    let start = stage.now;
    let print = standing_print(&stage.actor.figure, side, stage.spot);
    let way = print.point() - stage.print(side).point();
    // Forward one lands on the heel, backward on the ball.
    let (far, ahead) = (way.length(), way.dot(facing(stage.spot.yaw)));
    let (shift, land) = (start + 0.2 / pace, start + STEP_SECS / pace);
    let stand = support(stage, side.other());
    let before = stage.posture();
    let middle = Posture { balance: before.balance.lerp(stand, 0.62), ..before };
    let turned = Posture {
        pelvis: mid(before.pelvis, there.pelvis),
        chest: mid(before.chest, there.chest),
        head: mid(before.head, there.head),
        ..middle
    }
    .lowered(0.016 + 0.06 * far);
    stage.key(shift, turned);
    let (leaving, roll) = (0.12 + 0.5 * ahead.max(0.2 * far), 0.26 + 0.2 * far);
    stage.step(
        side,
        print,
        Step { leaving, roll, landing: -0.15 * ahead, arch: 0.045 + 0.02 * far, ..Step::small(shift, land) },
    );
    let between = stand.lerp(support(stage, side), 0.62);
    stage.key(land, Posture { balance: between, ..there }.lowered(0.016 + 0.06 * far));
    stage.now = land;
}

fn mid(a: Turn, b: Turn) -> Turn {
    Turn::new(0.5 * (a.yaw + b.yaw), 0.5 * (a.pitch + b.pitch), 0.5 * (a.roll + b.roll))
}
