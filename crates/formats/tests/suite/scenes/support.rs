//! Made-up skeletons and clips, and how to get a file of them.

use std::sync::Arc;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use segue_formats::{Format, Import, ReadError, ReadOptions, WriteOptions, encode, read_file};
use segue_motion::{Clip, EndSite, Joint, JointId, Pose, Skeleton, points};

/// The bytes of the one file that holds `clips`.
pub(crate) fn bytes(format: Format, clips: &[Clip]) -> Vec<u8> {
    encode(format, clips, None, &WriteOptions::default()).unwrap().files.remove(0).bytes
}

/// Writes `bytes` under `name` into a fresh folder and reads them.
pub(crate) fn read_bytes(name: &str, bytes: &[u8]) -> Result<Import, ReadError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    read_file(&path, &ReadOptions::default())
}

/// World positions of all joints and end sites in a frame.
pub(crate) fn positions(clip: &Clip, frame: usize) -> Vec<Vec3> {
    let (mut scratch, mut found) = (Vec::new(), Vec::new());
    points(clip.frame(frame), clip.skeleton(), &mut scratch, &mut found);
    found
}

/// A person with hands and feet, 1.7 m tall, in a T-pose that faces +Z.
pub(crate) fn person() -> Arc<Skeleton> {
    let joint = |name: &str, parent: Option<usize>, x, y, z| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: Vec3::new(x, y, z),
        rest: Quat::IDENTITY,
    };
    let mut joints = vec![
        joint("Hips", None, 0.0, 0.95, 0.0),
        joint("Spine", Some(0), 0.0, 0.12, 0.0),
        joint("Chest", Some(1), 0.0, 0.18, 0.0),
        joint("Neck", Some(2), 0.0, 0.22, 0.0),
        joint("Head", Some(3), 0.0, 0.1, 0.0),
    ];
    let mut sites = vec![EndSite { parent: JointId::new(4), offset: Vec3::new(0.0, 0.18, 0.0) }];
    for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
        let at = joints.len();
        let named = |part: &str| format!("{side}{part}");
        joints.extend([
            joint(&named("UpLeg"), Some(0), 0.09 * sign, -0.05, 0.0),
            joint(&named("Leg"), Some(at), 0.0, -0.42, 0.0),
            joint(&named("Foot"), Some(at + 1), 0.0, -0.41, 0.0),
            joint(&named("ToeBase"), Some(at + 2), 0.0, -0.06, 0.13),
            joint(&named("Shoulder"), Some(2), 0.04 * sign, 0.17, 0.0),
            joint(&named("Arm"), Some(at + 4), 0.13 * sign, 0.0, 0.0),
            joint(&named("ForeArm"), Some(at + 5), 0.28 * sign, 0.0, 0.0),
            joint(&named("Hand"), Some(at + 6), 0.25 * sign, 0.0, 0.0),
        ]);
        sites.push(EndSite { parent: JointId::new(at + 3), offset: Vec3::new(0.0, 0.0, 0.07) });
        sites.push(EndSite { parent: JointId::new(at + 7), offset: Vec3::new(0.17 * sign, 0.0, 0.0) });
    }
    Arc::new(Skeleton::new(joints, sites).unwrap())
}

/// A march on the spot of [`person`].
pub(crate) fn march(name: &str, frames: usize, rate: f64) -> Clip {
    let skeleton = person();
    let find = |name: &str| skeleton.find(name).unwrap().index();
    let mut builder = Clip::builder(name, skeleton.clone(), rate, &[]);
    for frame in 0..frames {
        let mut pose = Pose::rest(&skeleton);
        let phase = (std::f64::consts::TAU * frame as f64 / rate) as f32;
        pose.root += Vec3::new(0.0, 0.02 * (2.0 * phase).sin(), 0.3 * frame as f32 / rate as f32);
        for (side, sign) in [("Left", 1.0f32), ("Right", -1.0)] {
            let swing = sign * phase.sin();
            pose.rotations[find(&format!("{side}UpLeg"))] = Quat::from_rotation_x(-0.6 * swing.max(0.0));
            pose.rotations[find(&format!("{side}Leg"))] = Quat::from_rotation_x(0.9 * swing.max(0.0));
            pose.rotations[find(&format!("{side}Arm"))] =
                Quat::from_rotation_x(0.5 * swing) * Quat::from_rotation_z(-1.2 * sign);
        }
        builder.push(&pose).unwrap();
    }
    builder.finish().unwrap()
}

fn vector(reach: f32) -> impl Strategy<Value = Vec3> {
    [-reach..reach, -reach..reach, -reach..reach].prop_map(Vec3::from_array)
}

fn rotation() -> impl Strategy<Value = Quat> {
    [-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0].prop_filter_map(
        "a quaternion of some length",
        |xyzw| {
            let quat = Quat::from_array(xyzw);
            (quat.length() > 0.1).then(|| quat.normalize())
        },
    )
}

fn skeleton(joints: usize) -> impl Strategy<Value = Arc<Skeleton>> {
    let parents = prop::collection::vec(any::<prop::sample::Index>(), joints);
    let offsets = prop::collection::vec((vector(1.0), rotation(), any::<bool>()), joints);
    let sites = prop::collection::vec((any::<prop::sample::Index>(), vector(1.0)), 0..4);
    (parents, offsets, sites).prop_map(move |(parents, offsets, sites)| {
        let joint = |(index, (offset, rest, plain)): (usize, (Vec3, Quat, bool))| Joint {
            name: format!("joint {index}"),
            parent: (index > 0).then(|| JointId::new(parents[index].index(index.max(1)))),
            offset,
            rest: if plain { Quat::IDENTITY } else { rest },
        };
        let joints: Vec<Joint> = offsets.into_iter().enumerate().map(joint).collect();
        let count = joints.len();
        let site = |(parent, offset): (prop::sample::Index, Vec3)| EndSite {
            parent: JointId::new(parent.index(count)),
            offset,
        };
        Arc::new(Skeleton::new(joints, sites.into_iter().map(site).collect()).unwrap())
    })
}

fn clip_on(skeleton: Arc<Skeleton>) -> impl Strategy<Value = Clip> {
    let joints = skeleton.len();
    let translated = prop::collection::vec(any::<bool>(), joints);
    let rate = prop_oneof![Just(24.0), Just(30.0), Just(120.0), 1.0f64..300.0];
    (translated, rate, 1..12usize).prop_flat_map(move |(translated, rate, frames)| {
        let skeleton = skeleton.clone();
        let tracks: Vec<JointId> = skeleton.ids().skip(1).filter(|id| translated[id.index()]).collect();
        let frame = (
            vector(5.0),
            prop::collection::vec(rotation(), joints),
            prop::collection::vec(vector(1.0), tracks.len()),
        );
        prop::collection::vec(frame, frames).prop_map(move |frames| {
            let mut builder = Clip::builder("random", skeleton.clone(), rate, &tracks);
            for (root, rotations, moved) in frames {
                let translations = tracks.iter().copied().zip(moved).collect();
                builder.push(&Pose { root, rotations, translations }).unwrap();
            }
            builder.finish().unwrap()
        })
    })
}

/// One to three clips on one random skeleton, with translation tracks, rest rotations and end sites.
pub(crate) fn clips() -> impl Strategy<Value = Vec<Clip>> {
    (1..9usize)
        .prop_flat_map(skeleton)
        .prop_flat_map(|skeleton| prop::collection::vec(clip_on(skeleton), 1..=3))
}

/// A GLB file of a document and its buffer.
pub(crate) fn glb(json: &serde_json::Value, bin: &[u8]) -> Vec<u8> {
    let mut text = serde_json::to_vec(json).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bin = bin.to_vec();
    bin.resize(bin.len().next_multiple_of(4), 0);
    let mut file = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &bin)] {
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(chunk);
    }
    let length = (file.len() as u32).to_le_bytes();
    file[8..12].copy_from_slice(&length);
    file
}

/// The document and the buffer of a GLB file.
pub(crate) fn parts(glb: &[u8]) -> (serde_json::Value, Vec<u8>) {
    let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
    let json = word(12);
    let value = serde_json::from_slice(&glb[20..20 + json]).unwrap();
    (value, glb[28 + json..].to_vec())
}

/// A small document by hand: nodes as given, and animations whose tables are appended to one buffer.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    pub(crate) json: serde_json::Value,
    pub(crate) bin: Vec<u8>,
}

impl Sketch {
    /// Nodes without any animation yet.
    pub(crate) fn new(nodes: &serde_json::Value) -> Self {
        let json = serde_json::json!({
            "asset": {"version": "2.0"}, "nodes": nodes, "accessors": [], "bufferViews": [],
            "animations": [{"name": "move", "channels": [], "samplers": []}],
        });
        Self { json, bin: Vec::new() }
    }

    /// Adds a table of bytes and gives the number of its accessor.
    pub(crate) fn table(&mut self, bytes: &[u8], accessor: serde_json::Value) -> usize {
        let views = self.json["bufferViews"].as_array_mut().unwrap();
        views.push(serde_json::json!({"buffer": 0, "byteOffset": self.bin.len(), "byteLength": bytes.len()}));
        let mut accessor = accessor;
        accessor["bufferView"] = (views.len() - 1).into();
        self.bin.extend(bytes);
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        let accessors = self.json["accessors"].as_array_mut().unwrap();
        accessors.push(accessor);
        accessors.len() - 1
    }

    /// Adds a table of 32-bit floats.
    pub(crate) fn floats(&mut self, shape: &str, count: usize, values: &[f32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.table(&bytes, serde_json::json!({"componentType": 5126, "count": count, "type": shape}))
    }

    /// Moves a node by a sampler of the first animation.
    pub(crate) fn channel(
        &mut self,
        node: usize,
        path: &str,
        input: usize,
        output: usize,
        interpolation: &str,
    ) {
        let animation = &mut self.json["animations"][0];
        let samplers = animation["samplers"].as_array_mut().unwrap();
        samplers.push(serde_json::json!({"input": input, "output": output, "interpolation": interpolation}));
        let sampler = samplers.len() - 1;
        let channel = serde_json::json!({"sampler": sampler, "target": {"node": node, "path": path}});
        animation["channels"].as_array_mut().unwrap().push(channel);
    }

    /// The file as GLB.
    pub(crate) fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = serde_json::json!([{"byteLength": self.bin.len()}]);
        glb(&json, &self.bin)
    }
}
