//! `segue stance extract`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::verbs::{ClipsRequest, StanceExtractAnswer, StanceExtractRequest};

use super::named::BodyArgs;
use crate::args;
use crate::console::{Console, Outcome};
use crate::door;
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
    let clips = ClipsRequest { inputs: args.inputs.clone(), read: args.body.read.options() };
    let done = door::ask(&StanceExtractRequest { clips, mass_kg: args.body.mass }, console)?;
    if let Some(path) = &args.output {
        let stances = door::refused(done.work.store(path))?;
        let clips = done.work.clips.len();
        console.say(format_args!("wrote {}: {stances} stances of {clips} clips", path.display()));
    }
    door::draw(&done.work, &args.report.plot)?;
    door::report(&done, &args.report, console, |done, console| console.print(table(&done.answer)))?;
    Ok(if done.answer.without.is_empty() { Outcome::Done } else { Outcome::Incomplete })
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

fn table(answer: &StanceExtractAnswer) -> Table {
    let mut table = Table::new(&[
        "stance", "kind", "feet", "ZS", "ZE", "VS", "VE", "VP", "X", "ground s", "com cm", "turn °", "g",
        "value",
    ]);
    for one in answer.clips.iter().flat_map(|clip| &clip.stances) {
        let stance = &one.stance;
        let mut row = vec![
            stance.name.clone(),
            stance.kind.name().to_owned(),
            format!("{:?}", stance.footing).to_lowercase(),
        ];
        row.extend(stance.parameters.to_array().iter().map(|value| format!("{value:.2}")));
        row.push(format!("{:.3}", stance.liftoff_secs - stance.landing_secs));
        row.push(format!("{:.2}", 100.0 * one.com_rms_metres));
        row.push(format!("{:.1}", one.orientation_rms_degrees));
        row.push(one.free_gravity.iter().map(|g| format!("{g:.1}")).collect::<Vec<_>>().join("/"));
        row.push(format!("{:.2}", one.judgement.value));
        table.row(row);
    }
    table
}
