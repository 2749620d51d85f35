//! `segue demo`.

mod bodies;
mod dirt;
mod loops;
mod one_kick;
mod scene;
mod scenes;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use segue::blend::quality::Quality;
use segue::files::OutputOptions;
use segue::plots::{ContactSheet, contact_sheet};

use self::scene::Scene;
use crate::console::{Console, Outcome};
use crate::picture;
use crate::progress::Progress;
use crate::table::Table;

/// Show in a minute what Segue does
///
/// Makes scenes from built-in motions: blends, transitions, and nine motions under continuous control. Prints a table that compares each with linear blending or a cross-fade. Writes a GLB, a drawing
/// and a contact sheet of each to a folder. Then builds a library of all samples, finds every kick in it from one
/// example, and suggests what to try next.
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// The folder to write to
    #[arg(value_name = "FOLDER", default_value = "segue-demo")]
    folder: PathBuf,

    /// Draw SVG instead of PNG
    #[arg(long)]
    svg: bool,
}

impl DemoArgs {
    /// The name of a drawing in the folder.
    fn drawing(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{}", if self.svg { "svg" } else { "png" }))
    }
}

/// A sample to try the other verbs on, in every format.
const SHOWN: &str = "walk";

pub(crate) fn run(args: &DemoArgs, console: &mut Console) -> Result<Outcome> {
    let folder = &args.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let progress = Progress::new(scenes::ALL.len() + 2);
    let mut made = Vec::new();
    for (name, make) in scenes::ALL {
        progress.step(name);
        let scene = make().with_context(|| format!("making the scene {name}"))?;
        store(&scene, args).with_context(|| format!("writing the scene {name}"))?;
        made.push(scene);
    }
    progress.step(one_kick::NAME);
    let found = one_kick::make(folder).with_context(|| format!("making the scene {}", one_kick::NAME))?;
    picture::save(&found.drawing, &args.drawing(one_kick::NAME))?;
    progress.step(SHOWN);
    store_sample(args)?;
    drop(progress);
    let table = table(&made).to_string();
    segue::files::save(folder.join("table.txt"), table.as_bytes())?;
    console.print(&table)?;
    console.print(legend(&made))?;
    console.print(found.summary(folder))?;
    console.print(next_steps(folder))?;
    Ok(Outcome::Done)
}

/// Writes the motions of a scene, its drawing and a contact sheet of what was made.
fn store(scene: &Scene, args: &DemoArgs) -> Result<()> {
    let path = args.folder.join(scene.name);
    segue::write(&path.with_extension("glb"), &scene.clips(), None, &OutputOptions::default())?;
    picture::save(&scene.drawing, &args.drawing(scene.name))?;
    if let Some(animation) = &scene.animation {
        let moving = args.folder.join(format!("{}-moving.svg", scene.name));
        segue::files::save(moving, animation.to_svg().as_bytes())?;
    }
    let sheet = contact_sheet(&scene.made.clip.clone().renamed(scene.name), &ContactSheet::default());
    picture::save(&sheet, &args.drawing(&format!("{}-sheet", scene.name)))
}

fn store_sample(args: &DemoArgs) -> Result<()> {
    let clip = scene::sample(SHOWN)?;
    let path = args.folder.join(SHOWN);
    segue::write(&path.with_extension("bvh"), std::slice::from_ref(&clip), None, &OutputOptions::default())?;
    segue::write(&path.with_extension("glb"), std::slice::from_ref(&clip), None, &OutputOptions::default())?;
    picture::save(&contact_sheet(&clip, &ContactSheet::default()), &args.drawing(SHOWN))
}

/// Each number of the plain way next to that of registration curves.
fn table(scenes: &[Scene]) -> Table {
    let mut table = Table::new(&[
        "scene",
        "s",
        "skate cm/s: plain",
        "ours",
        "held",
        "jerk mm: plain",
        "ours",
        "path m: plain",
        "ours",
        "straight: plain",
        "ours",
        "knee °: plain",
        "ours",
    ]);
    for scene in scenes {
        let plain = |number: fn(&Quality) -> Option<f64>, decimals: usize| {
            cell(scene.plain.as_ref().and_then(|plain| number(&plain.quality)), decimals)
        };
        let ours = |number: fn(&Quality) -> Option<f64>, decimals: usize| {
            cell(number(&scene.made.quality), decimals)
        };
        let skate = |quality: &Quality| quality.skate.map(|skate| skate.cm_per_sec);
        table.row([
            scene.name.to_owned(),
            format!("{:.1}", scene.made.clip.duration_secs()),
            plain(skate, 1),
            cell(skate(&scene.raw.quality), 1),
            ours(skate, 1),
            plain(|quality| Some(quality.jerk_mm), 1),
            ours(|quality| Some(quality.jerk_mm), 1),
            plain(|quality| Some(quality.root.metres), 2),
            ours(|quality| Some(quality.root.metres), 2),
            plain(straightness, 3),
            ours(straightness, 3),
            plain(|quality| quality.knee_pop_degrees, 1),
            ours(|quality| quality.knee_pop_degrees, 1),
        ]);
    }
    table
}

/// Of a figure that goes somewhere: that of one that stays says nothing.
fn straightness(quality: &Quality) -> Option<f64> {
    (quality.root.metres > 1.0).then_some(quality.root.straightness)
}

fn cell(number: Option<f64>, decimals: usize) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.decimals$}"))
}

fn legend(scenes: &[Scene]) -> String {
    let mut lines: Vec<String> =
        scenes.iter().map(|scene| format!("  {:24} {}", scene.name, scene.about)).collect();
    lines.insert(0, String::new());
    lines.push(
        "\nplain: linear blending, or a cross-fade for transitions; ours: registered; held: with its feet held. Skate is how
fast planted heels and toes slide, jerk the largest jolt of the body, path and straight the root trajectory, knee the
largest jolt of a knee. Nothing plain can follow nine motions of different lengths.\n"
            .to_owned(),
    );
    lines.join("\n")
}

fn next_steps(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "
The files are in {folder}: open a drawing to see a scene at a glance, a .glb in any 3D viewer to see it move (each holds what
was made and what a plain blend makes).

Next:
  how two clips correspond:     segue register A.bvh B.bvh --plot grid.png
  something in between:         segue blend A.bvh B.bvh --weights 0.3,0.7 -o between.glb
  from one into the other:      segue transition A.bvh B.bvh -o a-to-b.glb
  how good it is:               segue inspect A.bvh B.bvh --weights 0.3,0.7
  what is in a file:            segue info {folder}/walk.bvh
  for any 3D program:           segue convert FILE.bvh FILE.glb
  everything else:              segue --help
"
    )
}
