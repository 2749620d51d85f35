//! No two public types may share a name: a name must say what it is out of context.

#![cfg(test)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::workspace;

/// The names of the public types that a source file declares.
fn types(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(declared)
}

fn declared(line: &str) -> Option<&str> {
    const KINDS: [&str; 4] = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
    let rest = KINDS.iter().find_map(|kind| line.trim_start().strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric()).next()
}

/// A document says what a file of one format holds, in the words of that format: its types are used with the name of
/// their module, as `bvh::Joint`.
fn is_document(file: &Path) -> bool {
    file.starts_with("crates/formats/src") && file.ends_with("document.rs")
}

fn is_product(file: &Path) -> bool {
    let is_source = file.components().any(|part| part.as_os_str() == "src");
    is_source && file.starts_with("crates") && file.extension().is_some_and(|kind| kind == "rs")
}

#[test]
fn no_two_public_types_share_a_name() -> Result<()> {
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let files = workspace::files()?.into_iter().filter(|file| is_product(file) && !is_document(file));
    for file in files.filter(|file| workspace::root().join(file).exists()) {
        for name in types(&fs::read_to_string(workspace::root().join(&file))?) {
            places.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    assert!(places.contains_key("ClipSet"), "no types were found");
    let shared: Vec<_> = places.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(shared.is_empty(), "types that share a name: {shared:#?}");
    Ok(())
}

#[test]
fn public_types_are_distinguished_from_other_items() {
    let text = "pub struct A<'a> {\npub(crate) struct B;\n    pub enum C {\nstruct D;\npub type E = A;\npub fn f() {}";
    assert_eq!(types(text).collect::<Vec<_>>(), ["A", "C", "E"]);
}
