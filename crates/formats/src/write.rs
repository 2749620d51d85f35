//! Making files of clips.

use segue_motion::Clip;
use serde::{Deserialize, Serialize};

use crate::{Content, Document, Format, Note, Origin, WriteError, acclaim, arrays, bvh, fbx, gltf};

/// A file made of clips, not yet on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedFile {
    /// The extension its name should get; the stem is the caller's.
    pub extension: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
}

/// How clips are written beyond what the format says; the default takes everything from the origin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WriteOptions {
    /// Keep the animations that a glTF file of the same figure already has.
    pub add: bool,
    /// The unit of lengths in a BVH file, which then gets channels of our own. `None`: that of the origin, or centimetres.
    pub unit: Option<LengthUnit>,
}

/// A unit of length that BVH files are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LengthUnit {
    /// Centimetres, as most BVH files are.
    #[default]
    Cm,
    /// Metres.
    M,
    /// Inches.
    In,
}

impl LengthUnit {
    /// How long it is.
    pub fn metres(self) -> f64 {
        match self {
            Self::Cm => 0.01,
            Self::M => 1.0,
            Self::In => 0.0254,
        }
    }
}

/// The files of clips, not yet on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoded {
    /// One file, or an `.asf` and an `.amc` for [`Format::Acclaim`].
    pub files: Vec<EncodedFile>,
    /// What could not be taken over from the origin.
    pub notes: Vec<Note>,
}

/// The files of clips, whose content may be made while they are written.
#[derive(Debug)]
pub struct Encoding<'a> {
    /// One file, or an `.asf` and an `.amc` for [`Format::Acclaim`]: the extension that its name should get, and what is in it.
    pub files: Vec<(&'static str, Content<'a>)>,
    /// What could not be taken over from the origin.
    pub notes: Vec<Note>,
}

impl<'a> From<Vec<(&'static str, Content<'a>)>> for Encoding<'a> {
    fn from(files: Vec<(&'static str, Content<'a>)>) -> Self {
        Self { files, notes: Vec::new() }
    }
}

impl From<Encoded> for Encoding<'_> {
    fn from(Encoded { files, notes }: Encoded) -> Self {
        Self { files: files.into_iter().map(|file| (file.extension, file.bytes.into())).collect(), notes }
    }
}

/// The files of [`encoding`], made in memory.
///
/// # Errors
/// As [`encoding`], and when a file takes more than the budget of the program.
pub fn encode(
    format: Format,
    clips: &[Clip],
    origin: Option<&Origin>,
    options: &WriteOptions,
) -> Result<Encoded, WriteError> {
    let Encoding { files, notes } = encoding(format, clips, origin, options)?;
    let made =
        |(extension, content): (_, Content<'_>)| Ok(EncodedFile { extension, bytes: content.into_bytes()? });
    Ok(Encoded { files: files.into_iter().map(made).collect::<Result<_, WriteError>>()?, notes })
}

/// The files that hold `clips` in `format`: one, or an `.asf` and an `.amc` for [`Format::Acclaim`].
///
/// When `origin` is a document of the same format and the clip has its joints, it is the template: hierarchy,
/// channel orders, units and number format are those of the origin, and what was not modified is written as it was
/// read. A glTF origin is kept whole, and the clips become animations of its own nodes.
///
/// # Errors
/// When there is no clip, more than the format can hold, or the format is read only.
pub fn encoding<'a>(
    format: Format,
    clips: &'a [Clip],
    origin: Option<&'a Origin>,
    options: &WriteOptions,
) -> Result<Encoding<'a>, WriteError> {
    if let Some(clip) = clips.first().filter(|_| options.unit.is_some() && format != Format::Bvh) {
        let reason = "only BVH files have a unit to choose; leave the unit out".to_owned();
        return Err(WriteError::Inexpressible { clip: clip.name().to_owned(), format, reason });
    }
    match format {
        Format::Bvh => {
            let template = origin.and_then(|origin| match &origin.document {
                Document::Bvh(document) => Some((&**document, &origin.conversion)),
                _ => None,
            });
            Ok(vec![("bvh", bvh::encode(only_clip(format, clips)?, template, options.unit))].into())
        }
        Format::Acclaim => {
            let template = origin.and_then(|origin| match &origin.document {
                Document::Acclaim(document) => Some((&**document, &origin.conversion)),
                _ => None,
            });
            Ok(acclaim::encode(only_clip(format, clips)?, template).into())
        }
        Format::Gltf | Format::Glb => {
            let encoded = match origin.map(|origin| &origin.document) {
                Some(Document::Gltf(file)) => gltf::encode(format, clips, Some(file), options),
                Some(Document::Fbx(file)) => encode_shown(format, clips, file, options),
                _ => gltf::encode(format, clips, None, options),
            };
            Ok(encoded?.into())
        }
        Format::Npz | Format::Csv | Format::Json => {
            let content = arrays::encode(format, only_clip(format, clips)?, origin)?;
            Ok(vec![(format.extension(), content)].into())
        }
        Format::Fbx => Err(WriteError::ReadOnly { format }),
    }
}

/// Clips on the figure of an FBX file, with what that file shows.
fn encode_shown(
    format: Format,
    clips: &[Clip],
    file: &fbx::FbxFile,
    options: &WriteOptions,
) -> Result<Encoded, WriteError> {
    match file.to_gltf() {
        Ok(Some((shown, notes))) => {
            let mut encoded = gltf::encode(format, clips, Some(&shown), options)?;
            encoded.notes.extend(notes);
            Ok(encoded)
        }
        Ok(None) => gltf::encode(format, clips, None, options),
        Err(problem) => {
            let mut encoded = gltf::encode(format, clips, None, options)?;
            let text = format!("the meshes of the FBX file cannot be read and are left out: {problem}");
            encoded.notes.push(Note::warning(text));
            Ok(encoded)
        }
    }
}

fn only_clip(format: Format, clips: &[Clip]) -> Result<&Clip, WriteError> {
    match clips {
        [clip] => Ok(clip),
        [] => Err(WriteError::NoClip),
        _ => Err(WriteError::SeveralClips { format, found: clips.len() }),
    }
}
