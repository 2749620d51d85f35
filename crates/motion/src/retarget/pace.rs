//! Legs that take their time: no bone of a free leg turns much faster than the source's fastest.

use glam::Quat;

use super::drive::SourceFrame;
use super::fidelity::{Fidelity, SETTLING, STILL};
use crate::Clip;

/// How fast a bone may turn, relative to the fastest turn of the source's: a little below what counts as too fast.
const PACE: f32 = 0.98 * Fidelity::SPEED as f32;

/// A free leg gets at most this share of a frame faster where it makes up for lost time.
const MOST_HASTE: f32 = 0.4;

/// What is too fast in the first or last moments of a plant may take time from the free stretch beside it, up to this far, in
/// seconds: the foot is about to leave then, or has just come.
const EDGE_SECS: f64 = 0.035;

/// How the two bones of a leg are turned in a frame.
pub(super) type Bones = [Quat; 2];

/// A leg with the moments at which its bones are where they would be without haste.
pub(super) struct Pace {
    bones: Vec<Bones>,
    /// Per frame, the moment that it shows, in frames.
    moments: Vec<f32>,
}

impl Pace {
    /// The pace of a leg whose bones would be turned as `bones`, and may turn as fast as `limits`, in radians a frame; `free` says how
    /// free its foot is in each frame. `None` where nothing is too fast.
    pub(super) fn of(bones: Vec<Bones>, limits: [f32; 2], free: &[f32], rate: f64) -> Option<Self> {
        let step = |pair: &[Bones]| {
            let share = |bone: usize| pair[0][bone].angle_between(pair[1][bone]) / limits[bone];
            share(0).max(share(1))
        };
        let efforts: Vec<f32> = std::iter::once(0.0).chain(bones.windows(2).map(step)).collect();
        let moments = moments(&efforts, free, (EDGE_SECS * rate).round() as usize)?;
        Some(Self { bones, moments })
    }

    /// The turns of the bones in a frame; `None` where they are as they would be.
    pub(super) fn bones(&self, frame: usize) -> Option<Bones> {
        let moment = *self.moments.get(frame)?;
        let (before, share) = (moment.floor(), moment - moment.floor());
        let before = before as usize;
        let after = (before + 1).min(self.bones.len() - 1);
        let turned = |bone: usize| self.bones[before][bone].slerp(self.bones[after][bone], share).normalize();
        ((moment - frame as f32).abs() > 1e-6).then(|| [turned(0), turned(1)])
    }
}

/// How fast a joint of the target may turn, in radians a frame, that the source's joint drives.
pub(super) fn limit(clip: &Clip, joint: crate::JointId, rest: &[Quat]) -> f32 {
    let (mut world, mut before, mut fastest) = (Vec::new(), None, 0.0_f32);
    for pose in clip.frames().skip(SETTLING) {
        pose.world_from_joints(clip.skeleton(), &mut world);
        let turn = SourceFrame { world: &world, rest }.turn(joint);
        if let Some(before) = before.replace(turn) {
            fastest = fastest.max(turn.angle_between(before));
        }
    }
    PACE * fastest.max((STILL / clip.rate()) as f32)
}

/// The moment that each frame shows so that no step is longer than 1: `efforts` are the steps into each frame at the captured pace.
/// Long steps take the time that they need, and what is lost is made up for evenly while the foot is free. Where nothing is too
/// fast, every frame shows its own moment; `None` if that is everywhere.
fn moments(efforts: &[f32], free: &[f32], edge: usize) -> Option<Vec<f32>> {
    let mut moments: Vec<f32> = (0..efforts.len()).map(|frame| frame as f32).collect();
    let mut changed = false;
    let mut done = 0;
    for [first, last] in free_stretches(free) {
        let (from, to) = (first.saturating_sub(1 + edge).max(done), (last + 1 + edge).min(free.len() - 1));
        done = to;
        if to <= from || efforts[from + 1..=to].iter().all(|&effort| effort <= 1.0) {
            continue;
        }
        changed = true;
        let haste: Vec<f32> =
            (from + 1..=to).map(|frame| f32::midpoint(free[frame - 1], free[frame])).collect();
        let times = times(&efforts[from + 1..=to], &haste);
        show(&mut moments[from..=to], &times, from);
    }
    changed.then_some(moments)
}

/// First and last frame of each stretch in which a foot is free.
fn free_stretches(free: &[f32]) -> Vec<[usize; 2]> {
    let mut found: Vec<[usize; 2]> = Vec::new();
    for frame in (0..free.len()).filter(|&frame| free[frame] > 0.0) {
        match found.last_mut() {
            Some([_, last]) if *last + 1 == frame => *last = frame,
            _ => found.push([frame, frame]),
        }
    }
    found
}

/// How long each step takes, as near to 1 as can be: as long as its effort at least, and together as long as there are steps. Where
/// there is not time enough, steps of a foot that stands or is about to take their own time, and the others what is left.
fn times(efforts: &[f32], haste: &[f32]) -> Vec<f32> {
    let fits = |times: &[f32]| times.iter().sum::<f32>() <= times.len() as f32 * (1.0 + 1e-4);
    let times = hurried(efforts, haste);
    if fits(&times) {
        return times;
    }
    let is_free: Vec<bool> = haste.iter().map(|&haste| haste >= 1.0).collect();
    let free_alone = |of: &[f32], else_: f32| -> Vec<f32> {
        of.iter().zip(&is_free).map(|(&own, &is_free)| if is_free { own } else { else_ }).collect()
    };
    let mut times = hurried(&free_alone(efforts, 1.0), &free_alone(haste, 0.0));
    if !fits(&times) {
        // All steps of a free foot are as much too fast.
        let count = is_free.iter().filter(|&&is_free| is_free).count() as f32;
        let share = count / free_alone(&times, 0.0).iter().sum::<f32>();
        times.iter_mut().zip(&is_free).filter(|(_, is_free)| **is_free).for_each(|(time, _)| *time *= share);
    }
    times
}

/// The same with all steps hurrying as little as they can, by their share of `haste`; together longer where there is not time enough.
fn hurried(efforts: &[f32], haste: &[f32]) -> Vec<f32> {
    const HALVINGS: usize = 30;
    let at = |hurry: f32| -> Vec<f32> {
        efforts.iter().zip(haste).map(|(effort, haste)| effort.max(1.0 - hurry * haste)).collect()
    };
    let total = efforts.len() as f32;
    let (mut low, mut high) = (0.0, MOST_HASTE);
    for _ in 0..HALVINGS {
        let middle = f32::midpoint(low, high);
        if at(middle).iter().sum::<f32>() > total { low = middle } else { high = middle }
    }
    at(high)
}

/// Sets which moment each frame shows when the steps from `first` on take these times.
fn show(moments: &mut [f32], times: &[f32], first: usize) {
    let (mut step, mut begun) = (0, 0.0);
    for (frame, moment) in moments.iter_mut().enumerate() {
        while step + 1 < times.len() && begun + times[step] < frame as f32 {
            begun += times[step];
            step += 1;
        }
        let share = ((frame as f32 - begun) / times[step]).clamp(0.0, 1.0);
        *moment = first as f32 + step as f32 + share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A leg that stands for 20 frames, swings for 40 and stands again, faster in the middle of the swing.
    fn swing(peak: f32) -> (Vec<f32>, Vec<f32>) {
        let free: Vec<f32> = (0..80).map(|frame| if (20..60).contains(&frame) { 1.0 } else { 0.0 }).collect();
        let effort = |frame: usize| peak * (-((frame as f32 - 40.0) / 5.0).powi(2)).exp();
        (free.clone(), (0..80).map(|frame| effort(frame) * free[frame]).collect())
    }

    /// The steps at the pace of `moments`.
    fn steps(efforts: &[f32], moments: &[f32]) -> Vec<f32> {
        let mut way = vec![0.0];
        efforts[1..].iter().for_each(|effort| way.push(way.last().unwrap() + effort));
        let at = |moment: f32| {
            let (frame, share) = (moment as usize, moment.fract());
            way[frame] + share * (way[(frame + 1).min(way.len() - 1)] - way[frame])
        };
        moments.windows(2).map(|pair| at(pair[1]) - at(pair[0])).collect()
    }

    #[test]
    fn a_leg_that_is_too_fast_takes_its_time_and_is_back_when_it_stands() {
        let (free, efforts) = swing(1.4);
        let moments = moments(&efforts, &free, 0).unwrap();
        assert!(moments.windows(2).all(|pair| pair[1] > pair[0]), "{moments:?}");
        assert!(steps(&efforts, &moments).iter().all(|&step| step <= 1.0 + 1e-4));
        let own = |frame: usize| (moments[frame] - frame as f32).abs();
        assert!((0..=19).chain(60..80).all(|frame| own(frame) < 1e-3), "{moments:?}");
        assert!((20..60).any(|frame| own(frame) > 0.5) && (20..60).all(|frame| own(frame) < 2.0));
    }

    #[test]
    fn a_leg_that_is_slow_enough_is_left_alone() {
        let (free, efforts) = swing(1.0);
        assert_eq!(moments(&efforts, &free, 3), None);
    }

    #[test]
    fn the_end_of_a_plant_takes_time_from_the_swing_after_it() {
        let (free, mut efforts) = swing(0.5);
        efforts[19] = 1.3;
        let late = moments(&efforts, &free, 3).unwrap();
        assert!(steps(&efforts, &late).iter().all(|&step| step <= 1.0 + 1e-4));
        assert!((0..=18).all(|frame| (late[frame] - frame as f32).abs() < 1e-4), "{late:?}");
        let firm = moments(&efforts, &free, 0);
        assert_eq!(firm, None, "what stands firmly stays where it is");
    }

    #[test]
    fn a_plant_is_left_alone_where_the_swing_has_no_time_for_it() {
        let (free, mut efforts) = swing(0.5);
        efforts[19] = 1.3;
        (20..60).for_each(|frame| efforts[frame] = 1.2);
        let moments = moments(&efforts, &free, 3).unwrap();
        let own = |frame: usize| (moments[frame] - frame as f32).abs();
        assert!((0..=19).chain(60..80).all(|frame| own(frame) < 1e-3), "{moments:?}");
    }

    #[test]
    fn a_leg_that_is_too_fast_all_the_time_is_so_evenly() {
        let efforts = [0.0, 1.3, 1.3, 1.3, 1.5, 1.5, 1.5];
        let moments = moments(&efforts, &[1.0; 7], 0).unwrap();
        let steps = steps(&efforts, &moments);
        let fastest = steps.iter().copied().fold(0.0, f32::max);
        assert!(fastest < 1.41 && moments[6] > 5.999, "{steps:?}");
    }
}
