//! `map`: which joint of one figure drives which joint of another.

use segue_formats::{Note, ReadOptions};
use segue_motion::{Anatomy, Clip, MapEntry, Skeleton, SkeletonMap};
use serde::{Deserialize, Serialize};

use super::{Done, Picture, Verb, VerbError, Watch, named};
use crate::edit::{Edit, Onto};
use crate::files::{Input, read_figure};
use crate::plots::{Canvas, ContactSheet, contact_sheet};

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
    /// How the body of the source was recognised.
    pub source: BodyFacts,
    /// How the body of the target was recognised.
    pub target: BodyFacts,
}

/// What drives one joint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MappedJoint {
    /// The joint of the target.
    pub target: String,
    /// The joint of the source that drives it; `None` when it rides along or keeps its rest pose.
    pub source: Option<String>,
    /// How that was found out, in words.
    pub by: Option<String>,
}

/// How the body of a figure was recognised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BodyFacts {
    /// `sure`, `likely` or `doubtful`.
    pub certainty: String,
    /// What left, right and front were told by.
    pub reasons: Vec<String>,
    /// What speaks against a human body; then only a map by hand carries motion over.
    pub not_humanoid: Option<String>,
}

/// A map with the figures it joins.
#[derive(Clone, Debug)]
pub struct MapWork {
    /// The map.
    pub map: SkeletonMap,
    /// A motion of the source, where its file has one.
    pub motion: Option<Clip>,
    /// The figure that is to move.
    pub onto: Onto,
}

impl Verb for MapRequest {
    const NAME: &'static str = "map";
    type Answer = MapAnswer;
    type Work = MapWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let read = |input, which| Ok::<_, VerbError>(read_figure(named(input, which)?, &self.read)?);
        let (mut from, onto) = (read(self.source.as_ref(), "source")?, read(self.target.as_ref(), "target")?);
        let (source, target) = (from.resting(), onto.resting());
        for (which, figure) in [("source", &source), ("target", &target)] {
            if let Some(warning) = body_warning(figure, which) {
                watch.note(&Note::warning(warning), None);
            }
        }
        let map = SkeletonMap::guess(&source, &target);
        let joints = map.entries().iter().map(MappedJoint::of).collect();
        let [source, own] = [&source, &target].map(|skeleton| BodyFacts::of(skeleton));
        let answer = MapAnswer { joints, driven: map.driven(), source, target: own };
        let motion = (!from.clips.is_empty()).then(|| from.clips.swap_remove(0));
        let onto = Onto { resting: target, skeleton: onto.figure.skeleton, map: Some(map.clone()) };
        Ok(Done { answer, work: MapWork { map, motion, onto } })
    }
}

impl MappedJoint {
    fn of(entry: &MapEntry) -> Self {
        let (source, by) = entry.source.as_ref().map(|(joint, by)| (joint.clone(), by.to_string())).unzip();
        Self { target: entry.target.clone(), source, by }
    }
}

impl BodyFacts {
    /// How the body of this figure was recognised.
    pub fn of(skeleton: &Skeleton) -> Self {
        let anatomy = Anatomy::of(skeleton);
        Self {
            certainty: anatomy.certainty().to_string(),
            reasons: anatomy.reasons(),
            not_humanoid: anatomy.humanoid().err().map(|reason| reason.to_string()),
        }
    }
}

/// What a person should look at before a figure is used: `which` one it is.
pub fn body_warning(skeleton: &Skeleton, which: &str) -> Option<String> {
    let anatomy = Anatomy::of(skeleton);
    let refusal = anatomy.humanoid().err();
    let no_body = refusal.map(|reason| format!("the {which} figure is no human body: {reason}"));
    no_body.or_else(|| anatomy.doubt().map(|doubt| format!("the body of the {which} figure is {doubt}")))
}

/// The source's motion and below it the same on the target.
impl Picture for MapWork {
    fn picture(&self) -> Result<Canvas, VerbError> {
        let nothing = || VerbError::Request("the source has no motion to draw".to_owned());
        let motion = self.motion.as_ref().ok_or_else(nothing)?;
        let edit = Edit { onto: Some(self.onto.clone()), ..Edit::default() };
        Ok(side_by_side(motion, &edit.apply(motion.clone())?.clip))
    }
}

/// A motion and below it the same on another figure, frame by frame.
pub fn side_by_side(source: &Clip, carried: &Clip) -> Canvas {
    let named = |clip: &Clip, what: &str| clip.clone().renamed(format!("{} {what}", clip.name()));
    let sheets = [named(source, "as captured"), named(carried, "on the target")];
    Canvas::column(&sheets.map(|clip| contact_sheet(&clip, &ContactSheet::default())))
}
