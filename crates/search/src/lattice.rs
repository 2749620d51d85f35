//! Rows of a web prepared for queries: their cells once each, with the steps that paths take from them.

use std::ops::Range;

use crate::indexed::Entry;
use crate::path::{Step, WebPath};
use crate::{Web, path};

/// The leftmost cell of some path in its row: a match sequence may begin here.
const BEGINS: u8 = 1 << 3;
/// The last cell of some path in its row: a match sequence may end here.
const ENDS: u8 = 1 << 4;

/// The cells of all paths of a web in some rows, row by row, columns increasing; paths that share a cell are joined there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lattice {
    first_row: usize,
    /// The first cell of each row, and the end of the last.
    starts: Vec<u32>,
    columns: Vec<u32>,
    levels: Vec<u8>,
    /// One bit per [`Step`] some path takes, then [`BEGINS`] and [`ENDS`].
    marks: Vec<u8>,
    /// The first cell of the row above that is not to the left.
    up: Vec<u32>,
    cap_metres: f32,
}

/// Which clip of a web the rows are frames of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    First = 0,
    Second = 1,
}

impl Rows {
    fn turn(self, [first, second]: [u32; 2]) -> [u32; 2] {
        match self {
            Self::First => [first, second],
            Self::Second => [second, first],
        }
    }

    fn turn_step(self, step: Step) -> Step {
        match self {
            Self::First => step,
            Self::Second => step.transposed(),
        }
    }
}

/// A cell of a path on its way into a lattice.
#[derive(Clone, Copy, Default)]
struct Node {
    at: [u32; 2],
    level: u8,
    marks: u8,
}

impl Lattice {
    /// All rows.
    pub(crate) fn whole(web: &Web, side: Rows) -> Self {
        let mut nodes = Vec::with_capacity(web.cells());
        let rows = 0..side.turn(web.frames)[0];
        web.paths().for_each(|path| push_path(&mut nodes, path, side, &rows));
        Self::new(&nodes, &rows, web.cap_metres)
    }

    /// Some rows, if a path goes through them all, and how much work that was: the cells of all paths there, and a look at
    /// every path.
    pub(crate) fn window(entry: &Entry, side: Rows, rows: &Range<u32>) -> (Option<Self>, usize) {
        let (web, mut nodes, mut work) = (&entry.web, Vec::new(), entry.ends.len() / 8);
        let spans = web.heads.iter().zip(&entry.ends).map(|(head, end)| {
            let [first, last] = [head.start, *end].map(|at| side.turn(at)[0]);
            first..last + 1
        });
        let crossing = |span: &Range<u32>| span.start < rows.end && span.end > rows.start;
        if !covers(spans.clone().filter(crossing), rows) {
            return (None, work);
        }
        for (number, _) in spans.enumerate().filter(|(_, span)| crossing(span)) {
            let path = web.path(number);
            push_path(&mut nodes, path, side, rows);
            work += path.len();
        }
        (Some(Self::new(&nodes, rows, web.cap_metres)), work)
    }

    fn new(nodes: &[Node], rows: &Range<u32>, cap_metres: f32) -> Self {
        let nodes = by_row(nodes, rows);
        let mut lattice = Self {
            first_row: rows.start as usize,
            starts: vec![0],
            columns: Vec::new(),
            levels: Vec::new(),
            marks: Vec::new(),
            up: Vec::new(),
            cap_metres,
        };
        let mut rest = &nodes[..];
        for row in rows.clone() {
            let count = rest.iter().take_while(|node| node.at[0] == row).count();
            lattice.push_row(&rest[..count]);
            rest = &rest[count..];
        }
        lattice.link();
        lattice
    }

    /// Adds a row, joining nodes of the same cell.
    fn push_row(&mut self, nodes: &[Node]) {
        for same in nodes.chunk_by(|a, b| a.at == b.at) {
            self.columns.push(same[0].at[1]);
            self.levels.push(same[0].level);
            self.marks.push(same.iter().fold(0, |marks, node| marks | node.marks));
        }
        self.starts.push(self.columns.len() as u32);
    }

    fn link(&mut self) {
        for row in 0..self.rows() {
            let mut up = self.starts[row + 1];
            let end = if row + 1 < self.rows() { self.starts[row + 2] } else { up };
            for cell in self.starts[row]..self.starts[row + 1] {
                while up < end && self.columns[up as usize] < self.columns[cell as usize] {
                    up += 1;
                }
                self.up.push(up);
            }
        }
    }

    /// Number of cells.
    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// How much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        10 * self.len() + 4 * self.starts.len()
    }

    /// The cells of a path of the web, where rows are frames of the first clip.
    pub(crate) fn cells_of(&self, path: WebPath<'_>) -> impl Iterator<Item = u32> {
        let [row, column] = path.start;
        let first = self.row(row as usize);
        let columns = &self.columns[first.start as usize..first.end as usize];
        let start = columns.binary_search(&column).ok().map(|place| first.start + place as u32);
        let mut steps = path.steps.iter();
        std::iter::successors(start, move |&cell| self.after(cell, Step::from_code(*steps.next()?)?))
    }

    fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of a row, by its frame.
    pub(crate) fn row(&self, row: usize) -> Range<u32> {
        let row = row - self.first_row;
        self.starts[row]..self.starts[row + 1]
    }

    pub(crate) fn column(&self, cell: u32) -> u32 {
        self.columns[cell as usize]
    }

    pub(crate) fn value(&self, cell: u32) -> f32 {
        path::value(self.levels[cell as usize], self.cap_metres)
    }

    pub(crate) fn begins(&self, cell: u32) -> bool {
        self.marks[cell as usize] & BEGINS != 0
    }

    pub(crate) fn ends(&self, cell: u32) -> bool {
        self.marks[cell as usize] & ENDS != 0
    }

    /// Where some path goes from a cell by this step.
    pub(crate) fn after(&self, cell: u32, step: Step) -> Option<u32> {
        if self.marks[cell as usize] & (1 << step.code()) == 0 {
            return None;
        }
        let up = self.up[cell as usize];
        Some(match step {
            Step::Column => cell + 1,
            Step::Row => up,
            Step::Both => up + u32::from(self.columns[up as usize] == self.columns[cell as usize]),
        })
    }
}

/// Whether each of some rows is in one of the spans.
fn covers(spans: impl Iterator<Item = Range<u32>>, rows: &Range<u32>) -> bool {
    // Spans that begin in each row, less those that have ended before it.
    let mut changes = vec![0i32; rows.len() + 1];
    let place = |row: u32| (row.clamp(rows.start, rows.end) - rows.start) as usize;
    for span in spans {
        changes[place(span.start)] += 1;
        changes[place(span.end)] -= 1;
    }
    let mut held = 0;
    changes[..rows.len()].iter().all(|change| {
        held += change;
        held > 0
    })
}

/// The nodes by row and column: rows hold few, so that to sort each is quicker than to sort all.
fn by_row(nodes: &[Node], rows: &Range<u32>) -> Vec<Node> {
    let mut ends = vec![0; rows.len() + 1];
    let row = |node: &Node| (node.at[0] - rows.start) as usize;
    for node in nodes {
        ends[row(node) + 1] += 1;
    }
    for n in 0..rows.len() {
        ends[n + 1] += ends[n];
    }
    let (mut sorted, starts) = (vec![Node::default(); nodes.len()], ends.clone());
    for node in nodes {
        let place = &mut ends[row(node)];
        sorted[*place] = *node;
        *place += 1;
    }
    for bounds in starts.array_windows::<2>() {
        sorted[bounds[0]..bounds[1]].sort_unstable_by_key(|node| node.at[1]);
    }
    sorted
}

/// Adds the cells of a path in some rows. Steps beyond the last of them lead nowhere.
fn push_path(nodes: &mut Vec<Node>, path: WebPath<'_>, side: Rows, rows: &Range<u32>) {
    let first = nodes.len();
    let steps = path.steps.iter().map(|&code| Step::from_code(code)).chain([None]);
    let cells = path.cells().zip(path.levels).zip(steps);
    let placed = cells.map(|(((at, _), &level), step)| (side.turn(at), level, step));
    for (at, level, step) in placed.skip_while(|(at, ..)| at[0] < rows.start) {
        if at[0] >= rows.end {
            break;
        }
        let step = step.map(|step| side.turn_step(step)).filter(|step| at[0] + step.offset()[0] < rows.end);
        nodes.push(Node { at, level, marks: step.map_or(0, |step| 1 << step.code()) });
    }
    let own = &mut nodes[first..];
    for n in 0..own.len() {
        let row = own[n].at[0];
        let alone = |neighbour: Option<&Node>| neighbour.is_none_or(|other| other.at[0] != row);
        let (begins, ends) = (alone(n.checked_sub(1).map(|before| &own[before])), alone(own.get(n + 1)));
        own[n].marks |= if begins { BEGINS } else { 0 } | if ends { ENDS } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use segue_actors::sample;

    use super::*;
    use crate::WebSettings;

    type Cell = (u32, u8, [bool; 2], [Option<[u32; 2]>; 3]);

    /// The cells of a row: column, level, whether a sequence may begin or end there, and where paths go from it within some rows.
    fn cells(lattice: &Lattice, row: usize, last: usize) -> Vec<Cell> {
        let place = |step: Step, cell: u32| {
            let rows = step.offset()[0];
            let to = (row + rows as usize <= last).then(|| lattice.after(cell, step))??;
            Some([rows, lattice.column(to)])
        };
        let cell = |cell: u32| {
            let ends = [lattice.begins(cell), lattice.ends(cell)];
            (
                lattice.column(cell),
                lattice.levels[cell as usize],
                ends,
                Step::ALL.map(|step| place(step, cell)),
            )
        };
        lattice.row(row).map(cell).collect()
    }

    #[test]
    fn some_rows_are_those_of_the_whole() {
        let settings = WebSettings::default();
        let clouds = ["walk", "walk-left"].map(|name| settings.cloud(&sample(name).unwrap().clip).unwrap());
        let entry = Entry::new(Web::between(&clouds[0], &clouds[1], &settings));
        for (side, frames) in [Rows::First, Rows::Second].into_iter().zip(entry.web.frames()) {
            let whole = Lattice::whole(&entry.web, side);
            let mut found = 0;
            for first in 0..frames - 12 {
                let (window, _) = Lattice::window(&entry, side, &(first as u32..first as u32 + 12));
                let Some(window) = window else {
                    assert!((first..first + 12).any(|row| whole.row(row).is_empty()));
                    continue;
                };
                found += 1;
                for row in first..first + 12 {
                    assert_eq!(cells(&window, row, first + 11), cells(&whole, row, first + 11));
                }
            }
            assert!(found > 5, "{found} windows");
        }
    }
}
