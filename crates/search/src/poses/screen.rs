//! The directions in which clips are seen from afar.

use rayon::prelude::*;
use segue_register::Cloud;
use segue_store::{ContainerError, FileKind, Reader, Writer};

use super::Shadow;
use super::basis::Basis;
use super::point::DIRECTIONS;

/// A few directions in which clips differ most, the same for all clips whose [`Shadow`](super::Shadow)s are compared.
///
/// Distances of shadows are never larger than those of the clips, whatever the directions; they are close to these for clips like
/// those the screen was made for.
///
/// ```
/// use segue_actors::sample;
/// use segue_search::WebSettings;
/// use segue_search::poses::{Screen, Shadow};
///
/// let cloud = WebSettings::default().cloud(&sample("walk")?.clip)?;
/// let screen = Screen::of(&[&cloud]);
/// assert_eq!(Screen::decode(&screen.encode())?, screen);
/// assert_eq!(Shadow::of(&cloud, &screen).len(), cloud.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    pub(super) basis: Basis,
    left_out_metres: f64,
    clips: u32,
}

/// A screen is outgrown when it leaves out so many times as much of the clips that there are as of those that it was made for.
const MOST_WORSE: f64 = 1.25;

const KIND: FileKind = FileKind {
    tag: *b"SCR",
    name: "a screen",
    version: 2,
    largest: 1 << 24,
    remedy: "index the library again",
};

impl Screen {
    /// A screen for these clips, or for [more](Self::made_for) like them.
    ///
    /// # Panics
    /// When there are none.
    pub fn of(clouds: &[&Cloud]) -> Self {
        let clips = clouds.len() as u32;
        let bare = Self { basis: Basis::new(clouds, DIRECTIONS), left_out_metres: 0.0, clips };
        let left_out: Vec<f64> =
            clouds.par_iter().map(|cloud| Shadow::of(cloud, &bare).left_out_metres()).collect();
        Self { left_out_metres: mean(&left_out), ..bare }
    }

    /// The same for so many clips, of which it was made of some.
    #[must_use]
    pub fn made_for(self, clips: usize) -> Self {
        Self { clips: clips as u32, ..self }
    }

    /// How far the windows of the clips that it was made for are from what it shows of them, in metres.
    pub fn left_out_metres(&self) -> f64 {
        self.left_out_metres
    }

    /// Whether so many clips are at most twice as many as it was made for: a library that grows clip by clip is looked at anew a few
    /// times only.
    pub fn is_for(&self, clips: usize) -> bool {
        clips <= 2 * self.clips as usize
    }

    /// Whether the screen fits these clips worse, by a quarter, than those that it was made for: searches would have to look at more of
    /// them than with one that is made for these.
    pub fn is_outgrown(&self, shadows: &[Shadow]) -> bool {
        let left_out: Vec<f64> = shadows.iter().map(Shadow::left_out_metres).collect();
        mean(&left_out) > MOST_WORSE * self.left_out_metres
    }

    /// The screen as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let Basis { floor, mean_heights, places, heights } = &self.basis;
        let mut out = Writer::default();
        out.number(self.left_out_metres);
        out.count(self.clips as usize);
        out.number(*floor);
        write(&mut out, mean_heights.iter().copied());
        out.count(places.len());
        for row in places {
            write(&mut out, row.as_flattened().iter().copied());
        }
        out.count(heights.len());
        for row in heights {
            // Heights are real.
            write(&mut out, row.iter().map(|[height, _]| *height));
        }
        KIND.pack(&out.0)
    }

    /// Reads what [`Screen::encode`] wrote.
    ///
    /// # Errors
    /// When the bytes are no screen.
    pub fn decode(bytes: &[u8]) -> Result<Self, ContainerError> {
        let body = KIND.unpack(bytes)?;
        read(&mut Reader(&body)).ok_or_else(|| KIND.damaged("the directions"))
    }

    /// The fingerprint of the screen: shadows on another are not compared with those on this.
    pub fn hash(&self) -> [u8; 32] {
        *blake3::hash(&self.encode()).as_bytes()
    }
}

fn write(out: &mut Writer, values: impl ExactSizeIterator<Item = f32>) {
    out.count(values.len());
    for value in values {
        out.0.extend(value.to_le_bytes());
    }
}

/// The root of the mean square.
fn mean(metres: &[f64]) -> f64 {
    (metres.iter().map(|metres| metres * metres).sum::<f64>() / metres.len().max(1) as f64).sqrt()
}

fn read(body: &mut Reader<'_>) -> Option<Screen> {
    let left_out_metres = body.number().filter(|metres| metres.is_finite() && *metres >= 0.0)?;
    let clips = u32::try_from(body.count()?).ok()?;
    let floor = body.number().filter(|floor| floor.is_finite())?;
    let mean_heights = values(body)?;
    let pairs = |row: Vec<f32>| row.as_chunks::<2>().0.to_vec();
    let places = (0..directions(body)?).map(|_| values(body).map(pairs)).collect::<Option<_>>()?;
    let single = |row: Vec<f32>| row.into_iter().map(|height| [height, 0.0]).collect::<Vec<_>>();
    let heights: Vec<_> = (0..directions(body)?).map(|_| values(body).map(single)).collect::<Option<_>>()?;
    let is_whole = body.0.is_empty() && heights.iter().all(|row| row.len() == mean_heights.len());
    let basis = Basis { floor, mean_heights, places, heights };
    is_whole.then_some(Screen { basis, left_out_metres, clips })
}

fn directions(body: &mut Reader<'_>) -> Option<usize> {
    body.count().filter(|&count| count <= DIRECTIONS)
}

fn values(body: &mut Reader<'_>) -> Option<Vec<f32>> {
    let count = body.length(4)?;
    let bytes = body.take(4 * count)?;
    let values: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    values.iter().all(|value| value.is_finite()).then_some(values)
}
