//! The stance: from one apex of flight over one contact to the next apex.

use glam::{DMat3, DQuat, DVec3};
use segue_motion::ContentHash;

use crate::core::Core;
use crate::polygon::Polygon;
use crate::{CubicSpline, Force, Params};

/// What a stance begins and ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StanceKind {
    /// From apex to apex.
    Whole,
    /// From standing still to an apex: half a stance whose first apex is the still pose.
    FromStand,
    /// From an apex to standing still.
    ToStand,
}

impl StanceKind {
    /// What a person calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::FromStand => "from stand",
            Self::ToStand => "to stand",
        }
    }
}

/// Which feet are on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Footing {
    Left,
    Right,
    Both,
}

/// Where in a clip a stance comes from, in frames of that clip, whole or not.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StanceOrigin {
    /// The clip's name, for people: several clips may have it.
    pub clip: String,
    /// The fingerprint of the clip as it was read, by which it is found; not of its mirror image.
    pub hash: ContentHash,
    /// Whether the clip was mirrored first.
    pub mirrored: bool,
    /// The share of this clip in a blend.
    pub share: f64,
    /// Frames per second of the clip.
    pub rate: f64,
    /// The turn about the vertical from the axes of the stance to the clip's world, in radians.
    pub heading: f64,
    /// The height of the ground in the clip's world, in metres.
    pub ground: f64,
    /// The last lift off before the stance, or its start where there is none.
    pub takeoff: f64,
    /// The first apex, or the still pose.
    pub start: f64,
    /// The contact begins.
    pub landing: f64,
    /// The contact ends.
    pub liftoff: f64,
    /// The second apex, or the still pose.
    pub end: f64,
    /// The next touch down, or the end where there is none.
    pub next_landing: f64,
}

/// A position and velocity of the centre of mass in the axes of a stance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// In metres; the ground of the contact is at height 0.
    pub position: DVec3,
    /// In m/s.
    pub velocity: DVec3,
}

impl State {
    pub(crate) fn mixed(self, a: f64, other: Self, b: f64) -> Self {
        Self {
            position: self.position * a + other.position * b,
            velocity: self.velocity * a + other.velocity * b,
        }
    }
}

/// A body, one contact, and the force and torque in it, between two apexes of flight.
///
/// Vectors are in the stance's own axes: x is the heading (horizontal velocity at the first apex), y up, z = x × y to
/// the right. The centre of mass starts at `(0, ZS, 0)`; the ground of the contact is at y = 0. Times are seconds from
/// the first apex.
#[derive(Clone, Debug)]
pub struct Stance {
    pub(crate) name: String,
    pub(crate) core: Core,
    pub(crate) force: Force,
    pub(crate) torque: CubicSpline,
    pub(crate) footing: Footing,
    /// In the axes of the body.
    pub(crate) inertia: DMat3,
    /// Rotation from the rest pose, in the axes of the stance.
    pub(crate) orientation: DQuat,
    /// Angular velocity at the start, in the axes of the stance.
    pub(crate) spin: DVec3,
    /// The start as captured: the frame nearest to the apex.
    pub(crate) captured: State,
    /// Where the feet can push, at even moments of the contact, from the contact point.
    pub(crate) support: Vec<Polygon>,
    pub(crate) origins: Vec<StanceOrigin>,
}

impl Stance {
    /// The clip it comes from and its number in it, or what was blended.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it starts and ends.
    pub fn kind(&self) -> StanceKind {
        self.core.kind
    }

    /// The six numbers that say what it does.
    pub fn params(&self) -> Params {
        self.core.params
    }

    /// The force of the ground, in newtons.
    pub fn force(&self) -> &Force {
        &self.force
    }

    /// The torque about the centre of mass over the contact, in newton metres.
    pub fn torque(&self) -> &CubicSpline {
        &self.torque
    }

    /// Which feet are on the ground.
    pub fn footing(&self) -> Footing {
        self.footing
    }

    /// In kilograms.
    pub fn mass(&self) -> f64 {
        self.core.mass
    }

    /// Hip to ankle, in metres.
    pub fn leg_length(&self) -> f64 {
        self.core.leg
    }

    /// When the contact begins, in seconds after the first apex.
    pub fn landing_secs(&self) -> f64 {
        self.core.landing_secs
    }

    /// How long the contact lasts.
    pub fn ground_secs(&self) -> f64 {
        self.core.ground_secs
    }

    /// When the contact ends.
    pub fn liftoff_secs(&self) -> f64 {
        self.core.landing_secs + self.core.ground_secs
    }

    /// When the second apex is reached.
    pub fn end_secs(&self) -> f64 {
        self.core.end_secs
    }

    /// The start that the arcs of flight ask for: at rest vertically, along the heading (and aside, where the heading
    /// is not that of the velocity).
    pub fn start(&self) -> State {
        let Params { zs, vs, .. } = self.params();
        State { position: DVec3::new(0.0, zs, 0.0), velocity: DVec3::new(vs, 0.0, self.core.side_speed) }
    }

    /// The start as it was captured in the frame nearest to the apex.
    pub fn captured_start(&self) -> State {
        self.captured
    }

    /// The contact point on the ground.
    pub fn contact(&self) -> DVec3 {
        self.core.contact(&self.core.path())
    }

    /// Where the feet can push, at even moments of the contact, around the contact point.
    pub fn support(&self) -> &[Polygon] {
        &self.support
    }

    /// The clips it was made of, with their shares.
    pub fn origins(&self) -> &[StanceOrigin] {
        &self.origins
    }

    /// The centre of mass at a time, without integration.
    pub fn centre_at(&self, secs: f64) -> DVec3 {
        self.state_at(secs).position
    }

    /// From over its feet to where the centre of mass is while it stands, along and to the right of the heading as x and z;
    /// `None` where it does not begin or end standing.
    pub fn lean(&self) -> Option<DVec3> {
        self.core.lean(&self.core.path())
    }

    /// How far the centre of mass of a body that stands is outside of what it stands on, in metres: it falls where that is above
    /// 0. `None` where it does not begin or end standing.
    pub fn overhang(&self) -> Option<f64> {
        let lean = self.lean()?;
        let stands_on = match self.core.kind {
            StanceKind::FromStand => self.support.first(),
            _ => self.support.last(),
        };
        Some(stands_on?.outside(glam::DVec2::new(lean.x, lean.z)))
    }

    /// Position and velocity of the centre of mass at a time, without integration.
    pub fn state_at(&self, secs: f64) -> State {
        let start = self.start();
        let fallen = fall(start, secs);
        let dt = self.core.ground_secs;
        let tau = ((secs - self.core.landing_secs) / dt).clamp(0.0, 1.0);
        let after = (secs - self.liftoff_secs()).max(0.0);
        let pushed = self.force.impulse(tau) * (dt / self.core.mass);
        let shifted = self.force.shift(tau) * (dt * dt / self.core.mass) + pushed * after;
        State { position: fallen.position + shifted, velocity: fallen.velocity + pushed }
    }
}

/// Free fall.
pub(crate) fn fall(from: State, secs: f64) -> State {
    let down = DVec3::NEG_Y * segue_motion::GRAVITY;
    State {
        position: from.position + from.velocity * secs + down * (0.5 * secs * secs),
        velocity: from.velocity + down * secs,
    }
}
