//! `segue search`.

mod report;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::verbs::search::{ALIGNMENTS, SearchExplainAnswer};
use segue::verbs::{SearchExplainRequest, SearchRequest, SearchSavedRequest};

use crate::args::{self, FormatName, LabelArgs, LibraryArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;

/// Find every instance of an action from one example
///
/// Finds the stretches of clips that are like the query, then those that are like them, until nothing new turns up.
/// Matches are listed nearest first, by their distance along the graph of similarities. The table also has the direct
/// distance from the query, and the number of steps in which the match was found. Distances are root-mean-square
/// distances between markers on the bodies, in cm.
///
/// Index the library first (`segue index`). A query from outside the library is indexed on the fly.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    library: LibraryArgs,

    /// The example: a clip of the library, a file or a sample, add @first-last for some of its frames
    ///
    /// Repeat it for several examples of one action: Segue finds what is like any of them.
    #[arg(long, short = 'Q', value_name = "CLIP[@FIRST-LAST]", required_unless_present = "saved")]
    query: Vec<String>,

    /// List the matches of a saved search
    #[arg(long, value_name = "NAME", conflicts_with_all = ["query", "epsilon", "extended", "mirrored", "tiers", "same", "apart", "reject", "label", "each", "save", "explain", "cut", "plot"])]
    saved: Option<String>,

    /// How far apart two stretches may be on average, in cm; any value works with the same index
    ///
    /// By default Segue picks the largest value that does not yet let in unrelated motion, at most the limit of the index,
    /// and prints it with the reason.
    #[arg(long, value_name = "CM", value_parser = args::positive, allow_negative_numbers = true)]
    epsilon: Option<f64>,

    /// Also find variants beyond epsilon, by how the limbs move; this is slower
    #[arg(long)]
    extended: bool,

    /// Also find what is like the mirror image: left kicks from a right one
    #[arg(long)]
    mirrored: bool,

    /// Find matches in at most so many steps from the query: 1 for those that are like the query itself
    #[arg(long, value_name = "N")]
    tiers: Option<usize>,

    /// Merge matches that overlap by more than this share (σ)
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = args::share)]
    same: f64,

    /// Count a match as new if it overlaps every other by less than this share (σ̂); raise it for queries of several
    /// periods
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = args::share)]
    apart: f64,

    /// Reject matches in this stretch, and what is more like it than like the matches; repeat it for several
    #[arg(long, value_name = "CLIP@FIRST-LAST")]
    reject: Vec<String>,

    #[command(flatten)]
    label: LabelArgs,

    /// List every match; without it, more than 40 are listed by family: matches that follow one another, such as the
    /// periods of a walk
    #[arg(long)]
    each: bool,

    /// Save the result in the library under this name
    #[arg(long, value_name = "NAME")]
    save: Option<String>,

    /// Explain why this stretch is or is not a match: which criterion fails, and where
    #[arg(long, value_name = "CLIP@FIRST-LAST")]
    explain: Option<String>,

    /// Write each match to this folder as a motion file, with its foot plants and its correspondence to the query
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
  segue search moves.segue --query kick.bvh --epsilon 6 --label kick
  segue search moves.segue --query reaches@40-180 --extended
  segue search moves.segue --query kicks@83-231 --query kicks@298-442 --mirrored
  segue search moves.segue --query kicks@83-231 --reject walks@9-90 --save kicks
  segue search moves.segue --query kicks@83-231 --cut kicks/ --to glb
  segue search moves.segue --query kicks@83-231 --plot kicks.png
  segue search moves.segue --query kicks@83-231 --explain walks@10-90";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    if let Some(name) = &args.saved {
        return saved(args, name, console);
    }
    let search = request(args);
    if let Some(segment) = &args.explain {
        return explain(args, &SearchExplainRequest { search, segment: segment.clone() }, console);
    }
    let done = door::ask(&search, console)?;
    if let Some(folder) = &args.cut {
        let cut = door::watched(console, |watch| done.work.cut(folder, args.to.into(), watch))?;
        let count = cut.matches.len();
        console.say(format_args!("wrote {count} matches and {ALIGNMENTS} to {}", folder.display()));
    }
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| {
        report::found(&done.answer, args.each, console)
    })?;
    Ok(if done.answer.matches.is_empty() { Outcome::Incomplete } else { Outcome::Done })
}

fn request(args: &Arguments) -> SearchRequest {
    SearchRequest {
        library: args.library.library.clone(),
        query: args.query.first().cloned().unwrap_or_default(),
        also: args.query.iter().skip(1).cloned().collect(),
        epsilon_cm: args.epsilon,
        extended: args.extended,
        mirrored: args.mirrored,
        tiers: args.tiers,
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

fn explain(args: &Arguments, request: &SearchExplainRequest, console: &mut Console) -> Result<Outcome> {
    let done = door::ask(request, console)?;
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
