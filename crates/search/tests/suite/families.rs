//! Clips of several skeletons in one index.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use crate::common::{figure, figure_clip, settings};
use glam::{Quat, Vec3};
use segue_motion::{Clip, ClipId, Joint, Pose, Skeleton};
use segue_search::{Index, SearchError, SearchSettings, Segment, Web, WebSettings};

/// A clip moved over to another skeleton joint by joint; the root goes up with `scale`.
fn on(skeleton: &Arc<Skeleton>, clip: &Clip, scale: f32) -> Clip {
    let mut builder =
        Clip::builder(format!("{} on another", clip.name()), skeleton.clone(), clip.rate(), &[]);
    for frame in clip.frames() {
        let mut pose = Pose::rest(skeleton);
        pose.root = frame.root * scale;
        pose.rotations[..frame.rotations.len()].copy_from_slice(frame.rotations);
        builder.push(&pose).unwrap();
    }
    builder.finish().unwrap()
}

fn changed(change: impl Fn(&mut Vec<Joint>)) -> Arc<Skeleton> {
    let mut joints = figure().joints().to_vec();
    change(&mut joints);
    Arc::new(Skeleton::new(joints, Vec::new()).unwrap())
}

fn taller() -> Arc<Skeleton> {
    changed(|joints| joints.iter_mut().for_each(|joint| joint.offset *= 1.2))
}

fn with_head() -> Arc<Skeleton> {
    changed(|joints| {
        let parent = joints[2].parent;
        joints.push(Joint { name: "Head".into(), parent, offset: Vec3::Y * 0.2, rest: Quat::IDENTITY });
    })
}

#[test]
fn each_family_of_skeletons_is_searched_by_itself() {
    let mut index = Index::new(settings()).unwrap();
    let clip = figure_clip(7, 150);
    let plain = [index.add(&clip).unwrap(), index.add(&figure_clip(8, 150)).unwrap()];
    let headed = index.add(&on(&with_head(), &clip, 1.0)).unwrap();
    assert_eq!(index.families(), [plain.to_vec(), vec![headed]]);
    assert_eq!(index.missing(), [[0, 0], [0, 1], [1, 1], [2, 2]].map(|pair| pair.map(ClipId::new)));
    index.build_missing();
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let graph = index.search(query, &SearchSettings::default()).unwrap();
    assert!(graph.nodes().len() > 1 && graph.nodes().iter().all(|node| node.segment.clip != headed));
    let error =
        index.explain(query, Segment { clip: headed, ..query }, &SearchSettings::default()).unwrap_err();
    assert!(matches!(error, SearchError::Families { .. }), "{error}");
    let web = Web::clone(&index.web([ClipId::FIRST, ClipId::SECOND]).unwrap());
    assert!(matches!(index.insert([ClipId::FIRST, headed], web), Err(SearchError::Families { .. })));
}

#[test]
fn people_of_different_sizes_are_compared_on_one_skeleton() {
    let mut index = Index::new(settings()).unwrap();
    let clip = figure_clip(7, 150);
    index.add(&clip).unwrap();
    let tall = index.add(&on(&taller(), &clip, 1.2)).unwrap();
    assert_eq!(index.families(), [vec![ClipId::FIRST, tall]]);
    assert!(index.note(ClipId::FIRST).is_none());
    assert!(index.note(tall).unwrap().contains("was retargeted"), "{:?}", index.note(tall));
    index.build_missing();
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let found = index.matches(query, &SearchSettings::default()).unwrap();
    let same = Segment { clip: tall, ..query };
    assert!(found.iter().any(|found| found.segment.overlap(&same) > 0.9 && found.metres() < 0.02));
}

#[test]
fn a_fingerprint_tells_what_a_web_was_made_of() {
    let fingerprint = |settings: WebSettings, clips: &[Clip], pair| {
        let mut index = Index::new(settings).unwrap();
        for clip in clips {
            index.add(clip).unwrap();
        }
        index.fingerprint(pair)
    };
    let clips = [figure_clip(1, 60), figure_clip(2, 60), figure_clip(3, 60)];
    let known = fingerprint(settings(), &clips, [ClipId::FIRST, ClipId::SECOND]);
    assert_eq!(
        known,
        fingerprint(settings(), &clips[..2], [ClipId::FIRST, ClipId::SECOND]),
        "other clips do not matter"
    );
    assert_ne!(known, fingerprint(settings(), &clips, [ClipId::FIRST, ClipId::new(2)]), "the clip does");
    let longer = WebSettings { bridge_secs: 3.0, ..settings() };
    assert_ne!(known, fingerprint(longer, &clips, [ClipId::FIRST, ClipId::SECOND]), "so does a setting");
    let tall = on(&taller(), &figure_clip(9, 60), 1.2);
    let carried = [tall, clips[0].clone(), clips[1].clone()];
    assert_ne!(
        known,
        fingerprint(settings(), &carried, [ClipId::SECOND, ClipId::new(2)]),
        "and the skeleton they are seen on"
    );
}
