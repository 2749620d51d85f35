use glam::Quat;
use proptest::prelude::*;

use super::*;
use crate::testing::{person, walk};
use crate::{EndSite, Joint, JointId, Mismatch};

fn clip(name: &str) -> Clip {
    walk(30.0, 1.0).renamed(name)
}

/// The walk on a figure whose joints are changed.
fn changed(name: &str, change: impl Fn(&mut Vec<Joint>)) -> Clip {
    let original = clip(name);
    let mut joints = original.skeleton().joints().to_vec();
    change(&mut joints);
    let sites = original.skeleton().end_sites().iter().filter(|site| site.parent.index() < joints.len());
    let skeleton = Skeleton::new(joints.clone(), sites.cloned().collect()).unwrap();
    on(name, &original, skeleton)
}

/// The poses of a clip on another skeleton with at most as many joints.
fn on(name: &str, clip: &Clip, skeleton: Skeleton) -> Clip {
    let joints = skeleton.len();
    let mut frames = Clip::builder(name, Arc::new(skeleton), clip.rate(), &[]);
    for pose in clip.frames() {
        let mut pose = pose.to_pose();
        pose.rotations.truncate(joints);
        frames.push(&pose).unwrap();
    }
    frames.finish().unwrap()
}

fn scaled(name: &str, by: f32) -> Clip {
    changed(name, |joints| joints.iter_mut().skip(1).for_each(|joint| joint.offset *= by))
}

/// The walk with its joints listed depth first, another order of the same tree.
fn reordered(name: &str) -> Clip {
    let original = clip(name);
    let skeleton = original.skeleton();
    let order = skeleton.depth_first();
    assert!(order != skeleton.ids().collect::<Vec<_>>());
    let new_id = |old: JointId| JointId::new(order.iter().position(|&id| id == old).unwrap());
    let joint = |&old: &JointId| {
        let joint = skeleton.joint(old);
        Joint { parent: joint.parent.map(new_id), ..joint.clone() }
    };
    let sites =
        skeleton.end_sites().iter().map(|site| EndSite { parent: new_id(site.parent), ..site.clone() });
    let reordered = Skeleton::new(order.iter().map(joint).collect(), sites.collect()).unwrap();
    let mut frames = Clip::builder(name, Arc::new(reordered), original.rate(), &[]);
    for pose in original.frames() {
        let mut pose = pose.to_pose();
        pose.rotations = order.iter().map(|old| pose.rotations[old.index()]).collect();
        frames.push(&pose).unwrap();
    }
    frames.finish().unwrap()
}

#[test]
fn every_way_to_be_no_set_is_named() {
    // No clip.
    assert_eq!(ClipSet::of(Vec::<Clip>::new()).unwrap_err(), ClipSetError::Empty);
    let given = SkeletonChoice::Given(Arc::new(person()));
    assert_eq!(ClipSet::new(Vec::<Clip>::new(), &given).unwrap_err(), ClipSetError::Empty);
    // A skeleton of a clip that is not there.
    let missing = ClipSetError::NotThere { found: ClipId::new(2), clips: 2 };
    let choice = SkeletonChoice::Of(ClipId::new(2));
    assert_eq!(ClipSet::new([clip("a"), clip("b")], &choice).unwrap_err(), missing);
    // Another number of joints, another name, another tree: both sides are named. A trunk alone is no body.
    let trunk = |name: &str, change: &dyn Fn(&mut Vec<Joint>)| {
        let mut joints = person().joints()[..5].to_vec();
        change(&mut joints);
        let skeleton = Arc::new(Skeleton::new(joints, vec![]).unwrap());
        let mut frames = Clip::builder(name, skeleton.clone(), 30.0, &[]);
        frames.push(&crate::Pose::rest(&skeleton)).unwrap();
        frames.finish().unwrap()
    };
    let whole = trunk("a", &|_| ());
    let fewer = trunk("b", &|joints| joints.truncate(4));
    let renamed = trunk("b", &|joints| joints[3].name = "Other".into());
    let regrown = trunk("b", &|joints| joints[4].parent = Some(JointId::ROOT));
    let refused = |other: Clip| match ClipSet::of([whole.clone(), other]).unwrap_err() {
        ClipSetError::NeedsMap { clip, owner, reason } => {
            assert_eq!((clip.as_str(), owner), ("b", SkeletonOwner::Clip("a".into())));
            reason
        }
        other => panic!("{other}"),
    };
    assert!(matches!(refused(fewer), Mismatch::Count { .. }));
    assert!(matches!(refused(renamed.clone()), Mismatch::Missing { .. }));
    assert!(matches!(refused(regrown), Mismatch::Parent { .. }));
    let given = SkeletonChoice::Given(whole.skeleton().clone());
    let error = ClipSet::new([renamed], &given).unwrap_err().to_string();
    assert!(
        error.contains("the given figure and clip `b` have different skeletons: only one has a joint"),
        "{error}"
    );
    // Selections.
    let set = ClipSet::of([clip("a")]).unwrap();
    assert_eq!(set.select(&[]).unwrap_err(), ClipSetError::Empty);
    assert!(matches!(set.select(&[ClipId::SECOND]).unwrap_err(), ClipSetError::NotThere { .. }));
}

#[test]
fn bodies_of_other_joints_are_retargeted_without_a_map() {
    let other = changed("b", |joints| {
        for (index, joint) in joints.iter_mut().enumerate() {
            joint.name = format!("bone{index}");
        }
    });
    let set = ClipSet::of([clip("a"), other]).unwrap();
    assert_eq!(set[ClipId::SECOND].skeleton(), set.skeleton());
    assert!(
        set.note(ClipId::SECOND).unwrap().contains("`b` was retargeted"),
        "{:?}",
        set.note(ClipId::SECOND)
    );
}

#[test]
fn clips_of_the_skeleton_are_not_copied() {
    let clips = [Arc::new(clip("a")), Arc::new(clip("b"))];
    let set = ClipSet::of(clips.clone()).unwrap();
    for (id, clip) in set.ids().zip(&clips) {
        assert!(Arc::ptr_eq(set.shared(id), clip));
    }
    let swapped = set.select(&[ClipId::SECOND, ClipId::FIRST]).unwrap();
    assert!(Arc::ptr_eq(swapped.shared(ClipId::FIRST), &clips[1]));
}

#[test]
fn clips_that_differ_move_the_skeleton_of_the_set_and_say_so() {
    for (other, why) in [
        (scaled("b", 1.2), "differs by"),
        (changed("b", |joints| joints[6].rest = Quat::from_rotation_x(0.2)), "differs by"),
        (reordered("b"), "another order"),
    ] {
        let read = ContentHash::of(&other);
        let set = ClipSet::of([clip("a"), other]).unwrap();
        assert_eq!(set[ClipId::SECOND].skeleton(), set.skeleton());
        let note = set.note(ClipId::SECOND).unwrap();
        assert!(note.contains("`b` was retargeted to the skeleton of `a`") && note.contains(why), "{note}");
        assert_eq!(set.note(ClipId::FIRST), None);
        assert_eq!(set.hash_as_read(ClipId::SECOND), read);
        assert_ne!(ContentHash::of(&set[ClipId::SECOND]), read);
        let alone = set.standing_alone();
        assert_eq!(alone.hash_as_read(ClipId::SECOND), ContentHash::of(&set[ClipId::SECOND]));
        assert_eq!(alone.notes().count(), 0);
    }
}

#[test]
fn bones_that_differ_by_rounding_keep_their_poses_and_need_no_note() {
    let rounded = scaled("b", 1.004);
    let (read, poses) = (ContentHash::of(&rounded), rounded.clone());
    let set = ClipSet::of([clip("a"), rounded]).unwrap();
    let carried = &set[ClipId::SECOND];
    assert_eq!(carried.skeleton(), set.skeleton());
    assert!(
        carried.frames().zip(poses.frames()).all(|(a, b)| a.rotations == b.rotations && a.root == b.root)
    );
    assert_eq!((set.notes().count(), set.find(read)), (0, Some(ClipId::SECOND)));
}

#[test]
fn the_skeleton_is_the_one_that_is_chosen() {
    let clips = [Arc::new(clip("a")), Arc::new(scaled("b", 1.2))];
    let first = ClipSet::of(clips.clone()).unwrap();
    assert_eq!(first.skeleton(), clips[0].skeleton());
    let second = ClipSet::new(clips.clone(), &SkeletonChoice::Of(ClipId::SECOND)).unwrap();
    assert_eq!(second.skeleton(), clips[1].skeleton());
    assert_eq!(second.notes().collect::<Vec<_>>().len(), 1);
    assert!(second.note(ClipId::FIRST).unwrap().contains("the skeleton of `b`"));
    let given = SkeletonChoice::Given(scaled("c", 1.5).skeleton().clone());
    let given = ClipSet::new(clips, &given).unwrap();
    assert!(given.notes().all(|note| note.contains("the given skeleton")) && given.notes().count() == 2);
}

#[test]
fn what_would_be_carried_over_is_what_is_added() {
    let mut set = ClipSet::of([clip("a")]).unwrap();
    for other in [clip("same"), scaled("rounded", 1.004), scaled("longer", 1.2)] {
        let (carried, note) = set.carried_over(&other).unwrap();
        let carried = carried.into_owned();
        let id = set.push(other).unwrap();
        assert_eq!((&set[id], set.note(id)), (&carried, note.as_deref()));
    }
    assert!(set.push(changed("other", |joints| joints.truncate(5))).is_err());
    assert_eq!(set.len(), 4, "a clip that is refused changes nothing");
}

/// Figures of several sizes and orders of joints.
fn any_clip() -> impl Strategy<Value = Arc<Clip>> {
    (0..8usize, 0..3usize).prop_map(|(number, kind)| {
        let name = format!("{kind}-{number}");
        Arc::new(match kind {
            0 => scaled(&name, 0.8 + 0.1 * number as f32),
            1 => reordered(&name),
            _ => clip(&name),
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn order_and_fingerprints_are_those_of_the_clips(clips in prop::collection::vec(any_clip(), 1..6)) {
        let set = ClipSet::of(clips.clone()).unwrap();
        prop_assert_eq!(set.len(), clips.len());
        for ((id, clip), given) in set.iter().zip(&clips) {
            prop_assert_eq!(clip.name(), given.name());
            prop_assert_eq!(clip.len(), given.len());
            prop_assert_eq!(clip.skeleton(), clips[0].skeleton());
            prop_assert_eq!(set.hash_as_read(id), ContentHash::of(given));
        }
    }

    #[test]
    fn one_skeleton_is_the_identity(names in prop::collection::vec("[a-z]{1,4}", 1..5), chosen in 0..5usize) {
        let clips: Vec<Arc<Clip>> = names.iter().map(|name| Arc::new(clip(name))).collect();
        let choice = SkeletonChoice::Of(ClipId::new(chosen % clips.len()));
        let set = ClipSet::new(clips.clone(), &choice).unwrap();
        prop_assert!(set.ids().zip(&clips).all(|(id, clip)| Arc::ptr_eq(set.shared(id), clip)));
        prop_assert_eq!(set.notes().count(), 0);
    }

    #[test]
    fn a_set_of_a_sets_clips_is_the_same_set(clips in prop::collection::vec(any_clip(), 1..6)) {
        let once = ClipSet::of(clips).unwrap();
        let twice = ClipSet::of(once.ids().map(|id| once.shared(id).clone())).unwrap();
        prop_assert!(once.ids().all(|id| Arc::ptr_eq(once.shared(id), twice.shared(id))));
        prop_assert_eq!(twice.notes().count(), 0);
    }

    #[test]
    fn the_order_of_the_others_changes_none_of_them(clips in prop::collection::vec(any_clip(), 2..6)) {
        let forward = ClipSet::of(clips.clone()).unwrap();
        let mut turned = clips;
        turned[1..].reverse();
        let backward = ClipSet::of(turned).unwrap();
        for id in forward.ids().skip(1) {
            let other = ClipId::new(forward.len() - id.index());
            prop_assert_eq!(&forward[id], &backward[other]);
            prop_assert_eq!(forward.note(id), backward.note(other));
        }
    }
}
