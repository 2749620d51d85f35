//! Where in the clips a movement may be found at all.

use rayon::prelude::*;
use segue_motion::ClipId;

use crate::costs::{Costs, Side};
use crate::movement::Movement;
use crate::scan::Ends;
use crate::{Extended, Index, SearchSettings, Segment};

/// Stretches of a clip that move like a query overlap by less than this share of the shorter.
const OVERLAP: f64 = 0.35;

impl Index {
    /// The stretches that move like a query in one of the views, clip by clip. Nothing is decided by that: it is only what
    /// is looked at.
    pub(crate) fn candidates_beyond(
        &self,
        query: Segment,
        look: &SearchSettings,
        extended: &Extended,
    ) -> Vec<Segment> {
        let shortest = self.shortest(query, look);
        let clips: Vec<ClipId> = self.kin(query.clip).filter(|&clip| look.includes(clip)).collect();
        let places: Vec<(ClipId, usize)> =
            clips.into_iter().flat_map(|clip| [(clip, 0), (clip, 1)]).collect();
        let found = places.into_par_iter().flat_map_iter(|(clip, view)| {
            let movements = [self.movement(query.clip), self.movement(clip)];
            in_view(query, clip, movements, view, extended)
        });
        found.filter(|segment| segment.len() >= shortest).collect()
    }
}

/// Frames of a query from which on every other one is enough to see where something moves alike: a second.
const LONG: usize = 30;

/// The stretches of a clip that move like a query in one view, the most alike first.
fn in_view(
    query: Segment,
    clip: ClipId,
    movements: [&Movement; 2],
    view: usize,
    extended: &Extended,
) -> Vec<Segment> {
    let step = if query.len() >= LONG { 2 } else { 1 };
    let [own, other] = movements.map(|of| if step == 2 { &of.halves()[view] } else { &of.views()[view] });
    let frames = query.first.div_ceil(step)..=query.last / step;
    let own = Side { view: own, frames: frames.clone() };
    let Some(weights) = own.view.weights(frames) else { return Vec::new() };
    let other = Side { view: other, frames: 0..=(movements[1].len() - 1) / step };
    let limb_of: Vec<usize> = movements[0].limb_of().collect();
    let costs = Costs::new(&own, &other, &limb_of, &weights);
    let ends = Ends::of(&costs);
    let differences = differences(&costs, &ends);
    let mut order: Vec<usize> = (0..differences.len()).collect();
    order.retain(|&last| differences[last] <= extended.difference);
    order.sort_by(|&a, &b| differences[a].total_cmp(&differences[b]).then(a.cmp(&b)));
    let mut taken: Vec<Segment> = Vec::new();
    for last in order {
        let segment = Segment { clip, first: step * ends.starts[last] as usize, last: step * last };
        let ratio = segment.len() as f64 / query.len() as f64;
        let is_as_long = ratio.max(1.0 / ratio) <= extended.longest;
        if is_as_long && taken.iter().all(|other| share_of_shorter(other, &segment) < OVERLAP) {
            taken.push(segment);
        }
    }
    taken
}

/// Per last frame the mean cost of the best alignment that ends there, as a share of how much both move.
fn differences(costs: &Costs, ends: &Ends) -> Vec<f64> {
    let of_query =
        costs.norms[0].iter().map(|&norm| f64::from(norm)).sum::<f64>() / costs.norms[0].len() as f64;
    let sums: Vec<f64> = std::iter::once(0.0)
        .chain(costs.norms[1].iter().scan(0.0, |sum, &norm| {
            *sum += f64::from(norm);
            Some(*sum)
        }))
        .collect();
    let difference = |(last, (cost, start)): (usize, (&f32, &u32))| {
        let first = *start as usize;
        let of_clip = (sums[last + 1] - sums[first]) / (last + 1 - first) as f64;
        f64::from(*cost) / (of_query + of_clip)
    };
    ends.costs.iter().zip(&ends.starts).enumerate().map(difference).collect()
}

/// Frames in common ÷ frames of the shorter, of segments of one clip.
fn share_of_shorter(a: &Segment, b: &Segment) -> f64 {
    let common = (a.last.min(b.last) + 1).saturating_sub(a.first.max(b.first));
    common as f64 / a.len().min(b.len()) as f64
}
