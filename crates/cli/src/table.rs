//! Columns of text.

use std::fmt;

/// Rows of cells; the first column is written to the left, the others to the right of their columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with a head.
    pub(crate) fn new(head: &[&str]) -> Self {
        Self { rows: vec![head.iter().map(|&cell| cell.to_owned()).collect()] }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl fmt::Display>) {
        self.rows.push(cells.into_iter().map(|cell| cell.to_string()).collect());
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let padded = |(column, cell): (usize, &String)| match self.width(column) {
                width if column == 0 => format!("{cell:width$}"),
                width => format!("{cell:>width$}"),
            };
            let cells: Vec<String> = row.iter().enumerate().map(padded).collect();
            writeln!(f, "{}", cells.join("  ").trim_end())?;
        }
        Ok(())
    }
}
