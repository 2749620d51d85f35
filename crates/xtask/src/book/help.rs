//! The reference of the command line: what each command says about itself.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Writes the help of the program and of all its commands as a part of a page.
pub(super) fn write(program: &Path, page: &Path) -> Result<()> {
    let mut text = String::new();
    describe(program, &[], &mut text)?;
    fs::create_dir_all(page.parent().context("a file in a folder")?)?;
    Ok(fs::write(page, text)?)
}

/// The help of a command, then that of its own commands.
fn describe(program: &Path, words: &[&str], text: &mut String) -> Result<()> {
    let output = Command::new(program).args(words).arg("--help").output();
    let output = output.with_context(|| format!("starting {}", program.display()))?;
    ensure!(output.status.success(), "segue {} --help: {}", words.join(" "), output.status);
    let help = String::from_utf8(output.stdout)?;
    let title = [&["segue"], words].concat().join(" ");
    let level = if words.len() < 2 { "##" } else { "###" };
    write!(text, "{level} {title}\n\n```text\n{}\n```\n\n", help.trim_end())?;
    commands(&help).into_iter().try_for_each(|command| describe(program, &[words, &[command]].concat(), text))
}

/// The commands that a help lists.
fn commands(help: &str) -> Vec<&str> {
    let listed = help.split("\nCommands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or("");
    let named = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    named.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

#[test]
fn commands_are_those_that_are_listed() {
    let help = "Usage\n\nCommands:\n  add   Add it,\n        all of it\n  list  List\n  help  Help\n\nOptions:\n  -q\n";
    assert_eq!(commands(help), ["add", "list"]);
    assert!(commands("Options:\n  -q\n").is_empty());
}
