//! The checks of this repository, the same here and in CI: `cargo xtask test`, and its slower companions.

#![allow(clippy::print_stdout, reason = "a program that reports what it does")]

mod arrows;
mod bench;
mod clients;
mod eval;
mod fuzz;
mod markdown;
mod references;
mod step;
mod test;
mod workspace;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo xtask COMMAND

  test            format, lints, tests, doc tests, documentation, crate arrows, paths in Markdown files
  bench [NAME]    run the benchmarks, or those with NAME in their name, beside other people's libraries
  eval NAME [FOLDER]  how well an algorithm does on captures: blends, search, parametric, stance
  clients         open what we write in other programs (Blender, installed when missing)
  fuzz [SECONDS]  fuzz every reader, 60 seconds each unless told otherwise (cargo-fuzz, installed when missing)";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["test"] => test::run(),
        ["bench"] => bench::run(None),
        ["bench", name] => bench::run(Some(name)),
        ["eval", name] => eval::run(name, None),
        ["eval", name, folder] => eval::run(name, Some(folder)),
        ["clients"] => clients::run(),
        ["fuzz"] => fuzz::run(fuzz::DEFAULT_SECONDS),
        ["fuzz", seconds] => fuzz::run(seconds.parse()?),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => bail!("no such command: {}\n\n{HELP}", args.join(" ")),
    }
}
