//! The Python package: its tests in an environment of their own, and its wheel.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::step::Step;
use crate::workspace;

/// Where the package lies.
const PACKAGE: &str = "crates/python";

/// The environment that everything runs in.
const ENVIRONMENT: &str = "target/python-venv";

/// The oldest Python 3 that the package runs on.
const OLDEST_MINOR: u32 = 11;

/// What a wheel may weigh.
const LARGEST_WHEEL: u64 = 20_000_000;

/// Runs the tests of the package against the module and the program that the tests of the workspace have built.
pub(crate) fn test() -> Result<()> {
    if !is_new_enough()? {
        println!("skipped: no Python 3.11 or newer to test the package with");
        return Ok(());
    }
    environment(&["-r", &format!("{PACKAGE}/requirements-test.txt")])?;
    let package = assemble()?;
    let program = workspace::root().join("target/debug/segue");
    Step::new("Python package", &format!("{} -m pytest", python()))
        .within(PACKAGE)
        .env("PYTHONPATH", &package.to_string_lossy())
        .env("SEGUE", &program.to_string_lossy())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .run()
}

/// Builds the wheel as a user does, and weighs it.
pub(crate) fn wheel() -> Result<()> {
    environment(&["maturin>=1.9,<2"])?;
    let folder = workspace::root().join("target/wheels");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let line = format!("{} -m pip wheel --no-deps --wheel-dir target/wheels ./{PACKAGE}", python());
    Step::new("wheel", &line).run()?;
    for file in fs::read_dir(&folder)? {
        let file = file?;
        let bytes = file.metadata()?.len();
        println!("{}: {:.1} MB", file.path().display(), bytes as f64 / 1e6);
        ensure!(bytes < LARGEST_WHEEL, "the wheel is larger than {} MB", LARGEST_WHEEL / 1_000_000);
    }
    Ok(())
}

/// Whether the machine has a Python that the package runs on.
fn is_new_enough() -> Result<bool> {
    let Ok(output) = Command::new("python3").arg("--version").output() else { return Ok(false) };
    let text = String::from_utf8(output.stdout)?;
    let minor = text.trim().strip_prefix("Python 3.").and_then(|rest| rest.split('.').next());
    Ok(minor.and_then(|minor| minor.parse::<u32>().ok()).is_some_and(|minor| minor >= OLDEST_MINOR))
}

fn python() -> String {
    workspace::root().join(ENVIRONMENT).join("bin/python").to_string_lossy().into_owned()
}

/// Makes the environment where it is missing, and installs packages that are.
fn environment(packages: &[&str]) -> Result<()> {
    if !Path::new(&python()).exists() {
        Step::new("Python environment", &format!("python3 -m venv {ENVIRONMENT}")).run()?;
    }
    let step = Step::new("Python packages", &format!("{} -m pip install --quiet", python()));
    packages.iter().fold(step, Step::arg).run()
}

/// The package as a wheel would install it: its sources beside the module. The tests of the workspace have built the module.
fn assemble() -> Result<PathBuf> {
    let root = workspace::root();
    let package = root.join("target/python-package");
    let target = package.join("segue");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    fs::create_dir_all(&target)?;
    for file in fs::read_dir(root.join(PACKAGE).join("python/segue"))? {
        let file = file?.path();
        if let (true, Some(name)) = (file.is_file(), file.file_name()) {
            fs::copy(&file, target.join(name))?;
        }
    }
    let module = root.join(format!("target/debug/deps/{DLL_PREFIX}segue_python{DLL_SUFFIX}"));
    fs::copy(&module, target.join("_segue.abi3.so"))
        .with_context(|| format!("the tests of the workspace build it: {}", module.display()))?;
    Ok(package)
}
