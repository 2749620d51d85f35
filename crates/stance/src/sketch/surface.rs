//! What there is to stand on.

use glam::{DVec2, DVec3};

use super::scene::{Scene, counter_clockwise};

/// A surface that one may step on: `height = level + slope · (x, z)` within an outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// What a person calls it.
    pub name: String,
    /// Its friction.
    pub friction: f64,
    /// Its upward unit normal.
    pub normal: DVec3,
    level: f64,
    slope: DVec2,
    /// Convex, (x, z), counter-clockwise; `None` for the floor, which has no end.
    outline: Option<Vec<DVec2>>,
}

impl Surface {
    /// A level one without a name.
    pub(super) fn level(friction: f64, level: f64, outline: Option<Vec<DVec2>>) -> Self {
        Self { name: String::new(), friction, normal: DVec3::Y, level, slope: DVec2::ZERO, outline }
    }

    fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// The same outline, inclined: `level` is its height at the origin.
    pub(super) fn tilted(self, slope: DVec2, normal: DVec3) -> Self {
        Self { normal, slope, ..self }
    }

    /// Its height at a place, also beyond its edges.
    pub fn height(&self, place: DVec2) -> f64 {
        self.level + self.slope.dot(place)
    }

    /// How far outside a place is, in metres; negative inside.
    pub fn outside(&self, place: DVec2) -> f64 {
        self.edge(place).map_or(f64::NEG_INFINITY, |(outside, _)| outside)
    }

    /// How far outside its nearest edge a place is, and the way out over that edge; `None` where it has no end.
    fn edge(&self, place: DVec2) -> Option<(f64, DVec2)> {
        let outline = self.outline.as_ref()?;
        let edges = (0..outline.len()).map(|i| {
            let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
            let along = (b - a).normalize_or_zero();
            (along.perp_dot(a - place), -along.perp())
        });
        edges.max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Whether it has edges.
    pub(super) fn ends(&self) -> bool {
        self.outline.is_some()
    }

    /// How far its middle is from its edges, in metres.
    fn room(&self) -> f64 {
        let middle = |outline: &Vec<DVec2>| outline.iter().sum::<DVec2>() / outline.len() as f64;
        self.outline.as_ref().map_or(f64::INFINITY, |outline| -self.outside(middle(outline)))
    }

    /// The way along a ray to it, from above, at most `beyond` metres outside its edges.
    fn hit(&self, from: DVec3, ray: DVec3, beyond: f64) -> Option<f64> {
        let falling = ray.y - self.slope.dot(DVec2::new(ray.x, ray.z));
        let way = (self.height(DVec2::new(from.x, from.z)) - from.y) / falling;
        let at = from + ray * way;
        (falling < 0.0 && way > 1e-9 && self.outside(DVec2::new(at.x, at.z)) <= beyond).then_some(way)
    }
}

/// What a ray meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) place: DVec3,
    /// The number of the surface; `None` for the side of a block.
    pub(super) surface: Option<usize>,
    /// Whether something stands before it.
    pub(super) hidden: bool,
}

/// Shadows drawn past an edge by so much, in metres, still lie on the surface.
const BEYOND: f64 = 0.06;

impl Scene {
    /// The surfaces that one may step on: the floor first, then blocks, then planes. A plane steeper than its friction
    /// holds takes no contact and is left out.
    pub fn surfaces(&self) -> Vec<Surface> {
        let friction = |own: Option<f64>| own.unwrap_or(self.friction);
        let floor = self.ground.map(|height| Surface::level(self.friction, height, None).named("the floor"));
        let blocks = self.blocks.iter().enumerate().filter(|(_, block)| block.landing).map(|(i, block)| {
            let name = block.name.clone().unwrap_or_else(|| format!("block {}", i + 1));
            let outline = counter_clockwise(block.outline().to_vec());
            Surface::level(friction(block.friction), block.greatest[1], Some(outline)).named(&name)
        });
        let planes =
            self.planes.iter().enumerate().filter(|(_, plane)| plane.landing).filter_map(|(i, plane)| {
                let name = plane.name.clone().unwrap_or_else(|| format!("plane {}", i + 1));
                let (level, slope, normal) = plane.shape()?;
                let outline = plane.outline().ok()?;
                let surface = Surface::level(friction(plane.friction), level, Some(outline)).named(&name);
                (slope.length() < surface.friction).then(|| surface.tilted(slope, normal))
            });
        floor.into_iter().chain(blocks).chain(planes).collect()
    }

    /// The first point of the scene along a ray.
    pub fn hit(&self, from: DVec3, ray: DVec3) -> Option<DVec3> {
        self.nearest(from, ray).map(|way| from + ray * way)
    }

    fn nearest(&self, from: DVec3, ray: DVec3) -> Option<f64> {
        let surfaces = self.surfaces();
        let surfaces = surfaces.iter().filter_map(|surface| surface.hit(from, ray, 0.0));
        let blocks = self.blocks.iter().filter_map(|block| block.hit(from, ray));
        surfaces.chain(blocks.map(|(way, _)| way)).min_by(f64::total_cmp)
    }

    /// Everything along a ray that a shadow may lie on: all surfaces, hidden ones too, and the first side of a block.
    pub(super) fn sights(&self, surfaces: &[Surface], from: DVec3, ray: DVec3) -> Vec<Sight> {
        let sides = self.blocks.iter().filter_map(|block| block.hit(from, ray));
        let first = sides.min_by(|a, b| a.0.total_cmp(&b.0));
        let tops = surfaces.iter().enumerate().filter_map(|(i, surface)| {
            let way = surface.hit(from, ray, BEYOND)?;
            let at = from + ray * way;
            if is_covered(surfaces, i, DVec2::new(at.x, at.z)) {
                return None;
            }
            let hidden = first.is_some_and(|(before, _)| before < way - 1e-6 * way.max(1.0));
            Some(Sight { place: from + ray * way, surface: Some(i), hidden })
        });
        let mut sights: Vec<Sight> = tops.collect();
        if let Some((way, false)) = first {
            sights.push(Sight { place: from + ray * way, surface: None, hidden: false });
        }
        sights
    }
}

/// Whether another surface lies over one at a place: nobody stands on a floor inside a block.
pub(super) fn is_covered(surfaces: &[Surface], surface: usize, place: DVec2) -> bool {
    let height = surfaces[surface].height(place);
    let over = |(i, other): (usize, &Surface)| {
        i != surface && other.outside(place) < -0.02 && other.height(place) > height + 0.01
    };
    surfaces.iter().enumerate().any(over)
}

/// A step of the ground counts in full from this height on, in metres.
const STEP: f64 = 0.02;

/// How far a foot that reaches so far around its place goes over an edge of its surface or into what is beside it and higher,
/// in metres; nothing where the ground goes on. On a surface that is narrower than the foot the foot is wanted in its middle.
pub(super) fn overhang(surfaces: &[Surface], surface: usize, place: DVec2, reach: f64) -> f64 {
    let own = &surfaces[surface];
    let share = |step: f64| (step / STEP).clamp(0.0, 1.0);
    let mut most: f64 = 0.0;
    if let Some((outside, out)) = own.edge(place).filter(|(outside, _)| *outside > -reach) {
        let toe = place + out * reach;
        let under = surfaces.iter().filter(|other| other.outside(toe) <= 0.0).map(|other| other.height(toe));
        let ground = under.fold(f64::NEG_INFINITY, f64::max);
        most = (outside + reach.min(own.room())) * share((own.height(toe) - ground).abs());
    }
    for other in surfaces.iter().enumerate().filter(|(i, _)| *i != surface).map(|(_, other)| other) {
        let Some((outside, out)) = other.edge(place).filter(|(outside, _)| *outside < reach) else {
            continue;
        };
        let toe = place - out * reach;
        most = most.max((reach - outside) * share(other.height(toe) - own.height(toe)));
    }
    most.max(0.0)
}

/// The surface under a place: the highest that is there; the nearest where none is.
pub(super) fn ground_at(surfaces: &[Surface], place: DVec2) -> Option<usize> {
    let under = (0..surfaces.len()).filter(|&i| surfaces[i].outside(place) <= 0.0);
    let highest = |a: &usize, b: &usize| surfaces[*a].height(place).total_cmp(&surfaces[*b].height(place));
    let nearest = |a: &usize, b: &usize| surfaces[*a].outside(place).total_cmp(&surfaces[*b].outside(place));
    under.max_by(highest).or_else(|| (0..surfaces.len()).min_by(nearest))
}

#[cfg(test)]
mod tests {
    use super::super::scene::{Block, Plane};
    use super::*;

    #[test]
    fn a_turned_block_is_hit_where_it_stands() {
        let block = Block { turn_degrees: 45.0, ..Block::new([-1.0, 0.0, -1.0], [1.0, 0.5, 1.0]) };
        let scene = Scene::with_blocks(vec![block]);
        let down = |x: f64, z: f64| scene.hit(DVec3::new(x, 5.0, z), DVec3::NEG_Y).unwrap().y;
        assert!((down(1.3, 0.0) - 0.5).abs() < 1e-9, "a corner points along x");
        assert!(down(0.9, 0.9).abs() < 1e-9, "the corners of the unturned block are bare");
        let top = &scene.surfaces()[1];
        assert!(top.outside(DVec2::new(1.3, 0.0)) < 0.0 && top.outside(DVec2::new(0.9, 0.9)) > 0.0);
    }

    #[test]
    fn a_ramp_has_height_normal_and_an_end() {
        let corners = vec![[-1.0, 0.0, 8.0], [1.0, 0.0, 8.0], [1.0, 1.0, 11.0], [-1.0, 1.0, 11.0]];
        let ramp = Plane { corners, name: None, friction: Some(0.9), landing: true };
        let scene = Scene { planes: vec![ramp.clone()], ..Scene::default() };
        scene.checked().unwrap();
        let surface = &scene.surfaces()[1];
        assert!((surface.height(DVec2::new(0.0, 9.5)) - 0.5).abs() < 1e-9);
        assert!((surface.normal.y - (1.0f64 / 3.0).atan().cos()).abs() < 1e-9 && surface.normal.z < 0.0);
        assert_eq!(ground_at(&scene.surfaces(), DVec2::new(0.0, 9.0)), Some(1));
        assert_eq!(ground_at(&scene.surfaces(), DVec2::new(0.0, 7.0)), Some(0));
        let icy = Plane { friction: Some(0.3), ..ramp };
        assert_eq!(Scene { planes: vec![icy], ..Scene::default() }.surfaces().len(), 1, "it slips");
    }

    #[test]
    fn a_foot_hangs_over_edges_and_not_over_joints() {
        let step = |from: f64, to: f64, top: f64| Block::new([-1.0, 0.0, from], [1.0, top, to]);
        let blocks = vec![step(1.0, 2.0, 0.3), step(2.0, 3.0, 0.3), step(3.0, 4.0, 0.5)];
        let surfaces = Scene::with_blocks(blocks).surfaces();
        let over = |surface: usize, z: f64| overhang(&surfaces, surface, DVec2::new(0.0, z), 0.15);
        assert!(over(1, 1.5).abs() < 1e-9 && (over(1, 1.1) - 0.05).abs() < 1e-9, "the edge of the first");
        assert!(over(1, 1.95).abs() < 1e-9, "the second goes on as high");
        assert!((over(2, 2.9) - 0.05).abs() < 1e-9, "the third is higher");
        assert!((over(0, 0.9) - 0.05).abs() < 1e-9 && over(0, 0.8).abs() < 1e-9, "the floor before a block");
    }
}
