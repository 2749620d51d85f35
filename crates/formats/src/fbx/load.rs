//! Opening FBX files with ufbx.

use segue_store::Budget;
use ufbx::{AllocatorOpts, CoordinateAxes, ErrorType, FileFormat, InheritModeHandling, LoadOpts, SceneRoot};

use crate::error::Problem;

/// Memory that any file may use, in bytes, once while it is read and once for what is read: small files unpack to many times their
/// size.
const SPARE_MEMORY: usize = 48 << 20;

/// Memory for each byte of the file: curves are deflated in binary files.
const MEMORY_PER_BYTE: usize = 64;

/// Nodes above each other; people have about twenty, and some tools walk the tree by recursion.
const DEEPEST: u32 = 1000;

/// The scene of a file, without geometry. Y is up in it when `turn` is set, otherwise it stands as in the file.
pub(super) fn load(bytes: &[u8], turn: bool) -> Result<SceneRoot, Problem> {
    load_with(bytes, turn, true)
}

/// The same scene with its geometry and the images in it; nodes have the same numbers.
pub(super) fn load_whole(bytes: &[u8], turn: bool) -> Result<SceneRoot, Problem> {
    load_with(bytes, turn, false)
}

fn load_with(bytes: &[u8], turn: bool, motion_only: bool) -> Result<SceneRoot, Problem> {
    let trusted = SPARE_MEMORY.saturating_add(bytes.len().saturating_mul(MEMORY_PER_BYTE));
    let allowed = usize::try_from(Budget::of_program().bytes()).unwrap_or(usize::MAX);
    let memory = || AllocatorOpts { memory_limit: trusted.min(allowed), ..AllocatorOpts::default() };
    let mut options = LoadOpts {
        temp_allocator: memory(),
        result_allocator: memory(),
        ignore_geometry: motion_only,
        ignore_embedded: motion_only,
        node_depth_limit: DEEPEST,
        file_format: FileFormat::Fbx,
        // Inherited scale then follows from the order of the nodes alone.
        inherit_mode_handling: InheritModeHandling::HelperNodes,
        ..LoadOpts::default()
    };
    if turn {
        options.target_axes = CoordinateAxes::right_handed_y_up();
    }
    ufbx::load_memory(bytes, options).map_err(|error| problem(&error, bytes.len()))
}

/// What ufbx says of a file that does not begin as FBX does; it has no number of its own.
const NO_FBX: &str = "Not an FBX file";

fn problem(error: &ufbx::Error, bytes: usize) -> Problem {
    // Only the fixed description is used: the crate's `info` panics on text cut inside a character.
    let description = error.description.to_string();
    match error.type_ {
        ErrorType::MemoryLimit | ErrorType::AllocationLimit => Problem::Unsupported(format!(
            "the file of {bytes} bytes unpacks to far more than motion needs; it looks damaged"
        )),
        ErrorType::UnsupportedVersion => Problem::Unsupported(
            "the FBX version is too old or too new; export as FBX 7.4 (2014/2015)".to_owned(),
        ),
        _ if description == NO_FBX => Problem::unexpected(
            "an FBX file",
            "another kind of file, or one whose bytes were changed on the way, as by a transfer as text",
        ),
        ErrorType::EmptyFile | ErrorType::TruncatedFile => {
            Problem::unexpected("a whole FBX file", format!("one that ends after {bytes} bytes"))
        }
        _ => Problem::unexpected("an FBX file", format!("a mistake: {description}")),
    }
}
