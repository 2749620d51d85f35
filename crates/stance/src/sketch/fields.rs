//! Objects of a JSON file, read field by field: errors name the field, and what is not known is refused.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::said;
use crate::StanceError;

/// The fields of an object that have not been read yet.
pub(super) struct Fields {
    /// Where it is in the file.
    place: String,
    left: Map<String, Value>,
}

impl Fields {
    pub(super) fn of(value: Value, place: &str) -> Result<Self, StanceError> {
        let kind = kind(&value);
        match value {
            Value::Object(left) => Ok(Self { place: place.to_owned(), left }),
            _ => Err(said(format!("{}: an object is expected, not {kind}", named(place)))),
        }
    }

    fn at(&self, name: &str) -> String {
        match (self.place.as_str(), name) {
            ("", name) => name.to_owned(),
            (place, "") => place.to_owned(),
            (place, name) => format!("{place}.{name}"),
        }
    }

    /// An error about a field; about the object itself without a name.
    pub(super) fn wrong(&self, name: &str, why: &str) -> StanceError {
        said(format!("{}: {why}", named(&self.at(name))))
    }

    pub(super) fn missing(&self, name: &str) -> StanceError {
        self.wrong(name, "it is missing")
    }

    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.left.remove(name)
    }

    /// A value as what it should be.
    pub(super) fn read<T: DeserializeOwned>(&self, name: &str, value: Value) -> Result<T, StanceError> {
        serde_json::from_value(value).map_err(|error| self.wrong(name, &error.to_string()))
    }

    pub(super) fn optional<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, StanceError> {
        self.take(name).map(|value| self.read(name, value)).transpose()
    }

    pub(super) fn required<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, StanceError> {
        self.optional(name)?.ok_or_else(|| self.missing(name))
    }

    /// Points of a stroke; a third number, the time, is allowed and not used.
    pub(super) fn points(&mut self, name: &str) -> Result<Vec<[f64; 2]>, StanceError> {
        let rows: Vec<Value> = self.required(name)?;
        let point = |(i, row): (usize, Value)| {
            let numbers: Vec<f64> = self.read(&format!("{name}[{i}]"), row)?;
            match numbers[..] {
                [x, y] | [x, y, _] => Ok([x, y]),
                _ => Err(self.wrong(&format!("{name}[{i}]"), "a point is [x, y] or [x, y, seconds]")),
            }
        };
        rows.into_iter().enumerate().map(point).collect()
    }

    /// An object under a name.
    pub(super) fn object<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self) -> Result<T, StanceError>,
    ) -> Result<Option<T>, StanceError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let mut inner = Self::of(value, &self.at(name))?;
        let found = read(&mut inner)?;
        inner.finish()?;
        Ok(Some(found))
    }

    /// A list of objects under a name.
    pub(super) fn objects<T>(
        &mut self,
        name: &str,
        read: impl Fn(&mut Self) -> Result<T, StanceError>,
    ) -> Result<Option<Vec<T>>, StanceError> {
        let Some(values) = self.optional::<Vec<Value>>(name)? else { return Ok(None) };
        let one = |(i, value): (usize, Value)| {
            let mut inner = Self::of(value, &format!("{}[{i}]", self.at(name)))?;
            let found = read(&mut inner)?;
            inner.finish().map(|()| found)
        };
        values.into_iter().enumerate().map(one).collect::<Result<_, _>>().map(Some)
    }

    /// All fields, as objects by name.
    pub(super) fn map_all<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Result<T, StanceError>,
    ) -> Result<BTreeMap<String, T>, StanceError> {
        let names: Vec<String> = self.left.keys().cloned().collect();
        let mut all = BTreeMap::new();
        for name in names {
            if let Some(found) = self.object(&name, &read)? {
                all.insert(name, found);
            }
        }
        Ok(all)
    }

    /// Refuses what was not read, but for names that begin with `x_`.
    pub(super) fn finish(self) -> Result<(), StanceError> {
        match self.left.keys().find(|name| !name.starts_with("x_")) {
            None => Ok(()),
            Some(name) => Err(self.wrong(name, "there is no such field; names of your own begin with `x_`")),
        }
    }
}

fn named(place: &str) -> &str {
    if place.is_empty() { "the sketch" } else { place }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
