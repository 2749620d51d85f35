//! Motion-capture clips in, motion out: what a user of Segue depends on.
//!
//! The principal type is [`Clip`](motion::Clip): poses at a fixed rate on one [`Skeleton`](motion::Skeleton), in
//! metres, seconds and Y up. Everything a person can ask for is a request in [`verbs`]: plain data that runs and gives
//! an answer, the same from the command line, a web page or Python. Below that are the parts. An [`Input`] is the one
//! way to name motion; [`read()`] turns it into a [`Reading`]: clips with their foot plants, the file as it was written,
//! and notes about what had to be inferred. [`edit::Edit`] changes clips, [`write()`] makes files of them, whole or not
//! at all, and [`plots`] draws them. A [`ClipSet`](motion::ClipSet) is clips on one skeleton,
//! a [`Cast`] is such clips with their registration; [`blend`] makes new motion of it,
//! [`judge`] compares that with what other methods make, and [`sync`] writes the correspondence for game engines.
//!
//! ```
//! use segue::files::OutputOptions;
//! use segue::prelude::*;
//!
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("slide.bvh");
//! # std::fs::write(&file, "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation \
//! #     Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 60 0\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.5\n0 90 0 0 0 0\n\
//! #     0 90 50 0 0 0\n0 90 100 0 0 0\n")?;
//! // Three frames of a figure that slides forward, written in centimetres.
//! let input = Input::parse(&file)?;
//! let reading = segue::read(&input, &ReadOptions { scale: Some(0.01), ..ReadOptions::default() })?;
//! let clip = &reading.clips[0];
//! assert_eq!((clip.name(), clip.len(), clip.rate()), ("slide", 3, 2.0));
//! assert!((clip.frame(2).root.z - 1.0).abs() < 1e-6, "one metre");
//!
//! // Twice as many frames, drawn and written as GLB.
//! let dense = Edit { resample: Some(4.0), ..Edit::default() }.apply(clip.clone())?.clip;
//! assert_eq!(dense.len(), 5);
//! let sheet = contact_sheet(&dense, &ContactSheet::default());
//! segue::files::save(file.with_extension("svg"), sheet.to_svg().as_bytes())?;
//! segue::write(&file.with_extension("glb"), &[dense], None, &OutputOptions::default())?;
//! # assert!(file.with_extension("glb").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two walks that curve to either side, halfway:
//!
//! ```
//! use segue::prelude::*;
//!
//! let clips = ["walk-left", "walk-right"].map(|name| segue::actors::Sample::find(name).unwrap().clip());
//! let cast = Cast::register(&ClipSet::of(clips)?, &RegisterSettings::default())?;
//! let (blend, trace) = interpolate_traced(&cast.ensemble()?, &[0.5, 0.5], &InterpolateSettings::default())?;
//! let still = clean_up(&blend, &trace, cast.clips(), &CleanUp::default())?.clip;
//! let quality = Quality::of(&still, &Anatomy::of(still.skeleton()));
//! assert!(quality.root.straightness > 0.99 && quality.skate.unwrap().worst_drift_mm < 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What can be done with a clip alone is in [`motion`]; the file formats are in [`formats`]. Units, axes, names of
//! transforms and ranges are those of `CONVENTIONS.md` throughout.

mod cast;

pub mod add;
pub mod edit;
pub mod files;
pub mod find;
pub mod judge;
pub mod plots;
pub mod sync;
pub mod text;
pub mod verbs;

pub use cast::{Cast, PlayedMotion};
pub use files::{Input, Reading, Source, read, write};
pub use segue_actors as actors;
pub use segue_blend as blend;
pub use segue_formats as formats;
pub use segue_library as library;
pub use segue_motion as motion;
pub use segue_parametric as parametric;
pub use segue_register as register;
pub use segue_search as search;
pub use segue_stance as stance;
pub use segue_store as store;

/// The names that most programs need.
pub mod prelude {
    pub use crate::edit::Edit;
    pub use crate::plots::{ContactSheet, contact_sheet};
    pub use crate::verbs::{Silent, Verb};
    pub use crate::{Cast, Input, Reading, Source};
    pub use segue_blend::quality::Quality;
    pub use segue_blend::{CleanUp, InterpolateSettings, clean_up, interpolate, interpolate_traced};
    pub use segue_formats::{Format, Note, ReadOptions};
    pub use segue_motion::{
        Anatomy, Clip, ClipId, ClipSet, ConstraintKind, Constraints, FrameRange, JointId, Pose, Skeleton,
        SkeletonChoice,
    };
    pub use segue_register::{RegisterSettings, Registration};
}
