//! Every paper that the code cites by key must be listed in REFERENCES.md.

#![cfg(test)]

use std::collections::BTreeSet;
use std::fs;

use anyhow::Result;

use crate::workspace;

/// The keys in a text: `[KG03]`, one to four capitals and two digits in brackets.
fn keys(text: &str) -> BTreeSet<String> {
    let words = text.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(word, _)| word);
    words.filter(|word| is_key(word)).map(str::to_owned).collect()
}

fn is_key(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let capitals = (1..=4).contains(&letters.len()) && letters.chars().all(|c| c.is_ascii_uppercase());
    capitals && word.len() == letters.len() + 2
}

#[test]
fn every_cited_key_is_listed() -> Result<()> {
    let listed = fs::read_to_string(workspace::root().join("REFERENCES.md"))?;
    let sources =
        workspace::files()?.into_iter().filter(|file| file.extension().is_some_and(|kind| kind == "rs"));
    for file in
        sources.filter(|file| workspace::root().join(file).exists() && !file.ends_with("references.rs"))
    {
        for key in keys(&fs::read_to_string(workspace::root().join(&file))?) {
            assert!(listed.contains(&format!("| {key} |")), "{} cites [{key}]", file.display());
        }
    }
    Ok(())
}

#[test]
fn keys_are_distinguished_from_other_brackets() {
    let found = keys("[K04] §5, [KSG02]; `rows[FRAME]`, [x], [ABCDE12], [A1], [AB123], a[0], [`Clip`]");
    assert_eq!(found, BTreeSet::from(["K04".to_owned(), "KSG02".to_owned()]));
}
