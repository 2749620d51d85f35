//! The program as a whole: help, completions, manual, closed pipes.

use std::io::Read as _;
use std::process::Stdio;

use crate::place::{Place, command};

const VERBS: [&str; 19] = [
    "info",
    "convert",
    "register",
    "blend",
    "transition",
    "control",
    "pose",
    "inspect",
    "plants",
    "sync",
    "map",
    "library",
    "index",
    "search",
    "parametric",
    "samples",
    "demo",
    "completions",
    "man",
];

#[test]
fn help_teaches() {
    let place = Place::new();
    insta::assert_snapshot!(place.segue("--help").code(0).out);
    for verb in VERBS.into_iter().filter(|verb| !["completions", "man"].contains(verb)) {
        insta::assert_snapshot!(format!("help_{verb}"), place.segue(&format!("{verb} --help")).code(0).out);
    }
}

/// Commands that have commands of their own.
const FAMILIES: [&str; 3] = ["library", "parametric", "stance"];

#[test]
fn help_fits_a_terminal_of_80_columns() {
    let help_within = |columns: &str, args: &str| {
        let words = args.split_whitespace().chain(["--help"]);
        let run = command().env("COLUMNS", columns).args(words).output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    let help = |args: &str| help_within("80", args);
    let members = |family: &str| -> Vec<String> {
        let text = help(family);
        let (_, list) = text.split_once("Commands:\n").unwrap();
        let lines = list.lines().take_while(|line| !line.is_empty());
        let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names
            .filter_map(|line| line.split_whitespace().next())
            .map(|name| format!("{family} {name}"))
            .collect()
    };
    let verbs = VERBS.map(str::to_owned).into_iter().chain(FAMILIES.into_iter().flat_map(members));
    for verb in verbs.chain([String::new(), "stance".to_owned()]) {
        // The synopsis is one line, however long.
        for line in help(&verb).lines().filter(|line| !line.starts_with("Usage:")) {
            assert!(line.chars().count() <= 80, "{verb}: {line}");
        }
        // What is preformatted is not broken there: it is as narrow where there is more room.
        let wide = help_within("110", &verb);
        let preformatted =
            ["Examples:", "Inputs are written"].iter().filter_map(|start| wide.split_once(start));
        for line in preformatted.flat_map(|(_, rest)| rest.lines()) {
            assert!(line.chars().count() <= 80, "{verb}: {line}");
        }
    }
}

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = Place::new().segue(&format!("completions {shell}")).code(0);
        assert!(VERBS.iter().all(|verb| run.out.contains(verb)), "{shell}");
    }
}

#[test]
fn there_is_a_manual_page_for_every_verb() {
    let place = Place::new();
    assert!(place.segue("man").code(0).out.contains(".TH segue"));
    for verb in VERBS {
        assert!(
            place.segue(&format!("man {verb}")).code(0).out.contains(&format!(".TH segue-{verb}")),
            "{verb}"
        );
    }
    place.segue("man fly").code(2).says(&["there is no command `fly`"]);
}

#[test]
fn the_work_goes_on_when_nobody_reads_what_is_said_of_it() {
    let place = Place::new();
    let mut program = command();
    program.args(["convert", "walk.bvh", "out.glb"]).current_dir(place.path(""));
    let mut child = program.stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(place.has("out.glb"));
}

#[test]
fn a_closed_pipe_is_success() {
    let mut child = command().args(["completions", "bash"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut first = [0];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    // The pipe is closed here, with most of the script unread.
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn wrong_usage_is_reported_on_standard_error() {
    let place = Place::new();
    let run = place.segue("fly").code(2).says(&["unrecognized subcommand 'fly'"]);
    assert_eq!(run.out, "");
    place.segue("info --up w walk.bvh").code(2).says(&["x, y, z"]);
    place.segue("info --scale -1 walk.bvh").code(2);
}
