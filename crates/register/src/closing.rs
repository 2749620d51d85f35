//! Loops: clips whose last frame is their first.

use glam::{DVec2, Quat};
use segue_motion::{Anatomy, Clip, FrameRange, Ground, Pose, RootMotion};

use crate::feet::leg_metres;
use crate::{Cloud, Markers, RegisterSettings, Window};

/// A clip whose last pose is nearer than this to its first, in legs, once its travel is taken out, is a loop.
const CLOSED_LEGS: f64 = 0.06;

/// A loop that turns by less than this in a lap, in radians, or gets less far, in legs, does not.
const LEAST_TURN: f64 = 0.1;
const LEAST_WAY_LEGS: f64 = 0.03;

/// Fewer frames are no loop.
const FEWEST_FRAMES: usize = 5;

/// What the step from the last frame to the first is against the larger of the steps beside it, where a loop goes on over its
/// seam: from this on, and less than that.
const NO_STEP: f64 = 0.5;
const LIKE_A_STEP: f64 = 1.5;

/// The frames one further on either side of the seam are apart by at least this much against those at the seam: the motion goes
/// on rather than back.
const FARTHER: f64 = 0.8;

/// A last frame that differs less than this from the one before, as a share of the step before that, is held.
const HELD: f64 = 0.05;

/// Frames of one lap, for a clip of a figure with legs of `leg` metres that is a loop. Its last frame is its first again, or
/// the first comes one frame later: many programs write loops without the frame that both ends share.
pub(crate) fn lap_frames(clip: &Clip, leg: f64) -> Option<usize> {
    if clip.len() < FEWEST_FRAMES {
        return None;
    }
    let last = clip.last_frame();
    let ends = frames_of(clip, &[0, 1, last - 2, last - 1, last])?;
    let apart = |a: usize, b: usize| ends.place(a as f64, &ends, b as f64).rms_metres();
    let held = apart(3, 4) < HELD * apart(2, 3);
    let [before, end] = if held { [2, 3] } else { [3, 4] };
    let (gap, step) = (apart(end, 0), apart(0, 1).max(apart(before, end)));
    let goes_on = apart(before, 0).min(apart(end, 1)) > FARTHER * gap;
    if goes_on && (NO_STEP..LIKE_A_STEP).contains(&(gap / step.max(f64::MIN_POSITIVE))) {
        return Some(if held { last } else { last + 1 });
    }
    (apart(4, 0) < CLOSED_LEGS * leg).then_some(last)
}

/// The points of some frames of a clip.
fn frames_of(clip: &Clip, frames: &[usize]) -> Option<Cloud> {
    let settings = RegisterSettings::default();
    let mut some = Clip::builder("ends", clip.skeleton().clone(), 1.0, clip.translated());
    for &frame in frames {
        some.push(&clip.frame(frame).to_pose()).ok()?;
    }
    let markers = Markers::new(clip.skeleton(), settings.markers, &settings.joint_weights).ok()?;
    Cloud::new(&some.finish().ok()?, &markers, &Window::equal(0), 1.0).ok()
}

/// A loop of `lap` frames with the frame that is its first again.
pub(crate) fn closed_after(clip: &Clip, lap: usize) -> Option<Clip> {
    let leg = leg_metres(clip, &Anatomy::of(clip.skeleton()));
    let ends = frames_of(clip, &[0, clip.last_frame()])?;
    let closes = ends.place(0.0, &ends, 1.0).rms_metres() < CLOSED_LEGS * leg;
    if lap == clip.last_frame() && closes {
        return closed(clip);
    }
    let open = clip.slice(FrameRange { first: 0, last: lap.checked_sub(1)? });
    let (way, longer) = (lap_of(&open), lap as f64 / open.last_frame().max(1) as f64);
    let mut again = open.frame(0).to_pose();
    Ground::new(way.angle * longer, way.x * longer, way.z * longer).move_pose(&mut again);
    let mut frames = Clip::builder(clip.name(), clip.skeleton().clone(), clip.rate(), clip.translated());
    for pose in open.frames() {
        frames.push(&pose.to_pose()).ok()?;
    }
    frames.push(&again).ok()?;
    let mut whole = frames.finish().ok()?.with_constraints(open.constraints().clone()).ok()?;
    whole.labels.clone_from(&clip.labels);
    Some(whole)
}

/// A loop whose last frame is exactly its first, carried along: what the ends differ by is spread over the whole lap.
///
/// `None` when that makes no clip.
pub fn closed(clip: &Clip) -> Option<Clip> {
    let (first, last) = (clip.frame(0).to_pose(), clip.frame(clip.last_frame()).to_pose());
    let mut goal = first;
    lap_of(clip).move_pose(&mut goal);
    let turns: Vec<Quat> = goal
        .rotations
        .iter()
        .zip(&last.rotations)
        .map(|(goal, last)| shorter(*goal * last.conjugate()))
        .collect();
    let end = clip.last_frame() as f32;
    let corrected = clip.map_poses(|frame, pose: &mut Pose| {
        let share = frame as f32 / end;
        for (rotation, turn) in pose.rotations.iter_mut().zip(&turns) {
            *rotation = (Quat::IDENTITY.slerp(*turn, share) * *rotation).normalize();
        }
        pose.root += share * (goal.root - last.root);
        for (track, goal) in pose.translations.iter_mut().zip(&goal.translations) {
            let off =
                goal.1 - last.translations.iter().find(|(joint, _)| *joint == goal.0).map_or(goal.1, |t| t.1);
            track.1 += share * off;
        }
    });
    corrected.ok()
}

/// How far a loop gets in one lap: the transform that carries its first frame to its last. Loops that hardly turn or travel do
/// not.
pub(crate) fn lap_of(clip: &Clip) -> Ground {
    let motion = RootMotion::of(clip);
    let lap = motion.at(clip.last_frame() as f64) * motion.at(0.0).inverse();
    let leg = leg_metres(clip, &Anatomy::of(clip.skeleton()));
    let [from, to] = [0, clip.last_frame()].map(|frame| clip.frame(frame).root);
    let way = DVec2::new((to.x - from.x).into(), (to.z - from.z).into());
    if lap.angle.abs() > LEAST_TURN {
        return lap;
    }
    let way = if way.length() > LEAST_WAY_LEGS * leg { way } else { DVec2::ZERO };
    Ground::new(0.0, way.x, way.y)
}

fn shorter(turn: Quat) -> Quat {
    if turn.w < 0.0 { -turn } else { turn }
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::{Locomotion, Pace, Sample};

    /// A loop of one lap, cut out of a longer walk.
    fn lap() -> Clip {
        let walk =
            Locomotion { speed: 1.3, cycles: 3, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
        let leg = leg_metres(&walk, &Anatomy::of(walk.skeleton()));
        let cut = |last: usize| walk.slice(FrameRange { first: 40, last });
        let last = (80..walk.len()).find(|&last| lap_frames(&cut(last), 0.3 * leg).is_some());
        closed(&cut(last.expect("a walk comes round"))).unwrap()
    }

    /// Every `step`-th frame.
    fn thinned(clip: &Clip, step: usize) -> Clip {
        let rate = clip.rate() / step as f64;
        let mut frames = Clip::builder(clip.name(), clip.skeleton().clone(), rate, clip.translated());
        (0..clip.len()).step_by(step).for_each(|frame| frames.push(&clip.frame(frame).to_pose()).unwrap());
        frames.finish().unwrap()
    }

    #[test]
    fn a_loop_without_its_last_frame_is_as_long_as_with_it() {
        let whole = thinned(&lap(), 5);
        let whole = closed(&whole).unwrap();
        let (leg, last) = (leg_metres(&whole, &Anatomy::of(whole.skeleton())), whole.last_frame());
        assert_eq!(lap_frames(&whole, leg), Some(last));
        let short = whole.slice(FrameRange { first: 0, last: last - 1 });
        assert_eq!(lap_frames(&short, leg), Some(last));
        let mended = closed_after(&short, last).unwrap();
        let off = mended.frame(last).root.distance(whole.frame(last).root);
        assert!(f64::from(off) < 0.05 * leg, "the frame that was missing is {off} m off");
    }

    #[test]
    fn actions_are_no_loops() {
        for name in ["kick", "cartwheel", "sit-down"] {
            let clip = Sample::find(name).unwrap().clip();
            let half = clip.slice(FrameRange { first: 0, last: clip.len() / 2 });
            assert_eq!(lap_frames(&half, leg_metres(&half, &Anatomy::of(half.skeleton()))), None, "{name}");
        }
    }
}
