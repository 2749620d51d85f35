//! A view of a scene.

use glam::{DVec2, DVec3};
use serde::Serialize;

use super::said;
use crate::StanceError;

/// A pinhole camera that looks at a target, Y up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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

    /// Whether something can be seen with it.
    ///
    /// # Errors
    /// When it looks straight up or down or nowhere, or its angle or picture is not one.
    pub fn checked(&self) -> Result<(), StanceError> {
        let finite = [self.position, self.target].as_flattened().iter().all(|x| x.is_finite());
        let forward = self.forward();
        if !finite || forward.length() < 0.5 || forward.cross(DVec3::Y).length() < 1e-6 {
            return Err(said("camera: it must look at another place, not straight up or down".to_owned()));
        }
        if !(1.0..=179.0).contains(&self.fov_degrees) {
            return Err(said(format!("camera.fov_degrees: {}; it is 1 to 179", self.fov_degrees)));
        }
        if !self.size.iter().all(|side| (1.0..=1e6).contains(side)) {
            return Err(said(format!(
                "camera.size: {} × {} pixels is no picture",
                self.size[0], self.size[1]
            )));
        }
        Ok(())
    }

    /// Where it stands.
    pub fn position(&self) -> DVec3 {
        self.position.into()
    }

    /// Width and height of the picture in pixels.
    pub fn size(&self) -> [f64; 2] {
        self.size
    }

    fn forward(&self) -> DVec3 {
        (DVec3::from(self.target) - self.position()).normalize_or_zero()
    }

    /// Pixels per unit at distance 1.
    pub(super) fn focal(&self) -> f64 {
        0.5 * self.size[1] / (0.5 * self.fov_degrees.to_radians()).tan()
    }

    /// Right, up and forward.
    fn frame(&self) -> [DVec3; 3] {
        let forward = self.forward();
        let right = forward.cross(DVec3::Y).normalize_or(DVec3::X);
        [right, right.cross(forward), forward]
    }

    /// The direction from the camera through a pixel, one unit deep.
    pub fn ray(&self, pixel: DVec2) -> DVec3 {
        let ([right, up, forward], focal) = (self.frame(), self.focal());
        let off = pixel - DVec2::from(self.size) * 0.5;
        forward + right * (off.x / focal) - up * (off.y / focal)
    }

    /// The pixel at which a point is seen; `None` behind the camera.
    pub fn project(&self, point: DVec3) -> Option<DVec2> {
        let [right, up, forward] = self.frame();
        let way = point - self.position();
        let depth = way.dot(forward);
        (depth > 1e-6).then(|| {
            let off = DVec2::new(way.dot(right), -way.dot(up)) * (self.focal() / depth);
            DVec2::from(self.size) * 0.5 + off
        })
    }

    /// The camera made ready to see many points.
    pub(super) fn lens(&self) -> Lens {
        let [right, up, forward] = self.frame();
        Lens {
            eye: self.position(),
            right,
            up,
            forward,
            focal: self.focal(),
            middle: DVec2::from(self.size) * 0.5,
        }
    }

    /// How far a point is from the camera along the line of sight.
    pub fn depth(&self, point: DVec3) -> f64 {
        (point - self.position()).dot(self.forward())
    }
}

/// A camera made ready to see many points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lens {
    eye: DVec3,
    right: DVec3,
    up: DVec3,
    forward: DVec3,
    focal: f64,
    middle: DVec2,
}

impl Lens {
    /// The pixel at which a point is seen; `None` behind the camera.
    pub(super) fn project(&self, point: DVec3) -> Option<DVec2> {
        let way = point - self.eye;
        let depth = way.dot(self.forward);
        let off = DVec2::new(way.dot(self.right), -way.dot(self.up)) * (self.focal / depth);
        (depth > 1e-6).then_some(self.middle + off)
    }
}
