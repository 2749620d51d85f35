//! Runs, jumps and leaps, edited by physics.

mod blend;
mod coverage;
mod extract;
mod facts;
mod find;
mod judge;
mod named;
mod path;
mod pictures;
mod plan;
mod source;
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
pub use path::{PathStance, StancePathAnswer, StancePathRequest, StancePathWork, WantedPath, read_path};
pub use source::{StanceSource, Stock};
pub use warp::{StanceWarpRequest, WarpedStance};
