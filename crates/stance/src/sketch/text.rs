//! Sketches and edits as text.

use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::said;
use crate::StanceError;

/// Reads a sketch, a list of edits or anything else from the text of a JSON file.
///
/// # Errors
/// When the text is no JSON, which names the field and the place, or not what is wanted, which names the field.
///
/// ```
/// use segue_stance::{Sketch, from_json};
///
/// let text = r#"{"segue_sketch": 2, "paths": [{"path": [[100, 1e999]]}]}"#;
/// let error = from_json::<Sketch>(text).unwrap_err().to_string();
/// assert!(error.starts_with("paths[0].path[0][1]: number out of range"), "{error}");
/// ```
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, StanceError> {
    serde_json::from_str(text).map_err(|error| match error.classify() {
        Category::Data => said(error.to_string()),
        _ => said(format!("{}{error}", field_at(text, error.line(), error.column()))),
    })
}

/// An object or a list that a place in a text lies in.
enum Within<'a> {
    Object(&'a str),
    List(usize),
}

/// Which field a place in a text belongs to, as `paths[0].path[3]: `; nothing outside all objects and lists.
fn field_at(text: &str, line: usize, column: usize) -> String {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let end = (before + column).saturating_sub(1).min(text.len());
    let (mut within, mut words): (Vec<Within<'_>>, _) = (Vec::new(), text.bytes().enumerate());
    let mut word = "";
    while let Some((at, byte)) = words.next().filter(|(at, _)| *at < end) {
        match (byte, within.last_mut()) {
            (b'"', _) => {
                let mut escaped = false;
                let close = words.find(|&(_, byte)| {
                    let closes = byte == b'"' && !escaped;
                    escaped = byte == b'\\' && !escaped;
                    closes
                });
                word = close.and_then(|(close, _)| text.get(at + 1..close)).unwrap_or_default();
            }
            (b':', Some(Within::Object(name))) => *name = word,
            (b',', Some(Within::List(number))) => *number += 1,
            (b'{', _) => within.push(Within::Object("")),
            (b'[', _) => within.push(Within::List(0)),
            (b'}' | b']', _) => {
                within.pop();
            }
            _ => {}
        }
    }
    let mut field = String::new();
    for one in &within {
        match one {
            Within::Object(name) if field.is_empty() => field.push_str(name),
            Within::Object(name) => field.push_str(&format!(".{name}")),
            Within::List(number) => field.push_str(&format!("[{number}]")),
        }
    }
    if field.is_empty() { field } else { format!("{field}: ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sketch, SketchEdit};

    #[test]
    fn what_is_no_json_is_named_by_its_field() {
        let sketch = |text: &str| from_json::<Sketch>(text).unwrap_err().to_string();
        let lines = "{\"segue_sketch\": 2,\n \"scene\": {\"blocks\": [{\"name\": \"a, \\\"[b\"}, {\"least\": [0, -1e400";
        assert!(
            sketch(lines).starts_with("scene.blocks[1].least[1]: number out of range at line 2"),
            "{}",
            sketch(lines)
        );
        assert!(
            sketch("{\"paths\": [{\"path\": [[1, 2],\n [3, oops]]}]}").starts_with("paths[0].path[1][1]: ")
        );
        assert!(sketch("oops").starts_with("expected"), "{}", sketch("oops"));
        assert!(sketch("{\"camera\": {\"size\": [1200").starts_with("camera.size[0]: EOF"));
        let edits = "[{\"edit\": \"speed\", \"path\": 0, \"arc\": 1, \"speed\": 1e999}]";
        let error = from_json::<Vec<SketchEdit>>(edits).unwrap_err().to_string();
        assert!(error.starts_with("[0].speed: number out of range"), "{error}");
    }

    #[test]
    fn what_is_not_wanted_keeps_its_words() {
        let error = from_json::<Sketch>("{\"segue_sketch\": 2, \"paths\": 3}").unwrap_err().to_string();
        assert!(error.starts_with("paths: "), "{error}");
    }
}
