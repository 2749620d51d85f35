//! `cargo xtask eval NAME`: how well an algorithm does on labelled data, beside other people's libraries.

use anyhow::{Result, bail};

use crate::bench;
use crate::step::Step;

/// Evaluations by name: the package and its example. What needs clips, libraries and all algorithms is one of the façade.
const ALL: [(&str, &str, &str); 4] = [
    ("search", "segue-search", "eval_search"),
    ("blends", "segue-blend", "eval_blends"),
    ("parametric", "segue", "eval_parametric"),
    ("stance", "segue-stance", "eval"),
];

/// The evaluation that compares with libraries written in Python; the others need none.
const WITH_PEERS: &str = "search";

/// Runs the evaluation of that name, on a folder of captures where it takes one.
pub(crate) fn run(name: &str, folder: Option<&str>) -> Result<()> {
    let Some((_, package, example)) = ALL.iter().find(|(known, ..)| *known == name) else {
        bail!("there is no evaluation `{name}`; there are: {}", ALL.map(|(known, ..)| known).join(", "));
    };
    let line = format!("cargo run --locked --release --package {package} --example {example}");
    let mut step = Step::new(format!("evaluate {name}"), &line);
    if let Some(folder) = folder {
        step = step.arg("--").arg(std::path::absolute(folder)?);
    }
    if name == WITH_PEERS { step.env("SEGUE_PEERS", &bench::peers()?).run() } else { step.run() }
}
