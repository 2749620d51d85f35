//! Footskate clean-up: planted points stay where they are (\[KSG02\]).

mod ease;
mod floor;
mod limb;
mod lock;
mod pelvis;
mod plant;
mod stretch;

use std::fmt;

use glam::{DQuat, DVec3};
use segue_motion::{Anatomy, Clip, ClipError, JointId, PointTable, Pose};

use ease::eased;
use limb::{Correction, Limb};

pub use lock::FootLock;

/// How planted points are held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CleanUp {
    /// Time over which a correction comes and goes before and after a plant. 0.2 s: half a swing of a walk, so that
    /// the next plant has its own correction.
    pub ease_secs: f64,
    /// Time over which shifts of the root are smoothed, to either side. 0.15 s: slower than a knee, faster than a step.
    pub root_smooth_secs: f64,
    /// By how much a leg may lengthen where it would else have to snap straight. 4 %: about 3 cm, which is not seen
    /// for the few frames in which it happens.
    pub longest_stretch: f64,
}

impl Default for CleanUp {
    fn default() -> Self {
        Self { ease_secs: 0.2, root_smooth_secs: 0.15, longest_stretch: 0.04 }
    }
}

/// A clip whose planted points stay where they are, and what that took.
#[derive(Clone, Debug)]
pub struct Cleaned {
    /// The clip, with the same plants.
    pub clip: Clip,
    /// What was done.
    pub report: CleanUpReport,
}

/// What a clean-up did, each the largest of all frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CleanUpReport {
    /// Number of plants that were held.
    pub plants: usize,
    /// By how much a foot or hand was moved, in metres.
    pub correction: f64,
    /// By how much the root was moved, in metres.
    pub root_shift: f64,
    /// By how much a limb was lengthened, 0.01 being 1 %.
    pub stretch: f64,
    /// By how much a target was missed although all of that was done, in metres.
    pub miss: f64,
}

impl fmt::Display for CleanUpReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "held {} plants: feet moved by at most {:.1} cm, the root by {:.1} cm, legs lengthened by {:.1} %, \
             missed by {:.1} mm",
            self.plants,
            100.0 * self.correction,
            100.0 * self.root_shift,
            100.0 * self.stretch,
            1000.0 * self.miss
        )
    }
}

/// Holds every planted point of a clip in place over its whole plant.
///
/// Each plant gets a position, toe and heel of one foot consistent with each other; ankles follow from them; the root
/// moves as little as it must for all legs to reach, smoothly in time; legs bend in the plane they had and lengthen
/// slightly rather than snap. Corrections come and go smoothly around each plant; what is not planted stays above the floor.
///
/// # Errors
/// When the corrected poses do not make a clip, which would be a bug.
pub fn clean_up(clip: &Clip, anatomy: &Anatomy, settings: &CleanUp) -> Result<Cleaned, ClipError> {
    let table = PointTable::new(clip);
    let limbs = limb::planted(clip, anatomy);
    let corrections: Vec<Vec<Correction>> =
        limbs.iter().map(|limb| corrections(clip, limb, &table, settings)).collect();
    let reaches: Vec<_> =
        limbs.iter().map(|limb| limb.reaches(clip, &table, settings.longest_stretch)).collect();
    let shifts = pelvis::shifts(clip, &limbs, &corrections, &reaches, &table, settings);
    let mut report = report(&limbs, &corrections, &shifts);
    let clip = apply(clip, &limbs, &corrections, &shifts, settings, &mut report)?;
    Ok(Cleaned { clip, report })
}

/// How the end of one limb has to move in every frame.
fn corrections(clip: &Clip, limb: &Limb, table: &PointTable, settings: &CleanUp) -> Vec<Correction> {
    let plants = plant::plants(clip, limb, table);
    let window = settings.ease_secs * clip.rate();
    let frames = 0..clip.len();
    let turns: Vec<Option<DVec3>> =
        frames.clone().map(|frame| plant::turn(limb, &plants, table, frame)).collect();
    let turns = eased(&turns, window);
    let shift =
        |frame: usize| plant::shift(limb, &plants, table, frame, DQuat::from_scaled_axis(turns[frame]));
    let shifts: Vec<Option<DVec3>> = frames.map(shift).collect();
    let shifts = eased(&shifts, window);
    let mut corrections: Vec<Correction> =
        turns.into_iter().zip(shifts).map(|(turn, shift)| Correction { turn, shift }).collect();
    if limb.carries {
        floor::keep_above(limb, &plants, table, &mut corrections);
    }
    corrections
}

fn report(limbs: &[Limb], corrections: &[Vec<Correction>], shifts: &[DVec3]) -> CleanUpReport {
    let longest = |vectors: &mut dyn Iterator<Item = DVec3>| vectors.map(DVec3::length).fold(0.0, f64::max);
    CleanUpReport {
        plants: limbs.iter().map(Limb::plant_count).sum(),
        correction: longest(&mut corrections.iter().flatten().map(|correction| correction.shift)),
        root_shift: longest(&mut shifts.iter().copied()),
        ..CleanUpReport::default()
    }
}

fn apply(
    clip: &Clip,
    limbs: &[Limb],
    corrections: &[Vec<Correction>],
    shifts: &[DVec3],
    settings: &CleanUp,
    report: &mut CleanUpReport,
) -> Result<Clip, ClipError> {
    let translated = stretch::translated(clip, limbs);
    let mut frames = Clip::builder(clip.name(), clip.skeleton().clone(), clip.rate(), &translated);
    frames.reserve(clip.len());
    for (frame, source) in clip.frames().enumerate() {
        let source = source.to_pose();
        let mut pose = stretch::with_tracks(&source, clip, &translated);
        pose.root += shifts[frame].as_vec3();
        for (limb, corrections) in limbs.iter().zip(corrections) {
            let done = limb.correct(clip.skeleton(), &source, &mut pose, corrections[frame], settings);
            report.stretch = report.stretch.max(done.stretch);
            report.miss = report.miss.max(done.miss);
        }
        frames.push(&pose)?;
    }
    let mut cleaned = without_idle_tracks(clip, frames.finish()?, report.stretch)?;
    cleaned.labels.clone_from(&clip.labels);
    cleaned.with_constraints(clip.constraints().clone())
}

/// A stretch below this, relative, is rounding.
const NO_STRETCH: f64 = 1e-6;

/// The clip without the tracks of legs, when none was lengthened.
fn without_idle_tracks(source: &Clip, cleaned: Clip, stretch: f64) -> Result<Clip, ClipError> {
    if stretch > NO_STRETCH {
        return Ok(cleaned);
    }
    let own: &[JointId] = source.translated();
    let mut frames = Clip::builder(cleaned.name(), cleaned.skeleton().clone(), cleaned.rate(), own);
    for pose in cleaned.frames() {
        let Pose { root, rotations, mut translations } = pose.to_pose();
        translations.retain(|(joint, _)| own.contains(joint));
        frames.push(&Pose { root, rotations, translations })?;
    }
    frames.finish()
}

#[cfg(test)]
mod tests;
