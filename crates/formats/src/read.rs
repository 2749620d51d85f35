//! Opening files.

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::error::{Place, Problem};
use crate::{Format, Import, ReadError, ReadOptions, acclaim, bvh, dirt, fbx, floor, format, gltf, gravity};

/// Reads all clips of a motion file, told apart by extension, and of the files beside it that it needs: an `.amc`
/// needs its `.asf`, a `.gltf` its buffers. Looks for what is no motion and mends what is certain, unless told not to.
///
/// # Errors
/// [`ReadError`] names the file, the place in it, what was found and what was expected.
pub fn read_file(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Import, ReadError> {
    let path = path.as_ref();
    let mut import = read_as_written(path, options)?;
    dirt::clean(&mut import, options.repair);
    if options.fps.is_none() {
        import.notes.extend(import.clips.iter().filter_map(gravity::rate_warning));
    }
    if let Some(floor) = options.floor {
        floor::lower(&mut import, floor);
    }
    Ok(import)
}

fn read_as_written(path: &Path, options: &ReadOptions) -> Result<Import, ReadError> {
    match Format::from_path(path) {
        Some(Format::Bvh) => bvh::read(path, options),
        Some(Format::Acclaim) => acclaim::read(path, options),
        Some(Format::Gltf | Format::Glb) => gltf::read(path, &read_bytes(path)?, options),
        Some(Format::Fbx) => fbx::read(path, &read_bytes(path)?, options),
        None => Err(format::unknown_extension(path, &read_head(path)?)),
    }
}

/// What the clip of a file with one clip is called.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "clip".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadError> {
    /// The most that a GLB file can hold; more is no motion file, or a device without an end.
    const LARGEST: u64 = u32::MAX as u64;
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| Problem::Io(error).at(Place::File).in_file(path))?;
    if bytes.len() as u64 > LARGEST {
        let problem = Problem::TooMany { what: "bytes", found: bytes.len(), limit: LARGEST as usize };
        return Err(problem.at(Place::File).in_file(path));
    }
    Ok(bytes)
}

fn read_head(path: &Path) -> Result<Vec<u8>, ReadError> {
    /// Enough for every magic word after a few comment lines.
    const HEAD: u64 = 256;
    let mut head = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(HEAD).read_to_end(&mut head))
        .map_err(|error| Problem::Io(error).at(Place::File).in_file(path))?;
    Ok(head)
}
