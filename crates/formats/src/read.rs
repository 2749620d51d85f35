//! Opening files.

use std::io::Read;
use std::path::Path;

use segue_store::{Budget, open_regular};

use crate::error::{Place, Problem};
use crate::format::AcclaimPart;
use crate::{
    Format, Import, Note, ReadError, ReadOptions, acclaim, arrays, bounds, bvh, dirt, fbx, floor, format,
    gltf, gravity,
};

/// Reads the figure and all clips of a motion file, and the files beside it that it needs: an `.amc` needs its `.asf`, a
/// `.gltf` its buffers. Formats are told apart by extension, or by content where that says another, with a note. Looks for
/// what is no motion and mends what is certain, unless told not to.
///
/// # Errors
/// [`ReadError`] names the file, the place in it, what was found and what was expected.
pub fn read_file(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Import, ReadError> {
    let path = path.as_ref();
    let mut import = read_as_written(path, options)?;
    bounds::check(&import).map_err(|fault| fault.in_file(path))?;
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
    let named = Format::from_path(path);
    let head = read_head(path)?;
    let found = Format::sniff(&head);
    let Some(format) = found.or(named) else {
        return Err(format::unknown(path));
    };
    let acclaim_part = AcclaimPart::of(path, &head);
    let mut import = match format {
        Format::Bvh => bvh::read(path, options),
        Format::Acclaim => acclaim::read(path, acclaim_part, options),
        Format::Gltf | Format::Glb => gltf::read(path, &read_bytes(path)?, options),
        Format::Fbx => fbx::read(path, &read_bytes(path)?, options),
        Format::Npz => arrays::read(path, &read_bytes(path)?, options),
        Format::Csv | Format::Json => Err(format::unknown(path)),
    }?;
    // The two packings of glTF are told apart by content anyway.
    let is_gltf = |format| matches!(format, Format::Gltf | Format::Glb);
    if named != Some(format) && !(is_gltf(format) && named.is_some_and(is_gltf)) {
        import.notes.insert(0, misnamed(&format.to_string(), usual(format, acclaim_part)));
    } else if format == Format::Acclaim && AcclaimPart::named(path) != acclaim_part {
        import.notes.insert(0, misnamed(acclaim_part.name(), acclaim_part.extension()));
    }
    Ok(import)
}

fn usual(format: Format, part: AcclaimPart) -> &'static str {
    if format == Format::Acclaim { part.extension() } else { format.extension() }
}

fn misnamed(content: &str, usual: &str) -> Note {
    Note::warning(format!(
        "the content is {content}, whatever the name says, and is read as such; the usual name ends in .{usual}"
    ))
}

/// What the clip of a file with one clip is called.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "clip".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadError> {
    /// The most that a GLB file can hold; more is no motion file, or a device without an end.
    const LARGEST: u64 = u32::MAX as u64;
    let refused = |problem: Problem| problem.at(Place::File).in_file(path);
    let failed = |error| refused(Problem::Io(error));
    let file = open_regular(path).map_err(failed)?;
    Budget::allow("the file", file.metadata().map_err(failed)?.len())
        .map_err(|error| refused(error.into()))?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        let problem = Problem::TooMany { what: "bytes", found: bytes.len(), limit: LARGEST as usize };
        return Err(refused(problem));
    }
    Ok(bytes)
}

fn read_head(path: &Path) -> Result<Vec<u8>, ReadError> {
    /// Enough for every magic word after a few comment lines.
    const HEAD: u64 = 1024;
    let mut head = Vec::new();
    open_regular(path)
        .and_then(|file| file.take(HEAD).read_to_end(&mut head))
        .map_err(|error| Problem::Io(error).at(Place::File).in_file(path))?;
    Ok(head)
}
