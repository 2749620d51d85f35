//! A transition played along its course, between the rest of both clips.

use segue_motion::{Clip, ClipId, FrameRange, Ground, Pose};

use super::march::{March, weights};
use crate::recording::Recording;
use crate::{BlendError, Player, Trace};

/// Rounding may move a whole frame by this much, in frames.
const WHOLE_STEP: f64 = 1e-6;

/// A transition that was played.
pub(super) struct Played {
    pub(super) clip: Clip,
    pub(super) frames: FrameRange,
    pub(super) trace: Trace,
}

impl March<'_> {
    pub(super) fn play(&self, clips: [&Clip; 2], course: &[f64]) -> Result<Played, BlendError> {
        let timewarp = self.ensemble.registration().timewarp();
        let last = course.len() - 1;
        let name = format!("{} to {}", clips[0].name(), clips[1].name());
        let (mut recording, mut trace) = (Recording::new(name, self.ensemble, self.rate), Trace::default());
        let first_secs = timewarp.at(ClipId::FIRST, course[0]);
        let before = (first_secs * self.rate + WHOLE_STEP).floor() as usize;
        for step in (1..=before).rev() {
            let secs = first_secs - step as f64 / self.rate;
            self.push_alone(clips[0], secs, Ground::IDENTITY, &mut recording)?;
            trace.push_alone(ClipId::FIRST, secs, Ground::IDENTITY);
        }
        recording.carry_plants();
        let first = recording.next_frame();
        let mut player = Player::new(self.ensemble.clone(), self.settings.player)?;
        // The first clip is the reference, so it stays where it is.
        player.place(course[0], Ground::IDENTITY);
        let mut pose = self.ensemble.rest_pose();
        for (n, &u) in course.iter().enumerate() {
            let weights = weights(n as f64 / last as f64);
            player.step_to(u, &weights, &mut pose)?;
            recording.push(&pose, player.plants())?;
            trace.push(&player, &weights);
        }
        let frames = FrameRange { first, last: recording.next_frame() - 1 };
        recording.carry_plants();
        let u = course[last];
        let world_from_second =
            player.world_from_aligned() * self.ensemble.registration().reference_from_clip(ClipId::SECOND, u);
        let last_secs = timewarp.at(ClipId::SECOND, u);
        let after = ((clips[1].duration_secs() - last_secs) * self.rate + WHOLE_STEP).floor() as usize;
        for step in 1..=after {
            let secs = last_secs + step as f64 / self.rate;
            self.push_alone(clips[1], secs, world_from_second, &mut recording)?;
            trace.push_alone(ClipId::SECOND, secs, world_from_second);
        }
        Ok(Played { clip: recording.finish()?, frames, trace })
    }

    /// A frame of one clip alone, with its own plants.
    fn push_alone(
        &self,
        clip: &Clip,
        secs: f64,
        world_from_clip: Ground,
        recording: &mut Recording,
    ) -> Result<(), BlendError> {
        let frame = secs * clip.rate();
        let mut pose = self.with_all_tracks(clip.sample(frame));
        world_from_clip.move_pose(&mut pose);
        let planted = clip.constraints().iter().filter_map(|(kind, ranges)| {
            let within = |range: &FrameRange| {
                (range.first as f64 - WHOLE_STEP..=range.last as f64 + WHOLE_STEP).contains(&frame)
            };
            ranges.iter().position(within).map(|plant| (plant, kind))
        });
        recording.push(&pose, planted)
    }

    /// The pose with a translation for every joint that has one in either clip.
    fn with_all_tracks(&self, pose: Pose) -> Pose {
        let mut all = self.ensemble.rest_pose().translations;
        for (joint, position) in &mut all {
            if let Some(own) = pose.translations.iter().find(|(moved, _)| moved == joint) {
                *position = own.1;
            }
        }
        Pose { translations: all, ..pose }
    }
}
