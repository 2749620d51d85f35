//! Runs, jumps and leaps, edited by physics.

mod blend;
mod coverage;
mod elevation;
mod extract;
mod facts;
mod find;
mod judge;
mod named;
mod path;
mod path_facts;
mod pictures;
mod plan;
mod scenery;
mod sketch;
mod sketched;
mod source;
mod verdict;
mod wanted;
mod warp;

pub use blend::{BlendedStances, StanceBlendRequest};
pub use coverage::{CoveredStance, StanceCoverageAnswer, StanceCoverageRequest, StanceCoverageWork};
pub use extract::{
    ClipStances, ExtractedFacts, ExtractedStances, RefusedContact, StanceExtractAnswer, StanceExtractRequest,
};
pub use facts::{ChangeFacts, JudgementFacts, StanceFacts, StanceWarpAnswer, SupportPolygon, ViolationFacts};
pub use find::{FoundFacts, FoundStance, NearestFacts, StanceFindAnswer, StanceFindRequest};
pub use judge::{JudgedStance, StanceJudgeAnswer, StanceJudgeRequest};
pub use named::{NamedStance, StanceName, WantedParams};
pub use path::{MadePath, PathMotion, PathStance, StancePathAnswer, StancePathRequest, StancePathWork};
pub use path_facts::{ArcFacts, ContactFacts, PathFacts};
pub use sketch::{RigidFacts, SketchedPath, StanceSketchAnswer, StanceSketchRequest};
pub use source::{StanceSource, Stock};
pub use verdict::{PathVerdict, StepFacts};
pub use wanted::{WantedPath, read_path};
pub use warp::{StanceWarpRequest, WarpedStance};
