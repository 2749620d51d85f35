//! The scene of dirty captures: they are mended and put on one floor before they are blended.

use anyhow::Result;
use segue::Cast;
use segue::blend::{InterpolateSettings, TimeScaling, linear_blend};
use segue::judge::{Judged, judge_blend};
use segue::motion::{Anatomy, Clip, ClipSet, Pose, Side, find_dirt, repaired};
use segue::plots::{Canvas, DrawnMotion, Part, Strobe, strobe_plot};
use segue::register::RegisterSettings;

use super::scene::{Scene, sample, sorted};

/// How high the floor of the second capture lies above that of the first, in metres.
const FLOOR_METRES: f32 = 0.07;

/// Frames in which markers of one leg are taken for those of the other.
const POPS: [usize; 3] = [34, 69, 104];

pub(super) fn dirty_walks() -> Result<Scene> {
    let floors = [0.0, FLOOR_METRES];
    let samples = [sample("walk-left")?, sample("walk-right")?];
    let dirty = [soiled(&samples[0], floors[0])?, soiled(&samples[1], floors[1])?];
    let mended = dirty.clone().map(|clip| repaired(clip.clone(), &find_dirt(&clip)).clip);
    let cast = Cast::register(&ClipSet::of(mended)?, &RegisterSettings::default())?;
    let found = sorted(judge_blend(&cast, &[0.5, 0.5], &InterpolateSettings::default())?)?;
    let linear = linear_blend(&ClipSet::of(dirty.clone())?, &[0.5, 0.5], TimeScaling::Uniform)?;
    let plain = Judged::new("linear, as captured", Part::Plain(0), linear);
    Ok(Scene {
        name: "dirty-captures",
        about: "two walks with pops, a corrupt first frame and floors 7 cm apart, mended and blended halfway",
        drawing: drawing(&dirty, &plain, &found.made),
        animation: None,
        plain: Some(plain),
        raw: found.raw,
        made: found.made,
        more: Vec::new(),
    })
}

/// A walk as captures can be: with a corrupt first frame, with markers of one leg taken for those of the other at times, and over a
/// floor of some height.
fn soiled(clip: &Clip, floor: f32) -> Result<Clip> {
    let (rest, anatomy) = (Pose::rest(clip.skeleton()), Anatomy::of(clip.skeleton()));
    let thighs = Side::BOTH.map(|side| anatomy.leg(side).map(|leg| leg.hip.index()));
    Ok(clip.map_poses(|frame, pose| {
        if frame == 0 {
            pose.clone_from(&rest);
        }
        pose.root.y += floor;
        if let ([Some(left), Some(right)], true) = (thighs, POPS.contains(&frame)) {
            pose.rotations.swap(left, right);
        }
    })?)
}

fn drawing(dirty: &[Clip; 2], plain: &Judged, made: &Judged) -> Canvas {
    let inputs: Vec<DrawnMotion<'_>> =
        dirty.iter().enumerate().map(|(n, clip)| DrawnMotion::new(clip, Part::Input(n))).collect();
    let settings = |title: &str, about: &str| Strobe {
        title: title.to_owned(),
        about: about.to_owned(),
        ..Strobe::default()
    };
    let left = settings("Two dirty captures", "dots: where toes land, left blue, right orange");
    let right = settings("Halfway between them", "red: how far toes slide while they should stay put");
    let results = [
        DrawnMotion::named("Before: averaged as captured", &plain.clip, plain.part),
        DrawnMotion::named("After: mended, on one floor, registered", &made.clip, made.part),
    ];
    Canvas::row(&[strobe_plot(&inputs, &left), strobe_plot(&results, &right)])
}
