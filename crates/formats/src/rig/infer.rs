//! How the numbers of a rig become metres, Y up and frames per second.

use glam::DVec3;
use segue_motion::Clip;

use super::{Converter, Rig};
use crate::{Conversion, Fault, Inferred, ReadOptions, Up, landmarks, rest_frame, units, up};

/// The conversion of a rig whose rate is known. May find that the root's position columns count from its offset.
pub(crate) fn infer(
    rig: &mut Rig<'_>,
    rate: Inferred<f64>,
    options: &ReadOptions,
) -> Result<Conversion, Fault> {
    options.check()?;
    let raw = Converter::raw(rig)?;
    let head = raw.clip("head", 1.0, 0..rig.frames().min(rest_frame::HEAD))?;
    let rest_frame_dropped = rest_frame::is_dropped(&head, options.rest);
    let up = up::infer_up(&raw.sample(usize::from(rest_frame_dropped))?, options);
    let scale = units::infer_scale(&raw.skeleton, options);
    place_root(rig, up.value, rest_frame_dropped)?;
    Ok(Conversion { scale, up, rate, rest_frame_dropped })
}

/// Finds whether the root's position columns count from its offset; the same for the same rig, up axis and rest frame.
pub(crate) fn place_root(rig: &mut Rig<'_>, up: Up, rest_frame_dropped: bool) -> Result<(), Fault> {
    if rig.joints[0].offset != DVec3::ZERO {
        let sample = Converter::raw(rig)?.sample(usize::from(rest_frame_dropped))?;
        let added = root_counts_from_offset(rig, &sample, up);
        rig.joints[0].added |= added;
    }
    Ok(())
}

/// Whether the root's position columns count from its offset. Writers disagree, so the reading that puts the figure's
/// lowest point nearer to the ground is taken.
fn root_counts_from_offset(rig: &Rig<'_>, sample: &Clip, up: Up) -> bool {
    let root = &rig.joints[0];
    let height = |position: DVec3| (up.clip_from_file() * position).y;
    let lowest = (0..sample.len())
        .flat_map(|frame| landmarks::positions(sample, frame))
        .map(|position| height(position.as_dvec3()))
        .fold(f64::INFINITY, f64::min);
    !root.added && root.has_position() && (lowest + height(root.offset)).abs() < lowest.abs()
}
