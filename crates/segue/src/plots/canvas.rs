//! A sheet of paper to draw on.

mod print;

use std::fmt::{self, Write as _};

use super::paint::Color;
use print::{Coarse, Escaped, Fine, Px, Steps};

/// A drawing in pixels, origin at the top left, y downwards; what is drawn later covers what was drawn before.
///
/// ```
/// use segue::plots::{Anchor, Canvas, Color};
///
/// let mut canvas = Canvas::new(80.0, 20.0);
/// canvas.text([4.0, 14.0], 12.0, Anchor::Start, Color::INK, "left & right");
/// assert!(canvas.to_svg().contains("left &amp; right"));
/// assert!(canvas.to_png(1.0)?.starts_with(b"\x89PNG"));
/// # Ok::<(), segue::plots::RasterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Canvas {
    width: f64,
    height: f64,
    body: String,
}

/// Which part of a text stands at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// How a line is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// Not at all.
    None,
    /// Into strokes.
    Strokes,
    /// Into dots.
    Dots,
}

impl Dash {
    fn pattern(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Strokes => r#" stroke-dasharray="7 5""#,
            Self::Dots => r#" stroke-dasharray="0.1 5""#,
        }
    }
}

/// The family name of the font that draws text in PNG; viewers of SVG without it take their own sans-serif.
pub(super) const FONT_FAMILY: &str = "Ubuntu";

impl Canvas {
    /// White paper.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// Width in pixels.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// A filled rectangle with its corner at the top left.
    pub fn rect(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], fill: Color) {
        self.element(format_args!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}"/>"#,
            Px(x),
            Px(y),
            Px(width),
            Px(height)
        ));
    }

    /// A straight line.
    pub fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], width: f64, stroke: Color) {
        let [x1, y1, x2, y2, width] = [x1, y1, x2, y2, width].map(Px);
        self.element(format_args!(
            r#"<path d="M{x1} {y1}L{x2} {y2}" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"/>"#
        ));
    }

    /// Straight lines from point to point; nothing when there are fewer than two.
    pub fn polyline(&mut self, points: &[[f64; 2]], width: f64, stroke: Color, dash: Dash) {
        if points.len() < 2 {
            return;
        }
        let (path, width, dash) = (Steps(points), Px(width), dash.pattern());
        self.element(format_args!(
            r#"<path d="{path}" stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"{dash}/>"#
        ));
    }

    /// A filled polygon, more or less opaque: 0 is not seen, 1 hides what is below it.
    pub fn area(&mut self, corners: &[[f64; 2]], fill: Color, opacity: f64) {
        let (path, opacity) = (Steps(corners), Px(opacity));
        self.element(format_args!(r#"<path d="{path}Z" fill="{fill}" fill-opacity="{opacity}"/>"#));
    }

    /// Runs of cells of one colour in a field of cells: one shape in whole numbers, so that a picture of many cells
    /// stays small.
    pub(super) fn cells(&mut self, field: CellField, runs: &[CellRun], fill: Color) {
        let mut path = String::new();
        for CellRun { column, row, length } in runs {
            // A little larger than the cells, so that rounding to pixels leaves no gap.
            let _ = write!(path, "M{column} {row}h{length}.1v1.1h-{length}.1z");
        }
        let ([x, y], [width, height]) = (field.corner.map(Px), field.cell.map(Fine));
        self.element(format_args!(
            r#"<path transform="translate({x} {y}) scale({width} {height})" d="{path}" fill="{fill}" shape-rendering="crispEdges"/>"#
        ));
    }

    /// Puts another drawing on this one, its top left corner at a position.
    pub fn place(&mut self, [x, y]: [f64; 2], drawing: &Self) {
        let (x, y, body) = (Px(x), Px(y), drawing.body.trim_end());
        self.element(format_args!("<g transform=\"translate({x} {y})\">\n{body}\n</g>"));
    }

    /// Drawings one below the other.
    pub fn column(drawings: &[Self]) -> Self {
        let width = drawings.iter().map(|drawing| drawing.width).fold(0.0, f64::max);
        let mut whole = Self::new(width, drawings.iter().map(|drawing| drawing.height).sum());
        let mut y = 0.0;
        for drawing in drawings {
            whole.place([0.0, y], drawing);
            y += drawing.height;
        }
        whole
    }

    /// Drawings side by side.
    pub fn row(drawings: &[Self]) -> Self {
        let height = drawings.iter().map(|drawing| drawing.height).fold(0.0, f64::max);
        let mut whole = Self::new(drawings.iter().map(|drawing| drawing.width).sum(), height);
        let mut x = 0.0;
        for drawing in drawings {
            whole.place([x, 0.0], drawing);
            x += drawing.width;
        }
        whole
    }

    /// A filled disc with a rim.
    pub fn disc(&mut self, [x, y]: [f64; 2], radius: f64, fill: Color, rim: Color) {
        let [x, y, radius] = [x, y, radius].map(Px);
        self.element(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{rim}"/>"#
        ));
    }

    /// The shape that two discs and a tape around both enclose, with a rim: a limb that tapers.
    pub fn limb(
        &mut self,
        (a, a_radius): ([f64; 2], f64),
        (b, b_radius): ([f64; 2], f64),
        fill: Color,
        rim: Color,
    ) {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.hypot(dy);
        if length <= (a_radius - b_radius).abs() + 0.01 {
            let (center, radius) = if a_radius >= b_radius { (a, a_radius) } else { (b, b_radius) };
            return self.disc(center, radius, fill, rim);
        }
        // The outer tangents touch both discs where the normal makes this angle with the axis.
        let (axis, lean) = (dy.atan2(dx), ((a_radius - b_radius) / length).acos());
        let touch = |center: [f64; 2], radius: f64, angle: f64| {
            [Px(center[0] + radius * angle.cos()), Px(center[1] + radius * angle.sin())]
        };
        let [x1, y1] = touch(a, a_radius, axis + lean);
        let [x2, y2] = touch(a, a_radius, axis - lean);
        let [x3, y3] = touch(b, b_radius, axis - lean);
        let [x4, y4] = touch(b, b_radius, axis + lean);
        let (a_radius, b_radius) = (Px(a_radius), Px(b_radius));
        // The thicker disc shows more than half of its rim, the thinner one less.
        let (a_large, b_large) = (u8::from(a_radius.0 > b_radius.0), u8::from(b_radius.0 > a_radius.0));
        self.element(format_args!(
            r#"<path d="M{x1} {y1}A{a_radius} {a_radius} 0 {a_large} 1 {x2} {y2}L{x3} {y3}A{b_radius} {b_radius} 0 {b_large} 1 {x4} {y4}Z" fill="{fill}" stroke="{rim}"/>"#
        ));
    }

    /// A polygon with rounded corners: everything within `radius` of it, with a rim.
    pub fn blob(&mut self, corners: &[[f64; 2]], radius: f64, fill: Color, rim: Color) {
        let path = Steps(corners);
        let (outer, inner) = (Px(2.0 * radius + 1.0), Px(2.0 * radius - 1.0));
        for (color, width) in [(rim, outer), (fill, inner)] {
            self.element(format_args!(
                r#"<path d="{path}Z" fill="{color}" stroke="{color}" stroke-width="{width}" stroke-linejoin="round"/>"#
            ));
        }
    }

    /// A thick line through points that move: one entry for every moment, as many points in each. More than two points
    /// are closed and filled. A viewer that does not animate shows the last entry.
    pub(super) fn moving_line(
        &mut self,
        moments: &[Vec<[f64; 2]>],
        width: f64,
        color: Color,
        motion: Option<Motion>,
    ) {
        let Some(last) = moments.last() else { return };
        let end = if last.len() > 2 { "z" } else { "" };
        let (d, width) = (Coarse(last), Px(width));
        let values = motion.map_or_else(String::new, |motion| motion.values(moments, end));
        self.element(format_args!(
            r#"<path d="{d}{end}" fill="{color}" stroke="{color}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round">{values}</path>"#
        ));
    }

    /// Puts another drawing on this one that is not seen before a share of the time between repetitions.
    pub(super) fn appearing(&mut self, drawing: &Self, share: f64, duration_secs: f64) {
        let (body, share, secs) = (drawing.body.trim_end(), Fine(share.clamp(0.0, 1.0)), Px(duration_secs));
        if share.0 <= 0.0 {
            return self.element(format_args!("{body}"));
        }
        self.element(format_args!(
            r#"<g><animate attributeName="opacity" dur="{secs}s" repeatCount="indefinite" calcMode="discrete" values="0;1" keyTimes="0;{share}"/>{body}</g>"#
        ));
    }

    /// A line of text; `y` is its base line, `size` the height of its letters in pixels.
    pub fn text(&mut self, [x, y]: [f64; 2], size: f64, anchor: Anchor, fill: Color, text: &str) {
        let [x, y, size] = [x, y, size].map(Px);
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = Escaped(text);
        self.element(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}" stroke="none">{text}</text>"#
        ));
    }

    /// A line of text that reads upwards; `x` is its base line, its middle stands at the position.
    pub fn upward_text(&mut self, [x, y]: [f64; 2], size: f64, fill: Color, text: &str) {
        let ([x, y, size], text) = ([x, y, size].map(Px), Escaped(text));
        self.element(format_args!(
            r#"<text transform="translate({x} {y}) rotate(-90)" font-size="{size}" text-anchor="middle" fill="{fill}" stroke="none">{text}</text>"#
        ));
    }

    /// The drawing as an SVG document.
    pub fn to_svg(&self) -> String {
        let (width, height) = (Px(self.width), Px(self.height));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{FONT_FAMILY}, sans-serif" fill="none">
<rect width="100%" height="100%" fill="{}"/>
{}</svg>
"#,
            Color::WHITE,
            self.body
        )
    }

    fn element(&mut self, element: fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "{element}");
    }
}

/// How a shape moves: evenly from moment to moment, then the last one held, then anew.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    /// Moments for which the last one is held.
    pub(super) held: usize,
    /// Until it starts again.
    pub(super) duration_secs: f64,
}

impl Motion {
    fn values(self, moments: &[Vec<[f64; 2]>], end: &str) -> String {
        let mut values = String::new();
        let held = std::iter::repeat_n(moments.last(), self.held).flatten();
        for (n, points) in moments.iter().chain(held).enumerate() {
            let _ = write!(values, "{}{}{end}", if n == 0 { "" } else { ";" }, Coarse(points));
        }
        let secs = Px(self.duration_secs);
        format!(r#"<animate attributeName="d" dur="{secs}s" repeatCount="indefinite" values="{values}"/>"#)
    }
}

/// Where cells lie: the top left corner of the first, and the size of each, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellField {
    pub(super) corner: [f64; 2],
    pub(super) cell: [f64; 2],
}

/// Neighbouring cells of one row, counted from the top left.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellRun {
    pub(super) column: usize,
    pub(super) row: usize,
    pub(super) length: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_text_can_be_drawn(text in ".*") {
            let mut canvas = Canvas::new(10.0, 10.0);
            canvas.text([0.0, 9.0], 8.0, Anchor::Start, Color::INK, &text);
            prop_assert!(canvas.to_png(1.0).is_ok());
        }

        #[test]
        fn a_limb_covers_both_its_discs(
            a in [6.0..34.0f64, 6.0..34.0], b in [6.0..34.0f64, 6.0..34.0], a_radius in 1.5..5.0f64, b_radius in 1.5..5.0f64,
        ) {
            let mut canvas = Canvas::new(40.0, 40.0);
            canvas.limb((a, a_radius), (b, b_radius), Color::INK, Color::INK);
            let pixels = canvas.rasterize(1.0).unwrap();
            for ([x, y], radius) in [(a, a_radius), (b, b_radius)] {
                for angle in (0..12).map(|k| f64::from(k) * std::f64::consts::TAU / 12.0) {
                    // Half a pixel inside the edge, whose own pixels are blended.
                    let at = |offset: f64, turn: f64| (offset + (radius - 0.5) * turn) as u32;
                    let pixel = pixels.pixel(at(x, angle.cos()), at(y, angle.sin())).unwrap();
                    prop_assert!(pixel.red() < 200, "a hole at angle {angle}");
                }
            }
        }
    }
}
