//! Which joint of one figure drives which joint of another.

mod guess;
mod toml_file;

use std::fmt;

use crate::{JointId, Skeleton};

/// Why a joint was matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchedBy {
    /// The names are the same up to prefix and spelling.
    Name,
    /// Both play the same part of the body.
    Role,
    /// They stand at the same height of the spine or neck.
    Column,
    /// They stand at the same place below a matched joint.
    Place,
    /// Somebody said so.
    Hand,
}

impl fmt::Display for MatchedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "by name",
            Self::Role => "by part of the body",
            Self::Column => "by height on the spine",
            Self::Place => "by place in the tree",
            Self::Hand => "by hand",
        })
    }
}

/// One joint of the target and what drives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapEntry {
    /// A joint of the target.
    pub target: String,
    /// The joint of the source that drives it, and why; `None` leaves it at rest.
    pub source: Option<(String, MatchedBy)>,
    /// The line of the map file that says so.
    line: Option<usize>,
}

/// Which joint of the source drives which joint of the target, by name. Every target joint is listed at most once.
///
/// A guessed map is written to a `*.map.toml` file, edited, and read again:
///
/// ```
/// use glam::{Quat, Vec3};
/// use segue_motion::{Joint, JointId, Skeleton, SkeletonMap};
///
/// let figure = |names: [&str; 3]| {
///     let joint = |(index, name): (usize, &str)| Joint {
///         name: name.into(), parent: index.checked_sub(1).map(JointId::new), offset: -Vec3::Y, rest: Quat::IDENTITY,
///     };
///     Skeleton::new(names.into_iter().enumerate().map(joint).collect(), vec![])
/// };
/// let cmu = figure(["LeftUpLeg", "LeftLeg", "LeftFoot"])?;
/// let rig = figure(["thigh_l", "calf_l", "foot_l"])?;
/// let map = SkeletonMap::guess(&cmu, &rig);
/// assert_eq!(map.source_of("calf_l"), Some("LeftLeg"));
/// assert_eq!(SkeletonMap::from_toml(&map.to_toml())?.source_of("foot_l"), Some("LeftFoot"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkeletonMap {
    entries: Vec<MapEntry>,
}

/// Why a map is no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// The file is not a map.
    #[error("line {line} of the skeleton map: {message}")]
    Syntax {
        /// Where, counted from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A version that this program does not know.
    #[error("the skeleton map has version {found}; this program reads version {known}")]
    Version {
        /// What the file says.
        found: i64,
        /// What is read.
        known: i64,
    },
    /// A joint that a skeleton does not have.
    #[error(
        "{}the skeleton map names `{joint}`, which the {side} skeleton does not have{}",
        line.map_or(String::new(), |line| format!("line {line}: ")),
        nearest.as_ref().map_or(String::new(), |nearest| format!("; did you mean `{nearest}`?"))
    )]
    UnknownJoint {
        /// The joint.
        joint: String,
        /// `source` or `target`.
        side: &'static str,
        /// Where, if the map was read from a file.
        line: Option<usize>,
        /// A joint with the same name up to prefix and spelling.
        nearest: Option<String>,
    },
}

impl SkeletonMap {
    /// Finds out which joints belong together: same names up to prefix and spelling, then same parts of the body, the
    /// spine by height, and what is left by its place below joints that are matched.
    pub fn guess(source: &Skeleton, target: &Skeleton) -> Self {
        guess::guess(source, target)
    }

    /// Every joint drives the one of the same name.
    pub(crate) fn by_name(target: &Skeleton) -> Self {
        let mut map = Self::default();
        for joint in target.joints() {
            map.set(&joint.name, Some(&joint.name));
        }
        map
    }

    /// Reads a map file.
    ///
    /// # Errors
    /// Names the line that cannot be read.
    pub fn from_toml(text: &str) -> Result<Self, MapError> {
        toml_file::parse(text)
    }

    /// The map as a file to edit: every target joint with its source, or `""`, and the reason as a comment.
    pub fn to_toml(&self) -> String {
        toml_file::print(self)
    }

    /// All joints of the target that the map speaks of.
    pub fn entries(&self) -> &[MapEntry] {
        &self.entries
    }

    /// The joint of the source that drives a joint of the target.
    pub fn source_of(&self, target: &str) -> Option<&str> {
        let entry = self.entries.iter().find(|entry| entry.target == target)?;
        entry.source.as_ref().map(|(source, _)| source.as_str())
    }

    /// Lets `source` drive `target`, or leaves it at rest.
    pub fn set(&mut self, target: &str, source: Option<&str>) {
        let source = source.map(|source| (source.to_owned(), MatchedBy::Hand));
        match self.entries.iter_mut().find(|entry| entry.target == target) {
            Some(entry) => entry.source = source,
            None => self.entries.push(MapEntry { target: target.to_owned(), source, line: None }),
        }
    }

    /// Number of target joints that are driven.
    pub fn driven(&self) -> usize {
        self.entries.iter().filter(|entry| entry.source.is_some()).count()
    }

    /// For each joint of `target`, the joint of `source` that drives it.
    ///
    /// # Errors
    /// When the map names a joint that a skeleton does not have.
    pub fn resolve(&self, source: &Skeleton, target: &Skeleton) -> Result<Vec<Option<JointId>>, MapError> {
        let mut drivers = vec![None; target.len()];
        for entry in &self.entries {
            let driven = find(target, "target", &entry.target, entry.line)?;
            if let Some((name, _)) = &entry.source {
                drivers[driven.index()] = Some(find(source, "source", name, entry.line)?);
            }
        }
        Ok(drivers)
    }
}

fn find(
    skeleton: &Skeleton,
    side: &'static str,
    name: &str,
    line: Option<usize>,
) -> Result<JointId, MapError> {
    let form = crate::anatomy::normal_form(name);
    let near = |joint: &&crate::Joint| crate::anatomy::normal_form(&joint.name) == form;
    skeleton.find(name).ok_or_else(|| MapError::UnknownJoint {
        joint: name.to_owned(),
        side,
        line,
        nearest: skeleton.joints().iter().find(near).map(|joint| joint.name.clone()),
    })
}

/// Prints one target joint a line with what drives it and why.
impl fmt::Display for SkeletonMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.entries.iter().map(|entry| entry.target.len()).max().unwrap_or(0);
        for entry in &self.entries {
            match &entry.source {
                Some((source, by)) => writeln!(f, "{:width$} <- {source} ({by})", entry.target)?,
                None => writeln!(f, "{:width$} at rest", entry.target)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
