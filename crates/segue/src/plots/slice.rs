//! Points on a plane.

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::{Anchor, Canvas};
use super::paint::Color;

const SIZE: f64 = 380.0;

/// Some points over two quantities.
#[derive(Clone, Debug)]
pub struct Slice {
    /// What it shows.
    pub title: String,
    /// A line that explains it.
    pub about: String,
    /// The name of the x axis with its unit.
    pub x_name: String,
    /// The name of the y axis with its unit.
    pub y_name: String,
    /// What each group of points is called, its colour and its points.
    pub groups: Vec<(String, Color, Vec<[f64; 2]>)>,
    /// The corner with the least and the one with the greatest values that are shown.
    pub corners: [[f64; 2]; 2],
}

impl Slice {
    /// Draws the points, later groups over earlier ones.
    pub fn draw(&self) -> Canvas {
        let [low, high] = self.corners;
        let span = |i: usize| Span { from: low[i], to: high[i] }.padded(0.03);
        let axes = Axes { corner: [LEFT, ABOVE], size: [SIZE, SIZE], x: span(0), y: span(1) };
        let legend = 20.0 * self.groups.len() as f64;
        let mut canvas = Canvas::new(LEFT + SIZE + RIGHT, axes.bottom() + BELOW + legend);
        title(&mut canvas, &self.title, &self.about);
        axes.rules(&mut canvas);
        for (_, color, points) in &self.groups {
            for &point in points {
                canvas.disc(axes.at(point), 3.2, *color, *color);
            }
        }
        axes.draw_x(&mut canvas, &self.x_name);
        axes.draw_y(&mut canvas, &self.y_name);
        for (row, (name, color, _)) in self.groups.iter().enumerate() {
            let y = axes.bottom() + BELOW + 8.0 + 18.0 * row as f64;
            canvas.disc([LEFT + 6.0, y], 4.0, *color, *color);
            canvas.text([LEFT + 18.0, y + 4.0], 12.0, Anchor::Start, Color::GREY, name);
        }
        canvas
    }
}
