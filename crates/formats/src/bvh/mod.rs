//! BVH, the Biovision hierarchy: a tree of joints and a table of channel values, in text.
//!
//! [`Document`] is the file as written. Rotations are in degrees and are applied in the order of the channels, the
//! first outermost; positions of joints other than the root replace the offset.

mod convert;
mod document;
mod fresh;
mod parse;
mod print;
mod template;

use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use segue_motion::Clip;
use segue_store::open_regular;

pub use document::{Channel, Document, Joint};

use crate::error::{Fault, Place, Problem};
use crate::rig::{self, Converter};
use crate::{
    Content, Conversion, Import, ImportedFigure, LengthUnit, Origin, ReadError, ReadOptions, RestSource,
    inference,
};

/// Bytes read at a time.
const BUFFER: usize = 1 << 16;

pub(crate) fn read(path: &Path, options: &ReadOptions) -> Result<Import, ReadError> {
    let document = open(path).map_err(|fault| fault.in_file(path))?;
    import(document, &crate::read::stem(path), options).map_err(|fault| fault.in_file(path))
}

fn open(path: &Path) -> Result<Document, Fault> {
    let file = open_regular(path).map_err(|error| Problem::Io(error).at(Place::File))?;
    Document::parse_from(&mut BufReader::with_capacity(BUFFER, file))
}

/// The figure of a document and its clip, under a name.
///
/// # Errors
/// When the frame time is no time, or a number is too large for a clip.
pub fn import(document: Document, name: &str, options: &ReadOptions) -> Result<Import, Fault> {
    let mut rig = convert::rig(&document);
    let conversion = rig::infer(&mut rig, convert::rate(&document, options)?, options)?;
    let converter = Converter::new(&rig, &conversion)?;
    let figure = ImportedFigure::of(converter.skeleton.clone(), RestSource::File);
    let frames = usize::from(conversion.rest_frame_dropped)..document.frames();
    let clip =
        (!frames.is_empty()).then(|| converter.clip(name, conversion.rate.value, frames)).transpose()?;
    let mut notes = inference::notes(&conversion);
    notes.extend(convert::notes(&document, &rig));
    let origin = Origin { document: crate::Document::Bvh(Arc::new(document)), conversion };
    Ok(Import { clips: clip.into_iter().collect(), figure, origin, notes, findings: Vec::new() })
}

/// The file of a clip: in the shape of the template, or in a shape of our own where there is none or a unit is asked for.
pub(crate) fn encode<'a>(
    clip: &'a Clip,
    template: Option<(&'a Document, &'a Conversion)>,
    unit: Option<LengthUnit>,
) -> Content<'a> {
    /// Bytes of a number with a space, most often.
    const USUAL: usize = 9;
    let template = template
        .filter(|_| unit.is_none())
        .filter(|(document, conversion)| template::fits(clip, document, conversion));
    let numbers = clip.len() * (3 + 3 * clip.skeleton().len());
    let what = format!("the BVH text of `{}`", clip.name());
    Content::made(what, USUAL * numbers, move |out| match template {
        Some((document, conversion)) => template::write(clip, document, conversion, out),
        None => fresh::write(clip, unit.unwrap_or_default(), out),
    })
}
