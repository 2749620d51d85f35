//! What comes after reading: clips that no person would capture, but that are valid, go through everything.

use glam::{Quat, Vec3};
use segue::blend::quality::Quality;
use segue::blend::{CleanUp, InterpolateSettings, clean_up};
use segue::formats::{Format, WriteOptions, encode};
use segue::motion::{Anatomy, Clip, ClipSet, FrameRange};
use segue::register::RegisterSettings;
use segue::search::{Index, SearchSettings, WebSettings};
use segue::{Cast, motion};
use segue_numeric::Random;

use super::figure::{leg, walker};
use crate::Target;
use crate::mutate::below;

/// Clips that pieces are cut from, made once, figure by figure: walks of different paces and one that stands, and a lone leg, which
/// takes less time.
type Sources = [Vec<Clip>; 2];

fn sources() -> Sources {
    let walks = [("slow", 0.7), ("walk", 0.9), ("fast", 1.4), ("stand", 0.0)];
    [walks.map(|(name, pace)| walker(name, 90, pace)).to_vec(), vec![leg(90)]]
}

/// Registers two clips, blends, cleans up, judges and writes them.
pub(super) fn blend() -> Target {
    let sources = sources();
    Target::plain("blend-chain", vec![Vec::new()], move |bytes| {
        let mut dice = dice_of(bytes);
        let set: Vec<Clip> = clips(bytes, &sources, &mut dice).into_iter().flatten().collect();
        let Ok(set) = ClipSet::of(set) else { return false };
        let settings = RegisterSettings { force: true, ..RegisterSettings::default() };
        let Ok(cast) = Cast::register(&set, &settings) else { return false };
        let share = dice.unit();
        let Ok(ensemble) = cast.ensemble() else { return false };
        let Ok(made) = cast.interpolate(&ensemble, &[share, 1.0 - share], &InterpolateSettings::default())
        else {
            return false;
        };
        let cleaned = clean_up(&made.clip, &made.trace, cast.clips(), &CleanUp::default());
        let clip = cleaned.expect("what was blended can be cleaned up").clip;
        let _ = Quality::of(&clip, &Anatomy::of(clip.skeleton()));
        let is_finite =
            clip.frames().all(|pose| pose.root.is_finite() && pose.rotations.iter().all(|q| q.is_finite()));
        assert!(is_finite, "numbers that are none");
        encode(Format::Bvh, std::slice::from_ref(&clip), None, &WriteOptions::default())
            .expect("what is made can be written");
        true
    })
}

/// Indexes two clips and searches for a stretch of one.
pub(super) fn search() -> Target {
    let sources = sources();
    Target::plain("search-chain", vec![Vec::new()], move |bytes| {
        let mut dice = dice_of(bytes);
        let clips = clips(bytes, &sources, &mut dice);
        let Ok(mut index) = Index::new(WebSettings::default()) else { return false };
        let mut added = Vec::new();
        for clip in clips.into_iter().flatten() {
            added.extend(index.add(&clip).map(|id| (id, clip.last_frame())));
        }
        index.build_missing();
        let Some(&(id, last)) = added.first() else { return false };
        let first = below(&mut dice, last);
        let range = FrameRange { first, last: first + below(&mut dice, last - first + 1) };
        let Ok(query) = index.segment(id, range) else { return false };
        index.search(query, &SearchSettings::default()).is_ok()
    })
}

fn dice_of(bytes: &[u8]) -> Random {
    Random::new(bytes.iter().fold(1_u64, |sum, &byte| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte)))
}

/// Two clips: plain ones for an input without bytes.
fn clips(bytes: &[u8], sources: &Sources, dice: &mut Random) -> [Option<Clip>; 2] {
    if bytes.is_empty() {
        return [1, 2].map(|n| Some(sources[0][n].slice(FrameRange { first: 0, last: 45 })));
    }
    // Legs most often: there is time for several of them in that of a body.
    let sources = &sources[below(dice, 4).min(1)];
    [clip(sources, dice), clip(sources, dice)]
}

/// A piece of a clip at some rate, shaken, moved and bent in ways that no body moves.
fn clip(sources: &[Clip], dice: &mut Random) -> Option<Clip> {
    let whole = &sources[below(dice, sources.len())];
    let first = below(dice, whole.last_frame());
    // Short ones show as much and leave time for many.
    let length = [1, 2, 2, 3, 4, 5, 8, 20][below(dice, 8)];
    let piece = whole.slice(FrameRange { first, last: (first + length).min(whole.last_frame()) });
    let rates = [0.5, 12.0, 30.0, 30.0, 60.0];
    let piece =
        motion::resampled(&piece, rates[below(dice, rates.len())], motion::Interpolation::default()).ok()?;
    let shake = [0.0, 0.0, 1e-3, 0.3, 3.0][below(dice, 5)];
    let moved = [0.0, 0.0, 0.1, 1e3, 1e6][below(dice, 5)];
    let frozen = below(dice, 4) == 0;
    let mut still = None;
    piece
        .map_poses(|_, pose| {
            if let Some(still) = still.clone().filter(|_| frozen) {
                *pose = still;
            }
            for rotation in &mut pose.rotations {
                let axis = Vec3::new(dice.signed() as f32, dice.signed() as f32, dice.signed() as f32);
                *rotation = (*rotation * Quat::from_scaled_axis(axis * shake)).normalize();
            }
            pose.root += moved * Vec3::new(dice.signed() as f32, 0.0, dice.signed() as f32);
            still = Some(pose.clone());
        })
        .ok()
}
