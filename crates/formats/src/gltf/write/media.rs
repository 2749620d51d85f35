//! Putting together a file that keeps all content of another: lists with new elements, buffers, images.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::super::buffers::Beside;
use super::super::document::{Animation, BufferView};
use super::super::file::GltfFile;
use super::super::text::{ObjectText, quoted};
use super::into::Made;
use super::references::{ACCESSORS, References, VIEWS};
use super::slots::Slots;
use super::tables::Tables;
use super::{Packed, data_uri};
use crate::scene::tree::Local;
use crate::{Format, Note};

/// All that goes into the file.
pub(super) struct Assembly<'a> {
    source: &'a GltfFile,
    format: Format,
    top: ObjectText,
    made: Vec<Made>,
    tables: Tables,
    /// Images that lay beside the file and go into it.
    images: Vec<Image>,
    /// The buffer that new data is added to.
    main: usize,
}

struct Image {
    index: usize,
    mime: &'static str,
    data: Arc<[u8]>,
}

impl<'a> Assembly<'a> {
    pub(super) fn new(
        source: &'a GltfFile,
        format: Format,
        made: Vec<Made>,
        tables: Tables,
        notes: &mut Vec<Note>,
    ) -> Self {
        let top = ObjectText::parse(&source.json);
        let images = images(source, &top, notes);
        // A first buffer that an extension fills cannot take data.
        let fits = source.buffers.first().is_none_or(|buffer| !buffer.is_empty());
        let main = if fits { 0 } else { source.buffers.len() };
        Self { source, format, top, made, tables, images, main }
    }

    /// The parts of the file.
    pub(super) fn pack(mut self) -> Packed {
        let known = References::of(&self.top);
        let free = self.free_accessors(&known);
        let accessors = Slots::new(self.source.document.accessors.len(), &free, self.tables.accessors.len());
        let in_views = if self.format == Format::Gltf { 0 } else { self.images.len() };
        let (old_views, free) =
            (self.source.document.buffer_views.len(), self.free_views(&accessors, &known));
        let views = Slots::new(old_views, &free, self.tables.views.len() + in_views);
        let mut bytes = self.old_bytes(&views, &known);
        let base = bytes.len() as u64;
        bytes.extend_from_slice(&self.tables.bytes);
        let new_views = self.new_views(base, &mut bytes, in_views);
        let views_text = views.fill(self.top.list("bufferViews"), new_views);
        let accessors_text = accessors.fill(self.top.list("accessors"), self.new_accessors(&views));
        let animations = self.animations(&accessors);
        self.split_matrices();
        self.set_images(&views.places[self.tables.views.len()..]);
        self.top.set_list("bufferViews", &views_text);
        self.top.set_list("accessors", &accessors_text);
        self.top.set_list("animations", &animations);
        ACCESSORS.close_up(&mut self.top, known.gone(&accessors));
        VIEWS.close_up(&mut self.top, known.gone(&views));
        let bin = self.set_buffers(bytes);
        Packed { json: self.top.to_text(), bin }
    }

    /// Accessors that only animations use which are not in the file any more.
    fn free_accessors(&self, known: &References) -> BTreeSet<usize> {
        let mut held = known.accessors.clone();
        let mut kept = vec![false; self.source.document.animations.len()];
        for made in &self.made {
            match made {
                Made::Kept(animation) => kept[*animation] = true,
                Made::New { samplers, .. } => {
                    let used =
                        samplers.iter().flat_map(|sampler| [sampler.get("input"), sampler.get("output")]);
                    held.extend(used.flatten().filter_map(Value::as_u64).map(|index| index as usize));
                }
            }
        }
        let mut free = BTreeSet::new();
        for (animation, kept) in self.source.document.animations.iter().zip(kept) {
            let used = animation.samplers.iter().flat_map(|sampler| [sampler.input, sampler.output]);
            if kept { held.extend(used) } else { free.extend(used) }
        }
        let known = 0..self.source.document.accessors.len();
        free.into_iter().filter(|index| known.contains(index) && !held.contains(index)).collect()
    }

    /// Views that only accessors use which are not in the file any more.
    fn free_views(&self, accessors: &Slots, known: &References) -> BTreeSet<usize> {
        let old = &self.source.document.accessors;
        let replaced = known.replaced(accessors, old.len());
        let mut held = known.views.clone();
        let mut free = BTreeSet::new();
        for (index, accessor) in old.iter().enumerate() {
            let sparse = accessor.sparse.iter().flat_map(|s| [s.indices.buffer_view, s.values.buffer_view]);
            let used = accessor.buffer_view.into_iter().chain(sparse);
            if replaced.contains(&index) { free.extend(used) } else { held.extend(used) }
        }
        let known = 0..self.source.document.buffer_views.len();
        free.into_iter().filter(|index| known.contains(index) && !held.contains(index)).collect()
    }

    /// The bytes of the main buffer that are still needed.
    fn old_bytes(&self, views: &Slots, known: &References) -> Vec<u8> {
        let Some(old) = self.source.buffers.get(self.main) else { return Vec::new() };
        let declared = self.source.document.buffers[self.main].byte_length as usize;
        let texts = self.top.list("bufferViews");
        let replaced = known.replaced(views, texts.len());
        let stays = texts.iter().enumerate().filter(|(index, _)| !replaced.contains(index));
        let end = stays.map(|(_, text)| end_in(text, self.main)).max().unwrap_or(0) as usize;
        let is_cut = replaced.iter().any(|&place| place < texts.len());
        let end = if is_cut { end.min(declared) } else { declared };
        let mut bytes = old[..end.min(old.len())].to_vec();
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    }

    /// The views of new tables, then of images, whose bytes are added.
    fn new_views(&self, base: u64, bytes: &mut Vec<u8>, images: usize) -> Vec<String> {
        let mut texts: Vec<String> = (self.tables.views.iter())
            .map(|view| {
                json(&BufferView { buffer: self.main, byte_offset: base + view.byte_offset, ..view.clone() })
            })
            .collect();
        for image in &self.images[..images] {
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            let (byte_offset, byte_length) = (bytes.len() as u64, image.data.len() as u64);
            bytes.extend_from_slice(&image.data);
            texts.push(json(&BufferView {
                buffer: self.main,
                byte_offset,
                byte_length,
                ..BufferView::default()
            }));
        }
        texts
    }

    fn new_accessors(&self, views: &Slots) -> Vec<String> {
        let placed = |accessor: &super::super::document::Accessor| {
            let buffer_view = accessor.buffer_view.map(|view| views.places[view]);
            json(&super::super::document::Accessor { buffer_view, ..accessor.clone() })
        };
        self.tables.accessors.iter().map(placed).collect()
    }

    fn animations(&self, accessors: &Slots) -> Vec<String> {
        let old = self.top.list("animations");
        let text = |made: &Made| match made {
            Made::Kept(animation) => old[*animation].clone(),
            Made::New { animation, channels, samplers } => {
                new_animation(animation, channels, samplers, &accessors.places)
            }
        };
        self.made.iter().map(text).collect()
    }

    /// A matrix cannot be animated: joints get translation, rotation and scale instead.
    fn split_matrices(&mut self) {
        let is_animated = self.made.iter().any(|made| matches!(made, Made::New { .. }));
        let matrix = |node: &&usize| matches!(self.source.tree.node(**node).rest, Local::Matrix(..));
        let nodes: Vec<usize> = self.source.joints.nodes.iter().filter(matrix).copied().collect();
        if !is_animated || nodes.is_empty() {
            return;
        }
        let mut texts = self.top.list("nodes");
        for node in nodes {
            let standing = self.source.standing(node);
            let mut text = ObjectText::parse(&texts[node]);
            text.remove("matrix");
            text.set("translation", json(&standing.translation.as_vec3().to_array()));
            text.set("rotation", json(&standing.rotation.as_quat().normalize().to_array()));
            text.set("scale", json(&standing.scale.as_vec3().to_array()));
            texts[node] = text.to_text();
        }
        self.top.set_list("nodes", &texts);
    }

    fn set_images(&mut self, views: &[usize]) {
        let mut texts = self.top.list("images");
        for (n, image) in self.images.iter().enumerate() {
            let mut text = ObjectText::parse(&texts[image.index]);
            if self.format == Format::Gltf {
                text.set("uri", quoted(&data_uri(image.mime, &image.data)));
            } else {
                text.remove("uri");
                text.set("bufferView", views[n].to_string());
                text.set("mimeType", quoted(image.mime));
            }
            texts[image.index] = text.to_text();
        }
        self.top.set_list("images", &texts);
    }

    /// Writes the buffers into the JSON and gives the binary chunk, where there is one.
    fn set_buffers(&mut self, bytes: Vec<u8>) -> Option<Vec<u8>> {
        let mut texts = self.top.list("buffers");
        for (index, text) in texts.iter_mut().enumerate().filter(|(index, _)| *index != self.main) {
            let uri = self.source.document.buffers[index].uri.as_deref();
            if uri.is_some_and(|uri| !uri.starts_with("data:")) {
                let mut object = ObjectText::parse(text);
                let data = &self.source.buffers[index];
                object.set("uri", quoted(&data_uri("application/octet-stream", data)));
                *text = object.to_text();
            }
        }
        if bytes.is_empty() && self.main == texts.len() {
            self.top.set_list("buffers", &texts);
            return None;
        }
        texts.resize(texts.len().max(self.main + 1), "{}".to_owned());
        let mut object = ObjectText::parse(&texts[self.main]);
        let as_chunk = self.format != Format::Gltf && self.main == 0;
        if as_chunk {
            object.remove("uri");
        } else {
            object.set("uri", quoted(&data_uri("application/octet-stream", &bytes)));
        }
        object.set("byteLength", bytes.len().to_string());
        texts[self.main] = object.to_text();
        self.top.set_list("buffers", &texts);
        as_chunk.then_some(bytes)
    }
}

/// An animation with the accessors at their places and with what it takes over.
fn new_animation(animation: &Animation, channels: &[Value], samplers: &[Value], places: &[usize]) -> String {
    let mut placed = animation.clone();
    for sampler in &mut placed.samplers {
        (sampler.input, sampler.output) = (places[sampler.input], places[sampler.output]);
    }
    let mut value =
        serde_json::to_value(&placed).expect("an animation has string keys and finite numbers only");
    let own = placed.samplers.len();
    let carried = channels.iter().cloned().map(|mut channel| {
        let sampler = channel["sampler"].as_u64().unwrap_or(0);
        channel["sampler"] = Value::from(sampler + own as u64);
        channel
    });
    let mut extend = |key: &str, items: &mut dyn Iterator<Item = Value>| {
        if let Some(list) = value.get_mut(key).and_then(Value::as_array_mut) {
            list.extend(items);
        }
    };
    extend("channels", &mut carried.into_iter());
    extend("samplers", &mut samplers.iter().cloned());
    value.to_string()
}

/// The images that lie beside the file. One that is not there, or of no known kind, stays where it is.
fn images(source: &GltfFile, top: &ObjectText, notes: &mut Vec<Note>) -> Vec<Image> {
    let mut beside = Beside::new(&source.folder);
    let mut found = Vec::new();
    for (index, text) in top.list("images").iter().enumerate() {
        let uri = ObjectText::parse(text).get("uri").and_then(|uri| serde_json::from_str::<String>(uri).ok());
        let Some(uri) = uri.filter(|uri| !uri.starts_with("data:")) else { continue };
        match beside.read(&uri) {
            Ok(data) => match mime(&data) {
                Some(mime) => found.push(Image { index, mime, data }),
                None => notes.push(Note::warning(format!(
                    "image `{uri}` is no PNG, JPEG, WebP or KTX2 file; it is named, not put into the file"
                ))),
            },
            Err(problem) => notes.push(Note::warning(format!("image {index} stays where it is: {problem}"))),
        }
    }
    found
}

/// Whether data is an image that every glTF file may hold.
pub(crate) fn is_image(data: &[u8]) -> bool {
    matches!(mime(data), Some("image/png" | "image/jpeg"))
}

pub(super) fn mime(data: &[u8]) -> Option<&'static str> {
    match data {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        [0xab, b'K', b'T', b'X', b' ', b'2', b'0', ..] => Some("image/ktx2"),
        _ => None,
    }
}

/// Where a view ends in a buffer, counting also what an extension of it says; 0 for a view of another buffer.
fn end_in(view: &str, buffer: usize) -> u64 {
    let value: Value = serde_json::from_str(view).unwrap_or_default();
    let end = |view: &Value| {
        let number = |key: &str| view.get(key).and_then(Value::as_u64).unwrap_or(0);
        if number("buffer") == buffer as u64 {
            number("byteOffset").saturating_add(number("byteLength"))
        } else {
            0
        }
    };
    let extensions = value.get("extensions").and_then(Value::as_object);
    let more = extensions.into_iter().flat_map(|extensions| extensions.values()).map(end);
    more.chain([end(&value)]).max().unwrap_or(0)
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain numbers and text")
}
