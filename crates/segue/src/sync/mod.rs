//! Registrations for game engines: synchronisation markers and normalised timelines.

mod print;

use std::collections::BTreeSet;

use segue_motion::{Clip, ClipId, ClipSet};
use segue_register::{ConstraintMatch, Interval};
use serde::{Deserialize, Serialize};

use crate::Cast;

/// Corresponding moments of several clips, in the words of game engines.
///
/// A *phase* is the share of the registration that has passed: 0 at its start, 1 at its end. Equal phases are
/// corresponding moments of all clips. Every clip has the same markers in the same order; of loops, which may begin at different
/// phases, in the same order around the circle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SyncSheet {
    /// The clip that the others were compared with.
    pub reference: String,
    /// Whether the clips are loops: phase 1 goes on at phase 0, and moments count modulo the duration of their clip.
    pub looping: bool,
    /// The phases at which the timelines of the clips have values.
    pub phases: Vec<f64>,
    /// The clips.
    pub clips: Vec<SyncClip>,
}

/// The moments of one clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SyncClip {
    /// Its name.
    pub name: String,
    /// How long it lasts.
    pub duration_secs: f64,
    /// Its moments at the phases of the sheet, in seconds, strictly increasing; those of a loop go on beyond its duration.
    pub timeline_secs: Vec<f64>,
    /// When feet are set down and lifted.
    pub markers: Vec<SyncMarker>,
}

/// A moment with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SyncMarker {
    /// What happens, as `left_toe_down`; it may happen several times.
    pub name: String,
    /// When it happens in the clip.
    pub secs: f64,
    /// When it happens in all clips.
    pub phase: f64,
}

/// For whom a sheet is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SyncFormat {
    /// Any program.
    Json,
    /// A RON file for Bevy.
    Bevy,
    /// An import script for Godot.
    Godot,
    /// An editor script in Python for Unreal.
    Unreal,
}

impl SyncSheet {
    /// The sheet of registered clips, their timelines with `points` values, at least two.
    ///
    /// A marker stands where its plant begins or ends on average over the clips, and at the corresponding moment of
    /// each: so markers have the same order in all clips, which engines rely on, even where heel and toe of one clip
    /// come down in another order.
    pub fn of(cast: &Cast, points: usize) -> Self {
        let registration = cast.registration();
        let [start, end] = registration.range();
        let last = points.max(2) - 1;
        let phases: Vec<f64> = (0..=last).map(|n| n as f64 / last as f64).collect();
        let mut moments: Vec<(f64, String)> = registration
            .matches()
            .iter()
            .flat_map(|found| moments_of(found, [start, end], cut_secs(cast)))
            .collect();
        moments.sort_by(|a, b| a.0.total_cmp(&b.0));
        let names = engine_names(cast.clips());
        let clip = |id: ClipId| Moments { cast, id }.of(names[id.index()].clone(), &phases, &moments);
        let clips = cast.clips().ids().map(clip).collect();
        let reference = names[registration.reference().index()].clone();
        Self { reference, looping: registration.is_cyclic(), clips, phases }
    }

    /// The text of the sheet in a format.
    pub fn print(&self, format: SyncFormat) -> String {
        match format {
            SyncFormat::Json => print::json(self),
            SyncFormat::Bevy => print::bevy(self),
            SyncFormat::Godot => print::godot(self),
            SyncFormat::Unreal => print::unreal(self),
        }
    }
}

/// What engines call the clips: by the animation alone, unless two files have one of the same name.
fn engine_names(clips: &ClipSet) -> Vec<String> {
    let short: Vec<&str> = clips.clips().map(|clip| clip.name().rsplit('/').next().unwrap_or("")).collect();
    let is_unique = short.iter().collect::<BTreeSet<_>>().len() == short.len();
    let name =
        |(clip, short): (&Clip, &&str)| if is_unique { (*short).to_owned() } else { clip.name().to_owned() };
    clips.clips().zip(&short).map(name).collect()
}

/// One clip along the registration.
struct Moments<'a> {
    cast: &'a Cast,
    id: ClipId,
}

/// Markers of one name nearer than this to each other, as a part of the clip, are one: of a loop that is played several times.
const SAME_MARKER: f64 = 0.1;

impl Moments<'_> {
    /// The moments of the clip at phases and markers.
    fn of(&self, name: String, phases: &[f64], moments: &[(f64, String)]) -> SyncClip {
        let [start, end] = self.cast.registration().range();
        let u = |phase: &f64| start + (end - start) * phase;
        let mut markers: Vec<SyncMarker> = Vec::new();
        for (at, name) in moments {
            let marker =
                SyncMarker { name: name.clone(), secs: self.secs(*at), phase: (at - start) / (end - start) };
            let near =
                |known: &SyncMarker| (known.secs - marker.secs).abs() < SAME_MARKER * self.duration_secs();
            if !markers.iter().any(|known| known.name == marker.name && near(known)) {
                markers.push(marker);
            }
        }
        if self.cast.registration().is_cyclic() {
            markers.sort_by(|a, b| a.secs.total_cmp(&b.secs));
        }
        SyncClip {
            name,
            duration_secs: self.duration_secs(),
            timeline_secs: phases.iter().map(|phase| self.unwrapped_secs(u(phase))).collect(),
            markers,
        }
    }

    /// How long the clip lasts as it was read.
    fn duration_secs(&self) -> f64 {
        let clip = &self.cast.clips()[self.id];
        self.cast.uses()[self.id.index()]
            .cycle
            .map_or(clip.duration_secs(), |cycle| cycle.lap as f64 / clip.rate())
    }

    /// The moment of the clip as it was read. A smooth curve may leave a clip by a hair at its ends.
    fn secs(&self, u: f64) -> f64 {
        let secs = self.cast.registration().timewarp().at(self.id, u);
        self.cast.read_secs(self.id, secs).clamp(0.0, self.duration_secs())
    }

    /// The moment of the clip as it was read, going on beyond the end of a loop.
    fn unwrapped_secs(&self, u: f64) -> f64 {
        let registration = self.cast.registration();
        if !registration.is_cyclic() {
            return self.secs(u);
        }
        let [start, _] = registration.range();
        let timewarp = registration.timewarp();
        self.secs(start) + timewarp.at(self.id, u) - timewarp.at(self.id, start)
    }
}

/// When a matched plant begins and ends, in u, on average over the clips; not where the registration begins or ends within it.
fn moments_of(found: &ConstraintMatch, [start, end]: [f64; 2], cut_secs: f64) -> Vec<(f64, String)> {
    let count = found.intervals.len() as f64;
    let name = found.kind.name();
    let inside = |u: &f64| *u > start + cut_secs && *u < end - cut_secs;
    let mut moments = Vec::new();
    for (what, of) in [
        ("down", (|interval: &Interval| interval.start) as fn(&Interval) -> f64),
        ("up", |interval| interval.end),
    ] {
        let all: Vec<f64> = found.intervals.iter().map(of).collect();
        let mean = all.iter().sum::<f64>() / count;
        // A plant that the registration cuts off begins or ends elsewhere.
        let cut = all.iter().any(|u| (u - start).abs() <= cut_secs || (u - end).abs() <= cut_secs);
        if inside(&mean) && !cut {
            moments.push((mean, format!("{name}_{what}")));
        }
    }
    moments
}

/// Moments nearer than this to an end of the registration, in frames, are cut off by it: a plant whose beginning a clip does not
/// show may be found a frame after the clip begins.
const CUT_FRAMES: f64 = 1.5;

/// The same in seconds of u: by the clip of the fewest frames a second.
fn cut_secs(cast: &Cast) -> f64 {
    let slowest = cast.clips().clips().map(Clip::rate).fold(f64::INFINITY, f64::min);
    CUT_FRAMES / slowest
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::Sample;
    use segue_register::RegisterSettings;

    fn sheet() -> SyncSheet {
        let clips = ["walk", "jog-left"].map(|name| Sample::find(name).unwrap().clip());
        let settings = RegisterSettings { force: true, ..RegisterSettings::default() };
        SyncSheet::of(&Cast::register(&ClipSet::of(clips).unwrap(), &settings).unwrap(), 17)
    }

    #[test]
    fn clips_share_their_markers_and_phases() {
        let sheet = sheet();
        let names =
            |clip: &SyncClip| clip.markers.iter().map(|marker| marker.name.clone()).collect::<Vec<_>>();
        assert!(sheet.clips[0].markers.len() >= 4, "{sheet:?}");
        assert_eq!(names(&sheet.clips[0]), names(&sheet.clips[1]));
        for clip in &sheet.clips {
            assert_eq!(clip.timeline_secs.len(), sheet.phases.len());
            assert!(clip.timeline_secs.is_sorted_by(|a, b| a < b));
            assert!(clip.timeline_secs.iter().all(|secs| (0.0..=clip.duration_secs + 1e-9).contains(secs)));
            assert!(clip.markers.is_sorted_by(|a, b| a.secs <= b.secs && a.phase <= b.phase));
        }
    }

    #[test]
    fn a_foot_that_stands_when_the_registration_begins_is_not_set_down_there() {
        let found = |start: f64| ConstraintMatch {
            kind: segue_motion::ConstraintKind::LeftToe,
            intervals: vec![Interval { start, end: 0.6 }, Interval { start: 0.2, end: 0.7 }],
        };
        let names = |start: f64| {
            let moments = moments_of(&found(start), [0.0, 2.0], 1.5 / 120.0);
            moments.into_iter().map(|(_, name)| name).collect::<Vec<_>>()
        };
        assert_eq!(names(0.1), ["left_toe_down", "left_toe_up"]);
        assert_eq!(names(0.0), ["left_toe_up"]);
        assert_eq!(names(1.0 / 120.0), ["left_toe_up"], "found a frame late");
    }

    /// Godot imports `Walk_Loop` as `Walk`: the script must translate times of animations that are called so.
    #[test]
    fn the_script_for_godot_looks_clips_up_by_the_names_of_animations() {
        let text = sheet().print(SyncFormat::Godot);
        let body = text.split("static func corresponding").nth(1).unwrap();
        for name in ["from", "to"] {
            assert!(
                body.contains(&format!("var {name}_clip := _clip_of({name}_animation.get_file())")),
                "{text}"
            );
        }
        assert!(
            text.contains("if MARKERS.has(animation):\n\t\treturn animation"),
            "a clip of that name comes first"
        );
    }

    #[test]
    fn every_format_names_every_clip() {
        let mut sheet = sheet();
        sheet.clips[0].name = "it's a \"walk\"\\n".to_owned();
        for format in [SyncFormat::Json, SyncFormat::Bevy, SyncFormat::Godot, SyncFormat::Unreal] {
            let text = sheet.print(format);
            assert!(text.contains(r#""it's a \"walk\"\\n""#), "{text}");
            assert!(text.contains("jog-left") && text.contains("left_toe_down"), "{text}");
        }
        let json: serde_json::Value = serde_json::from_str(&sheet.print(SyncFormat::Json)).unwrap();
        assert_eq!(json["clips"][1]["markers"].as_array().unwrap().len(), sheet.clips[1].markers.len());
    }
}
