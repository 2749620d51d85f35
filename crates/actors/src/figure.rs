//! The parametric figure that all actors share.

use std::sync::Arc;

use glam::{Quat, Vec3};

use crate::error::{ActorError, within};
use crate::side::Sided;
use segue_motion::{EndSite, Joint, JointId, Side, Skeleton};

/// Proportions of an actor. Segment lengths follow the body-height fractions of \[DC66\] as given in \[Win09\].
///
/// ```
/// use segue_actors::Figure;
///
/// let figure = Figure::tall();
/// let skeleton = figure.skeleton()?;
/// assert_eq!(skeleton.len(), 31);
/// assert_eq!(skeleton.end_sites().len(), 9);
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Standing height in metres.
    pub height: f64,
    /// Body mass in kilograms.
    pub mass: f64,
    /// Leg length relative to the average person of this height; the trunk makes up the difference.
    pub legs: f64,
    /// Arm length relative to the average person of this height.
    pub arms: f64,
    /// Breadth of shoulders and hips relative to the average person of this height.
    pub breadth: f64,
    /// The hand (and foot) that throws, kicks and reaches by preference.
    pub handed: Side,
}

impl Default for Figure {
    fn default() -> Self {
        Self { height: 1.75, mass: 72.0, legs: 1.0, arms: 1.0, breadth: 1.0, handed: Side::Right }
    }
}

impl Figure {
    /// A small actor with slightly shorter limbs.
    pub fn short() -> Self {
        Self { height: 1.58, mass: 56.0, legs: 0.98, arms: 0.97, breadth: 0.97, handed: Side::Right }
    }

    /// A tall, broad, left-handed actor.
    pub fn tall() -> Self {
        Self { height: 1.92, mass: 90.0, legs: 1.02, arms: 1.02, breadth: 1.05, handed: Side::Left }
    }

    /// An actor of average height with a short trunk on long legs.
    pub fn long_legged() -> Self {
        Self { height: 1.77, mass: 66.0, legs: 1.08, arms: 1.04, breadth: 0.95, handed: Side::Right }
    }

    /// The average actor, the short, the tall and the long-legged one.
    pub fn presets() -> [Self; 4] {
        [Self::default(), Self::short(), Self::tall(), Self::long_legged()]
    }

    /// The skeleton: 31 joints named and ordered as in the BVH conversion of the CMU database, so that the two are
    /// compatible, facing +Z with arms to the sides, and nine end sites: heels, toe tips, head top, fingertips,
    /// thumbs.
    ///
    /// # Errors
    /// When a proportion is outside the range of people.
    pub fn skeleton(&self) -> Result<Arc<Skeleton>, ActorError> {
        self.check()?;
        let mut build = Builder { joints: Vec::with_capacity(31), end_sites: Vec::with_capacity(9) };
        let hips = build.joint("Hips", None, [0.0, self.hip_height() + self.root_above_hips(), 0.0]);
        for side in Side::BOTH {
            self.add_leg(&mut build, hips, side);
        }
        let chest = self.add_trunk(&mut build, hips);
        for side in Side::BOTH {
            self.add_arm(&mut build, chest, side);
        }
        Ok(Arc::new(Skeleton::new(build.joints, build.end_sites)?))
    }

    fn check(&self) -> Result<(), ActorError> {
        let people = "the range of grown people";
        within("height in m", self.height, (1.2, 2.3), people)?;
        within("mass in kg", self.mass, (25.0, 200.0), people)?;
        within("legs relative to average", self.legs, (0.85, 1.15), people)?;
        within("arms relative to average", self.arms, (0.85, 1.15), people)?;
        within("breadth relative to average", self.breadth, (0.8, 1.25), people)
    }

    /// Length of the thigh in metres.
    pub fn thigh(&self) -> f64 {
        0.245 * self.height * self.legs
    }

    /// Length of the shank in metres.
    pub fn shank(&self) -> f64 {
        0.246 * self.height * self.legs
    }

    /// Hip to ankle of the straight leg in metres.
    pub fn leg(&self) -> f64 {
        self.thigh() + self.shank()
    }

    /// Shoulder to wrist of the straight arm in metres.
    pub fn arm(&self) -> f64 {
        self.upper_arm() + self.forearm()
    }

    pub(crate) fn upper_arm(&self) -> f64 {
        0.172 * self.height * self.arms
    }

    pub(crate) fn forearm(&self) -> f64 {
        0.146 * self.height * self.arms
    }

    /// Height of the ankle above the sole.
    pub(crate) fn ankle_height(&self) -> f64 {
        0.043 * self.height
    }

    /// Height of the joint at the ball of the foot above the sole.
    pub(crate) fn ball_height(&self) -> f64 {
        0.011 * self.height
    }

    /// From the ankle forward to the ball of the foot.
    pub(crate) fn ankle_to_ball(&self) -> f64 {
        0.075 * self.height
    }

    /// From the ankle backward to the heel.
    pub(crate) fn ankle_to_heel(&self) -> f64 {
        0.030 * self.height
    }

    /// From the ball to the tip of the toes.
    pub(crate) fn toes(&self) -> f64 {
        0.042 * self.height
    }

    /// From the middle of the body to a hip joint.
    pub(crate) fn hip_half_breadth(&self) -> f64 {
        0.050 * self.height * self.breadth
    }

    /// Height of the hip joints above the floor, standing straight.
    pub fn hip_height(&self) -> f64 {
        self.leg() + self.ankle_height()
    }

    /// Height of the root (middle of the pelvis) above the hip joints.
    pub(crate) fn root_above_hips(&self) -> f64 {
        0.040 * self.height
    }

    /// A distance along the trunk, given as the average person's fraction of body height. What longer legs take
    /// the trunk loses.
    fn trunk(&self, fraction: f64) -> f64 {
        let average_room = 1.0 - 0.534 - 0.040;
        fraction / average_room * (self.height - self.hip_height() - self.root_above_hips())
    }

    fn add_leg(&self, build: &mut Builder, hips: JointId, side: Side) {
        let (prefix, short) = names(side);
        let x = side.sign() * self.hip_half_breadth();
        let drop = -self.root_above_hips();
        let hip = build.joint(&format!("{short}HipJoint"), Some(hips), [0.4 * x, 0.3 * drop, 0.0]);
        let thigh = build.joint(&format!("{prefix}UpLeg"), Some(hip), [0.6 * x, 0.7 * drop, 0.0]);
        let shank = build.joint(&format!("{prefix}Leg"), Some(thigh), [0.0, -self.thigh(), 0.0]);
        let foot = build.joint(&format!("{prefix}Foot"), Some(shank), [0.0, -self.shank(), 0.0]);
        build.end_site(foot, [0.0, -self.ankle_height(), -self.ankle_to_heel()]);
        let ball = [0.0, self.ball_height() - self.ankle_height(), self.ankle_to_ball()];
        let toes = build.joint(&format!("{prefix}ToeBase"), Some(foot), ball);
        build.end_site(toes, [0.0, -0.5 * self.ball_height(), self.toes()]);
    }

    /// Adds spine, neck and head; returns the chest, which carries the arms.
    fn add_trunk(&self, build: &mut Builder, hips: JointId) -> JointId {
        let up = |fraction: f64, z: f64| [0.0, self.trunk(fraction), z * self.height];
        let lower_back = build.joint("LowerBack", Some(hips), up(0.022, -0.008));
        let spine = build.joint("Spine", Some(lower_back), up(0.066, 0.004));
        let chest = build.joint("Spine1", Some(spine), up(0.078, -0.004));
        let neck = build.joint("Neck", Some(chest), up(0.088, -0.004));
        let upper_neck = build.joint("Neck1", Some(neck), up(0.034, 0.008));
        let head = build.joint("Head", Some(upper_neck), up(0.032, 0.006));
        build.end_site(head, up(0.106, 0.0));
        chest
    }

    fn add_arm(&self, build: &mut Builder, chest: JointId, side: Side) {
        let (prefix, short) = names(side);
        let along = |length: f64| [side.sign() * length, 0.0, 0.0];
        let h = self.height;
        let collar = [side.sign() * 0.016 * h * self.breadth, self.trunk(0.066), 0.004 * h];
        let shoulder = build.joint(&format!("{prefix}Shoulder"), Some(chest), collar);
        let socket = [side.sign() * 0.090 * h * self.breadth, self.trunk(0.008), -0.010 * h];
        let upper = build.joint(&format!("{prefix}Arm"), Some(shoulder), socket);
        let fore = build.joint(&format!("{prefix}ForeArm"), Some(upper), along(self.upper_arm()));
        let hand = build.joint(&format!("{prefix}Hand"), Some(fore), along(self.forearm()));
        let fingers = build.joint(&format!("{prefix}FingerBase"), Some(hand), along(0.050 * h * self.arms));
        let index = build.joint(&format!("{prefix}HandIndex1"), Some(fingers), along(0.024 * h * self.arms));
        build.end_site(index, along(0.030 * h * self.arms));
        let thumb_root = [side.sign() * 0.014 * h, -0.003 * h, 0.012 * h];
        let thumb = build.joint(&format!("{short}Thumb"), Some(hand), thumb_root);
        build.end_site(thumb, [side.sign() * 0.022 * h, -0.004 * h, 0.022 * h]);
    }
}

fn names(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::Left => ("Left", "L"),
        Side::Right => ("Right", "R"),
    }
}

struct Builder {
    joints: Vec<Joint>,
    end_sites: Vec<EndSite>,
}

impl Builder {
    fn joint(&mut self, name: &str, parent: Option<JointId>, offset: [f64; 3]) -> JointId {
        let joint = Joint { name: name.to_owned(), parent, offset: single(offset), rest: Quat::IDENTITY };
        self.joints.push(joint);
        JointId::new(self.joints.len() - 1)
    }

    fn end_site(&mut self, parent: JointId, offset: [f64; 3]) {
        self.end_sites.push(EndSite { parent, offset: single(offset) });
    }
}

fn single([x, y, z]: [f64; 3]) -> Vec3 {
    Vec3::new(x as f32, y as f32, z as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_motion::{Pose, points};

    #[test]
    fn every_preset_stands_as_tall_as_it_says_with_its_soles_on_the_floor() {
        for figure in Figure::presets() {
            let skeleton = figure.skeleton().unwrap();
            let pose = Pose::rest(&skeleton);
            let mut clip = segue_motion::Clip::builder("rest", skeleton.clone(), 60.0, &[]);
            clip.push(&pose).unwrap();
            let clip = clip.finish().unwrap();
            let (mut scratch, mut all) = (Vec::new(), Vec::new());
            points(clip.frame(0), &skeleton, &mut scratch, &mut all);
            let top = all.iter().map(|point| point.y).fold(0.0, f32::max);
            let bottom = all.iter().map(|point| point.y).fold(1.0, f32::min);
            assert!((f64::from(top) - figure.height).abs() < 0.01, "{top} against {}", figure.height);
            assert!(bottom.abs() < 1e-4, "{bottom}");
        }
    }

    #[test]
    fn impossible_proportions_are_refused_by_name() {
        let error = Figure { height: 3.0, ..Figure::default() }.skeleton().unwrap_err();
        assert!(
            error.to_string().starts_with("height in m is 3, but must lie between 1.2 and 2.3"),
            "{error}"
        );
    }
}
