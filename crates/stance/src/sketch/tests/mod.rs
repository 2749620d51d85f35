mod session;

use super::*;
use crate::Params;

/// A path that flies from contact to contact (x, ground, z) with these speeds, 0.9 m above the ground at contacts.
fn drawn(camera: Camera, scene: Scene, contacts: &[DVec3], speeds: &[f64]) -> Sketch {
    let (mut path, mut shadow) = (Vec::new(), Vec::new());
    for (ends, speed) in contacts.windows(2).zip(speeds) {
        let length = flat(ends[1] - ends[0]).length();
        let curvature = segue_motion::GRAVITY / (2.0 * speed * speed);
        for i in 0..60 {
            let share = f64::from(i) / 59.0;
            let ground = ends[0].lerp(ends[1], share);
            let height = ground.y + 0.9 + curvature * length * length * share * (1.0 - share);
            path.push(camera.project(ground.with_y(height)).unwrap().to_array());
            let floor = if share < 0.5 { ends[0].y } else { ends[1].y };
            shadow.push(camera.project(ground.with_y(floor)).unwrap().to_array());
        }
    }
    Sketch::new(camera, scene, vec![Drawing { path, shadow, ..Drawing::default() }])
}

fn from_the_side() -> Camera {
    Camera::new([8.0, 3.0, 3.2], [0.0, 0.8, 3.2], 50.0, [1200.0, 800.0])
}

fn line(count: u32) -> Vec<DVec3> {
    (0..count).map(|i| DVec3::new(0.0, 0.0, 1.3 * f64::from(i))).collect()
}

fn run() -> Sketch {
    drawn(from_the_side(), Scene::default(), &line(6), &[3.0; 5])
}

fn error(sketch: &Sketch) -> String {
    sketch.read().unwrap_err().to_string()
}

#[test]
fn contacts_speeds_and_heights_are_read_off_the_strokes() {
    let reading = run().read().unwrap().remove(0);
    assert_eq!((reading.arcs.len(), reading.contacts.len()), (5, 6));
    for (contact, truth) in reading.contacts.iter().zip(line(6)) {
        assert!(contact.place.distance(truth) < 0.06, "{} for {truth}", contact.place);
        assert!(contact.doubt > 0.0 && contact.surface == "the floor");
    }
    for arc in &reading.arcs {
        assert!((arc.velocity.length() - 3.0).abs() < 0.25, "{}", arc.velocity);
        assert!((arc.apex.y - 1.13).abs() < 0.05, "{}", arc.apex);
        assert!(arc.points.len() > 10);
    }
}

#[test]
fn a_turn_has_a_speed_aside() {
    let corner = [(0.0, 0.0), (0.0, 1.4), (-0.35, 2.75), (-1.0, 4.0), (-1.9, 5.1)];
    let contacts: Vec<DVec3> = corner.iter().map(|&(x, z)| DVec3::new(x, 0.0, z)).collect();
    let sketch = drawn(from_the_side(), Scene::default(), &contacts, &[3.0; 4]);
    let plan = sketch.read().unwrap()[0].plan(&[]).unwrap();
    let params: Vec<Params> = (1..4).filter_map(|contact| plan.params(contact)).collect();
    // Facing +Z, −X is to the right.
    assert!(params.len() == 3 && params.iter().all(|params| params.vp > 0.4), "{params:?}");
}

#[test]
fn boxes_are_landed_on_and_the_ground_is_theirs() {
    let mut contacts = line(6);
    contacts[2].y = 0.4;
    let block = Block::new([-0.5, 0.0, 2.2], [0.5, 0.4, 3.0]);
    let sketch = drawn(from_the_side(), Scene::with_blocks(vec![block]), &contacts, &[3.0; 5]);
    let reading = sketch.read().unwrap().remove(0);
    let heights: Vec<f64> = reading.contacts.iter().map(|contact| contact.place.y).collect();
    assert_eq!(heights, [0.0, 0.0, 0.4, 0.0, 0.0, 0.0]);
    assert_eq!(reading.contacts[2].surface, "block 1");
    let plan = reading.plan(&[]).unwrap();
    let pair = [plan.params(2).unwrap(), plan.params(3).unwrap()];
    assert!((pair[0].ze + 0.4 - pair[1].zs).abs() < 1e-9, "one apex, two grounds: {pair:?}");
}

#[test]
fn strokes_may_begin_and_end_at_an_apex() {
    let whole = run();
    let cut = |stroke: &[[f64; 2]]| stroke[30..stroke.len() - 30].to_vec();
    let drawing = &whole.paths[0];
    let halves = Drawing {
        path: cut(&drawing.path),
        shadow: cut(&drawing.shadow),
        begin: StrokeEnd::Apex,
        end: StrokeEnd::Apex,
        ..Drawing::default()
    };
    let sketch = Sketch { paths: vec![halves], ..whole };
    let reading = sketch.read().unwrap().remove(0);
    assert_eq!(reading.contacts.len(), 6, "four contacts and the mirror images at the ends");
    for (contact, truth) in reading.contacts.iter().zip(line(6)).skip(1).take(4) {
        assert!(contact.place.distance(truth) < 0.1, "{} for {truth}", contact.place);
    }
    assert!((reading.arcs[0].apex.z - 0.65).abs() < 0.1, "{}", reading.arcs[0].apex);
}

#[test]
fn what_cannot_be_read_is_said() {
    let good = run();
    let with = |path: Vec<[f64; 2]>, shadow: Vec<[f64; 2]>| {
        let drawing = Drawing { path, shadow, ..Drawing::default() };
        error(&Sketch { paths: vec![drawing], ..good.clone() })
    };
    let Drawing { path, shadow, .. } = good.paths[0].clone();
    assert!(with(path[..60].to_vec(), shadow[..60].to_vec()).contains("draw at least two"));
    let sky = shadow.iter().map(|p| [p[0], 1.0]).collect();
    assert!(with(path.clone(), sky).contains("paths[0].shadow: it misses the scene at pixel"));
    assert!(with(path.clone(), vec![shadow[0]; 9]).contains("shorter than ten pixels"));
    assert!(with(vec![], shadow.clone()).contains("paths[0].path: 0 points"));
    assert!(with(vec![[f64::NAN; 2]; 4], shadow).contains("path[0]: not a place"));
    let blind = Camera::new([0.0, 5.0, 0.0], [0.0, 0.0, 0.0], 50.0, [10.0, 10.0]);
    assert!(error(&Sketch { camera: Some(blind), ..good.clone() }).contains("straight up or down"));
    assert!(error(&Sketch { paths: vec![], ..good }).contains("paths: it is empty"));
}

/// A change of a file, and what is said about it.
type Case<'a> = (&'a dyn Fn(&mut serde_json::Value), &'a str);

#[test]
fn files_are_refused_by_field() {
    let text = serde_json::to_value(run()).unwrap();
    assert_eq!(serde_json::from_value::<Sketch>(text.clone()).unwrap(), run());
    let refused = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = text.clone();
        change(&mut value);
        serde_json::from_value::<Sketch>(value).unwrap_err().to_string()
    };
    let cases: [Case<'_>; 8] = [
        (&|v| v["segue_sketch"] = 3.into(), "segue_sketch: version 3"),
        (&|v| v["scenery"] = 1.into(), "scenery: there is no such field"),
        (&|v| v["camera"]["position"] = "here".into(), "camera.position: invalid type"),
        (&|v| v["paths"][0]["begin"] = "jump".into(), "paths[0].begin: unknown variant"),
        (&|v| v["paths"][0]["path"][3] = serde_json::json!([1.0]), "paths[0].path[3]: a point is"),
        (
            &|v| v["paths"][0]["wishes"] = serde_json::json!([{"foot": "left"}]),
            "paths[0].wishes[0]: a wish has one of",
        ),
        (
            &|v| v["scene"]["blocks"] = serde_json::json!([{"least": [0, 1, 0], "greatest": [1, 0, 1]}]),
            "scene.blocks[0].least: y",
        ),
        (
            &|v| v["paths"][0]["view"] = "above".into(),
            "paths[0].view: there is no view `above`; `views` has none",
        ),
    ];
    for (change, said) in cases {
        let error = refused(change);
        assert!(error.contains(said), "{error}");
    }
    let mut own = text;
    own["x_note"] = "mine".into();
    assert!(serde_json::from_value::<Sketch>(own).is_ok(), "names of one's own are kept out of it");
}

#[test]
fn version_1_is_one_path() {
    let new = serde_json::to_value(run()).unwrap();
    let old = serde_json::json!({
        "camera": new["camera"], "scene": {"ground": 0.0, "blocks": []},
        "path": new["paths"][0]["path"], "shadow": new["paths"][0]["shadow"],
    });
    assert_eq!(serde_json::from_value::<Sketch>(old).unwrap(), run());
}

#[test]
fn wishes_move_the_plan() {
    let reading = run().read().unwrap().remove(0);
    let plain = reading.plan(&[]).unwrap();
    let wish = Wish {
        speed: Some(3.4),
        apex_height: Some(1.22),
        place: Some([0.1, 0.0, 2.7]),
        ..Wish::of(Which::Contact(2))
    };
    let planned = reading.plan(std::slice::from_ref(&wish)).unwrap();
    assert!(planned.contacts[2].place.distance(DVec3::new(0.1, 0.0, 2.7)) < 0.03);
    assert!((planned.arcs[2].velocity.length() - 3.4).abs() < 0.15, "{}", planned.arcs[2].velocity);
    assert!((planned.arcs[2].apex.y - 1.22).abs() < 0.06, "{}", planned.arcs[2].apex);
    assert!(plain.contacts[2].place.distance(DVec3::new(0.0, 0.0, 2.6)) < 0.06);
    let absent = Wish { which: Which::Contact(9), ..wish.clone() };
    let text = reading.plan(&[absent]).unwrap_err().to_string();
    assert!(text.contains("paths[0].wishes[0].contact: there is no contact 9"), "{text}");
    let nowhere = Wish { place: Some([0.0, 2.0, 2.6]), ..wish };
    assert!(reading.plan(&[nowhere]).unwrap_err().to_string().contains("no ground within 5 cm"));
}

#[test]
fn what_no_body_can_do_is_named() {
    let contacts: Vec<DVec3> = [0.0, 1.3, 2.6, 3.9, 5.2]
        .iter()
        .enumerate()
        .map(|(i, &z)| DVec3::new(if i % 2 == 0 { 0.0 } else { 2.4 }, 0.0, z))
        .collect();
    let above = Camera::new([9.0, 7.0, 2.6], [1.0, 0.5, 2.6], 45.0, [1200.0, 800.0]);
    let sketch = drawn(above, Scene::default(), &contacts, &[6.0; 4]);
    let plan = sketch.read().unwrap()[0].plan(&[]).unwrap();
    assert!(!plan.moved.is_empty() || !plan.broken.is_empty());
    let words =
        [plan.moved.clone(), plan.broken.iter().map(ToString::to_string).collect()].concat().join(" ");
    assert!(words.contains("friction") || words.contains("reach"), "{words}");
}

/// Jumps in place at a spot, drawn up and down, after and before steps along +Z; the hand shakes by `jitter` pixels.
fn jumps(camera: Camera, steps: [u32; 2], tops: &[f64], jitter: f64) -> Sketch {
    let mut random = segue_numeric::Random::channel(3, "jumps");
    let (mut path, mut shadow): (Vec<DVec3>, Vec<DVec3>) = (Vec::new(), Vec::new());
    let mut step = |z: f64, length: f64, top: f64| {
        for i in 0..60 {
            let share = f64::from(i) / 59.0;
            let ground = DVec3::new(0.0, 0.0, z + length * share);
            path.push(ground.with_y(0.9 + (top - 0.9) * 4.0 * share * (1.0 - share)));
            shadow.push(ground);
        }
    };
    (0..steps[0]).for_each(|i| step(1.3 * f64::from(i), 1.3, 1.13));
    let spot = 1.3 * f64::from(steps[0]);
    for &top in tops {
        step(spot, 0.0, top);
    }
    (0..steps[1]).for_each(|i| step(spot + 1.3 * f64::from(i), 1.3, 1.13));
    let mut seen = |points: &[DVec3]| -> Vec<[f64; 2]> {
        let shaken = |point: &DVec3| {
            let pixel = camera.project(*point).unwrap();
            [pixel.x + random.between(-jitter, jitter), pixel.y + random.between(-jitter, jitter)]
        };
        points.iter().map(shaken).collect()
    };
    let (path, shadow) = (seen(&path), seen(&shadow));
    Sketch::new(camera, Scene::default(), vec![Drawing { path, shadow, ..Drawing::default() }])
}

#[test]
fn jumps_in_place_are_read_from_any_side() {
    for (azimuth, elevation, jitter) in
        [(0.0, 12.0, 0.0), (35.0, 25.0, 1.0), (70.0, 40.0, 1.0), (120.0, 18.0, 2.0)]
    {
        let (azimuth, elevation) = (f64::to_radians(azimuth), f64::to_radians(elevation));
        let away =
            DVec3::new(azimuth.cos() * elevation.cos(), elevation.sin(), -azimuth.sin() * elevation.cos());
        let eye = DVec3::Y * 0.8 + away * 6.0;
        let camera = Camera::new(eye.to_array(), [0.0, 0.8, 0.0], 50.0, [1200.0, 800.0]);
        let tops = [1.15, 1.3, 1.2, 1.25];
        let reading = jumps(camera, [0, 0], &tops, jitter).read().unwrap().remove(0);
        assert_eq!(reading.contacts.len(), 5, "{azimuth} {elevation} {jitter}");
        for contact in &reading.contacts {
            assert!(contact.place.length() < 0.1, "{} from {azimuth}", contact.place);
        }
        for (arc, top) in reading.arcs.iter().zip(tops) {
            assert!((arc.apex.y - top).abs() < 0.06 && arc.velocity.length() < 0.3, "{} for {top}", arc.apex);
        }
    }
}

#[test]
fn jumps_in_place_stand_between_steps() {
    let camera = Camera::new([9.0, 3.0, 1.0], [0.0, 0.8, 3.5], 50.0, [1200.0, 800.0]);
    let reading = jumps(camera, [3, 2], &[1.25, 1.3], 0.5).read().unwrap().remove(0);
    let ways: Vec<f64> = reading.contacts.iter().map(|contact| contact.place.z).collect();
    assert_eq!(ways.len(), 8, "{ways:?}");
    for (z, truth) in ways.iter().zip([0.0, 1.3, 2.6, 3.9, 3.9, 3.9, 5.2, 6.5]) {
        assert!((z - truth).abs() < 0.15, "{ways:?}");
    }
}

#[test]
fn a_shadow_that_is_drawn_from_the_other_end_is_turned() {
    let forwards = run();
    let mut backwards = forwards.clone();
    backwards.paths[0].shadow.reverse();
    let [forwards, backwards] = [forwards, backwards].map(|sketch| sketch.read().unwrap().remove(0));
    assert_eq!(forwards.contacts.len(), backwards.contacts.len());
    for (one, other) in forwards.contacts.iter().zip(&backwards.contacts) {
        assert!(one.place.distance(other.place) < 1e-3, "{one:?}, {other:?}");
    }
    assert!(forwards.warnings.is_empty(), "{:?}", forwards.warnings);
    assert!(backwards.warnings[0].contains("drawn from the other end"), "{:?}", backwards.warnings);
}

#[test]
fn what_cannot_be_removed_stays_with_a_warning() {
    let mut sketch = drawn(from_the_side(), Scene::default(), &line(3), &[3.4; 2]);
    let middle = sketch.read().unwrap()[0].contacts[1].place.to_array();
    let start = [0.0, 0.0, 0.0];
    for (place, why) in [(middle, "delete the path"), (start, "draw that end anew")] {
        sketch.paths[0].wishes = vec![Wish { removed: true, ..Wish::of(Which::Near(place)) }];
        let reading = sketch.read().unwrap().remove(0);
        assert_eq!(reading.contacts.len(), 3);
        assert!(reading.warnings[0].contains(why), "{:?}", reading.warnings);
    }
}

/// A box of half a metre between long steps, its shadow joined to the floor by upright lines.
#[test]
fn a_short_box_is_stepped_on_inside_its_edges() {
    let at = |z: f64, ground: f64| DVec3::new(0.0, ground, z);
    let contacts = [at(0.0, 0.0), at(1.4, 0.0), at(2.8, 0.5), at(4.2, 0.0), at(5.6, 0.0)];
    let block = Block::new([-0.4, 0.0, 2.45], [0.4, 0.5, 3.15]);
    let camera = Camera::new([7.0, 3.0, 0.5], [0.0, 0.6, 2.8], 50.0, [1600.0, 900.0]);
    let sketch = drawn(camera, Scene::with_blocks(vec![block]), &contacts, &[3.2; 4]);
    let reading = sketch.read().unwrap().remove(0);
    let on_top = &reading.contacts[2];
    assert_eq!(reading.contacts.len(), 5);
    assert!((on_top.place.y - 0.5).abs() < 1e-9 && (on_top.place.z - 2.8).abs() < 0.2, "{on_top:?}");
    let plan = reading.plan(&[]).unwrap();
    let edge = (plan.contacts[2].place.z - 2.8).abs() + 0.13;
    assert!(edge < 0.35, "heel and ball are on the box: {:?}", plan.contacts[2]);
}
