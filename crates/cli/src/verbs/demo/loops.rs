//! The scene of game loops: in place, of different phase and number of cycles.

use anyhow::Result;
use segue::actors::{Locomotion, Pace};
use segue::motion::{Clip, ClipId, FrameRange};
use segue::plots::distance_plot;
use segue::register::RegisterSettings;
use segue::verbs::{BlendRequest, Found, RegisterRequest, Registered, Silent, Warm};

use super::scene::{Scene, Show};

/// Where in its cycle the second loop begins.
const PHASE: f64 = 0.37;

pub(super) fn loops_in_place() -> Result<Scene> {
    let clips = vec![
        in_place("walk loop", Pace::Walk, 1.4, (1, 0.0))?,
        in_place("jog loop", Pace::Jog, 2.8, (2, PHASE))?,
    ];
    let in_place = blended(&clips)?;
    let about = "one cycle of a walk and two of a jog, in place and out of phase, halfway: one closed loop";
    let lap = |cast: &segue::Cast| Ok(distance_plot(cast, ClipId::SECOND)?);
    let name = "loops-in-place";
    let scene =
        Scene::blend(name, about, (clips, &[0.5, 0.5]), &RegisterSettings::default(), Show::Feet, lap)?;
    Ok(Scene { more: vec![in_place.renamed("in place")], ..scene })
}

/// Some cycles on the spot, from a phase of the first one on.
fn in_place(name: &str, pace: Pace, speed: f64, (cycles, phase): (usize, f64)) -> Result<Clip> {
    let whole = Locomotion { speed, cycles: cycles + 1, ..Locomotion::new(pace) }.perform()?.clip;
    let lap = whole.last_frame() as f64 / (cycles + 1) as f64;
    let first = (phase * lap).round() as usize;
    let last = first + (cycles as f64 * lap).round() as usize;
    let cut = whole.slice(FrameRange { first, last });
    let metres = speed as f32 / cut.rate() as f32;
    let start = cut.frame(0).root.z;
    Ok(cut.map_poses(|frame, pose| pose.root.z -= start + metres * frame as f32)?.renamed(name))
}

/// The blend as it is written by default: in place, as the loops are.
fn blended(loops: &[Clip]) -> Result<Clip> {
    let found = Found { clips: loops.to_vec(), origins: vec![None; loops.len()], ..Found::default() };
    let ready = Registered::new(found, &RegisterRequest::default(), None, &Silent)?;
    let request = BlendRequest { weights: vec![0.5, 0.5], ..BlendRequest::default() };
    Ok(request.run_on(&ready, &Silent)?.work.made.clip)
}
