//! `segue parametric build` and `segue parametric from`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use segue::library::Library;
use segue::motion::{Clip, ClipId, ClipSet};
use segue::parametric::{BuildSettings, Measures, Parametric};
use segue::plots::reach_plot;
use segue::register::Resemblance;
use segue::search::Look;
use segue::{Finder, IndexChoices, Input, LibraryIndex, ParamPlace, ParamSize, Query, SavedSearch};
use serde_json::json;

use super::{parameters, place};
use crate::args::{self, LabelArgs, LibraryArgs, ReadArgs};
use crate::cast::Found;
use crate::console::{Console, Outcome};
use crate::picture::ReportArgs;
use crate::progress::Progress;
use crate::verbs::index::webs;

/// Build a motion with controls from a saved search or from clips
#[derive(Debug, Args)]
pub(super) struct BuildArgs {
    /// The library of a saved search
    #[arg(value_name = "LIB", requires = "search")]
    library: Option<PathBuf>,

    /// The matches of this search are the examples (`segue search --save`)
    #[arg(long, value_name = "NAME", requires = "library")]
    search: Option<String>,

    /// Files, folders or samples whose clips are the examples
    #[arg(long, value_name = "CLIP", num_args = 1.., value_parser = args::input(), conflicts_with = "search")]
    clips: Vec<Input>,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    report: ReportArgs,

    #[command(flatten)]
    read: ReadArgs,
}

/// Search a library and build a motion with controls of what is found
///
/// Webs that the library lacks are built first, so that one command leads from raw clips to a motion with controls.
#[derive(Debug, Args)]
pub(super) struct FromArgs {
    #[command(flatten)]
    library: LibraryArgs,

    /// The example: a clip of the library, with @first-last for some of its frames
    #[arg(long, value_name = "CLIP[@FIRST-LAST]")]
    query: String,

    /// How far apart two stretches may be on average, in cm
    #[arg(long, value_name = "CM", default_value_t = 8.0, value_parser = args::positive)]
    epsilon: f64,

    #[command(flatten)]
    label: LabelArgs,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// What is measured, and where the motion goes.
#[derive(Debug, Args)]
struct MakeArgs {
    /// What the motion is controlled by
    #[arg(long, value_name = "MEASURE")]
    measure: String,

    /// The value of a quality in each example, in their order: for given(NAME) in the measure
    #[arg(long, value_name = "NAME=V,V,…", value_parser = Quality::parse)]
    given: Vec<Quality>,

    /// Where the motion goes, with its examples: a file, or LIB.segue#NAME to keep it in a library
    #[arg(long, short, value_name = "FILE.segue-param", value_parser = place)]
    output: ParamPlace,

    /// Leave out examples whose parameters the others reproduce within this distance, in cm
    #[arg(long, value_name = "CM", value_parser = args::positive)]
    prune: Option<f64>,

    /// Random blends that are measured
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    tries: u32,

    /// Which random blends
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

/// What a quality is in each example.
#[derive(Clone, Debug)]
struct Quality {
    name: String,
    values: Vec<f64>,
}

impl Quality {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` does not read as NAME=V,V,…, as in mood=0,0.5,1");
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let values = values.split(',').map(args::number).collect::<Result<_, _>>()?;
        Ok(Self { name: name.trim().to_owned(), values })
    }
}

/// Clips and which of them are alike.
struct Examples {
    clips: Vec<Clip>,
    links: Vec<[ClipId; 2]>,
    /// The library that they are from, and the names of its clips.
    source: Option<(PathBuf, BTreeSet<String>)>,
}

impl Examples {
    /// Those of a search in a library.
    fn found(search: &SavedSearch, library: &Library) -> Result<Self> {
        let (clips, links) = search.examples(library)?;
        let names = search.segments.iter().map(|segment| segment.clip.clone()).collect();
        Ok(Self { clips, links, source: Some((library.path().to_owned(), names)) })
    }

    /// Builds a motion of those with the numbers in `kept`.
    fn build(&self, args: &MakeArgs, kept: &[ClipId]) -> Result<Parametric> {
        let settings =
            BuildSettings { tries: args.tries as usize, seed: args.seed, ..BuildSettings::default() };
        let mut measures = Measures::parse(&args.measure)?;
        for quality in &args.given {
            let values = if quality.values.len() == self.clips.len() {
                kept.iter().map(|&n| quality.values[n.index()]).collect()
            } else {
                quality.values.clone()
            };
            measures = measures.with_given(&quality.name, values)?;
        }
        let clips = ClipSet::of(kept.iter().map(|&n| self.clips[n.index()].clone()))?;
        let place = |n: ClipId| kept.iter().position(|&kept| kept == n).map(ClipId::new);
        let links = self.links.iter().filter_map(|&[from, to]| Some([place(from)?, place(to)?]));
        Ok(Parametric::build_measuring(&clips, &links.collect::<Vec<_>>(), measures, &settings)?)
    }

    /// The clips of the library at `path` that they are cut from.
    fn made_of(&self, path: &Path) -> Vec<String> {
        let same = |source: &Path| source.canonicalize().ok() == path.canonicalize().ok();
        let names = self.source.iter().filter(|(source, _)| same(source)).flat_map(|(_, names)| names);
        names.cloned().collect()
    }
}

pub(super) fn run(args: &BuildArgs, console: &mut Console) -> Result<Outcome> {
    let examples = match (&args.library, &args.search) {
        (Some(library), Some(name)) => {
            let library = Library::open(library)?;
            Examples::found(&SavedSearch::load(&library, name)?, &library)?
        }
        _ if args.clips.is_empty() => bail!("the examples are missing; give LIB --search NAME, or --clips"),
        _ => {
            let clips = Found::read(&args.clips, &args.read, console)?.clips;
            Examples { clips, links: Vec::new(), source: None }
        }
    };
    finish(&args.make, &args.report, &examples, Instant::now(), console)
}

pub(super) fn run_from(args: &FromArgs, console: &mut Console) -> Result<Outcome> {
    let started = Instant::now();
    let path = &args.library.library;
    index(path, console)?;
    let library = Library::open(path)?;
    let choices = IndexChoices::load(&library)?.unwrap_or_default();
    let query = Query { text: args.query.clone(), labels: args.label.label.clone(), ..Query::default() };
    let finder = Finder::open(&library, &query, &choices, |_| ())?;
    let look = Look { epsilon_metres: args.epsilon / 100.0, ..Look::default() };
    let graph = finder.search(&look)?;
    let search = SavedSearch::of(&finder, &graph, &look)?;
    console.say(format_args!("{} matches of {}", search.segments.len() - 1, args.query));
    let examples = Examples::found(&search, &library)?;
    drop(library);
    finish(&args.make, &args.report, &examples, started, console)
}

/// Builds what is missing of the index.
fn index(path: &Path, console: &Console) -> Result<()> {
    let mut library = Library::open_to_write(path)?;
    let choices = IndexChoices::load(&library)?.unwrap_or_default();
    let mut index = LibraryIndex::open(&library, &choices)?;
    index.load(&library, |_| true)?;
    let missing = index.missing(|_| true);
    if missing.is_empty() {
        return Ok(());
    }
    IndexChoices { figures: index.figures(), ..choices }.store(&mut library)?;
    let progress = Progress::of_work(index.work(&missing));
    let watch = |done: segue::search::Progress| {
        progress.reach(done.done, format!("{} webs", missing.len()));
        std::ops::ControlFlow::Continue(())
    };
    index.build(&mut library, &missing, &watch)?;
    drop(progress);
    console.say(format_args!("{} built", webs(missing.len())));
    Ok(())
}

fn finish(
    args: &MakeArgs,
    report: &ReportArgs,
    examples: &Examples,
    started: Instant,
    console: &mut Console,
) -> Result<Outcome> {
    let all: Vec<ClipId> = ClipId::all(examples.clips.len()).collect();
    let mut parametric = examples.build(args, &all)?;
    if let Some(cm) = args.prune {
        let left_out = parametric.prunable(cm / 100.0)?;
        let kept: Vec<ClipId> = all.iter().copied().filter(|n| !left_out.contains(n)).collect();
        parametric = examples.build(args, &kept)?;
        console.say(format_args!("{} of {} examples are left out", left_out.len(), all.len()));
    }
    warn_of_strangers(&parametric, console);
    let size = store(&args.output, &parametric, examples)?;
    let secs = started.elapsed().as_secs_f64();
    report.plot.save(|| Ok(reach_plot(&parametric)))?;
    tell(&parametric, size, secs, report.json.json, console)?;
    console.say(format_args!("wrote {}", args.output));
    Ok(Outcome::Done)
}

/// Tells of examples that do not look like those they are registered with: blends of them are rarely of use.
fn warn_of_strangers(parametric: &Parametric, console: &Console) {
    let registration = parametric.ensemble().registration();
    for (n, clip) in parametric.examples().iter() {
        if let Some(found) = registration.resemblance(n).filter(Resemblance::is_unlike) {
            let cm = 100.0 * found.mean_metres;
            console.warn(format_args!(
                "`{}` resembles no other example, the nearest is {cm:.0} cm away on average; leave it out unless it is the same action",
                clip.name()
            ));
        }
    }
}

fn store(place: &ParamPlace, parametric: &Parametric, examples: &Examples) -> Result<ParamSize> {
    match place {
        ParamPlace::File(path) => Ok(segue::write_parametric(path, parametric)?),
        ParamPlace::Library { library: path, name } => {
            let mut library = Library::open_to_write(path)?;
            Ok(segue::store_parametric(&mut library, name, parametric, &examples.made_of(path))?)
        }
    }
}

/// Requests by which a motion is judged when it is built.
const TARGETS: usize = 100;

fn tell(
    parametric: &Parametric,
    size: ParamSize,
    secs: f64,
    as_json: bool,
    console: &mut Console,
) -> Result<()> {
    let errors = parametric.evaluate(TARGETS, parametric.settings().seed)?;
    let share = 100.0 * size.rest as f64 / size.examples as f64;
    let (examples, samples) = (parametric.examples().len(), parametric.samples().len());
    if as_json {
        let mm = |metres: f64| 1000.0 * metres;
        let report = json!({
            "examples": examples,
            "samples": samples,
            "parameters": parametric.measures().names(),
            "reach": parametric.reach(),
            "bytes": { "examples": size.examples, "rest": size.rest },
            "secs": secs,
            "error_mm": errors.map(|errors| json!({
                "median": mm(errors.after.median), "percentile_99": mm(errors.after.percentile_99),
                "median_before": mm(errors.before.median), "percentile_99_before": mm(errors.before.percentile_99),
            })),
        });
        return console.line(serde_json::to_string_pretty(&report)?);
    }
    console.print(parameters(parametric))?;
    console.line(format_args!(
        "{examples} examples, {samples} samples, {:.0} kB of which {share:.1} % on top of the examples, {secs:.2} s",
        (size.examples + size.rest) as f64 / 1000.0
    ))?;
    if let Some(errors) = errors {
        console.line(format_args!("{TARGETS} targets: {}", super::eval::sentence(&errors)))?;
    }
    Ok(())
}
