//! What uniform B-splines of every degree share.

/// The piece that a position, counted in pieces, lies in, and where in it, from 0 to 1; beyond the ends the nearer end.
pub(crate) fn locate(position: f64, pieces: usize) -> (usize, f64) {
    let position = position.clamp(0.0, pieces as f64);
    let piece = (position as usize).min(pieces - 1);
    (piece, position - piece as f64)
}

/// What the three control points of a quadratic piece count for at `t`.
pub(crate) fn quadratic(t: f64) -> [f64; 3] {
    [0.5 * (1.0 - t) * (1.0 - t), 0.5 + t - t * t, 0.5 * t * t]
}

/// What the four control points of a cubic piece count for at `t`.
pub(crate) fn cubic(t: f64) -> [f64; 4] {
    let (t2, t3) = (t * t, t * t * t);
    let sixths =
        [1.0 - 3.0 * t + 3.0 * t2 - t3, 3.0 * t3 - 6.0 * t2 + 4.0, 1.0 + 3.0 * t + 3.0 * t2 - 3.0 * t3, t3];
    sixths.map(|w| w / 6.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The naive twin: the recursion of Cox and de Boor over knots at whole numbers.
    fn recursive(degree: usize, first: f64, u: f64) -> f64 {
        if degree == 0 {
            return f64::from(u8::from(first <= u && u < first + 1.0));
        }
        let d = degree as f64;
        (u - first) / d * recursive(degree - 1, first, u)
            + (first + d + 1.0 - u) / d * recursive(degree - 1, first + 1.0, u)
    }

    proptest! {
        #[test]
        fn weights_are_those_of_the_recursion(t in 0.0..1.0f64) {
            for (n, weight) in quadratic(t).into_iter().enumerate() {
                prop_assert!((weight - recursive(2, n as f64 - 2.0, t)).abs() < 1e-12);
            }
            for (n, weight) in cubic(t).into_iter().enumerate() {
                prop_assert!((weight - recursive(3, n as f64 - 3.0, t)).abs() < 1e-12);
            }
        }

        #[test]
        fn every_position_lies_in_a_piece(position in -3.0..12.0f64, pieces in 1..9usize) {
            let (piece, t) = locate(position, pieces);
            prop_assert!(piece < pieces && (0.0..=1.0).contains(&t));
            prop_assert!((piece as f64 + t - position.clamp(0.0, pieces as f64)).abs() < 1e-12);
        }
    }
}
