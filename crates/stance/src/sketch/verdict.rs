//! What is to be said of each step of a path: whether a body can do it, why not, and what it could do instead.

use super::aim::AimedPath;
use super::plan::PathPlan;
use crate::find::FindSettings;
use crate::library::StanceLibrary;
use crate::params::START;
use crate::plan::Link;
use crate::told::told_apart;
use crate::{Nearest, Params, StanceError};

/// The verdict on one step of a path. It is the same wherever it is shown: what [`StepVerdict::said`] says.
#[derive(Clone, Debug)]
pub struct StepVerdict {
    /// What is wrong, in words; nothing when the step is good.
    pub faults: Vec<String>,
    /// The nearest that a body can do, where it cannot do this.
    pub nearest: Option<Nearest>,
    wanted: Params,
}

/// Feet farther from their contact than this, in metres, miss it.
const MISSED: f64 = 0.05;
/// Feet deeper under the ground than this, in metres, are seen to sink.
const SUNK: f64 = 0.005;
/// A body that stands farther beyond what its feet stand on falls, in metres: where feet push is known to about that.
const FALLS: f64 = 0.01;
/// Changes of the nearest that are named: what is in the way most.
const NAMED: usize = 2;

impl StepVerdict {
    /// The verdict on a stance by itself: limits that it breaks, and what nothing does.
    fn of(link: &Link, library: &StanceLibrary, settings: &FindSettings) -> Result<Self, StanceError> {
        let judgement = &link.found.judgement;
        let own = link.found.warped.stance.params();
        let mut faults: Vec<String> = judgement.violations().iter().map(ToString::to_string).collect();
        let stance = &link.found.warped.stance;
        if let Some(over) = stance.overhang().filter(|over| *over > FALLS) {
            let over = 100.0 * over;
            faults.push(format!("it would fall: the body stands {over:.0} cm beyond its feet"));
        }
        let wanted = link.instead_of.unwrap_or(own);
        let nearest = match link.instead_of {
            None => None,
            Some(_) if judgement.is_plausible() => Some(link.nearest(wanted)),
            Some(_) => library.nearest_keeping(wanted, &START, settings)?,
        };
        if link.instead_of.is_some() && judgement.is_plausible() {
            faults.push("no captured step does this".to_owned());
        }
        Ok(Self { faults, nearest, wanted })
    }

    /// With how far its foot is from its contact, in metres.
    #[must_use]
    pub fn with_miss(mut self, miss: f64) -> Self {
        if miss > MISSED {
            self.faults.push(format!("the foot lands {:.0} cm from its contact", 100.0 * miss));
        }
        self
    }

    /// With how deep a foot of the whole body is under the ground, in metres.
    #[must_use]
    pub fn with_sunk(mut self, sunk: f64) -> Self {
        if sunk > SUNK {
            self.faults.push(format!("a foot is {:.0} mm under the ground", 1000.0 * sunk));
        }
        self
    }

    /// Whether nothing is wrong.
    pub fn is_good(&self) -> bool {
        self.faults.is_empty()
    }

    /// The verdict in plain words: why it cannot be done, and the nearest that can.
    pub fn said(&self) -> String {
        if self.is_good() {
            return "a body can do this".to_owned();
        }
        let works =
            self.nearest.as_ref().map(|nearest| self.works(nearest)).filter(|works| !works.is_empty());
        let faults = self.faults.join("; ");
        works.map_or(faults.clone(), |works| format!("{faults}; {works} works"))
    }

    /// What differs in the nearest that can be done.
    fn works(&self, nearest: &Nearest) -> String {
        let (wanted, found) = (self.wanted.to_array(), nearest.params.to_array());
        let part = |&i: &usize| {
            let Part { named, unit, decimals } = &PARTS[i];
            let [found, wanted] = told_apart(found[i], wanted[i], *decimals);
            format!("{named} {found} {unit} instead of {wanted} {unit}")
        };
        nearest.changed.iter().take(NAMED).map(part).collect::<Vec<_>>().join(" and ")
    }
}

/// What a parameter is to a person.
struct Part {
    named: &'static str,
    unit: &'static str,
    /// Decimals that it is shown with where they tell two values apart.
    decimals: usize,
}

const fn part(named: &'static str, unit: &'static str, decimals: usize) -> Part {
    Part { named, unit, decimals }
}

const PARTS: [Part; 6] = [
    part("coming from an apex", "m", 2),
    part("an apex", "m", 2),
    part("arriving at", "m/s", 1),
    part("leaving at", "m/s", 1),
    part("turning aside at", "m/s", 1),
    part("going", "m", 2),
];

/// A verdict for each stance of a chain.
///
/// # Errors
/// When a parameter is beyond what can be asked for.
pub fn verdicts(
    links: &[Link],
    library: &StanceLibrary,
    settings: &FindSettings,
) -> Result<Vec<StepVerdict>, StanceError> {
    links.iter().map(|link| StepVerdict::of(link, library, settings)).collect()
}

impl AimedPath {
    /// A verdict for each stance along a plan: also whether it meets its contact, and what the plan itself breaks there.
    ///
    /// # Errors
    /// As [`verdicts`].
    pub fn verdicts(
        &self,
        plan: &PathPlan,
        library: &StanceLibrary,
        settings: &FindSettings,
    ) -> Result<Vec<StepVerdict>, StanceError> {
        let mut all = Vec::new();
        for (mut verdict, &(contact, miss)) in
            verdicts(&self.links, library, settings)?.into_iter().zip(&self.misses)
        {
            // A plan keeps to less than a body can do: what it breaks counts only where the stance is at fault, too.
            if !verdict.is_good() {
                let broken = plan.broken.iter().filter(|limit| limit.contact == contact);
                verdict
                    .faults
                    .extend(broken.map(|limit| format!("no path near the drawing keeps to {}", limit.what)));
            }
            all.push(verdict.with_miss(miss));
        }
        Ok(all)
    }
}

/// What is to be said of a path as a whole.
pub fn summary(verdicts: &[StepVerdict]) -> String {
    let bad: Vec<(usize, &StepVerdict)> =
        (1..).zip(verdicts).filter(|(_, verdict)| !verdict.is_good()).collect();
    match bad[..] {
        [] => "a body can do this".to_owned(),
        [(step, verdict)] => format!("step {step}: {}", verdict.said()),
        [(step, verdict), ..] => {
            format!("{} of {} steps are not good; step {step}: {}", bad.len(), verdicts.len(), verdict.said())
        }
    }
}
