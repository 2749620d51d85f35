//! Numbers and words as bytes, little end first: what files of motions, registrations and webs are written with.
//!
//! ```
//! use segue_store::{Reader, Writer};
//!
//! let mut out = Writer::default();
//! out.word("kick");
//! out.number(1.5);
//! let mut bytes = Reader(&out.0);
//! assert_eq!(bytes.word().as_deref(), Some("kick"));
//! assert_eq!(bytes.number(), Some(1.5));
//! assert_eq!(bytes.byte(), None, "nothing is left");
//! ```

/// Appends numbers and words to the bytes it holds.
#[derive(Clone, Debug, Default)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    /// One byte.
    pub fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    /// A count or an index, in four bytes.
    ///
    /// # Panics
    /// When it is 2³² or more: nothing that is stored has as many of anything.
    pub fn count(&mut self, value: usize) {
        let value = u32::try_from(value).expect("there are fewer than 2³² of anything");
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// A whole number in eight bytes.
    pub fn whole(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// A whole number, the shorter the smaller it is: seven bits a byte, the lowest first.
    pub fn small(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// A whole number of either sign, the shorter the nearer to 0 it is.
    pub fn short(&mut self, value: i64) {
        self.small(((value << 1) ^ (value >> 63)).cast_unsigned());
    }

    /// A number in double precision.
    pub fn number(&mut self, value: f64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// Numbers in double precision, after their count.
    pub fn numbers(&mut self, values: &[f64]) {
        self.count(values.len());
        for &value in values {
            self.number(value);
        }
    }

    /// Numbers in single precision, without their count.
    pub fn singles(&mut self, values: &[f32]) {
        for value in values {
            self.0.extend_from_slice(&value.to_le_bytes());
        }
    }

    /// Bytes after their count.
    pub fn block(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend_from_slice(bytes);
    }

    /// A text after the count of its bytes.
    pub fn word(&mut self, value: &str) {
        self.block(value.as_bytes());
    }
}

/// Reads what a [`Writer`] wrote, from the front; `None` when there are too few bytes, or they make no sense.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// Some bytes as they are.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn chunk<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    /// One byte.
    pub fn byte(&mut self) -> Option<u8> {
        self.chunk().map(|[byte]| byte)
    }

    /// A count or an index.
    pub fn count(&mut self) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(self.chunk()?)).ok()
    }

    /// An index of something of which there are `limit`.
    pub fn count_below(&mut self, limit: usize) -> Option<usize> {
        self.count().filter(|&count| count < limit)
    }

    /// The length of a list whose entries take at least `least` bytes each, so that a damaged length cannot ask for more
    /// memory than there are bytes.
    pub fn length(&mut self, least: usize) -> Option<usize> {
        self.count().filter(|&count| count <= self.0.len() / least.max(1))
    }

    /// A whole number of eight bytes.
    pub fn whole(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.chunk()?))
    }

    /// What [`Writer::small`] wrote.
    pub fn small(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            value |= bits << shift;
            if byte < 0x80 {
                return (value >> shift == bits).then_some(value);
            }
        }
        None
    }

    /// What [`Writer::short`] wrote.
    pub fn short(&mut self) -> Option<i64> {
        let bits = self.small()?;
        Some((bits >> 1).cast_signed() ^ -(bits & 1).cast_signed())
    }

    /// A finite number in double precision.
    pub fn number(&mut self) -> Option<f64> {
        Some(f64::from_le_bytes(self.chunk()?)).filter(|value| value.is_finite())
    }

    /// Finite numbers in double precision, after their count.
    pub fn numbers(&mut self) -> Option<Vec<f64>> {
        let count = self.length(8)?;
        (0..count).map(|_| self.number()).collect()
    }

    /// Numbers in single precision, whatever they are.
    pub fn singles<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = f32::from_le_bytes(self.chunk()?);
        }
        Some(values)
    }

    /// Bytes after their count.
    pub fn block(&mut self) -> Option<&'a [u8]> {
        let count = self.length(1)?;
        self.take(count)
    }

    /// A text after the count of its bytes.
    pub fn word(&mut self) -> Option<String> {
        String::from_utf8(self.block()?.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn whole_numbers_come_back_and_not_when_cut_short(value in any::<u64>(), signed in any::<i64>()) {
            for value in [value, value >> 21, value >> 57] {
                let mut out = Writer::default();
                out.small(value);
                prop_assert_eq!(Reader(&out.0).small(), Some(value));
                prop_assert_eq!(Reader(&out.0[..out.0.len() - 1]).small(), None);
            }
            for value in [signed, signed >> 40] {
                let mut out = Writer::default();
                out.short(value);
                prop_assert_eq!(Reader(&out.0).short(), Some(value));
            }
        }

        #[test]
        fn no_bytes_are_too_wild(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let mut reader = Reader(&bytes);
            while reader.word().is_some() || reader.numbers().is_some() || reader.short().is_some() {}
            prop_assert!(reader.0.len() <= bytes.len());
        }
    }

    #[test]
    fn small_numbers_are_short_and_those_beyond_64_bits_are_none() {
        for (value, length) in [(0, 1), (127, 1), (128, 2), (u64::MAX, 10)] {
            let mut out = Writer::default();
            out.small(value);
            assert_eq!(out.0.len(), length, "{value}");
        }
        assert_eq!(Reader(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02]).small(), None);
        assert_eq!(Reader(&[0x80; 11]).small(), None);
    }

    #[test]
    fn lengths_beyond_the_bytes_there_are_and_numbers_that_are_none_are_refused() {
        let mut out = Writer::default();
        out.count(1000);
        out.number(f64::NAN);
        assert_eq!(Reader(&out.0).numbers(), None);
        assert_eq!(Reader(&out.0[4..]).number(), None);
        assert_eq!(Reader(&out.0).count_below(1000), None);
    }
}
