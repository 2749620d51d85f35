//! Runs, jumps, leaps and hops as chains of stances: apex of flight, landing, contact, launch, next apex.
//!
//! A [`Stance`] reduces a figure to one rigid body with one contact. [`extract`] finds the stances of a clip and the force
//! and torque that lead along its path. Six numbers, [`Params`], describe a stance; [`warp`] changes
//! them exactly, [`blend`] mixes two stances, and [`judge`] says whether a body can do the result, and if not, why. A
//! [`StanceLibrary`] knows what each of its stances covers; it finds one that meets a request, or says what is in the way.
//!
//! ```
//! use segue_actors::Sample;
//! use segue_stance::{ExtractSettings, Limits, Params, WarpSettings, extract, judge_warped, simulate, warp};
//!
//! let run = Sample::find("run").unwrap().clip();
//! let found = extract(&run, &ExtractSettings::default())?;
//! let stance = &found.stances[1].stance;
//!
//! // The same stride, but slower at its end.
//! let wanted = Params { ve: stance.params().ve - 0.3, ..stance.params() };
//! let slower = warp(stance, wanted, &WarpSettings::default())?;
//! let end = simulate(&slower.stance, 128).end();
//! assert!((end.velocity.x - wanted.ve).abs() < 1e-6);
//! assert!(judge_warped(&slower, &Limits::default()).value.is_finite());
//! # Ok::<(), segue_stance::StanceError>(())
//! ```
//!
//! # Where this departs from the source, and why
//!
//! | source \[BPBM\] | here | why |
//! |---|---|---|
//! | dominant terms of a Fourier transform | the same low harmonics for all | blends would meet missing terms |
//! | horizontal forces are scaled | the push is tilted ([`Mode::Lean`]) | runs keep their speed, so the factor is arbitrary |
//! | limits in metres and newtons | in leg lengths and body weights | figures differ in size |
//! | every stance is warped, then every pair blended | regions of coverage say which to try | ten times faster |

mod attempt;
mod blend;
mod body;
mod compose;
mod core;
mod coverage;
mod error;
mod extract;
mod extremes;
mod find;
mod force;
mod judge;
mod library;
mod nearest;
mod params;
mod plan;
mod playback;
mod polygon;
mod simulate;
mod sketch;
mod stance;
mod stored;
mod told;
mod warp;

pub use attempt::{Recipe, TrySettings};
pub use blend::{Support, blend};
pub use body::RigidBody;
pub use compose::{ComposeSettings, Composed, clips_of, compose, compose_in};
pub use coverage::Coverage;
pub use error::{Refusal, StanceError};
pub use extract::{ExtractSettings, Extracted, Extraction, extract};
pub use find::{FindSettings, Stage, StanceMatch};
pub use force::{Force, Term};
pub use judge::{Judgement, Limit, Limits, Violation, judge, judge_warped};
pub use library::{Gathered, StanceLibrary, gather};
pub use nearest::Nearest;
pub use params::Params;
pub use plan::{Link, LinkPlace, Request, plan};
pub use playback::{Playback, RigidMoment};
pub use polygon::Polygon;
pub use segue_numeric::CubicSpline;
pub use simulate::{DEFAULT_STEPS, Simulation, StanceMoment, simulate};
pub use sketch::{
    AimSettings, AimedPath, Block, BrokenLimit, Camera, Drawing, EditOutcome, Foot, GUESS, PathPlan,
    PathReading, Plane, ReadArc, ReadContact, Scene, Session, Sketch, SketchEdit, SketchFigure, StepVerdict,
    StrokeEnd, Surface, Which, Wish, aim, from_json, is_scribble_over, overdrawn, summary, verdicts,
};
pub use stance::{Footing, Stance, StanceKind, StanceOrigin, State};
pub use stored::{KnownStance, StoredError, decode_known, decode_stances, encode_library, encode_stances};
pub use warp::{Change, Mode, WarpSettings, Warped, warp};
