//! Every path that a Markdown file names must exist, and no page may be empty.

#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::workspace;

/// The paths a text names: targets of links, and words in backquotes that look like a path of this repository.
fn named_paths(text: &str, is_ours: impl Fn(&str) -> bool) -> Vec<String> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let links = links.filter(|target| !target.contains("://") && !target.starts_with('#'));
    let links = links.map(|target| target.split_once('#').map_or(target, |(path, _)| path));
    let quoted = text.split('`').skip(1).step_by(2).filter(|word| is_ours(word));
    links.chain(quoted).map(str::to_owned).collect()
}

/// A path of this repository starts with one of its folders or is a Markdown file; patterns and placeholders are
/// not paths.
fn looks_like_path(word: &str) -> bool {
    const FOLDERS: [&str; 6] = ["crates/", "docs/", "tools/", "fuzz/", ".ci/", ".cargo/"];
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    let markdown =
        Path::new(word).extension().is_some_and(|extension| extension == "md") && !word.contains('/');
    plain && (markdown || FOLDERS.iter().any(|folder| word.starts_with(folder)))
}

fn missing(file: &Path) -> Result<Vec<String>> {
    let root = workspace::root();
    let text = fs::read_to_string(root.join(file))?;
    let beside = root.join(file).parent().map(Path::to_owned).unwrap_or_default();
    let exists = |path: &String| root.join(path).exists() || beside.join(path).exists();
    Ok(named_paths(&text, looks_like_path).into_iter().filter(|path| !exists(path)).collect())
}

#[test]
fn every_path_named_in_a_markdown_file_exists() -> Result<()> {
    let is_markdown = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let files: Vec<PathBuf> = workspace::files()?.into_iter().filter(is_markdown).collect();
    assert!(files.contains(&PathBuf::from("README.md")), "git lists no README.md");
    for file in files.iter().filter(|file| workspace::root().join(file).exists()) {
        let text = fs::read_to_string(workspace::root().join(file))?;
        assert!(text.starts_with("# "), "{} does not start with a title", file.display());
        let missing = missing(file)?;
        assert!(missing.is_empty(), "{} names what does not exist: {}", file.display(), missing.join(", "));
    }
    Ok(())
}

#[test]
fn paths_are_distinguished_from_other_words() {
    let text = "See [the guide](docs/a.md#part), [site](https://example.org), `crates/x/y.rs`, `*.map.toml`, `Clip`.";
    assert_eq!(named_paths(text, looks_like_path), ["docs/a.md", "crates/x/y.rs"]);
}
