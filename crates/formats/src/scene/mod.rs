//! What glTF and FBX have in common: trees of nodes of which some are joints, and motions of them.

pub(crate) mod choose;
pub(crate) mod joints;
pub(crate) mod model;
pub(crate) mod rate;
pub(crate) mod sampled;
pub(crate) mod size;
pub(crate) mod tree;

use glam::{DAffine3, DVec3};

use self::tree::World;
use crate::error::Problem;
use crate::{ReadOptions, Up};

/// Refuses a scale or rate that is no positive number.
pub(crate) fn check_options(options: &ReadOptions) -> Result<(), Problem> {
    for (what, value) in [("the scale", options.scale), ("the frame rate", options.fps)] {
        if let Some(found) = value.filter(|value| !(value.is_finite() && *value > 0.0)) {
            let (what, range) = (what.to_owned(), "positive and finite".to_owned());
            return Err(Problem::OutOfRange { what, range, found: found.to_string() });
        }
    }
    Ok(())
}

/// From a scene with `scale` metres per unit and `up` pointing up to metres and Y up.
pub(crate) fn world_from_scene(scale: f64, up: Up) -> World {
    let rotation = up.clip_from_file();
    World {
        affine: DAffine3::from_scale_rotation_translation(DVec3::splat(scale), rotation, DVec3::ZERO),
        rotation,
    }
}
