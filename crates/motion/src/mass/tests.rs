use super::*;
use crate::testing::person;
use crate::{Joint, Pose, points};
use glam::Quat;

fn body(skeleton: &Skeleton) -> Body {
    Body::new(skeleton, &Anatomy::of(skeleton), &MassTable::default(), 70.0).unwrap()
}

#[test]
fn the_centre_of_a_t_pose_lies_in_the_middle_just_above_the_hips() {
    let skeleton = person();
    let centre = body(&skeleton).centre(&rest_points(&skeleton));
    assert!(centre.x.abs() < 1e-7, "{centre}");
    // Standing people have it at 55 to 57 % of their height of 1.78 m; arms held out raise it by a few centimetres.
    assert!((0.98..1.06).contains(&centre.y), "{centre}");
    assert!(centre.z.abs() < 0.01, "{centre}");
}

#[test]
fn segments_are_fourteen_and_two_more_for_the_trunk() {
    let skeleton = person();
    let body = body(&skeleton);
    assert_eq!(body.segments().len(), 16);
    let whole: DVec3 = body.segments().iter().map(|s| s.centre(&rest_points(&skeleton)) * s.mass).sum();
    assert!((whole / body.mass()).distance(body.centre(&rest_points(&skeleton))) < 1e-9);
}

#[test]
fn the_trunk_as_one_agrees_with_the_tables_own_whole_trunk() {
    // [DL96] gives the whole trunk's centre too: 37.8 % (women) and 43.1 % (men) down from the shoulders.
    for (table, down) in [(MassTable::female(), 0.378), (MassTable::male(), 0.431)] {
        let parts = [table.lower_trunk, table.middle_trunk, table.upper_trunk];
        let mass: f64 = parts.iter().map(|(share, _)| share).sum();
        let height = parts.iter().map(|(share, at)| share * at).sum::<f64>() / mass;
        assert!((1.0 - height - down).abs() < 0.01, "{height}");
    }
}

#[test]
fn the_centre_moves_with_the_figure_and_with_its_arms() {
    let skeleton = person();
    let body = body(&skeleton);
    let mut pose = Pose::rest(&skeleton);
    let (mut scratch, mut row) = (Vec::new(), Vec::new());
    let mut centre = |pose: &Pose| {
        let mut clip = Clip::builder("x", skeleton.clone().into(), 30.0, &[]);
        clip.push(pose).unwrap();
        points(clip.finish().unwrap().frame(0), &skeleton, &mut scratch, &mut row);
        body.centre(&row)
    };
    let before = centre(&pose);
    pose.root += Vec3::new(1.0, 2.0, 3.0);
    assert!(centre(&pose).distance(before + DVec3::new(1.0, 2.0, 3.0)) < 1e-6);
    let arm = skeleton.find("LeftArm").unwrap();
    pose.rotations[arm.index()] = Quat::from_rotation_z(-1.5);
    assert!(centre(&pose).y < before.y + 2.0 - 0.01, "a lowered arm lowers the centre");
}

#[test]
fn a_figure_without_legs_or_of_no_mass_is_refused() {
    let root = Joint { name: "Hips".into(), parent: None, offset: Vec3::Y, rest: Quat::IDENTITY };
    let stump = Skeleton::new(vec![root], vec![]).unwrap();
    let new =
        |skeleton: &Skeleton, mass| Body::new(skeleton, &Anatomy::of(skeleton), &MassTable::default(), mass);
    assert!(matches!(new(&stump, 70.0), Err(BodyError::Missing { part: "pair of legs", .. })));
    assert!(matches!(new(&person(), 0.0), Err(BodyError::BadMass { .. })));
    assert!(matches!(new(&person(), f64::NAN), Err(BodyError::BadMass { .. })));
}

/// [DL96] table 4 also has the trunk as a whole, between the middles of hips and shoulders: our three parts, laid off on
/// that line, must add up to it; for men the source's own parts and whole are 3 mm apart.
#[test]
fn the_parts_of_the_trunk_add_up_to_the_published_whole() {
    for (table, from_shoulders, share) in
        [(MassTable::female(), 0.3782, 0.4257), (MassTable::male(), 0.4310, 0.4346)]
    {
        let parts = [table.lower_trunk, table.middle_trunk, table.upper_trunk];
        let mass: f64 = parts.iter().map(|part| part.0).sum();
        let centre = parts.iter().map(|part| part.0 * part.1).sum::<f64>() / mass;
        assert!(
            (mass - share).abs() < 2e-4 && (1.0 - centre - from_shoulders).abs() < 6e-3,
            "{mass} {centre}"
        );
    }
}
