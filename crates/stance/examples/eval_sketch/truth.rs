//! Paths with known contacts and speeds, in scenes of their own.

use glam::{DVec2, DVec3};
use segue_numeric::Random;
use segue_stance::{Block, Plane, Scene, StrokeEnd};

const GRAVITY: f64 = 9.81;

/// A path whose contacts are known.
pub(crate) struct Truth {
    pub(crate) scene: Scene,
    /// On the ground.
    pub(crate) contacts: Vec<DVec3>,
    /// Horizontal speed of each arc.
    pub(crate) speeds: Vec<f64>,
    /// Points of the centre of mass.
    pub(crate) path: Vec<DVec3>,
    /// Points of the ground under it, with the lines that join two levels.
    pub(crate) shadow: Vec<DVec3>,
    /// What the ends of the strokes mean.
    pub(crate) begin: StrokeEnd,
    pub(crate) end: StrokeEnd,
}

/// The kinds of paths.
pub(crate) const KINDS: [&str; 7] =
    ["straight", "zig-zag", "quarter circle", "circle", "stairs", "boxes", "gap"];

/// Paths that are only read: one that crosses itself in short steps, and one that is drawn from a first apex to a last.
pub(crate) const CROSSING: &str = "figure of eight";
pub(crate) const FROM_APEX: &str = "from apex to apex";

/// Further paths, for pages and tests: each with the azimuth and elevation from which it is drawn.
pub(crate) const SHOWN: [(&str, f64, f64); 6] = [
    ("run", 10.0, 18.0),
    ("zig-zag", 15.0, 28.0),
    ("gap and box", 15.0, 20.0),
    ("triple jump", 10.0, 15.0),
    ("stairs up and down", 20.0, 20.0),
    ("circle", 20.0, 32.0),
];

/// Paths that are on no page: boxes of other heights, a slope, a turn back, a landing to stand, another view.
pub(crate) const OTHERS: [(&str, f64, f64); 6] = [
    ("low boxes", 15.0, 20.0),
    ("ramp", 20.0, 20.0),
    ("onto a box to stand", 15.0, 18.0),
    ("high box", 20.0, 22.0),
    ("u-turn", 15.0, 30.0),
    ("triple jump aside", 45.0, 18.0),
];

/// Step lengths and turns of a kind, with the height of the ground under each contact.
struct Steps {
    lengths: Vec<f64>,
    turns: Vec<f64>,
    grounds: Vec<f64>,
}

fn steps(kind: &str, random: &mut Random) -> Steps {
    let mut lengths = |count: usize, low: f64, high: f64| -> Vec<f64> {
        (0..count).map(|_| random.between(low, high)).collect()
    };
    match kind {
        "gap and box" => Steps {
            lengths: vec![1.3, 1.4, 1.5, 2.3, 1.5, 1.6, 1.7, 1.4],
            turns: vec![0.0; 7],
            grounds: vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6, 0.0, 0.0],
        },
        "low boxes" => Steps {
            lengths: lengths(8, 1.3, 1.6),
            turns: vec![0.0; 7],
            grounds: vec![0.0, 0.0, 0.0, 0.2, 0.0, 0.4, 0.0, 0.0, 0.0],
        },
        "high box" => Steps {
            lengths: lengths(7, 1.3, 1.6),
            turns: vec![0.0; 6],
            grounds: vec![0.0, 0.0, 0.0, 0.0, 0.75, 0.0, 0.0, 0.0],
        },
        "ramp" => Steps { lengths: lengths(9, 1.0, 1.3), turns: vec![0.0; 8], grounds: Vec::new() },
        "onto a box to stand" => Steps {
            lengths: lengths(6, 1.2, 1.5),
            turns: vec![0.0; 5],
            grounds: vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.35],
        },
        "u-turn" => {
            let turn = 36f64.to_radians();
            let turns = (0..12).map(|i| if (4..9).contains(&i) { turn } else { 0.0 }).collect();
            Steps { lengths: lengths(13, 0.9, 1.2), turns, grounds: vec![0.0; 14] }
        }
        "triple jump" | "triple jump aside" => Steps {
            lengths: vec![1.8, 1.9, 2.0, 2.9, 2.6, 3.0, 1.5],
            turns: vec![0.0; 6],
            grounds: vec![0.0; 8],
        },
        "stairs up and down" => Steps {
            lengths: lengths(10, 0.95, 1.2),
            turns: vec![0.0; 9],
            grounds: vec![0.0, 0.0, 0.17, 0.34, 0.51, 0.51, 0.34, 0.17, 0.0, 0.0, 0.0],
        },
        CROSSING => {
            let turn = 30f64.to_radians();
            let turns = (0..24).map(|i| if i < 12 { turn } else { -turn }).collect();
            Steps { lengths: lengths(24, 0.75, 0.95), turns, grounds: vec![0.0; 25] }
        }
        "run" | "straight" | FROM_APEX => {
            Steps { lengths: lengths(10, 1.1, 1.7), turns: vec![0.0; 9], grounds: vec![0.0; 11] }
        }
        "zig-zag" => {
            let turn = 50f64.to_radians();
            let turns =
                (0..11).map(|i| if i % 4 == 3 { turn * if i % 8 == 3 { 1.0 } else { -1.0 } } else { 0.0 });
            Steps { lengths: lengths(12, 1.1, 1.6), turns: turns.collect(), grounds: vec![0.0; 13] }
        }
        "quarter circle" => {
            let turns = vec![90f64.to_radians() / 15.0; 15];
            Steps { lengths: lengths(16, 1.0, 1.5), turns, grounds: vec![0.0; 17] }
        }
        "circle" => {
            let turns = vec![std::f64::consts::TAU / 30.0; 29];
            Steps { lengths: lengths(30, 1.0, 1.35), turns, grounds: vec![0.0; 31] }
        }
        "stairs" => {
            let grounds = [0.0, 0.0, 0.17, 0.34, 0.51, 0.68, 0.85, 0.85].to_vec();
            Steps { lengths: lengths(7, 0.9, 1.2), turns: vec![0.0; 6], grounds }
        }
        "boxes" => {
            let grounds = [0.0, 0.0, 0.5, 0.0, 0.35, 0.0, 0.0].to_vec();
            Steps { lengths: lengths(6, 1.3, 1.9), turns: vec![0.0; 5], grounds }
        }
        _ => {
            let mut all = lengths(6, 1.3, 1.8);
            all[3] = 2.4;
            Steps { lengths: all, turns: vec![0.0; 5], grounds: vec![0.0; 7] }
        }
    }
}

/// A path of a kind; seeds give other steps.
pub(crate) fn truth(kind: &str, seed: u64) -> Truth {
    let mut random = Random::channel(seed, kind);
    let steps = steps(kind, &mut random);
    let (mut at, mut heading) = (DVec2::ZERO, 0.0f64);
    if kind == "zig-zag" {
        heading = -25f64.to_radians();
    }
    let mut places = vec![at];
    for (i, length) in steps.lengths.iter().enumerate() {
        at += DVec2::new(heading.sin(), heading.cos()) * *length;
        places.push(at);
        heading += steps.turns.get(i).copied().unwrap_or(0.0);
    }
    let ground = |(i, place): (usize, &DVec2)| {
        let own = steps.grounds.get(i).copied();
        DVec3::new(place.x, own.unwrap_or_else(|| on_the_ramp(place.y)), place.y)
    };
    let contacts: Vec<DVec3> = places.iter().enumerate().map(ground).collect();
    let scene = scene(kind, &contacts);
    let clears = OTHERS.iter().any(|(other, ..)| *other == kind);
    let motion = Motion::new(&contacts, clears, &mut random);
    let mut path = motion.points();
    if kind == FROM_APEX {
        path = between_apexes(&path);
    }
    let shadow = shadow(&scene, &path);
    let speeds = motion.speeds();
    let [begin, end] = match kind {
        FROM_APEX => [StrokeEnd::Apex; 2],
        _ if kind.ends_with("to stand") => [StrokeEnd::Contact, StrokeEnd::Stand],
        _ => [StrokeEnd::Contact; 2],
    };
    Truth { scene, contacts, speeds, path, shadow, begin, end }
}

/// The part of a path from the apex of its first flight to that of its last.
fn between_apexes(path: &[DVec3]) -> Vec<DVec3> {
    let highest = |points: &[DVec3]| {
        let over = |a: &usize, b: &usize| points[*a].y.total_cmp(&points[*b].y);
        (0..points.len()).max_by(over).unwrap_or(0)
    };
    let last = path.len() - FINE;
    let (from, to) = (highest(&path[..FINE]), last + highest(&path[last..]));
    path[from..=to].to_vec()
}

/// Where the ramp begins, how long and how high it is, in metres: 18°.
const RAMP: [f64; 3] = [2.6, 3.0, 1.0];

fn on_the_ramp(z: f64) -> f64 {
    let [from, long, high] = RAMP;
    high * ((z - from) / long).clamp(0.0, 1.0)
}

fn scene(kind: &str, contacts: &[DVec3]) -> Scene {
    let raised = contacts.iter().enumerate().filter(|(_, at)| at.y > 0.0);
    let between = |i: usize| {
        let edge = |a: usize, b: usize| f64::midpoint(contacts[a].z, contacts[b].z);
        let last = contacts.len() - 1;
        [edge(i - 1, i), if i == last { contacts[i].z + 1.0 } else { edge(i, i + 1) }]
    };
    match kind {
        "stairs" | "stairs up and down" => Scene::with_blocks(
            raised
                .map(|(i, at)| {
                    let [from, to] = between(i);
                    Block::new([-1.0, 0.0, from], [1.0, at.y, to])
                })
                .collect(),
        ),
        "ramp" => {
            let [from, long, high] = RAMP;
            let top = from + long;
            let corners = vec![[-1.0, 0.0, from], [1.0, 0.0, from], [1.0, high, top], [-1.0, high, top]];
            let ramp = Plane { corners, name: None, friction: None, landing: true };
            let end = contacts[contacts.len() - 1].z + 1.0;
            let plateau = Block::new([-1.0, 0.0, top], [1.0, high, end.max(top + 0.5)]);
            Scene { planes: vec![ramp], ..Scene::with_blocks(vec![plateau]) }
        }
        "boxes" | "low boxes" | "high box" | "onto a box to stand" => Scene::with_blocks(
            raised.map(|(_, at)| Block::new([-0.5, 0.0, at.z - 0.35], [0.5, at.y, at.z + 0.35])).collect(),
        ),
        "gap" | "gap and box" => {
            let (before, after) = (contacts[3].z + 0.4, contacts[4].z - 0.4);
            let end = contacts[contacts.len() - 1].z + 1.0;
            let boxes = raised.map(|(_, at)| Block::new([-0.5, 0.0, at.z - 0.4], [0.5, at.y, at.z + 0.4]));
            let banks = [
                Block::new([-1.5, -2.0, -1.0], [1.5, 0.0, before]),
                Block::new([-1.5, -2.0, after], [1.5, 0.0, end]),
            ];
            Scene { ground: None, ..Scene::with_blocks(banks.into_iter().chain(boxes).collect()) }
        }
        _ => Scene::default(),
    }
}

/// One arc of flight: from contact to contact in `secs`, the apex after `rise` seconds.
struct Flight {
    secs: f64,
    rise: f64,
    height: f64,
    velocity: DVec2,
}

/// Points of a path from contact to contact.
const FINE: usize = 40;

struct Motion<'a> {
    contacts: &'a [DVec3],
    flights: Vec<Flight>,
    /// Time of each contact: almost none for a cusp.
    grounds: Vec<f64>,
}

impl<'a> Motion<'a> {
    /// `clears`: flights onto a box last until the legs are straight over it.
    fn new(contacts: &'a [DVec3], clears: bool, random: &mut Random) -> Self {
        let soft = |i: usize| i.is_multiple_of(2);
        let flight = |i: usize, secs: f64| {
            let (a, b) = (contacts[i], contacts[i + 1]);
            let way = DVec2::new(b.x - a.x, b.z - a.z);
            let rise = 0.5 * secs + (b.y - a.y) / (GRAVITY * secs);
            // Soft contacts take a part of the bounce.
            let share = if soft(i) || soft(i + 1) { 0.72 } else { 1.0 };
            Flight {
                secs,
                rise,
                height: a.y + 0.9 + share * 0.5 * GRAVITY * rise * rise,
                velocity: way / secs,
            }
        };
        let length = |i: usize| (contacts[i + 1] - contacts[i]).with_y(0.0).length();
        let flights: Vec<Flight> = (0..contacts.len() - 1)
            .map(|i| {
                let secs =
                    0.37 + 0.14 * ((length(i) - 0.9) / 1.5).clamp(0.0, 1.0) + random.between(0.0, 0.05);
                let over = contacts[i].y.max(contacts[i + 1].y) + if clears { 0.97 } else { 0.0 };
                let longer = (0..40).map(|n| flight(i, secs + 0.01 * f64::from(n)));
                longer.into_iter().find(|flight| flight.height > over).unwrap_or_else(|| flight(i, secs))
            })
            .collect();
        let ground = |i: usize| {
            let near = [i.checked_sub(1), Some(i)].into_iter().flatten().filter_map(|k| flights.get(k));
            let shortest = near.map(|flight| flight.secs).fold(f64::MAX, f64::min);
            if soft(i) { 0.45 * shortest } else { 0.02 }
        };
        let grounds = (0..contacts.len()).map(ground).collect();
        Self { contacts, flights, grounds }
    }

    fn speeds(&self) -> Vec<f64> {
        self.flights.iter().map(|flight| flight.velocity.length()).collect()
    }

    /// Place and velocity in the flight after contact `i`, at a time from its middle.
    fn flying(&self, i: usize, secs: f64) -> (DVec3, DVec3) {
        let flight = &self.flights[i];
        let (place, since) = (flight.velocity * secs, secs - flight.rise);
        let height = flight.height - 0.5 * GRAVITY * since * since;
        let at = DVec3::new(self.contacts[i].x + place.x, height, self.contacts[i].z + place.y);
        (at, DVec3::new(flight.velocity.x, -GRAVITY * since, flight.velocity.y))
    }

    /// The path over contact `i` at τ: two skewed pulses lead from landing to launch.
    fn standing(&self, i: usize, tau: f64) -> DVec3 {
        let secs = self.grounds[i];
        let landing = i.checked_sub(1).map(|k| self.flying(k, self.flights[k].secs - 0.5 * secs));
        let launch = (i < self.flights.len()).then(|| self.flying(i, 0.5 * secs));
        let mirrored = |(at, v): (DVec3, DVec3)| {
            let foot = self.contacts[i];
            (DVec3::new(2.0 * foot.x - at.x, at.y, 2.0 * foot.z - at.z), DVec3::new(v.x, -v.y, v.z))
        };
        let (from, v) = landing.or_else(|| launch.map(mirrored)).unwrap_or_default();
        let (to, w) = launch.or_else(|| landing.map(mirrored)).unwrap_or_default();
        let speed = (w - v) / secs;
        let way = (to - from - v * secs) / (secs * secs);
        let (a, b) = (way * 60.0 - speed * 24.0, speed * 36.0 - way * 60.0);
        let once = tau.powi(3) / 6.0 - tau.powi(4) / 6.0 + tau.powi(5) / 20.0;
        let twice = tau.powi(4) / 12.0 - tau.powi(5) / 20.0;
        from + v * (secs * tau) + (a * once + b * twice) * (secs * secs)
    }

    fn points(&self) -> Vec<DVec3> {
        let mut points = Vec::new();
        for i in 0..self.flights.len() {
            let secs = self.flights[i].secs;
            let [before, after] = [self.grounds[i], self.grounds[i + 1]];
            for k in 0..FINE {
                let t = secs * k as f64 / FINE as f64;
                points.push(if t < 0.5 * before {
                    self.standing(i, 0.5 + t / before)
                } else if secs - t < 0.5 * after {
                    self.standing(i + 1, 0.5 - (secs - t) / after)
                } else {
                    self.flying(i, t).0
                });
            }
        }
        points.push(self.standing(self.flights.len(), 0.5));
        points
    }
}

/// The ground under a path: the highest surface, joined by upright lines; across gaps straight on.
fn shadow(scene: &Scene, path: &[DVec3]) -> Vec<DVec3> {
    let surfaces = scene.surfaces();
    let mut points: Vec<DVec3> = Vec::new();
    for at in path {
        let place = DVec2::new(at.x, at.z);
        let under = surfaces.iter().filter(|surface| surface.outside(place) <= 0.0);
        let height = under.map(|surface| surface.height(place)).fold(f64::MIN, f64::max);
        let height = if height > f64::MIN { height } else { points.last().map_or(0.0, |last| last.y) };
        if let Some(last) = points.last().copied().filter(|last| (last.y - height).abs() > 0.01) {
            for k in 1..8 {
                points.push(last.with_y(last.y + (height - last.y) * f64::from(k) / 8.0));
            }
        }
        points.push(at.with_y(height));
    }
    points
}
