//! `segue register`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::Cast;
use segue::motion::{Clip, ClipId, ConstraintKind};
use segue::plots::{Canvas, curves_plot, distance_plot, plants_plot};
use segue::register::Registration;
use serde_json::{Value, json};

use crate::cast::{self, ClipsArgs, RegisterArgs};
use crate::console::{Console, Outcome};
use crate::picture::ReportArgs;
use crate::table::Table;

/// Find out how clips correspond
///
/// Which moments go together, where each clip has to stand so that it lies on the reference, and which foot plants
/// are the same. Clips that do not belong together are refused with the reason.
///
/// Distances are root-mean-square distances of markers on the bodies in corresponding frames; the contrast compares
/// them with frames paired at random. Speeds say how fast a clip plays while the reference plays at its own.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// Save the registration here, for --registration of other verbs
    #[arg(long, short, value_name = "FILE.segue-reg")]
    output: Option<PathBuf>,

    #[command(flatten)]
    register: RegisterArgs,

    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue register walk.bvh jog.bvh                       how they correspond
  segue register walks/ -o walks.segue-reg              save it
  segue register sample:walk-left sample:walk-right --plot grid.png
  segue register kicks.bvh@83-231 kicks.bvh@640-790     two kicks of one capture";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let found = args.clips.read(console)?;
    let cast = found.cast(&args.register, None)?;
    cast::tell(&cast, console);
    let bytes = cast.encode();
    if let Some(path) = &args.output {
        segue::save(path, &bytes)?;
        console.say(format_args!("wrote {}: {} bytes", path.display(), bytes.len()));
    }
    args.report.plot.save(|| draw(&cast))?;
    if args.report.json.json {
        console.line(serde_json::to_string_pretty(&as_json(&cast))?)?;
    } else {
        print(&cast, console)?;
    }
    Ok(Outcome::Done)
}

/// Grids that are drawn side by side at most: more would not be read.
const MOST_GRIDS: usize = 3;

fn draw(cast: &Cast) -> Result<Canvas> {
    let others = cast.clips().ids().filter(|clip| *clip != cast.registration().reference());
    let grids =
        others.take(MOST_GRIDS).map(|clip| distance_plot(cast, clip)).collect::<Result<Vec<_>, _>>()?;
    let grids = Canvas::row(&grids);
    Ok(Canvas::column(&[Canvas::row(&[grids, curves_plot(cast)]), plants_plot(cast)]))
}

fn print(cast: &Cast, console: &mut Console) -> Result<()> {
    let registration = cast.registration();
    let mut table =
        Table::new(&["clip", "frames", "in use", "distance", "contrast", "speed", "turned by", "ends"]);
    for (n, clip) in cast.clips().iter() {
        table.row(row(registration, n, clip));
    }
    console.print(&table)?;
    console.line("")?;
    let mut matches = Table::new(&["plants", "matches", "of"]);
    for kind in ConstraintKind::ALL {
        let counts = plant_counts(cast, kind);
        if counts.iter().any(|count| *count > 0) {
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            let name = kind.name().replace('_', " ");
            matches.row([name, match_count(registration, kind).to_string(), counts.join(", ")]);
        }
    }
    console.print(&matches)
}

fn row(registration: &Registration, n: ClipId, clip: &Clip) -> Vec<String> {
    let [from, to] = in_use(registration, n);
    let mut row = vec![clip.name().to_owned(), clip.len().to_string(), format!("{from:.2}–{to:.2} s")];
    match registration.resemblance(n) {
        None => row.push("reference".to_owned()),
        Some(resemblance) => {
            let [slowest, fastest] = speeds(registration, n);
            let [least, most] = turns(registration, n);
            row.push(format!("{:.1} cm", 100.0 * resemblance.mean_metres));
            row.push(format!("{:.2}", resemblance.contrast));
            row.push(format!("{slowest:.2}–{fastest:.2}"));
            row.push(format!("{least:.0}° to {most:.0}°"));
            row.push(if resemblance.pinned { "pinned" } else { "open" }.to_owned());
        }
    }
    row
}

/// The part of a clip that the curve covers, in seconds.
fn in_use(registration: &Registration, n: ClipId) -> [f64; 2] {
    registration.range().map(|u| registration.timewarp().at(n, u))
}

/// Moments along the curve, dense enough to see every piece of it.
fn moments(registration: &Registration) -> impl Iterator<Item = f64> {
    let [start, end] = registration.range();
    let steps =
        ((end - start) / registration.timewarp().curve(ClipId::FIRST).spacing()).ceil().max(1.0) as usize * 4;
    (0..=steps).map(move |step| start + (end - start) * step as f64 / steps as f64)
}

fn extent(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)])
}

/// The slowest and the fastest that a clip plays while the reference plays at its own speed.
fn speeds(registration: &Registration, n: ClipId) -> [f64; 2] {
    let (timewarp, reference) = (registration.timewarp(), registration.reference());
    extent(moments(registration).map(|u| timewarp.rate(n, u) / timewarp.rate(reference, u)))
}

/// The least and the most that a clip is turned to lie on the reference, in degrees.
fn turns(registration: &Registration, n: ClipId) -> [f64; 2] {
    extent(moments(registration).map(|u| registration.alignment(n).angle(u).to_degrees()))
}

fn match_count(registration: &Registration, kind: ConstraintKind) -> usize {
    registration.matches().iter().filter(|found| found.kind == kind).count()
}

/// How many plants of a kind each clip has.
fn plant_counts(cast: &Cast, kind: ConstraintKind) -> Vec<usize> {
    cast.clips().clips().map(|clip| clip.constraints().of(kind).len()).collect()
}

fn as_json(cast: &Cast) -> Value {
    let registration = cast.registration();
    let clip = |(n, clip): (ClipId, &Clip)| {
        let resemblance = registration.resemblance(n);
        json!({
            "name": clip.name(),
            "frames": clip.len(),
            "in_use_secs": in_use(registration, n),
            "mean_distance_cm": resemblance.map(|resemblance| 100.0 * resemblance.mean_metres),
            "contrast": resemblance.map(|resemblance| resemblance.contrast),
            "pinned": resemblance.map(|resemblance| resemblance.pinned),
            "speed": speeds(registration, n),
            "turn_degrees": turns(registration, n),
        })
    };
    let matched = |found: &segue::register::ConstraintMatch| {
        let timewarp = registration.timewarp();
        let secs = |(n, interval): (ClipId, &segue::register::Interval)| {
            [interval.start, interval.end].map(|u| timewarp.at(n, u))
        };
        let secs: Vec<[f64; 2]> = registration.ids().zip(&found.intervals).map(secs).collect();
        json!({ "kind": found.kind.name(), "secs": secs })
    };
    let clips: Vec<Value> = cast.clips().iter().map(clip).collect();
    let matches: Vec<Value> = registration.matches().iter().map(matched).collect();
    json!({
        "reference": cast.reference().name(),
        "clips": clips,
        "matches": matches,
        "notes": registration.notes(),
    })
}
