//! JSON as text: a document whose parts are replaced one by one, while all others keep every character.

use std::ops::Range;

/// The members of a JSON object, or the elements of an array, as they are written.
///
/// The text must be valid JSON; [`parse`](super::read::parse) has seen to that.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectText {
    members: Vec<(String, String)>,
}

impl ObjectText {
    /// Takes an object apart.
    pub(super) fn parse(object: &str) -> Self {
        let member = |part: Range<usize>| {
            let part = &object[part];
            let (key, value) = part.split_at(colon(part));
            // A key that is no string cannot occur in valid JSON.
            let name = serde_json::from_str(key.trim()).unwrap_or_default();
            (name, value[1..].trim().to_owned())
        };
        Self { members: parts(object).into_iter().map(member).collect() }
    }

    /// The text of a member.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.members.iter().find(|(name, _)| name == key).map(|(_, text)| text.as_str())
    }

    /// The members with their text.
    pub(super) fn members(&self) -> impl Iterator<Item = (&str, &str)> {
        self.members.iter().map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// Replaces or adds a member.
    pub(super) fn set(&mut self, key: &str, text: String) {
        match self.members.iter_mut().find(|(name, _)| name == key) {
            Some((_, value)) => *value = text,
            None => self.members.push((key.to_owned(), text)),
        }
    }

    /// Takes a member away.
    pub(super) fn remove(&mut self, key: &str) {
        self.members.retain(|(name, _)| name != key);
    }

    /// The elements of an array member; none where it is missing.
    pub(super) fn list(&self, key: &str) -> Vec<String> {
        self.get(key).map_or(Vec::new(), elements)
    }

    /// Replaces an array member; an empty one goes away, as the format asks.
    pub(super) fn set_list(&mut self, key: &str, elements: &[String]) {
        if elements.is_empty() {
            self.remove(key);
        } else {
            self.set(key, format!("[{}]", elements.join(",")));
        }
    }

    /// The object.
    pub(super) fn to_text(&self) -> String {
        let members: Vec<String> =
            self.members.iter().map(|(key, value)| format!("{}:{value}", quoted(key))).collect();
        format!("{{{}}}", members.join(","))
    }
}

/// A string in JSON.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A text with other whole numbers at a path; `*` stands for every element or member. Texts beside the path keep every character.
pub(super) fn renumbered(text: &str, path: &[&str], number: &mut impl FnMut(usize) -> usize) -> String {
    let Some((&step, rest)) = path.split_first() else {
        return text.parse().map_or_else(|_| text.to_owned(), |old| number(old).to_string());
    };
    match text.as_bytes().first() {
        Some(b'[') if step == "*" => {
            let items: Vec<String> =
                elements(text).iter().map(|item| renumbered(item, rest, number)).collect();
            format!("[{}]", items.join(","))
        }
        Some(b'{') => {
            let mut object = ObjectText::parse(text);
            for (_, member) in object.members.iter_mut().filter(|(key, _)| step == "*" || key == step) {
                *member = renumbered(member, rest, number);
            }
            object.to_text()
        }
        _ => text.to_owned(),
    }
}

/// The elements of an array, as they are written.
fn elements(array: &str) -> Vec<String> {
    parts(array).into_iter().map(|part| array[part].trim().to_owned()).collect()
}

/// The stretches between the commas of an object or array, without its brackets.
fn parts(text: &str) -> Vec<Range<usize>> {
    let start = text.len() - text.trim_start().len() + 1;
    let end = text.trim_end().len().saturating_sub(1);
    let mut found = Vec::new();
    let mut from = start;
    for (at, byte) in structure(text) {
        if byte == b',' && (start..end).contains(&at) {
            found.push(from..at);
            from = at + 1;
        }
    }
    if start < end && !text[from..end].trim().is_empty() {
        found.push(from..end);
    }
    found
}

/// Where the key of a member ends.
fn colon(member: &str) -> usize {
    let mut in_string = false;
    let mut escaped = false;
    for (at, byte) in member.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            b':' if !in_string => return at,
            _ => {}
        }
    }
    member.len()
}

/// The commas directly inside the outermost brackets.
fn structure(text: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    text.bytes().enumerate().filter(move |&(_, byte)| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => return depth == 1,
            _ => {}
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    #[test]
    fn other_members_keep_every_character() {
        let text = r#" { "a" : 1.50e3, "b,}" : [ 1, {"x":"],\"" } ] , "c":{ }, "d":[] } "#;
        let mut object = ObjectText::parse(text);
        assert_eq!(object.get("a"), Some("1.50e3"));
        assert_eq!(object.list("b,}"), ["1", r#"{"x":"],\"" }"#]);
        assert!(object.list("d").is_empty() && object.list("none").is_empty());
        object.set("c", "2".to_owned());
        object.set_list("d", &["7".to_owned()]);
        object.remove("a");
        assert_eq!(object.to_text(), r#"{"b,}":[ 1, {"x":"],\"" } ],"c":2,"d":[7]}"#);
        assert_eq!(ObjectText::parse("{}").to_text(), "{}");
    }

    #[test]
    fn numbers_at_a_path_are_replaced_and_others_stay() {
        let text = r#"[{"a": {"x": 1, "y" : 20}, "b":[ 3 ]}, {"a":{"z":4.5,"w":-1}}, 7]"#;
        let changed = renumbered(text, &["*", "a", "*"], &mut |number| number + 1);
        assert_eq!(changed, r#"[{"a":{"x":2,"y":21},"b":[ 3 ]},{"a":{"z":4.5,"w":-1}},7]"#);
        assert_eq!(renumbered("", &["*"], &mut |number| number), "");
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            ".{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(".{0,4}", inner, 0..4)
                    .prop_map(|members| Value::from(serde_json::Map::from_iter(members))),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_was_taken_apart_goes_together(members in prop::collection::btree_map(".{0,4}", json(), 0..5)) {
            let value = Value::from(serde_json::Map::from_iter(members));
            for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
                let object = ObjectText::parse(&text);
                prop_assert_eq!(&serde_json::from_str::<Value>(&object.to_text()).unwrap(), &value);
                for (key, member) in value.as_object().unwrap() {
                    let found: Value = serde_json::from_str(object.get(key).unwrap()).unwrap();
                    prop_assert_eq!(&found, member);
                    if let Some(array) = member.as_array() {
                        prop_assert_eq!(object.list(key).len(), array.len());
                    }
                }
            }
        }
    }
}
