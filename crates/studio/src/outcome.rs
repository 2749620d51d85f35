//! What came of a request, in every form that can be asked for.

use axum::http::{HeaderMap, StatusCode};
use segue::formats::{Format, WriteOptions, encode};
use segue::motion::Clip;
use segue::plots::Canvas;
use serde_json::{Value, json};

use crate::container::{self, Container};
use crate::shown::{Shown, Wanted};
use crate::wire::NoteFacts;
use crate::{AppError, Studio};

/// Pixels of a picture for each of its units, as the command line draws it.
const PNG_SCALE: f64 = 2.0;

/// What came of a request.
pub(crate) struct Outcome {
    /// The verb's answer, as `--json` prints it.
    pub(crate) answer: Value,
    /// What was made.
    pub(crate) work: Box<dyn Shown>,
    /// What was noted on the way.
    pub(crate) notes: Vec<NoteFacts>,
}

/// A form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// The answer alone.
    Json,
    /// The answer with numbers to draw.
    Numbers,
    /// The picture.
    Svg,
    /// The picture as pixels.
    Png,
    /// The motion as a file.
    Motion(Format),
    /// The command that does the same.
    Command,
    /// The Python lines that do the same.
    Python,
}

/// What can be asked for, by the kinds of files.
const SHAPES: [(&str, Shape); 12] = [
    ("application/json", Shape::Json),
    (container::KIND, Shape::Numbers),
    ("image/svg+xml", Shape::Svg),
    ("image/png", Shape::Png),
    ("model/gltf-binary", Shape::Motion(Format::Glb)),
    ("model/gltf+json", Shape::Motion(Format::Gltf)),
    ("application/x-bvh", Shape::Motion(Format::Bvh)),
    ("application/x-acclaim", Shape::Motion(Format::Acclaim)),
    ("application/x-npz", Shape::Motion(Format::Npz)),
    ("text/x-shellscript", Shape::Command),
    ("text/x-python", Shape::Python),
    ("*/*", Shape::Json),
];

impl Shape {
    /// The first form that the page accepts.
    pub(crate) fn wanted(headers: &HeaderMap) -> Result<Self, AppError> {
        let Some(accept) = headers.get("accept").and_then(|value| value.to_str().ok()) else {
            return Ok(Self::Json);
        };
        let mut kinds = accept.split(',').filter_map(|kind| kind.split(';').next()).map(str::trim);
        let found = kinds.find_map(|kind| SHAPES.iter().find(|(known, _)| *known == kind));
        found.map(|(_, shape)| *shape).ok_or_else(|| {
            AppError::new(
                StatusCode::NOT_ACCEPTABLE,
                "type",
                format!("there is no answer in the form `{accept}`"),
            )
        })
    }

    /// Its kind of file.
    pub(crate) fn kind(self) -> &'static str {
        SHAPES.iter().find(|(_, shape)| *shape == self).map_or("application/octet-stream", |(kind, _)| kind)
    }
}

impl Outcome {
    /// The bytes of one form.
    pub(crate) fn bytes(&self, studio: &Studio, shape: Shape, wanted: Wanted) -> Result<Vec<u8>, AppError> {
        match shape {
            Shape::Json => Ok(self.json().to_string().into_bytes()),
            Shape::Numbers => Ok(self.numbers(studio, wanted)?.finish()),
            Shape::Svg => Ok(self.canvas()?.to_svg().into_bytes()),
            Shape::Png => {
                let png = self.canvas()?.to_png(PNG_SCALE);
                png.map_err(|error| AppError::internal(format!("the picture cannot be drawn: {error}")))
            }
            Shape::Motion(format) => self.file(format),
            Shape::Command | Shape::Python => Err(unfit("a command is made of a request")),
        }
    }

    /// The answer with its notes.
    pub(crate) fn json(&self) -> Value {
        let mut answer = self.answer.clone();
        if let Value::Object(fields) = &mut answer
            && !fields.contains_key("notes")
        {
            fields.insert("notes".to_owned(), json!(self.notes));
        }
        answer
    }

    /// The answer with numbers to draw.
    pub(crate) fn numbers(&self, studio: &Studio, wanted: Wanted) -> Result<Container, AppError> {
        let mut container = Container::default();
        container.field("answer", self.json())?;
        // Beside the answer: a registration has notes of its own in it.
        container.field("notes", &self.notes)?;
        self.work.numbers(&mut container, wanted)?;
        studio.remember(container.skeletons());
        Ok(container)
    }

    /// The clips that were made.
    pub(crate) fn clips(&self) -> Vec<&Clip> {
        self.work.motion().into_iter().map(|(clip, _)| clip).collect()
    }

    fn canvas(&self) -> Result<Canvas, AppError> {
        let drawn = self.work.drawing().ok_or_else(|| unfit("there is no picture of this"))?;
        Ok(drawn?)
    }

    /// The file as the command line writes it.
    fn file(&self, format: Format) -> Result<Vec<u8>, AppError> {
        let motion = self.work.motion();
        let Some((_, origin)) = motion.first() else { return Err(unfit("there is no motion to save")) };
        let several = segue::files::holds_several(format);
        let clips: Vec<Clip> = motion
            .iter()
            .take(if several { motion.len() } else { 1 })
            .map(|(clip, _)| (*clip).clone())
            .collect();
        let encoded = encode(format, &clips, *origin, &WriteOptions::default())
            .map_err(|error| unfit(&error.to_string()))?;
        // An Acclaim motion comes with its skeleton; the motion is what was asked for.
        let file = encoded.files.into_iter().find(|file| file.extension == format.extension());
        let bytes = file.map(|file| file.bytes).ok_or_else(|| unfit("there is no motion to save"))?;
        Ok(self.work.furnished(format, bytes))
    }
}

fn unfit(message: &str) -> AppError {
    AppError::new(StatusCode::UNPROCESSABLE_ENTITY, "unfit", message)
}
