//! Weights in time, from a table of text.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use segue_blend::{BlendError, WeightTrack};
use segue_store::read_regular_text;

use super::{InFile, SaveError, save};

/// What is wrong with a table of weights. Lines and columns are counted from 1.
#[derive(Debug, thiserror::Error)]
pub enum WeightsProblem {
    /// It cannot be opened.
    #[error("cannot read the weights: {0}")]
    Io(#[from] io::Error),
    /// There is no row of numbers.
    #[error(
        "there is no row of weights; write a time in seconds and a weight for each clip, as in 0.5,{example}"
    )]
    Empty {
        /// Weights for as many clips as there are.
        example: String,
    },
    /// A line with too few or too many columns.
    #[error("line {line} has {found} columns; there must be {expected}: the time and {} weights", expected - 1)]
    Columns {
        /// The line.
        line: usize,
        /// How many it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// Something that is no number.
    #[error("line {line}, column {column}: `{found}` is no number")]
    Number {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// Times that do not increase.
    #[error("line {line}, column 1: {secs} s does not come after {before} s")]
    Order {
        /// The line.
        line: usize,
        /// Its time.
        secs: f64,
        /// The time of the row before.
        before: f64,
    },
    /// A head that names a clip that is not there.
    #[error("line {line}, column {column}: no clip is called `{found}`; there are {}", there.join(", "))]
    NoSuchClip {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// What stands there.
        found: String,
        /// The clips there are.
        there: Vec<String>,
    },
    /// A head that names a clip twice.
    #[error("line {line}, column {column}: `{found}` has a column already")]
    Twice {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The clip.
        found: String,
    },
    /// Rows that are no track, which the other variants should have told.
    #[error(transparent)]
    Track(#[from] BlendError),
}

/// Reads a CSV file of weights for clips of these names; see [`parse_weights`].
///
/// # Errors
/// When it cannot be opened, or as [`parse_weights`].
pub fn read_weights(path: &Path, clips: &[&str]) -> Result<WeightTrack, InFile<WeightsProblem>> {
    let text = read_regular_text(path).map_err(InFile::at(path))?;
    parse_weights(&text, clips).map_err(InFile::at(path))
}

/// Reads weights in time: on each line a time in seconds, then one weight for each clip, separated by commas.
///
/// The first line may be a head that names the columns; then they stand in any order. Empty lines and lines that
/// begin with `#` do not count.
///
/// ```
/// let track = segue::files::parse_weights("time, jog, walk\n0, 0, 1\n2.5, 1, 0\n", &["walk", "jog"])?;
/// let mut weights = [0.0; 2];
/// track.at(0.0, &mut weights);
/// assert_eq!(weights, [1.0, 0.0], "all weight on the walk");
/// let error = segue::files::parse_weights("0, 1\n", &["walk", "jog"]).unwrap_err();
/// assert!(error.to_string().starts_with("line 1 has 2 columns; there must be 3"));
/// # Ok::<(), segue::files::WeightsProblem>(())
/// ```
///
/// # Errors
/// One variant of [`WeightsProblem`] for each thing that can be wrong, with line and column.
pub fn parse_weights(text: &str, clips: &[&str]) -> Result<WeightTrack, WeightsProblem> {
    let counted = text.strip_prefix('\u{feff}').unwrap_or(text).lines().zip(1..);
    let mut lines = counted.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#')).peekable();
    let columns = match lines.next_if(|(line, _)| is_head(line)) {
        Some((head, line)) => columns_of_head(head, line, clips)?,
        None => (0..clips.len()).collect(),
    };
    let mut rows: Vec<(f64, Vec<f64>)> = Vec::new();
    for (text, line) in lines {
        let (secs, weights) = row(text, line, &columns)?;
        if let Some(&(before, _)) = rows.last().filter(|(before, _)| *before >= secs) {
            return Err(WeightsProblem::Order { line, secs, before });
        }
        rows.push((secs, weights));
    }
    if rows.is_empty() {
        return Err(WeightsProblem::Empty { example: vec!["1"; clips.len()].join(",") });
    }
    Ok(WeightTrack::new(rows)?)
}

/// The text that [`parse_weights`] reads again, with a head that names the clips.
///
/// ```
/// use segue::files::{parse_weights, print_weights};
///
/// let track = parse_weights("0, 1, 0\n2.5, 0, 1\n", &["walk", "jog"])?;
/// assert_eq!(print_weights(&track, &["walk", "jog"]), "time,walk,jog\n0,1,0\n2.5,0,1\n");
/// # Ok::<(), segue::files::WeightsProblem>(())
/// ```
pub fn print_weights(track: &WeightTrack, clips: &[&str]) -> String {
    let mut text = format!("time,{}\n", clips.join(","));
    for (secs, weights) in track.rows() {
        let weights: Vec<String> = weights.iter().map(ToString::to_string).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{secs},{}", weights.join(","));
    }
    text
}

/// Writes a CSV file of weights; see [`print_weights`].
///
/// # Errors
/// When the file cannot be written.
pub fn write_weights(path: &Path, track: &WeightTrack, clips: &[&str]) -> Result<(), SaveError> {
    save(path, print_weights(track, clips).as_bytes())
}

/// A head begins with a word, a row with a number.
fn is_head(line: &str) -> bool {
    let first = cells(line).next().unwrap_or("");
    first.starts_with(|c: char| c.is_alphabetic()) && first.parse::<f64>().is_err()
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|cell| cell.trim().trim_matches('"').trim())
}

/// The clip that each column after the first belongs to.
fn columns_of_head(head: &str, line: usize, clips: &[&str]) -> Result<Vec<usize>, WeightsProblem> {
    check_count(head, line, clips.len())?;
    let mut columns = Vec::with_capacity(clips.len());
    for (name, column) in cells(head).zip(1..).skip(1) {
        let found = name.to_owned();
        let Some(clip) = clips.iter().position(|clip| *clip == name) else {
            let there = clips.iter().map(|&clip| clip.to_owned()).collect();
            return Err(WeightsProblem::NoSuchClip { line, column, found, there });
        };
        if columns.contains(&clip) {
            return Err(WeightsProblem::Twice { line, column, found });
        }
        columns.push(clip);
    }
    Ok(columns)
}

fn check_count(text: &str, line: usize, clips: usize) -> Result<(), WeightsProblem> {
    let (found, expected) = (cells(text).count(), clips + 1);
    if found == expected { Ok(()) } else { Err(WeightsProblem::Columns { line, found, expected }) }
}

fn row(text: &str, line: usize, columns: &[usize]) -> Result<(f64, Vec<f64>), WeightsProblem> {
    check_count(text, line, columns.len())?;
    let mut weights = vec![0.0; columns.len()];
    let mut secs = 0.0;
    for (cell, column) in cells(text).zip(1..) {
        let number = cell.parse().ok().filter(|number: &f64| number.is_finite());
        let number = number.ok_or_else(|| WeightsProblem::Number { line, column, found: cell.to_owned() })?;
        match column {
            1 => secs = number,
            _ => weights[columns[column - 2]] = number,
        }
    }
    Ok((secs, weights))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_way_to_be_wrong_names_its_place() {
        let bad = |text: &str| parse_weights(text, &["a", "b"]).unwrap_err().to_string();
        assert!(bad("").contains("no row of weights") && bad("").ends_with("0.5,1,1"));
        assert!(bad("time,a,b\n").contains("no row of weights"));
        assert_eq!(bad("0,1,0\n\n1,1\n"), "line 3 has 2 columns; there must be 3: the time and 2 weights");
        assert_eq!(bad("# w\n0,1,x\n"), "line 2, column 3: `x` is no number");
        assert_eq!(bad("0,1,inf\n"), "line 1, column 3: `inf` is no number");
        assert_eq!(bad("0,1,0\n0,0,1\n"), "line 2, column 1: 0 s does not come after 0 s");
        assert_eq!(bad("time,a,c\n"), "line 1, column 3: no clip is called `c`; there are a, b");
        assert_eq!(bad("time,a,a\n"), "line 1, column 3: `a` has a column already");
        assert!(bad("0;1;0\n").contains("line 1 has 1 columns"));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(rows in prop::collection::vec((0.01..9.0f64, -2.0..2.0f64, -2.0..2.0f64), 1..9)) {
            let mut secs = 0.0;
            let line = |(step, a, b): &(f64, f64, f64)| {
                secs += step;
                format!("{secs},{b},{a}\n")
            };
            let text: String = std::iter::once("time,b,a\n".to_owned()).chain(rows.iter().map(line)).collect();
            let expected = rows.iter().scan(0.0, |secs, (step, a, b)| {
                *secs += step;
                Some((*secs, vec![*a, *b]))
            });
            let expected = WeightTrack::new(expected.collect()).unwrap();
            prop_assert_eq!(parse_weights(&text, &["a", "b"]).unwrap(), expected);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9a,.\n# \"-]{0,40}") {
            let _ = parse_weights(&text, &["a", "b"]);
        }
    }
}
