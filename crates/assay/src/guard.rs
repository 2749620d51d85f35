//! Watches a target while it works: time and memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A target that works longer than this on one input hangs.
const PATIENCE: Duration = Duration::from_mins(1);

/// Memory that no input may make a target take, in kB.
pub(crate) const MOST_KB: usize = 1 << 20;

/// What is being read, and since when.
type Current = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

/// Ends the program when an input takes too long, after the input is kept.
pub(crate) struct Guard {
    current: Current,
}

impl Guard {
    pub(crate) fn new(name: &'static str, folder: &Path) -> Self {
        let current = Current::default();
        let (watched, folder) = (Arc::downgrade(&current), folder.to_owned());
        std::thread::spawn(move || {
            while let Some(current) = watched.upgrade() {
                let slow = match &*current.lock().unwrap_or_else(PoisonError::into_inner) {
                    Some((start, input)) if start.elapsed() > PATIENCE => Some(input.clone()),
                    _ => None,
                };
                if let Some(input) = slow {
                    let path = keep(&folder, name, "hang", &input);
                    eprintln!("{name} hangs: {}", path.display());
                    std::process::abort();
                }
                drop(current);
                std::thread::sleep(Duration::from_millis(200));
            }
        });
        Self { current }
    }

    pub(crate) fn begin(&self, input: &[u8]) {
        self.set(Some((Instant::now(), input.to_vec())));
    }

    pub(crate) fn end(&self) {
        self.set(None);
    }

    fn set(&self, value: Option<(Instant, Vec<u8>)>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = value;
    }
}

/// Keeps an input that does harm.
pub(crate) fn keep(folder: &Path, name: &str, what: &str, input: &[u8]) -> PathBuf {
    let number = input.iter().fold(7_u32, |sum, &byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let path = folder.join(format!("{name}-{what}-{number:08x}"));
    if let Err(error) = fs::create_dir_all(folder).and_then(|()| fs::write(&path, input)) {
        eprintln!("cannot keep {}: {error}", path.display());
    }
    path
}

/// The most memory that this program has held since [`forget_peak`], in kB; 0 where the system does not say.
pub(crate) fn peak_kb() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Begins to count anew, where the system can.
pub(crate) fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}
