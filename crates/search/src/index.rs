//! Clips and the webs between them.

use std::sync::OnceLock;

use segue_motion::{Clip, ClipId, ContentHash, FrameRange};
use segue_register::{Cloud, TooShort};

use crate::family::{Family, Member};
use crate::fingerprint::fingerprint;
use crate::indexed::Indexed;
use crate::kin::KnownKin;
use crate::movement::Movement;
use crate::pairs::Pairs;
use crate::{Fingerprints, Kinship, Outline, SearchError, Segment, WebSettings};

/// The clips that can be searched, and the match web of every pair that has been built.
///
/// Clips whose skeletons have the same joints are a *family*; each is searched by itself. Within a family all clips are
/// seen on the skeleton of the first, so people of different sizes can be compared.
///
/// ```
/// use segue_actors::sample;
/// use segue_search::{Index, SearchSettings, WebSettings};
///
/// let mut index = Index::new(WebSettings::default())?;
/// let walk = index.add(&sample("walk")?.clip)?;
/// index.build_missing();
/// let query = index.segment(walk, segue_motion::FrameRange { first: 0, last: 60 })?;
/// let graph = index.search(query, &SearchSettings::default())?;
/// assert_eq!(graph.nodes()[0].segment, query, "the query is the first node");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Index {
    settings: WebSettings,
    families: Vec<Family>,
    clips: Vec<Indexed>,
    pub(crate) kin: KnownKin,
    pub(crate) pairs: Pairs,
}

impl Index {
    /// An index without clips.
    ///
    /// # Errors
    /// When a setting makes no sense.
    pub fn new(settings: WebSettings) -> Result<Self, SearchError> {
        settings.check()?;
        let (families, clips) = (Vec::new(), Vec::new());
        Ok(Self { settings, families, clips, kin: KnownKin::default(), pairs: Pairs::default() })
    }

    /// How clips are compared.
    pub fn settings(&self) -> &WebSettings {
        &self.settings
    }

    /// Adds a clip and returns its number; its webs are missing until they are built or inserted.
    ///
    /// # Errors
    /// When the clip has fewer than two frames, or a weight of the settings names none of its joints; the index is then
    /// as it was.
    pub fn add(&mut self, clip: &Clip) -> Result<ClipId, SearchError> {
        let id = self.add_outline(&Outline::of(clip, ContentHash::of_motion(clip)))?;
        self.take_over(id, clip)?;
        Ok(id)
    }

    /// Adds a clip without its frames and returns its number. Its webs can be searched; to build them its
    /// [poses](Index::read_poses) have to be read, and for extended searches and explanations [all](Index::read) of it.
    ///
    /// # Errors
    /// When the clip has fewer than two frames, or a weight of the settings names none of its joints; the index is then
    /// as it was.
    pub fn add_outline(&mut self, outline: &Outline) -> Result<ClipId, SearchError> {
        if outline.frames < 2 {
            let (clip, frames) = (outline.name.clone(), outline.frames);
            return Err(SearchError::TooShort(TooShort { clip, frames }));
        }
        let (family, note) = self.join(outline)?;
        let last_frame = (outline.frames - 1) as f64;
        let duration_secs = last_frame / outline.rate;
        let len = Cloud::len_at(duration_secs, self.settings.rate_hz);
        self.clips.push(Indexed {
            name: outline.name.clone(),
            family,
            len,
            spacing_secs: duration_secs / (len - 1) as f64,
            cloud: OnceLock::new(),
            coarse: OnceLock::new(),
            note,
            hash: outline.hash,
            step: last_frame / (len - 1) as f64,
            movement: None,
        });
        Ok(ClipId::new(self.clips.len() - 1))
    }

    /// Takes over the frames of a clip that was added by its outline.
    ///
    /// # Errors
    /// When there is no such clip, or this is another.
    pub fn read(&mut self, id: ClipId, clip: &Clip) -> Result<(), SearchError> {
        self.check_motion(id, clip)?;
        self.take_over(id, clip)
    }

    /// Takes over the poses of a clip that was added by its outline, and not how it moves: enough to build webs, in less time and
    /// memory.
    ///
    /// # Errors
    /// When there is no such clip, or this is another.
    pub fn read_poses(&self, id: ClipId, clip: &Clip) -> Result<(), SearchError> {
        self.check_motion(id, clip)?;
        self.take_over_poses(id, clip, false).map(|_| ())
    }

    fn check_motion(&self, id: ClipId, clip: &Clip) -> Result<(), SearchError> {
        self.check_clip(id)?;
        if ContentHash::of_motion(clip) == self.clip(id).hash {
            return Ok(());
        }
        Err(SearchError::OtherMotion { clip: self.name(id).to_owned() })
    }

    fn take_over(&mut self, id: ClipId, clip: &Clip) -> Result<(), SearchError> {
        self.clips[id.index()].movement = self.take_over_poses(id, clip, true)?;
        Ok(())
    }

    /// Takes over the poses of a clip, and says how it moves where that is asked for.
    fn take_over_poses(
        &self,
        id: ClipId,
        clip: &Clip,
        moving: bool,
    ) -> Result<Option<Movement>, SearchError> {
        let (known, family) = (self.clip(id), &self.families[self.clip(id).family]);
        let Member { cloud, movement } = family.member(clip, &self.settings, moving)?;
        if let Some(settings) = self.settings.coarse() {
            // Another search may have been faster; it read the same.
            let _ = known.coarse.set(family.member(clip, &settings, false)?.cloud);
        }
        let _ = known.cloud.set(cloud);
        Ok(movement)
    }

    /// The clouds of a clip, which are not kept.
    pub(crate) fn cloud_in_passing(&self, id: ClipId, clip: &Clip) -> Result<Cloud, SearchError> {
        self.check_motion(id, clip)?;
        Ok(self.families[self.clip(id).family].member(clip, &self.settings, false)?.cloud)
    }

    /// The clouds of a clip at the lower rate, if webs are built there first.
    pub(crate) fn coarse(&self, clip: ClipId) -> Option<&Cloud> {
        self.clip(clip).coarse.get()
    }

    /// Whether the frames of a clip are there.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn is_read(&self, clip: ClipId) -> bool {
        self.clip(clip).movement.is_some()
    }

    /// Whether the poses of a clip are there.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn has_poses(&self, clip: ClipId) -> bool {
        self.clip(clip).cloud.get().is_some()
    }

    /// Finds the family of a clip, or founds one; and what has to be done to it.
    fn join(&mut self, outline: &Outline) -> Result<(usize, Option<String>), SearchError> {
        let name = &outline.name;
        let skeleton = ContentHash::of_skeleton(&outline.skeleton);
        if let Some(known) = self.kin.of(&skeleton, name) {
            return Ok(known);
        }
        let figure = outline.figure();
        let admits = |(number, family): (usize, &Family)| Some((number, family.admit(&figure)?));
        let found = self.families.iter().enumerate().find_map(admits);
        let (family, note) = if let Some(found) = found {
            found
        } else {
            self.families.push(Family::of(&figure, &self.settings)?);
            (self.families.len() - 1, None)
        };
        let of_clip = format!("`{name}`");
        let of_all = note.as_ref().map(|note| note.replacen(&of_clip, "", 1));
        self.kin.add(Kinship { skeleton, family, note: of_all });
        Ok((family, note))
    }

    /// Founds a family with a figure, unless there is one that its clips would join: clips with these joints are seen on its
    /// skeleton, whichever is added first.
    ///
    /// # Errors
    /// When a weight of the settings names none of its joints.
    pub fn add_figure(&mut self, figure: &Clip) -> Result<(), SearchError> {
        if !self.families.iter().any(|family| family.admit(figure).is_some()) {
            self.families.push(Family::of(figure, &self.settings)?);
        }
        Ok(())
    }

    /// The figure of each family, as a clip of one frame.
    pub fn figures(&self) -> impl Iterator<Item = &Clip> {
        self.families.iter().map(Family::figure)
    }

    /// The clips by family, in order: only those of one family are compared. An index of one skeleton has one.
    pub fn families(&self) -> Vec<Vec<ClipId>> {
        let mut families = vec![Vec::new(); self.families.len()];
        for (id, clip) in self.ids().zip(&self.clips) {
            families[clip.family].push(id);
        }
        // A figure that was chosen may have lost its clips.
        families.retain(|family| !family.is_empty());
        families
    }

    /// What was done to a clip so that it can be compared with its family, in one sentence, if anything was.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn note(&self, clip: ClipId) -> Option<&str> {
        self.clip(clip).note.as_deref()
    }

    /// The fingerprint of all that the web of two clips depends on: their motions, the skeleton they are seen on and the
    /// settings. A stored web of the same fingerprint can be [inserted](Index::insert); any other is out of date.
    ///
    /// # Panics
    /// When there are no such clips.
    pub fn fingerprint(&self, pair: [ClipId; 2]) -> [u8; 32] {
        let [first, second] = pair.map(|id| self.clip(id));
        fingerprint(&self.settings, &[self.families[first.family].hash(), first.hash, second.hash])
    }

    /// The fingerprint of what all clips of a family have in common: the skeleton they are seen on and the settings. Families are
    /// numbered as their [figures](Index::figures) are.
    ///
    /// # Panics
    /// When there is no such family.
    pub fn family_fingerprint(&self, family: usize) -> [u8; 32] {
        fingerprint(&self.settings, &[self.families[family].hash()])
    }

    /// The fingerprints of all pairs of its clips, to be taken elsewhere.
    pub fn fingerprints(&self) -> Fingerprints {
        let of_clip = |clip: &Indexed| [self.families[clip.family].hash(), clip.hash];
        Fingerprints::new(self.settings.clone(), self.clips.iter().map(of_clip).collect())
    }

    /// Number of clips.
    pub fn len(&self) -> usize {
        self.clips.len()
    }

    /// The numbers of the clips, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ClipId> + DoubleEndedIterator + Clone + use<> {
        (0..self.clips.len()).map(ClipId::new)
    }

    fn clip(&self, id: ClipId) -> &Indexed {
        &self.clips[id.index()]
    }

    /// Whether there is no clip.
    pub fn is_empty(&self) -> bool {
        self.clips.is_empty()
    }

    /// The name of a clip.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn name(&self, clip: ClipId) -> &str {
        &self.clip(clip).name
    }

    /// The clouds of a clip.
    ///
    /// # Panics
    /// When there is no such clip, or only its outline is known.
    pub fn cloud(&self, clip: ClipId) -> &Cloud {
        self.clip(clip).cloud.get().expect("a clip is read before its frames are looked at")
    }

    /// Frames of a clip at the index rate.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn frames_of(&self, clip: ClipId) -> usize {
        self.clip(clip).len
    }

    /// Seconds from frame to frame of a clip at the index rate.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn spacing_secs(&self, clip: ClipId) -> f64 {
        self.clip(clip).spacing_secs
    }

    /// The segment of a clip that covers frames of the clip's own rate.
    ///
    /// # Errors
    /// When there is no such clip, or the frames lie outside it.
    pub fn segment(&self, clip: ClipId, frames: FrameRange) -> Result<Segment, SearchError> {
        self.check_clip(clip)?;
        let Indexed { name, len, step, .. } = self.clip(clip);
        let last_of_clip = ((len - 1) as f64 * step).round() as usize;
        let FrameRange { first, last } = frames;
        if first > last || last > last_of_clip {
            return Err(SearchError::Range { clip: name.clone(), first, last, last_of_clip });
        }
        let at = |frame: usize| ((frame as f64 / step).round() as usize).min(len - 1);
        Ok(Segment { clip, first: at(first), last: at(last) })
    }

    /// The frames of a clip, at its own rate, that a segment covers.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn frames(&self, segment: Segment) -> FrameRange {
        let step = self.clip(segment.clip).step;
        let at = |frame: usize| (frame as f64 * step).round() as usize;
        FrameRange { first: at(segment.first), last: at(segment.last) }
    }

    pub(crate) fn check_segment(&self, segment: Segment) -> Result<(), SearchError> {
        self.check_clip(segment.clip)?;
        let Indexed { name, len, .. } = self.clip(segment.clip);
        let Segment { first, last, .. } = segment;
        if first > last || last >= *len {
            return Err(SearchError::Range { clip: name.clone(), first, last, last_of_clip: len - 1 });
        }
        Ok(())
    }

    /// The number of a clip's family.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn family_of(&self, clip: ClipId) -> usize {
        self.clip(clip).family
    }

    /// The clips of the same family, itself included.
    pub(crate) fn kin(&self, clip: ClipId) -> impl Iterator<Item = ClipId> {
        let family = self.clip(clip).family;
        self.ids().filter(move |&other| self.clip(other).family == family)
    }

    pub(crate) fn movement(&self, clip: ClipId) -> &Movement {
        self.clip(clip).movement.as_ref().expect("a clip is read before its frames are looked at")
    }

    /// Refuses clips that cannot be compared.
    pub(crate) fn check_family(&self, first: ClipId, second: ClipId) -> Result<(), SearchError> {
        let [family, other] = [first, second].map(|clip| self.clip(clip).family);
        if family == other {
            return Ok(());
        }
        let [family, other] = [family, other].map(|family| self.families[family].name().to_owned());
        let [first, second] = [first, second].map(|clip| self.name(clip).to_owned());
        Err(SearchError::Families { first, second, family, other })
    }

    pub(crate) fn check_clip(&self, clip: ClipId) -> Result<(), SearchError> {
        let missing = SearchError::NoClip { found: clip, clips: self.len() };
        if clip.index() < self.len() { Ok(()) } else { Err(missing) }
    }
}
