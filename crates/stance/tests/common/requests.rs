//! Random requests, and how long their answers take.

use std::time::Duration;

use segue_stance::{Params, StanceLibrary};

/// Requests from the box of all stances' parameters, grown by a fifth. Those that no body can be asked for at all are
/// left out.
pub(crate) fn drawn(library: &StanceLibrary, seed: u64, count: usize) -> Vec<Params> {
    let all: Vec<[f64; 6]> = library.stances().iter().map(|stance| stance.params().to_array()).collect();
    let bound = |i: usize| {
        let (low, high) = all.iter().fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x[i]), b.max(x[i])));
        (low - 0.1 * (high - low), high + 0.1 * (high - low))
    };
    let mut state = seed;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let drawn = std::iter::repeat_with(|| {
        Params::from_array(std::array::from_fn(|i| {
            let (low, high) = bound(i);
            low + unit() * (high - low)
        }))
    });
    drawn.filter(|params| params.checked().is_ok()).take(count).collect()
}

/// The processor time of this thread: the machine is shared with other tests.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

pub(crate) fn timed<T>(f: impl FnOnce() -> T) -> (T, Duration) {
    let begun = processor_time();
    let done = f();
    (done, processor_time().saturating_sub(begun))
}
