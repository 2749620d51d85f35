//! The fast grid against its naive twin, on random and on nasty input.

#![allow(clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use std::collections::BTreeMap;

use crate::common::{self, Stroll, figure, markers, wander};
use proptest::prelude::*;
use segue_motion::{Clip, Ground, Rigid};
use segue_register::{Cloud, Grid, Isa, Markers, Window, place, stream};

/// What the kernel may be off by, in m².
const TOLERANCE: f64 = 5e-7;

/// The distances by the closed form on the windows' points in double precision, cell by cell.
fn naive(first: &Clip, second: &Clip, markers: &Markers, window: &Window) -> Vec<f64> {
    let weights: Vec<f64> =
        window.weights().iter().flat_map(|w| markers.weights().iter().map(move |m| w * m)).collect();
    let (first, second) = (windows(first, markers, window), windows(second, markers, window));
    first.iter().flat_map(|a| second.iter().map(|b| place(a, b, &weights).distance)).collect()
}

/// The points of the window around every frame, clamped at the ends.
fn windows(clip: &Clip, markers: &Markers, window: &Window) -> Vec<Vec<[f64; 3]>> {
    let frames: Vec<Vec<[f64; 3]>> = (0..clip.len()).map(|frame| points(clip, markers, frame)).collect();
    let half = window.half().cast_signed();
    let around = |frame: isize| {
        let clamped = move |l: isize| (frame + l).clamp(0, clip.last_frame().cast_signed()) as usize;
        (-half..=half).flat_map(|l| frames[clamped(l)].clone()).collect()
    };
    (0..clip.len().cast_signed()).map(around).collect()
}

fn points(clip: &Clip, markers: &Markers, frame: usize) -> Vec<[f64; 3]> {
    let (mut pose, mut world) = (clip.frame(frame).to_pose(), Vec::<Rigid>::new());
    let root = [f64::from(pose.root.x), 0.0, f64::from(pose.root.z)];
    (pose.root.x, pose.root.z) = (0.0, 0.0);
    pose.world_from_joints(clip.skeleton(), &mut world);
    let mut joints: Vec<_> = world.iter().map(|joint| joint.translation).collect();
    joints.extend(clip.skeleton().end_sites().iter().map(|site| world[site.parent.index()] * site.offset));
    let at_root = |point: glam::Vec3| {
        let [x, y, z] = point.to_array().map(f64::from);
        [x + root[0], y + root[1], z + root[2]]
    };
    markers.positions(&joints).map(at_root).collect()
}

fn largest_error(first: &Clip, second: &Clip, markers: &Markers, window: &Window, isa: Isa) -> f64 {
    let cloud = |clip: &Clip| Cloud::new(clip, markers, window, clip.rate()).unwrap();
    let grid = Grid::with_isa(&cloud(first), &cloud(second), isa);
    let expected = naive(first, second, markers, window);
    assert_eq!(grid.cells().len(), expected.len());
    let error = |(found, expected): (&f32, f64)| (f64::from(*found) - expected).abs();
    grid.cells().iter().zip(expected).map(error).fold(0.0, f64::max)
}

fn available() -> impl Iterator<Item = Isa> {
    Isa::ALL.into_iter().filter(|isa| isa.is_available())
}

#[test]
fn every_kernel_agrees_with_the_naive_twin_at_any_size() {
    let markers = markers(40);
    for (rows, columns) in [(2, 2), (2, 70), (7, 3), (6, 16), (13, 64), (12, 60), (61, 65), (35, 130)] {
        let (first, second) = (wander("a", rows as u64, rows, 30.0), wander("b", 99, columns, 30.0));
        for isa in available() {
            let error = largest_error(&first, &second, &markers, &Window::equal(2), isa);
            assert!(error <= TOLERANCE, "{isa:?} {rows} x {columns}: {error:e}");
        }
    }
}

#[test]
fn every_window_and_weighting_agrees_with_the_naive_twin() {
    let weights = BTreeMap::from([("LeftHand".to_owned(), 5.0), ("Head".to_owned(), 0.0)]);
    let markers = Markers::new(&figure(), 23, &weights).unwrap();
    let (first, second) = (wander("a", 1, 21, 30.0), wander("b", 2, 19, 30.0));
    for half in 0..=4 {
        let uneven: Vec<f64> = (0..=2 * half).map(|l| 1.0 + (l * l) as f64).collect();
        for window in [Window::equal(half), Window::with_weights(half, &uneven).unwrap()] {
            for isa in available() {
                let error = largest_error(&first, &second, &markers, &window, isa);
                assert!(error <= TOLERANCE, "{isa:?} {window:?}: {error:e}");
            }
        }
    }
}

#[test]
fn strips_and_tasks_join_without_a_seam() {
    let (first, second) = (wander("a", 3, 500, 30.0), wander("b", 4, 1100, 30.0));
    let (markers, window) = (markers(16), Window::equal(2));
    for isa in available() {
        let error = largest_error(&first, &second, &markers, &window, isa);
        assert!(error <= TOLERANCE, "{isa:?}: {error:e}");
    }
}

#[test]
fn a_figure_that_stands_still_is_at_distance_zero_from_itself() {
    let still = Stroll { speed: 0.0, cadence: 0.0, ..Stroll::default() }.clip("still", 20, 30.0);
    for isa in available() {
        let cloud = common::cloud(&still);
        let grid = Grid::with_isa(&cloud, &cloud, isa);
        assert!(grid.cells().iter().all(|&d| d <= TOLERANCE as f32), "{isa:?}");
    }
}

#[test]
fn a_clip_100_m_away_keeps_its_digits() {
    let (near, other) = (wander("near", 5, 40, 30.0), Stroll::default().clip("other", 50, 30.0));
    let far = Ground::new(1.0, 100.0, -80.0).move_clip(&near);
    for isa in available() {
        let error = largest_error(&far, &other, &markers(40), &Window::equal(2), isa);
        assert!(error <= TOLERANCE, "{isa:?}: {error:e}");
    }
}

#[test]
fn clips_at_different_heights_keep_their_digits() {
    let low = wander("low", 6, 30, 30.0);
    let high = low.map_poses(|_, pose| pose.root.y += 3.0).unwrap();
    for isa in available() {
        let cloud = |clip: &Clip| common::cloud(clip);
        let grid = Grid::with_isa(&cloud(&low), &cloud(&high), isa);
        for frame in 0..30 {
            assert!((grid.at(frame, frame) - 9.0).abs() < 1e-5, "{isa:?} {}", grid.at(frame, frame));
        }
    }
}

#[test]
fn the_stream_is_the_grid_whatever_the_number_of_threads() {
    let (first, second) = (wander("a", 7, 700, 30.0), wander("b", 8, 600, 30.0));
    let (first, second) = (common::cloud(&first), common::cloud(&second));
    let streamed = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let grid = Grid::new(&first, &second);
            let parts = stream(
                &first,
                &second,
                |_| Vec::new(),
                |cells: &mut Vec<_>, stretch| {
                    let columns = stretch.column..;
                    cells.extend(columns.zip(stretch.distances).map(|(column, &d)| (stretch.row, column, d)));
                },
            );
            let mut cells = parts.concat();
            cells.sort_by_key(|&(row, column, _)| (row, column));
            let cells: Vec<f32> = cells.into_iter().map(|(_, _, d)| d).collect();
            assert!(grid.cells() == cells);
            grid
        })
    };
    assert!(streamed(1) == streamed(2) && streamed(2) == streamed(5));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Invariant 1: a rigid motion on the floor changes no distance.
    #[test]
    fn distances_do_not_depend_on_where_a_clip_stands(
        seed in 0..1000u64, angle in -4.0..4.0f64, x in -100.0..100.0f64, z in -100.0..100.0f64,
    ) {
        let (first, second) = (wander("a", seed, 20, 30.0), wander("b", seed + 1, 25, 30.0));
        let moved = Ground::new(angle, x, z).move_clip(&second);
        let cloud = |clip: &Clip| common::cloud(clip);
        let (here, there) = (Grid::new(&cloud(&first), &cloud(&second)), Grid::new(&cloud(&first), &cloud(&moved)));
        // A root 100 m away is known to 8 µm only, which moves a distance of 30 cm by 1e-6 m² at most.
        for (a, b) in here.cells().iter().zip(there.cells()) {
            prop_assert!((a - b).abs() < 2e-6, "{a} {b}");
        }
    }

    #[test]
    fn the_closed_form_agrees_with_the_grid(seed in 0..1000u64, i in 0..20usize, j in 0..25usize) {
        let (first, second) = (wander("a", seed, 20, 30.0), wander("b", seed + 1, 25, 30.0));
        let (first, second) = (common::cloud(&first), common::cloud(&second));
        let placement = first.place(i as f64, &second, j as f64);
        let grid = Grid::new(&first, &second);
        prop_assert!((placement.distance - f64::from(grid.at(i, j))).abs() < TOLERANCE);
    }
}
