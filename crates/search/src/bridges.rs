//! Bridges: paths inside the valid region from one chain to another.

use crate::cells::{Cells, NONE};
use crate::chains::mean;
use crate::labels::{Label, Nodes, cheapest};
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
pub(crate) fn bridges(cells: &Cells, chains: &[Vec<u32>], rules: &Rules) -> Vec<Bridge> {
    let mut owners = vec![NONE; cells.len()];
    for (number, chain) in chains.iter().enumerate() {
        for &cell in chain {
            owners[cell as usize] = number as u32;
        }
    }
    let mut program = Program::new(cells, &owners, rules, chains.len());
    let mut found = Vec::new();
    for (number, chain) in chains.iter().enumerate() {
        program.run(number as u32, chain);
        found.extend(program.collect(number as u32));
    }
    found.retain(|bridge| mean(cells, &bridge.cells) <= rules.keep);
    found
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
    owners: &'a [u32],
    bridge: usize,
    runs: usize,
    /// All nodes that were reached, to follow ways back.
    reached: Nodes,
    /// Where ways arrive in the row in work and in the next, in order of cells.
    arrivals: [Nodes; 2],
    targets: Vec<Target>,
    touched: Vec<u32>,
}

impl<'a> Program<'a> {
    fn new(cells: &'a Cells, owners: &'a [u32], rules: &Rules, chains: usize) -> Self {
        let targets = vec![Target { run: NONE, mean: 0.0, label: 0 }; chains];
        // A way arrives by a diagonal step, by 1 to W − 1 steps to the right, or by as many upwards. One that turned from
        // right to up would have been cheaper along the diagonal.
        let runs = usize::from(rules.slope_limit) - 1;
        let nodes = || Nodes::new(1 + 2 * runs);
        let (reached, arrivals) = (nodes(), [nodes(), nodes()]);
        Self { cells, owners, bridge: rules.bridge, runs, reached, arrivals, targets, touched: Vec::new() }
    }

    /// Finds the ways from all cells of a chain, row by row.
    fn run(&mut self, number: u32, chain: &[u32]) {
        self.reached.clear();
        self.touched.clear();
        self.arrivals.iter_mut().for_each(Nodes::clear);
        let mut sources = chain;
        let mut row = self.cells.row_of(chain[0]);
        while row < self.cells.rows() && !(self.arrivals[0].is_empty() && sources.is_empty()) {
            let ends = self.cells.ends(row);
            let here = sources.iter().take_while(|&&cell| cell < ends[0]).count();
            self.cross(number, ends, &sources[..here]);
            sources = &sources[here..];
            self.arrivals.swap(0, 1);
            self.arrivals[1].clear();
            row += 1;
        }
    }

    /// Goes through one row from left to right.
    fn cross(&mut self, number: u32, ends: [u32; 2], sources: &[u32]) {
        let (mut arrival, mut sources) = (0, sources.iter().copied().peekable());
        // The node that was reached last, if a way may lead from it to the cell beside it.
        let mut before = NONE;
        loop {
            let beside = if before == NONE { NONE } else { self.right(before, ends[0]) };
            let arriving = self.arrivals[0].cell(arrival);
            let source = sources.peek().copied().unwrap_or(NONE);
            let cell = arriving.min(source).min(beside);
            if cell == NONE {
                return;
            }
            let node = self.reached.push(cell);
            if source == cell {
                sources.next();
                *self.reached.label_mut(node, 0) = Label::start(self.cells.value(cell));
            } else {
                if arriving == cell {
                    self.reached.copy(node, &self.arrivals[0], arrival);
                }
                if beside == cell {
                    self.arrive_beside(before, node);
                }
            }
            arrival += usize::from(arriving == cell);
            before = node;
            if self.reached.is_reached(node) {
                self.look_at(number, node);
                self.leave(node, ends[1]);
            } else {
                self.reached.pop();
                before = NONE;
            }
        }
    }

    /// The cell at the right of a node if paths may use it.
    fn right(&self, node: u32, end: u32) -> u32 {
        self.usable(self.cells.right(self.reached.cell(node as usize), end))
    }

    fn usable(&self, cell: u32) -> u32 {
        if cell != NONE && self.cells.is_valid(cell) { cell } else { NONE }
    }

    /// Notes the way to a node if it is the best to another chain.
    fn look_at(&mut self, number: u32, node: u32) {
        let owner = self.owners[self.reached.cell(node as usize) as usize];
        if owner == NONE || owner == number {
            return;
        }
        let labels = self.reached.labels(node);
        let best = cheapest(labels);
        let mean = labels[best].cost / f32::from(labels[best].length);
        let label = self.reached.number(node, best);
        let target = &mut self.targets[owner as usize];
        if target.run != number {
            self.touched.push(owner);
        }
        if target.run != number || mean < target.mean {
            *target = Target { run: number, mean, label };
        }
    }

    /// Takes over the ways of the node to the left where they are cheaper.
    fn arrive_beside(&mut self, from: u32, node: u32) {
        let value = self.cells.value(self.reached.cell(node as usize));
        for run in 0..self.runs {
            let label =
                self.reached.labels(from)[run].step(self.reached.number(from, run), value, 1, self.bridge);
            self.reached.label_mut(node, 1 + run).improve(label);
        }
    }

    /// Offers the ways of a node to the two cells above.
    fn leave(&mut self, node: u32, end: u32) {
        let [above, diagonal] =
            self.cells.above(self.reached.cell(node as usize), end).map(|cell| self.usable(cell));
        let (labels, next) = (self.reached.labels(node), &mut self.arrivals[1]);
        if above != NONE {
            let (to, value) = (next.enter(above), self.cells.value(above));
            for run in 0..self.runs {
                let state = if run == 0 { 0 } else { self.runs + run };
                let label = labels[state].step(self.reached.number(node, state), value, 1, self.bridge);
                next.label_mut(to, 1 + self.runs + run).improve(label);
            }
        }
        if diagonal != NONE {
            let (to, value, state) = (next.enter(diagonal), self.cells.value(diagonal), cheapest(labels));
            let label = labels[state].step(self.reached.number(node, state), value, 2, self.bridge);
            next.label_mut(to, 0).improve(label);
        }
    }

    /// The bridges of the last run, in order of the chains they reach.
    fn collect(&mut self, number: u32) -> Vec<Bridge> {
        self.touched.sort_unstable();
        let bridge =
            |&to: &u32| Bridge { from: number, to, cells: self.reached.way(self.targets[to as usize].label) };
        self.touched.iter().map(bridge).collect()
    }
}
