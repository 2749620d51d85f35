//! The markers of every frame of a clip as one looks at the body, not at where it is or faces.

use std::ops::Range;

use segue_register::Cloud;

/// Markers of all frames about their centroid on the floor, and how fast each moves on the body.
#[derive(Clone, Debug)]
pub(crate) struct Stances {
    markers: usize,
    places: Vec<[f32; 2]>,
    heights: Vec<f32>,
    /// Speed of each marker in metres per second, times √w, when turns of the whole body are left out.
    speeds: Vec<f32>,
}

impl Stances {
    pub(crate) fn new(cloud: &Cloud) -> Self {
        let mut stances =
            Self { markers: cloud.markers(), places: Vec::new(), heights: Vec::new(), speeds: Vec::new() };
        for frame in 0..cloud.len() {
            let (places, heights) = cloud.frame_vector(frame, 0.0);
            stances.places.extend(places);
            stances.heights.extend(heights);
        }
        let reach = cloud.window().half().max(1);
        for frame in 0..cloud.len() {
            let (before, after) = (frame.saturating_sub(reach), (frame + reach).min(cloud.len() - 1));
            stances.push_speeds(before, after, (after - before) as f64 * cloud.spacing_secs());
        }
        stances
    }

    fn push_speeds(&mut self, before: usize, after: usize, secs: f64) {
        let turn = turn_onto(self.places(before), self.places(after));
        for marker in 0..self.markers {
            let [x, z] = self.places(before)[marker];
            let [u, v] = turned(self.places(after)[marker], turn);
            let rise = self.heights(after)[marker] - self.heights(before)[marker];
            self.speeds.push(((u - x).hypot(v - z).hypot(rise)) / secs as f32);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len() / self.markers
    }

    pub(crate) fn places(&self, frame: usize) -> &[[f32; 2]] {
        &self.places[frame * self.markers..][..self.markers]
    }

    fn heights(&self, frame: usize) -> &[f32] {
        &self.heights[frame * self.markers..][..self.markers]
    }

    pub(crate) fn speeds(&self, frame: usize) -> &[f32] {
        &self.speeds[frame * self.markers..][..self.markers]
    }

    /// The markers of some frames as vectors, each turned to lie on `reference` as well as it can.
    pub(crate) fn facing(&self, frames: Range<usize>, reference: &[[f32; 2]]) -> Vectors {
        let size = 3 * self.markers;
        let mut values = Vec::with_capacity(frames.len() * size);
        for frame in frames {
            let turn = turn_onto(reference, self.places(frame));
            values.extend(self.places(frame).iter().flat_map(|&place| turned(place, turn)));
            values.extend_from_slice(self.heights(frame));
        }
        Vectors { size, values }
    }
}

/// Vectors of one size.
pub(crate) struct Vectors {
    size: usize,
    values: Vec<f32>,
}

impl Vectors {
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len() / self.size
    }

    pub(crate) fn at(&self, n: usize) -> &[f32] {
        &self.values[n * self.size..][..self.size]
    }
}

/// The turn, as a complex number of length 1, that carries places onto others best.
fn turn_onto(target: &[[f32; 2]], source: &[[f32; 2]]) -> [f32; 2] {
    let (mut re, mut im) = (0.0, 0.0);
    for ([x, z], [u, v]) in target.iter().zip(source) {
        re += x * u + z * v;
        im += z * u - x * v;
    }
    let length = f32::hypot(re, im);
    if length > 0.0 { [re / length, im / length] } else { [1.0, 0.0] }
}

fn turned([x, z]: [f32; 2], [re, im]: [f32; 2]) -> [f32; 2] {
    [x * re - z * im, x * im + z * re]
}
