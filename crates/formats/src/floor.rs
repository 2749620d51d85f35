//! Clips that were captured on a floor of another height.

use crate::{Import, Note};

/// Lowers all clips so that a floor at this height, in metres, comes to lie at 0.
pub(crate) fn lower(import: &mut Import, floor: f64) {
    for clip in &mut import.clips {
        let lowered = clip.map_poses(|_, pose| pose.root.y -= floor as f32);
        // Only a floor beyond all numbers makes a pose that is not finite; then the clip stays where it is.
        if let Ok(lowered) = lowered {
            *clip = lowered;
        }
    }
    import.notes.push(Note::info(format!("the floor at {floor} m is taken to 0, as asked")));
}
