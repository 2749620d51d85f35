//! Making files of clips.

use segue_motion::Clip;

use crate::{Document, Format, Origin, WriteError, acclaim, bvh, gltf};

/// A file made of clips, not yet on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedFile {
    /// The extension its name should get; the stem is the caller's.
    pub extension: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
}

/// The files that hold `clips` in `format`: one, or an `.asf` and an `.amc` for [`Format::Acclaim`].
///
/// When `origin` is a document of the same format and the clip has its joints, it is the template: hierarchy,
/// channel orders, units and number format are those of the origin, and what was not modified is written as it was
/// read.
///
/// # Errors
/// When there is no clip, more than the format can hold, or the format is read only.
pub fn encode(
    format: Format,
    clips: &[Clip],
    origin: Option<&Origin>,
) -> Result<Vec<EncodedFile>, WriteError> {
    match format {
        Format::Bvh => {
            let template = origin.and_then(|origin| match &origin.document {
                Document::Bvh(document) => Some((&**document, &origin.conversion)),
                _ => None,
            });
            Ok(vec![bvh::encode(only_clip(format, clips)?, template)])
        }
        Format::Acclaim => {
            let template = origin.and_then(|origin| match &origin.document {
                Document::Acclaim(document) => Some((&**document, &origin.conversion)),
                _ => None,
            });
            Ok(acclaim::encode(only_clip(format, clips)?, template))
        }
        Format::Gltf | Format::Glb => {
            clips.first().ok_or(WriteError::NoClip)?;
            gltf::encode(format, clips)
        }
        Format::Fbx => Err(WriteError::ReadOnly { format }),
    }
}

fn only_clip(format: Format, clips: &[Clip]) -> Result<&Clip, WriteError> {
    match clips {
        [clip] => Ok(clip),
        [] => Err(WriteError::NoClip),
        _ => Err(WriteError::SeveralClips { format, found: clips.len() }),
    }
}
