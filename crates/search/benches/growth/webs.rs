//! How an index grows: the time, the webs and the searches.

use std::ops::ControlFlow;

use rayon::prelude::*;
use segue_motion::Clip;
use segue_search::{Index, WebSettings};

use crate::people::Cast;
use crate::spent::{cpu, peak_megabytes};

/// What an index of one size took.
pub(crate) struct Grown {
    frames: f64,
    ready: f64,
    secs: f64,
    cells: f64,
    bytes: f64,
}

/// Builds an index of the first takes of a cast that have so many frames together.
pub(crate) fn index(cast: Cast, size: usize, before: Option<&Grown>) -> Grown {
    let mut index = Index::new(WebSettings::default()).unwrap();
    let (mut frames, mut ready, mut next) = (0, 0.0, 0);
    while frames < size {
        let takes: Vec<Clip> = (next..next + 8).into_par_iter().map(|number| cast.take(number)).collect();
        next += 8;
        let start = cpu();
        for take in takes {
            if frames < size {
                let id = index.add(&take).unwrap();
                frames += index.frames_of(id);
            }
        }
        ready += cpu() - start;
    }
    build(&index, frames, ready, before)
}

/// Builds all webs of an index.
pub(crate) fn build(index: &Index, frames: usize, ready: f64, before: Option<&Grown>) -> Grown {
    let start = cpu();
    let (mut cells, mut bytes, mut full, mut webs) = (0, 0, 0, 0);
    let missing = index.missing();
    let _ = index.build_each(&missing, &|_| ControlFlow::Continue(()), |_, web| {
        cells += web.cells();
        webs += 1;
        if !web.is_empty() {
            full += 1;
            bytes += web.encode().len();
        }
    });
    let secs = cpu() - start;
    let grown = Grown { frames: frames as f64, ready, secs, cells: cells as f64, bytes: bytes as f64 };
    let exponent = |of: &dyn Fn(&Grown) -> f64| {
        before.map_or(f64::NAN, |before| (of(&grown) / of(before)).ln() / (grown.frames / before.frames).ln())
    };
    println!(
        "{frames} frames in {} clips: ready {ready:.2} s, webs {secs:.2} s (exponent {:.2}), {full} of {webs} webs with {cells} \
         cells ({:.2}), {bytes} bytes ({:.2}), {:.0} MB",
        index.len(),
        exponent(&|grown| grown.secs),
        exponent(&|grown| grown.cells),
        exponent(&|grown| grown.bytes),
        peak_megabytes().unwrap_or(f64::NAN),
    );
    grown
}
