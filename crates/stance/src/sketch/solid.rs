//! What feet cannot pass through.

use glam::{DVec2, DVec3};

use super::scene::{Scene, counter_clockwise};
use super::surface::Surface;

/// The floor, a block or a plane, whether one may step on it or not.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    top: Surface,
    /// How far it reaches down from its top, in metres.
    thickness: f64,
}

/// Planes are taken to be so thick, in metres: what is deeper is under them.
const PLANE: f64 = 0.3;

impl Scene {
    /// Everything that is in the way of feet.
    pub(crate) fn solids(&self) -> Vec<Solid> {
        let level = |height: f64, outline: Option<Vec<DVec2>>| Surface::level(self.friction, height, outline);
        let floor = self.ground.map(|height| Solid { top: level(height, None), thickness: f64::INFINITY });
        let blocks = self.blocks.iter().map(|block| Solid {
            top: level(block.greatest[1], Some(counter_clockwise(block.outline().to_vec()))),
            thickness: block.greatest[1] - block.least[1],
        });
        let planes = self.planes.iter().filter_map(|plane| {
            let (height, slope, normal) = plane.shape()?;
            let top = level(height, Some(plane.outline().ok()?)).tilted(slope, normal);
            Some(Solid { top, thickness: PLANE })
        });
        floor.into_iter().chain(blocks).chain(planes).collect()
    }
}

impl Solid {
    /// The height that a point has to have to be on it or above: none beside it and under it.
    pub(crate) fn top_over(&self, point: DVec3) -> f64 {
        let place = DVec2::new(point.x, point.z);
        let top = self.top.height(place);
        let over = self.top.outside(place) <= 0.0 && point.y > top - self.thickness;
        if over { top } else { f64::NEG_INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::Block;
    use super::*;

    #[test]
    fn a_foot_in_a_block_is_wanted_on_top_and_one_under_it_is_not() {
        let block = Block { landing: false, ..Block::new([-1.0, 0.5, -1.0], [1.0, 1.1, 1.0]) };
        let solids = Scene::with_blocks(vec![block]).solids();
        let top = |x: f64, y: f64| {
            let tops = solids.iter().map(|solid| solid.top_over(DVec3::new(x, y, 0.0)));
            tops.fold(f64::NEG_INFINITY, f64::max)
        };
        assert!((top(0.0, 0.6) - 1.1).abs() < 1e-12, "in it, however deep");
        assert!(top(0.0, 0.4).abs() < 1e-12 && top(1.1, 0.6).abs() < 1e-12, "under it and beside it");
    }
}
