//! A motion that was made next to what it was made of, and to what others would have made.

use segue_blend::quality::{Quality, largest_jerk};
use segue_blend::{
    BlendError, CleanUp, CrossFade, InterpolateSettings, TimeScaling, TransitionSettings, clean_up,
    cross_fade, linear_blend, transition,
};
use segue_motion::{Anatomy, Clip, ClipSet};
use segue_register::Registration;

use crate::Cast;
use crate::plots::{DrawnMotion, Part};

/// A motion with the numbers by which it is judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What it is called in a table.
    pub name: String,
    /// What it is in the comparison.
    pub part: Part,
    /// The motion.
    pub clip: Clip,
    /// Its numbers.
    pub quality: Quality,
    /// The largest jerk around the seams, as [`Quality::jerk_mm`]; `None` for a motion without seams.
    pub seam_jerk_mm: Option<f64>,
}

/// Jerks count as those of a seam within this time to either side of it: the reach of their differences.
const SEAM_SECS: f64 = 0.1;

impl Judged {
    /// A motion without seams.
    pub fn new(name: impl Into<String>, part: Part, clip: Clip) -> Self {
        let quality = Quality::of(&clip, &Anatomy::of(clip.skeleton()));
        Self { name: name.into(), part, clip, quality, seam_jerk_mm: None }
    }

    /// A motion with seams at these moments.
    fn with_seams(name: &str, part: Part, clip: Clip, seams_secs: [f64; 2]) -> Self {
        let jerk = |secs: f64| largest_jerk(&clip, secs - SEAM_SECS, secs + SEAM_SECS);
        let seam_jerk_mm = Some(jerk(seams_secs[0]).max(jerk(seams_secs[1])));
        Self { seam_jerk_mm, ..Self::new(name, part, clip) }
    }

    /// This motion in a drawing.
    pub fn trace(&self) -> DrawnMotion<'_> {
        DrawnMotion::named(&self.name, &self.clip, self.part)
    }
}

/// The clips themselves.
pub fn judge_clips(clips: &[&Clip]) -> Vec<Judged> {
    let one = |(n, clip): (usize, &&Clip)| Judged::new(clip.name(), Part::Input(n), (*clip).clone());
    clips.iter().enumerate().map(one).collect()
}

/// What linear blending makes of the clips (frame by frame, and stretched to one length), what registration makes of
/// them, and the same with its feet held.
///
/// # Errors
/// When the weights cannot be used.
pub fn judge_blend(
    cast: &Cast,
    weights: &[f64],
    settings: &InterpolateSettings,
) -> Result<Vec<Judged>, BlendError> {
    let clips = cast.clips();
    let linear = linear_blend(clips, weights, TimeScaling::None)?;
    let stretched = linear_blend(clips, weights, TimeScaling::Uniform)?;
    let motion = cast.interpolate(&cast.ensemble()?, weights, settings)?;
    let cleaned = clean_up(&motion.clip, &motion.trace, clips, &CleanUp::default())?.clip;
    let [blend, cleaned] = [&motion.clip, &cleaned].map(|clip| motion.wanted(clip));
    Ok(vec![
        Judged::new("linear", Part::Plain(1), linear),
        Judged::new("linear, stretched", Part::Plain(0), stretched),
        Judged::new("registered", Part::Raw, blend),
        Judged::new("registered, feet held", Part::Made, cleaned),
    ])
}

/// A transition next to a cross-fade at the same place.
#[derive(Clone, Debug)]
pub struct JudgedTransition {
    /// Cross-fade (when the clips leave room for it), transition, transition with its feet held.
    pub motions: Vec<Judged>,
    /// The middle of the transition in either clip, in seconds.
    pub at_secs: [f64; 2],
    /// First and last moment of the transition in the motion that was made, in seconds.
    pub seams_secs: [f64; 2],
    /// How the clips correspond around the middle.
    pub registration: Registration,
}

/// A transition from the first of two clips to the second, next to a cross-fade at the same place.
///
/// # Errors
/// As for [`transition`].
pub fn judge_transition(
    clips: &ClipSet,
    settings: &TransitionSettings,
) -> Result<JudgedTransition, BlendError> {
    let made = transition(clips, settings)?;
    let seams_secs = [made.frames.first, made.frames.last].map(|frame| frame as f64 / made.clip.rate());
    let cleaned = clean_up(&made.clip, &made.trace, clips, &CleanUp::default())?.clip;
    let fade = CrossFade { at_secs: made.at_secs, half_width_secs: made.half_width_secs };
    let mut motions = Vec::new();
    // A cross-fade runs both clips at their own speeds, so it may need more of one than there is.
    if let Ok(faded) = cross_fade(clips, &fade) {
        let seams = [-1.0, 1.0].map(|side| made.at_secs[0] + side * made.half_width_secs);
        motions.push(Judged::with_seams("cross-fade", Part::Plain(0), faded, seams));
    }
    motions.push(Judged::with_seams("transition", Part::Raw, made.clip, seams_secs));
    motions.push(Judged::with_seams("transition, feet held", Part::Made, cleaned, seams_secs));
    Ok(JudgedTransition { motions, at_secs: made.at_secs, seams_secs, registration: made.registration })
}
