//! Registrations on disk: `.segue-reg`.
//!
//! A container ([`segue_store`]) with the fingerprints of the clips, the settings and the curves. What can be computed from the
//! clips in no time (the paths of their centroids) is not stored, so a file is well under 2 % of its clips.

use segue_motion::{ClipId, ClipSet, ConstraintKind};
use segue_store::{ContainerError, FileKind, Reader, Writer};

use crate::alignment::AlignmentCurve;
use crate::dtw::SlopeLimit;
use crate::matches::{ConstraintMatch, Interval};
use crate::staging::{ClipUse, CycleUse, played};
use crate::studio::tracks;
use crate::{
    ContentHash, Ends, RegisterError, RegisterSettings, Registration, Resemblance, Spline, Timewarp,
    Treadmill,
};

const KIND: FileKind = FileKind {
    tag: *b"REG",
    name: "a registration",
    version: 4,
    // A thousand clips of an hour each.
    largest: 1 << 28,
    remedy: "register the clips again",
};

/// Clips of a file, at most: more cannot be registered in memory either.
const MOST_CLIPS: usize = 10_000;

/// Why bytes are not a registration of the given clips.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RegistrationFileError {
    /// Not a registration, of another version, cut off or damaged.
    #[error(transparent)]
    Stored(#[from] ContainerError),
    /// Another number of clips.
    #[error("the registration is of {expected} clips ({names}), {found} were given")]
    Count {
        /// How many it is of.
        expected: usize,
        /// How many were given.
        found: usize,
        /// The names of those it is of.
        names: String,
    },
    /// A clip it was not made for.
    #[error(
        "clip {number} of those given is `{found}` ({found_hash}), but the registration was made with `{expected}` ({expected_hash}) \
         there; give the same clips in the same order, or register again"
    )]
    OtherClip {
        /// Which one, from 1.
        number: usize,
        /// The name it had then.
        expected: String,
        /// Its fingerprint.
        expected_hash: ContentHash,
        /// The name of the clip that was given.
        found: String,
        /// Its fingerprint.
        found_hash: ContentHash,
    },
    /// The right clips on another skeleton than when they were registered.
    #[error(
        "the registration was made on the skeleton {expected}, the clips are on {found}; choose the skeleton that was chosen \
         then, or register again"
    )]
    OtherSkeleton {
        /// The fingerprint of the skeleton then.
        expected: ContentHash,
        /// That of the clips now.
        found: ContentHash,
    },
    /// Clips that match the fingerprints but cannot be prepared.
    #[error(transparent)]
    Clips(#[from] RegisterError),
}

/// A clip as a registration remembers it.
#[derive(Clone, Debug, PartialEq)]
struct Stamp {
    name: String,
    hash: ContentHash,
}

impl Registration {
    /// The registration as a file, for the clips it was made of. Clips are remembered as they were read.
    ///
    /// # Panics
    /// When the number of clips is another.
    pub fn encode(&self, clips: &ClipSet) -> Vec<u8> {
        assert_eq!(clips.len(), self.clips(), "a registration is stored with its own clips");
        let mut body = Writer::default();
        body.count(clips.len());
        for (id, clip) in clips.iter() {
            body.word(clip.name());
            body.0.extend_from_slice(clips.hash_as_read(id).as_bytes());
        }
        body.0.extend_from_slice(ContentHash::of_skeleton(clips.skeleton()).as_bytes());
        self.write_body(&mut body);
        KIND.pack(&body.0)
    }

    /// Reads what [`Registration::encode`] wrote, for the same clips in the same order and on the same skeleton.
    ///
    /// # Errors
    /// [`RegistrationFileError`]: the bytes are damaged or another kind of file, or the clips are not the registered ones.
    pub fn decode(bytes: &[u8], clips: &ClipSet) -> Result<Self, RegistrationFileError> {
        let body = KIND.unpack(bytes)?;
        let mut body = Reader(&body);
        let stamps = read_stamps(&mut body).ok_or_else(|| KIND.damaged("the list of clips"))?;
        check_clips(&stamps, clips)?;
        check_skeleton(&mut body, clips)?;
        let read = read_body(&mut body, clips.len()).filter(|_| body.0.is_empty());
        let read = read.ok_or_else(|| KIND.damaged("the curves"))?;
        if !read.uses.iter().zip(clips.clips()).all(|(how, clip)| how.fits(clip)) {
            return Err(KIND.damaged("the loops").into());
        }
        Ok(Self { tracks: tracks(&played(clips, &read.uses), &read.settings)?, ..read })
    }

    fn write_body(&self, out: &mut Writer) {
        write_settings(&self.settings, out);
        out.count(self.reference.index());
        let curve = &self.timewarp.curves()[0];
        out.numbers(&[curve.range()[0], curve.spacing()]);
        self.timewarp.curves().iter().for_each(|curve| out.numbers(curve.controls()));
        for alignment in &self.alignments {
            let (place, controls) = match alignment.spline() {
                None => ([0.0, 0.0], &[][..]),
                Some(angle) => ([angle.range()[0], angle.spacing()], angle.controls()),
            };
            out.numbers(&place);
            out.numbers(controls);
        }
        for resemblance in &self.resemblance {
            let numbers = resemblance
                .map(|l| vec![l.mean_metres, l.contrast, f64::from(u8::from(l.pinned)), l.leg_metres]);
            out.numbers(&numbers.unwrap_or_default());
        }
        out.count(self.matches.len());
        for found in &self.matches {
            out.word(found.kind.name());
            found.intervals.iter().for_each(|i| [i.start, i.end].into_iter().for_each(|u| out.number(u)));
        }
        out.count(self.notes.len());
        self.notes.iter().for_each(|note| out.word(note));
        out.count(self.warnings.len());
        self.warnings.iter().for_each(|warning| out.word(warning));
        out.byte(u8::from(self.cyclic));
        for how in &self.uses {
            out.numbers(&how.treadmill.velocity);
            let cycle = how.cycle.map_or([0; 3], |cycle| [cycle.first, cycle.lap, cycle.frames]);
            for number in cycle {
                out.count(number);
            }
        }
    }
}

fn read_stamps(bytes: &mut Reader<'_>) -> Option<Vec<Stamp>> {
    let count = bytes.length(36).filter(|&count| (2..=MOST_CLIPS).contains(&count))?;
    let mut stamp = || {
        let name = bytes.word()?;
        Some(Stamp { name, hash: read_hash(bytes)? })
    };
    (0..count).map(|_| stamp()).collect()
}

fn read_hash(bytes: &mut Reader<'_>) -> Option<ContentHash> {
    Some(ContentHash::from_bytes(bytes.take(32)?.try_into().ok()?))
}

fn check_skeleton(bytes: &mut Reader<'_>, clips: &ClipSet) -> Result<(), RegistrationFileError> {
    let expected = read_hash(bytes).ok_or_else(|| KIND.damaged("the skeleton"))?;
    let found = ContentHash::of_skeleton(clips.skeleton());
    if found == expected { Ok(()) } else { Err(RegistrationFileError::OtherSkeleton { expected, found }) }
}

fn check_clips(stamps: &[Stamp], clips: &ClipSet) -> Result<(), RegistrationFileError> {
    if stamps.len() != clips.len() {
        let names: Vec<&str> = stamps.iter().map(|stamp| stamp.name.as_str()).collect();
        return Err(RegistrationFileError::Count {
            expected: stamps.len(),
            found: clips.len(),
            names: names.join(", "),
        });
    }
    for (stamp, (id, clip)) in stamps.iter().zip(clips.iter()) {
        let found_hash = clips.hash_as_read(id);
        if found_hash != stamp.hash {
            let (expected, expected_hash) = (stamp.name.clone(), stamp.hash);
            let found = clip.name().to_owned();
            return Err(RegistrationFileError::OtherClip {
                number: id.index() + 1,
                expected,
                expected_hash,
                found,
                found_hash,
            });
        }
    }
    Ok(())
}

fn write_settings(settings: &RegisterSettings, out: &mut Writer) {
    out.numbers(&[settings.rate_hz, settings.half_window_secs, settings.knot_secs]);
    out.count(settings.markers);
    out.count(settings.joint_weights.len());
    for (joint, &weight) in &settings.joint_weights {
        out.word(joint);
        out.number(weight);
    }
    out.byte(u8::from(settings.window_weights.is_some()));
    out.numbers(settings.window_weights.as_deref().unwrap_or_default());
    out.byte(match settings.slope_limit {
        SlopeLimit::AtMost(limit) => limit,
        SlopeLimit::None => 0,
    });
    out.byte(settings.ends as u8);
    out.byte(u8::from(settings.meet_strikes));
    out.byte(u8::from(settings.force));
    out.count(settings.reference.map_or(0, |reference| reference.index() + 1));
    out.byte(u8::from(settings.infer_travel));
    out.numbers(&settings.speeds);
}

fn read_settings(bytes: &mut Reader<'_>) -> Option<RegisterSettings> {
    let [rate_hz, half_window_secs, knot_secs] = bytes.numbers()?[..] else { return None };
    let markers = bytes.count()?;
    let weights = bytes.length(12)?;
    let joint_weights =
        (0..weights).map(|_| Some((bytes.word()?, bytes.number()?))).collect::<Option<_>>()?;
    let has_window = bytes.byte()? == 1;
    let window_weights = Some(bytes.numbers()?).filter(|_| has_window);
    let slope_limit = match bytes.byte()? {
        0 => SlopeLimit::None,
        limit => SlopeLimit::AtMost(limit),
    };
    let ends = [Ends::Automatic, Ends::Pinned, Ends::Open].into_iter().nth(usize::from(bytes.byte()?))?;
    let meet_strikes = bytes.byte()? == 1;
    let force = bytes.byte()? == 1;
    let reference = bytes.count()?.checked_sub(1).map(ClipId::new);
    let infer_travel = bytes.byte()? == 1;
    let speeds = bytes.numbers()?;
    let (rate, half) = (rate_hz, half_window_secs);
    let settings = RegisterSettings {
        rate_hz: rate,
        markers,
        joint_weights,
        half_window_secs: half,
        window_weights,
        slope_limit,
        knot_secs,
        ends,
        meet_strikes,
        reference,
        force,
        // The curves that pins made are stored; the pins are part of the request.
        pins: Vec::new(),
        infer_travel,
        speeds,
        // What was compared at once says nothing about the curves.
        most_pairs: RegisterSettings::default().most_pairs,
    };
    settings.check().is_ok().then_some(settings)
}

/// Everything but the tracks.
fn read_body(bytes: &mut Reader<'_>, clips: usize) -> Option<Registration> {
    let settings = read_settings(bytes)?;
    let reference = bytes.count().filter(|&reference| reference < clips).map(ClipId::new)?;
    let place = bytes.numbers()?;
    let curves = (0..clips).map(|_| spline(&place, bytes.numbers()?)).collect::<Option<Vec<Spline>>>()?;
    let timewarp = Timewarp::checked(curves)?;
    let mut alignments = Vec::with_capacity(clips);
    for clip in 0..clips {
        let (place, controls) = (bytes.numbers()?, bytes.numbers()?);
        let is_reference = controls.is_empty();
        if is_reference != (clip == reference.index()) {
            return None;
        }
        let curve = if is_reference {
            AlignmentCurve::REFERENCE
        } else {
            AlignmentCurve::new(spline(&place, controls)?)
        };
        alignments.push(curve);
    }
    let resemblance = (0..clips).map(|_| read_likeness(bytes)).collect::<Option<_>>()?;
    let matches = bytes.length(4)?;
    let matches = (0..matches).map(|_| read_match(bytes, clips)).collect::<Option<_>>()?;
    let mut words = || {
        let count = bytes.length(4)?;
        (0..count).map(|_| bytes.word()).collect::<Option<Vec<String>>>()
    };
    let notes = words()?;
    let warnings = words()?;
    let cyclic = bytes.byte()? == 1;
    let uses = (0..clips).map(|_| read_use(bytes)).collect::<Option<_>>()?;
    Some(Registration {
        settings,
        reference,
        timewarp,
        alignments,
        tracks: Vec::new(),
        matches,
        resemblance,
        notes,
        warnings,
        uses,
        cyclic,
    })
}

fn read_use(bytes: &mut Reader<'_>) -> Option<ClipUse> {
    let velocity: [f64; 2] = bytes.numbers()?.try_into().ok()?;
    let (first, lap, frames) = (bytes.count()?, bytes.count()?, bytes.count()?);
    let cycle = (lap > 0).then_some(CycleUse { first, lap, frames });
    velocity
        .iter()
        .all(|number| number.is_finite())
        .then_some(ClipUse { treadmill: Treadmill { velocity }, cycle })
}

fn spline(place: &[f64], controls: Vec<f64>) -> Option<Spline> {
    let [start, spacing] = place[..] else { return None };
    (controls.len() >= 3 && spacing > 0.0).then(|| Spline::new(start, spacing, controls))
}

#[expect(clippy::option_option, reason = "damaged, not there, or there")]
fn read_likeness(bytes: &mut Reader<'_>) -> Option<Option<Resemblance>> {
    match bytes.numbers()?[..] {
        [] => Some(None),
        [mean_metres, contrast, pinned, leg_metres] if leg_metres > 0.0 => {
            Some(Some(Resemblance { mean_metres, contrast, pinned: pinned > 0.5, leg_metres }))
        }
        _ => None,
    }
}

fn read_match(bytes: &mut Reader<'_>, clips: usize) -> Option<ConstraintMatch> {
    let kind = ConstraintKind::from_name(&bytes.word()?)?;
    let mut interval = || {
        let (start, end) = (bytes.number()?, bytes.number()?);
        (start <= end).then(|| Interval::new(start, end))
    };
    Some(ConstraintMatch { kind, intervals: (0..clips).map(|_| interval()).collect::<Option<_>>()? })
}
