//! What is found out about clips, against the known truth of the built-in actors.

use segue_actors::{Locomotion, Pace};
use segue_motion::{
    Anatomy, ConstraintKind, FlightSettings, FrameRange, GRAVITY, PlantSettings, find_plants, flights_of,
};

#[test]
fn the_plants_of_built_in_actors_are_found() {
    for pace in [Pace::Walk, Pace::Jog, Pace::Run, Pace::Sneak] {
        let clip = Locomotion::new(pace).perform().unwrap().clip;
        let found = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
        for kind in [ConstraintKind::LeftToe, ConstraintKind::RightToe] {
            let both = |frame: &usize| found.holds(kind, *frame) == clip.constraints().holds(kind, *frame);
            let agree = (0..clip.len()).filter(both).count() as f64 / clip.len() as f64;
            // A toe that comes down slowly stands from 7 cm on, which is what captured floors that are not level need.
            assert!(agree > 0.8, "{pace:?} {kind} {agree:.2}");
            // A plant that the clip's end cuts short may be found or not.
            let long = |plants: &[FrameRange]| {
                plants.iter().filter(|plant| plant.len() as f64 > 0.06 * clip.rate()).count()
            };
            assert_eq!(long(found.of(kind)), long(clip.constraints().of(kind)), "{pace:?} {kind}");
        }
    }
}

#[test]
fn the_flights_of_built_in_runners_are_found_where_they_were_planned() {
    for pace in [Pace::Jog, Pace::Run] {
        let performance = Locomotion::new(pace).perform().unwrap();
        let clip = &performance.clip;
        let flights = flights_of(clip, &Anatomy::of(clip.skeleton()), &FlightSettings::default()).unwrap();
        assert_eq!(flights.len(), performance.truth.flights.len(), "{pace:?}");
        for flight in flights {
            assert!(flight.residual < 0.002, "{pace:?} {flight:?}");
            assert!((flight.free_gravity - GRAVITY).abs() < 0.5, "{pace:?} {flight:?}");
        }
    }
}
