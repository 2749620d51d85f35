//! A sketch with what was read and planned of it, and how edits change it.

use super::change::{EditOutcome, SketchEdit};
use super::document::{Drawing, Sketch, SketchFigure, Which, Wish};
use super::edit::{is_scribble_over, overdrawn};
use super::plan::PathPlan;
use super::read::PathReading;
use super::said;
use super::scene::Scene;
use crate::StanceError;

/// A path of a session.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) reading: PathReading,
    pub(super) plan: PathPlan,
}

/// What can be undone.
#[derive(Clone, Debug)]
pub(super) struct Past {
    pub(super) sketch: Sketch,
    pub(super) waiting: Option<Drawing>,
    pub(super) known: Vec<Known>,
    /// Who is drawn where the sketch does not say.
    pub(super) figure: SketchFigure,
}

pub(super) fn no_path(path: usize, count: usize) -> StanceError {
    said(format!("path: there is no path {path}; the sketch has {count}"))
}

/// How near to a path something of the scene has to change to matter to it, in metres.
const NEAR: f64 = 1.0;

impl Past {
    pub(super) fn read(&self, path: usize) -> Result<Known, StanceError> {
        let reading = self.sketch.read_path_for(path, self.figure)?;
        let plan = reading.plan(&self.sketch.paths[path].wishes)?;
        Ok(Known { reading, plan })
    }

    /// Plans a path again that was read already.
    fn replan(&mut self, path: usize) -> Result<(), StanceError> {
        self.known[path].plan = self.known[path].reading.plan(&self.sketch.paths[path].wishes)?;
        Ok(())
    }

    fn check(&self, path: usize) -> Result<(), StanceError> {
        if path < self.known.len() { Ok(()) } else { Err(no_path(path, self.known.len())) }
    }

    pub(super) fn apply(&mut self, edit: &SketchEdit) -> Result<EditOutcome, StanceError> {
        match edit {
            SketchEdit::Stroke { points, view } => return self.stroke(points, view.as_ref()),
            SketchEdit::Delete { path } => {
                self.check(*path)?;
                self.sketch.paths.remove(*path);
                self.known.remove(*path);
                return Ok(EditOutcome::Deleted);
            }
            SketchEdit::Ends { path, begin, end } => {
                self.check(*path)?;
                let drawing = &mut self.sketch.paths[*path];
                (drawing.begin, drawing.end) = (*begin, *end);
                self.known[*path] = self.read(*path)?;
            }
            SketchEdit::Contact { path, contact, place } => {
                self.unlocked(*path, *contact)?;
                self.wish(*path, *contact, |wish| wish.place = Some(*place))?;
            }
            SketchEdit::Apex { path, arc, height } => {
                self.unlocked(*path, *arc)?;
                self.wish(*path, *arc, |wish| wish.apex_height = Some(*height))?;
            }
            SketchEdit::Speed { path, arc, speed } => {
                if !(*speed > 0.0 && speed.is_finite()) {
                    return Err(said(format!("speed: {speed}; it is above 0 m/s")));
                }
                self.unlocked(*path, *arc)?;
                self.wish(*path, *arc, |wish| wish.speed = Some(*speed))?;
            }
            SketchEdit::Step { path, contact, foot, style } => {
                self.wish(*path, *contact, |wish| (wish.foot, wish.style) = (*foot, style.clone()))?;
            }
            SketchEdit::Lock { path, contact, locked } => {
                self.check(*path)?;
                let planned = self.planned(*path, *contact)?;
                self.wish(*path, *contact, |wish| {
                    let kept = if *locked { planned } else { Wish::of(wish.which) };
                    (wish.place, wish.speed) = (kept.place, kept.speed);
                    (wish.apex_height, wish.ground_secs) = (kept.apex_height, kept.ground_secs);
                    wish.locked = *locked;
                })?;
            }
            SketchEdit::Remove { path, contact } => self.remove(*path, *contact)?,
            SketchEdit::Forget { path, contact } => {
                self.unlocked(*path, *contact)?;
                self.sketch.paths[*path].wishes.retain(|wish| wish.which != Which::Contact(*contact));
                self.replan(*path)?;
            }
        }
        Ok(EditOutcome::Planned)
    }

    /// Removes a contact; those after it are counted anew.
    fn remove(&mut self, path: usize, contact: usize) -> Result<(), StanceError> {
        self.unlocked(path, contact)?;
        self.planned(path, contact)?;
        let contacts = &self.known[path].reading.contacts;
        if contact == 0 || contact + 1 == contacts.len() {
            return Err(said(format!("contact: {contact} is an end of the strokes; draw that end anew")));
        }
        if contacts.len() <= 3 {
            return Err(said(format!(
                "contact: {contact} is the only one between two arcs; delete the path"
            )));
        }
        let place = contacts[contact].place.to_array();
        let gone = Wish { removed: true, ..Wish::of(Which::Near(place)) };
        let before = |number: usize| if number > contact { number - 1 } else { number };
        let wishes = &mut self.sketch.paths[path].wishes;
        wishes.retain(|wish| wish.which != Which::Contact(contact));
        for wish in wishes.iter_mut() {
            wish.which = match wish.which {
                Which::Contact(number) => Which::Contact(before(number)),
                Which::Contacts([from, to]) => Which::Contacts([before(from), before(to)]),
                other => other,
            };
        }
        wishes.push(gone);
        self.known[path].reading = self.known[path].reading.without(place);
        self.replan(path)
    }

    /// Changes what is wished of a contact and the arc after it.
    fn wish(
        &mut self,
        path: usize,
        contact: usize,
        change: impl FnOnce(&mut Wish),
    ) -> Result<(), StanceError> {
        self.check(path)?;
        let wishes = &mut self.sketch.paths[path].wishes;
        let known = wishes.iter().position(|wish| wish.which == Which::Contact(contact));
        let at = known.unwrap_or_else(|| {
            wishes.push(Wish::of(Which::Contact(contact)));
            wishes.len() - 1
        });
        change(&mut wishes[at]);
        self.replan(path)
    }

    /// An error if a contact and the arc after it are locked.
    fn unlocked(&self, path: usize, contact: usize) -> Result<(), StanceError> {
        self.check(path)?;
        let is_locked = |wish: &Wish| wish.locked && wish.which == Which::Contact(contact);
        if self.sketch.paths[path].wishes.iter().any(is_locked) {
            return Err(said(format!("contact: {contact} is locked; unlock it to change it")));
        }
        Ok(())
    }

    /// A contact and the arc after it as a wish, as they are planned.
    fn planned(&self, path: usize, contact: usize) -> Result<Wish, StanceError> {
        let plan = &self.known[path].plan;
        let count = plan.contacts.len();
        let there = plan
            .contacts
            .get(contact)
            .ok_or_else(|| said(format!("contact: there is no contact {contact}; the path has {count}")))?;
        let arc = plan.arcs.get(contact);
        Ok(Wish {
            place: Some(there.place.to_array()),
            speed: arc.map(|arc| arc.velocity.length()),
            apex_height: arc.map(|arc| arc.apex.y),
            ground_secs: Some(plan.ground_secs(contact)),
            ..Wish::of(Which::Contact(contact))
        })
    }

    /// Reads a path again; what is locked stays where it is, whichever number its contact has then.
    pub(super) fn read_again(&mut self, path: usize) -> Result<(), StanceError> {
        let reading = self.sketch.read_path_for(path, self.figure)?;
        for wish in self.sketch.paths[path].wishes.iter_mut().filter(|wish| wish.locked) {
            if let Some(near) = wish.place.and_then(|place| reading.chosen(Which::Near(place)).ok()) {
                wish.which = Which::Contact(near[0]);
            }
        }
        let plan = reading.plan(&self.sketch.paths[path].wishes)?;
        self.known[path] = Known { reading, plan };
        Ok(())
    }

    /// What a stroke means: a scribble, a part drawn anew, a shadow, or a new path.
    fn stroke(&mut self, points: &[[f64; 2]], view: Option<&String>) -> Result<EditOutcome, StanceError> {
        if let Some(drawing) = self.waiting.take() {
            if is_scribble_over(points, &drawing.path) {
                return Ok(EditOutcome::Deleted);
            }
            if let Some(path) = overdrawn(&drawing.path, points) {
                self.waiting = Some(Drawing { path, ..drawing });
                return Ok(EditOutcome::Replaced);
            }
            let path = self.sketch.paths.len();
            self.sketch.paths.push(Drawing { shadow: points.to_vec(), ..drawing });
            let known = self.read(path)?;
            self.known.push(known);
            return Ok(EditOutcome::ShadowDrawn);
        }
        for path in (0..self.sketch.paths.len()).rev() {
            if self.sketch.paths[path].view.as_ref() == view
                && let Some(outcome) = self.over(path, points)?
            {
                return Ok(outcome);
            }
        }
        super::stroke::long_enough(&super::stroke::checked(points, "path")?, "path")?;
        let drawing = Drawing { path: points.to_vec(), view: view.cloned(), ..Drawing::default() };
        self.sketch.camera_of(&drawing)?;
        self.waiting = Some(drawing);
        Ok(EditOutcome::PathDrawn)
    }

    /// A stroke over a path or its shadow; `None` when it is over neither.
    fn over(&mut self, path: usize, points: &[[f64; 2]]) -> Result<Option<EditOutcome>, StanceError> {
        let drawing = self.sketch.paths[path].clone();
        if is_scribble_over(points, &drawing.path) {
            self.sketch.paths.remove(path);
            self.known.remove(path);
            return Ok(Some(EditOutcome::Deleted));
        }
        if is_scribble_over(points, &drawing.shadow) {
            self.sketch.paths.remove(path);
            self.known.remove(path);
            self.waiting = Some(Drawing { shadow: Vec::new(), ..drawing });
            return Ok(Some(EditOutcome::Deleted));
        }
        let replaced = match (overdrawn(&drawing.path, points), overdrawn(&drawing.shadow, points)) {
            (Some(path), _) => Drawing { path, ..drawing },
            (None, Some(shadow)) => Drawing { shadow, ..drawing },
            (None, None) => return Ok(None),
        };
        self.sketch.paths[path] = replaced;
        self.read_again(path)?;
        Ok(Some(EditOutcome::Replaced))
    }

    /// Whether a path passes near to what differs between its scene and another.
    pub(super) fn feels(&self, path: usize, scene: &Scene) -> bool {
        let old = &self.sketch.scene;
        let even = old.ground == scene.ground && (old.friction - scene.friction).abs() < 1e-12;
        if !even {
            return true;
        }
        let blocks = differing(&old.blocks, &scene.blocks).flat_map(super::scene::Block::outline);
        let planes = differing(&old.planes, &scene.planes)
            .flat_map(|plane| plane.corners.iter().map(|corner| glam::DVec2::new(corner[0], corner[2])));
        let changed: Vec<glam::DVec2> = blocks.chain(planes).collect();
        let inside = |low: glam::DVec2, high: glam::DVec2| {
            let (least, most) =
                changed.iter().fold((glam::DVec2::MAX, glam::DVec2::MIN), |(a, b), corner| {
                    (a.min(*corner), b.max(*corner))
                });
            low.cmple(most + NEAR).all() && high.cmpge(least - NEAR).all()
        };
        let contacts = self.known[path].reading.contacts.windows(2);
        contacts
            .map(|pair| [super::flat(pair[0].place), super::flat(pair[1].place)])
            .any(|[a, b]| inside(a.min(b), a.max(b)))
    }
}

/// What is in one list only.
fn differing<'a, T: PartialEq>(a: &'a [T], b: &'a [T]) -> impl Iterator<Item = &'a T> {
    let gone = a.iter().filter(|one| !b.contains(one));
    gone.chain(b.iter().filter(|one| !a.contains(one)))
}
