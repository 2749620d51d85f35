//! What a drawing means.

use glam::DVec3;
use rayon::prelude::*;

use super::camera::Camera;
use super::chain::{Arc, Chain};
use super::correspond::Lifted;
use super::document::{Drawing, Sketch, SketchFigure, Which};
use super::fit::{Doubts, Drawn, Fitted};
use super::scene::Scene;
use super::segment::StrokeEnd;
use super::shadow::Shadow;
use super::stroke::{self, Even};
use super::surface::{Surface, is_covered};
use super::{flat, said};
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
    pub(super) surfaces: Vec<Surface>,
    pub(super) ends: [StrokeEnd; 2],
    pub(super) figure: SketchFigure,
    /// Which path of the sketch it is.
    pub(super) number: usize,
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

/// Smoothing of path and shadow, in pixels.
const SMOOTH: [f64; 2] = [3.0, 6.0];
/// The price of a contact when divisions of a path are compared.
const CONTACT_PRICE: f64 = 4.0;
/// The spread of the logarithm of the times of two neighbouring arcs, in the same comparison.
const BEAT: f64 = 0.4;
/// A path whose contacts are less certain than this on the whole, in metres, makes a warning; so does a contact by itself that
/// is less certain than the second: it may as well be another one.
const UNCERTAIN: [f64; 2] = [0.1, 0.2];
/// Contacts within this of another surface may be on it, in metres.
const NEAR_EDGE: f64 = 0.3;
/// A contact within this of where one was removed is that one, in metres.
const REMOVED: f64 = 0.3;
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
        let read = read(camera, &self.scene, drawing, self.figure.unwrap_or(figure));
        read.map(|reading| PathReading { number, ..reading }).map_err(|error| match error {
            StanceError::Sketch(text) => said(format!("paths[{number}].{text}")),
            other => other,
        })
    }
}

fn read(
    camera: &Camera,
    scene: &Scene,
    drawing: &Drawing,
    figure: SketchFigure,
) -> Result<PathReading, StanceError> {
    let surfaces = scene.surfaces();
    let path = stroke::checked(&drawing.path, "path")?;
    let under = stroke::checked(&drawing.shadow, "shadow")?;
    stroke::long_enough(&path, "path")?;
    if !stroke::is_upright(&path) {
        stroke::long_enough(&under, "shadow")?;
    }
    let path = Even::of(&path, stroke::count_of(&path), SMOOTH[0]);
    let under = Even::of(&under, stroke::count_of(&under), SMOOTH[1]);
    let is_turned = under.is_turned(&path);
    let under = if is_turned { under.turned() } else { under };
    let shadow = Shadow::found(camera, scene, &surfaces, &under)?;
    let lifted = Lifted::over(camera, &path, &shadow, figure.com_height);
    let seen = shadow.seen(camera);
    let ends = [drawing.begin, drawing.end];
    let drawn = Drawn {
        lens: camera.lens(),
        path: &path,
        lifted: &lifted,
        shadow: &shadow,
        seen: &seen,
        surfaces: &surfaces,
        figure,
        ends,
    };
    let removed = drawing.wishes.iter().filter(|wish| wish.removed).filter_map(|wish| match wish.which {
        Which::Near(place) => Some(place),
        _ => None,
    });
    let removed: Vec<[f64; 3]> = removed.collect();
    let mut search = Search { drawn: &drawn, removed: &removed, kept: Vec::new(), tried: 0 };
    let best = search.best()?;
    let (chain, doubts) = (best.chain, best.doubts);
    let turned = is_turned
        .then(|| "the shadow was drawn from the other end; it is read the other way round".to_owned());
    let mut reading = PathReading {
        contacts: Vec::new(),
        arcs: Vec::new(),
        hypotheses: search.tried,
        warnings: turned.into_iter().chain(search.kept).chain(warnings(&doubts)).collect(),
        chain,
        doubts,
        surfaces,
        ends,
        figure,
        number: 0,
    };
    (reading.contacts, reading.arcs) = described(&reading.chain, &reading.doubts, &reading.surfaces);
    Ok(reading)
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
        let point = |k: usize| chain.point(i, [&ends[0], &ends[1]], k as f64 / REDRAWN as f64);
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

struct Search<'a> {
    drawn: &'a Drawn<'a>,
    /// Where contacts were removed.
    removed: &'a [[f64; 3]],
    /// Which of them stay, and why.
    kept: Vec<String>,
    tried: usize,
}

impl Search<'_> {
    /// The best division of the path into arcs.
    fn best(&mut self) -> Result<Fitted, StanceError> {
        let drawn = self.drawn;
        let hypotheses = drawn.divisions();
        let most = hypotheses.iter().map(Vec::len).max().unwrap_or(0);
        let enough: Vec<Vec<f64>> = hypotheses.into_iter().filter(|breaks| breaks.len() >= 3).collect();
        let best = self.best_of(&enough);
        let best = best.ok_or_else(|| {
            let arcs = most.saturating_sub(1);
            said(format!(
                "path: {arcs} arcs of flight are found over its shadow; a stance lies between two, so draw at least two, \
                 and the shadow from the same start to the same end"
            ))
        })?;
        let best = self.edited(best);
        let best = self.without_removed(best);
        Ok(self.resurfaced(best))
    }

    /// Without the contacts that were removed: the arcs around each become one. What cannot be removed stays, with a warning.
    fn without_removed(&mut self, mut best: Fitted) -> Fitted {
        for &place in self.removed {
            let away = |i: usize| best.chain.touches[i].place.distance(flat(place.into()));
            let last = best.chain.touches.len() - 1;
            let nearest = (0..=last).min_by(|&a, &b| away(a).total_cmp(&away(b)));
            let Some(contact) = nearest.filter(|&i| away(i) < REMOVED) else { continue };
            let why = if contact == 0 || contact == last {
                "it is an end of the strokes; draw that end anew"
            } else if last < 3 {
                "it is the only one between two arcs; delete the path, or draw a longer one"
            } else {
                let mut breaks = best.breaks.clone();
                breaks.remove(contact);
                if let Some(fitted) = self.fitted(&breaks) {
                    best = fitted;
                }
                continue;
            };
            self.kept.push(format!("contact {contact} was to be removed and stays: {why}"));
        }
        best
    }

    /// Contacts near an edge may be on the other side of it: whichever explains the strokes better.
    fn resurfaced(&mut self, mut best: Fitted) -> Fitted {
        let surfaces = self.drawn.surfaces;
        for i in 0..best.chain.touches.len() {
            let touch = best.chain.touches[i];
            let near = |&k: &usize| {
                k != touch.surface
                    && surfaces[k].outside(touch.place) < NEAR_EDGE
                    && !is_covered(surfaces, k, touch.place)
            };
            let impossible = is_covered(surfaces, touch.surface, touch.place);
            let differs = |&k: &usize| {
                (surfaces[k].height(touch.place) - surfaces[touch.surface].height(touch.place)).abs() > 0.05
            };
            let mut others: Vec<usize> = (0..surfaces.len()).filter(near).filter(differs).collect();
            let away = |k: usize| surfaces[k].outside(touch.place);
            others.sort_by(|&a, &b| away(a).total_cmp(&away(b)));
            for other in others {
                let mut chain = best.chain.clone();
                chain.touches[i].surface = other;
                self.tried += 1;
                let fitted = self.drawn.refined(chain, &best.breaks, 1);
                if impossible || total(&fitted) < total(&best) {
                    best = fitted;
                    break;
                }
            }
        }
        best
    }

    /// The best of some divisions.
    fn best_of(&mut self, divisions: &[Vec<f64>]) -> Option<Fitted> {
        self.tried += divisions.len();
        let drawn = self.drawn;
        let fits: Vec<Fitted> =
            divisions.par_iter().filter_map(|breaks| drawn.fitted(breaks, Drawn::rounds())).collect();
        fits.into_iter().min_by(|a, b| total(a).total_cmp(&total(b)))
    }

    fn fitted(&mut self, breaks: &[f64]) -> Option<Fitted> {
        self.tried += 1;
        self.drawn.fitted(breaks, Drawn::rounds())
    }

    /// Removes contacts of very short arcs and halves very long ones, where that explains the strokes better.
    fn edited(&mut self, mut best: Fitted) -> Fitted {
        for _ in 0..2 {
            let better = self.best_of(&edits(&best)).filter(|fitted| total(fitted) < total(&best));
            let Some(better) = better else { break };
            best = better;
        }
        best
    }
}

/// What a division costs: steps keep a beat, also where they grow longer, so an arc that lasts much longer than its neighbours
/// may be two.
fn total(fitted: &Fitted) -> f64 {
    let arcs: Vec<Arc> = (0..fitted.chain.hops.len()).map(|i| fitted.chain.arc(i)).collect();
    let neighbours = arcs.windows(2).filter(|pair| pair[0].is_in_place() == pair[1].is_in_place());
    let uneven: f64 = neighbours.map(|pair| ((pair[0].secs / pair[1].secs).ln() / BEAT).powi(2)).sum();
    fitted.cost + uneven + CONTACT_PRICE * fitted.chain.touches.len() as f64
}

/// Other divisions that are worth a try.
fn edits(best: &Fitted) -> Vec<Vec<f64>> {
    let arcs: Vec<Arc> = (0..best.chain.hops.len()).map(|i| best.chain.arc(i)).collect();
    let lengths: Vec<f64> = arcs.iter().map(|arc| arc.way.length()).collect();
    let mut order: Vec<usize> = (0..arcs.len()).filter(|&i| !arcs[i].is_in_place()).collect();
    order.sort_by(|&a, &b| lengths[a].total_cmp(&lengths[b]));
    let Some(&middle) = order.get(order.len() / 2) else { return Vec::new() };
    let middle = lengths[middle];
    let mut all: Vec<Vec<f64>> = Vec::new();
    for &arc in order.iter().take(2).filter(|&&arc| lengths[arc] < 0.75 * middle) {
        let inner = [arc, arc + 1].into_iter().filter(|&at| at > 0 && at + 1 < best.breaks.len());
        for at in inner.filter(|_| best.breaks.len() > 3) {
            let mut breaks = best.breaks.clone();
            breaks.remove(at);
            all.push(breaks);
        }
    }
    for &arc in order.iter().rev().take(2).filter(|&&arc| lengths[arc] > (1.45 * middle).max(1.2)) {
        let mut breaks = best.breaks.clone();
        breaks.insert(arc + 1, f64::midpoint(breaks[arc], breaks[arc + 1]));
        all.push(breaks);
    }
    all
}
