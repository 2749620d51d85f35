//! How good blends, loops and transitions of ordinary clips are with default settings, measured without the project's own plants.
//!
//! `cargo xtask eval blends [FOLDER]` runs it. FOLDER holds `kinds.json`, which names the clips of each kind
//! (`{"walk": "02_01 07_01 …", …}`), the clips as `.bvh` files in it or in its folders, and rigs with loops in its folders `rigs`
//! and `glb`. Without FOLDER the captures are those of `../shared/mocap` beside the workspace, or of the folder in `SEGUE_MOCAP`.
//! Words after it choose parts: a row of the tables, such as `jump` or `walk → run`, or a table: `pairs`, `unlike`, `transitions`,
//! `loops`, `identity`. With `SEGUE_SHEETS=OUT` the ten worst motions are drawn to the folder OUT, one SVG each.
//!
//! Clips are split into two halves by their place in the sorted names of their kind: even places are the tuned half, on which
//! constants may be chosen, odd ones the untouched half, which decides. Pairs of one clip of each half are listed apart.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that reports")]

mod captures;
mod case;
mod half;
mod identity;
mod measure;
mod report;
mod rigs;
mod run;
mod sheets;

use std::path::{Path, PathBuf};

use captures::Captures;
use case::Case;

/// The parts that were asked for.
struct Wanted(Vec<String>);

impl Wanted {
    /// Whether a row of a table was asked for: itself, its table, or everything.
    fn row(&self, table: &str, row: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|word| word == table || word == row)
    }
}

fn main() {
    let (folders, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| Path::new(word).is_dir());
    let folder = folders.first().map(PathBuf::from).or_else(segue_captures::folder);
    let Some((folder, captures)) = folder.and_then(|folder| Some((folder.clone(), Captures::of(&folder)?)))
    else {
        println!("no captures: name a folder with a kinds.json, or set SEGUE_MOCAP");
        return;
    };
    let wanted = Wanted(words);
    let mut all = pairs(&captures, &wanted);
    all.extend(between(&captures, &wanted));
    if wanted.row("unlike", "unlike") {
        unlike(&captures);
    }
    all.extend(transitions(&captures, &wanted));
    if wanted.row("loops", "loops") {
        all.extend(loops(&folder));
    }
    if wanted.row("identity", "identity") {
        println!("\nweights 1, 0: how far from the clip itself\n");
        report::identity(&identity::of(&captures));
    }
    report::worst(&all, 10);
    if let Some(out) = std::env::var_os("SEGUE_SHEETS") {
        sheets::write(&report::ranked(&all), 10, &PathBuf::from(out));
    }
}

fn pairs(captures: &Captures, wanted: &Wanted) -> Vec<Case> {
    println!("every pair of clips of one kind, halfway, default settings\n");
    let mut cases = Vec::new();
    report::head();
    for kind in captures.kinds().filter(|kind| wanted.row("pairs", kind)) {
        let of_kind = run::pairs_of(captures, kind);
        report::rows(kind, &of_kind);
        cases.extend(of_kind);
    }
    report::rows("all kinds", &cases);
    report::said(&cases);
    cases
}

fn between(captures: &Captures, wanted: &Wanted) -> Vec<Case> {
    const ROW: &str = "walk × run";
    if !wanted.row("pairs", ROW) {
        return Vec::new();
    }
    println!("\nwalks with runs, halfway\n");
    report::head();
    let cases = run::pairs_between(captures, "walk", "run");
    report::rows(ROW, &cases);
    cases
}

fn unlike(captures: &Captures) {
    println!("\nunlike kinds, halfway: refused, warned of, or silent\n");
    report::unlike(&run::unlike(captures));
}

fn transitions(captures: &Captures, wanted: &Wanted) -> Vec<Case> {
    println!("\ntransitions from every walk, default settings\n");
    let mut cases = Vec::new();
    report::head();
    for kind in ["run", "sneak", "jump", "kick", "sit", "pick"] {
        let row = format!("walk → {kind}");
        if wanted.row("transitions", &row) {
            let of_kind = run::transitions(captures, "walk", kind);
            report::rows(&row, &of_kind);
            report::entered(&of_kind);
            cases.extend(of_kind);
        }
    }
    report::rows("all transitions", &cases);
    cases
}

fn loops(folder: &Path) -> Vec<Case> {
    println!("\nloops of one rig, halfway\n");
    report::head();
    let cases = run::loops(&rigs::of(folder));
    report::rows("loops", &cases);
    report::closed(&cases);
    cases
}
