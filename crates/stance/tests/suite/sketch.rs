//! Drawn paths become chains of captured stances in their scenes.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use glam::{DVec2, DVec3};
use segue_numeric::Random;
use segue_stance::{
    AimSettings, ComposeSettings, FindSettings, Foot, Footing, Limits, Link, LinkPlace, Params, Plane,
    Playback, Sketch, Stance, StanceKind, StanceMatch, StrokeEnd, WarpSettings, Which, Wish, aim, clips_of,
    compose_in, judge_warped, summary, verdicts, warp,
};

use crate::compose::{CLIPS, LIBRARY};
use crate::draw;
use crate::truth::{FROM_APEX, Truth, truth};

/// A drawing that the evaluation keeps apart: seed 2, a view between those that constants were chosen on.
fn drawing(kind: &str, azimuth: f64, elevation: f64) -> (Truth, Sketch) {
    let truth = truth(kind, 2);
    let camera = draw::camera(&truth, azimuth, elevation);
    let mut sketch = draw::drawn(&truth, camera, 1.0, &mut Random::channel(2, kind));
    sketch.figure = Some(LIBRARY.figure());
    (truth, sketch)
}

/// Every stance begins where the one before ends, on the ground of the scene, and its foot is at its contact.
fn check(kind: &str, [azimuth, elevation]: [f64; 2]) {
    let (truth, sketch) = drawing(kind, azimuth, elevation);
    let reading = sketch.read().unwrap().remove(0);
    assert_eq!(reading.contacts.len(), truth.contacts.len(), "{kind}");
    let plan = reading.plan(&[]).unwrap();
    let settings = AimSettings::default();
    let aimed = aim(&LIBRARY, &reading, &plan, &[], &settings).unwrap();
    assert_eq!(aimed.links.len(), truth.contacts.len() - 2);
    let mut ends: Option<(DVec2, f64)> = None;
    for (link, &(contact, miss)) in aimed.links.iter().zip(&aimed.misses) {
        let (stance, place) = (&link.found.warped.stance, &link.place);
        println!(
            "{kind} {contact}: {} miss {miss:.3} value {:.2}",
            stance.name(),
            link.found.judgement.value
        );
        assert!((place.ground - plan.contacts[contact].place.y).abs() < 1e-3, "the ground is the scene's");
        let height = place.ground + stance.params().zs;
        if let Some((at, before)) = ends {
            assert!(at.distance(place.place) < 1e-9 && (before - height).abs() < 1e-9, "{kind} {contact}");
        }
        let end = glam::DQuat::from_rotation_y(place.heading) * stance.centre_at(stance.end_secs());
        ends = Some((place.place + DVec2::new(end.x, end.z), place.ground + stance.params().ze));
    }
    for (contact, miss) in &aimed.misses {
        assert!(*miss < 0.05, "{kind}: the foot misses contact {contact} by {miss} m");
    }
    let verdicts = aimed.verdicts(&plan, &LIBRARY, &settings.find).unwrap();
    assert_eq!(summary(&verdicts), "a body can do this", "{kind}");
    composed(kind, &sketch, &aimed.links, &aimed.misses, &plan.contacts);
}

/// The whole body stands on its contacts, in the scene.
fn composed(
    kind: &str,
    sketch: &Sketch,
    links: &[Link],
    misses: &[(usize, f64)],
    contacts: &[segue_stance::ReadContact],
) {
    let clips = clips_of(links, &CLIPS).unwrap();
    let made = compose_in(links, &clips, &sketch.scene, &ComposeSettings::default()).unwrap();
    println!("{kind}: centre {:.4}, ankle {:.4}, sunk {:.4}", made.centre_off, made.ankle_off, made.sunk);
    assert!(made.centre_off < 0.01 && made.ankle_off < 0.02, "{kind}");
    assert!(made.sunk < 0.005, "{kind}: a foot is {} under the ground", made.sunk);
    let playback = Playback::new(links);
    for (secs, (contact, miss)) in made.contact_secs.iter().zip(misses) {
        let moment = playback.at(f64::midpoint(secs[0], secs[1])).unwrap();
        let off = moment.contact - contacts[*contact].place;
        assert!(
            (off.with_y(0.0).length() - miss).abs() < 1e-6 && off.y.abs() < 1e-3,
            "{kind} {contact}: {off}"
        );
        assert!(moment.force.y > 0.0 && !moment.support.is_empty());
    }
}

/// Where contacts are read that lie between drawn arcs.
fn inner_misses(kind: &str, view: [f64; 2]) -> Vec<f64> {
    let (truth, sketch) = drawing(kind, view[0], view[1]);
    let reading = sketch.read().unwrap().remove(0);
    assert_eq!(reading.contacts.len(), truth.contacts.len(), "{kind}");
    let pairs = reading.contacts.iter().zip(&truth.contacts);
    let off = pairs.map(|(read, at)| (read.place - *at).with_y(0.0).length());
    off.skip(1).take(truth.contacts.len() - 2).collect()
}

#[test]
fn strokes_may_begin_and_end_at_an_apex() {
    let misses = inner_misses(FROM_APEX, [15.0, 22.0]);
    assert!(misses.iter().all(|miss| *miss < 0.12), "{misses:?}");
}

/// A leg of a zig-zag lies along the view: what is read there may be wrong, and is said to be uncertain.
#[test]
fn a_part_that_is_seen_along_itself_is_told() {
    let warnings = |azimuth: f64| {
        let (_, sketch) = drawing("zig-zag", azimuth, 15.0);
        sketch.read().unwrap().remove(0).warnings
    };
    assert!(warnings(62.0).iter().any(|warning| warning.contains("its own direction there")));
    assert!(warnings(10.0).is_empty(), "{:?}", warnings(10.0));
}

#[test]
fn a_straight_run_is_followed() {
    check("straight", [15.0, 22.0]);
}

#[test]
fn a_quarter_circle_is_followed() {
    check("quarter circle", [15.0, 38.0]);
}

#[test]
fn stairs_are_climbed() {
    check("stairs", [45.0, 22.0]);
}

#[test]
fn a_gap_is_leapt() {
    check("gap", [15.0, 22.0]);
}

#[test]
fn feet_are_those_that_are_wished_for() {
    let (_, sketch) = drawing("straight", 15.0, 22.0);
    let reading = sketch.read().unwrap().remove(0);
    let wish = |contact, foot| Wish { foot: Some(foot), ..Wish::of(Which::Contact(contact)) };
    let wishes = [wish(3, Foot::Left), wish(4, Foot::Right), wish(5, Foot::Other)];
    let plan = reading.plan(&wishes).unwrap();
    let aimed = aim(&LIBRARY, &reading, &plan, &wishes, &AimSettings::default()).unwrap();
    let footing = |contact: usize| aimed.links[contact - 1].found.warped.stance.footing();
    assert_eq!([footing(3), footing(4), footing(5)], [Footing::Left, Footing::Right, Footing::Left]);
}

#[test]
fn wishes_that_nothing_meets_are_told() {
    let (_, sketch) = drawing("straight", 15.0, 22.0);
    let reading = sketch.read().unwrap().remove(0);
    let plan = reading.plan(&[]).unwrap();
    let settings = AimSettings::default();
    let wish = |style: &str| Wish { style: Some(style.to_owned()), ..Wish::of(Which::Contact(3)) };
    let wishes = [wish("moonwalk"), Wish { which: Which::All(true), ..wish("leap") }];
    let aimed = aim(&LIBRARY, &reading, &plan, &wishes, &settings).unwrap();
    let unmet = aimed.unmet(&reading, &wishes).unwrap();
    assert_eq!(unmet, ["paths[0].wishes[0].style: nothing of `moonwalk` fits contact 3"]);
    let absent = [Wish { from: vec!["sample:moonwalk".to_owned()], ..Wish::of(Which::Contact(3)) }];
    let refused = aim(&LIBRARY, &reading, &plan, &absent, &settings).unwrap_err().to_string();
    assert!(refused.starts_with("paths[0].wishes[0].from: there is no clip"), "{refused}");
    // A stance may be named as commands name it, its sample with a prefix.
    let named = |name: &str| [Wish { from: vec![name.to_owned()], ..Wish::of(Which::Contact(3)) }];
    let stands_there = |wishes: &[Wish]| {
        let aimed = aim(&LIBRARY, &reading, &plan, wishes, &settings).unwrap();
        aimed.links[2].base.name().trim_end_matches(" mirrored").to_owned()
    };
    assert_eq!(stands_there(&named("run:3")), "run:3");
    assert_eq!(stands_there(&named("sample:run:3")), "run:3");
}

#[test]
fn a_slope_is_judged_along_its_normal() {
    let (_, mut sketch) = drawing("straight", 15.0, 22.0);
    let reading = sketch.read().unwrap().remove(0);
    let level = reading.plan(&[]).unwrap();
    let tilt = |degrees: f64| {
        let rise = f64::tan(degrees.to_radians()) * 30.0;
        let corners = vec![[-9.0, -rise, -20.0], [9.0, -rise, -20.0], [9.0, rise, 40.0], [-9.0, rise, 40.0]];
        Plane { corners, name: None, friction: None, landing: true }
    };
    // 35° needs friction 0.7 of every steady run; 45° holds nobody.
    sketch.scene.planes = vec![tilt(25.0)];
    assert_eq!(sketch.scene.surfaces().len(), 2);
    sketch.scene.planes = vec![tilt(45.0)];
    assert_eq!(sketch.scene.surfaces().len(), 1);
    assert!(level.broken.is_empty());
    assert!(DVec3::Y.angle_between(level.surface(2).normal) < 1e-9);
}

#[test]
fn paths_begin_and_end_standing() {
    for kind in ["gap", "straight", "stairs"] {
        stands_at_both_ends(kind);
    }
}

fn stands_at_both_ends(kind: &str) {
    let (_, mut sketch) = drawing(kind, 15.0, 22.0);
    (sketch.paths[0].begin, sketch.paths[0].end) = (StrokeEnd::Stand, StrokeEnd::Stand);
    let reading = sketch.read().unwrap().remove(0);
    let plan = reading.plan(&[]).unwrap();
    let aimed = aim(&LIBRARY, &reading, &plan, &[], &AimSettings::default()).unwrap();
    assert_eq!(aimed.links.len(), reading.contacts.len());
    for (contact, miss) in &aimed.misses {
        // A jump off both feet leads where its own push does.
        let most = if *contact == 0 { 0.1 } else { 0.05 };
        assert!(*miss < most, "{kind}: the foot misses contact {contact} by {miss} m: {:?}", aimed.misses);
    }
    let kinds = [0, aimed.links.len() - 1].map(|i| aimed.links[i].found.warped.stance.kind().name());
    assert_eq!(kinds, ["from stand", "to stand"]);
}

/// Runs onto a box, to stand there: what comes too fast for that comes slower, and stands on its contact.
#[test]
fn a_body_stands_where_it_is_drawn_on_a_box() {
    let kind = "onto a box to stand";
    for (seed, aside) in [(9, 20.0), (13, 40.0)] {
        let truth = truth(kind, seed);
        let camera = draw::camera(&truth, 15.0 + aside, 18.0);
        let mut sketch = draw::drawn(&truth, camera, 1.0, &mut Random::channel(seed, kind));
        sketch.figure = Some(LIBRARY.figure());
        let reading = sketch.read().unwrap().remove(0);
        let plan = reading.plan(&[]).unwrap();
        let aimed = aim(&LIBRARY, &reading, &plan, &[], &AimSettings::default()).unwrap();
        for (contact, miss) in &aimed.misses {
            assert!(*miss < 0.05, "seed {seed}: the foot misses contact {contact} by {miss} m");
        }
    }
}

/// From a run into standing still on a box in one step: feet go ahead, so that the body stands over them.
#[test]
fn a_body_that_stands_is_over_its_feet() {
    let (_, sketch) = drawing("onto a box to stand", 15.0, 22.0);
    let reading = sketch.read().unwrap().remove(0);
    let plan = reading.plan(&[]).unwrap();
    let aimed = aim(&LIBRARY, &reading, &plan, &[], &AimSettings::default()).unwrap();
    let stance = &aimed.links.last().unwrap().found.warped.stance;
    let lean = stance.lean().unwrap().length();
    assert!(lean < 0.05, "{} stands {lean} m from over its feet", stance.name());
    assert_eq!(stance.overhang(), Some(0.0));
    assert!(aimed.links[0].found.warped.stance.lean().is_none());
}

/// Who comes so fast that no foot is far enough ahead would fall, and the verdict says so.
#[test]
fn a_body_that_would_fall_is_told_so() {
    let ends = |stance: &&Stance| stance.kind() == StanceKind::ToStand;
    let base = LIBRARY.stances().iter().find(ends).unwrap();
    let verdict = |vs: f64| {
        let params = Params { vs, ..base.params() };
        let warped = warp(base, params, &WarpSettings::default()).unwrap();
        let overhang = warped.stance.overhang().unwrap();
        let judgement = judge_warped(&warped, &Limits::default());
        let recipe = LIBRARY
            .find(base.params(), &FindSettings { kind: StanceKind::ToStand, ..FindSettings::default() })
            .unwrap()
            .unwrap();
        let found = StanceMatch { warped, judgement, ..recipe };
        let link = Link { base: base.clone(), found, instead_of: None, place: LinkPlace::default() };
        (overhang, verdicts(&[link], &LIBRARY, &FindSettings::default()).unwrap().remove(0).said())
    };
    let (over, said) = verdict(base.params().vs);
    assert!(over < 1e-9 && !said.contains("it would fall"), "{over}: {said}");
    let (over, said) = verdict(6.0);
    assert!(
        over > 0.05
            && said.contains(&format!("it would fall: the body stands {:.0} cm beyond", 100.0 * over)),
        "{over}: {said}"
    );
}

/// Of a step that no body does the verdict names the nearest that one does, in words that a person can act on.
#[test]
fn the_verdict_names_what_would_work() {
    let (_, mut sketch) = drawing("straight", 15.0, 22.0);
    sketch.paths[0].wishes =
        vec![Wish { apex_height: Some(2.1), weight: 50.0, ..Wish::of(Which::Contact(4)) }];
    let reading = sketch.read().unwrap().remove(0);
    let wishes = &sketch.paths[0].wishes;
    let plan = reading.plan(wishes).unwrap();
    let settings = AimSettings::default();
    let aimed = aim(&LIBRARY, &reading, &plan, wishes, &settings).unwrap();
    let verdicts = aimed.verdicts(&plan, &LIBRARY, &settings.find).unwrap();
    let bad = verdicts.iter().find(|verdict| verdict.nearest.is_some()).unwrap();
    let (said, nearest) = (bad.said(), bad.nearest.as_ref().unwrap());
    println!("{said}");
    assert!(!bad.is_good() && said.ends_with(" works") && said.contains(" instead of "), "{said}");
    assert!(nearest.found.judgement.is_plausible() && !nearest.changed.is_empty());
    let height = format!("{:.2} m instead of", nearest.params.ze);
    let leaves = format!("{:.1} m/s instead of", nearest.params.ve);
    assert!(said.contains(&height) || said.contains(&leaves) || nearest.changed[0] > 3, "{said}");
    assert!(summary(&verdicts).contains(&bad.faults[0]), "{}", summary(&verdicts));
}

/// Jumps drawn in place are done with both feet, where they were drawn.
#[test]
fn jumps_in_place_are_jumped_with_both_feet() {
    let camera = segue_stance::Camera::new([5.0, 2.4, -2.0], [0.0, 0.8, 0.0], 50.0, [1200.0, 800.0]);
    let mut random = Random::channel(5, "jumps");
    let mut pixel = |point: DVec3| {
        let at = camera.project(point).unwrap();
        [at.x + random.between(-0.7, 0.7), at.y + random.between(-0.7, 0.7)]
    };
    let height = |share: f64| 0.92 + 0.3 * 4.0 * share * (1.0 - share);
    let path = (0..240).map(|i| pixel(DVec3::Y * height(f64::from(i % 48) / 47.0))).collect();
    let shadow = (0..12).map(|_| pixel(DVec3::ZERO)).collect();
    let drawing = segue_stance::Drawing { path, shadow, ..segue_stance::Drawing::default() };
    let mut sketch = Sketch::new(camera, segue_stance::Scene::default(), vec![drawing]);
    sketch.figure = Some(LIBRARY.figure());
    let reading = sketch.read().unwrap().remove(0);
    assert_eq!(reading.contacts.len(), 6);
    let plan = reading.plan(&[]).unwrap();
    let aimed = aim(&LIBRARY, &reading, &plan, &[], &AimSettings::default()).unwrap();
    for (link, (contact, miss)) in aimed.links.iter().zip(&aimed.misses) {
        let stance = &link.found.warped.stance;
        println!("{}: {:?} misses by {miss:.3}", stance.name(), stance.params());
        assert_eq!(stance.footing(), Footing::Both, "contact {contact}: {}", stance.name());
        assert!(*miss < 0.05, "contact {contact}: {miss}");
    }
}
