//! `segue search`.

mod report;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::verbs::{
    ALIGNMENTS, SearchExplainAnswer, SearchExplainRequest, SearchRequest, SearchSavedRequest,
};

use crate::args::{self, FormatName, LabelArgs, LibraryArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;

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

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    if let Some(name) = &args.saved {
        return saved(args, name, console);
    }
    let search = request(args);
    if let Some(segment) = &args.explain {
        return explain(args, SearchExplainRequest { search, segment: segment.clone() }, console);
    }
    let done = door::ask(&search, console)?;
    if let Some(folder) = &args.cut {
        let cut = door::watched(console, |watch| done.work.cut(folder, args.to.into(), watch))?;
        let count = cut.matches.len();
        console.say(format_args!("wrote {count} matches and {ALIGNMENTS} to {}", folder.display()));
    }
    door::draw(&done.work, &args.report.plot)?;
    door::report(&done, &args.report, console, |done, console| report::found(&done.answer, console))?;
    Ok(if done.answer.matches.is_empty() { Outcome::Incomplete } else { Outcome::Done })
}

fn request(args: &Arguments) -> SearchRequest {
    SearchRequest {
        library: args.library.library.clone(),
        query: args.query.clone().unwrap_or_default(),
        epsilon_cm: args.epsilon,
        extended: args.extended,
        same: args.same,
        apart: args.apart,
        reject: args.reject.clone(),
        labels: args.label.label.clone(),
        save: args.save.clone(),
        read: args.read.options(),
    }
}

fn saved(args: &Arguments, name: &str, console: &mut Console) -> Result<Outcome> {
    let request = SearchSavedRequest { library: args.library.library.clone(), name: name.to_owned() };
    let done = door::ask(&request, console)?;
    door::report(&done, &args.report, console, |done, console| report::saved(&done.answer, console))?;
    Ok(Outcome::Done)
}

fn explain(args: &Arguments, request: SearchExplainRequest, console: &mut Console) -> Result<Outcome> {
    let done = door::ask(&request, console)?;
    door::report(&done, &args.report, console, |done, console| explanation(&done.answer, console))?;
    Ok(if done.answer.is_match { Outcome::Done } else { Outcome::Incomplete })
}

fn explanation(answer: &SearchExplainAnswer, console: &mut Console) -> Result<()> {
    if answer.is_alone {
        console.inform("too few of the other matches agree, so the search leaves it out");
    }
    console.line(format_args!("{} and the query itself: {}", answer.segment, answer.verdict))?;
    let Some(found) = answer.found else { return Ok(()) };
    console.line(format_args!("it is match {} of the search, found in step {}", found.rank, found.tier))
}
