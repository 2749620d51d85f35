//! The numbers of a clip on a rig, beside those of the clip itself.

use std::sync::Arc;

use segue_motion::{Anatomy, Clip, Fidelity, Retarget, Skeleton};

use super::Rig;

/// One rig with all clips.
pub(crate) struct Row {
    pub(crate) rig: String,
    pub(crate) cases: Vec<Result<Case, String>>,
    pub(crate) certainty: String,
}

/// One clip on one rig.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) clip: String,
    pub(crate) fidelity: Fidelity,
}

impl Case {
    pub(crate) fn slides_little(&self) -> bool {
        self.fidelity.skate.is_none_or(|skate| skate <= Fidelity::SKATE)
    }

    pub(crate) fn stands(&self) -> bool {
        self.fidelity.height.is_none_or(|height| height <= Fidelity::HEIGHT)
    }

    pub(crate) fn is_calm(&self) -> bool {
        self.fidelity.speed <= Fidelity::SPEED
    }

    /// Whether bones of these lengths turn too fast whatever carries the motion over, while hip and foot go as captured.
    pub(crate) fn has_to_be_fast(&self) -> bool {
        self.fidelity.least_speed.is_some_and(|least| least > Fidelity::SPEED)
    }

    pub(crate) fn passes(&self) -> bool {
        self.fidelity.misses().is_empty()
    }
}

pub(crate) fn rig(rig: &Rig, clips: &[Clip]) -> Row {
    let cases = clips.iter().map(|clip| case(&rig.skeleton, clip)).collect();
    Row { rig: rig.name.clone(), cases, certainty: Anatomy::of(&rig.skeleton).certainty().to_string() }
}

fn case(target: &Arc<Skeleton>, clip: &Clip) -> Result<Case, String> {
    let retarget = Retarget::guessed(clip.skeleton(), target.clone()).map_err(|error| error.to_string())?;
    let carried = retarget.clip(clip).map_err(|error| error.to_string())?;
    let fidelity = retarget.fidelity(clip, &carried).ok_or("no human figures")?;
    Ok(Case { clip: clip.name().to_owned(), fidelity })
}
