//! Motion as plain arrays, for programs: `NumPy` archives (`.npz`), tables (`.csv`) and JSON (`.json`).
//!
//! All three hold one clip in metres, seconds, Y up; docs/arrays.md describes them. An archive is read again as it was
//! written. Archives of AMASS (`poses`, `trans`, `mocap_framerate`) are read on a figure of usual proportions, because the body
//! model is licensed and not at hand; a clip on that figure can be written in their layout.
//!
//! ```
//! use segue_formats::{Format, ReadOptions, WriteOptions, arrays, bvh, encode};
//!
//! let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 2 Yposition Zrotation\n}\n\
//!     MOTION\nFrames: 2\nFrame Time: .04\n90.25 0\n90.5 -725\n";
//! let options = ReadOptions { scale: Some(0.01), ..ReadOptions::default() };
//! let hop = bvh::import(bvh::Document::parse(text.as_bytes())?, "hop", &options)?.clips;
//! let file = encode(Format::Npz, &hop, None, &WriteOptions::default())?.files.remove(0);
//! let again = arrays::read("hop.npz".as_ref(), &file.bytes, &ReadOptions::default())?;
//! assert_eq!((again.clips[0].len(), again.clips[0].rate()), (2, 25.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod amass;
mod clip;
mod npy;
mod table;
mod written;
mod zip;

use std::path::Path;

use segue_motion::Clip;

use crate::error::{Fault, Problem};
use crate::read::stem;
use crate::{
    Content, Conversion, Document, Format, Import, ImportedFigure, Inferred, Note, Origin, ReadError,
    ReadOptions, RestSource, Up, WriteError,
};
use clip::Arrays;
pub use npy::Archive;

/// Reads an archive that is already in memory; `path` names it.
///
/// # Errors
/// [`ReadError`] names the file, the array, what was found and what was expected.
pub fn read(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Import, ReadError> {
    import(path, bytes, options).map_err(|fault| fault.in_file(path))
}

fn import(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Import, Fault> {
    options.check()?;
    let archive = Archive::parse(bytes)?;
    let (clip, mut notes) = if archive.has("poses") {
        amass::clip(&archive, &stem(path))?
    } else {
        (Arrays::read(&archive)?.clip(&stem(path))?, Vec::new())
    };
    let clip = match options.fps {
        Some(fps) => clip.with_rate(fps).map_err(Problem::Clip)?,
        None => clip,
    };
    if options.scale.is_some() || options.up.is_some() {
        notes.push(Note::warning(
            "arrays are in metres and Y up; the scale and the up axis asked for are not used",
        ));
    }
    let conversion = Conversion {
        scale: Inferred::certain(1.0, "arrays are in metres"),
        up: Inferred::certain(Up::Y, "arrays are Y up"),
        rate: Inferred::certain(clip.rate(), "written in the file"),
        rest_frame_dropped: false,
    };
    let figure = ImportedFigure::of(clip.skeleton().clone(), RestSource::File);
    // Only the layout of AMASS is a template.
    let template = if archive.has("poses") { archive } else { Archive::default() };
    let origin = Origin { document: Document::Arrays(Box::new(template)), conversion };
    Ok(Import { clips: vec![clip], figure, origin, notes, findings: Vec::new() })
}

/// The file of a clip in one of the formats for programs; an AMASS archive where its origin is one.
pub(crate) fn encode<'a>(
    format: Format,
    clip: &'a Clip,
    origin: Option<&Origin>,
) -> Result<Content<'a>, WriteError> {
    let is_amass =
        matches!(origin.map(|origin| &origin.document), Some(Document::Arrays(file)) if file.has("poses"));
    let bytes = match format {
        Format::Csv => return Ok(table::csv(clip)),
        Format::Json => return Ok(written::json(clip)),
        _ if is_amass && amass::fits(clip.skeleton()) => amass::archive(clip).to_bytes(),
        _ => written::npz(clip)?,
    };
    if bytes.len() as u64 >= u64::from(u32::MAX) {
        return Err(WriteError::Inexpressible {
            clip: clip.name().to_owned(),
            format,
            reason: "an archive holds at most 4 GiB; write it in parts".to_owned(),
        });
    }
    Ok(bytes.into())
}
