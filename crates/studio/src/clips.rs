//! Clips, skeletons and figures, by fingerprint: what has a fingerprint never changes, so browsers may keep it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use segue::files::{Source, parametric_names};
use segue::formats::{Format, WriteOptions, encode};
use segue::library::{Entry, Library};
use segue::motion::{Anatomy, Clip, Constraints, ContentHash, FrameRange, JointId, Rigid, Skeleton};
use segue::store::read_regular;
use segue::verbs::library::LibraryClip;

use crate::container::{Container, KIND, stream};
use crate::figures::Figures;
use crate::session::json;
use crate::watcher::plain;
use crate::wire::{
    ClipsFacts, EndShape, FramesQuery, JointShape, NoteFacts, PlantedFacts, SkeletonShape, StudioClip,
};
use crate::{AppError, Studio, notes};

/// Figures of a thumbnail.
const FIGURES: usize = 5;

/// The clips of the library.
pub(crate) async fn list(State(studio): State<Arc<Studio>>) -> Result<Response, AppError> {
    let facts = studio.blocking(|studio| {
        let library = Library::open(studio.place().library())?;
        let (entries, skeletons) = (library.entries()?, library.skeletons()?);
        let notes = notes::all(studio.memory())?;
        let mut figures = Figures::default();
        let clip = |(entry, skeleton): (Entry, Arc<Skeleton>)| {
            let feet = by_kind(&library.detected_plants(&entry.name)?).into_keys().collect();
            let mesh = figures.has_mesh(&entry.source);
            Ok(StudioClip { mesh, feet, ..StudioClip::of(entry, &skeleton, &notes) })
        };
        let clips = entries.into_iter().zip(skeletons).map(clip).collect::<Result<_, AppError>>()?;
        let controls = parametric_names(&library)?;
        Ok(ClipsFacts { revision: studio.revision(), clips, controls })
    });
    Ok(json(&facts.await?))
}

impl StudioClip {
    fn of(entry: Entry, skeleton: &Arc<Skeleton>, notes: &BTreeMap<String, Vec<NoteFacts>>) -> Self {
        let (hash, source) = (entry.hash.to_string(), entry.source.clone());
        let LibraryClip { name, frames, rate_hz, duration_secs, joints, labels, .. } =
            LibraryClip::from(entry);
        Self {
            name,
            hash,
            skeleton: ContentHash::of_skeleton(skeleton).to_string(),
            frames,
            rate_hz,
            duration_secs,
            joints,
            labels,
            notes: notes.get(&source).cloned().unwrap_or_default(),
            source: plain(&source),
            mesh: false,
            feet: Vec::new(),
        }
    }
}

/// The poses of a clip, or of some of its frames.
pub(crate) async fn poses(
    State(studio): State<Arc<Studio>>,
    Path(hash): Path<String>,
    Query(query): Query<FramesQuery>,
    headers: HeaderMap,
) -> Result<Response, AppError> {
    kept(&headers, &format!("{hash}-{query:?}"), async {
        let clip = studio.blocking(move |studio| clip(studio, &hash)).await?;
        let last = query.last.unwrap_or(clip.last_frame()).min(clip.last_frame());
        let frames = FrameRange::new(query.first.unwrap_or(0), last);
        Ok(stream(clip, frames.ok_or_else(|| AppError::malformed("there are no such frames"))?))
    })
    .await
}

/// Five figures of a clip, as places of joints.
pub(crate) async fn thumb(
    State(studio): State<Arc<Studio>>,
    Path(hash): Path<String>,
    headers: HeaderMap,
) -> Result<Response, AppError> {
    kept(&headers, &hash.clone(), async {
        let bytes = studio.blocking(move |studio| Ok(thumbnail(&clip(studio, &hash)?).finish())).await?;
        Ok(([("content-type", KIND)], bytes).into_response())
    })
    .await
}

fn thumbnail(clip: &Clip) -> Container {
    let mut container = Container::default();
    let mut joints: Vec<Rigid> = Vec::new();
    let mut points = Vec::new();
    for figure in 0..FIGURES {
        let frame = clip.last_frame() * figure / (FIGURES - 1);
        clip.frame(frame).world_from_joints(clip.skeleton(), &mut joints);
        points.extend(joints.iter().flat_map(|joint| joint.translation.to_array()));
    }
    container.floats("thumb.points", &[FIGURES, clip.skeleton().len(), 3], points);
    container
}

/// When the feet of a clip are planted; this changes while the fingerprint stays.
pub(crate) async fn plants(
    State(studio): State<Arc<Studio>>,
    Path(hash): Path<String>,
) -> Result<Response, AppError> {
    let facts = studio.blocking(move |studio| {
        let (library, entry) = entry(studio, &hash)?;
        let corrections = library.corrections(&entry.name)?;
        Ok(PlantedFacts {
            plants: by_kind(library.clip(&entry.name)?.constraints()),
            detected: by_kind(&library.detected_plants(&entry.name)?),
            corrected: corrections.into_iter().map(|(kind, _)| kind.name().to_owned()).collect(),
        })
    });
    Ok(json(&facts.await?))
}

fn by_kind(constraints: &Constraints) -> BTreeMap<String, Vec<[usize; 2]>> {
    let ranges = |ranges: &[FrameRange]| ranges.iter().map(|range| [range.first, range.last]).collect();
    let held = constraints.iter().filter(|(_, found)| !found.is_empty());
    held.map(|(kind, found)| (kind.name().to_owned(), ranges(found))).collect()
}

/// A skeleton.
pub(crate) async fn skeleton(
    State(studio): State<Arc<Studio>>,
    Path(hash): Path<String>,
    headers: HeaderMap,
) -> Result<Response, AppError> {
    kept(&headers, &hash.clone(), async {
        let shape = studio.blocking(move |studio| {
            let found = studio.skeleton(&hash)?;
            Ok(SkeletonShape::of(&found, hash))
        });
        Ok(json(&shape.await?))
    })
    .await
}

impl SkeletonShape {
    fn of(skeleton: &Skeleton, hash: String) -> Self {
        let anatomy = Anatomy::of(skeleton);
        let joint = |id| {
            let role = anatomy.role_of(id).map(|role| role.to_string());
            let side = role.as_deref().and_then(side_of).map(str::to_owned);
            JointShape {
                name: skeleton.name(id).to_owned(),
                parent: skeleton.parent(id).map(JointId::index),
                offset: skeleton.joint(id).offset.to_array(),
                part: role,
                side,
            }
        };
        let end = |site: &segue::motion::EndSite| EndShape {
            joint: site.parent.index(),
            offset: site.offset.to_array(),
        };
        Self {
            joints: skeleton.ids().map(joint).collect(),
            ends: skeleton.end_sites().iter().map(end).collect(),
            hash,
        }
    }
}

/// The side that the name of a role says.
fn side_of(role: &str) -> Option<&'static str> {
    ["left", "right"].into_iter().find(|side| role.split([' ', '_', '.']).any(|word| word == *side))
}

/// The user's own mesh, with nodes of the names of the joints.
pub(crate) async fn figure(
    State(studio): State<Arc<Studio>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, AppError> {
    let hash =
        name.strip_suffix(".glb").ok_or_else(|| AppError::unknown("figures are .glb files"))?.to_owned();
    kept(&headers, &name.clone(), async {
        let bytes = studio.blocking(move |studio| mesh(studio, &hash)).await?;
        Ok(([("content-type", "model/gltf-binary")], bytes).into_response())
    })
    .await
}

/// The file that a clip was read from: a GLB as it is, another one written as GLB around its first frame.
fn mesh(studio: &Studio, hash: &str) -> Result<Vec<u8>, AppError> {
    let none = |reason: String| AppError::new(StatusCode::NOT_FOUND, "no_mesh", reason);
    let (_, entry) = entry(studio, hash)?;
    let source = segue::Input::parse(&entry.source).map_err(|error| none(error.to_string()))?;
    if let Source::Path(file) | Source::Clip { file, .. } = &source.source
        && Format::from_path(file) == Some(Format::Glb)
    {
        return read_regular(file).map_err(|error| none(format!("the file cannot be read: {error}")));
    }
    let reading = segue::read(&source, &segue::formats::ReadOptions::default())
        .map_err(|error| none(error.to_string()))?;
    let clip = reading.clips.first().ok_or_else(|| none("the file has no clip".to_owned()))?;
    let still = clip.slice(FrameRange { first: 0, last: 0 });
    let encoded = encode(Format::Glb, &[still], reading.origin.as_ref(), &WriteOptions::default())
        .map_err(|error| none(error.to_string()))?;
    let file =
        encoded.files.into_iter().next().ok_or_else(|| none("the file cannot be written".to_owned()))?;
    Ok(file.bytes)
}

/// The entry with this fingerprint.
fn entry(studio: &Studio, hash: &str) -> Result<(Library, Entry), AppError> {
    let entries = studio.entries()?;
    let found = entries.iter().find(|entry| entry.hash.to_string() == hash).cloned();
    let found = found.ok_or_else(|| AppError::unknown("no clip has this fingerprint"))?;
    Ok((Library::open(studio.place().library())?, found))
}

/// The clip with this fingerprint.
fn clip(studio: &Studio, hash: &str) -> Result<Clip, AppError> {
    let (library, entry) = entry(studio, hash)?;
    Ok(library.clip(&entry.name)?)
}

/// An answer that a browser may keep for ever, or the word that it has it already.
async fn kept(
    headers: &HeaderMap,
    name: &str,
    answer: impl Future<Output = Result<Response, AppError>>,
) -> Result<Response, AppError> {
    let tag = format!("\"{}\"", &blake3::hash(name.as_bytes()).to_hex()[..32]);
    let known = headers.get("if-none-match").is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let mut response = if known { StatusCode::NOT_MODIFIED.into_response() } else { answer.await? };
    let forever = HeaderValue::from_static("private, max-age=31536000, immutable");
    response.headers_mut().insert("cache-control", forever);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert("etag", tag);
    }
    Ok(response)
}
