//! Which family the clips of a skeleton belong to.

use std::collections::BTreeMap;

use segue_motion::ContentHash;

use crate::Index;

/// What was found out about a skeleton when its first clip was added. To carry a figure over takes a thousand times as long as to
/// look this up, so in a library of many people it is worth keeping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinship {
    /// The fingerprint of the skeleton.
    pub skeleton: ContentHash,
    /// The number of the family, as its [figure](Index::figures) has it.
    pub family: usize,
    /// What has to be done to its clips so that they can be compared: a sentence that begins with the clip.
    pub note: Option<String>,
}

/// The skeletons that are known.
#[derive(Debug, Default)]
pub(crate) struct KnownKin(BTreeMap<ContentHash, (usize, Option<String>)>);

impl KnownKin {
    /// The family of a skeleton, and the note on a clip of it.
    pub(crate) fn of(&self, skeleton: &ContentHash, clip: &str) -> Option<(usize, Option<String>)> {
        let (family, note) = self.0.get(skeleton)?;
        Some((*family, note.as_ref().map(|note| format!("`{clip}`{note}"))))
    }

    pub(crate) fn add(&mut self, kin: Kinship) {
        self.0.insert(kin.skeleton, (kin.family, kin.note));
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Kinship> {
        self.0.iter().map(|(&skeleton, (family, note))| Kinship {
            skeleton,
            family: *family,
            note: note.clone(),
        })
    }
}

impl Index {
    /// What was found out about all skeletons so far.
    pub fn kinships(&self) -> impl Iterator<Item = Kinship> {
        self.kin.all()
    }

    /// Takes over what an index with the same figures, in the same order, found out about skeletons, but for families that are not
    /// there.
    pub fn know(&mut self, kin: impl IntoIterator<Item = Kinship>) {
        let families = self.figures().count();
        kin.into_iter().filter(|kin| kin.family < families).for_each(|kin| self.kin.add(kin));
    }
}
