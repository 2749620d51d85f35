//! `cargo xtask bench`: runs the benchmarks, keeps what each prints, and makes a page of the book of it.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::step::Step;
use crate::workspace;

/// A benchmark, and its part of the page.
struct Bench {
    name: &'static str,
    title: &'static str,
    /// What its tables measure.
    about: &'static str,
}

/// The benchmarks in the order of the page. How an index grows is measured by `cargo xtask eval growth`, which takes long.
const ALL: [Bench; 10] = [
    Bench {
        name: "bvh",
        title: "Read BVH files",
        about: "One file that is made up and, where there are captures, the largest of them, by our reader, by `bvh_anim` (Rust) and by three \
                libraries for Python. *Channels* are the numbers of the file; a *clip* is what Segue works with; *judged* adds units, foot plants and \
                doubts.",
    },
    Bench {
        name: "speed",
        title: "Register clips",
        about: "A registration computes the distance of each frame of one clip to each of the other, then finds the cheapest path through \
                them. Distances *stored* are kept, *streaming* ones are dropped. Other libraries get the same points and distances; those with \
                plain steps solve an easier problem.",
    },
    Bench {
        name: "play",
        title: "Blend clips",
        about: "A step is what a game asks for once a frame: the next pose of several walks. A blend is a whole clip at 60 Hz, whose feet are \
                then held by clean-up.",
    },
    Bench {
        name: "average",
        title: "Average poses",
        about: "The innermost loop of a blend, beside the loop that one would write with `glam`, and beside the time in which a processor can \
                load the same numbers.",
    },
    Bench {
        name: "retarget",
        title: "Put motion on another figure",
        about: "A walk is carried over to a figure with longer legs. Without names of joints, the body is found by its shape.",
    },
    Bench {
        name: "web",
        title: "Index and search",
        about: "Eleven captures of one person. First all pairs of frames that are close, then match webs, then searches in them. How searches \
                compare with stumpy and dtaidistance is [on their page](search.md).",
    },
    Bench {
        name: "step",
        title: "Play a motion with controls",
        about: "A kick whose target moves in every frame.",
    },
    Bench {
        name: "edit",
        title: "Edit a sketch",
        about: "Four of the recorded [sketches](sketches.md). A hand does not feel 50 ms.",
    },
    Bench {
        name: "studio",
        title: "Drag in the Studio",
        about: "600 changes over a real connection, without a browser. A table, where there is one, is of Chromium without a graphics \
                card; *asked* is the time that we aim at, at the median and at the 99th percentile.",
    },
    Bench {
        name: "samples",
        title: "Make the built-in samples",
        about: "The ten that take longest, and all of them.",
    },
];

/// Where the page of the book is that shows the last run.
const PAGE: &str = "docs/benchmarks.md";

/// Where a benchmark's output is kept for the page.
const KEPT: &str = "target/bench";

/// Runs every benchmark, or those whose names contain a part.
pub(crate) fn run(part: Option<&str>) -> Result<()> {
    let python = peers()?;
    fs::create_dir_all(kept(""))?;
    fs::write(kept("busy"), format!("{:.1}", busy()))?;
    for bench in ALL.iter().filter(|bench| part.is_none_or(|part| bench.name.contains(part))) {
        // With the features of the whole workspace, so that dependencies are compiled once for all benchmarks.
        let line = format!("cargo bench --locked --workspace --bench {}", bench.name);
        let mut heard =
            Step::new(format!("benchmark {}", bench.name), &line).env("SEGUE_PEERS", &python).heard()?;
        if bench.name == "studio"
            && let Some(table) = crate::studio::bench()?
        {
            heard = format!("{heard}\n{table}");
        }
        fs::write(kept(bench.name), heard)?;
    }
    Ok(())
}

/// Writes the page of the book from what the last runs left.
pub(crate) fn page() -> Result<()> {
    let heard = |bench: &'static Bench| fs::read_to_string(kept(bench.name)).ok().map(|heard| (bench, heard));
    let parts: Vec<(&Bench, String)> = ALL.iter().filter_map(heard).collect();
    ensure!(!parts.is_empty(), "there is no run to show; `cargo xtask bench` makes one");
    fs::write(workspace::root().join(PAGE), markdown(&machine()?, &parts))?;
    println!("wrote {PAGE}");
    Ok(())
}

fn kept(name: &str) -> PathBuf {
    workspace::root().join(KEPT).join(name)
}

/// How many programs wanted a processor within the last minute, as far as the system tells.
fn busy() -> f64 {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(0.0)
}

/// What the benchmarks ran on, and beside what.
fn machine() -> Result<String> {
    let compiler = Command::new("rustc").arg("--version").output().context("rustc starts")?;
    let compiler = String::from_utf8_lossy(&compiler.stdout).trim().to_owned();
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, model)| model.trim());
    let cores = std::thread::available_parallelism()?;
    let busy = fs::read_to_string(kept("busy"))?;
    Ok(format!(
        "{cores} cores of {model}, {compiler}. The machine was shared: its load average was {} when the run began",
        busy.trim()
    ))
}

/// The page: what each benchmark printed, below what it measures.
fn markdown(machine: &str, parts: &[(&Bench, String)]) -> String {
    let mut out = format!(
        "# Benchmarks\n\n`cargo xtask bench` runs them, beside other people's libraries, and `cargo xtask bench --page` writes this page.\n\n\
         This run: {machine}. Times are processor time of one thread, or the least of several rounds by the clock; rounds of more than a few \
         milliseconds, and all of the Studio, may contain what else the machine did. Compare within a table.\n"
    );
    let is_missing = |bench: &&Bench| parts.iter().all(|(shown, _)| shown.name != bench.name);
    let missing: Vec<&str> = ALL.iter().filter(is_missing).map(|bench| bench.title).collect();
    if !missing.is_empty() {
        let _ = writeln!(out, "\nNot run: {}.", missing.join(", "));
    }
    for (bench, heard) in parts {
        let _ = write!(out, "\n## {}\n\n{}\n\n{}", bench.title, bench.about, items(heard));
    }
    out
}

/// What the page says where a benchmark reads captures and there were none.
const NO_CAPTURES: &str = "captures not measured: this run had none";

/// What a benchmark printed: tables as they are, other lines as items of a list.
fn items(heard: &str) -> String {
    let mut out = String::new();
    for line in heard.trim().lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let _ = match text {
            "" => writeln!(out),
            table if table.starts_with('|') => writeln!(out, "{table}"),
            // Where captures would lie is a path of the machine.
            said if said.starts_with("skipped: no mocap") => writeln!(out, "{:indent$}- {NO_CAPTURES}", ""),
            said => writeln!(out, "{:indent$}- {said}", ""),
        };
    }
    out
}

/// The libraries for Python that ours are compared with, in an environment of their own; returns its interpreter.
pub(crate) fn peers() -> Result<String> {
    let python = workspace::root().join("target/peers/bin/python");
    if !python.exists() {
        Step::new("Python for the peers", "python3 -m venv target/peers").run()?;
    }
    let line = "target/peers/bin/python -m pip install --quiet --requirement benches/peers/requirements.txt";
    Step::new("peers", line).run()?;
    Ok(python.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_page_has_every_benchmark() -> Result<()> {
        let metadata = workspace::metadata()?;
        let mut there = BTreeSet::new();
        for package in metadata["packages"].as_array().context("no packages")? {
            let targets = package["targets"].as_array().context("no targets")?;
            for target in targets.iter().filter(|target| target["kind"][0] == "bench") {
                there.insert(target["name"].as_str().unwrap_or_default());
            }
        }
        let shown = ALL.iter().map(|bench| bench.name).chain(["growth"]);
        assert_eq!(shown.collect::<BTreeSet<_>>(), there);
        Ok(())
    }

    #[test]
    fn the_page_shows_tables_and_lists() {
        let page = markdown("1 core", &[(&ALL[0], "| a |\n|---|\n\nsaid\n  more\n".to_owned())]);
        assert!(page.contains("This run: 1 core."), "{page}");
        assert_eq!(
            items("skipped: no mocap (/home/me/mocap)"),
            format!("- {NO_CAPTURES}\n"),
            "no path of a machine"
        );
        assert!(page.contains("Not run: Register clips, Blend clips,"), "{page}");
        assert!(page.ends_with(&format!("{}\n\n| a |\n|---|\n\n- said\n  - more\n", ALL[0].about)), "{page}");
    }
}
