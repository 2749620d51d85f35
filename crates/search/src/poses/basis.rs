//! A few directions in which the windows of some clips differ most.
#![expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]

use segue_register::Cloud;

/// Windows the directions are found from.
const SAMPLE: usize = 400;

/// Rounds of subspace iteration. Any orthonormal basis gives a true bound, so it need not converge.
const ROUNDS: usize = 4;

/// An orthonormal basis for window vectors ([`Cloud::window_vector`]): the principal directions of a sample, roughly.
///
/// Bounds are true in any basis; they are tight for clips like those it was made from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Basis {
    /// The height in metres all heights are measured from.
    pub(super) floor: f64,
    pub(super) mean_heights: Vec<f32>,
    pub(super) places: Vec<Vec<[f32; 2]>>,
    pub(super) heights: Vec<Vec<[f32; 2]>>,
}

impl Basis {
    /// A basis for clips like these, of at most so many directions of places and as many of heights.
    ///
    /// # Panics
    /// When there are no clips.
    pub(super) fn new(clouds: &[&Cloud], count: usize) -> Self {
        let floor = clouds.first().expect("a basis is made from clips").mean_height();
        let frames: usize = clouds.iter().map(|cloud| cloud.len()).sum();
        let all = clouds.iter().flat_map(|cloud| (0..cloud.len()).map(move |frame| (cloud, frame)));
        let sample =
            all.step_by(frames.div_ceil(SAMPLE)).map(|(cloud, frame)| cloud.window_vector(frame, floor));
        let (places, heights): (Vec<_>, Vec<_>) = sample.unzip();
        let mean_heights = mean(&heights);
        // Heights are real: as complex numbers they have no second part, and one iteration serves both.
        let centre = |row: &Vec<f32>| row.iter().zip(&mean_heights).map(|(y, m)| [y - m, 0.0]).collect();
        let heights: Vec<Vec<[f32; 2]>> = heights.iter().map(centre).collect();
        let (places, heights) = rayon::join(|| widest(&places, count), || widest(&heights, count));
        Self { floor, mean_heights, places, heights }
    }
}

fn mean(rows: &[Vec<f32>]) -> Vec<f32> {
    let sum = |k: usize| rows.iter().map(|row| f64::from(row[k])).sum::<f64>();
    (0..rows[0].len()).map(|k| (sum(k) / rows.len() as f64) as f32).collect()
}

/// [`directions`] in the widest vectors of the machine.
fn widest(sample: &[Vec<[f32; 2]>], count: usize) -> Vec<Vec<[f32; 2]>> {
    pulp::Arch::new().dispatch(
        #[inline(always)]
        || directions(sample, count),
    )
}

/// About the first principal directions of some vectors, orthonormal (subspace iteration).
#[inline(always)]
fn directions(sample: &[Vec<[f32; 2]>], count: usize) -> Vec<Vec<[f32; 2]>> {
    let apart = sample.len().div_ceil(count);
    let mut found = orthonormal(sample.iter().step_by(apart).cloned().collect());
    for _ in 0..ROUNDS {
        let mut next = vec![vec![[0.0; 2]; sample[0].len()]; found.len()];
        for vector in sample {
            for (direction, next) in found.iter().zip(&mut next) {
                let [re, im] = inner(direction, vector);
                // vector · conj(coordinate)
                for (to, [x, z]) in next.iter_mut().zip(vector) {
                    *to = [to[0] + x * re + z * im, to[1] + z * re - x * im];
                }
            }
        }
        found = orthonormal(next);
    }
    found
}

/// Gram and Schmidt's process, done twice for the digits; vectors that add nothing are dropped.
#[inline(always)]
fn orthonormal(vectors: Vec<Vec<[f32; 2]>>) -> Vec<Vec<[f32; 2]>> {
    let mut found: Vec<Vec<[f32; 2]>> = Vec::new();
    for mut vector in vectors {
        let before = norm(&vector);
        for direction in found.iter().chain(&found) {
            let [re, im] = inner(direction, &vector);
            for (to, [x, z]) in vector.iter_mut().zip(direction) {
                *to = [to[0] - (x * re - z * im), to[1] - (z * re + x * im)];
            }
        }
        let after = norm(&vector);
        if after > 1e-4 * before && after > 0.0 {
            for pair in &mut vector {
                *pair = pair.map(|part| part / after);
            }
            found.push(vector);
        }
    }
    found
}

/// Σ conj(a) b of complex numbers.
#[inline(always)]
pub(super) fn inner(a: &[[f32; 2]], b: &[[f32; 2]]) -> [f32; 2] {
    // Sums side by side, so that the compiler may use vectors.
    const LANES: usize = 8;
    let (mut re, mut im) = ([0.0; LANES], [0.0; LANES]);
    for (a, b) in a.chunks(LANES).zip(b.chunks(LANES)) {
        for (lane, ([x, z], [u, v])) in a.iter().zip(b).enumerate() {
            re[lane] += x * u + z * v;
            im[lane] += x * v - z * u;
        }
    }
    [re.iter().sum(), im.iter().sum()]
}

#[inline(always)]
pub(super) fn norm(a: &[[f32; 2]]) -> f32 {
    inner(a, a)[0].sqrt()
}
