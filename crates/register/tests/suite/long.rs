//! Clips with more pairs of frames than are compared at once.

#![allow(clippy::unwrap_used, reason = "tests")]

use crate::common::{Stroll, set};
use segue_actors::sample;
use segue_motion::{Clip, ClipId, Pose};
use segue_register::dtw::LookAhead;
use segue_register::{Ends, RegisterSettings, Registration, Seeded, register, register_at};

/// So few that a minute is compared at 1.6 Hz first, as an hour is.
const FEW: usize = 30_000;

fn few() -> RegisterSettings {
    RegisterSettings { most_pairs: FEW, ..RegisterSettings::default() }
}

/// A clip that runs ahead and falls back by up to 0.6 s every 20 s; its ends stay.
fn unsteady(clip: &Clip) -> Clip {
    let poses: Vec<Pose> = (0..clip.len()).map(|frame| clip.sample(warped(clip, frame as f64))).collect();
    let mut builder = Clip::builder("unsteady", clip.skeleton().clone(), clip.rate(), &[]);
    for pose in &poses {
        builder.push(pose).unwrap();
    }
    builder.finish().unwrap()
}

/// The frame of the clip that is shown at a frame of the unsteady one.
fn warped(clip: &Clip, frame: f64) -> f64 {
    let cycles = (clip.duration_secs() / 20.0).round().max(1.0);
    let phase = std::f64::consts::TAU * cycles * frame / clip.last_frame() as f64;
    (frame + 0.6 * clip.rate() * phase.sin()).clamp(0.0, clip.last_frame() as f64)
}

/// How far the second clip is from where it should be, in seconds: the mean over its range.
fn off(registration: &Registration, clip: &Clip) -> f64 {
    let [start, end] = registration.range();
    let timewarp = registration.timewarp();
    let at = |n: usize| {
        let u = start + (end - start) * n as f64 / 400.0;
        let [first, second] = [ClipId::FIRST, ClipId::SECOND].map(|clip| timewarp.at(clip, u));
        (warped(clip, second * clip.rate()) / clip.rate() - first).abs()
    };
    (0..=400).map(at).sum::<f64>() / 401.0
}

#[test]
fn a_long_take_of_many_actions_is_found_in_another_timing() {
    let take = sample("take-everything").unwrap().clip;
    let clips = set([&take, &unsteady(&take)]);
    for ends in [Ends::Automatic, Ends::Pinned] {
        let long = register(&clips, &RegisterSettings { ends, ..few() }).unwrap();
        let whole = register(&clips, &RegisterSettings { ends, ..RegisterSettings::default() }).unwrap();
        let (near, exact) = (off(&long, &take), off(&whole, &take));
        assert!(near < exact + 0.02, "{ends:?}: {near} s off, {exact} when all frames are compared");
        let lost = (whole.range()[1] - whole.range()[0]) - (long.range()[1] - long.range()[0]);
        assert!(lost < 1.0, "{ends:?}: {lost} s are lost");
        let [near, exact] = [&long, &whole].map(|found| found.resemblance(ClipId::SECOND).unwrap());
        // Between frames the grid is straight, which is never nearer.
        assert!(near.mean_metres < exact.mean_metres + 0.002 && near.contrast < 0.2, "{near:?} {exact:?}");
    }
}

#[test]
fn a_long_walk_goes_with_itself_step_by_step() {
    let walk = Stroll::default().clip("walk", 1200, 30.0);
    let faster = Stroll { cadence: 1.0, ..Stroll::default() }.clip("faster", 1080, 30.0);
    for clips in [set([&walk, &walk]), set([&walk, &faster])] {
        let settings = [few(), RegisterSettings::default()];
        let [long, whole] = settings.map(|settings| register(&clips, &settings).unwrap());
        assert!(
            (long.range()[0] - whole.range()[0]).abs() < 0.1
                && (long.range()[1] - whole.range()[1]).abs() < 0.1
        );
        let u = (whole.range()[0] + whole.range()[1]) / 3.0;
        let [near, exact] = [&long, &whole].map(|found| found.timewarp().at(ClipId::SECOND, u));
        assert!((near - exact).abs() < 0.05, "{near} {exact}");
    }
}

#[test]
fn around_a_moment_long_clips_correspond_as_short_ones_do() {
    let take = sample("take-everything").unwrap().clip;
    let clips = set([&take, &unsteady(&take)]);
    let how = Seeded::Incremental(LookAhead::default());
    // A quarter of the pairs that may be compared at once are compared around a moment.
    let few = RegisterSettings { most_pairs: 4 * FEW, ..few() };
    let [long, whole] = [few, RegisterSettings::default()]
        .map(|settings| register_at(&clips, [30.0, 30.0], how, &settings).unwrap());
    // Half a frame of the grid: the curves are fitted to stretches of different length.
    let tolerance = 0.5 / RegisterSettings::default().rate_hz;
    for secs in [28.0, 29.5, 30.0, 31.0, 32.0] {
        let [near, exact] = [&long, &whole].map(|found| {
            let timewarp = found.timewarp();
            timewarp.at(ClipId::SECOND, timewarp.u_at(ClipId::FIRST, secs))
        });
        assert!((near - exact).abs() < tolerance, "{secs}: {near} {exact}");
    }
}
