//! From clips to files.

use std::path::{Path, PathBuf};

use segue_formats::{Format, Origin, WriteError, encode};
use segue_motion::Clip;

use super::plants::{file_name, plants_path, plants_text};
use super::save::{Save, SaveError};

/// Why clips do not become files.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The extension names no format that can be written.
    #[error("the name of a motion file ends in .bvh, .amc, .gltf or .glb: {}", path.display())]
    UnknownExtension {
        /// The file.
        path: PathBuf,
    },
    /// The format cannot hold the clips.
    #[error("{source}: {}", path.display())]
    Encode {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        source: WriteError,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError),
}

/// Writes clips in the format that the extension of `path` names, whole or not at all, and says which files it wrote:
/// an Acclaim motion comes with its skeleton file.
///
/// With the `origin` of the clips a file of the same format is written in the units and channel orders it was read
/// in.
///
/// # Errors
/// When the format is unknown, read only or cannot hold the clips, or the file cannot be written.
pub fn write(path: &Path, clips: &[Clip], origin: Option<&Origin>) -> Result<Vec<PathBuf>, StoreError> {
    let save = encoded(path, clips, origin)?;
    let written = save.paths().map(Path::to_owned).collect();
    save.commit()?;
    Ok(written)
}

/// The files of clips, not yet written.
fn encoded(path: &Path, clips: &[Clip], origin: Option<&Origin>) -> Result<Save, StoreError> {
    let format =
        Format::from_path(path).ok_or_else(|| StoreError::UnknownExtension { path: path.to_owned() })?;
    let files = encode(format, clips, origin)
        .map_err(|source| StoreError::Encode { path: path.to_owned(), source })?;
    let mut save = Save::default();
    for file in files {
        save.add(path.with_extension(file.extension), file.bytes);
    }
    Ok(save)
}

/// Writes a clip and its plants, so that it can be an input again as it is: the motion to `path`, the plants beside it to
/// `CLIP.plants.json`. Names the files it wrote, the plants last.
///
/// # Errors
/// As for [`write()`].
pub fn write_with_plants(
    path: &Path,
    clip: &Clip,
    origin: Option<&Origin>,
) -> Result<Vec<PathBuf>, StoreError> {
    let mut save = encoded(path, std::slice::from_ref(clip), origin)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    save.add(plants_path(folder, clip.name()), plants_text(clip.constraints()).into_bytes());
    let written = save.paths().map(Path::to_owned).collect();
    save.commit()?;
    Ok(written)
}

/// The name of the file for a clip in a folder of files: `moves/Walk` becomes `moves.Walk.bvh`.
///
/// ```
/// use segue::formats::Format;
/// assert_eq!(segue::files::clip_file("captures".as_ref(), "moves/Walk", Format::Bvh), std::path::Path::new("captures/moves.Walk.bvh"));
/// ```
pub fn clip_file(folder: &Path, clip: &str, format: Format) -> PathBuf {
    folder.join(format!("{}.{}", file_name(clip), format.extension()))
}

/// Whether a file of this format can hold several clips.
pub fn holds_several(format: Format) -> bool {
    matches!(format, Format::Gltf | Format::Glb | Format::Fbx)
}
