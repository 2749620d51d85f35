//! The nouns of Segue: [`Skeleton`], [`Pose`], [`Clip`], [`Constraints`], and what can be done with one clip alone.
//!
//! Metres, seconds, Y up, right-handed, radians, quaternions `xyzw`; see `CONVENTIONS.md`.

mod clip;
mod constraint;
mod ground;
mod pose;
mod rigid;
mod skeleton;

pub use clip::{Clip, ClipBuilder, ClipError, points};
pub use constraint::{ConstraintError, ConstraintKind, Constraints, FrameRange};
pub use ground::Ground;
pub use pose::{Pose, PoseRef};
pub use rigid::Rigid;
pub use skeleton::{EndSite, Joint, JointId, Skeleton, SkeletonError};
