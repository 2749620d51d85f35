//! Slow, obvious twins of webs and queries, on whole grids.
#![allow(clippy::unwrap_used, clippy::cast_possible_wrap, reason = "tests on small grids")]

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{figure_clip, settings};
use proptest::prelude::*;
use segue_register::{Cloud, Grid};
use segue_search::{PathKind, Web, WebSettings};

/// A grid, with what paths may use of it.
struct Naive {
    rows: usize,
    columns: usize,
    /// All distances.
    grid: Vec<Vec<f32>>,
    /// Whether a cell is near one below ε; of all others nothing is known.
    known: Vec<Vec<bool>>,
    /// Whether paths may use a cell.
    usable: Vec<Vec<bool>>,
    settings: WebSettings,
}

type Cell = (usize, usize);

/// The cost of a way and its cells, if there is one.
type Way = Option<(f32, Vec<Cell>)>;

impl Naive {
    fn new(first: &Cloud, second: &Cloud, with_itself: bool, settings: &WebSettings) -> Self {
        let grid = Grid::new(first, second);
        let cap = (settings.cap_metres() * settings.cap_metres()) as f32;
        let nearest = (settings.diagonal_secs * settings.rate_hz).ceil() as usize;
        let rows: Vec<Vec<f32>> = (0..grid.rows()).map(|row| grid.row(row).to_vec()).collect();
        let all = |is: &dyn Fn(usize, usize) -> bool| -> Vec<Vec<bool>> {
            (0..grid.rows()).map(|r| (0..grid.columns()).map(|c| is(r, c)).collect()).collect()
        };
        let is_apart = |row: usize, column: usize| !with_itself || column >= row + nearest;
        let seed = (settings.largest_epsilon_metres * settings.largest_epsilon_metres) as f32;
        let close = all(&|row, column| rows[row][column] < seed && is_apart(row, column));
        let known = known(&close, (settings.reach_secs * settings.rate_hz).ceil() as usize);
        let usable =
            all(&|row, column| known[row][column] && rows[row][column] < cap && is_apart(row, column));
        let (settings, columns) = (settings.clone(), grid.columns());
        Self { rows: grid.rows(), columns, grid: rows, known, usable, settings }
    }

    fn at(&self, row: isize, column: isize) -> f32 {
        let outside = row < 0 || column < 0 || row >= self.rows as isize || column >= self.columns as isize;
        if outside {
            f32::INFINITY
        } else if self.known[row as usize][column as usize] {
            self.grid[row as usize][column as usize]
        } else {
            f32::NEG_INFINITY
        }
    }

    /// Whether a cell is a minimum along a direction.
    fn is_minimum_along(&self, (row, column): Cell, (down, right): (isize, isize)) -> bool {
        let (r, c) = (row as isize, column as isize);
        self.usable[row][column]
            && self.at(r, c) < self.at(r - down, c - right)
            && self.at(r, c) <= self.at(r + down, c + right)
    }

    fn is_minimum(&self, cell: Cell) -> bool {
        self.is_minimum_along(cell, (0, 1)) || self.is_minimum_along(cell, (1, 0))
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// A cell is valid when it is a minimum or can be walked to from one, uphill and not too high.
    fn valid(&self) -> Vec<Vec<bool>> {
        let mut valid = vec![vec![false; self.columns]; self.rows];
        for cell in self.cells() {
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                if !self.is_minimum_along(cell, (isize::abs(down), isize::abs(right))) {
                    continue;
                }
                let limit = self.grid[cell.0][cell.1] * (1.0 + self.settings.rise);
                let (mut r, mut c) = (cell.0 as isize, cell.1 as isize);
                let mut before = 0.0;
                while self.at(r, c) < limit && self.at(r, c) >= before && self.usable[r as usize][c as usize]
                    || (r, c) == (cell.0 as isize, cell.1 as isize)
                {
                    valid[r as usize][c as usize] = true;
                    before = self.at(r, c);
                    (r, c) = (r + down, c + right);
                }
            }
        }
        valid
    }

    fn mean(&self, path: &[Cell]) -> f32 {
        path.iter().map(|&(r, c)| self.grid[r][c]).sum::<f32>() / path.len() as f32
    }

    fn is_kept(&self, path: &[Cell]) -> bool {
        self.mean(path) <= (self.settings.keep_metres() * self.settings.keep_metres()) as f32
    }

    /// Chains by growing all of them together, a row at a time.
    fn chains(&self) -> Vec<Vec<Cell>> {
        let mut chains: Vec<Vec<Cell>> = Vec::new();
        let mut owner = vec![vec![None; self.columns]; self.rows];
        for row in 0..self.rows {
            for starting in [false, true] {
                for column in 0..self.columns {
                    let cell = (row, column);
                    if !self.is_minimum(cell) {
                        continue;
                    }
                    if starting && owner[row][column].is_none() {
                        owner[row][column] = Some(chains.len());
                        chains.push(vec![cell]);
                    }
                    let Some(number) = owner[row][column] else { continue };
                    if *chains[number].last().unwrap() != cell {
                        continue;
                    }
                    if let Some(next) = self.next(&chains[number], &owner) {
                        owner[next.0][next.1] = Some(number);
                        chains[number].push(next);
                    }
                }
            }
        }
        let shortest = (self.settings.shortest_chain_secs * self.settings.rate_hz).ceil() as usize;
        let span = |chain: &[Cell]| {
            let (first, last) = (chain[0], chain[chain.len() - 1]);
            (last.0 - first.0).max(last.1 - first.1) + 1
        };
        chains.retain(|chain| span(chain) >= shortest && self.is_kept(chain));
        chains
    }

    fn next(&self, chain: &[Cell], owner: &[Vec<Option<usize>>]) -> Option<Cell> {
        let (row, column) = *chain.last().unwrap();
        let limit = usize::from(self.settings.slope_limit);
        let free = |&(r, c): &Cell| {
            r < self.rows
                && c < self.columns
                && self.is_minimum((r, c))
                && owner[r][c].is_none()
                && chain.iter().filter(|cell| cell.0 == r).count() < limit
                && chain.iter().filter(|cell| cell.1 == c).count() < limit
        };
        let steps = [(row + 1, column + 1), (row, column + 1), (row + 1, column)];
        let mut best: Option<Cell> = None;
        for step in steps.into_iter().filter(free) {
            if best.is_none_or(|found| self.grid[step.0][step.1] < self.grid[found.0][found.1]) {
                best = Some(step);
            }
        }
        best
    }

    /// Gaps by looking at every pair of chains.
    fn gaps(
        &self,
        chains: &[Vec<Cell>],
        bridges: &[(usize, usize, Vec<Cell>)],
    ) -> Vec<(usize, usize, Vec<Cell>)> {
        let most = 1 + (self.settings.gap_secs * self.settings.rate_hz).round() as usize;
        let cap = (self.settings.cap_metres() * self.settings.cap_metres()) as f32;
        let mut found = Vec::new();
        for (from, chain) in chains.iter().enumerate() {
            let (r, c) = *chain.last().unwrap();
            let mut behind: Vec<(Cell, usize)> = Vec::new();
            for (to, other) in chains.iter().enumerate() {
                let (r2, c2) = other[0];
                let is_ahead = r2 > r && c2 > c && r2 - r <= most && c2 - c <= most;
                if is_ahead && (r2 - r).max(c2 - c) > 1 && (r2 - r).abs_diff(c2 - c) <= 1 {
                    behind.push(((r2, c2), to));
                }
            }
            behind.sort_unstable();
            for ((r2, c2), to) in behind {
                let steps = (r2 - r).max(c2 - c);
                let way: Vec<Cell> = (0..=steps).map(|n| ((r + n).min(r2), (c + n).min(c2))).collect();
                let is_bridged = bridges.iter().any(|bridge| (bridge.0, bridge.1) == (from, to));
                if !is_bridged && self.is_kept(&way) && way.iter().all(|&(r, c)| self.grid[r][c] < cap) {
                    found.push((from, to, way));
                }
            }
        }
        found
    }

    /// Bridges by relaxing whole grids: `ways[state][row][column]` is the cheapest way to a cell, as its cells.
    fn bridges(&self, chains: &[Vec<Cell>]) -> Vec<(usize, usize, Vec<Cell>)> {
        let valid = self.valid();
        let mut found = Vec::new();
        for (from, chain) in chains.iter().enumerate() {
            let ways = self.ways(chain, &valid);
            for (to, other) in chains.iter().enumerate().filter(|(to, _)| *to != from) {
                let mut best: Way = None;
                for &(r, c) in other {
                    let Some((cost, way)) = cheapest(&ways[r][c]) else { continue };
                    let mean = cost / way.len() as f32;
                    if best.as_ref().is_none_or(|best| mean < best.0) {
                        best = Some((mean, way));
                    }
                }
                if let Some((_, way)) = best.filter(|(_, way)| self.is_kept(way)) {
                    found.push((from, to, way));
                }
            }
        }
        found
    }

    fn ways(&self, chain: &[Cell], valid: &[Vec<bool>]) -> Vec<Vec<Vec<Way>>> {
        let limit = usize::from(self.settings.slope_limit);
        let reach = (self.settings.bridge_secs * self.settings.rate_hz).ceil() as usize;
        let mut ways = vec![vec![vec![None; 2 * limit - 1]; self.columns]; self.rows];
        for (r, c) in self.cells() {
            if chain.contains(&(r, c)) {
                ways[r][c][0] = Some((self.grid[r][c], vec![(r, c)]));
                continue;
            }
            if !valid[r][c] {
                continue;
            }
            let go_on = |way: Way| {
                let (cost, mut way) = way?;
                way.push((r, c));
                let distance = r - way[0].0 + c - way[0].1;
                (distance < reach).then_some((cost + self.grid[r][c], way))
            };
            let mut arriving = vec![None; 2 * limit - 1];
            if r > 0 && c > 0 {
                arriving[0] = go_on(cheapest(&ways[r - 1][c - 1]));
            }
            for run in 1..limit {
                if c > 0 {
                    arriving[run] = go_on(ways[r][c - 1][run - 1].clone());
                }
                if r > 0 {
                    let before = if run == 1 { 0 } else { limit + run - 2 };
                    arriving[limit - 1 + run] = go_on(ways[r - 1][c][before].clone());
                }
            }
            ways[r][c] = arriving;
        }
        ways
    }
}

/// Cells in squares near one with a close cell: earlier in both clips, or later in both.
fn known(close: &[Vec<bool>], reach: usize) -> Vec<Vec<bool>> {
    const SQUARE: usize = 6;
    let reach = reach.div_ceil(SQUARE);
    let mut seeds = BTreeSet::new();
    for (r, row) in close.iter().enumerate() {
        seeds.extend((0..row.len()).filter(|&c| row[c]).map(|c| (r / SQUARE, c / SQUARE)));
    }
    let is_known = |r: usize, c: usize| {
        let (r, c) = (r / SQUARE, c / SQUARE);
        seeds.iter().any(|&(seed_r, seed_c)| {
            r.abs_diff(seed_r) <= reach
                && c.abs_diff(seed_c) <= reach
                && (r >= seed_r && c >= seed_c || r <= seed_r && c <= seed_c)
        })
    };
    (0..close.len()).map(|r| (0..close[r].len()).map(|c| is_known(r, c)).collect()).collect()
}

type Paths = Vec<(PathKind, Vec<Cell>)>;

/// The paths with a cell through which some way along paths has a mean of at most ε, and the chains they join.
fn useful(paths: &Paths, values: &BTreeMap<Cell, f64>, epsilon: f64) -> Paths {
    let excess = |cell: &Cell| values[cell] - epsilon * epsilon * 1.001;
    let steps: BTreeSet<(Cell, Cell)> =
        paths.iter().flat_map(|(_, cells)| cells.windows(2).map(|pair| (pair[0], pair[1]))).collect();
    let (mut later, mut earlier) = (BTreeMap::new(), BTreeMap::new());
    // Until nothing changes: as often as the longest way is long.
    for _ in 0..values.len() {
        let before = (later.clone(), earlier.clone());
        for (from, to) in &steps {
            let of = |map: &BTreeMap<Cell, f64>, cell: &Cell| map.get(cell).copied().unwrap_or(0.0);
            let after = of(&later, from).min(of(&later, to) + excess(to));
            later.insert(*from, after);
            let until = of(&earlier, to).min(of(&earlier, from) + excess(from));
            earlier.insert(*to, until);
        }
        if before == (later.clone(), earlier.clone()) {
            break;
        }
    }
    let total = |cell: &Cell| {
        let of = |map: &BTreeMap<Cell, f64>| map.get(cell).copied().unwrap_or(0.0);
        of(&earlier) + excess(cell) + of(&later)
    };
    let mut kept: BTreeSet<usize> =
        (0..paths.len()).filter(|&n| paths[n].1.iter().any(|cell| total(cell) <= 0.0)).collect();
    for n in kept.clone() {
        if let PathKind::Bridge { from, to } = paths[n].0 {
            kept.extend([from as usize, to as usize]);
        }
    }
    let number = |chain: u32| kept.iter().position(|&n| n == chain as usize).unwrap() as u32;
    let renumbered = |kind: PathKind| match kind {
        PathKind::Chain => PathKind::Chain,
        PathKind::Bridge { from, to } => PathKind::Bridge { from: number(from), to: number(to) },
    };
    kept.iter().map(|&n| (renumbered(paths[n].0), paths[n].1.clone())).collect()
}

fn cheapest(states: &[Way]) -> Way {
    let mut best: Option<&(f32, Vec<Cell>)> = None;
    for way in states.iter().flatten() {
        if best.is_none_or(|best| way.0 < best.0) {
            best = Some(way);
        }
    }
    best.cloned()
}

fn compare(web: &Web, naive: &Naive) -> usize {
    let chains = naive.chains();
    let mut bridges = naive.bridges(&chains);
    bridges.extend(naive.gaps(&chains, &bridges));
    let mut expected: Paths = chains.iter().map(|chain| (PathKind::Chain, chain.clone())).collect();
    expected.extend(
        bridges
            .iter()
            .map(|(from, to, way)| (PathKind::Bridge { from: *from as u32, to: *to as u32 }, way.clone())),
    );
    let cap = naive.settings.cap_metres();
    let stored = |&(r, c): &Cell| {
        let level = (f64::from(naive.grid[r][c]).sqrt() / cap * 255.0).round();
        ((r, c), (level / 255.0 * cap).powi(2))
    };
    let values = expected.iter().flat_map(|(_, cells)| cells.iter().map(stored)).collect();
    let expected = useful(&expected, &values, naive.settings.largest_epsilon_metres);
    assert_eq!(web.len(), expected.len());
    for (path, (kind, cells)) in web.paths().zip(&expected) {
        let found: Vec<Cell> = path.cells().map(|([r, c], _)| (r as usize, c as usize)).collect();
        assert_eq!((&path.kind, &found), (kind, cells));
        for ((_, value), &(r, c)) in path.cells().zip(cells) {
            let step = settings().cap_metres() / 255.0;
            assert!((f64::from(value).sqrt() - f64::from(naive.grid[r][c]).sqrt()).abs() <= 0.51 * step);
        }
    }
    expected.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_web_of_two_clips_is_that_of_the_whole_grid(seed in 0u64..1000, slope_limit in 1u8..5) {
        let settings = WebSettings { slope_limit, bridge_secs: 0.7, ..settings() };
        let first = settings.cloud(&figure_clip(seed, 70)).unwrap();
        let second = settings.cloud(&figure_clip(seed + 1, 90)).unwrap();
        compare(&Web::between(&first, &second, &settings), &Naive::new(&first, &second, false, &settings));
    }

    #[test]
    fn the_web_of_a_clip_with_itself_is_that_of_the_grid_above_the_diagonal(seed in 0u64..1000) {
        let settings = WebSettings { bridge_secs: 0.7, ..settings() };
        let clip = settings.cloud(&figure_clip(seed, 100)).unwrap();
        compare(&Web::within(&clip, &settings), &Naive::new(&clip, &clip, true, &settings));
    }
}

#[test]
fn the_clips_compared_have_chains_and_bridges() {
    let settings = WebSettings { bridge_secs: 0.7, ..settings() };
    let clip = settings.cloud(&figure_clip(7, 100)).unwrap();
    let web = Web::within(&clip, &settings);
    let chains = web.paths().filter(|path| path.kind == PathKind::Chain).count();
    assert!(chains > 5 && web.len() > chains + 5, "{chains} of {}", web.len());
    compare(&web, &Naive::new(&clip, &clip, true, &settings));
}
