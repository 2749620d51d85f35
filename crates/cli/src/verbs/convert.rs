//! `segue convert`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use segue::Input;
use segue::motion::FrameRange;
use segue::verbs::convert::EditRequest;
use segue::verbs::{ClipsRequest, ConvertRequest};

use crate::args::{self, FormatName, JsonArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::made::WritingArgs;
use crate::picture;

/// Convert and edit motion files
///
/// The extension of OUT sets the format: .bvh, .amc (with its .asf), .gltf, .glb, or for programs .npz, .csv, .json. An
/// OUT without an extension, or with a slash at its end, is a folder: it gets one file for each file of IN, in the same
/// subfolders, or one for each clip if the format holds only one. Missing folders are made.
///
/// A clip on the figure of a glTF or GLB file goes into that file: meshes, materials and everything else stay, and the clip
/// moves the file's own nodes.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ConvertArgs {
    /// Files, folders or samples
    #[arg(required = true, value_name = "IN", value_parser = args::input())]
    inputs: Vec<Input>,

    /// A motion file or a folder
    #[arg(required = true, value_name = "OUT")]
    output: PathBuf,

    /// The format of files in a folder; by default each file keeps its own, and FBX becomes GLB
    #[arg(long, value_name = "FORMAT")]
    to: Option<FormatName>,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    edit: EditArgs,

    #[command(flatten)]
    writing: WritingArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue convert walk.bvh walk.glb                   one file
  segue convert captures/ out/ --to glb             a folder
  segue convert captures/ all.glb                   all clips in one file
  segue convert moves.glb#Walk walk.bvh             one clip of several
  segue convert kicks.bvh@83-231 kick.bvh           some frames
  segue convert walk.bvh out.glb --onto hero.glb    the hero, walking
  segue convert walk.bvh out.glb --onto hero.glb --add
                                                    and with the clips it had
  segue convert walk.bvh walk30.glb --resample 30   fewer frames, same speed
  segue convert sneak.bvh sneak60.bvh --fps 60      correct a wrong rate";

/// What happens to each clip between reading and writing, in this order.
#[derive(Debug, Args)]
#[command(next_help_heading = "Editing")]
struct EditArgs {
    /// Use only clips with this name; repeat it for several
    #[arg(long, value_name = "NAME")]
    clip: Vec<String>,

    /// Use only these frames, as after @
    #[arg(long, value_name = "FIRST-LAST", value_parser = frame_range)]
    range: Option<FrameRange>,

    /// Retarget the motion to the figure in this file
    ///
    /// Segue pairs joints by name and shape, or as --retarget says.
    #[arg(long, value_name = "FILE", value_parser = args::input())]
    onto: Option<Input>,

    /// A skeleton map for --onto, made by `segue map`
    #[arg(long, value_name = "MAP", requires = "onto")]
    retarget: Option<PathBuf>,

    /// Draw the first clip as it was read and, below it, on the figure of --onto
    #[arg(long, value_name = "FILE.png|FILE.svg", value_parser = picture::file, requires = "onto")]
    plot: Option<PathBuf>,

    /// Swap left and right
    #[arg(long)]
    mirror: bool,

    /// Resample to this rate; the duration stays the same
    #[arg(long, value_name = "RATE", value_parser = args::positive)]
    resample: Option<f64>,
}

fn frame_range(text: &str) -> Result<FrameRange, String> {
    segue::files::parse_range(text).ok_or_else(|| "write first-last, as in 83-231".to_owned())
}

pub(crate) fn run(args: &ConvertArgs, console: &mut Console) -> Result<Outcome> {
    if args.edit.range.is_some() && args.inputs.iter().any(|input| input.range.is_some()) {
        bail!("the frames are given twice, after @ and by --range; leave one out");
    }
    args.writing.spare(args.edit.plot.as_deref(), &args.inputs)?;
    let request = ConvertRequest {
        clips: ClipsRequest {
            inputs: args.inputs.clone(),
            read: args.read.options(),
            ..ClipsRequest::default()
        },
        output: Some(args.output.clone()),
        to: args.to.map(Into::into),
        edit: args.edit.request(),
        writing: args.writing.options(),
    };
    let done = door::ask(&request, console)?;
    for written in &done.answer.written {
        let files: Vec<String> = written.files.iter().map(|file| file.display().to_string()).collect();
        console.say(format_args!("wrote {}: {} frames", files.join(" and "), written.frames));
    }
    door::draw_to(&done.work, args.edit.plot.as_deref(), console)?;
    if args.json.json {
        door::print_json(&done, console)?;
    }
    Ok(if done.answer.errors.is_empty() { Outcome::Done } else { Outcome::Incomplete })
}

impl EditArgs {
    fn request(&self) -> EditRequest {
        EditRequest {
            clip: self.clip.clone(),
            frames: self.range.map(|range| [range.first, range.last]),
            onto: self.onto.clone(),
            retarget: self.retarget.clone(),
            mirror: self.mirror,
            resample_hz: self.resample,
        }
    }
}
