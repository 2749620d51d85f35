//! The sample library: a fixed list of named motions, made on demand, the same on every machine.

use std::f64::consts::{FRAC_PI_2, PI};

use super::error::SynthError;
use super::script;
use super::truth::Performance;
use super::{
    Blow, BoxStep, Ends, Figure, Jump, Kick, Leap, LeapKick, Locomotion, Manner, Pace, PickUp, Punch, Reach,
    Seating, SideKick, Sit, Spring, Stand, TurnInPlace, WalkAndTurn,
};
use crate::{Clip, Side};

/// A built-in motion.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// What stands after `sample:`.
    pub name: &'static str,
    /// What happens in it.
    pub about: &'static str,
    make: fn() -> Result<Performance, SynthError>,
}

/// All samples, in the order in which they are listed.
///
/// ```
/// use segue_motion::synth::{Sample, samples};
///
/// assert!(samples().len() > 60);
/// let walk = Sample::find("walk").unwrap().perform();
/// assert_eq!(walk.clip.name(), "walk");
/// ```
pub fn samples() -> &'static [Sample] {
    SAMPLES
}

/// Makes the sample of this name.
///
/// # Errors
/// When there is none; the error lists names that look like it.
pub fn sample(name: &str) -> Result<Performance, SynthError> {
    Sample::find(name)
        .map(Sample::perform)
        .ok_or_else(|| SynthError::UnknownSample { name: name.to_owned(), nearest: nearest(name).join(", ") })
}

impl Sample {
    /// The sample of this name.
    pub fn find(name: &str) -> Option<Self> {
        SAMPLES.iter().copied().find(|sample| sample.name == name)
    }

    /// Makes the motion with its truth.
    ///
    /// # Panics
    /// Never for the samples there are: their parameters are fixed and tested.
    pub fn perform(self) -> Performance {
        let made = (self.make)().expect("a sample's parameters lie within the range of people");
        Performance { clip: made.clip.renamed(self.name), truth: made.truth }
    }

    /// Makes the clip alone, annotated with its plants.
    ///
    /// # Panics
    /// Never, as [`Sample::perform`].
    pub fn clip(self) -> Clip {
        self.perform().clip
    }
}

/// The three names that share most of their letter pairs with `name`.
fn nearest(name: &str) -> Vec<&'static str> {
    let pairs = |text: &str| text.as_bytes().windows(2).map(<[u8]>::to_vec).collect::<Vec<_>>();
    let wanted = pairs(name);
    let shared = |sample: &Sample| {
        let own = pairs(sample.name);
        let common = own.iter().filter(|pair| wanted.contains(pair)).count();
        // Per length, so that long names do not always win; in thousandths, to be sorted exactly.
        std::cmp::Reverse(2000 * common / (own.len() + wanted.len()).max(1))
    };
    let mut all: Vec<&Sample> = SAMPLES.iter().collect();
    all.sort_by_key(|sample| shared(sample));
    all.iter().take(3).map(|sample| sample.name).collect()
}

const fn entry(
    name: &'static str,
    about: &'static str,
    make: fn() -> Result<Performance, SynthError>,
) -> Sample {
    Sample { name, about, make }
}

/// Turn per metre of the curved samples: circles of 3.5 m for walkers, twice that for runners.
const CORNER: f64 = 0.28;
const WIDE: f64 = 0.14;

fn go(pace: Pace, curvature: f64) -> Locomotion {
    // Every pace has its own seed, so that no two samples share their small irregularities.
    Locomotion { curvature, seed: 11 + pace as u64, ..Locomotion::new(pace) }
}

fn ending(pace: Pace, ends: Ends) -> Result<Performance, SynthError> {
    Locomotion { ends, ..go(pace, 0.0) }.perform()
}

fn at_speed(pace: Pace, speed: f64) -> Result<Performance, SynthError> {
    Locomotion { speed, ..go(pace, 0.0) }.perform()
}

fn by(figure: Figure) -> Result<Performance, SynthError> {
    Locomotion { figure, seed: 29, ..go(Pace::Walk, 0.0) }.perform()
}

fn turn(angle: f64) -> Result<Performance, SynthError> {
    TurnInPlace { angle, ..TurnInPlace::default() }.perform()
}

fn reach(side: Side, target: [f64; 3]) -> Result<Performance, SynthError> {
    Reach { side, target, ..Reach::default() }.perform()
}

fn punch(blow: Blow, side: Side, height: f64) -> Result<Performance, SynthError> {
    Punch { blow, side, height, ..Punch::default() }.perform()
}

const SAMPLES: &[Sample] = &[
    entry("stand", "stands still", || Stand::default().perform()),
    entry("walk", "walks straight on", || go(Pace::Walk, 0.0).perform()),
    entry("walk-left", "walks round a corner to the left", || go(Pace::Walk, CORNER).perform()),
    entry("walk-right", "walks round a corner to the right", || go(Pace::Walk, -CORNER).perform()),
    entry("walk-slow", "strolls", || at_speed(Pace::Walk, 0.8)),
    entry("walk-fast", "walks in a hurry", || at_speed(Pace::Walk, 1.8)),
    entry("walk-start", "sets out walking", || ending(Pace::Walk, Ends::FromStand)),
    entry("walk-stop", "walks and stops", || ending(Pace::Walk, Ends::ToStand)),
    entry("walk-there", "walks from stand to stand", || ending(Pace::Walk, Ends::StandToStand)),
    entry("walk-there-left", "walks a curve to the left from stand to stand", || {
        Locomotion { ends: Ends::StandToStand, ..go(Pace::Walk, CORNER) }.perform()
    }),
    entry("walk-about-face", "walks, turns sharply about and walks back", || {
        WalkAndTurn::default().perform()
    }),
    entry("walk-about-face-right", "the same turn to the right", || {
        WalkAndTurn { angle: -PI, seed: 2, ..WalkAndTurn::default() }.perform()
    }),
    entry("walk-turn-left", "walks and turns off to the left", || {
        WalkAndTurn { angle: FRAC_PI_2, seed: 3, ..WalkAndTurn::default() }.perform()
    }),
    entry("walk-swagger", "walks with much swing", || {
        let manner = Manner { arms: 1.5, hips: 1.7, lean: 0.3, ..Manner::default() };
        Locomotion { manner, ..go(Pace::Walk, 0.0) }.perform()
    }),
    entry("walk-stiff", "walks with hardly any swing", || {
        let manner = Manner { arms: 0.15, hips: 0.4, ..Manner::default() };
        Locomotion { manner, ..go(Pace::Walk, 0.0) }.perform()
    }),
    entry("walk-short-actor", "a small actor walks", || by(Figure::short())),
    entry("walk-tall-actor", "a tall actor walks", || by(Figure::tall())),
    entry("walk-long-legs", "an actor with long legs walks", || by(Figure::long_legged())),
    entry("sneak", "sneaks straight on", || go(Pace::Sneak, 0.0).perform()),
    entry("sneak-left", "sneaks round a corner to the left", || go(Pace::Sneak, CORNER).perform()),
    entry("sneak-right", "sneaks round a corner to the right", || go(Pace::Sneak, -CORNER).perform()),
    entry("sneak-there", "sneaks from stand to stand", || ending(Pace::Sneak, Ends::StandToStand)),
    entry("jog", "jogs straight on", || go(Pace::Jog, 0.0).perform()),
    entry("jog-left", "jogs round a corner to the left", || go(Pace::Jog, WIDE).perform()),
    entry("jog-right", "jogs round a corner to the right", || go(Pace::Jog, -WIDE).perform()),
    entry("jog-slow", "jogs slowly", || at_speed(Pace::Jog, 2.1)),
    entry("jog-start", "breaks into a jog", || ending(Pace::Jog, Ends::FromStand)),
    entry("jog-stop", "jogs and stops", || ending(Pace::Jog, Ends::ToStand)),
    entry("jog-there", "jogs from stand to stand", || ending(Pace::Jog, Ends::StandToStand)),
    entry("run", "runs straight on", || go(Pace::Run, 0.0).perform()),
    entry("run-left", "runs round a corner to the left", || go(Pace::Run, 0.1).perform()),
    entry("run-right", "runs round a corner to the right", || go(Pace::Run, -0.1).perform()),
    entry("run-fast", "runs as fast as it goes", || at_speed(Pace::Run, 5.2)),
    entry("run-start", "breaks into a run", || ending(Pace::Run, Ends::FromStand)),
    entry("run-stop", "runs and stops", || ending(Pace::Run, Ends::ToStand)),
    entry("turn-left", "turns to the left on the spot", || turn(FRAC_PI_2)),
    entry("turn-right", "turns to the right on the spot", || turn(-FRAC_PI_2)),
    entry("turn-around", "turns about on the spot", || turn(PI)),
    entry("jump", "jumps on the spot", || Jump::default().perform()),
    entry("jump-low", "jumps a little", || Jump { height: 0.12, ..Jump::default() }.perform()),
    entry("jump-high", "jumps high", || Jump { height: 0.38, ..Jump::default() }.perform()),
    entry("jump-far", "jumps forward", || Jump { height: 0.25, distance: 0.85, ..Jump::default() }.perform()),
    entry("jump-half-turn", "jumps half round", || Jump { turn: PI, ..Jump::default() }.perform()),
    entry("jump-again", "jumps three times", || Jump { height: 0.2, count: 3, ..Jump::default() }.perform()),
    entry("hop", "hops forward on the left foot", || Jump::hop(Side::Left).perform()),
    entry("hop-right", "hops forward on the right foot", || Jump::hop(Side::Right).perform()),
    entry("hop-once", "one hop on the spot", || {
        let spring = Spring::OneFoot(Side::Left);
        Jump { spring, height: 0.12, ..Jump::default() }.perform()
    }),
    entry("leap", "runs and leaps off the left foot", || Leap::default().perform()),
    entry("leap-right", "runs and leaps off the right foot", || {
        Leap { foot: Side::Right, seed: 2, ..Leap::default() }.perform()
    }),
    entry("leap-far", "runs fast and leaps far", || {
        Leap { speed: 4.2, air: 0.37, seed: 3, ..Leap::default() }.perform()
    }),
    entry("kick", "a front kick", || Kick::default().perform()),
    entry("kick-low", "a low front kick", || Kick { height: 0.55, ..Kick::default() }.perform()),
    entry("kick-high", "a high front kick", || Kick { height: 1.3, ..Kick::default() }.perform()),
    entry("kick-left", "a front kick with the left foot", || {
        Kick { side: Side::Left, ..Kick::default() }.perform()
    }),
    entry("side-kick", "a side kick", || SideKick::default().perform()),
    entry("leap-kick", "a kick in the air", || LeapKick::default().perform()),
    entry("jab", "a jab with the leading hand", || punch(Blow::Jab, Side::Left, 1.35)),
    entry("punch", "a cross punch", || punch(Blow::Cross, Side::Right, 1.35)),
    entry("punch-low", "a cross punch to the body", || punch(Blow::Cross, Side::Right, 1.05)),
    entry("reach", "reaches forward", || Reach::default().perform()),
    entry("reach-high", "reaches up", || reach(Side::Right, [-0.2, 1.75, 0.4])),
    entry("reach-low", "reaches down", || reach(Side::Right, [-0.2, 0.45, 0.5])),
    entry("reach-left", "reaches with the left hand", || reach(Side::Left, [0.3, 1.2, 0.5])),
    entry("reach-far", "reaches far and takes a step", || reach(Side::Right, [-0.2, 1.1, 1.1])),
    entry("pick-up", "picks something up", || PickUp::default().perform()),
    entry("put-back", "puts something back", || PickUp { back: true, ..PickUp::default() }.perform()),
    entry("sit-down", "sits down", || Sit::default().perform()),
    entry("stand-up", "stands up from a seat", || {
        Sit { seating: Seating::StandUp, ..Sit::default() }.perform()
    }),
    entry("step-up", "steps up on a box", || BoxStep { height: 0.18, ..BoxStep::default() }.perform()),
    entry("step-down", "steps down from a box", || {
        BoxStep { down: true, height: 0.18, ..BoxStep::default() }.perform()
    }),
    entry("take-kicks", "ten kicks at different heights, with pauses", script::kicks),
    entry("take-punches", "jabs and punches at different heights", script::punches),
    entry("take-reaches", "reaches to many places", script::reaches),
    entry("take-walks", "walks about, turning between", script::walks),
    entry("take-jumps", "jumps and hops of all kinds", script::jumps),
    entry("take-everything", "one thing after another", script::everything),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::laws::broken_laws;

    #[test]
    fn every_sample_is_made_quickly_alike_and_lawfully() {
        for sample in samples() {
            let begun = std::time::Instant::now();
            let made = sample.perform();
            // Tests are built without optimisation and share their machine; a release build is ten times faster.
            assert!(begun.elapsed().as_secs_f64() < 5.0, "{} takes {:?}", sample.name, begun.elapsed());
            assert_eq!(made, sample.perform(), "{}", sample.name);
            assert!(!made.truth.segments.is_empty(), "{}", sample.name);
            let abrupt = made
                .truth
                .segments
                .iter()
                .any(|segment| ["run", "jog", "leap"].contains(&segment.action.as_str()));
            let broken: Vec<String> = broken_laws(&made)
                .into_iter()
                .filter(|law| !(abrupt && law.starts_with("the turn of")))
                .collect();
            assert!(broken.is_empty(), "{}: {broken:?}", sample.name);
        }
    }

    #[test]
    fn names_are_unique_and_unknown_ones_are_answered_with_their_like() {
        let mut names: Vec<&str> = samples().iter().map(|sample| sample.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        let error = sample("wakl-left").unwrap_err().to_string();
        assert!(error.contains("walk-left"), "{error}");
    }
}
