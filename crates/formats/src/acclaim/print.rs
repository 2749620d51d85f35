//! [`Skeleton`] and [`Motion`] to text.

use std::fmt::Write;
use std::io;

use segue_motion::euler::Axis;

use super::document::{Angle, Bone, Dof, Motion, Skeleton};
use crate::content::Pieces;

impl Skeleton {
    /// The text of the ASF file. Reading it gives the same skeleton; comments are not kept, lines end in LF.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = format!(":version {}\n:name {}\n:units\n", self.version, self.name);
        indented(&mut out, &self.units);
        out.push_str(":documentation\n");
        indented(&mut out, &self.documentation);
        self.print_root(&mut out);
        out.push_str(":bonedata\n");
        for bone in &self.bones {
            print_bone(bone, &mut out);
        }
        self.print_hierarchy(&mut out);
        for line in &self.rest {
            out.push_str(line);
            out.push('\n');
        }
        out.into_bytes()
    }

    fn print_root(&self, out: &mut String) {
        let root = &self.root;
        let order: Vec<String> = root.order.iter().map(|dof| dof.name().to_ascii_uppercase()).collect();
        let lines = [
            format!("order {}", order.join(" ")),
            format!("axis {}", letters(root.axis)),
            format!("position {}", numbers(&root.position)),
            format!("orientation {}", numbers(&root.orientation)),
        ];
        out.push_str(":root\n");
        indented(out, &lines);
    }

    fn print_hierarchy(&self, out: &mut String) {
        out.push_str(":hierarchy\n  begin\n");
        for part in 0..=self.bones.len() {
            let parent = part.checked_sub(1);
            let children: Vec<&str> = self
                .bones
                .iter()
                .filter(|bone| bone.parent == parent)
                .map(|bone| bone.name.as_str())
                .collect();
            if !children.is_empty() {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "    {} {}", self.part_name(part), children.join(" "));
            }
        }
        out.push_str("  end\n");
    }
}

fn print_bone(bone: &Bone, out: &mut String) {
    let mut lines = bone.rest.clone();
    lines.push(format!("name {}", bone.name));
    lines.push(format!("direction {}", numbers(&bone.direction)));
    lines.push(format!("length {}", number(bone.length)));
    lines.push(format!("axis {} {}", numbers(&bone.axis), letters(bone.axis_order)));
    if !bone.dof.is_empty() {
        let names: Vec<&str> = bone.dof.iter().map(|dof| dof.name()).collect();
        lines.push(format!("dof {}", names.join(" ")));
    }
    for (index, [low, high]) in bone.limits.iter().enumerate() {
        let keyword = if index == 0 { "limits" } else { "      " };
        lines.push(format!("{keyword} ({} {})", number(*low), number(*high)));
    }
    out.push_str("  begin\n");
    for line in lines {
        let _ = writeln!(out, "    {line}");
    }
    out.push_str("  end\n");
}

fn indented(out: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
}

fn letters(order: [Axis; 3]) -> String {
    order.map(|axis| format!("{axis:?}")).concat()
}

/// The shortest text that reads as the same number, with an exponent where there would be many zeros.
fn number(value: f64) -> String {
    if value != 0.0 && value.abs() < 1e-5 { format!("{value:e}") } else { value.to_string() }
}

fn numbers(values: &[f64; 3]) -> String {
    values.map(number).join(" ")
}

impl Motion {
    /// Writes the text of the AMC file for its `skeleton`. Every bone is written in every frame; lines end in LF.
    pub(super) fn write(&self, skeleton: &Skeleton, out: &mut Pieces<'_>) -> io::Result<()> {
        out.text.extend(self.header.join("\n").into_bytes());
        if !self.header.is_empty() {
            out.text.push(b'\n');
        }
        let (starts, _) = skeleton.columns();
        for (index, row) in self.rows.each().enumerate() {
            out.text.extend_from_slice(self.first.saturating_add(index as u64).to_string().as_bytes());
            out.text.push(b'\n');
            for &part in &self.lines {
                self.print_part(skeleton, part, &row[starts[part]..], &mut out.text);
            }
            out.pass_on()?;
        }
        Ok(())
    }

    fn print_part(&self, skeleton: &Skeleton, part: usize, values: &[f64], out: &mut Vec<u8>) {
        let dof: &[Dof] = skeleton.dof(part);
        out.extend_from_slice(skeleton.part_name(part).as_bytes());
        for &value in &values[..dof.len()] {
            out.push(b' ');
            self.style.print(value, out);
        }
        out.push(b'\n');
    }
}

/// The lines before the first frame of a file made from scratch.
pub(super) fn header(angle: Angle, rate: f64) -> Vec<String> {
    let angle = match angle {
        Angle::Degrees => ":DEGREES",
        Angle::Radians => ":RADIANS",
    };
    // Not part of the original format, but it has no other place for the rate; other readers skip the line.
    vec![":FULLY-SPECIFIED".to_owned(), samples_per_second(rate), angle.to_owned()]
}

/// The header line that states the rate.
pub(super) fn samples_per_second(rate: f64) -> String {
    format!(":SAMPLES-PER-SECOND {rate}")
}
