//! Fewer markers that say the same.

use crate::markers::Place;

/// The fewest markers on the same bones whose weighted sums of products, of whatever two poses, are those of the given
/// ones.
///
/// All markers of a bone lie on the line between its ends, so that in terms of the points p of the skeleton such a sum
/// is pᵀ G p', and G links a point with its parent only. Taken apart as L Lᵀ from the tips to the root, nothing else
/// gets linked: every column of L is one marker on the bone to its point, at most one a point. Centroids and sums of
/// weights are sums of products with the pose whose points are all 1, and stay as well.
///
/// Points are numbered such that parents come before their children.
pub(crate) fn fewest(markers: &[(Place, f64)]) -> Vec<(Place, f64)> {
    let mut links = Links::new(markers);
    let mut fewest: Vec<_> = (0..links.own.len()).rev().filter_map(|point| links.take_out(point)).collect();
    fewest.reverse();
    fewest
}

/// The matrix G.
struct Links {
    /// Its diagonal.
    own: Vec<f64>,
    /// For each point its parent and what links them.
    up: Vec<(usize, f64)>,
}

impl Links {
    fn new(markers: &[(Place, f64)]) -> Self {
        let points = markers.iter().map(|(place, _)| place.to + 1).max().unwrap_or(0);
        let mut links = Self { own: vec![0.0; points], up: (0..points).map(|point| (point, 0.0)).collect() };
        for &(Place { from, to, fraction }, weight) in markers {
            let fraction = f64::from(fraction);
            links.own[to] += weight * fraction * fraction;
            links.own[from] += weight * (1.0 - fraction) * (1.0 - fraction);
            if from != to {
                links.up[to] = (from, links.up[to].1 + weight * fraction * (1.0 - fraction));
            }
        }
        links
    }

    /// The marker that stands for all that involves a point, once all its children are taken out.
    fn take_out(&mut self, point: usize) -> Option<(Place, f64)> {
        let (own, (parent, link)) = (self.own[point], self.up[point]);
        if own <= 0.0 {
            return None;
        }
        let share = link / own;
        self.own[parent] -= share * link;
        let fraction = (1.0 / (1.0 + share)) as f32;
        Some((Place { from: parent, to: point, fraction }, own * (1.0 + share) * (1.0 + share)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Markers anywhere on a tree of bones, and two poses of its points along one axis.
    fn setting() -> impl Strategy<Value = (Vec<(Place, f64)>, [Vec<f64>; 2])> {
        (2usize..12).prop_flat_map(|points| {
            let parents: Vec<_> = (1..points).map(|point| 0..point).collect();
            let marker = (1..points, 0.0f32..=1.0, 0.0..1.0);
            let pose = || prop::collection::vec(-1.0..1.0, points);
            (parents, prop::collection::vec(marker, 1..40), pose(), pose()).prop_map(
                |(parents, markers, first, second)| {
                    let place = |(to, fraction, weight): (usize, f32, f64)| {
                        (Place { from: parents[to - 1], to, fraction }, weight)
                    };
                    (markers.into_iter().map(place).collect(), [first, second])
                },
            )
        })
    }

    fn product(markers: &[(Place, f64)], [first, second]: &[Vec<f64>; 2]) -> f64 {
        let at = |pose: &[f64], place: Place| {
            let fraction = f64::from(place.fraction);
            pose[place.from] * (1.0 - fraction) + pose[place.to] * fraction
        };
        markers.iter().map(|&(place, weight)| weight * at(first, place) * at(second, place)).sum()
    }

    proptest! {
        #[test]
        fn products_centroids_and_weights_stay((markers, poses) in setting()) {
            let fewer = fewest(&markers);
            let ones = vec![1.0; poses[0].len()];
            for pair in [poses.clone(), [poses[0].clone(), ones.clone()], [ones.clone(), ones]] {
                let (expected, found) = (product(&markers, &pair), product(&fewer, &pair));
                prop_assert!((found - expected).abs() < 1e-5, "{found} instead of {expected}");
            }
            prop_assert!(fewer.len() <= poses[0].len());
            prop_assert!(fewer.iter().all(|(place, weight)| *weight > 0.0 && (0.0..=1.0).contains(&place.fraction)));
        }
    }

    #[test]
    fn many_markers_on_a_bone_are_two() {
        let on_bone = |n: u8| (Place { from: 0, to: 1, fraction: f32::from(n) / 9.0 }, 0.1);
        let fewer = fewest(&(0..10).map(on_bone).collect::<Vec<_>>());
        assert_eq!(fewer.len(), 2);
    }
}
