//! `segue stance path`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::verbs::StancePathRequest;
use segue::verbs::stance::{StancePathAnswer, read_path};

use super::library::LibraryArgs;
use crate::args;
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;
use crate::table::Table;

/// Make whole-body motion along a path of stances
///
/// The file holds a list of parameter sets, {"stances": [{"zs": 0.96, "ze": 1.1, "vs": 3.6, "ve": 3.4, "vp": 0, "x": 1.5}, …]},
/// or a recorded sketch: cameras, scene, and paths with their shadows in pixels (docs/sketches.md). Segue reads a sketch,
/// plans the whole path, and aims captured stances at its contacts; the motion is in the coordinates of the scene. Segue
/// plays the clips that the stances come from along the simulated path, from the first apex to the last. The table says
/// how far each stance lands from its contact. If no stance meets a set, Segue takes the nearest set that works. A step that
/// is not good is warned of, with what would work, and Segue exits with 1.
/// The first set may have `"kind": "from_stand"` and the last `"kind": "to_stand"`; --from-stand and --to-stand add such
/// sets.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A file with parameter sets or a sketch
    #[arg(value_name = "FILE.json")]
    file: PathBuf,

    /// The file to write: .bvh, .amc, .gltf or .glb; foot plants go to FILE.plants.json beside it
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Frames per second of the result
    #[arg(long, value_name = "RATE", default_value_t = 60.0, value_parser = args::positive)]
    rate: f64,

    /// Start standing still
    #[arg(long)]
    from_stand: bool,

    /// End standing still
    #[arg(long)]
    to_stand: bool,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    door::spare_motion(&args.output, args.library.inputs())?;
    let request = StancePathRequest {
        path: door::refused(read_path(&args.file))?,
        name: Some(door::stem(&args.output)?),
        rate_hz: args.rate,
        from_stand: args.from_stand,
        to_stand: args.to_stand,
        source: args.library.source(),
    };
    let mut done = door::ask(&request, console)?;
    done.answer.written = done.work.write(&args.output)?;
    say_written(&done.answer, console);
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| console.print(table(&done.answer)))?;
    let mut verdicts = done.answer.paths.iter().map(|path| &path.verdict);
    Ok(if verdicts.all(|verdict| verdict.good) { Outcome::Done } else { Outcome::Incomplete })
}

fn say_written(answer: &StancePathAnswer, console: &Console) {
    let names: Vec<String> = answer.written.iter().map(|file| file.display().to_string()).collect();
    for path in &answer.paths {
        console.say(format_args!(
            "wrote {}: {} frames, {:.2} s; the centre of mass is {:.1} mm off the simulated path, an ankle {:.1} mm off its place, \
             a foot {:.1} mm under the ground",
            names.join(", "),
            path.frames,
            path.duration_secs,
            1000.0 * path.centre_off_metres,
            1000.0 * path.ankle_off_metres,
            1000.0 * path.sunk_metres
        ));
    }
}

/// The stances of each path, with how far each lands from its contact.
fn table(answer: &StancePathAnswer) -> Table {
    let mut table = Table::new(&["stance", "feet", "ZS", "ZE", "VS", "VE", "VP", "X", "miss cm", "value"]);
    let paths = answer.paths.iter();
    for (one, step) in paths.flat_map(|path| path.stances.iter().zip(&path.verdict.steps)) {
        let mut row = vec![one.stance.name.clone(), format!("{:?}", one.stance.footing).to_lowercase()];
        row.extend(one.stance.parameters.to_array().iter().map(|value| format!("{value:.2}")));
        row.push(step.miss_metres.map_or_else(String::new, |miss| format!("{:.1}", 100.0 * miss)));
        row.push(format!("{:.2}", one.judgement.value));
        table.row(row);
    }
    table
}
