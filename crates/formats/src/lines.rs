//! Text read line by line, so that a file and what is made of it need not be in memory together.

use std::io::BufRead;

use crate::error::{Fault, Place, Problem};

/// The lines of a text and the number of the current one.
pub(crate) struct Lines<'a> {
    reader: &'a mut dyn BufRead,
    line: Vec<u8>,
    number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(reader: &'a mut dyn BufRead) -> Self {
        Self { reader, line: Vec::new(), number: 0 }
    }

    /// Goes to the next line; false at the end of the text.
    pub(crate) fn advance(&mut self) -> Result<bool, Fault> {
        self.line.clear();
        let read = self.reader.read_until(b'\n', &mut self.line).map_err(Problem::Io)?;
        if self.number == 0 && self.line.starts_with(b"\xef\xbb\xbf") {
            self.line.drain(..3);
        }
        self.number += 1;
        Ok(read > 0)
    }

    /// Goes to the next line that is not blank; false at the end of the text.
    pub(crate) fn advance_to_text(&mut self) -> Result<bool, Fault> {
        while self.advance()? {
            if !self.line.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The current line with its line end.
    pub(crate) fn line(&self) -> &[u8] {
        &self.line
    }

    /// The current line, counted from 1.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// `problem` at the current line.
    pub(crate) fn fault(&self, problem: Problem) -> Fault {
        problem.at(Place::Line(self.number))
    }
}

/// Text for an error message: in quotes, without control characters, shortened.
pub(crate) fn quote(text: &[u8]) -> String {
    /// Longer text does not help to find the place, and binary data has no line ends.
    const LONGEST: usize = 40;
    let text = String::from_utf8_lossy(text.trim_ascii());
    let mut shown: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
