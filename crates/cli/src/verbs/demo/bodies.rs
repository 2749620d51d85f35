//! The scene that shows bodies: halfway between a walk and a jog, with feet that slide and feet that stand.

use anyhow::{Result, anyhow};
use segue::Cast;
use segue::blend::InterpolateSettings;
use segue::judge::{Judged, judge_blend};
use segue::motion::ClipSet;
use segue::plots::{Animation, AnimationSettings, Canvas, DrawnMotion, Part, Strobe, strobe_plot};
use segue::register::RegisterSettings;

use super::scene::{Scene, sample};

pub(super) fn walk_and_jog() -> Result<Scene> {
    let cast =
        Cast::register(&ClipSet::of([sample("walk")?, sample("jog")?])?, &RegisterSettings::default())?;
    let motions = judge_blend(&cast, &[0.5, 0.5], &InterpolateSettings::default())?;
    let find = |part: Part| {
        let found = motions.iter().find(|motion| motion.part == part).cloned();
        found.ok_or_else(|| anyhow!("a comparison has the motion {part:?}"))
    };
    let (linear, raw, made) = (find(Part::Plain(1))?, find(Part::Raw)?, find(Part::Made)?);
    Ok(Scene {
        name: "walk-and-jog",
        about: "halfway between a walk and a jog, frame by frame and registered",
        drawing: still(&cast, &linear, &made),
        animation: Some(animation(&linear, &made)),
        plain: Some(linear),
        raw,
        made,
        more: Vec::new(),
    })
}

/// The two results by the names that a reader who has never heard of registration understands.
fn results<'a>(linear: &'a Judged, made: &'a Judged) -> [DrawnMotion<'a>; 2] {
    [
        DrawnMotion::named("Before: averaged frame by frame, feet slide", &linear.clip, linear.part),
        DrawnMotion::named("After: blended by Segue, planted feet stand still", &made.clip, made.part),
    ]
}

fn still(cast: &Cast, linear: &Judged, made: &Judged) -> Canvas {
    let inputs = cast.clips().clips().enumerate();
    let inputs: Vec<DrawnMotion<'_>> =
        inputs.map(|(n, clip)| DrawnMotion::new(clip, Part::Input(n))).collect();
    let settings = |title: &str, about: &str| Strobe {
        title: title.to_owned(),
        about: about.to_owned(),
        ..Strobe::default()
    };
    let left = strobe_plot(
        &inputs,
        &settings(
            "You have a walk and a jog",
            "dots: where toes land, left blue, right orange; ticks: 0.5 m",
        ),
    );
    let right =
        settings("You want the motion halfway between", "red: how far toes slide while they should stay put");
    Canvas::row(&[left, strobe_plot(&results(linear, made), &right)])
}

fn animation(linear: &Judged, made: &Judged) -> Animation {
    let settings = AnimationSettings {
        title: "Halfway between a walk and a jog".to_owned(),
        about: "dots: where toes land, left blue, right orange; red: how far they slide while they should stay put".to_owned(),
        ..AnimationSettings::default()
    };
    Animation::new(&results(linear, made), &settings)
}
