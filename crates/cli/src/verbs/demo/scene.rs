//! What a scene of the demo is.

use anyhow::{Result, anyhow};
use segue::Cast;
use segue::actors::Sample;
use segue::blend::{InterpolateSettings, TransitionSettings};
use segue::judge::{Judged, judge_blend, judge_transition};
use segue::motion::{Clip, ClipSet};
use segue::plots::{
    Animation, Canvas, DrawnMotion, Part, path_plot, skate_plot, transition_plot, wide_skate_plot,
};
use segue::register::RegisterSettings;

/// A scene as it was made.
pub(super) struct Scene {
    /// What its files are called.
    pub(super) name: &'static str,
    /// What happens in it.
    pub(super) about: &'static str,
    /// What others would make of it: linear blending, or a cross-fade. `None` where they can do nothing.
    pub(super) plain: Option<Judged>,
    /// What was made, before feet were held.
    pub(super) raw: Judged,
    /// What was made.
    pub(super) made: Judged,
    /// More motions for the file, as many variants.
    pub(super) more: Vec<Clip>,
    pub(super) drawing: Canvas,
    /// The comparison as bodies that move.
    pub(super) animation: Option<Animation>,
}

/// What the drawing of a blend shows besides its own part.
#[derive(Clone, Copy)]
pub(super) enum Show {
    /// How feet skate: for figures that stay where they are.
    Feet,
    /// The ways over the floor as well.
    PathsAndFeet,
}

/// A built-in sample.
pub(super) fn sample(name: &str) -> Result<Clip> {
    Ok(Sample::find(name).ok_or_else(|| anyhow!("there is no sample {name}"))?.clip())
}

/// The motions of a comparison by what they are.
pub(super) struct Sorted {
    pub(super) plain: Option<Judged>,
    pub(super) raw: Judged,
    pub(super) made: Judged,
}

pub(super) fn sorted(motions: Vec<Judged>) -> Result<Sorted> {
    let (mut plain, mut raw, mut made) = (None, None, None);
    for motion in motions {
        match motion.part {
            Part::Plain(0) => plain = Some(motion),
            Part::Raw => raw = Some(motion),
            Part::Made => made = Some(motion),
            _ => {}
        }
    }
    let missing = || anyhow!("a comparison has a motion that was made");
    Ok(Sorted { plain, raw: raw.ok_or_else(missing)?, made: made.ok_or_else(missing)? })
}

/// Skating feet below the paths where both fit beside the first part, and below everything where they do not: no part
/// of the paper stays empty.
fn arranged(first: Canvas, paths: Canvas, feet: &[DrawnMotion<'_>], shaded_secs: Option<[f64; 2]>) -> Canvas {
    let below = skate_plot(feet, shaded_secs);
    if paths.height() + below.height() < 1.25 * first.height() {
        return Canvas::row(&[first, Canvas::column(&[paths, below])]);
    }
    let wide = wide_skate_plot(feet, shaded_secs, first.width() + paths.width());
    Canvas::column(&[Canvas::row(&[first, paths]), wide])
}

impl Scene {
    /// From one clip over into another.
    pub(super) fn transition(
        name: &'static str,
        about: &'static str,
        clips: [&Clip; 2],
        settings: &TransitionSettings,
    ) -> Result<Self> {
        let used = clips.map(|clip| [0.0, clip.duration_secs()]);
        let clips = ClipSet::of(clips.map(Clip::clone))?;
        let done = judge_transition(&clips, settings)?;
        let Sorted { plain, raw, made } = sorted(done.motions)?;
        let traces: Vec<DrawnMotion> = plain.iter().chain([&made]).map(Judged::trace).collect();
        let feet: Vec<DrawnMotion> = plain.iter().chain([&raw, &made]).map(Judged::trace).collect();
        let around = |n: usize| {
            let [low, high] = used[n];
            let half = (done.seams_secs[1] - done.seams_secs[0]) / 2.0;
            [(done.at_secs[n] - half).max(low), (done.at_secs[n] + half).min(high)]
        };
        let grid = transition_plot(&clips, &done.registration, done.at_secs, [around(0), around(1)])?;
        let drawing = arranged(grid, path_plot(&traces), &feet, Some(done.seams_secs));
        Ok(Self { name, about, plain, raw, made, more: Vec::new(), drawing, animation: None })
    }

    /// In between clips; `draw` gives the first part of the drawing.
    pub(super) fn blend(
        name: &'static str,
        about: &'static str,
        (clips, weights): (Vec<Clip>, &[f64]),
        settings: &RegisterSettings,
        show: Show,
        draw: impl FnOnce(&Cast) -> Result<Canvas>,
    ) -> Result<Self> {
        let cast = Cast::register(&ClipSet::of(clips)?, settings)?;
        let Sorted { plain, raw, made } =
            sorted(judge_blend(&cast, weights, &InterpolateSettings::default())?)?;
        let inputs = cast.clips().clips().enumerate().map(|(n, clip)| DrawnMotion::new(clip, Part::Input(n)));
        let traces: Vec<DrawnMotion> = inputs.chain(plain.iter().chain([&made]).map(Judged::trace)).collect();
        let feet: Vec<DrawnMotion> = plain.iter().chain([&raw, &made]).map(Judged::trace).collect();
        let first = draw(&cast)?;
        let drawing = match show {
            Show::Feet => {
                let feet = wide_skate_plot(&feet, None, first.width());
                Canvas::column(&[first, feet])
            }
            Show::PathsAndFeet => arranged(first, path_plot(&traces), &feet, None),
        };
        Ok(Self { name, about, plain, raw, made, more: Vec::new(), drawing, animation: None })
    }

    /// The motions of the scene's file: what was made, variants, what others would have made.
    pub(super) fn clips(&self) -> Vec<Clip> {
        let plain = self.plain.iter().map(|plain| plain.clip.clone().renamed(&plain.name));
        let made = self.made.clip.clone().renamed(self.name);
        std::iter::once(made).chain(self.more.iter().cloned()).chain(plain).collect()
    }
}
