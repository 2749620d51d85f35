//! Edits of a sketch while it is drawn.

use super::*;

fn stroke(points: &[[f64; 2]]) -> SketchEdit {
    SketchEdit::Stroke { points: points.to_vec(), view: None }
}

#[test]
fn strokes_follow_each_other_as_they_should() {
    let Drawing { path, shadow, .. } = run().paths[0].clone();
    let mut session = Session::new(from_the_side(), Scene::default());
    assert_eq!(session.edit(&stroke(&path)).unwrap(), EditOutcome::PathDrawn);
    let scribble: Vec<[f64; 2]> = (0..60)
        .map(|i| {
            let [x, y] = path[30];
            [x + 20.0 * (f64::from(i) * 0.5).sin(), y + f64::from(i) * 0.1]
        })
        .collect();
    assert_eq!(session.edit(&stroke(&scribble)).unwrap(), EditOutcome::Deleted);
    assert!(!session.is_shadow_next());
    session.edit(&stroke(&path)).unwrap();
    let sky: Vec<[f64; 2]> = shadow.iter().map(|p| [p[0], 1.0]).collect();
    assert!(session.edit(&stroke(&sky)).is_err());
    assert!(session.is_shadow_next(), "a shadow that makes no sense is not taken, the path is kept");
    assert_eq!(session.edit(&stroke(&shadow)).unwrap(), EditOutcome::ShadowDrawn);
    let higher: Vec<[f64; 2]> = path[65..115]
        .iter()
        .enumerate()
        .map(|(i, p)| [p[0], p[1] - 25.0 * (i as f64 / 49.0 * std::f64::consts::PI).sin()])
        .collect();
    assert_eq!(session.edit(&stroke(&higher)).unwrap(), EditOutcome::Replaced);
    let arcs = &session.reading(0).unwrap().arcs;
    assert!(arcs[1].apex.y > arcs[0].apex.y + 0.05, "{} {}", arcs[1].apex, arcs[0].apex);
    assert!(session.undo());
    assert_eq!(session.sketch(), run());
    assert!(session.redo() && !session.redo());
    let again = Session::open(session.sketch()).unwrap();
    assert_eq!(again.sketch(), session.sketch());
    assert_eq!(session.edit(&SketchEdit::Delete { path: 0 }).unwrap(), EditOutcome::Deleted);
    assert!(session.is_empty() && session.edit(&SketchEdit::Delete { path: 0 }).is_err());
}

#[test]
fn handles_are_dragged_and_boxes_moved_while_paths_stand() {
    let mut session = Session::open(run()).unwrap();
    let before = session.reading(0).unwrap().contacts.clone();
    let drag = SketchEdit::Contact { path: 0, contact: 2, place: [0.15, 0.0, 2.6] };
    assert_eq!(session.edit(&drag).unwrap(), EditOutcome::Planned);
    assert!(session.plan(0).unwrap().contacts[2].place.x > 0.1);
    assert_eq!(session.reading(0).unwrap().contacts, before, "nothing is read again");
    session.edit(&SketchEdit::Apex { path: 0, arc: 3, height: 1.25 }).unwrap();
    assert!(session.plan(0).unwrap().arcs[3].apex.y > 1.18);
    session.edit(&SketchEdit::Forget { path: 0, contact: 2 }).unwrap();
    assert!(session.plan(0).unwrap().contacts[2].place.x.abs() < 0.05);
    let far = Scene::with_blocks(vec![Block::new([20.0, 0.0, 0.0], [21.0, 0.5, 1.0])]);
    assert_eq!(session.set_scene(far.clone()).unwrap(), Vec::<usize>::new());
    let under = Block::new([-1.0, 0.0, 2.2], [1.0, 0.05, 3.0]);
    let near = Scene { blocks: vec![far.blocks[0].clone(), under], ..far };
    assert_eq!(session.set_scene(near).unwrap(), [0]);
    assert!(session.undo() && session.sketch().scene.blocks.len() == 1);
    let edit = serde_json::to_string(&drag).unwrap();
    assert_eq!(serde_json::from_str::<SketchEdit>(&edit).unwrap(), drag);
}

#[test]
fn what_is_locked_stays_whatever_is_edited() {
    let mut session = Session::open(run()).unwrap();
    let lock = |locked| SketchEdit::Lock { path: 0, contact: 2, locked };
    session.edit(&lock(true)).unwrap();
    let held = |session: &Session| {
        let plan = session.plan(0).unwrap();
        (plan.contacts[2].place, plan.arcs[2].apex, plan.arcs[2].velocity)
    };
    let before = held(&session);
    let is_held = |session: &Session| {
        let now = held(session);
        now.0.distance(before.0) < 1e-3
            && (now.1.y - before.1.y).abs() < 1e-3
            && now.2.distance(before.2) < 1e-2
    };
    for refused in [
        SketchEdit::Contact { path: 0, contact: 2, place: [0.15, 0.0, 2.6] },
        SketchEdit::Apex { path: 0, arc: 2, height: 1.3 },
        SketchEdit::Speed { path: 0, arc: 2, speed: 2.0 },
        SketchEdit::Forget { path: 0, contact: 2 },
    ] {
        let why = session.edit(&refused).unwrap_err().to_string();
        assert!(why.contains("contact: 2 is locked; unlock it to change it"), "{why}");
    }
    session.edit(&SketchEdit::Contact { path: 0, contact: 1, place: [0.1, 0.0, 1.2] }).unwrap();
    session.edit(&SketchEdit::Speed { path: 0, arc: 3, speed: 3.6 }).unwrap();
    assert!(is_held(&session), "{before:?} became {:?}", held(&session));
    let again: Sketch = serde_json::from_value(serde_json::to_value(session.sketch()).unwrap()).unwrap();
    assert!(is_held(&Session::open(again).unwrap()), "a file keeps it");
    session.edit(&lock(false)).unwrap();
    session.edit(&SketchEdit::Contact { path: 0, contact: 2, place: [0.15, 0.0, 2.6] }).unwrap();
    assert!(!is_held(&session));
    let absent = SketchEdit::Lock { path: 0, contact: 40, locked: true };
    assert!(session.edit(&absent).unwrap_err().to_string().contains("there is no contact 40"));
}

#[test]
fn a_contact_is_removed_and_stays_so() {
    let mut session = Session::open(run()).unwrap();
    session.edit(&SketchEdit::Speed { path: 0, arc: 3, speed: 3.3 }).unwrap();
    session.edit(&SketchEdit::Remove { path: 0, contact: 2 }).unwrap();
    let places = |session: &Session| -> Vec<f64> {
        session.reading(0).unwrap().contacts.iter().map(|contact| contact.place.z).collect()
    };
    let left = places(&session);
    assert_eq!(left.len(), 5, "{left:?}");
    for (z, truth) in left.iter().zip([0.0, 1.3, 3.9, 5.2, 6.5]) {
        assert!((z - truth).abs() < 0.15, "{left:?}");
    }
    assert_eq!(session.sketch().paths[0].wishes[0].which, Which::Contact(2), "others are counted anew");
    let again: Sketch = serde_json::from_value(serde_json::to_value(session.sketch()).unwrap()).unwrap();
    assert_eq!(places(&Session::open(again).unwrap()).len(), 5, "a file keeps it");
    let end = session.edit(&SketchEdit::Remove { path: 0, contact: 0 }).unwrap_err().to_string();
    assert!(end.contains("contact: 0 is an end of the strokes"), "{end}");
    assert!(session.edit(&SketchEdit::Remove { path: 0, contact: 9 }).is_err());
    assert!(session.undo() && places(&session).len() == 6);
}

/// A run beside another, half a metre aside.
fn two_runs() -> Session {
    let aside: Vec<DVec3> = line(6).iter().map(|place| place + DVec3::X * 1.5).collect();
    let other = drawn(from_the_side(), Scene::default(), &aside, &[3.0; 5]).paths.remove(0);
    let mut sketch = run();
    sketch.paths.push(other);
    Session::open(sketch).unwrap()
}

/// A scribble over the middle of a stroke.
fn scribble(drawn: &[[f64; 2]]) -> SketchEdit {
    let [x, y] = drawn[drawn.len() / 2];
    let to_and_fro = |i: u32| [x + 20.0 * (f64::from(i) * 0.5).sin(), y + f64::from(i) * 0.1];
    SketchEdit::Stroke { points: (0..60).map(to_and_fro).collect(), view: None }
}

#[test]
fn an_edit_of_one_path_leaves_the_others_as_they_are() {
    let mut session = two_runs();
    let second = |session: &Session| {
        (session.reading(1).unwrap().contacts.clone(), session.plan(1).unwrap().contacts.clone())
    };
    let before = second(&session);
    let first = session.plan(0).unwrap().contacts.clone();
    session.edit(&SketchEdit::Contact { path: 0, contact: 2, place: [0.1, 0.0, 2.6] }).unwrap();
    assert_eq!(second(&session), before);
    assert_ne!(session.plan(0).unwrap().contacts, first);
    session.edit(&SketchEdit::Delete { path: 0 }).unwrap();
    assert_eq!(
        (session.len(), &session.reading(0).unwrap().contacts),
        (1, &before.0),
        "the second is the first now"
    );
    assert!(session.edit(&SketchEdit::Speed { path: 1, arc: 0, speed: 3.0 }).is_err());
    assert!(session.undo() && session.undo() && session.len() == 2);
    assert_eq!(session.plan(0).unwrap().contacts, first);
}

#[test]
fn a_part_of_a_shadow_that_is_drawn_anew_moves_the_contacts_over_it() {
    let mut session = Session::open(run()).unwrap();
    let shadow = session.sketch().paths[0].shadow.clone();
    let nearer: Vec<[f64; 2]> = shadow[110..190]
        .iter()
        .enumerate()
        .map(|(i, p)| [p[0], p[1] + 18.0 * (i as f64 / 79.0 * std::f64::consts::PI).sin()])
        .collect();
    assert_eq!(session.edit(&stroke(&nearer)).unwrap(), EditOutcome::Replaced);
    let contacts = &session.reading(0).unwrap().contacts;
    let aside = |i: usize| contacts[i].place.x;
    assert!(aside(2).max(aside(3)) > 0.15, "towards the camera: {contacts:?}");
    assert!(aside(0).abs() < 0.05 && aside(5).abs() < 0.05, "the ends stay: {contacts:?}");
    assert!(session.undo() && session.sketch() == run());
}

#[test]
fn a_scribble_deletes_what_it_is_drawn_over() {
    let mut session = Session::open(run()).unwrap();
    let Drawing { path, shadow, .. } = run().paths.remove(0);
    assert_eq!(session.edit(&scribble(&shadow)).unwrap(), EditOutcome::Deleted);
    assert!(session.is_empty() && session.is_shadow_next(), "the path waits for another shadow");
    assert_eq!(session.edit(&stroke(&shadow)).unwrap(), EditOutcome::ShadowDrawn);
    assert_eq!(session.edit(&scribble(&path)).unwrap(), EditOutcome::Deleted);
    assert!(session.is_empty() && !session.is_shadow_next(), "the path is gone with its shadow");
    assert!(session.undo() && session.sketch() == run());
}

#[test]
fn the_arrow_of_a_velocity_is_a_value() {
    let mut session = Session::open(run()).unwrap();
    let speed = |session: &Session, arc: usize| session.plan(0).unwrap().arcs[arc].velocity.length();
    let before = speed(&session, 2);
    session.edit(&SketchEdit::Speed { path: 0, arc: 2, speed: before + 0.4 }).unwrap();
    assert!((speed(&session, 2) - before - 0.4).abs() < 0.1, "{} from {before}", speed(&session, 2));
    for (arc, wrong) in [(2, 0.0), (2, -1.0), (2, f64::NAN), (40, 3.0)] {
        let error = session.edit(&SketchEdit::Speed { path: 0, arc, speed: wrong });
        assert!(error.is_err(), "arc {arc} at {wrong} m/s");
    }
    assert!(session.undo() && (speed(&session, 2) - before).abs() < 1e-12);
}

#[test]
fn a_slope_that_is_put_under_a_path_carries_its_contacts() {
    let mut session = Session::open(run()).unwrap();
    let rise = 0.3;
    let corners = vec![[-2.0, 0.0, 3.2], [2.0, 0.0, 3.2], [2.0, rise, 8.2], [-2.0, rise, 8.2]];
    let slope = Plane { corners, name: None, friction: None, landing: true };
    let scene = Scene { planes: vec![slope], ..Scene::default() };
    assert_eq!(session.set_scene(scene).unwrap(), [0]);
    let plan = session.plan(0).unwrap();
    let on_slope = |place: DVec3| (place.y - rise * (place.z - 3.2) / 5.0).abs() < 1e-6;
    let last = plan.contacts.last().unwrap().place;
    assert!(last.y > 0.05 && on_slope(last), "{last}");
    assert!(plan.contacts[1].place.y.abs() < 1e-9, "before the slope: {:?}", plan.contacts[1]);
    assert!(
        session.undo()
            && session.plan(0).unwrap().contacts.iter().all(|contact| contact.place.y.abs() < 1e-9)
    );
}
