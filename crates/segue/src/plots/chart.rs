//! Lines over an axis.

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::{Anchor, Canvas, Dash};
use super::paint::Color;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 180.0;

/// Some quantities over another.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// A line that explains it.
    pub about: String,
    /// The name of the x axis with its unit.
    pub x_name: String,
    /// The name of the y axis with its unit.
    pub y_name: String,
    /// The lines.
    pub lines: Vec<ChartLine>,
}

/// A line of a [`Chart`].
#[derive(Clone, Debug)]
pub struct ChartLine {
    /// What the legend calls it; not mentioned there when empty.
    pub name: String,
    /// Its colour.
    pub color: Color,
    /// Its points, in the units of the axes.
    pub points: Vec<[f64; 2]>,
}

impl Chart {
    /// Draws the lines.
    pub fn draw(&self) -> Canvas {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let x = Span::of(points().map(|point| point[0]), 1e-3);
        let y = Span::of(points().map(|point| point[1]), 1e-3).padded(0.06);
        let axes = Axes { corner: [LEFT, ABOVE], size: [WIDTH, HEIGHT], x, y };
        let mut canvas = Canvas::new(LEFT + WIDTH + RIGHT, axes.bottom() + BELOW + 26.0);
        title(&mut canvas, &self.title, &self.about);
        axes.rules(&mut canvas);
        for line in &self.lines {
            let points: Vec<[f64; 2]> = line.points.iter().map(|&point| axes.at(point)).collect();
            canvas.polyline(&points, 2.0, line.color, Dash::None);
        }
        axes.draw_x(&mut canvas, &self.x_name);
        axes.draw_y(&mut canvas, &self.y_name);
        self.legend(&mut canvas, axes.bottom() + BELOW + 8.0);
        canvas
    }

    fn legend(&self, canvas: &mut Canvas, y: f64) {
        let mut x = LEFT;
        for line in self.lines.iter().filter(|line| !line.name.is_empty()) {
            canvas.polyline(&[[x, y], [x + 16.0, y]], 2.0, line.color, Dash::None);
            canvas.text([x + 20.0, y + 4.0], 11.0, Anchor::Start, Color::GREY, &line.name);
            x += 34.0 + 5.9 * line.name.chars().count() as f64;
        }
    }
}
