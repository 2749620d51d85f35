//! The checks of this repository, the same here and in CI: `cargo xtask test`, and its slower companions.

#![allow(clippy::print_stdout, reason = "a program that reports what it does")]

mod arrows;
mod bench;
mod book;
mod captures;
mod clients;
mod cmu;
mod cuts;
mod deny;
mod dependencies;
mod dice;
mod eval;
mod fuzz;
mod hour;
mod markdown;
mod names;
mod program;
mod python;
mod references;
mod sanitized;
mod step;
mod studio;
mod test;
mod torture;
mod workspace;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo xtask COMMAND

  test            format, lints, tests, doc tests, documentation, crate arrows, paths in Markdown files
  bench [NAME]    run the benchmarks, or those with NAME in their name, beside other people's libraries;
                  --page writes docs/benchmarks.md from the last runs
  eval NAME [FOLDER] [PART...]  how well an algorithm does: blends, search, parametric, retarget, stance, sketch, growth;
                  PART is what the evaluation says that it can do alone, such as a kind of clips
  screenshots     take the pictures of the Studio from its page (Chromium, installed when missing)
  book            build the book of docs/ (mdBook, installed when missing), follow its links, run its commands
  python          run the tests of the Python package
  wheel           build the wheel of the Python package and weigh it
  clients         open what we write in other programs (Blender and Godot, installed when missing)
  fuzz [SECONDS] [TARGET]  change files at random and run what reads them, 60 seconds each by default
  fuzz --guided [SECONDS]  the same for the readers with cargo-fuzz, installed when missing
  fuzz --sanitized [SECONDS] [FILE...]  the same for ufbx, which is C, with the sanitizers of the C compiler
  torture [ROUNDS] [SEED]  kill programs that work on one library, 100 rounds by default
  cmu FOLDER      read, add, index, search and blend the clips of a folder; failures are listed
  cuts FOLDER INTO [COUNT]  make a folder of that kind of some BVH files, 2500 files by default
  hour FOLDER FILE [SEED]   make a BVH file of an hour of those of a folder
  deny            licences, advisories and duplicates of the dependencies (cargo-deny, installed when missing)";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["test"] => test::run(),
        ["bench"] => bench::run(None),
        ["bench", "--page"] => bench::page(),
        ["bench", name] => bench::run(Some(name)),
        ["eval", name, ref words @ ..] => eval::run(name, words),
        ["screenshots"] => studio::screenshots(),
        ["book"] => tests_then(book::run),
        ["python"] => tests_then(python::test),
        ["wheel"] => python::wheel(),
        ["clients"] => clients::run(),
        ["fuzz"] => fuzz::plain(fuzz::DEFAULT_SECONDS, None),
        ["fuzz", "--guided"] => fuzz::guided(fuzz::DEFAULT_SECONDS),
        ["fuzz", "--guided", seconds] => fuzz::guided(seconds.parse()?),
        ["fuzz", "--sanitized"] => sanitized::run(fuzz::DEFAULT_SECONDS, &[]),
        ["fuzz", "--sanitized", seconds, ref files @ ..] => sanitized::run(seconds.parse()?, files),
        ["fuzz", "--seconds", seconds] | ["fuzz", seconds] => fuzz::plain(seconds.parse()?, None),
        ["fuzz", "--seconds", seconds, target] | ["fuzz", seconds, target] => {
            fuzz::plain(seconds.parse()?, Some(target))
        }
        ["torture"] => torture::run(torture::DEFAULT_ROUNDS, 1),
        ["torture", rounds] => torture::run(rounds.parse()?, 1),
        ["torture", rounds, seed] => torture::run(rounds.parse()?, seed.parse()?),
        ["cmu", folder] => cmu::run(folder),
        ["cuts", folder, into] => cuts::write(folder, into, cuts::DEFAULT_COUNT),
        ["cuts", folder, into, count] => cuts::write(folder, into, count.parse()?),
        ["hour", folder, file] => hour::write(folder, file, 1),
        ["hour", folder, file, seed] => hour::write(folder, file, seed.parse()?),
        ["deny"] => deny::run(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => bail!("no such command: {}\n\n{HELP}", args.join(" ")),
    }
}

/// Builds what the tests of the workspace build, with the same features, then checks something with it.
fn tests_then(check: fn() -> Result<()>) -> Result<()> {
    step::Step::new("program", "cargo test --workspace --no-run --locked").run()?;
    check()
}
