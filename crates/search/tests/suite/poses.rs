//! Close pairs found by clusters of poses are those found by looking at every pair.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use crate::common::{figure_clip, figure_clip_at, settings};
use proptest::prelude::*;
use segue_actors::sample;
use segue_motion::ClipId;
use segue_register::Cloud;
use segue_search::WebSettings;
use segue_search::poses::{PoseWindow, Poses, PosesBuilder};

/// What single precision may lose of D, in m².
const LOST: f64 = 5e-7;

/// Compares with D of every pair in double precision; returns how many are close.
fn compare(clouds: &[Cloud], poses: &Poses, metres: f64, nearest: usize) -> usize {
    let found: Vec<[PoseWindow; 2]> = poses.close(metres, nearest).iter().collect();
    let once: BTreeSet<[PoseWindow; 2]> = found.iter().copied().collect();
    assert_eq!(once.len(), found.len(), "each pair once");
    assert_eq!(found.len(), poses.close(metres, nearest).len());
    let all: Vec<PoseWindow> = (0..clouds.len())
        .flat_map(|clip| {
            (0..clouds[clip].len()).map(move |frame| PoseWindow { clip: ClipId::new(clip), frame })
        })
        .collect();
    for (n, &first) in all.iter().enumerate() {
        for &second in &all[n + 1..] {
            let [a, b] = [first, second].map(|pose| (&clouds[pose.clip.index()], pose.frame as f64));
            let is_near = first.clip == second.clip && second.frame - first.frame < nearest;
            let distance = a.0.place(a.1, b.0, b.1).distance;
            let is_found = once.contains(&[first, second]);
            let is_close = distance < metres * metres && !is_near;
            let is_clear = is_near || (distance - metres * metres).abs() > LOST;
            assert!(
                is_found == is_close || !is_clear,
                "{first:?} {second:?}: {distance} m², found {is_found}"
            );
        }
    }
    found.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn close_pairs_are_those_of_brute_force(
        seed in 0u64..1000, lengths in prop::collection::vec(2usize..90, 1..4), metres in 0.001..0.3f64, nearest in 0usize..12,
    ) {
        let settings = settings();
        let clip = |(n, &frames): (usize, &usize)| settings.cloud(&figure_clip(seed + n as u64, frames)).unwrap();
        let clouds: Vec<Cloud> = lengths.iter().enumerate().map(clip).collect();
        compare(&clouds, &Poses::new(&clouds.iter().collect::<Vec<_>>()), metres, nearest);
    }
}

#[test]
fn close_pairs_of_people_are_those_of_brute_force() {
    let settings = WebSettings { rate_hz: 12.0, ..WebSettings::default() };
    let clouds: Vec<Cloud> = ["walk", "walk-left", "kick", "stand"]
        .map(|name| settings.cloud(&sample(name).unwrap().clip).unwrap())
        .into();
    let poses = Poses::new(&clouds.iter().collect::<Vec<_>>());
    for (metres, nearest) in [(0.01, 1), (0.04, 1), (0.08, 4), (0.16, 20)] {
        let found = compare(&clouds, &poses, metres, nearest);
        assert!(found > 20, "{found} pairs closer than {metres} m");
    }
}

/// A basis that fits other clips bounds less, and as truly.
#[test]
fn a_basis_of_other_clips_loses_nothing() {
    let settings = settings();
    let clouds = [7, 8].map(|seed| settings.cloud(&figure_clip(seed, 120)).unwrap());
    let other = settings.cloud(&figure_clip_at(3, 40, 0.01)).unwrap();
    let mut builder = PosesBuilder::new(&[&other]);
    for cloud in &clouds {
        builder.push(cloud);
    }
    assert!(compare(&clouds, &builder.finish(), 0.05, 1) > 100);
}

#[test]
fn much_the_same_poses_are_boxes_and_far_ones_are_not_looked_at() {
    let settings = settings();
    let still = settings.cloud(&figure_clip_at(1, 3000, 1e-4)).unwrap();
    let poses = Poses::new(&[&still]);
    let pairs = poses.close(0.04, 1);
    assert_eq!(pairs.len(), 3000 * 2999 / 2, "all are close");
    let [boxes, patches] = pairs.parts();
    assert!(boxes + patches < pairs.len() / 1000, "{boxes} boxes and {patches} patches");
    let moving = settings.cloud(&figure_clip_at(5, 3000, 0.1)).unwrap();
    let poses = Poses::new(&[&moving]);
    let pairs = poses.close(0.005, 1);
    let [_, bounded, computed] = pairs.looked_at();
    assert!(!pairs.is_empty() && bounded < 3000 * 3000 / 10, "{bounded}");
    assert!(computed < bounded / 5, "{computed} of {bounded}");
}
