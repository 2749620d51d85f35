//! Columns of text.

use std::fmt;

use crate::spelled::on_one_line;

/// Rows of cells; one column has words and is written to the left, the others to the right.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    words: usize,
}

impl Table {
    /// A table with a head, with words in its first column.
    pub(crate) fn new(head: &[&str]) -> Self {
        Self::with_words_in(0, head)
    }

    /// A table with a head, with words in one column.
    pub(crate) fn with_words_in(words: usize, head: &[&str]) -> Self {
        let mut table = Self { rows: Vec::new(), words };
        table.row(head);
        table
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl fmt::Display>) {
        self.rows.push(cells.into_iter().map(on_one_line).collect());
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(|column| self.width(column)).collect();
        for row in &self.rows {
            let padded = |(column, cell): (usize, &String)| {
                // Formats pad to 65,535 characters at most; the plants of an hour are more.
                let space = " ".repeat(widths[column] - cell.chars().count());
                if column == self.words { format!("{cell}{space}") } else { format!("{space}{cell}") }
            };
            let cells: Vec<String> = row.iter().enumerate().map(padded).collect();
            writeln!(f, "{}", cells.join("  ").trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of a clip may stand in the head too.
    #[test]
    fn names_stay_in_their_cells() {
        let names = ["\u{1b}[2J\u{7}", "two\nlines\tand a tab", "\"'`\\ $(id) {0} %s", "\u{202e}"];
        for name in names.into_iter().map(str::to_owned).chain(["a".repeat(300)]) {
            let mut table = Table::new(&[&name, "plants"]);
            table.row([&name, "12"]);
            table.row(["short", "3"]);
            let text = table.to_string();
            assert_eq!(text.lines().count(), 3, "{text}");
            assert!(!text.contains(|c: char| segue::text::steers(c) && c != '\n'), "{text:?}");
            assert!(text.lines().skip(1).all(|line| line.ends_with('2') || line.ends_with('3')), "{text}");
        }
    }

    #[test]
    fn words_stand_left_numbers_right_and_cells_may_be_long() {
        let mut table = Table::new(&["clip", "plants"]);
        table.row(["walk", "1"]);
        table.row(["a run", "123"]);
        assert_eq!(table.to_string(), "clip   plants\nwalk        1\na run     123\n");
        table.row(["hour".to_owned(), "9".repeat(70_000)]);
        assert!(table.to_string().lines().all(|line| line.len() == 7 + 70_000));
    }
}
