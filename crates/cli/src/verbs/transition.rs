//! `segue transition`.

use anyhow::{Result, anyhow};
use clap::Args;
use segue::blend::{BlendError, CrossFade, Transition, TransitionSettings, cross_fade, transition};
use segue::motion::{Clip, ClipId, ClipSet};
use segue::plots::{Canvas, Part, Trace, path_plot, skate_plot, transition_plot};
use segue::register::Seeded;
use serde_json::json;

use crate::cast::{ClipsArgs, Found, RegisterArgs, explained};
use crate::console::{Console, Outcome};
use crate::made::{Made, MakeArgs};
use crate::middle::MiddleArgs;
use crate::picture::ReportArgs;

/// Go from one clip over into another
///
/// The first clip up to the transition, the transition, and the second clip from there on. Without --at the two
/// moments are taken that are most alike and leave room.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    #[command(flatten)]
    middle: MiddleArgs,

    /// Begin and end on whole frames of the clips, so that the rest of them is left untouched
    #[arg(long)]
    snap: bool,

    /// Look for the best path as a whole instead of stretch by stretch
    #[arg(long)]
    optimal: bool,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    register: RegisterArgs,

    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue transition walk.bvh run.bvh -o walk-run.bvh
  segue transition walk.bvh run.bvh --at 0.8,0.53 --half-width 0.4 -o walk-run.glb
  segue transition sample:walk sample:sneak --half-width 1 -o sneak-off.glb --plot sneak-off.png";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let settings = settings(args)?;
    let found = args.clips.read_two(console)?;
    let settings = TransitionSettings { register: found.settings(&args.register)?, ..settings };
    let clips = found.set()?;
    clips.notes().for_each(|note| console.inform(note));
    let done = make(&clips, &settings)?;
    let made = args.make.finish(done.clip.clone())?;
    made.store(&args.make.output, found.origin(ClipId::FIRST), console)?;
    args.report.plot.save(|| draw(&clips, &done, &made))?;
    if args.report.json.json {
        let mut json = made.as_json(&args.make.output);
        json["transition"] = about(&done);
        console.line(serde_json::to_string_pretty(&json)?)?;
    } else {
        console.line(told(&done, &found))?;
        console.line(made.quality())?;
    }
    Ok(Outcome::Done)
}

fn settings(args: &Arguments) -> Result<TransitionSettings> {
    let mut settings = TransitionSettings {
        at_secs: args.middle.at_secs()?,
        half_width_secs: args.middle.half_width,
        snap: args.snap,
        player: args.make.player(false),
        rate_hz: args.make.rate,
        ..TransitionSettings::default()
    };
    if args.optimal {
        settings.seeded = Seeded::Optimal;
    }
    Ok(settings)
}

fn make(clips: &ClipSet, settings: &TransitionSettings) -> Result<Transition> {
    transition(clips, settings).map_err(|error| match error {
        BlendError::Register(error) => explained(error),
        error => anyhow!(error),
    })
}

/// The grid around the transition, the way over the floor and the skating of the feet, next to a cross-fade.
fn draw(clips: &ClipSet, done: &Transition, made: &Made) -> Result<Canvas> {
    let fade = CrossFade { at_secs: done.at_secs, half_width_secs: done.half_width_secs };
    // A cross-fade runs both clips at their own speeds, so it may need more of one than there is.
    let faded = cross_fade(clips, &fade).ok();
    let mut traces: Vec<Trace> =
        faded.iter().map(|clip| Trace::named("cross-fade", clip, Part::Plain(0))).collect();
    let mut feet = traces.clone();
    feet.extend(made.raw().map(|raw| Trace::named("before clean-up", raw, Part::Raw)));
    for traces in [&mut traces, &mut feet] {
        traces.push(Trace::named("transition", &made.clip, Part::Made));
    }
    let seams = [done.frames.first, done.frames.last].map(|frame| frame as f64 / made.clip.rate());
    let grid =
        transition_plot(clips, &done.registration, done.at_secs, used_secs(&clips[ClipId::SECOND], done))?;
    let right = Canvas::column(&[path_plot(&traces), skate_plot(&feet, Some(seams))]);
    Ok(Canvas::row(&[grid, right]))
}

/// The stretch of either clip that the transition uses, to within a frame.
fn used_secs(second: &Clip, done: &Transition) -> [[f64; 2]; 2] {
    let timewarp = done.registration.timewarp();
    let rate = done.clip.rate();
    let start = timewarp.u_at(ClipId::FIRST, done.frames.first as f64 / rate);
    let after = (done.clip.last_frame() - done.frames.last) as f64 / rate;
    let end = timewarp.u_at(ClipId::SECOND, second.duration_secs() - after);
    [ClipId::FIRST, ClipId::SECOND].map(|clip| [start, end].map(|u| timewarp.at(clip, u)))
}

fn told(done: &Transition, found: &Found) -> String {
    let [first, second] = done.at_secs;
    let names = found.names();
    format!(
        "from {} at {first:.2} s to {} at {second:.2} s, {:.2} s to either side (at most {:.2} s fit); frames {} of the \
         result; {:.1} cm apart",
        names[0],
        names[1],
        done.half_width_secs,
        done.largest_half_width_secs,
        done.frames,
        distance_cm(done)
    )
}

/// Mean distance of corresponding frames.
fn distance_cm(done: &Transition) -> f64 {
    done.registration.resemblance(ClipId::SECOND).map_or(0.0, |resemblance| 100.0 * resemblance.mean_metres)
}

fn about(done: &Transition) -> serde_json::Value {
    json!({
        "at_secs": done.at_secs,
        "half_width_secs": done.half_width_secs,
        "largest_half_width_secs": done.largest_half_width_secs,
        "frames": [done.frames.first, done.frames.last],
        "mean_distance_cm": distance_cm(done),
    })
}
