//! `segue demo`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use segue::Sample;
use segue::motion::Clip;
use segue::plots::{ContactSheet, contact_sheet};

use crate::console::{Console, Outcome};
use crate::picture;

/// Show in a few seconds what Segue does
///
/// Writes built-in samples as BVH and GLB, and a contact sheet of each, to a folder; then says what to do next.
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Where the files go
    #[arg(value_name = "FOLDER", default_value = "segue-demo")]
    folder: PathBuf,
}

/// One that goes straight, one that turns, one that flies.
const SHOWN: [&str; 3] = ["walk", "walk-left", "run"];

pub(crate) fn run(args: &DemoArgs, console: &mut Console) -> Result<Outcome> {
    let folder = &args.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for sample in SHOWN.into_iter().filter_map(Sample::find) {
        show(&sample.clip(), folder).with_context(|| format!("showing sample:{}", sample.name))?;
        console.line(format_args!("{}: {0}.bvh, {0}.glb, {0}.png  ({})", sample.name, sample.about))?;
    }
    console.print(next_steps(folder))?;
    Ok(Outcome::Done)
}

/// Writes a clip as BVH and GLB and draws it.
fn show(clip: &Clip, folder: &Path) -> Result<()> {
    let path = folder.join(clip.name());
    segue::write(&path.with_extension("bvh"), std::slice::from_ref(clip), None)?;
    segue::write(&path.with_extension("glb"), std::slice::from_ref(clip), None)?;
    picture::save(&contact_sheet(clip, &ContactSheet::default()), &path.with_extension("png"))
}

fn next_steps(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "
The files are in {folder}. Open a .png to see the motion at a glance, a .glb in any 3D viewer.

Next:
  what is in a file:            segue info {folder}/walk.bvh
  the same of your captures:    segue info FOLDER
  frames 100 to 220 drawn:      segue info --plot sheet.png FILE.bvh@100-220
  for any 3D program:           segue convert FILE.bvh FILE.glb
  on another figure:            segue convert FILE.bvh out.bvh --onto {folder}/walk.bvh
  everything else:              segue --help
"
    )
}
