//! Clips of one figure that come from different files.

use std::sync::Arc;

use segue_formats::Note;
use segue_motion::{Clip, Likeness};

use crate::edit::{Edit, EditError, Onto};

/// Brings clips to the skeleton of the first one where only sizes and rest poses differ, with a note for each that had
/// to be retargeted. Clips of another tree of joints stay as they are: they need a skeleton map.
///
/// # Errors
/// When a clip cannot be carried over.
pub fn share_skeleton(clips: Vec<Clip>) -> Result<(Vec<Clip>, Vec<Note>), EditError> {
    let Some(reference) = clips.first().map(|clip| clip.skeleton().clone()) else {
        return Ok((clips, Vec::new()));
    };
    let edit = Edit { onto: Some(Onto { skeleton: reference.clone(), map: None }), ..Edit::default() };
    let (mut shared, mut notes) = (Vec::with_capacity(clips.len()), Vec::new());
    for clip in clips {
        let is_equal = Arc::ptr_eq(clip.skeleton(), &reference) || **clip.skeleton() == *reference;
        let likeness = Likeness::of(&reference, clip.skeleton());
        if let Likeness::Compatible { joint, difference } = &likeness {
            notes.push(Note::info(format!(
                "`{}` is retargeted to the figure of `{}`; `{joint}` differs by {:.0} %",
                clip.name(),
                shared.first().map_or(clip.name(), Clip::name),
                100.0 * difference
            )));
        }
        let stays = is_equal || matches!(likeness, Likeness::NeedsMap { .. });
        shared.push(if stays { clip } else { edit.apply(clip)? });
    }
    Ok((shared, notes))
}
