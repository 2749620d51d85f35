//! An actor: a figure with its skeleton, and the solver from body plans to joint rotations.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use crate::arm::{ArmJoints, solve_arm};
use crate::body::{BodyPlan, FootPlan, HandTarget, Turned};
use crate::error::ActorError;
use crate::figure::Figure;
use crate::leg::solve_leg;
use crate::side::Sided;
use segue_motion::{Anatomy, Body, JointId, MassTable, Pose, Side, Skeleton};

/// Number of joints of every figure.
pub(crate) const JOINTS: usize = 31;

/// How many of them, the last ones, are neither root nor leg.
const ABOVE_LEGS: usize = 20;

/// Joint numbers of the figure's skeleton.
pub(crate) mod joint {
    use super::{Side, Sided};

    pub(crate) const SPINE: [usize; 3] = [11, 12, 13];
    pub(crate) const NECK: [usize; 3] = [14, 15, 16];

    /// Hip joint, thigh, shank, foot, toes.
    pub(crate) fn leg(side: Side) -> [usize; 5] {
        let first = 1 + 5 * side.index();
        std::array::from_fn(|i| first + i)
    }

    /// Collar, upper arm, forearm, hand, fingers, fingertips, thumb.
    pub(crate) fn arm(side: Side) -> [usize; 7] {
        let first = 17 + 7 * side.index();
        std::array::from_fn(|i| first + i)
    }
}

/// A solved body in double precision.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub(crate) root: DVec3,
    pub(crate) local: [DQuat; JOINTS],
}

impl Solved {
    pub(crate) fn to_pose(&self) -> Pose {
        Pose {
            root: self.root.as_vec3(),
            rotations: self.local.iter().map(|rotation| rotation.as_quat()).collect(),
            translations: Vec::new(),
        }
    }
}

/// A figure with its skeleton at hand.
#[derive(Clone, Debug)]
pub(crate) struct Actor {
    pub(crate) figure: Figure,
    pub(crate) skeleton: Arc<Skeleton>,
    offsets: [DVec3; JOINTS],
    /// What a joint's turn moves the centre of mass by: what hangs on it, in its own frame, weighed.
    levers: [DVec3; JOINTS],
    masses: Body,
}

impl Actor {
    pub(crate) fn new(figure: &Figure) -> Result<Self, ActorError> {
        let skeleton = figure.skeleton()?;
        // The skeleton's own single-precision offsets, so that solved joints meet their targets in the clip.
        let offsets = std::array::from_fn(|i| skeleton.joint(JointId::new(i)).offset.as_dvec3());
        let masses = Body::new(&skeleton, &Anatomy::of(&skeleton), &MassTable::default(), figure.mass)?;
        let levers = levers(&skeleton, &offsets, &masses);
        Ok(Self { figure: figure.clone(), skeleton, offsets, levers, masses })
    }

    /// The same actor with slightly longer legs, to find a balance with: where a real knee is straight, the least move
    /// of the pelvis bends it by degrees and the balance would leap.
    pub(crate) fn supple(&self) -> Self {
        const LONGER: f64 = 1.03;
        let mut supple = self.clone();
        for side in Side::BOTH {
            let [_, _, shank, foot, _] = joint::leg(side);
            supple.offsets[shank] *= LONGER;
            supple.offsets[foot] *= LONGER;
        }
        supple.levers = levers(&supple.skeleton, &supple.offsets, &supple.masses);
        supple
    }

    /// A joint's place on its parent.
    pub(crate) fn offset(&self, joint: usize) -> DVec3 {
        self.offsets[joint]
    }

    /// The hip joint in the pelvis' frame.
    pub(crate) fn hip(&self, side: Side) -> DVec3 {
        let [base, thigh, ..] = joint::leg(side);
        self.offsets[base] + self.offsets[thigh]
    }

    /// Turns a body plan into joint rotations.
    pub(crate) fn solve(&self, plan: &BodyPlan) -> Solved {
        let mut body = Solved { root: plan.pelvis, local: [DQuat::IDENTITY; JOINTS] };
        let pelvis = (plan.pelvis, plan.pelvis_turn.turned());
        let world_from_pelvis = pelvis.1.rotation;
        body.local[0] = world_from_pelvis;
        self.place_legs(&mut body, pelvis, &plan.feet, plan.feet.map(|foot| foot.turn.rotation()));
        let world_from_chest = plan.chest.rotation();
        spread_over(&mut body.local, joint::SPINE, world_from_pelvis.conjugate() * world_from_chest);
        spread_over(&mut body.local, joint::NECK, world_from_chest.conjugate() * plan.head.rotation());
        self.solve_arms(plan, world_from_chest, &mut body);
        body
    }

    /// Local rotations of thigh, shank, foot and toes of one leg.
    pub(crate) fn solve_leg(&self, side: Side, pelvis: (DVec3, Turned), foot: &FootPlan) -> [DQuat; 4] {
        self.solve_turned_leg(side, pelvis, (foot, foot.turn.rotation()))
    }

    fn solve_turned_leg(
        &self,
        side: Side,
        (pelvis, turned): (DVec3, Turned),
        foot: (&FootPlan, DQuat),
    ) -> [DQuat; 4] {
        let hip = pelvis + turned.rotation * self.hip(side);
        let leg = solve_leg(self, side, (hip, turned), foot);
        [turned.rotation.conjugate() * leg.world_from_thigh, leg.knee, leg.ankle, leg.toes]
    }

    fn place_legs(
        &self,
        body: &mut Solved,
        pelvis: (DVec3, Turned),
        feet: &[FootPlan; 2],
        world_from_feet: [DQuat; 2],
    ) {
        for side in Side::BOTH {
            let [_, thigh, shank, foot, toes] = joint::leg(side);
            let i = side.index();
            [body.local[thigh], body.local[shank], body.local[foot], body.local[toes]] =
                self.solve_turned_leg(side, pelvis, (&feet[i], world_from_feet[i]));
        }
    }

    /// The same body with its pelvis elsewhere: only the legs are solved again, since hands that go nowhere follow.
    pub(crate) fn moved(&self, body: &Solved, pelvis: (DVec3, Turned), feet: &[FootPlan; 2]) -> Solved {
        let mut moved = Solved { root: pelvis.0, local: body.local };
        self.place_legs(&mut moved, pelvis, feet, feet.map(|foot| foot.turn.rotation()));
        moved
    }

    /// Moves the pelvis of a plan `rounds` times by what `step` makes of where the centre of mass is; only the legs follow.
    pub(crate) fn shift(&self, plan: &mut BodyPlan, rounds: usize, step: impl Fn(DVec3) -> DVec3) {
        let mut body = self.solve(plan);
        let (turned, world_from_feet) =
            (plan.pelvis_turn.turned(), plan.feet.map(|foot| foot.turn.rotation()));
        let trunk = self.moments_of_trunk(&body);
        for _ in 0..rounds {
            plan.pelvis += step(self.centre_over_legs(&body, &trunk));
            body.root = plan.pelvis;
            self.place_legs(&mut body, (plan.pelvis, turned), &plan.feet, world_from_feet);
        }
    }

    fn solve_arms(&self, plan: &BodyPlan, world_from_chest: DQuat, body: &mut Solved) {
        let chest = self.chest_position(body);
        for side in Side::BOTH {
            let arm = &plan.arms[side.index()];
            let wrist = arm.target.map(|target| world_from_chest.conjugate() * (target.wrist - chest));
            let ArmJoints { collar, upper, elbow, hand, fingers, tips } = solve_arm(self, side, arm, wrist);
            let hand = match arm.target {
                Some(HandTarget { palm: Some((palm, firmness)), .. }) => {
                    let world_from_forearm = world_from_chest * collar * upper * elbow;
                    hand.slerp(world_from_forearm.conjugate() * palm, firmness)
                }
                _ => hand,
            };
            let [c, u, f, h, b, t, _] = joint::arm(side);
            (body.local[c], body.local[u], body.local[f]) = (collar, upper, elbow);
            (body.local[h], body.local[b], body.local[t]) = (hand, fingers, tips);
        }
    }

    fn chest_position(&self, body: &Solved) -> DVec3 {
        let (mut position, mut rotation) = (body.root, body.local[0]);
        for joint in joint::SPINE {
            position += rotation * self.offsets[joint];
            rotation *= body.local[joint];
        }
        position
    }

    /// The centre of mass in the world.
    pub(crate) fn centre_of_mass(&self, body: &Solved) -> DVec3 {
        self.centre_over_legs(body, &self.moments_of_trunk(body))
    }

    /// What the joints that are of no leg turn the centre of mass by.
    fn moments_of_trunk(&self, body: &Solved) -> [DVec3; ABOVE_LEGS] {
        let mut world = body.local;
        std::array::from_fn(|i| {
            let id = JOINTS - ABOVE_LEGS + i;
            world[id] = world[parent(&self.skeleton, id)] * body.local[id];
            world[id] * self.levers[id]
        })
    }

    /// The centre of mass of a body whose trunk, head and arms turn it by `trunk`.
    fn centre_over_legs(&self, body: &Solved, trunk: &[DVec3; ABOVE_LEGS]) -> DVec3 {
        let mut world = body.local;
        let mut centre = body.root + world[0] * self.levers[0];
        for id in 1..JOINTS - ABOVE_LEGS {
            world[id] = world[parent(&self.skeleton, id)] * body.local[id];
            centre += world[id] * self.levers[id];
        }
        trunk.iter().fold(centre, |centre, &moment| centre + moment)
    }

    /// World positions and rotations of hip joint, thigh, shank, foot and toes.
    pub(crate) fn leg_forward(&self, body: &Solved, side: Side) -> [(DVec3, DQuat); 5] {
        let (mut position, mut rotation) = (body.root, body.local[0]);
        joint::leg(side).map(|joint| {
            position += rotation * self.offsets[joint];
            rotation *= body.local[joint];
            (position, rotation)
        })
    }

    /// World positions and rotations of all joints.
    pub(crate) fn forward(&self, body: &Solved) -> [(DVec3, DQuat); JOINTS] {
        let mut world = [(body.root, body.local[0]); JOINTS];
        for id in 1..JOINTS {
            let (position, rotation) = world[parent(&self.skeleton, id)];
            world[id] = (position + rotation * self.offsets[id], rotation * body.local[id]);
        }
        world
    }
}

fn parent(skeleton: &Skeleton, joint: usize) -> usize {
    skeleton.parent(JointId::new(joint)).map_or(0, JointId::index)
}

/// What hangs on each joint, in its frame, as far as it moves the centre of mass: `centre = root + Σ turn · lever`.
fn levers(skeleton: &Skeleton, offsets: &[DVec3; JOINTS], masses: &Body) -> [DVec3; JOINTS] {
    let (mut levers, mut shares) = ([DVec3::ZERO; JOINTS], [0.0; JOINTS]);
    for (point, share) in masses.shares() {
        let carrier = point.carrier(skeleton).index();
        shares[carrier] += share;
        if let Some(site) = point.index().checked_sub(JOINTS) {
            levers[carrier] += skeleton.end_sites()[site].offset.as_dvec3() * share;
        }
    }
    for joint in (1..JOINTS).rev() {
        let parent = parent(skeleton, joint);
        levers[parent] += offsets[joint] * shares[joint];
        shares[parent] += shares[joint];
    }
    levers
}

/// Bends a chain of three joints evenly so that together they make `bend`.
fn spread_over(local: &mut [DQuat; JOINTS], chain: [usize; 3], bend: DQuat) {
    let third = DQuat::IDENTITY.slerp(bend, 1.0 / 3.0);
    for joint in chain {
        local[joint] = third;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::facing;
    use crate::stand::{Spot, standing};
    use segue_motion::PointId;

    #[test]
    fn the_centre_of_mass_is_that_of_all_points() {
        for figure in [Figure::default(), Figure::short(), Figure::long_legged()] {
            let actor = Actor::new(&figure).unwrap();
            let mut plan = standing(&actor, Spot { at: DVec3::new(0.3, 0.0, -0.8), yaw: 0.7 });
            plan.pelvis += DVec3::NEG_Y * 0.2 + facing(1.0) * 0.05;
            plan.chest.pitch = 0.6;
            plan.arms[0].angles.flex = 1.9;
            let body = actor.solve(&plan);
            let world = actor.forward(&body);
            let place = |point: PointId| match point.index().checked_sub(JOINTS) {
                None => world[point.index()].0,
                Some(site) => {
                    let site = &actor.skeleton.end_sites()[site];
                    let (position, rotation) = world[site.parent.index()];
                    position + rotation * site.offset.as_dvec3()
                }
            };
            let naive: DVec3 = actor.masses.shares().map(|(point, share)| place(point) * share).sum();
            assert!(actor.centre_of_mass(&body).distance(naive) < 1e-12);
        }
    }
}
