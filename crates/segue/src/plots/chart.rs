//! Lines over an axis.

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::{Anchor, Canvas, Dash};
use super::paint::Color;
use super::trace::wrapped;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 180.0;

/// Height of a line of the legend.
const ROW: f64 = 16.0;

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
        let mut canvas =
            Canvas::new(LEFT + WIDTH + RIGHT, axes.bottom() + BELOW + 10.0 + self.legend_height());
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
        for ([x, row], line) in self.legend_places().into_iter().zip(self.named()) {
            let [x, y] = [LEFT + x, y + ROW * row];
            canvas.polyline(&[[x, y], [x + 16.0, y]], 2.0, line.color, Dash::None);
            canvas.text([x + 20.0, y + 4.0], 11.0, Anchor::Start, Color::GREY, &line.name);
        }
    }

    fn named(&self) -> impl Iterator<Item = &ChartLine> {
        self.lines.iter().filter(|line| !line.name.is_empty())
    }

    fn legend_places(&self) -> Vec<[f64; 2]> {
        wrapped(WIDTH, self.named().map(|line| 34.0 + 5.9 * line.name.chars().count() as f64))
    }

    /// At least one line, so that charts without a legend are as high as those with one.
    fn legend_height(&self) -> f64 {
        ROW * self.legend_places().last().map_or(1.0, |[_, row]| row + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_legend_goes_on_in_the_next_line() {
        let line = |n| ChartLine {
            name: format!("49_03:{n}"),
            color: Color::GREY,
            points: vec![[0.0, 0.0], [1.0, 1.0]],
        };
        let text = String::new;
        let chart = |count| Chart {
            title: text(),
            about: text(),
            x_name: text(),
            y_name: text(),
            lines: (0..count).map(line).collect(),
        };
        let places = chart(18).legend_places();
        assert!(places.iter().all(|[x, _]| x + 34.0 + 5.9 * 8.0 <= WIDTH), "{places:?}");
        assert!((chart(3).legend_height() - ROW).abs() < 1e-9 && chart(18).legend_height() > 2.5 * ROW);
    }
}
