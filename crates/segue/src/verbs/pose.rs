//! `pose`: a pose that puts a hand or a foot somewhere.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::Vec3;
use segue_blend::{PoseSpace, PoseSpaceSettings, Reached};
use segue_formats::{Note, Origin};
use segue_motion::{Clip, ClipSet, PointId};
use segue_parametric::point_of;
use serde::{Deserialize, Serialize};

use super::{ClipsRequest, Done, FilesKept, Picture, Verb, VerbError, Warm, Watch};
use crate::files::{OutputOptions, StoreError, detect_plants, write_with_plants};
use crate::plots::{Canvas, PosePlot, pose_plot};

/// Make a pose, blended from captured ones, that puts a point of the body somewhere: inverse kinematics that looks like
/// the captured motion.
///
/// Every frame of the clips is an example. The poses whose point is nearest are blended; where they do not get there, the
/// arm or leg is bent the rest of the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PoseRequest {
    /// The clips.
    pub clips: ClipsRequest,
    /// The point of the body: `wrist.r`, `wrist.l`, `ankle.r`, `toe.l`, …, or a joint by its name in quotes.
    pub point: String,
    /// Where it should be, seen from the figure: x to its left, y up from the floor, z ahead, from the point of the
    /// floor below its root.
    pub at_metres: [f32; 3],
    /// What the pose is called.
    pub name: Option<String>,
}

impl Default for PoseRequest {
    fn default() -> Self {
        Self {
            clips: ClipsRequest::default(),
            point: "wrist.r".to_owned(),
            at_metres: [-0.2, 1.2, 0.5],
            name: None,
        }
    }
}

/// A pose with how near it gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoseAnswer {
    /// The name of the pose.
    pub clip: String,
    /// The point of the body.
    pub point: String,
    /// Where it should be.
    pub asked_metres: [f32; 3],
    /// Where it is.
    pub reached_metres: [f32; 3],
    /// How far that is off.
    pub off_mm: f32,
    /// How far off the blend of captured poses was, before the limb was bent.
    pub blend_off_mm: f32,
    /// Whether it is there, to within 5 mm.
    pub is_reached: bool,
    /// The box that the point keeps within in the captured poses: lowest and highest corner.
    pub captured_metres: [[f32; 3]; 2],
    /// How many poses were captured.
    pub examples: usize,
    /// The captured pose whose point is nearest.
    pub nearest: NearestPose,
    /// The files that the front end wrote it to.
    pub written: Vec<PathBuf>,
}

/// The captured pose whose point is nearest to where it should be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NearestPose {
    /// Its clip.
    pub clip: String,
    /// Its frame.
    pub frame: usize,
    /// How far its point is from where it should be.
    pub off_cm: f32,
}

/// A pose with what it is made of.
#[derive(Clone, Debug)]
pub struct PoseWork {
    /// A clip of one frame, the pose. The figure stands above the origin and looks along z.
    pub clip: Clip,
    /// The captured poses.
    pub space: Arc<PoseSpace>,
    /// How the file of the first clip was written.
    pub origin: Option<Origin>,
    answer: PoseAnswer,
}

/// Nearer than this is there.
const THERE_MM: f32 = 5.0;

/// Beyond this, in millimetres, the limb goes where it was never captured.
const BEYOND_MM: f32 = 80.0;

/// Frames per second of the one frame: any would do.
const RATE: f64 = 30.0;

impl Verb for PoseRequest {
    const NAME: &'static str = "pose";
    type Answer = PoseAnswer;
    type Work = PoseWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        self.target()?;
        self.run_on(&self.ready(watch)?, watch)
    }
}

/// The captured poses of some clips, by where a point of the body is in them.
#[derive(Clone, Debug)]
pub struct CapturedPoses {
    clips: ClipSet,
    space: Arc<PoseSpace>,
    origin: Option<Origin>,
}

impl Warm for PoseRequest {
    type Ready = CapturedPoses;

    fn basis(&self) -> Self {
        Self { clips: self.clips.clone(), point: self.point.clone(), ..Self::default() }
    }

    fn ready(&self, watch: &dyn Watch) -> Result<CapturedPoses, VerbError> {
        let found = self.clips.read_keeping(FilesKept::Figure, watch)?;
        let clips = found.set(watch)?;
        let point = PointId::joint(point_of(&self.point, clips.skeleton())?);
        watch.go_on()?;
        let space = PoseSpace::new(&clips, point, &PoseSpaceSettings::default())?;
        Ok(CapturedPoses { space: Arc::new(space), origin: found.figure_origin().cloned(), clips })
    }

    fn run_on(&self, ready: &CapturedPoses, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let CapturedPoses { clips, space, origin } = ready;
        let reached = space.reach(self.target()?);
        let clip = self.clip(&reached, clips)?;
        let answer = self.answer(space, &reached, clips);
        answer.tell(watch);
        let work = PoseWork { clip, space: space.clone(), origin: origin.clone(), answer: answer.clone() };
        Ok(Done { answer, work })
    }
}

impl PoseRequest {
    fn target(&self) -> Result<Vec3, VerbError> {
        let target = Vec3::from(self.at_metres);
        if target.is_finite() {
            Ok(target)
        } else {
            Err(VerbError::Request("the place of the point must be finite numbers".to_owned()))
        }
    }

    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(Self::NAME)
    }

    fn clip(&self, reached: &Reached, clips: &ClipSet) -> Result<Clip, VerbError> {
        let mut frames = Clip::builder(self.name(), clips.skeleton().clone(), RATE, &[]);
        frames.push(&reached.pose)?;
        let clip = frames.finish()?;
        let plants = detect_plants(&clip);
        Ok(clip.with_constraints(plants)?)
    }

    fn answer(&self, space: &PoseSpace, reached: &Reached, clips: &ClipSet) -> PoseAnswer {
        let nearest = space.nearest(self.at_metres.into());
        let off_mm = 1000.0 * reached.off_metres;
        PoseAnswer {
            clip: self.name().to_owned(),
            point: self.point.clone(),
            asked_metres: self.at_metres,
            reached_metres: reached.place.to_array(),
            off_mm,
            blend_off_mm: 1000.0 * reached.blend_off_metres,
            is_reached: off_mm <= THERE_MM,
            captured_metres: space.bounds().map(|corner| corner.to_array()),
            examples: space.places().count(),
            nearest: NearestPose {
                clip: clips[nearest.clip].name().to_owned(),
                frame: nearest.frame,
                off_cm: 100.0 * nearest.distance_metres,
            },
            written: Vec::new(),
        }
    }
}

impl PoseAnswer {
    /// Warns of what is out of reach, and of what is beyond the captured poses.
    fn tell(&self, watch: &dyn Watch) {
        let NearestPose { clip, frame, off_cm } = &self.nearest;
        if !self.is_reached {
            let text = format!(
                "{} does not get there; this is the nearest, {:.1} cm off. The nearest captured pose is frame {frame} of \
                 {clip}, {off_cm:.1} cm away",
                self.point,
                self.off_mm / 10.0
            );
            watch.note(&Note::warning(text), None);
        } else if self.blend_off_mm > BEYOND_MM {
            let text = format!(
                "no captured pose is near: blends come within {:.1} cm and the limb was bent the rest of the way",
                self.blend_off_mm / 10.0
            );
            watch.note(&Note::warning(text), None);
        }
    }
}

impl PoseWork {
    /// Writes the pose as a motion of one frame, and which feet stand beside it; names the files.
    ///
    /// # Errors
    /// As [`crate::files::write`].
    pub fn write(&self, path: &Path) -> Result<Vec<PathBuf>, StoreError> {
        Ok(write_with_plants(path, &self.clip, self.origin.as_ref(), &OutputOptions::default())?.files)
    }
}

impl Picture for PoseWork {
    /// The pose from the front and the side with the place that was asked for.
    fn picture(&self) -> Result<Canvas, VerbError> {
        let PoseAnswer { point, asked_metres, reached_metres, off_mm, examples, .. } = &self.answer;
        let [x, y, z] = asked_metres;
        Ok(pose_plot(&PosePlot {
            clip: &self.clip,
            title: format!("{point} at {x}, {y}, {z} m"),
            about: format!("{off_mm:.1} mm off, from {examples} captured poses"),
            target: (*asked_metres).into(),
            place: (*reached_metres).into(),
            captured: self.space.places().collect(),
        }))
    }
}
