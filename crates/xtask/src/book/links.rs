//! The links of the book as it is built.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, ensure};

/// What is shown for an address that does not exist; its own links start at the root of a site.
const NOT_FOUND: &str = "404.html";

/// Follows every link within the book; says how many there are.
pub(super) fn check(book: &Path) -> Result<usize> {
    let pages = pages(book)?;
    let mut dead = Vec::new();
    let mut seen = 0;
    for (page, text) in pages.iter().filter(|(page, _)| !page.ends_with(NOT_FOUND)) {
        let within = |link: &&str| !link.contains(':') && !link.is_empty();
        for link in attributes(text, &["href", "src"]).into_iter().filter(within) {
            seen += 1;
            if !leads_somewhere(&pages, book, page, link) {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    ensure!(seen > 100, "only {seen} links were found in {}", book.display());
    ensure!(dead.is_empty(), "dead links in the book:\n{}", dead.join("\n"));
    Ok(seen)
}

/// All pages of the book with their text, by their path in it.
fn pages(book: &Path) -> Result<BTreeMap<PathBuf, String>> {
    let mut pages = BTreeMap::new();
    let mut folders = vec![book.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "html") {
                pages.insert(path.strip_prefix(book)?.to_owned(), fs::read_to_string(&path)?);
            }
        }
    }
    Ok(pages)
}

fn leads_somewhere(pages: &BTreeMap<PathBuf, String>, book: &Path, page: &Path, link: &str) -> bool {
    let (file, place) = link.split_once('#').map_or((link, None), |(file, place)| (file, Some(place)));
    let target = if file.is_empty() {
        Some(page.to_owned())
    } else {
        resolved(&page.parent().unwrap_or(Path::new("")).join(file))
    };
    let Some(target) = target else { return false };
    match place.filter(|place| !place.is_empty()) {
        Some(place) => pages.get(&target).is_some_and(|text| ids(text).contains(place)),
        None => book.join(target).is_file(),
    }
}

/// A path without `..`; nothing for one that leaves the book.
fn resolved(path: &Path) -> Option<PathBuf> {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => whole.pop().then_some(())?,
            Component::CurDir => {}
            part => whole.push(part),
        }
    }
    Some(whole)
}

fn ids(text: &str) -> BTreeSet<&str> {
    attributes(text, &["id"]).into_iter().collect()
}

/// The values of attributes, in double quotes as mdBook writes them.
fn attributes<'a>(text: &'a str, names: &[&str]) -> Vec<&'a str> {
    let values = |name: &&str| {
        let starts = text.split(&format!(" {name}=\"")).skip(1).collect::<Vec<_>>();
        starts.into_iter().filter_map(|rest| rest.split('"').next())
    };
    names.iter().flat_map(values).collect()
}

#[test]
fn links_are_followed_from_the_page_they_are_on() {
    let pages = BTreeMap::from([
        (PathBuf::from("a.html"), "<h2 id=\"top\"><a href=\"b/c.html\">".to_owned()),
        (PathBuf::from("b/c.html"), "<a href=\"../a.html#top\">".to_owned()),
    ]);
    let leads =
        |page: &str, link| leads_somewhere(&pages, Path::new("no such folder"), Path::new(page), link);
    assert!(leads("b/c.html", "../a.html#top") && leads("a.html", "#top"));
    assert!(
        !leads("b/c.html", "a.html#top") && !leads("a.html", "#end") && !leads("a.html", "../a.html#top")
    );
    assert!(!leads("a.html", "b/c.html"), "there is no such file");
    assert_eq!(attributes(&pages[Path::new("a.html")], &["href"]), ["b/c.html"]);
}
