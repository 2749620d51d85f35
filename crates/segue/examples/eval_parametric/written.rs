//! What comes out: motions as they are written, measured at their own apex.

use segue::blend::quality::Quality;
use segue::motion::{Anatomy, ClipId};
use segue::parametric::Parametric;

use crate::asked::Asked;
use crate::row::{Action, Built};

/// Motions that are asked for: what random valid blends measure, so that each can be reached.
const ASKED: u64 = 25;

/// Farther out than the examples, seen from their middle, targets are by this much. It is beyond what blends may extrapolate to.
const BEYOND: f64 = 2.0;

/// What the examples are like.
struct Examples {
    jerks: Vec<f64>,
    knees: Vec<f64>,
}

impl Examples {
    fn of(parametric: &Parametric) -> Self {
        let quality = |clip| Quality::of(clip, &Anatomy::of(clip.skeleton()));
        let all: Vec<Quality> = parametric.examples().clips().map(quality).collect();
        Self {
            jerks: all.iter().map(|quality| quality.jerk_mm).collect(),
            knees: all.iter().map(|quality| quality.knee_pop_degrees.unwrap_or(0.0)).collect(),
        }
    }

    /// The jerk of a motion beside the worst of the examples that it was made of.
    fn jerk(&self, asked: &Asked) -> f64 {
        asked.jerk() / asked.used().into_iter().map(|n| self.jerks[n]).fold(0.0, f64::max)
    }

    /// Likewise how far its knees pop.
    fn knee(&self, asked: &Asked) -> f64 {
        asked.knee() / asked.used().into_iter().map(|n| self.knees[n]).fold(0.0, f64::max)
    }
}

/// Motions that could be reached.
pub(crate) struct Written {
    examples: Examples,
    made: Vec<Asked>,
}

impl Written {
    pub(crate) fn of(parametric: &Parametric) -> Self {
        let targets = (0..ASKED).filter_map(|number| parametric.random_target(1, number).unwrap());
        let made = targets.map(|target| Asked::of(parametric, target)).collect();
        Self { examples: Examples::of(parametric), made }
    }

    /// A number of each motion, in order of size.
    fn sorted(&self, number: impl Fn(&Asked) -> f64) -> Vec<f64> {
        let mut all: Vec<f64> = self.made.iter().map(number).collect();
        all.sort_by(f64::total_cmp);
        all
    }

    fn worst(&self, number: impl Fn(&Asked) -> f64) -> &Asked {
        self.made.iter().max_by(|a, b| number(a).total_cmp(&number(b))).unwrap()
    }

    pub(crate) fn text(&self) -> String {
        let last = self.made.len() - 1;
        let off_mm = self.sorted(|asked| asked.motion.off_mm.unwrap());
        let corrected_mm = self.sorted(|asked| asked.motion.corrected_mm);
        let within = off_mm.iter().filter(|off| **off <= 1.0).count();
        let count = |is: &dyn Fn(&Asked) -> bool| self.made.iter().filter(|asked| is(asked)).count();
        format!(
            "{:.2}, {:.2} | {within} of {} | {:.1}, {:.1} | {:.2} | {} | {:.2}, {:.2} | {} | {:.2} | {:.0}, {} | {} |",
            off_mm[last / 2],
            off_mm[last],
            last + 1,
            corrected_mm[last / 2],
            corrected_mm[last],
            self.worst(Asked::drift_mm).drift_mm(),
            count(&Asked::drifts_silently),
            self.sorted(|asked| self.examples.jerk(asked))[last],
            self.sorted(|asked| self.examples.knee(asked))[last],
            count(&Asked::is_faulty),
            self.sorted(|asked| -least(&asked.motion.weights))[last].abs(),
            self.sorted(|asked| asked.used().len() as f64)[last / 2],
            self.worst(|asked| asked.used().len() as f64).used().len(),
            count(&|asked| least(&asked.motion.weights) < -0.01),
        )
    }

    /// The worst motions, for those who look for causes.
    pub(crate) fn tell_worst(&self, action: &str) {
        println!("- {action}, drift: {}", self.worst(Asked::drift_mm).text());
        let jerks = self.worst(|asked| self.examples.jerk(asked));
        println!("- {action}, jerk {:.2}: {}", self.examples.jerk(jerks), jerks.text());
        let knees = self.worst(|asked| self.examples.knee(asked));
        println!("- {action}, knee {:.2}: {}", self.examples.knee(knees), knees.text());
        for asked in self.made.iter().filter(|asked| asked.is_faulty()) {
            println!("- {action}, faulty: {}", asked.text());
        }
    }
}

fn least(weights: &[f64]) -> f64 {
    weights.iter().copied().fold(1.0, f64::min)
}

/// A row about targets that no blend reaches: beyond each example, seen from the middle of all. Gives back the one with most jerk in
/// words.
pub(crate) fn out_of_reach(built: &Built) -> String {
    let Built { action: Action { name, half, .. }, parametric, .. } = built;
    let count = parametric.examples().len();
    let own: Vec<&Vec<f64>> = parametric.samples()[..count].iter().map(|sample| &sample.parameters).collect();
    let dimensions = own[0].len();
    let middle: Vec<f64> =
        (0..dimensions).map(|d| own.iter().map(|values| values[d]).sum::<f64>() / count as f64).collect();
    let beyond = |values: &Vec<f64>| -> Vec<f64> {
        middle.iter().zip(values).map(|(middle, value)| middle + BEYOND * (value - middle)).collect()
    };
    let made: Vec<Asked> = own.iter().map(|values| Asked::of(parametric, beyond(values))).collect();
    let missed: Vec<&Asked> = made.iter().filter(|asked| !asked.motion.is_reached).collect();
    let examples = Examples::of(parametric);
    let query = ClipId::index(parametric.ensemble().registration().reference());
    let most = |number: &dyn Fn(&Asked) -> f64| missed.iter().map(|asked| number(asked)).fold(0.0, f64::max);
    println!(
        "| {name} | {half} | {} of {count} | {:.2} | {:.0} | {:.2} | {:.2} | {:.2} |",
        missed.len(),
        missed.iter().map(|asked| least(&asked.motion.weights)).fold(1.0, f64::min),
        most(&|asked| asked.used().len() as f64),
        most(&|asked| asked.jerk() / examples.jerks[query]),
        most(&|asked| examples.jerk(asked)),
        most(&Asked::drift_mm),
    );
    let jerks = missed.iter().max_by(|a, b| examples.jerk(a).total_cmp(&examples.jerk(b)));
    jerks.map_or(String::new(), |asked| {
        format!("- {name}, out of reach, jerk {:.2}: {}", examples.jerk(asked), asked.text())
    })
}
