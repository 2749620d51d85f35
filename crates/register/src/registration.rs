//! The registration curve of several clips.

use segue_motion::{ClipId, ClipSet, Ground};

use crate::alignment::{AlignmentCurve, Track};
use crate::feet_first::Troupe;
use crate::matches::ConstraintMatch;
use crate::pair::{self, Resemblance, Seeded};
use crate::staging::{self, ClipUse};
use crate::studio::{Finding, Studio, resemblances};
use crate::timewarp::Timewarp;
use crate::{Ends, RegisterError, RegisterSettings, cyclic};

/// Which moments of several clips correspond, where each clip has to stand for that, and which plants are the same:
/// a timewarp curve, an alignment curve per clip and constraint matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Registration {
    pub(crate) settings: RegisterSettings,
    pub(crate) reference: ClipId,
    pub(crate) timewarp: Timewarp,
    pub(crate) alignments: Vec<AlignmentCurve>,
    pub(crate) tracks: Vec<Track>,
    pub(crate) matches: Vec<ConstraintMatch>,
    pub(crate) resemblance: Vec<Option<Resemblance>>,
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
    /// How each clip is played; moments of clips are those of the clips as they are played.
    pub(crate) uses: Vec<ClipUse>,
    /// Whether the end of the curves goes on at their start.
    pub(crate) cyclic: bool,
}

impl Registration {
    /// How the clips were compared.
    pub fn settings(&self) -> &RegisterSettings {
        &self.settings
    }

    /// Number of clips.
    pub fn clips(&self) -> usize {
        self.alignments.len()
    }

    /// The numbers of the clips.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ClipId> + DoubleEndedIterator + Clone + use<> {
        ClipId::all(self.clips())
    }

    /// The clip all others are compared with, which stays where it is.
    pub fn reference(&self) -> ClipId {
        self.reference
    }

    /// The timewarp curve S(u), in seconds.
    pub fn timewarp(&self) -> &Timewarp {
        &self.timewarp
    }

    /// First and last u.
    pub fn range(&self) -> [f64; 2] {
        self.timewarp.range()
    }

    /// The transform A(u) that lays the clip at its moment S(u) onto the reference at its own; the identity for the
    /// reference.
    pub fn reference_from_clip(&self, clip: ClipId, u: f64) -> Ground {
        let centroid = |id: ClipId| self.tracks[id.index()].at(self.timewarp.at(id, u));
        self.alignments[clip.index()].ground(u, centroid(clip), centroid(self.reference))
    }

    /// The alignment curve of a clip.
    pub fn alignment(&self, clip: ClipId) -> &AlignmentCurve {
        &self.alignments[clip.index()]
    }

    /// The constraint matches, kind by kind in order of time.
    pub fn matches(&self) -> &[ConstraintMatch] {
        &self.matches
    }

    /// How well a clip corresponds to the reference; `None` for the reference itself.
    pub fn resemblance(&self, clip: ClipId) -> Option<Resemblance> {
        self.resemblance[clip.index()]
    }

    /// What a person should know about how this registration came about.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// How each clip is played: moments of clips are those of the clips as they are [`played`](crate::played).
    pub fn uses(&self) -> &[ClipUse] {
        &self.uses
    }

    /// Whether it is one of loops: the end of the curves goes on at their start, and blends close.
    pub fn is_cyclic(&self) -> bool {
        self.cyclic
    }

    /// What is doubtful about it; a person should look at blends of these clips.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

/// Registers clips as a whole.
///
/// They are compared on the skeleton of the set; what it had to do for that is in the notes. The reference is the clip nearest to
/// all others unless one is chosen.
///
/// With [`Ends::Automatic`] feet come first: in clips that travel, steps that correspond meet, and the clips are used as far as
/// they share steps; other clips are aligned by poses, what stands out in them counting most, and then by the feet that agree.
/// Plants that clips do not carry are found. Cycles of one phase go together from end to end, so that blends loop. The other
/// [`Ends`] are those of the sources: first frames with first frames, or wherever the clips cease to be alike.
///
/// Memory: while two clips are compared, 4 bytes for each pair of their frames at the registration rate, one more for
/// the steps of the path at most, and about 1.5 kB a frame; 5000 × 5000 frames take 136 MB. Each thread compares one
/// pair at a time. Clips with more than [`RegisterSettings::most_pairs`] are compared at a lower rate first, and then near the path
/// that is found there: an hour with an hour takes 170 MB and 1.5 kB a frame.
///
/// # Errors
/// One variant of [`RegisterError`] for each reason; clips that do not belong together are refused unless
/// [`RegisterSettings::force`] is set.
pub fn register(clips: &ClipSet, settings: &RegisterSettings) -> Result<Registration, RegisterError> {
    let mut studio = Studio::new(clips, settings)?;
    if settings.ends == Ends::Automatic {
        let troupe = Troupe::new(studio)?;
        if !troupe.loops_together() || !settings.pins.is_empty() || !troupe.act_alike() {
            return troupe.register(settings.reference);
        }
        studio = troupe.studio;
    }
    let reference = match settings.reference {
        Some(reference) => reference,
        // Two clips are as near to each other either way.
        None if clips.len() == 2 => ClipId::FIRST,
        None => studio.nearest_to_all()?,
    };
    let pairs = studio.pairs_with(reference)?;
    let warnings = studio.judge(reference, &pairs)?;
    let curves = studio.timewarp(reference, &pairs)?;
    let finding = Finding { reference, resemblance: resemblances(&pairs), notes: Vec::new(), warnings };
    Ok(studio.finish(finding, &curves, None))
}

/// Registers clips as they are best played: those in place are sent along as their feet imply, and loops are registered on a
/// circle, wherever they begin and however often they have to be played to have as many steps.
///
/// Moments of the registration are those of the clips as they are played: [`played`](crate::played) with
/// [`Registration::uses`].
///
/// ```
/// use segue_actors::{Locomotion, Pace};
/// use segue_motion::ClipSet;
/// use segue_register::{RegisterSettings, played, register_played};
///
/// let walk = |speed: f64| Locomotion { speed, cycles: 1, ..Locomotion::new(Pace::Walk) }.perform();
/// let in_place = |speed: f64| -> Result<_, Box<dyn std::error::Error>> {
///     let clip = walk(speed)?.clip;
///     let back = move |frame: usize| speed as f32 * frame as f32 / clip.rate() as f32;
///     Ok(walk(speed)?.clip.map_poses(|frame, pose| pose.root.z -= back(frame))?)
/// };
/// let clips = ClipSet::of([in_place(1.1)?, in_place(1.5)?])?;
/// let registration = register_played(&clips, &RegisterSettings::default())?;
/// assert!(registration.is_cyclic());
/// let speeds: Vec<f64> = registration.uses().iter().map(|how| how.treadmill.speed()).collect();
/// assert!((speeds[0] - 1.1).abs() < 0.15 && (speeds[1] - 1.5).abs() < 0.2, "{speeds:?}");
/// assert!(played(&clips, registration.uses()).clips().all(|clip| clip.duration_secs() > 1.0), "with some room at both ends");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`register`].
pub fn register_played(clips: &ClipSet, settings: &RegisterSettings) -> Result<Registration, RegisterError> {
    settings.check()?;
    let uses = if settings.infer_travel {
        staging::treadmills(clips, &settings.speeds)
    } else {
        vec![ClipUse::default(); clips.len()]
    };
    // Pins are moments of clips that are played once, and loops correspond by their strikes.
    if settings.ends == Ends::Automatic
        && settings.pins.is_empty()
        && settings.meet_strikes
        && clips.len() > 1
        && let Some(registration) = cyclic::register(clips, &uses, settings)?
    {
        return Ok(registration);
    }
    let registration = register(&staging::played(clips, &uses), settings)?;
    Ok(Registration { uses, ..registration })
}

/// Registers the two clips of a set around a pair of moments, in seconds from their first frames: for transitions between
/// clips that resemble each other there. The first is the reference.
///
/// # Errors
/// As for [`register`], except that the clips need not be alike as wholes; and when there are not two.
pub fn register_at(
    clips: &ClipSet,
    secs: [f64; 2],
    how: Seeded,
    settings: &RegisterSettings,
) -> Result<Registration, RegisterError> {
    if clips.len() != 2 {
        return Err(RegisterError::NotTwo { found: clips.len() });
    }
    let settings = &RegisterSettings { reference: Some(ClipId::FIRST), ..settings.clone() };
    let studio = Studio::new(clips, settings)?;
    let mut seed = [0; 2];
    for (n, cloud) in studio.clouds.iter().enumerate() {
        let frame = (secs[n] / cloud.spacing_secs()).round().max(0.0) as usize;
        if frame >= cloud.len() {
            return Err(RegisterError::NotThere { what: "frame", found: frame, limit: cloud.len() });
        }
        seed[n] = frame;
    }
    let pair =
        pair::align_at(studio.subject(ClipId::FIRST), studio.subject(ClipId::SECOND), seed, how, settings)?;
    let pairs = vec![None, Some(pair)];
    let curves = studio.timewarp(ClipId::FIRST, &pairs)?;
    let (notes, warnings) = (Vec::new(), Vec::new());
    let finding = Finding { reference: ClipId::FIRST, resemblance: resemblances(&pairs), notes, warnings };
    Ok(studio.finish(finding, &curves, None))
}
