//! Stances on disk, with the clips that they come from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rayon::prelude::*;
use segue_actors::{RUNS_AND_JUMPS, Sample};
use segue_motion::Clip;
use segue_stance::{
    ExtractSettings, KnownStance, StanceLibrary, StoredError, TrySettings, decode_known, encode_library,
    gather,
};
use segue_store::{ContainerError, FileKind, read_regular};

use super::{InFile, SaveError, bundle, save};

const KIND: FileKind = FileKind {
    tag: *b"STN",
    name: "a file of stances",
    version: 3,
    largest: bundle::LARGEST,
    remedy: "extract them again with `segue stance extract`",
};

/// What is wrong with a file of stances.
#[derive(Debug, thiserror::Error)]
pub enum StancesProblem {
    /// It cannot be opened.
    #[error("cannot read the stances: {0}")]
    Io(#[from] io::Error),
    /// Not a file of stances, of another version, cut off or damaged.
    #[error(transparent)]
    Stored(#[from] ContainerError),
    /// The stances themselves.
    #[error(transparent)]
    Stances(#[from] StoredError),
}

/// Writes the stances of a library with the clips that they come from and what they cover, so that they need nothing else; by
/// convention `*.segue-stances`.
///
/// # Errors
/// When the file cannot be written.
pub fn write_stances(
    path: &Path,
    clips: &[Clip],
    library: &StanceLibrary,
    settings: &TrySettings,
) -> Result<(), SaveError> {
    save(path, &bundle::pack(&KIND, clips.iter(), &encode_library(library, settings)))
}

/// Reads what [`write_stances`] wrote: the clips, and the stances with what they cover where that was explored with these
/// settings.
///
/// # Errors
/// When it cannot be opened, is something else, of another version, or damaged.
pub fn read_stances(
    path: &Path,
    settings: &TrySettings,
) -> Result<(Vec<Clip>, Vec<KnownStance>), InFile<StancesProblem>> {
    let bytes = read_regular(path).map_err(InFile::at(path))?;
    decode(&bytes, settings).map_err(InFile::at(path))
}

fn decode(bytes: &[u8], settings: &TrySettings) -> Result<(Vec<Clip>, Vec<KnownStance>), StancesProblem> {
    let (clips, stances) = bundle::unpack(&KIND, bytes)?;
    Ok((clips, decode_known(&stances, settings)?))
}

/// What the samples hash to, here and on every other machine: it stands for them in the name of a kept file, so that they
/// need not be made to find it.
const SAMPLES: &str = "5f699d8a5087bd93";

/// Raised whenever other stances come of the same clips.
const REVISION: u32 = 3;

/// The stances that are used when nothing else is named, prepared once: kept in a file of the user's cache folder whose name
/// says of what and how they were made. `SEGUE_CACHE` names another folder; set to nothing, nothing is kept.
pub fn built_in_stances(extraction: &ExtractSettings, mirror: bool, settings: &TrySettings) -> StanceLibrary {
    let place = cache_folder().map(|folder| {
        let version = env!("CARGO_PKG_VERSION");
        let made_of = format!("{version} {REVISION} {SAMPLES} {extraction:?} {mirror} {settings:?}");
        folder.join(format!("built-in-{}.segue-stances", &blake3::hash(made_of.as_bytes()).to_hex()[..24]))
    });
    let kept = place.as_ref().and_then(|place| read_kept(place, settings));
    kept.unwrap_or_else(|| {
        let stances = gather(&built_in_stance_clips(), extraction, mirror).stances;
        let library = StanceLibrary::new(stances, settings);
        if let Some(place) = &place {
            keep(place, &encode_library(&library, settings));
        }
        library
    })
}

/// What was kept of the built-in stances; none where there is no such file or it is damaged.
fn read_kept(place: &Path, settings: &TrySettings) -> Option<StanceLibrary> {
    let known = decode_known(&fs::read(place).ok()?, settings).ok()?;
    let (stances, regions): (Vec<_>, Vec<_>) = known.into_iter().unzip();
    (!stances.is_empty()).then(|| StanceLibrary::with_known(stances, regions, settings))
}

/// Keeps bytes where that is possible. A folder that cannot be written to costs time at the next start, nothing else.
fn keep(place: &Path, bytes: &[u8]) {
    let folder = place.parent().map(fs::create_dir_all);
    if folder.is_some_and(|made| made.is_ok()) {
        let _unkept = save(place, bytes);
    }
}

/// The folder of what can be made again.
fn cache_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let own = variable("SEGUE_CACHE");
    let usual = || {
        let folder = variable("XDG_CACHE_HOME").or_else(|| variable("LOCALAPPDATA"));
        let folder = folder.or_else(|| variable("HOME").map(|home| home.join(".cache")));
        folder.map(|folder| folder.join("segue"))
    };
    own.or_else(usual).filter(|folder| !folder.as_os_str().is_empty() && folder.is_absolute())
}

/// The clips that stances are taken from when nothing else is named: the synthetic runs, jumps, leaps and hops.
pub fn built_in_stance_clips() -> Vec<Clip> {
    RUNS_AND_JUMPS.par_iter().filter_map(|name| built_in_clip(name)).cloned().collect()
}

/// One of the [`built_in_stance_clips`], made once in a program.
pub(crate) fn built_in_clip(name: &str) -> Option<&'static Clip> {
    static MADE: [OnceLock<Clip>; RUNS_AND_JUMPS.len()] = [const { OnceLock::new() }; RUNS_AND_JUMPS.len()];
    let number = RUNS_AND_JUMPS.iter().position(|known| *known == name)?;
    let sample = Sample::find(name)?;
    Some(MADE[number].get_or_init(|| sample.clip()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_motion::ContentHash;

    #[test]
    fn kept_stances_are_named_after_the_samples_they_come_from() {
        let mut all = blake3::Hasher::new();
        for sample in segue_actors::samples() {
            all.update(ContentHash::of(&sample.clip()).as_bytes());
        }
        let found = all.finalize().to_hex();
        assert!(found.starts_with(SAMPLES), "the samples are other motions: their fingerprint is {found}");
    }
}
