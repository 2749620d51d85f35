//! Files that are dropped on the page.
//!
//! A group of files belongs together: a skeleton with its motion, a scene with its buffers. The server makes a folder for
//! each group; a file's name must be one plain name with a known ending, so that it can be nowhere else, and readers find
//! the files that belong to it beside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{self, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use tokio::io::AsyncWriteExt as _;

use crate::body::Chunks;
use crate::place::Place;
use crate::session::json;
use crate::wire::{UploadName, Uploaded};
use crate::{AppError, Studio};

/// Files that hold motion, and files that belong to them.
const MOTION: [&str; 5] = ["bvh", "amc", "glb", "gltf", "fbx"];
const BESIDE: [&str; 7] = ["asf", "bin", "png", "jpg", "jpeg", "webp", "json"];
/// Files of one group.
const MOST_FILES: usize = 64;
/// Letters of a name.
const LONGEST: usize = 120;

/// Keeps one file of a group.
pub(crate) async fn put(
    State(studio): State<Arc<Studio>>,
    extract::Path((group, number)): extract::Path<(String, usize)>,
    Query(UploadName { name }): Query<UploadName>,
    body: Body,
) -> Result<Response, AppError> {
    if number >= MOST_FILES {
        return Err(AppError::malformed(format!("a group has at most {MOST_FILES} files")));
    }
    let folder = folder(studio.place(), &group)?;
    let path = folder.join(plain(&name)?);
    tokio::fs::create_dir_all(&folder).await?;
    let temporary = folder.join(format!(".{number}.part"));
    let limits = &studio.settings().limits;
    let written = store(&temporary, Chunks::new(body, limits.upload_bytes, limits)).await;
    if written.is_err() {
        // The refusal says why; a file that cannot be removed is overwritten by the next.
        let _ = tokio::fs::remove_file(&temporary).await;
    }
    let bytes = written?;
    tokio::fs::rename(&temporary, &path).await?;
    Ok((StatusCode::CREATED, json(&Uploaded { bytes })).into_response())
}

async fn store(path: &Path, mut chunks: Chunks) -> Result<usize, AppError> {
    let mut file = tokio::fs::File::create(path).await?;
    let mut bytes = 0;
    while let Some(chunk) = chunks.next().await? {
        bytes += chunk.len();
        file.write_all(&chunk).await?;
    }
    file.flush().await?;
    Ok(bytes)
}

/// The motion files of a group, in order of name.
pub(crate) fn files(place: &Place, group: &str) -> Result<Vec<String>, AppError> {
    let folder = folder(place, group)?;
    let entries =
        fs::read_dir(&folder).map_err(|_| AppError::unknown(format!("nothing was uploaded as `{group}`")))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| MOTION.contains(&ending(path).as_str()));
    paths.sort();
    if paths.is_empty() {
        let known = MOTION.join(", .");
        return Err(AppError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "type",
            format!("none of the files holds motion: .{known}"),
        ));
    }
    Ok(paths.iter().map(|path| path.display().to_string()).collect())
}

fn folder(place: &Place, group: &str) -> Result<PathBuf, AppError> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if group.is_empty() || group.len() > 32 || !group.chars().all(is_plain) {
        return Err(AppError::malformed("a group is called by 1 to 32 of a-z, 0-9 and -"));
    }
    // Digits alone: the name of a file's folder becomes a label of its clips, unless it is a number.
    let hash = blake3::hash(group.as_bytes());
    let number = u64::from_le_bytes(std::array::from_fn(|n| hash.as_bytes()[n]));
    Ok(place.uploads().join(number.to_string()))
}

/// The name, if it is one plain name of a file that the readers know.
fn plain(name: &str) -> Result<&str, AppError> {
    let is_path =
        name.contains(['/', '\\', ':']) || name.starts_with('.') || name.chars().any(char::is_control);
    if name.is_empty() || name.len() > LONGEST || is_path {
        return Err(AppError::malformed(format!("a file has a plain name of at most {LONGEST} letters")));
    }
    let ending = ending(Path::new(name));
    if MOTION.contains(&ending.as_str()) || BESIDE.contains(&ending.as_str()) {
        return Ok(name);
    }
    let message = format!("`{name}` is no BVH, ASF/AMC, GLB, glTF or FBX file");
    Err(AppError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "type", message))
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}
