//! `segue stance extract`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::verbs::stance::StanceExtractAnswer;
use segue::verbs::{ClipsRequest, StanceExtractRequest};

use super::named::BodyArgs;
use crate::args;
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;
use crate::table::Table;

/// List the stances of clips
///
/// Prints one line per stance: the six parameters; how far the simulated centre of mass and orientation are from the
/// captured ones (root mean square); the gravity fitted to its flights (about 9.8, unless the rate or scale of the file
/// is wrong); and its value, which is negative when a limit is exceeded. Contacts that make no
/// stance are listed with the reason. The exit code is 1 when a clip has no stance at all.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Files, folders or samples
    #[arg(required = true, value_name = "CLIP", value_parser = args::input())]
    inputs: Vec<Input>,

    /// Save the stances, their mirror images and their clips to this .segue-stances file, for --from
    #[arg(long, short, value_name = "FILE.segue-stances", value_parser = file)]
    output: Option<PathBuf>,

    #[command(flatten)]
    body: BodyArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    door::spare(args.output.as_deref(), &args.inputs)?;
    let clips = ClipsRequest {
        inputs: args.inputs.clone(),
        read: args.body.read.options(),
        ..ClipsRequest::default()
    };
    let done = door::ask(&StanceExtractRequest { clips, mass_kg: args.body.mass }, console)?;
    if let Some(path) = &args.output {
        let stances = door::refused(done.work.store(path))?;
        let clips = done.work.clips.len();
        console.say(format_args!("wrote {}: {stances} stances of {clips} clips", path.display()));
    }
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| console.print(table(&done.answer)))?;
    let is_bare = done.answer.clips.iter().any(|clip| clip.stances.is_empty());
    Ok(if done.answer.without.is_empty() && !is_bare { Outcome::Done } else { Outcome::Incomplete })
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
