//! Bridges: paths inside the valid region from one chain to another.

use crate::cells::{Cells, NONE};
use crate::chains::mean;
use crate::minima::Marks;
use crate::settings::Rules;

/// A path from a cell of one chain to a cell of another, both included.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bridge {
    /// The chain it leaves, by number.
    pub(crate) from: u32,
    /// The chain it reaches.
    pub(crate) to: u32,
    pub(crate) cells: Vec<u32>,
}

/// The bridges from every chain to the chains near it.
///
/// One dynamic program per chain finds the cheapest slope-limited way to every cell from whichever cell of the chain is
/// best; ways whose Manhattan distance reaches the limit go no further. To each other chain the way of least mean is
/// kept, if its mean is below the limit.
pub(crate) fn bridges(cells: &Cells, marks: &Marks, chains: &[Vec<u32>], rules: &Rules) -> Vec<Bridge> {
    let mut owners = vec![NONE; cells.len()];
    for (number, chain) in chains.iter().enumerate() {
        for &cell in chain {
            owners[cell as usize] = number as u32;
        }
    }
    let mut program = Program::new(cells, marks, &owners, rules, chains.len());
    let mut found = Vec::new();
    for (number, chain) in chains.iter().enumerate() {
        program.run(number as u32, chain);
        found.extend(program.collect(number as u32));
    }
    found.retain(|bridge| mean(cells, &bridge.cells) <= rules.keep);
    found
}

/// The cheapest way to a cell that arrives in one state.
#[derive(Clone, Copy)]
struct Label {
    cost: f32,
    /// Cells of the way.
    length: u16,
    /// Its Manhattan distance.
    reach: u16,
    /// The label it comes from.
    from: u32,
}

const UNREACHED: Label = Label { cost: f32::INFINITY, length: 0, reach: 0, from: NONE };

/// A cell that was reached, with a label per state: by a diagonal step, by 1 to W − 1 steps to the right, by as many
/// upwards. A way that turned from right to up would have been cheaper along the diagonal.
struct Node {
    cell: u32,
    labels: Vec<Label>,
}

/// The best way found to a chain.
#[derive(Clone, Copy)]
struct Target {
    /// The run it was found in.
    run: u32,
    mean: f32,
    label: u32,
}

struct Program<'a> {
    cells: &'a Cells,
    marks: &'a Marks,
    owners: &'a [u32],
    rules: &'a Rules,
    /// Labels of all nodes that were reached, [`Program::states`] per node.
    labels: Vec<Label>,
    /// The cell of each node.
    reached: Vec<u32>,
    targets: Vec<Target>,
    touched: Vec<u32>,
}

impl<'a> Program<'a> {
    fn new(cells: &'a Cells, marks: &'a Marks, owners: &'a [u32], rules: &'a Rules, chains: usize) -> Self {
        let targets = vec![Target { run: NONE, mean: 0.0, label: 0 }; chains];
        let (labels, reached, touched) = (Vec::new(), Vec::new(), Vec::new());
        Self { cells, marks, owners, rules, labels, reached, targets, touched }
    }

    fn states(&self) -> usize {
        2 * usize::from(self.rules.slope_limit) - 1
    }

    /// Finds the ways from all cells of a chain, row by row.
    fn run(&mut self, number: u32, chain: &[u32]) {
        self.labels.clear();
        self.reached.clear();
        self.touched.clear();
        let mut sources = chain;
        let mut row = self.cells.row_of(chain[0]);
        let mut arrivals = Vec::new();
        while row < self.cells.rows() && !(arrivals.is_empty() && sources.is_empty()) {
            let end = self.cells.row(row).end;
            let here = sources.iter().take_while(|&&cell| cell < end).count();
            arrivals = self.cross(number, row, arrivals, &sources[..here]);
            sources = &sources[here..];
            row += 1;
        }
    }

    /// Goes through one row from left to right and returns where its ways arrive in the next.
    fn cross(&mut self, number: u32, row: usize, arrivals: Vec<Node>, sources: &[u32]) -> Vec<Node> {
        let end = self.cells.row(row).end;
        let (mut arrivals, mut sources) =
            (arrivals.into_iter().peekable(), sources.iter().copied().peekable());
        let (mut beside, mut next) = (None::<Node>, Vec::<Node>::new());
        loop {
            let heads = [
                arrivals.peek().map(|node| node.cell),
                sources.peek().copied(),
                beside.as_ref().map(|node| node.cell),
            ];
            let Some(cell) = heads.into_iter().flatten().min() else { return next };
            let mut node = Node { cell, labels: vec![UNREACHED; self.states()] };
            if let Some(arrival) = arrivals.next_if(|node| node.cell == cell) {
                node.improve(&arrival);
            }
            if let Some(arrival) = beside.take_if(|node| node.cell == cell) {
                node.improve(&arrival);
            }
            if sources.next_if_eq(&cell).is_some() {
                node.labels.fill(UNREACHED);
                node.labels[0] = Label { cost: self.cells.value(cell), length: 1, reach: 0, from: NONE };
            }
            let first = self.record(number, &node);
            self.leave(first, row, end, &mut beside, &mut next);
        }
    }

    /// Keeps a node for following ways back, and its way if it is the best to another chain; returns its first label.
    fn record(&mut self, number: u32, node: &Node) -> u32 {
        let first = self.labels.len() as u32;
        self.labels.extend_from_slice(&node.labels);
        self.reached.push(node.cell);
        let owner = self.owners[node.cell as usize];
        if owner != NONE && owner != number {
            let best = cheapest(&node.labels);
            let mean = node.labels[best].cost / f32::from(node.labels[best].length);
            let target = &mut self.targets[owner as usize];
            if target.run != number {
                self.touched.push(owner);
            }
            if target.run != number || mean < target.mean {
                *target = Target { run: number, mean, label: first + best as u32 };
            }
        }
        first
    }

    /// Offers the ways of a node to the cell at its right and the two above.
    fn leave(&self, first: u32, row: usize, end: u32, beside: &mut Option<Node>, next: &mut Vec<Node>) {
        let cell = self.reached[first as usize / self.states()];
        let runs = usize::from(self.rules.slope_limit) - 1;
        if let Some(right) = self.usable(self.cells.right(cell, end), row) {
            *beside = self.straight(first, right, 1, runs);
        }
        if let Some(above) = self.usable(self.cells.above(cell), row + 1) {
            offer(next, self.straight(first, above, 1 + runs, runs));
        }
        if let Some(diagonal) = self.usable(self.cells.diagonal(cell), row + 1) {
            offer(next, self.slanted(first, diagonal));
        }
    }

    fn usable(&self, cell: u32, row: usize) -> Option<u32> {
        (cell != NONE && self.marks.is_valid(cell) && self.cells.is_inside(cell, row)).then_some(cell)
    }

    /// A step along the row or column: a run of one more cell. The states of these runs start at `state`.
    fn straight(&self, first: u32, to: u32, state: usize, runs: usize) -> Option<Node> {
        let mut labels = vec![UNREACHED; self.states()];
        for run in 0..runs {
            let from = if run == 0 { 0 } else { state + run - 1 };
            labels[state + run] = self.step(first + from as u32, to, 1);
        }
        Node::some(to, labels)
    }

    /// A diagonal step, after which no run is under way.
    fn slanted(&self, first: u32, to: u32) -> Option<Node> {
        let mut labels = vec![UNREACHED; self.states()];
        let own = &self.labels[first as usize..][..self.states()];
        labels[0] = self.step(first + cheapest(own) as u32, to, 2);
        Node::some(to, labels)
    }

    fn step(&self, from: u32, to: u32, distance: u16) -> Label {
        let Label { cost, length, reach, .. } = self.labels[from as usize];
        let reach = reach + distance;
        if usize::from(reach) >= self.rules.bridge || cost.is_infinite() {
            return UNREACHED;
        }
        Label { cost: cost + self.cells.value(to), length: length + 1, reach, from }
    }

    /// The bridges of the last run, in order of the chains they reach.
    fn collect(&mut self, number: u32) -> Vec<Bridge> {
        self.touched.sort_unstable();
        let bridge =
            |&to: &u32| Bridge { from: number, to, cells: self.way(self.targets[to as usize].label) };
        self.touched.iter().map(bridge).collect()
    }

    fn way(&self, label: u32) -> Vec<u32> {
        let back = |&label: &u32| Some(self.labels[label as usize].from).filter(|&from| from != NONE);
        let labels = std::iter::successors(Some(label), back);
        let mut way: Vec<u32> = labels.map(|label| self.reached[label as usize / self.states()]).collect();
        way.reverse();
        way
    }
}

impl Node {
    /// A node unless nothing reaches it.
    fn some(cell: u32, labels: Vec<Label>) -> Option<Self> {
        labels.iter().any(|label| label.cost.is_finite()).then_some(Self { cell, labels })
    }

    /// Takes the cheaper label of each state; its own where they are equal.
    fn improve(&mut self, other: &Self) {
        for (own, other) in self.labels.iter_mut().zip(&other.labels) {
            if other.cost < own.cost {
                *own = *other;
            }
        }
    }
}

/// Adds an arrival to the row above; arrivals come in order of their cells.
fn offer(next: &mut Vec<Node>, arrival: Option<Node>) {
    let Some(arrival) = arrival else { return };
    match next.last_mut() {
        Some(last) if last.cell == arrival.cell => last.improve(&arrival),
        _ => next.push(arrival),
    }
}

/// The state with the least cost; the first of equal ones.
fn cheapest(labels: &[Label]) -> usize {
    let mut best = 0;
    for state in 1..labels.len() {
        if labels[state].cost < labels[best].cost {
            best = state;
        }
    }
    best
}
