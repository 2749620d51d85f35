//! What an FBX file may contain; the files are written here as text.

use std::collections::HashMap;
use std::fmt::Write as _;

use glam::{Mat4, Quat, Vec3};
use segue_formats::{Document, Import, NoteLevel, ReadOptions, Up, read_file};

use super::support::{positions, read_bytes};

/// Ticks per second of the format's clock.
const SECOND: i64 = 46_186_158_000;

/// A text FBX file under construction.
struct Sketch {
    /// `UnitScaleFactor`: centimetres per unit.
    unit: f64,
    /// `UpAxis`: 1 for Y, 2 for Z.
    up: i32,
    /// `TimeMode`: 6 is 30 frames per second.
    time_mode: i32,
    /// Where each node is.
    places: HashMap<i64, [f64; 3]>,
    objects: String,
    connections: String,
    next: i64,
}

impl Sketch {
    fn new() -> Self {
        let empty = String::new;
        Self {
            unit: 1.0,
            up: 1,
            time_mode: 6,
            places: HashMap::new(),
            objects: empty(),
            connections: empty(),
            next: 1,
        }
    }

    fn id(&mut self) -> i64 {
        self.next += 1;
        self.next
    }

    fn connect(&mut self, child: i64, parent: i64) {
        writeln!(self.connections, "C: \"OO\",{child},{parent}").unwrap();
    }

    /// A node; `kind` is `LimbNode` or `Null`. Gives its number.
    fn node(&mut self, name: &str, kind: &str, parent: i64, translation: [f64; 3], more: &str) -> i64 {
        let (node, attribute) = (self.id(), self.id());
        let [x, y, z] = translation;
        writeln!(
            self.objects,
            "NodeAttribute: {attribute}, \"NodeAttribute::\", \"{kind}\" {{\n TypeFlags: \"Skeleton\"\n}}\n\
             Model: {node}, \"Model::{name}\", \"{kind}\" {{\n Version: 232\n Properties70: {{\n\
             P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",{x},{y},{z}\n{more}\n }}\n}}"
        )
        .unwrap();
        self.places.insert(node, translation);
        self.connect(attribute, node);
        self.connect(node, parent);
        node
    }

    /// A stack with one layer; gives the number of the layer.
    fn stack(&mut self, name: &str, seconds: f64) -> i64 {
        let (stack, layer) = (self.id(), self.id());
        let stop = (seconds * SECOND as f64).round() as i64;
        writeln!(
            self.objects,
            "AnimationStack: {stack}, \"AnimStack::{name}\", \"\" {{\n Properties70: {{\n\
             P: \"LocalStart\", \"KTime\", \"Time\", \"\",0\nP: \"LocalStop\", \"KTime\", \"Time\", \"\",{stop}\n }}\n}}\n\
             AnimationLayer: {layer}, \"AnimLayer::Base\", \"\" {{\n}}"
        )
        .unwrap();
        self.connect(layer, stack);
        layer
    }

    /// Linear keys `(seconds, value)` for one axis of a property.
    fn curve(&mut self, layer: i64, node: i64, property: &str, axis: char, keys: &[(f64, f64)]) {
        let (values, curve) = (self.id(), self.id());
        let list = |numbers: Vec<String>| numbers.join(",");
        let times =
            list(keys.iter().map(|key| ((key.0 * SECOND as f64).round() as i64).to_string()).collect());
        let heights = list(keys.iter().map(|key| key.1.to_string()).collect());
        let count = keys.len();
        let [x, y, z] = if property == "Lcl Translation" { self.places[&node] } else { [0.0; 3] };
        writeln!(
            self.objects,
            "AnimationCurveNode: {values}, \"AnimCurveNode::T\", \"\" {{\n Properties70: {{\n\
             P: \"d|X\", \"Number\", \"\", \"A\",{x}\nP: \"d|Y\", \"Number\", \"\", \"A\",{y}\n\
             P: \"d|Z\", \"Number\", \"\", \"A\",{z}\n }}\n}}\n\
             AnimationCurve: {curve}, \"AnimCurve::\", \"\" {{\n Default: 0\n KeyVer: 4009\n\
             KeyTime: *{count} {{\n a: {times}\n }}\n KeyValueFloat: *{count} {{\n a: {heights}\n }}\n\
             KeyAttrFlags: *1 {{\n a: 4\n }}\n KeyAttrDataFloat: *4 {{\n a: 0,0,0,0\n }}\n\
             KeyAttrRefCount: *1 {{\n a: {count}\n }}\n}}"
        )
        .unwrap();
        self.connect(values, layer);
        writeln!(self.connections, "C: \"OP\",{values},{node}, \"{property}\"").unwrap();
        writeln!(self.connections, "C: \"OP\",{curve},{values}, \"d|{axis}\"").unwrap();
    }

    /// A bind pose: where nodes are in the world of the file, as matrices.
    fn bind(&mut self, places: &[(i64, Mat4)]) {
        let (pose, count) = (self.id(), places.len());
        let place = |(node, matrix): &(i64, Mat4)| {
            let numbers = matrix.to_cols_array().map(|number| number.to_string()).join(",");
            format!("PoseNode: {{\n Node: {node}\n Matrix: *16 {{\n a: {numbers}\n }}\n}}\n")
        };
        let places: String = places.iter().map(place).collect();
        writeln!(
            self.objects,
            "Pose: {pose}, \"Pose::BIND\", \"BindPose\" {{\n Type: \"BindPose\"\n Version: 100\n NbPoseNodes: {count}\n{places}}}"
        )
        .unwrap();
    }

    fn text(&self) -> String {
        let Self { unit, up, time_mode, objects, connections, .. } = self;
        let front = if *up == 2 { (1, -1) } else { (2, 1) };
        let integer = |name: &str, value: i32| format!("P: \"{name}\", \"int\", \"Integer\", \"\",{value}\n");
        let axes = [
            integer("UpAxis", *up),
            integer("UpAxisSign", 1),
            integer("FrontAxis", front.0),
            integer("FrontAxisSign", front.1),
            integer("CoordAxis", 0),
            integer("CoordAxisSign", 1),
        ];
        format!(
            "; FBX 7.4.0 project file\nFBXHeaderExtension: {{\n FBXHeaderVersion: 1003\n FBXVersion: 7400\n}}\n\
             GlobalSettings: {{\n Version: 1000\n Properties70: {{\n{}\
             P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",{unit}\n\
             P: \"TimeMode\", \"enum\", \"\", \"\",{time_mode}\n }}\n}}\n\
             Objects: {{\n{objects}}}\nConnections: {{\n{connections}}}\n",
            axes.concat()
        )
    }

    fn read(&self) -> Import {
        read_bytes("sketch.fbx", self.text().as_bytes()).unwrap()
    }
}

/// Hips a metre up, a spine above and the top of the head: a second of walking two metres along X.
fn walker(unit: f64, up: i32) -> Sketch {
    let mut sketch = Sketch { unit, up, ..Sketch::new() };
    // The format counts in centimetres.
    let height = |metres: f64| {
        let units = metres * 100.0 / unit;
        if up == 2 { [0.0, 0.0, units] } else { [0.0, units, 0.0] }
    };
    let hips = sketch.node("Hips", "LimbNode", 0, height(1.0), "");
    let spine = sketch.node("Spine", "LimbNode", hips, height(1.2), "");
    sketch.node("Spine_end", "LimbNode", spine, height(0.5), "");
    let layer = sketch.stack("walk", 1.0);
    sketch.curve(layer, hips, "Lcl Translation", 'X', &[(0.0, 0.0), (1.0, 200.0 / unit)]);
    sketch
}

#[test]
fn units_and_axes_of_the_file_are_brought_to_metres_and_y_up() {
    for (unit, up) in [(1.0, 1), (100.0, 1), (2.54, 1), (1.0, 2), (100.0, 2)] {
        let import = walker(unit, up).read();
        let clip = &import.clips[0];
        assert_eq!((clip.name(), clip.len()), ("sketch", 31));
        assert_eq!(clip.skeleton().to_string(), "Hips\n  Spine *\n");
        let end = positions(clip, 30);
        let expected = [Vec3::new(2.0, 1.0, 0.0), Vec3::new(2.0, 2.2, 0.0), Vec3::new(2.0, 2.7, 0.0)];
        let close = end.iter().zip(expected).all(|(a, b)| a.distance(b) < 1e-5);
        assert!(close, "unit {unit}, up axis {up}: {end:?}");
        assert!((import.conversion().scale.value - unit / 100.0).abs() < 1e-12);
    }
}

#[test]
fn scale_and_up_axis_can_be_given() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walker.fbx");
    std::fs::write(&path, walker(1.0, 1).text()).unwrap();
    let options = ReadOptions { scale: Some(0.02), up: Some(Up::X), ..ReadOptions::default() };
    let clip = &read_file(&path, &options).unwrap().clips[0];
    // Twice as large, and the walk along X has become a climb.
    assert!(clip.frame(30).root.distance(Vec3::new(-2.0, 4.0, 0.0)) < 1e-5, "{}", clip.frame(30).root);
    let wrong = ReadOptions { scale: Some(-1.0), ..ReadOptions::default() };
    assert!(read_file(&path, &wrong).unwrap_err().to_string().contains("positive"));
}

#[test]
fn a_unit_that_no_person_fits_is_mended_with_a_warning() {
    let mut sketch = walker(1.0, 1);
    sketch.unit = 100.0;
    let import = sketch.read();
    assert!(import.notes.iter().any(|note| note.level == NoteLevel::Warning), "{:?}", import.notes);
    let scale = &import.conversion().scale;
    assert!((scale.value - 0.01).abs() < 1e-9 && scale.reason.contains("the file says 1 m"), "{scale:?}");
}

#[test]
fn every_stack_is_a_clip_and_idle_ones_are_told() {
    let mut sketch = walker(1.0, 1);
    let hips = 2;
    let layer = sketch.stack("jump", 0.5);
    sketch.curve(layer, hips, "Lcl Rotation", 'Y', &[(0.0, 0.0), (0.5, 90.0)]);
    sketch.stack("empty", 1.0);
    let import = sketch.read();
    let names: Vec<&str> = import.clips.iter().map(segue_motion::Clip::name).collect();
    assert_eq!(names, ["sketch/walk", "sketch/jump"]);
    let turned = import.clips[1].frame(15).rotations[0];
    assert!(turned.angle_between(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2)) < 1e-3, "{turned}");
    assert!(
        import.notes.iter().any(|note| note.text.contains("`empty` moves no joint")),
        "{:?}",
        import.notes
    );
    let Document::Fbx(file) = &import.origin.document else { panic!("no FBX document") };
    let document = file.document();
    assert_eq!((document.version, document.ascii, document.limbs, document.stacks.len()), (7400, true, 3, 3));
}

#[test]
fn rotation_before_the_curves_is_applied() {
    let mut sketch = Sketch::new();
    let more = "P: \"RotationActive\", \"bool\", \"\", \"\",1\nP: \"PreRotation\", \"Vector3D\", \"Vector\", \"\",90,0,0";
    let hips = sketch.node("Hips", "LimbNode", 0, [0.0, 100.0, 0.0], more);
    let layer = sketch.stack("turn", 1.0);
    sketch.curve(layer, hips, "Lcl Rotation", 'Z', &[(0.0, 0.0), (1.0, 60.0)]);
    let clip = &sketch.read().clips[0];
    let expected = Quat::from_rotation_x(90f32.to_radians()) * Quat::from_rotation_z(60f32.to_radians());
    assert!(clip.frame(30).rotations[0].angle_between(expected) < 1e-3);
    assert!(clip.skeleton().joints()[0].rest.angle_between(Quat::from_rotation_x(90f32.to_radians())) < 1e-3);
}

/// The numbers of the hips and of the spine of [`walker`].
const WALKER: [i64; 2] = [2, 4];

/// Maya's joints do not pass their scale on (`InheritType` 2). The figure has the shape of the file all the same.
#[test]
fn limbs_that_keep_their_scale_to_themselves_stay_one_tree() {
    let mut sketch = Sketch::new();
    let scaled = " P: \"InheritType\", \"enum\", \"\", \"\",2\n P: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",2,2,2\n";
    let plain = " P: \"InheritType\", \"enum\", \"\", \"\",2\n";
    let hips = sketch.node("Hips", "LimbNode", 0, [0.0, 100.0, 0.0], scaled);
    let spine = sketch.node("Spine", "LimbNode", hips, [0.0, 20.0, 0.0], scaled);
    sketch.node("Head", "LimbNode", spine, [0.0, 30.0, 0.0], plain);
    let layer = sketch.stack("Take", 1.0);
    sketch.curve(layer, spine, "Lcl Rotation", 'X', &[(0.0, 0.0), (1.0, 10.0)]);
    let skeleton = sketch.read().figure.skeleton;
    assert_eq!(skeleton.to_string(), "Hips\n  Spine *\n");
    assert!((skeleton.joints()[1].offset.y - 0.4).abs() < 1e-4, "{}", skeleton.joints()[1].offset);
}

#[test]
fn a_bind_pose_that_is_how_the_nodes_stand_changes_nothing() {
    for (unit, up) in [(1.0, 1), (100.0, 1), (1.0, 2), (100.0, 2)] {
        let plain = walker(unit, up);
        let mut bound = walker(unit, up);
        let place = |metres: f32| {
            let units = metres * 100.0 / unit as f32;
            Mat4::from_translation(if up == 2 { Vec3::Z } else { Vec3::Y } * units)
        };
        bound.bind(&[(WALKER[0], place(1.0)), (WALKER[1], place(2.2))]);
        let (plain, bound) = (plain.read().clips.remove(0), bound.read().clips.remove(0));
        for (a, b) in plain.skeleton().joints().iter().zip(bound.skeleton().joints()) {
            assert!(a.offset.distance(b.offset) < 1e-5, "unit {unit}, up axis {up}: {a:?}, {b:?}");
            assert!(a.rest.angle_between(b.rest) < 1e-3, "unit {unit}, up axis {up}: {a:?}, {b:?}");
        }
        assert!(bound.translated().is_empty());
    }
}

#[test]
fn the_bind_pose_is_the_rest_pose() {
    let mut sketch = walker(1.0, 1);
    let bent = Quat::from_rotation_x(0.5);
    let hips = Mat4::from_translation(Vec3::new(0.0, 95.0, 0.0));
    let spine = Mat4::from_rotation_translation(bent, Vec3::new(0.0, 205.0, 0.0));
    sketch.bind(&[(WALKER[0], hips), (WALKER[1], spine)]);
    let clip = sketch.read().clips.remove(0);
    let [hips, spine] = clip.skeleton().joints() else { panic!("two joints") };
    assert!(hips.offset.distance(Vec3::Y * 0.95) < 1e-5 && spine.offset.distance(Vec3::Y * 1.1) < 1e-5);
    assert!(spine.rest.angle_between(bent) < 1e-3, "{}", spine.rest);
    // The motion is as it was.
    let (bound, plain) = (positions(&clip, 30), positions(&walker(1.0, 1).read().clips[0], 30));
    assert!(bound.iter().zip(&plain).all(|(a, b)| a.distance(*b) < 1e-5), "{bound:?} {plain:?}");
}

#[test]
fn a_bind_pose_without_sense_is_left_alone() {
    for nonsense in [Mat4::ZERO, Mat4::NAN, Mat4::from_scale(Vec3::new(1.0, 0.0, 1.0))] {
        let mut sketch = walker(1.0, 1);
        sketch.bind(&[(WALKER[1], nonsense), (WALKER[0], nonsense)]);
        let clip = sketch.read().clips.remove(0);
        assert!(clip.skeleton().joints()[1].offset.distance(Vec3::Y * 1.2) < 1e-5, "{nonsense}");
    }
}

#[test]
fn dense_keys_outvote_the_time_mode() {
    let mut sketch = walker(1.0, 1);
    let layer = sketch.stack("dense", 0.5);
    let keys: Vec<(f64, f64)> = (0..=60).map(|frame| (f64::from(frame) / 120.0, f64::from(frame))).collect();
    sketch.curve(layer, 2, "Lcl Rotation", 'Y', &keys);
    let import = sketch.read();
    assert_eq!(import.clips.iter().map(segue_motion::Clip::len).collect::<Vec<_>>(), [31, 61]);
    assert!(import.notes.iter().any(|note| note.text.contains("keyed at 120 fps")), "{:?}", import.notes);
}

#[test]
fn without_limbs_the_moved_nodes_are_joints() {
    let mut sketch = Sketch::new();
    let hips = sketch.node("Hips", "Null", 0, [0.0, 100.0, 0.0], "");
    let knee = sketch.node("Knee", "Null", hips, [0.0, -50.0, 0.0], "");
    let layer = sketch.stack("bend", 1.0);
    sketch.curve(layer, hips, "Lcl Translation", 'X', &[(0.0, 0.0), (1.0, 10.0)]);
    sketch.curve(layer, knee, "Lcl Rotation", 'X', &[(0.0, 0.0), (1.0, 45.0)]);
    let import = sketch.read();
    assert_eq!(import.clips[0].skeleton().to_string(), "Hips\n  Knee\n");
    assert!(import.notes.iter().any(|note| note.text.contains("no skeleton")), "{:?}", import.notes);
}

#[test]
fn what_is_no_motion_file_is_refused_by_name() {
    let refused = |text: &str, word: &str| {
        let error = read_bytes("bad.fbx", text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(word) && error.contains("bad.fbx"), "{error}");
    };
    refused("", "FBX");
    refused("v 0 0 0\nf 1 1 1\n", "FBX");
    refused("Kaydara FBX Binary  \0\u{1a}\0", "FBX");
    let mut still = Sketch::new();
    still.node("Hips", "LimbNode", 0, [0.0; 3], "");
    let figure = read_bytes("still.fbx", still.text().as_bytes()).unwrap();
    assert!(figure.clips.is_empty(), "a rig without animation is a figure");
    assert_eq!(figure.figure.skeleton.to_string(), "Hips\n");
    refused(&Sketch::new().text(), "no figure to read");
    let text = walker(1.0, 1).text();
    for length in (0..text.len()).step_by(41) {
        // Some cuts leave a smaller valid file; none may panic.
        let _ = read_bytes("cut.fbx", &text.as_bytes()[..length]);
    }
}

#[test]
fn files_that_lost_bytes_or_were_sent_as_text_are_named_as_such() {
    let mut whole = b"Kaydara FBX Binary  \x00\x1a\x00\xe8\x1c".to_vec();
    whole.resize(200, 0);
    let as_text: Vec<u8> = whole.iter().map(|&byte| if byte == 0 { b' ' } else { byte }).collect();
    for (bytes, reason) in [(&whole[..5], "ends after 5 bytes"), (&as_text[..], "a transfer as text")] {
        let error = read_bytes("lost.fbx", bytes).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn spans_of_days_and_years_are_not_sampled() {
    for secs in [2e5, 1e8] {
        let mut sketch = walker(1.0, 1);
        let layer = sketch.stack("years", secs);
        sketch.curve(layer, 2, "Lcl Rotation", 'Y', &[(0.0, 0.0), (secs, 90.0)]);
        let error = read_bytes("years.fbx", sketch.text().as_bytes()).unwrap_err().to_string();
        assert!(error.contains("joint rotations"), "{secs} s: {error}");
    }
}

#[test]
fn keys_decide_where_a_stack_has_no_span_or_a_shorter_one() {
    for (seconds, frames) in [(0.0, 31), (0.5, 16), (9.0, 31)] {
        let mut sketch = Sketch::new();
        let hips = sketch.node("Hips", "LimbNode", 0, [0.0, 100.0, 0.0], "");
        let layer = sketch.stack("walk", seconds);
        sketch.curve(layer, hips, "Lcl Translation", 'X', &[(0.0, 0.0), (1.0, 10.0)]);
        assert_eq!(sketch.read().clips[0].len(), frames, "a span of {seconds} s");
    }
}
