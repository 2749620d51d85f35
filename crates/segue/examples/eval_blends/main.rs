//! How good blends, loops and transitions of ordinary clips are with default settings, measured without the project's own plants.
//!
//! `cargo xtask eval blends [FOLDER]` runs it. FOLDER holds `kinds.json`, which names the clips of each kind
//! (`{"walk": "02_01 07_01 …", …}`), the clips as `.bvh` files in it or in its folders, and rigs with loops in its folders `rigs`
//! and `glb`. Without FOLDER the captures are those of `../shared/mocap` beside the workspace, or of the folder in `SEGUE_MOCAP`.
//! With `SEGUE_SHEETS=OUT` the ten worst motions are drawn to the folder OUT, one SVG each.
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

use std::path::PathBuf;

use captures::Captures;
use case::Case;

fn main() {
    let folder = std::env::args().nth(1).map(PathBuf::from).or_else(segue_captures::folder);
    let Some((folder, captures)) = folder.and_then(|folder| Some((folder.clone(), Captures::of(&folder)?)))
    else {
        println!("no captures: name a folder with a kinds.json, or set SEGUE_MOCAP");
        return;
    };
    let mut all = pairs(&captures);
    all.extend(between(&captures));
    unlike(&captures);
    all.extend(transitions(&captures));
    all.extend(loops(&folder));
    println!("\nweights 1, 0: how far from the clip itself\n");
    report::identity(&identity::of(&captures));
    report::worst(&all, 10);
    if let Some(out) = std::env::var_os("SEGUE_SHEETS") {
        sheets::write(&report::ranked(&all), 10, &PathBuf::from(out));
    }
}

fn pairs(captures: &Captures) -> Vec<Case> {
    println!("every pair of clips of one kind, halfway, default settings\n");
    let mut cases = Vec::new();
    report::head();
    for kind in captures.kinds() {
        let of_kind = run::pairs_of(captures, kind);
        report::rows(kind, &of_kind);
        cases.extend(of_kind);
    }
    report::rows("all kinds", &cases);
    report::said(&cases);
    cases
}

fn between(captures: &Captures) -> Vec<Case> {
    println!("\nwalks with runs, halfway\n");
    report::head();
    let cases = run::pairs_between(captures, "walk", "run");
    report::rows("walk × run", &cases);
    cases
}

fn unlike(captures: &Captures) {
    println!("\nunlike kinds, halfway: refused, warned of, or silent\n");
    report::unlike(&run::unlike(captures));
}

fn transitions(captures: &Captures) -> Vec<Case> {
    println!("\ntransitions from every walk, default settings\n");
    report::head();
    let mut cases = Vec::new();
    for kind in ["run", "sneak", "jump", "kick", "sit", "pick"] {
        let of_kind = run::transitions(captures, "walk", kind);
        report::rows(&format!("walk → {kind}"), &of_kind);
        report::entered(&of_kind);
        cases.extend(of_kind);
    }
    report::rows("all transitions", &cases);
    cases
}

fn loops(folder: &std::path::Path) -> Vec<Case> {
    println!("\nloops of one rig, halfway\n");
    report::head();
    let cases = run::loops(&rigs::of(folder));
    report::rows("loops", &cases);
    report::closed(&cases);
    cases
}
