//! The Python lines that do what a request does, by the functions of Segue's package. What the package has no keyword for, and verbs
//! that it has no function for, are asked of the program.

use segue::text::steers;
use serde_json::Value;

use crate::commands::{Command, changed, output};
use crate::verbs::Route;

/// The longest call that stands in one line.
const LINE: usize = 100;

/// A function of the package for a verb.
struct Function {
    verb: &'static str,
    /// What is called; `{}` is where the place stands that the call is about.
    call: &'static str,
    /// The field that names this place.
    about: &'static str,
    /// Fields that are arguments without a name, in order.
    arguments: &'static [(&'static str, Form)],
    /// Fields that are keywords under their last name; a dot at the end stands for all below.
    keywords: &'static [&'static str],
    then: Then,
}

/// How an argument is written.
#[derive(Clone, Copy)]
enum Form {
    /// As it is.
    Whole,
    /// Each of a list as an argument of its own.
    Each,
    /// Weights in time, by their moments.
    Moments,
    /// The file to write.
    File,
}

/// What is done with the result.
#[derive(Clone, Copy)]
enum Then {
    Save,
    Nothing,
}

use Form::{Each, File, Moments, Whole};

/// Fields of the page that are said by the name of the file.
const NAMES: [&str; 2] = ["make.name", "name"];

const MAKING: &[&str] = &["clips.skeleton", "register.", "make."];

const FUNCTIONS: &[Function] = &[
    Function {
        verb: "register",
        call: "segue.register",
        about: "",
        arguments: &[("clips.inputs", Each)],
        keywords: &["clips.skeleton", "register."],
        then: Then::Nothing,
    },
    Function {
        verb: "blend",
        call: "segue.blend",
        about: "",
        arguments: &[("clips.inputs", Whole), ("weights", Whole)],
        keywords: MAKING,
        then: Then::Save,
    },
    Function {
        verb: "transition",
        call: "segue.transition",
        about: "",
        arguments: &[("clips.inputs", Each)],
        keywords: &["clips.skeleton", "register.", "make.", "middle.", "snap", "optimal"],
        then: Then::Save,
    },
    Function {
        verb: "control",
        call: "segue.control",
        about: "",
        arguments: &[("clips.inputs", Whole), ("weights", Moments)],
        keywords: &["clips.skeleton", "register.", "make.", "looping"],
        then: Then::Save,
    },
    Function {
        verb: "pose",
        call: "segue.pose",
        about: "",
        arguments: &[("clips.inputs", Whole), ("point", Whole), ("at_metres", Whole)],
        keywords: &[],
        then: Then::Save,
    },
    Function {
        verb: "convert",
        call: "segue.convert",
        about: "",
        arguments: &[("clips.inputs", Whole), ("", File)],
        keywords: &["edit.", "to"],
        then: Then::Nothing,
    },
    Function {
        verb: "search",
        call: "segue.Library({}).search",
        about: "library",
        arguments: &[("query", Whole)],
        keywords: &[
            "also",
            "epsilon_cm",
            "extended",
            "mirrored",
            "tiers",
            "same",
            "apart",
            "reject",
            "labels",
            "save",
        ],
        then: Then::Nothing,
    },
    Function {
        verb: "parametric.at",
        call: "segue.Parametric({}).at",
        about: "motion",
        arguments: &[("target", Each)],
        keywords: &["make."],
        then: Then::Save,
    },
    Function {
        verb: "stance.path",
        call: "segue.stance_path",
        about: "",
        arguments: &[("path", Whole)],
        keywords: &["rate_hz", "from_stand", "to_stand"],
        then: Then::Save,
    },
];

/// The lines for a request in the words of the verbs.
pub(crate) fn lines(route: &Route, request: &Value) -> String {
    let function = FUNCTIONS.iter().find(|function| function.verb == route.name);
    let called = function.and_then(|function| function.called(route, request));
    called.map_or_else(|| Command::of(route, request).python(), |called| format!("import segue\n\n{called}"))
}

impl Function {
    /// The call and what follows; nothing where a field has no place in it.
    fn called(&self, route: &Route, request: &Value) -> Option<String> {
        let mut fields = Vec::new();
        changed(request, &(route.default)(), String::new(), &mut fields);
        let mut words: Vec<String> =
            self.arguments.iter().flat_map(|(place, form)| argument(route, request, place, *form)).collect();
        for (place, value) in &fields {
            let is_argument = self.arguments.iter().any(|(known, _)| known == place);
            if is_argument || place == self.about || NAMES.contains(&place.as_str()) {
                continue;
            }
            words.push(format!("{}={}", self.keyword(place)?, literal(value)));
        }
        let about = get(request, self.about).map(literal).unwrap_or_default();
        let call = written(&self.call.replacen("{}", &about, 1), &words);
        Some(match self.then {
            Then::Save => {
                format!("result = {call}\nresult.save({})\n", literal(&Value::from(output(route, request))))
            }
            Then::Nothing => format!("result = {call}\n"),
        })
    }

    /// The keyword that a field is, where it is one.
    fn keyword<'a>(&self, place: &'a str) -> Option<&'a str> {
        let name = place.rsplit('.').next()?;
        let above = place.strip_suffix(name)?;
        self.keywords
            .iter()
            .any(|known| *known == place || (known.ends_with('.') && *known == above))
            .then_some(name)
    }
}

/// The words of an argument; none where the request says nothing.
fn argument(route: &Route, request: &Value, place: &str, form: Form) -> Vec<String> {
    let Some(value) = get(request, place).or((place.is_empty()).then_some(&Value::Null)) else {
        return Vec::new();
    };
    match (form, value) {
        (Each, Value::Array(items)) => items.iter().map(literal).collect(),
        (Moments, Value::Array(rows)) => {
            let row = |row: &Value| format!("{}: {}", literal(&row["secs"]), literal(&row["weights"]));
            vec![format!("{{{}}}", rows.iter().map(row).collect::<Vec<_>>().join(", "))]
        }
        (File, _) => vec![literal(&Value::from(output(route, request)))],
        _ => vec![literal(value)],
    }
}

fn get<'a>(request: &'a Value, place: &str) -> Option<&'a Value> {
    request.pointer(&format!("/{}", place.replace('.', "/"))).filter(|value| !value.is_null())
}

/// A call in one line, or with a line for each argument.
fn written(call: &str, words: &[String]) -> String {
    let line = format!("{call}({})", words.join(", "));
    if line.len() <= LINE {
        return line;
    }
    let indented: Vec<String> = words.iter().map(|word| format!("    {word},\n")).collect();
    format!("{call}(\n{})", indented.concat())
}

/// A value as Python writes it.
fn literal(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(one) => text(one),
        Value::Array(items) => format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{}: {}", text(name), literal(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A text that Python reads as it is: JSON, with what steers a terminal spelled out.
pub(crate) fn text(text: &str) -> String {
    let spelled = |c: char| if steers(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    serde_json::to_string(text).unwrap_or_default().chars().map(spelled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::find;
    use serde_json::json;

    fn python(verb: &str, request: &Value) -> String {
        lines(find(verb).unwrap(), request)
    }

    #[test]
    fn a_blend_is_a_call_of_the_package() {
        let request = json!({
            "clips": {"inputs": ["x.segue#walk", "x.segue#it's"], "skeleton": "x.segue#hero"}, "weights": [0.25, 0.75],
            "register": {"ends": "open", "slope_limit": 3, "pins": [{"clip": "2", "reference_secs": 1.0, "secs": 1.5}]},
            "make": {"name": "half", "clean_up": false},
        });
        assert_eq!(
            python("blend", &request),
            "import segue\n\nresult = segue.blend(\n    [\"x.segue#walk\", \"x.segue#it's\"],\n    [0.25, 0.75],\n    \
             skeleton=\"x.segue#hero\",\n    clean_up=False,\n    ends=\"open\",\n    \
             pins=[{\"clip\": \"2\", \"reference_secs\": 1.0, \"secs\": 1.5}],\n)\nresult.save(\"half.glb\")\n"
        );
    }

    #[test]
    fn arguments_stand_where_the_package_has_them() {
        let clips = json!({"inputs": ["a.bvh", "b.bvh"]});
        let cases = [
            ("register", json!({"clips": clips}), "segue.register(\"a.bvh\", \"b.bvh\")\n"),
            (
                "transition",
                json!({"clips": clips, "middle": {"at_secs": [1, 2]}}),
                "segue.transition(\"a.bvh\", \"b.bvh\", at_secs=[1, 2])\nresult.save(\"transition.glb\")\n",
            ),
            (
                "control",
                json!({"clips": clips, "weights": [{"secs": 0, "weights": [1, 0]}, {"secs": 2.5, "weights": [0, 1]}]}),
                "segue.control([\"a.bvh\", \"b.bvh\"], {0: [1, 0], 2.5: [0, 1]})\nresult.save(\"control.glb\")\n",
            ),
            (
                "pose",
                json!({"clips": clips, "point": "wrist.r", "at_metres": [0, 1.5, 0.25], "name": "up"}),
                "segue.pose([\"a.bvh\", \"b.bvh\"], \"wrist.r\", [0, 1.5, 0.25])\nresult.save(\"up.glb\")\n",
            ),
            (
                "convert",
                json!({"clips": {"inputs": ["a.bvh@3-9"]}, "edit": {"mirror": true, "onto": "hero.glb"}}),
                "segue.convert([\"a.bvh@3-9\"], \"convert.glb\", mirror=True, onto=\"hero.glb\")\n",
            ),
            (
                "search",
                json!({"library": "x.segue", "query": "kick@1-9", "epsilon_cm": 6.5, "reject": ["a@1-2"]}),
                "segue.Library(\"x.segue\").search(\"kick@1-9\", epsilon_cm=6.5, reject=[\"a@1-2\"])\n",
            ),
            (
                "parametric.at",
                json!({"motion": "x.segue#kick", "target": [0.5, -1]}),
                "segue.Parametric(\"x.segue#kick\").at(0.5, -1)\nresult.save(\"at.glb\")\n",
            ),
            (
                "stance.path",
                json!({"path": {"segue_sketch": 2, "paths": []}, "name": "leap"}),
                "segue.stance_path({\"paths\": [], \"segue_sketch\": 2})\nresult.save(\"leap.glb\")\n",
            ),
        ];
        for (verb, request, call) in cases {
            assert_eq!(python(verb, &request), format!("import segue\n\nresult = {call}"), "{verb}");
        }
    }

    #[test]
    fn what_the_package_has_no_word_for_is_asked_of_the_program() {
        let swept = json!({"motion": "x.segue#kick", "target": [0.5], "sweep": [1.0]});
        let rename = json!({"clip": "walk", "library": "x.segue", "name": "stroll"});
        let read = json!({"clips": {"inputs": ["a.bvh", "b.bvh"], "read": {"scale": 0.5}}});
        for (verb, request) in [("parametric.at", swept), ("library.rename", rename), ("blend", read)] {
            assert!(python(verb, &request).starts_with("import json, subprocess\n"), "{verb}");
        }
    }

    #[test]
    fn names_that_steer_a_terminal_are_text() {
        let name = "x.segue#it's\u{1b}[201~\n\"\\ \u{202e}x";
        let lines = python("register", &json!({"clips": {"inputs": [name, "b.bvh"]}}));
        assert!(!lines.replace('\n', "").contains(steers), "{lines:?}");
        let found = lines.lines().find_map(|line| line.strip_prefix("result = segue.register(")).unwrap();
        let words: Vec<String> = serde_json::from_str(&format!("[{}]", found.trim_end_matches(')'))).unwrap();
        assert_eq!(words, [name, "b.bvh"]);
    }
}
