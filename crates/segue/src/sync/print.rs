//! Sheets as texts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;

use super::{SyncClip, SyncSheet};

/// Decimals of times: a tenth of a millisecond.
const DECIMALS: usize = 4;

/// The version of the layout of the JSON and RON files.
const VERSION: u32 = 2;

pub(super) fn json(sheet: &SyncSheet) -> String {
    let clips: Vec<_> = sheet.clips.iter().map(|clip| json!(clip)).collect();
    let whole = json!({
        "format": "segue-sync",
        "version": VERSION,
        "reference": sheet.reference,
        "looping": sheet.looping,
        "phases": sheet.phases,
        "clips": clips,
    });
    format!("{whole:#}\n")
}

/// A file that `ron` reads into structs of the same fields.
pub(super) fn bevy(sheet: &SyncSheet) -> String {
    let mut text = String::from(BEVY_HEAD);
    let _ = writeln!(text, "    version: {VERSION},\n    reference: {},", ron_quoted(&sheet.reference));
    let _ = writeln!(text, "    looping: {},", sheet.looping);
    let _ = writeln!(text, "    phases: [{}],\n    clips: [", numbers(&sheet.phases));
    for clip in &sheet.clips {
        let _ = writeln!(text, "        (\n            name: {},", ron_quoted(&clip.name));
        let _ = writeln!(text, "            duration_secs: {},", number(clip.duration_secs));
        let _ = writeln!(text, "            timeline_secs: [{}],", numbers(&clip.timeline_secs));
        text += "            markers: [\n";
        for marker in &clip.markers {
            let (name, secs, phase) = (ron_quoted(&marker.name), number(marker.secs), number(marker.phase));
            let _ = writeln!(text, "                (name: {name}, secs: {secs}, phase: {phase}),");
        }
        text += "            ],\n        ),\n";
    }
    text + "    ],\n)\n"
}

/// The comment of the file for Bevy gives the code that reads it.
const BEVY_HEAD: &str = "\
// Made by `segue sync`; docs/sync.md of Segue says how it is used. Read it with `ron` into structs of these fields:
//
//     #[derive(serde::Deserialize)] struct Sheet { version: u32, reference: String, looping: bool, phases: Vec<f32>, clips: Vec<Clip> }
//     #[derive(serde::Deserialize)] struct Clip { name: String, duration_secs: f32, timeline_secs: Vec<f32>, markers: Vec<Marker> }
//     #[derive(serde::Deserialize)] struct Marker { name: String, secs: f32, phase: f32 }
//
//     impl Sheet {
//         /// The moment of one clip that corresponds to a moment of another, in seconds.
//         fn corresponding(&self, from: &Clip, to: &Clip, secs: f32) -> f32 {
//             let first = from.timeline_secs[0];
//             let secs = if self.looping { first + (secs - first).rem_euclid(from.duration_secs) } else { secs };
//             let found = look_up(&self.phases, &to.timeline_secs, look_up(&from.timeline_secs, &self.phases, secs));
//             if self.looping { found.rem_euclid(to.duration_secs) } else { found }
//         }
//     }
//
//     fn look_up(from: &[f32], to: &[f32], value: f32) -> f32 {
//         let after = from.partition_point(|x| *x < value).clamp(1, from.len() - 1);
//         let share = ((value - from[after - 1]) / (from[after] - from[after - 1])).clamp(0.0, 1.0);
//         to[after - 1] + (to[after] - to[after - 1]) * share
//     }
(
";

/// A script that puts the markers on animations when a scene is imported, and translates times while it plays.
pub(super) fn godot(sheet: &SyncSheet) -> String {
    let mut text = String::from(GODOT_HEAD);
    let _ = writeln!(text, "const LOOPING := {}", sheet.looping);
    let _ = writeln!(text, "const PHASES := [{}]", numbers(&sheet.phases));
    text += "const DURATIONS := {\n";
    for clip in &sheet.clips {
        let _ = writeln!(text, "\t{}: {},", quoted(&clip.name), number(clip.duration_secs));
    }
    text += "}\n";
    text += "const TIMELINES := {\n";
    for clip in &sheet.clips {
        let _ = writeln!(text, "\t{}: [{}],", quoted(&clip.name), numbers(&clip.timeline_secs));
    }
    text += "}\nconst MARKERS := {\n";
    for clip in &sheet.clips {
        let _ = writeln!(text, "\t{}: {{", quoted(&clip.name));
        for (name, secs) in numbered(clip) {
            let _ = writeln!(text, "\t\t{}: {},", quoted(&name), number(secs));
        }
        text += "\t},\n";
    }
    text + "}\n" + GODOT_TAIL
}

/// Names of markers made unique, as Godot wants them, with their times.
fn numbered(clip: &SyncClip) -> Vec<(String, f64)> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut numbered = Vec::with_capacity(clip.markers.len());
    for marker in &clip.markers {
        let count = seen.entry(&marker.name).or_default();
        *count += 1;
        numbered.push((format!("{}_{count}", marker.name), marker.secs));
    }
    numbered
}

const GODOT_HEAD: &str = "\
# Made by `segue sync`; docs/sync.md of Segue says how it is used. Needs Godot 4.4 or newer.
@tool
extends EditorScenePostImport

";

const GODOT_TAIL: &str = "

# Puts the markers on the animations of an imported scene.
func _post_import(scene: Node) -> Object:
\tvar found := {}
\tfor player: AnimationPlayer in scene.find_children(\"*\", \"AnimationPlayer\"):
\t\tfor key in player.get_animation_list():
\t\t\tvar clip := _clip_of(String(key).get_file())
\t\t\tif clip != \"\":
\t\t\t\tfound[clip] = true
\t\t\t\tvar animation := player.get_animation(key)
\t\t\t\tfor marker in MARKERS[clip]:
\t\t\t\t\tanimation.add_marker(marker, MARKERS[clip][marker])
\tfor clip in MARKERS:
\t\tif not found.has(clip):
\t\t\tpush_warning(\"no animation is called %s\" % clip)
\treturn scene


# The clip that an animation was made of: Godot takes `loop` and `cycle` from the ends of names when it imports them.
static func _clip_of(animation: String) -> String:
\tif MARKERS.has(animation):
\t\treturn animation
\tfor clip in MARKERS:
\t\tif animation == _without_loop(clip):
\t\t\treturn clip
\treturn \"\"


static func _without_loop(clip: String) -> String:
\tfor word in [\"loop\", \"cycle\"]:
\t\tfor mark in [\"-\", \"_\", \"$\"]:
\t\t\tif clip.to_lower().ends_with(mark + word):
\t\t\t\treturn clip.left(clip.length() - word.length() - 1)
\treturn clip


# The moment of one clip that corresponds to a moment of another, in seconds. Animations may be called as Godot imports them.
static func corresponding(from_animation: String, to_animation: String, secs: float) -> float:
\tvar from_clip := _clip_of(from_animation.get_file())
\tvar to_clip := _clip_of(to_animation.get_file())
\tif from_clip == \"\" or to_clip == \"\":
\t\tpush_warning(\"no clip is called %s\" % (to_animation if from_clip != \"\" else from_animation))
\t\treturn secs
\tvar first: float = TIMELINES[from_clip][0]
\tvar lifted := first + fposmod(secs - first, DURATIONS[from_clip]) if LOOPING else secs
\tvar found := _look_up(PHASES, TIMELINES[to_clip], _look_up(TIMELINES[from_clip], PHASES, lifted))
\treturn fposmod(found, DURATIONS[to_clip]) if LOOPING else found


static func _look_up(from: Array, to: Array, value: float) -> float:
\tvar after := clampi(from.bsearch(value), 1, from.size() - 1)
\tvar share := clampf(inverse_lerp(from[after - 1], from[after], value), 0.0, 1.0)
\treturn lerpf(to[after - 1], to[after], share)
";

/// A script for the editor that puts the markers on animation sequences.
pub(super) fn unreal(sheet: &SyncSheet) -> String {
    let mut text = String::from(UNREAL_HEAD);
    text += "MARKERS = {\n";
    for clip in &sheet.clips {
        let _ = writeln!(text, "    {}: [", quoted(&clip.name));
        for marker in &clip.markers {
            let _ = writeln!(text, "        ({}, {}),", quoted(&marker.name), number(marker.secs));
        }
        text += "    ],\n";
    }
    text + "}\n" + UNREAL_TAIL
}

const UNREAL_HEAD: &str = "\
# Made by `segue sync`; docs/sync.md of Segue says how it is used. Run it in the Unreal editor: Tools, Execute Python
# Script, or `py \"FILE.py\"` in the console.
import unreal

# Where the sequences are; folders below it are searched too.
FOLDER = \"/Game\"
TRACK = \"Segue\"
# For each sequence the markers with their times in seconds.
";

const UNREAL_TAIL: &str = "

def put_markers(sequence, markers):
    library = unreal.AnimationLibrary
    if library.is_valid_anim_notify_track_name(sequence, TRACK):
        library.remove_animation_sync_markers_by_track(sequence, TRACK)
    else:
        library.add_animation_notify_track(sequence, TRACK)
    for name, secs in markers:
        library.add_animation_sync_marker(sequence, name, secs, TRACK)
    unreal.EditorAssetLibrary.save_loaded_asset(sequence)


found = set()
for path in unreal.EditorAssetLibrary.list_assets(FOLDER, recursive=True):
    name = path.rsplit(\".\", 1)[-1]
    if name in MARKERS:
        sequence = unreal.load_asset(path)
        if isinstance(sequence, unreal.AnimSequence):
            put_markers(sequence, MARKERS[name])
            found.add(name)
for name in sorted(set(MARKERS) - found):
    unreal.log_warning(f\"no animation sequence is called {name}\")
";

/// A text in quotes; JSON's escapes are those of Python and `GDScript`.
fn quoted(text: &str) -> String {
    json!(text).to_string()
}

/// A text in quotes; RON's escapes are those of Rust.
fn ron_quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{{{:x}}}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

fn number(value: f64) -> String {
    format!("{value:.DECIMALS$}")
}

fn numbers(values: &[f64]) -> String {
    values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_end_their_quotes() {
        assert_eq!(ron_quoted("a\"b\\c\n\u{1b}ü"), r#""a\"b\\c\u{a}\u{1b}ü""#);
        assert_eq!(quoted("a\"b\\c\n\u{1b}ü"), r#""a\"b\\c\n\u001bü""#);
    }
}
