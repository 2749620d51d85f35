//! Sets of clips on one figure.

use std::sync::Arc;

use crate::common::{apart, other_figure, walk, with_bent_knees, with_other_legs};
use glam::Quat;
use segue_actors::rigs::{rolled, with_sides_exchanged};
use segue_motion::{
    Anatomy, AnatomyCertainty, Clip, ClipSet, Joint, JointId, Retarget, Skeleton, SkeletonChoice,
};

#[test]
fn a_set_of_clips_says_what_is_doubtful_on_its_figure() {
    let given = |figure: Skeleton| {
        let set = ClipSet::new([walk()], &SkeletonChoice::Given(Arc::new(figure))).unwrap();
        set.doubts().map(str::to_owned).collect::<Vec<_>>()
    };
    let figure = other_figure();
    assert_eq!(given(figure.as_ref().clone()), Vec::<String>::new());
    let said = given(with_other_legs(&figure, 3.0, 1.0));
    assert!(
        said[0].contains("on the given skeleton: its") && said[0].contains("as fast as captured"),
        "{said:?}"
    );
    let said = given(with_sides_exchanged(&with_bent_knees(&figure, 0.03)));
    assert!(said[0].contains("the body of the given skeleton is sure: left and right"), "{said:?}");
}

#[test]
fn a_set_knows_its_body_by_the_first_frame_of_its_clip_where_the_rest_pose_is_none() {
    let (clip, figure) = (walk(), other_figure());
    let axes = Arc::new(rolled(&figure, 7));
    let on_axes = Retarget::guessed(clip.skeleton(), axes.clone()).unwrap().clip(&clip).unwrap();
    // The same offsets without any turn: bones that point anywhere.
    let joints = axes.joints().iter().map(|joint| Joint { rest: Quat::IDENTITY, ..joint.clone() }).collect();
    let heap = Arc::new(Skeleton::new(joints, axes.end_sites().to_vec()).unwrap());
    assert_eq!(Anatomy::of(&heap).certainty(), AnatomyCertainty::Doubtful);
    let mut frames = Clip::builder("heap", heap, on_axes.rate(), &[]);
    on_axes.frames().for_each(|pose| frames.push(&pose.to_pose()).unwrap());
    let heap = Arc::new(frames.finish().unwrap());
    let other = Arc::new(clip.clone());
    for (choice, clips) in [
        (SkeletonChoice::First, vec![heap.clone(), other.clone()]),
        (SkeletonChoice::LentBy(heap.clone()), vec![other.clone()]),
    ] {
        let set = ClipSet::new(clips, &choice).unwrap();
        let carried = set.clips().last().unwrap();
        assert_eq!(carried.skeleton(), heap.skeleton());
        let far = apart(&on_axes, carried, 1.0, JointId::index);
        let unseen = ClipSet::new([other.clone()], &SkeletonChoice::Given(heap.skeleton().clone())).unwrap();
        let further = apart(&on_axes, unseen.clips().last().unwrap(), 1.0, JointId::index);
        assert!(far < 0.02 && further > 0.25, "{far} {further}");
    }
}
