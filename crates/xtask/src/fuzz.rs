//! `cargo xtask fuzz`: changes files at random and runs what reads them.

use std::fs;

use anyhow::{Context, Result};

use crate::step::{Step, succeeds};
use crate::workspace;

/// Seconds per target when the command line does not say.
pub(crate) const DEFAULT_SECONDS: u64 = 60;

/// Runs each target of `crates/assay` for this long, or the one that is named; works with every compiler.
pub(crate) fn plain(seconds: u64, target: Option<&str>) -> Result<()> {
    let step = Step::new("assay", "cargo run --release -p segue-assay --locked --").arg(seconds.to_string());
    match target {
        Some(target) => step.arg(target),
        None => step,
    }
    .run()
}

/// Runs each target for a minute in the build of the tests, as many at a time as there are processors.
pub(crate) fn minute() -> Result<()> {
    let seconds = DEFAULT_SECONDS.to_string();
    Step::tests("changed files", "--no-fail-fast --test assay", "").env("SEGUE_FUZZ_SECONDS", &seconds).run()
}

/// Fuzzes each target of the folder `fuzz` for this long, led by what code is reached; the first crash ends the run and
/// cargo-fuzz says where the input lies.
pub(crate) fn guided(seconds: u64) -> Result<()> {
    if !succeeds("cargo fuzz --version") {
        Step::new("cargo-fuzz", "cargo install cargo-fuzz").run()?;
    }
    for target in targets()? {
        fuzz(&target, seconds)?;
    }
    Ok(())
}

/// Starts from the seeds in the repository and keeps what it finds in `fuzz/corpus`. The address sanitizer is an
/// unstable option of the compiler; the switch lets a stable one use it.
fn fuzz(target: &str, seconds: u64) -> Result<()> {
    let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
    for folder in [&corpus, &seeds] {
        let folder = workspace::root().join(folder);
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    Step::new(format!("fuzz {target}"), &format!("cargo fuzz run {target} {corpus} {seeds} --"))
        .arg(format!("-max_total_time={seconds}"))
        .env("RUSTC_BOOTSTRAP", "1")
        .run()
}

fn targets() -> Result<Vec<String>> {
    let folder = workspace::root().join("fuzz/fuzz_targets");
    let files = fs::read_dir(&folder).with_context(|| format!("no fuzz targets in {}", folder.display()))?;
    let mut names = Vec::new();
    for file in files {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}
