//! `segue-assay SECONDS [TARGET]`: runs each target for so long with a seed of its own, and prints what all runs came to. Targets that
//! have had enough rest; without `target/assay/runs.txt` all begin again.

#![allow(clippy::print_stdout, reason = "a program that reports what it does")]

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rayon::ThreadPoolBuilder;
use segue_assay::{Driver, Report, Tally, targets};

/// Executions after which a target has run enough, all runs together.
const ENOUGH: u64 = 10_000_000;

fn main() -> Result<()> {
    // Inputs are small: waking another thread takes longer than what it would do.
    ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global()?;
    let args: Vec<String> = std::env::args().skip(1).collect();
    let seconds: u64 = args.first().map_or(Ok(60), |text| text.parse()).context("SECONDS is a number")?;
    let folder = PathBuf::from("target/assay");
    println!(
        "| target | executions | that held something | slowest, ms | most memory, MB | failures |\n|---|---|---|---|---|---|"
    );
    let mut failures = 0;
    for name in targets::NAMES.iter().filter(|name| args.get(1).is_none_or(|asked| asked == *name)) {
        let before = Tally::read(&folder, name)?;
        let most = ENOUGH.saturating_sub(before.executions) as usize;
        if most == 0 {
            println!("| {name} | {before} |");
            continue;
        }
        // The seed of a run is the number of inputs before it, so that none repeats another.
        let seed = before.executions + 1;
        let driver = Driver { time: Duration::from_secs(seconds), most, seed, folder: folder.clone() };
        let report = driver.run(&targets::make(name));
        Tally::append(&folder, &report)?;
        println!("| {name} | {} |", Tally::read(&folder, name)?);
        list(&report);
        failures += report.troubles.len();
    }
    ensure!(failures == 0, "{failures} failures");
    Ok(())
}

fn list(report: &Report) {
    for found in report.troubles.iter().chain(&report.notable) {
        println!("    {} by {}", found.what, found.input.display());
    }
}
