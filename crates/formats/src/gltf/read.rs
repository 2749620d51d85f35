//! Reading glTF files.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::accessor::Accessors;
use super::bind::bind_pose;
use super::document::Document;
use super::file::{GltfFile, Played};
use super::humanoid::bones;
use super::motion::{Curves, Stage, label};
use super::{buffers, container, nodes};
use crate::error::{Fault, Place, Problem};
use crate::read::stem;
use crate::scene::choose::Cast;
use crate::scene::joints::Joints;
use crate::scene::rate::{RateSource, Timing};
use crate::scene::sampled::{self, Sampled};
use crate::scene::size::size_warning;
use crate::scene::{check_options, world_from_scene};
use crate::{Conversion, Import, Inferred, Note, Origin, ReadError, ReadOptions, Up};

/// Reads the figure and all animations of a file that is already in memory; `path` names it, and buffers beside it are looked for
/// there. Times are in seconds, so [`ReadOptions::fps`] is the rate to sample at.
///
/// # Errors
/// [`ReadError`] names the file, the node, accessor or animation, what was found and what was expected.
pub fn read(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Import, ReadError> {
    import(path, bytes, options).map_err(|fault| fault.in_file(path))
}

fn import(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Import, Fault> {
    check_options(options)?;
    let parts = container::split(bytes)?;
    let document = parse(parts.json)?;
    let buffers = buffers::load(&document, parts.bin, path)?;
    let mut accessors = Accessors::new(&document, &buffers);
    let mut tree = nodes::tree(&document)?;
    let cast = cast(&document)?;
    let mut notes = Vec::new();
    let places = bind_pose(&document, &tree, &mut accessors, &mut notes);
    tree.set_bind_pose(places);
    let curves = read_curves(&document, &mut accessors, &mut notes)?;
    let (scale, up) = (scale(options), up(options));
    let world_from_scene = world_from_scene(scale.value, up.value);
    let mut animated = vec![false; tree.len()];
    curves.iter().flat_map(Curves::moved).for_each(|node| animated[node] = true);
    let joints = Joints::find(&tree, &cast, &animated, &world_from_scene, &mut notes)?;
    let stage = Stage { tree: &tree, joints: &joints, world_from_scene };
    let timings = timings(&document, &curves, &joints, options, &mut notes);
    let frames = timings.iter().flatten().map(Timing::frames).sum();
    sampled::check_budget(frames, joints.needed.len(), buffers::distinct_bytes(&buffers))?;
    let motions = motions(path, &document, &stage, &curves, &timings)?;
    let (skeleton, clips) = sampled::clips(&joints.skeleton, &motions)?;
    notes.extend(motion_notes(&curves, &joints, &timings));
    notes.extend(size_warning(&skeleton, "glTF is in metres"));
    let rate = surest_rate(&timings, options);
    let conversion = Conversion { scale, up, rate, rest_frame_dropped: false };
    let figure = joints.figure(skeleton);
    let started =
        timings.iter().enumerate().filter_map(|(animation, timing)| Some((animation, timing.as_ref()?)));
    let played = clips
        .iter()
        .zip(started)
        .map(|(clip, (animation, timing))| Played::new(animation, clip, timing.start));
    let source = GltfFile {
        played: played.collect(),
        json: String::from_utf8_lossy(parts.json).into_owned(),
        folder: path.parent().unwrap_or(Path::new("")).to_owned(),
        document,
        buffers,
        tree,
        joints,
        world_from_scene,
    };
    let document = crate::Document::Gltf(Arc::new(source));
    Ok(Import { clips, figure, origin: Origin { document, conversion }, notes, findings: Vec::new() })
}

/// The document in the JSON part of a file.
pub(super) fn parse(json: &[u8]) -> Result<Document, Fault> {
    #[derive(serde::Deserialize)]
    struct Versioned {
        asset: super::document::Asset,
    }
    // Version 1 has other types throughout, so the version is looked at before anything else is understood.
    let syntax = |error: serde_json::Error| {
        let place = Place::Item(format!("line {}, column {}", error.line(), error.column()));
        Problem::unexpected("glTF 2.0 in JSON", format!("a mistake: {error}")).at(place)
    };
    let version = serde_json::from_slice::<Versioned>(json).map_err(syntax)?.asset.version;
    if version.split('.').next() != Some("2") {
        return Err(Problem::unexpected("glTF of version 2", format!("version `{version}`")).into());
    }
    serde_json::from_slice(json).map_err(syntax)
}

/// The joints of all skins, and the bones of a VRM figure.
fn cast(document: &Document) -> Result<Cast, Fault> {
    for (index, skin) in document.skins.iter().enumerate() {
        if let Some(joint) = skin.joints.iter().find(|&&joint| joint >= document.nodes.len()) {
            let expected = format!("one of {} nodes as joint", document.nodes.len());
            let place = Place::Item(format!("skin {index}"));
            return Err(Problem::unexpected(expected, format!("node {joint}")).at(place));
        }
    }
    let skinned = document.skins.iter().flat_map(|skin| skin.joints.iter().copied());
    Ok(Cast {
        joints: skinned.chain(bones(document)).collect(),
        several_skins: document.skins.len() > 1,
        order: document.skins.first().map_or(Vec::new(), |skin| skin.joints.clone()),
    })
}

fn scale(options: &ReadOptions) -> Inferred<f64> {
    options
        .scale
        .map_or(Inferred::certain(1.0, "glTF is in metres"), |scale| Inferred::certain(scale, "as asked"))
}

fn up(options: &ReadOptions) -> Inferred<Up> {
    options.up.map_or(Inferred::certain(Up::Y, "glTF is Y up"), |up| Inferred::certain(up, "as asked"))
}

/// The curves of each animation. One that is compressed has none: the figure needs no keys.
fn read_curves(
    document: &Document,
    accessors: &mut Accessors<'_>,
    notes: &mut Vec<Note>,
) -> Result<Vec<Curves>, Fault> {
    let mut read = |index: usize| match accessors.compression(&document.animations[index]) {
        Some(extension) => {
            let name = label(index, &document.animations[index]);
            notes.push(Note::warning(format!(
                "animation {name} is compressed with {extension}, which is not read, and is left out; export without compression"
            )));
            Ok(Curves::unread())
        }
        None => Curves::read(document, index, accessors),
    };
    (0..document.animations.len()).map(&mut read).collect()
}

/// When each animation plays; `None` for one that moves no joint.
fn timings(
    document: &Document,
    curves: &[Curves],
    joints: &Joints,
    options: &ReadOptions,
    notes: &mut Vec<Note>,
) -> Vec<Option<Timing>> {
    let mut timings: Vec<_> = curves.iter().map(|curves| curves.timing(joints, None)).collect();
    // A pose held by two keys says nothing about its rate; the other animations of the file do.
    let sure = timings.iter().flatten().min_by_key(|timing| timing.source).map(|timing| timing.rate);
    for (timing, curves) in timings.iter_mut().zip(curves) {
        if timing.as_ref().is_some_and(|timing| timing.source > RateSource::Keys) {
            *timing = curves.timing(joints, sure);
        }
    }
    let idle = timings
        .iter()
        .zip(curves)
        .enumerate()
        .filter(|(_, (timing, curves))| timing.is_none() && curves.is_read);
    let idle: Vec<String> = idle.map(|(index, _)| label(index, &document.animations[index])).collect();
    match &idle[..] {
        [] => {}
        [name] => notes.push(Note::info(format!("animation {name} moves no joint and is left out"))),
        [name, ..] => notes.push(Note::info(format!(
            "{} animations move no joint and are left out, e.g. {name}",
            idle.len()
        ))),
    }
    if let Some(fps) = options.fps {
        timings = timings.into_iter().map(|timing| Some(timing?.at_rate(fps))).collect();
    }
    timings
}

fn motions(
    path: &Path,
    document: &Document,
    stage: &Stage<'_>,
    curves: &[Curves],
    timings: &[Option<Timing>],
) -> Result<Vec<Sampled>, Fault> {
    let stem = stem(path);
    let single = timings.iter().flatten().count() == 1;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut motions = Vec::new();
    for (index, (curves, timing)) in curves.iter().zip(timings).enumerate() {
        let Some(timing) = timing else { continue };
        let name = if single {
            stem.clone()
        } else {
            let animation = document.animations[index].name.as_deref().filter(|name| !name.is_empty());
            unique(format!("{stem}/{}", animation.unwrap_or("animation")), &mut seen)
        };
        motions.push(stage.sample(name, curves, timing)?);
    }
    Ok(motions)
}

/// Names need not be unique in a file, but clips are called by name.
fn unique(name: String, seen: &mut BTreeMap<String, usize>) -> String {
    let count = seen.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1);
    match *count {
        1 => name,
        count => unique(format!("{name}_{count}"), seen),
    }
}

fn motion_notes(curves: &[Curves], joints: &Joints, timings: &[Option<Timing>]) -> Vec<Note> {
    let mut notes = rate_notes(timings);
    let scaled = curves
        .iter()
        .zip(timings)
        .filter(|(curves, timing)| timing.as_ref().is_some_and(|timing| curves.scale_varies(joints, timing)));
    let scaled = scaled.count();
    if scaled > 0 {
        notes.push(Note::info(format!(
            "{} the size of nodes; joints are where the file puts them, limbs keep their size",
            counted(scaled, "animation changes", "animations change")
        )));
    }
    let mut ignored: BTreeMap<&str, usize> = BTreeMap::new();
    for path in curves.iter().flat_map(|curves| &curves.ignored) {
        *ignored.entry(path).or_default() += 1;
    }
    for (path, count) in ignored {
        let what = if path == "weights" { "morph weights" } else { path };
        notes.push(Note::info(format!(
            "{} {what}, which is not read",
            counted(count, "channel moves", "channels move")
        )));
    }
    notes
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn rate_notes(timings: &[Option<Timing>]) -> Vec<Note> {
    let count = |source| timings.iter().flatten().filter(|timing| timing.source == source).count();
    let mut notes = Vec::new();
    let rates: BTreeMap<u64, f64> =
        timings.iter().flatten().map(|timing| (timing.rate.to_bits(), timing.rate)).collect();
    if rates.len() > 1 {
        let list: Vec<String> = rates.values().map(|rate| format!("{rate:.3}")).collect();
        notes.push(Note::info(format!("the animations have different rates: {} fps", list.join(", "))));
    }
    let sparse = count(RateSource::SparseKeys);
    if sparse > 0 {
        notes.push(Note::info(format!(
            "keys of {} are far apart; frames between them are interpolated",
            counted(sparse, "animation", "animations")
        )));
    }
    let off = count(RateSource::OffGrid);
    if off > 0 {
        notes.push(Note::info(format!(
            "keys of {} lie on no usual frame rate; they are resampled",
            counted(off, "animation", "animations")
        )));
    }
    notes
}

fn surest_rate(timings: &[Option<Timing>], options: &ReadOptions) -> Inferred<f64> {
    let Some(timing) = timings.iter().flatten().min_by_key(|timing| timing.source) else {
        return Inferred::guess(30.0, "nothing moves; 30 is usual");
    };
    if options.fps.is_some() {
        return Inferred::certain(timing.rate, "as asked");
    }
    match timing.source {
        RateSource::Declared => Inferred::certain(timing.rate, "written in the file"),
        RateSource::Keys => Inferred::likely(timing.rate, "all keys lie on its frames"),
        RateSource::SparseKeys => Inferred::guess(timing.rate, "keys are far apart and lie on its frames"),
        RateSource::OffGrid => Inferred::guess(timing.rate, "keys lie on no usual rate"),
    }
}
