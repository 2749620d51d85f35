//! What is said about stances.

use segue::stance::{Judgement, Kind, Params, Stance, Warped};
use serde_json::{Value, json};

/// The six parameters by name.
pub(super) fn params_json(params: Params) -> Value {
    json!(params)
}

/// A judgement with its reasons.
pub(super) fn judgement_json(judgement: &Judgement) -> Value {
    let violations: Vec<Value> = judgement
        .violations()
        .iter()
        .map(|v| json!({ "what": v.what, "value": v.value, "limit": v.limit, "text": v.to_string() }))
        .collect();
    json!({
        "plausible": judgement.is_plausible(),
        "value": judgement.value,
        "friction": judgement.friction,
        "extension_legs": judgement.extension,
        "normal_weights": judgement.normal,
        "reach_legs": judgement.reach,
        "violations": violations,
    })
}

/// A judgement in lines.
pub(super) fn judgement_text(judgement: &Judgement) -> String {
    let text = format!(
        "{}, value {:.2}: friction {:.2}, {:.2} to {:.2} leg lengths from the foot, {:.1} body weights\n",
        if judgement.is_plausible() { "plausible" } else { "not plausible" },
        judgement.value,
        judgement.friction,
        judgement.extension[0],
        judgement.extension[1],
        judgement.normal
    );
    let reasons = judgement.violations().into_iter().map(|violation| format!("  {violation}\n"));
    text + &reasons.collect::<String>()
}

/// A stance in a line.
pub(super) fn stance_text(stance: &Stance) -> String {
    format!(
        "{}: {} | lands {:.3} s, lifts off {:.3} s, ends {:.3} s\n",
        stance.name(),
        stance.params(),
        stance.landing_secs(),
        stance.liftoff_secs(),
        stance.end_secs()
    )
}

/// A stance for programs.
pub(super) fn stance_json(stance: &Stance) -> Value {
    json!({
        "name": stance.name(),
        "kind": stance.kind(),
        "footing": stance.footing(),
        "parameters": params_json(stance.params()),
        "landing_secs": stance.landing_secs(),
        "liftoff_secs": stance.liftoff_secs(),
        "end_secs": stance.end_secs(),
        "origins": stance.origins(),
    })
}

/// What a warp did, in a line.
pub(super) fn change_text(warped: &Warped) -> String {
    let change = warped.change;
    let ground = if (change.ground_factor - 1.0).abs() > 1e-9 {
        format!(", time on the ground × {:.2}", change.ground_factor)
    } else {
        String::new()
    };
    let free = if change.free_distance { "; X is what comes of the other five" } else { "" };
    format!(
        "{:?}: vertical force × {:.3}, heading × {:.3} {:+.0} N, sideways × {:.3} {:+.0} N{ground}{free}\n",
        change.mode, change.scale.y, change.scale.x, change.tilt.x, change.scale.z, change.tilt.z
    )
}

/// The same for programs.
pub(super) fn change_json(warped: &Warped) -> Value {
    let change = warped.change;
    json!({
        "mode": change.mode,
        "scale": change.scale.to_array(),
        "tilt_newtons": change.tilt.to_array(),
        "ground_factor": change.ground_factor,
        "late_secs": change.late_secs,
        "free_distance": change.free_distance,
    })
}

/// What a kind of stance is called in tables.
pub(super) fn kind(kind: Kind) -> &'static str {
    kind.name()
}
