//! What a drawing means.

use std::sync::Arc;

use glam::DVec3;

use super::best::Best;
use super::chain::Chain;
use super::document::{Sketch, SketchFigure};
use super::drawn::Drawn;
use super::fit::Doubts;
use super::said;
use super::surface::Surface;
use crate::StanceError;

/// What was read from one path and its shadow.
#[derive(Clone, Debug)]
pub struct PathReading {
    /// The contacts, in order. At an end that was drawn at an apex the first or last one is the mirror image.
    pub contacts: Vec<ReadContact>,
    /// The arcs of flight between them.
    pub arcs: Vec<ReadArc>,
    /// Divisions into arcs that were tried.
    pub hypotheses: usize,
    /// What a person should know.
    pub warnings: Vec<String>,
    pub(super) chain: Chain,
    pub(super) doubts: Doubts,
    /// Which path of the sketch it is.
    pub(super) number: usize,
    pub(super) drawn: Arc<Drawn>,
    /// The chain before its contacts settle on a side of the edges near them.
    best: Best,
}

/// A contact of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadContact {
    /// On the ground.
    pub place: DVec3,
    /// Standard deviation of the place, in metres.
    pub doubt: f64,
    /// What it is on.
    pub surface: String,
}

/// An arc of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadArc {
    /// Its highest point.
    pub apex: DVec3,
    /// Horizontal velocity, in m/s.
    pub velocity: DVec3,
    /// Standard deviation of the apex height, in metres.
    pub height_doubt: f64,
    /// Standard deviation of the speed as a share of it; beyond [`GUESS`] the speed is a guess.
    pub speed_doubt: f64,
    /// The path of the centre of mass from mid-contact to mid-contact.
    pub points: Vec<DVec3>,
}

/// Beyond this share a speed is a guess.
pub const GUESS: f64 = 0.25;

/// A path whose contacts are less certain than this on the whole, in metres, makes a warning; so does a contact by itself that
/// is less certain than the second: it may as well be another one.
const UNCERTAIN: [f64; 2] = [0.1, 0.2];
/// Points of an arc that is drawn again.
const REDRAWN: usize = 32;

impl Sketch {
    /// What all paths mean.
    ///
    /// # Errors
    /// When a stroke is too short, fewer than two arcs are found, or the shadow misses the scene; the error names the path.
    pub fn read(&self) -> Result<Vec<PathReading>, StanceError> {
        self.checked()?;
        if self.paths.is_empty() {
            return Err(said("paths: it is empty; draw at least one path".to_owned()));
        }
        (0..self.paths.len()).map(|i| self.read_path(i)).collect()
    }

    /// What one path means.
    ///
    /// # Errors
    /// As [`Sketch::read`].
    pub fn read_path(&self, number: usize) -> Result<PathReading, StanceError> {
        self.read_path_for(number, SketchFigure::default())
    }

    /// What one path means, drawn for a figure where the sketch names none.
    pub(super) fn read_path_for(
        &self,
        number: usize,
        figure: SketchFigure,
    ) -> Result<PathReading, StanceError> {
        let drawing = &self.paths[number];
        let camera = self.camera_of(drawing)?;
        let read = || {
            let drawn = Drawn::new(camera, &self.scene, drawing, self.figure.unwrap_or(figure))?;
            let best = drawing.removed().fold(Best::of(&drawn)?, |best, place| best.without(&drawn, place));
            Ok(PathReading::new(Arc::new(drawn), best, number))
        };
        read().map_err(|error| match error {
            StanceError::Sketch(text) => said(format!("paths[{number}].{text}")),
            other => other,
        })
    }
}

impl PathReading {
    fn new(drawn: Arc<Drawn>, best: Best, number: usize) -> Self {
        let settled = best.clone().settled(&drawn);
        let (chain, doubts) = drawn.doubts(settled.fitted);
        let turned = drawn
            .is_turned
            .then(|| "the shadow was drawn from the other end; it is read the other way round".to_owned());
        let warnings = turned.into_iter().chain(settled.kept).chain(warnings(&doubts)).collect();
        let (contacts, arcs) = described(&chain, &doubts, &drawn.surfaces);
        Self { contacts, arcs, hypotheses: settled.tried, warnings, chain, doubts, number, drawn, best }
    }

    /// The same drawing without the contact at a place, as if it had been read so.
    pub(super) fn without(&self, place: [f64; 3]) -> Self {
        let best = self.best.clone().without(&self.drawn, place);
        Self::new(self.drawn.clone(), best, self.number)
    }
}

/// Contacts and arcs of a chain in words and numbers.
pub(super) fn described(
    chain: &Chain,
    doubts: &Doubts,
    surfaces: &[Surface],
) -> (Vec<ReadContact>, Vec<ReadArc>) {
    let contact = |(i, touch): (usize, &super::chain::Touch)| ReadContact {
        place: DVec3::new(touch.place.x, chain.ground(surfaces, i), touch.place.y),
        doubt: doubts.places.get(i).copied().unwrap_or(0.0),
        surface: surfaces[touch.surface].name.clone(),
    };
    let arc = |i: usize| {
        let (arc, ends) = (chain.arc(i), [chain.passage(i), chain.passage(i + 1)]);
        let velocity = arc.velocity();
        let point = |k: usize| arc.point([&ends[0], &ends[1]], k as f64 / REDRAWN as f64);
        ReadArc {
            apex: arc.apex(),
            velocity: DVec3::new(velocity.x, 0.0, velocity.y),
            height_doubt: doubts.heights.get(i).copied().unwrap_or(0.0),
            speed_doubt: doubts.ln_speeds.get(i).copied().unwrap_or(0.0),
            points: (0..=REDRAWN).map(point).collect(),
        }
    };
    (chain.touches.iter().enumerate().map(contact).collect(), (0..chain.hops.len()).map(arc).collect())
}

fn warnings(doubts: &Doubts) -> Vec<String> {
    let mut places = doubts.places.clone();
    places.sort_by(f64::total_cmp);
    let middle = places[places.len() / 2];
    let mut all = Vec::new();
    let astray: Vec<usize> = (0..places.len()).filter(|&i| doubts.places[i] > UNCERTAIN[1]).collect();
    if middle > UNCERTAIN[0] {
        all.push(format!(
            "contacts are certain to {middle:.2} m only: the path is seen too much along its own direction; turn the view, \
             and check the contacts that were found"
        ));
    } else if let Some(&last) = astray.last() {
        let most = places[places.len() - 1];
        let listed: Vec<String> = astray[..astray.len() - 1].iter().map(ToString::to_string).collect();
        let which = if listed.is_empty() {
            format!("contact {last} is")
        } else {
            format!("contacts {} and {last} are", listed.join(", "))
        };
        all.push(format!(
            "{which} certain to {most:.2} m only: the path is seen too much along its own direction there, so that contacts \
             may be missing; check them, or draw from another side"
        ));
    }
    let guesses = doubts.ln_speeds.iter().filter(|doubt| **doubt > GUESS).count();
    if guesses > 0 {
        let all_arcs = doubts.ln_speeds.len();
        all.push(format!(
            "the speed of {guesses} of {all_arcs} arcs is a guess: they are too flat to tell it"
        ));
    }
    all
}
