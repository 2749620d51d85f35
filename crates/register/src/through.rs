//! Registration of clips that are far apart through those in between.

use rayon::prelude::*;
use segue_motion::{ClipId, ClipSet};

use crate::pair::Pair;
use crate::studio::{Finding, Studio, all_pairs, resemblances};
use crate::timewarp;
use crate::{Ends, RegisterError, RegisterSettings, Registration, Spline};

/// Registers clips with the reference along a network of pairs that are alike, instead of each directly: variants of an
/// action that do not resemble each other (a reach up and a reach down) correspond through those between them (\[KG04\]
/// §4.1).
///
/// `links` are the pairs that are known to be alike, such as the edges of a match graph; none stands for all pairs. Every
/// clip may also correspond to the reference directly. Of all ways the shortest is taken, a link being as long as the
/// square of the mean distance along it: two steps of half the length are then shorter than one, while a way round is
/// longer, so that clips that align well directly do. First frames go with first frames and last ones with last ones.
///
/// Along a link frames are compared by how fast their points move as well as by where they are: variants of an action go more
/// or less far, and one that goes farther passes the place where another turns.
///
/// The reference is that of the settings, or the first clip.
///
/// # Errors
/// As [`register`](crate::register).
pub fn register_through(
    clips: &ClipSet,
    links: &[[ClipId; 2]],
    settings: &RegisterSettings,
) -> Result<Registration, RegisterError> {
    let reference = settings.reference.unwrap_or_default();
    if let Some(found) = links.iter().flatten().find(|&&clip| clips.get(clip).is_none()) {
        let (found, limit) = (found.index(), clips.len());
        return Err(RegisterError::NotThere { what: "clip of a link", found, limit });
    }
    let settings = &RegisterSettings { reference: Some(reference), ends: Ends::Pinned, ..settings.clone() };
    let studio = Studio::new(clips, settings)?;
    let network = Network::new(&studio, links, reference)?;
    let ways = network.ways(reference)?;
    let curves = carried(&studio, &network, &ways, reference)?;
    let pairs: Vec<Option<Pair>> = ways.iter().map(|way| Some(network.pair(*way.last()?).clone())).collect();
    let (notes, warnings) = (Vec::new(), Vec::new());
    let finding = Finding { reference, resemblance: resemblances(&pairs), notes, warnings };
    Ok(studio.finish(finding, &curves, None))
}

/// Clips and the pairs of them that were aligned.
struct Network {
    links: Vec<Link>,
    names: Vec<String>,
}

/// Two clips that were aligned, rows being frames of the first.
struct Link {
    ends: [ClipId; 2],
    pair: Pair,
}

/// A link in the direction in which it is gone.
#[derive(Clone, Copy)]
struct Hop {
    link: usize,
    forward: bool,
}

impl Network {
    fn new(studio: &Studio<'_>, links: &[[ClipId; 2]], reference: ClipId) -> Result<Self, RegisterError> {
        let mut ends: Vec<[ClipId; 2]> = match links {
            [] => all_pairs(&studio.clips).collect(),
            links => {
                let direct = studio.clips.ids().map(|clip| [clip, reference]);
                links.iter().copied().chain(direct).map(|[i, j]| [i.min(j), i.max(j)]).collect()
            }
        };
        ends.retain(|[i, j]| i != j);
        ends.sort_unstable();
        ends.dedup();
        let align = |&ends: &[ClipId; 2]| match studio.align_variants(ends[0], ends[1]) {
            Ok(pair) => Ok(Some(Link { ends, pair })),
            // Clips whose lengths differ too much are joined by others, or not at all.
            Err(RegisterError::Lengths { .. } | RegisterError::NoOverlap { .. }) => Ok(None),
            Err(error) => Err(error),
        };
        let aligned: Vec<Option<Link>> = ends.par_iter().map(align).collect::<Result<_, _>>()?;
        let links = aligned.into_iter().flatten().collect();
        Ok(Self { links, names: studio.clips.clips().map(|clip| clip.name().to_owned()).collect() })
    }

    fn pair(&self, hop: Hop) -> &Pair {
        &self.links[hop.link].pair
    }

    /// The links on the shortest way from the reference to each clip (Dijkstra's algorithm).
    fn ways(&self, reference: ClipId) -> Result<Vec<Vec<Hop>>, RegisterError> {
        let count = self.names.len();
        let mut lengths = vec![f64::INFINITY; count];
        let mut ways: Vec<Vec<Hop>> = vec![Vec::new(); count];
        let mut open: Vec<ClipId> = ClipId::all(count).collect();
        lengths[reference.index()] = 0.0;
        while let Some(at) = (0..open.len()).min_by(|&a, &b| {
            let [a, b] = [a, b].map(|at| lengths[open[at].index()]);
            a.total_cmp(&b)
        }) {
            let near = open.swap_remove(at);
            if lengths[near.index()].is_infinite() {
                return Err(self.unreached(reference, near));
            }
            for (number, Link { ends, pair }) in self.links.iter().enumerate() {
                let Some(side) = ends.iter().position(|&end| end == near) else { continue };
                let (to, length) =
                    (ends[1 - side].index(), lengths[near.index()] + pair.resemblance.mean_metres.powi(2));
                if length < lengths[to] {
                    lengths[to] = length;
                    let hop = Hop { link: number, forward: side == 0 };
                    ways[to] = ways[near.index()].iter().copied().chain([hop]).collect();
                }
            }
        }
        Ok(ways)
    }

    fn unreached(&self, reference: ClipId, clip: ClipId) -> RegisterError {
        let [first, second] = [reference, clip].map(|n| self.names[n.index()].clone());
        RegisterError::NoOverlap { first, second, frames: crate::pair::FEWEST_FRAMES }
    }
}

/// The curves of all clips over the frames of the reference, each carried along its way.
fn carried(
    studio: &Studio<'_>,
    network: &Network,
    ways: &[Vec<Hop>],
    reference: ClipId,
) -> Result<Vec<Spline>, RegisterError> {
    let fit = |link: &Link| {
        let moments = studio.moments(link.ends[0], link.ends[1], &link.pair);
        timewarp::of_moments(&moments, studio.smoothing())
    };
    let curves: Vec<[Spline; 2]> = network.links.par_iter().map(fit).collect::<Result<_, _>>()?;
    let hop = |frame: f64, &Hop { link, forward }: &Hop| {
        let [first, second] = &curves[link];
        let (from, to) = if forward { (first, second) } else { (second, first) };
        to.at(from.inverse(frame))
    };
    let along = |way: &'_ [Hop]| {
        let way = way.to_vec();
        move |frame: f64| way.iter().fold(frame, hop)
    };
    let maps: Vec<_> =
        ways.iter().enumerate().map(|(n, way)| (n != reference.index()).then(|| along(way))).collect();
    let last = (studio.cloud(reference).len() - 1) as f64;
    Ok(timewarp::of_maps(&maps, [0.0, last], studio.smoothing())?)
}
