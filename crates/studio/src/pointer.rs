//! Places in a JSON document.

use serde_json::{Map, Value};

/// A place in a JSON document (RFC 6901), below its root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    steps: Vec<String>,
}

/// Deeper documents are nobody's work.
const DEEPEST: usize = 16;

impl Pointer {
    /// Reads `/blend/weights`; `~0` stands for `~` and `~1` for `/`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let steps: Vec<String> = text
            .strip_prefix('/')?
            .split('/')
            .map(|step| step.replace("~1", "/").replace("~0", "~"))
            .collect();
        (steps.len() <= DEEPEST && !steps.iter().any(String::is_empty)).then_some(Self { steps })
    }

    /// The steps from the root.
    pub(crate) fn steps(&self) -> Vec<&str> {
        self.steps.iter().map(String::as_str).collect()
    }

    /// What is there; `null` when nothing is.
    pub(crate) fn get<'a>(&self, document: &'a Value) -> &'a Value {
        let step = |at: &'a Value, step: &String| match at {
            Value::Object(fields) => fields.get(step),
            Value::Array(items) => items.get(step.parse::<usize>().ok()?),
            _ => None,
        };
        self.steps.iter().try_fold(document, step).unwrap_or(&Value::Null)
    }

    /// Puts a value there and makes what is missing above it; `null` takes away what is there. An item of an array can only
    /// be replaced.
    pub(crate) fn set(&self, document: &mut Value, value: Value) -> Result<(), String> {
        let Some((last, above)) = self.steps.split_last() else { return Err("the path is empty".to_owned()) };
        let mut at = document;
        for step in above {
            if at.is_null() {
                *at = Value::Object(Map::new());
            }
            at = match at {
                Value::Object(fields) => fields.entry(step.as_str()).or_insert(Value::Null),
                Value::Array(items) => item(items, step)?,
                _ => return Err(format!("`{step}` cannot be below a value")),
            };
        }
        if at.is_null() {
            *at = Value::Object(Map::new());
        }
        match at {
            Value::Object(fields) if value.is_null() => drop(fields.remove(last)),
            Value::Object(fields) => drop(fields.insert(last.clone(), value)),
            Value::Array(items) => *item(items, last)? = value,
            _ => return Err(format!("`{last}` cannot be below a value")),
        }
        Ok(())
    }
}

fn item<'a>(items: &'a mut [Value], step: &str) -> Result<&'a mut Value, String> {
    let length = items.len();
    let found = step.parse::<usize>().ok().and_then(|n| items.get_mut(n));
    found.ok_or_else(|| format!("`{step}` is no item of an array of {length}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_set_is_there_and_null_takes_it_away() {
        let mut document = json!({});
        let at = Pointer::parse("/plants/a~1b/left_heel").unwrap();
        assert_eq!(at.steps(), ["plants", "a/b", "left_heel"]);
        at.set(&mut document, json!([[1, 2]])).unwrap();
        assert_eq!(document, json!({"plants": {"a/b": {"left_heel": [[1, 2]]}}}));
        assert_eq!(at.get(&document), &json!([[1, 2]]));
        let end = Pointer::parse("/plants/a~1b/left_heel/0/1").unwrap();
        end.set(&mut document, json!(9)).unwrap();
        assert_eq!(at.get(&document), &json!([[1, 9]]));
        at.set(&mut document, Value::Null).unwrap();
        assert_eq!(at.get(&document), &Value::Null);
    }

    #[test]
    fn places_that_cannot_be_are_refused() {
        for text in ["", "a", "/", "/a//b", &"/a".repeat(DEEPEST + 1)] {
            assert_eq!(Pointer::parse(text), None, "{text}");
        }
        let mut document = json!({"a": 1, "b": [1]});
        for text in ["/a/b", "/b/1", "/b/x", "/b/1/c"] {
            assert!(Pointer::parse(text).unwrap().set(&mut document, json!(2)).is_err(), "{text}");
        }
        assert_eq!(document, json!({"a": 1, "b": [1]}));
    }
}
