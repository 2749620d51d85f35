//! The cells of a distance grid that can be on a path.

/// No cell.
pub(crate) const NONE: u32 = u32::MAX;

/// All cells of a grid below the cap, row by row, with links to their neighbours.
///
/// Columns increase along a row. A cell that is not here is at least the cap, so it is larger than every cell that is:
/// minima, chains and bridges are the same as on the whole grid. Of a clip with itself only cells above the diagonal
/// are here; those of the margin, one step nearer to the diagonal than paths may go, serve as neighbours only.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cells {
    /// The first cell of each row, and the end of the last.
    starts: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f32>,
    /// The cell one row up in the same column.
    above: Vec<u32>,
    /// The cell one row down in the same column.
    below: Vec<u32>,
    /// The cell one row up and one column to the right.
    diagonal: Vec<u32>,
    /// Cells nearer to the diagonal than this are the margin; 0 for two clips.
    nearest: usize,
}

impl Cells {
    /// Cells by row, each a column and a value, columns increasing; `nearest` keeps paths away from the diagonal.
    ///
    /// # Panics
    /// When there are 2³² cells or more.
    pub(crate) fn new(rows: &[Vec<(u32, f32)>], nearest: usize) -> Self {
        let count = rows.iter().map(Vec::len).sum::<usize>();
        assert!(count < NONE as usize, "one pair of clips has fewer than 2³² cells below the cap");
        let mut cells = Self {
            starts: Vec::with_capacity(rows.len() + 1),
            columns: Vec::with_capacity(count),
            values: Vec::with_capacity(count),
            above: vec![NONE; count],
            below: vec![NONE; count],
            diagonal: vec![NONE; count],
            nearest,
        };
        cells.starts.push(0);
        for row in rows {
            cells.columns.extend(row.iter().map(|cell| cell.0));
            cells.values.extend(row.iter().map(|cell| cell.1));
            cells.starts.push(cells.columns.len() as u32);
        }
        (1..rows.len()).for_each(|row| cells.link(row - 1, row));
        cells
    }

    /// Links a row with the one above it.
    fn link(&mut self, row: usize, next: usize) {
        let (lower, upper) = (self.row(row), self.row(next));
        let (mut straight, mut slanted) = (upper.start, upper.start);
        for cell in lower {
            let column = self.columns[cell as usize];
            straight = self.seek(straight, upper.end, column);
            slanted = self.seek(slanted, upper.end, column + 1);
            if straight < upper.end && self.columns[straight as usize] == column {
                self.above[cell as usize] = straight;
                self.below[straight as usize] = cell;
            }
            if slanted < upper.end && self.columns[slanted as usize] == column + 1 {
                self.diagonal[cell as usize] = slanted;
            }
        }
    }

    fn seek(&self, mut from: u32, end: u32, column: u32) -> u32 {
        while from < end && self.columns[from as usize] < column {
            from += 1;
        }
        from
    }

    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    pub(crate) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of a row.
    pub(crate) fn row(&self, row: usize) -> std::ops::Range<u32> {
        self.starts[row]..self.starts[row + 1]
    }

    /// The row a cell is in.
    pub(crate) fn row_of(&self, cell: u32) -> usize {
        self.starts.partition_point(|&start| start <= cell) - 1
    }

    /// The cell at a place, if it is below the cap.
    pub(crate) fn find(&self, row: usize, column: usize) -> Option<u32> {
        let range = self.row(row);
        let columns = &self.columns[range.start as usize..range.end as usize];
        columns.binary_search(&(column as u32)).ok().map(|n| range.start + n as u32)
    }

    pub(crate) fn column(&self, cell: u32) -> usize {
        self.columns[cell as usize] as usize
    }

    pub(crate) fn value(&self, cell: u32) -> f32 {
        self.values[cell as usize]
    }

    /// The next cell of the row if it is in the next column; `end` is the end of the row.
    pub(crate) fn right(&self, cell: u32, end: u32) -> u32 {
        let next = cell + 1;
        let adjacent = next < end && self.columns[next as usize] == self.columns[cell as usize] + 1;
        if adjacent { next } else { NONE }
    }

    /// The cell before in the row if it is in the column before; `start` is the start of the row.
    pub(crate) fn left(&self, cell: u32, start: u32) -> u32 {
        let adjacent = cell > start && self.columns[cell as usize - 1] + 1 == self.columns[cell as usize];
        if adjacent { cell - 1 } else { NONE }
    }

    pub(crate) fn above(&self, cell: u32) -> u32 {
        self.above[cell as usize]
    }

    pub(crate) fn below(&self, cell: u32) -> u32 {
        self.below[cell as usize]
    }

    pub(crate) fn diagonal(&self, cell: u32) -> u32 {
        self.diagonal[cell as usize]
    }

    /// Whether paths may use a cell of `row`, which those of the margin may not.
    pub(crate) fn is_inside(&self, cell: u32, row: usize) -> bool {
        self.nearest == 0 || self.column(cell) >= row + self.nearest
    }

    /// D of a cell, or infinity for none.
    pub(crate) fn value_or_infinity(&self, cell: u32) -> f32 {
        if cell == NONE { f32::INFINITY } else { self.value(cell) }
    }
}
