//! What the program has spent: time and memory.

use rustix::time::{ClockId, clock_gettime};

/// Processor seconds of the whole program.
pub(crate) fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Megabytes of memory the program has used at most since it last asked; `None` where that cannot be told.
pub(crate) fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    Some(kilobytes / 1e3)
}
