//! `segue stance path`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use segue::motion::SkeletonChoice;
use segue::plots::{ContactSheet, contact_sheet};
use segue::stance::{
    ComposeSettings, Composed, FindSettings, Link, Request, Sketch, StanceLibrary, clips_of, compose, plan,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::library::LibraryArgs;
use super::told::{judgement_json, params_json, stance_json};
use crate::args;
use crate::cast;
use crate::console::{Console, Outcome};
use crate::picture::ReportArgs;

/// Make motion of the whole body along a path
///
/// The file holds a list of parameter sets, {"stances": [{"zs": 0.96, "ze": 1.1, "vs": 3.6, "ve": 3.4, "vp": 0, "x": 1.5}, …]},
/// or a recorded sketch: camera, scene, path and shadow in pixels. A stance is found for each, and the clips they come
/// from are played along the simulated path, from the first apex to the last. A set that nothing does is replaced by the
/// nearest that works, with a warning. A set with `"kind": "from_stand"` may be the first and one with
/// `"kind": "to_stand"` the last; --from-stand and --to-stand add them.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Parameter sets or a sketch
    #[arg(value_name = "FILE.json")]
    file: PathBuf,

    /// Where the motion goes: a .bvh, .amc, .gltf or .glb file; its plants go beside it, to NAME.plants.json
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Frames per second of the result
    #[arg(long, value_name = "RATE", default_value_t = 60.0, value_parser = args::positive)]
    rate: f64,

    /// Begin standing still
    #[arg(long)]
    from_stand: bool,

    /// End standing still
    #[arg(long)]
    to_stand: bool,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// What a file may hold.
#[derive(Deserialize)]
#[serde(untagged)]
enum Wanted {
    Stances { stances: Vec<Request> },
    Sketch(Box<Sketch>),
}

/// Speeds that are tried where arcs leave them open, the drawn ones first.
const PACES: [f64; 5] = [1.0, 0.93, 1.07, 0.86, 1.15];

pub(super) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let wanted = read(&args.file)?;
    let source = args.library.read(console)?;
    let settings = FindSettings { tries: args.library.tries(), ..FindSettings::default() };
    let planner = Planner { args, library: &source.library, settings };
    let links = match wanted {
        Wanted::Stances { stances } => planner.plan(stances)?,
        Wanted::Sketch(sketch) => planner.sketched(&sketch, console)?,
    };
    for (number, link) in links.iter().enumerate() {
        if let Some(wanted) = link.instead_of {
            let got = link.found.warped.stance.params();
            console.warn(format_args!("nothing does stance {}, {wanted}; instead {got}", number + 1));
        }
    }
    let clips = clips_of(&links, &source.clips, &SkeletonChoice::First)?;
    let composed =
        compose(&links, &clips, &ComposeSettings { rate: args.rate, ..ComposeSettings::default() })?;
    for note in &composed.notes {
        console.inform(note);
    }
    store(args, &composed, console)?;
    args.report.plot.save(|| Ok(contact_sheet(&composed.clip, &ContactSheet::default())))?;
    if args.report.json.json {
        console.line(serde_json::to_string_pretty(&as_json(&links, &composed))?)?;
    }
    Ok(if links.iter().any(|link| link.instead_of.is_some()) { Outcome::Incomplete } else { Outcome::Done })
}

fn read(path: &Path) -> Result<Wanted> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read the file: {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| {
        format!(
            "neither {{\"stances\": […]}} nor a sketch with camera, scene, path and shadow: {}",
            path.display()
        )
    })
}

struct Planner<'a> {
    args: &'a Arguments,
    library: &'a StanceLibrary,
    settings: FindSettings,
}

impl Planner<'_> {
    /// The stances of some requests, with standing ends where they are wanted.
    fn plan(&self, mut requests: Vec<Request>) -> Result<Vec<Link>> {
        if let (true, Some(first)) = (self.args.from_stand, requests.first()) {
            requests.insert(0, self.library.from_stand(first.params)?);
        }
        if let (true, Some(last)) = (self.args.to_stand, requests.last()) {
            requests.push(self.library.to_stand(last.params)?);
        }
        Ok(plan(self.library, &requests, &self.settings)?)
    }

    /// The plan of a sketch: of the speeds that its arcs allow, those at which most is found as drawn.
    fn sketched(&self, sketch: &Sketch, console: &Console) -> Result<Vec<Link>> {
        let reading = sketch.read()?;
        console.inform(format_args!(
            "{} arcs; speeds {} m/s, known to about {:.0} %",
            reading.apexes.len(),
            reading.velocities.iter().map(|v| format!("{:.1}", v.length())).collect::<Vec<_>>().join(", "),
            100.0 * reading.doubt()
        ));
        let allowed = PACES.iter().filter(|&&pace| (pace - 1.0).abs() <= reading.doubt().max(0.08));
        let requests = |pace: f64| reading.params(pace).into_iter().map(Request::from).collect();
        let plans: Vec<Vec<Link>> =
            allowed.map(|&pace| self.plan(requests(pace))).collect::<Result<_, _>>()?;
        let misses = |links: &Vec<Link>| links.iter().filter(|link| link.instead_of.is_some()).count();
        plans.into_iter().min_by_key(misses).context("the drawn speeds are always tried")
    }
}

fn store(args: &Arguments, composed: &Composed, console: &Console) -> Result<()> {
    let clip = composed.clip.clone().renamed(cast::stem(&args.output)?);
    let mut written = segue::write(&args.output, std::slice::from_ref(&clip), None)?;
    let folder = args.output.parent().unwrap_or(Path::new(""));
    let plants = segue::plants_path(folder, clip.name());
    segue::save(&plants, format!("{:#}\n", segue::plants_to_json(clip.constraints())).as_bytes())?;
    written.push(plants);
    let names: Vec<String> = written.iter().map(|file| file.display().to_string()).collect();
    console.say(format_args!(
        "wrote {}: {} frames, {:.2} s; the centre of mass is {:.1} mm off the simulated path, an ankle {:.1} mm off its place",
        names.join(", "),
        clip.len(),
        clip.duration_secs(),
        1000.0 * composed.centre_off,
        1000.0 * composed.ankle_off
    ));
    Ok(())
}

fn as_json(links: &[Link], composed: &Composed) -> Value {
    let stances: Vec<Value> = links
        .iter()
        .map(|link| {
            let mut json = stance_json(&link.found.warped.stance);
            json["judgement"] = judgement_json(&link.found.judgement);
            json["instead_of"] = link.instead_of.map_or(Value::Null, params_json);
            json
        })
        .collect();
    json!({
        "stances": stances,
        "frames": composed.clip.len(),
        "apex_secs": composed.apex_secs,
        "contact_secs": composed.contact_secs,
        "centre_off_metres": composed.centre_off,
        "ankle_off_metres": composed.ankle_off,
    })
}
