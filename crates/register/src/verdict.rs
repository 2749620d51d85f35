//! Whether clips that were aligned belong together, and what a person should know.

use segue_motion::ClipId;

use crate::RegisterError;
use crate::action::ALIKE_LEGS;
use crate::feet_first::{Met, Troupe};

/// A range of less than this part of the shorter clip is worth a warning.
const SMALL_PART: f64 = 0.5;

/// Curves that had to be made stiffer than this, in seconds, leave out events.
const STIFF_SECS: f64 = 1.0;

/// Events further than this from the curve, in seconds, do not meet; from a stiff one they are seen not to earlier.
const MISSED_SECS: f64 = 0.3;
const MISSED_WHEN_STIFF_SECS: f64 = 0.1;

/// Actions of which more than this part of what stands out does not correspond are not the same.
const UNLIKE_PART: f64 = 0.8;

/// Actions that at the height of one are further apart than this, as a share of how far that stands out, squared, do not do the same
/// there. 0.75: a clip that goes on with what it mostly shows gives 1.
const UNLIKE_PEAK: f64 = 0.75;

/// A clip of which less than this part of what stands out is used has lost what it is about: an action, and a clip that travels,
/// whose steps are much the same.
const SMALL_SALIENCE: f64 = 0.5;
const SMALL_SALIENCE_OF_STEPS: f64 = 0.3;

/// Actions of which all that stands out is left out, and what is left does not correspond, have nothing in common.
const LOST_PART: f64 = 0.1;
const LOST_UNLIKE: f64 = 1.0;

/// What was found of a registration, for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Said {
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

/// Refuses clips that do not belong with the reference, and says what is doubtful of the others.
pub(crate) fn of(troupe: &Troupe<'_>, reference: ClipId, met: &[Option<Met>]) -> Result<Said, RegisterError> {
    let mut said = Said::default();
    for (n, met) in ClipId::all(met.len()).zip(met) {
        let Some(met) = met else { continue };
        let names = [reference, n].map(|n| troupe.studio.clips[n].name());
        let resemblance = met.resemblance;
        if resemblance.is_unlike() && !troupe.studio.settings.force {
            let [first, second] = names.map(str::to_owned);
            let (mean_cm, contrast) = (resemblance.mean_metres * 100.0, resemblance.contrast);
            return Err(RegisterError::Unlike { first, second, mean_cm, contrast });
        }
        let kept = (0..2).map(|clip| part_kept(troupe, [reference, n][clip], clip, met)).fold(1.0, f64::min);
        let lost = !met.meeting.by_steps && met.unlike.part > LOST_UNLIKE && kept < LOST_PART;
        if lost && !troupe.studio.settings.force {
            let [first, second] = names.map(str::to_owned);
            return Err(RegisterError::NothingAlike { first, second });
        }
        said.notes.push(part_used(troupe, [reference, n], names, met));
        said.warnings.extend(doubts(troupe, [reference, n], met).into_iter().map(|doubt| {
            let [first, second] = names;
            format!("`{first}` and `{second}` {doubt}")
        }));
    }
    Ok(said)
}

/// Which part of each clip is used.
fn part_used(troupe: &Troupe<'_>, clips: [ClipId; 2], names: [&str; 2], met: &Met) -> String {
    let part = |clip: usize| met.meeting.range.map(|u| met.meeting.lag.secs(clip, u).max(0.0));
    let ([a, b], [c, d]) = (part(0), part(1));
    let times = format!("`{}` {a:.1}–{b:.1} s with `{}` {c:.1}–{d:.1} s", names[0], names[1]);
    if met.meeting.by_steps {
        let counts = clips.map(|clip| troupe.feet(clip).count());
        let used = met.meeting.partners.len();
        return format!("{times}: {used} steps of {} and {}", counts[0], counts[1]);
    }
    format!("{times}, by their poses")
}

/// The part of what stands out in a clip that the range keeps.
fn part_kept(troupe: &Troupe<'_>, id: ClipId, side: usize, met: &Met) -> f64 {
    troupe.salience(id).part(met.meeting.range.map(|u| met.meeting.lag.secs(side, u)))
}

/// What is doubtful about two clips, each the end of a sentence that begins with their names.
fn doubts(troupe: &Troupe<'_>, clips: [ClipId; 2], met: &Met) -> Vec<String> {
    let feet = clips.map(|clip| troupe.feet(clip));
    let shorter = feet[0].duration_secs.min(feet[1].duration_secs);
    let (meeting, resemblance) = (&met.meeting, met.resemblance);
    let mut doubts = Vec::new();
    if resemblance.is_doubtful() {
        let (cm, legs) = (resemblance.mean_metres * 100.0, resemblance.mean_legs());
        let contrast = resemblance.contrast;
        doubts.push(format!(
            "are {cm:.0} cm apart on average, {legs:.2} of a leg and {contrast:.2} of what frames paired at random are: \
             a transition may suit them better than a blend as a whole"
        ));
    } else if !meeting.by_steps && met.unlike.part > UNLIKE_PART {
        let part = met.unlike.part;
        doubts.push(format!(
            "differ in what they are about ({part:.2} of it): they may not be the same action"
        ));
    } else if !meeting.by_steps && met.unlike.peak > UNLIKE_PEAK {
        doubts
            .push("differ at the height of what they are about: they may not be the same action".to_owned());
    }
    doubts.extend(left_out(troupe, clips, met));
    let least = if meeting.by_steps { SMALL_SALIENCE_OF_STEPS } else { SMALL_SALIENCE };
    if let Some(clip) = (0..2).find(|&clip| part_kept(troupe, clips[clip], clip, met) < least) {
        let (name, part) =
            (troupe.studio.clips[clips[clip]].name(), part_kept(troupe, clips[clip], clip, met));
        let percent = 100.0 * part;
        doubts.push(format!(
            "share little of what `{name}` is about ({percent:.0} %); cut them to the same action"
        ));
    }
    if feet[0].travels != feet[1].travels {
        let (going, stopping) = if feet[0].travels { ("first", "second") } else { ("second", "first") };
        doubts.push(format!("do not move alike: the {going} keeps going, the {stopping} stops"));
    }
    if meeting.secs() < SMALL_PART * shorter {
        let share = 100.0 * meeting.secs() / shorter;
        doubts.push(format!("share only {share:.0} % of the shorter; cut them to the same steps or action"));
    }
    let stiff = meeting.lag.stiffness_secs > STIFF_SECS;
    if meeting.worst_secs > if stiff { MISSED_WHEN_STIFF_SECS } else { MISSED_SECS } {
        let worst = meeting.worst_secs;
        doubts.push(format!("step at different rhythms: a step is {worst:.1} s off; their feet may slide"));
    }
    doubts
}

/// A clip that leaves out what the other never does.
fn left_out(troupe: &Troupe<'_>, clips: [ClipId; 2], met: &Met) -> Option<String> {
    let clip = (0..2).find(|&clip| met.unlike.left_out_legs[clip] > ALIKE_LEGS)?;
    let [of, other] = [clips[clip], clips[1 - clip]].map(|id| troupe.studio.clips[id].name());
    let legs = met.unlike.left_out_legs[clip];
    Some(format!(
        "do not do the same: `{of}` leaves out what `{other}` never does ({legs:.2} of a leg from it); cut `{of}` to what they share"
    ))
}
