//! What people do, and where feet stand: what a fitted chain is held to beside the strokes.

use super::super::SketchFigure;
use super::super::chain::{Chain, IN_PLACE};
use super::super::plan::INSIDE;
use super::super::segment::{SPEED, STEP_SECS, StrokeEnd};
use super::super::surface::overhang;
use super::Fit;

/// How much nearer to an edge than feet stand a contact is read, in metres.
const OUTSIDE: f64 = 0.03;

/// The least height of a centre of mass over its ground in a contact, in metres.
const LOW: f64 = 0.93;

impl Fit<'_> {
    /// What is believed of arc `i` and of the contacts that belong to it.
    pub(super) fn beliefs(&self, chain: &Chain, i: usize, out: &mut Vec<f64>) {
        self.arc_beliefs(chain, i, out);
        self.contact_beliefs(chain, i, out);
        if i + 1 == chain.hops.len() {
            self.contact_beliefs(chain, i + 1, out);
        }
    }

    /// What people do.
    fn arc_beliefs(&self, chain: &Chain, i: usize, out: &mut Vec<f64>) {
        let arc = chain.arc(i);
        let (half, speed) = (|touch: usize| 0.5 * chain.touches[touch].secs, arc.speed().max(IN_PLACE));
        let [from, to] = self.drawn.drawn_part(chain, i);
        let is_half = to - from < 1.0;
        out.extend([
            (arc.secs / STEP_SECS.0).ln() / (0.40 * self.once),
            (speed / SPEED.0).ln() / (SPEED.1 * self.once),
            (chain.hops[i].apex_share - 0.5) / if is_half { 0.005 } else { 0.25 },
            speed * (half(i) - arc.rise_secs).max(0.0) / 0.05,
            speed * (half(i + 1) - (arc.secs - arc.rise_secs)).max(0.0) / 0.05,
            (speed / 8.0).ln().max(0.0) / 0.1,
        ]);
        if i + 1 < chain.hops.len() {
            let alike = self.held.jumps[i].is_some() == self.held.jumps[i + 1].is_some();
            out.push(if alike { (arc.ln_speed() - chain.arc(i + 1).ln_speed()) / 0.20 } else { 0.0 });
        }
    }

    fn low(&self, chain: &Chain, i: usize) -> f64 {
        chain.passage(i).at(0.5).y - chain.ground(&self.drawn.surfaces, i)
    }

    fn contact_beliefs(&self, chain: &Chain, i: usize, out: &mut Vec<f64>) {
        let arc = chain.arc(i.min(chain.hops.len() - 1));
        let passage = chain.passage(i);
        out.push((passage.secs - (0.5 * arc.secs).min(0.2)) / 0.12);
        let ends = [i == 0, i + 1 == chain.touches.len()];
        if ends.into_iter().zip(self.drawn.ends).any(|(at, end)| at && end == StrokeEnd::Apex) {
            return;
        }
        let touch = &chain.touches[i];
        out.push(overhang(&self.drawn.surfaces, touch.surface, touch.place, INSIDE) / OUTSIDE);
        let scale = self.drawn.figure.com_height / SketchFigure::default().com_height;
        out.push((self.low(chain, i) - LOW * scale) / (0.10 * self.once));
        out.push(passage.push[1] / (passage.push[0] + 5.0) / 0.2);
        if i + 1 < chain.touches.len() {
            out.push((self.low(chain, i) - self.low(chain, i + 1)) / 0.08);
        }
    }
}
