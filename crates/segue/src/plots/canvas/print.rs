//! Numbers, paths and texts as they stand in SVG.

use std::fmt::{self, Write as _};

/// A factor, printed with at most five decimals: it stretches hundreds of cells.
#[derive(Clone, Copy)]
pub(super) struct Fine(pub(super) f64);

impl fmt::Display for Fine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (self.0 * 1e5).round() / 1e5)
    }
}

/// A length, printed with at most two decimals: a hundredth of a pixel cannot be seen.
#[derive(Clone, Copy)]
pub(super) struct Px(pub(super) f64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Negative zero would print as -0.
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

/// Points as the steps of a path.
pub(super) struct Steps<'a>(pub(super) &'a [[f64; 2]]);

impl fmt::Display for Steps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &[x, y]) in self.0.iter().enumerate() {
            write!(f, "{}{} {}", if index == 0 { 'M' } else { 'L' }, Px(x), Px(y))?;
        }
        Ok(())
    }
}

/// Points as the steps of a path in tenths of a pixel, each from the one before: small, for thousands of them.
pub(super) struct Coarse<'a>(pub(super) &'a [[f64; 2]]);

impl fmt::Display for Coarse<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = |value: f64| (value * 10.0).round() as i64;
        let mut last = [0, 0];
        for (index, point) in self.0.iter().enumerate() {
            let place = point.map(tenths);
            let [x, y] = [0, 1].map(|n| Px((place[n] - last[n]) as f64 / 10.0));
            write!(f, "{}{x} {y}", if index == 0 { 'M' } else { 'l' })?;
            last = place;
        }
        Ok(())
    }
}

/// Text as it may stand in XML; characters that may not stand there at all are left out.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')) {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
