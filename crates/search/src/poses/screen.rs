//! The directions in which clips are seen from afar.

use segue_register::Cloud;
use segue_store::{ContainerError, FileKind, Reader, Writer};

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
pub struct Screen(pub(super) Basis);

const KIND: FileKind = FileKind {
    tag: *b"SCR",
    name: "a screen",
    version: 1,
    largest: 1 << 24,
    remedy: "index the library again",
};

impl Screen {
    /// A screen for clips like these.
    ///
    /// # Panics
    /// When there are none.
    pub fn of(clouds: &[&Cloud]) -> Self {
        Self(Basis::new(clouds, DIRECTIONS))
    }

    /// The screen as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let Basis { floor, mean_heights, places, heights } = &self.0;
        let mut out = Writer::default();
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
        read(&mut Reader(&body)).map(Self).ok_or_else(|| KIND.damaged("the directions"))
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

fn read(body: &mut Reader<'_>) -> Option<Basis> {
    let floor = body.number().filter(|floor| floor.is_finite())?;
    let mean_heights = values(body)?;
    let pairs = |row: Vec<f32>| row.as_chunks::<2>().0.to_vec();
    let places = (0..directions(body)?).map(|_| values(body).map(pairs)).collect::<Option<_>>()?;
    let single = |row: Vec<f32>| row.into_iter().map(|height| [height, 0.0]).collect::<Vec<_>>();
    let heights: Vec<_> = (0..directions(body)?).map(|_| values(body).map(single)).collect::<Option<_>>()?;
    let is_whole = body.0.is_empty() && heights.iter().all(|row| row.len() == mean_heights.len());
    is_whole.then_some(Basis { floor, mean_heights, places, heights })
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
