//! Playing allocates nothing.

mod walker;

use std::sync::Arc;

use segue_blend::{Averaging, Ensemble, FootLock, Player, PlayerSettings};
use segue_motion::{Anatomy, ClipSet};
use segue_register::{RegisterSettings, register};
use walker::Gait;

#[global_allocator]
static ALLOCATOR: segue_heap::Counting = segue_heap::Counting;

#[test]
fn a_step_allocates_nothing() {
    let clips = [0.9, 1.1, 1.3].map(|speed| Gait { speed, ..Gait::STEADY }.clip());
    let clips = ClipSet::of(clips).unwrap();
    let registration =
        register(&clips, &RegisterSettings { force: true, ..RegisterSettings::default() }).unwrap();
    let ensemble = Arc::new(Ensemble::new(&clips, registration).unwrap());
    let anatomy = Anatomy::of(ensemble.skeleton());
    for averaging in [Averaging::Sum, Averaging::ExponentialMap] {
        for looping in [false, true] {
            let settings = PlayerSettings { averaging, looping, ..PlayerSettings::default() };
            let mut player = Player::new(ensemble.clone(), settings).unwrap();
            let mut lock = FootLock::new(ensemble.skeleton().clone(), &anatomy, 0.3);
            let mut pose = ensemble.rest_pose();
            let before = segue_heap::allocations();
            for step in 0..600 {
                let share = f64::from(step % 100) / 100.0;
                player.step(1.0 / 60.0, &[share, 1.0 - share, 0.3], &mut pose).unwrap();
                lock.apply(1.0 / 60.0, |kind| player.holds(kind), &mut pose);
            }
            assert_eq!(segue_heap::allocations() - before, 0, "{averaging:?}, looping {looping}");
        }
    }
    assert!(segue_heap::allocations() > 0, "the allocator counts");
}
