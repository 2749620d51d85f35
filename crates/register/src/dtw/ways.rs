//! The ways to run a path over a grid.

use super::table::{Rules, Table, View};
use super::{Path, SlopeLimit, Unreachable, lee};
use crate::Grid;

/// The best path from the first corner to the last.
///
/// # Errors
/// When the lengths differ by more than the slope limit allows.
pub fn whole(grid: &Grid, limit: SlopeLimit) -> Result<Path, Unreachable> {
    let (rows, columns) = (grid.rows(), grid.columns());
    if !limit.reaches(rows - 1, columns - 1) {
        let needed = (rows.max(columns) - 1).div_ceil((rows.min(columns) - 1).max(1));
        return Err(Unreachable { rows, columns, limit, needed });
    }
    let SlopeLimit::AtMost(limit) = limit else {
        return Ok(Path::through(&lee::cells(grid)));
    };
    let view = View { grid, corner: [0, 0], size: [rows, columns], backwards: false };
    let rules = Rules { limit: usize::from(limit), starting_run: true, pinned: true };
    Ok(Path::through(&Table::new(&view, rules).nodes([rows - 1, columns - 1])))
}

/// The best path through `seed`: forwards and backwards from it, each to the border cell whose path has the
/// smallest mean cost.
///
/// Without a slope limit each half is looked for within the limit 3, as the mean cost of paths that may stand
/// still anywhere says nothing.
///
/// # Panics
/// When the seed lies outside the grid.
pub fn from_seed(grid: &Grid, limit: SlopeLimit, seed: [usize; 2]) -> Path {
    let forward = half(grid, limit, seed, false);
    let backward = half(grid, limit, seed, true);
    join(&backward, &forward)
}

/// The best path through the best cell: pinned ends would force unlike frames together in clips that start and
/// stop at different phases.
///
/// The best cell is the one with the smallest D on the path with pinned ends, which follows the right valley
/// between its ends; where there is no such path it is the smallest of the grid.
pub fn open_ended(grid: &Grid, limit: SlopeLimit) -> Path {
    let seed = match whole(grid, limit) {
        Ok(path) => path.best_cell(grid),
        Err(_) => smallest(grid),
    };
    from_seed(grid, limit, seed)
}

/// How far the incremental search looks and how much of it it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookAhead {
    /// Rows and columns of the stretch that is looked at.
    pub ahead: usize,
    /// Cells of the path over it that are kept, at least 1 and fewer than `ahead`.
    pub keep: usize,
}

/// 20 and 10 frames at 30 Hz: a third of a second is kept of two thirds (\[K04\] §5.2.1.1).
impl Default for LookAhead {
    fn default() -> Self {
        Self { ahead: 20, keep: 10 }
    }
}

/// A path through `seed` found stretch by stretch: linear in the length of the clips and often better for
/// transitions between clips that are unlike elsewhere. It ends on the border of the grid.
///
/// # Panics
/// When the seed lies outside the grid, or `look` keeps nothing or all.
pub fn incremental(grid: &Grid, limit: SlopeLimit, seed: [usize; 2], look: LookAhead) -> Path {
    assert!(look.keep >= 1 && look.keep < look.ahead, "a look ahead keeps some of what it sees");
    let forward = stretches(grid, limit, seed, false, look);
    let backward = stretches(grid, limit, seed, true, look);
    join(&backward, &forward)
}

fn smallest(grid: &Grid) -> [usize; 2] {
    let best = grid.cells().iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
    let (n, _) = best.expect("a grid has a cell");
    [n / grid.columns(), n % grid.columns()]
}

/// Everything from `corner` on, or up to it.
fn rest(grid: &Grid, corner: [usize; 2], backwards: bool) -> View<'_> {
    let [i, j] = corner;
    assert!(i < grid.rows() && j < grid.columns(), "the seed lies on the grid");
    let size = if backwards { [i + 1, j + 1] } else { [grid.rows() - i, grid.columns() - j] };
    View { grid, corner, size, backwards }
}

fn rules(limit: SlopeLimit, starting_run: bool) -> Rules {
    let SlopeLimit::AtMost(limit) = limit else {
        return rules(SlopeLimit::default(), starting_run);
    };
    Rules { limit: usize::from(limit), starting_run, pinned: false }
}

/// The nodes of the best way from the corner of `view` to its border. Only ends that the timewarp can follow count.
fn cross(view: &View<'_>, limit: SlopeLimit, starting_run: bool) -> Vec<[usize; 2]> {
    let rules = rules(limit, starting_run);
    let within = SlopeLimit::AtMost(rules.limit as u8);
    let table = Table::new(view, rules);
    let end = table.best_border(|[rows, columns]| within.reaches(rows, columns));
    table.nodes(end.expect("the diagonal leads to the border"))
}

/// Nodes from the seed to the border, as cells of the grid. A run may stand at the seed in one direction only, or
/// two would join to one that is too long.
fn half(grid: &Grid, limit: SlopeLimit, seed: [usize; 2], backwards: bool) -> Vec<[usize; 2]> {
    let view = rest(grid, seed, backwards);
    cross(&view, limit, !backwards).into_iter().map(|cell| view.cell(cell)).collect()
}

fn stretches(
    grid: &Grid,
    limit: SlopeLimit,
    seed: [usize; 2],
    backwards: bool,
    look: LookAhead,
) -> Vec<[usize; 2]> {
    let mut nodes = vec![seed];
    loop {
        let corner = nodes[nodes.len() - 1];
        let all = rest(grid, corner, backwards);
        let size = all.size.map(|size| size.min(look.ahead));
        let view = View { size, ..all };
        let found = cross(&view, limit, !backwards && nodes.len() == 1);
        let [row, column] = found[found.len() - 1];
        let arrived = row + 1 == all.size[0] || column + 1 == all.size[1];
        // At least one step is kept, or the search would stand still.
        let kept = |n: usize| arrived || n == 1 || found[n][0].max(found[n][1]) <= look.keep;
        nodes.extend((1..found.len()).take_while(|&n| kept(n)).map(|n| view.cell(found[n])));
        if arrived {
            return nodes;
        }
    }
}

/// One path of the way back to the start and the way on, which share the seed.
fn join(backward: &[[usize; 2]], forward: &[[usize; 2]]) -> Path {
    let mut cells: Vec<[usize; 2]> = Path::through_backwards(backward);
    cells.extend_from_slice(&Path::through(forward).cells()[1..]);
    Path::of_cells(cells)
}
