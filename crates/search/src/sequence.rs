//! Match sequences: ways through a web from the first row of a query to its last.

use crate::lattice::Lattice;
use crate::path::Step;

/// A way through a lattice: what it starts and ends at, and how alike the frames on it are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sequence {
    /// Cell in the first row of the query.
    start: u32,
    /// Cell in its last row.
    end: u32,
    /// Columns of these cells.
    pub(crate) columns: [u32; 2],
    /// The mean of D over its cells, in m².
    pub(crate) mean: f32,
}

/// The way from the start to a cell on which D exceeds some level least in total.
#[derive(Clone, Copy)]
struct Label {
    cell: u32,
    excess: f32,
    length: u32,
    /// The label it comes from.
    from: u32,
}

const NOWHERE: u32 = u32::MAX;

/// Rounds after which a mean is taken as it is; in practice it stands still after two to four.
const MOST_ROUNDS: usize = 20;

/// Sums in single precision differ by this share of what is summed at most, several times over.
const ROUNDING: f32 = 1e-4;

/// Finds sequences; keeps its memory from start to start.
#[derive(Default)]
pub(crate) struct Walker {
    labels: Vec<Label>,
    /// What arrives in the row in work and in the one above.
    waiting: Vec<Label>,
    arrivals: Vec<Label>,
    /// By how much D exceeds some level at least, in total, from after each cell to an end in the last row.
    ahead: Vec<f32>,
}

impl Walker {
    /// A sequence from each cell where one may begin in row `first` to each where one may end in row `last`, if there is
    /// one with a mean of at most `most`.
    ///
    /// There may be 10¹³ ways: a dynamic program per start finds the one to each cell on which D − `most` is least in
    /// total. It is not above 0 exactly when some way has a mean of at most `most`.
    pub(crate) fn sequences(
        &mut self,
        lattice: &Lattice,
        first: usize,
        last: usize,
        most: f32,
    ) -> Vec<Sequence> {
        let mut found = Vec::new();
        let mut ahead = std::mem::take(&mut self.ahead);
        look_ahead(lattice, first, last, most, &mut ahead);
        let (origin, slack) = (lattice.row(first).start, ROUNDING * most * (last - first + 1) as f32);
        // Nothing above the last row is in it.
        let may_end = |label: &Label| {
            ahead.get((label.cell - origin) as usize).is_some_and(|ahead| label.excess + ahead <= slack)
        };
        for start in lattice.row(first).filter(|&cell| lattice.begins(cell)) {
            let ends = self.walk(lattice, start, last - first, most, may_end);
            let reached = self.labels[ends..].iter().filter(|label| lattice.ends(label.cell));
            for label in reached.filter(|label| label.excess <= 0.0) {
                let columns = [lattice.column(start), lattice.column(label.cell)];
                found.push(Sequence { start, end: label.cell, columns, mean: label.mean(most) });
            }
        }
        self.ahead = ahead;
        found
    }

    /// The sequence of least mean with the same ends (Dinkelbach's method), with its cells as rows from that of its
    /// start on and columns.
    pub(crate) fn best(
        &mut self,
        lattice: &Lattice,
        sequence: &Sequence,
        rows: usize,
    ) -> (Sequence, Vec<[u32; 2]>) {
        let mut best = *sequence;
        let mut end = self.end_of(lattice, &best, rows);
        for _ in 0..MOST_ROUNDS {
            let mean = self.labels[end].mean(best.mean);
            if mean >= best.mean {
                break;
            }
            best.mean = mean;
            end = self.end_of(lattice, &best, rows);
        }
        (best, self.trace(lattice, end, rows))
    }

    /// The label of a sequence's end after a walk that compares with its mean.
    fn end_of(&mut self, lattice: &Lattice, sequence: &Sequence, rows: usize) -> usize {
        // Columns never decrease on a way.
        let is_before_end = |label: &Label| lattice.column(label.cell) <= sequence.columns[1];
        let ends = self.walk(lattice, sequence.start, rows, sequence.mean, is_before_end);
        let found = self.labels[ends..].iter().position(|label| label.cell == sequence.end);
        ends + found.expect("a sequence that was found is found again")
    }

    fn trace(&self, lattice: &Lattice, end: usize, rows: usize) -> Vec<[u32; 2]> {
        let (mut label, mut row) = (self.labels[end], rows as u32);
        let mut cells = vec![[row, lattice.column(label.cell)]];
        while label.from != NOWHERE {
            let before = self.labels[label.from as usize];
            if lattice.after(before.cell, Step::Column) != Some(label.cell) {
                row -= 1;
            }
            cells.push([row, lattice.column(before.cell)]);
            label = before;
        }
        cells.reverse();
        cells
    }

    /// Labels all that is reached from `start` in the next `rows` rows by ways of which each label `leads` somewhere, row by
    /// row, columns increasing; returns where the labels of the last row begin.
    fn walk(
        &mut self,
        lattice: &Lattice,
        start: u32,
        rows: usize,
        level: f32,
        leads: impl Fn(&Label) -> bool,
    ) -> usize {
        self.labels.clear();
        self.waiting.clear();
        let first = Label { cell: start, excess: lattice.value(start) - level, length: 1, from: NOWHERE };
        self.waiting.extend(Some(first).filter(&leads));
        let mut begin = 0;
        for _ in 0..=rows {
            begin = self.labels.len();
            self.cross(lattice, level, &leads);
        }
        begin
    }

    /// Goes through a row from left to right: labels what arrives there and gathers what arrives in the row above.
    fn cross(&mut self, lattice: &Lattice, level: f32, leads: impl Fn(&Label) -> bool) {
        let Self { labels, waiting, arrivals, .. } = self;
        let (mut next, mut beside) = (waiting.iter().copied().peekable(), None::<Label>);
        arrivals.clear();
        loop {
            let heads = [next.peek().map(|label| label.cell), beside.map(|label| label.cell)];
            let Some(cell) = heads.into_iter().flatten().min() else { break };
            let arrived = next.next_if(|label| label.cell == cell);
            let moved = beside.take_if(|label| label.cell == cell);
            let Some(label) = better(arrived, moved) else { break };
            let from = labels.len() as u32;
            labels.push(label);
            let step = |step: Step| {
                let cell = lattice.after(label.cell, step)?;
                let excess = label.excess + (lattice.value(cell) - level);
                Some(Label { cell, excess, length: label.length + 1, from }).filter(&leads)
            };
            beside = step(Step::Column);
            step(Step::Row).into_iter().chain(step(Step::Both)).for_each(|way| offer(arrivals, way));
        }
        std::mem::swap(waiting, arrivals);
    }
}

/// For each cell from row `first` to row `last`, by how much D exceeds `level` at least, in total, on a way from after it to
/// where one may end in row `last`; infinite where there is none.
fn look_ahead(lattice: &Lattice, first: usize, last: usize, level: f32, ahead: &mut Vec<f32>) {
    let (origin, last_row) = (lattice.row(first).start, lattice.row(last));
    ahead.clear();
    ahead.resize((last_row.end - origin) as usize, f32::INFINITY);
    for cell in (origin..last_row.end).rev() {
        let is_last = cell >= last_row.start;
        let mut least = if is_last && lattice.ends(cell) { 0.0 } else { f32::INFINITY };
        let steps: &[Step] = if is_last { &[Step::Column] } else { &[Step::Column, Step::Row, Step::Both] };
        for next in steps.iter().filter_map(|&step| lattice.after(cell, step)) {
            least = least.min(ahead[(next - origin) as usize] + (lattice.value(next) - level));
        }
        ahead[(cell - origin) as usize] = least;
    }
}

impl Label {
    fn mean(&self, level: f32) -> f32 {
        self.excess / self.length as f32 + level
    }
}

/// The better of two ways to a cell, the first where they are equal.
fn better(first: Option<Label>, second: Option<Label>) -> Option<Label> {
    match (first, second) {
        (Some(first), Some(second)) if second.excess < first.excess => Some(second),
        (first, second) => first.or(second),
    }
}

/// Adds an arrival to the row above; arrivals come in order of their cells.
fn offer(arrivals: &mut Vec<Label>, way: Label) {
    match arrivals.last_mut() {
        Some(last) if last.cell == way.cell => {
            if way.excess < last.excess {
                *last = way;
            }
        }
        _ => arrivals.push(way),
    }
}
