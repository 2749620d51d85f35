//! How long the built-in samples take to make, each the least of three times.
#![allow(clippy::print_stdout, reason = "a benchmark prints what it measures")]

use std::time::{Duration, Instant};

use segue_actors::{Sample, samples};

/// How often each sample is made, and how many of the slowest are named.
const TIMES: usize = 3;
const NAMED: usize = 10;

fn main() {
    let mut spent: Vec<(Duration, &Sample, f64)> = samples().iter().map(measure).collect();
    let all: Duration = spent.iter().map(|(time, ..)| *time).sum();
    let motion: f64 = spent.iter().map(|(_, _, seconds)| seconds).sum();
    spent.sort_by_key(|(time, ..)| std::cmp::Reverse(*time));
    println!("| sample | ms | seconds of motion |\n|---|---|---|");
    for (time, sample, seconds) in spent.iter().take(NAMED) {
        println!("| {} | {:.1} | {seconds:.1} |", sample.name, 1e3 * time.as_secs_f64());
    }
    println!("| all {} | {:.0} | {motion:.0} |", spent.len(), 1e3 * all.as_secs_f64());
}

fn measure(sample: &'static Sample) -> (Duration, &'static Sample, f64) {
    let once = || {
        let begun = Instant::now();
        let clip = sample.perform().clip;
        (begun.elapsed(), clip.len() as f64 / clip.rate())
    };
    let times: Vec<(Duration, f64)> = (0..TIMES).map(|_| once()).collect();
    let least = times.iter().map(|(time, _)| *time).min().unwrap_or_default();
    (least, sample, times[0].1)
}
