//! `map`: which joint of one figure drives which joint of another.

use std::sync::Arc;

use segue_formats::ReadOptions;
use segue_motion::{MapEntry, Skeleton, SkeletonMap};
use serde::{Deserialize, Serialize};

use super::{Done, Verb, VerbError, Watch, named};
use crate::files::{Input, read};

/// Guess which joint of one figure drives which joint of another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MapRequest {
    /// A file with the figure that was captured.
    pub source: Option<Input>,
    /// A file with the figure that is to move.
    pub target: Option<Input>,
    /// How the files are read.
    pub read: ReadOptions,
}

/// Which joint drives which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapAnswer {
    /// The joints of the target.
    pub joints: Vec<MappedJoint>,
    /// How many of them are driven.
    pub driven: usize,
}

/// What drives one joint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MappedJoint {
    /// The joint of the target.
    pub target: String,
    /// The joint of the source that drives it; `None` when it keeps its rest pose.
    pub source: Option<String>,
    /// How that was found out, in words.
    pub by: Option<String>,
}

impl Verb for MapRequest {
    const NAME: &'static str = "map";
    type Answer = MapAnswer;
    type Work = SkeletonMap;

    fn run(&self, _watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let source = self.skeleton(named(self.source.as_ref(), "source")?)?;
        let target = self.skeleton(named(self.target.as_ref(), "target")?)?;
        let map = SkeletonMap::guess(&source, &target);
        let joints = map.entries().iter().map(MappedJoint::of).collect();
        Ok(Done { answer: MapAnswer { joints, driven: map.driven() }, work: map })
    }
}

impl MapRequest {
    fn skeleton(&self, input: &Input) -> Result<Arc<Skeleton>, VerbError> {
        Ok(read(input, &self.read)?.clips[0].skeleton().clone())
    }
}

impl MappedJoint {
    fn of(entry: &MapEntry) -> Self {
        let (source, by) = entry.source.as_ref().map(|(joint, by)| (joint.clone(), by.to_string())).unzip();
        Self { target: entry.target.clone(), source, by }
    }
}
