//! The scenes of the sources, on built-in actors.

use anyhow::{Result, anyhow};
use segue::Cast;
use segue::actors::Sample;
use segue::actors::{self, Kick, Locomotion, Pace, Stand, WalkAndTurn};
use segue::blend::{
    CleanUp, ControlSettings, InterpolateSettings, PlayerSettings, TransitionSettings, WeightTrack, clean_up,
    control_traced, interpolate,
};
use segue::judge::Judged;
use segue::motion::{Anatomy, Clip, ClipId, ClipSet, PointId, PointTable, Side};
use segue::plots::{
    Canvas, Chart, ChartLine, Color, DrawnMotion, Part, distance_plot, path_plot, plants_plot, skate_plot,
    weights_plot,
};
use segue::register::{Ends, RegisterSettings};

use super::bodies::walk_and_jog;
use super::dirt::dirty_walks;
use super::loops::loops_in_place;
use super::scene::{Scene, Show, sample};

/// How a scene is made.
pub(super) type Make = fn() -> Result<Scene>;

/// All scenes with their names, in the order of the table.
pub(super) const ALL: [(&str, Make); 11] = [
    ("walk-and-jog", walk_and_jog),
    ("walk-to-jog", walk_to_jog),
    ("walk-to-sneak", walk_to_sneak),
    ("jab-to-punch", jab_to_punch),
    ("left-and-right", left_and_right),
    ("kicks", kicks),
    ("straight-and-about-face", straight_and_about_face),
    ("nine-motions", nine_motions),
    ("stand-and-turn", stand_and_turn),
    ("dirty-captures", dirty_walks),
    ("loops-in-place", loops_in_place),
];

/// One cycle of the walk to either side of the middle: the transition takes two.
const CYCLE_SECS: f64 = 0.9;

fn walk_to_jog() -> Result<Scene> {
    let (walk, jog) = (sample("walk")?, sample("jog")?);
    let settings = TransitionSettings { half_width_secs: CYCLE_SECS, ..TransitionSettings::default() };
    Scene::transition("walk-to-jog", "a walk becomes a jog over two cycles", [&walk, &jog], &settings)
}

fn walk_to_sneak() -> Result<Scene> {
    let (walk, sneak) = (sample("walk")?, sample("sneak")?);
    let settings = TransitionSettings { half_width_secs: CYCLE_SECS, ..TransitionSettings::default() };
    Scene::transition("walk-to-sneak", "a walk becomes a sneak over two cycles", [&walk, &sneak], &settings)
}

/// From where the jab is drawn back to where the punch begins: both are on guard there.
fn jab_to_punch() -> Result<Scene> {
    let find =
        |name| Sample::find(name).map(Sample::perform).ok_or_else(|| anyhow!("there is no sample {name}"));
    let (jab, punch) = (find("jab")?, find("punch")?);
    let [end, start] = [jab.truth.segments[0].frames.last, punch.truth.segments[0].frames.first];
    let at_secs = Some([end as f64 / jab.clip.rate(), start as f64 / punch.clip.rate()]);
    // The steps of a boxer into and out of the guard are not those of a gait and need not meet.
    let register = RegisterSettings { meet_strikes: false, ..RegisterSettings::default() };
    let settings =
        TransitionSettings { at_secs, half_width_secs: 0.25, register, ..TransitionSettings::default() };
    Scene::transition("jab-to-punch", "a jab becomes a punch", [&jab.clip, &punch.clip], &settings)
}

const HALF: [f64; 2] = [0.5, 0.5];

fn left_and_right() -> Result<Scene> {
    let clips = vec![sample("walk-left")?, sample("walk-right")?];
    let about = "a walk to the left and one to the right, halfway: straight on";
    let grid = |cast: &Cast| Ok(distance_plot(cast, ClipId::SECOND)?);
    Scene::blend(
        "left-and-right",
        about,
        (clips, &HALF),
        &RegisterSettings::default(),
        Show::PathsAndFeet,
        grid,
    )
}

/// Weights of the low, the middle and the high kick.
const KICKS: [[f64; 3]; 9] = [
    [1.0, 0.0, 0.0],
    [0.75, 0.25, 0.0],
    [0.5, 0.5, 0.0],
    [0.25, 0.75, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.75, 0.25],
    [0.0, 0.5, 0.5],
    [0.0, 0.25, 0.75],
    [0.0, 0.0, 1.0],
];

fn kicks() -> Result<Scene> {
    // A low kick is quicker than a high one.
    let kick = |name: &str, height: f64, pace: f64| -> Result<Clip> {
        Ok(Kick { height, pace, ..Kick::default() }.perform()?.clip.renamed(name))
    };
    let clips = vec![kick("low", 0.55, 1.1)?, kick("middle", 0.95, 1.0)?, kick("high", 1.3, 0.8)?];
    let about = "three kicks sampled into nine; the table has the one halfway between low and middle";
    let mut many = Vec::new();
    let draw = |cast: &Cast| {
        let ensemble = cast.ensemble()?;
        for weights in KICKS {
            many.push(interpolate(&ensemble, &weights, &InterpolateSettings::default())?);
        }
        Ok(kick_chart(&many))
    };
    let scene = Scene::blend(
        "kicks",
        about,
        (clips, &[0.5, 0.5, 0.0]),
        &RegisterSettings::default(),
        Show::Feet,
        draw,
    )?;
    let number = |(n, clip): (usize, Clip)| clip.renamed(format!("kick {} of {}", n + 1, KICKS.len()));
    Ok(Scene { more: many.into_iter().enumerate().map(number).collect(), ..scene })
}

/// How high the kicking ankle is in each of the kicks.
fn kick_chart(kicks: &[Clip]) -> Canvas {
    let line = |(n, clip): (usize, &Clip)| {
        let (anatomy, table) = (Anatomy::of(clip.skeleton()), PointTable::new(clip));
        let height = |frame: usize| {
            let ankles = Side::BOTH.into_iter().filter_map(|side| anatomy.leg(side));
            ankles.map(|leg| table.at(frame, PointId::joint(leg.ankle)).y).fold(0.0, f32::max)
        };
        let points =
            (0..clip.len()).map(|frame| [frame as f64 / clip.rate(), height(frame).into()]).collect();
        let share = n as f64 / (KICKS.len() - 1) as f64;
        let name = ["low", "middle", "high"].get(n / 4).filter(|_| n % 4 == 0).map_or("", |name| name);
        ChartLine { name: name.to_owned(), color: Color::LEFT.mixed(Color::RIGHT, share), points }
    };
    let chart = Chart {
        title: "Nine kicks blended from three".to_owned(),
        about: "how high the kicking ankle is".to_owned(),
        x_name: "time, s".to_owned(),
        y_name: "ankle height, m".to_owned(),
        lines: kicks.iter().enumerate().map(line).collect(),
    };
    chart.draw()
}

fn straight_and_about_face() -> Result<Scene> {
    let about_face = WalkAndTurn::default().perform()?.clip.renamed("about-face");
    let ends = actors::GaitEnds::StandToStand;
    let straight = Locomotion { cycles: 8, ends, speed: 1.3, ..Locomotion::new(Pace::Walk) };
    let straight = straight.perform()?.clip.renamed("straight");
    let settings =
        RegisterSettings { reference: Some(ClipId::FIRST), force: true, ..RegisterSettings::default() };
    let about = "a straight walk and one that turns about, halfway: turns by a quarter";
    let grid = |cast: &Cast| Ok(distance_plot(cast, ClipId::SECOND)?);
    Scene::blend(
        "straight-and-about-face",
        about,
        (vec![straight, about_face], &HALF),
        &settings,
        Show::PathsAndFeet,
        grid,
    )
}

/// Speeds, curvatures and sneakiness at moments: seconds, pace (0 sneaks, 1 walks, 2 jogs), turn (−1 right, 1 left).
const DIRECTIONS: [[f64; 3]; 9] = [
    [0.0, 1.0, 0.0],
    [3.0, 1.0, 0.0],
    [5.0, 2.0, 0.0],
    [7.0, 2.0, 1.0],
    [10.0, 1.2, 1.0],
    [13.0, 1.0, -1.0],
    [16.0, 0.0, -1.0],
    [19.0, 0.0, 0.0],
    [22.0, 1.5, 0.0],
];

const NINE: [&str; 9] =
    ["sneak-right", "sneak", "sneak-left", "walk-right", "walk", "walk-left", "jog-right", "jog", "jog-left"];

fn nine_motions() -> Result<Scene> {
    let clips: Vec<Clip> = NINE.into_iter().map(sample).collect::<Result<_>>()?;
    let settings = RegisterSettings {
        reference: Some(ClipId::new(4)),
        force: true,
        ends: Ends::Pinned,
        ..RegisterSettings::default()
    };
    let cast = Cast::register(&ClipSet::of(clips)?, &settings)?;
    let rows = DIRECTIONS.map(|[secs, pace, turn]| (secs, weights_of(pace, turn)));
    let track = WeightTrack::new(rows.into())?;
    let player = PlayerSettings { looping: true, ..PlayerSettings::default() };
    let settings = ControlSettings { player, rate_hz: None };
    let (directed, trace) = control_traced(&cast.ensemble()?, &track, &settings)?;
    let held = clean_up(&directed, &trace, cast.clips(), &CleanUp::default())?.clip;
    let raw = Judged::new("directed", Part::Raw, directed);
    let made = Judged::new("directed, feet held", Part::Made, held);
    let path = path_plot(&[DrawnMotion::named("directed", &made.clip, Part::Made)]);
    let right = Canvas::column(&[path, skate_plot(&[raw.trace(), made.trace()], None)]);
    let drawing = Canvas::row(&[weights_plot(&track, &NINE), right]);
    let about = "nine motions under continuous control of speed, curvature and sneakiness";
    Ok(Scene {
        name: "nine-motions",
        about,
        plain: None,
        raw,
        made,
        more: Vec::new(),
        drawing,
        animation: None,
    })
}

/// How much each of the nine counts: the neighbours in pace and in turn share the weight.
fn weights_of(pace: f64, turn: f64) -> Vec<f64> {
    let near = |place: f64, whole: usize| (1.0 - (place - whole as f64).abs()).max(0.0);
    (0..9).map(|n| near(pace, n / 3) * near(turn + 1.0, n % 3)).collect()
}

/// The one plant of each standing foot is split where the turning one steps.
fn stand_and_turn() -> Result<Scene> {
    let turn = sample("turn-left")?;
    let stand = Stand { seconds: turn.duration_secs(), ..Stand::default() }.perform()?.clip.renamed("stand");
    let settings = RegisterSettings {
        reference: Some(ClipId::FIRST),
        force: true,
        ends: Ends::Pinned,
        ..RegisterSettings::default()
    };
    let about = "standing and turning, halfway: the plants of standing feet are split";
    Scene::blend("stand-and-turn", about, (vec![stand, turn], &HALF), &settings, Show::Feet, |cast| {
        Ok(plants_plot(cast))
    })
}
