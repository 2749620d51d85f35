//! What readers report about what they inferred.

use crate::{Confidence, Conversion, Note, Up};

/// One note for each thing that was not simply written in the file.
pub(crate) fn notes(conversion: &Conversion) -> Vec<Note> {
    let Conversion { scale, up, rest_frame_dropped, .. } = conversion;
    let mut notes = vec![told(scale.confidence, format!("scale {:.6} m per unit: {scale}", scale.value))];
    if up.value != Up::Y || up.confidence == Confidence::Guess {
        notes.push(told(up.confidence, format!("{} is up: {up}", up.value)));
    }
    if *rest_frame_dropped {
        notes.push(Note::info(
            "the first frame is an inserted rest pose; it is dropped (--keep-first keeps it)",
        ));
    }
    notes
}

fn told(confidence: Confidence, text: String) -> Note {
    if confidence == Confidence::Guess { Note::warning(text) } else { Note::info(text) }
}
