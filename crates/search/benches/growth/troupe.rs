//! A library of any size: captures, and the same captures as other people would do them.

use std::path::Path;

use rayon::prelude::*;
use segue_formats::{ReadOptions, read_file};
use segue_motion::{Clip, Interpolation, Mirror, resampled};
use segue_numeric::Random;

use crate::people::Cast;

/// How differently others hold their joints.
const OTHERS: Cast = Cast { people: u64::MAX, habit: 3.0, mood: 2.0 };

/// Others are so much slower or faster at most.
const PACE: f64 = 0.15;

/// The rate of all clips: that of the index.
const RATE: f64 = 30.0;

/// All captures of a folder, in order.
pub(crate) struct Troupe(Vec<Clip>);

impl Troupe {
    pub(crate) fn read(folder: &Path) -> Self {
        let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let read = |path: &_| {
            let clip = read_file(path, &ReadOptions::default()).unwrap().clips.remove(0);
            resampled(&clip, RATE, Interpolation::Linear).unwrap()
        };
        Self(paths.par_iter().map(read).collect())
    }

    /// How many captures there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The clips of a library: first all captures as they are, then all as another person would do them, and so on. Every
    /// other person is a mirror image.
    pub(crate) fn clip(&self, number: usize) -> Clip {
        let (capture, person) = (&self.0[number % self.0.len()], number / self.0.len());
        if person == 0 {
            return capture.clone();
        }
        let name = format!("{} by {person}", capture.name());
        let side = if person % 2 == 1 {
            Mirror::of(capture.skeleton()).clip(capture).unwrap()
        } else {
            capture.clone()
        };
        let pace = 1.0 + PACE * (2.0 * Random::new(number as u64).unit() - 1.0);
        let paced = resampled(&side.with_rate(RATE * pace).unwrap(), RATE, Interpolation::Linear).unwrap();
        OTHERS.held(&paced, person as u64, number as u64).renamed(name)
    }
}
