//! Which numbers of a file stand for accessors and views, so that those that are left without a use can go.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::text::{ObjectText, renumbered};
use super::slots::Slots;

/// A list of a file, and where its elements are named: a member of the file and a path below it.
pub(super) struct Named {
    list: &'static str,
    places: &'static [(&'static str, &'static [&'static str])],
}

/// Accessors.
pub(super) const ACCESSORS: Named = Named {
    list: "accessors",
    places: &[
        ("meshes", &["*", "primitives", "*", "attributes", "*"]),
        ("meshes", &["*", "primitives", "*", "indices"]),
        ("meshes", &["*", "primitives", "*", "targets", "*", "*"]),
        ("skins", &["*", "inverseBindMatrices"]),
        ("nodes", &["*", "extensions", "EXT_mesh_gpu_instancing", "attributes", "*"]),
        (ANIMATIONS, &["*", "samplers", "*", "input"]),
        (ANIMATIONS, &["*", "samplers", "*", "output"]),
    ],
};

/// Views of buffers.
pub(super) const VIEWS: Named = Named {
    list: "bufferViews",
    places: &[
        ("images", &["*", "bufferView"]),
        ("meshes", &["*", "primitives", "*", "extensions", "KHR_draco_mesh_compression", "bufferView"]),
        (TABLES, &["*", "bufferView"]),
        (TABLES, &["*", "sparse", "indices", "bufferView"]),
        (TABLES, &["*", "sparse", "values", "bufferView"]),
    ],
};

const ANIMATIONS: &str = "animations";
const TABLES: &str = ACCESSORS.list;

/// Extensions whose numbers stand for no accessor and no view, but at the paths above.
const HARMLESS: [&str; 10] = [
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression",
    "EXT_texture_avif",
    "EXT_texture_webp",
    "KHR_animation_pointer",
    "KHR_draco_mesh_compression",
    "KHR_lights_punctual",
    "KHR_node_visibility",
    "KHR_xmp_json_ld",
    "VRM",
];

/// How the names of further such extensions begin.
const HARMLESS_KINDS: [&str; 3] = ["KHR_materials_", "KHR_texture_", "VRMC_"];

impl Named {
    /// The elements that are named in the file, but for those in some members.
    fn found(&self, top: &ObjectText, but: &str) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for (member, path) in self.places.iter().filter(|(member, _)| *member != but) {
            renumbered(top.get(member).unwrap_or_default(), path, &mut |number| {
                found.insert(number);
                number
            });
        }
        found
    }

    /// Takes elements out of the list; those behind them move up, wherever they are named.
    pub(super) fn close_up(&self, top: &mut ObjectText, gone: &BTreeSet<usize>) {
        if gone.is_empty() {
            return;
        }
        let kept = top.list(self.list).into_iter().enumerate().filter(|(index, _)| !gone.contains(index));
        let kept: Vec<String> = kept.map(|(_, text)| text).collect();
        top.set_list(self.list, &kept);
        let gone: Vec<usize> = gone.iter().copied().collect();
        let mut moved = |number: usize| number - gone.partition_point(|&place| place < number);
        for (member, path) in self.places {
            if let Some(text) = top.get(member).map(|text| renumbered(text, path, &mut moved)) {
                top.set(member, text);
            }
        }
    }
}

/// What names accessors and views outside of animations.
pub(super) struct References {
    pub(super) accessors: BTreeSet<usize>,
    pub(super) views: BTreeSet<usize>,
    /// No extension may mean others by its numbers, so that elements can move.
    complete: bool,
}

impl References {
    pub(super) fn of(top: &ObjectText) -> Self {
        let mut foreign = BTreeSet::new();
        for (key, text) in
            top.members().filter(|(key, text)| *key == "extensions" || text.contains("extensions"))
        {
            let value = serde_json::from_str(text).unwrap_or_default();
            if key == "extensions" {
                foreign_numbers(&value, &mut foreign);
            } else {
                look(&value, &mut foreign);
            }
        }
        let complete = foreign.is_empty();
        let mut accessors = ACCESSORS.found(top, ANIMATIONS);
        let mut views = VIEWS.found(top, TABLES);
        accessors.extend(&foreign);
        views.extend(&foreign);
        Self { accessors, views, complete }
    }

    /// The places that nothing takes and that go.
    pub(super) fn gone<'a>(&self, slots: &'a Slots) -> &'a BTreeSet<usize> {
        static NONE: BTreeSet<usize> = BTreeSet::new();
        if self.complete { &slots.left } else { &NONE }
    }

    /// The places whose old elements are not in the file any more.
    pub(super) fn replaced(&self, slots: &Slots, old: usize) -> BTreeSet<usize> {
        slots.places.iter().copied().chain(slots.len..old).chain(self.gone(slots).iter().copied()).collect()
    }
}

/// Finds the extensions in a part of a file.
fn look(value: &Value, found: &mut BTreeSet<usize>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| look(item, found)),
        Value::Object(members) => {
            for (key, member) in members.iter().filter(|(key, _)| key.as_str() != "extras") {
                if key == "extensions" { foreign_numbers(member, found) } else { look(member, found) }
            }
        }
        _ => {}
    }
}

/// The whole numbers of extensions that may mean anything by them.
fn foreign_numbers(extensions: &Value, found: &mut BTreeSet<usize>) {
    let harmless = |name: &str| {
        HARMLESS.contains(&name) || HARMLESS_KINDS.iter().any(|beginning| name.starts_with(beginning))
    };
    for (_, extension) in extensions.as_object().into_iter().flatten().filter(|(name, _)| !harmless(name)) {
        whole_numbers(extension, found);
    }
}

fn whole_numbers(value: &Value, found: &mut BTreeSet<usize>) {
    match value {
        Value::Number(number) => found.extend(number.as_u64().map(|number| number as usize)),
        Value::Array(items) => items.iter().for_each(|item| whole_numbers(item, found)),
        Value::Object(members) => members.values().for_each(|member| whole_numbers(member, found)),
        _ => {}
    }
}
