//! The book: the pages of docs/ as mdBook shows them, with the help of every command. No link in it is dead, and every
//! command in it runs.

mod commands;
mod help;
mod links;
#[cfg(test)]
mod pages;
mod stage;

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::step::Step;
use crate::workspace;

/// The version of mdBook that the pages are written for.
const VERSION: &str = "0.5.4";

/// Where programs that the checks need are installed.
const TOOLS: &str = "target/tools";

/// Builds the book and checks it, with the program that the tests of the workspace have built.
pub(crate) fn run() -> Result<()> {
    let program = workspace::root().join("target/debug/segue");
    help::write(&program, &workspace::root().join("target/book-parts/cli.md"))?;
    Step::new("book", &format!("{} build", mdbook()?.display())).run()?;
    let links = links::check(&workspace::root().join("target/book"))?;
    let commands = commands::run(&program)?;
    println!(
        "{links} links of the book lead somewhere, {commands} commands of it run: target/book/index.html"
    );
    Ok(())
}

/// mdBook, installed where it is missing. It is compiled for a moment's use: without its server, search and optimization.
fn mdbook() -> Result<PathBuf> {
    let program = workspace::root().join(TOOLS).join("bin/mdbook");
    if !is_there(&program) {
        let line = format!(
            "cargo install mdbook --version {VERSION} --no-default-features --debug --force --root {TOOLS}"
        );
        Step::new("mdBook", &line).run()?;
    }
    Ok(program)
}

fn is_there(program: &Path) -> bool {
    let said = std::process::Command::new(program).arg("--version").output();
    said.is_ok_and(|said| String::from_utf8_lossy(&said.stdout).contains(VERSION))
}
