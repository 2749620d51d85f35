//! The tests of stances, in one program: linking each file would take longer than running it.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../examples/eval_sketch/draw.rs"]
mod draw;
#[path = "../../examples/eval_sketch/motion.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "the evaluation takes what tests do not, and is for developers"
)]
mod motion;
#[path = "../../examples/eval_sketch/truth.rs"]
#[allow(dead_code, reason = "the evaluation takes what tests do not")]
mod truth;

mod captured;
mod claims;
mod compose;
mod mocap;
mod samples;
mod search;
mod shown;
mod sketch;
mod warp;
