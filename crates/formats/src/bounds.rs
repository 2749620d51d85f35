//! Clips beyond all use are refused, with the place.

use glam::Vec3;
use segue_motion::{Clip, FARTHEST_METRES, LONGEST_SECS, RATES_HZ, is_far};

use crate::Import;
use crate::error::{Fault, Place, Problem};

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
    if !RATES_HZ.contains(&clip.rate()) {
        let range = format!("{} to {} frames per second, or --fps given", RATES_HZ.start(), RATES_HZ.end());
        return Err(out("the rate", range, clip.rate()));
    }
    if clip.duration_secs() > LONGEST_SECS {
        return Err(out("the duration", format!("at most {LONGEST_SECS} s"), clip.duration_secs()));
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

fn out_of_reach(position: Vec3) -> Problem {
    Problem::OutOfRange {
        what: "a position".to_owned(),
        range: format!("within {} km of its parent or the origin", FARTHEST_METRES / 1000.0),
        found: format!("{position} m"),
    }
}
