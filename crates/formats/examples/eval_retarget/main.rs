//! How well captured clips sit on other people's rigs, measured on the clips that come out.
//!
//! `cargo xtask eval retarget [FOLDER]` runs it. FOLDER holds `cmu_bvh` with the clips and rigs below it (`.glb`, `.gltf`,
//! `.fbx`, `.bvh`); without it the captures are those of `../shared/mocap` beside the workspace, or of the folder in
//! `SEGUE_MOCAP`.
//!
//! Rigs are split into two halves by their place in the sorted names: even places are the half that the rules were developed
//! on, odd ones the other half. Files that are no human figures are listed with the reason.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that reports")]

mod altered;
mod captures;
mod measure;
mod report;

use captures::{Captures, Rig};

fn main() {
    let Some(captures) = Captures::find(std::env::args().nth(1)) else {
        println!("no captures: name a folder with cmu_bvh in it, or set SEGUE_MOCAP");
        return;
    };
    let (rigs, refused): (Vec<Rig>, Vec<_>) = captures.rigs();
    println!("{} clips on {} rigs\n", captures.clips.len(), rigs.len());
    report::head();
    let rows: Vec<_> = rigs.iter().map(|rig| measure::rig(rig, &captures.clips)).collect();
    rows.iter().for_each(report::row);
    report::halves(&rows);
    report::fast_parts(&rows);
    report::misses(&rows);
    println!("\nno human figures: refused, with the reason\n");
    for (name, reason) in &refused {
        println!("| {name} | {reason} |");
    }
    println!("\nthe same rigs altered: how far the body is from where it is on the rig itself\n");
    altered::report(&rigs, &captures.clips[1]);
}
