//! The match web of two clips.

use std::ops::Range;

use segue_register::{Cloud, Columns};

use crate::bridges::{Bridge, bridges};
use crate::cells::Cells;
use crate::chains::chains;
use crate::gaps::{Gap, gaps};
use crate::path::{PathKind, Step, WebPath, level};
use crate::seeds::Seeds;
use crate::sweep::{Duo, Needed, Sweep};
use crate::{SearchError, WebSettings, guide};

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

/// Why a sweep that was given no limit does not stop.
const NO_LIMIT: &str = "a sweep without a limit takes what it needs";

impl Web {
    /// The web of two clips.
    ///
    /// # Panics
    /// When the clouds were made with different settings, or there is no memory.
    pub fn between(first: &Cloud, second: &Cloud, settings: &WebSettings) -> Self {
        Self::whole(&mut Sweep::default(), Duo::between(first, second), settings).expect(NO_LIMIT)
    }

    /// The web of a clip with itself.
    pub fn within(clip: &Cloud, settings: &WebSettings) -> Self {
        let duo = Duo::within(clip, &settings.rules());
        Self::whole(&mut Sweep::default(), duo, settings).expect(NO_LIMIT)
    }

    /// The web of a grid of which every cell is computed.
    pub(crate) fn whole(sweep: &mut Sweep, duo: Duo<'_>, settings: &WebSettings) -> Result<Self, Needed> {
        let cells = sweep.whole(duo, &settings.rules())?;
        Ok(Self::of_cells(&cells, duo, settings))
    }

    /// The same, of close pairs in some rows and columns alone.
    pub(crate) fn part(
        part: &[Range<usize>; 2],
        columns: &Columns,
        duo: Duo<'_>,
        settings: &WebSettings,
        sweep: &mut Sweep,
    ) -> Result<Self, Needed> {
        let cells = sweep.part(part, columns, duo, &settings.rules())?;
        Ok(Self::of_cells(&cells, duo, settings))
    }

    /// The same, where all close pairs of frames are in some squares.
    pub(crate) fn among(
        candidates: &Seeds,
        columns: &Columns,
        duo: Duo<'_>,
        settings: &WebSettings,
        sweep: &mut Sweep,
    ) -> Result<Self, Needed> {
        let cells = sweep.among(candidates, columns, duo, &settings.rules())?;
        Ok(Self::of_cells(&cells, duo, settings))
    }

    /// A web without paths.
    pub(crate) fn empty(duo: Duo<'_>, settings: &WebSettings) -> Self {
        Self {
            frames: duo.clouds.map(|cloud| cloud.len() as u32),
            with_itself: duo.nearest.is_some(),
            rate_hz: settings.rate_hz,
            largest_epsilon_metres: settings.largest_epsilon_metres,
            cap_metres: settings.cap_metres() as f32,
            heads: Vec::new(),
            steps: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// The web of two clips, or of a clip with itself when they are one, that is found near the paths of a web at a lower
    /// rate (\[KG04\] §3.2): its paths are those of the direct build, as far as the coarse web leads to them.
    ///
    /// # Panics
    /// When the clouds were made with different settings.
    pub fn near(coarse: &Self, clouds: [&Cloud; 2], settings: &WebSettings) -> Self {
        Self::near_within(&mut Sweep::default(), coarse, clouds, settings).expect(NO_LIMIT)
    }

    pub(crate) fn near_within(
        sweep: &mut Sweep,
        coarse: &Self,
        clouds: [&Cloud; 2],
        settings: &WebSettings,
    ) -> Result<Self, Needed> {
        let rules = settings.rules();
        let duo = Duo { clouds, nearest: coarse.is_with_itself().then_some(rules.diagonal) };
        let region = guide::near(coarse, clouds.map(Cloud::len));
        Ok(Self::of_cells(&sweep.near(&region, duo, &rules)?, duo, settings))
    }

    fn of_cells(cells: &Cells, duo: Duo<'_>, settings: &WebSettings) -> Self {
        let (rules, clouds) = (settings.rules(), duo.clouds);
        let mut web = Self::empty(duo, settings);
        if cells.len() == 0 {
            return web;
        }
        let chains = chains(cells, &rules);
        let bridges = bridges(cells, &chains, &rules);
        let distance =
            |[row, column]: [usize; 2]| clouds[0].place(row as f64, clouds[1], column as f64).distance as f32;
        let gaps = gaps(cells, &chains, &bridges, &rules, distance);
        for chain in &chains {
            web.push(PathKind::Chain, cells, chain);
        }
        for Bridge { from, to, cells: way } in &bridges {
            web.push(PathKind::Bridge { from: *from, to: *to }, cells, way);
        }
        for gap in &gaps {
            web.push_gap(gap);
        }
        web.useful()
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
    pub fn paths(&self) -> impl ExactSizeIterator<Item = WebPath<'_>> {
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

    pub(crate) fn path(&self, number: usize) -> WebPath<'_> {
        let Head { kind, start, first_level } = self.heads[number];
        let first = first_level as usize;
        let end = self.heads.get(number + 1).map_or(self.levels.len(), |next| next.first_level as usize);
        // Each path before has one step fewer than it has cells.
        let steps = &self.steps[first - number..end - number - 1];
        WebPath { kind, start, steps, levels: &self.levels[first..end], cap_metres: self.cap_metres }
    }

    fn push_gap(&mut self, gap: &Gap) {
        let first_level = u32::try_from(self.levels.len()).expect("a web has fewer than 2³² cells");
        let place = |cell: [usize; 2]| cell.map(|frame| frame as u32);
        let kind = PathKind::Bridge { from: gap.from, to: gap.to };
        self.heads.push(Head { kind, start: place(gap.cells[0]), first_level });
        let steps = gap.cells.windows(2).map(|pair| Step::between(place(pair[0]), place(pair[1])).code());
        self.steps.extend(steps);
        let cap_metres = self.cap_metres;
        self.levels.extend(gap.values.iter().map(|&value| level(value, cap_metres)));
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
