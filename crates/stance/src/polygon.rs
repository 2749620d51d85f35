//! Where feet can push: convex polygons on the floor.

use glam::DVec2;
use serde::Serialize;

/// A convex polygon on the floor, heading and perpendicular in metres, counter-clockwise; possibly a line or a point.
///
/// ```
/// use glam::DVec2;
/// use segue_stance::Polygon;
///
/// let square = Polygon::hull(&[[0.0, 0.0], [1.0, 0.0], [0.5, 0.5], [1.0, 1.0], [0.0, 1.0]].map(DVec2::from));
/// assert_eq!(square.corners().len(), 4);
/// let blend = square.blended(&square, 0.3);
/// assert!((blend.area() - 1.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Polygon {
    corners: Vec<[f64; 2]>,
}

/// Corners nearer than this, in metres, are one.
const SAME: f64 = 1e-9;

impl Polygon {
    /// The smallest convex polygon around points, by Andrew's chains.
    pub fn hull(points: &[DVec2]) -> Self {
        let mut sorted = points.to_vec();
        sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        sorted.dedup_by(|a, b| a.distance(*b) < SAME);
        if sorted.len() < 3 {
            return Self { corners: sorted.iter().map(DVec2::to_array).collect() };
        }
        let mut corners = chain(sorted.iter().copied());
        corners.extend(chain(sorted.iter().rev().copied()));
        Self { corners: corners.iter().map(DVec2::to_array).collect() }
    }

    /// The corners in order.
    pub fn corners(&self) -> &[[f64; 2]] {
        &self.corners
    }

    /// In square metres.
    pub fn area(&self) -> f64 {
        let points = self.points();
        0.5 * (0..points.len()).map(|i| points[i].perp_dot(points[(i + 1) % points.len()])).sum::<f64>()
    }

    /// The mean of the corners, which lies inside.
    pub fn middle(&self) -> DVec2 {
        let points = self.points();
        points.iter().sum::<DVec2>() / points.len().max(1) as f64
    }

    /// How far a point is outside, in metres; 0 inside.
    pub fn outside(&self, point: DVec2) -> f64 {
        let points = self.points();
        let edges = || (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]));
        if points.len() > 2 && edges().all(|(a, b)| (b - a).perp_dot(point - a) >= 0.0) {
            return 0.0;
        }
        let to_edge = |(a, b): (DVec2, DVec2)| {
            let (way, length) = (b - a, (b - a).length_squared());
            let share = if length > 0.0 { ((point - a).dot(way) / length).clamp(0.0, 1.0) } else { 0.0 };
            point.distance(a + way * share)
        };
        edges().map(to_edge).fold(f64::INFINITY, f64::min)
    }

    fn points(&self) -> Vec<DVec2> {
        self.corners.iter().copied().map(DVec2::from).collect()
    }

    /// A share `k` of this polygon and the rest of another: their middles are laid on each other, rays go from there
    /// through all corners of both, and the hits on either outline are interpolated \[BPBM\] §7.1.
    #[must_use]
    pub fn blended(&self, other: &Self, k: f64) -> Self {
        let (a, b) = (self.middle(), other.middle());
        let middle = a * k + b * (1.0 - k);
        let rays = self.points().into_iter().map(|corner| corner - a);
        let rays = rays.chain(other.points().into_iter().map(|corner| corner - b));
        let hits: Vec<DVec2> = rays
            .filter_map(DVec2::try_normalize)
            .map(|ray| middle + ray * (k * self.reach(a, ray) + (1.0 - k) * other.reach(b, ray)).max(0.0))
            .collect();
        if hits.is_empty() { Self { corners: vec![middle.to_array()] } } else { Self::hull(&hits) }
    }

    /// How far the outline is from an inner point along a ray.
    fn reach(&self, from: DVec2, ray: DVec2) -> f64 {
        let points = self.points();
        let crossing = |i: usize| {
            let (p, q) = (points[i] - from, points[(i + 1) % points.len()] - from);
            let along = ray.perp_dot(q - p);
            let share = if along.abs() > SAME { -ray.perp_dot(p) / along } else { 0.0 };
            // Corners count for the edges at both of their sides, so that rounding misses none.
            ((-SAME..=1.0 + SAME).contains(&share) && ray.perp_dot(p + (q - p) * share).abs() < 1e-6)
                .then(|| (p + (q - p) * share).dot(ray))
        };
        (0..points.len()).filter_map(crossing).fold(0.0, f64::max)
    }
}

/// The lower chain of points in order; without its last, with which the other chain begins.
fn chain(points: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let mut chain: Vec<DVec2> = Vec::new();
    for point in points {
        while let [.., a, b] = chain[..]
            && (b - a).perp_dot(point - b) <= 0.0
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain.pop();
    chain
}

/// Blends two sequences, aligned in time by stretching the shorter one.
pub(crate) fn blend_sequences(a: &[Polygon], b: &[Polygon], k: f64) -> Vec<Polygon> {
    let count = a.len().max(b.len());
    let at = |list: &[Polygon], i: usize| {
        let last = list.len().saturating_sub(1);
        let along = if count > 1 { i as f64 / (count - 1) as f64 } else { 0.0 };
        list.get((along * last as f64).round() as usize).cloned()
    };
    let pair = |i: usize| match (at(a, i), at(b, i)) {
        (Some(a), Some(b)) => a.blended(&b, k),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => Polygon::default(),
    };
    (0..count).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn polygon() -> impl Strategy<Value = Polygon> {
        prop::collection::vec((-0.3..0.3f64, -0.3..0.3f64).prop_map(DVec2::from), 3..9)
            .prop_map(|points| Polygon::hull(&points))
            .prop_filter("with some area", |polygon| polygon.area() > 1e-3)
    }

    fn is_convex(polygon: &Polygon) -> bool {
        let points = polygon.points();
        let n = points.len();
        (0..n).all(|i| {
            (points[(i + 1) % n] - points[i]).perp_dot(points[(i + 2) % n] - points[(i + 1) % n]) > -1e-9
        })
    }

    proptest! {
        #[test]
        fn a_hull_is_convex_and_holds_its_points(points in prop::collection::vec((-1.0..1.0f64, -1.0..1.0f64).prop_map(DVec2::from), 3..20)) {
            let hull = Polygon::hull(&points);
            prop_assert!(is_convex(&hull));
            let corners = hull.points();
            let n = corners.len();
            for point in points {
                prop_assert!(n < 3 || (0..n).all(|i| (corners[(i + 1) % n] - corners[i]).perp_dot(point - corners[i]) > -1e-9));
            }
        }

        #[test]
        fn a_blend_lies_between_and_ends_at_either(a in polygon(), b in polygon(), k in 0.0..1.0f64) {
            let blend = a.blended(&b, k);
            prop_assert!(is_convex(&blend));
            let farthest = |polygon: &Polygon| {
                polygon.points().iter().map(|p| p.distance(polygon.middle())).fold(0.0, f64::max)
            };
            prop_assert!(farthest(&blend) < 2.0 * farthest(&a).max(farthest(&b)));
            prop_assert!((a.blended(&b, 1.0).area() - a.area()).abs() < 1e-6);
            prop_assert!((a.blended(&b, 0.0).area() - b.area()).abs() < 1e-6);
        }
    }

    #[test]
    fn points_and_lines_blend_too() {
        let point = Polygon::hull(&[DVec2::new(1.0, 1.0)]);
        let line = Polygon::hull(&[DVec2::new(-1.0, 0.0), DVec2::new(1.0, 0.0)]);
        assert_eq!(point.blended(&point, 0.5).corners(), [[1.0, 1.0]]);
        assert_eq!(line.blended(&point, 0.5).corners().len(), 2);
        assert_eq!(blend_sequences(std::slice::from_ref(&point), &[line, point.clone()], 0.5).len(), 2);
    }
}
