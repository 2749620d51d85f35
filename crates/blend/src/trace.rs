//! How each frame of a blend was made.

use segue_motion::{ClipId, FrameRange, Ground};

use crate::Player;

/// Of which moments of which clips each frame of a motion was made: one [`Moment`] for each frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    moments: Vec<Moment>,
}

/// One frame of a motion: the clips that have weight in it. Weights sum to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// The clips that take part, at least one.
    pub parts: Vec<MomentPart>,
}

/// One clip in one frame of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MomentPart {
    /// The clip.
    pub clip: ClipId,
    /// How much it counts, not 0.
    pub weight: f64,
    /// Its moment, in seconds from its first frame.
    pub secs: f64,
    /// Where it stands: carries the clip at this moment to the motion.
    pub world_from_clip: Ground,
}

impl Trace {
    /// Adds the frame that a player has just made with these weights.
    pub(crate) fn push(&mut self, player: &Player, weights: &[f64]) {
        let (u, registration) = (player.u(), player.ensemble().registration());
        let sum: f64 = weights.iter().sum();
        let with_weight = ClipId::all(weights.len()).zip(weights).filter(|(_, weight)| **weight != 0.0);
        let part = |(clip, weight): (ClipId, &f64)| MomentPart {
            clip,
            weight: weight / sum,
            secs: registration.timewarp().at(clip, u),
            world_from_clip: player.world_from_aligned() * registration.reference_from_clip(clip, u),
        };
        self.moments.push(Moment { parts: with_weight.map(part).collect() });
    }

    /// Adds a frame of one clip alone.
    pub(crate) fn push_alone(&mut self, clip: ClipId, secs: f64, world_from_clip: Ground) {
        self.moments.push(Moment { parts: vec![MomentPart { clip, weight: 1.0, secs, world_from_clip }] });
    }

    /// How some of the frames were made.
    pub(crate) fn slice(&self, frames: FrameRange) -> Self {
        Self { moments: self.moments[frames.first..=frames.last].to_vec() }
    }

    /// The frames in order.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }
}

impl Moment {
    /// How mixed the clips are: 0 for one alone, 1 for two halfway, and 1 far beyond the clips.
    pub fn mixed(&self) -> f64 {
        let squares: f64 = self.parts.iter().map(|part| part.weight * part.weight).sum();
        (2.0 * (1.0 - squares).abs()).min(1.0)
    }

    /// Whether it is one clip alone.
    pub fn is_alone(&self) -> bool {
        self.mixed() < ALONE
    }

    /// The weighted mean of a number of each part.
    pub(crate) fn mean<T: std::iter::Sum<T>>(&self, of: impl Fn(&MomentPart) -> T) -> T
    where
        f64: std::ops::Mul<T, Output = T>,
    {
        self.parts.iter().map(|part| part.weight * of(part)).sum()
    }
}

/// Clips mixed less than this are one alone.
const ALONE: f64 = 1e-9;
