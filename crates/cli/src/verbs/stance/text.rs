//! What is said about stances.

use segue::verbs::stance::{ChangeFacts, FoundFacts, JudgementFacts, StanceFacts};

/// A judgement in lines.
pub(super) fn judgement_text(judgement: &JudgementFacts) -> String {
    let text = format!(
        "{}, value {:.2}: friction {:.2}, {:.2} to {:.2} leg lengths from the foot, {:.1} body weights\n",
        if judgement.plausible { "plausible" } else { "not plausible" },
        judgement.value,
        judgement.friction,
        judgement.extension_legs[0],
        judgement.extension_legs[1],
        judgement.normal_weights
    );
    let reasons = judgement.violations.iter().map(|violation| format!("  {}\n", violation.text));
    text + &reasons.collect::<String>()
}

/// A stance in a line.
pub(super) fn stance_text(stance: &StanceFacts) -> String {
    format!(
        "{}: {} | lands {:.3} s, lifts off {:.3} s, ends {:.3} s\n",
        stance.name, stance.parameters, stance.landing_secs, stance.liftoff_secs, stance.end_secs
    )
}

/// What a warp did, in a line.
pub(super) fn change_text(change: &ChangeFacts) -> String {
    let ground = if (change.ground_factor - 1.0).abs() > 1e-9 {
        format!(", time on the ground × {:.2}", change.ground_factor)
    } else {
        String::new()
    };
    let free = if change.free_distance { "; X is what comes of the other five" } else { "" };
    let ([heading, vertical, sideways], tilt) = (change.scale, change.tilt_newtons);
    format!(
        "{:?}: vertical force × {vertical:.3}, heading × {heading:.3} {:+.0} N, sideways × {sideways:.3} {:+.0} N{ground}{free}\n",
        change.mode, tilt[0], tilt[2]
    )
}

/// How a stance was found, what it is and whether a body can do it.
pub(super) fn found_text(found: &FoundFacts) -> String {
    let stage = serde_json::to_value(found.stage)
        .map_or(String::new(), |stage| stage.as_str().unwrap_or_default().replace('_', " "));
    format!("found by {stage}\n")
        + &stance_text(&found.stance)
        + &change_text(&found.change)
        + &judgement_text(&found.judgement)
}
