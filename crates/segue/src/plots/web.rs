//! A match web over the grid of distances it is made of.

use std::ops::Range;

use segue_motion::ClipId;
use segue_register::{Cloud, stream};
use segue_search::{Index, MatchGraph, PathKind, Segment, WebPath};

use super::axes::{ABOVE, Axes, BELOW, LEFT, Span, title};
use super::canvas::{Anchor, Canvas, Dash};
use super::paint::Color;
use super::shades::{SCALE, Shades, color_of};

const CHAIN: Color = Color::WHITE;
const BRIDGE: Color = Color(240, 200, 70);
const QUERY: Color = Color(192, 57, 87);

/// Draws the web of the query's clip with the clip `other` over their distances, in the frames around the query: chains,
/// the bridges between them, the first and last frame of the query, and as bold lines the matches of a search that lie there.
/// `None` when the clips were not compared.
///
/// # Panics
/// When there is no such clip.
pub fn web_plot(index: &Index, query: Segment, other: ClipId, graph: &MatchGraph) -> Option<Canvas> {
    let pair = [query.clip.min(other), query.clip.max(other)];
    if !index.is_compared(pair) {
        return None;
    }
    let clips = [query.clip, other];
    let clouds = clips.map(|clip| index.cloud(clip));
    let farthest = 2.0 * index.settings().cap_metres();
    let spacing = clouds.map(Cloud::spacing_secs);
    let shape = clouds.map(Cloud::len);
    let rows = around(query, shape[0], spacing[0]);
    let axes = axes(&rows, shape[1], spacing);
    let shades = Shades::over(axes, [rows.len(), shape[1]], farthest);
    let field =
        Field { shades, rows, spacing, is_swapped: query.clip > other, is_mirrored: query.clip == other };
    let mut canvas = Canvas::new(axes.right() + SCALE, axes.bottom() + BELOW + 34.0);
    let names = clips.map(|clip| index.name(clip));
    let other = if field.is_mirrored { "the rest of its clip" } else { names[1] };
    let about =
        "distance of each pair of frames; a match leads from the first frame of the query to its last";
    title(&mut canvas, &format!("Where the query is like {other}"), about);
    let steps = field.shades.steps();
    let sampled = sampled(clouds, &field.rows, steps);
    let metres = |[row, column]: [usize; 2]| f64::from(sampled[row / steps[0]][column / steps[1]]).sqrt();
    field.shades.cells(&mut canvas, metres, |_| true);
    field.band(&mut canvas, query);
    if let Some(web) = index.web(pair) {
        web.paths().for_each(|path| field.path(&mut canvas, path));
    }
    field.matches(&mut canvas, graph, clips);
    field.shades.axes.draw_x(&mut canvas, &format!("time in {}, s", names[1]));
    field.shades.axes.draw_y(&mut canvas, &format!("time in {}, s", names[0]));
    field.shades.scale(&mut canvas);
    field.legend(&mut canvas);
    Some(canvas)
}

/// Time before and after the query that is shown, in seconds.
const AROUND_SECS: f64 = 0.25;
/// Size of the field in pixels: as wide as a match graph with its list.
const SIZE: [f64; 2] = [672.0, 190.0];

/// The frames of the query and a few to either side, of a clip with so many.
fn around(query: Segment, frames: usize, spacing_secs: f64) -> Range<usize> {
    let more = (AROUND_SECS / spacing_secs).round() as usize;
    query.first.saturating_sub(more)..(query.last + more + 1).min(frames)
}

fn axes(rows: &Range<usize>, columns: usize, spacing: [f64; 2]) -> Axes {
    let span = |from: usize, to: usize, secs: f64| Span { from: from as f64 * secs, to: to as f64 * secs };
    Axes {
        corner: [LEFT, ABOVE],
        size: SIZE,
        x: span(0, columns.max(2) - 1, spacing[1]),
        y: span(rows.start, rows.end.max(rows.start + 2) - 1, spacing[0]),
    }
}

/// D in m² of every `steps`-th cell of some rows, from the first of them; the rest of the grid is computed and forgotten.
fn sampled([first, second]: [&Cloud; 2], wanted: &Range<usize>, steps: [usize; 2]) -> Vec<Vec<f32>> {
    let parts = stream(
        first,
        second,
        |rows| (rows.start, vec![Vec::new(); rows.len()]),
        |(begin, rows), stretch| {
            if wanted.contains(&stretch.row) && (stretch.row - wanted.start).is_multiple_of(steps[0]) {
                let columns = (stretch.column..).zip(stretch.distances);
                let kept =
                    columns.filter(|(column, _)| column % steps[1] == 0).map(|(_, &distance)| distance);
                rows[stretch.row - *begin].extend(kept);
            }
        },
    );
    let rows = parts.into_iter().flat_map(|(_, rows): (usize, Vec<Vec<f32>>)| rows);
    rows.skip(wanted.start).take(wanted.len()).step_by(steps[0]).collect()
}

/// Where frames of two clips are in the drawing.
struct Field {
    shades: Shades,
    /// Frames of the first clip that are shown.
    rows: Range<usize>,
    spacing: [f64; 2],
    /// Whether rows of the web are frames of the clip to the right.
    is_swapped: bool,
    /// Whether paths are to be drawn below the diagonal too.
    is_mirrored: bool,
}

impl Field {
    fn shows(&self, [_, y]: &[f64; 2]) -> bool {
        (self.shades.axes.corner[1]..=self.shades.axes.bottom()).contains(y)
    }

    fn at(&self, [row, column]: [u32; 2]) -> [f64; 2] {
        self.shades.axes.at([f64::from(column) * self.spacing[1], f64::from(row) * self.spacing[0]])
    }

    /// A path of the web: thin for a chain, thinner and yellow for a bridge.
    fn path(&self, canvas: &mut Canvas, path: WebPath<'_>) {
        let (color, width) = match path.kind {
            PathKind::Chain => (CHAIN, 1.3),
            PathKind::Bridge { .. } => (BRIDGE, 0.7),
        };
        let swap = |[row, column]: [u32; 2]| [column, row];
        let cells: Vec<[u32; 2]> = path.cells().map(|(cell, _)| cell).collect();
        let draw = |canvas: &mut Canvas, is_swapped: bool| {
            let points: Vec<[f64; 2]> =
                cells.iter().map(|&cell| self.at(if is_swapped { swap(cell) } else { cell })).collect();
            for run in points.split(|point| !self.shows(point)) {
                canvas.polyline(&thinned(run), width, color, Dash::None);
            }
        };
        draw(canvas, self.is_swapped);
        if self.is_mirrored {
            draw(canvas, true);
        }
    }

    /// The first and the last frame of the query.
    fn band(&self, canvas: &mut Canvas, query: Segment) {
        let axes = &self.shades.axes;
        let [from, to] = [query.first, query.last].map(|frame| axes.y_at(frame as f64 * self.spacing[0]));
        for y in [from, to] {
            canvas.polyline(&[[axes.corner[0], y], [axes.right(), y]], 1.8, QUERY, Dash::Strokes);
        }
    }

    /// The alignments of all edges between segments of the two clips.
    fn matches(&self, canvas: &mut Canvas, graph: &MatchGraph, clips: [ClipId; 2]) {
        for edge in graph.edges() {
            let ends = [edge.from, edge.to].map(|node| graph.nodes()[node].segment.clip);
            for swapped in [false, true] {
                let ends = if swapped { [ends[1], ends[0]] } else { ends };
                if ends == clips {
                    let cells = edge.alignment.iter().map(|&[a, b]| if swapped { [b, a] } else { [a, b] });
                    let points: Vec<[f64; 2]> = cells.map(|cell| self.at(cell)).collect();
                    for run in points.split(|point| !self.shows(point)) {
                        canvas.polyline(&thinned(run), 3.0, Color::PATH, Dash::None);
                    }
                }
            }
        }
    }

    fn legend(&self, canvas: &mut Canvas) {
        let y = self.shades.axes.bottom() + BELOW + 12.0;
        let mut x = self.shades.axes.corner[0];
        for (color, width, name) in [
            (CHAIN, 1.6, "chain"),
            (BRIDGE, 1.2, "bridge"),
            (Color::PATH, 3.0, "match"),
            (QUERY, 1.8, "first and last frame of the query"),
        ] {
            canvas.rect([x, y - 7.0], [22.0, 14.0], color_of(0.3));
            canvas.line([x + 3.0, y], [x + 19.0, y], width, color);
            canvas.text([x + 28.0, y + 4.0], 12.0, Anchor::Start, Color::GREY, name);
            x += 90.0;
        }
    }
}

/// Steps of a path that are drawn, in pixels: smaller ones are not seen, and a drawing of thousands of paths stays small.
const STEP: f64 = 2.5;

/// A line with its small steps left out; it keeps its ends.
fn thinned(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut kept: Vec<[f64; 2]> = Vec::new();
    for (n, &point) in points.iter().enumerate() {
        let far = kept.last().is_none_or(|last| (last[0] - point[0]).hypot(last[1] - point[1]) >= STEP);
        if far || n + 1 == points.len() {
            kept.push(point);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::thinned;

    #[test]
    fn a_line_keeps_its_ends_and_loses_its_small_steps() {
        let points: Vec<[f64; 2]> = (0..=9).map(|n| [f64::from(n), 0.0]).collect();
        assert_eq!(thinned(&points), [[0.0, 0.0], [3.0, 0.0], [6.0, 0.0], [9.0, 0.0]]);
        assert_eq!(thinned(&points[..2]), points[..2]);
        assert!(thinned(&[]).is_empty());
    }
}
