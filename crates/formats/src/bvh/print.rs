//! [`Document`] to text.

use super::document::{Document, Joint};
use crate::number::NumberStyle;

impl Document {
    /// The text of the file. Reading it gives the same document; indentation is by tabs, lines end in LF.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = self.front(self.frames());
        self.rows.each().for_each(|row| self.print_row(&row, &mut out));
        out
    }

    /// The text up to the first row, of so many.
    pub(super) fn front(&self, frames: usize) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend_from_slice(b"HIERARCHY\n");
        let mut open: Vec<usize> = Vec::new();
        for (index, joint) in self.joints.iter().enumerate() {
            while joint.parent != open.last().copied() {
                close(&mut open, &mut out);
            }
            open_joint(joint, open.len(), &mut out);
            open.push(index);
        }
        while !open.is_empty() {
            close(&mut open, &mut out);
        }
        line(&mut out, 0, "MOTION");
        line(&mut out, 0, &format!("Frames: {frames}"));
        line(&mut out, 0, &format!("Frame Time: {}", self.frame_time));
        out
    }

    pub(super) fn print_row(&self, row: &[f64], out: &mut Vec<u8>) {
        for (column, &value) in row.iter().enumerate() {
            if column > 0 {
                out.push(b' ');
            }
            self.style.print(value, out);
        }
        out.push(b'\n');
    }
}

fn open_joint(joint: &Joint, depth: usize, out: &mut Vec<u8>) {
    let keyword = if joint.parent.is_none() { "ROOT" } else { "JOINT" };
    line(out, depth, &format!("{keyword} {}", joint.name));
    line(out, depth, "{");
    print_offset(joint.offset, depth + 1, out);
    if !joint.channels.is_empty() {
        let names: Vec<_> = joint.channels.iter().map(|channel| channel.name()).collect();
        line(out, depth + 1, &format!("CHANNELS {} {}", names.len(), names.join(" ")));
    }
    for &tip in &joint.end_sites {
        line(out, depth + 1, "End Site");
        line(out, depth + 1, "{");
        print_offset(tip, depth + 2, out);
        line(out, depth + 1, "}");
    }
}

fn close(open: &mut Vec<usize>, out: &mut Vec<u8>) {
    open.pop();
    line(out, open.len(), "}");
}

fn line(out: &mut Vec<u8>, depth: usize, text: &str) {
    out.resize(out.len() + depth, b'\t');
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

/// Offsets come in any number of decimals in one file, so each is printed as short as it can be.
fn print_offset(offset: [f64; 3], depth: usize, out: &mut Vec<u8>) {
    let shortest = NumberStyle { decimals: 0, padded: false };
    out.resize(out.len() + depth, b'\t');
    out.extend_from_slice(b"OFFSET");
    for value in offset {
        out.push(b' ');
        shortest.print(value, out);
    }
    out.push(b'\n');
}
