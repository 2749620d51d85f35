//! Clips whose skeletons have the same joints.

use std::borrow::Cow;
use std::sync::Arc;

use segue_motion::{Clip, ClipId, ClipSet, ContentHash, FrameRange, Interpolation, sampled_at};
use segue_register::{Cloud, Markers};

use crate::limbs::Layout;
use crate::movement::Movement;
use crate::{SearchError, WebSettings};

/// Clips that are compared with each other: their skeletons have the same joints with the same parents, and all are seen
/// on the skeleton of the first.
#[derive(Debug)]
pub(crate) struct Family {
    /// One frame of the first clip, whose skeleton all others are brought to.
    figure: ClipSet,
    markers: Markers,
    layout: Arc<Layout>,
    hash: ContentHash,
}

/// What a family sees of a clip.
pub(crate) struct Member {
    pub(crate) cloud: Cloud,
    /// `None` where only poses are looked at.
    pub(crate) movement: Option<Movement>,
}

impl Family {
    /// The family of a clip that is in no other.
    pub(crate) fn of(clip: &Clip, settings: &WebSettings) -> Result<Self, SearchError> {
        let skeleton = clip.skeleton();
        let first = clip.slice(FrameRange { first: 0, last: 0 });
        Ok(Self {
            markers: settings.markers_on(skeleton)?,
            layout: Arc::new(Layout::new(skeleton)),
            hash: ContentHash::of_skeleton(skeleton),
            figure: ClipSet::of([first]).expect("one clip is a set"),
        })
    }

    /// Whether a clip of this skeleton belongs to the family, and a note if it has to be retargeted for that.
    #[expect(clippy::option_option, reason = "a stranger, or a member with or without a note")]
    pub(crate) fn admit(&self, figure: &Clip) -> Option<Option<String>> {
        self.figure.carried_over(figure).ok().map(|(_, note)| note)
    }

    /// A clip on the family's skeleton, and how it moves where that is asked for.
    pub(crate) fn member(
        &self,
        clip: &Clip,
        settings: &WebSettings,
        moving: bool,
    ) -> Result<Member, SearchError> {
        let frames = Cloud::len_at(clip.duration_secs(), settings.rate_hz);
        let thinned = thinned(clip, frames);
        let other = |_| SearchError::OtherMotion { clip: clip.name().to_owned() };
        let (carried, _) = self.figure.carried_over(&thinned).map_err(other)?;
        let cloud = Cloud::of_frames(&carried, &self.markers, &settings.window(), frames)?;
        let movement = moving.then(|| Movement::new(&carried, &self.layout, frames));
        Ok(Member { cloud, movement })
    }

    /// A frame of the clip whose skeleton all are seen on.
    pub(crate) fn figure(&self) -> &Clip {
        &self.figure[ClipId::FIRST]
    }

    /// The name of its first clip.
    pub(crate) fn name(&self) -> &str {
        self.figure[ClipId::FIRST].name()
    }

    /// The fingerprint of its skeleton.
    pub(crate) fn hash(&self) -> ContentHash {
        self.hash
    }
}

/// A clip with the frames that are compared, where it has more: carrying them over takes most of the time.
fn thinned(clip: &Clip, frames: usize) -> Cow<'_, Clip> {
    if clip.len() <= frames {
        return Cow::Borrowed(clip);
    }
    let step = clip.last_frame() as f64 / (frames - 1) as f64;
    let times: Vec<f64> = (0..frames).map(|frame| frame as f64 * step).collect();
    let rate = (frames - 1) as f64 / clip.duration_secs();
    // The same moments are sampled whether the clip is carried over before or after.
    sampled_at(clip, &times, rate, Interpolation::Linear).map_or(Cow::Borrowed(clip), Cow::Owned)
}
