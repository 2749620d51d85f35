//! How fast the points of two bodies move, which shows where their motions turn.

use crate::{Cloud, Grid};

/// Metres by which points that differ by 1 m/s in speed count as apart. 0.6: on synthetic reaches of all heights and holds neighbours
/// then meet at their goals within a frame of 1/30 s, from 0.4 to 0.8 alike; at 0.1 they are up to 3 frames off.
const METRES_PER_SPEED: f32 = 0.6;

/// The distances of a grid with those of speeds added.
///
/// A hand that goes farther passes the place where another stops, and bodies are most alike there: by their places alone the
/// stop goes with the passing by. Their speeds differ then, and agree where both stop (as in \[KP01\]; speeds rather than
/// velocities, so that ways in different directions correspond).
pub(crate) fn with_paces(grid: &Grid, first: &Cloud, second: &Cloud) -> Grid {
    let (rows, columns) = (speeds(first), speeds(second));
    let (rows, columns) = (rows.chunks_exact(first.markers()), columns.chunks_exact(second.markers()));
    let squared = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>();
    let apart = rows.flat_map(|row| columns.clone().map(move |column| squared(row, column)));
    let weight = METRES_PER_SPEED * METRES_PER_SPEED;
    let cells = grid.cells().iter().zip(apart).map(|(distance, apart)| distance + weight * apart);
    Grid::from_cells(grid.columns(), cells.collect())
}

/// The speed of each marker about the centroid times √w, frame by frame, in m/s.
fn speeds(cloud: &Cloud) -> Vec<f32> {
    let last = cloud.len() - 1;
    let frames: Vec<_> = (0..=last).map(|frame| cloud.frame_vector(frame, 0.0)).collect();
    let speeds = (0..=last).flat_map(|frame| {
        let [before, after] = [frame.saturating_sub(1), (frame + 1).min(last)];
        let secs = ((after - before) as f64 * cloud.spacing_secs()) as f32;
        let ((places, heights), (later, higher)) = (&frames[before], &frames[after]);
        (0..cloud.markers()).map(move |marker| {
            let [x, z] = [0, 1].map(|axis| later[marker][axis] - places[marker][axis]);
            let y = higher[marker] - heights[marker];
            (x * x + y * y + z * z).sqrt() / secs
        })
    });
    speeds.collect()
}
