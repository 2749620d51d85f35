//! What is in a file that is made of clips.

use std::fmt;
use std::io::{self, Write};

use segue_store::{Budget, OverBudget};

/// Bytes of a text that are passed on together.
const PIECE: usize = 1 << 16;

/// What is in a file: bytes, or how they are made while the file is written. The text of an hour is several times as large as the
/// hour itself, and nobody needs all of it at a time.
pub struct Content<'a>(Kind<'a>);

enum Kind<'a> {
    Whole(Vec<u8>),
    Made { what: String, about_bytes: u64, write: Writing<'a> },
}

/// Writes a text piece by piece.
type Writing<'a> = Box<dyn Fn(&mut Pieces<'_>) -> io::Result<()> + 'a>;

impl<'a> Content<'a> {
    /// What is made while it is written; its size, where somebody wants all of it, is `about_bytes`.
    pub(crate) fn made(
        what: String,
        about_bytes: usize,
        write: impl Fn(&mut Pieces<'_>) -> io::Result<()> + 'a,
    ) -> Self {
        Self(Kind::Made { what, about_bytes: about_bytes as u64, write: Box::new(write) })
    }

    /// Writes it.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.0 {
            Kind::Whole(bytes) => out.write_all(bytes),
            Kind::Made { write, .. } => {
                let mut pieces = Pieces { text: Vec::with_capacity(PIECE), out };
                write(&mut pieces)?;
                pieces.out.write_all(&pieces.text)
            }
        }
    }

    /// All of it in memory.
    ///
    /// # Errors
    /// When it takes more than the budget of the program.
    pub fn into_bytes(self) -> Result<Vec<u8>, OverBudget> {
        if let Kind::Made { what, about_bytes, .. } = &self.0 {
            Budget::allow(what, *about_bytes)?;
        }
        Ok(match self.0 {
            Kind::Whole(bytes) => bytes,
            Kind::Made { .. } => {
                let mut bytes = Vec::new();
                self.write_to(&mut bytes).expect("memory can be written to");
                bytes
            }
        })
    }
}

impl From<Vec<u8>> for Content<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Kind::Whole(bytes))
    }
}

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Whole(bytes) => write!(f, "{} bytes", bytes.len()),
            Kind::Made { what, about_bytes, .. } => write!(f, "{what}, about {about_bytes} bytes"),
        }
    }
}

/// A text on its way into a file.
pub(crate) struct Pieces<'a> {
    /// What was not passed on yet.
    pub(crate) text: Vec<u8>,
    out: &'a mut dyn Write,
}

impl Pieces<'_> {
    /// Passes on what is there once it is enough for a piece; after each line or list.
    pub(crate) fn pass_on(&mut self) -> io::Result<()> {
        if self.text.len() >= PIECE {
            self.out.write_all(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_piece_by_piece_is_whole() {
        let lines = |pieces: &mut Pieces<'_>| {
            (0..20_000).try_for_each(|line| {
                writeln!(pieces.text, "line {line}")?;
                pieces.pass_on()
            })
        };
        let expected = (0..20_000).map(|line| format!("line {line}\n")).collect::<Vec<_>>().concat();
        let bytes = Content::made("lines".to_owned(), expected.len(), lines).into_bytes().unwrap();
        assert!(bytes == expected.as_bytes());
    }

    #[test]
    fn what_cannot_be_written_to_ends_the_making() {
        let mut small = [0_u8; 10];
        let content = Content::made("a line".to_owned(), 20, |pieces| writeln!(pieces.text, "{:20}", 1));
        assert!(content.write_to(&mut &mut small[..]).is_err());
    }
}
