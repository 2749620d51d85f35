//! Playing a parameterized motion allocates nothing.
#![allow(clippy::unwrap_used, reason = "tests")]

use segue_actors::Kick;
use segue_blend::PlayerSettings;
use segue_motion::ClipSet;
use segue_parametric::{BuildSettings, Control, Parametric};

#[global_allocator]
static ALLOCATOR: segue_heap::Counting = segue_heap::Counting;

#[test]
fn a_step_allocates_nothing() {
    let kick = |height: f64| Kick { height, ..Kick::default() }.perform().unwrap().clip;
    let examples = ClipSet::of([0.6, 0.75, 0.9, 1.05, 1.2].map(kick)).unwrap();
    let settings = BuildSettings { tries: 100, ..BuildSettings::default() };
    let parametric = Parametric::build(&examples, &[], "ankle.r.y @apex", &settings).unwrap();
    let mut control = Control::new(&parametric, PlayerSettings::default()).unwrap();
    let mut pose = parametric.ensemble().rest_pose();
    let before = segue_heap::allocations();
    for step in 0..600 {
        let height = 0.6 + 0.001 * f64::from(step);
        control.step(1.0 / 120.0, &[height], &mut pose).unwrap();
    }
    assert!(control.has_ended(), "to the end and beyond");
    control.restart(segue_motion::Ground::IDENTITY);
    control.step(1.0 / 120.0, &[0.9], &mut pose).unwrap();
    assert_eq!(segue_heap::allocations() - before, 0);
    assert!(segue_heap::allocations() > 0, "the allocator counts");
}
