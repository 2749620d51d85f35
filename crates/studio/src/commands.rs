//! The command line that does what a request does.
//!
//! A request is its defaults with some fields changed. Fields are called on the command line as in the request, without
//! the units at their ends; where they are not, a table says so.

use segue::files::file_name;
use segue::text::steers;
use serde_json::{Map, Value};

use crate::python::text;
use crate::verbs::Route;

/// How a field is typed that is not typed as it is called.
enum Typed {
    /// As this option, with its value.
    Option(&'static str),
    /// As this option where the field is false.
    Unless(&'static str),
    /// As an argument without a name, before all options.
    Argument,
    /// As this option for each pin, `CLIP:SECS:SECS`.
    Pins(&'static str),
    /// As a file of this name, written before.
    File { option: &'static str, name: &'static str },
    /// Not at all: the page's own, or said otherwise.
    Not,
}

use Typed::{Argument, File, Not, Option as Opt, Pins, Unless};

/// The file of weights in time.
const WEIGHTS: &str = "weights.csv";

/// Fields that are not typed as they are called: by the verb (any when empty), then by place in the request. Arguments are
/// typed in this order.
const TABLE: &[(&str, &str, Typed)] = &[
    ("", "library", Argument),
    ("", "motion", Argument),
    ("", "clips.inputs", Argument),
    ("library.label", "clips", Argument),
    ("library.remove", "clips", Argument),
    ("library.rename", "clip", Argument),
    ("library.rename", "name", Argument),
    ("library.add", "inputs", Argument),
    ("map", "source", Argument),
    ("map", "target", Argument),
    ("parametric.at", "target", Argument),
    ("", "query", Opt("--query")),
    ("", "also", Opt("--query")),
    ("", "clips.skeleton", Opt("--skeleton")),
    ("", "make.name", Not),
    ("", "name", Not),
    ("", "make.averaging", Opt("--exact")),
    ("", "make.clean_up", Unless("--no-cleanup")),
    ("", "register.pins", Pins("--pin")),
    ("", "register.strikes", Unless("--no-strikes")),
    ("", "read.repair", Unless("--no-repair")),
    ("control", "weights", File { option: "--weights-file", name: WEIGHTS }),
    ("", "looping", Opt("--loop")),
    ("stance.path", "path", File { option: "", name: "path.json" }),
    ("", "source.from", Opt("--from")),
    ("", "source.mirror", Unless("--no-mirror")),
    ("", "labels", Opt("--label")),
];

/// Units at the ends of fields.
const UNITS: [&str; 7] = ["_secs", "_cm", "_hz", "_metres", "_degrees", "_mm", "_kg"];

/// Verbs that make a motion file, which the command line names by an option. `convert` names it after what it reads.
const MAKERS: [&str; 6] = ["blend", "transition", "control", "pose", "parametric.at", "stance.path"];

/// A command with the files that it reads.
pub(crate) struct Command {
    files: Vec<(&'static str, String)>,
    words: Vec<String>,
}

impl Command {
    /// The command that does what a request in the words of the verbs does.
    pub(crate) fn of(route: &Route, request: &Value) -> Self {
        let (mut arguments, mut options) = (Vec::new(), Vec::new());
        let mut command = Self { files: Vec::new(), words: Vec::new() };
        let mut fields = Vec::new();
        changed(request, &(route.default)(), String::new(), &mut fields);
        for (place, value) in fields {
            let special = TABLE
                .iter()
                .enumerate()
                .find(|(_, (verb, known, _))| *known == place && (verb.is_empty() || *verb == route.name));
            match special.map(|(_, (_, _, typed))| typed) {
                Some(Argument) => arguments.push((special.map(|(row, _)| row), texts(&value))),
                Some(Opt(option)) => put(&mut options, option, &value),
                Some(Unless(option)) => {
                    options.extend((value == Value::Bool(false)).then(|| (*option).to_owned()));
                }
                Some(File { option, name }) => {
                    command.files.push((name, content(name, &value)));
                    options.extend((!option.is_empty()).then(|| (*option).to_owned()));
                    options.push((*name).to_owned());
                }
                Some(Pins(option)) => options.extend(pins(option, &value)),
                Some(Not) => {}
                None => put(&mut options, &option(&place), &value),
            }
        }
        command.words.push("segue".to_owned());
        command.words.extend(route.name.split('.').map(str::to_owned));
        arguments.sort_by_key(|(row, _)| *row);
        let mut arguments: Vec<String> = arguments.into_iter().flat_map(|(_, words)| words).collect();
        if route.name == "convert" {
            arguments.push(output(route, request));
        }
        // Names that look like options stand behind all options.
        let (plain, dashed) = if arguments.iter().any(|word| word.starts_with('-')) {
            (vec![], arguments)
        } else {
            (arguments, vec![])
        };
        command.words.extend(plain);
        command.words.extend(options);
        if MAKERS.contains(&route.name) {
            command.words.extend(["-o".to_owned(), output(route, request)]);
        }
        if !dashed.is_empty() {
            command.words.push("--".to_owned());
            command.words.extend(dashed);
        }
        command
    }

    /// As a person types it.
    pub(crate) fn shell(&self) -> String {
        let files = self.files.iter().map(|(name, text)| format!("cat > {name} <<'END'\n{text}END\n"));
        let words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        format!("{}{}\n", files.collect::<String>(), words.join(" "))
    }

    /// As a Python program runs it, with the answer as data.
    pub(crate) fn python(&self) -> String {
        let files = self
            .files
            .iter()
            .map(|(name, content)| format!("pathlib.Path({}).write_text({})\n", text(name), text(content)));
        let words: Vec<String> = self.words.iter().map(|word| text(word)).collect();
        let import = if self.files.is_empty() {
            "import json, subprocess"
        } else {
            "import json, pathlib, subprocess"
        };
        format!(
            "{import}\n\n{}command = [{}]\nanswer = json.loads(subprocess.run(command + [\"--json\"], check=True, capture_output=True).stdout)\n",
            files.collect::<String>(),
            words.join(", ")
        )
    }
}

/// The file that a motion is written to.
pub(crate) fn output(route: &Route, request: &Value) -> String {
    let name = request.pointer("/make/name").or_else(|| request.get("name")).and_then(Value::as_str);
    file_name(name.unwrap_or(route.name.split('.').next_back().unwrap_or("motion"))) + ".glb"
}

/// The fields that differ from the defaults, by their places, in order.
pub(crate) fn changed(request: &Value, default: &Value, place: String, out: &mut Vec<(String, Value)>) {
    match (request, default) {
        (same, other) if same == other => {}
        (Value::Object(fields), Value::Object(defaults)) if place != "path" => {
            for (name, value) in fields {
                let below = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                changed(value, defaults.get(name).unwrap_or(&Value::Null), below, out);
            }
        }
        (Value::Object(fields), Value::Null) if place != "path" => {
            let nothing: Map<String, Value> = fields.keys().map(|name| (name.clone(), Value::Null)).collect();
            changed(request, &Value::Object(nothing), place, out);
        }
        _ => out.push((place, request.clone())),
    }
}

/// `register.slope_limit` is `--slope-limit`, `middle.half_width_secs` is `--half-width`.
fn option(place: &str) -> String {
    let name = place.rsplit('.').next().unwrap_or(place);
    let name = UNITS.iter().find_map(|unit| name.strip_suffix(unit)).unwrap_or(name);
    format!("--{}", name.replace('_', "-"))
}

/// An option with its value: nothing after one that is true, one option for each text of a list, numbers with commas.
fn put(options: &mut Vec<String>, option: &str, value: &Value) {
    match value {
        Value::Null | Value::Bool(false) => {}
        Value::Bool(true) => options.push(option.to_owned()),
        Value::String(text) if option == "--exact" => {
            options.extend((text == "exact").then(|| option.to_owned()));
        }
        Value::Array(items) if items.iter().all(Value::is_number) => {
            let numbers: Vec<String> = items.iter().map(ToString::to_string).collect();
            options.push(format!("{option}={}", numbers.join(",")));
        }
        Value::Array(items) => items.iter().for_each(|item| put(options, option, item)),
        Value::String(text) if text.starts_with('-') => options.push(format!("{option}={text}")),
        Value::String(text) => options.extend([option.to_owned(), text.clone()]),
        other => options.push(format!("{option}={other}")),
    }
}

fn pins(option: &str, value: &Value) -> Vec<String> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let typed = |pin: &Value| {
        let clip = pin["clip"].as_str().unwrap_or_default();
        [option.to_owned(), format!("{clip}:{}:{}", pin["reference_secs"], pin["secs"])]
    };
    items.iter().flat_map(typed).collect()
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(one) => vec![one.clone()],
        Value::Array(numbers) if !numbers.is_empty() && numbers.iter().all(Value::is_number) => {
            vec![numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")]
        }
        Value::Array(several) => several.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

/// The text of a file: JSON, or weights as lines of numbers.
fn content(name: &str, value: &Value) -> String {
    if name != WEIGHTS {
        return format!("{value}\n");
    }
    let rows = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let line = |row: &Value| {
        let weights = row["weights"].as_array().map(Vec::as_slice).unwrap_or_default();
        let numbers: Vec<String> =
            std::iter::once(&row["secs"]).chain(weights).map(ToString::to_string).collect();
        numbers.join(",") + "\n"
    };
    rows.iter().map(line).collect()
}

/// A word that a shell reads as it is. What steers a terminal is spelled out: a terminal may take a pasted line for keys.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if word.contains(steers) {
        let spelled = |c: char| match c {
            '\\' | '\'' => format!("\\{c}"),
            c if steers(c) => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        };
        format!("$'{}'", word.chars().map(spelled).collect::<String>())
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::find;
    use serde_json::json;

    fn shell(verb: &str, request: &Value) -> String {
        Command::of(find(verb).unwrap(), request).shell()
    }

    #[test]
    fn only_what_was_changed_is_typed() {
        let clips = json!({"inputs": ["/a b/x.segue#walk", "/a b/x.segue#it's"]});
        let request = json!({
            "clips": clips, "weights": [0.25, 0.75], "register": {"ends": "open", "strikes": false, "slope_limit": 3},
            "make": {"name": "half", "averaging": "exact", "clean_up": true, "rate_hz": 60},
        });
        assert_eq!(
            shell("blend", &request),
            "segue blend '/a b/x.segue#walk' '/a b/x.segue#it'\\''s' --exact --rate=60 --ends open --no-strikes \
             --weights=0.25,0.75 -o half.glb\n"
        );
        let middle = json!({"clips": clips, "middle": {"at_secs": [1, 2], "half_width_secs": 0.25}});
        assert!(shell("transition", &middle).ends_with("--at=1,2 --half-width=0.25 -o transition.glb\n"));
        let search =
            json!({"library": "x.segue", "query": "kick@1-9", "epsilon_cm": 6.5, "labels": ["a", "b"]});
        assert_eq!(
            shell("search", &search),
            "segue search x.segue --epsilon=6.5 --label a --label b --query kick@1-9\n"
        );
    }

    #[test]
    fn the_file_of_a_conversion_stands_before_its_options() {
        let request =
            json!({"clips": {"inputs": ["x.segue#walk@3-9"]}, "edit": {"mirror": true, "onto": "hero.glb"}});
        assert_eq!(
            shell("convert", &request),
            "segue convert 'x.segue#walk@3-9' convert.glb --mirror --onto hero.glb\n"
        );
    }

    #[test]
    fn arguments_stand_in_the_order_of_the_program() {
        let rename = json!({"clip": "walk", "library": "x.segue", "name": "stroll"});
        assert_eq!(shell("library.rename", &rename), "segue library rename x.segue walk stroll\n");
        let at = json!({"motion": "kick.segue-param", "target": [0.4, 1.2, 0.9]});
        assert_eq!(
            shell("parametric.at", &at),
            "segue parametric at kick.segue-param 0.4,1.2,0.9 -o at.glb\n"
        );
    }

    /// A terminal that gets such a line pasted neither leaves the paste nor runs what follows; `bash` gives the word back.
    #[test]
    fn names_that_steer_a_terminal_are_typed_as_text() {
        let name = "it's\u{1b}[201~\nrm -rf \\ $(id) `id` \u{202e}x\u{9b}2J";
        let request = json!({"clip": name, "library": "x.segue", "name": "$(id)"});
        let command = Command::of(find("library.rename").unwrap(), &request);
        let (line, python) = (command.shell(), command.python());
        assert_eq!(line.lines().count(), 1);
        for typed in [line.trim_end(), &python.replace('\n', "")] {
            assert!(!typed.contains(steers), "{typed:?}");
        }
        assert!(line.ends_with(" '$(id)'\n"), "{line}");
        let echo = line.replace("segue library rename x.segue", "printf %s");
        let echo = echo.replace(" '$(id)'", "");
        let said = std::process::Command::new("bash").env("LC_ALL", "C.UTF-8").args(["-c", &echo]).output();
        let Ok(said) = said else { return println!("skipped: no bash") };
        assert_eq!(String::from_utf8(said.stdout).unwrap(), name);
        let list = python.lines().find_map(|line| line.strip_prefix("command = ")).unwrap();
        let words: Vec<String> = serde_json::from_str(list).unwrap();
        assert!(words.contains(&name.to_owned()), "{list}");
    }

    /// Names are no options, and lead into no other folder.
    #[test]
    fn names_that_look_like_options_or_paths_stay_names() {
        let remove = json!({"library": "x.segue", "clips": ["-rf", "walk"]});
        assert_eq!(shell("library.remove", &remove), "segue library remove -- x.segue -rf walk\n");
        let search = json!({"library": "x.segue", "query": "-rf@1-9"});
        assert_eq!(shell("search", &search), "segue search x.segue --query=-rf@1-9\n");
        let blend = json!({"clips": {"inputs": ["a.bvh", "b.bvh"]}, "weights": [1, 0], "make": {"name": "../../.bashrc"}});
        assert!(shell("blend", &blend).ends_with("-o .......bashrc.glb\n"), "{}", shell("blend", &blend));
    }

    #[test]
    fn weights_in_time_go_to_a_file() {
        let request = json!({"clips": {"inputs": ["sample:walk"]}, "weights": [{"secs": 0, "weights": [1]}, {"secs": 2, "weights": [0.5]}]});
        let expected = "cat > weights.csv <<'END'\n0,1\n2,0.5\nEND\nsegue control sample:walk --weights-file weights.csv -o control.glb\n";
        assert_eq!(shell("control", &request), expected);
    }
}
