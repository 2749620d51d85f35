//! Collects played frames and their plants into a clip.

use std::collections::BTreeMap;

use segue_motion::{Clip, ClipBuilder, ConstraintKind, Constraints, FrameRange, Pose};

use crate::{BlendError, Ensemble};

/// Tells plants of one kind apart: a number per plant or constraint match.
pub(crate) type PlantId = usize;

/// A clip in the making.
pub(crate) struct Recording {
    frames: ClipBuilder,
    open: BTreeMap<ConstraintKind, Open>,
    closed: BTreeMap<ConstraintKind, Vec<FrameRange>>,
    carry: bool,
}

/// A plant that has not ended.
#[derive(Clone, Copy)]
struct Open {
    id: PlantId,
    first: usize,
    last: usize,
}

impl Recording {
    pub(crate) fn new(name: impl Into<String>, ensemble: &Ensemble, rate: f64) -> Self {
        Self {
            frames: Clip::builder(name, ensemble.skeleton().clone(), rate, ensemble.translated()),
            open: BTreeMap::new(),
            closed: BTreeMap::new(),
            carry: false,
        }
    }

    /// Number of the frame that is pushed next.
    pub(crate) fn next_frame(&self) -> usize {
        self.frames.frames()
    }

    /// Says that plants of the next frame are those of the last one by other numbers, kind by kind.
    pub(crate) fn carry_plants(&mut self) {
        self.carry = true;
    }

    pub(crate) fn push(
        &mut self,
        pose: &Pose,
        plants: impl Iterator<Item = (PlantId, ConstraintKind)>,
    ) -> Result<(), BlendError> {
        let frame = self.frames.frames();
        for (id, kind) in plants {
            match self.open.get_mut(&kind) {
                Some(open) if open.last == frame => {}
                Some(open) if open.last + 1 == frame && (open.id == id || self.carry) => {
                    *open = Open { id, last: frame, ..*open };
                }
                _ => {
                    self.close(kind);
                    self.open.insert(kind, Open { id, first: frame, last: frame });
                }
            }
        }
        self.carry = false;
        Ok(self.frames.push(pose)?)
    }

    fn close(&mut self, kind: ConstraintKind) {
        if let Some(Open { first, last, .. }) = self.open.remove(&kind) {
            self.closed.entry(kind).or_default().push(FrameRange { first, last });
        }
    }

    pub(crate) fn finish(mut self) -> Result<Clip, BlendError> {
        for kind in ConstraintKind::ALL {
            self.close(kind);
        }
        let mut constraints = Constraints::default();
        for (kind, ranges) in self.closed {
            constraints.set(kind, ranges).expect("plants are closed in order before the next is opened");
        }
        Ok(self.frames.finish()?.with_constraints(constraints)?)
    }
}
