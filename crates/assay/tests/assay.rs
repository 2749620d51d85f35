//! A short run of every target; `cargo xtask fuzz` runs them for longer.

use std::path::PathBuf;
use std::time::Duration;

use segue_assay::{Driver, targets};

#[test]
fn no_target_is_troubled_by_what_was_changed_at_random() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("assay");
    let driver = Driver { time: Duration::from_secs(1), most: 2000, seed: 7, folder };
    for name in targets::NAMES {
        let report = driver.run(&targets::make(name));
        println!("{name}: {} executions, {} held something", report.executions, report.accepted);
        assert!(report.troubles.is_empty(), "{name}: {:?}", report.troubles);
        assert!(report.accepted > 0, "{name} reads its seeds");
    }
}
