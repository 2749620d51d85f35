//! A web prepared for queries: its cells once each, with the steps that paths take from them.

use crate::path::{Step, WebPath};
use crate::{Web, path};

/// The leftmost cell of some path in its row: a match sequence may begin here.
const BEGINS: u8 = 1 << 3;
/// The last cell of some path in its row: a match sequence may end here.
const ENDS: u8 = 1 << 4;

/// The cells of all paths of a web, row by row, columns increasing; paths that share a cell are joined there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lattice {
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

/// A cell of a path on its way into a lattice.
struct Entry {
    at: [u32; 2],
    level: u8,
    marks: u8,
}

impl Lattice {
    /// Rows are frames of the first clip.
    pub(crate) fn by_rows(web: &Web) -> Self {
        Self::new(web, |at| at, |step| step)
    }

    /// Rows are frames of the second clip.
    pub(crate) fn by_columns(web: &Web) -> Self {
        Self::new(web, |[row, column]| [column, row], Step::transposed)
    }

    fn new(web: &Web, turn: impl Fn([u32; 2]) -> [u32; 2], turn_step: impl Fn(Step) -> Step) -> Self {
        let mut entries: Vec<Entry> = Vec::with_capacity(web.cells());
        web.paths().for_each(|path| push_path(&mut entries, path, &turn, &turn_step));
        entries.sort_unstable_by_key(|entry| entry.at);
        let [rows, _] = turn(web.frames);
        let mut lattice = Self {
            starts: vec![0],
            columns: Vec::new(),
            levels: Vec::new(),
            marks: Vec::new(),
            up: Vec::new(),
            cap_metres: web.cap_metres,
        };
        let mut rest = &entries[..];
        for row in 0..rows {
            let count = rest.iter().take_while(|entry| entry.at[0] == row).count();
            lattice.push_row(&rest[..count]);
            rest = &rest[count..];
        }
        lattice.link();
        lattice
    }

    /// Adds a row, joining entries of the same cell.
    fn push_row(&mut self, entries: &[Entry]) {
        for same in entries.chunk_by(|a, b| a.at == b.at) {
            self.columns.push(same[0].at[1]);
            self.levels.push(same[0].level);
            self.marks.push(same.iter().fold(0, |marks, entry| marks | entry.marks));
        }
        self.starts.push(self.columns.len() as u32);
    }

    fn link(&mut self) {
        for row in 0..self.rows() {
            let mut up = self.starts[row + 1];
            let end = if row + 1 < self.rows() { self.starts[row + 2] } else { up };
            for cell in self.row(row) {
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

    /// The cells of a path of the web, where rows are frames of the first clip.
    pub(crate) fn cells_of(&self, path: WebPath<'_>) -> impl Iterator<Item = u32> {
        let [row, column] = path.start;
        let first = self.row(row as usize);
        let columns = &self.columns[first.start as usize..first.end as usize];
        let start = columns.binary_search(&column).ok().map(|place| first.start + place as u32);
        let mut steps = path.steps.iter();
        std::iter::successors(start, move |&cell| self.after(cell, Step::from_code(*steps.next()?)?))
    }

    pub(crate) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn row(&self, row: usize) -> std::ops::Range<u32> {
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

fn push_path(
    entries: &mut Vec<Entry>,
    path: WebPath<'_>,
    turn: impl Fn([u32; 2]) -> [u32; 2],
    turn_step: impl Fn(Step) -> Step,
) {
    let first = entries.len();
    let cells = path.cells().map(|(at, _)| turn(at)).zip(path.levels);
    entries.extend(cells.map(|(at, &level)| Entry { at, level, marks: 0 }));
    let own = &mut entries[first..];
    for (entry, &code) in own.iter_mut().zip(path.steps) {
        entry.marks |= Step::from_code(code).map_or(0, |step| 1 << turn_step(step).code());
    }
    for n in 0..own.len() {
        let row = own[n].at[0];
        let alone = |neighbour: Option<&Entry>| neighbour.is_none_or(|other| other.at[0] != row);
        let (begins, ends) = (alone(n.checked_sub(1).map(|before| &own[before])), alone(own.get(n + 1)));
        own[n].marks |= if begins { BEGINS } else { 0 } | if ends { ENDS } else { 0 };
    }
}
