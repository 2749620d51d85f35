//! Constraint annotations: which point of the body is planted, and when.

use std::collections::BTreeMap;
use std::fmt;

use crate::Side;

/// A point of the body that can be planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ConstraintKind {
    LeftHeel,
    LeftToe,
    RightHeel,
    RightToe,
    LeftWrist,
    RightWrist,
}

impl ConstraintKind {
    /// Every kind, in order.
    pub const ALL: [Self; 6] =
        [Self::LeftHeel, Self::LeftToe, Self::RightHeel, Self::RightToe, Self::LeftWrist, Self::RightWrist];

    /// The heel of a side.
    pub fn heel(side: Side) -> Self {
        match side {
            Side::Left => Self::LeftHeel,
            Side::Right => Self::RightHeel,
        }
    }

    /// The toe of a side.
    pub fn toe(side: Side) -> Self {
        match side {
            Side::Left => Self::LeftToe,
            Side::Right => Self::RightToe,
        }
    }

    /// The wrist of a side.
    pub fn wrist(side: Side) -> Self {
        match side {
            Side::Left => Self::LeftWrist,
            Side::Right => Self::RightWrist,
        }
    }

    /// The name used in files: `left_heel`, `left_toe`, ….
    pub fn name(self) -> &'static str {
        match self {
            Self::LeftHeel => "left_heel",
            Self::LeftToe => "left_toe",
            Self::RightHeel => "right_heel",
            Self::RightToe => "right_toe",
            Self::LeftWrist => "left_wrist",
            Self::RightWrist => "right_wrist",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The same point on the other side of the body.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::LeftHeel => Self::RightHeel,
            Self::LeftToe => Self::RightToe,
            Self::RightHeel => Self::LeftHeel,
            Self::RightToe => Self::LeftToe,
            Self::LeftWrist => Self::RightWrist,
            Self::RightWrist => Self::LeftWrist,
        }
    }
}

impl fmt::Display for ConstraintKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Frames `first` to `last`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameRange {
    /// First frame.
    pub first: usize,
    /// Last frame, not before `first`.
    pub last: usize,
}

impl FrameRange {
    /// Frames `first` to `last`; `None` when `last` comes before `first`.
    pub fn new(first: usize, last: usize) -> Option<Self> {
        (first <= last).then_some(Self { first, last })
    }

    /// Number of frames, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a range is never empty")]
    pub fn len(self) -> usize {
        self.last - self.first + 1
    }

    /// Whether `frame` lies in the range.
    pub fn contains(self, frame: usize) -> bool {
        (self.first..=self.last).contains(&frame)
    }

    /// The frames that both ranges share.
    pub fn intersection(self, other: Self) -> Option<Self> {
        Self::new(self.first.max(other.first), self.last.min(other.last))
    }
}

impl fmt::Display for FrameRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

/// When each point of the body is planted: per kind disjoint intervals in order of time.
///
/// ```
/// use segue_motion::{ConstraintKind, Constraints, FrameRange};
///
/// let range = |first, last| FrameRange::new(first, last).unwrap();
/// let mut plants = Constraints::default();
/// plants.set(ConstraintKind::LeftToe, vec![range(0, 10), range(20, 30)])?;
/// assert!(plants.holds(ConstraintKind::LeftToe, 25));
/// assert!(plants.set(ConstraintKind::LeftHeel, vec![range(0, 10), range(10, 30)]).is_err());
/// # Ok::<(), segue_motion::ConstraintError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    intervals: BTreeMap<ConstraintKind, Vec<FrameRange>>,
}

/// Two intervals of one kind are out of order or share a frame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("intervals {before} and {after} of {kind} must be in order and share no frame")]
pub struct ConstraintError {
    /// The kind.
    pub kind: ConstraintKind,
    /// The interval that is listed first.
    pub before: FrameRange,
    /// The one after it.
    pub after: FrameRange,
}

impl Constraints {
    /// Replaces the intervals of one kind.
    ///
    /// # Errors
    /// When they are not disjoint and in order.
    pub fn set(&mut self, kind: ConstraintKind, intervals: Vec<FrameRange>) -> Result<(), ConstraintError> {
        if let Some(pair) = intervals.windows(2).find(|pair| pair[0].last >= pair[1].first) {
            return Err(ConstraintError { kind, before: pair[0], after: pair[1] });
        }
        if intervals.is_empty() {
            self.intervals.remove(&kind);
        } else {
            self.intervals.insert(kind, intervals);
        }
        Ok(())
    }

    /// The intervals of one kind, in order.
    pub fn of(&self, kind: ConstraintKind) -> &[FrameRange] {
        self.intervals.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// Kinds that occur, with their intervals.
    pub fn iter(&self) -> impl Iterator<Item = (ConstraintKind, &[FrameRange])> {
        self.intervals.iter().map(|(&kind, intervals)| (kind, intervals.as_slice()))
    }

    /// Whether nothing is planted at any time.
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// Whether the point is planted at `frame`.
    pub fn holds(&self, kind: ConstraintKind, frame: usize) -> bool {
        self.of(kind).iter().any(|range| range.contains(frame))
    }

    /// The annotations with every interval passed through `f`, which must keep their order. Intervals for which it returns
    /// `None` are dropped; intervals that then overlap are joined.
    #[must_use]
    pub fn map(&self, f: impl Fn(FrameRange) -> Option<FrameRange>) -> Self {
        let joined = |intervals: &[FrameRange]| {
            let mut out: Vec<FrameRange> = Vec::with_capacity(intervals.len());
            for range in intervals.iter().copied().filter_map(&f) {
                match out.last_mut() {
                    Some(last) if range.first <= last.last => last.last = last.last.max(range.last),
                    _ => out.push(range),
                }
            }
            out
        };
        let intervals = self.intervals.iter().map(|(&kind, list)| (kind, joined(list)));
        Self { intervals: intervals.filter(|(_, list)| !list.is_empty()).collect() }
    }

    /// The annotations with left and right swapped.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self {
            intervals: self.intervals.iter().map(|(kind, list)| (kind.mirrored(), list.clone())).collect(),
        }
    }
}
