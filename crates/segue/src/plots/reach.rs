//! What a parameterized motion can do: its samples as a cloud, from three sides.

use segue_parametric::Parametric;

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::{Anchor, Canvas};
use super::paint::Color;

const SIDE: f64 = 300.0;
/// More views of more parameters would not be read.
const MOST_VIEWS: usize = 3;
const SAMPLE: Color = Color(150, 180, 205);

/// Draws the samples of a parameterized motion, two parameters at a time, with the examples marked.
pub fn reach_plot(parametric: &Parametric) -> Canvas {
    let count = parametric.measures().dimensions();
    let pairs: Vec<[usize; 2]> = match count {
        1 => vec![[0, 0]],
        count => (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect(),
    };
    let views: Vec<Canvas> = pairs
        .into_iter()
        .take(MOST_VIEWS)
        .enumerate()
        .map(|(n, pair)| view(parametric, pair, n == 0))
        .collect();
    Canvas::row(&views)
}

fn view(parametric: &Parametric, [x, y]: [usize; 2], is_first: bool) -> Canvas {
    let (names, units) = (parametric.measures().names(), parametric.measures().units());
    let samples = parametric.samples();
    let values = |d: usize| samples.iter().map(move |sample| sample.parameters[d]);
    let axes = Axes {
        corner: [LEFT, ABOVE],
        size: [SIDE, SIDE],
        x: Span::of(values(x), 0.02).padded(0.06),
        y: Span::of(values(y), 0.02).padded(0.06),
    };
    let mut canvas = Canvas::new(LEFT + SIDE + RIGHT, axes.bottom() + BELOW + 26.0);
    if is_first {
        let examples = parametric.examples().len();
        let about = format!("{examples} examples, {} blends of them", samples.len() - examples);
        title(&mut canvas, "What the motion can reach", &about);
    }
    axes.rules(&mut canvas);
    let (examples, blends) = samples.split_at(parametric.examples().len());
    for sample in blends {
        canvas.disc(axes.at([sample.parameters[x], sample.parameters[y]]), 2.2, SAMPLE, SAMPLE);
    }
    for sample in examples {
        canvas.disc(axes.at([sample.parameters[x], sample.parameters[y]]), 4.5, Color::RIGHT, Color::WHITE);
    }
    axes.draw_x(&mut canvas, &format!("{}, {}", names[x], units[x]));
    axes.draw_y(&mut canvas, &format!("{}, {}", names[y], units[y]));
    if is_first {
        legend(&mut canvas, axes.bottom() + BELOW + 12.0);
    }
    canvas
}

fn legend(canvas: &mut Canvas, y: f64) {
    for (x, radius, color, name) in
        [(LEFT + 6.0, 4.5, Color::RIGHT, "example"), (LEFT + 96.0, 2.2, SAMPLE, "blend")]
    {
        canvas.disc([x, y], radius, color, Color::WHITE);
        canvas.text([x + 10.0, y + 4.0], 12.0, Anchor::Start, Color::GREY, name);
    }
}
