//! One action: examples, size, time, errors, feet.

use rustix::time::{ClockId, clock_gettime};
use segue::library::Packed;
use segue::motion::{Clip, ClipId, ClipSet};
use segue::parametric::{BuildSettings, Parametric};

use crate::written::Written;

/// Random targets that some valid blend meets.
const TARGETS: usize = 100;

/// An action as the tables name it.
#[derive(Clone, Copy)]
pub(crate) struct Action<'a> {
    pub(crate) name: &'a str,
    /// Which half of the captures it is of.
    pub(crate) half: &'a str,
    pub(crate) measure: &'a str,
}

/// An action with its motion and what came of asking it.
pub(crate) struct Built {
    pub(crate) action: Action<'static>,
    pub(crate) parametric: Parametric,
    pub(crate) written: Written,
}

pub(crate) fn head() {
    println!(
        "| action | half | measure | examples | samples | on top, % | build, s | 12 nearest samples: median, 99 %, mm | refined | as \
         written: median, most, mm | within 1 mm | body moved by: median, most, mm | drift of feet, mm | silently | jerk, knee \
         pop ÷ examples', most | faulty | least weight | examples used: median, most | with weights below -0.01 |"
    );
    println!("|{}", "---|".repeat(19));
}

/// Builds a motion, prints its row and gives it back.
pub(crate) fn print(action: Action<'static>, clips: &[Clip]) -> Built {
    let examples = ClipSet::of(clips.iter().cloned()).unwrap();
    let started = processor_secs();
    let built = Parametric::build(&examples, &[], action.measure, &BuildSettings::default()).unwrap();
    let secs = processor_secs() - started;
    let packed: usize = clips.iter().map(|clip| Packed::of(clip).bytes()).sum();
    let share = 100.0 * built.encode().len() as f64 / packed as f64;
    let found = built.evaluate(TARGETS, 1).unwrap().unwrap();
    assert!(found.all_valid, "all weights are valid");
    let written = Written::of(&built);
    let mm = |metres: f64| 1000.0 * metres;
    println!(
        "| {} | {} | `{}` | {} | {} | {share:.1} | {secs:.2} | {:.1}, {:.1} | {:.2}, {:.2} | {}",
        action.name,
        action.half,
        action.measure,
        clips.len(),
        built.samples().len(),
        mm(found.before.median),
        mm(found.before.percentile_99),
        mm(found.after.median),
        mm(found.after.percentile_99),
        written.text(),
    );
    Built { action, parametric: built, written }
}

/// Processor time of all threads so far, in seconds: other programs do not count.
fn processor_secs() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// How far the parameters of each example are from what a motion of the others reaches, in metres, in order of size; not the
/// reference, which is the query.
pub(crate) fn left_out(parametric: &Parametric) -> Vec<f64> {
    let clips = parametric.examples();
    let off = |n: ClipId| {
        let others: Vec<ClipId> = clips.ids().filter(|&m| m != n).collect();
        let others = clips.select(&others).unwrap();
        let measure = parametric.measures().text();
        let built = Parametric::build(&others, &[], measure, &BuildSettings::default()).unwrap();
        built.at(&parametric.samples()[n.index()].parameters).unwrap().off_metres
    };
    let mut offs: Vec<f64> = clips.ids().skip(1).map(off).collect();
    offs.sort_by(f64::total_cmp);
    offs
}
