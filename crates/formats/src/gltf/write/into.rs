//! Putting clips into the file that their figure came from.

use std::collections::BTreeSet;

use segue_motion::{Clip, ContentHash};
use serde_json::Value;

use super::super::accessor::Accessors;
use super::super::curve::Curve;
use super::super::document::Animation;
use super::super::file::{GltfFile, Played};
use super::super::motion::Curves;
use super::super::text::ObjectText;
use super::Packed;
use super::media::Assembly;
use super::nodes::{Placer, Scales};
use super::tables::Tables;
use super::tracks::{Clock, Recorder, continuous};
use crate::{Format, Note, WriteError, WriteOptions};

/// The parts of `source` with `clips` as animations of its nodes. Animations that are no clips stay; those that are stay
/// where a clip was not changed, or all with [`WriteOptions::add`].
pub(super) fn put(
    format: Format,
    clips: &[Clip],
    source: &GltfFile,
    options: &WriteOptions,
) -> Result<(Packed, Vec<Note>), WriteError> {
    let parts = parts(clips, source, options.add);
    let mut notes: Vec<Note> = parts.iter().filter_map(|part| part.loss(source)).collect();
    notes.extend(source.unit_note());
    let mut tables = Tables::apart();
    let made = record(&parts, source, &mut tables)?;
    let packed = Assembly::new(source, format, made, tables, &mut notes).pack();
    Ok((packed, notes))
}

/// One animation of the file to be written.
enum Part<'a> {
    /// One that the file has.
    Kept(usize),
    /// A new one.
    New { clip: &'a Clip, name: String, carried: Carried },
}

/// What a new animation takes over from one of the file that has the same frames: sizes, morph weights, and what nodes
/// beside the figure do.
#[derive(Default)]
struct Carried {
    /// The animation, if it has the same frames.
    of: Option<Played>,
    scales: Scales,
    channels: Vec<Value>,
    samplers: Vec<Value>,
}

/// An animation as it is assembled: one that the file has, or a new one with what it takes over.
pub(super) enum Made {
    Kept(usize),
    New { animation: Animation, channels: Vec<Value>, samplers: Vec<Value> },
}

fn parts<'a>(clips: &'a [Clip], source: &GltfFile, add: bool) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut kept = BTreeSet::new();
    if add {
        kept.extend(0..source.document.animations.len());
        parts.extend(kept.iter().map(|&animation| Part::Kept(animation)));
    }
    let unchanged = |clip: &Clip| {
        let motion = ContentHash::of_motion(clip);
        let same = || source.played.iter().filter(|played| played.motion == motion);
        same()
            .find(|played| played.clip == clip.name())
            .or_else(|| same().next())
            .map(|played| played.animation)
    };
    let found: Vec<Option<usize>> = clips.iter().map(unchanged).collect();
    let mut names: BTreeSet<String> = kept
        .iter()
        .copied()
        .chain(found.iter().copied().flatten())
        .filter_map(|animation| source.document.animations[animation].name.clone())
        .collect();
    for (clip, found) in clips.iter().zip(found) {
        match found {
            Some(animation) if kept.insert(animation) => parts.push(Part::Kept(animation)),
            Some(_) => {}
            None => {
                let name = unused(&animation_name(clip, source), &names);
                names.insert(name.clone());
                parts.push(Part::New { clip, name, carried: Carried::of(clip, source) });
            }
        }
    }
    let clips: BTreeSet<usize> = source.played.iter().map(|played| played.animation).collect();
    let others = (0..source.document.animations.len()).filter(|animation| !clips.contains(animation));
    parts.extend(others.filter(|animation| kept.insert(*animation)).map(Part::Kept));
    parts
}

/// The name of the animation that a clip was read from, else the last part of its own.
fn animation_name(clip: &Clip, source: &GltfFile) -> String {
    let last = || clip.name().rsplit_once('/').map_or(clip.name(), |(_, name)| name);
    source.animation_name(clip.name()).filter(|name| !name.is_empty()).unwrap_or_else(last).to_owned()
}

fn unused(name: &str, taken: &BTreeSet<String>) -> String {
    let counted = (2..).map(|count| format!("{name}_{count}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(counted);
    candidates.find(|name| !taken.contains(name)).expect("endless candidates")
}

impl Carried {
    fn of(clip: &Clip, source: &GltfFile) -> Self {
        let same = |played: &&Played| played.clip == clip.name() && played.keeps_time(clip);
        let Some(of) = source.played.iter().find(same).cloned() else { return Self::default() };
        let texts = ObjectText::parse(&source.json).list("animations");
        let animation: Value =
            texts.get(of.animation).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let mut carried = Self { scales: scales(&of, source), of: Some(of), ..Self::default() };
        let list = |key: &str| animation.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        let samplers = list("samplers");
        for mut channel in list("channels") {
            let sampler = channel.get("sampler").and_then(Value::as_u64);
            let Some(sampler) = sampler.and_then(|sampler| samplers.get(sampler as usize)) else { continue };
            if carried.is_posed(&channel, source) {
                continue;
            }
            channel["sampler"] = Value::from(carried.samplers.len());
            carried.samplers.push(sampler.clone());
            carried.channels.push(channel);
        }
        carried
    }

    /// Whether a channel moves a joint or a node above one, so that it is in the clip, or only holds its size.
    fn is_posed(&self, channel: &Value, source: &GltfFile) -> bool {
        let target = channel.get("target");
        let node = target.and_then(|target| target.get("node")).and_then(Value::as_u64);
        let path = target.and_then(|target| target.get("path")).and_then(Value::as_str);
        let Some(node) = node.map(|node| node as usize).filter(|&node| source.joints.needs(node)) else {
            return false;
        };
        match path {
            Some("translation" | "rotation") => true,
            Some("scale") => !self.scales.contains_key(&node),
            _ => false,
        }
    }

    fn clock(&self, clip: &Clip) -> Clock {
        Clock { start: self.of.as_ref().map_or(0.0, |of| of.start), rate: clip.rate() }
    }
}

/// The sizes of the figure's nodes that change in an animation.
fn scales(of: &Played, source: &GltfFile) -> Scales {
    let mut accessors = Accessors::new(&source.document, &source.buffers);
    // The reader has read the same curves.
    let Ok(curves) = Curves::read(&source.document, of.animation, &mut accessors) else {
        return Scales::new();
    };
    let changes = |&(node, curve): &(usize, &Curve)| {
        source.joints.needs(node) && !curve.stays_at(source.standing(node).scale)
    };
    curves.scales().filter(changes).map(|(node, curve)| (node, curve.clone())).collect()
}

impl Part<'_> {
    /// What the file's own animations have and a new one cannot take over.
    fn loss(&self, source: &GltfFile) -> Option<Note> {
        let Self::New { name, carried: Carried { of: None, .. }, .. } = self else { return None };
        let played = source.played.iter().map(|played| &source.document.animations[played.animation]);
        let beside = |path: &str, node: Option<usize>| {
            path != "scale" && node.is_none_or(|node| path == "weights" || !source.joints.needs(node))
        };
        let lost = played
            .flat_map(|animation| &animation.channels)
            .filter(|channel| beside(&channel.target.path, channel.target.node))
            .count();
        (lost > 0).then(|| {
            Note::info(format!(
                "animation `{name}` has its own time, so morph weights and what nodes beside the figure do in the file's \
                 animations are not in it"
            ))
        })
    }
}

fn record(parts: &[Part<'_>], source: &GltfFile, tables: &mut Tables) -> Result<Vec<Made>, WriteError> {
    let mut placer = Placer::new(source);
    for part in parts {
        if let Part::New { clip, carried, .. } = part {
            placer.look(clip, &carried.scales, carried.clock(clip));
        }
    }
    let mut recorder = Recorder::new(tables);
    let mut made = Vec::new();
    for part in parts {
        made.push(match part {
            Part::Kept(animation) => Made::Kept(*animation),
            Part::New { clip, name, carried } => {
                let mut animation = Recorder::start(clip, name)?;
                let (scales, clock) = (&carried.scales, carried.clock(clip));
                for (node, track) in placer.tracks(clip, scales, clock) {
                    let turns = continuous(track.rotations.iter().map(|&turn| glam::Quat::from_array(turn)));
                    recorder.push(&mut animation, (node, "rotation"), &turns, clock);
                    if !track.translations.is_empty() {
                        recorder.push(&mut animation, (node, "translation"), &track.translations, clock);
                    }
                }
                hold_others(&mut recorder, &mut animation, source, scales, (clip.len(), clock));
                let (channels, samplers) = (carried.channels.clone(), carried.samplers.clone());
                Made::New { animation, channels, samplers }
            }
        });
    }
    Ok(made)
}

/// Holds what other animations of the file move and this one does not, so that nothing of them is left when they play one
/// after another.
fn hold_others(
    recorder: &mut Recorder<'_>,
    animation: &mut Animation,
    source: &GltfFile,
    scales: &Scales,
    (frames, clock): (usize, Clock),
) {
    let joints: BTreeSet<usize> = source.joints.nodes.iter().copied().collect();
    for (node, path) in source.moved() {
        if node >= source.tree.len() || !source.joints.needs(node) {
            continue;
        }
        let standing = source.standing(node);
        match path {
            "scale" if !scales.contains_key(&node) => {
                let keys = vec![standing.scale.as_vec3().to_array(); frames];
                recorder.push(animation, (node, path), &keys, clock);
            }
            "translation" if !joints.contains(&node) => {
                let keys = vec![standing.translation.as_vec3().to_array(); frames];
                recorder.push(animation, (node, path), &keys, clock);
            }
            "rotation" if !joints.contains(&node) => {
                let keys = vec![standing.rotation.as_quat().to_array(); frames];
                recorder.push(animation, (node, path), &keys, clock);
            }
            _ => {}
        }
    }
}
