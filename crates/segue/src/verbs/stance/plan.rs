//! Which stances lead along a path.

use segue_formats::Note;
use segue_stance::{
    AimSettings, Drawing, FindSettings, Link, PathPlan, PathReading, Request, Sketch, StanceError,
    StanceLibrary, StepVerdict, StrokeEnd, aim, plan,
};

use crate::verbs::{VerbError, Watch};

/// Finds the stances of a path.
pub(super) struct Planner<'a> {
    pub(super) library: &'a StanceLibrary,
    pub(super) settings: FindSettings,
    /// Whether the path begins standing still.
    pub(super) from_stand: bool,
    /// Whether it ends so.
    pub(super) to_stand: bool,
}

/// A drawn path with its stances.
pub(super) struct Sketched {
    pub(super) reading: PathReading,
    pub(super) plan: PathPlan,
    pub(super) links: Vec<Link>,
    /// For each stance the contact it is aimed at, and by how much it misses it, in metres.
    pub(super) misses: Vec<(usize, f64)>,
    /// What is to be said of each.
    pub(super) verdicts: Vec<StepVerdict>,
}

impl Planner<'_> {
    /// The stances of some requests, with standing ends where they are wanted.
    pub(super) fn plan(&self, mut requests: Vec<Request>) -> Result<Vec<Link>, StanceError> {
        if let (true, Some(first)) = (self.from_stand, requests.first()) {
            requests.insert(0, self.library.from_stand(first.params)?);
        }
        if let (true, Some(last)) = (self.to_stand, requests.last()) {
            requests.push(self.library.to_stand(last.params)?);
        }
        plan(self.library, &requests, &self.settings)
    }

    /// A sketch for the figure of the library, with standing ends where they are wanted.
    pub(super) fn prepared(&self, sketch: &Sketch) -> Sketch {
        let mut sketch = sketch.clone();
        if sketch.figure.is_none() {
            sketch.figure = Some(self.library.figure());
        }
        for drawing in &mut sketch.paths {
            if self.from_stand {
                drawing.begin = StrokeEnd::Stand;
            }
            if self.to_stand {
                drawing.end = StrokeEnd::Stand;
            }
        }
        sketch
    }

    /// Reads one path of a prepared sketch, plans it as a whole and aims captured stances at its contacts.
    pub(super) fn sketched(
        &self,
        sketch: &Sketch,
        number: usize,
        watch: &dyn Watch,
    ) -> Result<Sketched, VerbError> {
        let drawing = &sketch.paths[number];
        let reading = sketch.read_path(number)?;
        report(drawing, &reading, watch);
        watch.go_on()?;
        let plan = reading.plan(&drawing.wishes)?;
        for change in &plan.moved {
            watch.note(&Note::info(format!("planned otherwise than drawn: {change}")), None);
        }
        watch.go_on()?;
        let settings = AimSettings { find: self.settings.clone(), ..AimSettings::default() };
        let aimed = aim(self.library, &reading, &plan, &drawing.wishes, &settings)?;
        for wish in aimed.unmet(&reading, &drawing.wishes)? {
            watch.note(&Note::warning(wish), None);
        }
        let verdicts = aimed.verdicts(&plan, self.library, &self.settings)?;
        Ok(Sketched { reading, plan, links: aimed.links, misses: aimed.misses, verdicts })
    }
}

fn report(drawing: &Drawing, reading: &PathReading, watch: &dyn Watch) {
    let speeds: Vec<String> =
        reading.arcs.iter().map(|arc| format!("{:.1}", arc.velocity.length())).collect();
    let name = drawing.name.as_deref().map_or_else(String::new, |name| format!("{name}: "));
    let text = format!("{name}{} arcs; speeds {} m/s", reading.arcs.len(), speeds.join(", "));
    watch.note(&Note::info(text), None);
    for warning in &reading.warnings {
        watch.note(&Note::warning(warning.clone()), None);
    }
}
