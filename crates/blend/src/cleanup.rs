//! The clean-up that corrects what blending did wrong, and nothing that the clips did.
//!
//! Feet go where the clips had them: as high as the weighted mean of their feet, and on the floor as they moved in their own
//! plants. Stances then stand still wherever knees allow it, and hands stay where they are planted. Frames of one clip alone are
//! left as they are.

mod arm;
mod hold;
mod landed;
mod limb;
mod paths;
mod pelvis;
mod plants;
mod source;
mod stage;
mod stretch;
mod wish;

use std::fmt;

use glam::DVec3;
use segue_motion::{Anatomy, Clip, ClipError, ClipSet, ConstraintKind, Side};

use crate::Trace;
use paths::Paths;
use source::Sources;
use stage::Stage;
use wish::Blend;

/// How feet are cleaned up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CleanUp {
    /// How softly a knee gives way, as a share of the mean bone. 0.04: with 0.01 three knees of 400 blends snapped, from 0.04 to
    /// 0.08 none.
    pub softness: f64,
    /// What feet do in their stances.
    pub feet: Feet,
    /// Whether feet are held less where clips are hardly mixed, so that a blend goes over into one clip alone. Default true. Where
    /// weights do not change in time nothing goes over: motions that differ a little in their weights should hold their feet alike.
    pub fades: bool,
    /// Whether stances are those of the motion at hand: a foot is held as far as it stands there, whatever the plants of the clips say,
    /// and at one place where it cannot have stepped. Default false: it is for clips of one action. Where unlike clips are mixed or go
    /// over, a foot often stands in none of them as it does in the result; of 235 blends of captures one more dragged a foot.
    pub own_stances: bool,
}

impl Default for CleanUp {
    fn default() -> Self {
        Self { softness: 0.04, feet: Feet::Hold, fades: true, own_stances: false }
    }
}

/// By how much parts of the body are put elsewhere in each frame of a motion, in metres in the world, beside what feet need.
///
/// A foot that stands keeps standing where its shift does not change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shifts {
    /// The pelvis; empty for nowhere.
    pub pelvis: Vec<DVec3>,
    /// The ankles, left and right; empty for nowhere.
    pub feet: [Vec<DVec3>; 2],
}

impl Shifts {
    /// The shift of the pelvis in a frame.
    pub(crate) fn of_pelvis(&self, frame: usize) -> DVec3 {
        self.pelvis.get(frame).copied().unwrap_or_default()
    }

    /// The shift of an ankle in a frame.
    pub(crate) fn of_foot(&self, side: Side, frame: usize) -> DVec3 {
        self.feet[side as usize].get(frame).copied().unwrap_or_default()
    }

    fn is_empty(&self) -> bool {
        self.pelvis.is_empty() && self.feet.iter().all(Vec::is_empty)
    }
}

/// What feet do in their stances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Feet {
    /// They stand still, within a millimetre, wherever knees allow it; else they move as they do in the clips.
    #[default]
    Hold,
    /// They move as they do in the clips.
    Follow,
    /// They stand still wherever legs reach, also where one clip is alone, and whatever knees do.
    Lock,
}

/// A clip whose feet were corrected, and what that took.
#[derive(Clone, Debug)]
pub struct Cleaned {
    /// The clip. Its plants are the stretches in which points stand still, and what is seen to stand of stances that are not held.
    pub clip: Clip,
    /// What was done.
    pub report: CleanUpReport,
}

/// What a clean-up did, each the largest of all frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CleanUpReport {
    /// Number of plants that were held.
    pub plants: usize,
    /// By how much a foot was moved, in metres.
    pub correction: f64,
    /// By how much the root was moved, in metres.
    pub root_shift: f64,
    /// By how much a foot is off from where it should be, in metres: knees gave way softly.
    pub miss: f64,
}

impl fmt::Display for CleanUpReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "held {} plants: moved feet by up to {:.1} cm and the root by up to {:.1} cm; feet are within {:.1} mm of their places",
            self.plants,
            100.0 * self.correction,
            100.0 * self.root_shift,
            1000.0 * self.miss
        )
    }
}

/// Cleans up a motion that was made of `clips`, as `trace` says.
///
/// ```
/// use std::sync::Arc;
/// use segue_actors::{Locomotion, Pace};
/// use segue_blend::quality::Quality;
/// use segue_blend::{CleanUp, Ensemble, InterpolateSettings, clean_up, interpolate_traced};
/// use segue_motion::{Anatomy, ClipSet};
/// use segue_register::{RegisterSettings, register};
///
/// let walk = |speed| Locomotion { speed, cycles: 2, ..Locomotion::new(Pace::Walk) }.perform();
/// let clips = ClipSet::of([walk(1.2)?.clip, walk(1.5)?.clip])?;
/// let ensemble = Arc::new(Ensemble::new(&clips, register(&clips, &RegisterSettings::default())?)?);
/// let (blend, trace) = interpolate_traced(&ensemble, &[0.5, 0.5], &InterpolateSettings::default())?;
/// let cleaned = clean_up(&blend, &trace, &clips, &CleanUp::default())?;
/// let skate = Quality::of(&cleaned.clip, &Anatomy::of(blend.skeleton())).skate.unwrap();
/// assert!(cleaned.report.plants > 0 && skate.worst_drift_mm < 1.0, "{skate}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the corrected poses do not make a clip, which would be a bug.
///
/// # Panics
/// When the trace is not that of the motion, or names a clip that is not there.
pub fn clean_up(
    motion: &Clip,
    trace: &Trace,
    clips: &ClipSet,
    settings: &CleanUp,
) -> Result<Cleaned, ClipError> {
    clean_up_shifted(motion, trace, clips, settings, &Shifts::default())
}

/// [`clean_up`] of a motion whose pelvis and feet are to be elsewhere. Knees and holds are judged with the shifts, so what they
/// ask too much of is not met.
///
/// # Errors
/// As [`clean_up`].
///
/// # Panics
/// As [`clean_up`].
pub fn clean_up_shifted(
    motion: &Clip,
    trace: &Trace,
    clips: &ClipSet,
    settings: &CleanUp,
    shifts: &Shifts,
) -> Result<Cleaned, ClipError> {
    assert_eq!(motion.len(), trace.moments().len(), "the trace is that of the motion");
    if settings.feet == Feet::Lock || !shifts.is_empty() {
        return clean(motion, trace, clips, settings, shifts);
    }
    let Some(part) = stretch::worked_on(trace, motion.rate()) else {
        return Ok(Cleaned { clip: motion.clone(), report: CleanUpReport::default() });
    };
    if part.len() == motion.len() {
        return clean(motion, trace, clips, settings, shifts);
    }
    let Cleaned { clip, report } = clean(&motion.slice(part), &trace.slice(part), clips, settings, shifts)?;
    Ok(Cleaned { clip: stretch::put_back(motion, &clip, part)?, report })
}

/// Cleans up all of a motion.
fn clean(
    motion: &Clip,
    trace: &Trace,
    clips: &ClipSet,
    settings: &CleanUp,
    shifts: &Shifts,
) -> Result<Cleaned, ClipError> {
    let is_locked = settings.feet == Feet::Lock;
    let keep_single = !is_locked && shifts.is_empty();
    let fades = settings.fades && !is_locked;
    let anatomy = Anatomy::of(motion.skeleton());
    let sources = Sources::new(clips, trace);
    let table = Paths::new(motion, &anatomy, ConstraintKind::ALL);
    let leg = anatomy.leg_length(motion.skeleton()).map_or(1.0, f64::from);
    let blend = Blend {
        sources: &sources,
        table: &table,
        rate: motion.rate(),
        leg,
        is_locked,
        keep_single,
        fades,
        settings: *settings,
    };
    Stage::new(motion, &anatomy, blend, *settings, shifts).clean()
}

#[cfg(test)]
mod tests {
    use segue_actors::{Locomotion, Pace};
    use segue_motion::FrameRange;

    use super::*;
    use crate::{TransitionSettings, transition};

    /// A stretch that is worked on alone comes out as it does in the whole motion, and the rest is as it was, bit for bit.
    #[test]
    fn of_a_long_motion_only_the_stretch_around_what_is_mixed_is_worked_on() {
        let walk =
            |speed| Locomotion { speed, cycles: 24, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
        let clips = ClipSet::of([walk(1.2), walk(1.5)]).unwrap();
        let settings = TransitionSettings { at_secs: Some([13.0, 13.0]), ..TransitionSettings::default() };
        let made = transition(&clips, &settings).unwrap();
        let settings = CleanUp::default();
        let part = clean_up(&made.clip, &made.trace, &clips, &settings).unwrap();
        let whole = clean(&made.clip, &made.trace, &clips, &settings, &Shifts::default()).unwrap();
        let worked: FrameRange = stretch::worked_on(&made.trace, made.clip.rate()).unwrap();
        assert!(worked.first > 20 && worked.last + 20 < made.clip.len(), "{worked} of {}", made.clip.len());
        let [one, other] = [&part.clip, &made.clip].map(|clip| clip.frame(worked.first - 1).to_pose());
        assert_eq!(one, other);
        for frame in 0..made.clip.len() {
            let [one, other] = [&part, &whole].map(|cleaned| cleaned.clip.frame(frame));
            assert!((one.root - other.root).length() < 1e-5, "{frame}");
            let apart = one.rotations.iter().zip(other.rotations).map(|(a, b)| (*a - *b).length());
            assert!(apart.fold(0.0, f32::max) < 1e-4, "{frame}");
        }
        assert_eq!(part.clip.constraints(), whole.clip.constraints());
        assert_eq!(part.report.plants, whole.report.plants);
    }
}
