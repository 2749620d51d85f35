//! Everything the page and the server say to each other that is no verb: one type for each message.

mod clips;
mod error;
mod jobs;
mod live;
mod session;
mod uploads;
mod verb;
mod workspace;

pub(crate) use clips::{
    ClipsFacts, EndShape, FramesQuery, JointShape, PlantedFacts, SkeletonShape, StudioClip,
};
pub(crate) use error::{ErrorFacts, Hint};
pub(crate) use jobs::{JobEvent, JobState, JobsFacts, NewJob};
pub(crate) use live::{DraftFacts, LiveMessage, LiveOpen, LiveSet};
pub(crate) use session::{LibraryFacts, LimitFacts, SessionFacts};
pub(crate) use uploads::{UploadName, Uploaded};
pub(crate) use verb::{ClipFrames, GridFacts, LinearFacts, NoteFacts, VerbQuery};
pub(crate) use workspace::{
    Acknowledged, Command, CommandKind, CommandsFacts, LoggedCommand, SentCommand, Since, WorkspaceFacts,
};
