//! Every verb, by name.

use pyo3::prelude::*;
use segue::parametric::Function;
use segue::verbs::{
    BlendRequest, ControlRequest, ConvertRequest, HeldClip, IndexRequest, InfoRequest, InspectRequest,
    LibraryAddRequest, LibraryCheckRequest, LibraryCompactRequest, LibraryExportRequest, LibraryLabelRequest,
    LibraryListRequest, LibraryNewRequest, LibraryRemoveRequest, LibraryRenameRequest, MapRequest,
    ParametricAtRequest, ParametricBuildRequest, ParametricEvalRequest, ParametricFromRequest,
    ParametricShowRequest, PlantsRequest, PoseRequest, RegistrationRequest, SamplesRequest,
    SearchExplainRequest, SearchRequest, SearchSavedRequest, StanceBlendRequest, StanceCoverageRequest,
    StanceExtractRequest, StanceFindRequest, StanceJudgeRequest, StancePathRequest, StanceSketchRequest,
    StanceWarpRequest, SyncRequest, TransitionRequest, Verb, VerbError, Watch,
};

use crate::clip::Clip;
use crate::errors::malformed;
use crate::function::{Own, Raised, functions};
use crate::listener::watched;
use crate::outcome::Outcome;
use crate::work::Work;

/// An answer as JSON, with what was made.
type Ran = (String, Box<dyn Work>);

/// A request that waits to run.
type Waiting = Box<dyn FnOnce(&dyn Watch) -> Result<Ran, VerbError> + Send>;

/// Finds the verb of a name and reads its request. After the arrow stands where clips in memory go, after the wave where functions
/// of Python go.
macro_rules! verbs {
    ($($name:literal $request:ident $(=> $($held:ident).+)? $(~ $($own:ident).+)?;)+) => {
        /// The names of all verbs.
        pub(crate) const VERBS: &[&str] = &[$($name),+];

        fn prepared(verb: &str, request: &str, held: Vec<HeldClip>, functions: Vec<Function>) -> PyResult<Waiting> {
            match verb {
                $($name => {
                    #[allow(unused_mut, reason = "some verbs take no clips in memory")]
                    let mut request: $request = parsed(request)?;
                    let takes: &[&str] = &[$(stringify!($($held).+))?];
                    if takes.is_empty() && !held.is_empty() {
                        return Err(malformed(format!("`{verb}` takes clips by name only")));
                    }
                    let measures: &[&str] = &[$(stringify!($($own).+))?];
                    if measures.is_empty() && !functions.is_empty() {
                        return Err(malformed(format!("`{verb}` takes no functions")));
                    }
                    $(request.$($held).+ = held;)?
                    $(request.$($own).+ = functions;)?
                    Ok(waiting(request))
                })+
                _ => Err(malformed(format!("there is no verb `{verb}`"))),
            }
        }
    };
}

verbs! {
    "info"              InfoRequest;
    "convert"           ConvertRequest;
    "map"               MapRequest;
    "samples"           SamplesRequest;
    "plants"            PlantsRequest => clips.held;
    "register"          RegistrationRequest => clips.held;
    "blend"             BlendRequest => clips.held;
    "transition"        TransitionRequest => clips.held;
    "control"           ControlRequest => clips.held;
    "pose"              PoseRequest => clips.held;
    "inspect"           InspectRequest => clips.held;
    "sync"              SyncRequest => clips.held;
    "library new"       LibraryNewRequest;
    "library add"       LibraryAddRequest;
    "library list"      LibraryListRequest;
    "library label"     LibraryLabelRequest;
    "library rename"    LibraryRenameRequest;
    "library remove"    LibraryRemoveRequest;
    "library check"     LibraryCheckRequest;
    "library compact"   LibraryCompactRequest;
    "library export"    LibraryExportRequest;
    "index"             IndexRequest;
    "search"            SearchRequest;
    "search explain"    SearchExplainRequest;
    "search saved"      SearchSavedRequest;
    "parametric build"  ParametricBuildRequest => held ~ controls.functions;
    "parametric from"   ParametricFromRequest ~ controls.functions;
    "parametric at"     ParametricAtRequest ~ functions;
    "parametric show"   ParametricShowRequest ~ functions;
    "parametric eval"   ParametricEvalRequest ~ functions;
    "stance extract"    StanceExtractRequest => clips.held;
    "stance judge"      StanceJudgeRequest;
    "stance warp"       StanceWarpRequest;
    "stance blend"      StanceBlendRequest;
    "stance find"       StanceFindRequest;
    "stance coverage"   StanceCoverageRequest;
    "stance path"       StancePathRequest;
    "stance sketch"     StanceSketchRequest;
}

fn parsed<V: Verb>(request: &str) -> PyResult<V> {
    serde_json::from_str(request)
        .map_err(|error| malformed(format!("the request does not fit `{}`: {error}", V::NAME)))
}

fn waiting<V: Verb + Send + 'static>(request: V) -> Waiting
where
    V::Work: Work + 'static,
{
    Box::new(move |watch| {
        let done = request.run(watch)?;
        let answer = serde_json::to_string(&done.envelope())
            .map_err(|error| VerbError::Request(format!("the answer cannot be written: {error}")))?;
        Ok((answer, Box::new(done.work) as Box<dyn Work>))
    })
}

/// Runs a verb on a request in JSON, on clips in memory and with functions that measure.
#[pyfunction]
#[pyo3(signature = (verb, request, clips=Vec::new(), progress=None, measures=Vec::new()))]
pub(crate) fn run(
    py: Python<'_>,
    verb: &str,
    request: &str,
    clips: Vec<PyRef<'_, Clip>>,
    progress: Option<Bound<'_, PyAny>>,
    measures: Vec<Own>,
) -> PyResult<Outcome> {
    let held = clips.iter().map(|clip| clip.held().clone()).collect();
    let raised = Raised::default();
    let waiting = prepared(verb, request, held, functions(measures, &raised)?)?;
    let ((answer, work), notes) = raised.or(watched(py, progress.as_ref(), waiting))?;
    Ok(Outcome::new(answer, work, notes))
}
