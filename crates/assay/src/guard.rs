//! Watches a target while it works: time and memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// A target that works longer than this on one input hangs, in time of the processor: a machine with other work may keep it waiting.
const PATIENCE: Duration = Duration::from_mins(1);

/// A target that is not done with one input after so long waits for something that does not come.
const LONGEST_WAIT: Duration = Duration::from_mins(30);

/// Memory that no input may make a target take, in kB.
pub(crate) const MOST_KB: usize = 1 << 20;

/// What is being read, and since when.
struct Turn {
    worked: Duration,
    start: Instant,
    input: Vec<u8>,
}

impl Turn {
    fn is_too_long(&self) -> bool {
        worked().saturating_sub(self.worked) > PATIENCE || self.start.elapsed() > LONGEST_WAIT
    }
}

type Current = Arc<Mutex<Option<Turn>>>;

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
                    Some(turn) if turn.is_too_long() => Some(turn.input.clone()),
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

    /// Begins to watch; returns what [`worked`] says.
    pub(crate) fn begin(&self, input: &[u8]) -> Duration {
        let worked = worked();
        self.set(Some(Turn { worked, start: Instant::now(), input: input.to_vec() }));
        worked
    }

    pub(crate) fn end(&self) {
        self.set(None);
    }

    fn set(&self, turn: Option<Turn>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = turn;
    }
}

/// The time that processors have worked for this program.
pub(crate) fn worked() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
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
