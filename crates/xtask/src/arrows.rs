//! The crates may depend on each other only as ARCHITECTURE.md says.

#![cfg(test)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::workspace;

/// For each crate of ours, those of ours it depends on.
type Arrows = BTreeMap<String, BTreeSet<String>>;

const BLOCK: &str = "```arrows\n";

/// Reads the fenced block `arrows`: one crate a line, `name -> name name`.
fn documented(text: &str) -> Result<Arrows> {
    let (_, rest) = text.split_once(BLOCK).context("ARCHITECTURE.md has no block ```arrows")?;
    let (block, _) = rest.split_once("```").context("the block of arrows is not closed")?;
    let parse = |line: &str| {
        let (from, to) = line.split_once("->")?;
        Some((from.trim().to_owned(), to.split_whitespace().map(str::to_owned).collect()))
    };
    block.lines().map(|line| parse(line).with_context(|| format!("not `crate -> crates`: {line}"))).collect()
}

/// Ordinary dependencies; those of tests and benchmarks may point anywhere.
fn actual(metadata: &Value) -> Result<Arrows> {
    let packages = metadata["packages"].as_array().context("no packages")?;
    let name = |value: &Value| value["name"].as_str().map(short).context("a package without a name");
    let ours: BTreeSet<String> = packages.iter().map(name).collect::<Result<_>>()?;
    let mut arrows = Arrows::new();
    for package in packages {
        let dependencies = package["dependencies"].as_array().context("no dependencies")?;
        let plain = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
        let targets = plain.map(name).collect::<Result<BTreeSet<_>>>()?;
        arrows.insert(name(package)?, targets.intersection(&ours).cloned().collect());
    }
    Ok(arrows)
}

fn short(name: &str) -> String {
    name.strip_prefix("segue-").unwrap_or(name).to_owned()
}

#[test]
fn crates_depend_on_each_other_as_architecture_says() -> Result<()> {
    let text = fs::read_to_string(workspace::root().join("ARCHITECTURE.md"))?;
    assert_eq!(
        actual(&workspace::metadata()?)?,
        documented(&text)?,
        "left: cargo metadata, right: ARCHITECTURE.md"
    );
    Ok(())
}

#[test]
fn a_block_of_arrows_is_read() -> Result<()> {
    let arrows = documented("text\n```arrows\nb -> a\na ->\nc -> a b\n```\n")?;
    assert_eq!(arrows["c"], BTreeSet::from(["a".to_owned(), "b".to_owned()]));
    assert!(arrows["a"].is_empty());
    assert!(documented("```arrows\nb a\n```").is_err());
    assert!(documented("no block").is_err());
    Ok(())
}
