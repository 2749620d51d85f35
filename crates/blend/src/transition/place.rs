//! Where a transition goes over: clips that are alike there, and enough left of both, above all of what they are about.

use segue_motion::{Anatomy, Clip, PlantSettings, Side, find_plants, stances};
use segue_register::{
    Cloud, Grid, Markers, RegisterError, RegisterSettings, Salience, Window, leg_metres, travels,
};

use crate::BlendError;

/// What a foot that stands in one clip and not in the other all the while adds to the distance, in legs: steps go together before
/// poses do.
const FOOT_LEGS: f64 = 0.2;

/// Moments of a transition in which feet are compared: one in 33 ms of a default one, and both feet in one word.
const MOMENTS: usize = 25;

/// What it costs, in legs, to lose all that stands out in a clip that is to be kept, and in one that is not.
const KEPT_LEGS: f64 = 1.5;
const OTHER_LEGS: f64 = 0.3;

/// A clip should go on for so many seconds on its side of the transition, or for this part of it when it is short; what it costs to
/// keep nothing, in legs.
const ENOUGH_SECS: f64 = 1.0;
const ENOUGH_PART: f64 = 0.4;
const ENOUGH_LEGS: f64 = 0.3;

/// Which clip's action a transition must not cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepAction {
    /// That of the first clip.
    First,
    /// That of the second.
    #[default]
    Second,
    /// Those of both.
    Both,
}

impl KeepAction {
    /// What losing the action of each clip costs, in legs.
    fn costs(self) -> [f64; 2] {
        match self {
            Self::First => [KEPT_LEGS, OTHER_LEGS],
            Self::Second => [OTHER_LEGS, KEPT_LEGS],
            Self::Both => [KEPT_LEGS; 2],
        }
    }
}

/// One side of a transition: a clip, frame by frame of its cloud.
struct Bank {
    cloud: Cloud,
    /// Whether each foot stands in the moments of a transition around the frame, a bit each.
    stands: Vec<u64>,
    /// What it costs to go over in a frame, in legs: what is lost, and too little that is kept.
    costs: Vec<f64>,
}

/// The moments of both clips at which a transition goes over best, among those at least `margin_secs` from their ends; `None` when
/// there are none.
pub(super) fn best(
    clips: [&Clip; 2],
    (half_secs, margin_secs): (f64, f64),
    keep: KeepAction,
    settings: &RegisterSettings,
) -> Result<Option<[f64; 2]>, BlendError> {
    settings.check()?;
    let one = |n: usize| side(clips[n], n, half_secs, keep.costs()[n], settings);
    let sides = [one(0)?, one(1)?];
    let grid = Grid::new(&sides[0].cloud, &sides[1].cloud);
    let leg = leg_metres(clips[0], &Anatomy::of(clips[0].skeleton()));
    let cost = |[row, column]: [usize; 2]| {
        let differ = (sides[0].stands[row] ^ sides[1].stands[column]).count_ones();
        let apart = f64::from(grid.at(row, column)).sqrt() / leg;
        apart + FOOT_LEGS * f64::from(differ) / MOMENTS as f64 + sides[0].costs[row] + sides[1].costs[column]
    };
    let margins = [0, 1].map(|n: usize| (margin_secs / sides[n].cloud.spacing_secs()).ceil() as usize);
    let rows = margins[0]..grid.rows().saturating_sub(margins[0]);
    let columns = margins[1]..grid.columns().saturating_sub(margins[1]);
    let cells = rows.flat_map(|row| columns.clone().map(move |column| [row, column]));
    let best = cells.min_by(|a, b| cost(*a).total_cmp(&cost(*b)));
    Ok(best.map(|cell| [0, 1].map(|n| cell[n] as f64 * sides[n].cloud.spacing_secs())))
}

fn side(
    clip: &Clip,
    number: usize,
    half_secs: f64,
    lost_legs: f64,
    settings: &RegisterSettings,
) -> Result<Bank, BlendError> {
    let window = Window::equal((settings.half_window_secs * settings.rate_hz).round() as usize);
    let markers = Markers::new(clip.skeleton(), settings.markers, &settings.joint_weights)
        .map_err(RegisterError::from)?;
    let cloud = Cloud::new(clip, &markers, &window, settings.rate_hz).map_err(RegisterError::from)?;
    let salience = Salience::of_clip(clip, settings)?;
    // The steps of a clip that travels are much the same: none stands out.
    let lost_legs = if travels(clip) { 0.0 } else { lost_legs };
    let secs = clip.duration_secs();
    let enough = ENOUGH_SECS.min(ENOUGH_PART * secs);
    let cost = |frame: usize| {
        let at = frame as f64 * cloud.spacing_secs();
        // The first clip fades out around the moment, the second fades in.
        let (lost, kept) = match number {
            0 => ([at - half_secs / 2.0, secs], at),
            _ => ([0.0, at + half_secs / 2.0], secs - at),
        };
        let missing = if enough > 0.0 { (1.0 - kept / enough).max(0.0) } else { 0.0 };
        lost_legs * salience.part(lost) + ENOUGH_LEGS * missing
    };
    let costs = (0..cloud.len()).map(cost).collect();
    let stands = stands(clip, &cloud, half_secs);
    Ok(Bank { cloud, stands, costs })
}

/// Whether each foot stands in the moments around every frame of a cloud, a bit each.
fn stands(clip: &Clip, cloud: &Cloud, half_secs: f64) -> Vec<u64> {
    let found;
    let plants = if clip.constraints().is_empty() {
        found = find_plants(clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
        &found
    } else {
        clip.constraints()
    };
    let feet = Side::BOTH.map(|side| stances(plants, side, clip.len(), clip.rate()));
    let down = |side: usize, secs: f64| {
        feet[side].iter().any(|stance| (stance.strike_secs..=stance.off_secs).contains(&secs))
    };
    let around = |frame: usize| {
        let middle = frame as f64 * cloud.spacing_secs();
        let moment = |n: usize| {
            let away = 2.0 * n as f64 / (MOMENTS - 1) as f64 - 1.0;
            (middle + away * half_secs).clamp(0.0, clip.duration_secs())
        };
        let stands = (0..MOMENTS).flat_map(|n| [0, 1].map(|side| down(side, moment(n))));
        stands.fold(0, |bits, stands| bits << 1 | u64::from(stands))
    };
    (0..cloud.len()).map(around).collect()
}
