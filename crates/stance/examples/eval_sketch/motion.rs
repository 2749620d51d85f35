//! What the motion of a sketch does in its scene, measured on the clip as it is written to a file and read again.

use glam::{DVec2, DVec3};
use segue_formats::{Format, ReadOptions, WriteOptions, bvh, encode};
use segue_motion::{
    Anatomy, Clip, ConstraintKind, Constraints, FrameRange, Interpolation, JointId, PlantSettings, PointId,
    PointTable, Side, find_plants, resampled,
};
use segue_stance::{
    AimSettings, AimedPath, ComposeSettings, Composed, PathPlan, PathReading, Scene, Sketch, StanceError,
    StanceLibrary, aim, clips_of, compose_in,
};

/// A sketch and everything that was made of it.
pub(crate) struct Made {
    pub(crate) reading: PathReading,
    pub(crate) plan: PathPlan,
    pub(crate) aimed: AimedPath,
    pub(crate) composed: Composed,
    pub(crate) measured: Measured,
}

/// What was measured on a written clip.
pub(crate) struct Measured {
    /// For each stance: how far its planted feet are from the contact that was read, on the floor, in metres.
    pub(crate) off_the_drawing: Vec<f64>,
    /// The farthest that a planted point is from where it is above the ground in the clips that are played, in metres, and
    /// when.
    pub(crate) off_ground: (f64, f64),
    /// The deepest that a foot is in the ground or in a block, in metres, and when.
    pub(crate) deepest: (f64, f64),
    /// The farthest that a planted point drifts, in metres.
    pub(crate) drift: f64,
    /// The largest third derivative of a joint's way at seams, within 50 ms of an apex, as a share of what that joint does
    /// in the clips that are played; when, and which joint.
    pub(crate) jerk: (f64, f64, String),
    /// The same in whole flights, from lift-off to touch-down.
    pub(crate) flight_jerk: (f64, f64, String),
    /// The same throughout, contacts too.
    pub(crate) all_jerk: (f64, f64, String),
    /// The largest angle between where the body faces and where it goes, at apexes, in degrees.
    pub(crate) astray: f64,
}

/// Reads, plans, aims and composes the first path of a sketch, and measures the clip.
pub(crate) fn made(sketch: &Sketch, library: &StanceLibrary, clips: &[Clip]) -> Result<Made, StanceError> {
    let mut sketch = sketch.clone();
    sketch.figure = sketch.figure.or(Some(library.figure()));
    let wishes = sketch.paths[0].wishes.clone();
    let reading = sketch.read_path(0)?;
    let plan = reading.plan(&wishes)?;
    let aimed = aim(library, &reading, &plan, &wishes, &AimSettings::default())?;
    let used = clips_of(&aimed.links, clips)?;
    let settings = ComposeSettings::default();
    let composed = compose_in(&aimed.links, &used, &sketch.scene, &settings)?;
    let sources: Vec<&Clip> = used.iter().map(|(_, clip)| clip).collect();
    let gauge = Gauge::new(&composed, &sketch.scene);
    let measured = Measured {
        off_the_drawing: gauge.off_the_drawing(&aimed, &reading),
        off_ground: gauge.off_ground(&sources),
        deepest: gauge.deepest(),
        drift: gauge.drift(),
        jerk: gauge.jerk(&sources, &gauge.seams()),
        flight_jerk: gauge.jerk(&sources, &gauge.flights()),
        all_jerk: gauge.jerk(&sources, &[[0.0, f64::MAX]]),
        astray: gauge.astray(),
    };
    Ok(Made { reading, plan, aimed, composed, measured })
}

/// A clip after a trip through a file.
fn written(clip: &Clip) -> Clip {
    let encoded = encode(Format::Bvh, std::slice::from_ref(clip), None, &WriteOptions::default()).unwrap();
    let document = bvh::Document::parse(&encoded.files[0].bytes).unwrap();
    bvh::import(document, "written", &ReadOptions::default()).unwrap().clips.remove(0)
}

struct Gauge<'a> {
    scene: &'a Scene,
    composed: &'a Composed,
    clip: Clip,
    points: PointTable,
    anatomy: Anatomy,
    plants: &'a Constraints,
}

const KINDS: [(Side, [ConstraintKind; 2]); 2] = [
    (Side::Left, [ConstraintKind::LeftHeel, ConstraintKind::LeftToe]),
    (Side::Right, [ConstraintKind::RightHeel, ConstraintKind::RightToe]),
];

impl<'a> Gauge<'a> {
    fn new(composed: &'a Composed, scene: &'a Scene) -> Self {
        let clip = written(&composed.clip);
        let (points, anatomy) = (PointTable::new(&clip), Anatomy::of(clip.skeleton()));
        Self { scene, composed, clip, points, anatomy, plants: composed.clip.constraints() }
    }

    fn at(&self, frame: usize, point: PointId) -> DVec3 {
        self.points.at(frame, point).as_dvec3()
    }

    /// The points of a foot: ankle and all below it.
    fn sole(&self, side: Side) -> Vec<PointId> {
        let skeleton = self.clip.skeleton();
        let ankle = self.anatomy.leg(side).unwrap().ankle;
        let sites = (0..skeleton.end_sites().len()).map(|site| PointId::end_site(skeleton, site));
        let below = |point: &PointId| {
            let carrier = point.carrier(skeleton);
            carrier == ankle || skeleton.ancestors(carrier).any(|joint| joint == ankle)
        };
        skeleton.ids().map(PointId::joint).chain(sites).filter(below).collect()
    }

    /// The planted frames of a point that lie in a stretch of time.
    fn planted(&self, kind: ConstraintKind, [from, to]: [f64; 2]) -> Vec<usize> {
        let rate = self.clip.rate();
        let within = |frame: &usize| (from - 0.02..=to + 0.02).contains(&(*frame as f64 / rate));
        let frames = |range: &FrameRange| range.first..=range.last;
        self.plants.of(kind).iter().flat_map(frames).filter(within).collect()
    }

    fn off_the_drawing(&self, aimed: &AimedPath, reading: &PathReading) -> Vec<f64> {
        let stances = self.composed.contact_secs.iter().zip(&aimed.misses);
        stances
            .map(|(&secs, &(contact, _))| {
                let feet = KINDS.iter().filter_map(|(_, kinds)| {
                    let places: Vec<DVec3> = kinds
                        .iter()
                        .filter_map(|&kind| Some((kind, self.anatomy.point(kind)?)))
                        .flat_map(|(kind, point)| {
                            self.planted(kind, secs).into_iter().map(move |frame| (frame, point))
                        })
                        .map(|(frame, point)| self.at(frame, point))
                        .collect();
                    (!places.is_empty()).then(|| places.iter().sum::<DVec3>() / places.len() as f64)
                });
                let feet: Vec<DVec3> = feet.collect();
                let foot = feet.iter().sum::<DVec3>() / feet.len() as f64;
                (foot - reading.contacts[contact].place).with_y(0.0).length()
            })
            .collect()
    }

    /// The ground under a point, near its height.
    fn ground(&self, point: DVec3) -> f64 {
        let place = DVec2::new(point.x, point.z);
        let surfaces = self.scene.surfaces();
        let under = surfaces.iter().filter(|surface| surface.outside(place) <= 0.02);
        let heights = under.map(|surface| surface.height(place));
        heights.min_by(|a, b| (a - point.y).abs().total_cmp(&(b - point.y).abs())).unwrap_or(f64::NAN)
    }

    fn off_ground(&self, sources: &[&Clip]) -> (f64, f64) {
        let mut most = (0.0, 0.0);
        for kind in KINDS.into_iter().flat_map(|(_, kinds)| kinds) {
            let Some(point) = self.anatomy.point(kind) else { continue };
            let usual = usual_height(sources, kind, point);
            for frame in self.planted(kind, [0.0, f64::MAX]) {
                let at = self.at(frame, point);
                let off = at.y - self.ground(at) - usual;
                if off.abs() > f64::abs(most.0) {
                    most = (off, frame as f64 / self.clip.rate());
                }
            }
        }
        most
    }

    fn drift(&self) -> f64 {
        let mut most: f64 = 0.0;
        for kind in KINDS.into_iter().flat_map(|(_, kinds)| kinds) {
            let Some(point) = self.anatomy.point(kind) else { continue };
            for range in self.plants.of(kind) {
                let first = self.at(range.first, point);
                let away = (range.first..=range.last).map(|frame| self.at(frame, point).distance(first));
                most = away.fold(most, f64::max);
            }
        }
        most
    }

    fn deepest(&self) -> (f64, f64) {
        let mut deepest = (0.0, 0.0);
        for (side, _) in KINDS {
            let sole = self.sole(side);
            for frame in 0..self.clip.len() {
                let depth = sole.iter().map(|&point| depth(self.scene, self.at(frame, point)));
                let depth = depth.fold(0.0, f64::max);
                if depth > deepest.0 {
                    deepest = (depth, frame as f64 / self.clip.rate());
                }
            }
        }
        deepest
    }

    fn flights(&self) -> Vec<[f64; 2]> {
        self.composed.contact_secs.windows(2).map(|pair| [pair[0][1], pair[1][0]]).collect()
    }

    fn seams(&self) -> Vec<[f64; 2]> {
        let apexes = &self.composed.apex_secs;
        apexes[1..apexes.len() - 1].iter().map(|apex| [apex - 0.05, apex + 0.05]).collect()
    }

    fn jerk(&self, sources: &[&Clip], stretches: &[[f64; 2]]) -> (f64, f64, String) {
        let (rate, skeleton) = (self.clip.rate(), self.clip.skeleton());
        let mut own = vec![0.0f64; skeleton.len()];
        for clip in sources {
            for row in jerks(&resampled(clip, rate, Interpolation::Cubic).unwrap()) {
                own.iter_mut().zip(row).for_each(|(most, jerk)| *most = most.max(jerk));
            }
        }
        let here = jerks(&self.clip);
        let frames = stretches.iter().flat_map(|[from, to]| {
            (from * rate).ceil() as usize..=((to * rate).floor() as usize).min(here.len())
        });
        let mut most = (0.0, 0.0, String::new());
        for frame in frames.filter(|&frame| frame < here.len()) {
            for joint in skeleton.ids() {
                let share = here[frame][joint.index()] / own[joint.index()];
                if share > most.0 {
                    most = (share, frame as f64 / rate, skeleton.name(joint).to_owned());
                }
            }
        }
        most
    }

    fn astray(&self) -> f64 {
        let joint = |frame: usize, joint: JointId| self.at(frame, PointId::joint(joint));
        let across = |frame: usize| {
            let hips = Side::BOTH.map(|side| joint(frame, self.anatomy.leg(side).unwrap().hip));
            let arms = Side::BOTH.map(|side| joint(frame, self.anatomy.arm(side).unwrap().shoulder));
            (hips[0] - hips[1]).normalize_or_zero() + (arms[0] - arms[1]).normalize_or_zero()
        };
        let apexes = &self.composed.apex_secs;
        let angle = |secs: &f64| {
            let frame = (secs * self.clip.rate()).round() as usize;
            let [before, after] =
                [frame - 3, frame + 3].map(|frame| joint(frame, self.anatomy.hips()).with_y(0.0));
            let facing = across(frame).cross(DVec3::Y).with_y(0.0);
            facing.angle_between(after - before).to_degrees()
        };
        apexes[1..apexes.len() - 1].iter().map(angle).fold(0.0, f64::max)
    }
}

/// How high a point is above the floor in clips where it is planted: the median.
fn usual_height(sources: &[&Clip], kind: ConstraintKind, point: PointId) -> f64 {
    let mut heights: Vec<f64> = Vec::new();
    for clip in sources {
        let plants = find_plants(clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
        let points = PointTable::new(clip);
        let frames = plants.of(kind).iter().flat_map(|range| range.first..=range.last);
        heights.extend(frames.map(|frame| f64::from(points.at(frame, point).y)));
    }
    heights.sort_by(f64::total_cmp);
    heights[heights.len() / 2]
}

/// How deep a point is in the floor or in a block; 0 outside.
fn depth(scene: &Scene, point: DVec3) -> f64 {
    let place = DVec2::new(point.x, point.z);
    let floor = scene.ground.map_or(0.0, |ground| ground - point.y);
    let blocks = scene.blocks.iter().map(|block| {
        let outline = block.outline();
        let inside = |i: usize| {
            let (a, b) = (outline[i], outline[(i + 1) % 4]);
            (b - a).normalize_or_zero().perp_dot(place - a)
        };
        let side = (0..4).map(inside).fold(f64::MAX, f64::min);
        if point.y < block.least[1] { 0.0 } else { side.min(block.greatest[1] - point.y) }
    });
    blocks.fold(floor, f64::max).max(0.0)
}

/// The third derivative of the way of every joint, in m/s³.
fn jerks(clip: &Clip) -> Vec<Vec<f64>> {
    let (points, rate) = (PointTable::new(clip), clip.rate());
    let cube = rate * rate * rate;
    let jerk = |frame: usize| {
        let [a, b, c, d] = [frame - 1, frame, frame + 1, frame + 2].map(|frame| points.row(frame));
        let joints = 0..clip.skeleton().len();
        joints.map(|i| f64::from((d[i] - a[i] + 3.0 * (b[i] - c[i])).length()) * cube).collect()
    };
    let none = vec![0.0; clip.skeleton().len()];
    (0..clip.len())
        .map(|frame| if frame < 1 || frame + 2 >= clip.len() { none.clone() } else { jerk(frame) })
        .collect()
}
