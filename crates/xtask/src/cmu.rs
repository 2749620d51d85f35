//! `cargo xtask cmu FOLDER`: everything that a user does, with every clip of a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::dice::Dice;
use crate::program::Program;

/// Searches, each for a stretch of a clip.
const SEARCHES: usize = 10;

/// Clips that are blended in pairs, each with the next.
const BLENDED: usize = 100;

/// The library that is made of the folder.
const LIBRARY: &str = "all.segue";

/// Reads, adds, indexes, searches and blends; ends with an error that counts the failures, after all of them are listed.
pub(crate) fn run(folder: &str) -> Result<()> {
    let clips = PathBuf::from(folder).canonicalize().with_context(|| format!("no folder {folder}"))?;
    let place = std::env::temp_dir().join(format!("segue-cmu-{}", std::process::id()));
    fs::create_dir_all(&place)?;
    let mut campaign = Campaign { program: Program::find()?, place, failures: 0 };
    let result = campaign.all(&clips);
    fs::remove_dir_all(&campaign.place)?;
    result?;
    match campaign.failures {
        0 => Ok(()),
        failures => bail!("{failures} failures"),
    }
}

struct Campaign {
    program: Program,
    place: PathBuf,
    failures: usize,
}

impl Campaign {
    fn all(&mut self, clips: &Path) -> Result<()> {
        let folder = clips.to_string_lossy();
        self.step("info", &["--quiet", "info", &folder, "--json"])?;
        self.step("library new", &["library", "new", LIBRARY])?;
        self.step("library add", &["--quiet", "library", "add", LIBRARY, &folder])?;
        self.step("index", &["--quiet", "index", LIBRARY])?;
        let listed = self.program.answer(&self.place, &["library", "list", LIBRARY, "--json"])?;
        let found = listed["clips"].as_array().into_iter().flatten();
        let names: Vec<String> = found.filter_map(name_and_range).collect();
        if names.is_empty() {
            bail!("there is no clip of a second or more in {folder}");
        }
        println!("{} clips of a second or more", names.len());
        let mut dice = Dice(7);
        for n in 0..SEARCHES {
            let query = dice.pick(&names).clone();
            self.step(&format!("search {}", n + 1), &["--quiet", "search", LIBRARY, "--query", &query])?;
        }
        for n in 0..BLENDED {
            let [first, second] =
                [dice.pick(&names), dice.pick(&names)].map(|clip| format!("{LIBRARY}#{clip}"));
            let words =
                ["--quiet", "blend", &first, &second, "--weights", "0.5,0.5", "--force", "-o", "blend.bvh"];
            self.step(&format!("blend {}", n + 1), &words)?;
        }
        Ok(())
    }

    /// Runs the program and says how long it took. A refusal with a reason is an answer; ending otherwise is a failure.
    fn step(&mut self, title: &str, words: &[&str]) -> Result<()> {
        let start = Instant::now();
        let output = self.program.run(&self.place, words)?;
        let secs = start.elapsed().as_secs_f64();
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().rfind(|line| line.starts_with("error")).unwrap_or_default();
        match output.status.code() {
            Some(0) => println!("{title}: {secs:.1} s"),
            // A search that finds nothing ends with 1, as `grep` does.
            Some(1) if last.is_empty() => println!("{title}: {secs:.1} s, nothing found"),
            Some(1 | 2) if !last.is_empty() => println!("{title}: {secs:.1} s, refused: {last}"),
            code => {
                self.failures += 1;
                println!("{title}: FAILED with {code:?}: segue {}\n{said}", words.join(" "));
            }
        }
        Ok(())
    }
}

/// A clip with its first second or more, as a query names it.
fn name_and_range(clip: &Value) -> Option<String> {
    let (name, frames) = (clip["name"].as_str()?, clip["frames"].as_u64()?);
    let secs = clip["duration_secs"].as_f64()?;
    (secs >= 1.0).then(|| format!("{name}@0-{}", (frames - 1).min((frames as f64 * 2.0 / secs) as u64)))
}
