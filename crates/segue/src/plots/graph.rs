//! A match graph: the query in the middle, everything that was found around it.

use std::f64::consts::TAU;

use segue_motion::FrameRange;
use segue_search::{Index, MatchGraph, Ranked};

use super::axes::title;
use super::canvas::{Anchor, Canvas, Dash};
use super::paint::Color;

/// Half the width of the round part, in pixels.
const RADIUS: f64 = 270.0;
/// How far from the middle distance 0 is: the nearest matches must not lie on the query.
const HUB: f64 = 46.0;
/// Room above, for the title.
const ABOVE: f64 = 66.0;
/// Matches that are listed by name; more would not be read.
const LISTED: usize = 30;
/// Height of a line of the list.
const LINE: f64 = 17.0;
/// Width of the list.
const LIST: f64 = 250.0;

/// Draws a match graph: nodes farther out are farther from the query along the edges, colours are clips, numbers are
/// ranks, and lines join what is numerically similar. `asked` are the frames of the query as a person gave them.
pub fn graph_plot(index: &Index, graph: &MatchGraph, asked: FrameRange) -> Canvas {
    let ranking = graph.ranking();
    let wheel = Wheel::new(graph, &ranking);
    let height = ABOVE + 2.0 * RADIUS + 30.0;
    let mut canvas = Canvas::new(2.0 * RADIUS + 40.0 + LIST, height);
    let query = graph.nodes()[0].segment;
    let about = format!(
        "{} matches of {} {}; farther out: less like the query (Q)",
        ranking.len(),
        index.name(query.clip),
        asked
    );
    title(&mut canvas, "What the search found", &about);
    wheel.rings(&mut canvas);
    wheel.edges(&mut canvas, graph);
    wheel.nodes(&mut canvas, graph, &ranking);
    list(&mut canvas, index, graph, &ranking, asked);
    canvas
}

/// Where nodes are.
struct Wheel {
    /// Positions by node.
    places: Vec<[f64; 2]>,
    farthest: f64,
    disc: f64,
}

impl Wheel {
    fn new(graph: &MatchGraph, ranking: &[Ranked]) -> Self {
        let farthest = ranking.iter().map(|ranked| ranked.graph_metres).fold(1e-3, f64::max);
        let mut places = vec![middle(); graph.nodes().len()];
        let mut metres = vec![0.0; places.len()];
        for ranked in ranking {
            metres[ranked.node] = ranked.graph_metres;
        }
        let order = around(graph);
        for (turn, &node) in order.iter().enumerate() {
            let (sin, cos) = (TAU * turn as f64 / order.len() as f64).sin_cos();
            let [x, y] = middle();
            let radius = radius_of(metres[node], farthest);
            places[node] = [x + radius * sin, y - radius * cos];
        }
        // Discs next to each other on the middle ring must not overlap.
        let disc = (TAU * 0.6 * RADIUS / order.len().max(1) as f64 / 2.2).clamp(3.0, 12.0);
        Self { places, farthest, disc }
    }

    /// Circles of equal distance.
    fn rings(&self, canvas: &mut Canvas) {
        let step = if self.farthest > 0.2 {
            0.1
        } else if self.farthest > 0.08 {
            0.04
        } else {
            0.02
        };
        let rings =
            (1..).map(|ring| f64::from(ring) * step).take_while(|metres| *metres <= self.farthest * 1.02);
        for metres in rings {
            let (radius, [x, y]) = (radius_of(metres, self.farthest), middle());
            let around = (0..=90).map(|n| (TAU * f64::from(n) / 90.0).sin_cos());
            let circle: Vec<[f64; 2]> =
                around.map(|(sin, cos)| [x + radius * cos, y + radius * sin]).collect();
            canvas.polyline(&circle, 1.0, Color::RULE, Dash::None);
            let text = format!("{:.0} cm", 100.0 * metres);
            canvas.text([x + 3.0, y + radius - 4.0], 11.0, Anchor::Start, Color::GREY, &text);
        }
    }

    /// Darker and thicker where segments are more alike.
    fn edges(&self, canvas: &mut Canvas, graph: &MatchGraph) {
        let most = graph.edges().iter().map(|edge| edge.mean).fold(f32::MIN_POSITIVE, f32::max);
        for edge in graph.edges() {
            let near = 1.0 - f64::from((edge.mean / most).sqrt());
            let color = Color::RULE.mixed(Color::MIDDLE, near);
            canvas.line(self.places[edge.from], self.places[edge.to], 0.6 + 1.6 * near, color);
        }
    }

    fn nodes(&self, canvas: &mut Canvas, graph: &MatchGraph, ranking: &[Ranked]) {
        for (rank, ranked) in (1..).zip(ranking) {
            let (place, clip) = (self.places[ranked.node], graph.nodes()[ranked.node].segment.clip);
            canvas.disc(place, self.disc, Color::of_line(clip), Color::WHITE);
            if self.disc > 6.5 {
                let below = [place[0], place[1] + 0.36 * self.disc];
                canvas.text(below, 1.05 * self.disc, Anchor::Middle, Color::WHITE, &rank.to_string());
            }
        }
        let [x, y] = self.places[0];
        canvas.disc([x, y], 17.0, Color::WHITE, Color::INK);
        canvas.disc([x, y], 14.0, Color::of_line(graph.nodes()[0].segment.clip), Color::INK);
        canvas.text([x, y + 5.0], 14.0, Anchor::Middle, Color::WHITE, "Q");
    }
}

fn middle() -> [f64; 2] {
    [RADIUS + 20.0, ABOVE + RADIUS + 6.0]
}

fn radius_of(metres: f64, farthest: f64) -> f64 {
    HUB + (RADIUS - HUB - 14.0) * metres / farthest
}

/// All nodes but the query, in the order in which they stand around it: what is reached through a node stands next to it.
fn around(graph: &MatchGraph) -> Vec<usize> {
    let mut ways: Vec<Vec<usize>> = (1..graph.nodes().len()).map(|node| graph.way_to(node)).collect();
    ways.sort();
    ways.iter().filter_map(|way| way.last().copied()).collect()
}

/// The nearest matches by name.
fn list(canvas: &mut Canvas, index: &Index, graph: &MatchGraph, ranking: &[Ranked], asked: FrameRange) {
    let x = 2.0 * RADIUS + 48.0;
    let mut y = ABOVE + 8.0;
    let line = |canvas: &mut Canvas, y: f64, clip: usize, text: &str| {
        canvas.disc([x, y - 4.0], 5.0, Color::of_line(clip), Color::WHITE);
        canvas.text([x + 12.0, y], 12.0, Anchor::Start, Color::INK, text);
    };
    let query = graph.nodes()[0].segment;
    line(canvas, y, query.clip, &format!("Q  {} {asked}", index.name(query.clip)));
    for (rank, ranked) in (1..).zip(ranking.iter().take(LISTED)) {
        y += LINE;
        let segment = graph.nodes()[ranked.node].segment;
        let (name, frames) = (index.name(segment.clip), index.frames(segment));
        let text = format!("{rank}  {name} {frames}  {:.1} cm", 100.0 * ranked.graph_metres);
        line(canvas, y, segment.clip, &text);
    }
    if ranking.len() > LISTED {
        let more = format!("and {} more", ranking.len() - LISTED);
        canvas.text([x + 12.0, y + LINE], 12.0, Anchor::Start, Color::GREY, &more);
    }
}
