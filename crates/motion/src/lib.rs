//! The nouns of Segue: [`Skeleton`], [`Pose`], [`Clip`], [`Constraints`], what can be done with one clip alone, and clips on one
//! skeleton ([`ClipSet`]).
//!
//! What can be found in a clip: which joint is which part of the body ([`Anatomy`]), the positions of its points
//! ([`PointTable`]) and its centre of mass ([`Body`]), foot plants ([`find_plants`]), flights ([`find_flights`]), the root
//! trajectory ([`RootMotion`]), and what cannot be motion ([`find_dirt`]). What can be done with it: resampling
//! ([`resampled`], [`stretched`]), mirroring ([`Mirror`]), cutting and joining ([`ClipRange`], [`concatenated`]), placing on
//! the floor ([`Ground`]), inverse kinematics ([`TwoBone`]), retargeting ([`SkeletonMap`], [`Retarget`]).
//!
//! Metres, seconds, Y up, right-handed, radians, quaternions `xyzw`; see `CONVENTIONS.md`.
//!
//! ```
//! use segue_motion::{Anatomy, ConstraintKind, Mirror, RootMotion, find_plants};
//! use segue_actors::{Locomotion, Pace};
//!
//! let walk = Locomotion::new(Pace::Walk).perform()?.clip;
//! let plants = find_plants(&walk, &Anatomy::of(walk.skeleton()), &Default::default());
//! assert!(plants.of(ConstraintKind::LeftToe).len() >= 2);
//!
//! let mirrored = Mirror::of(walk.skeleton()).clip(&walk)?;
//! let length = |clip| RootMotion::of(clip).path_length();
//! assert!((length(&walk) - length(&mirrored)).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anatomy;
mod ballistic;
mod bounds;
mod clip;
mod clip_id;
mod clip_set;
mod constraint;
mod dirt;
mod edit;
pub mod euler;
mod fit_rotation;
mod footplant;
mod ground;
mod hash;
mod ik;
mod likeness;
mod mass;
mod mirror;
mod points;
mod pose;
mod resample;
mod retarget;
mod rigid;
mod root_motion;
mod skeleton;
mod skeleton_map;
mod swings;
#[cfg(test)]
mod testing;

pub use anatomy::{Anatomy, AnatomyCertainty, Arm, Leg, NotHumanoid, Role, Side};
pub use ballistic::{
    Flight, FlightSettings, GRAVITY, RateCheck, RateVerdict, check_rate, check_rate_in, find_flights,
    flights_of,
};
pub use bounds::{FARTHEST_METRES, LONGEST_SECS, RATES_HZ, is_far};
pub use clip::{Clip, ClipBuilder, ClipError};
pub use clip_id::ClipId;
pub use clip_set::{ClipSet, ClipSetError, SkeletonChoice, SkeletonOwner};
pub use constraint::{ConstraintError, ConstraintKind, Constraints, FrameRange};
pub use dirt::{Amount, Certainty, Dirt, DirtKind, Repaired, find_dirt, repaired};
pub use edit::{ClipRange, JoinError, Seam, concatenated};
pub use fit_rotation::fit_rotation;
pub use footplant::{FootStance, PlantSettings, find_plants, stances};
pub use ground::Ground;
pub use hash::{ContentHash, HashError};
pub use ik::{IkSettings, LimbReach, TwoBone};
pub use likeness::{Likeness, Mismatch};
pub use mass::{Body, BodyError, BodySegment, MassTable};
pub use mirror::Mirror;
pub use points::{PointId, PointPaths, PointTable, points};
pub use pose::{Pose, PoseRef};
pub use resample::{EndSpeeds, Interpolation, ResampleError, resampled, sample_cubic, sampled_at, stretched};
pub use retarget::{Fidelity, Retarget, RetargetError, resting_skeleton};
pub use rigid::Rigid;
pub use root_motion::{RootMotion, facing};
pub use skeleton::{EndSite, Joint, JointId, Skeleton, SkeletonError};
pub use skeleton_map::{MapEntry, MapError, MatchedBy, SkeletonMap};
pub use swings::{SwingCheck, check_swings};
