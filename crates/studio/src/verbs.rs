//! One route for every verb: the request in, and out comes what the page asks for.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use segue::verbs::{
    BlendRequest, ControlRequest, ConvertRequest, Done, DraftMotion, Drafts, IndexRequest, InfoRequest,
    InspectRequest, LibraryAddRequest, LibraryCheckRequest, LibraryLabelRequest, LibraryListRequest,
    LibraryRemoveRequest, LibraryRenameRequest, MapRequest, ParametricAtRequest, ParametricBuildRequest,
    ParametricEvalRequest, ParametricFromRequest, ParametricShowRequest, PlantsRequest, PoseRequest,
    RegistrationRequest, SamplesRequest, SearchExplainRequest, SearchRequest, SearchSavedRequest,
    StanceBlendRequest, StanceCoverageRequest, StanceExtractRequest, StanceFindRequest, StanceJudgeRequest,
    StancePathRequest, StanceSketchRequest, StanceWarpRequest, SyncRequest, TransitionRequest, Verb, Warm,
    Watch,
};
use serde::Serialize as _;
use serde_json::{Map, Value, json};

use crate::commands::Command;
use crate::names::{self, Names};
use crate::outcome::{Outcome, Shape};
use crate::shown::Shown;
use crate::warmth::Key;
use crate::watcher::{Listener, Waiting};
use crate::wire::VerbQuery;
use crate::{AppError, Studio, body, effects, notes, python};
use Names::{Inputs, Kept, Library, Path as File, Query as Sought, Stance};

/// A verb as the server calls it.
pub(crate) struct Route {
    /// As in the address: `library.list`.
    pub(crate) name: &'static str,
    /// What its request may name.
    pub(crate) names: &'static [Names],
    /// Whether it changes the library.
    pub(crate) changes: bool,
    /// The request with nothing said.
    pub(crate) default: fn() -> Value,
    /// Runs it.
    pub(crate) run: Run<Outcome>,
    /// Makes a draft of what it makes, where it has one.
    pub(crate) draft: Option<Run<DraftMotion>>,
}

/// What is done with a request.
pub(crate) type Run<T> = fn(Value, &Studio, &dyn Watch) -> Result<T, AppError>;

/// Where a request names clips.
const CLIPS: [Names; 2] = [Inputs("clips.inputs"), Inputs("clips.skeleton")];

/// A list of names with those of the clips before it.
macro_rules! names {
    (clips $(, $more:expr)*) => { &[CLIPS[0], CLIPS[1] $(, $more)*] };
    ($($name:expr),*) => { &[$($name),*] };
}

/// A verb that is run from the start each time.
macro_rules! cold {
    (run $request:ident) => {
        cold::<$request>
    };
    (draft $request:ident) => {
        None
    };
}

/// A verb that runs on what was kept of an earlier request.
macro_rules! warm {
    (run $request:ident) => {
        warm::<$request>
    };
    (draft $request:ident) => {
        None
    };
}

/// A warm verb that also makes drafts.
macro_rules! live {
    (run $request:ident) => {
        warm::<$request>
    };
    (draft $request:ident) => {
        Some(draft::<$request>)
    };
}

macro_rules! routes {
    ($($name:literal $request:ident $kind:ident $changes:literal [$($names:tt)*];)+) => {
        /// Every verb that the page may ask for.
        pub(crate) const ROUTES: &[Route] = &[$(Route {
            name: $name,
            names: names!($($names)*),
            changes: $changes,
            default: default::<$request>,
            run: $kind!(run $request),
            draft: $kind!(draft $request),
        }),+];
    };
}

routes! {
    "info"              InfoRequest            cold false [clips];
    "convert"           ConvertRequest         cold false [clips, Inputs("edit.onto"), File("output"), File("edit.retarget")];
    "map"               MapRequest             cold false [Inputs("source"), Inputs("target")];
    "plants"            PlantsRequest          cold false [clips];
    "register"          RegistrationRequest    warm false [clips];
    "blend"             BlendRequest           live false [clips, File("registration")];
    "transition"        TransitionRequest      warm false [clips];
    "control"           ControlRequest         warm false [clips, File("registration"), File("weights_file")];
    "pose"              PoseRequest            warm false [clips];
    "inspect"           InspectRequest         cold false [clips, File("registration")];
    "sync"              SyncRequest            cold false [clips, File("registration")];
    "samples"           SamplesRequest         cold false [File("folder")];
    "library.list"      LibraryListRequest     cold false [Library("library")];
    "library.add"       LibraryAddRequest      cold true  [Library("library"), Inputs("inputs"), File("index")];
    "library.label"     LibraryLabelRequest    cold true  [Library("library"), File("plants")];
    "library.rename"    LibraryRenameRequest   cold true  [Library("library")];
    "library.remove"    LibraryRemoveRequest   cold true  [Library("library")];
    "library.check"     LibraryCheckRequest    cold false [Library("library")];
    "index"             IndexRequest           cold true  [Library("library")];
    "search"            SearchRequest          warm false [Library("library"), Sought("query")];
    "search.explain"    SearchExplainRequest   cold false [Library("search.library"), Sought("search.query")];
    "search.saved"      SearchSavedRequest     cold false [Library("library")];
    "parametric.build"  ParametricBuildRequest cold false [Library("library"), Inputs("clips")];
    "parametric.from"   ParametricFromRequest  cold true  [Library("library"), Sought("query")];
    "parametric.at"     ParametricAtRequest    live false [Kept("motion")];
    "parametric.show"   ParametricShowRequest  cold false [Kept("motion")];
    "parametric.eval"   ParametricEvalRequest  cold false [Kept("motion")];
    "stance.extract"    StanceExtractRequest   cold false [clips];
    "stance.judge"      StanceJudgeRequest     cold false [Stance("stance.name")];
    "stance.warp"       StanceWarpRequest      cold false [Stance("stance.name")];
    "stance.blend"      StanceBlendRequest     cold false [Stance("first.name"), Stance("second.name")];
    "stance.find"       StanceFindRequest      cold false [Inputs("source.from")];
    "stance.coverage"   StanceCoverageRequest  cold false [Inputs("source.from")];
    "stance.path"       StancePathRequest      cold false [Inputs("source.from")];
    "stance.sketch"     StanceSketchRequest    cold false [Inputs("source.from")];
}

/// The verb of this name.
pub(crate) fn find(name: &str) -> Result<&'static Route, AppError> {
    let found = ROUTES.iter().find(|route| route.name == name);
    found.ok_or_else(|| AppError::unknown(format!("there is no verb `{name}`")))
}

/// Runs a verb and answers in the form that is asked for.
pub(crate) async fn verb(
    State(studio): State<Arc<Studio>>,
    Path(name): Path<String>,
    Query(query): Query<VerbQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, AppError> {
    let route = find(&name)?;
    let shape = Shape::wanted(&headers)?;
    let request: Value = body::json(&headers, body, &studio.settings().limits).await?;
    let waiting = Waiting::default();
    let watch = Listener::stopped_by(waiting.stop());
    let work = move |studio: &Studio| answer(studio, route, request, (shape, &query), &watch);
    let done = studio.blocking(work).await?;
    drop(waiting);
    Ok((StatusCode::OK, [("content-type", shape.kind())], done).into_response())
}

fn answer(
    studio: &Studio,
    route: &Route,
    request: Value,
    (shape, query): (Shape, &VerbQuery),
    watch: &Listener,
) -> Result<Vec<u8>, AppError> {
    if let Shape::Command | Shape::Python = shape {
        return command(studio, route, request, shape);
    }
    let outcome = perform(studio, route, request, watch)?;
    if let Some(name) = &query.save {
        effects::keep(studio, &outcome, name)?;
    }
    outcome.bytes(studio, shape, query.wanted())
}

/// The command or the Python lines that do what a request does.
fn command(studio: &Studio, route: &Route, mut request: Value, shape: Shape) -> Result<Vec<u8>, AppError> {
    names::resolve(&mut request, route.names, studio)?;
    let lines = match shape {
        Shape::Python => python::lines(route, &request),
        _ => Command::of(route, &request).shell(),
    };
    Ok(lines.into_bytes())
}

/// Runs a verb on a request as the page writes it.
pub(crate) fn perform(
    studio: &Studio,
    route: &Route,
    mut request: Value,
    watch: &Listener,
) -> Result<Outcome, AppError> {
    let output = request.as_object_mut().and_then(|fields| fields.remove("output"));
    names::resolve(&mut request, route.names, studio)?;
    let outcome = perform_resolved(studio, route, request, watch)?;
    if let Some(Value::String(output)) = output {
        effects::keep_parametric(studio, &outcome, &output)?;
    }
    Ok(outcome)
}

/// Runs a verb on a request in the words of the verbs.
pub(crate) fn perform_resolved(
    studio: &Studio,
    route: &Route,
    request: Value,
    watch: &Listener,
) -> Result<Outcome, AppError> {
    let mut outcome = (route.run)(request, studio, watch)?;
    outcome.notes = watch.notes();
    if route.name == "library.add" {
        notes::keep(studio.memory(), &outcome.notes)?;
    }
    if route.changes {
        studio.library_changed();
    }
    Ok(outcome)
}

fn default<V: Verb + Default>() -> Value {
    serde_json::to_value(V::default()).unwrap_or_else(|_| Value::Object(Map::new()))
}

fn parsed<V: Verb>(request: Value) -> Result<V, AppError> {
    serde_json::from_value(request)
        .map_err(|error| AppError::malformed(format!("the request does not fit `{}`: {error}", V::NAME)))
}

/// Runs a verb from the start.
fn cold<V: Verb>(request: Value, _: &Studio, watch: &dyn Watch) -> Result<Outcome, AppError>
where
    V::Work: Shown + 'static,
{
    let done = parsed::<V>(request)?.run(watch)?;
    finished(done)
}

/// Runs a verb on what was kept of an earlier request, where that fits.
fn warm<V: Warm>(request: Value, studio: &Studio, watch: &dyn Watch) -> Result<Outcome, AppError>
where
    V::Work: Shown + 'static,
{
    let request = parsed::<V>(request)?;
    finished(request.run_on(&*kept(&request, studio, watch)?, watch)?)
}

/// The draft of a verb, on what was kept of an earlier request.
fn draft<V: Drafts>(request: Value, studio: &Studio, watch: &dyn Watch) -> Result<DraftMotion, AppError> {
    let request = parsed::<V>(request)?;
    Ok(request.draft(&*kept(&request, studio, watch)?)?)
}

/// The slow part of a request, kept from an earlier one or made now.
fn kept<V: Warm>(request: &V, studio: &Studio, watch: &dyn Watch) -> Result<Arc<V::Ready>, AppError> {
    let key = Key { kind: V::NAME, request: json!(request.basis()).to_string(), most: V::MOST };
    Ok(studio.warm().get(&key, studio.revision(), || request.ready(watch))?)
}

fn finished<V: Verb>(done: Done<V>) -> Result<Outcome, AppError>
where
    V::Work: Shown + 'static,
{
    let answer = done.envelope().serialize(serde_json::value::Serializer);
    let answer = answer.map_err(|error| AppError::internal(error.to_string()))?;
    Ok(Outcome { answer, work: Box::new(done.work), notes: Vec::new() })
}
