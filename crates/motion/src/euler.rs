//! Euler angles of any order, as motion files write them.
#![expect(
    clippy::inline_always,
    reason = "else the code would not be compiled for the vectors of its caller"
)]

mod sine;

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use glam::{DQuat, DVec2, DVec3};

use sine::half_turns;

/// A coordinate axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// (1, 0, 0)
    X,
    /// (0, 1, 0)
    Y,
    /// (0, 0, 1)
    Z,
}

impl Axis {
    /// All axes.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// The unit vector along the axis.
    pub fn unit(self) -> DVec3 {
        DVec3::AXES[self as usize]
    }

    /// The turn by `angle` radians about the axis.
    pub fn turn(self, angle: f64) -> DQuat {
        let ([sine], [cosine]) = half_turns(&[angle]);
        let [mut x, mut y, mut z] = [0.0; 3];
        match self {
            Self::X => x = sine,
            Self::Y => y = sine,
            Self::Z => z = sine,
        }
        DQuat::from_xyzw(x, y, z, cosine)
    }

    /// The axis that is neither, and +1 when (self, other, third) is right-handed, −1 when it is left-handed.
    fn third(self, other: Self) -> (Self, f64) {
        let (i, j) = (self as usize, other as usize);
        (Self::ALL[3 - i - j], if (i + 1) % 3 == j { 1.0 } else { -1.0 })
    }
}

/// The axes about which a joint is turned, at most three, in the order in which they are written: the rotation of
/// angles (α, β, γ) about (A, B, C) is `A(α) · B(β) · C(γ)`, so the axes turn with the joint.
///
/// ```
/// use segue_motion::euler::{Axis, EulerOrder};
///
/// let order = EulerOrder::new(&[Axis::Z, Axis::Y, Axis::X]).unwrap();
/// let angles = [10.5, 0.3, -0.2];
/// let rotation = order.rotation(&angles);
/// // Angles near those of the frame before stay unwrapped.
/// let near = order.angles_near(rotation, &[10.4, 0.3, -0.2]);
/// assert!((near[0] - 10.5).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EulerOrder {
    /// Those beyond the last differ from the one before them; nothing turns about them.
    axes: [Axis; 3],
    len: u8,
}

/// Within this sine of half the angle to gimbal lock the outer angles cannot be separated: rotations
/// stored in f32 have errors of 1e-7, and the lock would blow them up to any angle.
const GIMBAL: f64 = 3e-7;

impl EulerOrder {
    /// No axis: the joint does not turn.
    pub const NONE: Self = Self { axes: Axis::ALL, len: 0 };
    /// X, then Y, then Z.
    pub const XYZ: Self = Self { axes: [Axis::X, Axis::Y, Axis::Z], len: 3 };
    /// Z, then X, then Y.
    pub const ZXY: Self = Self { axes: [Axis::Z, Axis::X, Axis::Y], len: 3 };

    /// The order of these axes; `None` when there are more than three or one follows itself.
    pub fn new(axes: &[Axis]) -> Option<Self> {
        if axes.len() > 3 || axes.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let other = |axis: Axis| Axis::ALL[(axis as usize + 1) % 3];
        let a = axes.first().copied().unwrap_or(Axis::X);
        let b = axes.get(1).copied().unwrap_or(other(a));
        let c = axes.get(2).copied().unwrap_or(other(b));
        Some(Self { axes: [a, b, c], len: axes.len() as u8 })
    }

    /// The axes, as written.
    pub fn axes(&self) -> &[Axis] {
        &self.axes[..self.len as usize]
    }

    /// The rotation of one angle per axis, in radians; further angles are ignored.
    pub fn rotation(&self, angles: &[f64]) -> DQuat {
        let angle = |axis: usize| [angles.get(axis).copied().unwrap_or(0.0)];
        let [[x], [y], [z], [w]] = self.rotations(&[angle(0), angle(1), angle(2)]);
        DQuat::from_xyzw(x, y, z, w)
    }

    /// The rotations of several sets of angles, one set per lane, as lanes of x, y, z and w. Inlined into a function
    /// that is compiled for wide vectors it takes a fraction of the time of one by one.
    ///
    /// Law: each lane is what [`EulerOrder::rotation`] gives for it, to the bit.
    #[inline(always)]
    pub fn rotations<const N: usize>(&self, angles: &[[f64; N]; 3]) -> [[f64; N]; 4] {
        let (mut sines, mut cosines) = ([[0.0; N]; 3], [[1.0; N]; 3]);
        for axis in 0..self.axes().len() {
            (sines[axis], cosines[axis]) = half_turns(&angles[axis]);
        }
        let [a, b, c] = self.axes;
        let (third, handed) = a.third(b);
        let parts = if a == c {
            product_aba(&sines, &cosines, handed)
        } else {
            product_abc(&sines, &cosines, handed)
        };
        let mut out = [parts[3]; 4];
        for (axis, lanes) in [a, b, third].into_iter().zip(parts) {
            out[axis as usize] = lanes;
        }
        out
    }

    /// The angles, in radians, whose rotation is `rotation`, or the closest there is with fewer than three axes;
    /// of all solutions (two branches, whole turns, the free angle in gimbal lock) the one nearest to `hint`.
    ///
    /// Law: `order.rotation(&order.angles_near(order.rotation(&a), &a)) ≈ order.rotation(&a)`. Entries beyond the
    /// number of axes are 0.
    pub fn angles_near(&self, rotation: DQuat, hint: &[f64; 3]) -> [f64; 3] {
        match *self.axes() {
            [] => [0.0; 3],
            [a] => [nearest_turn(one_angle(rotation, a), hint[0]), 0.0, 0.0],
            [a, b] => {
                let (alpha, beta) = two_angles(rotation, a, b);
                [nearest_turn(alpha, hint[0]), nearest_turn(beta, hint[1]), 0.0]
            }
            [..] => three_angles(rotation, self.axes, hint),
        }
    }
}

/// Parts on A, B, the third axis and 1 of a turn about A, then B, then the third, from the sines and cosines of half
/// the angles. Written out, it takes a third of the operations of two products of quaternions.
#[inline(always)]
fn product_abc<const N: usize>(sines: &[[f64; N]; 3], cosines: &[[f64; N]; 3], handed: f64) -> [[f64; N]; 4] {
    let mut parts = [[0.0; N]; 4];
    for lane in 0..N {
        let (sa, sb, sc) = (sines[0][lane], sines[1][lane], sines[2][lane]);
        let (ca, cb, cc) = (cosines[0][lane], cosines[1][lane], cosines[2][lane]);
        parts[0][lane] = sa * cb * cc + handed * (ca * sb * sc);
        parts[1][lane] = ca * sb * cc - handed * (sa * cb * sc);
        parts[2][lane] = ca * cb * sc + handed * (sa * sb * cc);
        parts[3][lane] = ca * cb * cc - handed * (sa * sb * sc);
    }
    parts
}

/// The same for a turn about A, then B, then A again.
#[inline(always)]
fn product_aba<const N: usize>(sines: &[[f64; N]; 3], cosines: &[[f64; N]; 3], handed: f64) -> [[f64; N]; 4] {
    let mut parts = [[0.0; N]; 4];
    for lane in 0..N {
        let (sa, sb, sc) = (sines[0][lane], sines[1][lane], sines[2][lane]);
        let (ca, cb, cc) = (cosines[0][lane], cosines[1][lane], cosines[2][lane]);
        parts[0][lane] = sa * cb * cc + ca * cb * sc;
        parts[1][lane] = ca * sb * cc + sa * sb * sc;
        parts[2][lane] = handed * (sa * sb * cc - ca * sb * sc);
        parts[3][lane] = ca * cb * cc - sa * cb * sc;
    }
    parts
}

/// The angle of the turn about `axis` that comes closest to `rotation`.
fn one_angle(rotation: DQuat, axis: Axis) -> f64 {
    2.0 * libm::atan2(rotation.xyz().dot(axis.unit()), rotation.w)
}

/// The angles about `a`, then `b`, that come closest to `rotation`: they maximise the dot product of the quaternions,
/// which is a sum of one cosine of α+β and one of α−β (half angles), each at its own best.
fn two_angles(rotation: DQuat, a: Axis, b: Axis) -> (f64, f64) {
    let (third, sign) = a.third(b);
    let part = |axis: Axis| rotation.xyz().dot(axis.unit());
    let (on_a, on_b, on_third) = (part(a), part(b), sign * part(third));
    let sum = libm::atan2(on_a + on_b, rotation.w - on_third);
    let difference = libm::atan2(on_a - on_b, rotation.w + on_third);
    (sum + difference, sum - difference)
}

/// Three angles by the quaternion method of \[BV22\], which stays accurate up to gimbal lock.
///
/// `A(α)·B(β)·A(δ)` has its parts on 1 and A proportional to cos ½β at the angle p = ½(α+δ), those on B and A×B
/// proportional to sin ½β at m = ½(α−δ); gimbal lock is when one of the pairs vanishes. Three different axes become
/// this case by a quarter turn about B: `C(γ) = B(−½π)·A(±γ)·B(½π)`.
fn three_angles(rotation: DQuat, [a, b, c]: [Axis; 3], hint: &[f64; 3]) -> [f64; 3] {
    let (third, handed) = a.third(b);
    let part = |axis: Axis| rotation.xyz().dot(axis.unit());
    let (w, i, j, k) = (rotation.w, part(a), part(b), handed * part(third));
    let (on_p, on_m, sign, shift) = if a == c {
        (DVec2::new(w, i), DVec2::new(j, k), 1.0, 0.0)
    } else {
        (DVec2::new(w + j, i + k), DVec2::new(j - w, k - i), handed, FRAC_PI_2)
    };
    let (p, m) = (libm::atan2(on_p.y, on_p.x), libm::atan2(on_m.y, on_m.x));
    let beta = 2.0 * libm::atan2(on_m.length(), on_p.length());
    let (hint_p, hint_m) = (0.5 * (hint[0] + sign * hint[2]), 0.5 * (hint[0] - sign * hint[2]));

    let angles = |p: f64, m: f64, beta: f64| {
        [p + m, nearest_turn(beta + shift, hint[1]), nearest_turn(sign * (p - m), hint[2])]
    };
    let lock = GIMBAL * (on_p.length() + on_m.length());
    if on_m.length() < lock {
        return angles(nearest(p, hint_p, PI), hint_m, beta);
    }
    if on_p.length() < lock {
        return angles(hint_p, nearest(m, hint_m, PI), beta);
    }
    let branches = [angles(p, m, beta), angles(p, m + PI, -beta)].map(|mut angles| {
        angles[0] = nearest_turn(angles[0], hint[0]);
        angles
    });
    let distance = |angles: &[f64; 3]| DVec3::from(*angles).distance_squared((*hint).into());
    if distance(&branches[0]) <= distance(&branches[1]) { branches[0] } else { branches[1] }
}

/// `angle` plus the number of whole turns that brings it nearest to `hint`.
fn nearest_turn(angle: f64, hint: f64) -> f64 {
    nearest(angle, hint, TAU)
}

/// `angle` plus the multiple of `period` that brings it nearest to `hint`.
fn nearest(angle: f64, hint: f64, period: f64) -> f64 {
    angle + period * libm::round((hint - angle) / period)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every order of zero to three axes in which no axis follows itself.
    fn orders() -> Vec<EulerOrder> {
        let mut lists = vec![vec![]];
        let mut orders = Vec::new();
        while let Some(axes) = lists.pop() {
            if let Some(order) = EulerOrder::new(&axes) {
                orders.push(order);
                lists.extend(Axis::ALL.map(|axis| [axes.as_slice(), &[axis]].concat()));
            }
        }
        orders
    }

    fn angle_between(a: DQuat, b: DQuat) -> f64 {
        (a * b.conjugate()).xyz().length() * 2.0
    }

    #[test]
    fn all_orders_are_there_and_no_other() {
        assert_eq!(orders().len(), 1 + 3 + 6 + 12);
        assert_eq!(EulerOrder::new(&[Axis::X, Axis::X]), None);
        assert_eq!(EulerOrder::new(&[Axis::X, Axis::Y, Axis::Z, Axis::X]), None);
    }

    #[test]
    fn the_first_axis_is_applied_last() {
        let order = EulerOrder::new(&[Axis::Z, Axis::X]).unwrap();
        let turned = order.rotation(&[FRAC_PI_2, FRAC_PI_2]) * DVec3::Y;
        assert!(turned.abs_diff_eq(DVec3::Z, 1e-12), "{turned}");
    }

    #[test]
    fn gimbal_lock_keeps_the_free_angle_of_the_hint() {
        let order = EulerOrder::new(&[Axis::Z, Axis::Y, Axis::X]).unwrap();
        let locked = [0.4, FRAC_PI_2, 0.1];
        let near = order.angles_near(order.rotation(&locked), &[7.0, 1.5, 6.6]);
        assert!(angle_between(order.rotation(&near), order.rotation(&locked)) < 1e-9);
        assert!((near[0] - 7.0).abs() < 0.3 && (near[2] - 6.6).abs() < 0.3, "{near:?}");
    }

    proptest! {
        /// The written-out product against products of single turns.
        #[test]
        fn a_rotation_is_the_product_of_its_turns(
            order in prop::sample::select(orders()),
            angles in prop::array::uniform3(-20.0..20.0f64),
        ) {
            let turns = order.axes().iter().zip(angles).map(|(axis, angle)| axis.turn(angle));
            let product = turns.fold(DQuat::IDENTITY, |rotation, turn| rotation * turn);
            prop_assert!(order.rotation(&angles).abs_diff_eq(product, 1e-15), "{:?}", order);
            let lanes = angles.map(|angle| [7.0, angle, 0.5]);
            let [x, y, z, w] = order.rotations(&lanes).map(|lanes| lanes[1]);
            prop_assert_eq!(DQuat::from_xyzw(x, y, z, w), order.rotation(&angles));
        }

        #[test]
        fn angles_of_a_rotation_give_it_back(
            order in prop::sample::select(orders()),
            angles in prop::array::uniform3(-20.0..20.0f64),
            hint in prop::array::uniform3(-20.0..20.0f64),
        ) {
            let rotation = order.rotation(&angles);
            let found = order.angles_near(rotation, &hint);
            prop_assert!(angle_between(order.rotation(&found), rotation) < 1e-6, "{:?}", found);
        }

        #[test]
        fn own_angles_as_hint_come_back(
            order in prop::sample::select(orders()),
            angles in prop::array::uniform3(-20.0..20.0f64),
        ) {
            let found = order.angles_near(order.rotation(&angles), &angles);
            for (axis, (found, angle)) in found.iter().zip(angles).enumerate().take(order.axes().len()) {
                prop_assert!((found - angle).abs() < 1e-6, "angle {}: {} instead of {}", axis, found, angle);
            }
        }

        #[test]
        fn lock_is_left_where_it_was_entered(
            order in prop::sample::select(orders()),
            outer in prop::array::uniform2(-20.0..20.0f64),
            quarter in -5..5i32,
        ) {
            let angles = [outer[0], quarter as f64 * FRAC_PI_2, outer[1]];
            let found = order.angles_near(order.rotation(&angles), &angles);
            prop_assert!(DVec3::from(found).truncate().distance(DVec3::from(angles).truncate()) < 1e-5
                || order.axes().len() < 2, "{:?} instead of {:?}", found, angles);
        }

        /// With one or two axes the angles are at least as close to a foreign rotation as any of a fine grid.
        #[test]
        fn fewer_axes_come_as_close_as_they_can(
            order in prop::sample::select(orders()),
            target in prop::array::uniform3(-3.0..3.0f64),
        ) {
            let target = EulerOrder::XYZ.rotation(&target);
            let best = angle_between(order.rotation(&order.angles_near(target, &[0.0; 3])), target);
            for step in 0..1024 {
                let angles = [f64::from(step % 32) * TAU / 32.0, f64::from(step / 32) * TAU / 32.0, 0.0];
                let grid = angle_between(order.rotation(&angles), target);
                prop_assert!(best <= grid + 1e-9 || order.axes().len() == 3, "{} > {}", best, grid);
            }
        }
    }
}
