//! The file that a clip of a library was read from.

use segue_formats::{Document, Format, Origin, ReadOptions, read_file};
use segue_library::Library;
use segue_motion::ContentHash;

use super::read::is_library;
use super::{Input, Source};

/// The file of a clip of a library as a template for writing, where it may hold a mesh and still holds that clip.
///
/// A library keeps motion and skeleton alone; with the file a character keeps its looks. A file that is gone or has
/// changed since is no template.
pub(crate) fn library_origin(input: &Input) -> Option<Origin> {
    let Source::Clip { file, clip } = &input.source else { return None };
    if !is_library(file) {
        return None;
    }
    let entry = Library::open(file).ok()?.entry(clip).ok()?;
    let source = Input::parse(&entry.source).ok()?;
    let (Source::Path(path) | Source::Clip { file: path, .. }) = &source.source else { return None };
    if !matches!(Format::from_path(path)?, Format::Gltf | Format::Glb | Format::Fbx) {
        return None;
    }
    let import = read_file(path, &source.overrides.applied_to(&ReadOptions::default())).ok()?;
    let holds_clip = import.clips.iter().any(|clip| ContentHash::of(clip) == entry.hash);
    let may_hold_mesh = matches!(import.origin.document, Document::Gltf(_) | Document::Fbx(_));
    (holds_clip && may_hold_mesh).then_some(import.origin)
}
