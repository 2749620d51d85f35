//! Registration curves: which frames of several clips correspond, where each clip stands, which plants are the same.
//!
//! [`register`] compares clips frame by frame ([`Cloud`], [`Grid`]) and finds the path along which they are most alike
//! ([`dtw`]). It shifts the path so that known foot strikes coincide, smooths it to a strictly increasing [`Timewarp`], finds
//! the turn and shift that lays the clips on top of each other all along it ([`AlignmentCurve`]), and matches their foot
//! plants ([`ConstraintMatch`]). The result is a [`Registration`], from which blends are made.
//!
//! ```
//! use segue_actors::{Locomotion, Pace};
//! use segue_motion::{ClipId, ClipSet};
//! use segue_register::{RegisterSettings, register};
//!
//! let slow = Locomotion { speed: 1.0, cycles: 2, ..Locomotion::new(Pace::Walk) }.perform()?.clip;
//! let fast = Locomotion { speed: 1.6, cycles: 2, ..Locomotion::new(Pace::Walk) }.perform()?.clip;
//! let registration = register(&ClipSet::of([slow, fast])?, &RegisterSettings::default())?;
//! let [start, end] = registration.range();
//! let middle = (start + end) / 2.0;
//! let timewarp = registration.timewarp();
//! assert!(timewarp.at(ClipId::FIRST, middle) > timewarp.at(ClipId::SECOND, middle), "the same moment comes later in the slow walk");
//! assert!((timewarp.u_at(ClipId::FIRST, timewarp.at(ClipId::FIRST, middle)) - middle).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Conventions are those of [`segue_motion`]: metres, seconds, radians, Y up.

mod action;
mod alignment;
mod closing;
mod cloud;
mod coarse;
mod cyclic;
pub mod dtw;
mod error;
mod feet;
mod feet_first;
mod fewest;
mod file;
mod five;
mod floors;
mod grid;
mod heading;
mod kernel;
mod lag;
mod markers;
mod matches;
mod meeting;
mod near;
mod pace;
mod pair;
mod pairings;
mod partners;
mod pins;
mod placement;
mod registration;
mod rounds;
mod settings;
mod staging;
mod steps;
mod strikes;
mod studio;
mod through;
mod tiles;
mod timewarp;
mod treadmill;
mod unlike;
mod verdict;
mod wave;
mod window;

pub use action::Salience;
pub use alignment::{AlignmentCurve, Track};
pub use closing::closed;
pub use cloud::{Cloud, TooShort};
pub use error::RegisterError;
pub use feet::{leg_metres, travels};
pub use file::RegistrationFileError;
pub use floors::level_floors;
pub use grid::{Grid, Stretch, stream};
// For the benchmarks and tests of the kernel.
#[doc(hidden)]
pub use kernel::{Isa, probe::burn};
pub use markers::{JointWeightError, Markers};
pub use matches::{ConstraintMatch, Interval, match_intervals};
pub use pair::{HIGH_CONTRAST, HIGH_MEAN_LEGS, HIGHEST_MEAN_LEGS, Resemblance, Seeded};
pub use pins::Pin;
pub use placement::{Placement, place};
pub use registration::{Registration, register, register_at, register_played};
pub use segue_motion::ContentHash;
pub use segue_numeric::{Spline, fit};
pub use settings::{Ends, RegisterSettings};
pub use staging::{ClipUse, CycleUse, played, treadmills};
pub use through::register_through;
pub use tiles::{Columns, TileScratch, Tiles};
pub use timewarp::Timewarp;
pub use treadmill::Treadmill;
pub use window::Window;
