//! `segue inspect`.

use anyhow::{Result, bail};
use clap::Args;
use segue::blend::{BlendError, InterpolateSettings, TransitionSettings};
use segue::plots::{Canvas, Part, Trace, path_plot, skate_plot};
use segue::{Judged, judge_blend, judge_clips, judge_transition};
use serde_json::{Value, json};

use crate::args;
use crate::cast::{self, ClipsArgs, CurvesArgs, Found};
use crate::console::{Console, Outcome};
use crate::made::quality_json;
use crate::middle::MiddleArgs;
use crate::picture::ReportArgs;
use crate::table::Table;
use crate::verbs::blend::check_count;

/// Judge motion by numbers
///
/// One line for each clip. With --weights also for what linear blending and registration make of the clips, with
/// --transition for what a cross-fade and a transition do.
///
///   skate      how fast heels and toes slide while they are planted, and how far in each plant
///   drift      the farthest that a planted point gets from where it was
///   sinks      the deepest that a foot is below the floor
///   path       the length of the root's way; its distance from start to end by its length; its turn
///   rough      sideways acceleration of the root
///   jerk, seam largest third difference of the joints over 1/30 s: of all, and at the seams of a transition
///   knee       largest second difference of a knee's angle over 1/30 s: a knee that snaps shows here
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// Compare what different ways of blending make of the clips with these weights
    #[arg(long, short, value_name = "W,W,…", value_delimiter = ',', value_parser = args::number,
        allow_hyphen_values = true)]
    weights: Vec<f64>,

    /// Compare a transition from the first of two clips to the second with a cross-fade
    #[arg(long)]
    transition: bool,

    #[command(flatten)]
    middle: MiddleArgs,

    #[command(flatten)]
    curves: CurvesArgs,

    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue inspect captures/                                   one line for each clip
  segue inspect left.bvh right.bvh --weights 0.5,0.5        linear blending against registration
  segue inspect walk.bvh run.bvh --transition               cross-fade against transition
  segue inspect blend.glb --json                            for a program";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    if args.middle.is_given() && !args.transition {
        bail!("--at is the middle of a transition; give --transition too");
    }
    let found = args.clips.read(console)?;
    let mut judged = judge_clips(&found.clips.iter().collect::<Vec<_>>());
    if !args.weights.is_empty() {
        judged.extend(blends(args, &found, console)?);
    }
    let mut seams = None;
    if args.transition {
        let (motions, at) = transitions(args, &found)?;
        judged.extend(motions);
        seams = Some(at);
    }
    args.report.plot.save(|| Ok(draw(&judged, seams)))?;
    if args.report.json.json {
        let list: Vec<Value> = judged.iter().map(as_json).collect();
        console.line(serde_json::to_string_pretty(&json!({ "motions": list }))?)?;
    } else {
        console.print(table(&judged))?;
    }
    Ok(Outcome::Done)
}

fn blends(args: &Arguments, found: &Found, console: &Console) -> Result<Vec<Judged>> {
    check_count(&args.weights, found)?;
    let cast = args.curves.cast(found)?;
    cast::tell(&cast, console);
    Ok(judge_blend(&cast, &args.weights, &InterpolateSettings::default())?)
}

/// What a cross-fade and a transition make of two clips, and where the transition begins and ends.
fn transitions(args: &Arguments, found: &Found) -> Result<(Vec<Judged>, [f64; 2])> {
    let at_secs = args.middle.at_secs()?;
    if found.clips.len() != 2 {
        bail!("a transition is between two clips, but {} were named", found.clips.len());
    }
    let clips = found.set()?;
    let register = found.settings(&args.curves.register)?;
    let half_width_secs = args.middle.half_width;
    let settings = TransitionSettings { at_secs, half_width_secs, register, ..TransitionSettings::default() };
    let done = judge_transition(&clips, &settings).map_err(|error| match error {
        BlendError::Register(error) => cast::explained(error),
        error => error.into(),
    })?;
    Ok((done.motions, done.seams_secs))
}

/// The numbers in columns, lines for motions.
pub(crate) fn table(judged: &[Judged]) -> Table {
    let mut table = Table::new(&[
        "motion",
        "s",
        "skate cm/s",
        "cm/plant",
        "drift mm",
        "sinks cm",
        "path m",
        "straight",
        "turn °",
        "rough m/s²",
        "jerk mm",
        "seam mm",
        "knee °",
    ]);
    for motion in judged {
        let quality = &motion.quality;
        let none = || "-".to_owned();
        let skate = |number: fn(&segue::blend::quality::Skate) -> f64, decimals: usize| {
            quality.skate.as_ref().map_or_else(none, |skate| format!("{:.decimals$}", number(skate)))
        };
        table.row([
            motion.name.clone(),
            format!("{:.2}", motion.clip.duration_secs()),
            skate(|skate| skate.cm_per_sec, 1),
            skate(|skate| skate.cm_per_plant, 1),
            skate(|skate| skate.worst_drift_mm, 1),
            format!("{:.1}", quality.penetration.worst_cm),
            format!("{:.2}", quality.root.metres),
            format!("{:.3}", quality.root.straightness),
            format!("{:.0}", quality.root.facing_degrees),
            format!("{:.2}", quality.root.roughness),
            format!("{:.1}", quality.jerk_mm),
            motion.seam_jerk_mm.map_or_else(none, |jerk| format!("{jerk:.1}")),
            quality.knee_pop_degrees.map_or_else(none, |pop| format!("{pop:.1}")),
        ]);
    }
    table
}

fn as_json(motion: &Judged) -> Value {
    let part = match motion.part {
        Part::Input(_) => "clip",
        Part::Plain(_) => "baseline",
        Part::Raw => "made",
        Part::Made => "made, feet held",
    };
    json!({
        "name": motion.name,
        "part": part,
        "duration_secs": motion.clip.duration_secs(),
        "quality": quality_json(&motion.quality),
        "seam_jerk_mm": motion.seam_jerk_mm,
    })
}

fn draw(judged: &[Judged], seams: Option<[f64; 2]>) -> Canvas {
    let traces: Vec<Trace> = judged.iter().map(Judged::trace).collect();
    Canvas::column(&[path_plot(&traces), skate_plot(&traces, seams)])
}
