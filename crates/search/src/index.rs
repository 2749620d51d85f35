//! Clips and the webs between them.

use std::collections::BTreeMap;

use segue_motion::{Clip, ContentHash, FrameRange};
use segue_register::Cloud;

use crate::family::{Family, Member};
use crate::fingerprint::fingerprint;
use crate::lattice::Lattice;
use crate::limbs::Limbs;
use crate::{SearchError, Segment, Settings, Web};

/// The clips that can be searched, and the match web of every pair that has been built.
///
/// Clips whose skeletons have the same joints are a *family*; each is searched by itself. Within a family all clips are
/// seen on the skeleton of the first, so people of different sizes can be compared.
///
/// ```
/// use segue_motion::synth::sample;
/// use segue_search::{Index, Look, Settings};
///
/// let mut index = Index::new(Settings::default())?;
/// let walk = index.add(&sample("walk")?.clip)?;
/// index.build_missing();
/// let query = index.segment(walk, segue_motion::FrameRange { first: 0, last: 60 })?;
/// let graph = index.search(query, &Look::default())?;
/// assert_eq!(graph.nodes()[0].segment, query, "the query is the first node");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Index {
    settings: Settings,
    families: Vec<Family>,
    clips: Vec<Indexed>,
    webs: BTreeMap<[usize; 2], Entry>,
}

/// A clip as an index knows it.
#[derive(Debug)]
struct Indexed {
    name: String,
    family: usize,
    cloud: Cloud,
    note: Option<String>,
    hash: ContentHash,
    /// Frames of the clip per frame of the cloud.
    step: f64,
    /// What searches beyond ε look at.
    limbs: Limbs,
}

#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) web: Web,
    /// The web by frames of the first clip and by frames of the second.
    pub(crate) lattices: [Lattice; 2],
}

impl Index {
    /// An index without clips.
    ///
    /// # Errors
    /// When a setting makes no sense.
    pub fn new(settings: Settings) -> Result<Self, SearchError> {
        settings.check()?;
        Ok(Self { settings, families: Vec::new(), clips: Vec::new(), webs: BTreeMap::new() })
    }

    /// How clips are compared.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Adds a clip and returns its number; its webs are missing until they are built or inserted.
    ///
    /// # Errors
    /// When the clip has fewer than two frames, or a weight of the settings names none of its joints; the index is then
    /// as it was.
    pub fn add(&mut self, clip: &Clip) -> Result<usize, SearchError> {
        let (family, member) = self.join(clip)?;
        let Member { cloud, limbs, note, hash } = member;
        let step = clip.last_frame() as f64 / (cloud.len() - 1) as f64;
        let name = clip.name().to_owned();
        self.clips.push(Indexed { name, family, cloud, note, hash, step, limbs });
        Ok(self.clips.len() - 1)
    }

    /// Finds the family of a clip, or founds one.
    fn join(&mut self, clip: &Clip) -> Result<(usize, Member), SearchError> {
        for (number, family) in self.families.iter().enumerate() {
            if let Some(member) = family.admit(clip, &self.settings)? {
                return Ok((number, member));
            }
        }
        let family = Family::of(clip, &self.settings)?;
        let member = family.admit(clip, &self.settings)?.expect("a clip belongs to the family it founds");
        self.families.push(family);
        Ok((self.families.len() - 1, member))
    }

    /// The clips by family, in order: only those of one family are compared. An index of one skeleton has one.
    pub fn families(&self) -> Vec<Vec<usize>> {
        let mut families = vec![Vec::new(); self.families.len()];
        for (number, clip) in self.clips.iter().enumerate() {
            families[clip.family].push(number);
        }
        families
    }

    /// What was done to a clip so that it can be compared with its family, in one sentence, if anything was.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn note(&self, clip: usize) -> Option<&str> {
        self.clips[clip].note.as_deref()
    }

    /// The fingerprint of all that the web of two clips depends on: their motions, the skeleton they are seen on and the
    /// settings. A stored web of the same fingerprint can be [inserted](Index::insert); any other is out of date.
    ///
    /// # Panics
    /// When there are no such clips.
    pub fn fingerprint(&self, [first, second]: [usize; 2]) -> [u8; 32] {
        let [first, second] = [&self.clips[first], &self.clips[second]];
        let family = self.families[first.family].hash();
        fingerprint(&self.settings, &[family, first.hash, second.hash])
    }

    /// Number of clips.
    pub fn len(&self) -> usize {
        self.clips.len()
    }

    /// Whether there is no clip.
    pub fn is_empty(&self) -> bool {
        self.clips.is_empty()
    }

    /// The name of a clip.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn name(&self, clip: usize) -> &str {
        &self.clips[clip].name
    }

    /// The clouds of a clip.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn cloud(&self, clip: usize) -> &Cloud {
        &self.clips[clip].cloud
    }

    /// The web of two clips, the first not after the second, if it is there.
    pub fn web(&self, pair: [usize; 2]) -> Option<&Web> {
        self.webs.get(&pair).map(|entry| &entry.web)
    }

    /// The pairs of clips of one family without a web, the first not after the second.
    pub fn missing(&self) -> Vec<[usize; 2]> {
        let pairs = (0..self.len()).flat_map(|first| (first..self.len()).map(move |second| [first, second]));
        let akin = |&[first, second]: &[usize; 2]| self.clips[first].family == self.clips[second].family;
        pairs.filter(akin).filter(|pair| !self.webs.contains_key(pair)).collect()
    }

    /// Takes over a web that was built before.
    ///
    /// # Errors
    /// When there are no such clips or they are of two families, or the web is of others or was built with other settings.
    pub fn insert(&mut self, pair: [usize; 2], web: Web) -> Result<(), SearchError> {
        let [first, second] = pair;
        self.check_clip(second)?;
        if first > second || web.is_with_itself() != (first == second) {
            return Err(SearchError::Pair { first, second });
        }
        self.check_family(first, second)?;
        let expected = [self.clips[first].cloud.len(), self.clips[second].cloud.len()];
        if web.frames() != expected {
            return Err(SearchError::OtherClips { found: web.frames(), expected });
        }
        web.check_settings(&self.settings)?;
        self.put(pair, web);
        Ok(())
    }

    pub(crate) fn put(&mut self, pair: [usize; 2], web: Web) {
        let lattices = [Lattice::by_rows(&web), Lattice::by_columns(&web)];
        self.webs.insert(pair, Entry { web, lattices });
    }

    pub(crate) fn entry(&self, pair: [usize; 2]) -> Option<&Entry> {
        self.webs.get(&pair)
    }

    /// The segment of a clip that covers frames of the clip's own rate.
    ///
    /// # Errors
    /// When there is no such clip, or the frames lie outside it.
    pub fn segment(&self, clip: usize, frames: FrameRange) -> Result<Segment, SearchError> {
        self.check_clip(clip)?;
        let Indexed { name, cloud, step, .. } = &self.clips[clip];
        let last_of_clip = ((cloud.len() - 1) as f64 * step).round() as usize;
        let FrameRange { first, last } = frames;
        if first > last || last > last_of_clip {
            return Err(SearchError::Range { clip: name.clone(), first, last, last_of_clip });
        }
        let at = |frame: usize| ((frame as f64 / step).round() as usize).min(cloud.len() - 1);
        Ok(Segment { clip, first: at(first), last: at(last) })
    }

    /// The frames of a clip, at its own rate, that a segment covers.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn frames(&self, segment: Segment) -> FrameRange {
        let step = self.clips[segment.clip].step;
        let at = |frame: usize| (frame as f64 * step).round() as usize;
        FrameRange { first: at(segment.first), last: at(segment.last) }
    }

    pub(crate) fn check_segment(&self, segment: Segment) -> Result<(), SearchError> {
        self.check_clip(segment.clip)?;
        let Indexed { name, cloud, .. } = &self.clips[segment.clip];
        let Segment { first, last, .. } = segment;
        if first > last || last >= cloud.len() {
            return Err(SearchError::Range {
                clip: name.clone(),
                first,
                last,
                last_of_clip: cloud.len() - 1,
            });
        }
        Ok(())
    }

    /// The clips of the same family, itself included.
    pub(crate) fn kin(&self, clip: usize) -> impl Iterator<Item = usize> {
        let family = self.clips[clip].family;
        (0..self.len()).filter(move |&other| self.clips[other].family == family)
    }

    pub(crate) fn limbs(&self, clip: usize) -> &Limbs {
        &self.clips[clip].limbs
    }

    /// Refuses clips that cannot be compared.
    pub(crate) fn check_family(&self, first: usize, second: usize) -> Result<(), SearchError> {
        let [family, other] = [first, second].map(|clip| self.clips[clip].family);
        if family == other {
            return Ok(());
        }
        let [family, other] = [family, other].map(|family| self.families[family].name().to_owned());
        let [first, second] = [first, second].map(|clip| self.name(clip).to_owned());
        Err(SearchError::Families { first, second, family, other })
    }

    fn check_clip(&self, clip: usize) -> Result<(), SearchError> {
        if clip < self.len() { Ok(()) } else { Err(SearchError::NoClip { found: clip, clips: self.len() }) }
    }
}
