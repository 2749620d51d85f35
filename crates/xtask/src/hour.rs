//! `cargo xtask hour FOLDER FILE`: a capture day as one file.

use anyhow::{Result, ensure};

use crate::captures::Capture;
use crate::dice::Dice;

const RATE: f64 = 60.0;
const FRAMES: usize = 60 * 60 * 60;

/// Writes an hour at 60 Hz, made of the BVH files of a folder on the figure of the first: again and again, in an order that the seed
/// decides, each forwards and backwards, so that it ends where it began.
pub(crate) fn write(folder: &str, file: &str, seed: u64) -> Result<()> {
    let mut captures = Capture::all(folder)?;
    let first = captures.remove(0);
    captures.retain(|capture| capture.goes_with(&first));
    captures.insert(0, first);
    let (mut dice, mut rows): (_, Vec<&str>) = (Dice(seed), Vec::with_capacity(FRAMES));
    while rows.len() < FRAMES {
        let capture = dice.pick(&captures);
        let step = (1.0 / (RATE * capture.frame_secs)).round().max(1.0);
        let there = capture.rows.iter().step_by(step as usize).map(String::as_str);
        ensure!(there.len() > 0, "{} has no motion", capture.name);
        rows.extend(there.clone().chain(there.rev()));
    }
    rows.truncate(FRAMES);
    std::fs::write(file, captures[0].with_rows(&rows, 1.0 / RATE))?;
    println!("{file}: an hour made of {} captures", captures.len());
    Ok(())
}
