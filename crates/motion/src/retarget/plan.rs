//! In which order the joints of the target are placed, and on what each hangs.

use glam::{Quat, Vec3};

use super::drive::Drive;
use super::figures::Figures;
use crate::anatomy::carries;
use crate::{JointId, Role, Side};

/// A joint this near to the middle of the hips, as a share of the height, is part of the pelvis.
const PELVIS: f32 = 0.15;

/// A joint that belongs to nothing follows the segment next to it up to this far, as a share of the height.
const NEAR: f32 = 0.35;

/// A joint of the target that is turned and placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) joint: JointId,
    /// What turns it; without it, it turns as the joint that it hangs on.
    pub(super) drive: Option<Drive>,
    /// The joint that it moves with, and its place from there in the rest pose.
    pub(super) hangs_on: Option<(JointId, Vec3)>,
    /// Whether the tree does not place it there by itself, so that it needs a translation track.
    pub(super) loose: bool,
    /// A joint of the source whose shift on its parent is carried over.
    pub(super) shift: Option<JointId>,
}

/// The joints that are placed, in order: each after the one that it hangs on.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) segments: Vec<Segment>,
    /// The joint that is placed in the world: the uppermost of the pelvis.
    pub(super) body: JointId,
}

impl Plan {
    pub(super) fn of(figures: &Figures<'_>) -> Option<Self> {
        let mut drives = figures.drives();
        let body = body(figures, &drives)?;
        if drives[body.index()].is_none() {
            drives[body.index()] = figures.target.joint(Role::Hips).and_then(|hips| drives[hips.index()]);
        }
        let mut builder = Builder {
            figures,
            drives,
            body,
            segments: Vec::new(),
            state: vec![State::New; figures.target.skeleton.len()],
        };
        builder.add(body);
        figures.anatomical_order().into_iter().for_each(|joint| builder.add(joint));
        figures.target.skeleton.ids().for_each(|joint| builder.add(joint));
        builder.strays();
        Some(Self { segments: builder.segments, body })
    }

    /// What lays a joint along the source's before it turns.
    pub(super) fn laid(&self, joint: JointId) -> Quat {
        let segment = self.segments.iter().find(|segment| segment.joint == joint);
        match segment.and_then(|segment| segment.drive) {
            Some(Drive::Follow { laid, .. }) => laid,
            _ => Quat::IDENTITY,
        }
    }

    /// Joints other than the root that need a translation track, in order.
    pub(super) fn loose(&self) -> Vec<JointId> {
        let loose = self.segments.iter().filter(|segment| segment.loose && segment.joint != JointId::ROOT);
        let mut loose: Vec<JointId> = loose.map(|segment| segment.joint).collect();
        loose.sort();
        loose
    }
}

/// From the hips up while joints belong to the pelvis; without hips, the first joint that is driven.
fn body(figures: &Figures<'_>, drives: &[Option<Drive>]) -> Option<JointId> {
    let target = &figures.target;
    let Some(mut body) = target.joint(Role::Hips) else {
        return drives.iter().position(Option::is_some).map(JointId::new);
    };
    let centre = target.middle(Role::Hip).unwrap_or(target.at(body));
    while let Some(parent) = target.skeleton.parent(body)
        && target.at(parent).distance(centre) < PELVIS * target.height
    {
        body = parent;
    }
    Some(body)
}

impl Figures<'_> {
    /// The joints of the target that play a part, from the hips outwards.
    fn anatomical_order(&self) -> Vec<JointId> {
        let target = &self.target;
        let hips = target.joint(Role::Hips).into_iter();
        let column = target.anatomy.spine().iter().chain(target.anatomy.neck()).copied();
        hips.chain(column).chain(target.roles.values().copied()).collect()
    }

    /// The joint that carries another one in a body, wherever the file hangs it.
    fn carrier(&self, joint: JointId) -> Option<JointId> {
        let target = &self.target;
        let (spine, neck) = (target.anatomy.spine(), target.anatomy.neck());
        let hips = target.joint(Role::Hips);
        let chest = spine.last().copied().or(hips);
        if let Some(at) = spine.iter().position(|&other| other == joint) {
            return at.checked_sub(1).map(|at| spine[at]).or(hips);
        }
        if let Some(at) = neck.iter().position(|&other| other == joint) {
            return at.checked_sub(1).map(|at| neck[at]).or(chest);
        }
        let role = target.roles.iter().find(|&(_, &other)| other == joint).map(|(&role, _)| role)?;
        match role {
            Role::Hips => None,
            Role::Head => neck.last().copied().or(chest),
            Role::Clavicle(_) => chest,
            Role::Shoulder(side) => target.joint(Role::Clavicle(side)).or(chest),
            Role::Elbow(side) => target.joint(Role::Shoulder(side)),
            Role::Wrist(side) => target.joint(Role::Elbow(side)),
            Role::Hip(_) => hips,
            Role::Knee(side) => target.joint(Role::Hip(side)),
            Role::Ankle(side) => target.joint(Role::Knee(side)),
            Role::Toe(side) => target.joint(Role::Ankle(side)),
        }
    }

    /// A joint of the source that moves on its parent, where both parents are mapped onto each other: the shift means the
    /// same. Hips and legs are placed by other means.
    fn shift(&self, joint: JointId) -> Option<JointId> {
        let (source, parent) = (self.pairs[joint.index()]?, self.target.skeleton.parent(joint)?);
        let placed = [Role::Hips].into_iter().chain(
            Side::BOTH.into_iter().flat_map(|side| [Role::Hip(side), Role::Knee(side), Role::Ankle(side)]),
        );
        let mut placed = placed.filter_map(|role| self.target.joint(role));
        let same = self.pairs[parent.index()] == self.source.skeleton.parent(source);
        (same && !placed.any(|other| other == joint)).then_some(source)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

struct Builder<'a, 'b> {
    figures: &'a Figures<'b>,
    drives: Vec<Option<Drive>>,
    body: JointId,
    segments: Vec<Segment>,
    state: Vec<State>,
}

impl Builder<'_, '_> {
    /// Adds a driven joint after the one that it hangs on.
    fn add(&mut self, joint: JointId) {
        let Some(drive) = self.drives[joint.index()].filter(|_| self.state[joint.index()] == State::New)
        else {
            return;
        };
        self.state[joint.index()] = State::Open;
        let (on, loose) = self.place_of(joint);
        if let Some(on) = on {
            self.add(on);
        }
        self.state[joint.index()] = State::Done;
        let shift = self.figures.shift(joint);
        self.segments.push(self.segment(joint, Some(drive), on, loose, shift));
    }

    fn segment(
        &self,
        joint: JointId,
        drive: Option<Drive>,
        on: Option<JointId>,
        loose: bool,
        shift: Option<JointId>,
    ) -> Segment {
        let at = |joint: JointId| self.figures.target.at(joint);
        let hangs_on = on.map(|on| (on, at(joint) - at(on)));
        Segment { joint, drive, hangs_on, loose, shift }
    }

    /// What a joint hangs on, and whether the file hangs it elsewhere.
    fn place_of(&self, joint: JointId) -> (Option<JointId>, bool) {
        if joint == self.body {
            return (None, true);
        }
        let skeleton = self.figures.target.skeleton;
        let above = skeleton.ancestors(joint).skip(1).find(|above| self.drives[above.index()].is_some());
        match self.figures.carrier(joint) {
            // In a file with the tree upside down a joint would hang on one that it carries.
            Some(carrier)
                if self.state[carrier.index()] == State::Open || self.drives[carrier.index()].is_none() =>
            {
                (above.or(Some(self.body)), above.is_none())
            }
            Some(carrier) if !carries(skeleton, carrier, joint) => (Some(carrier), true),
            _ => (above.or(Some(self.body)), above.is_none()),
        }
    }

    /// Joints that belong to no segment and carry none (IK targets, controls, props beside the body) follow the segment next
    /// to them.
    fn strays(&mut self) {
        let target = &self.figures.target;
        let mut carries_driven = vec![false; target.skeleton.len()];
        for id in target.skeleton.ids().rev() {
            if let Some(parent) = target.skeleton.parent(id) {
                carries_driven[parent.index()] |=
                    carries_driven[id.index()] || self.drives[id.index()].is_some();
            }
        }
        let mut rides = vec![false; target.skeleton.len()];
        for id in target.skeleton.ids() {
            let parent = target.skeleton.parent(id);
            let driven = self.drives[id.index()].is_some();
            let rides_along = parent.is_some_and(|parent| rides[parent.index()]);
            if !driven && !rides_along && !carries_driven[id.index()] && parent.is_some() {
                let on = self.nearest(id);
                self.segments.push(self.segment(id, None, Some(on), true, None));
                rides[id.index()] = true;
            }
            rides[id.index()] |= driven || rides_along;
        }
    }

    fn nearest(&self, stray: JointId) -> JointId {
        let target = &self.figures.target;
        let far = |segment: &&Segment| target.at(segment.joint).distance(target.at(stray));
        let driven = self.segments.iter().filter(|segment| segment.drive.is_some());
        let nearest = driven.min_by(|a, b| far(a).total_cmp(&far(b)));
        nearest.filter(|near| far(near) < NEAR * target.height).map_or(self.body, |near| near.joint)
    }
}

/// The turn of a joint that does not turn by itself.
pub(super) fn carried_turn(segment: &Segment, turns: &[Quat]) -> Quat {
    segment.hangs_on.map_or(Quat::IDENTITY, |(on, _)| turns[on.index()])
}
