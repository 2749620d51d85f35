//! From text to measures.

use segue_motion::{Role, Side};

use super::own::{Function, Given};
use super::part::{Axis, Extreme, Moment, NAMED, Part, Point, SIDED, Track};
use crate::MeasureError;

/// Reads a point of the body.
pub(super) fn point(text: &str) -> Result<Point, MeasureError> {
    let mut reader = Reader { text, rest: text };
    let point = reader.point()?;
    if reader.rest.trim().is_empty() { Ok(point) } else { Err(reader.expected("nothing more")) }
}

/// Reads all parts of a text.
pub(super) fn parts(text: &str) -> Result<Vec<Part>, MeasureError> {
    let mut reader = Reader { text, rest: text };
    let mut parts = vec![reader.part()?];
    while reader.takes(",") {
        parts.push(reader.part()?);
    }
    if reader.rest.trim().is_empty() { Ok(parts) } else { Err(reader.expected("a comma or `@`")) }
}

/// What is left to be read.
struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn part(&mut self) -> Result<Part, MeasureError> {
        if let Some((extreme, track)) = self.extreme()? {
            let span = if self.takes("@") { Some(self.span()?) } else { None };
            self.needs(")", "a closing parenthesis")?;
            return Ok(Part::Extreme(extreme, track, span));
        }
        for (text, part) in [
            ("root.final.x", Part::Final(Some(Axis::X))),
            ("root.final.z", Part::Final(Some(Axis::Z))),
            ("root.final", Part::Final(None)),
            ("facing.final", Part::Facing),
            ("speed(root)", Part::Speed),
            ("curvature(root)", Part::Curvature),
            ("duration", Part::Duration),
        ] {
            if self.takes(text) {
                // What ends on the floor has no height.
                return if self.rest.starts_with('.') {
                    Err(self.expected("`.x`, `.z` or nothing"))
                } else {
                    Ok(part)
                };
            }
        }
        if self.takes("given(") {
            return Ok(Part::Given(Given { name: self.name()?, values: Vec::new() }));
        }
        if self.takes("function(") {
            return Ok(Part::Function(Function::missing(self.name()?)));
        }
        if self.takes("turn(") {
            let point = self.point()?;
            self.needs(")", "a closing parenthesis")?;
            let axis = self.axis()?;
            let moment = if self.takes("@") { self.moment()? } else { Moment::Apex };
            return Ok(Part::Turn(point, axis, moment));
        }
        let point = self.point()?;
        let axis = self.axis()?;
        let moment = if self.takes("@") { self.moment()? } else { Moment::Apex };
        Ok(Part::At(point, axis, moment))
    }

    /// Two moments with a dash between.
    fn span(&mut self) -> Result<[Moment; 2], MeasureError> {
        let from = self.moment()?;
        self.needs("-", "a dash and a second moment")?;
        Ok([from, self.moment()?])
    }

    /// An extreme up to its closing parenthesis, which is left.
    fn extreme(&mut self) -> Result<Option<(Extreme, Track)>, MeasureError> {
        let found = [Extreme::Max, Extreme::Min, Extreme::Mean]
            .into_iter()
            .find(|extreme| self.takes(&format!("{}(", extreme.text())));
        let Some(extreme) = found else { return Ok(None) };
        let track = self.track()?;
        Ok(Some((extreme, track)))
    }

    fn track(&mut self) -> Result<Track, MeasureError> {
        for (text, track) in [("speed(", Track::Speed as fn(Point) -> Track), ("spin(", Track::Spin)] {
            if self.takes(text) {
                let point = self.point()?;
                self.needs(")", "a closing parenthesis")?;
                return Ok(track(point));
            }
        }
        let point = self.point()?;
        let axis = self.axis()?.ok_or_else(|| self.expected("a coordinate, `.x`, `.y` or `.z`,"))?;
        Ok(Track::Coordinate(point, axis))
    }

    fn point(&mut self) -> Result<Point, MeasureError> {
        if self.takes("'") {
            let (name, rest) = self.rest.split_once('\'').ok_or_else(|| self.expected("a closing quote"))?;
            self.rest = rest;
            return Ok(Point::Joint(name.to_owned()));
        }
        let word = self.word();
        for (name, role) in SIDED {
            if word == name {
                let side = match (self.takes(".l"), self.takes(".r")) {
                    (true, _) => Side::Left,
                    (_, true) => Side::Right,
                    _ => return Err(self.expected("a side, `.l` or `.r`,")),
                };
                return Ok(Point::Role(role(side)));
            }
        }
        match word {
            "root" => Ok(Point::Root),
            "com" => Ok(Point::Mass),
            "hips" => Ok(Point::Role(Role::Hips)),
            "head" => Ok(Point::Role(Role::Head)),
            "" => Err(self.expected("a point of the body")),
            // Resolved against the figure, which lists what it has.
            other => {
                let side = [".l", ".r"].into_iter().find(|side| self.takes(side)).unwrap_or_default();
                Ok(Point::Joint(format!("{other}{side}")))
            }
        }
    }

    fn axis(&mut self) -> Result<Option<Axis>, MeasureError> {
        if !self.rest.trim_start().starts_with('.') {
            return Ok(None);
        }
        let found = Axis::ALL.into_iter().find(|(_, name)| self.takes(&format!(".{name}")));
        found.map(|(axis, _)| Some(axis)).ok_or_else(|| self.expected("a coordinate, `.x`, `.y` or `.z`,"))
    }

    fn moment(&mut self) -> Result<Moment, MeasureError> {
        if let Some((extreme, track)) = self.extreme()? {
            self.needs(")", "a closing parenthesis")?;
            return match extreme {
                Extreme::Mean => Err(self.expected("`max` or `min`")),
                extreme => Ok(Moment::When(extreme, track)),
            };
        }
        let before = self.rest;
        let word = self.word();
        if let Some((_, moment)) = NAMED.iter().find(|(name, _)| *name == word) {
            return Ok(moment.clone());
        }
        word.parse().map(Moment::Frame).map_err(|_| {
            self.rest = before;
            self.expected("a moment (start, end, apex, takeoff, landing, a frame, or max(…))")
        })
    }

    /// A name and the parenthesis after it.
    fn name(&mut self) -> Result<String, MeasureError> {
        let name = self.word().to_owned();
        if name.is_empty() {
            return Err(self.expected("a name of letters, digits and underscores"));
        }
        self.needs(")", "a closing parenthesis")?;
        Ok(name)
    }

    /// Letters, digits and underscores.
    fn word(&mut self) -> &'t str {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        self.rest = &text[end..];
        &text[..end]
    }

    fn takes(&mut self, text: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(text);
        if let Some(rest) = rest {
            self.rest = rest;
        }
        rest.is_some()
    }

    fn needs(&mut self, text: &str, what: &'static str) -> Result<(), MeasureError> {
        if self.takes(text) { Ok(()) } else { Err(self.expected(what)) }
    }

    fn expected(&self, expected: &'static str) -> MeasureError {
        let rest = self.rest.trim_start();
        let found = if rest.is_empty() { "the end" } else { rest }.to_owned();
        MeasureError::Syntax { text: self.text.trim().to_owned(), found, expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        for (text, names) in [
            ("wrist.r @apex", "wrist.r.x @apex, wrist.r.y @apex, wrist.r.z @apex"),
            ("ankle.l.y@12", "ankle.l.y @12"),
            ("root.final", "root.final.x, root.final.z"),
            ("max( ankle.l.y )", "max(ankle.l.y)"),
            ("speed(root), curvature(root)", "speed(root), curvature(root)"),
            ("min(hips.y), facing.final, duration", "min(hips.y), facing.final, duration"),
            ("com.x @landing", "com.x @landing"),
            ("'Right Hand'.z @max(speed(wrist.r))", "'Right Hand'.z @max(speed(wrist.r))"),
            ("head.y", "head.y @apex"),
            ("given(mood), function(spread)", "mood, spread"),
            ("turn(head) @end", "turn(head).x @end, turn(head).y @end, turn(head).z @end"),
            ("turn(wrist.r).y @12, max(spin(wrist.r))", "turn(wrist.r).y @12, max(spin(wrist.r))"),
            ("max(ankle.l.y @start-apex), mean(com.y @3-9)", "max(ankle.l.y @start-apex), mean(com.y @3-9)"),
        ] {
            let found: Vec<String> = parts(text).unwrap().iter().flat_map(Part::names).collect();
            assert_eq!(found.join(", "), names, "{text}");
        }
    }

    #[test]
    fn every_way_to_be_wrong_is_told() {
        for (text, expected) in [
            ("", "a point"),
            ("wrist", "a side"),
            ("wrist.r.q", "a coordinate"),
            ("root.final.y", "`.x`, `.z`"),
            ("wrist.r @never", "a moment"),
            ("max(wrist.r)", "a coordinate"),
            ("max(wrist.r.y", "parenthesis"),
            ("wrist.r @mean(wrist.r.y)", "`max` or `min`"),
            ("'Hand", "a closing quote"),
            ("wrist.r duration", "a comma"),
            ("given()", "a name"),
            ("max(ankle.l.y @start)", "a dash"),
            ("turn(head", "parenthesis"),
            ("function(spread", "parenthesis"),
        ] {
            let error = parts(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
