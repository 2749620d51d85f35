//! Whether a motion travels or stays in place.

use glam::DVec2;
use segue_blend::Trace;
use segue_motion::{Clip, ClipSet, FrameRange};
use segue_register::{ClipUse, travels};
use serde::{Deserialize, Serialize};

use crate::PlayedMotion;

/// Whether a motion travels or stays in place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RootMotionName {
    /// As the clips do: in place when all of them are.
    #[default]
    Keep,
    /// It travels as its feet imply.
    Infer,
    /// It stays in place.
    InPlace,
}

/// Time over which a root trajectory is smoothed before it is taken out: a step sways to one side, the next to the
/// other.
const SWAY_SECS: f64 = 0.5;

impl RootMotionName {
    /// The frames that are wanted of a motion, brought to where they are wanted.
    pub(super) fn apply(
        self,
        clip: Clip,
        motion: &PlayedMotion,
        (clips, uses): (&ClipSet, &[ClipUse]),
    ) -> Clip {
        let frames = motion.lap.unwrap_or(FrameRange { first: 0, last: motion.clip.last_frame() });
        let all_in_place = are_in_place(clips, uses);
        let stay = match self {
            Self::Keep => all_in_place,
            Self::Infer => false,
            Self::InPlace => true,
        };
        if !stay {
            return clip;
        }
        let way =
            if all_in_place { implied_way(&clip, (&motion.trace, frames), uses) } else { smooth_way(&clip) };
        let moved = clip.map_poses(|frame, pose| {
            pose.root.x -= way[frame].x as f32;
            pose.root.z -= way[frame].y as f32;
        });
        moved.unwrap_or(clip)
    }
}

/// Whether clips were all in place as they were read: some are known to be, and no other travels.
fn are_in_place(clips: &ClipSet, uses: &[ClipUse]) -> bool {
    let known = |how: &ClipUse| how.treadmill.speed() > 0.0;
    uses.iter().any(known) && uses.iter().zip(clips.clips()).all(|(how, clip)| known(how) || !travels(clip))
}

/// The way that the treadmills of the clips make, frame by frame; of a lap such that it ends where it began.
fn implied_way(clip: &Clip, (trace, frames): (&Trace, FrameRange), uses: &[ClipUse]) -> Vec<DVec2> {
    let mut way = vec![DVec2::ZERO];
    for frame in frames.first + 1..=frames.last {
        let [before, now] = [frame - 1, frame].map(|frame| &trace.moments()[frame].parts);
        let step = |part: &segue_blend::MomentPart| {
            let from = before.iter().find(|from| from.clip == part.clip && from.secs <= part.secs);
            let secs = from.map_or(1.0 / clip.rate(), |from| part.secs - from.secs);
            let [x, z] = uses[part.clip.index()].treadmill.velocity;
            let turned = part.world_from_clip.rotation() * glam::Vec3::new(x as f32, 0.0, z as f32);
            part.weight * secs * DVec2::new(turned.x.into(), turned.z.into())
        };
        way.push(way[way.len() - 1] + now.iter().map(step).sum::<DVec2>());
    }
    if uses.iter().all(|how| how.cycle.is_some()) {
        let root =
            |frame: usize| DVec2::new(clip.frame(frame).root.x.into(), clip.frame(frame).root.z.into());
        let off = root(clip.last_frame()) - root(0) - way[way.len() - 1];
        let last = clip.last_frame().max(1) as f64;
        way.iter_mut().enumerate().for_each(|(n, place)| *place += off * n as f64 / last);
    }
    way
}

/// The root trajectory without its sway, from the first frame.
fn smooth_way(clip: &Clip) -> Vec<DVec2> {
    let half = (SWAY_SECS * clip.rate()).round() as usize;
    let root = |frame: usize| DVec2::new(clip.frame(frame).root.x.into(), clip.frame(frame).root.z.into());
    let mean = |frame: usize| {
        let reach = half.min(frame).min(clip.last_frame() - frame);
        (frame - reach..=frame + reach).map(root).sum::<DVec2>() / (2 * reach + 1) as f64
    };
    (0..clip.len()).map(|frame| mean(frame) - mean(0)).collect()
}
