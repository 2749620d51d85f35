//! Hours of synthetic takes that are as varied as captures are.

use std::f64::consts::TAU;

use glam::{Quat, Vec3};
use segue_actors::{Act, Figure, Take};
use segue_motion::Clip;
use segue_numeric::Random;

/// Who performs takes, and how differently.
#[derive(Clone, Copy)]
pub(crate) struct Cast {
    /// How many people take turns.
    pub(crate) people: u64,
    /// How differently people hold their joints: standard deviation in degrees about each axis.
    pub(crate) habit: f64,
    /// How differently a person holds them from moment to moment.
    pub(crate) mood: f64,
}

/// One person who stands the same way every time.
pub(crate) const ONE: Cast = Cast { people: 1, habit: 0.0, mood: 0.0 };

/// Six minutes each in three hours, as in the CMU database. With these angles the share of close pairs is that of captures
/// at 60 Hz: 0.3 to 4 % of the pairs of one person, 0.04 to 0.09 % of those of two.
pub(crate) const MANY: Cast = Cast { people: 25, habit: 1.5, mood: 1.5 };

/// Standard deviation of the joints in degrees: about what is left of noise in cleaned captures.
const NOISE_DEGREES: f64 = 0.5;

/// Seconds in which people change how they hold themselves, at least and at most.
const CHANGE_SECS: [f64; 2] = [4.0, 20.0];

/// Waves whose sum is how a joint is held.
const WAVES: usize = 3;

impl Cast {
    /// A take of twenty actions, each done another way, by one of the cast.
    pub(crate) fn take(self, number: u64) -> Clip {
        let person = number % self.people;
        let figure = if self.people > 1 { figure(person) } else { Figure::default() };
        // A script that asks too much of a figure is drawn again.
        let script = |n: u64| {
            let take = Take::of_variants(&Act::repertoire(), 1, number + (n << 32));
            Take { figure: figure.clone(), noise: NOISE_DEGREES, ..take }.perform().ok()
        };
        let clip = (0..).find_map(script).unwrap().clip;
        self.held(&clip, person, number)
    }

    /// The clip as a person does it, who holds every joint a little differently.
    pub(crate) fn held(self, clip: &Clip, person: u64, take: u64) -> Clip {
        if self.habit + self.mood <= 0.0 {
            return clip.clone();
        }
        let (mut of_person, mut of_take) = (Random::new(person), Random::new(!take));
        let holds: Vec<[Hold; 3]> = (0..clip.skeleton().len())
            .map(|_| [(); 3].map(|()| Hold::new(self.habit * bell(&mut of_person), self.mood, &mut of_take)))
            .collect();
        let mut held = Clip::builder(clip.name(), clip.skeleton().clone(), clip.rate(), &[]);
        for (n, frame) in clip.frames().enumerate() {
            let mut pose = frame.to_pose();
            // The root stays: where people face is of no account.
            for (rotation, hold) in pose.rotations.iter_mut().zip(&holds).skip(1) {
                let off = hold.each_ref().map(|axis| axis.at(n as f64 / clip.rate()) as f32);
                *rotation = (*rotation * Quat::from_scaled_axis(Vec3::from_array(off))).normalize();
            }
            held.push(&pose).unwrap();
        }
        held.finish().unwrap()
    }
}

fn figure(person: u64) -> Figure {
    let mut chance = Random::new(person + 1000);
    Figure {
        height: 1.75 + 0.08 * bell(&mut chance),
        legs: 1.0 + 0.03 * bell(&mut chance),
        arms: 1.0 + 0.03 * bell(&mut chance),
        breadth: 1.0 + 0.04 * bell(&mut chance),
        ..Figure::default()
    }
}

/// How far a joint is turned about an axis, in radians.
struct Hold {
    always: f64,
    /// Size, frequency in radians per second, and phase.
    waves: [[f64; 3]; WAVES],
}

impl Hold {
    fn new(always: f64, mood: f64, chance: &mut Random) -> Self {
        let [shortest, longest] = CHANGE_SECS;
        let size = mood * (2.0 / WAVES as f64).sqrt();
        let mut wave = || {
            let secs = shortest + (longest - shortest) * chance.unit();
            [size.to_radians(), TAU / secs, TAU * chance.unit()]
        };
        Self { always: always.to_radians(), waves: [(); WAVES].map(|()| wave()) }
    }

    fn at(&self, secs: f64) -> f64 {
        self.always
            + self.waves.iter().map(|[size, speed, phase]| size * (speed * secs + phase).sin()).sum::<f64>()
    }
}

/// Of deviation 1, within ±3.5.
fn bell(chance: &mut Random) -> f64 {
    ((0..4).map(|_| chance.unit()).sum::<f64>() - 2.0) * 3f64.sqrt()
}
