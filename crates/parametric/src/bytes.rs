//! Numbers and words as little-endian bytes.

/// Appends numbers and words.
#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn count(&mut self, value: usize) {
        let value = u32::try_from(value).expect("there are fewer than 2³² of anything");
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn number(&mut self, value: f64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// A whole number, the shorter the nearer to 0 it is: seven bits a byte, the sign in the lowest.
    pub(crate) fn short(&mut self, value: i64) {
        let mut rest = ((value << 1) ^ (value >> 63)).cast_unsigned();
        while rest >= 0x80 {
            self.0.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.0.push(rest as u8);
    }

    pub(crate) fn block(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend_from_slice(bytes);
    }
}

/// Takes numbers and words off the front; `None` when there are too few bytes, or they make no sense.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    /// The length of a list whose entries take at least `least` bytes each: never more than there are bytes for.
    pub(crate) fn length(&mut self, least: usize) -> Option<usize> {
        let count = u32::from_le_bytes(self.take()?) as usize;
        (count <= self.0.len() / least.max(1)).then_some(count)
    }

    /// A whole number.
    pub(crate) fn number_below(&mut self, limit: usize) -> Option<usize> {
        Some(u32::from_le_bytes(self.take()?) as usize).filter(|&number| number < limit)
    }

    pub(crate) fn number(&mut self) -> Option<f64> {
        Some(f64::from_le_bytes(self.take()?)).filter(|value| value.is_finite())
    }

    /// What [`Writer::short`] wrote.
    pub(crate) fn short(&mut self) -> Option<i64> {
        let mut bits = 0u64;
        for place in 0..10 {
            let byte = self.byte()?;
            bits |= u64::from(byte & 0x7f).checked_shl(7 * place)?;
            if byte < 0x80 {
                return Some((bits >> 1).cast_signed() ^ -(bits & 1).cast_signed());
            }
        }
        None
    }

    pub(crate) fn whole(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take()?))
    }

    pub(crate) fn block(&mut self) -> Option<&'a [u8]> {
        let count = self.length(1)?;
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_numbers_come_back(values in prop::collection::vec(any::<i64>(), 0..9), small in -63..64i64) {
            let mut writer = Writer::default();
            writer.short(small);
            prop_assert_eq!(writer.0.len(), 1);
            for &value in &values {
                writer.short(value);
            }
            let mut reader = Reader(&writer.0);
            prop_assert_eq!(reader.short(), Some(small));
            for value in values {
                prop_assert_eq!(reader.short(), Some(value));
            }
            prop_assert_eq!(reader.short(), None);
        }
    }
}
