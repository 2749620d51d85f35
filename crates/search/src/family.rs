//! Clips whose skeletons have the same joints.

use std::borrow::Cow;

use segue_motion::{Clip, ContentHash, FrameRange, Pose};
use segue_register::{Cloud, Markers, conform};

use crate::limbs::{Layout, Limbs};
use crate::{SearchError, Settings};

/// Clips that are compared with each other: their skeletons have the same joints with the same parents, and all are seen
/// on the skeleton of the first.
#[derive(Debug)]
pub(crate) struct Family {
    /// One frame of the first clip: it stands for the skeleton.
    first: Clip,
    markers: Markers,
    layout: Layout,
    hash: ContentHash,
}

/// What a family sees of a clip.
pub(crate) struct Member {
    pub(crate) cloud: Cloud,
    pub(crate) limbs: Limbs,
}

impl Family {
    /// The family of a clip that is in no other.
    pub(crate) fn of(clip: &Clip, settings: &Settings) -> Result<Self, SearchError> {
        let first = clip.slice(FrameRange { first: 0, last: 0 });
        let layout = Layout::new(clip.skeleton());
        Ok(Self { markers: settings.markers_on(clip.skeleton())?, layout, first, hash: skeleton_hash(clip) })
    }

    /// What has to be done to a clip of this skeleton so that it can be compared, at most one sentence; or `None` when it
    /// does not belong to the family.
    pub(crate) fn admit(&self, figure: &Clip) -> Option<Vec<String>> {
        conform(&[&self.first, figure], 0).ok().map(|conformed| conformed.notes)
    }

    /// A clip on the family's skeleton.
    pub(crate) fn member(&self, clip: &Clip, settings: &Settings) -> Result<Member, SearchError> {
        let other = |_| SearchError::OtherMotion { clip: clip.name().to_owned() };
        let mut conformed = conform(&[&self.first, clip], 0).map_err(other)?;
        let carried: Cow<'_, Clip> = conformed.clips.remove(1);
        let cloud = Cloud::new(&carried, &self.markers, &settings.window(), settings.rate_hz)?;
        let limbs = Limbs::new(&carried, &self.layout, cloud.len());
        Ok(Member { cloud, limbs })
    }

    /// The name of its first clip.
    pub(crate) fn name(&self) -> &str {
        self.first.name()
    }

    /// The fingerprint of its skeleton.
    pub(crate) fn hash(&self) -> ContentHash {
        self.hash
    }
}

/// The fingerprint of a clip's skeleton: of its rest pose, so that it does not depend on what the first clip does.
fn skeleton_hash(clip: &Clip) -> ContentHash {
    let mut rest = Clip::builder("rest", clip.skeleton().clone(), 1.0, &[]);
    rest.push(&Pose::rest(clip.skeleton())).expect("a rest pose has every joint");
    ContentHash::of(&rest.finish().expect("one frame is a clip"))
}
