//! `segue search`.

mod cut;
mod explain;
mod report;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use segue::library::Library;
use segue::motion::ClipId;
use segue::plots::{Canvas, graph_plot, web_plot};
use segue::search::{Extended, Look, MatchGraph};
use segue::{Finder, Hit, IndexChoices, Query, SavedSearch};

use crate::args::{self, FormatName, LabelArgs, LibraryArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::picture::ReportArgs;
use crate::progress::Progress;

/// Give one example of an action, get every instance of it
///
/// Finds the stretches of a library's clips that are like the query, then those that are like them, until nothing new is
/// found. They are listed nearest first: by the distance along the graph of their similarities, next to the distance
/// from the query itself and to the number of steps in which they were found. Distances are root-mean-square distances
/// of markers on the bodies, in cm.
///
/// The library has to be indexed once (`segue index`). A query that is not in the library is indexed on the way.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    library: LibraryArgs,

    /// The example: a clip of the library, a file or a sample, with @first-last for some of its frames
    #[arg(long, short = 'Q', value_name = "CLIP[@FIRST-LAST]", required_unless_present = "saved")]
    query: Option<String>,

    /// List what was found by a search that was saved
    #[arg(long, value_name = "NAME", conflicts_with_all = ["query", "epsilon", "extended", "same", "apart", "reject", "label", "save", "explain", "cut", "plot"])]
    saved: Option<String>,

    /// How far apart two stretches may be on average, in cm; changing it rebuilds nothing
    #[arg(long, value_name = "CM", default_value_t = 8.0, value_parser = args::positive, allow_negative_numbers = true)]
    epsilon: f64,

    /// Also find variants beyond epsilon, by how the limbs move; takes longer
    #[arg(long)]
    extended: bool,

    /// Matches that overlap by more than this share are the same (σ)
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = args::share)]
    same: f64,

    /// A match is new when it overlaps every other by less than this share (σ̂); queries of several periods need more
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = args::share)]
    apart: f64,

    /// What is found here is no match, and nothing is looked for from it; may be given several times
    #[arg(long, value_name = "CLIP@FIRST-LAST")]
    reject: Vec<String>,

    #[command(flatten)]
    label: LabelArgs,

    /// Keep what was found in the library, under this name
    #[arg(long, value_name = "NAME")]
    save: Option<String>,

    /// Say why this stretch is, or is not, a match: which criterion fails, and where
    #[arg(long, value_name = "CLIP@FIRST-LAST")]
    explain: Option<String>,

    /// Write each match as a motion file to this folder, with its plants and which moments go with those of the query
    #[arg(long, value_name = "FOLDER")]
    cut: Option<PathBuf>,

    /// The format of the files of --cut
    #[arg(long, value_name = "FORMAT", default_value = "bvh", requires = "cut")]
    to: FormatName,

    #[command(flatten)]
    report: ReportArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue search moves.segue --query kicks@83-231
  segue search moves.segue --query kick.bvh --epsilon 10 --label kick
  segue search moves.segue --query kicks@83-231 --reject walks@10-90 --save kicks
  segue search moves.segue --query kicks@83-231 --cut kicks/ --to glb
  segue search moves.segue --query kicks@83-231 --plot kicks.png
  segue search moves.segue --query kicks@83-231 --explain walks@10-90";

/// A search that was made.
struct Done<'a> {
    finder: &'a Finder,
    look: Look,
    graph: MatchGraph,
    hits: Vec<Hit>,
}

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let library = Library::open(&args.library.library)?;
    if let Some(name) = &args.saved {
        let search = SavedSearch::load(&library, name)?;
        report::saved(&search, args.report.json.json, console)?;
        return Ok(Outcome::Done);
    }
    let finder = open(&library, args, console)?;
    let look = look(args, &finder)?;
    let graph = finder.search(&look)?;
    if finder.index().damaged() > 0 {
        console.warn(format_args!(
            "{} of the webs that were needed cannot be read, and nothing is found in them; run: segue index {}",
            finder.index().damaged(),
            library.path().display()
        ));
    }
    let hits = finder.hits(&graph);
    let done = Done { finder: &finder, look, graph, hits };
    if let Some(text) = &args.explain {
        return explain::run(text, &done, args.report.json.json, console);
    }
    store(args, &done, library, console)?;
    report::found(&done, args.report.json.json, console)?;
    Ok(if done.hits.is_empty() { Outcome::Incomplete } else { Outcome::Done })
}

/// Reads the clips and says what is not searched.
fn open(library: &Library, args: &Arguments, console: &Console) -> Result<Finder> {
    let (text, labels) = (args.query.clone().unwrap_or_default(), args.label.label.clone());
    let with_motion = args.extended || args.explain.is_some() || args.report.plot.is_wanted();
    let query = Query { text, labels, read: args.read.options(), with_motion };
    let choices = IndexChoices::load(library)?.unwrap_or_default();
    let progress = Progress::new(library.entries()?.len());
    let finder = Finder::open(library, &query, &choices, |name| progress.step(name))?;
    drop(progress);
    finder.notes().for_each(|note| console.inform(note));
    for left_out in finder.left_out() {
        console.warn(format_args!("`{}` is left out: {}", left_out.clip, left_out.reason));
    }
    if finder.other_joints() > 0 {
        console.inform(format_args!(
            "not searched, since they have other joints than the query: {} of {} clips",
            finder.other_joints(),
            finder.other_joints() + finder.searched()
        ));
    }
    if finder.missing() > 0 {
        console.warn(format_args!(
            "{} pairs of clips are not indexed, and nothing is found between them; run: segue index {}",
            finder.missing(),
            library.path().display()
        ));
    }
    Ok(finder)
}

fn look(args: &Arguments, finder: &Finder) -> Result<Look> {
    let rejected = args.reject.iter().map(|text| finder.segment(text)).collect::<Result<_, _>>()?;
    let extended = args.extended.then(Extended::default);
    let (same, apart) = (args.same, args.apart);
    Ok(Look { epsilon_metres: args.epsilon / 100.0, same, apart, extended, rejected, ..Look::default() })
}

/// Keeps, cuts and draws what was found.
fn store(args: &Arguments, done: &Done<'_>, library: Library, console: &Console) -> Result<()> {
    if let Some(folder) = &args.cut {
        cut::run(folder, args.to.into(), done, &library, console)?;
    }
    args.report.plot.save(|| Ok(draw(done)))?;
    let Some(name) = &args.save else { return Ok(()) };
    if done.hits.is_empty() {
        bail!("nothing was found, so nothing is saved as `{name}`");
    }
    let search = SavedSearch::of(done.finder, &done.graph, &done.look)?;
    let path = library.path().to_owned();
    drop(library);
    search.store(&mut Library::open_to_write(path)?, name)?;
    console.say(format_args!("saved as `{name}`"));
    Ok(())
}

/// The graph, and the web of the query's clip with the clip that has most matches.
fn draw(done: &Done<'_>) -> Canvas {
    let query = done.finder.query();
    let matches = |clip: ClipId| done.hits.iter().filter(|hit| hit.segment.clip == clip).count();
    let other = done.hits.iter().map(|hit| hit.segment.clip).rev().max_by_key(|&clip| matches(clip));
    let other = other.unwrap_or(query.clip);
    let index = done.finder.index();
    let graph = graph_plot(index, &done.graph, done.finder.frames(query));
    match web_plot(index, query, other, &done.graph) {
        Some(web) => Canvas::row(&[graph, web]),
        None => graph,
    }
}
