//! `cargo xtask eval NAME`: how well an algorithm does on labelled data, beside other people's libraries.

use anyhow::{Result, bail};

use crate::bench;
use crate::step::Step;

/// Evaluations by name: the package and its example. What needs clips, libraries and all algorithms is one of the façade.
const ALL: [(&str, &str, &str); 3] = [
    ("search", "segue-search", "eval"),
    ("parametric", "segue", "eval_parametric"),
    ("stance", "segue-stance", "eval"),
];

/// Runs the evaluation of that name.
pub(crate) fn run(name: &str) -> Result<()> {
    let Some((_, package, example)) = ALL.iter().find(|(known, ..)| *known == name) else {
        bail!("there is no evaluation `{name}`; there are: {}", ALL.map(|(known, ..)| known).join(", "));
    };
    let line = format!("cargo run --locked --release --package {package} --example {example}");
    let python = bench::peers()?;
    Step::new(format!("evaluate {name}"), &line).env("SEGUE_PEERS", &python).run()
}
