//! `segue stance extract`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use segue::Input;
use segue::motion::RateVerdict;
use segue::stance::{Extraction, Limits, extract, gather, judge};
use serde_json::{Value, json};

use super::named::BodyArgs;
use super::pictures::extraction_plot;
use super::told::{judgement_json, kind, stance_json};
use crate::args;
use crate::cast::Found;
use crate::console::{Console, Outcome};
use crate::picture::ReportArgs;
use crate::table::Table;

/// The stances of clips
///
/// One line for each: the six parameters; how far the simulated centre of mass is from the captured one and the
/// simulated orientation from the captured one (root mean square); the gravity that its flights would choose (about
/// 9.8, or the rate or scale of the file is wrong); its value, negative where limits are not kept.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Files, folders or samples
    #[arg(required = true, value_name = "CLIP", value_parser = args::input())]
    inputs: Vec<Input>,

    /// Save the stances of the clips and of their mirror images, with the clips: a .segue-stances file for --from
    #[arg(long, short, value_name = "FILE.segue-stances", value_parser = file)]
    output: Option<PathBuf>,

    #[command(flatten)]
    body: BodyArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let clips = Found::read(&args.inputs, &args.body.read, console)?.clips;
    let mut found: Vec<(String, Extraction)> = Vec::new();
    let mut outcome = Outcome::Done;
    for clip in &clips {
        match extract(clip, &args.body.settings()) {
            Ok(extraction) => found.push((clip.name().to_owned(), extraction)),
            Err(error) => {
                console.warn(&error);
                outcome = Outcome::Incomplete;
            }
        }
    }
    for (clip, extraction) in &found {
        warn(clip, extraction, console);
    }
    if let Some(path) = &args.output {
        let stances = gather(&clips, &args.body.settings(), true).stances;
        if stances.is_empty() {
            bail!("none of the {} clips has a stance, so nothing is saved: {}", clips.len(), path.display());
        }
        segue::files::write_stances(path, &clips, &stances)?;
        console.say(format_args!(
            "wrote {}: {} stances of {} clips",
            path.display(),
            stances.len(),
            clips.len()
        ));
    }
    args.report.plot.save(|| Ok(extraction_plot(&found)))?;
    if args.report.json.json {
        let list: Vec<Value> = found.iter().map(|(clip, extraction)| as_json(clip, extraction)).collect();
        console.line(serde_json::to_string_pretty(&json!({ "clips": list }))?)?;
    } else {
        console.print(table(&found))?;
    }
    Ok(outcome)
}

/// Checks the name before the work is done.
fn file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.extension().is_some_and(|kind| kind == "segue-stances") {
        Ok(path)
    } else {
        Err(format!("stances are saved in a .segue-stances file: {text}"))
    }
}

fn warn(clip: &str, extraction: &Extraction, console: &Console) {
    for refusal in &extraction.refusals {
        console.inform(format_args!("frames {} make no stance: {}: {clip}", refusal.frames, refusal.reason));
    }
}

fn table(found: &[(String, Extraction)]) -> Table {
    let mut table = Table::new(&[
        "stance", "kind", "feet", "ZS", "ZE", "VS", "VE", "VP", "X", "ground s", "com cm", "turn °", "g",
        "value",
    ]);
    for one in found.iter().flat_map(|(_, extraction)| &extraction.stances) {
        let stance = &one.stance;
        let mut row = vec![
            stance.name().to_owned(),
            kind(stance.kind()).to_owned(),
            format!("{:?}", stance.footing()).to_lowercase(),
        ];
        row.extend(stance.params().to_array().iter().map(|value| format!("{value:.2}")));
        row.push(format!("{:.3}", stance.ground_secs()));
        row.push(format!("{:.2}", 100.0 * one.com_rms));
        row.push(format!("{:.1}", one.orientation_rms.to_degrees()));
        row.push(one.free_gravity.iter().map(|g| format!("{g:.1}")).collect::<Vec<_>>().join("/"));
        row.push(format!("{:.2}", judge(stance, &Limits::default()).value));
        table.row(row);
    }
    table
}

fn as_json(clip: &str, extraction: &Extraction) -> Value {
    let stances: Vec<Value> = extraction
        .stances
        .iter()
        .map(|one| {
            let mut json = stance_json(&one.stance);
            json["com_rms_metres"] = json!(one.com_rms);
            json["orientation_rms_degrees"] = json!(one.orientation_rms.to_degrees());
            json["free_gravity"] = json!(one.free_gravity);
            json["within_friction"] = json!(one.within_friction);
            json["judgement"] = judgement_json(&judge(&one.stance, &Limits::default()));
            json
        })
        .collect();
    let refusals: Vec<Value> = extraction
        .refusals
        .iter()
        .map(|refusal| json!({ "first": refusal.frames.first, "last": refusal.frames.last, "reason": refusal.reason }))
        .collect();
    json!({
        "clip": clip,
        "stances": stances,
        "refused": refusals,
        "rate_contradicted": extraction.rate.verdict() == RateVerdict::Contradicts,
        "likely_rate": extraction.rate.likely_rate(),
    })
}
