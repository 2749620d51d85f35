//! Text to [`Skeleton`].

use std::collections::HashMap;

use segue_motion::euler::{Axis, EulerOrder};

use super::document::{Angle, Bone, Dof, Root, Skeleton};
use crate::error::{Fault, Problem};
use crate::lines::{Lines, quote};
use crate::number;

/// Deeper trees are refused, as no figure has them.
const MAX_DEPTH: usize = 512;

impl Skeleton {
    /// Reads an ASF text.
    ///
    /// # Errors
    /// Names the line, what was found and what was expected.
    pub fn parse(mut text: &[u8]) -> Result<Self, Fault> {
        let mut parser = Parser { lines: Lines::new(&mut text), skeleton: empty(), children: Vec::new() };
        parser.sections()?;
        parser.finish()
    }
}

fn empty() -> Skeleton {
    let root = Root { order: Vec::new(), axis: Axis::ALL, position: [0.0; 3], orientation: [0.0; 3] };
    Skeleton {
        version: "1.10".to_owned(),
        name: String::new(),
        units: Vec::new(),
        length: 1.0,
        angle: Angle::Degrees,
        documentation: Vec::new(),
        root,
        bones: Vec::new(),
        rest: Vec::new(),
    }
}

struct Parser<'a> {
    lines: Lines<'a>,
    skeleton: Skeleton,
    /// Lines of the hierarchy: line number, parent, children.
    children: Vec<(usize, String, Vec<String>)>,
}

/// The words of a line: `#` starts a comment, commas and parentheses count as white space.
fn words(line: &[u8]) -> Vec<String> {
    let text = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    String::from_utf8_lossy(text)
        .split(|c: char| c.is_whitespace() || ",()".contains(c))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line.trim_ascii()).into_owned()
}

impl Parser<'_> {
    fn fault(&self, expected: impl Into<String>, found: &str) -> Fault {
        self.lines.fault(Problem::unexpected(expected, quote(found.as_bytes())))
    }

    fn sections(&mut self) -> Result<(), Fault> {
        let mut section = String::new();
        while self.lines.advance_to_text()? {
            let words = words(self.lines.line());
            let Some(first) = words.first() else { continue };
            if let Some(keyword) = first.strip_prefix(':') {
                section = keyword.to_ascii_lowercase();
                self.keyword(&section, &words[1..]);
            } else {
                self.line(&section, &words)?;
            }
        }
        Ok(())
    }

    fn keyword(&mut self, section: &str, values: &[String]) {
        match section {
            "version" => self.skeleton.version = values.join(" "),
            "name" => self.skeleton.name = values.join(" "),
            "units" | "documentation" | "root" | "bonedata" | "hierarchy" => {}
            _ => self.skeleton.rest.push(text(self.lines.line())),
        }
    }

    fn line(&mut self, section: &str, words: &[String]) -> Result<(), Fault> {
        let keyword = words[0].to_ascii_lowercase();
        match (section, keyword.as_str()) {
            ("units", key) => self.unit(key, words)?,
            // Free text that stands where none is expected is kept where it is.
            ("documentation" | "version" | "name", _) => {
                self.skeleton.documentation.push(text(self.lines.line()));
            }
            ("root", key) => self.root(key, words)?,
            ("bonedata", "begin") => self.bone()?,
            ("bonedata", _) => return Err(self.fault("begin or the next section", &words[0])),
            ("hierarchy", "begin" | "end") => {}
            ("hierarchy", _) => {
                self.children.push((self.lines.number(), words[0].clone(), words[1..].to_vec()));
            }
            ("", _) => return Err(self.fault("a keyword such as :version", &words[0])),
            _ => self.skeleton.rest.push(text(self.lines.line())),
        }
        Ok(())
    }

    fn unit(&mut self, key: &str, words: &[String]) -> Result<(), Fault> {
        match key {
            "length" => {
                let [length] = self.numbers(words, "length")?;
                if length <= 0.0 {
                    return Err(self.fault("a positive length", &words[1]));
                }
                self.skeleton.length = length;
            }
            "angle" => self.skeleton.angle = self.angle(words.get(1).map_or("", String::as_str))?,
            _ => {}
        }
        self.skeleton.units.push(text(self.lines.line()));
        Ok(())
    }

    fn angle(&self, word: &str) -> Result<Angle, Fault> {
        match word.to_ascii_lowercase().as_str() {
            "deg" | "degrees" => Ok(Angle::Degrees),
            "rad" | "radians" => Ok(Angle::Radians),
            _ => Err(self.fault("deg or rad", word)),
        }
    }

    fn root(&mut self, key: &str, words: &[String]) -> Result<(), Fault> {
        match key {
            "order" => self.skeleton.root.order = self.dof(&words[1..])?,
            "axis" => self.skeleton.root.axis = self.axis_order(words.get(1))?,
            "position" => self.skeleton.root.position = self.numbers(words, "position")?,
            "orientation" => self.skeleton.root.orientation = self.numbers(words, "orientation")?,
            _ => return Err(self.fault("order, axis, position or orientation", &words[0])),
        }
        Ok(())
    }

    /// A block from `begin` to `end`.
    fn bone(&mut self) -> Result<(), Fault> {
        let limit = segue_motion::Skeleton::MAX_JOINTS - 1;
        if self.skeleton.bones.len() >= limit {
            let found = self.skeleton.bones.len() + 1;
            return Err(self.lines.fault(Problem::TooMany { what: "bones", found, limit }));
        }
        let mut bone = Bone {
            name: String::new(),
            parent: None,
            direction: [0.0; 3],
            length: 0.0,
            axis: [0.0; 3],
            axis_order: Axis::ALL,
            dof: Vec::new(),
            limits: Vec::new(),
            rest: Vec::new(),
        };
        let mut numbers_are_limits = false;
        while self.lines.advance_to_text()? {
            let words = words(self.lines.line());
            let Some(first) = words.first() else { continue };
            let key = first.to_ascii_lowercase();
            if key == "end" {
                return self.end_bone(bone);
            }
            numbers_are_limits &= limit_value(first).is_some();
            if key == "limits" || numbers_are_limits {
                self.limits(&words[usize::from(key == "limits")..], &mut bone)?;
                numbers_are_limits = true;
            } else {
                self.bone_line(&key, &words, &mut bone)?;
            }
        }
        Err(self.fault("end of a bone", "the end of the file"))
    }

    fn bone_line(&self, key: &str, words: &[String], bone: &mut Bone) -> Result<(), Fault> {
        match key {
            "name" => bone.name = words.get(1).cloned().unwrap_or_default(),
            "direction" => bone.direction = self.numbers(words, "direction")?,
            "length" => [bone.length] = self.numbers(words, "length")?,
            "axis" => {
                bone.axis = self.numbers(words, "axis")?;
                bone.axis_order = self.axis_order(words.get(4))?;
            }
            "dof" => bone.dof = self.dof(&words[1..])?,
            _ => bone.rest.push(text(self.lines.line())),
        }
        Ok(())
    }

    fn limits(&self, words: &[String], bone: &mut Bone) -> Result<(), Fault> {
        for pair in words.chunks(2) {
            let values: Option<Vec<f64>> = pair.iter().map(|word| limit_value(word)).collect();
            match values.as_deref() {
                Some(&[low, high]) => bone.limits.push([low, high]),
                _ => return Err(self.fault("a lower and an upper limit", &pair.join(" "))),
            }
        }
        Ok(())
    }

    fn end_bone(&mut self, bone: Bone) -> Result<(), Fault> {
        if bone.name.is_empty() || bone.name.eq_ignore_ascii_case("root") {
            return Err(self.fault("a bone with a name of its own", &bone.name));
        }
        if self.skeleton.bones.iter().any(|other| other.name.eq_ignore_ascii_case(&bone.name)) {
            return Err(self.fault("a name that no other bone has", &bone.name));
        }
        self.skeleton.bones.push(bone);
        Ok(())
    }

    /// The numbers after a keyword.
    fn numbers<const N: usize>(&self, words: &[String], what: &str) -> Result<[f64; N], Fault> {
        let mut values = [0.0; N];
        for (index, value) in values.iter_mut().enumerate() {
            let word = words.get(index + 1).map_or("", String::as_str);
            let number = number::take(word.as_bytes()).filter(|&(_, length)| length == word.len());
            let expected = || format!("{N} numbers after {what}");
            *value = number.ok_or_else(|| self.fault(expected(), word))?.0.value;
        }
        Ok(values)
    }

    fn axis_order(&self, word: Option<&String>) -> Result<[Axis; 3], Fault> {
        let word = word.map_or("", String::as_str);
        let axes: Option<Vec<Axis>> = word.chars().map(axis).collect();
        let order = axes.filter(|axes| EulerOrder::new(axes).is_some());
        order
            .and_then(|axes| axes.try_into().ok())
            .ok_or_else(|| self.fault("an order of axes such as XYZ", word))
    }

    fn dof(&self, words: &[String]) -> Result<Vec<Dof>, Fault> {
        let known =
            |word: &String| Dof::named(word).ok_or_else(|| self.fault("rx, ry, rz, tx, ty, tz or l", word));
        let dof: Vec<Dof> = words.iter().map(known).collect::<Result<_, _>>()?;
        let repeated = (1..dof.len()).any(|index| dof[..index].contains(&dof[index]));
        if repeated {
            return Err(self.fault("each degree of freedom once", &words.join(" ")));
        }
        Ok(dof)
    }

    fn finish(mut self) -> Result<Skeleton, Fault> {
        if self.skeleton.root.order.is_empty() {
            return Err(self.fault("a :root with an order", "none"));
        }
        self.hang_bones()?;
        self.check_tree()?;
        Ok(self.skeleton)
    }

    /// Gives each bone its parent.
    fn hang_bones(&mut self) -> Result<(), Fault> {
        let names = self.skeleton.bones.iter().enumerate();
        let index: HashMap<String, usize> =
            names.map(|(index, bone)| (bone.name.to_ascii_lowercase(), index)).collect();
        let mut hung = vec![false; self.skeleton.bones.len()];
        for (line, parent, children) in &self.children {
            let find = |name: &str| {
                index.get(&name.to_ascii_lowercase()).copied().ok_or_else(|| {
                    let (name, hint) = (name.to_owned(), "bones are defined in :bonedata".to_owned());
                    Problem::Unknown { what: "bone", name, hint }.at(crate::Place::Line(*line))
                })
            };
            let parent = if parent.eq_ignore_ascii_case("root") { None } else { Some(find(parent)?) };
            for child in children {
                let child = find(child)?;
                if std::mem::replace(&mut hung[child], true) {
                    let found = format!("`{}` a second time", self.skeleton.bones[child].name);
                    let problem = Problem::unexpected("each bone once as a child in :hierarchy", found);
                    return Err(problem.at(crate::Place::Line(*line)));
                }
                self.skeleton.bones[child].parent = parent;
            }
        }
        match hung.iter().position(|&hung| !hung) {
            Some(lost) => Err(self.lost(lost)),
            None => Ok(()),
        }
    }

    /// Every bone leads to the root, in a number of steps that a figure may have.
    fn check_tree(&self) -> Result<(), Fault> {
        let bones = &self.skeleton.bones;
        let leads_up = |bone: usize| {
            std::iter::successors(Some(bone), |&bone| bones[bone].parent).nth(MAX_DEPTH).is_none()
        };
        match (0..bones.len()).find(|&bone| !leads_up(bone)) {
            Some(lost) => Err(self.lost(lost)),
            None => Ok(()),
        }
    }

    fn lost(&self, bone: usize) -> Fault {
        let name = self.skeleton.bones[bone].name.clone();
        let expected = format!("every bone below the root in :hierarchy, at most {MAX_DEPTH} deep");
        Problem::unexpected(expected, format!("`{name}` elsewhere")).at(crate::Place::Joint(name))
    }
}

fn axis(letter: char) -> Option<Axis> {
    match letter.to_ascii_uppercase() {
        'X' => Some(Axis::X),
        'Y' => Some(Axis::Y),
        'Z' => Some(Axis::Z),
        _ => None,
    }
}

/// A limit may be infinite, but it must be a number.
fn limit_value(word: &str) -> Option<f64> {
    word.parse().ok().filter(|value: &f64| !value.is_nan())
}
