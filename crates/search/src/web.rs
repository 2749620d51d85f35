//! The match web of two clips.

use segue_register::Cloud;

use crate::bridges::{Bridge, bridges};
use crate::cells::Cells;
use crate::chains::chains;
use crate::guide::Guide;
use crate::path::{Path, PathKind, Step, level};
use crate::prune::Prepared;
use crate::{SearchError, WebSettings, sweep};

/// All segments of two clips that may be similar, as a network of paths on their distance grid (\[KG04\] §3.2).
///
/// Rows are frames of the first clip at the index rate, columns frames of the second. Distances are kept in 255 steps up
/// to the cap. Of a clip with itself only the paths above the diagonal are kept, the others being their mirror images.
#[derive(Clone, Debug, PartialEq)]
pub struct Web {
    pub(crate) frames: [u32; 2],
    pub(crate) with_itself: bool,
    pub(crate) rate_hz: f64,
    pub(crate) largest_epsilon_metres: f64,
    pub(crate) cap_metres: f32,
    pub(crate) heads: Vec<Head>,
    /// Codes of the steps of all paths, one fewer per path than cells.
    pub(crate) steps: Vec<u8>,
    /// Quantised distances of the cells of all paths.
    pub(crate) levels: Vec<u8>,
}

/// Where a path starts, on the grid and in the lists of the web.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Head {
    pub(crate) kind: PathKind,
    pub(crate) start: [u32; 2],
    pub(crate) first_level: u32,
}

impl Web {
    /// The web of two clips.
    ///
    /// # Panics
    /// When the clouds were made with different settings.
    pub fn between(first: &Cloud, second: &Cloud, settings: &WebSettings) -> Self {
        let cells = sweep::between(first, second, &settings.rules());
        Self::of_cells(&cells, [first.len(), second.len()], false, settings)
    }

    /// The web of a clip with itself.
    pub fn within(clip: &Cloud, settings: &WebSettings) -> Self {
        let cells = sweep::within(clip, &settings.rules());
        Self::of_cells(&cells, [clip.len(), clip.len()], true, settings)
    }

    /// [`Web::between`] for clips that are prepared, so that cells above the cap need not all be computed.
    ///
    /// # Panics
    /// When the clips were prepared with different bases or settings.
    pub fn between_prepared(first: Prepared<'_>, second: Prepared<'_>, settings: &WebSettings) -> Self {
        let cells = sweep::between_prepared(first, second, &settings.rules());
        Self::of_cells(&cells, [first.cloud.len(), second.cloud.len()], false, settings)
    }

    /// [`Web::within`] for a clip that is prepared.
    ///
    /// # Panics
    /// When the clip was prepared with other settings.
    pub fn within_prepared(clip: Prepared<'_>, settings: &WebSettings) -> Self {
        let cells = sweep::within_prepared(clip, &settings.rules());
        Self::of_cells(&cells, [clip.cloud.len(), clip.cloud.len()], true, settings)
    }

    /// The web of two clips, or of a clip with itself when they are one, that is found near the paths of a web at a lower
    /// rate (\[KG04\] §3.2): its paths are those of the direct build, as far as the coarse web leads to them.
    ///
    /// # Panics
    /// When the clouds were made with different settings.
    pub fn near(coarse: &Self, clouds: [&Cloud; 2], settings: &WebSettings) -> Self {
        let frames = clouds.map(Cloud::len);
        let (rules, with_itself) = (settings.rules(), coarse.is_with_itself());
        let nearest = with_itself.then_some(rules.diagonal);
        let cells = sweep::near(&Guide::new(coarse, frames), clouds, nearest, &rules);
        Self::of_cells(&cells, frames, with_itself, settings)
    }

    pub(crate) fn of_cells(
        cells: &Cells,
        frames: [usize; 2],
        with_itself: bool,
        settings: &WebSettings,
    ) -> Self {
        let rules = settings.rules();
        let chains = chains(cells, &rules);
        let bridges = bridges(cells, &chains, &rules);
        let mut web = Self {
            frames: frames.map(|frames| frames as u32),
            with_itself,
            rate_hz: settings.rate_hz,
            largest_epsilon_metres: settings.largest_epsilon_metres,
            cap_metres: settings.cap_metres() as f32,
            heads: Vec::new(),
            steps: Vec::new(),
            levels: Vec::new(),
        };
        for chain in &chains {
            web.push(PathKind::Chain, cells, chain);
        }
        for Bridge { from, to, cells: way } in &bridges {
            web.push(PathKind::Bridge { from: *from, to: *to }, cells, way);
        }
        web
    }

    /// Frames of the two clips at the index rate.
    pub fn frames(&self) -> [usize; 2] {
        self.frames.map(|frames| frames as usize)
    }

    /// Whether it is the web of a clip with itself.
    pub fn is_with_itself(&self) -> bool {
        self.with_itself
    }

    /// The largest ε it is meant for, in metres.
    pub fn largest_epsilon_metres(&self) -> f64 {
        self.largest_epsilon_metres
    }

    /// Number of paths.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether nothing in the clips is alike.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Cells of all paths together.
    pub fn cells(&self) -> usize {
        self.levels.len()
    }

    /// The paths: first the chains, then the bridges.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = Path<'_>> {
        (0..self.heads.len()).map(|number| self.path(number))
    }

    /// Refuses settings that would give other cells.
    pub(crate) fn check_settings(&self, settings: &WebSettings) -> Result<(), SearchError> {
        let same = |what, found: f64, expected: f64| {
            let close = (found - expected).abs() <= 1e-6 * expected;
            if close { Ok(()) } else { Err(SearchError::OtherSettings { what, found, expected }) }
        };
        same("a rate in Hz of", self.rate_hz, settings.rate_hz)?;
        same("a largest ε in metres of", self.largest_epsilon_metres, settings.largest_epsilon_metres)?;
        same("a cap in metres of", f64::from(self.cap_metres), settings.cap_metres())
    }

    fn path(&self, number: usize) -> Path<'_> {
        let Head { kind, start, first_level } = self.heads[number];
        let first = first_level as usize;
        let end = self.heads.get(number + 1).map_or(self.levels.len(), |next| next.first_level as usize);
        // Each path before has one step fewer than it has cells.
        let steps = &self.steps[first - number..end - number - 1];
        Path { kind, start, steps, levels: &self.levels[first..end], cap_metres: self.cap_metres }
    }

    fn push(&mut self, kind: PathKind, cells: &Cells, way: &[u32]) {
        let first_level = u32::try_from(self.levels.len()).expect("a web has fewer than 2³² cells");
        let mut row = cells.row_of(way[0]);
        let mut at = [row as u32, cells.column(way[0]) as u32];
        self.heads.push(Head { kind, start: at, first_level });
        for (n, &cell) in way.iter().enumerate() {
            if cell >= cells.row(row).end {
                row += 1;
            }
            let to = [row as u32, cells.column(cell) as u32];
            if n > 0 {
                self.steps.push(Step::between(at, to).code());
            }
            at = to;
            self.levels.push(level(cells.value(cell), self.cap_metres));
        }
    }
}
