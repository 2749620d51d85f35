//! Every verb: requests and answers go through JSON and come back the same.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::path::{Path, PathBuf};

use segue::files::ParamPlace;
use segue::verbs::parametric::Controls;
use segue::verbs::*;
use serde_json::{Value, json};

/// One test for each verb: the name of the test, the type of the request, and a request in JSON that differs from the
/// default in as many fields as can be and still runs.
macro_rules! verbs {
    ($($name:ident: $request:ty = $json:expr;)*) => {
        $(#[test]
        fn $name() {
            goes_round::<$request>($json);
        })*

        const LISTED: &[&str] = &[$(stringify!($request)),*];
    };
}

verbs! {
    info: InfoRequest = json!({
        "clips": { "inputs": ["sample:walk@0-60", "sample:no-such"], "read": { "rest": "keep" } },
        "columns": 3,
    });
    convert: ConvertRequest = json!({
        "clips": { "inputs": ["sample:jog"] },
        "to": "glb",
        "edit": { "clip": ["jog"], "frames": [3, 40], "onto": "sample:walk", "mirror": true, "resample_hz": 24.0 },
        "writing": { "add": true, "no_clobber": true, "in_place": true, "unit": "in" },
    });
    map: MapRequest = json!({ "source": "sample:walk", "target": "sample:jog", "read": { "fps": 60.0 } });
    plants: PlantsRequest = json!({ "clips": { "inputs": ["sample:walk"] }, "write": true, "force": true });
    samples: SamplesRequest = json!({ "format": "glb" });
    register: RegistrationRequest = json!({
        "clips": { "inputs": ["sample:walk-left@0-60", "sample:walk-right@0-60"] },
        "register": { "reference": "walk-right", "slope_limit": 2 },
    });
    blend: BlendRequest = json!({
        "clips": { "inputs": ["sample:walk-left@0-60", "sample:walk-right@0-60"], "read": { "up": "Y" } },
        "weights": [0.25, 0.75],
        "register": { "reference": "2", "ends": "open", "slope_limit": 4, "strikes": false, "force": true },
        "make": { "name": "half", "rate_hz": 24.0, "averaging": "exact", "law": "rate", "clean_up": false },
    });
    transition: TransitionRequest = json!({
        "clips": { "inputs": ["sample:walk", "sample:sneak"] },
        "middle": { "at_secs": [1.5, 1.5], "half_width_secs": 0.5 },
        "snap": true,
        "optimal": true,
    });
    control: ControlRequest = json!({
        "clips": { "inputs": ["sample:walk", "sample:walk-fast"] },
        "weights": [{ "secs": 0.0, "weights": [1.0, 0.0] }, { "secs": 3.0, "weights": [0.2, 0.8] }],
        "looping": true,
    });
    inspect: InspectRequest = json!({
        "clips": { "inputs": ["sample:walk", "sample:sneak"] },
        "weights": [1.0, 1.0],
        "transition": true,
        "middle": { "half_width_secs": 0.3 },
        "register": { "force": true },
    });
    pose: PoseRequest = json!({
        "clips": { "inputs": ["sample:reach-left", "sample:reach-low"] },
        "point": "wrist.l",
        "at_metres": [0.3, 1.1, 0.4],
        "name": "there",
    });
    sync: SyncRequest = json!({
        "clips": { "inputs": ["sample:walk", "sample:sneak"] },
        "format": "godot",
        "points": 9,
    });
    library_new: LibraryNewRequest = json!({ "library": file("new.segue") });
    library_add: LibraryAddRequest = json!({
        "library": library(&[]), "inputs": ["sample:jog@0-40", "none.bvh"], "index": index_of_trials(), "read": READ(),
    });
    library_list: LibraryListRequest = json!({ "library": library(&WALKS), "labels": ["left"] });
    library_label: LibraryLabelRequest = json!({
        "library": library(&WALKS), "clips": ["walk"], "add": ["slow"], "remove": ["walk"], "plants": plants_file(),
        "detected_plants": true,
    });
    library_rename: LibraryRenameRequest = json!({ "library": library(&WALKS), "clip": "walk", "name": "stroll" });
    library_remove: LibraryRemoveRequest = json!({ "library": library(&WALKS), "clips": ["walk"] });
    library_check: LibraryCheckRequest = json!({ "library": library(&WALKS) });
    library_compact: LibraryCompactRequest = json!({ "library": library(&WALKS) });
    library_export: LibraryExportRequest = json!({
        "library": library(&WALKS), "folder": file("out"), "clips": ["walk-left"], "labels": ["walk"], "to": "glb",
    });
    index: IndexRequest = json!({
        "library": library(&WALKS), "rate_hz": 40.0, "coarse_hz": 20.0, "epsilon_cm": 7.0, "labels": ["walk"],
    });
    search: SearchRequest = search_of_steps();
    search_explain: SearchExplainRequest = json!({ "search": search_of_steps(), "segment": "walk-left@60-120" });
    search_saved: SearchSavedRequest = saved();
    parametric_build: ParametricBuildRequest = json!({
        "library": file("unused.segue"), "clips": KICKS, "read": READ(), "controls": {
            "measure": "ankle.r.y @apex, given(mood)", "given": { "mood": [0.0, 0.6, 0.3, 1.0] }, "prune_cm": 0.001,
            "tries": 60, "seed": 3,
        },
    });
    parametric_from: ParametricFromRequest = json!({
        "library": library(&WALKS), "query": "walk@60-120", "epsilon_cm": 7.9, "labels": ["walk"],
        "also": ["walk-left@60-120"], "extended": false, "mirrored": false, "tiers": 2, "reject": ["walk-left@10-40"],
        "controls": { "measure": "facing.final", "tries": 30 },
    });
    parametric_at: ParametricAtRequest = json!({
        "motion": parametric(), "target": [0.8], "sweep": [1.0], "steps": 3,
        "make": { "rate_hz": 30.0, "clean_up": false },
    });
    parametric_show: ParametricShowRequest = json!({ "motion": parametric() });
    parametric_eval: ParametricEvalRequest = json!({ "motion": parametric(), "targets": 20, "seed": 7 });
    stance_extract: StanceExtractRequest = json!({
        "clips": { "inputs": ["sample:jump-again", "sample:walk@0-30"], "read": READ() }, "mass_kg": 60.0,
    });
    stance_judge: StanceJudgeRequest = json!({ "stance": jog_stance(4) });
    stance_warp: StanceWarpRequest = json!({
        "stance": jog_stance(4), "wanted": { "ve": 2.7 }, "mode": "scale", "ground_factor": 1.1,
    });
    stance_blend: StanceBlendRequest = json!({
        "first": jog_stance(4), "second": jog_stance(3), "share": 0.4, "wanted": { "ve": 2.6 }, "mode": "scale",
        "majority_support": true,
    });
    stance_find: StanceFindRequest = json!({
        "wanted": { "zs": 0.96, "ze": 2.9, "vs": 4.2, "ve": 4.2, "vp": 0.0, "x": 1.4 }, "kind": "whole", "feet": "left",
        "exhaustive": true, "source": runs(),
    });
    stance_coverage: StanceCoverageRequest = json!({ "wanted": { "vp": 0.1 }, "points": 4, "source": runs() });
    stance_sketch: StanceSketchRequest = json!({
        "sketch": { "segue_sketch": 2, "camera": { "position": [6.0, 2.0, 2.5], "target": [0.0, 0.8, 2.5], "fov_degrees": 50.0, "size": [1200.0, 800.0] }, "paths": [] },
        "edits": [{ "edit": "stroke", "points": [[100.0, 300.0], [400.0, 250.0], [700.0, 300.0]] }], "playback_hz": 10.0, "source": runs(),
    });
    stance_path: StancePathRequest = json!({
        "path": { "stances": [{ "kind": "whole", "zs": 0.96, "ze": 0.96, "vs": 4.2, "ve": 4.2, "vp": 0.0, "x": 1.38 }] },
        "name": "strides", "rate_hz": 30.0, "source": runs(),
    });
}

thread_local! {
    /// A folder of this test, which goes when its thread ends.
    static FOLDER: tempfile::TempDir = tempfile::tempdir().unwrap();
}

const WALKS: [&str; 2] = ["sample:walk", "sample:walk-left"];
const KICKS: [&str; 4] = ["sample:kick", "sample:kick-low", "sample:kick-high", "sample:kick-aside"];

/// How files are read, with all that can be said about it.
#[expect(non_snake_case, reason = "it stands for a constant")]
fn READ() -> Value {
    json!({ "scale": 0.02, "up": "Z", "fps": 50.0, "rest": "keep", "repair": false, "floor": 0.01 })
}

fn file(name: &str) -> PathBuf {
    FOLDER.with(|folder| folder.path().join(name))
}

/// A library with these clips.
fn library(clips: &[&str]) -> PathBuf {
    let path = file("moves.segue");
    LibraryNewRequest { library: path.clone() }.run(&Silent).unwrap();
    let inputs = ClipsRequest::of(clips).unwrap().inputs;
    LibraryAddRequest { library: path.clone(), inputs, ..LibraryAddRequest::default() }.run(&Silent).unwrap();
    path
}

fn index_of_trials() -> PathBuf {
    fs::write(file("index.txt"), "jog\trun, slow\n").unwrap();
    file("index.txt")
}

fn plants_file() -> PathBuf {
    fs::write(file("walk.plants.json"), r#"{"left_heel": [[1, 4], [6, 9]]}"#).unwrap();
    file("walk.plants.json")
}

/// A search of steps in a library that is indexed.
fn search_of_steps() -> Value {
    let library = library(&WALKS);
    IndexRequest { library: library.clone(), ..IndexRequest::default() }.run(&Silent).unwrap();
    json!({
        "library": library, "query": "walk@60-120", "also": ["walk-left@60-120"], "epsilon_cm": 7.5, "extended": true,
        "mirrored": true, "tiers": 3, "same": 0.7, "apart": 0.3,
        "reject": ["walk-left@10-40"], "labels": ["walk"], "save": "steps", "read": READ(),
    })
}

/// A search that was made and saved.
fn saved() -> Value {
    let search: SearchRequest = serde_json::from_value(search_of_steps()).unwrap();
    search.run(&Silent).unwrap();
    json!({ "library": search.library, "name": "steps" })
}

/// A kick that is controlled by its height.
fn parametric() -> PathBuf {
    let clips = ClipsRequest::of(&KICKS).unwrap().inputs;
    let controls = Controls { measure: "ankle.r.y @apex".to_owned(), tries: 50, ..Controls::default() };
    let request = ParametricBuildRequest { clips, controls, ..ParametricBuildRequest::default() };
    let place = file("kick.segue-param");
    request.run(&Silent).unwrap().work.store(&ParamPlace::File(place.clone())).unwrap();
    place
}

fn jog_stance(number: usize) -> Value {
    json!({ "name": format!("sample:jog:{number}"), "mass_kg": 60.0, "read": READ() })
}

fn runs() -> Value {
    json!({ "from": ["sample:run", "sample:leap"], "mirror": false, "mode": "scale", "mass_kg": 60.0, "read": READ() })
}

/// The request and its default come back as they were, an unknown field is refused, and so does the answer come back.
#[track_caller]
fn goes_round<V: Verb + Default>(json: Value) {
    let default: V = serde_json::from_str("{}").expect("every field has a default");
    assert_eq!(default, V::default());
    assert_eq!(again(&default), default);
    let request: V = serde_json::from_value(json.clone()).unwrap();
    assert_ne!(request, default, "the example is not the default");
    assert_eq!(again(&request), request);
    for field in json.as_object().unwrap().keys() {
        let written = serde_json::to_value(&request).unwrap();
        assert!(written.get(field).is_some(), "{field}");
    }
    let mut unknown = json;
    unknown["no_such_field"] = Value::Null;
    let refused = serde_json::from_value::<V>(unknown).unwrap_err().to_string();
    assert!(refused.contains("no_such_field"), "{refused}");

    let done = request.run(&Silent).unwrap_or_else(|error| panic!("{error}"));
    let text = serde_json::to_string(&done.envelope()).unwrap();
    let back: Envelope<V::Answer> = serde_json::from_str(&text).unwrap();
    assert_eq!((back.schema, back.verb.as_str()), (SCHEMA, V::NAME));
    assert_eq!(back.answer, done.answer);
}

fn again<V: Verb>(request: &V) -> V {
    serde_json::from_str(&serde_json::to_string(request).unwrap()).unwrap()
}

/// Whoever writes a verb has to list it above.
#[test]
fn every_verb_is_listed() {
    let mut found = Vec::new();
    collect(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/verbs")), &mut found);
    assert!(!found.is_empty());
    for request in found {
        assert!(LISTED.contains(&request.as_str()), "{request} is not among the verbs of this test");
    }
}

/// The names of all types for which `Verb` is implemented below a folder.
fn collect(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let names = text.split("impl Verb for ").skip(1).filter_map(|rest| rest.split_whitespace().next());
        found.extend(names.map(str::to_owned));
    }
}

#[test]
fn drawings_of_a_motion_in_place_show_it_over_the_floor() {
    let request = |root_motion| BlendRequest {
        clips: ClipsRequest::of(&["sample:walk-left@0-100", "sample:walk-right@0-100"]).unwrap(),
        make: MakeRequest { root_motion, ..MakeRequest::default() },
        ..BlendRequest::default()
    };
    let travel = |clip: &segue::motion::Clip| {
        let [first, last] = [0, clip.last_frame()].map(|frame| clip.frame(frame).root);
        (last - first).with_y(0.0).length()
    };
    let made = request(RootMotionName::InPlace).run(&Silent).unwrap().work.made;
    assert!(travel(&made.clip) < 0.2, "{}", travel(&made.clip));
    assert!(travel(made.over_floor()) > 1.0 && travel(made.raw_over_floor().unwrap()) > 1.0);
    let made = request(RootMotionName::Keep).run(&Silent).unwrap().work.made;
    assert!((travel(&made.clip) - travel(made.over_floor())).abs() < 1e-6, "it is there already");
}
