//! Whether things fall as they should at the rate a file states.

use glam::Vec3;
use segue_motion::{
    Anatomy, Clip, FrameRange, GRAVITY, JointId, PoseRef, RateCheck, RateVerdict, check_rate_in,
};

use crate::Note;
use crate::number::NumberStyle;

/// Seconds of motion that are judged together, at the stated rate. Flights that count come in bouts, and a piece takes
/// little memory beside a long clip.
const PIECE_SECS: f64 = 8.0;

/// Seconds that pieces share, so that a bout is not torn.
const SHARED_SECS: f64 = 3.0;

/// A warning when flights of the clip fall far faster than gravity lets them, with the rate that would fit. Clips without
/// clear flights (a sneak, a walk) give no evidence, nor do figures without a centre of mass.
pub(crate) fn rate_warning(clip: &Clip) -> Option<Note> {
    let anatomy = Anatomy::of(clip.skeleton());
    let heights = heights(clip, anatomy.hips());
    let falling = |piece: &FrameRange| falls(&heights[piece.first..=piece.last], clip.rate());
    let checks = pieces(clip).filter(falling).filter_map(|piece| too_fast(clip, piece, &anatomy));
    // What is sure comes before what is doubtful, wherever it is.
    let check = checks.max_by_key(|check| check.verdict() == RateVerdict::Contradicts)?;
    let (stated, fitting) = (shown(check.stated), shown(check.likely_rate()?));
    let flights = match check.flights.len() {
        1 => "one flight falls".to_owned(),
        several => format!("{several} flights fall"),
    };
    let doubt = if check.verdict() == RateVerdict::Contradicts { "" } else { "if it plays too fast, " };
    Some(Note::warning(format!(
        "at {stated} frames per second {flights} with {:.1} m/s² instead of 9.8 in `{}`; {doubt}{fitting} frames per \
         second would fit (--fps {fitting})",
        check.gravity?,
        clip.name(),
    )))
}

fn pieces(clip: &Clip) -> impl Iterator<Item = FrameRange> {
    let frames = |secs: f64| ((secs * clip.rate()) as usize).max(1);
    let (length, last) = (frames(PIECE_SECS), clip.last_frame());
    let step = frames(PIECE_SECS - SHARED_SECS);
    // The last piece is the one that reaches the end.
    let starts =
        (0..=last).step_by(step).take_while(move |&first| first == 0 || first + length - step <= last);
    starts.filter_map(move |first| FrameRange::new(first, (first + length - 1).min(last)))
}

/// The heights of a joint, frame by frame, in metres.
fn heights(clip: &Clip, joint: JointId) -> Vec<f32> {
    let skeleton = clip.skeleton();
    let chain: Vec<JointId> = skeleton.ancestors(joint).collect();
    let height = |pose: PoseRef<'_>| {
        let place = |id: JointId| match pose.translations().find(|&(moved, _)| moved == id) {
            _ if id == JointId::ROOT => pose.root,
            Some((_, position)) => position,
            None => skeleton.joint(id).offset,
        };
        chain.iter().fold(Vec3::ZERO, |point, &id| {
            let turned = if id == joint { point } else { pose.rotations[id.index()] * point };
            place(id) + turned
        })
    };
    clip.frames().map(|pose| height(pose).y).collect()
}

/// Whether the hips ever fall so fast that a flight may contradict the rate: a look that spares nearly all clips the
/// judging of their plants.
fn falls(heights: &[f32], rate: f64) -> bool {
    /// Half the length of the shortest telling flight, in seconds.
    const STEP_SECS: f64 = 0.075;
    /// Downward acceleration in m/s². Gravity counts as contradicted from 12.5 on; limbs that swing make the hips fall
    /// slower than the centre of mass.
    const FAST: f64 = 8.0;
    let step = ((STEP_SECS * rate) as usize).max(1);
    let secs = step as f64 / rate;
    let bend = |at: usize| f64::from(heights[at - step] - 2.0 * heights[at] + heights[at + step]);
    (step..heights.len().saturating_sub(step)).any(|at| -bend(at) / (secs * secs) > FAST)
}

/// A check that says the clip plays too fast. Too slow is no reason to doubt: whatever holds a body up makes it fall slowly.
fn too_fast(clip: &Clip, piece: FrameRange, anatomy: &Anatomy) -> Option<RateCheck> {
    let check = check_rate_in(clip, piece, anatomy).ok()?;
    let doubted = matches!(check.verdict(), RateVerdict::Contradicts | RateVerdict::Doubtful);
    let agree = check.flights.len() == 1 || check.verdict() == RateVerdict::Contradicts;
    (doubted && agree && check.gravity? > GRAVITY).then_some(check)
}

/// A rate to four decimals, without those that are zero.
fn shown(rate: f64) -> f64 {
    NumberStyle { decimals: 4, padded: false }.round(rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_falls_is_looked_at() {
        let path = |gravity: f32| -> Vec<f32> {
            let arc = |t: f32| {
                if t < 0.5 { 1.0 } else { 1.0 + 2.0 * (t - 0.5) - 0.5 * gravity * (t - 0.5) * (t - 0.5) }
            };
            (0..120).map(|frame| arc(frame as f32 / 120.0)).collect()
        };
        assert!(falls(&path(9.81), 120.0) && falls(&path(39.0), 120.0));
        assert!(!falls(&path(5.0), 120.0), "a body that hands hold up");
        assert!(!falls(&[1.0, 0.0], 120.0) && !falls(&[], 120.0), "too short to tell");
    }
}
