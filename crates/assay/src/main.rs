//! `segue-assay SECONDS [TARGET]`: runs each target for so long, or until it has run enough, and prints a table.

#![allow(clippy::print_stdout, reason = "a program that reports what it does")]

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use segue_assay::{Driver, targets};

/// Executions after which a target has run enough.
const ENOUGH: usize = 10_000_000;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let seconds: u64 = args.first().map_or(Ok(60), |text| text.parse()).context("SECONDS is a number")?;
    let seed = args.get(2).map_or(Ok(1), |text| text.parse()).context("SEED is a number")?;
    let driver = Driver {
        time: Duration::from_secs(seconds),
        most: ENOUGH,
        seed,
        folder: PathBuf::from("target/assay"),
    };
    println!(
        "| target | executions | that held something | slowest, ms | most memory, MB | failures |\n|---|---|---|---|---|---|"
    );
    let mut troubles = 0;
    for name in targets::NAMES.iter().filter(|name| args.get(1).is_none_or(|asked| asked == *name)) {
        let report = driver.run(&targets::make(name));
        println!(
            "| {name} | {} | {} | {} | {} | {} |",
            report.executions,
            report.accepted,
            report.slowest.as_millis(),
            report.peak_mb,
            report.troubles.len()
        );
        troubles += report.troubles.len();
        for trouble in report.troubles {
            println!("    {} by {}", trouble.what, trouble.input.display());
        }
    }
    ensure!(troubles == 0, "{troubles} failures");
    Ok(())
}
