//! Clips on one skeleton.

mod error;
mod fit;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Index;
use std::sync::{Arc, OnceLock};

pub use error::{ClipSetError, SkeletonOwner};
use fit::{Fit, Target};

use crate::{Clip, ClipId, ContentHash, FrameRange, Skeleton};

/// Which skeleton the clips of a [`ClipSet`] move. The default is that of the first clip.
#[derive(Clone, Debug, Default)]
pub enum SkeletonChoice {
    /// That of the first clip.
    #[default]
    First,
    /// That of another clip of the set.
    Of(ClipId),
    /// This one, which need not belong to a clip.
    Given(Arc<Skeleton>),
    /// That of this clip, which is not in the set.
    LentBy(Arc<Clip>),
}

/// Clips that can be compared and blended, valid by construction: there is at least one, and all move the same
/// skeleton, joint for joint.
///
/// Clips of that skeleton are taken as they are. Where skeletons are [the same](crate::Likeness::Same) but for rounding, the
/// set's stands for both. Clips with other bone lengths, another rest pose or another order of joints are retargeted by name,
/// with a [note](ClipSet::note). Clips of other joints are refused, because they need a
/// [`SkeletonMap`](crate::SkeletonMap).
///
/// Clips keep the order in which they were given, which numbers them. The set remembers the fingerprint of each clip as it was
/// read, so that what is stored for a clip finds it again.
///
/// ```
/// use segue_actors::sample;
/// use segue_motion::{ClipId, ClipSet, ContentHash};
///
/// let (walk, jog) = (sample("walk")?.clip, sample("jog")?.clip);
/// let read = ContentHash::of(&jog);
/// let clips = ClipSet::of([walk, jog])?;
/// assert_eq!(clips.len(), 2);
/// assert_eq!(clips[ClipId::SECOND].name(), "jog");
/// assert_eq!(clips.find(read), Some(ClipId::SECOND));
/// assert!(clips.clips().all(|clip| clip.skeleton() == clips.skeleton()));
/// assert_eq!(clips.notes().count(), 0, "one actor performs both");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClipSet {
    skeleton: Arc<Skeleton>,
    owner: SkeletonOwner,
    /// The first frame of the clip whose skeleton it is, if it is that of a clip.
    shown_by: Option<Arc<Clip>>,
    members: Vec<Member>,
}

#[derive(Clone, Debug)]
struct Member {
    clip: Arc<Clip>,
    /// The fingerprint of the clip as it was read: known from the start where that is not the clip of the set, else found when
    /// it is first asked for.
    read: OnceLock<ContentHash>,
    note: Option<String>,
    doubts: Vec<String>,
}

impl Member {
    /// A clip that is as it was read, with nothing to say about it.
    fn as_it_is(clip: Arc<Clip>) -> Self {
        Self { clip, read: OnceLock::new(), note: None, doubts: Vec::new() }
    }
}

impl ClipSet {
    /// Brings clips to the skeleton that is chosen.
    ///
    /// # Errors
    /// When there is no clip, the choice names none of them, or a clip cannot be retargeted by the names of its joints.
    pub fn new<C: Into<Arc<Clip>>>(
        clips: impl IntoIterator<Item = C>,
        choice: &SkeletonChoice,
    ) -> Result<Self, ClipSetError> {
        let clips: Vec<Arc<Clip>> = clips.into_iter().map(Into::into).collect();
        let (skeleton, owner, shown_by) = chosen(&clips, choice)?;
        let mut set = Self { skeleton, owner, shown_by, members: Vec::with_capacity(clips.len()) };
        for clip in clips {
            set.push(clip)?;
        }
        Ok(set)
    }

    /// [`ClipSet::new`] on the skeleton of the first clip.
    ///
    /// # Errors
    /// As [`ClipSet::new`].
    pub fn of<C: Into<Arc<Clip>>>(clips: impl IntoIterator<Item = C>) -> Result<Self, ClipSetError> {
        Self::new(clips, &SkeletonChoice::First)
    }

    /// Adds a clip behind the others, brought to the skeleton of the set.
    ///
    /// # Errors
    /// When it cannot be; the set is then as it was.
    pub fn push(&mut self, clip: impl Into<Arc<Clip>>) -> Result<ClipId, ClipSetError> {
        let clip: Arc<Clip> = clip.into();
        let read = || OnceLock::from(ContentHash::of(&clip));
        let member = match self.fit(&clip)? {
            Fit::AsItIs => Member::as_it_is(clip),
            Fit::SameBones => {
                let read = read();
                let clip = Arc::new(Arc::unwrap_or_clone(clip).on_same(self.skeleton.clone()));
                Member { read, ..Member::as_it_is(clip) }
            }
            Fit::Retargeted(carried) => {
                let doubts = carried.doubts(&clip);
                Member { clip: carried.clip.into(), read: read(), note: Some(carried.note), doubts }
            }
        };
        self.members.push(member);
        Ok(ClipId::new(self.members.len() - 1))
    }

    /// A clip as it would be in the set, and a note when it has to be retargeted for that. Nothing is added.
    ///
    /// # Errors
    /// As [`ClipSet::push`].
    pub fn carried_over<'a>(&self, clip: &'a Clip) -> Result<(Cow<'a, Clip>, Option<String>), ClipSetError> {
        Ok(match self.fit(clip)? {
            Fit::AsItIs => (Cow::Borrowed(clip), None),
            Fit::SameBones => (Cow::Owned(clip.clone().on_same(self.skeleton.clone())), None),
            Fit::Retargeted(carried) => (Cow::Owned(carried.clip), Some(carried.note)),
        })
    }

    fn fit(&self, clip: &Clip) -> Result<Fit, ClipSetError> {
        let target =
            Target { skeleton: &self.skeleton, owner: &self.owner, shown_by: self.shown_by.as_deref() };
        fit::fit(clip, &target)
    }

    /// Some of the clips in a set of their own, in the order of `ids` and on the same skeleton; no frames are copied.
    ///
    /// # Errors
    /// When `ids` is empty or names a clip that is not there.
    pub fn select(&self, ids: &[ClipId]) -> Result<Self, ClipSetError> {
        if ids.is_empty() {
            return Err(ClipSetError::Empty);
        }
        let member = |&found: &ClipId| {
            let missing = ClipSetError::NotThere { found, clips: self.len() };
            self.members.get(found.index()).cloned().ok_or(missing)
        };
        let members = ids.iter().map(member).collect::<Result<_, _>>()?;
        let (skeleton, owner, shown_by) = (self.skeleton.clone(), self.owner.clone(), self.shown_by.clone());
        Ok(Self { skeleton, owner, shown_by, members })
    }

    /// The set with some clips replaced by others on the same skeleton, with a sentence for people where one is due. The set
    /// still knows all clips as they were read.
    ///
    /// # Panics
    /// When a clip comes back on another skeleton.
    #[must_use]
    pub fn altered(&self, change: impl Fn(ClipId, &Clip) -> Option<(Clip, Option<String>)>) -> Self {
        let alter = |(id, member): (ClipId, &Member)| {
            let Some((clip, why)) = change(id, &member.clip) else { return member.clone() };
            assert!(*clip.skeleton() == self.skeleton, "an altered clip stays on the skeleton of its set");
            let notes: Vec<String> = member.note.iter().cloned().chain(why).collect();
            let note = (!notes.is_empty()).then(|| notes.join("; "));
            let (read, doubts) = (OnceLock::from(self.hash_as_read(id)), member.doubts.clone());
            Member { clip: clip.into(), read, note, doubts }
        };
        Self { members: self.ids().zip(&self.members).map(alter).collect(), ..self.clone() }
    }

    /// The same clips as if they had been read as they are now: for what is stored together with the clips of the set.
    #[must_use]
    pub fn standing_alone(&self) -> Self {
        let alone = |member: &Member| Member::as_it_is(member.clip.clone());
        Self { members: self.members.iter().map(alone).collect(), ..self.clone() }
    }

    /// The skeleton that all clips move.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// How many clips there are, at least one.
    #[expect(clippy::len_without_is_empty, reason = "a set is never empty")]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// The numbers of the clips, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ClipId> + DoubleEndedIterator + Clone + use<> {
        (0..self.members.len()).map(ClipId::new)
    }

    /// The clips in order.
    pub fn clips(&self) -> impl ExactSizeIterator<Item = &Clip> + DoubleEndedIterator + Clone {
        self.members.iter().map(|member| &*member.clip)
    }

    /// The clips in order, out of the set; those that nobody else shares are not copied.
    pub fn into_clips(self) -> Vec<Clip> {
        self.members.into_iter().map(|member| Arc::unwrap_or_clone(member.clip)).collect()
    }

    /// The clips in order, each with its number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ClipId, &Clip)> + DoubleEndedIterator + Clone {
        self.ids().zip(self.clips())
    }

    /// The clip with this number, if there is one.
    pub fn get(&self, id: ClipId) -> Option<&Clip> {
        self.members.get(id.index()).map(|member| &*member.clip)
    }

    /// The clip with this number, to be shared.
    ///
    /// # Panics
    /// When there is none.
    pub fn shared(&self, id: ClipId) -> &Arc<Clip> {
        &self.members[id.index()].clip
    }

    /// Both clips of a set of two.
    pub fn pair(&self) -> Option<[&Clip; 2]> {
        match &self.members[..] {
            [first, second] => Some([&first.clip, &second.clip]),
            _ => None,
        }
    }

    /// The fingerprint of a clip as it was read, before it was brought to the skeleton of the set.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn hash_as_read(&self, id: ClipId) -> ContentHash {
        let Member { clip, read, .. } = &self.members[id.index()];
        *read.get_or_init(|| ContentHash::of(clip))
    }

    /// The first clip with this fingerprint as it was read.
    pub fn find(&self, read: ContentHash) -> Option<ClipId> {
        self.ids().find(|&id| self.hash_as_read(id) == read)
    }

    /// One sentence about a clip that was retargeted.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn note(&self, id: ClipId) -> Option<&str> {
        self.members[id.index()].note.as_deref()
    }

    /// The notes of all clips that were retargeted, in order.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.members.iter().filter_map(|member| member.note.as_deref())
    }

    /// What a person should look at before the clips that were retargeted are used: a body that is doubtful, feet that slide, sink or
    /// float and parts that turn too fast there (see [`Fidelity`](crate::Fidelity)). One sentence each.
    pub fn doubts(&self) -> impl Iterator<Item = &str> {
        self.members.iter().flat_map(|member| member.doubts.iter().map(String::as_str))
    }
}

impl Index<ClipId> for ClipSet {
    type Output = Clip;

    /// # Panics
    /// When there is no such clip.
    fn index(&self, id: ClipId) -> &Clip {
        &self.members[id.index()].clip
    }
}

/// The skeleton of a set, whose it is, and the first frame of that clip.
type Chosen = (Arc<Skeleton>, SkeletonOwner, Option<Arc<Clip>>);

fn chosen(clips: &[Arc<Clip>], choice: &SkeletonChoice) -> Result<Chosen, ClipSetError> {
    let first = clips.first().ok_or(ClipSetError::Empty)?;
    let of = |clip: &Clip, owner| {
        let first_frame = clip.slice(FrameRange { first: 0, last: 0 });
        (clip.skeleton().clone(), owner, Some(Arc::new(first_frame)))
    };
    let member = |clip: &Arc<Clip>| of(clip, SkeletonOwner::Clip(clip.name().to_owned()));
    match choice {
        SkeletonChoice::First => Ok(member(first)),
        SkeletonChoice::Given(skeleton) => Ok((skeleton.clone(), SkeletonOwner::Given, None)),
        SkeletonChoice::LentBy(clip) => Ok(of(clip, SkeletonOwner::Given)),
        &SkeletonChoice::Of(found) => {
            let missing = ClipSetError::NotThere { found, clips: clips.len() };
            clips.get(found.index()).map(member).ok_or(missing)
        }
    }
}
