//! What a verb made, as Python shows and saves it.

use std::path::{Path, PathBuf};

use segue::Cast;
use segue::files::{ParamPlace, write_map, write_registration};
use segue::formats::Origin;
use segue::motion::Clip;
use segue::plots::Canvas;
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
use segue::verbs::search::{CutMatches, SearchWork};
use segue::verbs::stance::{
    BlendedStances, ExtractedStances, FoundStance, JudgedStance, StanceCoverageWork, StancePathWork,
    WarpedStance,
};
use segue::verbs::sync::SyncWork;
use segue::verbs::transition::TransitionWork;
use segue::verbs::{FormatName, Made, Picture, VerbError, Watch};

/// What a verb made.
pub(crate) trait Work: Send + Sync {
    /// The motions, and how the file of the figure of each was written.
    fn motions(&self) -> Vec<(&Clip, Option<&Origin>)> {
        Vec::new()
    }

    /// The picture, where there is one.
    fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
        None
    }

    /// Writes what is no motion to a file, and names the files; `None` where there is no such thing.
    fn store(&self, path: &Path) -> Option<Result<Vec<PathBuf>, VerbError>> {
        let _ = path;
        None
    }

    /// Writes each match of a search to a folder and says which moments correspond; `None` for what is no search.
    fn cut(
        &self,
        folder: &Path,
        format: FormatName,
        watch: &dyn Watch,
    ) -> Option<Result<CutMatches, VerbError>> {
        let _ = (folder, format, watch);
        None
    }
}

impl Work for () {}
impl Work for Session {}

fn one(made: &Made) -> Vec<(&Clip, Option<&Origin>)> {
    vec![(&made.clip, made.origin())]
}

/// Work with a picture; after the type, what else it has.
macro_rules! drawn {
    ($($work:ty { $($more:tt)* })+) => {$(
        impl Work for $work {
            fn drawing(&self) -> Option<Result<Canvas, VerbError>> {
                Some(self.picture())
            }
            $($more)*
        }
    )+};
}

drawn! {
    BlendWork { fn motions(&self) -> Vec<(&Clip, Option<&Origin>)> { one(&self.made) } }
    ControlWork { fn motions(&self) -> Vec<(&Clip, Option<&Origin>)> { one(&self.made) } }
    TransitionWork { fn motions(&self) -> Vec<(&Clip, Option<&Origin>)> { one(&self.made) } }
    PoseWork {
        fn motions(&self) -> Vec<(&Clip, Option<&Origin>)> { vec![(&self.clip, self.origin.as_ref())] }
    }
    ConvertWork {
        fn motions(&self) -> Vec<(&Clip, Option<&Origin>)> {
            self.clips.iter().map(|clip| (clip, self.origin.as_ref())).collect()
        }
    }
    StancePathWork {
        fn motions(&self) -> Vec<(&Clip, Option<&Origin>)> {
            self.paths.iter().map(|made| (&made.clip, None)).collect()
        }

        fn store(&self, path: &Path) -> Option<Result<Vec<PathBuf>, VerbError>> {
            Some(self.write(path).map_err(VerbError::from))
        }
    }
    Cast {
        fn store(&self, path: &Path) -> Option<Result<Vec<PathBuf>, VerbError>> {
            Some(written(path, write_registration(path, self)))
        }
    }
    BuiltParametric {
        fn store(&self, path: &Path) -> Option<Result<Vec<PathBuf>, VerbError>> {
            Some(written(path, self.store(&ParamPlace::parse(&path.to_string_lossy()))))
        }
    }
    ExtractedStances {
        fn store(&self, path: &Path) -> Option<Result<Vec<PathBuf>, VerbError>> {
            Some(written(path, self.store(path)))
        }
    }
    ParametricWork {}
    InfoWork {}
    InspectWork {}
    MapWork {
        fn store(&self, path: &Path) -> Option<Result<Vec<PathBuf>, VerbError>> {
            Some(written(path, write_map(path, &self.map)))
        }
    }
    PlantsWork {}
    SearchWork {
        fn cut(&self, folder: &Path, format: FormatName, watch: &dyn Watch) -> Option<Result<CutMatches, VerbError>> {
            Some(self.cut(folder, format, watch))
        }
    }
    SyncWork {}
    BlendedStances {}
    FoundStance {}
    JudgedStance {}
    StanceCoverageWork {}
    WarpedStance {}
}

impl Work for Vec<Made> {
    fn motions(&self) -> Vec<(&Clip, Option<&Origin>)> {
        self.iter().flat_map(one).collect()
    }
}

/// The one file that was written.
fn written<T>(path: &Path, result: Result<T, impl Into<VerbError>>) -> Result<Vec<PathBuf>, VerbError> {
    result.map(|_| vec![path.to_owned()]).map_err(Into::into)
}
