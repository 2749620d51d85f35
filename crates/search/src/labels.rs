//! The cheapest ways to cells of a grid.

use crate::cells::NONE;

/// The cheapest way to a cell that arrives in one state.
#[derive(Clone, Copy)]
pub(crate) struct Label {
    pub(crate) cost: f32,
    /// Cells of the way.
    pub(crate) length: u16,
    /// Its Manhattan distance.
    reach: u16,
    /// The label it comes from, by number.
    from: u32,
}

const UNREACHED: Label = Label { cost: f32::INFINITY, length: 0, reach: 0, from: NONE };

impl Label {
    /// A way of one cell.
    pub(crate) fn start(value: f32) -> Self {
        Self { cost: value, length: 1, reach: 0, from: NONE }
    }

    /// The way that goes on to a cell, `own` being the number of this label; nowhere if its Manhattan distance reaches
    /// `limit`.
    pub(crate) fn step(&self, own: u32, value: f32, distance: u16, limit: usize) -> Self {
        let reach = self.reach + distance;
        if usize::from(reach) >= limit || self.cost.is_infinite() {
            return UNREACHED;
        }
        Self { cost: self.cost + value, length: self.length + 1, reach, from: own }
    }

    /// Becomes the cheaper of two ways; stays where they are equal.
    pub(crate) fn improve(&mut self, other: Self) {
        if other.cost < self.cost {
            *self = other;
        }
    }
}

/// Cells that are reached, each with a label per state, one after the other in one list.
pub(crate) struct Nodes {
    states: usize,
    cells: Vec<u32>,
    labels: Vec<Label>,
}

impl Nodes {
    pub(crate) fn new(states: usize) -> Self {
        Self { states, cells: Vec::new(), labels: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        self.labels.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cell of a node, or none beyond the last.
    pub(crate) fn cell(&self, node: usize) -> u32 {
        self.cells.get(node).copied().unwrap_or(NONE)
    }

    /// Adds a node that nothing reaches.
    pub(crate) fn push(&mut self, cell: u32) -> u32 {
        self.cells.push(cell);
        self.labels.resize(self.labels.len() + self.states, UNREACHED);
        self.cells.len() as u32 - 1
    }

    pub(crate) fn pop(&mut self) {
        self.cells.pop();
        self.labels.truncate(self.cells.len() * self.states);
    }

    /// The node of a cell that is the last one or comes after it.
    pub(crate) fn enter(&mut self, cell: u32) -> u32 {
        if self.cells.last() == Some(&cell) { self.cells.len() as u32 - 1 } else { self.push(cell) }
    }

    /// Takes over all labels of a node of another list.
    pub(crate) fn copy(&mut self, node: u32, other: &Self, from: usize) {
        self.labels[node as usize * self.states..][..self.states]
            .copy_from_slice(&other.labels[from * self.states..][..self.states]);
    }

    pub(crate) fn labels(&self, node: u32) -> &[Label] {
        &self.labels[node as usize * self.states..][..self.states]
    }

    pub(crate) fn label_mut(&mut self, node: u32, state: usize) -> &mut Label {
        &mut self.labels[node as usize * self.states + state]
    }

    /// The number of a label among all.
    pub(crate) fn number(&self, node: u32, state: usize) -> u32 {
        node * self.states as u32 + state as u32
    }

    pub(crate) fn is_reached(&self, node: u32) -> bool {
        self.labels(node).iter().any(|label| label.cost.is_finite())
    }

    /// The cells of the way that a label ends.
    pub(crate) fn way(&self, label: u32) -> Vec<u32> {
        let back = |&label: &u32| Some(self.labels[label as usize].from).filter(|&from| from != NONE);
        let labels = std::iter::successors(Some(label), back);
        let mut way: Vec<u32> = labels.map(|label| self.cells[label as usize / self.states]).collect();
        way.reverse();
        way
    }
}

/// The state with the least cost; the first of equal ones.
pub(crate) fn cheapest(labels: &[Label]) -> usize {
    let mut best = 0;
    for state in 1..labels.len() {
        if labels[state].cost < labels[best].cost {
            best = state;
        }
    }
    best
}
