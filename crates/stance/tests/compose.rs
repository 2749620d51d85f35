//! Chains of stances as motions of the whole body.

use std::sync::LazyLock;

use segue_blend::quality::Quality;
use segue_motion::{Anatomy, Body, Clip, MassTable, PointTable};
use segue_stance::{
    ComposeSettings, Composed, ExtractSettings, FindSettings, Kind, Params, StanceLibrary, TrySettings,
    built_in_clips, compose, gather, plan,
};

static CLIPS: LazyLock<Vec<Clip>> = LazyLock::new(built_in_clips);

static LIBRARY: LazyLock<StanceLibrary> = LazyLock::new(|| {
    let mut stances = gather(&CLIPS, &ExtractSettings::default(), true).stances;
    stances.retain(|stance| stance.kind() == Kind::Whole);
    StanceLibrary::new(stances, &TrySettings::default())
});

fn composed(requests: &[Params]) -> Composed {
    let links = plan(&LIBRARY, requests, &FindSettings::default()).unwrap();
    for link in &links {
        println!(
            "{} {:?} value {:.2}{}",
            link.found.warped.stance.name(),
            link.found.warped.stance.params(),
            link.found.judgement.value,
            link.instead_of.map_or(String::new(), |wanted| format!(" instead of {wanted}"))
        );
    }
    compose(&links, &CLIPS, &ComposeSettings::default()).unwrap()
}

/// Feet stand, flights fall, nothing jumps at apexes.
fn check(made: &Composed) {
    let anatomy = Anatomy::of(made.clip.skeleton());
    let quality = Quality::of(&made.clip, &anatomy);
    let skate = quality.skate.unwrap();
    println!(
        "{} frames; centre {:.2} mm off, ankle {:.1} mm; skate {:.2} cm/s, drift {:.1} mm; knee {:.1?}°; sinks {:.1} cm",
        made.clip.len(),
        1000.0 * made.centre_off,
        1000.0 * made.ankle_off,
        skate.cm_per_sec,
        skate.worst_drift_mm,
        quality.knee_pop_degrees,
        quality.penetration.worst_cm
    );
    assert!(made.centre_off < 0.01, "{}", made.centre_off);
    assert!(made.ankle_off < 0.02, "{}", made.ankle_off);
    assert!(skate.worst_drift_mm < 12.0, "{skate:?}");
    let body = Body::new(made.clip.skeleton(), &anatomy, &MassTable::default(), 70.0).unwrap();
    let path = body.path_of(&PointTable::new(&made.clip));
    let rate = made.clip.rate();
    for &apex in &made.apex_secs[1..made.apex_secs.len() - 1] {
        let frame = (apex * rate).round() as usize;
        let acceleration = (path[frame + 1] - 2.0 * path[frame] + path[frame - 1]) * rate * rate;
        assert!((acceleration.y + 9.81).abs() < 0.02 * 9.81 * 2.0, "at the apex it falls at {acceleration}");
        assert!(acceleration.with_y(0.0).length() < 0.5, "at the apex it turns by {acceleration}");
    }
}

#[test]
fn a_run_goes_on() {
    let run = Params { zs: 0.96, ze: 0.96, vs: 4.2, ve: 4.2, vp: 0.0, x: 1.38 };
    let made = composed(&[run; 4]);
    check(&made);
    let feet: Vec<_> = made.clip.constraints().iter().map(|(kind, ranges)| (kind, ranges.len())).collect();
    assert!(feet.len() >= 2, "{feet:?}");
}

#[test]
fn a_leap_out_of_a_run() {
    let run = Params { zs: 0.96, ze: 0.97, vs: 3.6, ve: 3.6, vp: 0.0, x: 1.28 };
    let leap = Params { zs: 0.97, ze: 1.10, vs: 3.6, ve: 3.4, vp: 0.0, x: 1.54 };
    let land = Params { zs: 1.10, ze: 0.96, vs: 3.4, ve: 3.3, vp: 0.0, x: 1.5 };
    check(&composed(&[run, leap, land, Params { vs: 3.3, ve: 3.3, x: 1.2, ..run }]));
}
