use super::*;
use crate::Joint;
use crate::testing::person;
use proptest::prelude::*;

/// The person of the tests with its joints called otherwise.
fn renamed(name: impl Fn(usize, &str) -> String) -> Skeleton {
    let person = person();
    let joints = person.joints().iter().enumerate();
    let joints = joints.map(|(i, joint)| Joint { name: name(i, &joint.name), ..joint.clone() }).collect();
    Skeleton::new(joints, person.end_sites().to_vec()).unwrap()
}

fn assert_one_to_one(map: &SkeletonMap, source: &Skeleton, target: &Skeleton) {
    let drivers = map.resolve(source, target).unwrap();
    for (index, driver) in drivers.iter().enumerate() {
        assert_eq!(driver.map(JointId::index), Some(index), "{map}");
    }
}

#[test]
fn a_skeleton_maps_onto_itself_by_name() {
    let person = person();
    let map = SkeletonMap::guess(&person, &person);
    assert_one_to_one(&map, &person, &person);
    assert!(map.entries().iter().all(|entry| matches!(entry.source, Some((_, MatchedBy::Name)))), "{map}");
}

#[test]
fn prefixes_other_rigs_and_no_names_at_all_are_matched() {
    let person = person();
    let mixamo = renamed(|_, name| format!("mixamorig:{name}"));
    assert_one_to_one(&SkeletonMap::guess(&person, &mixamo), &person, &mixamo);
    assert_one_to_one(&SkeletonMap::guess(&mixamo, &person), &mixamo, &person);
    let nameless = renamed(|i, _| format!("bone{i}"));
    assert_one_to_one(&SkeletonMap::guess(&person, &nameless), &person, &nameless);
    let unreal = [
        "pelvis",
        "spine_01",
        "spine_02",
        "neck_01",
        "head",
        "upperarm_l",
        "lowerarm_l",
        "hand_l",
        "thigh_l",
        "calf_l",
        "foot_l",
        "upperarm_r",
        "lowerarm_r",
        "hand_r",
        "thigh_r",
        "calf_r",
        "foot_r",
    ];
    let unreal = renamed(|i, _| unreal[i].to_owned());
    assert_one_to_one(&SkeletonMap::guess(&person, &unreal), &person, &unreal);
}

#[test]
fn a_shoulder_that_is_an_upper_arm_does_not_drive_a_clavicle() {
    let joint = |name: &str, parent: Option<usize>| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: glam::Vec3::X,
        rest: glam::Quat::IDENTITY,
    };
    let max = ["Chest", "LeftCollar", "LeftShoulder", "LeftElbow", "LeftWrist"];
    let cmu = ["Chest", "LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand"];
    let [max, cmu] = [max, cmu].map(|names| {
        let joints = names.into_iter().enumerate().map(|(i, name)| joint(name, i.checked_sub(1)));
        Skeleton::new(joints.collect(), vec![]).unwrap()
    });
    let map = SkeletonMap::guess(&max, &cmu);
    assert_eq!(map.source_of("LeftShoulder"), Some("LeftCollar"), "{map}");
    assert_eq!(map.source_of("LeftArm"), Some("LeftShoulder"));
}

#[test]
fn a_joint_called_hand_below_the_wrist_does_not_take_what_drives_the_wrist() {
    let person = person();
    let wrist = person.find("LeftHand").unwrap();
    let mut joints: Vec<Joint> = person.joints().to_vec();
    joints[wrist.index()].name = "LeftWrist".into();
    let offset = 0.3 * joints[wrist.index()].offset;
    joints.push(Joint { name: "LeftHand".into(), parent: Some(wrist), offset, rest: glam::Quat::IDENTITY });
    let target = Skeleton::new(joints, vec![]).unwrap();
    let map = SkeletonMap::guess(&person, &target);
    assert_eq!(map.source_of("LeftWrist"), Some("LeftHand"), "{map}");
    assert_eq!(map.source_of("LeftHand"), None, "{map}");
}

#[test]
fn a_map_survives_its_file_and_can_be_edited() {
    let (person, nameless) = (person(), renamed(|i, _| format!("bone \"{i}\"\\")));
    let mut map = SkeletonMap::guess(&person, &nameless);
    map.set("bone \"3\"\\", None);
    let text = map.to_toml();
    let read = SkeletonMap::from_toml(&text).unwrap();
    assert_eq!(read.resolve(&person, &nameless), map.resolve(&person, &nameless));
    assert_eq!(read.driven(), person.len() - 1);
    assert!(text.contains("# by part of the body"), "{text}");
}

#[test]
fn errors_name_the_line_and_the_joint() {
    let person = person();
    let broken = SkeletonMap::from_toml("version = 1\n[joints]\n\"Hips\" = 3\n").unwrap_err();
    assert!(matches!(broken, MapError::Syntax { line: 3, .. }), "{broken}");
    let twice = SkeletonMap::from_toml("version = 1\n[joints]\nHips = \"a\"\nHips = \"b\"\n").unwrap_err();
    assert!(matches!(twice, MapError::Syntax { line: 4, .. }), "{twice}");
    let version = SkeletonMap::from_toml("version = 2\n[joints]\n").unwrap_err();
    assert_eq!(version, MapError::Version { found: 2, known: 1 });
    let unknown =
        SkeletonMap::from_toml("version = 1\n[joints]\n# a comment\nHips = \"mixamorig:Hips\"\n").unwrap();
    let error = unknown.resolve(&person, &person).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 4: the skeleton map names `mixamorig:Hips`, which the source skeleton does not have; did you mean `Hips`?"
    );
    let error = SkeletonMap::from_toml("version = 1\n[joints]\nTail = \"Hips\"\n").unwrap();
    let error = error.resolve(&person, &person).unwrap_err();
    assert!(matches!(error, MapError::UnknownJoint { side: "target", line: Some(3), nearest: None, .. }));
}

proptest! {
    #[test]
    fn any_names_survive_the_file(target in ".{1,12}", source in ".{1,12}") {
        let mut map = SkeletonMap::default();
        map.set(&target, Some(&source));
        let read = SkeletonMap::from_toml(&map.to_toml()).unwrap();
        prop_assert_eq!(read.source_of(&target), Some(source.as_str()));
    }
}
