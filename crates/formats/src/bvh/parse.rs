//! Text to [`Document`].

use std::io::BufRead;

use segue_motion::Skeleton;

use super::document::{Channel, Document, Joint};
use crate::error::{Fault, Problem};
use crate::lines::{Lines, quote};
use crate::number::{self, NumberStyle, StyleWatch};
use crate::table::Table;

/// Deeper hierarchies are refused: no figure has them, and programs that read them recursively would crash.
const MAX_DEPTH: usize = 512;

impl Document {
    /// Reads a BVH text.
    ///
    /// Keywords may be in any case, lines may end in CR LF, names may contain spaces. A wrong number of frames after
    /// `Frames:` is kept as [`Document::declared_frames`]; the rows decide.
    ///
    /// # Errors
    /// Names the line, what was found and what was expected.
    pub fn parse(mut text: &[u8]) -> Result<Self, Fault> {
        Self::parse_from(&mut text)
    }

    /// Reads a BVH text from a stream.
    pub(crate) fn parse_from(reader: &mut dyn BufRead) -> Result<Self, Fault> {
        let mut header = Header { lines: Lines::new(reader), at: 0 };
        header.keyword("HIERARCHY")?;
        let joints = header.hierarchy()?;
        header.keyword("MOTION")?;
        let mut lines = header.lines;
        let channels = check_channels(&joints, &lines)?;
        let declared_frames = frame_count(&mut lines)?;
        let frame_time = labelled_number(&mut lines, "Frame Time")?;
        let (rows, style) = rows(&mut lines, channels, declared_frames)?;
        let mut rest = Table::new(channels);
        if rows.rows() == 0 {
            rest.push(&joints.iter().flat_map(Joint::rest_values).collect::<Vec<_>>());
        }
        Ok(Self {
            joints,
            frame_time: frame_time.value,
            frame_time_decimals: frame_time.decimals,
            declared_frames,
            rows,
            rest,
            style,
        })
    }
}

/// Reads the hierarchy word by word; line breaks matter only after names.
struct Header<'a> {
    lines: Lines<'a>,
    at: usize,
}

impl Header<'_> {
    /// The next word, on this line or a later one; empty at the end of the text.
    fn word(&mut self) -> Result<Vec<u8>, Fault> {
        loop {
            let rest = self.lines.line().get(self.at..).unwrap_or_default();
            let blank = rest.len() - rest.trim_ascii_start().len();
            let word = number::word(&rest[blank..]).to_vec();
            if !word.is_empty() {
                self.at += blank + word.len();
                return Ok(word);
            }
            self.at = 0;
            if !self.lines.advance()? {
                return Ok(word);
            }
        }
    }

    fn fault(&self, expected: impl Into<String>, found: &[u8]) -> Fault {
        let found = if found.is_empty() { "the end of the file".to_owned() } else { quote(found) };
        self.lines.fault(Problem::unexpected(expected, found))
    }

    fn keyword(&mut self, keyword: &str) -> Result<(), Fault> {
        let word = self.word()?;
        if word.eq_ignore_ascii_case(keyword.as_bytes()) { Ok(()) } else { Err(self.fault(keyword, &word)) }
    }

    /// The rest of the line as a name, and the brace that follows it there or on the next line.
    fn name(&mut self) -> Result<String, Fault> {
        let rest = self.lines.line().get(self.at..).unwrap_or_default().trim_ascii();
        let (name, brace) = match rest.strip_suffix(b"{") {
            Some(name) => (name.trim_ascii_end(), true),
            None => (rest, false),
        };
        if name.is_empty() || name.ends_with(b"{") {
            let found = if name.is_empty() { "nothing on the line".to_owned() } else { quote(rest) };
            return Err(self.lines.fault(Problem::unexpected("the name of a joint", found)));
        }
        let name = String::from_utf8_lossy(name).into_owned();
        self.at = self.lines.line().len();
        if !brace {
            self.keyword("{")?;
        }
        Ok(name)
    }

    fn number(&mut self, what: &str) -> Result<f64, Fault> {
        let word = self.word()?;
        let whole = number::take(&word).filter(|&(_, length)| length == word.len());
        whole.map(|(number, _)| number.value).ok_or_else(|| self.fault(what, &word))
    }

    fn offset(&mut self) -> Result<[f64; 3], Fault> {
        Ok([
            self.number("the X of OFFSET")?,
            self.number("the Y of OFFSET")?,
            self.number("the Z of OFFSET")?,
        ])
    }

    fn hierarchy(&mut self) -> Result<Vec<Joint>, Fault> {
        self.keyword("ROOT")?;
        let mut joints = Vec::new();
        let mut open = Vec::new();
        self.begin_joint(&mut joints, &mut open)?;
        while let Some(&joint) = open.last() {
            let word = self.word()?;
            match word.to_ascii_uppercase().as_slice() {
                b"OFFSET" => joints[joint].offset = self.offset()?,
                b"CHANNELS" => joints[joint].channels = self.channels()?,
                b"JOINT" => self.begin_joint(&mut joints, &mut open)?,
                b"END" => {
                    let tip = self.end_site()?;
                    joints[joint].end_sites.push(tip);
                }
                b"}" => _ = open.pop(),
                _ => return Err(self.fault("OFFSET, CHANNELS, JOINT, End Site or }", &word)),
            }
        }
        Ok(joints)
    }

    fn begin_joint(&mut self, joints: &mut Vec<Joint>, open: &mut Vec<usize>) -> Result<(), Fault> {
        let too_many = |what, found, limit| Err(self.lines.fault(Problem::TooMany { what, found, limit }));
        if open.len() >= MAX_DEPTH {
            return too_many("nested joints", open.len() + 1, MAX_DEPTH);
        }
        if joints.len() >= Skeleton::MAX_JOINTS {
            return too_many("joints", joints.len() + 1, Skeleton::MAX_JOINTS);
        }
        let parent = open.last().copied();
        open.push(joints.len());
        let name = self.name()?;
        joints.push(Joint { name, parent, offset: [0.0; 3], channels: Vec::new(), end_sites: Vec::new() });
        Ok(())
    }

    /// `Site { OFFSET x y z }`; what some writers put between `Site` and the brace is not kept.
    fn end_site(&mut self) -> Result<[f64; 3], Fault> {
        self.keyword("Site")?;
        let brace = self.lines.line().get(self.at..).is_some_and(|rest| rest.trim_ascii().ends_with(b"{"));
        self.at = self.lines.line().len();
        if !brace {
            self.keyword("{")?;
        }
        self.keyword("OFFSET")?;
        let offset = self.offset()?;
        self.keyword("}")?;
        Ok(offset)
    }

    fn channels(&mut self) -> Result<Vec<Channel>, Fault> {
        let word = self.word()?;
        let count = std::str::from_utf8(&word).ok().and_then(|text| text.parse().ok());
        let count: usize = count
            .filter(|&count| count <= Channel::NAMES.len())
            .ok_or_else(|| self.fault("the number of channels, 0 to 6", &word))?;
        let channels = (0..count).map(|_| self.channel()).collect::<Result<Vec<_>, _>>()?;
        let joint =
            Joint { name: String::new(), parent: None, offset: [0.0; 3], channels, end_sites: Vec::new() };
        let repeated =
            |channel: &Channel| joint.channels.iter().filter(|other| *other == channel).count() > 1;
        let positions = joint.channels.iter().filter(|channel| matches!(channel, Channel::Position(_)));
        if positions.clone().any(repeated) || joint.order().is_none() {
            let found: Vec<_> = joint.channels.iter().map(|channel| channel.name()).collect();
            let expected = "each position once and at most three rotations, no two in a row about one axis";
            return Err(self.fault(expected, found.join(" ").as_bytes()));
        }
        Ok(joint.channels)
    }

    fn channel(&mut self) -> Result<Channel, Fault> {
        let word = self.word()?;
        let known = Channel::NAMES.iter().find(|(name, _)| word.eq_ignore_ascii_case(name.as_bytes()));
        known
            .map(|&(_, channel)| channel)
            .ok_or_else(|| self.fault("a channel such as Xposition or Zrotation", &word))
    }
}

fn check_channels(joints: &[Joint], lines: &Lines<'_>) -> Result<usize, Fault> {
    match joints.iter().map(|joint| joint.channels.len()).sum() {
        0 => Err(lines.fault(Problem::unexpected("a joint with channels", "none: the file holds no motion"))),
        channels => Ok(channels),
    }
}

/// `Frames: 12`. The count is only compared with the rows, so a number too large for them is as good as any.
fn frame_count(lines: &mut Lines<'_>) -> Result<u64, Fault> {
    labelled_number(lines, "Frames").map(|number| number.value as u64)
}

/// A line `Label: number`, with or without the colon.
fn labelled_number(lines: &mut Lines<'_>, label: &str) -> Result<number::Number, Fault> {
    lines.advance_to_text()?;
    let line = lines.line().trim_ascii();
    let (start, rest) = line.split_at_checked(label.len()).unwrap_or((line, &[]));
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix(b":").unwrap_or(rest).trim_ascii_start();
    let number = number::take(rest).filter(|&(_, length)| length == rest.len());
    match number {
        Some((number, _)) if start.eq_ignore_ascii_case(label.as_bytes()) => Ok(number),
        _ => {
            let found = if line.is_empty() { "the end of the file".to_owned() } else { quote(line) };
            Err(lines.fault(Problem::unexpected(format!("`{label}:` and a number"), found)))
        }
    }
}

fn rows(lines: &mut Lines<'_>, channels: usize, declared: u64) -> Result<(Table, NumberStyle), Fault> {
    let (mut rows, mut row) = (Table::new(channels), Vec::with_capacity(channels));
    let mut watch = StyleWatch::default();
    while lines.advance_to_text()? {
        row.clear();
        let rest = take_row(lines.line(), &mut row, &mut watch);
        let found = row.len();
        if let Some(rest) = rest {
            let word = quote(number::word(rest));
            return Err(
                lines.fault(Problem::unexpected(format!("a finite number as value {}", found + 1), word))
            );
        }
        if found != channels {
            let wanted = format!("{channels} values for frame {}, one per channel", rows.rows());
            return Err(lines.fault(Problem::unexpected(wanted, found.to_string())));
        }
        rows.push(&row);
    }
    if rows.rows() == 0 && declared > 0 {
        return Err(lines.fault(Problem::unexpected("a row of values for frame 0", "the end of the file")));
    }
    Ok((rows, watch.style()))
}

/// Reads the numbers of a row; `Some` of the rest when there is something else.
fn take_row<'a>(mut line: &'a [u8], values: &mut Vec<f64>, watch: &mut StyleWatch) -> Option<&'a [u8]> {
    loop {
        while let [b' ' | b'\t' | b'\r' | b'\n', rest @ ..] = line {
            line = rest;
        }
        if line.is_empty() {
            return None;
        }
        let Some((number, length)) = number::take(line) else { return Some(line) };
        watch.see(number);
        values.push(number.value);
        line = &line[length..];
    }
}
