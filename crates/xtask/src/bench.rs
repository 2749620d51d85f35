//! `cargo xtask bench`: runs the benchmarks, then prints how the entries of each group compare.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::step::Step;
use crate::workspace;

/// Runs every benchmark, or those whose names contain a part.
pub(crate) fn run(part: Option<&str>) -> Result<()> {
    let python = peers()?;
    let wanted = |name: &str| part.is_none_or(|part| name.contains(part));
    for (package, bench) in benches(&workspace::metadata()?)?.iter().filter(|(_, bench)| wanted(bench)) {
        let line = format!("cargo bench --locked --package {package} --bench {bench}");
        Step::new(format!("benchmark {bench}"), &line).env("SEGUE_PEERS", &python).run()?;
    }
    let folder = workspace::root().join("target/criterion");
    // Benchmarks that do not use criterion print their own ratios.
    if folder.exists() {
        print!("{}", table(&collect(&folder)?));
    }
    if wanted("studio") {
        crate::studio::bench()?;
    }
    Ok(())
}

/// The libraries for Python that ours are compared with, in an environment of their own; returns its interpreter.
pub(crate) fn peers() -> Result<String> {
    let python = workspace::root().join("target/peers/bin/python");
    if !python.exists() {
        Step::new("Python for the peers", "python3 -m venv target/peers").run()?;
    }
    let line = "target/peers/bin/python -m pip install --quiet --requirement benches/peers/requirements.txt";
    Step::new("peers", line).run()?;
    Ok(python.to_string_lossy().into_owned())
}

/// Every benchmark of ours, with its package. They are run one by one, since a plain `cargo bench` would also build
/// every library and program once more.
fn benches(metadata: &Value) -> Result<Vec<(String, String)>> {
    let name = |value: &Value| value["name"].as_str().map(str::to_owned).context("something without a name");
    let mut found = Vec::new();
    for package in metadata["packages"].as_array().context("no packages")? {
        let targets = package["targets"].as_array().context("no targets")?;
        for target in targets.iter().filter(|target| target["kind"][0] == "bench") {
            found.push((name(package)?, name(target)?));
        }
    }
    Ok(found)
}

/// Mean seconds of each entry, by group.
type Times = BTreeMap<String, BTreeMap<String, f64>>;

/// Reads what criterion left: `GROUP/ENTRY/new/{benchmark,estimates}.json`.
fn collect(folder: &Path) -> Result<Times> {
    let mut times = Times::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("reading {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() && path.file_name().is_some_and(|name| name == "new") {
                let (group, entry, seconds) = read(&path)?;
                times.entry(group).or_default().insert(entry, seconds);
            } else if path.is_dir() {
                folders.push(path);
            }
        }
    }
    Ok(times)
}

fn read(folder: &Path) -> Result<(String, String, f64)> {
    let json = |name: &str| -> Result<Value> {
        let path = folder.join(name);
        let text = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        Ok(serde_json::from_slice(&text)?)
    };
    let about = json("benchmark.json")?;
    let group = about["group_id"].as_str().context("a benchmark without a group")?.to_owned();
    let id = about["full_id"].as_str().context("a benchmark without a name")?;
    let entry = id.strip_prefix(&format!("{group}/")).unwrap_or(id).to_owned();
    let nanoseconds = json("estimates.json")?["mean"]["point_estimate"].as_f64().context("no mean")?;
    Ok((group, entry, nanoseconds * 1e-9))
}

/// One line per entry, with its time as a multiple of the fastest of its group.
fn table(times: &Times) -> String {
    let mut out = String::new();
    for (group, entries) in times {
        let best = entries.values().copied().fold(f64::INFINITY, f64::min);
        let _ = writeln!(out, "\n{group}");
        for (entry, &seconds) in entries {
            let _ = writeln!(out, "  {entry:<40} {:>12}  {:>8.2} x", human(seconds), seconds / best);
        }
    }
    out
}

fn human(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.1} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_compares_within_a_group() {
        let entries = [("ours".to_owned(), 2e-3), ("theirs".to_owned(), 5e-3)];
        let text = table(&Times::from([("read".to_owned(), entries.into())]));
        assert!(text.contains("2.0 ms      1.00 x"), "{text}");
        assert!(text.contains("5.0 ms      2.50 x"), "{text}");
    }
}
