//! A stretch of a clip.

use segue_motion::ClipId;

/// Frames `first` to `last` of a clip of an [`Index`](crate::Index), at the index rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// The clip, by its number in the index.
    pub clip: ClipId,
    /// The first frame.
    pub first: usize,
    /// The last frame, not before the first.
    pub last: usize,
}

impl Segment {
    /// Number of frames, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a segment has a frame")]
    pub fn len(&self) -> usize {
        self.last + 1 - self.first
    }

    /// Frames in common ÷ frames of the longer; 0 for segments of different clips.
    ///
    /// ```
    /// use segue_motion::ClipId;
    /// use segue_search::Segment;
    ///
    /// let (clip, other) = (ClipId::FIRST, ClipId::SECOND);
    /// let first = Segment { clip, first: 0, last: 9 };
    /// assert_eq!(first.overlap(&Segment { clip, first: 5, last: 24 }), 0.25);
    /// assert_eq!(first.overlap(&Segment { clip: other, first: 0, last: 9 }), 0.0);
    /// ```
    pub fn overlap(&self, other: &Self) -> f64 {
        let common = (self.last.min(other.last) + 1).saturating_sub(self.first.max(other.first));
        if self.clip != other.clip {
            return 0.0;
        }
        common as f64 / self.len().max(other.len()) as f64
    }
}
