//! A path on a distance grid.

/// A step from one cell of a path to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next frame of both clips.
    Both,
    /// The next frame of the second clip only.
    Column,
    /// The next frame of the first clip only.
    Row,
}

impl Step {
    /// All of them, in order of their codes.
    pub const ALL: [Self; 3] = [Self::Both, Self::Column, Self::Row];

    /// The step as a number, the same in files: changing it breaks them.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// How far it leads in the first and in the second clip.
    pub fn offset(self) -> [u32; 2] {
        match self {
            Self::Both => [1, 1],
            Self::Column => [0, 1],
            Self::Row => [1, 0],
        }
    }

    /// The same step with the clips swapped.
    #[must_use]
    pub fn transposed(self) -> Self {
        match self {
            Self::Both => Self::Both,
            Self::Column => Self::Row,
            Self::Row => Self::Column,
        }
    }

    /// The step between two neighbouring cells.
    pub(crate) fn between(from: [u32; 2], to: [u32; 2]) -> Self {
        match [to[0] - from[0], to[1] - from[1]] {
            [1, 1] => Self::Both,
            [0, 1] => Self::Column,
            [1, 0] => Self::Row,
            offset => unreachable!("paths go to neighbouring cells, not by {offset:?}"),
        }
    }
}

/// What a path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A run of minima.
    Chain,
    /// A way from one chain to another.
    Bridge {
        /// The chain it leaves, as the number of its path.
        from: u32,
        /// The chain it reaches.
        to: u32,
    },
}

/// One path of a [`Web`](crate::Web): a chain, or a bridge from one chain to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WebPath<'a> {
    /// What it is.
    pub kind: PathKind,
    /// Its first cell: a frame of the first clip and one of the second.
    pub start: [u32; 2],
    pub(crate) steps: &'a [u8],
    pub(crate) levels: &'a [u8],
    pub(crate) cap_metres: f32,
}

impl<'a> WebPath<'a> {
    /// How many cells it has, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a path has a cell")]
    pub fn len(&self) -> usize {
        self.levels.len()
    }

    /// Its cells in order, each with D in m².
    pub fn cells(self) -> impl Iterator<Item = ([u32; 2], f32)> + 'a {
        let mut at = self.start;
        let steps = std::iter::once(None).chain(self.steps.iter().map(|&code| Step::from_code(code)));
        steps.zip(self.levels).map(move |(step, &level)| {
            let [rows, columns] = step.map_or([0, 0], Step::offset);
            at = [at[0] + rows, at[1] + columns];
            (at, value(level, self.cap_metres))
        })
    }

    /// The mean of D over its cells, in m².
    pub fn mean(&self) -> f32 {
        self.cells().map(|(_, value)| value).sum::<f32>() / self.len() as f32
    }
}

/// D in m² as a step of √D between 0 and the cap: 255 of them are 0.6 mm apart at the default cap.
pub(crate) fn level(value: f32, cap_metres: f32) -> u8 {
    (value.sqrt() / cap_metres * 255.0).round() as u8
}

/// D in m² of a level.
pub(crate) fn value(level: u8, cap_metres: f32) -> f32 {
    let metres = f32::from(level) / 255.0 * cap_metres;
    metres * metres
}
