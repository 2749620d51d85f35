//! Strokes that a hand would draw of a path, from a view.

use glam::{DVec2, DVec3};
use segue_numeric::Random;
use segue_stance::{Camera, Drawing, Sketch};

use crate::truth::Truth;

const SIZE: [f64; 2] = [1600.0, 900.0];
const FOV: f64 = 50.0;

/// A camera that sees a whole path, `azimuth` degrees from its side and `elevation` degrees above the floor.
pub(crate) fn camera(truth: &Truth, azimuth: f64, elevation: f64) -> Camera {
    let all = || truth.path.iter().chain(&truth.shadow).copied();
    let (low, high) = all().fold((DVec3::MAX, DVec3::MIN), |(a, b), p| (a.min(p), b.max(p)));
    let middle = (low + high) * 0.5;
    let (azimuth, elevation) = (azimuth.to_radians(), elevation.to_radians());
    // The side of a path along +Z is +X.
    let away = DVec3::new(azimuth.cos() * elevation.cos(), elevation.sin(), -azimuth.sin() * elevation.cos());
    let fits = |distance: f64| {
        let eye = middle + away * distance;
        let camera = Camera::new(eye.to_array(), middle.to_array(), FOV, SIZE);
        all().all(|point| {
            camera.project(point).is_some_and(|pixel| {
                (60.0..SIZE[0] - 60.0).contains(&pixel.x) && (60.0..SIZE[1] - 60.0).contains(&pixel.y)
            })
        })
    };
    let distance = (4..200).map(|i| 0.5 * f64::from(i)).find(|&d| fits(d)).unwrap_or(100.0);
    Camera::new((middle + away * distance).to_array(), middle.to_array(), FOV, SIZE)
}

/// A path as a hand draws it: sampled unevenly, off by `jitter` pixels, alike over 12 of them.
pub(crate) fn drawn(truth: &Truth, camera: Camera, jitter: f64, random: &mut Random) -> Sketch {
    let mut stroke = |points: &[DVec3]| {
        let pixels: Vec<DVec2> = points.iter().filter_map(|point| camera.project(*point)).collect();
        hand(&pixels, jitter, random).iter().map(DVec2::to_array).collect()
    };
    let (path, shadow) = (stroke(&truth.path), stroke(&truth.shadow));
    let drawing = Drawing { path, shadow, begin: truth.begin, end: truth.end, ..Drawing::default() };
    Sketch::new(camera, truth.scene.clone(), vec![drawing])
}

fn hand(pixels: &[DVec2], jitter: f64, random: &mut Random) -> Vec<DVec2> {
    const ALIKE: f64 = 12.0;
    let lengths: Vec<f64> = pixels.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
    let total: f64 = lengths.iter().sum();
    let knots: Vec<DVec2> = (0..(total / ALIKE) as usize + 3)
        .map(|_| DVec2::new(normal(random), normal(random)) * jitter)
        .collect();
    let (mut points, mut at, mut segment, mut done) = (Vec::new(), 0.0, 0, 0.0);
    while at < total {
        while segment + 1 < lengths.len() && done + lengths[segment] < at {
            done += lengths[segment];
            segment += 1;
        }
        let share = ((at - done) / lengths[segment].max(1e-9)).clamp(0.0, 1.0);
        let (knot, between) = ((at / ALIKE) as usize, (at / ALIKE).fract());
        // Between two independent values the mean would tremble less; the weights keep the deviation.
        let (a, b) = (1.0 - between, between);
        let shaken = (knots[knot] * a + knots[knot + 1] * b) / a.hypot(b);
        points.push(pixels[segment].lerp(pixels[segment + 1], share) + shaken);
        at += random.between(2.0, 7.0);
    }
    points.push(pixels[pixels.len() - 1]);
    points
}

/// A normally distributed number.
fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * random.unit().max(1e-12).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.unit()).cos()
}
