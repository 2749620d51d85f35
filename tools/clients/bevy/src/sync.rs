//! What `segue sync --format bevy` writes, and how times of one clip become times of another.
#![allow(dead_code, reason = "a helper to copy; the check plays one clip")]

/// The sheet; derive `serde::Deserialize` on all three and read it with `ron::from_str`.
pub struct SyncSheet {
    pub version: u32,
    pub reference: String,
    pub looping: bool,
    pub phases: Vec<f32>,
    pub clips: Vec<SyncClip>,
}

pub struct SyncClip {
    pub name: String,
    pub duration_secs: f32,
    pub timeline_secs: Vec<f32>,
    pub markers: Vec<Marker>,
}

pub struct Marker {
    pub name: String,
    pub secs: f32,
    pub phase: f32,
}

impl SyncSheet {
    /// The moment of one clip that corresponds to a moment of another, in seconds.
    pub fn corresponding(&self, from: &SyncClip, to: &SyncClip, secs: f32) -> f32 {
        let first = from.timeline_secs[0];
        let secs = if self.looping { first + (secs - first).rem_euclid(from.duration_secs) } else { secs };
        let found = look_up(&self.phases, &to.timeline_secs, look_up(&from.timeline_secs, &self.phases, secs));
        if self.looping { found.rem_euclid(to.duration_secs) } else { found }
    }
}

/// The value of the broken line through `(from[i], to[i])`.
fn look_up(from: &[f32], to: &[f32], at: f32) -> f32 {
    let after = from.partition_point(|&value| value < at).clamp(1, from.len() - 1);
    let share = ((at - from[after - 1]) / (from[after] - from[after - 1])).clamp(0.0, 1.0);
    to[after - 1] + share * (to[after] - to[after - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clip(name: &str, duration_secs: f32, first: f32) -> SyncClip {
        let timeline_secs = (0..=4).map(|n| first + duration_secs * n as f32 / 4.0).collect();
        SyncClip { name: name.into(), duration_secs, timeline_secs, markers: Vec::new() }
    }

    #[test]
    fn loops_that_begin_elsewhere_correspond_all_the_way_round() {
        let (walk, run) = (clip("walk", 1.0, 0.4), clip("run", 0.6, 0.1));
        let phases = (0..=4).map(|n| n as f32 / 4.0).collect();
        let sheet = SyncSheet { version: 2, reference: "walk".into(), looping: true, phases, clips: Vec::new() };
        for secs in [0.0, 0.2, 0.4, 0.9, 1.7] {
            let there = sheet.corresponding(&walk, &run, secs);
            assert!((0.0..0.6).contains(&there));
            let back = sheet.corresponding(&run, &walk, there);
            let apart = (back - secs).rem_euclid(1.0);
            assert!(apart.min(1.0 - apart) < 1e-4, "{secs} {there} {back}");
        }
        assert!((sheet.corresponding(&walk, &run, 0.4) - 0.1).abs() < 1e-6);
    }
}
