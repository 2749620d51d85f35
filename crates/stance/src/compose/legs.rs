//! Legs that bring feet to their places.

use glam::{DQuat, DVec3};
use segue_motion::{IkSettings, JointId, LimbReach, PointId, Pose, Side};

use super::Stage;
use super::feet::{Feet, kinds, world_turn};
use super::source::at;
use super::{heel, knee};

/// Where an ankle has to go, and how its foot has to turn in the world from how it comes.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) place: DVec3,
    pub(super) turn: DQuat,
}

/// The legs of a chain in all frames, and how far each reaches.
pub(super) struct Legs<'a> {
    stage: &'a Stage<'a>,
    moves: &'a [Vec<Move>],
    /// Of each leg, frame by frame.
    came: Vec<Vec<Came>>,
    /// How far from its hip each ankle is put at most.
    reaches: Vec<Vec<f64>>,
}

/// A leg as the clips show it in a frame.
struct Came {
    hip: DVec3,
    ankle: DVec3,
    /// From the ankle to where the foot bends when its heel rises.
    ball: Option<DVec3>,
    bones: [f64; 2],
    /// Whether its heel and its toe stand.
    stands: [bool; 2],
    /// How far it is from the ground in time: 0 where it stands, 1 well away from that.
    free: f64,
}

impl Came {
    fn new(stage: &Stage<'_>, feet: &Feet, leg: usize, (frame, pose): (usize, &Pose)) -> Self {
        let side = stage.legs[leg].0;
        let joints = stage.anatomy.leg(side).expect("a leg that is moved has its joints");
        let points = stage.points(pose);
        let [hip, knee, ankle] =
            [joints.hip, joints.knee, joints.ankle].map(|joint| at(&points, PointId::joint(joint)));
        let ball = stage.anatomy.point(kinds(side)[1]).map(|toe| at(&points, toe) - ankle);
        let stands = kinds(side).map(|kind| feet.stands(kind, frame));
        let bones = [hip.distance(knee), knee.distance(ankle)];
        Self { hip, ankle, ball, bones, stands, free: feet.free(stage, side, frame) }
    }
}

impl<'a> Legs<'a> {
    pub(super) fn new(stage: &'a Stage<'a>, feet: &Feet, natural: &[Pose], moves: &'a [Vec<Move>]) -> Self {
        let came =
            |leg| natural.iter().enumerate().map(move |pose| Came::new(stage, feet, leg, pose)).collect();
        let came: Vec<Vec<Came>> = (0..stage.legs.len()).map(came).collect();
        let reaches = came.iter().map(|came| vec![f64::INFINITY; came.len()]).collect();
        Self { stage, moves, came, reaches }
    }

    /// Bends knees through all frames so that none snaps, with the root shifted in each frame.
    pub(super) fn bend(&mut self, shifts: &[DVec3]) {
        for (leg, came) in self.came.iter().enumerate() {
            let knees: Vec<knee::Knee> = (came.iter().zip(shifts).zip(self.moves))
                .map(|((came, shift), moves)| knee::Knee {
                    bones: came.bones,
                    captured: came.hip.distance(came.ankle),
                    wanted: (came.hip + *shift).distance(moves[leg].place),
                    heel: came.stands[0],
                    foot: came.stands != [false; 2],
                })
                .collect();
            self.reaches[leg] = knee::reaches(&knees, self.stage.settings.rate);
        }
    }

    /// A pose with its root shifted and its feet in place, and how far an ankle stays away from where it is put.
    pub(super) fn placed(&self, frame: usize, natural: &Pose, shift: DVec3) -> (Pose, f64) {
        let (stage, mut missed) = (self.stage, 0.0f64);
        let mut pose = natural.clone();
        pose.root += shift.as_vec3();
        for (n, (side, leg)) in stage.legs.iter().enumerate() {
            let (Move { place, turn }, came) = (self.moves[frame][n], &self.came[n][frame]);
            let (raise, target) = came.raised(came.hip + shift, place, turn, self.reaches[n][frame]);
            let foot = leg.end();
            let foot_turn = raise * turn * world_turn(stage, &pose, foot);
            let toe = toe(stage, *side, foot).map(|toe| (toe, turn * world_turn(stage, &pose, toe)));
            if (came.ankle + shift).distance(target) > 1e-7 {
                let reach =
                    leg.solve(&stage.sources.skeleton, &mut pose, target.as_vec3(), &IkSettings::default());
                if let LimbReach::Missed { by } = reach {
                    missed = missed.max(f64::from(by));
                }
            }
            turn_to(stage, &mut pose, foot, foot_turn);
            if let Some((toe, wanted)) = toe {
                turn_to(stage, &mut pose, toe, wanted);
            }
        }
        (pose, missed)
    }
}

impl Came {
    /// How much the heel is raised that a leg from some hip does not let down, as a turn in the world, and where the ankle is
    /// then. The foot bends at its ball, so toes stay where they are; a foot that has left the ground comes along.
    fn raised(&self, hip: DVec3, ankle: DVec3, turn: DQuat, reach: f64) -> (DQuat, DVec3) {
        let Some(ball) = self.ball.map(|ball| ankle + turn * ball) else { return (DQuat::IDENTITY, ankle) };
        let raise = heel::raise(hip, ankle, ball, reach);
        let raised = ball + raise * (ankle - ball);
        let over = (hip.distance(raised) - reach).max(0.0);
        (raise, raised + (hip - raised).normalize_or_zero() * (over * self.free))
    }
}

/// The joint at which toes bend, if they do.
fn toe(stage: &Stage<'_>, side: Side, foot: JointId) -> Option<JointId> {
    let toe = stage.anatomy.point(kinds(side)[1])?.carrier(&stage.sources.skeleton);
    (toe != foot).then_some(toe)
}

/// Turns a joint so that it has a rotation in the world.
fn turn_to(stage: &Stage<'_>, pose: &mut Pose, joint: JointId, wanted: DQuat) {
    let now = world_turn(stage, pose, joint);
    let own = pose.rotations[joint.index()].as_dquat();
    pose.rotations[joint.index()] = (own * now.conjugate() * wanted).normalize().as_quat();
}
