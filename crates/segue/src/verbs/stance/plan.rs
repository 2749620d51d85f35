//! Which stances lead along a path.

use segue_formats::Note;
use segue_stance::{FindSettings, Link, Request, Sketch, StanceError, StanceLibrary, plan};

use crate::verbs::{VerbError, Watch};

/// Speeds that are tried where arcs leave them open, the drawn ones first.
const PACES: [f64; 5] = [1.0, 0.93, 1.07, 0.86, 1.15];

/// A drawn speed counts as this uncertain at least: nobody draws arcs more exactly.
const LEAST_DOUBT: f64 = 0.08;

/// Finds the stances of a path.
pub(super) struct Planner<'a> {
    pub(super) library: &'a StanceLibrary,
    pub(super) settings: FindSettings,
    /// Whether the path begins standing still.
    pub(super) from_stand: bool,
    /// Whether it ends so.
    pub(super) to_stand: bool,
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

    /// The plan of a sketch: of the speeds that its arcs allow, those at which most is found as drawn.
    pub(super) fn sketched(&self, sketch: &Sketch, watch: &dyn Watch) -> Result<Vec<Link>, VerbError> {
        let reading = sketch.read()?;
        let speeds: Vec<String> =
            reading.velocities.iter().map(|velocity| format!("{:.1}", velocity.length())).collect();
        let text = format!(
            "{} arcs; speeds {} m/s, known to about {:.0} %",
            reading.apexes.len(),
            speeds.join(", "),
            100.0 * reading.doubt()
        );
        watch.note(&Note::info(text), None);
        let misses = |links: &[Link]| links.iter().filter(|link| link.instead_of.is_some()).count();
        let requests = |pace: f64| reading.params(pace).into_iter().map(Request::from).collect();
        let mut best = self.plan(requests(PACES[0]))?;
        for &pace in &PACES[1..] {
            if misses(&best) == 0 || (pace - 1.0).abs() > reading.doubt().max(LEAST_DOUBT) {
                continue;
            }
            watch.go_on()?;
            let links = self.plan(requests(pace))?;
            if misses(&links) < misses(&best) {
                best = links;
            }
        }
        Ok(best)
    }
}
