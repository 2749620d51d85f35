//! Corrections that come and go without a jolt.

use glam::DVec3;

/// Frames over which the speed of a correction at the end of a plant is taken: fewer would be noise.
const SLOPE_FRAMES: usize = 2;

/// Fills the frames in which nothing is planted (`None`): from the correction that a plant ends with, and its speed,
/// to none after `window` frames, and likewise towards the next plant. Where less than two windows lie between two
/// plants, from one correction to the other. Continuous with its first derivative, so a foot leaves the floor from
/// rest, as it stood.
pub(super) fn eased(known: &[Option<DVec3>], window: f64) -> Vec<DVec3> {
    let window = window.max(1.0);
    let mut out: Vec<DVec3> = known.iter().map(|value| value.unwrap_or(DVec3::ZERO)).collect();
    let mut frame = 0;
    while frame < known.len() {
        if known[frame].is_some() {
            frame += 1;
            continue;
        }
        let end = (frame..known.len()).find(|&n| known[n].is_some()).unwrap_or(known.len());
        let gap = Gap {
            before: (frame > 0).then(|| End::of(known, frame - 1, -1)),
            after: (end < known.len()).then(|| End::of(known, end, 1)),
            window,
        };
        for (n, out) in out.iter_mut().enumerate().take(end).skip(frame) {
            *out = gap.at(n as f64);
        }
        frame = end;
    }
    out
}

/// A correction at the end of a plant, and how fast it changes, per frame.
struct End {
    frame: f64,
    value: DVec3,
    slope: DVec3,
}

impl End {
    /// `inwards` is the direction in which the plant lies.
    fn of(known: &[Option<DVec3>], frame: usize, inwards: isize) -> Self {
        let value = known[frame].unwrap_or(DVec3::ZERO);
        let mut slope = DVec3::ZERO;
        for step in (1..=SLOPE_FRAMES).rev() {
            let inner =
                frame.checked_add_signed(inwards * step.cast_signed()).and_then(|n| known.get(n).copied());
            if let Some(Some(inner)) = inner {
                slope = (value - inner) / step as f64 * -(inwards as f64);
                break;
            }
        }
        Self { frame: frame as f64, value, slope }
    }
}

struct Gap {
    before: Option<End>,
    after: Option<End>,
    window: f64,
}

impl Gap {
    fn at(&self, frame: f64) -> DVec3 {
        let fade = |end: &End, towards: f64| {
            let rest =
                End { frame: end.frame + towards * self.window, value: DVec3::ZERO, slope: DVec3::ZERO };
            if (frame - end.frame) * towards >= self.window {
                DVec3::ZERO
            } else {
                hermite(end, &rest, frame)
            }
        };
        match (&self.before, &self.after) {
            (Some(before), Some(after)) if after.frame - before.frame <= 2.0 * self.window => {
                hermite(before, after, frame)
            }
            (before, after) => {
                before.as_ref().map_or(DVec3::ZERO, |end| fade(end, 1.0))
                    + after.as_ref().map_or(DVec3::ZERO, |end| fade(end, -1.0))
            }
        }
    }
}

/// The cubic with these values and slopes.
fn hermite(a: &End, b: &End, frame: f64) -> DVec3 {
    let span = b.frame - a.frame;
    let t = (frame - a.frame) / span;
    let (t2, t3) = (t * t, t * t * t);
    a.value * (2.0 * t3 - 3.0 * t2 + 1.0)
        + a.slope * span * (t3 - 2.0 * t2 + t)
        + b.value * (3.0 * t2 - 2.0 * t3)
        + b.slope * span * (t3 - t2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_and_goes_without_a_step_or_a_kink() {
        let plant = |n: usize| (40..=60).contains(&n).then(|| DVec3::new(0.01 + 0.001 * n as f64, 0.0, 0.0));
        let known: Vec<_> = (0..120).map(plant).collect();
        let eased = eased(&known, 24.0);
        assert!((0..120).all(|n| plant(n).is_none_or(|value| eased[n] == value)));
        assert!(eased[..16].iter().chain(&eased[85..]).all(|value| *value == DVec3::ZERO));
        let bends = eased.windows(3).map(|three| (three[2] - 2.0 * three[1] + three[0]).length());
        assert!(
            bends.fold(0.0, f64::max) < 0.002,
            "6 cm over 24 frames need a bend of 0.6 mm and slopes some more"
        );
    }

    #[test]
    fn goes_straight_from_plant_to_plant_when_they_are_near() {
        let known = [Some(DVec3::X), None, None, None, Some(DVec3::Y)];
        let eased = eased(&known, 24.0);
        assert!((eased[2] - 0.5 * (DVec3::X + DVec3::Y)).length() < 1e-12);
    }

    #[test]
    fn nothing_planted_is_nothing_corrected() {
        assert!(eased(&[None; 9], 5.0).iter().all(|value| *value == DVec3::ZERO));
    }
}
