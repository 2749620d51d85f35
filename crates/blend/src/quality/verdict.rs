//! Whether a motion that was made is as good as what it was made of.

use std::fmt;

use segue_motion::{Anatomy, Clip, Side};

use super::marks::{Marks, toe_floors};

/// More than the worse source drags, in metres, is seen.
const DRAG_METRES: f64 = 0.1;

/// Hips that turn this many times as fast as in the sources, and faster than this, spin.
const SPIN_RATIO: f64 = 3.0;
const SPIN_DEGREES_PER_SEC: f64 = 200.0;

/// A knee whose third difference is this many times the sources', and larger than this in degrees, snaps.
const KNEE_RATIO: f64 = 2.0;
const KNEE_DEGREES: f64 = 5.0;

/// Hips that rise and fall this many times as far as in the sources, and by this many metres more, bob.
const BOB_RATIO: f64 = 1.5;
const BOB_METRES: f64 = 0.03;

/// A joint whose third difference is this many times the sources', and larger than this in metres, jolts.
const JOLT_RATIO: f64 = 3.0;
const JOLT_METRES: f64 = 0.02;

/// Feet this far below the lower floor of the sources, or above the higher one, in metres, sink or float.
const FLOOR_METRES: f64 = 0.03;

/// What can be wrong with a motion that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// A toe slides over the floor.
    Drag,
    /// The hips turn much faster than in the sources.
    Spin,
    /// A knee snaps.
    Knee,
    /// The hips rise and fall more than in the sources.
    Bob,
    /// A joint jumps.
    Jolt,
    /// The feet go below the floor.
    Sink,
    /// The feet never come down to the floor.
    Float,
}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct QualityFault {
    /// What is wrong.
    pub kind: FaultKind,
    /// How bad it is: metres, degrees, or degrees a second, as the kind has it.
    pub found: f64,
    /// The same number of the worse source.
    pub source: f64,
    /// When it is worst, in seconds; `None` for what concerns the whole motion.
    pub secs: Option<f64>,
    /// The joint or point, as a person calls it.
    pub joint: String,
}

/// A motion that was made, compared with its sources.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Its marks.
    pub marks: Marks,
    /// The worse of the sources, mark by mark.
    pub sources: Marks,
    /// What is wrong, the most conspicuous first; nothing when the motion is good.
    pub faults: Vec<QualityFault>,
}

impl Verdict {
    /// Judges `made` by its `sources`, which move the same figure.
    ///
    /// # Panics
    /// Without a source.
    pub fn of(made: &Clip, sources: &[&Clip]) -> Self {
        Self::of_marks(Marks::of(made, &Anatomy::of(made.skeleton())), &marks_of(sources)).named(made)
    }

    /// Judges a motion that shows its sources one after the other, on one floor: its hips may rise and fall between the lowest and
    /// the highest place that they have in all of them, and a toe may come as near to its floor as it does in them.
    ///
    /// # Panics
    /// Without a source.
    pub fn of_sequence(made: &Clip, sources: &[&Clip]) -> Self {
        let floors = toe_floors(made, &Anatomy::of(made.skeleton()));
        let marks = |clip: &&Clip| Marks::on_floors(clip, &Anatomy::of(clip.skeleton()), floors);
        let of_sources: Vec<Marks> = sources.iter().map(marks).collect();
        let end = |n: usize, of: fn(f64, f64) -> f64| of_sources.iter().map(|marks| marks.hips[n]).reduce(of);
        let bob = end(1, f64::max).zip(end(0, f64::min)).map_or(0.0, |(high, low)| high - low);
        let together: Vec<Marks> = of_sources.iter().map(|marks| Marks { bob, ..*marks }).collect();
        Self::of_marks(Marks::of(made, &Anatomy::of(made.skeleton())), &together).named(made)
    }

    /// Judges marks by those of the sources.
    ///
    /// # Panics
    /// Without a source.
    pub fn of_marks(marks: Marks, sources: &[Marks]) -> Self {
        let worst = worst_of(sources);
        let lowest = sources.iter().filter_map(|source| source.low).reduce(f64::min);
        let faults = [
            drag(&marks, &worst),
            spin(&marks, &worst),
            knee(&marks, &worst),
            jolt(&marks, &worst),
            sink(&marks, lowest),
            float(&marks, worst.low),
            bob(&marks, &worst),
        ];
        Self { marks, sources: worst, faults: faults.into_iter().flatten().collect() }
    }

    /// The joint that jolts called as in the clip.
    fn named(mut self, made: &Clip) -> Self {
        let carrier = self.marks.jolt_point.carrier(made.skeleton());
        for fault in self.faults.iter_mut().filter(|fault| fault.kind == FaultKind::Jolt) {
            made.skeleton().name(carrier).clone_into(&mut fault.joint);
        }
        self
    }

    /// Whether nothing is wrong.
    pub fn is_good(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether a fault of this kind was found.
    pub fn has(&self, kind: FaultKind) -> bool {
        self.faults.iter().any(|fault| fault.kind == kind)
    }
}

fn marks_of(sources: &[&Clip]) -> Vec<Marks> {
    sources.iter().map(|clip| Marks::of(clip, &Anatomy::of(clip.skeleton()))).collect()
}

/// Mark by mark the largest; `low` is the highest.
fn worst_of(sources: &[Marks]) -> Marks {
    let mut worst = sources[0];
    for source in &sources[1..] {
        if source.drag.value > worst.drag.value {
            (worst.drag, worst.drag_side) = (source.drag, source.drag_side);
        }
        if source.spin.value > worst.spin.value {
            worst.spin = source.spin;
        }
        if source.knee.value > worst.knee.value {
            (worst.knee, worst.knee_side) = (source.knee, source.knee_side);
        }
        if source.jolt.value > worst.jolt.value {
            (worst.jolt, worst.jolt_point) = (source.jolt, source.jolt_point);
        }
        worst.bob = worst.bob.max(source.bob);
        worst.low = worst.low.zip(source.low).map(|(a, b)| a.max(b));
    }
    worst
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}

fn drag(marks: &Marks, worst: &Marks) -> Option<QualityFault> {
    let (found, source) = (marks.drag.value, worst.drag.value);
    (found - source > DRAG_METRES).then(|| QualityFault {
        kind: FaultKind::Drag,
        found,
        source,
        secs: Some(marks.drag.secs),
        joint: format!("{} toe", side_name(marks.drag_side)),
    })
}

fn spin(marks: &Marks, worst: &Marks) -> Option<QualityFault> {
    let (found, source) = (marks.spin.value, worst.spin.value);
    (found > SPIN_RATIO * source && found > SPIN_DEGREES_PER_SEC).then(|| QualityFault {
        kind: FaultKind::Spin,
        found,
        source,
        secs: Some(marks.spin.secs),
        joint: "hips".to_owned(),
    })
}

fn knee(marks: &Marks, worst: &Marks) -> Option<QualityFault> {
    let (found, source) = (marks.knee.value, worst.knee.value);
    (found > KNEE_RATIO * source && found > KNEE_DEGREES).then(|| QualityFault {
        kind: FaultKind::Knee,
        found,
        source,
        secs: Some(marks.knee.secs),
        joint: format!("{} knee", side_name(marks.knee_side)),
    })
}

fn jolt(marks: &Marks, worst: &Marks) -> Option<QualityFault> {
    let (found, source) = (marks.jolt.value, worst.jolt.value);
    (found > JOLT_RATIO * source && found > JOLT_METRES).then(|| QualityFault {
        kind: FaultKind::Jolt,
        found,
        source,
        secs: Some(marks.jolt.secs),
        joint: "a joint".to_owned(),
    })
}

fn bob(marks: &Marks, worst: &Marks) -> Option<QualityFault> {
    let (found, source) = (marks.bob, worst.bob);
    (found > BOB_RATIO * source && found > source + BOB_METRES).then(|| QualityFault {
        kind: FaultKind::Bob,
        found,
        source,
        secs: None,
        joint: "hips".to_owned(),
    })
}

fn sink(marks: &Marks, lowest: Option<f64>) -> Option<QualityFault> {
    let (low, floor) = marks.low.zip(lowest)?;
    let fault = || QualityFault {
        kind: FaultKind::Sink,
        found: floor - low,
        source: 0.0,
        secs: None,
        joint: "feet".to_owned(),
    };
    (low < floor - FLOOR_METRES).then(fault)
}

fn float(marks: &Marks, highest: Option<f64>) -> Option<QualityFault> {
    let (low, floor) = marks.low.zip(highest)?;
    let fault = || QualityFault {
        kind: FaultKind::Float,
        found: low - floor,
        source: 0.0,
        secs: None,
        joint: "feet".to_owned(),
    };
    (low > floor + FLOOR_METRES).then(fault)
}

impl fmt::Display for QualityFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, source, joint, .. } = self;
        match self.kind {
            FaultKind::Drag => {
                write!(
                    f,
                    "the {joint} slides {:.0} cm over the floor (sources {:.0})",
                    found * 100.0,
                    source * 100.0
                )
            }
            FaultKind::Spin => write!(f, "the {joint} turn at {found:.0}°/s (sources {source:.0})"),
            FaultKind::Knee => write!(f, "the {joint} snaps by {found:.0}° (sources {source:.0})"),
            FaultKind::Bob => write!(
                f,
                "the {joint} rise and fall by {:.0} cm (sources {:.0})",
                found * 100.0,
                source * 100.0
            ),
            FaultKind::Jolt => {
                write!(f, "`{joint}` jumps by {:.0} cm (sources {:.0})", found * 100.0, source * 100.0)
            }
            FaultKind::Sink => write!(f, "the {joint} sink {:.0} cm into the floor", found * 100.0),
            FaultKind::Float => write!(f, "the {joint} stay {:.0} cm above the floor", found * 100.0),
        }?;
        self.secs.map_or(Ok(()), |secs| write!(f, " at {secs:.2} s"))
    }
}

impl FaultKind {
    /// What a person may try against it.
    pub fn advice(self) -> &'static str {
        match self {
            Self::Drag | Self::Knee | Self::Bob => {
                "cut the clips so that they show the same steps, or use clips that are more alike"
            }
            Self::Spin => "cut the clips so that both turn the same way, or join them by a transition",
            Self::Jolt => "look for bad frames in the clips with `segue info`",
            Self::Sink | Self::Float => "level the floors of the clips",
        }
    }
}

/// One line for a person.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.faults.first() else {
            return f.write_str("good: feet, knees and hips move as in the sources");
        };
        write!(f, "{first}")?;
        for fault in &self.faults[1..] {
            write!(f, "; {fault}")?;
        }
        write!(f, "; try: {}", first.kind.advice())
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::Peak;
    use super::*;
    use segue_motion::{JointId, PointId};

    fn plain() -> Marks {
        let peak = |value| Peak { value, secs: 1.5 };
        Marks {
            drag: peak(0.05),
            drag_side: Side::Left,
            spin: peak(100.0),
            knee: peak(3.0),
            knee_side: Side::Right,
            bob: 0.04,
            hips: [0.9, 0.94],
            jolt: peak(0.01),
            jolt_point: PointId::joint(JointId::ROOT),
            low: Some(0.02),
        }
    }

    /// Each mark made bad by itself is the one fault that is found.
    #[test]
    fn every_fault_is_found_by_its_own_mark() {
        let made = |change: &dyn Fn(&mut Marks)| {
            let mut marks = plain();
            change(&mut marks);
            let verdict = Verdict::of_marks(marks, &[plain(), plain()]);
            verdict.faults.iter().map(|fault| fault.kind).collect::<Vec<_>>()
        };
        assert_eq!(made(&|_| ()), []);
        assert_eq!(made(&|marks| marks.drag.value = 0.16), [FaultKind::Drag]);
        assert_eq!(made(&|marks| marks.spin.value = 301.0), [FaultKind::Spin]);
        assert_eq!(made(&|marks| marks.knee.value = 6.1), [FaultKind::Knee]);
        assert_eq!(made(&|marks| marks.jolt.value = 0.031), [FaultKind::Jolt]);
        assert_eq!(made(&|marks| marks.bob = 0.08), [FaultKind::Bob]);
        assert_eq!(made(&|marks| marks.low = Some(-0.02)), [FaultKind::Sink]);
        assert_eq!(made(&|marks| marks.low = Some(0.06)), [FaultKind::Float]);
    }

    #[test]
    fn a_person_reads_what_is_wrong_where_and_what_to_try() {
        let marks = Marks { drag: Peak { value: 0.42, secs: 1.5 }, ..plain() };
        let text = Verdict::of_marks(marks, &[plain()]).to_string();
        assert!(
            text.starts_with("the left toe slides 42 cm over the floor (sources 5) at 1.50 s; try: "),
            "{text}"
        );
    }

    /// A foot that swings low in the first clip seems to slide on the floor of a second that stands a little higher.
    #[test]
    fn a_sequence_drags_only_what_its_clips_do_not() {
        let walk = segue_actors::Sample::find("walk").unwrap().clip();
        let raised = |metres: f32| walk.map_poses(|_, pose| pose.root.y += metres).unwrap();
        let stand = |clip: &Clip, frames: usize| {
            let mut builder = Clip::builder("stand", clip.skeleton().clone(), clip.rate(), clip.translated());
            let pose = clip.frame(clip.last_frame()).to_pose();
            (0..frames).for_each(|_| builder.push(&pose).unwrap());
            builder.finish().unwrap()
        };
        let high = stand(&raised(0.04), 20 * walk.len());
        let mut made = Clip::builder("made", walk.skeleton().clone(), walk.rate(), walk.translated());
        for pose in walk.frames().chain(high.frames()) {
            made.push(&pose.to_pose()).unwrap();
        }
        let made = made.finish().unwrap();
        assert!(
            Verdict::of(&made, &[&walk, &high]).has(FaultKind::Drag),
            "the floor of the whole is that of the second"
        );
        assert!(!Verdict::of_sequence(&made, &[&walk, &high]).has(FaultKind::Drag));
    }

    #[test]
    fn a_sequence_bobs_only_beyond_all_of_its_clips() {
        let walk = segue_actors::Sample::find("walk").unwrap().clip();
        let lowered = |by: &dyn Fn(f32) -> f32| {
            let last = walk.last_frame() as f32;
            walk.map_poses(|frame, pose| pose.root.y -= by(frame as f32 / last)).unwrap()
        };
        let low = lowered(&|_| 0.3);
        let (down, further) = (lowered(&|part| 0.3 * part), lowered(&|part| 0.7 * part));
        let sources = [&walk, &low];
        assert!(Verdict::of(&down, &sources).has(FaultKind::Bob), "a blend stays between its clips");
        assert!(!Verdict::of_sequence(&down, &sources).has(FaultKind::Bob));
        assert!(Verdict::of_sequence(&further, &sources).has(FaultKind::Bob));
    }
}
