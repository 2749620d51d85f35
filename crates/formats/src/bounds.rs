//! What a clip from a file may be, so that everything after reading can rely on it.

use glam::Vec3;
use segue_motion::Clip;

use crate::Import;
use crate::error::{Fault, Place, Problem};

/// Frames per second: from a slide show to the fastest cameras.
const RATES: std::ops::RangeInclusive<f64> = 0.1..=10_000.0;

/// The longest clip, in seconds: a week.
const LONGEST: f64 = 7.0 * 24.0 * 3600.0;

/// How far a joint may be from the origin or from its parent, in metres: 10,000 km. Further off, 32-bit numbers do not tell
/// a step.
const FARTHEST: f32 = 1e7;

/// Refuses clips and figures beyond all use: tables are made by duration, and squares of distances must stay numbers.
pub(crate) fn check(import: &Import) -> Result<(), Fault> {
    let skeleton = &import.figure.skeleton;
    let far = skeleton.joints().iter().find(|joint| is_far(joint.offset));
    if let Some(joint) = far {
        return Err(out_of_reach(joint.offset).at(Place::Joint(joint.name.clone())));
    }
    import.clips.iter().try_for_each(check_clip)
}

fn check_clip(clip: &Clip) -> Result<(), Fault> {
    let out = |what: &str, range: String, found: f64| {
        let what = format!("{what} of clip `{}`", clip.name());
        // Without an exponent a time of 1e300 s would be a line of zeros.
        let found =
            if (1e-6..1e12).contains(&found.abs()) { found.to_string() } else { format!("{found:e}") };
        Problem::OutOfRange { what, range, found }.at(Place::File)
    };
    if !RATES.contains(&clip.rate()) {
        let range = format!("{} to {} frames per second, or --fps given", RATES.start(), RATES.end());
        return Err(out("the rate", range, clip.rate()));
    }
    if clip.duration_secs() > LONGEST {
        return Err(out("the duration", format!("at most {LONGEST} s"), clip.duration_secs()));
    }
    for pose in clip.frames() {
        if is_far(pose.root) {
            return Err(out_of_reach(pose.root).at(Place::Joint(clip.skeleton().joints()[0].name.clone())));
        }
        if let Some((id, position)) = pose.translations().find(|&(_, position)| is_far(position)) {
            return Err(out_of_reach(position).at(Place::Joint(clip.skeleton().name(id).to_owned())));
        }
    }
    Ok(())
}

fn is_far(position: Vec3) -> bool {
    position.abs().max_element() > FARTHEST
}

fn out_of_reach(position: Vec3) -> Problem {
    Problem::OutOfRange {
        what: "a position".to_owned(),
        range: format!("within {} km of its parent or the origin", FARTHEST / 1000.0),
        found: format!("{position} m"),
    }
}
