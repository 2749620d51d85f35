//! The Khronos validator, as for the formats.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// Puts the validator's package beside its script, once; other test processes wait for the lock.
fn tool() -> &'static Path {
    static TOOL: OnceLock<PathBuf> = OnceLock::new();
    TOOL.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/validator");
        let lock = std::fs::File::create(std::env::temp_dir().join("segue-validator.lock")).unwrap();
        lock.lock().unwrap();
        if !folder.join("node_modules/gltf-validator").is_dir() {
            let run = Command::new("npm").arg("ci").current_dir(&folder).output();
            let run =
                run.expect("the validator needs Node: install it, then run `npm ci` in tools/validator");
            assert!(run.status.success(), "`npm ci`: {}", String::from_utf8_lossy(&run.stderr));
        }
        folder.join("validate.mjs")
    })
}

/// The validator must find nothing to say about these files.
#[track_caller]
pub(crate) fn assert_valid(files: &[PathBuf]) {
    let run = Command::new("node").arg(tool()).args(files).output().expect("the validator needs Node");
    let text = String::from_utf8_lossy(&run.stdout);
    let reports: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.len(), files.len(), "{text}{}", String::from_utf8_lossy(&run.stderr));
    for report in reports {
        let counts = ["errors", "warnings", "infos", "hints"].map(|kind| report[kind].as_u64());
        assert_eq!(counts, [Some(0); 4], "{report:#}");
    }
}
