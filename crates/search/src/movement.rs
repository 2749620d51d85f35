//! How a body moves from frame to frame, seen in two ways.
//!
//! In the *body view* the points of a limb are seen from the joint it hangs on: a reach to the floor is one to a shelf. In
//! the *heading view* they are seen in the world, turned about the vertical by the heading: a punch out of a crouch, whose
//! chest twists and rises, is a punch. An action and its variant agree in at least one of them.

use std::ops::RangeInclusive;
use std::sync::Arc;

use glam::Vec3;
use segue_motion::{Clip, Pose, Rigid};

use crate::limbs::Layout;

/// Frames that are compared together.
pub(crate) const LANES: usize = 16;

/// How the points of a clip move.
#[derive(Clone, Debug)]
pub(crate) struct Movement {
    layout: Arc<Layout>,
    frames: usize,
    /// The body view and the heading view.
    views: [View; 2],
    /// The same at every other frame.
    halves: [View; 2],
    /// Per frame the sums of the squared speeds of every group in all frames before, in (m/s)².
    energy: Vec<f64>,
    /// Where ankles and toes are, frame by frame.
    feet: Vec<Vec3>,
    /// Where the hips are.
    hips: Vec<Vec3>,
    /// The direction to the left on the floor, as x and z of unit length.
    left: Vec<[f32; 2]>,
}

/// The velocities of all points in one view.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) size: usize,
    limbs: usize,
    /// Block by block of [`LANES`] frames, value by value, in mm/s: a clip of hours has to fit into memory, and no limb
    /// reaches 32 m/s.
    blocks: Vec<[i16; LANES]>,
    /// Frame by frame and limb by limb the squares of the speeds, in (m/s)².
    norms: Vec<f32>,
}

/// Seconds before and after a frame over which a velocity is taken: less is noise, more blurs punches.
const HALF_SECS: f64 = 1.0 / 30.0;

/// Seconds before and after a frame over which the heading is averaged: seven frames at 30 Hz.
const HEADING_SECS: f64 = 0.1;

/// Where the points of a clip are, frame by frame.
struct Places {
    body: Vec<Vec3>,
    world: Vec<Vec3>,
    groups: Vec<Vec3>,
    feet: Vec<Vec3>,
    hips: Vec<Vec3>,
    left: Vec<[f32; 2]>,
}

/// How velocities are taken.
struct Differences {
    frames: usize,
    half: usize,
    spacing_secs: f64,
}

impl Movement {
    /// The movement of a clip sampled at `frames` frames, as its cloud is.
    pub(crate) fn new(clip: &Clip, layout: &Arc<Layout>, frames: usize) -> Self {
        let places = Places::of(clip, layout, frames);
        let spacing_secs = clip.duration_secs() / (frames - 1) as f64;
        let around = |secs: f64| ((secs / spacing_secs).round() as usize).max(1);
        let differences = Differences { frames, half: around(HALF_SECS), spacing_secs };
        let left = smoothed(&places.left, around(HEADING_SECS));
        let turned = |frame: usize, v: Vec3| turn(left[frame], v);
        let views = [
            View::new(layout, &differences, &places.body, |_, v| v),
            View::new(layout, &differences, &places.world, turned),
        ];
        let energy = energies(layout, &differences, &places.groups);
        let halves = [views[0].halved(frames), views[1].halved(frames)];
        let Places { feet, hips, .. } = places;
        Self { layout: layout.clone(), frames, views, halves, energy, feet, hips, left }
    }

    /// How many frames there are.
    pub(crate) fn len(&self) -> usize {
        self.frames
    }

    /// The body view and the heading view.
    pub(crate) fn views(&self) -> &[View; 2] {
        &self.views
    }

    /// The views at every other frame: of long movements these tell as much.
    pub(crate) fn halves(&self) -> &[View; 2] {
        &self.halves
    }

    /// Per value of a frame the limb it belongs to.
    pub(crate) fn limb_of(&self) -> impl Iterator<Item = usize> {
        self.layout.points.iter().flat_map(|point| [point.limb; 3])
    }

    /// Per group the mean of the squared speeds over some frames.
    pub(crate) fn energy(&self, frames: RangeInclusive<usize>) -> impl Iterator<Item = f64> {
        let groups = self.layout.body.groups.len();
        let (first, end) = (*frames.start(), frames.end() + 1);
        let at = move |frame: usize, group: usize| self.energy[frame * groups + group];
        (0..groups).map(move |group| (at(end, group) - at(first, group)) / (end - first) as f64)
    }

    /// The way of ankles and toes from frame `from` to frame `to`, turned by the heading at `from`.
    pub(crate) fn steps(&self, from: usize, to: usize) -> impl Iterator<Item = Vec3> {
        let pairs = self.feet(to).iter().zip(self.feet(from));
        pairs.map(move |(to, start)| turn(self.left[from], *to - *start))
    }

    /// Where ankles and toes are in a frame.
    pub(crate) fn feet(&self, frame: usize) -> &[Vec3] {
        let feet = self.layout.body.feet.len();
        &self.feet[frame * feet..][..feet]
    }

    /// The height of the lowest foot in some frames.
    pub(crate) fn lowest(&self, frames: RangeInclusive<usize>) -> f32 {
        frames.flat_map(|frame| self.feet(frame)).map(|foot| foot.y).fold(f32::INFINITY, f32::min)
    }

    /// How far the hips go over some frames, in metres on the floor.
    pub(crate) fn way(&self, frames: RangeInclusive<usize>) -> f64 {
        let steps = self.hips[frames].windows(2).map(|pair| {
            let step = pair[1] - pair[0];
            f64::from(step.x.hypot(step.z))
        });
        steps.sum()
    }

    /// Where the hips get from frame `from` to frame `to`, turned by the heading at `from`.
    pub(crate) fn travel(&self, from: usize, to: usize) -> Vec3 {
        turn(self.left[from], self.hips[to] - self.hips[from])
    }
}

impl Places {
    fn of(clip: &Clip, layout: &Layout, frames: usize) -> Self {
        let step = clip.last_frame() as f64 / (frames - 1) as f64;
        let (mut pose, mut world_from_joint) = (Pose::rest(clip.skeleton()), Vec::<Rigid>::new());
        let mut places = Self {
            body: Vec::new(),
            world: Vec::new(),
            groups: Vec::new(),
            feet: Vec::new(),
            hips: Vec::new(),
            left: Vec::new(),
        };
        for frame in 0..frames {
            clip.sample_into(frame as f64 * step, &mut pose);
            pose.world_from_joints(clip.skeleton(), &mut world_from_joint);
            for point in &layout.points {
                let place = point.spot.place(&world_from_joint);
                places.world.push(place);
                places.body.push(world_from_joint[point.base.index()].inverse() * place);
            }
            let spots = layout.body.groups.iter().flatten();
            places.groups.extend(spots.map(|(spot, _)| spot.place(&world_from_joint)));
            places.feet.extend(layout.body.feet.iter().map(|spot| spot.place(&world_from_joint)));
            places.hips.push(layout.body.hips.place(&world_from_joint));
            places.left.push(layout.body.left(&world_from_joint));
        }
        places
    }
}

impl Differences {
    /// The velocities of a frame in m/s, of points that lie frame by frame.
    fn at<'a>(&self, places: &'a [Vec3], frame: usize) -> impl Iterator<Item = Vec3> + use<'a> {
        let size = places.len() / self.frames;
        let (before, after) = (frame.saturating_sub(self.half), (frame + self.half).min(self.frames - 1));
        let per_sec = (1.0 / ((after - before) as f64 * self.spacing_secs)) as f32;
        let pair = places[after * size..][..size].iter().zip(&places[before * size..][..size]);
        pair.map(move |(after, before)| (*after - *before) * per_sec)
    }
}

impl View {
    fn new(
        layout: &Layout,
        differences: &Differences,
        places: &[Vec3],
        seen: impl Fn(usize, Vec3) -> Vec3,
    ) -> Self {
        let (size, limbs) = (3 * layout.points.len(), layout.limbs);
        let mut blocks = vec![[0; LANES]; differences.frames.div_ceil(LANES) * size];
        let mut norms = vec![0.0; differences.frames * limbs];
        for frame in 0..differences.frames {
            let (block, lane) = (&mut blocks[frame / LANES * size..][..size], frame % LANES);
            let velocities = differences.at(places, frame).zip(&layout.points);
            for ((velocity, point), values) in velocities.zip(block.chunks_exact_mut(3)) {
                let rounded = (1e3 * seen(frame, velocity)).round();
                for (value, number) in values.iter_mut().zip(rounded.to_array()) {
                    value[lane] = number as i16;
                    norms[frame * limbs + point.limb] += (1e-3 * number).powi(2);
                }
            }
        }
        Self { size, limbs, blocks, norms }
    }

    /// Every other one of so many frames, the first included.
    fn halved(&self, frames: usize) -> Self {
        let count = frames.div_ceil(2);
        let (size, limbs) = (self.size, self.limbs);
        let mut blocks = vec![[0; LANES]; count.div_ceil(LANES) * size];
        let mut norms = Vec::with_capacity(count * limbs);
        for frame in 0..count {
            let (from, to) = (self.block(2 * frame / LANES), &mut blocks[frame / LANES * size..][..size]);
            for (to, from) in to.iter_mut().zip(from) {
                to[frame % LANES] = from[2 * frame % LANES];
            }
            norms.extend_from_slice(self.norms(2 * frame));
        }
        Self { size, limbs, blocks, norms }
    }

    /// The values of [`LANES`] frames, in mm/s.
    pub(crate) fn block(&self, block: usize) -> &[[i16; LANES]] {
        &self.blocks[block * self.size..][..self.size]
    }

    /// The velocities of a frame in m/s.
    pub(crate) fn at(&self, frame: usize) -> impl Iterator<Item = f32> {
        self.block(frame / LANES).iter().map(move |values| 1e-3 * f32::from(values[frame % LANES]))
    }

    /// Per limb the square of the speeds in a frame.
    pub(crate) fn norms(&self, frame: usize) -> &[f32] {
        &self.norms[frame * self.limbs..][..self.limbs]
    }

    /// How much each limb counts in some frames: the root of its share of the squared speeds, 1 for the one that moves
    /// most. None where nothing moves.
    pub(crate) fn weights(&self, frames: RangeInclusive<usize>) -> Option<Vec<f64>> {
        let mut sums = vec![0.0; self.limbs];
        for frame in frames {
            sums.iter_mut().zip(self.norms(frame)).for_each(|(sum, norm)| *sum += f64::from(*norm));
        }
        let most = sums.iter().copied().fold(0.0, f64::max);
        (most > 0.0).then(|| sums.iter().map(|sum| (sum / most).sqrt()).collect())
    }
}

/// A vector seen from a body whose left is this.
fn turn([x, z]: [f32; 2], v: Vec3) -> Vec3 {
    Vec3::new(x * v.x + z * v.z, v.y, x * v.z - z * v.x)
}

/// Directions as means over so many frames to either side, made unit last: a body that is upside down is short and should
/// count little.
fn smoothed(left: &[[f32; 2]], half: usize) -> Vec<[f32; 2]> {
    let mean = |frame: usize| {
        let around = &left[frame.saturating_sub(half)..(frame + half + 1).min(left.len())];
        let [x, z] = around.iter().fold([0.0, 0.0], |[x, z], one| [x + one[0], z + one[1]]);
        let length = (x * x + z * z).sqrt();
        if length > 0.0 { [x / length, z / length] } else { [1.0, 0.0] }
    };
    (0..left.len()).map(mean).collect()
}

/// The sums of the squared speeds of every group in all frames before each, and in all.
fn energies(layout: &Layout, differences: &Differences, places: &[Vec3]) -> Vec<f64> {
    let groups = &layout.body.groups;
    let mut energies = vec![0.0; (differences.frames + 1) * groups.len()];
    for frame in 0..differences.frames {
        let mut velocities = differences.at(places, frame);
        for (n, group) in groups.iter().enumerate() {
            let of_spot = |(_, weight): &(_, f32)| {
                velocities.next().map_or(0.0, |velocity| f64::from(weight * velocity.length_squared()))
            };
            let sum: f64 = group.iter().map(of_spot).sum();
            energies[(frame + 1) * groups.len() + n] = energies[frame * groups.len() + n] + sum;
        }
    }
    energies
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::sample;

    fn movement_of(clip: &Clip) -> Movement {
        Movement::new(clip, &Arc::new(Layout::new(clip.skeleton())), clip.len())
    }

    #[test]
    fn where_the_body_is_and_faces_does_not_matter() {
        let clip = sample("punch").unwrap().clip;
        let turn = glam::Quat::from_rotation_y(1.0);
        let moved = clip.map_poses(|_, pose| {
            pose.root = turn * pose.root + Vec3::new(3.0, 1.0, -2.0);
            pose.rotations[0] = turn * pose.rotations[0];
        });
        let (here, there) = (movement_of(&clip), movement_of(&moved.unwrap()));
        for (here, there) in here.views.iter().zip(&there.views) {
            let pairs = || here.blocks.iter().flatten().zip(there.blocks.iter().flatten());
            assert!(pairs().any(|(value, _)| value.abs() > 1000), "a punch is fast");
            let farthest = pairs().map(|(a, b)| (a - b).abs()).max();
            assert!(farthest.unwrap() <= 2, "{farthest:?} mm/s");
        }
        let last = clip.len() - 1;
        let apart = here.steps(0, last).zip(there.steps(0, last)).map(|(a, b)| a.distance(b));
        assert!(apart.fold(0.0, f32::max) < 1e-4);
        assert!(here.travel(0, last).distance(there.travel(0, last)) < 1e-4);
        assert!((here.way(0..=last) - there.way(0..=last)).abs() < 1e-3);
    }
}
