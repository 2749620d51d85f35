//! `cargo xtask eval NAME`: how well an algorithm does on labelled data, beside other people's libraries.

use std::path::Path;

use anyhow::{Result, bail};

use crate::bench;
use crate::step::Step;

/// Evaluations by name: the package and its example. What needs clips, libraries and all algorithms is one of the façade.
const ALL: [(&str, &str, &str); 6] = [
    ("search", "segue-search", "eval_search"),
    ("blends", "segue", "eval_blends"),
    ("retarget", "segue-formats", "eval_retarget"),
    ("parametric", "segue", "eval_parametric"),
    ("stance", "segue-stance", "eval"),
    ("sketch", "segue-stance", "eval_sketch"),
];

/// The evaluation that compares with libraries written in Python; the others need none.
const WITH_PEERS: &str = "search";

/// How the time of an index grows with its size, which is a benchmark.
const GROWTH: &str = "growth";

/// Runs the evaluation of that name, with what it takes: a folder of captures, words that choose a part.
pub(crate) fn run(name: &str, words: &[&str]) -> Result<()> {
    if name == GROWTH {
        let line = "cargo bench --locked --package segue-search --bench growth";
        return Step::new("evaluate growth", line).run();
    }
    let Some((_, package, example)) = ALL.iter().find(|(known, ..)| *known == name) else {
        let known = ALL.map(|(known, ..)| known).join(", ");
        bail!("there is no evaluation `{name}`; there are: {known}, {GROWTH}");
    };
    let line = format!("cargo run --locked --release --package {package} --example {example}");
    let mut step = Step::new(format!("evaluate {name}"), &line).arg("--");
    for word in words {
        let is_folder = Path::new(word).is_dir();
        step = if is_folder { step.arg(std::path::absolute(word)?) } else { step.arg(word) };
    }
    if name == WITH_PEERS { step.env("SEGUE_PEERS", &bench::peers()?).run() } else { step.run() }
}
