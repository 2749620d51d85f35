//! `segue parametric build` and `segue parametric from`.

use std::convert::Infallible;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::files::ParamPlace;
use segue::verbs::parametric::{BuiltParametric, Controls, ParametricBuildAnswer};
use segue::verbs::{Done, ParametricBuildRequest, ParametricFromRequest, Verb};

use super::eval::sentence;
use super::table_of;
use crate::args::{self, LabelArgs, LibraryArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;
use crate::verbs::index::clips;

/// Build a motion with controls from a saved search or from clips
#[derive(Debug, Args)]
pub(super) struct BuildArgs {
    /// The library of a saved search
    #[arg(value_name = "LIB", requires = "search")]
    library: Option<PathBuf>,

    /// Use the matches of this saved search as examples (`segue search --save`)
    #[arg(long, value_name = "NAME", requires = "library")]
    search: Option<String>,

    /// Use the clips of these files, folders or samples as examples
    #[arg(long, value_name = "CLIP", num_args = 1.., value_parser = args::input(), conflicts_with = "search")]
    clips: Vec<Input>,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    report: ReportArgs,

    #[command(flatten)]
    read: ReadArgs,
}

/// Search a library and build a motion with controls from the matches
///
/// Indexes the library first, so that one command leads from raw clips to a motion with controls.
#[derive(Debug, Args)]
pub(super) struct FromArgs {
    #[command(flatten)]
    library: LibraryArgs,

    /// The example: a clip of the library; add @first-last for some of its frames; repeat it for several
    #[arg(long, value_name = "CLIP[@FIRST-LAST]", required = true)]
    query: Vec<String>,

    /// How far apart two stretches may be on average, in cm; without it chosen as `segue search` does
    #[arg(long, value_name = "CM", value_parser = args::positive)]
    epsilon: Option<f64>,

    /// Also find variants beyond epsilon, by how the limbs move
    #[arg(long)]
    extended: bool,

    /// Also find what is like the mirror image; it is mirrored to be an example
    #[arg(long)]
    mirrored: bool,

    /// Find matches in at most so many steps from the query
    #[arg(long, value_name = "N")]
    tiers: Option<usize>,

    /// Reject matches in this stretch, and what is more like it than like the matches
    #[arg(long, value_name = "CLIP@FIRST-LAST")]
    reject: Vec<String>,

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
    /// The measure that controls the motion
    #[arg(long, value_name = "MEASURE")]
    measure: String,

    /// The value of a quality in each example, in order, for given(NAME) in the measure
    #[arg(long, value_name = "NAME=V,V,…", value_parser = Quality::parse)]
    given: Vec<Quality>,

    /// Where to store the motion with its examples: a file, or LIB.segue#NAME in a library
    #[arg(long, short, value_name = "FILE.segue-param", value_parser = place)]
    output: ParamPlace,

    /// Drop examples whose parameters the others reproduce within this distance, in cm
    #[arg(long, value_name = "CM", value_parser = args::positive)]
    prune: Option<f64>,

    /// How many random blends to measure
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    tries: u32,

    /// The seed of the random blends
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

/// A file or a name in a library; any text is one.
#[expect(clippy::unnecessary_wraps, reason = "a parser of arguments may fail")]
fn place(text: &str) -> Result<ParamPlace, Infallible> {
    Ok(ParamPlace::parse(text))
}

impl MakeArgs {
    fn controls(&self) -> Controls {
        let given = self.given.iter().map(|quality| (quality.name.clone(), quality.values.clone()));
        Controls {
            measure: self.measure.clone(),
            given: given.collect(),
            functions: Vec::new(),
            prune_cm: self.prune,
            tries: self.tries as usize,
            seed: self.seed,
        }
    }
}

pub(super) fn run(args: &BuildArgs, console: &mut Console) -> Result<Outcome> {
    let request = ParametricBuildRequest {
        library: args.library.clone(),
        search: args.search.clone(),
        clips: args.clips.clone(),
        read: args.read.options(),
        controls: args.make.controls(),
        ..ParametricBuildRequest::default()
    };
    finish(door::ask(&request, console)?, &args.make, &args.report, console)
}

pub(super) fn run_from(args: &FromArgs, console: &mut Console) -> Result<Outcome> {
    let request = ParametricFromRequest {
        library: args.library.library.clone(),
        query: args.query.first().cloned().unwrap_or_default(),
        also: args.query.iter().skip(1).cloned().collect(),
        epsilon_cm: args.epsilon,
        extended: args.extended,
        mirrored: args.mirrored,
        tiers: args.tiers,
        reject: args.reject.clone(),
        labels: args.label.label.clone(),
        controls: args.make.controls(),
    };
    let done = door::ask(&request, console)?;
    if let Some(made) = done.answer.clips_indexed.filter(|&made| made > 0) {
        console.say(format_args!("{} indexed", clips(made)));
    }
    if let Some(matches) = done.answer.matches {
        let epsilon = done.answer.epsilon_cm.unwrap_or_default();
        console
            .say(format_args!("{matches} matches of {} within ε = {epsilon:.2} cm", args.query.join(", ")));
    }
    finish(done, &args.make, &args.report, console)
}

/// Stores, draws and describes a motion that was built.
fn finish<V>(
    mut done: Done<V>,
    args: &MakeArgs,
    report: &ReportArgs,
    console: &mut Console,
) -> Result<Outcome>
where
    V: Verb<Answer = ParametricBuildAnswer, Work = BuiltParametric>,
{
    let ParametricBuildAnswer { examples, left_out, .. } = done.answer;
    if args.prune.is_some() {
        console.say(format_args!("{left_out} of {} examples are left out", examples + left_out));
    }
    door::refused(done.work.store(&args.output))?;
    done.answer.written = Some(args.output.to_string());
    door::draw(&done.work, &report.plot, console)?;
    door::report(&done, report, console, |done, console| tell(done, console))?;
    console.say(format_args!("wrote {}", args.output));
    Ok(Outcome::Done)
}

fn tell<V>(done: &Done<V>, console: &mut Console) -> Result<()>
where
    V: Verb<Answer = ParametricBuildAnswer, Work = BuiltParametric>,
{
    let answer = &done.answer;
    console.print(table_of(&answer.parameters))?;
    let bytes = answer.bytes;
    console.line(format_args!(
        "{} examples, {} samples, {:.0} kB of which {:.1} % on top of the examples, {:.2} s",
        answer.examples,
        answer.samples,
        (bytes.examples + bytes.rest) as f64 / 1000.0,
        100.0 * bytes.rest as f64 / bytes.examples as f64,
        answer.build_secs
    ))?;
    if let Some(evaluation) = &answer.evaluation {
        let units = done.work.parametric.measures().units();
        console.line(format_args!("{} targets: {}", evaluation.targets, sentence(evaluation, &units)))?;
    }
    Ok(())
}
