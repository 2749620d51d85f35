//! Sheets as texts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;

use super::{SyncClip, SyncSheet};

/// Decimals of times: a tenth of a millisecond.
const DECIMALS: usize = 4;

/// The version of the layout of the JSON and RON files.
const VERSION: u32 = 1;

pub(super) fn json(sheet: &SyncSheet) -> String {
    let clips: Vec<_> = sheet.clips.iter().map(|clip| json!(clip)).collect();
    let whole = json!({
        "format": "segue-sync",
        "version": VERSION,
        "reference": sheet.reference,
        "phases": sheet.phases,
        "clips": clips,
    });
    format!("{whole:#}\n")
}

/// A file that `ron` reads into structs of the same fields.
pub(super) fn bevy(sheet: &SyncSheet) -> String {
    let mut text = String::from("// Made by `segue sync`; docs/sync.md of Segue says how it is used.\n(\n");
    let _ = writeln!(text, "    version: {VERSION},\n    reference: {},", quoted(&sheet.reference));
    let _ = writeln!(text, "    phases: [{}],\n    clips: [", numbers(&sheet.phases));
    for clip in &sheet.clips {
        let _ = writeln!(text, "        (\n            name: {},", quoted(&clip.name));
        let _ = writeln!(text, "            duration_secs: {},", number(clip.duration_secs));
        let _ = writeln!(text, "            timeline_secs: [{}],", numbers(&clip.timeline_secs));
        text += "            markers: [\n";
        for marker in &clip.markers {
            let (name, secs, phase) = (quoted(&marker.name), number(marker.secs), number(marker.phase));
            let _ = writeln!(text, "                (name: {name}, secs: {secs}, phase: {phase}),");
        }
        text += "            ],\n        ),\n";
    }
    text + "    ],\n)\n"
}

/// A script that puts the markers on animations when a scene is imported, and translates times while it plays.
pub(super) fn godot(sheet: &SyncSheet) -> String {
    let mut text = String::from(GODOT_HEAD);
    let _ = writeln!(text, "const PHASES := [{}]", numbers(&sheet.phases));
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
\tfor player: AnimationPlayer in scene.find_children(\"*\", \"AnimationPlayer\"):
\t\tfor key in player.get_animation_list():
\t\t\tvar clip := String(key).get_file()
\t\t\tif MARKERS.has(clip):
\t\t\t\tvar animation := player.get_animation(key)
\t\t\t\tfor marker in MARKERS[clip]:
\t\t\t\t\tanimation.add_marker(marker, MARKERS[clip][marker])
\treturn scene


# The moment of one clip that corresponds to a moment of another, in seconds.
static func corresponding(from_clip: String, to_clip: String, secs: float) -> float:
\treturn _look_up(PHASES, TIMELINES[to_clip], _look_up(TIMELINES[from_clip], PHASES, secs))


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

/// A text in quotes; JSON's escapes are those of all these languages.
fn quoted(text: &str) -> String {
    json!(text).to_string()
}

fn number(value: f64) -> String {
    format!("{value:.DECIMALS$}")
}

fn numbers(values: &[f64]) -> String {
    values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", ")
}
