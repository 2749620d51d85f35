//! Clips as Python holds them.

use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::{Quat, Vec3};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use segue::Input;
use segue::edit::{Edit, Onto};
use segue::files::{OutputOptions, Source, Written, check_output, detect_plants};
use segue::formats::ReadOptions;
use segue::motion::{
    Anatomy, Clip as Motion, ConstraintKind, Constraints, EndSite, FrameRange, Joint, JointId, Pose, Rigid,
    Skeleton, resting_skeleton,
};
use segue::plots::{ContactSheet, contact_sheet};
use segue::verbs::{ClipsRequest, HeldClip, PlantsFacts, VerbError};

use crate::errors::{malformed, raised};
use crate::listener::{Told, watched};

/// A joint: its name, the number of its parent, its offset, and its turn in the rest pose.
type Bone = (String, Option<usize>, [f32; 3], [f32; 4]);

/// A clip that never changes.
#[pyclass(frozen, module = "segue._segue")]
pub(crate) struct Clip {
    held: HeldClip,
}

impl Clip {
    pub(crate) fn new(held: HeldClip) -> Self {
        Self { held }
    }

    pub(crate) fn held(&self) -> &HeldClip {
        &self.held
    }

    fn motion(&self) -> &Motion {
        &self.held.clip
    }

    /// The same place in files, with another motion.
    fn changed(&self, clip: Motion) -> Self {
        Self::new(HeldClip { clip, ..self.held.clone() })
    }
}

/// What a clip is called that comes from no file.
pub(crate) fn named(name: &str) -> Input {
    Input::all(Source::Path(name.into()))
}

#[pymethods]
impl Clip {
    #[getter]
    fn name(&self) -> &str {
        self.motion().name()
    }

    /// Where it was read from, or its name.
    #[getter]
    fn source(&self) -> String {
        self.held.input.to_string()
    }

    #[getter]
    fn rate_hz(&self) -> f64 {
        self.motion().rate()
    }

    #[getter]
    fn labels(&self) -> Vec<String> {
        self.motion().labels.clone()
    }

    /// The joints that move relative to their parents, without the root.
    #[getter]
    fn translated(&self) -> Vec<usize> {
        self.motion().translated().iter().map(|joint| joint.index()).collect()
    }

    #[getter]
    fn joints(&self) -> Vec<Bone> {
        let bone = |joint: &Joint| {
            let parent = joint.parent.map(JointId::index);
            (joint.name.clone(), parent, joint.offset.to_array(), joint.rest.to_array())
        };
        self.motion().skeleton().joints().iter().map(bone).collect()
    }

    /// What each joint is on a body, such as `left knee`, where that is known.
    #[getter]
    fn parts(&self) -> Vec<Option<String>> {
        let skeleton = self.motion().skeleton();
        let anatomy = Anatomy::of(skeleton);
        skeleton.ids().map(|joint| anatomy.role_of(joint).map(|role| role.to_string())).collect()
    }

    /// The joint and the offset of each end of a limb.
    #[getter]
    fn end_sites(&self) -> Vec<(usize, [f32; 3])> {
        let ends = self.motion().skeleton().end_sites().iter();
        ends.map(|end| (end.parent.index(), end.offset.to_array())).collect()
    }

    /// When points are planted, as JSON.
    fn plants(&self) -> PyResult<String> {
        serde_json::to_string(&PlantsFacts::of(self.motion().constraints()))
            .map_err(|error| malformed(error.to_string()))
    }

    fn __len__(&self) -> usize {
        self.motion().len()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.motion() == other.motion()
    }

    /// The places of all joints in all frames, in metres: 32-bit numbers, frame by frame.
    fn positions<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let numbers = py.detach(|| positions(self.motion()));
        PyBytes::new(py, bytemuck::cast_slice(&numbers))
    }

    fn renamed(&self, name: String) -> Self {
        self.changed(self.motion().clone().renamed(name))
    }

    fn slice(&self, first: usize, last: usize) -> PyResult<Self> {
        let range = FrameRange::new(first, last).filter(|range| range.last < self.motion().len());
        let text = || format!("there are no frames {first} to {last}; there are {}", self.motion().len());
        Ok(self.changed(self.motion().slice(range.ok_or_else(|| malformed(text()))?)))
    }

    fn mirrored(&self) -> PyResult<Self> {
        self.edited(&Edit { mirror: true, ..Edit::default() })
    }

    fn resampled(&self, rate_hz: f64) -> PyResult<Self> {
        self.edited(&Edit { resample: Some(rate_hz), ..Edit::default() })
    }

    /// The motion on the figure of another clip.
    fn retargeted(&self, onto: &Self) -> PyResult<Self> {
        let skeleton = onto.motion().skeleton().clone();
        let target = Onto { skeleton, resting: resting_skeleton(onto.motion()), map: None };
        let carried = self.edited(&Edit { onto: Some(target), ..Edit::default() })?;
        Ok(Self::new(HeldClip { origin: onto.held.origin.clone(), ..carried.held }))
    }

    /// The same figure with other poses, at another rate: for each frame the root and a rotation for each joint.
    fn with_poses(&self, name: String, rate_hz: f64, roots: &[u8], rotations: &[u8]) -> PyResult<Self> {
        posed(&self.motion().skeleton().clone(), (name, rate_hz), (roots, rotations))
    }

    /// The clip with other plants, given as JSON.
    fn with_plants(&self, plants: &str) -> PyResult<Self> {
        let plants: PlantsFacts =
            serde_json::from_str(plants).map_err(|error| malformed(error.to_string()))?;
        let clip = self.motion().clone().with_constraints(constraints(&plants)?);
        Ok(self.changed(clip.map_err(|error| raised(&error.into()))?))
    }

    /// Figures of the clip, as SVG.
    fn sheet(&self, py: Python<'_>, columns: usize) -> String {
        let options = ContactSheet { columns, ..ContactSheet::default() };
        py.detach(|| contact_sheet(self.motion(), &options).to_svg())
    }

    /// Writes the clip, and its plants beside it where that is wanted; `options` are those of writing, as JSON.
    fn save(&self, py: Python<'_>, path: PathBuf, plants: bool, options: &str) -> PyResult<Vec<PathBuf>> {
        let options: OutputOptions =
            serde_json::from_str(options).map_err(|error| malformed(error.to_string()))?;
        let written = py.detach(|| self.write(&path, plants, &options));
        Ok(written.map_err(|error| raised(&error))?.files)
    }

    #[expect(unsafe_code, reason = "the buffer protocol of Python hands out a pointer")]
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let numbers = slf.get().motion().numbers();
        let length = ffi::Py_ssize_t::try_from(size_of_val(numbers))?;
        let start = numbers.as_ptr().cast_mut().cast();
        // SAFETY: Python gives a view to fill. It holds a reference to the clip while the view lives, a clip never changes, and
        // the view is read only.
        let result = unsafe { ffi::PyBuffer_FillInfo(view, slf.as_ptr(), start, length, 1, flags) };
        if result == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) }
    }
}

impl Clip {
    fn edited(&self, edit: &Edit) -> PyResult<Self> {
        let edited = edit.apply(self.motion().clone()).map_err(|error| raised(&error.into()))?;
        Ok(self.changed(edited.clip))
    }

    fn write(&self, path: &Path, plants: bool, options: &OutputOptions) -> Result<Written, VerbError> {
        let HeldClip { clip, input, origin } = &self.held;
        check_output(path, std::slice::from_ref(input), options)?;
        Ok(if plants {
            segue::files::write_with_plants(path, clip, origin.as_ref(), options)?
        } else {
            segue::write(path, std::slice::from_ref(clip), origin.as_ref(), options)?
        })
    }
}

fn positions(clip: &Motion) -> Vec<f32> {
    let mut joints: Vec<Rigid> = Vec::new();
    let mut numbers = Vec::with_capacity(clip.len() * clip.skeleton().len() * 3);
    for frame in clip.frames() {
        frame.world_from_joints(clip.skeleton(), &mut joints);
        numbers.extend(joints.iter().flat_map(|joint| joint.translation.to_array()));
    }
    numbers
}

/// Reads all clips of some inputs; `read` says how, as JSON.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, inputs: Vec<String>, read: &str) -> PyResult<(Vec<Clip>, Vec<Told>)> {
    let mut request = ClipsRequest::of(&inputs).map_err(|error| raised(&error))?;
    request.read = serde_json::from_str::<ReadOptions>(read).map_err(|error| malformed(error.to_string()))?;
    let (found, notes) = watched(py, None, |watch| request.read(watch))?;
    let held = found.clips.into_iter().zip(found.inputs).zip(found.origins);
    let clips = held.map(|((clip, input), origin)| Clip::new(HeldClip { clip, input, origin }));
    Ok((clips.collect(), notes))
}

/// A clip of a figure and poses.
#[pyfunction]
pub(crate) fn build(
    named: (String, f64),
    joints: Vec<Bone>,
    end_sites: Vec<(usize, [f32; 3])>,
    roots: &[u8],
    rotations: &[u8],
) -> PyResult<Clip> {
    let joint = |(name, parent, offset, rest): Bone| {
        let parent = parent.map(joint_id).transpose()?;
        let (offset, rest) = (Vec3::from_array(offset), Quat::from_array(rest));
        Ok(Joint { name, parent, offset, rest })
    };
    let joints = joints.into_iter().map(joint).collect::<PyResult<_>>()?;
    let end = |(parent, offset): (usize, [f32; 3])| {
        Ok(EndSite { parent: joint_id(parent)?, offset: Vec3::from_array(offset) })
    };
    let ends = end_sites.into_iter().map(end).collect::<PyResult<_>>()?;
    let skeleton = Skeleton::new(joints, ends).map_err(|error| malformed(error.to_string()))?;
    posed(&Arc::new(skeleton), named, (roots, rotations))
}

fn joint_id(number: usize) -> PyResult<JointId> {
    JointId::checked(number).ok_or_else(|| malformed(format!("there is no joint {number}")))
}

/// A clip of poses, with the plants that can be seen in it.
fn posed(
    skeleton: &Arc<Skeleton>,
    (name, rate_hz): (String, f64),
    (roots, rotations): (&[u8], &[u8]),
) -> PyResult<Clip> {
    let roots: Vec<[f32; 3]> = bytemuck::pod_collect_to_vec(roots);
    let rotations: Vec<[f32; 4]> = bytemuck::pod_collect_to_vec(rotations);
    let failed = |error: segue::motion::ClipError| raised(&error.into());
    let input = named(&name);
    let mut builder = Motion::builder(name, skeleton.clone(), rate_hz, &[]);
    let mut pose = Pose::rest(skeleton);
    for (root, turns) in roots.iter().zip(rotations.chunks_exact(skeleton.len())) {
        pose.root = Vec3::from_array(*root);
        pose.rotations.clear();
        pose.rotations.extend(turns.iter().map(|turn| Quat::from_array(*turn)));
        builder.push(&pose).map_err(failed)?;
    }
    let clip = builder.finish().map_err(failed)?;
    let plants = detect_plants(&clip);
    let clip = clip.with_constraints(plants).map_err(failed)?;
    Ok(Clip::new(HeldClip { clip, input, origin: None }))
}

fn constraints(plants: &PlantsFacts) -> PyResult<Constraints> {
    let mut constraints = Constraints::default();
    for (name, ranges) in &plants.0 {
        let kind = ConstraintKind::ALL.into_iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| malformed(format!("no point of the body is called `{name}`")))?;
        let range = |&[first, last]: &[usize; 2]| {
            FrameRange::new(first, last)
                .ok_or_else(|| malformed(format!("frames {first} to {last} end before they start")))
        };
        let ranges = ranges.iter().map(range).collect::<PyResult<_>>()?;
        constraints.set(kind, ranges).map_err(|error| malformed(error.to_string()))?;
    }
    Ok(constraints)
}
