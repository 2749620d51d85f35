//! Decimal numbers in text, read exactly and fast, and written back.

use std::io::Write;

/// A decimal number as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number {
    pub(crate) value: f64,
    /// Digits after the point; `None` when written with an exponent or otherwise out of the ordinary.
    pub(crate) decimals: Option<u8>,
}

/// Powers of ten that are exact in f64.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Up to here whole numbers are exact in f64, so one division by an exact power of ten rounds correctly.
const EXACT: u64 = 1 << 53;

/// Digits that cannot overflow a u64.
const SAFE_DIGITS: usize = 19;

/// The finite number at the start of `text`, up to white space or the end, and how many bytes it takes.
/// `None` when there is something else.
#[inline]
pub(crate) fn take(text: &[u8]) -> Option<(Number, usize)> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(negative);
    let (whole, at) = take_digits(text, start, 0);
    let whole_digits = at - start;
    let (mantissa, at, decimals) = if text.get(at) == Some(&b'.') {
        let (mantissa, end) = take_digits(text, at + 1, whole);
        (mantissa, end, end - at - 1)
    } else {
        (whole, at, 0)
    };
    let digits = whole_digits + decimals;
    let ends = text.get(at).is_none_or(u8::is_ascii_whitespace);
    if !ends || digits == 0 || digits > SAFE_DIGITS || mantissa > EXACT {
        return take_unusual(text);
    }
    let magnitude = mantissa as f64 / POWERS[decimals];
    let value = if negative { -magnitude } else { magnitude };
    Some((Number { value, decimals: Some(decimals as u8) }, at))
}

#[inline]
fn take_digits(text: &[u8], mut at: usize, mut mantissa: u64) -> (u64, usize) {
    while let Some(digit) = text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        // Wraps only beyond the safe number of digits, where the value is not used.
        mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (mantissa, at)
}

/// Exponents, many digits, a plus sign: left to the standard library.
#[cold]
fn take_unusual(text: &[u8]) -> Option<(Number, usize)> {
    let word = word(text);
    let value: f64 = std::str::from_utf8(word).ok()?.parse().ok()?;
    value.is_finite().then_some((Number { value, decimals: None }, word.len()))
}

/// The bytes up to white space.
pub(crate) fn word(text: &[u8]) -> &[u8] {
    text.split(u8::is_ascii_whitespace).next().unwrap_or_default()
}

/// How the numbers of a file are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberStyle {
    /// Digits after the point of numbers that are computed.
    pub decimals: u8,
    /// Every number gets all its decimals; otherwise the shortest text that reads as the same number.
    pub padded: bool,
}

impl NumberStyle {
    /// For files made from scratch: a micrometre in centimetres, two ten-thousandths of an arc minute in degrees.
    pub(crate) const FRESH: Self = Self { decimals: 6, padded: true };

    /// The computed `value` as it will be printed.
    pub(crate) fn round(self, value: f64) -> f64 {
        let power = POWERS[usize::from(self.decimals.min(15))];
        let rounded = libm::round(value * power) / power;
        // No negative zero among computed numbers; a huge value has no decimals to round.
        if rounded.is_finite() { rounded + 0.0 } else { value }
    }

    /// Prints a number.
    pub(crate) fn print(self, value: f64, out: &mut Vec<u8>) {
        let decimals = usize::from(self.decimals);
        let scaled = libm::round(value.abs() * POWERS[decimals.min(15)]);
        // Writing to a vector cannot fail.
        if !self.padded {
            let tiny = value != 0.0 && value.abs() < TINY;
            let _ = if tiny { write!(out, "{value:e}") } else { write!(out, "{value}") };
        } else if decimals <= 15 && scaled < LARGEST_SCALED {
            print_scaled(value, scaled as u64, decimals, out);
        } else {
            let _ = write!(out, "{value:.decimals$}");
        }
    }
}

/// Smaller numbers are printed with an exponent where the style leaves it open: `-1.6e-14`.
const TINY: f64 = 1e-5;

/// Scaled values up to here are exact whole numbers with room for the rounding of the scaling.
const LARGEST_SCALED: f64 = 1e15;

/// Prints `scaled / 10^decimals` with the sign of `value`; several times faster than the general way.
fn print_scaled(value: f64, scaled: u64, decimals: usize, out: &mut Vec<u8>) {
    let mut digits = [b'0'; 32];
    let (mut rest, mut start) = (scaled, digits.len());
    while rest > 0 || digits.len() - start <= decimals {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let point = digits.len() - decimals;
    if value.is_sign_negative() {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[start..point]);
    if decimals > 0 {
        out.push(b'.');
        out.extend_from_slice(&digits[point..]);
    }
}

/// Detects the style in which numbers are written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StyleWatch {
    most: u8,
    with_most: usize,
    unusual: bool,
    total: usize,
}

impl StyleWatch {
    #[inline]
    pub(crate) fn see(&mut self, number: Number) {
        self.total += 1;
        match number.decimals {
            None => self.unusual = true,
            Some(decimals) if decimals == self.most => self.with_most += 1,
            Some(decimals) if decimals > self.most => (self.most, self.with_most) = (decimals, 1),
            Some(_) => {}
        }
    }

    /// Padded when most numbers have the most decimals (some writers leave whole numbers bare), free otherwise, and
    /// also when there are too few for numbers that are computed.
    pub(crate) fn style(self) -> NumberStyle {
        /// A ten-thousandth of a degree or a micrometre of a centimetre is well below what capture can tell.
        const ENOUGH: u8 = 4;
        if self.unusual || self.most < ENOUGH {
            let decimals = self.most.clamp(NumberStyle::FRESH.decimals, 15);
            return NumberStyle { decimals, padded: false };
        }
        NumberStyle { decimals: self.most, padded: 2 * self.with_most > self.total }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_of_all_looks() {
        let cases = [
            ("17", 17.0, Some(0)),
            ("-0.0000", -0.0, Some(4)),
            (".0083333", 0.008_333_3, Some(7)),
            ("5.", 5.0, Some(0)),
            ("+2.5", 2.5, None),
            ("-1.16413e-014", -1.16413e-14, None),
            ("0.1234567890123456789012345", 0.123_456_789_012_345_68, None),
            ("9007199254740993", 9_007_199_254_740_992.0, None),
        ];
        for (text, value, decimals) in cases {
            let line = format!("{text}\t7");
            assert_eq!(take(line.as_bytes()), Some((Number { value, decimals }, text.len())), "{text}");
        }
    }

    #[test]
    fn what_is_no_finite_number_is_refused() {
        for text in
            ["", "-", ".", "nan", "NaN", "inf", "-infinity", "1e999", "1,5", "0x10", "12a", "--3", "\u{b5}"]
        {
            assert_eq!(take(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_style_is_that_of_most_numbers() {
        let style = |text: &str| {
            let mut watch = StyleWatch::default();
            text.split(' ').for_each(|word| watch.see(take(word.as_bytes()).unwrap().0));
            watch.style()
        };
        assert_eq!(style("0 1.2500 -3.0000"), NumberStyle { decimals: 4, padded: true });
        assert_eq!(style("0 1.25 3.50 4"), NumberStyle { decimals: 6, padded: false });
        assert_eq!(style("0 1.12345 3.5 4"), NumberStyle { decimals: 5, padded: false });
        assert_eq!(style("0 1.25 3e-14"), NumberStyle { decimals: 6, padded: false });
    }

    proptest! {
        /// The fast path gives the very bits of the standard library.
        #[test]
        fn agrees_with_the_standard_library(text in "-?[0-9]{0,12}\\.?[0-9]{0,12}(e-?[0-9]{1,2})?") {
            let expected = text.parse::<f64>().ok();
            let found = take(text.as_bytes());
            prop_assert_eq!(found.map(|(number, _)| number.value.to_bits()), expected.map(f64::to_bits));
        }

        #[test]
        fn prints_as_the_standard_library(value in -1e7..1e7f64, decimals in 0..8u8) {
            let style = NumberStyle { decimals, padded: true };
            let value = style.round(value);
            let mut text = Vec::new();
            style.print(value, &mut text);
            prop_assert_eq!(String::from_utf8(text).unwrap(), format!("{value:.*}", usize::from(decimals)));
        }

        #[test]
        fn a_printed_number_reads_as_itself(value in -1e6..1e6f64, decimals in 0..10u8, padded: bool) {
            let style = NumberStyle { decimals, padded };
            let value = style.round(value);
            let mut text = Vec::new();
            style.print(value, &mut text);
            prop_assert_eq!(take(&text).map(|(number, _)| number.value), Some(value));
        }
    }
}
