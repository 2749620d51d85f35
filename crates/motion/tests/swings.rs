//! Legs swing as fast as they do at the right rate only.

use segue_actors::{Locomotion, Pace};
use segue_motion::{Anatomy, SwingCheck, check_swings};

#[test]
fn steps_tell_a_rate_that_is_twice_too_high() {
    for pace in [Pace::Walk, Pace::Jog, Pace::Run, Pace::Sneak] {
        let clip = Locomotion { cycles: 5, ..Locomotion::new(pace) }.perform().unwrap().clip;
        let anatomy = Anatomy::of(clip.skeleton());
        let check = check_swings(&clip, &anatomy).unwrap();
        assert!(!check.is_too_fast(), "{pace:?}: {check:?}");
        let rate = 2.0 * clip.rate();
        let hurried = clip.with_rate(rate).unwrap();
        let too_fast = check_swings(&hurried, &anatomy).filter(SwingCheck::is_too_fast);
        assert!(too_fast.is_some(), "{pace:?}: {check:?} at half the rate");
    }
}
