//! Motion-capture clips in, motion out: what a user of Segue depends on.
//!
//! The principal type is [`Clip`](motion::Clip): poses at a fixed rate on one [`Skeleton`](motion::Skeleton), in
//! metres, seconds and Y up. A journey starts with an [`Input`], the one way to name motion, which [`read()`] turns into
//! a [`Reading`]: clips with their planted feet, the file as it was written, and notes about what had to be inferred.
//! [`Edit`] changes clips, [`write()`] makes files of them, whole or not at all, and [`plots`] draws them. A [`Cast`] is
//! clips with their registration; [`blend`] makes new motion of it, [`judge_blend`] and [`judge_transition`] put that next
//! to what others would make, and a [`SyncSheet`] tells game engines how the clips correspond.
//!
//! ```
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
//! let dense = Edit { resample: Some(4.0), ..Edit::default() }.apply(clip.clone())?;
//! assert_eq!(dense.len(), 5);
//! let sheet = contact_sheet(&dense, &ContactSheet::default());
//! segue::save(file.with_extension("svg"), sheet.to_svg().as_bytes())?;
//! segue::write(&file.with_extension("glb"), &[dense], None)?;
//! # assert!(file.with_extension("glb").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two walks that curve to either side, halfway:
//!
//! ```
//! use segue::prelude::*;
//!
//! let clips = ["walk-left", "walk-right"].map(|name| segue::Sample::find(name).unwrap().clip());
//! let cast = Cast::register(clips.to_vec(), &Settings::default())?;
//! let blend = interpolate(&cast.ensemble()?, &[0.5, 0.5], &InterpolateSettings::default())?;
//! let anatomy = Anatomy::of(blend.skeleton());
//! let still = clean_up(&blend, &anatomy, &CleanUp::default())?.clip;
//! let quality = Quality::of(&still, &anatomy);
//! assert!(quality.root.straightness > 0.99 && quality.skate.unwrap().worst_drift_mm < 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What can be done with a clip alone is in [`motion`]; the file formats are in [`formats`]. Units, axes, names of
//! transforms and ranges are those of `CONVENTIONS.md` throughout.

mod bundle;
mod cast;
mod edit;
mod find;
mod import;
mod input;
mod judge;
mod overrides;
mod param;
mod plants;
mod read;
mod save;
mod share;
mod stances;
mod sync;
mod weights;
mod write;

pub mod plots;
pub mod verbs;

pub use cast::{Cast, RegistrationFileError, RegistrationProblem, read_registration};
pub use edit::{Edit, EditError, MapFileError, MapFileProblem, Onto, read_map};
pub use find::{
    Aligned, FindError, Finder, Hit, IndexChoices, LeftOut, LibraryIndex, Query, SavedMatch, SavedSearch,
    Stored, web_faults,
};
pub use import::{ImportSettings, Imported, import};
pub use input::{Input, InputError, Source, parse_range};
pub use judge::{Judged, JudgedTransition, judge_blend, judge_clips, judge_transition};
pub use overrides::{OverrideError, Overrides};
pub use param::{
    ParamFileError, ParamPlace, ParamProblem, ParamSize, load_parametric, read_parametric, store_parametric,
    write_parametric,
};
pub use plants::{PlantsError, PlantsProblem, detect_plants, plants_path, plants_to_json, read_plants};
pub use read::{LoadError, Reading, cut, expand, pick, read};
pub use save::{Save, SaveError, save};
pub use segue_actors as actors;
pub use segue_actors::{Sample, samples};
pub use segue_blend as blend;
pub use segue_formats as formats;
pub use segue_library as library;
pub use segue_motion as motion;
pub use segue_parametric as parametric;
pub use segue_register as register;
pub use segue_search as search;
pub use segue_stance as stance;
pub use share::share_skeleton;
pub use stances::{StancesFileError, StancesProblem, read_stances, write_stances};
pub use sync::{SyncClip, SyncFormat, SyncMarker, SyncSheet};
pub use weights::{WeightsFileError, WeightsProblem, parse_weights, read_weights};
pub use write::{StoreError, clip_file, holds_several, write};

/// The names that most programs need.
pub mod prelude {
    pub use crate::plots::{ContactSheet, contact_sheet};
    pub use crate::{Cast, Edit, Input, Reading, Source};
    pub use segue_blend::quality::Quality;
    pub use segue_blend::{
        CleanUp, ControlSettings, InterpolateSettings, Player, PlayerSettings, TransitionSettings,
        WeightTrack, clean_up, control, interpolate, transition,
    };
    pub use segue_formats::{Format, Note, ReadOptions};
    pub use segue_motion::{Anatomy, Clip, ConstraintKind, Constraints, FrameRange, JointId, Pose, Skeleton};
    pub use segue_register::{Registration, Settings};
}
