//! Reading FBX files.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use segue_motion::{Clip, Joint, Skeleton};
use ufbx::{AnimStack, CoordinateAxis, Scene, TimeMode};

use super::document::{Document, Stack};
use super::file::FbxFile;
use super::load::load;
use super::scene::{cast, count_curves, curves_by_node, key_times, tree, trs};
use crate::error::{Fault, Problem};
use crate::read::stem;
use crate::scene::joints::{Joints, local};
use crate::scene::rate::{RateSource, Timing};
use crate::scene::sampled::{self, Sampled};
use crate::scene::size::{is_plausible, rest_box};
use crate::scene::tree::{Local, Tree, World};
use crate::scene::{check_options, world_from_scene};
use crate::units::infer_scale;
use crate::{
    Confidence, Conversion, Import, Inferred, Note, Origin, ReadError, ReadOptions, RestFrame, Up, inference,
    rest_frame,
};

/// Reads all stacks of a file that is already in memory; `path` names it. Times are in seconds, so
/// [`ReadOptions::fps`] is the rate to sample at.
///
/// # Errors
/// [`ReadError`] names the file, the stack or joint, what was found and what was expected.
pub fn read(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Import, ReadError> {
    import(path, bytes, options).map_err(|fault| fault.in_file(path))
}

fn import(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Import, Fault> {
    check_options(options)?;
    let scene = load(bytes, options.up.is_none())?;
    let curves: Vec<_> = scene.anim_stacks.iter().map(|stack| curves_by_node(stack)).collect();
    let mut animated = vec![false; scene.nodes.len()];
    curves.iter().flat_map(BTreeMap::keys).for_each(|&node| animated[node] = true);
    let tree = tree(&scene, &animated)?;
    let mut notes = Vec::new();
    let mut reader = Reader::new(&scene, &tree, &animated, options, &mut notes)?;
    let timings = reader.timings(&curves, options, &mut notes)?;
    let frames = timings.iter().flatten().map(Timing::frames).sum();
    sampled::check_budget(frames, reader.joints.needed.len(), bytes.len())?;
    let mut motions = reader.motions(path, &timings);
    let rest_frame_dropped = reader.drop_rest_frames(&mut motions, options.rest)?;
    let (skeleton, clips) = sampled::clips(&reader.joints.skeleton, &motions)?;
    let figure = reader.joints.figure(skeleton);
    let rate = rate(&scene, &timings, options);
    let conversion = Conversion { scale: reader.scale, up: reader.up, rate, rest_frame_dropped };
    notes.extend(inference::notes(&conversion));
    let document = document(&scene);
    notes.extend(limbs_note(&document, &reader.joints.skeleton));
    let file = FbxFile {
        document,
        bytes: bytes.into(),
        folder: path.parent().unwrap_or(Path::new("")).to_owned(),
        turned: options.up.is_none(),
        joints: reader.joints,
        world_from_scene: reader.world_from_scene,
    };
    let document = crate::Document::Fbx(Arc::new(file));
    Ok(Import { clips, figure, origin: Origin { document, conversion }, notes, findings: Vec::new() })
}

/// What stays the same for all stacks of a file.
struct Reader<'a> {
    scene: &'a Scene,
    tree: &'a Tree,
    joints: Joints,
    scale: Inferred<f64>,
    up: Inferred<Up>,
    world_from_scene: World,
}

impl<'a> Reader<'a> {
    fn new(
        scene: &'a Scene,
        tree: &'a Tree,
        animated: &[bool],
        options: &ReadOptions,
        notes: &mut Vec<Note>,
    ) -> Result<Self, Fault> {
        let find = |scale: f64, notes: &mut Vec<Note>| {
            // The loaded scene has Y up already, unless the caller knows better than the file.
            let world = world_from_scene(scale, options.up.unwrap_or(Up::Y));
            Ok::<_, Fault>((Joints::find(tree, &cast(scene), animated, &world, notes)?, world))
        };
        let unit = unit(scene);
        let (as_written, _) = find(unit, &mut Vec::new())?;
        let scale = scale(&as_written.skeleton, unit, options);
        let (joints, world_from_scene) = find(scale.value, notes)?;
        Ok(Self { scene, tree, joints, scale, up: up(scene, options), world_from_scene })
    }

    /// When each stack plays; `None` for one that moves no joint.
    fn timings(
        &self,
        curves: &[BTreeMap<usize, Vec<usize>>],
        options: &ReadOptions,
        notes: &mut Vec<Note>,
    ) -> Result<Vec<Option<Timing>>, Problem> {
        let mut timings = Vec::new();
        for (stack, curves) in self.scene.anim_stacks.iter().zip(curves) {
            let needed = curves.iter().filter(|&(&node, _)| self.joints.needs(node));
            let keys = key_times(self.scene, needed.flat_map(|(_, curves)| curves.iter().copied()))?;
            if keys.is_empty() {
                notes.push(Note::info(format!(
                    "stack `{}` moves no joint and is left out",
                    &*stack.element.name
                )));
                timings.push(None);
                continue;
            }
            let timing = clamp(Timing::of(keys, declared_rate(self.scene), None), stack);
            let timing = settle_rate(timing, self.scene, &stack.element.name, notes);
            timings.push(Some(options.fps.map_or(timing.clone(), |fps| timing.at_rate(fps))));
        }
        Ok(timings)
    }

    fn motions(&self, path: &Path, timings: &[Option<Timing>]) -> Vec<Sampled> {
        let stem = stem(path);
        let single = timings.iter().flatten().count() == 1;
        let playing = self.scene.anim_stacks.iter().zip(timings);
        let playing: Vec<_> = playing.filter_map(|(stack, timing)| Some((stack, timing.as_ref()?))).collect();
        let names: Vec<&str> = playing.iter().map(|(stack, _)| &*stack.element.name).collect();
        let (names, _) = crate::names::unique(names.iter().copied());
        let named = playing.into_iter().zip(names);
        named
            .map(|((stack, timing), name)| {
                let name = if single { stem.clone() } else { format!("{stem}/{name}") };
                Sampled { name, rate: timing.rate, locals: self.locals(stack, timing) }
            })
            .collect()
    }

    fn locals(&self, stack: &AnimStack, timing: &Timing) -> Vec<(glam::Quat, glam::Vec3)> {
        let frames = timing.frames() as usize;
        let mut locals = Vec::with_capacity(frames * self.joints.nodes.len());
        let mut world = vec![World::IDENTITY; self.tree.len()];
        for frame in 0..frames {
            let time = timing.start + frame as f64 / timing.rate;
            for &node in &self.joints.needed {
                let transform = ufbx::evaluate_transform(&stack.anim, &self.scene.nodes[node], time);
                let parent = self.tree.parent(node).map_or(self.world_from_scene, |parent| world[parent]);
                world[node] = parent.then(&Local::Trs(trs(&transform)));
            }
            let nodes = &self.joints.nodes;
            let joints = self.joints.skeleton.joints().iter().zip(nodes);
            locals.extend(joints.map(|(joint, &node)| {
                let above = joint.parent.map_or(World::IDENTITY, |parent| world[nodes[parent.index()]]);
                local(&above, &world[node])
            }));
        }
        locals
    }

    /// Takes inserted rest poses off the front of the motions; the first becomes the skeleton's rest pose.
    fn drop_rest_frames(&mut self, motions: &mut [Sampled], rest: RestFrame) -> Result<bool, Fault> {
        let joints = self.joints.skeleton.len();
        let mut dropped = false;
        for motion in motions {
            if !rest_frame::is_dropped(&self.head(motion)?, rest) {
                continue;
            }
            let rest: Vec<_> = motion.locals.drain(..joints).collect();
            if !std::mem::replace(&mut dropped, true) {
                let old = &self.joints.skeleton;
                let turned = old.joints().iter().zip(&rest);
                let turned = turned.map(|(joint, &(rest, _))| Joint { rest, ..joint.clone() }).collect();
                self.joints.skeleton = Skeleton::new(turned, old.end_sites().to_vec())?;
            }
        }
        Ok(dropped)
    }

    fn head(&self, motion: &Sampled) -> Result<Clip, Fault> {
        let rows = (rest_frame::HEAD * self.joints.skeleton.len()).min(motion.locals.len());
        let head = Sampled { locals: motion.locals[..rows].to_vec(), ..motion.clone() };
        Ok(sampled::clips(&self.joints.skeleton, &[head])?.1.remove(0))
    }
}

fn unit(scene: &Scene) -> f64 {
    let unit = scene.settings.unit_meters;
    // Files without a unit are in centimetres, as the format's own tools assume.
    if unit.is_finite() && unit > 0.0 { unit } else { 0.01 }
}

/// Metres per file unit: what the file says, unless no person is that large.
fn scale(as_written: &Skeleton, unit: f64, options: &ReadOptions) -> Inferred<f64> {
    if let Some(scale) = options.scale {
        return Inferred::certain(scale, "as asked");
    }
    let extent = rest_box(as_written).max_element();
    if is_plausible(extent) {
        return Inferred::certain(unit, "written in the file");
    }
    let Inferred { value, reason, confidence } = infer_scale(as_written, &ReadOptions::default());
    let reason = format!("the file says {unit} m, which makes the figure measure {extent:.1} m; {reason}");
    // A factor on the file's own unit that is no usual unit would only be a guess at another mistake.
    let confidence = if confidence == Confidence::Certain { confidence } else { Confidence::Guess };
    Inferred { value: unit * value, reason, confidence }
}

fn up(scene: &Scene, options: &ReadOptions) -> Inferred<Up> {
    if let Some(up) = options.up {
        return Inferred::certain(up, "as asked");
    }
    match scene.settings.original_axis_up {
        CoordinateAxis::PositiveX | CoordinateAxis::NegativeX => {
            Inferred::certain(Up::X, "written in the file")
        }
        CoordinateAxis::PositiveZ | CoordinateAxis::NegativeZ => {
            Inferred::certain(Up::Z, "written in the file")
        }
        _ => Inferred::certain(Up::Y, "written in the file"),
    }
}

/// The rate of the file's time mode.
fn declared_rate(scene: &Scene) -> Option<f64> {
    let rate = scene.settings.frames_per_second;
    (scene.settings.time_mode != TimeMode::Default && rate.is_finite() && rate > 0.0).then_some(rate)
}

/// Keys outside the span of a stack are not played; a stack without a span, or without a key in it, plays all keys.
fn clamp(timing: Timing, stack: &AnimStack) -> Timing {
    let end = timing.start + timing.duration;
    let (start, end) = (timing.start.max(stack.time_begin), end.min(stack.time_end));
    let spans = stack.time_begin < stack.time_end && start <= end;
    if spans { Timing { start, duration: end - start, ..timing } } else { timing }
}

/// The time mode decides, unless every key lies on the frames of another rate.
fn settle_rate(timing: Timing, scene: &Scene, stack: &str, notes: &mut Vec<Note>) -> Timing {
    match (timing.source, declared_rate(scene)) {
        (RateSource::Keys, Some(declared)) => {
            notes.push(Note::warning(format!(
                "stack `{stack}` is keyed at {} fps, although the file's time mode is {declared} fps; the keys decide",
                timing.rate
            )));
            timing
        }
        (RateSource::SparseKeys | RateSource::OffGrid, Some(declared)) => timing.at_rate(declared),
        _ => timing,
    }
}

fn rate(scene: &Scene, timings: &[Option<Timing>], options: &ReadOptions) -> Inferred<f64> {
    let Some(value) = timings.iter().flatten().next().map(|timing| timing.rate) else {
        return Inferred::guess(declared_rate(scene).unwrap_or(30.0), "nothing moves");
    };
    match declared_rate(scene) {
        _ if options.fps.is_some() => Inferred::certain(value, "as asked"),
        Some(declared) if (declared - value).abs() < 1e-9 => Inferred::certain(value, "the file's time mode"),
        _ => Inferred::likely(value, "all keys lie on its frames"),
    }
}

/// Where the file counts more limbs than the skeleton has joints.
fn limbs_note(document: &Document, skeleton: &Skeleton) -> Option<Note> {
    let (limbs, joints, tips) = (document.limbs, skeleton.len(), skeleton.end_sites().len());
    let text = format!("of {limbs} limb nodes {joints} are joints and {tips} the tips of last bones");
    (limbs == joints + tips && tips > 0).then(|| Note::info(text))
}

fn document(scene: &Scene) -> Document {
    let stack = |stack: &AnimStack| Stack {
        name: stack.element.name.to_string(),
        begin_secs: stack.time_begin,
        end_secs: stack.time_end,
        curves: count_curves(stack),
    };
    Document {
        version: scene.metadata.version,
        ascii: scene.metadata.ascii,
        creator: scene.metadata.creator.to_string(),
        unit_metres: unit(scene),
        rate: declared_rate(scene),
        limbs: scene.nodes.iter().filter(|node| node.bone.is_some()).count(),
        stacks: scene.anim_stacks.iter().map(|found| stack(found)).collect(),
    }
}
