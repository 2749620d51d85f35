//! The channels of a clip as paths that can be compared with each other.

use glam::{Quat, Vec3};

use super::Amount;
use crate::{Clip, JointId, Skeleton};

/// Shortest lever, as a share of the body, by which a turn counts: a twist moves no tip and still shows.
const SHORTEST_LEVER: f32 = 0.04;

/// Share of the steps of a track that count as usual.
const USUAL: f64 = 0.95;

/// Frames before and after an event that say how fast the joint moves there.
const AROUND: usize = 8;

/// Of those, the nearest, which an event has to stand out from each: a strike of a hand at 30 frames per second is over in
/// four frames.
const NEAREST: usize = 2;

/// Steps that count as standing still, as a share of the body: half a millimetre of a person. Below it ratios mean nothing.
const STILL: f32 = 2.5e-4;

/// The longest path along the bones from one tip to another, in metres: hand to foot in a human figure.
pub(super) fn span(skeleton: &Skeleton) -> f32 {
    let reach = reaches(skeleton);
    let through = |id: JointId| {
        let mut ways: Vec<f32> = skeleton
            .children(id)
            .map(|child| reach[child.index()] + skeleton.joint(child).offset.length())
            .collect();
        ways.extend(skeleton.end_sites().iter().filter(|site| site.parent == id).map(|s| s.offset.length()));
        ways.sort_by(|a, b| b.total_cmp(a));
        ways.iter().take(2).sum::<f32>()
    };
    skeleton.ids().map(through).fold(0.0, f32::max)
}

/// How far the farthest tip below each joint is from it, along the bones.
fn reaches(skeleton: &Skeleton) -> Vec<f32> {
    let mut reach = vec![0.0_f32; skeleton.len()];
    for site in skeleton.end_sites() {
        let tip = &mut reach[site.parent.index()];
        *tip = tip.max(site.offset.length());
    }
    for id in skeleton.ids().rev() {
        if let Some(parent) = skeleton.parent(id) {
            let through = reach[id.index()] + skeleton.joint(id).offset.length();
            reach[parent.index()] = reach[parent.index()].max(through);
        }
    }
    reach
}

/// One channel of a joint over all frames, in shares of the body.
pub(super) struct Track {
    pub(super) joint: JointId,
    values: Values,
    /// Size of the step from each frame to the next.
    pub(super) steps: Vec<f32>,
}

enum Values {
    Positions(Vec<Vec3>),
    /// Rotations, and how far a turn by one radian moves the furthest tip.
    Rotations(Vec<Quat>, f32),
}

/// The body whose channels are looked at, and how it moves as a whole. Channels are laid out one at a time: a clip may be
/// long.
pub(super) struct Tracks<'a> {
    clip: &'a Clip,
    /// Of the body, in metres.
    pub(super) span: f32,
    /// How far a turn of each joint by one radian moves the furthest tip, as a share of the body.
    levers: Vec<f32>,
    /// The largest step of any channel from each frame to the next.
    pub(super) pace: Vec<f32>,
    pub(super) frames: usize,
    pub(super) rate: f64,
}

impl<'a> Tracks<'a> {
    /// `None` when the skeleton has no size.
    pub(super) fn of(clip: &'a Clip) -> Option<Self> {
        let skeleton = clip.skeleton();
        let span = Some(span(skeleton)).filter(|&span| span > 0.0)?;
        let levers = reaches(skeleton).into_iter().map(|reach| (reach / span).max(SHORTEST_LEVER)).collect();
        let mut tracks = Self {
            clip,
            span,
            levers,
            pace: vec![0.0; clip.last_frame()],
            frames: clip.len(),
            rate: clip.rate(),
        };
        let mut pace = std::mem::take(&mut tracks.pace);
        for track in tracks.each() {
            pace.iter_mut().zip(&track.steps).for_each(|(most, &step)| *most = most.max(step));
        }
        tracks.pace = pace;
        Some(tracks)
    }

    /// The channels that move, one after the other.
    pub(super) fn each(&self) -> impl Iterator<Item = Track> {
        let (clip, span) = (self.clip, self.span);
        let turning = clip.skeleton().ids().zip(&self.levers);
        let turning = turning.map(move |(joint, &lever)| Track::turning(clip, joint, lever));
        let moving = clip.translated().iter().map(move |&joint| Track::moving(clip, joint, span));
        std::iter::once_with(move || Track::root(clip, span))
            .chain(turning)
            .chain(moving)
            .filter(Track::moves)
    }

    /// Whether nothing moves from a frame to the next.
    pub(super) fn repeats(&self, frame: usize) -> bool {
        // What rounding in a file can make of one value.
        const SAME: f32 = 1e-7;
        self.pace[frame] <= SAME
    }
}

impl Track {
    fn root(clip: &Clip, span: f32) -> Self {
        Self::new(JointId::ROOT, Values::Positions(clip.frames().map(|pose| pose.root / span).collect()))
    }

    fn turning(clip: &Clip, joint: JointId, lever: f32) -> Self {
        let rotations = clip.frames().map(|pose| pose.rotations[joint.index()]).collect();
        Self::new(joint, Values::Rotations(rotations, lever))
    }

    fn moving(clip: &Clip, joint: JointId, span: f32) -> Self {
        let position = |moved: Option<(JointId, Vec3)>| moved.map_or(Vec3::ZERO, |(_, position)| position);
        let positions =
            clip.frames().map(|pose| position(pose.translations().find(|&(id, _)| id == joint)) / span);
        Self::new(joint, Values::Positions(positions.collect()))
    }

    fn new(joint: JointId, values: Values) -> Self {
        let frames = match &values {
            Values::Positions(positions) => positions.len(),
            Values::Rotations(rotations, _) => rotations.len(),
        };
        let mut track = Self { joint, values, steps: Vec::new() };
        track.steps = (1..frames).map(|frame| track.between(frame - 1, frame).length()).collect();
        track
    }

    fn moves(&self) -> bool {
        self.steps.iter().any(|&step| step > 0.0)
    }

    /// A step of this size, for a body of this span.
    pub(super) fn amount(&self, size: f32, span: f32) -> Amount {
        match self.values {
            Values::Positions(_) => Amount::Metres(f64::from(size * span)),
            Values::Rotations(_, lever) => {
                let half = f64::from((size / (2.0 * lever)).min(1.0));
                Amount::Degrees(2.0 * libm::asin(half).to_degrees())
            }
        }
    }

    /// Whether this is where a joint is, not how it is turned.
    pub(super) fn is_position(&self) -> bool {
        matches!(self.values, Values::Positions(_))
    }

    /// The step from one frame to another. Turns count by their chord, which grows with the angle and needs no trigonometry.
    pub(super) fn between(&self, from: usize, to: usize) -> Vec3 {
        match &self.values {
            Values::Positions(positions) => positions[to] - positions[from],
            Values::Rotations(rotations, lever) => {
                let turn = rotations[from].inverse() * rotations[to];
                2.0 * lever * if turn.w < 0.0 { -turn.xyz() } else { turn.xyz() }
            }
        }
    }

    /// The step that the joint usually does not exceed in this clip.
    pub(super) fn usual_step(&self) -> f32 {
        let mut steps = self.steps.clone();
        let at = ((steps.len() - 1) as f64 * USUAL) as usize;
        *steps.select_nth_unstable_by(at, f32::total_cmp).1
    }

    /// How fast the joint moves before step `before` and after step `after`, in shares of the body per frame: as fast as in
    /// the nearest steps, or half the time.
    pub(super) fn pace_around(&self, before: usize, after: usize) -> f32 {
        let earlier = &self.steps[before.saturating_sub(AROUND)..before];
        let later = &self.steps[after + 1..(after + 1 + AROUND).min(self.steps.len())];
        let nearest = earlier.iter().rev().take(NEAREST).chain(later.iter().take(NEAREST));
        let mut all: Vec<f32> = earlier.iter().chain(later).copied().collect();
        all.sort_by(f32::total_cmp);
        let half = all.get(all.len() / 2).copied().unwrap_or(0.0);
        nearest.copied().fold(half.max(STILL), f32::max)
    }
}
