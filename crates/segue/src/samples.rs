//! The built-in samples: made-up motions that every machine makes alike.

mod actions;

use std::sync::LazyLock;

use segue_motion::Clip;
use segue_motion::synth::{Locomotion, Pace, Performance, Stand, SynthError};

/// A built-in motion.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// What stands after `sample:`.
    pub name: &'static str,
    /// What happens in it.
    pub about: &'static str,
    make: fn() -> Result<Performance, SynthError>,
}

/// Radius of the circles of the curved samples, in metres: a corner of a street.
const CORNER: f64 = 4.0;

const MOVING: [Sample; 8] = [
    Sample { name: "stand", about: "stands still", make: || Stand::default().perform() },
    Sample { name: "walk", about: "walks straight on", make: || straight(Pace::Walk) },
    Sample { name: "walk-left", about: "walks round a corner to the left", make: || round(Pace::Walk, 1.0) },
    Sample {
        name: "walk-right",
        about: "walks round a corner to the right",
        make: || round(Pace::Walk, -1.0),
    },
    Sample { name: "sneak", about: "sneaks straight on", make: || straight(Pace::Sneak) },
    Sample { name: "jog", about: "jogs straight on", make: || straight(Pace::Jog) },
    Sample { name: "jog-left", about: "jogs round a corner to the left", make: || round(Pace::Jog, 1.0) },
    Sample { name: "run", about: "runs straight on", make: || straight(Pace::Run) },
];

fn straight(pace: Pace) -> Result<Performance, SynthError> {
    Locomotion::new(pace).perform()
}

fn round(pace: Pace, side: f64) -> Result<Performance, SynthError> {
    Locomotion { curvature: side / CORNER, ..Locomotion::new(pace) }.perform()
}

static SAMPLES: LazyLock<Vec<Sample>> =
    LazyLock::new(|| [&MOVING[..], actions::ACTIONS, actions::TAKES].concat());

/// All samples, in the order in which they are listed.
pub fn samples() -> &'static [Sample] {
    &SAMPLES
}

impl Sample {
    /// The sample of this name.
    pub fn find(name: &str) -> Option<Self> {
        SAMPLES.iter().copied().find(|sample| sample.name == name)
    }

    /// Makes the clip, annotated with its plants.
    ///
    /// # Panics
    /// Never for the samples there are: their parameters are fixed and tested.
    pub fn clip(self) -> Clip {
        (self.make)().expect("a sample's parameters lie within the range of people").clip.renamed(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_made_and_made_again_the_same() {
        for sample in samples() {
            let clip = sample.clip();
            assert_eq!(clip.name(), sample.name);
            assert!(clip.constraints().iter().count() >= 2, "{} stands on nothing", sample.name);
            assert_eq!(clip, Sample::find(sample.name).unwrap().clip());
        }
    }
}
