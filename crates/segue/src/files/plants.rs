//! Side files that say when points of the body are planted.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use segue_motion::{
    Anatomy, Clip, ClipError, ConstraintError, ConstraintKind, Constraints, FrameRange, PlantSettings,
    find_plants,
};
use segue_store::read_regular;
use serde_json::Value;

use super::{InFile, SaveError, save};
use crate::text::steers;

/// What is wrong with a plants file.
#[derive(Debug, thiserror::Error)]
pub enum PlantsProblem {
    /// It cannot be opened.
    #[error("cannot read the plants file: {0}")]
    Io(#[from] io::Error),
    /// It is not the JSON it should be.
    #[error(r#"a plants file looks like {{"left_toe": [[first, last], …], …}}: {0}"#)]
    Json(#[from] serde_json::Error),
    /// It speaks of a point that is not known.
    #[error("`{found}` is no point that can be planted; known are {}", known())]
    UnknownKind {
        /// What it says.
        found: String,
    },
    /// An interval ends before it starts.
    #[error("the interval [{first}, {last}] of {kind} ends before it starts")]
    Backwards {
        /// The point.
        kind: ConstraintKind,
        /// First frame.
        first: usize,
        /// Last frame.
        last: usize,
    },
    /// Intervals overlap or are out of order.
    #[error(transparent)]
    Order(#[from] ConstraintError),
    /// An interval reaches beyond the clip.
    #[error(transparent)]
    Outside(#[from] ClipError),
}

fn known() -> String {
    ConstraintKind::ALL.map(ConstraintKind::name).join(", ")
}

/// The plants that can be seen in the motion of a clip, whatever is written down about it.
pub fn detect_plants(clip: &Clip) -> Constraints {
    find_plants(clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default())
}

/// Where the plants of a clip are written down: `FILE.plants.json` beside its file, so that `jog.glb` and `jog.bvh` each have
/// their own. A clip `STEM/ANIMATION`, which is one of several, has `FILE#ANIMATION.plants.json`.
///
/// ```
/// use segue::files::plants_path;
/// use std::path::Path;
///
/// assert_eq!(plants_path(Path::new("captures/jog.bvh"), "jog"), Path::new("captures/jog.bvh.plants.json"));
/// assert_eq!(plants_path(Path::new("moves.glb"), "moves/Walk"), Path::new("moves.glb#Walk.plants.json"));
/// ```
pub fn plants_path(file: &Path, clip: &str) -> PathBuf {
    let own = file.file_name().unwrap_or_default().to_string_lossy();
    let name = match clip.split_once('/') {
        Some((_, animation)) => format!("{own}#{animation}"),
        None => own.into_owned(),
    };
    file.with_file_name(format!("{}.plants.json", within(plain(&name), LONGEST_OWNER)))
}

/// A plants file that is called after a motion file without its extension: nobody reads it.
pub(crate) fn misnamed_plants(file: &Path) -> Option<PathBuf> {
    Some(file.with_extension("plants.json")).filter(|path| path.is_file())
}

/// Bytes of a clip's name, which leaves room for extensions: file systems allow 255 in all.
const LONGEST: usize = 180;

/// Bytes of the name that a plants file is called after; its ending takes the rest of 255.
const LONGEST_OWNER: usize = 240;

/// A clip's name as a file's: what would lead into another folder becomes a dot, and what is too long for a file name is cut,
/// with a number that keeps such names apart.
pub fn file_name(clip: &str) -> String {
    within(plain(clip), LONGEST)
}

/// A name that leads into no other folder.
fn plain(name: &str) -> String {
    name.replace(['/', '\\', ':'], ".").chars().filter(|&c| !steers(c)).collect()
}

fn within(name: String, longest: usize) -> String {
    if name.len() <= longest {
        return name;
    }
    let mut end = longest - 17;
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}~{:016x}", &name[..end], fnv(name.as_bytes()))
}

/// A number for a text (Fowler, Noll and Vo, variant 1a).
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Reads a plants file; `None` when there is none.
///
/// # Errors
/// When it cannot be read, or does not say which points are planted when.
pub fn read_plants(path: &Path) -> Result<Option<Constraints>, InFile<PlantsProblem>> {
    match read_regular(path) {
        Ok(bytes) => parse_plants(&bytes).map(Some).map_err(InFile::at(path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(InFile::new(path, error)),
    }
}

/// The plants that the bytes of a plants file say.
///
/// # Errors
/// When they do not say which points are planted when.
pub fn parse_plants(bytes: &[u8]) -> Result<Constraints, PlantsProblem> {
    let written: BTreeMap<String, Vec<[usize; 2]>> = serde_json::from_slice(bytes)?;
    let mut plants = Constraints::default();
    for (name, intervals) in written {
        let kind = ConstraintKind::from_name(&name).ok_or(PlantsProblem::UnknownKind { found: name })?;
        let range = |[first, last]: [usize; 2]| {
            FrameRange::new(first, last).ok_or(PlantsProblem::Backwards { kind, first, last })
        };
        plants.set(kind, intervals.into_iter().map(range).collect::<Result<_, _>>()?)?;
    }
    Ok(plants)
}

/// Plants as they stand in a plants file.
///
/// ```
/// use segue::motion::{ConstraintKind, Constraints, FrameRange};
///
/// let mut plants = Constraints::default();
/// plants.set(ConstraintKind::LeftToe, vec![FrameRange { first: 3, last: 9 }])?;
/// assert_eq!(segue::files::plants_to_json(&plants).to_string(), r#"{"left_toe":[[3,9]]}"#);
/// # Ok::<(), segue::motion::ConstraintError>(())
/// ```
pub fn plants_to_json(plants: &Constraints) -> Value {
    let pair = |range: &FrameRange| Value::from(vec![range.first, range.last]);
    let pairs = |intervals: &[FrameRange]| intervals.iter().map(pair).collect::<Value>();
    plants.iter().map(|(kind, intervals)| (kind.name(), pairs(intervals))).collect()
}

/// Writes a plants file.
///
/// # Errors
/// When the file cannot be written.
pub fn write_plants(path: &Path, plants: &Constraints) -> Result<(), SaveError> {
    save(path, plants_text(plants).as_bytes())
}

/// The text of a plants file, with its line ends.
pub(crate) fn plants_text(plants: &Constraints) -> String {
    format!("{:#}\n", plants_to_json(plants))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_way_to_be_wrong_has_its_error() {
        let bad = |text: &str| parse_plants(text.as_bytes()).unwrap_err().to_string();
        assert!(bad("[]").contains("looks like"));
        assert!(bad(r#"{"left_toe": [[1, -2]]}"#).contains("looks like"));
        assert!(bad(r#"{"nose": []}"#).contains("known are left_heel, left_toe"));
        assert_eq!(bad(r#"{"left_toe": [[9, 3]]}"#), "the interval [9, 3] of left_toe ends before it starts");
        assert!(bad(r#"{"left_toe": [[1, 3], [3, 4]]}"#).contains("share no frame"));
    }

    #[test]
    fn a_name_never_leads_out_of_its_folder() {
        let path = plants_path(Path::new("captures/moves.glb"), "moves/../../etc/Walk");
        assert_eq!(path, Path::new("captures/moves.glb#......etc.Walk.plants.json"));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(gaps in prop::collection::vec(1..50usize, 0..12)) {
            let mut frame = 0;
            let mut range = |pair: &[usize]| {
                let first = frame + pair[0];
                frame = first + pair[1];
                FrameRange { first, last: frame }
            };
            let mut plants = Constraints::default();
            plants.set(ConstraintKind::RightHeel, gaps.chunks_exact(2).map(&mut range).collect()).unwrap();
            let text = plants_to_json(&plants).to_string();
            prop_assert_eq!(parse_plants(text.as_bytes()).unwrap(), plants);
        }
    }
}
