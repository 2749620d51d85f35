//! Back to the whole body: a chain of stances becomes a clip.

mod clear;
mod clips;
mod feet;
mod heel;
mod knee;
mod legs;
mod matched;
mod monotone;
mod smooth;
mod source;
mod swing;
mod track;

use glam::{DQuat, DVec3};
use segue_blend::PoseMean;
use segue_motion::{Anatomy, Clip, ClipSet, Pose, Side, TwoBone};

use crate::plan::Link;
use crate::simulate::{DEFAULT_STEPS, Simulation, simulate};
use crate::{RigidBody, Scene, StanceError};

use clear::Clearance;
pub use clips::clips_of;
use feet::Feet;
use legs::{Legs, Move};
use source::Sources;
use track::Track;

/// How a chain becomes a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComposeSettings {
    /// Frames per second.
    pub rate: f64,
    /// Rounds in which legs are placed and the root is shifted until the centre of mass follows. Each leaves about a
    /// fifth of the error; twelve leave a micrometre.
    pub rounds: usize,
    /// What moves a foot to where it is planted comes and goes in about this time, in seconds.
    pub ease_secs: f64,
}

impl Default for ComposeSettings {
    fn default() -> Self {
        Self { rate: 60.0, rounds: 12, ease_secs: 0.08 }
    }
}

/// A motion of the whole body, and how well it follows the simulation.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The motion, from the first apex to the last, with its plants.
    pub clip: Clip,
    /// The farthest that its centre of mass is from the simulated path, in metres.
    pub centre_off: f64,
    /// The farthest that an ankle is from where it should be, in metres: a leg was too short, even with its heel raised.
    pub ankle_off: f64,
    /// How deep a point of a foot is under the ground at worst, in metres.
    pub sunk: f64,
    /// The same for each stance: from halfway to the one before to halfway to the next.
    pub sunk_by: Vec<f64>,
    /// When each apex is reached, in seconds; standing counts as one where the path begins or ends with it.
    pub apex_secs: Vec<f64>,
    /// When the contact of each stance begins and ends, in seconds.
    pub contact_secs: Vec<[f64; 2]>,
    /// What a person should know about how it came about.
    pub notes: Vec<String>,
}

/// Makes a clip of a chain of stances, played by the clips that they come from, on the skeleton of their set.
///
/// # Errors
/// When there is no stance, a clip that one comes from is missing, or a setting is not positive.
pub fn compose(links: &[Link], clips: &ClipSet, settings: &ComposeSettings) -> Result<Composed, StanceError> {
    composed(links, clips, None, settings)
}

/// [`compose`] in a scene: swinging feet clear its ground and its blocks.
///
/// # Errors
/// As [`compose`].
pub fn compose_in(
    links: &[Link],
    clips: &ClipSet,
    scene: &Scene,
    settings: &ComposeSettings,
) -> Result<Composed, StanceError> {
    composed(links, clips, Some(scene), settings)
}

fn composed(
    links: &[Link],
    clips: &ClipSet,
    scene: Option<&Scene>,
    settings: &ComposeSettings,
) -> Result<Composed, StanceError> {
    if !(settings.rate.is_finite() && (1.0..=1000.0).contains(&settings.rate)) {
        let why = "a clip has 1 to 1000 frames per second";
        return Err(StanceError::BadParameter { name: "rate", value: settings.rate, why });
    }
    let sources = Sources::new(links, clips)?;
    let stage = Stage::new(links, &sources, settings)?;
    let clearance = Clearance::new(&stage, scene);
    let natural: Vec<Pose> = (0..stage.frames).map(|frame| stage.placed(stage.secs(frame))).collect();
    let feet = Feet::new(&stage).out_of_the_ground(&stage, &clearance, &natural);
    let moves = swing::moves(&stage, &feet, &clearance, &natural);
    let mut frames = Clip::builder("path", sources.skeleton.clone(), settings.rate, &[]);
    let (mut centre_off, mut ankle_off): (f64, f64) = (0.0, 0.0);
    let mut sunk_by = vec![0.0; links.len()];
    for (frame, Solved { pose, centre_off: centre, ankle_off: ankle }) in
        stage.solved(&feet, &natural, &moves).into_iter().enumerate()
    {
        frames.push(&pose)?;
        centre_off = centre_off.max(centre);
        ankle_off = ankle_off.max(ankle);
        let deepest = &mut sunk_by[stage.track.stance_at(stage.secs(frame))];
        *deepest = clearance.depths(&stage, &pose, frame).into_iter().fold(*deepest, f64::max);
    }
    let clip = frames.finish()?.with_constraints(feet.plants(&stage))?;
    let contact_secs = (0..links.len()).map(|stance| stage.track.contact(links, stance)).collect();
    let notes = sources.notes.clone();
    let sunk = sunk_by.iter().copied().fold(0.0, f64::max);
    let apex_secs = stage.track.starts();
    Ok(Composed { clip, centre_off, ankle_off, sunk, sunk_by, apex_secs, contact_secs, notes })
}

/// One stance goes over into the next from this share of its contact before the flight to the same share of the next contact
/// after it: flights alone are so short that joints jerk.
const EARLY: f64 = 0.5;

/// Everything that does not change from frame to frame.
struct Stage<'a> {
    links: &'a [Link],
    sources: &'a Sources,
    track: Track,
    /// Of each stance before and after its warp.
    turns: Vec<[Simulation; 2]>,
    body: RigidBody,
    anatomy: Anatomy,
    legs: Vec<(Side, TwoBone)>,
    frames: usize,
    settings: ComposeSettings,
}

impl<'a> Stage<'a> {
    fn new(links: &'a [Link], sources: &'a Sources, settings: &ComposeSettings) -> Result<Self, StanceError> {
        let track = Track::new(links);
        let anatomy = Anatomy::of(&sources.skeleton);
        let body = RigidBody::new(&sources.skeleton, &anatomy, links[0].base.mass())?;
        let legs: Vec<(Side, TwoBone)> = Side::BOTH
            .into_iter()
            .filter_map(|side| Some((side, TwoBone::leg(&sources.skeleton, &anatomy, side)?)))
            .collect();
        let turn = |link: &Link| {
            [&link.base, &link.found.warped.stance].map(|stance| simulate(stance, DEFAULT_STEPS))
        };
        let frames = (track.end() * settings.rate).floor() as usize + 1;
        let turns = links.iter().map(turn).collect();
        Ok(Self { links, sources, track, turns, body, anatomy, legs, frames, settings: *settings })
    }

    fn secs(&self, frame: usize) -> f64 {
        frame as f64 / self.settings.rate
    }

    /// The pose at a time with its centre of mass in place and its feet where they happen to be.
    fn placed(&self, secs: f64) -> Pose {
        let mut pose = self.acted(secs);
        let off = self.track.centre(self.links, secs) - self.centre(&pose);
        pose.root += off.as_vec3();
        pose
    }

    /// The pose that the clips show: that of one stance in the middle of its contact, on the way to the next around a flight.
    fn acted(&self, secs: f64) -> Pose {
        let (before, after, share) = self.track.crossing(self.links, EARLY, secs);
        let pose = self.pose_of(before, secs);
        if before == after {
            return pose;
        }
        let mut mean = PoseMean::new(&self.sources.skeleton);
        mean.add(1.0 - share, &pose);
        mean.add(share, &self.pose_of(after, secs));
        mean.finish()
    }

    /// The pose that one stance shows at a time, turned by what the simulation turns it more than the capture.
    fn pose_of(&self, stance: usize, secs: f64) -> Pose {
        let since = secs - self.track.start(stance);
        let mut pose = self.sources.pose(self.links, &self.track, stance, since);
        let base = self.base_secs(stance, since);
        let [captured, warped] = &self.turns[stance];
        let more = warped.orientation_at(since) * captured.orientation_at(base).conjugate();
        let heading = self.track.heading(stance) + self.track.turn(stance, since);
        let world = DQuat::from_rotation_y(heading) * more;
        pose.rotations[0] = (world.as_quat() * pose.rotations[0]).normalize();
        pose
    }

    /// The moment of a stance before its warp that the clip shows: contacts begin and end together.
    fn base_secs(&self, stance: usize, since: f64) -> f64 {
        let base = &self.links[stance].base;
        let Some(origin) = self.sources.main(stance).map(|part| &part.origin) else { return since };
        let frame = source::frame_of(self.links, &self.track, stance, origin, since);
        if frame < origin.landing {
            base.landing_secs() - (origin.landing - frame) / origin.rate
        } else if frame > origin.liftoff {
            base.liftoff_secs() + (frame - origin.liftoff) / origin.rate
        } else {
            let share = (frame - origin.landing) / (origin.liftoff - origin.landing).max(1e-6);
            base.landing_secs() + share * base.ground_secs()
        }
    }

    fn centre(&self, pose: &Pose) -> DVec3 {
        self.body.centre(&self.points(pose))
    }

    fn points(&self, pose: &Pose) -> Vec<glam::Vec3> {
        source::points_of(pose, &self.sources.skeleton)
    }

    /// The poses with their feet in place: legs are placed and the root is shifted in turns.
    fn solved(&self, feet: &Feet, natural: &[Pose], moves: &[Vec<Move>]) -> Vec<Solved> {
        let centres: Vec<DVec3> =
            (0..natural.len()).map(|frame| self.track.centre(self.links, self.secs(frame))).collect();
        let mut legs = Legs::new(self, feet, natural, moves);
        let mut shifts = vec![DVec3::ZERO; natural.len()];
        let mut solved = Vec::new();
        for round in 0..self.settings.rounds.max(1) {
            if round < BENDING_ROUNDS {
                legs.bend(&shifts);
            }
            solved = Vec::with_capacity(natural.len());
            for (frame, shift) in shifts.iter_mut().enumerate() {
                let (pose, ankle_off) = legs.placed(frame, &natural[frame], *shift);
                let off = centres[frame] - self.centre(&pose);
                *shift += off;
                solved.push(Solved { pose, centre_off: off.length(), ankle_off });
            }
        }
        solved
    }
}

/// Rounds in which knees are bent anew as the root is shifted; in those after them the root alone settles.
const BENDING_ROUNDS: usize = 6;

/// A pose with its feet in place, and how far centre of mass and ankles are from theirs.
struct Solved {
    pose: Pose,
    centre_off: f64,
    ankle_off: f64,
}
