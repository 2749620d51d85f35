//! What can be chosen about a match web.

use std::collections::BTreeMap;

use segue_motion::{Clip, Skeleton};
use segue_register::{Cloud, Markers, Tiles, Window};

use crate::SearchError;

/// How clips are compared and which paths a web keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct WebSettings {
    /// Frames per second at which clips are compared. 30: the actions found barely change above.
    pub rate_hz: f64,
    /// Where set, a lower rate at which webs are built first; at `rate_hz` only what is near their paths is looked at
    /// (\[KG04\] §3.2). Not set: the direct build misses nothing. Below 20 everything is a chain.
    pub coarse_hz: Option<f64>,
    /// Points of a cloud. 40: all joints of an ordinary figure, and the long bones are not forgotten.
    pub markers: usize,
    /// How much joints count in the comparison, by name; joints not named count 1.
    pub joint_weights: BTreeMap<String, f64>,
    /// Reach of the window around a frame to either side, in seconds. 1/15: half of it finds a sixth less.
    pub half_window_secs: f64,
    /// Frames of one clip that may go with one frame of another. 3: beyond it a warp reads as slow motion.
    pub slope_limit: u8,
    /// How much larger than a minimum a cell may be that still counts as near it: 0.15, as in \[KG04\] §3.1.
    pub rise: f32,
    /// Chains shorter than this are dropped. 0.25, as in \[KG04\] §3.2; 0.5 finds the same long actions in a sixth of
    /// the cells.
    pub shortest_chain_secs: f64,
    /// How far bridges reach, as the sum of the time they take in either clip. 2, as in \[KG04\] §3.2.
    pub bridge_secs: f64,
    /// Gaps in the valid region that are bridged between two chains, in seconds. 0.1: one bad pair of frames, or three, ends no
    /// path.
    pub gap_secs: f64,
    /// Of a clip with itself, how close to the diagonal nothing is looked for: 0.25; more would hide the next punch.
    pub diagonal_secs: f64,
    /// The largest ε the web is meant for, in metres. 0.08: false matches begin at 8.5 to 12 cm.
    pub largest_epsilon_metres: f64,
    /// How far from pairs of frames closer than the largest ε, in seconds of either clip, webs reach at least. 0.25: a match may be
    /// above ε for twice as long, and longer in no match that was found in captures.
    pub reach_secs: f64,
    /// Cells above this many times the largest ε end every path. 2: good paths cross cells far above their mean.
    pub cap_ratio: f64,
    /// Paths with a mean above this many times the largest ε are not kept. 1.5: parts of a sequence may be above its
    /// mean.
    pub keep_ratio: f64,
}

impl Default for WebSettings {
    fn default() -> Self {
        Self {
            rate_hz: 30.0,
            coarse_hz: None,
            markers: 40,
            joint_weights: BTreeMap::new(),
            half_window_secs: 1.0 / 15.0,
            slope_limit: 3,
            rise: 0.15,
            shortest_chain_secs: 0.25,
            bridge_secs: 2.0,
            gap_secs: 0.1,
            diagonal_secs: 0.25,
            largest_epsilon_metres: 0.08,
            reach_secs: 0.25,
            cap_ratio: 2.0,
            keep_ratio: 1.5,
        }
    }
}

/// Below this rate a chain of 0.25 s is three cells, and everything is one.
const COARSEST_HZ: f64 = 20.0;

/// The widest window the distance kernel takes, in frames either side.
const WIDEST_HALF_WINDOW: f64 = 4.5;

/// More frames than this to one would need wider run counters than a path can use.
const LARGEST_SLOPE: f64 = 20.0;

impl WebSettings {
    /// Refuses numbers that make no sense, each by name.
    ///
    /// # Errors
    /// When one does.
    pub fn check(&self) -> Result<(), SearchError> {
        let within = |name, value: f64, low: f64, high: f64| {
            if (low..=high).contains(&value) {
                return Ok(());
            }
            Err(SearchError::Setting { name, found: value.to_string(), allowed: format!("{low} to {high}") })
        };
        within("rate_hz", self.rate_hz, 1.0, 1000.0)?;
        if let Some(coarse_hz) = self.coarse_hz {
            within("coarse_hz", coarse_hz, COARSEST_HZ.min(self.rate_hz), self.rate_hz)?;
        }
        within("markers", self.markers as f64, 1.0, 1000.0)?;
        within("half_window_secs", self.half_window_secs, 0.0, WIDEST_HALF_WINDOW / self.rate_hz)?;
        within("slope_limit", f64::from(self.slope_limit), 1.0, LARGEST_SLOPE)?;
        within("rise", f64::from(self.rise), 0.0, 10.0)?;
        within("shortest_chain_secs", self.shortest_chain_secs, 0.0, 60.0)?;
        within("bridge_secs", self.bridge_secs, 0.0, 60.0)?;
        within("gap_secs", self.gap_secs, 0.0, 1.0)?;
        within("diagonal_secs", self.diagonal_secs, 0.0, 60.0)?;
        within("largest_epsilon_metres", self.largest_epsilon_metres, 1e-3, 1.0)?;
        within("reach_secs", self.reach_secs, 0.0, 60.0)?;
        within("cap_ratio", self.cap_ratio, 1.0, 10.0)?;
        within("keep_ratio", self.keep_ratio, 1.0, self.cap_ratio)
    }

    /// The clouds of a clip as these settings compare it.
    ///
    /// # Errors
    /// When a setting makes no sense, a weight names no joint, or the clip has fewer than two frames.
    pub fn cloud(&self, clip: &Clip) -> Result<Cloud, SearchError> {
        self.check()?;
        let markers = self.markers_on(clip.skeleton())?;
        Ok(Cloud::new(clip, &markers, &self.window(), self.rate_hz)?)
    }

    /// The settings of the webs that are built first, if any are: the same window in seconds, and no lower rate yet.
    pub(crate) fn coarse(&self) -> Option<Self> {
        self.coarse_hz.map(|rate_hz| Self { rate_hz, coarse_hz: None, ..self.clone() })
    }

    /// The widest distance in a web, in metres.
    pub fn cap_metres(&self) -> f64 {
        self.largest_epsilon_metres * self.cap_ratio
    }

    /// The largest mean of a path that is kept, in metres.
    pub fn keep_metres(&self) -> f64 {
        self.largest_epsilon_metres * self.keep_ratio
    }

    pub(crate) fn markers_on(&self, skeleton: &Skeleton) -> Result<Markers, SearchError> {
        Ok(Markers::new(skeleton, self.markers, &self.joint_weights)?)
    }

    pub(crate) fn window(&self) -> Window {
        Window::equal((self.half_window_secs * self.rate_hz).round() as usize)
    }

    /// The settings in frames of the index rate and in squared metres.
    pub(crate) fn rules(&self) -> Rules {
        let frames = |secs: f64| (secs * self.rate_hz).ceil() as usize;
        Rules {
            slope_limit: self.slope_limit,
            rise: self.rise,
            shortest_chain: frames(self.shortest_chain_secs),
            bridge: frames(self.bridge_secs),
            gap: (self.gap_secs * self.rate_hz).round() as usize,
            diagonal: frames(self.diagonal_secs),
            seed: self.largest_epsilon_metres.powi(2) as f32,
            reach: frames(self.reach_secs).div_ceil(Tiles::BLOCK),
            cap: self.cap_metres().powi(2) as f32,
            keep: self.keep_metres().powi(2) as f32,
        }
    }
}

/// [`WebSettings`] in frames of the index rate, and distances as D in m².
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rules {
    pub(crate) slope_limit: u8,
    pub(crate) rise: f32,
    /// The least number of frames a chain spans in one of the clips.
    pub(crate) shortest_chain: usize,
    /// Manhattan distance a bridge stays below.
    pub(crate) bridge: usize,
    /// Pairs of frames that a gap has at most.
    pub(crate) gap: usize,
    /// Columns are at least this far from the row in a clip compared with itself.
    pub(crate) diagonal: usize,
    /// Webs are built near cells below this.
    pub(crate) seed: f32,
    /// How near, in blocks of the distance kernel.
    pub(crate) reach: usize,
    pub(crate) cap: f32,
    pub(crate) keep: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_be_invalid_is_named() {
        let default = WebSettings::default;
        let refused = |settings: WebSettings| match settings.check() {
            Err(SearchError::Setting { name, .. }) => name,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(WebSettings { rate_hz: f64::NAN, ..default() }), "rate_hz");
        assert_eq!(refused(WebSettings { coarse_hz: Some(5.0), ..default() }), "coarse_hz");
        assert_eq!(refused(WebSettings { coarse_hz: Some(31.0), ..default() }), "coarse_hz");
        assert_eq!(refused(WebSettings { markers: 0, ..default() }), "markers");
        assert_eq!(refused(WebSettings { half_window_secs: 1.0, ..default() }), "half_window_secs");
        assert_eq!(refused(WebSettings { slope_limit: 0, ..default() }), "slope_limit");
        assert_eq!(refused(WebSettings { rise: -0.1, ..default() }), "rise");
        assert_eq!(refused(WebSettings { shortest_chain_secs: -1.0, ..default() }), "shortest_chain_secs");
        assert_eq!(refused(WebSettings { bridge_secs: 1e9, ..default() }), "bridge_secs");
        assert_eq!(refused(WebSettings { gap_secs: 2.0, ..default() }), "gap_secs");
        assert_eq!(refused(WebSettings { diagonal_secs: f64::INFINITY, ..default() }), "diagonal_secs");
        assert_eq!(
            refused(WebSettings { largest_epsilon_metres: 0.0, ..default() }),
            "largest_epsilon_metres"
        );
        assert_eq!(refused(WebSettings { reach_secs: -0.1, ..default() }), "reach_secs");
        assert_eq!(refused(WebSettings { cap_ratio: 0.5, ..default() }), "cap_ratio");
        assert_eq!(refused(WebSettings { keep_ratio: 2.5, ..default() }), "keep_ratio");
        assert!(default().check().is_ok());
    }
}
