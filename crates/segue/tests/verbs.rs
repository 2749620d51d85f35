//! Every verb: requests and answers go through JSON and come back the same.

use std::fs;
use std::path::Path;

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
        "clips": { "inputs": ["sample:walk@0-60", "sample:no-such"], "read": { "keep_first": true } },
        "columns": 3,
    });
    convert: ConvertRequest = json!({
        "clips": { "inputs": ["sample:jog"] },
        "to": "glb",
        "edit": { "clip": ["jog"], "frames": [3, 40], "onto": "sample:walk", "mirror": true, "resample_hz": 24.0 },
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
    sync: SyncRequest = json!({
        "clips": { "inputs": ["sample:walk", "sample:sneak"] },
        "format": "godot",
        "points": 9,
    });
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
