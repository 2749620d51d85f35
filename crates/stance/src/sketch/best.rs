//! The chain that explains two strokes best: divisions into arcs are tried and mended.

use rayon::prelude::*;

use super::chain::{Arc, Touch};
use super::drawn::Drawn;
use super::fit::Fitted;
use super::surface::is_covered;
use super::{flat, said};
use crate::StanceError;

/// The price of a contact when divisions of a path are compared.
const CONTACT_PRICE: f64 = 4.0;
/// The spread of the logarithm of the times of two neighbouring arcs, in the same comparison.
const BEAT: f64 = 0.4;
/// Contacts within this of another surface may be on it, in metres.
const NEAR_EDGE: f64 = 0.3;
/// A contact within this of where one was removed is that one, in metres.
const REMOVED: f64 = 0.3;
/// Times that a division is mended.
const MENDED: usize = 2;

/// The best chain of a drawing so far, and how it was found.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) fitted: Fitted,
    /// Chains that were fitted.
    pub(super) tried: usize,
    /// Contacts that were to be removed and stay, and why.
    pub(super) kept: Vec<String>,
}

impl Best {
    /// The best division of the path into arcs.
    pub(super) fn of(drawn: &Drawn) -> Result<Self, StanceError> {
        let hypotheses = drawn.divisions();
        let most = hypotheses.iter().map(Vec::len).max().unwrap_or(0);
        let enough: Vec<Vec<f64>> = hypotheses.into_iter().filter(|breaks| breaks.len() >= 3).collect();
        let fitted = best_of(drawn, &enough).ok_or_else(|| {
            let arcs = most.saturating_sub(1);
            said(format!(
                "path: {arcs} arcs of flight are found over its shadow; a stance lies between two, so draw at least two, \
                 and the shadow from the same start to the same end"
            ))
        })?;
        Ok(Self { fitted, tried: enough.len(), kept: Vec::new() }.mended(drawn))
    }

    /// Without contacts of very short arcs and with very long ones halved, where that explains the strokes better.
    fn mended(mut self, drawn: &Drawn) -> Self {
        for _ in 0..MENDED {
            let others = mendings(&self.fitted);
            self.tried += others.len();
            let better = best_of(drawn, &others).filter(|fitted| total(fitted) < total(&self.fitted));
            let Some(better) = better else { break };
            self.fitted = better;
        }
        self
    }

    /// Without the contact at a place: the arcs around it become one. One that cannot be removed stays, with the reason.
    pub(super) fn without(mut self, drawn: &Drawn, place: [f64; 3]) -> Self {
        let touches = &self.fitted.chain.touches;
        let away = |i: usize| touches[i].place.distance(flat(place.into()));
        let last = touches.len() - 1;
        let nearest = (0..=last).min_by(|&a, &b| away(a).total_cmp(&away(b)));
        let Some(contact) = nearest.filter(|&i| away(i) < REMOVED) else { return self };
        let why = if contact == 0 || contact == last {
            "it is an end of the strokes; draw that end anew"
        } else if last < 3 {
            "it is the only one between two arcs; delete the path, or draw a longer one"
        } else {
            let mut breaks = self.fitted.breaks.clone();
            breaks.remove(contact);
            self.tried += 1;
            self.fitted = drawn.fitted(&breaks, Drawn::rounds()).unwrap_or(self.fitted);
            return self;
        };
        self.kept.push(format!("contact {contact} was to be removed and stays: {why}"));
        self
    }

    /// With contacts near an edge on that side of it which explains the strokes better.
    pub(super) fn settled(mut self, drawn: &Drawn) -> Self {
        for i in 0..self.fitted.chain.touches.len() {
            let touch = self.fitted.chain.touches[i];
            let impossible = is_covered(&drawn.surfaces, touch.surface, touch.place);
            for other in drawn.surfaces_near(&touch) {
                let mut chain = self.fitted.chain.clone();
                chain.touches[i].surface = other;
                self.tried += 1;
                let fitted = drawn.refined(chain, &self.fitted.breaks, 1);
                if impossible || total(&fitted) < total(&self.fitted) {
                    self.fitted = fitted;
                    break;
                }
            }
        }
        self
    }
}

impl Drawn {
    /// Other surfaces that a contact may be on, the nearest first.
    fn surfaces_near(&self, touch: &Touch) -> Vec<usize> {
        let (surfaces, place) = (&self.surfaces, touch.place);
        let height = surfaces[touch.surface].height(place);
        let fits = |&k: &usize| {
            k != touch.surface
                && surfaces[k].outside(place) < NEAR_EDGE
                && !is_covered(surfaces, k, place)
                && (surfaces[k].height(place) - height).abs() > 0.05
        };
        let mut others: Vec<usize> = (0..surfaces.len()).filter(fits).collect();
        others.sort_by(|&a, &b| surfaces[a].outside(place).total_cmp(&surfaces[b].outside(place)));
        others
    }
}

/// The best of some divisions.
fn best_of(drawn: &Drawn, divisions: &[Vec<f64>]) -> Option<Fitted> {
    let fits: Vec<Fitted> =
        divisions.par_iter().filter_map(|breaks| drawn.fitted(breaks, Drawn::rounds())).collect();
    fits.into_iter().min_by(|a, b| total(a).total_cmp(&total(b)))
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
fn mendings(best: &Fitted) -> Vec<Vec<f64>> {
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
