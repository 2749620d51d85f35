//! Keyed curves and what lies between their keys.

use std::rc::Rc;

use glam::{DQuat, DVec3, DVec4};

use super::accessor::Accessors;
use super::document::Sampler;
use crate::error::{Fault, Problem};

/// How a curve runs from key to key, as the format defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interpolation {
    /// Straight for vectors, along the shorter arc for rotations.
    Linear,
    /// Stays until the next key.
    Step,
    /// Hermite spline with an arriving and a leaving tangent at every key, per second.
    CubicSpline,
}

/// What a curve moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    Translation,
    Rotation,
    Scale,
}

impl Property {
    fn components(self) -> usize {
        match self {
            Self::Rotation => 4,
            Self::Translation | Self::Scale => 3,
        }
    }
}

/// A keyed curve: at least one key, times never decreasing, as many values as keys (three times as many for a cubic
/// spline), all finite.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    times: Rc<[f32]>,
    values: Rc<[f32]>,
    interpolation: Interpolation,
    property: Property,
}

impl Curve {
    /// The curve of a sampler that moves `property`.
    pub(super) fn read(
        sampler: &Sampler,
        property: Property,
        accessors: &mut Accessors<'_>,
    ) -> Result<Self, Fault> {
        let times = accessors.floats(sampler.input, 1)?;
        let values = accessors.floats(sampler.output, property.components())?;
        let interpolation = match sampler.interpolation.as_deref() {
            None | Some("LINEAR") => Interpolation::Linear,
            Some("STEP") => Interpolation::Step,
            Some("CUBICSPLINE") => Interpolation::CubicSpline,
            Some(other) => {
                let expected = "interpolation LINEAR, STEP or CUBICSPLINE";
                return Err(Problem::unexpected(expected, format!("`{other}`")).into());
            }
        };
        Ok(Self::new(times, values, interpolation, property)?)
    }

    fn new(
        times: Rc<[f32]>,
        values: Rc<[f32]>,
        interpolation: Interpolation,
        property: Property,
    ) -> Result<Self, Problem> {
        let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let found = values.len() / property.components();
        if times.is_empty() || found != times.len() * per_key {
            let expected = format!("{} values for {} keys", times.len() * per_key, times.len());
            return Err(Problem::unexpected(expected, format!("{found} values")));
        }
        if let Some(back) = times.windows(2).position(|pair| pair[1] < pair[0]) {
            let found = format!("{} s after {} s at key {}", times[back + 1], times[back], back + 1);
            return Err(Problem::unexpected("key times in increasing order", found));
        }
        Ok(Self { times, values, interpolation, property })
    }

    /// Whether the curve never leaves a position or scale. A cubic spline may swing between its keys and counts as leaving.
    pub(super) fn stays_at(&self, place: DVec3) -> bool {
        let near = |key| (self.value(key).truncate() - place).abs().max_element() < 1e-6;
        self.interpolation != Interpolation::CubicSpline && (0..self.times.len()).all(near)
    }

    /// Key times in seconds.
    pub(super) fn times(&self) -> &Rc<[f32]> {
        &self.times
    }

    /// The position or scale at a time; before the first and after the last key the curve stays.
    pub(super) fn vector(&self, time: f64) -> DVec3 {
        let (key, fraction) = self.find(time);
        if fraction == 0.0 {
            return self.value(key).truncate();
        }
        match self.interpolation {
            Interpolation::Step => self.value(key),
            Interpolation::Linear => self.value(key).lerp(self.value(key + 1), fraction),
            Interpolation::CubicSpline => self.hermite(key, fraction),
        }
        .truncate()
    }

    /// The rotation at a time; `None` where the keys make it zero.
    pub(super) fn rotation(&self, time: f64) -> Option<DQuat> {
        let (key, fraction) = self.find(time);
        if fraction == 0.0 || self.interpolation == Interpolation::Step {
            return unit(self.value(key));
        }
        match self.interpolation {
            Interpolation::CubicSpline => unit(self.hermite(key, fraction)),
            _ => Some(unit(self.value(key))?.slerp(unit(self.value(key + 1))?, fraction)),
        }
    }

    /// The key at or before a time, and the fraction of the way to the next.
    fn find(&self, time: f64) -> (usize, f64) {
        let after = self.times.partition_point(|&key| f64::from(key) <= time);
        if after == 0 || after == self.times.len() {
            return (after.saturating_sub(1), 0.0);
        }
        let (start, end) = (f64::from(self.times[after - 1]), f64::from(self.times[after]));
        (after - 1, (time - start) / (end - start))
    }

    fn value(&self, key: usize) -> DVec4 {
        match self.interpolation {
            Interpolation::CubicSpline => self.element(3 * key + 1),
            _ => self.element(key),
        }
    }

    fn element(&self, index: usize) -> DVec4 {
        let n = self.property.components();
        let mut element = [0.0; 4];
        let values = &self.values[index * n..][..n];
        element.iter_mut().zip(values).for_each(|(target, &value)| *target = f64::from(value));
        DVec4::from_array(element)
    }

    /// The glTF 2.0 specification, appendix C, "cubic spline interpolation".
    fn hermite(&self, key: usize, t: f64) -> DVec4 {
        let seconds = f64::from(self.times[key + 1]) - f64::from(self.times[key]);
        let (from, to) = (self.value(key), self.value(key + 1));
        let leaving = self.element(3 * key + 2) * seconds;
        let arriving = self.element(3 * (key + 1)) * seconds;
        let (t2, t3) = (t * t, t * t * t);
        (2.0 * t3 - 3.0 * t2 + 1.0) * from
            + (t3 - 2.0 * t2 + t) * leaving
            + (-2.0 * t3 + 3.0 * t2) * to
            + (t3 - t2) * arriving
    }
}

fn unit(value: DVec4) -> Option<DQuat> {
    value.try_normalize().map(DQuat::from_vec4)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn curve(times: &[f32], values: &[f32], interpolation: Interpolation, property: Property) -> Curve {
        Curve::new(times.into(), values.into(), interpolation, property).unwrap()
    }

    /// What the specification says, component by component, in order of keys.
    fn naive(times: &[f32], values: &[f32], kind: Interpolation, width: usize, time: f64) -> Vec<f64> {
        let per_key = if kind == Interpolation::CubicSpline { 3 } else { 1 };
        let get = |key: usize, slot: usize, c: usize| f64::from(values[(key * per_key + slot) * width + c]);
        let middle = per_key / 2;
        let point = |key: usize| (0..width).map(|c| get(key, middle, c)).collect::<Vec<_>>();
        let last = times.len() - 1;
        if time <= f64::from(times[0]) {
            return point(0);
        }
        if time >= f64::from(times[last]) {
            return point(last);
        }
        let key = (0..last).rfind(|&key| f64::from(times[key]) <= time).unwrap();
        let span = f64::from(times[key + 1]) - f64::from(times[key]);
        let u = (time - f64::from(times[key])) / span;
        let mix = |c: usize| match kind {
            Interpolation::Step => get(key, 0, c),
            Interpolation::Linear if width == 3 => get(key, 0, c) + u * (get(key + 1, 0, c) - get(key, 0, c)),
            Interpolation::Linear => {
                let dot: f64 = (0..4).map(|i| get(key, 0, i) * get(key + 1, 0, i)).sum();
                let angle = dot.abs().min(1.0).acos();
                let sign = if dot < 0.0 { -1.0 } else { 1.0 };
                if angle < 1e-9 {
                    get(key, 0, c)
                } else {
                    (((1.0 - u) * angle).sin() * get(key, 0, c)
                        + sign * (u * angle).sin() * get(key + 1, 0, c))
                        / angle.sin()
                }
            }
            Interpolation::CubicSpline => {
                let (p0, m0) = (get(key, 1, c), span * get(key, 2, c));
                let (p1, m1) = (get(key + 1, 1, c), span * get(key + 1, 0, c));
                p0 + u
                    * (m0 + u * (-3.0 * p0 - 2.0 * m0 + 3.0 * p1 - m1 + u * (2.0 * p0 + m0 - 2.0 * p1 + m1)))
            }
        };
        (0..width).map(mix).collect()
    }

    fn kind() -> impl Strategy<Value = Interpolation> {
        prop_oneof![Just(Interpolation::Linear), Just(Interpolation::Step), Just(Interpolation::CubicSpline)]
    }

    fn keys() -> impl Strategy<Value = (Vec<f32>, Vec<f32>)> {
        (1..6usize).prop_flat_map(|count| {
            let steps = prop::collection::vec(0.01f32..1.0, count);
            (steps, prop::collection::vec(-2.0f32..2.0, count * 3 * 4))
        })
    }

    proptest! {
        #[test]
        fn vectors_run_as_the_naive_evaluator_says((steps, values) in keys(), kind in kind(), time in -1.0f64..6.0) {
            let times: Vec<f32> = steps.iter().scan(0.0, |sum, step| { *sum += step; Some(*sum) }).collect();
            let per_key = if kind == Interpolation::CubicSpline { 3 } else { 1 };
            let values = &values[..times.len() * per_key * 3];
            let found = curve(&times, values, kind, Property::Translation).vector(time);
            let expected = naive(&times, values, kind, 3, time);
            for c in 0..3 {
                prop_assert!((found[c] - expected[c]).abs() < 1e-9, "{found} {expected:?}");
            }
        }

        #[test]
        fn rotations_run_as_the_naive_evaluator_says((steps, values) in keys(), kind in kind(), time in -1.0f64..6.0) {
            let times: Vec<f32> = steps.iter().scan(0.0, |sum, step| { *sum += step; Some(*sum) }).collect();
            let per_key = if kind == Interpolation::CubicSpline { 3 } else { 1 };
            let mut values = values[..times.len() * per_key * 4].to_vec();
            for quat in values.chunks_exact_mut(4) {
                let unit = DVec4::new(quat[0].into(), quat[1].into(), quat[2].into(), quat[3].into())
                    .try_normalize().unwrap_or(DVec4::W).as_vec4();
                quat.copy_from_slice(&unit.to_array());
            }
            let found = curve(&times, &values, kind, Property::Rotation).rotation(time);
            let expected = DVec4::from_slice(&naive(&times, &values, kind, 4, time)).try_normalize();
            prop_assume!(expected.is_some());
            let dot = DVec4::from(found.unwrap()).dot(expected.unwrap()).abs();
            prop_assert!((dot - 1.0).abs() < 1e-6, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn every_broken_curve_is_refused() {
        let new = |times: &[f32], values: &[f32], kind| {
            Curve::new(times.into(), values.into(), kind, Property::Translation).unwrap_err().to_string()
        };
        assert!(new(&[], &[], Interpolation::Linear).contains("0 values"));
        let short = new(&[0.0, 1.0], &[0.0; 3], Interpolation::Step);
        assert_eq!(short, "expected 2 values for 2 keys, found 1 values");
        assert!(new(&[0.0], &[0.0; 3], Interpolation::CubicSpline).contains("3 values for 1 keys"));
        let back = new(&[0.0, 2.0, 1.0], &[0.0; 9], Interpolation::Linear);
        assert_eq!(back, "expected key times in increasing order, found 1 s after 2 s at key 2");
    }

    #[test]
    fn two_keys_at_one_time_are_a_jump() {
        let jump = curve(
            &[0.0, 1.0, 1.0, 2.0],
            &[0., 0., 0., 1., 0., 0., 5., 0., 0., 6., 0., 0.],
            Interpolation::Linear,
            Property::Translation,
        );
        assert_eq!(jump.vector(0.5), 0.5 * DVec3::X);
        assert_eq!(jump.vector(1.0), 5.0 * DVec3::X);
        assert_eq!(jump.vector(1.5), 5.5 * DVec3::X);
    }
}
