//! What comes out: motions as they are written, measured at their own apex.

use segue::blend::quality::{Quality, largest_jerk};
use segue::motion::{Anatomy, Clip, ClipId};
use segue::parametric::Parametric;
use segue::verbs::parametric::AskedMotion;
use segue::verbs::{ParametricAtRequest, Silent, Warm as _};

/// Motions that are asked for: what random valid blends measure, so that each can be reached.
const ASKED: u64 = 25;

/// Farther out than the examples, seen from their middle, targets are by this much. It is beyond what blends may extrapolate to.
const BEYOND: f64 = 2.0;

/// Motions that could be reached.
pub(crate) struct Written {
    /// How far each is off, in mm, in order of size.
    off_mm: Vec<f64>,
    /// By how much bodies were moved beside their blends, in mm, in order of size.
    corrected_mm: Vec<f64>,
    /// The worst drift of a planted foot.
    drift_mm: f64,
    /// The largest jerk and knee pop beside the worst of the examples used.
    jerk: f64,
    knee: f64,
    /// Motions with a fault.
    faulty: usize,
}

impl Written {
    pub(crate) fn of(parametric: &Parametric) -> Self {
        let targets = (0..ASKED).filter_map(|number| parametric.random_target(1, number).unwrap());
        let made: Vec<AskedMotion> = targets.map(|target| ask(parametric, target).0).collect();
        let sorted = |number: &dyn Fn(&AskedMotion) -> f64| {
            let mut all: Vec<f64> = made.iter().map(number).collect();
            all.sort_by(f64::total_cmp);
            all
        };
        let worst = |number: &dyn Fn(&AskedMotion) -> f64| sorted(number)[made.len() - 1];
        let of_examples: Vec<Quality> = parametric
            .examples()
            .clips()
            .map(|clip| Quality::of(clip, &Anatomy::of(clip.skeleton())))
            .collect();
        let beside = |motion: &AskedMotion, number: f64, of: &dyn Fn(&Quality) -> f64| {
            number / used(motion).into_iter().map(|n| of(&of_examples[n])).fold(0.0, f64::max)
        };
        let knee = |quality: &Quality| quality.knee_pop_degrees.unwrap_or(0.0);
        Self {
            off_mm: sorted(&|motion| motion.off_mm.unwrap()),
            corrected_mm: sorted(&|motion| motion.corrected_mm),
            drift_mm: worst(&|motion| motion.made.quality.worst_drift_mm.unwrap_or(0.0)),
            jerk: worst(&|motion| beside(motion, motion.made.quality.jerk_mm, &|quality| quality.jerk_mm)),
            knee: worst(&|motion| beside(motion, motion.made.quality.knee_pop_degrees.unwrap_or(0.0), &knee)),
            faulty: made.iter().filter(|motion| !motion.made.verdict.as_ref().unwrap().good).count(),
        }
    }

    pub(crate) fn text(&self) -> String {
        let last = self.off_mm.len() - 1;
        let within = self.off_mm.iter().filter(|off| **off <= 1.0).count();
        format!(
            "{:.2}, {:.2} | {within} of {} | {:.1}, {:.1} | {:.2} | {:.2}, {:.2} | {}",
            self.off_mm[last / 2],
            self.off_mm[last],
            last + 1,
            self.corrected_mm[last / 2],
            self.corrected_mm[last],
            self.drift_mm,
            self.jerk,
            self.knee,
            self.faulty
        )
    }
}

/// The examples that a motion was made of.
fn used(motion: &AskedMotion) -> Vec<usize> {
    (0..motion.weights.len()).filter(|&n| motion.weights[n].abs() > 1e-6).collect()
}

/// Asks for one motion.
fn ask(parametric: &Parametric, target: Vec<f64>) -> (AskedMotion, Clip) {
    let request = ParametricAtRequest { target, ..ParametricAtRequest::default() };
    let mut done = request.run_on(parametric, &Silent).unwrap();
    (done.answer.motions.swap_remove(0), done.work.swap_remove(0).clip)
}

/// A row about targets that no blend reaches: beyond each example, seen from the middle of all.
pub(crate) fn out_of_reach(action: &str, half: &str, parametric: &Parametric) {
    let count = parametric.examples().len();
    let own: Vec<&Vec<f64>> = parametric.samples()[..count].iter().map(|sample| &sample.parameters).collect();
    let dimensions = own[0].len();
    let middle: Vec<f64> =
        (0..dimensions).map(|d| own.iter().map(|values| values[d]).sum::<f64>() / count as f64).collect();
    let beyond = |values: &Vec<f64>| -> Vec<f64> {
        middle.iter().zip(values).map(|(middle, value)| middle + BEYOND * (value - middle)).collect()
    };
    let made: Vec<(AskedMotion, Clip)> = own.iter().map(|values| ask(parametric, beyond(values))).collect();
    let missed: Vec<&(AskedMotion, Clip)> = made.iter().filter(|(motion, _)| !motion.is_reached).collect();
    let jerk = |clip: &Clip| largest_jerk(clip, 0.0, f64::INFINITY);
    let jerks: Vec<f64> = parametric.examples().iter().map(|(_, clip)| jerk(clip)).collect();
    let least = missed.iter().flat_map(|(motion, _)| motion.weights.iter().copied()).fold(1.0, f64::min);
    let most_used = missed.iter().map(|(motion, _)| used(motion).len()).max().unwrap_or(0);
    let query = parametric.ensemble().registration().reference();
    let worst = |compared: &dyn Fn(&AskedMotion) -> f64| {
        missed.iter().map(|(motion, clip)| jerk(clip) / compared(motion)).fold(0.0, f64::max)
    };
    let to_query = worst(&|_: &AskedMotion| jerks[ClipId::index(query)]);
    let to_used = worst(&|motion: &AskedMotion| used(motion).iter().map(|&n| jerks[n]).fold(0.0, f64::max));
    println!(
        "| {action} | {half} | {} of {count} | {least:.2} | {most_used} | {to_query:.2} | {to_used:.2} |",
        missed.len()
    );
}
