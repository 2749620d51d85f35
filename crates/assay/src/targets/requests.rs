//! Requests of the verbs as JSON.

use segue::Input;
use segue::verbs::{
    BlendRequest, ClipsRequest, ControlRequest, ConvertRequest, HeldClip, IndexRequest, InfoRequest,
    InspectRequest, LibraryAddRequest, LibraryCheckRequest, LibraryExportRequest, LibraryLabelRequest,
    LibraryListRequest, LibraryNewRequest, LibraryRemoveRequest, LibraryRenameRequest, MapRequest,
    ParametricAtRequest, ParametricBuildRequest, ParametricEvalRequest, ParametricFromRequest,
    ParametricShowRequest, PlantsRequest, PoseRequest, RegistrationRequest, SamplesRequest,
    SearchExplainRequest, SearchRequest, SearchSavedRequest, Silent, StanceBlendRequest,
    StanceCoverageRequest, StanceExtractRequest, StanceFindRequest, StanceJudgeRequest, StancePathRequest,
    StanceSketchRequest, StanceWarpRequest, SyncRequest, TransitionRequest, Verb,
};
use serde_json::{Value, json};

use super::figure::walker;
use crate::Target;

/// Requests in JSON; those that only name samples are also run.
pub(super) fn requests() -> Target {
    let clips = json!({ "inputs": ["sample:walk@0-60", "sample:walk-fast@0-60"] });
    let seeds = [
        json!({ "clips": clips, "weights": [0.25, 0.75], "register": { "slope_limit": 3 }, "make": { "rate_hz": 24.0 } }),
        json!({ "clips": clips, "middle": { "at_secs": [0.5, 0.5], "half_width_secs": 0.3 }, "snap": true }),
        json!({ "clips": clips, "format": "godot", "points": 9 }),
        json!({ "clips": clips, "register": { "reference": "2", "ends": "open" } }),
        json!({ "clips": { "inputs": ["sample:walk@0-30"] }, "columns": 3 }),
        json!({ "source": "sample:walk", "target": "sample:jog", "read": { "fps": 60.0 } }),
        json!({ "stance": { "name": "sample:jog:4", "mass_kg": 60.0 }, "wanted": { "ve": 2.7 }, "mode": "scale" }),
        json!({ "library": "a.segue", "query": "walk@60-120", "epsilon_cm": 7.5, "tiers": 3, "same": 0.7 }),
    ];
    let seeds = seeds.map(|seed| seed.to_string().into_bytes()).to_vec();
    let held = [held("walk", 0.9), held("walk-fast", 1.1)];
    Target::plain("requests", seeds, move |bytes| {
        let parsed = parses_as_any(bytes);
        let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return parsed };
        if reads_samples(&value) {
            run(&value, |request: &mut BlendRequest| hold(&mut request.clips, &held));
            run(&value, |request: &mut TransitionRequest| hold(&mut request.clips, &held));
            run(&value, |request: &mut SyncRequest| hold(&mut request.clips, &held));
            run(&value, |request: &mut RegistrationRequest| hold(&mut request.clips, &held));
        }
        parsed
    })
}

/// Clips in the place of the samples that are named: small ones, which need not be made each time.
fn hold(clips: &mut ClipsRequest, held: &[HeldClip]) {
    clips.held = (0..clips.inputs.len()).map(|n| held[n % held.len()].clone()).collect();
    clips.inputs.clear();
}

fn held(name: &str, cycles_per_sec: f32) -> HeldClip {
    let input = Input::parse(format!("sample:{name}")).expect("the name of a sample");
    HeldClip { clip: walker(name, 40, cycles_per_sec), input, origin: None }
}

/// Whether the inputs are samples, so that running the request looks at no file.
fn reads_samples(value: &Value) -> bool {
    let inputs = value["clips"]["inputs"].as_array();
    let is_sample = |input: &Value| input.as_str().is_some_and(|name| name.starts_with("sample:"));
    inputs.is_some_and(|inputs| !inputs.is_empty() && inputs.len() < 5 && inputs.iter().all(is_sample))
        && value["register"].get("skeleton").is_none()
        && value["skeleton"].is_null()
}

fn run<V: Verb>(value: &Value, prepare: impl Fn(&mut V)) {
    if let Ok(mut request) = serde_json::from_value::<V>(value.clone()) {
        prepare(&mut request);
        // Refusals are answers.
        let _ = request.run(&Silent);
    }
}

macro_rules! any_of {
    ($bytes:expr; $($request:ty)*) => { [$(serde_json::from_slice::<$request>($bytes).is_ok()),*].contains(&true) };
}

fn parses_as_any(bytes: &[u8]) -> bool {
    any_of!(bytes; BlendRequest TransitionRequest ControlRequest ConvertRequest IndexRequest InfoRequest InspectRequest
        LibraryAddRequest LibraryCheckRequest LibraryExportRequest LibraryLabelRequest LibraryListRequest LibraryNewRequest
        LibraryRemoveRequest LibraryRenameRequest MapRequest ParametricAtRequest ParametricBuildRequest
        ParametricEvalRequest ParametricFromRequest ParametricShowRequest PlantsRequest PoseRequest RegistrationRequest
        SamplesRequest SearchExplainRequest SearchRequest SearchSavedRequest StanceBlendRequest StanceCoverageRequest
        StanceExtractRequest StanceFindRequest StanceJudgeRequest StancePathRequest StanceSketchRequest StanceWarpRequest
        SyncRequest)
}
