//! Every crate that we depend on must be listed in ARCHITECTURE.md, with the reason.

#![cfg(test)]

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::workspace;

/// The crates of others that ours depend on, also in tests and benchmarks.
fn foreign(metadata: &Value) -> Result<BTreeSet<String>> {
    let packages = metadata["packages"].as_array().context("no packages")?;
    let all = packages.iter().filter_map(|package| package["dependencies"].as_array()).flatten();
    let names = all.filter_map(|dependency| dependency["name"].as_str());
    Ok(names.filter(|name| *name != "segue" && !name.starts_with("segue-")).map(str::to_owned).collect())
}

/// The crates that a page names in the first column of a table.
fn listed(text: &str) -> BTreeSet<String> {
    let cells = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    names.map(str::to_owned).collect()
}

#[test]
fn every_dependency_is_listed_with_its_reason() -> Result<()> {
    let listed = listed(&fs::read_to_string(workspace::root().join("ARCHITECTURE.md"))?);
    let foreign = foreign(&workspace::metadata()?)?;
    assert!(foreign.contains("glam"), "no dependencies were found");
    let missing: Vec<_> = foreign.difference(&listed).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md gives no reason for {missing:?}");
    Ok(())
}

#[test]
fn only_the_first_column_lists_crates() {
    let text = "| crate | where |\n|---|---|\n| `glam`, `libm` | `motion` |\ntext `serde`\n";
    assert_eq!(listed(text), BTreeSet::from(["glam".to_owned(), "libm".to_owned()]));
}
