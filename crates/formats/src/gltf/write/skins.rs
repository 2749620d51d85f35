//! Matrices of skins that stand behind the keys of animations which go: they move forward, so that nothing unused stays before
//! them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::accessor::Accessors;
use super::super::file::GltfFile;
use super::super::text::ObjectText;
use super::slots::Slots;
use super::tables::{Tables, Use};

/// Skins whose matrices were written anew, each with the number of its table.
#[derive(Default)]
pub(super) struct RenewedSkins {
    tables: BTreeMap<usize, usize>,
}

impl RenewedSkins {
    /// Writes matrices anew where places before them would be left unused, and frees the old ones. `held` are accessors that
    /// something else may mean.
    pub(super) fn find(
        source: &GltfFile,
        top: &ObjectText,
        tables: &mut Tables,
        free: &mut BTreeSet<usize>,
        held: &BTreeSet<usize>,
    ) -> Self {
        let left = Slots::new(source.document.accessors.len(), free, tables.accessors.len()).left;
        let Some(&first) = left.first() else { return Self::default() };
        let texts = top.list("accessors");
        let plain = |index: usize| {
            let text = texts.get(index).map(|text| ObjectText::parse(text));
            text.is_some_and(|text| {
                ["extras", "extensions", "name"].iter().all(|key| text.get(key).is_none())
            })
        };
        let mut written = BTreeMap::new();
        let mut renewed = Self::default();
        let mut accessors = Accessors::new(&source.document, &source.buffers);
        for (skin, one) in source.document.skins.iter().enumerate() {
            let old =
                one.inverse_bind_matrices.filter(|&old| old > first && !held.contains(&old) && plain(old));
            let Some((old, matrices)) = old.and_then(|old| Some((old, accessors.floats(old, 16).ok()?)))
            else {
                continue;
            };
            let rows = || matrices.as_chunks::<16>().0;
            let table = *written.entry(old).or_insert_with(|| tables.floats(Use::Skin, rows(), false));
            renewed.tables.insert(skin, table);
            free.insert(old);
        }
        renewed
    }

    /// Names the matrices at their places.
    pub(super) fn set(&self, top: &mut ObjectText, places: &[usize]) {
        if self.tables.is_empty() {
            return;
        }
        let mut texts = top.list("skins");
        for (&skin, &table) in &self.tables {
            let mut text = ObjectText::parse(&texts[skin]);
            text.set("inverseBindMatrices", places[table].to_string());
            texts[skin] = text.to_text();
        }
        top.set_list("skins", &texts);
    }
}
