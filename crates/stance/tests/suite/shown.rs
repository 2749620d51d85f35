//! The sketches of docs/sketches become motion in their scenes: measured on the clip as it is written.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use std::path::Path;

use segue_stance::{AimSettings, Sketch, aim};

use crate::compose::{CLIPS, LIBRARY};
use crate::motion::{Made, made};

/// Farthest that feet may be from the drawn contacts, in metres.
const OFF: f64 = 0.05;
/// Farthest that a planted point may be from its height above the ground, and that a foot may be in it.
const OFF_GROUND: f64 = 0.005;

pub(crate) fn sketch(name: &str) -> Sketch {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sketches");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn shown(name: &str) -> Made {
    let made = made(&sketch(name), &LIBRARY, &CLIPS).unwrap();
    let measured = &made.measured;
    println!(
        "{name}: {:.3?} m off; ground {:?}; deepest {:?}; drift {:.4}; seams {:?}, flights {:.2}, all {:.2}; astray {:.0}°",
        measured.off_the_drawing,
        measured.off_ground,
        measured.deepest,
        measured.drift,
        measured.jerk,
        measured.flight_jerk.0,
        measured.all_jerk.0,
        measured.astray
    );
    made
}

/// `most_jerk` is how much a joint may jerk at seams, as a share of what it does in the clips that are played.
fn check(name: &str, most_jerk: f64) {
    let Made { reading, aimed, measured, .. } = shown(name);
    assert_eq!(aimed.links.len(), reading.contacts.len() - 2, "a stance for each contact between two arcs");
    for (off, (contact, _)) in measured.off_the_drawing.iter().zip(&aimed.misses) {
        assert!(*off < OFF, "{name}: contact {contact} is {off} m from the drawing");
    }
    for (link, (contact, _)) in aimed.links.iter().zip(&aimed.misses) {
        let judgement = &link.found.judgement;
        assert!(judgement.is_plausible(), "{name}, contact {contact}: {:?}", judgement.violations());
    }
    let (off, secs) = measured.off_ground;
    assert!(off.abs() < OFF_GROUND, "{name}: a planted foot is {off} m off its ground at {secs} s");
    let (deep, secs) = measured.deepest;
    assert!(deep < OFF_GROUND, "{name}: a foot is {deep} m in the ground or in a block at {secs} s");
    assert!(measured.drift < 0.003, "{name}: a planted foot drifts by {} m", measured.drift);
    let (jerk, secs, joint) = &measured.jerk;
    assert!(
        *jerk < most_jerk,
        "{name}: at the seam at {secs} s {joint} jerks {jerk} times as much as in any clip"
    );
    assert!(measured.astray < 20.0, "{name}: the body faces {}° away from where it goes", measured.astray);
}

#[test]
fn the_run_is_as_drawn() {
    check("run", 0.6);
}

#[test]
fn the_zig_zag_is_as_drawn() {
    check("zig-zag", 0.6);
}

#[test]
fn the_gap_and_the_box_are_as_drawn() {
    // Onto the box the body lands at its apex, so this seam is a touch-down.
    check("gap-and-box", 0.9);
}

#[test]
fn the_triple_jump_is_as_drawn() {
    check("triple-jump", 0.6);
}

#[test]
fn the_stairs_are_as_drawn() {
    check("stairs-up-and-down", 0.6);
}

#[test]
fn the_circle_is_as_drawn() {
    // Thirty push-offs in a turn: legs that slow down there move a little more in the flights.
    check("circle", 0.8);
}

/// A run is not made of leaps, and a triple jump is not a run.
#[test]
fn a_body_keeps_its_gait() {
    for (name, gaits) in [("run", &["run", "jog"][..]), ("triple-jump", &["leap"])] {
        let mut sketch = sketch(name);
        sketch.figure = Some(LIBRARY.figure());
        let reading = sketch.read().unwrap().remove(0);
        let plan = reading.plan(&[]).unwrap();
        let aimed = aim(&LIBRARY, &reading, &plan, &[], &AimSettings::default()).unwrap();
        let names: Vec<&str> = aimed.links.iter().map(|link| link.found.warped.stance.name()).collect();
        assert!(
            names.iter().all(|name| gaits.iter().any(|gait| name.starts_with(gait))),
            "{name}: {names:?}"
        );
    }
}
