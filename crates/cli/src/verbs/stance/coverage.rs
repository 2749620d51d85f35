//! `segue stance coverage`.

use anyhow::Result;
use clap::Args;
use segue::plots::{Canvas, Color, Slice};
use segue::stance::{FindSettings, Kind, Params, Stage, StanceLibrary};
use serde_json::{Value, json};

use super::library::{LibraryArgs, average};
use super::named::WantedArgs;
use super::told::params_json;
use crate::console::{Console, Outcome};
use crate::picture::ReportArgs;
use crate::table::Table;

/// What stances cover
///
/// For each stance the least and greatest of each parameter at which a warp of it is plausible. --plot draws slices of
/// the space of the six parameters: where a warp answers, and what blends add; the parameters that a slice does not
/// show are those given, else the mean of the library.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    wanted: WantedArgs,

    /// Points along each side of a slice
    #[arg(long, value_name = "N", default_value_t = 28, value_parser = clap::value_parser!(u32).range(4..=200))]
    points: u32,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let source = args.library.read(console)?;
    let library = &source.library;
    let whole = || library.stances().iter().filter(|stance| stance.kind() == Kind::Whole);
    let middle = args.wanted.over(average(whole()));
    args.report.plot.save(|| {
        let settings = FindSettings { tries: args.library.tries(), ..FindSettings::default() };
        let slices: Vec<Canvas> = [(2, 1), (2, 3), (5, 1)]
            .into_iter()
            .map(|axes| slice(library, middle, axes, args.points as usize, &settings))
            .collect::<Result<_>>()?;
        Ok(Canvas::row(&slices))
    })?;
    if args.report.json.json {
        console.line(serde_json::to_string_pretty(&as_json(library))?)?;
    } else {
        console.print(table(library))?;
    }
    Ok(Outcome::Done)
}

fn table(library: &StanceLibrary) -> Table {
    let mut table = Table::new(&["stance", "ZS", "ZE", "VS", "VE", "VP", "X"]);
    for (i, stance) in library.stances().iter().enumerate() {
        let mut row = vec![stance.name().to_owned()];
        match library.coverage(i) {
            Some(region) => {
                let [low, high] = region.bounds().map(Params::to_array);
                row.extend((0..6).map(|i| format!("{:.2}…{:.2}", low[i], high[i])));
            }
            None => row.push("nothing".to_owned()),
        }
        table.row(row);
    }
    table
}

fn as_json(library: &StanceLibrary) -> Value {
    let one = |(i, stance): (usize, &segue::stance::Stance)| {
        let bounds = library.coverage(i).map(|region| region.bounds().map(params_json));
        json!({ "stance": stance.name(), "bounds": bounds })
    };
    json!({ "coverage": library.stances().iter().enumerate().map(one).collect::<Vec<_>>() })
}

/// Where warps answer, and where only blends do.
fn slice(
    library: &StanceLibrary,
    middle: Params,
    (x, y): (usize, usize),
    points: usize,
    settings: &FindSettings,
) -> Result<Canvas> {
    let corners = corners(library, x, y);
    let (mut warps, mut blends) = (Vec::new(), Vec::new());
    for i in 0..points * points {
        let share = |n: usize| n as f64 / (points - 1) as f64;
        let at = [0, 1].map(|axis| {
            let n = if axis == 0 { i % points } else { i / points };
            corners[0][axis] + share(n) * (corners[1][axis] - corners[0][axis])
        });
        let mut wanted = middle.to_array();
        (wanted[x], wanted[y]) = (at[0], at[1]);
        let wanted = Params::from_array(wanted);
        if wanted.checked().is_err() {
            continue;
        }
        match library.find(wanted, settings)?.map(|found| found.stage) {
            Some(Stage::Warp) => warps.push(at),
            Some(_) => blends.push(at),
            None => {}
        }
    }
    let own: Vec<[f64; 2]> = library
        .stances()
        .iter()
        .filter(|stance| stance.kind() == Kind::Whole)
        .map(|stance| [stance.params().to_array()[x], stance.params().to_array()[y]])
        .collect();
    Ok(Slice {
        title: format!("{} over {}", Params::NAMES[y], Params::NAMES[x]),
        about: format!("{} answered by a warp, {} more by a blend", warps.len(), blends.len()),
        x_name: named(x),
        y_name: named(y),
        groups: vec![
            ("a warp is plausible".to_owned(), Color::LEFT, warps),
            ("only a blend is".to_owned(), Color::RIGHT, blends),
            ("the stances themselves, seen from the side".to_owned(), Color::GREY, own),
        ],
        corners,
    }
    .draw())
}

fn named(axis: usize) -> String {
    let unit = if (2..5).contains(&axis) { "m/s" } else { "m" };
    format!("{} in {unit}", Params::NAMES[axis])
}

/// The corners of the parameters of all stances, grown by a fifth.
fn corners(library: &StanceLibrary, x: usize, y: usize) -> [[f64; 2]; 2] {
    let values = |axis: usize| {
        let all = library.stances().iter().filter(|stance| stance.kind() == Kind::Whole);
        let (low, high) = all
            .map(|stance| stance.params().to_array()[axis])
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        let margin = 0.1 * (high - low);
        [low - margin, high + margin]
    };
    let (x, y) = (values(x), values(y));
    [[x[0], y[0]], [x[1], y[1]]]
}
