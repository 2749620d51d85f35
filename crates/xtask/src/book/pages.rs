//! The pages of the book: every page of docs/ is in it, and its links lead somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace;

fn docs() -> PathBuf {
    workspace::root().join("docs")
}

/// The pages of a folder, without the list of them.
fn pages() -> Result<BTreeSet<String>> {
    let names = fs::read_dir(docs())?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let names = names.collect::<Result<BTreeSet<_>>>()?;
    let is_page =
        |name: &String| name != "SUMMARY.md" && Path::new(name).extension().is_some_and(|kind| kind == "md");
    Ok(names.into_iter().filter(is_page).collect())
}

/// The targets of links in a text, outside code.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for (number, block) in text.split("```").enumerate() {
        if number % 2 == 0 {
            let starts = block.match_indices("](").map(|(at, _)| &block[at + 2..]);
            links.extend(starts.filter_map(|rest| rest.split(')').next()).map(str::to_owned));
        }
    }
    links
}

/// The name that a heading has in addresses.
fn anchor(heading: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || c == ' ' || c == '-' || c == '_';
    heading.trim().to_lowercase().chars().filter(|&c| kept(c)).collect::<String>().replace(' ', "-")
}

fn anchors(text: &str) -> BTreeSet<String> {
    let outside = text.split("```").step_by(2);
    let headings = outside.flat_map(str::lines).filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#'))).collect()
}

#[test]
fn every_page_is_in_the_book_once() -> Result<()> {
    let listed = links(&fs::read_to_string(docs().join("SUMMARY.md"))?);
    let once: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), once.len(), "a page is listed twice");
    assert_eq!(once, pages()?, "left: SUMMARY.md, right: docs/");
    Ok(())
}

#[test]
fn every_link_of_the_book_leads_somewhere() -> Result<()> {
    let mut dead = Vec::new();
    let mut seen = 0;
    for page in pages()? {
        let text = fs::read_to_string(docs().join(&page))?;
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            seen += 1;
            let (file, place) =
                link.split_once('#').map_or((link.as_str(), None), |(file, place)| (file, Some(place)));
            let target = if file.is_empty() { docs().join(&page) } else { docs().join(file) };
            let is_there = match place {
                None => target.exists(),
                Some(place) => {
                    let text = fs::read_to_string(&target).with_context(|| format!("{page}: {link}"))?;
                    anchors(&text).contains(place)
                }
            };
            if !is_there {
                dead.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(seen > 20, "only {seen} links were found");
    assert!(dead.is_empty(), "{dead:#?}");
    Ok(())
}

#[test]
fn links_in_code_do_not_count() {
    assert_eq!(links("[a](b.md) ```\n[c](d)\n``` [e](f.md#g)"), ["b.md", "f.md#g"]);
    assert_eq!(anchor(" The answer of `register`"), "the-answer-of-register");
}

#[test]
fn the_example_in_rust_is_one_that_the_tests_run() -> Result<()> {
    let page = fs::read_to_string(docs().join("rust.md"))?;
    let example =
        page.split("```rust").nth(1).and_then(|rest| rest.split("```").next()).context("no example")?;
    let source = fs::read_to_string(workspace::root().join("crates/segue/src/lib.rs"))?;
    let documented = source.lines().filter_map(|line| line.strip_prefix("//!"));
    let text: Vec<&str> = documented.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    assert!(text.join("\n").contains(example.trim()), "it is not on the front page of `segue`");
    Ok(())
}
