//! The cells of a distance grid that can be on a path.

use std::ops::Range;

/// No cell.
pub(crate) const NONE: u32 = u32::MAX;

/// Smaller than its neighbours in the row.
pub(crate) const ACROSS: u8 = 1;
/// Smaller than its neighbours in the column.
pub(crate) const ALONG: u8 = 2;
/// Near enough to a minimum.
pub(crate) const VALID: u8 = 4;
/// Valid if the next minimum of the column is close enough; this is not known before its row is computed.
pub(crate) const OPEN: u8 = 8;

/// The valid region of a grid below the cap, row by row; minima are a part of it.
///
/// Columns increase along a row. Chains are made of minima and bridges of valid cells, so no path can use any cell that
/// is not here. Of a clip with itself only cells above the diagonal are here.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cells {
    /// The first cell of each row, and the end of the last.
    starts: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f32>,
    /// The first cell of the next row that is not to the left; the end of that row if there is none.
    ups: Vec<u32>,
    marks: Vec<u8>,
}

impl Cells {
    pub(crate) fn new() -> Self {
        let (columns, values, ups, marks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { starts: vec![0], columns, values, ups, marks }
    }

    /// Adds a cell to the row in work, to the right of all others there, and returns its number.
    pub(crate) fn push(&mut self, column: usize, value: f32, marks: u8) -> u32 {
        self.columns.push(column as u32);
        self.values.push(value);
        self.marks.push(marks);
        self.columns.len() as u32 - 1
    }

    /// Ends the row in work and links the one before with it.
    ///
    /// # Panics
    /// When there are 2³² cells or more.
    pub(crate) fn end_row(&mut self) {
        assert!(self.columns.len() < NONE as usize, "one pair of clips has fewer than 2³² valid cells");
        self.starts.push(self.columns.len() as u32);
        if self.rows() < 2 {
            return;
        }
        let (lower, upper) = (self.row(self.rows() - 2), self.row(self.rows() - 1));
        let mut up = upper.start;
        for cell in lower {
            let column = self.columns[cell as usize];
            while up < upper.end && self.columns[up as usize] < column {
                up += 1;
            }
            self.ups.push(up);
        }
    }

    /// Ends the last row: nothing is above its cells.
    pub(crate) fn end(&mut self) {
        let end = self.columns.len();
        self.ups.resize(end, end as u32);
    }

    /// Makes a cell valid.
    pub(crate) fn validate(&mut self, cell: u32) {
        self.marks[cell as usize] |= VALID;
    }

    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    pub(crate) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of a row.
    pub(crate) fn row(&self, row: usize) -> Range<u32> {
        self.starts[row]..self.starts[row + 1]
    }

    /// The ends of a row and of the next.
    pub(crate) fn ends(&self, row: usize) -> [u32; 2] {
        [self.starts[row + 1], self.starts[(row + 2).min(self.rows())]]
    }

    /// The row a cell is in.
    pub(crate) fn row_of(&self, cell: u32) -> usize {
        self.starts.partition_point(|&start| start <= cell) - 1
    }

    /// The cell at a place, if it is there.
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

    /// Whether a cell is a minimum of its row or of its column.
    pub(crate) fn is_minimum(&self, cell: u32) -> bool {
        self.marks[cell as usize] & (ACROSS | ALONG) != 0
    }

    /// Whether a cell is near enough to a minimum to be on a path.
    pub(crate) fn is_valid(&self, cell: u32) -> bool {
        self.marks[cell as usize] & VALID != 0
    }

    /// The next cell of the row if it is in the next column; `end` is the end of the row.
    pub(crate) fn right(&self, cell: u32, end: u32) -> u32 {
        self.at(cell + 1, end, self.columns[cell as usize] + 1)
    }

    /// The cells one row up, in the same column and in the next; `end` is the end of that row.
    pub(crate) fn above(&self, cell: u32, end: u32) -> [u32; 2] {
        let (column, up) = (self.columns[cell as usize], self.ups[cell as usize]);
        let straight = self.at(up, end, column);
        let slanted = self.at(up + u32::from(straight != NONE), end, column + 1);
        [straight, slanted]
    }

    fn at(&self, cell: u32, end: u32, column: u32) -> u32 {
        if cell < end && self.columns[cell as usize] == column { cell } else { NONE }
    }
}
