//! What readers find in clips that cannot be motion, and repair.

use std::fmt;

use segue_motion::{Certainty, Clip, Dirt, find_dirt, repaired};

use crate::{Document, Import, Note};

/// Notes about one clip; more are counted.
const MOST_NOTES: usize = 4;

/// Something in a clip that is no motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The name of the clip.
    pub clip: String,
    /// What and where.
    pub dirt: Dirt,
    /// It was repaired on reading; the clip does not show it any more.
    pub repaired: bool,
}

/// One line for a person, without the clip.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.dirt.fmt(f)?;
        if self.repaired { f.write_str("; repaired") } else { Ok(()) }
    }
}

/// Looks for dirt in all clips of an import and, when asked, repairs what is certain; both are noted.
///
/// A glTF file holds authored animation, whose snaps and holds are meant: its findings are only listed.
pub(crate) fn clean(import: &mut Import, repair: bool) {
    let repair = repair && !matches!(import.origin.document, Document::Gltf(_));
    for clip in std::mem::take(&mut import.clips) {
        let (clip, findings) = clean_clip(clip, repair);
        import.notes.extend(finding_notes(clip.name(), &findings));
        import.findings.extend(findings);
        import.clips.push(clip);
    }
}

fn clean_clip(clip: Clip, repair: bool) -> (Clip, Vec<Finding>) {
    let dirt = find_dirt(&clip);
    let name = clip.name().to_owned();
    let finding = |dirt: Dirt, repaired| Finding { clip: name.clone(), dirt, repaired };
    if !repair || dirt.is_empty() {
        return (clip, dirt.into_iter().map(|dirt| finding(dirt, false)).collect());
    }
    let result = repaired(clip, &dirt);
    let mended = result.mended.into_iter().map(|dirt| finding(dirt, true));
    let left = result.left.into_iter().map(|dirt| finding(dirt, false));
    let mut findings: Vec<Finding> = mended.chain(left).collect();
    findings.sort_by_key(|finding| (finding.dirt.frames, finding.dirt.kind));
    (result.clip, findings)
}

/// What a person is told about the findings in a clip when it is read: the first that are certain, and how many more there are.
pub fn finding_notes(clip: &str, findings: &[Finding]) -> Vec<Note> {
    let certain: Vec<&Finding> =
        findings.iter().filter(|finding| finding.dirt.certainty == Certainty::Certain).collect();
    let note = |finding: &&Finding| {
        if finding.repaired {
            Note::info(format!("`{clip}`: {finding} (--no-repair leaves it)"))
        } else {
            Note::warning(format!("`{clip}`: {finding}"))
        }
    };
    let mut notes: Vec<Note> = certain.iter().take(MOST_NOTES).map(note).collect();
    let (rest, doubtful) = (certain.len().saturating_sub(MOST_NOTES), findings.len() - certain.len());
    let more = [(rest, "more"), (doubtful, "doubtful, left unchanged")];
    let more: Vec<String> =
        more.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    if !more.is_empty() {
        notes.push(Note::info(format!(
            "`{clip}`: other findings: {}; `segue info` lists them",
            more.join(", ")
        )));
    }
    notes
}
