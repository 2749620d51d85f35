//! Arcs of flight in vertical planes.

use glam::{DVec2, DVec3};

use super::{Camera, speed_of};
use segue_numeric::least_squares;

/// Points nearer than this to either lowest point of the path belong to a contact, in metres \[BPBM\] §5.2.
const CONTACT: f64 = 0.32;

/// Points on a redrawn arc.
const REDRAWN: usize = 32;

/// A pixel of jitter as metres on the path, relative to the length of the arc: what speeds are doubted by.
const JITTER: f64 = 0.004;

/// A parabola `height = a s² + b s + c` over the way `s` along a horizontal direction.
pub(super) struct Arc {
    origin: DVec3,
    pub(super) direction: DVec3,
    coefficients: [f64; 3],
    /// The stretch of `s` that was drawn.
    span: [f64; 2],
}

impl Arc {
    /// Projects a stretch of the path onto the vertical plane through two points on the ground and fits a parabola.
    pub(super) fn fitted(camera: &Camera, path: &[DVec2], [from, to]: [DVec3; 2]) -> Result<Self, String> {
        let direction = (to - from).with_y(0.0);
        let Some(direction) = direction.try_normalize().filter(|_| direction.length() > 0.02) else {
            return Err(format!(
                "it lands where it began, at {:.2}, {:.2}; the two contacts must lie apart horizontally",
                from.x, from.z
            ));
        };
        let points = on_plane(camera, path, from, direction)?;
        let flown = flight(&points);
        let rows: Vec<(Vec<f64>, f64)> = flown.iter().map(|p| (vec![p.x * p.x, p.x, 1.0], p.y)).collect();
        let Some(found) = least_squares(&rows) else {
            return Err(format!("{} points in flight determine no parabola; draw it larger", flown.len()));
        };
        if found[0] >= -1e-4 {
            return Err("it is not curved downwards, so nothing could fly along it".to_owned());
        }
        let span = [points[0].x, points[points.len() - 1].x];
        Ok(Self { origin: from, direction, coefficients: [found[0], found[1], found[2]], span })
    }

    fn at(&self, s: f64) -> DVec3 {
        let [a, b, c] = self.coefficients;
        (self.origin + self.direction * s).with_y(a * s * s + b * s + c)
    }

    pub(super) fn apex(&self) -> DVec3 {
        let [a, b, _] = self.coefficients;
        self.at(-b / (2.0 * a))
    }

    /// The horizontal speed of free fall along it.
    pub(super) fn speed(&self) -> f64 {
        speed_of(self.coefficients[0])
    }

    /// How far the speed may be off when the hand trembles by a pixel: flat arcs say little.
    pub(super) fn doubt(&self) -> f64 {
        let length = (self.span[1] - self.span[0]).abs().max(0.1);
        let rise = self.coefficients[0].abs() * length * length / 4.0;
        0.5 * self.speed() * JITTER * length.max(1.0) * 3.0 / rise.max(1e-3)
    }

    pub(super) fn redrawn(&self) -> Vec<DVec3> {
        let [from, to] = self.span;
        (0..=REDRAWN).map(|i| self.at(from + (to - from) * i as f64 / REDRAWN as f64)).collect()
    }
}

/// Way along the plane and height of each point of the path, by intersecting its ray with the plane.
fn on_plane(camera: &Camera, path: &[DVec2], from: DVec3, direction: DVec3) -> Result<Vec<DVec2>, String> {
    let normal = direction.cross(DVec3::Y);
    let hit = |pixel: &DVec2| {
        let ray = camera.ray(*pixel);
        let along = ray.dot(normal);
        let t = (from - camera.position()).dot(normal) / along;
        (along.abs() > 1e-4 && t > 0.0).then(|| {
            let at = camera.position() + ray * t - from;
            DVec2::new(at.dot(direction), at.y + from.y)
        })
    };
    let points: Vec<DVec2> = path.iter().filter_map(hit).collect();
    if points.len() < 3 {
        return Err("it is seen along its own plane; look at it from another side".to_owned());
    }
    Ok(points)
}

/// The points that are not near either end; the middle third where that leaves too few.
fn flight(points: &[DVec2]) -> Vec<DVec2> {
    let (first, last) = (points[0], points[points.len() - 1]);
    let far = |p: &DVec2| p.distance(first) >= CONTACT && p.distance(last) >= CONTACT;
    let flown: Vec<DVec2> = points.iter().copied().filter(far).collect();
    let third = points.len() / 3;
    if flown.len() >= 3 { flown } else { points[third..points.len() - third].to_vec() }
}
