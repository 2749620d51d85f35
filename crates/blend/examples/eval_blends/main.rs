//! How good blends of ordinary clips are with default settings, measured without the project's own plants.
//!
//! `cargo xtask eval blends [FOLDER]` runs it. FOLDER holds `kinds.json`, which names the clips of each kind
//! (`{"walk": "02_01 07_01 …", …}`), and the clips as `.bvh` files in it or in its folders. Without FOLDER the captures are
//! those of `../shared/mocap` beside the workspace, or of the folder in `SEGUE_MOCAP`.
//!
//! Clips are split into two halves by their place in the sorted names of their kind: even places are the tuned half, on which
//! constants may be chosen, odd ones the untouched half, which decides. Pairs of one clip of each half are listed apart.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that reports")]

mod captures;
mod case;
mod report;
mod run;

use captures::Captures;

fn main() {
    let Some(captures) = Captures::find(std::env::args().nth(1)) else {
        println!("no captures: name a folder with a kinds.json, or set SEGUE_MOCAP");
        return;
    };
    println!("every pair of clips of one kind, halfway, default settings\n");
    let mut cases = Vec::new();
    report::head();
    for kind in captures.kinds() {
        let of_kind = run::pairs_of(&captures, kind);
        report::rows(kind, &of_kind);
        cases.extend(of_kind);
    }
    report::rows("all", &cases);
    report::worst(&cases, 10);
    println!("\nwalks with runs, halfway\n");
    report::head();
    report::rows("walk × run", &run::pairs_between(&captures, "walk", "run"));
    println!("\nunlike kinds, halfway: refused, warned of, or silent\n");
    report::unlike(&run::unlike(&captures));
    println!("\nweights 1, 0: how far from the clip itself\n");
    report::identity(&run::identity(&captures));
}
