use super::*;

/// A path that flies from contact to contact with these speeds, seen by a camera, and its shadow.
fn drawn(camera: Camera, contacts: &[(DVec3, f64)], speeds: &[f64]) -> Sketch {
    let (mut path, mut shadow) = (Vec::new(), Vec::new());
    for ((ends, heights), speed) in
        contacts.windows(2).map(|pair| ([pair[0].0, pair[1].0], [pair[0].1, pair[1].1])).zip(speeds)
    {
        let length = (ends[1] - ends[0]).with_y(0.0).length();
        let curvature = GRAVITY / (2.0 * speed * speed);
        for i in 0..60 {
            let share = f64::from(i) / 59.0;
            let ground = ends[0].lerp(ends[1], share);
            let [low, high] = [ends[0].y + heights[0], ends[1].y + heights[1]];
            let height = low + (high - low) * share + curvature * length * length * share * (1.0 - share);
            path.push(camera.project(ground.with_y(height)).unwrap().to_array());
            let floor = if share < 0.5 { ends[0].y } else { ends[1].y };
            shadow.push(camera.project(ground.with_y(floor)).unwrap().to_array());
        }
    }
    Sketch { camera, scene: Scene { ground: Some(0.0), blocks: vec![] }, path, shadow }
}

fn from_the_side() -> Camera {
    Camera::new([6.0, 2.0, 2.5], [0.0, 0.8, 2.5], 50.0, [1200.0, 800.0])
}

fn run() -> Sketch {
    let contacts: Vec<(DVec3, f64)> =
        (0..5).map(|i| (DVec3::new(0.0, 0.0, 1.3 * f64::from(i)), 0.85)).collect();
    drawn(from_the_side(), &contacts, &[3.0; 4])
}

#[test]
fn speeds_heights_and_distances_are_read_off_the_arcs() {
    let reading = run().read().unwrap();
    assert_eq!((reading.apexes.len(), reading.contacts.len()), (4, 5));
    for params in reading.params(1.0) {
        assert!((params.vs - 3.0).abs() < 0.1 && (params.ve - 3.0).abs() < 0.1, "{params}");
        assert!((params.x - 1.3).abs() < 0.03 && params.vp.abs() < 0.05, "{params}");
        let apex = 0.85 + GRAVITY / 18.0 * 1.3 * 1.3 / 4.0;
        assert!((params.zs - apex).abs() < 0.02 && (params.ze - apex).abs() < 0.02, "{params} for {apex}");
    }
    assert!(reading.doubt() > 0.0 && reading.arcs[0].len() > 10);
}

#[test]
fn a_turn_has_a_speed_aside() {
    let corner = [(0.0, 0.0), (0.0, 1.4), (-0.35, 2.75), (-1.0, 4.0)];
    let contacts: Vec<(DVec3, f64)> = corner.iter().map(|&(x, z)| (DVec3::new(x, 0.0, z), 0.85)).collect();
    let params = drawn(from_the_side(), &contacts, &[3.0; 3]).read().unwrap().params(1.0);
    // Facing +Z, −X is to the right.
    assert!(params.iter().all(|params| params.vp > 0.5), "{params:?}");
}

#[test]
fn a_run_seen_from_above_is_read_by_its_shadow() {
    let above = Camera::new([4.0, 7.0, 2.0], [0.0, 0.5, 2.6], 50.0, [1200.0, 800.0]);
    let contacts: Vec<(DVec3, f64)> =
        (0..4).map(|i| (DVec3::new(0.0, 0.0, 1.6 * f64::from(i)), 0.8)).collect();
    let reading = drawn(above, &contacts, &[2.5; 3]).read().unwrap();
    assert_eq!(reading.apexes.len(), 3);
    assert!(reading.params(1.0).iter().all(|params| (params.vs - 2.5).abs() < 0.2));
}

#[test]
fn blocks_are_landed_on() {
    let mut sketch = run();
    sketch.scene.blocks.push(Block { least: [-0.5, 0.0, 2.2], greatest: [0.5, 0.4, 3.0] });
    let reading = sketch.read().unwrap();
    // The shadow was drawn for the floor, so the ray meets the block in front of it.
    assert!(reading.contacts.iter().any(|contact| contact.y > 0.0));
}

#[test]
fn what_cannot_be_read_is_said() {
    let good = run();
    let error = |sketch: Sketch| sketch.read().unwrap_err().to_string();
    let one_arc = Sketch { path: good.path[..60].to_vec(), ..good.clone() };
    assert!(error(one_arc).contains("1 arcs of flight"));
    let sky = Sketch { shadow: good.shadow.iter().map(|p| [p[0], 1.0]).collect(), ..good.clone() };
    assert!(error(sky).contains("shadow misses the scene"));
    let spot = Sketch { shadow: vec![good.shadow[0]; 9], ..good.clone() };
    assert!(error(spot).contains("the two contacts must lie apart"));
    assert!(error(Sketch { path: vec![], ..good.clone() }).contains("the path has 0 points"));
    let blind = Camera::new([0.0, 5.0, 0.0], [0.0, 0.0, 0.0], 50.0, [10.0, 10.0]);
    assert!(error(Sketch { camera: blind, ..good.clone() }).contains("straight up or down"));
    let nowhere = Sketch { path: vec![[f64::NAN; 2]; 4], ..good };
    assert!(error(nowhere).contains("not a place"));
}

#[test]
fn strokes_follow_each_other_as_they_should() {
    let Sketch { camera, scene, path, shadow } = run();
    let mut session = Session::new(camera, scene);
    assert!(session.done().is_err());
    assert_eq!(session.draw(path.clone()).unwrap(), Reply::Path);
    let scribble: Vec<[f64; 2]> = (0..60)
        .map(|i| {
            let [x, y] = path[30];
            [x + 20.0 * (f64::from(i) * 0.5).sin(), y + f64::from(i) * 0.1]
        })
        .collect();
    assert_eq!(session.draw(scribble).unwrap(), Reply::Deleted);
    assert_eq!(session.phase(), Phase::Path);
    session.draw(path.clone()).unwrap();
    let sky = shadow.iter().map(|p| [p[0], 1.0]).collect();
    assert!(session.draw(sky).is_err());
    assert_eq!((session.phase(), session.sketch().path.len()), (Phase::Shadow, path.len()));
    assert_eq!(session.draw(shadow).unwrap(), Reply::Shadow);
    let higher: Vec<[f64; 2]> = path[65..115]
        .iter()
        .enumerate()
        .map(|(i, p)| {
            let bump = 25.0 * (i as f64 / 49.0 * std::f64::consts::PI).sin();
            [p[0], p[1] - bump]
        })
        .collect();
    assert_eq!(session.draw(higher).unwrap(), Reply::Replaced);
    let reading = session.done().unwrap();
    assert!(reading.apexes[1].y > reading.apexes[0].y + 0.05, "{:?}", reading.apexes);
    session.fitted(true);
    assert_eq!(session.phase(), Phase::Playing);
    session.toggle();
    session.back();
    assert_eq!(session.phase(), Phase::Ready);
    let text = serde_json::to_string(&session).unwrap();
    assert_eq!(serde_json::from_str::<Session>(&text).unwrap().phase(), Phase::Ready);
}
