//! Sketches played by captures, of one person and of several.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use segue_motion::Clip;
use segue_stance::{ExtractSettings, StanceLibrary, TrySettings, gather};

use crate::common;
use crate::motion::made;
use crate::shown::sketch;

/// Feet stand at their contacts and nowhere in the ground; `reach`: how far an ankle may be off.
fn check(names: &[&str], reach: f64) {
    let clips: Option<Vec<Clip>> = names.iter().map(|name| common::capture(name)).collect();
    let Some(clips) = clips else { return };
    let stances = gather(&clips, &ExtractSettings::default(), true).stances;
    let library = StanceLibrary::new(stances, &TrySettings::default());
    let made = made(&sketch("run"), &library, &clips).unwrap();
    let (composed, measured) = (&made.composed, &made.measured);
    println!(
        "{names:?}: sunk {:.4}, ankle {:.4}; {:.3?} off; ground {:.4?}; deepest {:.4?}; drift {:.4}; jerk {:.2?}; astray {:.0}°",
        composed.sunk,
        composed.ankle_off,
        measured.off_the_drawing,
        measured.off_ground,
        measured.deepest,
        measured.drift,
        measured.jerk,
        measured.astray
    );
    assert!(composed.sunk < 0.001 && measured.deepest.0 < 0.001, "{names:?}: {:?}", measured.deepest);
    assert!(composed.ankle_off < reach, "{names:?}: an ankle is {} off", composed.ankle_off);
    assert!(measured.off_the_drawing.iter().all(|off| *off < 0.05), "{:?}", measured.off_the_drawing);
    assert!(measured.jerk.0 < 1.0, "{names:?}: {:?}", measured.jerk);
}

#[test]
fn feet_of_captures_stand_on_the_ground() {
    check(&["35_17", "35_21"], 0.001);
    check(&["16_35", "16_45", "16_37", "16_39"], 0.001);
    check(&["127_06", "127_11", "127_21"], 0.001);
}

#[test]
fn feet_of_several_people_stand_on_the_ground() {
    check(&["35_17", "35_21", "09_01", "09_02"], 0.005);
    check(&["16_35", "16_45", "127_06", "127_11", "02_03"], 0.005);
    check(&["09_01", "35_17", "35_21", "02_03", "16_45", "49_05", "127_21"], 0.005);
}
