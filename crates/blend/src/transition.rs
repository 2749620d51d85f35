//! From one clip into another.

use std::sync::Arc;

use segue_motion::{Clip, ClipId, ClipSet, FrameRange, Ground, Pose};
use segue_register::dtw::LookAhead;
use segue_register::{
    Cloud, Grid, Markers, RegisterError, RegisterSettings, Registration, Seeded, Window, register_at,
};

use crate::advance::advance;
use crate::error::steps;
use crate::recording::Recording;
use crate::{BlendError, Ensemble, Player, PlayerSettings};

/// How a transition is made.
#[derive(Clone, Debug, PartialEq)]
pub struct TransitionSettings {
    /// Its centre: a moment of either clip in seconds. `None` for the two that are most alike and leave room.
    pub at_secs: Option<[f64; 2]>,
    /// Time to either side of the centre. 0.4 s: about a step to either side of it in a walk.
    pub half_width_secs: f64,
    /// Whether it begins and ends on whole frames of the clips, so that they are left untouched; moves the timing by
    /// at most half a frame.
    pub snap: bool,
    /// How the clips are compared around the centre. Stretch by stretch by default: clips between which one makes a
    /// transition are often unlike elsewhere.
    pub seeded: Seeded,
    /// How the clips are registered.
    pub register: RegisterSettings,
    /// How it is played; it does not loop.
    pub player: PlayerSettings,
    /// Frames per second; `None` for the first clip's.
    pub rate_hz: Option<f64>,
}

impl Default for TransitionSettings {
    fn default() -> Self {
        Self {
            at_secs: None,
            half_width_secs: 0.4,
            snap: false,
            seeded: Seeded::Incremental(LookAhead::default()),
            register: RegisterSettings::default(),
            player: PlayerSettings::default(),
            rate_hz: None,
        }
    }
}

/// The first clip up to the transition, the transition, and the second clip from there on.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The whole motion. It stands where the first clip does; the second is placed rigidly behind it.
    pub clip: Clip,
    /// First and last frame of the transition itself in `clip`.
    pub frames: FrameRange,
    /// Its centre in either clip, in seconds.
    pub at_secs: [f64; 2],
    /// The half-width that was used, a whole number of frames.
    pub half_width_secs: f64,
    /// The half-width that fits at most at this centre.
    pub largest_half_width_secs: f64,
    /// How the clips correspond around the centre.
    pub registration: Registration,
}

/// Margins tried around an automatic centre, in half-widths: how much of each clip a transition takes is known only
/// after the timewarp is fitted.
const MARGINS: [f64; 4] = [1.0, 1.3, 1.7, 2.5];

/// Goes from the first of two clips over into the second.
///
/// # Errors
/// When there are not two clips, they cannot be registered or do not leave room; the error says how much room there is.
pub fn transition(clips: &ClipSet, settings: &TransitionSettings) -> Result<Transition, BlendError> {
    if !(settings.half_width_secs.is_finite() && settings.half_width_secs > 0.0) {
        let (name, found) = ("the half-width of the transition", settings.half_width_secs);
        return Err(BlendError::Setting { name, found, allowed: "positive" });
    }
    if let Some(at_secs) = settings.at_secs {
        return transition_at(clips, at_secs, settings);
    }
    let mut refused = None;
    for margin in MARGINS {
        let Some(at_secs) =
            most_alike(pair_of(clips)?, margin * settings.half_width_secs, &settings.register)?
        else {
            break;
        };
        match transition_at(clips, at_secs, settings) {
            Err(error @ BlendError::Room { .. }) => refused = Some(error),
            done => return done,
        }
    }
    Err(refused.unwrap_or(no_room_at_all(pair_of(clips)?, settings)))
}

fn pair_of(clips: &ClipSet) -> Result<[&Clip; 2], RegisterError> {
    clips.pair().ok_or(RegisterError::NotTwo { found: clips.len() })
}

fn transition_at(
    clips: &ClipSet,
    at_secs: [f64; 2],
    settings: &TransitionSettings,
) -> Result<Transition, BlendError> {
    let pair = pair_of(clips)?;
    let registration = register_at(clips, at_secs, settings.seeded, &settings.register)?;
    let ensemble = Arc::new(Ensemble::new(clips, registration.clone())?);
    let rate = settings.rate_hz.unwrap_or(pair[0].rate());
    let half = steps(settings.half_width_secs, rate)?.max(1);
    let march = March { ensemble: &ensemble, at_secs, rate, settings };
    let largest = march.largest_half_width();
    let Some(course) = march.course(half) else {
        return Err(BlendError::Room {
            first: pair[0].name().to_owned(),
            second: pair[1].name().to_owned(),
            wanted: settings.half_width_secs,
            first_at: at_secs[0],
            second_at: at_secs[1],
            largest: largest as f64 / rate,
        });
    };
    let course = if settings.snap { march.snapped(course) } else { course };
    let (clip, frames) = march.play(pair, &course)?;
    Ok(Transition {
        clip,
        frames,
        at_secs,
        half_width_secs: half as f64 / rate,
        largest_half_width_secs: largest as f64 / rate,
        registration,
    })
}

/// How much the first clip counts: 1 at p = 0, 0 at p = 1, with level ends (\[KG03\] §6.1).
fn first_weight(p: f64) -> f64 {
    let p = p.clamp(0.0, 1.0);
    2.0 * p * p * p - 3.0 * p * p + 1.0
}

fn weights(p: f64) -> [f64; 2] {
    let first = first_weight(p);
    [first, 1.0 - first]
}

/// A transition in the making.
struct March<'a> {
    ensemble: &'a Arc<Ensemble>,
    at_secs: [f64; 2],
    rate: f64,
    settings: &'a TransitionSettings,
}

impl March<'_> {
    fn centre(&self) -> f64 {
        let timewarp = self.ensemble.registration().timewarp();
        0.5 * (timewarp.u_at(ClipId::FIRST, self.at_secs[0]) + timewarp.u_at(ClipId::SECOND, self.at_secs[1]))
    }

    /// Where the `2 half + 1` frames are on the curve; `None` when it ends before them.
    fn course(&self, half: usize) -> Option<Vec<f64>> {
        let mut backwards = self.one_way(half, -1.0)?;
        backwards.reverse();
        backwards.push(self.centre());
        backwards.extend(self.one_way(half, 1.0)?);
        Some(backwards)
    }

    /// The `half` frames after the centre, or before it when `sign` is −1, nearest first.
    fn one_way(&self, half: usize, sign: f64) -> Option<Vec<f64>> {
        let timewarp = self.ensemble.registration().timewarp();
        let mut u = self.centre();
        let mut course = Vec::with_capacity(2 * half + 1);
        for step in 0..half {
            // The weights in the middle of the step, so that both directions agree.
            let p = 0.5 + sign * (step as f64 + 0.5) / (2.0 * half as f64);
            let shares = weights(p);
            let law = self.settings.player.law;
            let to = advance(
                law,
                timewarp,
                [ClipId::FIRST, ClipId::SECOND].into_iter().zip(shares),
                u,
                sign / self.rate,
            );
            if to.left_secs.abs() > 1e-9 {
                return None;
            }
            u = to.u;
            course.push(u);
        }
        Some(course)
    }

    /// The most frames to either side that fit.
    fn largest_half_width(&self) -> usize {
        let registration = self.ensemble.registration();
        let [start, end] = registration.range();
        let longest = |clip| registration.timewarp().at(clip, end) - registration.timewarp().at(clip, start);
        let bound = (longest(ClipId::FIRST).max(longest(ClipId::SECOND)) * self.rate).ceil() as usize;
        // Room shrinks as the half-width grows, so the largest that fits is found by halving.
        let (mut fits, mut does_not) = (0, bound + 1);
        while does_not - fits > 1 {
            let middle = usize::midpoint(fits, does_not);
            if self.course(middle).is_some() { fits = middle } else { does_not = middle }
        }
        fits
    }

    /// The course moved smoothly, by at most half a frame, so that it starts on a whole frame of the first clip and
    /// ends on one of the second. Unchanged at an end where the curve leaves no whole frame.
    fn snapped(&self, course: Vec<f64>) -> Vec<f64> {
        let shift = [
            self.shift_to_frame(ClipId::FIRST, course[0]),
            self.shift_to_frame(ClipId::SECOND, course[course.len() - 1]),
        ];
        let last = course.len() - 1;
        let moved = |(n, u): (usize, f64)| {
            let [first, second] = weights(n as f64 / last as f64);
            u + first * shift[0] + second * shift[1]
        };
        let snapped: Vec<f64> = course.iter().copied().enumerate().map(moved).collect();
        if snapped.is_sorted_by(|a, b| a < b) { snapped } else { course }
    }

    fn shift_to_frame(&self, clip: ClipId, u: f64) -> f64 {
        let timewarp = self.ensemble.registration().timewarp();
        let rate = self.ensemble.rate(clip);
        let frame = (timewarp.at(clip, u) * rate).round();
        let snapped = timewarp.u_at(clip, frame / rate);
        let lands = (timewarp.at(clip, snapped) * rate - frame).abs() < 1e-6;
        if lands { snapped - u } else { 0.0 }
    }

    fn play(&self, clips: [&Clip; 2], course: &[f64]) -> Result<(Clip, FrameRange), BlendError> {
        let timewarp = self.ensemble.registration().timewarp();
        let last = course.len() - 1;
        let name = format!("{} to {}", clips[0].name(), clips[1].name());
        let mut recording = Recording::new(name, self.ensemble, self.rate);
        let first_secs = timewarp.at(ClipId::FIRST, course[0]);
        let before = (first_secs * self.rate + WHOLE_STEP).floor() as usize;
        for step in (1..=before).rev() {
            let secs = first_secs - step as f64 / self.rate;
            self.push_alone(clips[0], secs, Ground::IDENTITY, &mut recording)?;
        }
        recording.carry_plants();
        let first = recording.next_frame();
        let mut player = Player::new(self.ensemble.clone(), self.settings.player)?;
        // The first clip is the reference, so it stays where it is.
        player.place(course[0], Ground::IDENTITY);
        let mut pose = self.ensemble.rest_pose();
        for (n, &u) in course.iter().enumerate() {
            player.step_to(u, &weights(n as f64 / last as f64), &mut pose)?;
            recording.push(&pose, player.plants())?;
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
        }
        Ok((recording.finish()?, frames))
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

/// Rounding may move a whole frame by this much, in frames.
const WHOLE_STEP: f64 = 1e-6;

/// The moments at which the clips are most alike among those at least `margin_secs` from their ends; `None` when
/// there are none.
fn most_alike(
    clips: [&Clip; 2],
    margin_secs: f64,
    settings: &RegisterSettings,
) -> Result<Option<[f64; 2]>, BlendError> {
    settings.check()?;
    let window = Window::equal((settings.half_window_secs * settings.rate_hz).round() as usize);
    let markers = Markers::new(clips[0].skeleton(), settings.markers, &settings.joint_weights)
        .map_err(RegisterError::from)?;
    let cloud =
        |clip: &Clip| Cloud::new(clip, &markers, &window, settings.rate_hz).map_err(RegisterError::from);
    let clouds = [cloud(clips[0])?, cloud(clips[1])?];
    let grid = Grid::new(&clouds[0], &clouds[1]);
    let margins = [0, 1].map(|n| (margin_secs / clouds[n].spacing_secs()).ceil() as usize);
    let rows = margins[0]..grid.rows().saturating_sub(margins[0]);
    let columns = margins[1]..grid.columns().saturating_sub(margins[1]);
    let cells = rows.flat_map(|row| columns.clone().map(move |column| [row, column]));
    let best = cells.min_by(|a, b| grid.at(a[0], a[1]).total_cmp(&grid.at(b[0], b[1])));
    Ok(best.map(|cell| [0, 1].map(|n| cell[n] as f64 * clouds[n].spacing_secs())))
}

/// The clips are shorter than the transition.
fn no_room_at_all(clips: [&Clip; 2], settings: &TransitionSettings) -> BlendError {
    let halves = clips.map(|clip| clip.duration_secs() / 2.0);
    BlendError::Room {
        first: clips[0].name().to_owned(),
        second: clips[1].name().to_owned(),
        wanted: settings.half_width_secs,
        first_at: halves[0],
        second_at: halves[1],
        largest: halves[0].min(halves[1]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_clip_fades_out_not_in() {
        for (p, first) in [(0.0, 1.0), (0.5, 0.5), (1.0, 0.0)] {
            let [a, b] = weights(p);
            approx::assert_abs_diff_eq!(a, first);
            approx::assert_abs_diff_eq!(b, 1.0 - first);
        }
        assert!((0..100).all(|n| first_weight(n as f64 / 100.0) > first_weight((n + 1) as f64 / 100.0)));
    }
}
