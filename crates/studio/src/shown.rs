//! What a verb made, as the page shows and saves it.

use segue::Cast;
use segue::blend::quality::{Quality, Verdict};
use segue::blend::{TimeScaling, linear_blend};
use segue::formats::{Format, Origin};
use segue::motion::{Anatomy, Clip};
use segue::plots::{Canvas, DistanceField};
use segue::stance::Session;
use segue::verbs::blend::BlendWork;
use segue::verbs::control::ControlWork;
use segue::verbs::convert::ConvertWork;
use segue::verbs::info::InfoWork;
use segue::verbs::inspect::InspectWork;
use segue::verbs::map::MapWork;
use segue::verbs::parametric::{BuiltParametric, ParametricWork};
use segue::verbs::plants::PlantsWork;
use segue::verbs::pose::PoseWork;
use segue::verbs::search::SearchWork;
use segue::verbs::stance::{
    BlendedStances, ExtractedStances, FoundStance, JudgedStance, StanceCoverageWork, StancePathWork,
    WarpedStance,
};
use segue::verbs::sync::SyncWork;
use segue::verbs::transition::TransitionWork;
use segue::verbs::{DriftFacts, Made, Picture, VerbError, VerdictFacts};

use crate::AppError;
use crate::container::Container;
use crate::wire::{GridFacts, LinearFacts};

/// Seconds of the result that are wanted, and what else.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wanted {
    /// First and last second; all without it.
    pub(crate) window: Option<[f64; 2]>,
    /// The linear blend beside the registered one.
    pub(crate) linear: bool,
}

/// What a verb made, as the page shows and saves it.
pub(crate) trait Shown {
    /// Numbers to draw.
    fn numbers(&self, container: &mut Container, wanted: Wanted) -> Result<(), AppError> {
        let _ = (container, wanted);
        Ok(())
    }

    /// The motion that is saved, and how the file of its reference was written.
    fn motion(&self) -> Vec<(&Clip, Option<&Origin>)> {
        Vec::new()
    }

    /// A file of the motion with what else it holds: the scene around it.
    fn furnished(&self, format: Format, bytes: Vec<u8>) -> Vec<u8> {
        let _ = format;
        bytes
    }

    /// The motion with controls that was built.
    fn built(&self) -> Option<&BuiltParametric> {
        None
    }

    /// The picture, where there is one.
    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        None
    }
}

impl Shown for () {}

/// A motion with what it was before its feet were held.
fn made(made: &Made, u: &[f64], container: &mut Container, wanted: Wanted) {
    container.clip(&made.clip, "result", u, wanted.window);
    if let Some(raw) = &made.raw {
        container.clip(raw, "raw", u, wanted.window);
    }
}

impl Shown for BlendWork {
    fn numbers(&self, container: &mut Container, wanted: Wanted) -> Result<(), AppError> {
        made(&self.made, &self.u, container, wanted);
        if wanted.linear {
            let clips = self.cast.clips();
            let linear = linear_blend(clips, &self.weights, TimeScaling::Uniform).map_err(VerbError::from)?;
            let sources: Vec<&Clip> = clips.clips().collect();
            let quality = Quality::of(&linear, &Anatomy::of(linear.skeleton()));
            let drift = DriftFacts::of(quality.skate.as_ref(), &sources);
            let verdict = VerdictFacts::of(&Verdict::of(&linear, &sources), drift);
            let linear_facts = LinearFacts { verdict, quality: (&quality).into() };
            container.field("linear", linear_facts)?;
            container.clip(&linear, "linear", &[], wanted.window);
        }
        Ok(())
    }

    fn motion(&self) -> Vec<(&Clip, Option<&Origin>)> {
        vec![(&self.made.clip, self.made.origin())]
    }

    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        Some(self.picture())
    }
}

impl Shown for ControlWork {
    fn numbers(&self, container: &mut Container, wanted: Wanted) -> Result<(), AppError> {
        made(&self.made, &self.u, container, wanted);
        Ok(())
    }

    fn motion(&self) -> Vec<(&Clip, Option<&Origin>)> {
        vec![(&self.made.clip, self.made.origin())]
    }

    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        Some(self.picture())
    }
}

impl Shown for TransitionWork {
    fn numbers(&self, container: &mut Container, wanted: Wanted) -> Result<(), AppError> {
        made(&self.made, &[], container, wanted);
        Ok(())
    }

    fn motion(&self) -> Vec<(&Clip, Option<&Origin>)> {
        vec![(&self.made.clip, self.made.origin())]
    }

    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        Some(self.picture())
    }
}

/// The most cells of a grid to a side: more than a screen has.
const MOST_CELLS: usize = 1024;
/// The shade of cells to which no path leads.
const NO_PATH: u8 = 255;

impl Shown for Cast {
    /// The grid of distances of each clip with the reference, dark where they are alike: a row for each frame of the
    /// reference, a column for each of the other clip.
    fn numbers(&self, container: &mut Container, _: Wanted) -> Result<(), AppError> {
        let reference = self.registration().reference();
        let mut grids = Vec::new();
        for clip in self.clips().ids().filter(|clip| *clip != reference) {
            let field = DistanceField::of(self, clip).map_err(VerbError::from)?;
            let stride = field.shape().map(|cells| cells.div_ceil(MOST_CELLS));
            let (shape, cells) = shades(&field, stride);
            container.bytes(&format!("grid{}.cells", grids.len()), &shape, &cells);
            grids.push(GridFacts {
                reference: reference.index(),
                clip: clip.index(),
                stride,
                spacing_secs: field.spacing_secs(),
                farthest_cm: 100.0 * field.farthest_metres(),
                path: field.path_secs(),
                curve: field.curve_secs().to_vec(),
            });
        }
        container.field("grids", grids)
    }

    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        Some(self.picture())
    }
}

/// Every so many cells of a grid as shades, with how many there are each way.
fn shades(field: &DistanceField, stride: [usize; 2]) -> ([usize; 2], Vec<u8>) {
    let [rows, columns] = field.shape();
    let farthest = field.farthest_metres();
    let shade = |cell: [usize; 2]| {
        let share = (field.metres(cell) / farthest).clamp(0.0, 1.0);
        if field.leads_to(cell) { (share * f64::from(NO_PATH - 1)).round() as u8 } else { NO_PATH }
    };
    let across = (0..columns).step_by(stride[1]);
    let cells = (0..rows).step_by(stride[0]).flat_map(|row| across.clone().map(move |column| [row, column]));
    ([rows.div_ceil(stride[0]), columns.div_ceil(stride[1])], cells.map(shade).collect())
}

impl Shown for Vec<Made> {
    fn numbers(&self, container: &mut Container, wanted: Wanted) -> Result<(), AppError> {
        clips(self.iter().map(|made| &made.clip), container, wanted);
        Ok(())
    }

    fn motion(&self) -> Vec<(&Clip, Option<&Origin>)> {
        self.iter().map(|made| (&made.clip, made.origin())).collect()
    }
}

impl Shown for ParametricWork {
    /// What every sample measures: the cloud of what can be asked for.
    fn numbers(&self, container: &mut Container, _: Wanted) -> Result<(), AppError> {
        let samples = self.parametric.samples();
        let measured = samples.iter().map(|sample| sample.parameters.len()).max().unwrap_or(0);
        let numbers = samples.iter().flat_map(|sample| sample.parameters.iter().map(|&number| number as f32));
        container.floats("cloud.points", &[samples.len(), measured], numbers);
        Ok(())
    }

    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        Some(self.picture())
    }
}

impl Shown for BuiltParametric {
    fn built(&self) -> Option<&BuiltParametric> {
        Some(self)
    }

    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        Some(self.picture())
    }
}

/// Clips in a row, each in the same role.
fn clips<'a>(clips: impl IntoIterator<Item = &'a Clip>, container: &mut Container, wanted: Wanted) {
    clips.into_iter().for_each(|clip| container.clip(clip, "result", &[], wanted.window));
}

impl Shown for PlantsWork {
    fn numbers(&self, container: &mut Container, wanted: Wanted) -> Result<(), AppError> {
        clips(&self.clips, container, wanted);
        Ok(())
    }

    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        Some(self.picture())
    }
}

impl Shown for ConvertWork {
    fn numbers(&self, container: &mut Container, wanted: Wanted) -> Result<(), AppError> {
        clips(&self.clips, container, wanted);
        Ok(())
    }

    fn motion(&self) -> Vec<(&Clip, Option<&Origin>)> {
        self.clips.iter().map(|clip| (clip, self.origin.as_ref())).collect()
    }
}

impl Shown for PoseWork {
    fn numbers(&self, container: &mut Container, wanted: Wanted) -> Result<(), AppError> {
        clips([&self.clip], container, wanted);
        Ok(())
    }

    fn motion(&self) -> Vec<(&Clip, Option<&Origin>)> {
        vec![(&self.clip, self.origin.as_ref())]
    }

    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        Some(self.picture())
    }
}

impl Shown for StancePathWork {
    fn numbers(&self, container: &mut Container, wanted: Wanted) -> Result<(), AppError> {
        clips(self.paths.iter().map(|made| &made.clip), container, wanted);
        Ok(())
    }

    fn motion(&self) -> Vec<(&Clip, Option<&Origin>)> {
        self.paths.iter().map(|made| (&made.clip, None)).collect()
    }

    fn furnished(&self, format: Format, bytes: Vec<u8>) -> Vec<u8> {
        match format {
            Format::Glb => self.with_scene(bytes),
            _ => bytes,
        }
    }

    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        Some(self.picture())
    }
}

impl Shown for MapWork {
    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        Some(self.picture())
    }
}

impl Shown for Session {}

/// Work that is only drawn.
macro_rules! drawn {
    ($($work:ty),+ $(,)?) => {$(
        impl Shown for $work {
            fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
                Some(self.picture())
            }
        }
    )+};
}

drawn!(
    InfoWork,
    InspectWork,
    SearchWork,
    SyncWork,
    BlendedStances,
    ExtractedStances,
    FoundStance,
    JudgedStance,
    StanceCoverageWork,
    WarpedStance,
);
