//! Plays a blend one frame at a time, without allocating.

use std::sync::Arc;

use glam::{DVec2, DVec3, Quat, Vec3};
use segue_motion::{ClipId, ConstraintKind, Ground, Pose};

use crate::advance::advance;
use crate::cycle::Cycle;
use crate::seam::Seam;
use crate::weights::Mix;
use crate::{Averaging, CycleError, Ensemble, Lanes, SpeedLaw, WeightError, average};

/// How a blend is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerSettings {
    /// How rotations are averaged.
    pub averaging: Averaging,
    /// How fast it plays.
    pub law: SpeedLaw,
    /// Whether it starts again at the end; for cyclic clips.
    pub looping: bool,
}

/// A blend that is being played: takes time and weights, gives poses.
///
/// Every frame has four parts: *advance* along the registration curve, *place* the result on the floor, *combine* the
/// poses of the clips, and say which *constraints* hold (\[KG03\] §5). With all weight on one clip it reproduces that
/// clip at its own speed, up to one rigid transform on the floor.
///
/// Clips without weight are not visited: a frame costs as much as its clips with weight, however many others there are.
#[derive(Clone, Debug)]
pub struct Player {
    ensemble: Arc<Ensemble>,
    settings: PlayerSettings,
    cycle: Option<Cycle>,
    seam: Seam,
    u: f64,
    world_from_aligned: Ground,
    /// Of the last frame.
    mix: Mix,
    scratch: Scratch,
}

#[derive(Clone, Debug)]
struct Scratch {
    /// The rotations of the clips that take part, one row each; room for all clips.
    rows: Vec<Lanes>,
    /// Their weights.
    weights: Vec<f32>,
    /// Their average.
    mean: Vec<Lanes>,
    /// The rotations of the reference, where averaging needs them.
    reference: Vec<Lanes>,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepEnd {
    /// Time by which the step went beyond the end (or, backwards, the start) of the clips: 0 until they end, and
    /// always 0 when looping.
    pub left_secs: f64,
}

impl Player {
    /// A player at the beginning of the blend, which stands where the reference clip does.
    ///
    /// # Errors
    /// When it should loop, but the clips' ends do not meet.
    pub fn new(ensemble: Arc<Ensemble>, settings: PlayerSettings) -> Result<Self, CycleError> {
        let clips = ensemble.clips();
        let groups = Lanes::groups(ensemble.skeleton().len());
        Ok(Self {
            cycle: if settings.looping { Some(Cycle::new(&ensemble)?) } else { None },
            settings,
            seam: Seam::new(ensemble.skeleton().len()),
            u: ensemble.registration().range()[0],
            world_from_aligned: Ground::IDENTITY,
            mix: Mix::of_one(ensemble.registration().reference(), clips),
            scratch: Scratch {
                rows: vec![Lanes::IDENTITY; groups * clips],
                weights: vec![0.0; clips],
                mean: vec![Lanes::IDENTITY; groups],
                reference: vec![Lanes::IDENTITY; groups],
            },
            ensemble,
        })
    }

    /// What is played.
    pub fn ensemble(&self) -> &Arc<Ensemble> {
        &self.ensemble
    }

    /// Where on the registration curve the player is.
    pub fn u(&self) -> f64 {
        self.u
    }

    /// Whether it has come to the end: a step forwards then gives the last pose once more, with all its time left. What
    /// loops never ends.
    pub fn has_ended(&self) -> bool {
        self.cycle.is_none() && self.u >= self.ensemble.registration().range()[1]
    }

    /// The transform from the reference clip's place to where the blend stands.
    pub fn world_from_aligned(&self) -> Ground {
        self.world_from_aligned
    }

    /// Goes to `u`, as near as the curve has it, and stands at `world_from_aligned` there.
    pub fn place(&mut self, u: f64, world_from_aligned: Ground) {
        let [start, end] = self.ensemble.registration().range();
        self.u = u.clamp(start, end);
        self.world_from_aligned = world_from_aligned;
        self.seam.close();
    }

    /// The pose where the player is.
    ///
    /// # Errors
    /// When the weights cannot be used; nothing has changed then.
    pub fn pose(&mut self, weights: &[f64], pose: &mut Pose) -> Result<(), WeightError> {
        self.mix.set(weights)?;
        self.combine(pose);
        Ok(())
    }

    /// Advances by `dt_secs` (backwards when negative) with these weights and writes the pose there.
    ///
    /// Where a cycle starts again, what its ends differ by fades over the first quarter of a second.
    ///
    /// Nothing is allocated when `pose` has the size of the blend ([`Ensemble::rest_pose`]).
    ///
    /// # Errors
    /// When the weights cannot be used; the player has not moved then.
    pub fn step(&mut self, dt_secs: f64, weights: &[f64], pose: &mut Pose) -> Result<StepEnd, WeightError> {
        self.mix.set(weights)?;
        let mut to = self.advanced(dt_secs);
        self.go_to(to.u);
        self.seam.grow_older(dt_secs - to.left_secs);
        while self.cycle.is_some() && to.left_secs != 0.0 {
            let left_secs = to.left_secs;
            self.begin_anew(left_secs > 0.0, pose);
            to = self.advanced(left_secs);
            self.go_to(to.u);
            self.seam.grow_older(left_secs - to.left_secs);
        }
        self.combine(pose);
        Ok(StepEnd { left_secs: to.left_secs })
    }

    /// Goes on to `u` rather than by a span of time, carrying the placement along.
    ///
    /// # Errors
    /// When the weights cannot be used; the player has not moved then.
    pub fn step_to(&mut self, u: f64, weights: &[f64], pose: &mut Pose) -> Result<(), WeightError> {
        self.mix.set(weights)?;
        let [start, end] = self.ensemble.registration().range();
        self.go_to(u.clamp(start, end));
        self.combine(pose);
        Ok(())
    }

    /// Whether the point is planted in the frame that was played last.
    pub fn holds(&self, kind: ConstraintKind) -> bool {
        self.plants().any(|(_, planted)| planted == kind)
    }

    /// The constraint matches that hold in the frame played last: number and kind. A match holds from the weighted
    /// mean of its starts to that of its ends.
    pub fn plants(&self) -> impl Iterator<Item = (usize, ConstraintKind)> + '_ {
        let matches = self.ensemble.registration().matches().iter().enumerate();
        let holds = |intervals: &[segue_register::Interval]| {
            let start: f64 =
                self.mix.parts().map(|(clip, weight)| weight * intervals[clip.index()].start).sum();
            let end: f64 = self.mix.parts().map(|(clip, weight)| weight * intervals[clip.index()].end).sum();
            (start - SAME_U..=end + SAME_U).contains(&self.u)
        };
        matches.filter(move |(_, found)| holds(&found.intervals)).map(|(n, found)| (n, found.kind))
    }

    fn advanced(&self, dt_secs: f64) -> crate::advance::Advanced {
        let timewarp = self.ensemble.registration().timewarp();
        advance(self.settings.law, timewarp, self.mix.shares(), self.u, dt_secs)
    }

    /// Moves along the curve. Each clip would carry its own placement on rigidly; they are averaged about the middle
    /// of the figure (\[KG03\] §5.2, but with the origin in aligned space: otherwise the result would depend on where
    /// the blend stands).
    fn go_to(&mut self, u: f64) {
        let (from, registration) = (self.u, self.ensemble.registration());
        let carried = |clip: ClipId| {
            registration.reference_from_clip(clip, from) * registration.reference_from_clip(clip, u).inverse()
        };
        self.world_from_aligned = self.mean_placement(u, carried);
        self.u = u;
    }

    /// Wraps, and keeps what the ends differ by; `pose` is memory to work in.
    fn begin_anew(&mut self, forwards: bool, pose: &mut Pose) {
        self.combine(pose);
        self.seam.leave(pose);
        self.wrap(forwards);
        self.combine(pose);
        self.seam.open(pose);
    }

    /// From the end of the curve to its start, or back.
    fn wrap(&mut self, forwards: bool) {
        let Some(cycle) = &self.cycle else { return };
        let [start, end] = self.ensemble.registration().range();
        let u = if forwards { start } else { end };
        let carried = |clip: ClipId| {
            let aligned_end_from_start = cycle.end_from_start(clip);
            if forwards { aligned_end_from_start } else { aligned_end_from_start.inverse() }
        };
        self.world_from_aligned = self.mean_placement(u, carried);
        self.u = u;
    }

    /// The weighted mean of `world_from_aligned * carried(clip)`, about the mean of the aligned roots at `u`.
    fn mean_placement(&self, u: f64, carried: impl Fn(ClipId) -> Ground) -> Ground {
        let origin = self.aligned_origin(u);
        let (mut angle, mut place) = (0.0, DVec2::ZERO);
        for (clip, weight) in self.mix.parts() {
            let world = self.world_from_aligned * carried(clip);
            angle += weight * world.angle;
            place += weight * DVec2::from(world.apply(origin));
        }
        let turned = Ground::new(angle, 0.0, 0.0).apply(origin);
        Ground::new(angle, place.x - turned[0], place.y - turned[1])
    }

    /// Where the blend has its root at `u`, in aligned space.
    fn aligned_origin(&self, u: f64) -> [f64; 2] {
        let registration = self.ensemble.registration();
        let aligned = |(clip, weight): (ClipId, f64)| {
            let root = self.ensemble.source(clip).root(registration.timewarp().at(clip, u));
            let place = registration.reference_from_clip(clip, u).apply([root.x.into(), root.z.into()]);
            weight * DVec2::from(place)
        };
        self.mix.parts().map(aligned).sum::<DVec2>().into()
    }

    fn combine(&mut self, pose: &mut Pose) {
        let groups = self.scratch.mean.len();
        let (ensemble, registration) = (&*self.ensemble, self.ensemble.registration());
        let reference = registration.reference();
        let yardstick = registration.timewarp().at(reference, self.u);
        let mut root = Root::facing(ensemble.source(reference).nearest_root_rotation(yardstick));
        for (place, (clip, weight)) in self.mix.parts().enumerate() {
            let secs = registration.timewarp().at(clip, self.u);
            let row = &mut self.scratch.rows[place * groups..][..groups];
            let (position, rotation) = ensemble.source(clip).sample(secs, row);
            let aligned = registration.reference_from_clip(clip, self.u);
            row[0].set(0, root.add(weight, aligned, position, rotation));
            self.scratch.weights[place] = weight as f32;
        }
        self.average();
        write(&self.scratch.mean, root.position, self.world_from_aligned, pose);
        self.seam.apply(pose);
        self.combine_translations(pose);
    }

    fn average(&mut self) {
        let Scratch { rows, weights, mean, reference } = &mut self.scratch;
        let (rows, weights) = (&rows[..self.mix.len() * mean.len()], &weights[..self.mix.len()]);
        match self.settings.averaging {
            Averaging::Sum => average(rows, weights, mean),
            Averaging::ExponentialMap => {
                let registration = self.ensemble.registration();
                let clip = registration.reference();
                self.ensemble.source(clip).sample(registration.timewarp().at(clip, self.u), reference);
                crate::exponential_average_rows(rows, weights, reference, mean);
            }
        }
    }

    fn combine_translations(&self, pose: &mut Pose) {
        let (ensemble, timewarp) = (&*self.ensemble, self.ensemble.registration().timewarp());
        pose.translations.clear();
        for (index, &joint) in ensemble.translated().iter().enumerate() {
            let position = |clip: ClipId| ensemble.source(clip).translation(index, timewarp.at(clip, self.u));
            let mean = self.mix.parts().map(|(clip, weight)| weight as f32 * position(clip)).sum();
            pose.translations.push((joint, mean));
        }
    }
}

/// A plant holds at its ends in spite of rounding.
const SAME_U: f64 = 1e-9;

/// The roots of the clips that take part, laid onto the reference.
struct Root {
    position: DVec3,
    /// Rotation of the reference's root, whose hemisphere the others are turned to.
    reference: Quat,
}

impl Root {
    fn facing(reference: Quat) -> Self {
        Self { position: DVec3::ZERO, reference }
    }

    /// Adds a clip and gives the rotation of its root in the hemisphere of the reference's.
    fn add(&mut self, weight: f64, aligned: Ground, position: Vec3, rotation: Quat) -> Quat {
        let [x, z] = aligned.apply([position.x.into(), position.z.into()]);
        self.position += weight * DVec3::new(x, position.y.into(), z);
        let turned = aligned.rotation() * rotation;
        if turned.dot(self.reference) < 0.0 { -turned } else { turned }
    }
}

/// Writes the averaged rotations and the root, which `world_from_aligned` carries to its place.
fn write(mean: &[Lanes], aligned_root: DVec3, world_from_aligned: Ground, pose: &mut Pose) {
    Lanes::store(mean, &mut pose.rotations);
    let [x, z] = world_from_aligned.apply([aligned_root.x, aligned_root.z]);
    pose.root = Vec3::new(x as f32, aligned_root.y as f32, z as f32);
    pose.rotations[0] = world_from_aligned.rotation() * pose.rotations[0];
}
