//! A floor with blocks and planes.

use glam::{DVec2, DVec3};
use serde::Serialize;

use super::said;
use crate::StanceError;

/// An upright box.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Block {
    /// The corner with the least coordinates, before it is turned.
    pub least: [f64; 3],
    /// The corner with the greatest.
    pub greatest: [f64; 3],
    /// The turn about the vertical through its middle.
    pub turn_degrees: f64,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its friction, where it is not that of the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// Whether one may step on it.
    pub landing: bool,
}

/// A flat convex piece of ground, level or inclined.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plane {
    /// Its corners in order, either way round.
    pub corners: Vec<[f64; 3]>,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its friction, where it is not that of the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// Whether one may step on it.
    pub landing: bool,
}

/// A floor, if there is one, with blocks and planes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// Height of the floor; `None` without one.
    pub ground: Option<f64>,
    /// The friction of everything that states none.
    pub friction: f64,
    /// Upright boxes.
    pub blocks: Vec<Block>,
    /// Pieces of ground.
    pub planes: Vec<Plane>,
}

/// Shoes on a floor.
const FRICTION: f64 = 0.8;

impl Default for Scene {
    fn default() -> Self {
        Self { ground: Some(0.0), friction: FRICTION, blocks: Vec::new(), planes: Vec::new() }
    }
}

impl Block {
    /// A block between two corners, which one may step on.
    pub fn new(least: [f64; 3], greatest: [f64; 3]) -> Self {
        Self { least, greatest, landing: true, ..Self::default() }
    }

    fn middle(&self) -> DVec2 {
        DVec2::new(
            f64::midpoint(self.least[0], self.greatest[0]),
            f64::midpoint(self.least[2], self.greatest[2]),
        )
    }

    /// The corners of its outline on the floor (x, z), in order.
    pub fn outline(&self) -> [DVec2; 4] {
        let (middle, turn) = (self.middle(), self.turn_degrees.to_radians());
        let half = DVec2::new(self.greatest[0] - self.least[0], self.greatest[2] - self.least[2]) * 0.5;
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, z)| {
            let DVec2 { x, y: z } = half * DVec2::new(x, z);
            // A turn about the vertical, as in CONVENTIONS.md.
            middle + DVec2::new(x * turn.cos() + z * turn.sin(), z * turn.cos() - x * turn.sin())
        })
    }

    /// The distance along a ray to where it enters the block, and whether through its top.
    pub(super) fn hit(&self, from: DVec3, ray: DVec3) -> Option<(f64, bool)> {
        let (middle, turn) = (self.middle(), -self.turn_degrees.to_radians());
        let back = |v: DVec3| {
            DVec3::new(v.x * turn.cos() + v.z * turn.sin(), v.y, v.z * turn.cos() - v.x * turn.sin())
        };
        let middle = DVec3::new(middle.x, 0.0, middle.y);
        let (from, ray) = (back(from - middle) + middle, back(ray));
        let (mut enter, mut leave, mut top) = (f64::NEG_INFINITY, f64::INFINITY, false);
        for axis in 0..3 {
            let [a, b] = [self.least[axis], self.greatest[axis]].map(|side| (side - from[axis]) / ray[axis]);
            if a.min(b) > enter {
                (enter, top) = (a.min(b), axis == 1);
            }
            leave = leave.min(a.max(b));
        }
        (enter <= leave && enter > 0.0).then_some((enter, top))
    }
}

impl Scene {
    /// A floor at height 0 with blocks on it.
    pub fn with_blocks(blocks: Vec<Block>) -> Self {
        Self { blocks, ..Self::default() }
    }

    /// Whether a figure can be in it.
    ///
    /// # Errors
    /// When a block is inverted, a plane bent or not convex, or a number not one; the error names the field.
    pub fn checked(&self) -> Result<(), StanceError> {
        let good = |friction: f64| friction > 0.0 && friction <= 10.0;
        if !good(self.friction) {
            return Err(said(format!("scene.friction: {}; it is above 0 and at most 10", self.friction)));
        }
        if self.ground.is_some_and(|height| !height.is_finite()) {
            return Err(said("scene.ground: it is a height in metres, or null".to_owned()));
        }
        for (i, block) in self.blocks.iter().enumerate() {
            check_block(block).map_err(|why| said(format!("scene.blocks[{i}].{why}")))?;
        }
        for (i, plane) in self.planes.iter().enumerate() {
            plane.outline().map_err(|why| said(format!("scene.planes[{i}].corners: {why}")))?;
        }
        let frictions = self.blocks.iter().map(|block| block.friction).enumerate();
        let planes = self.planes.iter().map(|plane| plane.friction).enumerate();
        for (what, (i, friction)) in
            frictions.map(|one| ("blocks", one)).chain(planes.map(|one| ("planes", one)))
        {
            if let Some(friction) = friction.filter(|&friction| !good(friction)) {
                return Err(said(format!(
                    "scene.{what}[{i}].friction: {friction}; it is above 0 and at most 10"
                )));
            }
        }
        Ok(())
    }
}

fn check_block(block: &Block) -> Result<(), String> {
    let finite = [block.least, block.greatest].as_flattened().iter().all(|x| x.is_finite());
    if !finite || !block.turn_degrees.is_finite() {
        return Err("least: its numbers must be finite".to_owned());
    }
    match (0..3).find(|&axis| block.least[axis] >= block.greatest[axis]) {
        None => Ok(()),
        Some(axis) => Err(format!(
            "least: {} {} is not below that of greatest, {}; swap them",
            ["x", "y", "z"][axis],
            block.least[axis],
            block.greatest[axis]
        )),
    }
}

/// How far corners may lie off their plane, in metres.
const FLAT: f64 = 1e-3;

impl Plane {
    /// Level at the origin, slope and normal; `None` when it stands upright or has no area.
    pub(super) fn shape(&self) -> Option<(f64, DVec2, DVec3)> {
        let at = |i: usize| DVec3::from(self.corners[i]);
        let count = self.corners.len();
        let area: DVec3 = (0..count).map(|i| at(i).cross(at((i + 1) % count))).sum();
        let normal = area.try_normalize()?;
        let normal = if normal.y < 0.0 { -normal } else { normal };
        if normal.y < 1e-3 {
            return None;
        }
        let slope = DVec2::new(-normal.x, -normal.z) / normal.y;
        let level = at(0).y - slope.dot(DVec2::new(at(0).x, at(0).z));
        Some((level, slope, normal))
    }

    /// Its outline on the floor, counter-clockwise.
    pub(super) fn outline(&self) -> Result<Vec<DVec2>, String> {
        if self.corners.len() < 3 || !self.corners.as_flattened().iter().all(|x| x.is_finite()) {
            return Err(format!("{} corners; a plane has at least three, all finite", self.corners.len()));
        }
        let Some((level, slope, _)) = self.shape() else {
            return Err("it stands upright or has no area".to_owned());
        };
        let flat: Vec<DVec2> = self.corners.iter().map(|corner| DVec2::new(corner[0], corner[2])).collect();
        for (corner, place) in self.corners.iter().zip(&flat) {
            let off = corner[1] - level - slope.dot(*place);
            if off.abs() > FLAT {
                return Err(format!(
                    "a corner lies {:.0} mm off the plane of the others",
                    1000.0 * off.abs()
                ));
            }
        }
        let outline = counter_clockwise(flat);
        let count = outline.len();
        let convex = (0..count).all(|i| {
            let [a, b, c] = [0, 1, 2].map(|k| outline[(i + k) % count]);
            (b - a).perp_dot(c - b) > -1e-9
        });
        if convex { Ok(outline) } else { Err("they are not convex, or not in order".to_owned()) }
    }
}

pub(super) fn counter_clockwise(mut outline: Vec<DVec2>) -> Vec<DVec2> {
    let count = outline.len();
    let area: f64 = (0..count).map(|i| outline[i].perp_dot(outline[(i + 1) % count])).sum();
    if area < 0.0 {
        outline.reverse();
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_scene_is_named() {
        let refused = |scene: Scene| scene.checked().unwrap_err().to_string();
        let inverted = Block::new([0.0, 1.0, 0.0], [1.0, 0.0, 1.0]);
        let text = refused(Scene::with_blocks(vec![inverted]));
        assert!(text.contains("scene.blocks[0].least: y 1 is not below"), "{text}");
        let bent = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.1, 1.0], [0.0, 0.0, 1.0]];
        let plane = Plane { corners: bent, name: None, friction: None, landing: true };
        let text = refused(Scene { planes: vec![plane], ..Scene::default() });
        assert!(text.contains("scene.planes[0].corners") && text.contains("off the plane"), "{text}");
        assert!(refused(Scene { friction: -1.0, ..Scene::default() }).contains("scene.friction"));
    }
}
