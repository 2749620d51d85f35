//! Text to [`Motion`].

use std::collections::HashMap;
use std::io::BufRead;

use super::document::{Angle, Motion, Skeleton};
use crate::error::{Fault, Problem};
use crate::lines::{Lines, quote};
use crate::number::{self, StyleWatch};
use crate::table::Table;

impl Motion {
    /// Reads an AMC text that belongs to `skeleton`.
    ///
    /// Where the file is not `:FULLY-SPECIFIED`, a bone that is missing in a frame keeps the values of the frame before.
    ///
    /// # Errors
    /// Names the line, what was found and what was expected.
    pub fn parse(mut text: &[u8], skeleton: &Skeleton) -> Result<Self, Fault> {
        Self::parse_from(&mut text, skeleton)
    }

    /// Reads an AMC text from a stream.
    pub(super) fn parse_from(reader: &mut dyn BufRead, skeleton: &Skeleton) -> Result<Self, Fault> {
        let (starts, columns) = skeleton.columns();
        let names =
            (0..=skeleton.bones.len()).map(|part| (skeleton.part_name(part).to_ascii_lowercase(), part));
        let mut parser = Parser {
            lines: Lines::new(reader),
            skeleton,
            parts: names.collect(),
            starts,
            seen: vec![false; skeleton.bones.len() + 1],
            order: Vec::new(),
            listed: vec![false; skeleton.bones.len() + 1],
            watch: StyleWatch::default(),
        };
        let header = parser.header()?;
        let rows = parser.frames(&header, columns)?;
        Ok(Self {
            header: header.lines,
            angle: header.angle,
            rate: header.rate,
            first: header.first,
            lines: parser.order,
            rows,
            style: parser.watch.style(),
        })
    }
}

struct Header {
    lines: Vec<String>,
    angle: Angle,
    rate: Option<f64>,
    fully_specified: bool,
    first: u64,
}

struct Parser<'a> {
    lines: Lines<'a>,
    skeleton: &'a Skeleton,
    /// Lower-case name to part: 0 for the root, 1 + index for a bone.
    parts: HashMap<String, usize>,
    starts: Vec<usize>,
    /// The parts met in the current frame.
    seen: Vec<bool>,
    /// The parts in the order in which they first came.
    order: Vec<usize>,
    listed: Vec<bool>,
    watch: StyleWatch,
}

impl Parser<'_> {
    fn fault(&self, expected: impl Into<String>, found: impl Into<String>) -> Fault {
        self.lines.fault(Problem::unexpected(expected, found))
    }

    /// The lines up to the number of the first frame.
    fn header(&mut self) -> Result<Header, Fault> {
        let mut header = Header {
            lines: Vec::new(),
            angle: self.skeleton.angle,
            rate: None,
            fully_specified: false,
            first: 0,
        };
        while self.lines.advance_to_text()? {
            let line = self.lines.line().trim_ascii();
            if let Some(first) = frame_number(line) {
                header.first = first;
                return Ok(header);
            }
            if !line.starts_with(b":") && !line.starts_with(b"#") {
                return Err(
                    self.fault("a keyword such as :DEGREES, or the number of the first frame", quote(line))
                );
            }
            let text = String::from_utf8_lossy(line).into_owned();
            let mut words = text.split_ascii_whitespace();
            match words.next().map(str::to_ascii_uppercase).as_deref() {
                Some(":DEGREES") => header.angle = Angle::Degrees,
                Some(":RADIANS") => header.angle = Angle::Radians,
                Some(":FULLY-SPECIFIED") => header.fully_specified = true,
                Some(":SAMPLES-PER-SECOND") => {
                    header.rate = words.next().and_then(|word| word.parse().ok()).filter(|rate| *rate > 0.0);
                }
                _ => {}
            }
            header.lines.push(text);
        }
        Err(self.fault("the number of the first frame", "the end of the file"))
    }

    fn frames(&mut self, header: &Header, columns: usize) -> Result<Table, Fault> {
        let (mut rows, mut row) = (Table::new(columns), vec![0.0; columns]);
        let mut frame = header.first;
        while self.lines.advance_to_text()? {
            let line = self.lines.line().trim_ascii();
            if line.starts_with(b"#") {
                continue;
            }
            let Some(number) = frame_number(line) else {
                self.part(&mut row)?;
                continue;
            };
            self.end_frame(frame, header)?;
            if number != frame.saturating_add(1) {
                return Err(
                    self.fault(format!("frame {}", frame.saturating_add(1)), format!("frame {number}"))
                );
            }
            frame = number;
            rows.push(&row);
        }
        self.end_frame(frame, header)?;
        rows.push(&row);
        Ok(rows)
    }

    /// A line such as `lfemur 1.5 2 -3`.
    fn part(&mut self, row: &mut [f64]) -> Result<(), Fault> {
        let line = self.lines.line().trim_ascii();
        let name = number::word(line);
        let part = std::str::from_utf8(name).ok().and_then(|name| self.part_named(name));
        let Some(part) = part else {
            let (name, hint) =
                (String::from_utf8_lossy(name).into_owned(), "bones are those of the .asf".to_owned());
            return Err(self.lines.fault(Problem::Unknown { what: "bone", name, hint }));
        };
        if std::mem::replace(&mut self.seen[part], true) {
            return Err(self.fault("each bone once in a frame", format!("{} again", quote(name))));
        }
        let expected = self.skeleton.dof(part).len();
        let mut rest = line[name.len()..].trim_ascii_start();
        let mut found = 0;
        while !rest.is_empty() {
            let Some((number, length)) = number::take(rest) else {
                return Err(
                    self.fault(format!("a finite number as value {}", found + 1), quote(number::word(rest)))
                );
            };
            if found < expected {
                row[self.starts[part] + found] = number.value;
                self.watch.see(number);
            }
            found += 1;
            rest = rest[length..].trim_ascii_start();
        }
        if found != expected {
            let wanted = format!("{expected} values for {}, as the .asf has it", quote(name));
            return Err(self.fault(wanted, found.to_string()));
        }
        if !std::mem::replace(&mut self.listed[part], true) {
            self.order.push(part);
        }
        Ok(())
    }

    fn part_named(&self, name: &str) -> Option<usize> {
        // Names are nearly always written as in the .asf, in lower case.
        self.parts.get(name).or_else(|| self.parts.get(&name.to_ascii_lowercase())).copied()
    }

    fn end_frame(&mut self, frame: u64, header: &Header) -> Result<(), Fault> {
        let moving = |part: &usize| !self.skeleton.dof(*part).is_empty();
        let missing = (0..self.seen.len()).filter(moving).find(|&part| !self.seen[part]);
        match missing {
            Some(part) if header.fully_specified => {
                let name = self.skeleton.part_name(part);
                Err(self.fault(format!("a line for `{name}` in frame {frame}"), "the end of the frame"))
            }
            _ => {
                self.seen.fill(false);
                Ok(())
            }
        }
    }
}

/// The frame number, if the line is nothing else.
fn frame_number(line: &[u8]) -> Option<u64> {
    std::str::from_utf8(line).ok()?.parse().ok()
}
