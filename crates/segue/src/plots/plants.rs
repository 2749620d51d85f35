//! Plants as bars, in the clips' own times and in common time.

use segue_motion::{Clip, ClipId, ClipSet, ConstraintKind};
use segue_register::{ConstraintMatch, Registration};

use super::axes::{ABOVE, Axes, BELOW, RIGHT, Span, title};
use super::canvas::{Anchor, Canvas};
use super::figure::side_color;
use super::paint::Color;
use super::sheet::side;
use crate::Cast;

/// Width of either field in pixels.
const WIDTH: f64 = 300.0;
const BAR: f64 = 11.0;
const ROW: f64 = 15.0;
/// Between the rows of one kind and those of the next.
const GAP: f64 = 10.0;
/// Room for the names at the left.
const NAMES: f64 = 170.0;
/// Between the fields.
const BETWEEN: f64 = 36.0;

/// Draws when points of the feet are planted in each clip: at the left in the clips' own times, at the right in common
/// time, in which corresponding moments stand above each other. Plants that have no counterpart are hollow; one that
/// spans two of another clip is split.
pub fn plants_plot(cast: &Cast) -> Canvas {
    let clips = cast.clips();
    let rows = rows(clips);
    let longest = clips.clips().map(Clip::duration_secs).fold(0.1, f64::max);
    let [start, end] = cast.registration().range();
    let height = rows.last().map_or(0.0, |row| row.y + ROW) + 4.0;
    let field = |corner: f64, x: Span| Axes {
        corner: [corner, ABOVE + 18.0],
        size: [WIDTH, height],
        x,
        y: Span { from: 0.0, to: 1.0 },
    };
    let own = field(NAMES, Span { from: 0.0, to: longest });
    let common = field(NAMES + WIDTH + BETWEEN, Span { from: start, to: end });
    let mut canvas = Canvas::new(common.right() + RIGHT, own.bottom() + BELOW + 8.0);
    title(&mut canvas, "Foot plants", "solid: the same plant in every clip; hollow: without a counterpart");
    for (axes, text, name) in
        [(&own, "in each clip's own time", "time, s"), (&common, "in common time", "common time u, s")]
    {
        canvas.text([axes.corner[0], axes.corner[1] - 8.0], 12.0, Anchor::Start, Color::INK, text);
        axes.draw_x(&mut canvas, name);
    }
    links(&mut canvas, &own, cast, &rows);
    for row in &rows {
        row.name(&mut canvas, &own, clips[row.clip].name());
        row.own_bars(&mut canvas, &own, &clips[row.clip], cast.registration());
        row.common_bars(&mut canvas, &common, &clips[row.clip], cast.registration());
    }
    canvas
}

/// Most letters of a name for which there is room.
const LETTERS: usize = 14;

/// The name of a clip, or the end of a long one: clips of one file differ there.
fn end_of(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    match letters.len().checked_sub(LETTERS) {
        None | Some(0) => name.to_owned(),
        Some(left_out) => std::iter::once(&'…').chain(&letters[left_out + 1..]).collect(),
    }
}

/// A kind of plant in a clip.
struct Row {
    kind: ConstraintKind,
    clip: ClipId,
    /// Below the top of the field, in pixels.
    y: f64,
}

/// Kind by kind, all clips of each.
fn rows(clips: &ClipSet) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut y = 4.0;
    for kind in ConstraintKind::ALL {
        if clips.clips().all(|clip| clip.constraints().of(kind).is_empty()) {
            continue;
        }
        for clip in clips.ids() {
            rows.push(Row { kind, clip, y });
            y += ROW;
        }
        y += GAP;
    }
    rows
}

impl Row {
    fn top(&self, axes: &Axes) -> f64 {
        axes.corner[1] + self.y
    }

    fn color(&self) -> Color {
        side_color(Some(side(self.kind)))
    }

    fn name(&self, canvas: &mut Canvas, axes: &Axes, clip: &str) {
        let y = self.top(axes) + BAR - 1.5;
        if self.clip == ClipId::FIRST {
            canvas.text([16.0, y], 12.0, Anchor::Start, Color::INK, &self.kind.name().replace('_', " "));
        }
        canvas.text([NAMES - 8.0, y], 11.0, Anchor::End, Color::GREY, &end_of(clip));
    }

    /// The plants of this row in u, each with whether a match takes it up.
    fn plants(&self, clip: &Clip, registration: &Registration) -> Vec<([f64; 2], bool)> {
        let timewarp = registration.timewarp();
        let in_u = |range: &segue_motion::FrameRange| {
            let u =
                [range.first, range.last].map(|frame| timewarp.u_at(self.clip, frame as f64 / clip.rate()));
            let shared = |[start, end]: [f64; 2]| end.min(u[1]) - start.max(u[0]);
            (u, self.matches(registration).any(|found| shared(found) > 1e-9))
        };
        clip.constraints().of(self.kind).iter().map(in_u).collect()
    }

    /// The parts of this row's plants that are matched, in u.
    fn matches(&self, registration: &Registration) -> impl Iterator<Item = [f64; 2]> {
        let of_kind = registration.matches().iter().filter(|found| found.kind == self.kind);
        let interval = |found: &ConstraintMatch| found.intervals[self.clip.index()];
        of_kind.map(interval).map(|interval| [interval.start, interval.end])
    }

    fn own_bars(&self, canvas: &mut Canvas, axes: &Axes, clip: &Clip, registration: &Registration) {
        let plants = self.plants(clip, registration);
        for (range, (_, matched)) in clip.constraints().of(self.kind).iter().zip(plants) {
            let secs = [range.first, range.last].map(|frame| frame as f64 / clip.rate());
            self.bar(canvas, axes, secs, matched);
        }
    }

    fn common_bars(&self, canvas: &mut Canvas, axes: &Axes, clip: &Clip, registration: &Registration) {
        // Loops go on beyond the common time.
        let [start, end] = registration.range();
        let within =
            |[from, to]: [f64; 2]| Some([from.max(start), to.min(end)]).filter(|[from, to]| to > from);
        let unmatched = self.plants(clip, registration).into_iter().filter(|(_, matched)| !matched);
        for u in unmatched.filter_map(|(u, _)| within(u)) {
            self.bar(canvas, axes, u, false);
        }
        for u in self.matches(registration).filter_map(within) {
            self.bar(canvas, axes, u, true);
        }
    }

    fn bar(&self, canvas: &mut Canvas, axes: &Axes, span: [f64; 2], solid: bool) {
        let [left, right] = span.map(|x| axes.x_at(x));
        let (corner, width) = ([left, self.top(axes)], (right - left).max(2.0));
        canvas.rect(corner, [width, BAR], self.color());
        if !solid {
            canvas.rect(
                [corner[0] + 1.5, corner[1] + 1.5],
                [(width - 3.0).max(0.5), BAR - 3.0],
                Color::WHITE,
            );
        }
    }
}

/// Joins the same plants of neighbouring clips.
fn links(canvas: &mut Canvas, axes: &Axes, cast: &Cast, rows: &[Row]) {
    let registration = cast.registration();
    for pair in rows.windows(2).filter(|pair| pair[0].kind == pair[1].kind) {
        for found in registration.matches().iter().filter(|found| found.kind == pair[0].kind) {
            let [upper, lower] = [&pair[0], &pair[1]].map(|row| {
                let interval = found.intervals[row.clip.index()];
                let secs = [interval.start, interval.end].map(|u| registration.timewarp().at(row.clip, u));
                secs.map(|secs| axes.x_at(secs))
            });
            let [top, bottom] = [pair[0].top(axes) + BAR, pair[1].top(axes)];
            let corners = [[upper[0], top], [upper[1], top], [lower[1], bottom], [lower[0], bottom]];
            canvas.area(&corners, pair[0].color(), 0.35);
        }
    }
}
