//! One leg of the target and where it should end.

use std::f32::consts::TAU;

use glam::{Quat, Vec3};

use super::drive::{Drive, SourceFrame};
use super::even::smooth;
use super::figures::{Figure, Figures, Foot};
use super::pace::Pace;
use super::plan::{Plan, Segment};
use super::solve::Bones;
use super::stage::Frame;
use super::stands::Stand;
use crate::{EndSite, JointId, PointId, Role, Side, Skeleton};

/// A heel that is this much higher above its standing height than the ball, in legs of the source, has left the ball to
/// stand alone.
const ON_THE_BALL: f32 = 0.05;

/// A ball this high above its standing height, in legs of the source, is off the floor: the ankle goes as the source's does.
const OFF_THE_FLOOR: f32 = 0.1;

/// Sine of the angle by which toes point up from which on a foot begins to turn as the source's, and does so entirely: it belongs to a
/// body that lies.
const TOES_UP: [f32; 2] = [0.5, 0.9];

/// Up to this share of its length a leg reaches as asked; beyond, the hips sink until it reaches no further than the source's.
const FREE_REACH: f32 = 0.975;

/// The hips sink by at most this share of the leg.
const MOST_SUNK: f32 = 0.06;

/// Cosine to the vertical from which on a leg begins to draw the hips down, and from which on it does so entirely.
const STEEP: [f32; 2] = [0.5, 0.8];

/// A leg of the target that ends where a foot of the source does.
pub(super) struct LegGoal {
    pub(super) hip: JointId,
    pub(super) knee: Option<JointId>,
    pub(super) ankle: Option<JointId>,
    /// From the last joint of the leg to where it ends.
    pub(super) end: Vec3,
    pub(super) foot: Foot,
    /// Of the source.
    pub(super) stand: Stand,
    /// Heights at which the source's ankle and ball stand.
    pub(super) ankle_stands: f32,
    ball_stands: f32,
    ball_site: Option<EndSite>,
    ball_joint: Option<JointId>,
    /// Length of the leg, of the target and of the source.
    length: f32,
    source_length: f32,
    source_hip: JointId,
    /// The joints of the source that drive thigh and shin.
    pub(super) source_bones: [JointId; 2],
    /// Per frame, what standing on the ball adds to where the ankle goes.
    pub(super) on_ball: Vec<Vec3>,
    /// Per frame, what evening out adds to where the ankle of a free foot goes.
    pub(super) calmed: Vec<Vec3>,
    /// Per frame, by what the foot is turned besides, as an axis times an angle: a longer foot turns less to raise its ankle as high.
    pub(super) rolled: Vec<Vec3>,
    /// The pace of its bones, where they would be too fast.
    pub(super) pace: Option<Pace>,
    /// Whether the foot is longer than the source's, in its scale.
    is_longer: bool,
    /// How much further the hip is from the middle than the source's, to its side, in the rest pose.
    wider: Vec3,
    /// How much longer the foot is than the source's, flat.
    longer: Vec3,
    forward: Vec3,
}

impl LegGoal {
    pub(super) fn of(figures: &Figures<'_>, plan: &Plan, side: Side, stand: Stand) -> Option<Self> {
        let (source, target) = (&figures.source, &figures.target);
        let [hip, knee, ankle] =
            [Role::Hip(side), Role::Knee(side), Role::Ankle(side)].map(|role| target.joint(role));
        let last = ankle.or(knee).or(hip)?;
        let theirs = source.foot(side)?;
        let own = standing_foot(figures, side, &stand, &theirs)?;
        let aside = |figure: &Figure<'_>| {
            let (hip, middle) = (figure.place(Role::Hip(side))?, figure.middle(Role::Hip)?);
            Some((hip - middle).dot(source.left))
        };
        let wider = aside(target)? - figures.scale * aside(source)?;
        let laid = ankle.map_or(Quat::IDENTITY, |ankle| plan.laid(ankle));
        let flat = stand.level.conjugate();
        let longer = own.ball.zip(theirs.ball);
        let is_longer = longer.is_some_and(|(own, theirs)| own.length() > figures.scale * theirs.length());
        let longer = longer.map_or(Vec3::ZERO, |(own, theirs)| laid * own - figures.scale * (flat * theirs));
        let [source_hip, source_knee] = [Role::Hip(side), Role::Knee(side)].map(|role| source.joint(role));
        let (source_hip, end) = (source_hip?, target.leg_end(side)?);
        let long = |[a, b, c]: [Vec3; 3]| a.distance(b) + b.distance(c);
        let bend = |at: Option<JointId>, start: JointId| at.unwrap_or(start);
        let (ball_joint, ball_site) = stand.ball.map_or((None, None), |ball| split(source.skeleton, ball));
        Some(Self {
            hip: hip?,
            knee,
            ankle,
            end: end - target.at(last),
            length: long([target.at(hip?), target.at(bend(knee, hip?)), end]),
            source_length: long(
                [source_hip, bend(source_knee, source_hip), stand.ankle].map(|joint| source.at(joint)),
            ),
            source_hip,
            source_bones: [source_hip, source_knee.unwrap_or(source_hip)],
            on_ball: Vec::new(),
            calmed: Vec::new(),
            rolled: Vec::new(),
            pace: None,
            is_longer,
            foot: own,
            ball_joint,
            ball_site,
            wider: source.left * wider,
            longer: longer.with_y(0.0),
            forward: target.forward(),
            ankle_stands: stand.ankle_height.unwrap_or(own.ankle_height / figures.scale),
            ball_stands: stand.ball_height.unwrap_or(own.ball_height / figures.scale),
            stand,
        })
    }

    /// Where the leg ends.
    pub(super) fn end(&self, frame: &Frame) -> Vec3 {
        let last = self.ankle.or(self.knee).unwrap_or(self.hip);
        frame.places[last.index()] + frame.turns[last.index()] * self.end
    }

    pub(super) fn reach(&self, scale: f32, number: usize, source: &SourceFrame<'_>, frame: &mut Frame) {
        let Some(knee) = self.knee else { return };
        let (start, middle, end) =
            (frame.places[self.hip.index()], frame.places[knee.index()], self.end(frame));
        let bones = Bones { start, middle, end };
        let hint = frame.turns[self.hip.index()] * self.forward;
        let Some(solved) = bones.reach(self.goal(scale, number, source), hint) else { return };
        for (joint, turn) in [(self.hip, solved.upper), (knee, solved.lower)] {
            frame.turns[joint.index()] = (turn * frame.turns[joint.index()]).normalize();
        }
        frame.places[knee.index()] = solved.bones.middle;
        if let Some(ankle) = self.ankle {
            frame.places[ankle.index()] = solved.bones.end;
        }
    }

    /// Turns the bones as they are at the moment that the frame shows.
    pub(super) fn keep_pace(&self, number: usize, frame: &mut Frame) {
        let Some((knee, [thigh, shin])) =
            self.knee.zip(self.pace.as_ref().and_then(|pace| pace.bones(number)))
        else {
            return;
        };
        let [hip, middle, end] =
            [frame.places[self.hip.index()], frame.places[knee.index()], self.end(frame)];
        let turned = |to: Quat, joint: JointId, frame: &mut Frame| {
            std::mem::replace(&mut frame.turns[joint.index()], to).conjugate()
        };
        let from_hip = thigh * turned(thigh, self.hip, frame) * (middle - hip);
        let from_knee = shin * turned(shin, knee, frame) * (end - middle);
        frame.places[knee.index()] = hip + from_hip;
        if let Some(ankle) = self.ankle {
            frame.places[ankle.index()] = hip + from_hip + from_knee;
        }
    }

    /// Where the leg should end: by the ankle while the heel stands, by the ball once it stands alone.
    pub(super) fn goal(&self, scale: f32, number: usize, source: &SourceFrame<'_>) -> Vec3 {
        let added = |by: &[Vec3]| by.get(number).copied().unwrap_or(Vec3::ZERO);
        self.by_ankle(scale, number, source) + added(&self.on_ball) + added(&self.calmed)
    }

    fn wider(&self, number: usize) -> Vec3 {
        held(&self.stand.body_heading, number) * self.wider
    }

    fn by_ankle(&self, scale: f32, number: usize, source: &SourceFrame<'_>) -> Vec3 {
        let ankle = source.at(self.stand.ankle);
        let risen = ankle.y - self.ankle_stands;
        (scale * ankle + self.wider(number)).with_y(self.foot.ankle_height + scale * risen)
    }

    /// Where the ball should be, given where the source's is.
    fn ball_goal(&self, scale: f32, number: usize, ball: Vec3) -> Vec3 {
        let longer = held(&self.stand.foot_heading, number) * self.longer;
        (scale * ball + self.wider(number) + longer)
            .with_y(self.foot.ball_height + scale * (ball.y - self.ball_stands))
    }

    /// What turns a foot that is longer than the source's so that its ankle and its ball both go as the source's do. Once the longer
    /// foot would point straight down it turns on as the source's does: on its way back it would be faster.
    pub(super) fn rolling(&self, scale: f32, number: usize, source: &SourceFrame<'_>, foot: Quat) -> Vec3 {
        let (Some(ball), Some(from_ankle), true) = (self.ball(source), self.foot.ball, self.is_longer) else {
            return Vec3::ZERO;
        };
        let theirs = scale * (ball - source.at(self.stand.ankle));
        let longer = self.ball_goal(scale, number, ball) - self.by_ankle(scale, number, source) - theirs;
        let flat = held(&self.stand.foot_heading, number) * self.forward;
        let back = back_to_square(theirs, longer, flat);
        let turned = (back * foot * from_ankle).try_normalize().zip((back * theirs + longer).try_normalize());
        let arc = turned.map_or(Quat::IDENTITY, |(from, to)| Quat::from_rotation_arc(from, to));
        let raised = theirs.normalize_or_zero().y;
        smooth((TOES_UP[1] - raised) / (TOES_UP[1] - TOES_UP[0])) * arc.to_scaled_axis()
    }

    pub(super) fn added_on_ball(
        &self,
        scale: f32,
        number: usize,
        source: &SourceFrame<'_>,
        foot: Quat,
    ) -> Vec3 {
        let (Some(ball), Some(from_ankle)) = (self.ball(source), self.foot.ball) else { return Vec3::ZERO };
        let risen = source.at(self.stand.ankle).y - self.ankle_stands;
        let ball_risen = ball.y - self.ball_stands;
        let by_ball = self.ball_goal(scale, number, ball) - foot * from_ankle;
        let low = smooth(1.0 - ball_risen / (OFF_THE_FLOOR * self.source_length));
        let low = low.max(1.0 - self.stand.free[number]);
        let share = low * smooth((risen - ball_risen) / (ON_THE_BALL * self.source_length));
        share * (by_ball - self.by_ankle(scale, number, source))
    }

    /// How the foot is turned since the rest pose.
    pub(super) fn foot_turn(&self, segments: &[Segment], source: &SourceFrame<'_>) -> Quat {
        let segment = segments.iter().find(|segment| Some(segment.joint) == self.ankle);
        match segment.and_then(|segment| segment.drive) {
            Some(drive @ Drive::Follow { .. }) => drive.turn(source),
            _ => Quat::IDENTITY,
        }
    }

    pub(super) fn sinks(&self, scale: f32, number: usize, source: &SourceFrame<'_>, frame: &Frame) -> f32 {
        let way = self.goal(scale, number, source) - frame.places[self.hip.index()];
        let theirs = source.at(self.stand.ankle).distance(source.at(self.source_hip)) / self.source_length;
        let (asked, allowed) = (way.length(), theirs.max(FREE_REACH) * self.length);
        let steep = ((-way.y / asked.max(1e-6) - STEEP[0]) / (STEEP[1] - STEEP[0])).clamp(0.0, 1.0);
        if asked <= allowed {
            return 0.0;
        }
        let aside = way.with_y(0.0).length_squared();
        let sunk = -way.y - (allowed * allowed - aside).max(0.0).sqrt();
        steep * sunk.clamp(0.0, MOST_SUNK * self.length)
    }

    fn ball(&self, source: &SourceFrame<'_>) -> Option<Vec3> {
        let site = self.ball_site.as_ref().map(|site| source.world[site.parent.index()] * site.offset);
        site.or(self.ball_joint.map(|joint| source.at(joint)))
    }
}

/// What turns a foot that rolls from `flat` over its tip back to where the longer foot, the sum of `foot` and `longer`, is square to
/// `longer`: from there on the longer one would have to turn faster than the foot itself.
fn back_to_square(foot: Vec3, longer: Vec3, flat: Vec3) -> Quat {
    let axis = longer.cross(flat + Vec3::NEG_Y).try_normalize();
    let Some((along, axis)) = longer.try_normalize().zip(axis) else { return Quat::IDENTITY };
    let rolled = |foot: Vec3| foot.dot(axis.cross(along)).atan2(foot.dot(along)).rem_euclid(TAU);
    let in_plane = foot - axis * foot.dot(axis);
    if foot.dot(along) >= -longer.length() {
        return Quat::IDENTITY;
    }
    let square = (-longer.length() / in_plane.length()).clamp(-1.0, 1.0).acos();
    Quat::from_axis_angle(axis, square - rolled(in_plane))
}

/// The heading of a frame, as a turn.
fn held(headings: &[f32], number: usize) -> Quat {
    Quat::from_rotation_y(headings.get(number).copied().unwrap_or(0.0))
}

/// A foot of the target. In a rest pose that is a frame of some motion, the lower ball stands for both, and the ankle stands as far
/// above it as the foot puts it that is laid along the source's: its heel may be off the floor in that frame.
fn standing_foot(figures: &Figures<'_>, side: Side, stand: &Stand, theirs: &Foot) -> Option<Foot> {
    let own = figures.target.foot(side)?;
    let Some(other) = figures.target.foot(side.other()).filter(|_| figures.posed) else { return Some(own) };
    let ball_height = own.ball_height.min(other.ball_height);
    let ankle_height = match own.ball.zip(theirs.ball) {
        Some((ball, source)) => {
            let standing = stand.ankle_height.zip(stand.ball_height);
            let drop = standing.map_or(-source.y, |(ankle, ball)| ankle - ball);
            ball_height + ball.length() * (drop / source.length()).clamp(-1.0, 1.0)
        }
        None => own.ankle_height.min(other.ankle_height),
    };
    Some(Foot { ankle_height, ball_height, ..own })
}

fn split(skeleton: &Skeleton, point: PointId) -> (Option<JointId>, Option<EndSite>) {
    match point.index().checked_sub(skeleton.len()) {
        Some(site) => (None, skeleton.end_sites().get(site).cloned()),
        None => (Some(point.carrier(skeleton)), None),
    }
}
