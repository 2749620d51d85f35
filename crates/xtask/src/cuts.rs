//! `cargo xtask cuts FOLDER INTO`: a database of thousands of clips, made of a few captures.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::captures::Capture;
use crate::dice::Dice;
use crate::program::Program;

/// Files that are made when the command line does not say.
pub(crate) const DEFAULT_COUNT: usize = 2500;

/// One in so many is damaged.
const DAMAGED: usize = 14;

const FORMATS: [&str; 5] = ["bvh", "amc", "glb", "gltf", "npz"];

/// Writes cuts of one to four seconds of the BVH files of a folder: at other rates and paces, some backwards, some mirrored, in
/// several formats, some damaged.
pub(crate) fn write(folder: &str, into: &str, count: usize) -> Result<()> {
    let captures = Capture::all(folder)?;
    let (program, into) = (Program::find()?, Path::new(into));
    fs::create_dir_all(into).with_context(|| format!("cannot make {}", into.display()))?;
    let (mut dice, mut damaged) = (Dice(20), 0);
    for n in 0..count {
        let path = write_cut(&captures, n, into, &program, &mut dice)?;
        if dice.below(DAMAGED) == 0 {
            damaged += usize::from(damage(&into.join(path), &mut dice)?);
        }
    }
    println!("{count} files in {}, {damaged} of them damaged", into.display());
    Ok(())
}

/// Writes one cut and returns its name.
fn write_cut(
    captures: &[Capture],
    n: usize,
    into: &Path,
    program: &Program,
    dice: &mut Dice,
) -> Result<String> {
    let capture = dice.pick(captures);
    let secs = 1.0 + dice.below(1000) as f64 * 0.003;
    let length = ((secs / capture.frame_secs) as usize).min(capture.rows.len());
    let first = dice.below(capture.rows.len() - length + 1);
    let step = [1, 2, 4][dice.below(3)];
    let mut rows: Vec<&str> =
        capture.rows[first..first + length].iter().step_by(step).map(String::as_str).collect();
    if dice.below(4) == 0 {
        rows.reverse();
    }
    let pace = 0.8 + dice.below(50) as f64 * 0.01;
    let text = capture.with_rows(&rows, capture.frame_secs * step as f64 * pace);
    let (format, mirrored) = (FORMATS[n % FORMATS.len()], dice.below(3) == 0);
    let [cut, made] = ["bvh", format].map(|extension| format!("{n:04}-{}.{extension}", capture.name));
    fs::write(into.join(&cut), text)?;
    if format != "bvh" || mirrored {
        let words = ["--quiet", "convert", &cut, &made, "--in-place", "--mirror"];
        program.must(into, &words[..words.len() - usize::from(!mirrored)])?;
        if made != cut {
            fs::remove_file(into.join(&cut))?;
        }
    }
    Ok(made)
}

/// Cuts a file off, or writes over a stretch of it; whether it holds anything else now.
fn damage(path: &Path, dice: &mut Dice) -> Result<bool> {
    let whole = fs::read(path)?;
    let mut bytes = whole.clone();
    let at = dice.below(bytes.len());
    if dice.below(2) == 0 {
        bytes.truncate(at);
    } else {
        bytes.iter_mut().skip(at).take(64).for_each(|byte| *byte = dice.next() as u8);
    }
    fs::write(path, &bytes)?;
    Ok(bytes != whole)
}
