//! The body plan: what a planner says about one moment, before joints are solved.

use glam::{DQuat, DVec3};

/// An orientation by three angles in radians, applied roll first, then pitch, then yaw.
///
/// Positive yaw turns to the left, positive pitch tips the top forward (a foot's toes down), positive roll tips the
/// top to the right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Turn {
    pub(crate) yaw: f64,
    pub(crate) pitch: f64,
    pub(crate) roll: f64,
}

impl Turn {
    pub(crate) fn new(yaw: f64, pitch: f64, roll: f64) -> Self {
        Self { yaw, pitch, roll }
    }

    pub(crate) fn rotation(self) -> DQuat {
        DQuat::from_rotation_y(self.yaw)
            * DQuat::from_rotation_x(self.pitch)
            * DQuat::from_rotation_z(self.roll)
    }

    /// Works the rotation out once for what asks for it again and again.
    pub(crate) fn turned(self) -> Turned {
        Turned { turn: self, rotation: self.rotation() }
    }
}

/// A turn with its rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    pub(crate) turn: Turn,
    pub(crate) rotation: DQuat,
}

/// The direction a heading faces: +Z for 0, towards +X (the left) for positive angles.
pub(crate) fn facing(yaw: f64) -> DVec3 {
    DVec3::new(libm::sin(yaw), 0.0, libm::cos(yaw))
}

/// The left of a heading.
pub(crate) fn leftward(yaw: f64) -> DVec3 {
    DVec3::new(libm::cos(yaw), 0.0, -libm::sin(yaw))
}

/// A foot at one moment. The leg is solved to put the ankle here; a planner keeps it within reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FootPlan {
    /// The ankle in the world.
    pub(crate) ankle: DVec3,
    /// Orientation in the world; positive pitch points the toes down.
    pub(crate) turn: Turn,
    /// Toes bent up on the foot.
    pub(crate) toes: f64,
    /// The knee turned outward, beyond what follows from pelvis and foot.
    pub(crate) knee_out: f64,
    /// How far the foot is carried along by corrections of the body: 0 while planted, up to 1 in the air.
    pub(crate) free: f64,
    /// How far the foot hangs on its shank instead of keeping `turn`.
    pub(crate) loose: Loose,
}

/// A foot that follows its shank, as in a kick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Loose {
    /// 0 keeps the foot's orientation in the world, 1 leaves it to the ankle.
    pub(crate) weight: f64,
    /// Bend of the ankle, toes towards the shin.
    pub(crate) flex: f64,
}

/// An arm by the angles of its joints, the same signs for both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ArmAngles {
    /// The upper arm raised forward from hanging.
    pub(crate) flex: f64,
    /// The upper arm lifted away from the side.
    pub(crate) spread: f64,
    /// The upper arm turned inward about itself: with a bent elbow the hand moves towards the belly.
    pub(crate) twist: f64,
    /// Bend of the elbow.
    pub(crate) elbow: f64,
    /// The palm turned to the back.
    pub(crate) pronate: f64,
    /// The wrist bent towards the palm.
    pub(crate) wrist: f64,
    /// Fingers: 0 relaxed and nearly straight, 1 a fist.
    pub(crate) grip: f64,
}

impl ArmAngles {
    /// Blends every angle.
    pub(crate) fn lerp(self, other: Self, u: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * u;
        Self {
            flex: mix(self.flex, other.flex),
            spread: mix(self.spread, other.spread),
            twist: mix(self.twist, other.twist),
            elbow: mix(self.elbow, other.elbow),
            pronate: mix(self.pronate, other.pronate),
            wrist: mix(self.wrist, other.wrist),
            grip: mix(self.grip, other.grip),
        }
    }
}

/// A place for the wrist, blended with the arm's angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HandTarget {
    /// The wrist in the world; beyond reach the arm stretches towards it.
    pub(crate) wrist: DVec3,
    /// Where the elbow points, in the chest's frame mirrored so that +X is outward on both sides.
    pub(crate) elbow: DVec3,
    /// 0 leaves the arm to its angles, 1 puts the wrist exactly there.
    pub(crate) weight: f64,
    /// How the hand lies in the world, and how firmly, for one that leans on the floor.
    pub(crate) palm: Option<(DQuat, f64)>,
}

/// An arm at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ArmPlan {
    pub(crate) angles: ArmAngles,
    pub(crate) target: Option<HandTarget>,
}

/// The whole body at one moment; pairs are left, right.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BodyPlan {
    /// The root in the world.
    pub(crate) pelvis: DVec3,
    /// The pelvis in the world.
    pub(crate) pelvis_turn: Turn,
    /// The chest in the world; the spine is bent evenly between pelvis and chest.
    pub(crate) chest: Turn,
    /// The head in the world; the neck is bent evenly between chest and head.
    pub(crate) head: Turn,
    pub(crate) feet: [FootPlan; 2],
    pub(crate) arms: [ArmPlan; 2],
}
