//! Jump from both feet, hop on one.

use super::bounce::{Bounces, Wish};
use super::legs::feet;
use super::upper::Upper;
use crate::actor::Actor;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::perform::{Plan, check_rate};
use crate::truth::{Performance, Span};
use segue_motion::Side;

/// From what one jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spring {
    /// Off both feet.
    BothFeet,
    /// Off one foot, the other in the air: a hop.
    OneFoot(Side),
}

/// Jumps or hops, once or several times, on the spot, forward or turning.
///
/// ```
/// use segue_actors::Jump;
///
/// let jump = Jump { height: 0.3, ..Jump::default() }.perform()?;
/// let flight = jump.truth.flights[0];
/// // A rise of 0.3 m takes a quarter of a second; the way down ends a little lower.
/// assert!((flight.apex - flight.takeoff) / jump.clip.rate() > 0.23);
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Jump {
    /// Who jumps.
    pub figure: Figure,
    /// Off which feet.
    pub spring: Spring,
    /// Rise of the body above where it leaves the floor, in metres.
    pub height: f64,
    /// Forward from print to print, in metres.
    pub distance: f64,
    /// Turn in the air, in radians to the left.
    pub turn: f64,
    /// How many in a row.
    pub count: usize,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible variations.
    pub seed: u64,
}

impl Default for Jump {
    fn default() -> Self {
        Self {
            figure: Figure::default(),
            spring: Spring::BothFeet,
            height: 0.3,
            distance: 0.0,
            turn: 0.0,
            count: 1,
            rate: 60.0,
            seed: 1,
        }
    }
}

impl Jump {
    /// Four small hops forward on one foot.
    pub fn hop(side: Side) -> Self {
        Self { spring: Spring::OneFoot(side), height: 0.09, distance: 0.3, count: 4, ..Self::default() }
    }

    /// Makes the motion, from stand to stand.
    ///
    /// # Errors
    /// When a parameter is outside the range of people: the error names it and the range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        let bounces = Bounces::new(&actor, self.wish());
        let feet = feet(&bounces);
        let upper = Upper::new(&bounces, self.seed);
        let flights: Vec<(f64, f64)> =
            bounces.flights.iter().map(|flight| (flight.takeoff, flight.landing)).collect();
        Plan {
            name: self.action(),
            actor: &actor,
            rate: self.rate,
            duration: bounces.rest + 0.2,
            body: &|time| upper.body(&bounces, &feet, time),
            feet: &feet,
            flights: &flights,
            phase: None,
            spans: self.spans(&bounces),
            hand_plants: vec![],
            hand_ways: vec![],
            bound: vec![],
        }
        .perform()
    }

    fn wish(&self) -> Wish {
        let foot = match self.spring {
            Spring::BothFeet => None,
            Spring::OneFoot(side) => Some(side),
        };
        Wish { height: self.height, advance: self.distance, turn: self.turn, count: self.count, foot }
    }

    fn action(&self) -> &'static str {
        match self.spring {
            Spring::BothFeet => "jump",
            Spring::OneFoot(_) => "hop",
        }
    }

    fn spans(&self, bounces: &Bounces<'_>) -> Vec<Span> {
        let parameters = vec![("height", self.height), ("distance", self.distance), ("turn", self.turn)];
        let bounds = |i: usize| {
            let before = i.checked_sub(1).map_or(0.0, |i| bounces.flights[i].landing);
            let after = bounces.flights.get(i + 1).map_or(bounces.rest + 0.2, |_| bounces.flights[i].landing);
            (before, after)
        };
        let span = |i: usize| {
            let ((start, end), flight) = (bounds(i), bounces.flights[i]);
            let goal = Some(0.5 * (flight.takeoff + flight.landing));
            Span { action: self.action(), start, end, goal, parameters: parameters.clone() }
        };
        (0..bounces.flights.len()).map(span).collect()
    }

    fn check(&self) -> Result<(), ActorError> {
        check_rate(self.rate)?;
        let (height, distance) = match self.spring {
            Spring::BothFeet => ((0.05, 0.40), (-0.4, 1.6)),
            Spring::OneFoot(_) => ((0.03, 0.25), (-0.2, 0.9)),
        };
        within("height in m", self.height, height, "what legs can do")?;
        if self.count > 1 {
            within(
                "height in m",
                self.height,
                (height.0, height.1.min(0.25)),
                "higher ones need a new crouch each",
            )?;
        }
        within("distance in m", self.distance, distance, "what legs can do")?;
        let air = libm::sqrt(8.0 * self.height / 9.81);
        let farthest = 0.4 + 2.0 * self.height + 0.2 * air;
        within("distance in m", self.distance, (-farthest, farthest), "the flight is too short for more")?;
        let spin = 8.0 * air;
        within("turn in radians", self.turn, (-spin, spin), "the flight is too short for more")?;
        within("count", self.count as f64, (1.0, 50.0), "at least one, and not more than fills memory")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::{assert_lawful, broken_laws};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn jumps_are_lawful(height in 0.06..0.40f64, far in 0.0..1.0f64, turn in -1.0..1.0f64, count in 1..4usize, seed: u64) {
            let height = if count > 1 { height.min(0.25) } else { height };
            let distance = if count > 1 { 0.4 * far } else { far * (0.2 + 1.7 * height) };
            for figure in Figure::presets() {
                let jump = Jump { figure, height, distance, turn, count, seed, ..Jump::default() };
                let broken = broken_laws(&jump.perform().unwrap());
                prop_assert!(broken.is_empty(), "{broken:?}");
            }
        }

        #[test]
        fn hops_are_lawful(height in 0.05..0.18f64, distance in 0.0..0.5f64, count in 1..6usize, right: bool, seed: u64) {
            let side = if right { Side::Right } else { Side::Left };
            let hop = Jump { height, distance, count, seed, ..Jump::hop(side) };
            let broken = broken_laws(&hop.perform().unwrap());
            prop_assert!(broken.is_empty(), "{broken:?}");
        }
    }

    #[test]
    fn every_bounce_is_a_flight_of_the_asked_height() {
        let hop = Jump { count: 5, ..Jump::hop(Side::Left) }.perform().unwrap();
        assert_lawful(&hop);
        assert_eq!(hop.truth.flights.len(), 5);
        assert_eq!(hop.truth.segments.len(), 5);
    }

    #[test]
    fn bad_parameters_are_refused_by_name_and_range() {
        let error = Jump { height: 3.0, ..Jump::default() }.perform().unwrap_err();
        assert!(
            error.to_string().starts_with("height in m is 3, but must lie between 0.05 and 0.4"),
            "{error}"
        );
        let error = Jump { height: 0.1, distance: 1.55, ..Jump::default() }.perform().unwrap_err();
        assert!(error.to_string().starts_with("distance in m is 1.55, but must lie between"), "{error}");
    }
}
