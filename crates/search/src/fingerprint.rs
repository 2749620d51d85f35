//! What a web depends on, in 32 bytes.

use segue_motion::{ClipId, ContentHash};

use crate::WebSettings;

/// Changes whenever the same clips and settings give another web.
const METHOD: u64 = 4;

/// The fingerprints of all pairs of the clips of an index.
#[derive(Clone, Debug)]
pub struct Fingerprints {
    settings: WebSettings,
    /// Of each clip the figure of its family and its motion.
    clips: Vec<[ContentHash; 2]>,
}

impl Fingerprints {
    pub(crate) fn new(settings: WebSettings, clips: Vec<[ContentHash; 2]>) -> Self {
        Self { settings, clips }
    }

    /// [`Index::fingerprint`](crate::Index::fingerprint).
    ///
    /// # Panics
    /// When there are no such clips.
    pub fn of(&self, [first, second]: [ClipId; 2]) -> [u8; 32] {
        let ([figure, first], [_, second]) = (self.clips[first.index()], self.clips[second.index()]);
        fingerprint(&self.settings, &[figure, first, second])
    }
}

/// A fingerprint of the settings and of all motions and skeletons a web is made from.
pub(crate) fn fingerprint(settings: &WebSettings, made_of: &[ContentHash]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&METHOD.to_le_bytes());
    // Named one by one, so that a setting cannot be forgotten.
    let WebSettings {
        rate_hz,
        coarse_hz,
        markers,
        joint_weights,
        half_window_secs,
        slope_limit,
        rise,
        shortest_chain_secs,
        bridge_secs,
        gap_secs,
        diagonal_secs,
        largest_epsilon_metres,
        reach_secs,
        cap_ratio,
        keep_ratio,
    } = settings;
    let numbers = [
        *rate_hz,
        *markers as f64,
        *half_window_secs,
        f64::from(*slope_limit),
        f64::from(*rise),
        *shortest_chain_secs,
        *bridge_secs,
        *gap_secs,
        *diagonal_secs,
        *largest_epsilon_metres,
        *reach_secs,
        *cap_ratio,
        *keep_ratio,
    ];
    for number in numbers {
        hasher.update(&number.to_le_bytes());
    }
    if let Some(coarse_hz) = coarse_hz {
        hasher.update(b"coarse");
        hasher.update(&coarse_hz.to_le_bytes());
    }
    for (joint, weight) in joint_weights {
        hasher.update(&(joint.len() as u64).to_le_bytes());
        hasher.update(joint.as_bytes());
        hasher.update(&weight.to_le_bytes());
    }
    for hash in made_of {
        hasher.update(hash.as_bytes());
    }
    *hasher.finalize().as_bytes()
}
