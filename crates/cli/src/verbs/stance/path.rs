//! `segue stance path`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::verbs::{StancePathAnswer, StancePathRequest, read_path};

use super::library::LibraryArgs;
use crate::args;
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;

/// Make motion of the whole body along a path
///
/// The file holds a list of parameter sets, {"stances": [{"zs": 0.96, "ze": 1.1, "vs": 3.6, "ve": 3.4, "vp": 0, "x": 1.5}, …]},
/// or a recorded sketch: camera, scene, path and shadow in pixels. A stance is found for each, and the clips they come
/// from are played along the simulated path, from the first apex to the last. A set that nothing does is replaced by the
/// nearest that works, with a warning. A set with `"kind": "from_stand"` may be the first and one with
/// `"kind": "to_stand"` the last; --from-stand and --to-stand add them.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Parameter sets or a sketch
    #[arg(value_name = "FILE.json")]
    file: PathBuf,

    /// Where the motion goes: a .bvh, .amc, .gltf or .glb file; its plants go beside it, to NAME.plants.json
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Frames per second of the result
    #[arg(long, value_name = "RATE", default_value_t = 60.0, value_parser = args::positive)]
    rate: f64,

    /// Begin standing still
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
    door::draw(&done.work, &args.report.plot)?;
    door::report(&done, &args.report, console, |_, _| Ok(()))?;
    let is_missed = done.answer.stances.iter().any(|stance| stance.instead_of.is_some());
    Ok(if is_missed { Outcome::Incomplete } else { Outcome::Done })
}

fn say_written(answer: &StancePathAnswer, console: &Console) {
    let names: Vec<String> = answer.written.iter().map(|file| file.display().to_string()).collect();
    console.say(format_args!(
        "wrote {}: {} frames, {:.2} s; the centre of mass is {:.1} mm off the simulated path, an ankle {:.1} mm off its place",
        names.join(", "),
        answer.frames,
        answer.duration_secs,
        1000.0 * answer.centre_off_metres,
        1000.0 * answer.ankle_off_metres
    ));
}
