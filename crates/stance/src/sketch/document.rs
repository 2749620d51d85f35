//! The sketch file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::camera::Camera;
use super::fields::Fields;
use super::scene::{Block, Plane, Scene};
use super::{StrokeEnd, said};
use crate::StanceError;

/// A recorded sketch: what was seen, and what was drawn on it. Documented in `docs/sketches.md`.
///
/// Version 2. Files of version 1 (`camera`, `scene`, `path`, `shadow`) are read as one path.
///
/// ```
/// use segue_stance::Sketch;
///
/// let text = r#"{"segue_sketch": 2, "camera": {"position": [4, 1.5, 2], "target": [0, 1, 2], "fov_degrees": 45, "size": [800, 600]},
///     "paths": [{"path": [], "shadow": []}]}"#;
/// let sketch: Sketch = serde_json::from_str(text)?;
/// assert!(sketch.read().unwrap_err().to_string().contains("paths[0].path: 0 points"));
///
/// let wrong = text.replace(r#""size""#, r#""lens": 50, "size""#);
/// let error = serde_json::from_str::<Sketch>(&wrong).unwrap_err().to_string();
/// assert!(error.contains("camera.lens: there is no such field"), "{error}");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value")]
pub struct Sketch {
    /// The version of the format.
    #[serde(rename = "segue_sketch")]
    pub(super) version: u32,
    /// The view of paths that name none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<Camera>,
    /// Further views by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub views: BTreeMap<String, Camera>,
    /// What is seen.
    pub scene: Scene,
    /// Whose centre of mass is drawn; without it an adult, or the figure of the stances that are used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<SketchFigure>,
    /// What was drawn.
    pub paths: Vec<Drawing>,
}

/// The version that is written.
const VERSION: u32 = 2;

/// The figure that is drawn: its size scales heights and limits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SketchFigure {
    /// Hip to ankle, in metres.
    pub leg: f64,
    /// Height of the centre of mass of the standing figure, in metres.
    pub com_height: f64,
    /// In kilograms.
    pub mass: f64,
}

impl Default for SketchFigure {
    fn default() -> Self {
        Self { leg: 0.9, com_height: 0.95, mass: segue_motion::Body::DEFAULT_MASS }
    }
}

/// A path and its shadow on the ground, in pixels from the top left.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Drawing {
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The view it was drawn in; the camera of the sketch without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// The path of the centre of mass, in drawing order.
    pub path: Vec<[f64; 2]>,
    /// Its shadow, in the same direction.
    pub shadow: Vec<[f64; 2]>,
    /// What the start of the strokes means.
    pub begin: StrokeEnd,
    /// What their end means.
    pub end: StrokeEnd,
    /// When it begins in the result, in seconds.
    pub start_secs: f64,
    /// What is wanted beyond the strokes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wishes: Vec<Wish>,
}

/// Something that is wanted of one or more stances of a path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wish {
    /// Which stances.
    #[serde(flatten)]
    pub which: Which,
    /// Which feet touch down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foot: Option<Foot>,
    /// A clip's name, or `run`, `leap`, `hop`, `jump`, or `same` as the one before: preferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
    /// Only stances of these clips, or these stances (`CLIP:N`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// Where the contact is to be, in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<[f64; 3]>,
    /// Speed of the arc after the contact, in m/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
    /// Height of the apex after the contact above the scene's zero, in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apex_height: Option<f64>,
    /// Whether there is no contact here, whatever the strokes look like.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// Time of the contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground_secs: Option<f64>,
    /// How much it is wanted; 1 unless said.
    pub weight: f64,
    /// Whether place, speed, apex and time stay as they are here, whatever else is edited.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub locked: bool,
}

/// Contacts of a path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// The contact of this number, from 0.
    Contact(usize),
    /// From the first to the last of these.
    Contacts([usize; 2]),
    /// The contact nearest to a point, within half a metre.
    Near([f64; 3]),
    /// All of them.
    All(bool),
}

/// Which feet touch down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Foot {
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// Both together.
    Both,
    /// The other one than before.
    Other,
}

impl Drawing {
    /// Where contacts were removed.
    pub(super) fn removed(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        self.wishes.iter().filter(|wish| wish.removed).filter_map(|wish| match wish.which {
            Which::Near(place) => Some(place),
            _ => None,
        })
    }
}

impl Wish {
    /// A wish for some contacts that wants nothing yet.
    pub fn of(which: Which) -> Self {
        Self {
            which,
            foot: None,
            style: None,
            from: Vec::new(),
            place: None,
            speed: None,
            apex_height: None,
            ground_secs: None,
            weight: 1.0,
            locked: false,
            removed: false,
        }
    }
}

impl Sketch {
    /// One path seen by one camera.
    pub fn new(camera: Camera, scene: Scene, paths: Vec<Drawing>) -> Self {
        let (views, figure) = (BTreeMap::new(), None);
        Self { version: VERSION, camera: Some(camera), views, scene, figure, paths }
    }

    /// The view in which a path was drawn.
    ///
    /// # Errors
    /// When it names a view that is not there.
    pub fn camera_of(&self, drawing: &Drawing) -> Result<&Camera, StanceError> {
        match &drawing.view {
            Some(name) => self.views.get(name).ok_or_else(|| {
                let known: Vec<&str> = self.views.keys().map(String::as_str).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                said(format!("view: there is no view `{name}`; `views` has {known}"))
            }),
            None => self
                .camera
                .as_ref()
                .ok_or_else(|| said("camera: missing; a path that names no view needs it".to_owned())),
        }
    }

    /// Whether scene and cameras make sense.
    ///
    /// # Errors
    /// When they do not; the error names the field.
    pub fn checked(&self) -> Result<(), StanceError> {
        self.scene.checked()?;
        self.camera.iter().chain(self.views.values()).try_for_each(Camera::checked)?;
        let SketchFigure { leg, com_height, mass } = self.figure.unwrap_or_default();
        let figure =
            [("leg", leg, [0.1, 5.0]), ("com_height", com_height, [0.1, 5.0]), ("mass", mass, [1.0, 1000.0])];
        for (name, value, [least, most]) in figure {
            if !(least..=most).contains(&value) {
                return Err(said(format!("figure.{name}: {value}; it is {least} to {most}")));
            }
        }
        for (number, path) in self.paths.iter().enumerate() {
            let named = |why| if path.view.is_some() { said(format!("paths[{number}].{why}")) } else { why };
            self.camera_of(path).map_err(named)?;
        }
        Ok(())
    }
}

impl TryFrom<Value> for Sketch {
    type Error = StanceError;

    fn try_from(value: Value) -> Result<Self, StanceError> {
        let mut fields = Fields::of(value, "")?;
        let sketch = match fields.take("segue_sketch") {
            None => version_1(&mut fields)?,
            Some(version) if version.as_u64() == Some(u64::from(VERSION)) => version_2(&mut fields)?,
            Some(version) => {
                return Err(said(format!("segue_sketch: version {version}; this program reads 1 and 2")));
            }
        };
        fields.finish()?;
        sketch.checked()?;
        Ok(sketch)
    }
}

/// A file without a version: one path.
fn version_1(fields: &mut Fields) -> Result<Sketch, StanceError> {
    let camera = fields.object("camera", camera)?;
    let scene = fields.object("scene", scene)?.unwrap_or_default();
    let drawing =
        Drawing { path: fields.points("path")?, shadow: fields.points("shadow")?, ..Drawing::default() };
    Ok(Sketch { camera, ..Sketch::bare(scene, vec![drawing]) })
}

fn version_2(fields: &mut Fields) -> Result<Sketch, StanceError> {
    let camera_of = fields.object("camera", camera)?;
    let scene = fields.object("scene", scene)?.unwrap_or_default();
    let views = fields.object("views", |views| views.map_all(camera))?.unwrap_or_default();
    let figure = fields.object("figure", figure)?;
    let paths = fields.objects("paths", drawing)?.ok_or_else(|| fields.missing("paths"))?;
    Ok(Sketch { camera: camera_of, views, figure, ..Sketch::bare(scene, paths) })
}

impl Default for Sketch {
    /// Nothing drawn, seen from the side.
    fn default() -> Self {
        let camera = Camera::new([8.0, 2.5, 4.0], [0.0, 0.8, 4.0], 50.0, [1600.0, 900.0]);
        Self::new(camera, Scene::default(), Vec::new())
    }
}

impl Sketch {
    fn bare(scene: Scene, paths: Vec<Drawing>) -> Self {
        let (views, figure) = (BTreeMap::new(), None);
        Self { version: VERSION, camera: None, views, scene, figure, paths }
    }
}

fn camera(fields: &mut Fields) -> Result<Camera, StanceError> {
    Ok(Camera::new(
        fields.required("position")?,
        fields.required("target")?,
        fields.required("fov_degrees")?,
        fields.required("size")?,
    ))
}

fn scene(fields: &mut Fields) -> Result<Scene, StanceError> {
    let default = Scene::default();
    Ok(Scene {
        ground: match fields.take("ground") {
            None => default.ground,
            Some(Value::Null) => None,
            Some(value) => Some(fields.read("ground", value)?),
        },
        friction: fields.optional("friction")?.unwrap_or(default.friction),
        blocks: fields.objects("blocks", block)?.unwrap_or_default(),
        planes: fields.objects("planes", plane)?.unwrap_or_default(),
    })
}

fn block(fields: &mut Fields) -> Result<Block, StanceError> {
    Ok(Block {
        least: fields.required("least")?,
        greatest: fields.required("greatest")?,
        turn_degrees: fields.optional("turn_degrees")?.unwrap_or(0.0),
        name: fields.optional("name")?,
        friction: fields.optional("friction")?,
        landing: fields.optional("landing")?.unwrap_or(true),
    })
}

fn plane(fields: &mut Fields) -> Result<Plane, StanceError> {
    Ok(Plane {
        corners: fields.required("corners")?,
        name: fields.optional("name")?,
        friction: fields.optional("friction")?,
        landing: fields.optional("landing")?.unwrap_or(true),
    })
}

fn figure(fields: &mut Fields) -> Result<SketchFigure, StanceError> {
    let default = SketchFigure::default();
    Ok(SketchFigure {
        leg: fields.optional("leg")?.unwrap_or(default.leg),
        com_height: fields.optional("com_height")?.unwrap_or(default.com_height),
        mass: fields.optional("mass")?.unwrap_or(default.mass),
    })
}

fn drawing(fields: &mut Fields) -> Result<Drawing, StanceError> {
    let start_secs = fields.optional("start_secs")?.unwrap_or(0.0);
    if !(0.0..=1e5).contains(&start_secs) {
        return Err(fields.wrong("start_secs", &format!("{start_secs}; it is 0 s or later")));
    }
    Ok(Drawing {
        name: fields.optional("name")?,
        view: fields.optional("view")?,
        path: fields.points("path")?,
        shadow: fields.points("shadow")?,
        begin: fields.optional("begin")?.unwrap_or_default(),
        end: fields.optional("end")?.unwrap_or_default(),
        start_secs,
        wishes: fields.objects("wishes", wish)?.unwrap_or_default(),
    })
}

fn wish(fields: &mut Fields) -> Result<Wish, StanceError> {
    let which = [
        fields.optional("contact")?.map(Which::Contact),
        fields.optional("contacts")?.map(Which::Contacts),
        fields.optional("near")?.map(Which::Near),
        fields.optional("all")?.map(Which::All),
    ];
    let [which] = which.into_iter().flatten().collect::<Vec<_>>()[..] else {
        return Err(fields.wrong("", "a wish has one of `contact`, `contacts`, `near` and `all`"));
    };
    let wish = Wish {
        which,
        foot: fields.optional("foot")?,
        style: fields.optional("style")?,
        from: fields.optional("from")?.unwrap_or_default(),
        place: fields.optional("place")?,
        speed: fields.optional("speed")?,
        apex_height: fields.optional("apex_height")?,
        ground_secs: fields.optional("ground_secs")?,
        weight: fields.optional("weight")?.unwrap_or(1.0),
        locked: fields.optional("locked")?.unwrap_or(false),
        removed: fields.optional("removed")?.unwrap_or(false),
    };
    if wish.removed && !matches!(wish.which, Which::Near(_)) {
        return Err(
            fields.wrong("removed", "it goes with `near`: contacts have no numbers before they are read")
        );
    }
    let positive = [("speed", wish.speed), ("ground_secs", wish.ground_secs), ("weight", Some(wish.weight))];
    for (name, value) in positive {
        if let Some(value) = value.filter(|value| !(*value > 0.0 && value.is_finite())) {
            return Err(fields.wrong(name, &format!("{value}; it is above 0")));
        }
    }
    Ok(wish)
}
