//! One action: examples, size, time, errors, feet.

use rustix::time::{ClockId, clock_gettime};
use segue::blend::quality::Quality;
use segue::blend::{CleanUp, InterpolateSettings, clean_up};
use segue::library::Packed;
use segue::motion::{Anatomy, Clip, ClipId, ClipSet};
use segue::parametric::{BuildSettings, Parametric};

/// Random targets that some valid blend meets.
const TARGETS: usize = 300;

/// Motions whose feet are looked at.
const JUDGED: u64 = 10;

pub(crate) fn head() {
    println!(
        "| action | measure | examples | samples | on top, % | build, processor s | of it 1000 samples | before refining: median, 99 %, mm | \
         after, mm | drift of feet, mm: raw | held |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
}

/// Builds a motion, prints its row and gives it back.
pub(crate) fn print(action: &str, clips: &[Clip], measure: &str) -> Parametric {
    let examples = ClipSet::of(clips.iter().cloned()).unwrap();
    let timed = |tries: usize| {
        let (started, settings) = (processor_secs(), BuildSettings { tries, ..BuildSettings::default() });
        let built = Parametric::build(&examples, &[], measure, &settings).unwrap();
        (built, processor_secs() - started)
    };
    let (_, without) = timed(0);
    let (parametric, whole) = timed(1000);
    let packed: usize = clips.iter().map(|clip| Packed::of(clip).bytes()).sum();
    let share = 100.0 * parametric.encode().len() as f64 / packed as f64;
    let found = parametric.evaluate(TARGETS, 1).unwrap().unwrap();
    assert!(found.all_valid, "all weights are valid");
    let [raw, held] = drifts_mm(&parametric);
    let mm = |metres: f64| 1000.0 * metres;
    println!(
        "| {action} | `{measure}` | {} | {} | {share:.1} | {whole:.2} | {:.2} | {:.1}, {:.1} | {:.2}, {:.2} | {raw:.1} | {held:.2} |",
        clips.len(),
        parametric.samples().len(),
        (whole - without).max(0.0),
        mm(found.before.median),
        mm(found.before.percentile_99),
        mm(found.after.median),
        mm(found.after.percentile_99),
    );
    parametric
}

/// Processor time of all threads so far, in seconds: other programs do not count.
fn processor_secs() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// The worst drift of a planted point in some of the motions, as blended and with feet held.
fn drifts_mm(parametric: &Parametric) -> [f64; 2] {
    let mut worst = [0.0f64; 2];
    for number in 0..JUDGED {
        let Some(target) = parametric.random_target(1, number).unwrap() else { continue };
        let answer = parametric.at(&target).unwrap();
        let traced = parametric.blend_traced(&answer.weights, &InterpolateSettings::default());
        let (raw, trace) = traced.unwrap();
        let anatomy = Anatomy::of(raw.skeleton());
        let held = clean_up(&raw, &trace, parametric.examples(), &CleanUp::default()).unwrap().clip;
        for (worst, clip) in worst.iter_mut().zip([raw, held]) {
            let skate = Quality::of(&clip, &anatomy).skate;
            *worst = worst.max(skate.map_or(0.0, |skate| skate.worst_drift_mm));
        }
    }
    worst
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
