use std::fmt::Write;

use super::*;
use crate::skeleton::PARENTS_ASKED;
use crate::{EndSite, Joint};
use glam::Quat;

/// A skeleton from lines `name parent x y z`, with `*` for an end site.
fn skeleton(lines: &str) -> Skeleton {
    let (mut joints, mut sites): (Vec<Joint>, Vec<EndSite>) = (Vec::new(), Vec::new());
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (name, rest) = line.split_once('|').unwrap();
        let mut fields = rest.split_whitespace();
        let parent = fields.next().unwrap();
        let parent = joints.iter().position(|joint| joint.name == parent.replace('~', " ")).map(JointId::new);
        let numbers: Vec<f32> = fields.map(|field| field.parse().unwrap()).collect();
        let offset = Vec3::from_slice(&numbers);
        match name {
            "*" => sites.push(EndSite { parent: parent.unwrap(), offset }),
            _ => joints.push(Joint { name: name.into(), parent, offset, rest: Quat::IDENTITY }),
        }
    }
    Skeleton::new(joints, sites).unwrap()
}

/// The shape of a person; `{a}` … are filled in by the spelling of a rig.
fn person(names: &str) -> Skeleton {
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    let names: [&str; 20] = names.try_into().expect("twenty names");
    let [hips, lb, sp, ch, neck, head, lc, ls, le, lw, rc, rs, re, rw, lh, lk, la, rh, rk, ra] = names;
    let tilde = |name: &str| name.replace(' ', "~");
    let mut text = format!("{hips}|- 0 1 0\n");
    let mut add =
        |name: &str, parent: &str, at: &str| writeln!(text, "{name}|{} {at}", tilde(parent)).unwrap();
    add(lb, hips, "0 0.1 0");
    add(sp, lb, "0 0.15 0");
    add(ch, sp, "0 0.15 0");
    add(neck, ch, "0 0.15 0");
    add(head, neck, "0 0.1 0");
    add("*", head, "0 0.2 0");
    for (x, [c, s, e, w]) in [(1, [lc, ls, le, lw]), (-1, [rc, rs, re, rw])] {
        add(c, ch, &format!("{} 0.1 0", 0.05 * x as f32));
        add(s, c, &format!("{} 0 0", 0.12 * x as f32));
        add(e, s, &format!("{} 0 0", 0.28 * x as f32));
        add(w, e, &format!("{} 0 0", 0.25 * x as f32));
        add("*", w, &format!("{} 0 0", 0.1 * x as f32));
    }
    for (x, [h, k, a]) in [(1, [lh, lk, la]), (-1, [rh, rk, ra])] {
        add(h, hips, &format!("{} -0.05 0", 0.1 * x as f32));
        add(k, h, "0 -0.42 0");
        add(a, k, "0 -0.42 0");
        add("*", a, "0 -0.08 0.18");
        add("*", a, "0 -0.08 -0.05");
    }
    skeleton(&text)
}

fn assert_person(skeleton: &Skeleton) {
    let anatomy = Anatomy::of(skeleton);
    let index = |role| anatomy.joint(role).map(JointId::index);
    assert_eq!(index(Role::Hips), Some(0), "{skeleton}{anatomy}");
    assert_eq!(anatomy.spine().iter().map(|j| j.index()).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(anatomy.neck().iter().map(|j| j.index()).collect::<Vec<_>>(), [4]);
    assert_eq!(index(Role::Head), Some(5));
    for (side, first) in [(Side::Left, 6), (Side::Right, 10)] {
        let roles = [Role::Shoulder(side), Role::Elbow(side), Role::Wrist(side)];
        assert_eq!(roles.map(index), [1, 2, 3].map(|i| Some(first + i)), "{skeleton}{anatomy}");
    }
    for (side, first) in [(Side::Left, 14), (Side::Right, 17)] {
        let roles = [Role::Hip(side), Role::Knee(side), Role::Ankle(side)];
        assert_eq!(roles.map(index), [0, 1, 2].map(|i| Some(first + i)), "{skeleton}{anatomy}");
    }
    // End sites: head, wrists, then toe and heel of either foot.
    let point = |kind| anatomy.point(kind).unwrap().index() - skeleton.len();
    assert_eq!((point(ConstraintKind::LeftToe), point(ConstraintKind::LeftHeel)), (3, 4));
    assert_eq!((point(ConstraintKind::RightToe), point(ConstraintKind::RightHeel)), (5, 6));
    assert!(anatomy.rest_facing(skeleton).distance(Vec3::Z) < 1e-6);
    assert!((anatomy.leg_length(skeleton).unwrap() - 0.84).abs() < 1e-6);
}

#[test]
fn rigs_of_many_makes_are_read_by_name() {
    assert_person(&person(
        "mixamorig:Hips, mixamorig:Spine, mixamorig:Spine1, mixamorig:Spine2, mixamorig:Neck,
         mixamorig:Head, mixamorig:LeftShoulder, mixamorig:LeftArm, mixamorig:LeftForeArm,
         mixamorig:LeftHand, mixamorig:RightShoulder, mixamorig:RightArm, mixamorig:RightForeArm,
         mixamorig:RightHand, mixamorig:LeftUpLeg, mixamorig:LeftLeg, mixamorig:LeftFoot,
         mixamorig:RightUpLeg, mixamorig:RightLeg, mixamorig:RightFoot",
    ));
    assert_person(&person(
        "Bip01 Pelvis, Bip01 Spine, Bip01 Spine1, Bip01 Spine2, Bip01 Neck, Bip01 Head, Bip01 L Clavicle,
         Bip01 L UpperArm, Bip01 L Forearm, Bip01 L Hand, Bip01 R Clavicle, Bip01 R UpperArm,
         Bip01 R Forearm, Bip01 R Hand, Bip01 L Thigh, Bip01 L Calf, Bip01 L Foot, Bip01 R Thigh,
         Bip01 R Calf, Bip01 R Foot",
    ));
    assert_person(&person(
        "root, lowerback, upperback, thorax, lowerneck, head, lclavicle, lhumerus, lradius, lwrist,
         rclavicle, rhumerus, rradius, rwrist, lfemur, ltibia, lfoot, rfemur, rtibia, rfoot",
    ));
    assert_person(&person(
        "pelvis, spine_01, spine_02, spine_03, neck_01, head, clavicle_l, upperarm_l, lowerarm_l, hand_l,
         clavicle_r, upperarm_r, lowerarm_r, hand_r, thigh_l, calf_l, foot_l, thigh_r, calf_r, foot_r",
    ));
    assert_person(&person(
        "Hips, lowerback, Chest, Chest2, Neck, Head, LeftCollar, LeftShoulder, LeftElbow, LeftWrist,
         RightCollar, RightShoulder, RightElbow, RightWrist, LeftHip, LeftKnee, LeftAnkle, RightHip,
         RightKnee, RightAnkle",
    ));
    assert_person(&person(
        "DEF-hips, DEF-spine.001, DEF-spine.002, DEF-spine.003, DEF-neck, DEF-head, DEF-shoulder.L,
         DEF-upper_arm.L, DEF-forearm.L, DEF-hand.L, DEF-shoulder.R, DEF-upper_arm.R, DEF-forearm.R,
         DEF-hand.R, DEF-thigh.L, DEF-shin.L, DEF-foot.L, DEF-thigh.R, DEF-shin.R, DEF-foot.R",
    ));
}

#[test]
fn rigs_without_names_are_read_by_shape() {
    assert_person(&nameless());
}

fn nameless() -> Skeleton {
    let names: Vec<String> = (0..20).map(|i| format!("bone_{i}")).collect();
    person(&names.join(","))
}

#[test]
fn what_is_above_a_nameless_head_is_not_taken_for_it() {
    let figure = nameless();
    let head = Anatomy::of(&figure).joint(Role::Head).unwrap();
    let mut joints = figure.joints().to_vec();
    for (name, x, y) in [("bone_20", 0.0, 0.2), ("bone_21", 0.03, 0.08), ("bone_22", -0.03, 0.08)] {
        let (parent, rest) = (Some(head), Quat::IDENTITY);
        joints.push(Joint { name: name.into(), parent, offset: Vec3::new(x, y, 0.05), rest });
    }
    let whole = Skeleton::new(joints, figure.end_sites().to_vec()).unwrap();
    assert_eq!(Anatomy::of(&whole).joint(Role::Head), Some(head));
}

#[test]
fn numbered_limbs_take_their_side_from_the_name_and_the_rest_from_shape() {
    assert_person(&person(
        "torso_joint_1, torso_joint_2, torso_joint_3, torso_joint_4, neck_joint_1, neck_joint_2,
         arm_joint_L_1, arm_joint_L_2, arm_joint_L_3, arm_joint_L_4, arm_joint_R_1, arm_joint_R_2,
         arm_joint_R_3, arm_joint_R_4, leg_joint_L_1, leg_joint_L_2, leg_joint_L_3, leg_joint_R_1,
         leg_joint_R_2, leg_joint_R_3",
    ));
}

#[test]
fn a_foot_with_a_toe_joint_stands_on_it_and_on_its_ankle() {
    let skeleton = skeleton(
        "Hips|- 0 1 0
         LHipJoint|Hips 0 0 0
         LeftUpLeg|LHipJoint 0.1 -0.1 0
         LeftLeg|LeftUpLeg 0 -0.4 0
         LeftFoot|LeftLeg 0 -0.4 0
         LeftToeBase|LeftFoot 0 -0.05 0.13
         *|LeftToeBase 0 0 0.06",
    );
    let anatomy = Anatomy::of(&skeleton);
    assert_eq!(anatomy.joint(Role::Hip(Side::Left)), skeleton.find("LeftUpLeg"));
    let toe = skeleton.find("LeftToeBase").unwrap();
    assert_eq!(anatomy.joint(Role::Toe(Side::Left)), Some(toe));
    assert_eq!(anatomy.point(ConstraintKind::LeftToe), Some(PointId::joint(toe)));
    let ankle = skeleton.find("LeftFoot").unwrap();
    assert_eq!(anatomy.point(ConstraintKind::LeftHeel), Some(PointId::joint(ankle)));
    assert_eq!(anatomy.point(ConstraintKind::RightHeel), None);
}

#[test]
fn arms_hung_on_the_neck_do_not_make_it_spine() {
    let skeleton = skeleton(
        "Pelvis|- 0 1 0
         Spine|Pelvis 0 0.2 0
         Neck|Spine 0 0.3 0
         Head|Neck 0 0.1 0
         L Clavicle|Neck 0.05 0 0
         L UpperArm|L~Clavicle 0.1 0 0
         L Forearm|L~UpperArm 0.3 0 0
         L Hand|L~Forearm 0.3 0 0
         R Clavicle|Neck -0.05 0 0
         R UpperArm|R~Clavicle -0.1 0 0
         R Forearm|R~UpperArm -0.3 0 0
         R Hand|R~Forearm -0.3 0 0",
    );
    let anatomy = Anatomy::of(&skeleton);
    assert_eq!(anatomy.spine(), [skeleton.find("Spine").unwrap()]);
    assert_eq!(anatomy.neck(), [skeleton.find("Neck").unwrap()]);
}

/// A person without names, with controls where its feet are, as in rigs that are posed by them.
#[test]
fn controls_at_the_place_of_a_foot_are_not_its_partner() {
    let mut text = String::from("a|- 0 0 0\nhips|a 0 0.9 0\n");
    for (x, s) in [(0.1, "p"), (-0.1, "q")] {
        writeln!(
            text,
            "c{s}1|a {x} 0 0.1\nc{s}2|c{s}1 0 0 -0.1\nc{s}3|c{s}2 0 0 0.05\nc{s}4|c{s}3 0 0.15 -0.05"
        )
        .unwrap();
        writeln!(
            text,
            "h{s}|hips {x} 0 0\nk{s}|h{s} 0 -0.45 0.01\nf{s}|k{s} 0 -0.3 -0.01\nt{s}|f{s} 0 -0.12 0.11"
        )
        .unwrap();
    }
    text.push_str("chest|hips 0 0.4 0\nneck|chest 0 0.2 0\n");
    for (x, s) in [(1.0, "p"), (-1.0, "q")] {
        writeln!(
            text,
            "s{s}|chest {} 0.1 0\ne{s}|s{s} {} 0 0\nw{s}|e{s} {} 0 0",
            0.15 * x,
            0.28 * x,
            0.25 * x
        )
        .unwrap();
    }
    let skeleton = skeleton(&text);
    let anatomy = Anatomy::of(&skeleton);
    for (side, s) in [(Side::Left, "p"), (Side::Right, "q")] {
        let leg =
            anatomy.leg(side).map(|leg| [leg.hip, leg.knee, leg.ankle].map(|joint| skeleton.name(joint)));
        assert_eq!(leg, Some([&*format!("h{s}"), &*format!("k{s}"), &*format!("f{s}")]), "{anatomy}");
    }
}

/// Arms that end at the elbow, beside the thighs.
#[test]
fn a_thigh_is_no_hand() {
    let mut text = String::from("a|- 0 0.9 0\nb|a 0 0.3 0\nhead|b 0 0.3 0\n");
    for (x, s) in [(1.0, "p"), (-1.0, "q")] {
        writeln!(text, "s{s}|b {} 0.2 0\ne{s}|s{s} 0 -0.25 -0.01", 0.25 * x).unwrap();
        writeln!(text, "h{s}|a {} 0 0\nk{s}|h{s} 0 -0.45 0", 0.1 * x).unwrap();
    }
    let skeleton = skeleton(&text);
    let anatomy = Anatomy::of(&skeleton);
    let name = |role| anatomy.joint(role).map(|joint| skeleton.name(joint));
    assert_eq!(name(Role::Hip(Side::Left)), Some("hp"), "{anatomy}");
    assert_eq!(name(Role::Shoulder(Side::Left)), Some("sp"), "{anatomy}");
    assert_eq!(name(Role::Wrist(Side::Left)), None, "{anatomy}");
}

/// Seven nodes: a root on the floor, legs, a torso, arms, and something on the head.
#[test]
fn rigid_figures_with_short_legs_are_found_without_names() {
    let skeleton = skeleton(
        "a|- 0 0.02 0
         b|a 0.12 0.18 -0.02
         c|a -0.12 0.18 -0.02
         d|a 0 0.18 -0.02
         e|d 0.3 0.17 0
         f|d -0.3 0.17 0
         g|d 0 0.6 0",
    );
    let anatomy = Anatomy::of(&skeleton);
    assert_eq!(anatomy.humanoid(), Ok(()));
    assert_eq!(anatomy.joint(Role::Hip(Side::Left)), skeleton.find("b"), "{anatomy}");
}

#[test]
fn a_figure_with_nothing_of_a_body_has_no_roles() {
    let skeleton = skeleton("a|- 0 0 0\nb|a 0 1 0");
    let anatomy = Anatomy::of(&skeleton);
    assert_eq!(anatomy.roles().count(), 0, "{anatomy}");
    assert_eq!(anatomy.hips(), JointId::ROOT);
    assert_eq!(anatomy.rest_facing(&skeleton), Vec3::Z);
    assert_eq!(anatomy.leg_length(&skeleton), None);
}

/// Two chains of 300 joints, and all other joints as tips at the end of one of them: a file made to keep a reader busy.
fn crowd(joints: usize) -> Skeleton {
    let joint = |index: usize| {
        let parent = match index {
            0 => None,
            301 => Some(0),
            602.. => Some(601),
            _ => Some(index - 1),
        };
        let x = if index < 301 { -0.01 } else { 0.01 };
        let offset = Vec3::new(x, -0.001 * (index % 7) as f32, 0.0);
        Joint { name: format!("j{index}"), parent: parent.map(JointId::new), offset, rest: Quat::IDENTITY }
    };
    Skeleton::new((0..joints).map(joint).collect(), vec![]).unwrap()
}

#[test]
fn the_work_grows_with_the_joints_and_not_with_their_square() {
    let steps = |joints: usize| {
        let skeleton = crowd(joints);
        let before = PARENTS_ASKED.get();
        let (anatomy, tree) = (Anatomy::of(&skeleton), skeleton.to_string());
        assert_eq!((anatomy.hips(), tree.lines().count()), (JointId::ROOT, joints));
        PARENTS_ASKED.get() - before
    };
    let (few, many) = (steps(5_000), steps(40_000));
    assert!(many <= 10 * few, "{many} steps for eight times the joints of {few} steps");
}

#[test]
fn the_common_ancestor_is_the_deepest_that_carries_both() {
    let skeleton = crowd(700);
    for (a, b) in [(0, 0), (5, 5), (3, 250), (650, 699), (640, 200), (601, 650), (302, 699), (0, 400)] {
        let (a, b) = (JointId::new(a), JointId::new(b));
        let naive = skeleton.ancestors(a).find(|&above| skeleton.ancestors(b).any(|other| other == above));
        assert_eq!(
            (Some(common_ancestor(&skeleton, a, b)), Some(common_ancestor(&skeleton, b, a))),
            (naive, naive)
        );
    }
}
