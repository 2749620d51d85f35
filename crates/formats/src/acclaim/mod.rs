//! Acclaim: a skeleton (ASF) and motions on it (AMC), in text.
//!
//! [`Document`] is the two files as written. A bone starts where its parent ends and turns about its own axes, which
//! are fixed on the parent; angles apply in the order written, about fixed axes.

mod amc;
mod asf;
mod convert;
mod document;
mod fresh;
mod print;
mod template;

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use segue_motion::Clip;
use segue_store::open_regular;

pub use document::{Angle, Bone, Document, Dof, Motion, Root, Skeleton};

use crate::error::{Fault, Place, Problem};
use crate::format::AcclaimPart;
use crate::read::{read_bytes, stem};
use crate::rig::{self, Converter};
use crate::{
    Content, Conversion, Import, ImportedFigure, Origin, ReadError, ReadOptions, RestSource, inference,
};

pub(crate) fn read(path: &Path, part: AcclaimPart, options: &ReadOptions) -> Result<Import, ReadError> {
    if part == AcclaimPart::Skeleton {
        let skeleton = Skeleton::parse(&read_bytes(path)?).map_err(|fault| fault.in_file(path))?;
        return figure(skeleton, &stem(path), options).map_err(|fault| fault.in_file(path));
    }
    let asf = companion(path).map_err(|problem| problem.at(Place::File).in_file(path))?;
    let skeleton = Skeleton::parse(&read_bytes(&asf)?).map_err(|fault| fault.in_file(&asf))?;
    let file = open_regular(path).map_err(|error| Problem::Io(error).at(Place::File).in_file(path))?;
    let motion = Motion::parse_from(&mut BufReader::with_capacity(1 << 16, file), &skeleton);
    let document = motion.map(|motion| Document { skeleton, motion });
    document.and_then(|document| import(document, &stem(path), options)).map_err(|fault| fault.in_file(path))
}

/// The figure of a skeleton without a motion.
fn figure(skeleton: Skeleton, name: &str, options: &ReadOptions) -> Result<Import, Fault> {
    let motion = Motion::still(&skeleton).ok_or_else(|| {
        Problem::Unsupported("no bone of the skeleton can move, so there is no figure to read".to_owned())
    })?;
    let mut import = import(Document { skeleton, motion }, name, options)?;
    import.clips.clear();
    Ok(import)
}

/// The figure and the clip of a document, under a name.
///
/// # Errors
/// When a number is too large for a clip.
pub fn import(document: Document, name: &str, options: &ReadOptions) -> Result<Import, Fault> {
    let mut rig = convert::rig(&document)?;
    let rate = convert::rate(&document, convert::is_cmu(&document), options);
    let conversion = rig::infer(&mut rig, rate, options)?;
    let frames = usize::from(conversion.rest_frame_dropped)..document.motion.frames();
    let converter = Converter::new(&rig, &conversion)?;
    let figure = ImportedFigure::of(converter.skeleton.clone(), RestSource::File);
    let clip = converter.clip(name, conversion.rate.value, frames)?;
    let mut notes = inference::notes(&conversion);
    notes.extend(convert::notes(&document, &conversion.rate));
    let origin = Origin { document: crate::Document::Acclaim(Arc::new(document)), conversion };
    Ok(Import { clips: vec![clip], figure, origin, notes, findings: Vec::new() })
}

pub(crate) fn encode<'a>(
    clip: &Clip,
    template: Option<(&Document, &Conversion)>,
) -> Vec<(&'static str, Content<'a>)> {
    /// Bytes of a number with a space, most often; the names of bones are as many.
    const USUAL: usize = 12;
    let document = template
        .and_then(|(document, conversion)| template::document_of(clip, document, conversion))
        .unwrap_or_else(|| fresh::document_of(clip));
    let what = format!("the AMC text of `{}`", clip.name());
    let (skeleton, Document { skeleton: bones, motion }) = (document.skeleton.to_bytes(), document);
    let motion = Content::made(what, USUAL * motion.rows.rows() * motion.rows.columns(), move |out| {
        motion.write(&bones, out)
    });
    vec![("asf", skeleton.into()), ("amc", motion)]
}

/// The skeleton file of a motion file: of the same name, of the name before the last underscore (`02.asf` for
/// `02_01.amc`), or the only one in the folder.
fn companion(amc: &Path) -> Result<PathBuf, Problem> {
    let folder = amc.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).map_err(Problem::Io)?;
    let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|path| has_extension(path, "asf") && path != amc);
    found.sort();
    let stem = stem(amc);
    let subject = stem.rsplit_once('_').map(|(subject, _)| subject);
    let named = |name: &str| found.iter().find(|path| crate::read::stem(path) == name);
    if let Some(path) = named(&stem).or_else(|| subject.and_then(named)) {
        return Ok(path.clone());
    }
    match found.as_slice() {
        [only] => Ok(only.clone()),
        others => {
            let subject = subject.map_or(String::new(), |subject| format!(" or {subject}.asf"));
            let hint = format!("the folder holds {} .asf files, none of that name", others.len());
            Err(Problem::MissingCompanion { needed: format!("the skeleton {stem}.asf{subject}"), hint })
        }
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}
