//! What is said about the package in two places is the same in both.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;

fn text(file: &str) -> String {
    fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn the_wheel_asks_for_the_oldest_python_that_the_module_is_built_for() {
    let project = text("pyproject.toml");
    let oldest = project.split("requires-python = \">=3.").nth(1).and_then(|rest| rest.split('"').next());
    let oldest: u32 = oldest.unwrap().parse().unwrap();
    let built = text("../../Cargo.toml");
    assert!(built.contains(&format!("\"abi3-py3{oldest}\"")), "pyproject.toml asks for 3.{oldest}");
}

#[test]
fn every_exception_is_in_the_stub() {
    let (errors, stub) = (text("src/errors.rs"), text("python/segue/_segue.pyi"));
    let (_, table) = errors.split_once("exceptions! {").unwrap();
    let (table, _) = table.split_once('}').unwrap();
    let names: Vec<&str> = table.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        assert!(stub.contains(&format!("class {name}(SegueError)")), "{name} is not in _segue.pyi");
    }
}
