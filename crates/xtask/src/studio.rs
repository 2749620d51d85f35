//! The page of the Studio: its types, its units, and the page itself in a real browser.

use std::path::Path;

use anyhow::Result;

use crate::step::{Step, succeeds};

/// Where the page is made.
const WEB: &str = "crates/studio/web";

/// What Chromium is called on machines that have it.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Checks the page. Without a browser, and where none may be installed, only types and units are checked.
pub(crate) fn test() -> Result<()> {
    packages()?;
    Step::new("studio types", "npm run --silent check").within(WEB).run()?;
    Step::new("studio units", "node test/units.mjs").within(WEB).run()?;
    let Some(browser) = browser()? else {
        println!("skipped: no Chromium to open the Studio in");
        return Ok(());
    };
    drive("studio in the browser", "node test/browser.mjs", &browser)
}

/// Takes the pictures of the README and of the pages of docs from the real page.
pub(crate) fn screenshots() -> Result<()> {
    packages()?;
    let Some(browser) = browser()? else { anyhow::bail!("no Chromium to take pictures with; install it") };
    drive("screenshots", "node test/screenshots.mjs", &browser)
}

/// Measures the page in a real browser with the program as it is released: a table, where there is a browser.
pub(crate) fn bench() -> Result<Option<String>> {
    packages()?;
    let Some(browser) = browser()? else {
        println!("skipped: no Chromium to measure the Studio in");
        return Ok(None);
    };
    Step::new("program", "cargo build --release --locked --bin segue").run()?;
    let program = crate::workspace::root().join("target/release/segue");
    with_program("studio in the browser", "node test/bench.mjs", &program, &browser).heard().map(Some)
}

fn packages() -> Result<()> {
    Step::new("studio packages", "npm ci --no-audit --no-fund").within(WEB).run()
}

/// Runs a script of the page against the program of this build.
fn drive(title: &str, line: &str, browser: &str) -> Result<()> {
    // The same features as in the tests: `cargo build` would resolve others and compile the whole tree again.
    Step::new("program", "cargo test --workspace --no-run --locked").run()?;
    let program = crate::workspace::root().join("target/debug/segue");
    with_program(title, line, &program, browser).run()
}

fn with_program(title: &str, line: &str, program: &Path, browser: &str) -> Step {
    Step::new(title, line).within(WEB).env("SEGUE", &program.to_string_lossy()).env("CHROMIUM", browser)
}

/// The browser of this machine; installed by apt-get where it is missing and that is permitted.
fn browser() -> Result<Option<String>> {
    let found = || BROWSERS.into_iter().find(|name| succeeds(&format!("{name} --version")));
    if found().is_none() && may_install() {
        Step::new("package lists", "apt-get update").run()?;
        Step::new("Chromium", "apt-get install -y chromium")
            .env("DEBIAN_FRONTEND", "noninteractive")
            .run()?;
    }
    Ok(found().map(str::to_owned))
}

/// Whether packages of the system may be installed: by root, where there is apt-get.
fn may_install() -> bool {
    succeeds("apt-get --version") && succeeds("test -w /var/lib/dpkg")
}
