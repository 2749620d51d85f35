//! From clips to files.

use std::path::{Path, PathBuf};

use segue_formats::{Format, Note, Origin, WriteError, encoding};
use segue_motion::Clip;

use super::output::{OutputOptions, check_replaced};
use super::plants::{file_name, plants_path, plants_text};
use super::save::{Save, SaveError};

/// Why clips do not become files.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The extension names no format that can be written.
    #[error("the name of a motion file ends in .bvh, .amc, .gltf, .glb, .npz, .csv or .json: {}", path.display())]
    UnknownExtension {
        /// The file.
        path: PathBuf,
    },
    /// The output is one of the inputs.
    #[error("it is one of the inputs; give another name, or --in-place to replace it: {}", path.display())]
    IsInput {
        /// The file.
        path: PathBuf,
    },
    /// What is no motion file would replace an input.
    #[error("it is one of the inputs, and what would be written is another thing; give another name: {}", path.display())]
    WouldReplace {
        /// The file.
        path: PathBuf,
    },
    /// The file is there already and must not be replaced.
    #[error("it is there already, and --no-clobber leaves it: {}", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file is there already and read only.
    #[error("it is there already and read only: {}", path.display())]
    ReadOnlyFile {
        /// The file.
        path: PathBuf,
    },
    /// A folder has the name of the file.
    #[error("it is a folder, not a file: {}", path.display())]
    IsFolder {
        /// The folder.
        path: PathBuf,
    },
    /// A file stands where a folder is needed.
    #[error("it is not a folder, so nothing can be written below it: {}", path.display())]
    NoFolder {
        /// The file.
        path: PathBuf,
    },
    /// A unit was asked for, and the format has its own.
    #[error("only BVH files have a unit to choose, not {format}: {}", path.display())]
    NoUnit {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: Format,
    },
    /// The format cannot hold the clips.
    #[error("{reason}: {}", path.display())]
    Encode {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: WriteError,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError),
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The files: an Acclaim motion comes with its skeleton file, plants come last.
    pub files: Vec<PathBuf>,
    /// What could not be taken over from the file of the figure.
    pub notes: Vec<Note>,
}

/// Writes clips in the format that the extension of `path` names, whole or not at all; folders that are missing are made.
///
/// With the `origin` of the clips a file of the same format is written in the units and channel orders it was read
/// in, and a glTF file keeps its meshes and everything else.
///
/// # Errors
/// When the format is unknown, read only or cannot hold the clips, or the file cannot be written.
pub fn write(
    path: &Path,
    clips: &[Clip],
    origin: Option<&Origin>,
    options: &OutputOptions,
) -> Result<Written, StoreError> {
    let (save, notes) = encoded(path, clips, origin, options)?;
    commit(save, notes)
}

/// The files of clips, not yet written.
fn encoded<'a>(
    path: &Path,
    clips: &'a [Clip],
    origin: Option<&'a Origin>,
    options: &OutputOptions,
) -> Result<(Save<'a>, Vec<Note>), StoreError> {
    let format =
        Format::from_path(path).ok_or_else(|| StoreError::UnknownExtension { path: path.to_owned() })?;
    let encoded = encoding(format, clips, origin, &options.content())
        .map_err(|reason| StoreError::Encode { path: path.to_owned(), reason })?;
    let mut save = Save::default();
    let one = encoded.files.len() == 1;
    for (extension, content) in encoded.files {
        // One file has the name that was asked for, whatever the usual extension is.
        let path = if one { path.to_owned() } else { path.with_extension(extension) };
        check_replaced(&path, &[], &OutputOptions { in_place: true, ..options.clone() })?;
        save.add(path, content);
    }
    Ok((save, encoded.notes))
}

fn commit(save: Save<'_>, notes: Vec<Note>) -> Result<Written, StoreError> {
    let files = save.paths().map(Path::to_owned).collect();
    save.commit()?;
    Ok(Written { files, notes })
}

/// Writes a clip and its plants, so that it can be an input again as it is: the motion to `path`, the plants beside it to
/// `FILE.plants.json`.
///
/// # Errors
/// As for [`write()`].
pub fn write_with_plants(
    path: &Path,
    clip: &Clip,
    origin: Option<&Origin>,
    options: &OutputOptions,
) -> Result<Written, StoreError> {
    let (mut save, notes) = encoded(path, std::slice::from_ref(clip), origin, options)?;
    // A clip alone in its file is called by the file; beside others it is read under both names.
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = if options.add { format!("{stem}/{}", clip.name()) } else { stem.into_owned() };
    save.add(plants_path(path, &name), plants_text(clip.constraints()).into_bytes());
    commit(save, notes)
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
