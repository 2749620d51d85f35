//! The commands of the book, run as a reader types them.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::stage;
use crate::workspace;

/// Runs the commands of every page, each page in a folder of its own; says how many there are.
pub(super) fn run(program: &Path) -> Result<usize> {
    let folder = workspace::root().join("target/book-stage");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let set = folder.join("set");
    stage::set(&set, program)?;
    let pages = pages()?;
    let mut failed = Vec::new();
    let mut count = 0;
    for page in &pages {
        let text = fs::read_to_string(page)?;
        let own = folder.join(page.file_stem().unwrap_or_default());
        let commands = commands(&text);
        if commands.is_empty() {
            continue;
        }
        stage::copy(&set, &own)?;
        if text.contains("segue library new moves.segue") {
            fs::remove_file(own.join("moves.segue"))?;
        }
        for command in &commands {
            count += 1;
            if let Err(error) = try_out(&own, program, command) {
                failed.push(format!("{}: {command}\n    {error:#}", page.display()));
            }
        }
    }
    ensure!(count > 40, "only {count} commands were found");
    ensure!(failed.is_empty(), "commands of the book fail:\n{}", failed.join("\n"));
    Ok(count)
}

/// The pages of docs/, and the front page.
fn pages() -> Result<Vec<PathBuf>> {
    let root = workspace::root();
    let docs = fs::read_dir(root.join("docs"))?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let is_page = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "md");
    let mut pages: Vec<PathBuf> = docs.into_iter().filter(is_page).chain([root.join("README.md")]).collect();
    pages.sort();
    Ok(pages)
}

/// The lines in blocks of code that call the program, without what is said about them after two blanks.
fn commands(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut commands = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if inside && line.starts_with("segue ") {
            commands.push(line.split("  ").next().unwrap_or(line).to_owned());
        }
    }
    commands
}

fn try_out(folder: &Path, program: &Path, command: &str) -> Result<()> {
    if command.starts_with("segue studio") {
        return serve(folder, program, command);
    }
    let output = stage::shell(folder, program, command).output().context("starting sh")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {}", output.status, said.trim());
    Ok(())
}

/// Starts the Studio without a browser, waits for its address and ends it.
fn serve(folder: &Path, program: &Path, command: &str) -> Result<()> {
    let quiet = if command.contains("--no-open") { "" } else { " --port 0 --no-open" };
    let mut shell: Command = stage::shell(folder, program, &format!("exec {command}{quiet}"));
    let mut server = shell.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().context("starting sh")?;
    let stdout = server.stdout.take().context("no output")?;
    let address = BufReader::new(stdout).lines().map_while(Result::ok).find(|line| line.contains("http://"));
    server.kill()?;
    server.wait()?;
    address.map(|_| ()).context("it says no address")
}

#[test]
fn commands_are_lines_of_code_without_remarks() {
    let text = "segue no\n```\nsegue info a.bvh   what it is\nother\n```\nsegue no\n```sh\nsegue index \"a b\"\n```\n";
    assert_eq!(commands(text), ["segue info a.bvh", "segue index \"a b\""]);
}
