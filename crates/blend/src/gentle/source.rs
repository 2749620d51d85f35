//! What the clips of a blend do with their feet.

use glam::DVec3;
use segue_motion::{Anatomy, Clip, ClipId, ClipSet, ConstraintKind, PointId, PointTable, Side};
use segue_register::Registration;

use crate::trace::{Moment, Trace};

/// The floor of a point is this quantile of its heights.
const FLOOR: f64 = 0.05;

/// A clip that is blended.
pub(super) struct Source<'a> {
    pub(super) clip: &'a Clip,
    pub(super) table: PointTable,
}

/// All clips of a blend and how its frames were made of them.
pub(super) struct Sources<'a> {
    clips: Vec<Source<'a>>,
    pub(super) registration: &'a Registration,
    pub(super) trace: &'a Trace,
    pub(super) anatomy: &'a Anatomy,
}

impl<'a> Sources<'a> {
    pub(super) fn new(
        clips: &'a ClipSet,
        registration: &'a Registration,
        trace: &'a Trace,
        anatomy: &'a Anatomy,
    ) -> Self {
        let clips = clips.clips().map(|clip| Source { clip, table: PointTable::new(clip) }).collect();
        Self { clips, registration, trace, anatomy }
    }

    pub(super) fn moment(&self, frame: usize) -> &Moment {
        &self.trace.moments()[frame]
    }

    pub(super) fn clips(&self) -> impl Iterator<Item = &Source<'a>> {
        self.clips.iter()
    }

    /// Where a point of a clip is at a moment of it, in the clip's own place.
    pub(super) fn place(&self, clip: ClipId, point: PointId, secs: f64) -> DVec3 {
        let Source { clip, table } = &self.clips[clip.index()];
        let frame = (secs * clip.rate()).clamp(0.0, clip.last_frame() as f64);
        let before = frame as usize;
        let [a, b] = [before, (before + 1).min(clip.last_frame())].map(|n| table.at(n, point).as_dvec3());
        a.lerp(b, frame.fract())
    }

    /// The time of a clip at a frame of the blend.
    pub(super) fn secs(&self, clip: ClipId, frame: usize) -> f64 {
        self.registration.timewarp().at(clip, self.moment(frame).u)
    }

    /// The weighted mean height of a point in the clips at a frame of the blend.
    pub(super) fn height(&self, point: PointId, frame: usize) -> f64 {
        let height = |clip| self.place(clip, point, self.secs(clip, frame)).y;
        self.moment(frame).parts().map(|(clip, weight)| weight * height(clip)).sum()
    }

    /// The weighted mean of the clips' floors under a point, halfway through the blend.
    pub(super) fn floor(&self, point: PointId) -> f64 {
        let floor = |clip: ClipId| {
            let mut heights: Vec<f32> =
                self.clips[clip.index()].table.path(point).map(|place| place.y).collect();
            heights.sort_by(f32::total_cmp);
            f64::from(heights[((heights.len() - 1) as f64 * FLOOR).round() as usize])
        };
        let middle = self.moment(self.trace.moments().len() / 2);
        middle.parts().map(|(clip, weight)| weight * floor(clip)).sum()
    }

    /// The share of the clips in which a foot is planted at a frame of the blend.
    pub(super) fn planted(&self, side: Side, frame: usize) -> f64 {
        let stands = |clip: ClipId| {
            let source = self.clips[clip.index()].clip;
            let at = (self.secs(clip, frame) * source.rate()).round() as usize;
            let holds = |kind| source.constraints().holds(kind, at.min(source.last_frame()));
            holds(ConstraintKind::heel(side)) || holds(ConstraintKind::toe(side))
        };
        self.moment(frame).parts().filter(|&(clip, _)| stands(clip)).map(|(_, weight)| weight).sum()
    }
}
