//! Takes as a whole.

use super::*;
use crate::action::check::refuses;
use crate::laws::assert_lawful;
use crate::{
    Blow, BoxStep, Cartwheel, Jump, Kick, Locomotion, Pace, Punch, Reach, SideKick, Stand, TurnInPlace,
};
use proptest::prelude::*;
use segue_motion::Side;

fn actions(take: &Performance) -> Vec<&str> {
    take.truth.segments.iter().map(|segment| segment.action.as_str()).collect()
}

/// The wheel is a whole turn of the body: who leans aside afterwards must not turn all the way back.
#[test]
fn what_follows_a_cartwheel_does_not_unwind_it() {
    let acts: [Act; 3] = [SideKick::default().into(), Kick::default().into(), Punch::default().into()];
    for act in acts {
        let script = vec![Cartwheel::default().into(), act];
        let take = Take { script, ..Take::default() }.perform().unwrap();
        let [.., after] = &take.truth.segments[..] else { panic!("there are two") };
        for frame in after.frames.first..take.clip.len() {
            let up = take.clip.frame(frame).rotations[0] * glam::Vec3::Y;
            assert!(up.y > 0.6, "{} lies down in frame {frame}: {up}", after.action);
        }
    }
}

fn script() -> Vec<Act> {
    let kick = |height| Act::from(Kick { height, ..Kick::default() });
    let punch = |blow, side| Act::from(Punch { blow, side, ..Punch::default() });
    vec![
        kick(0.7),
        kick(1.2),
        punch(Blow::Jab, Side::Left),
        punch(Blow::Cross, Side::Right),
        Locomotion { cycles: 1, ..Locomotion::new(Pace::Walk) }.into(),
        Reach::default().into(),
        Stand { seconds: 1.0, ..Stand::default() }.into(),
        SideKick::default().into(),
        TurnInPlace::default().into(),
        Jump::default().into(),
    ]
}

#[test]
fn a_take_is_lawful_and_names_its_actions_in_order() {
    for seed in [1, 2] {
        let take = Take { script: script(), seed, ..Take::default() }.perform().unwrap();
        assert_lawful(&take);
        let wanted = ["kick", "kick", "jab", "punch", "walk", "reach", "stand", "side kick", "turn", "jump"];
        assert_eq!(actions(&take), wanted);
        assert!(take.truth.segments.is_sorted_by(|a, b| a.frames.last <= b.frames.first));
    }
}

#[test]
fn a_step_up_is_followed_by_a_step_down_on_the_same_box() {
    let up = BoxStep { height: 0.16, ..BoxStep::default() };
    let down = BoxStep { down: true, ..up.clone() };
    let script = vec![up.into(), TurnInPlace::default().into(), down.clone().into()];
    let take = Take { script, ..Take::default() }.perform().unwrap();
    assert_lawful(&take);
    let height = |frame: usize| take.clip.frame(frame).root.y;
    assert!((height(take.clip.last_frame()) - height(0)).abs() < 1e-3);
    let turned = take.truth.segments[1].frames;
    assert!((height(turned.last) - height(0) - 0.16).abs() < 0.02);
    refuses(Take { script: vec![down.into()], ..Take::default() }.perform(), "height in m is 0.16");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]
    #[test]
    fn every_variant_of_the_repertoire_can_be_played(seed: u64) {
        for act in Act::repertoire() {
            let take = Take { script: act.variant(seed).and_back(), seed, ..Take::default() }.perform().unwrap();
            // The laws of gaits and jumps are tested where they are made.
            if act.is_staged() {
                assert_lawful(&take);
            }
        }
    }
}

/// Standing legs, swinging ones near the floor and kicks at their hit jumped in these.
#[test]
fn variants_that_smoothing_alone_left_jumping_are_lawful() {
    let [kick, leap, step] = [8, 11, 18].map(|i| Act::repertoire()[i].clone());
    let cases = [
        (kick, Figure::long_legged(), 135),
        (leap, Figure::short(), 9),
        (step.clone(), Figure::tall(), 18),
        (step, Figure::short(), 45),
    ];
    for (act, figure, seed) in cases {
        let script = act.variant(seed).and_back();
        assert_lawful(&Take { figure, script, seed, ..Take::default() }.perform().unwrap());
    }
    for act in Act::repertoire().into_iter().filter(Act::is_staged) {
        let seed = 11_133_506_992_611_388_537;
        let script = act.variant(seed).and_back();
        assert_lawful(&Take { script, seed, ..Take::default() }.perform().unwrap());
    }
}

#[test]
fn variants_come_in_another_order_and_done_another_way() {
    let acts = Act::repertoire();
    assert_eq!(acts.len(), 20);
    let takes = [1, 2].map(|seed| Take::of_variants(&acts[..], 1, seed));
    assert_eq!(takes[0].script.len(), 21, "a step up is followed by a step down");
    assert_ne!(takes[0], takes[1]);
    assert!(acts.iter().all(|act| act.variant(5) == act.variant(5) && act.variant(5) != act.variant(6)));
}

#[test]
fn noise_moves_every_joint_a_little_and_leaves_the_truth() {
    let script = vec![Act::from(Kick::default())];
    let [plain, noisy] =
        [0.0, 0.5].map(|noise| Take { script: script.clone(), noise, ..Take::default() }.perform().unwrap());
    assert_eq!(plain.truth, noisy.truth);
    let turns: Vec<f32> = plain
        .clip
        .frames()
        .zip(noisy.clip.frames())
        .flat_map(|(a, b)| {
            a.rotations.iter().zip(b.rotations).map(|(a, b)| a.angle_between(*b)).collect::<Vec<_>>()
        })
        .collect();
    let mean_square = turns.iter().map(|turn| turn.to_degrees().powi(2)).sum::<f32>() / turns.len() as f32;
    // Three axes of half a degree each.
    assert!((mean_square.sqrt() - 0.5 * 3.0_f32.sqrt()).abs() < 0.1, "{}", mean_square.sqrt());
}

#[test]
fn bad_scripts_are_refused_by_name() {
    let take = |script| Take { script, ..Take::default() }.perform();
    refuses(take(vec![]), "actions in the script is 0");
    refuses(take(vec![Stand { seconds: -1.0, ..Stand::default() }.into()]), "seconds is -1");
    refuses(take(vec![Kick { height: 9.0, ..Kick::default() }.into()]), "height in m is 9");
    refuses(Take { noise: -1.0, script: script(), ..Take::default() }.perform(), "noise in degrees is -1");
}
