//! Whether a file may be written, asked before anything is computed for it.

use std::fs;
use std::path::{Path, PathBuf};

use segue_formats::{Format, LengthUnit, WriteOptions};
use serde::{Deserialize, Serialize};

use super::write::StoreError;
use super::{Input, Source};

/// How motion files are written, and which files may be replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OutputOptions {
    /// Keep the animations that the glTF file of the figure already has, and add the new ones.
    pub add: bool,
    /// Refuse to replace a file.
    pub no_clobber: bool,
    /// Allow the output to be one of the inputs.
    pub in_place: bool,
    /// The unit of lengths in BVH files; without it that of the input, or centimetres.
    pub unit: Option<LengthUnit>,
}

impl OutputOptions {
    /// The part that concerns the content of files.
    pub fn content(&self) -> WriteOptions {
        WriteOptions { add: self.add, unit: self.unit }
    }
}

/// Refuses an output that could not be written in the end: of an unknown or read-only format, a folder, below something that
/// is no folder, read only, one of the inputs or one that must not be replaced.
///
/// # Errors
/// One variant of [`StoreError`] for each of these.
pub fn check_output(path: &Path, inputs: &[Input], options: &OutputOptions) -> Result<(), StoreError> {
    let path_of = || path.to_owned();
    match Format::from_path(path) {
        None => return Err(StoreError::UnknownExtension { path: path_of() }),
        Some(format @ Format::Fbx) => {
            let reason = segue_formats::WriteError::ReadOnly { format };
            return Err(StoreError::Encode { path: path_of(), reason });
        }
        Some(format) if options.unit.is_some() && format != Format::Bvh => {
            return Err(StoreError::NoUnit { path: path_of(), format });
        }
        Some(_) => {}
    }
    check_replaced(path, inputs, options)?;
    check_folder(path)
}

/// The same for what is no motion file: a map, a registration, a sheet for an engine, a drawing. It never replaces an input, and
/// with `no_clobber` no file.
///
/// # Errors
/// One variant of [`StoreError`] for each of these.
pub fn check_side_output(path: &Path, inputs: &[Input], no_clobber: bool) -> Result<(), StoreError> {
    if inputs.iter().any(|input| is_file(input, path)) {
        return Err(StoreError::WouldReplace { path: path.to_owned() });
    }
    check_replaced(path, &[], &OutputOptions { no_clobber, ..OutputOptions::default() })?;
    check_folder(path)
}

fn check_folder(path: &Path) -> Result<(), StoreError> {
    let folder = path.ancestors().skip(1).find(|folder| folder.exists());
    match folder {
        Some(folder) if !folder.is_dir() => Err(StoreError::NoFolder { path: folder.to_owned() }),
        _ => Ok(()),
    }
}

/// Refuses to replace a folder, a read-only file, an input or, if that is asked for, any file.
pub(crate) fn check_replaced(
    path: &Path,
    inputs: &[Input],
    options: &OutputOptions,
) -> Result<(), StoreError> {
    let Ok(found) = fs::metadata(path) else { return Ok(()) };
    let path_of = || path.to_owned();
    if found.is_dir() {
        return Err(StoreError::IsFolder { path: path_of() });
    }
    if options.no_clobber {
        return Err(StoreError::Exists { path: path_of() });
    }
    if found.permissions().readonly() {
        return Err(StoreError::ReadOnlyFile { path: path_of() });
    }
    if !options.in_place && inputs.iter().any(|input| is_file(input, path)) {
        return Err(StoreError::IsInput { path: path_of() });
    }
    Ok(())
}

/// Whether an input is read from this file: it is the file itself, or a folder with it.
fn is_file(input: &Input, path: &Path) -> bool {
    let (Source::Path(file) | Source::Clip { file, .. }) = &input.source else { return false };
    let real = |path: &Path| -> Option<PathBuf> { path.canonicalize().ok() };
    let Some((input, output)) = real(file).zip(real(path)) else { return false };
    input == output || input.is_dir() && output.starts_with(input) && Format::holds_motion(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(path: &Path, inputs: &[Input], options: &OutputOptions) -> String {
        check_output(path, inputs, options).unwrap_err().to_string()
    }

    #[test]
    fn every_output_that_cannot_be_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let plain = OutputOptions::default();
        fs::write(at("a.bvh"), "x").unwrap();
        let inputs = [Input::parse(at("a.bvh")).unwrap()];
        assert!(refused(&at("a.txt"), &[], &plain).contains("ends in .bvh"));
        assert!(refused(&at("a.fbx"), &[], &plain).contains("read only"));
        assert!(refused(&at("a.bvh/b.glb"), &[], &plain).contains("not a folder"));
        assert!(refused(&at("a.bvh"), &inputs, &plain).contains("--in-place"));
        let no_clobber = OutputOptions { no_clobber: true, ..plain.clone() };
        assert!(refused(&at("a.bvh"), &[], &no_clobber).contains("there already"));
        let inches = OutputOptions { unit: Some(LengthUnit::In), ..plain.clone() };
        assert!(refused(&at("a.glb"), &[], &inches).contains("BVH"));
        fs::create_dir(at("f.glb")).unwrap();
        assert!(refused(&at("f.glb"), &[], &plain).contains("folder"));
        let whole_folder = [Input::parse(folder.path()).unwrap()];
        assert!(refused(&at("a.bvh"), &whole_folder, &plain).contains("--in-place"));
        assert!(check_output(&at("new.bvh"), &whole_folder, &plain).is_ok());
        let side = |path: &Path| check_side_output(path, &inputs, false).unwrap_err().to_string();
        assert!(
            side(&at("a.bvh")).contains("one of the inputs") && !side(&at("a.bvh")).contains("--in-place")
        );
        assert!(side(&at("a.bvh/sheet.json")).contains("not a folder"));
        assert!(check_side_output(&at("sheet.json"), &inputs, true).is_ok());
        let in_place = OutputOptions { in_place: true, ..plain.clone() };
        assert!(check_output(&at("a.bvh"), &inputs, &in_place).is_ok());
        assert!(check_output(&at("new/deep/a.glb"), &inputs, &plain).is_ok());
        let mut mode = fs::metadata(at("a.bvh")).unwrap().permissions();
        mode.set_readonly(true);
        fs::set_permissions(at("a.bvh"), mode).unwrap();
        assert!(refused(&at("a.bvh"), &[], &plain).contains("read only"));
    }
}
