//! A view of a scene of blocks.

use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

use super::said;
use crate::StanceError;

/// A pinhole camera that looks at a target, Y up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    position: [f64; 3],
    target: [f64; 3],
    /// Vertical field of view.
    fov_degrees: f64,
    /// Width and height of the picture in pixels.
    size: [f64; 2],
}

impl Camera {
    /// A camera from its place, what it looks at, its vertical field of view and the size of its picture in pixels.
    pub fn new(position: [f64; 3], target: [f64; 3], fov_degrees: f64, size: [f64; 2]) -> Self {
        Self { position, target, fov_degrees, size }
    }

    pub(super) fn checked(&self) -> Result<(), StanceError> {
        let finite = [self.position, self.target].as_flattened().iter().all(|x| x.is_finite());
        let forward = self.forward();
        if !finite || forward.length() < 0.5 || forward.cross(DVec3::Y).length() < 1e-6 {
            return Err(said("the camera must look at another place, not straight up or down".to_owned()));
        }
        if !(1.0..179.0).contains(&self.fov_degrees) {
            return Err(said(format!("a field of view of {}°; it is 1° to 179°", self.fov_degrees)));
        }
        if !self.size.iter().all(|side| (1.0..=1e6).contains(side)) {
            return Err(said(format!("a picture of {} × {} pixels", self.size[0], self.size[1])));
        }
        Ok(())
    }

    /// Where it stands.
    pub fn position(&self) -> DVec3 {
        self.position.into()
    }

    fn forward(&self) -> DVec3 {
        (DVec3::from(self.target) - self.position()).normalize_or_zero()
    }

    /// Right, up and forward, and pixels per unit at distance 1.
    fn frame(&self) -> ([DVec3; 3], f64) {
        let forward = self.forward();
        let right = forward.cross(DVec3::Y).normalize_or(DVec3::X);
        let scale = 0.5 * self.size[1] / (0.5 * self.fov_degrees.to_radians()).tan();
        ([right, right.cross(forward), forward], scale)
    }

    /// The direction from the camera through a pixel.
    pub fn ray(&self, pixel: DVec2) -> DVec3 {
        let ([right, up, forward], scale) = self.frame();
        let off = pixel - DVec2::from(self.size) * 0.5;
        (forward + right * (off.x / scale) - up * (off.y / scale)).normalize_or(forward)
    }

    /// The pixel at which a point is seen; `None` behind the camera.
    pub fn project(&self, point: DVec3) -> Option<DVec2> {
        let ([right, up, forward], scale) = self.frame();
        let way = point - self.position();
        let depth = way.dot(forward);
        (depth > 1e-6).then(|| {
            let off = DVec2::new(way.dot(right), -way.dot(up)) * (scale / depth);
            DVec2::from(self.size) * 0.5 + off
        })
    }
}

/// An upright block.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// The corner with the least coordinates.
    pub least: [f64; 3],
    /// The corner with the greatest.
    pub greatest: [f64; 3],
}

/// A floor, if there is one, and blocks on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Height of the floor; without it only blocks are there.
    pub ground: Option<f64>,
    /// Blocks to land on.
    #[serde(default)]
    pub blocks: Vec<Block>,
}

impl Scene {
    /// The first point of the scene along a ray.
    pub fn hit(&self, from: DVec3, ray: DVec3) -> Option<DVec3> {
        let floor = self.ground.map(|height| (height - from.y) / ray.y);
        let blocks = self.blocks.iter().filter_map(|block| block.hit(from, ray));
        let nearest = floor.into_iter().chain(blocks).filter(|t| t.is_finite() && *t > 1e-9);
        nearest.min_by(f64::total_cmp).map(|t| from + ray * t)
    }
}

impl Block {
    /// The distance along a ray to where it enters the block.
    fn hit(&self, from: DVec3, ray: DVec3) -> Option<f64> {
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in 0..3 {
            let [a, b] = [self.least[axis], self.greatest[axis]].map(|side| (side - from[axis]) / ray[axis]);
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
        (enter <= leave && enter > 0.0).then_some(enter)
    }
}
