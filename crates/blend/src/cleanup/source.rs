//! What the clips of a motion do with their feet.

use std::collections::BTreeMap;

use glam::DVec3;
use segue_motion::{Anatomy, Clip, ClipId, ClipSet, ConstraintKind, FrameRange, PointId, Side};

use super::paths::Paths;
use crate::trace::{Moment, MomentPart, Trace};

/// The floor of a point is this quantile of its heights.
const FLOOR: f64 = 0.05;

/// A clip of which a motion was made.
pub(super) struct Source<'a> {
    pub(super) clip: &'a Clip,
    paths: Paths,
}

impl<'a> Source<'a> {
    fn new(clip: &'a Clip) -> Self {
        let feet = |side: Side| [ConstraintKind::heel(side), ConstraintKind::toe(side)];
        let paths = Paths::new(clip, &Anatomy::of(clip.skeleton()), Side::BOTH.into_iter().flat_map(feet));
        Self { clip, paths }
    }

    /// Where a point is at a moment, in the clip's own place.
    fn place(&self, point: PointId, secs: f64) -> DVec3 {
        let (path, last) = (self.paths.of(point), self.clip.last_frame());
        let frame = (secs * self.clip.rate()).clamp(0.0, last as f64);
        let before = frame as usize;
        let [a, b] = [before, (before + 1).min(last)].map(|n| path[n].as_dvec3());
        a.lerp(b, frame.fract())
    }

    /// Whether a foot stands at a moment.
    fn stands(&self, side: Side, secs: f64) -> bool {
        let at = ((secs * self.clip.rate()).round().max(0.0) as usize).min(self.clip.last_frame());
        let holds = |kind| self.clip.constraints().holds(kind, at);
        holds(ConstraintKind::heel(side)) || holds(ConstraintKind::toe(side))
    }

    fn floor(&self, point: PointId) -> f64 {
        let mut heights: Vec<f32> = self.paths.of(point).iter().map(|place| place.y).collect();
        heights.sort_by(f32::total_cmp);
        f64::from(heights[((heights.len() - 1) as f64 * FLOOR).round() as usize])
    }

    /// The plant of a point that shares most with a stretch of time, in seconds.
    fn plant(&self, kind: ConstraintKind, [from, to]: [f64; 2]) -> Option<[f64; 2]> {
        let secs = |range: &FrameRange| [range.first, range.last].map(|n| n as f64 / self.clip.rate());
        let shared = |range: &FrameRange| {
            let [first, last] = secs(range);
            last.min(to) - first.max(from)
        };
        let plants = self.clip.constraints().of(kind).iter();
        let best = plants.max_by(|a, b| shared(a).total_cmp(&shared(b)))?;
        (shared(best) >= 0.0).then(|| secs(best))
    }
}

/// All clips that take part in a motion, and how its frames were made of them.
pub(super) struct Sources<'a> {
    clips: BTreeMap<ClipId, Source<'a>>,
    trace: &'a Trace,
}

impl<'a> Sources<'a> {
    pub(super) fn new(clips: &'a ClipSet, trace: &'a Trace) -> Self {
        let mut found = BTreeMap::new();
        for part in trace.moments().iter().flat_map(|moment| &moment.parts) {
            let clip = &clips[part.clip];
            found.entry(part.clip).or_insert_with(|| Source::new(clip));
        }
        Self { clips: found, trace }
    }

    pub(super) fn moment(&self, frame: usize) -> &'a Moment {
        &self.trace.moments()[frame]
    }

    pub(super) fn clips(&self) -> impl Iterator<Item = &Source<'a>> {
        self.clips.values()
    }

    /// The weighted mean height of a point in the clips at a frame of the motion.
    pub(super) fn height(&self, point: PointId, frame: usize) -> f64 {
        self.moment(frame).mean(|part| self.clips[&part.clip].place(point, part.secs).y)
    }

    /// The weighted mean of the clips' floors under a point, frame by frame.
    pub(super) fn floors(&self, point: PointId) -> Vec<f64> {
        let floors: BTreeMap<ClipId, f64> =
            self.clips.iter().map(|(id, source)| (*id, source.floor(point))).collect();
        self.trace.moments().iter().map(|moment| moment.mean(|part| floors[&part.clip])).collect()
    }

    /// The share of the clips in which a foot stands at a frame of the motion.
    pub(super) fn planted(&self, side: Side, frame: usize) -> f64 {
        self.moment(frame).mean(|part| f64::from(u8::from(self.clips[&part.clip].stands(side, part.secs))))
    }

    /// How a point that is planted from one frame to another would move if each clip moved it as in its own plant: the place in
    /// each frame, from an arbitrary start, turned to where the motion stands.
    ///
    /// Steps from frame to frame are averaged, not places: weights that change in time move nothing by themselves.
    pub(super) fn own_motion(&self, kind: ConstraintKind, point: PointId, range: FrameRange) -> Vec<DVec3> {
        let spans = self.spans(kind, range);
        let mut place = DVec3::ZERO;
        let mut places = vec![place];
        for frame in range.first + 1..=range.last {
            let before = &self.moment(frame - 1).parts;
            place += self.moment(frame).mean(|part| {
                let Some(from) = before.iter().find(|from| goes_on(from, part)) else { return DVec3::ZERO };
                self.step(point, [from.secs, part.secs], nearest(&spans[&part.clip], part.secs), part)
            });
            places.push(place);
        }
        places
    }

    /// The step of a point of one clip within a span of its time, as the motion has it.
    fn step(&self, point: PointId, secs: [f64; 2], span: Option<[f64; 2]>, part: &MomentPart) -> DVec3 {
        let source = &self.clips[&part.clip];
        let [from, to] =
            secs.map(|secs| source.place(point, span.map_or(secs, |[first, last]| secs.clamp(first, last))));
        (part.world_from_clip.rotation() * (to - from).as_vec3()).as_dvec3()
    }

    /// For every clip the plants of its own that it shares most with in the frames of a plant: one for each run of its time.
    fn spans(&self, kind: ConstraintKind, range: FrameRange) -> BTreeMap<ClipId, Vec<[f64; 2]>> {
        let of_clip = |(&id, source): (&ClipId, &Source<'_>)| {
            let runs = self.runs(id, range).into_iter();
            (id, runs.filter_map(|run| source.plant(kind, run)).collect())
        };
        self.clips.iter().map(of_clip).collect()
    }

    /// The runs of a clip's time through some frames: a clip that starts again has several.
    fn runs(&self, clip: ClipId, range: FrameRange) -> Vec<[f64; 2]> {
        let mut runs: Vec<[f64; 2]> = Vec::new();
        for frame in range.first..=range.last {
            let Some(part) = self.moment(frame).parts.iter().find(|part| part.clip == clip) else { continue };
            match runs.last_mut() {
                Some(run) if part.secs >= run[1] => run[1] = part.secs,
                _ => runs.push([part.secs; 2]),
            }
        }
        runs
    }
}

/// Whether a part of a frame goes on where a part of the frame before was: not where a clip starts again.
fn goes_on(before: &MomentPart, part: &MomentPart) -> bool {
    before.clip == part.clip && part.secs >= before.secs
}

/// The span nearest to a moment.
fn nearest(spans: &[[f64; 2]], secs: f64) -> Option<[f64; 2]> {
    let far = |[first, last]: &[f64; 2]| (first - secs).max(secs - last).max(0.0);
    spans.iter().min_by(|a, b| far(a).total_cmp(&far(b))).copied()
}
