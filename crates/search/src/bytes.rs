//! Numbers as bytes, small ones as few.

/// Appends a number, seven bits a byte, the lowest first.
pub(crate) fn write_count(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes numbers off the front; `None` when there are too few bytes, or they make no sense.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    pub(crate) fn count(&mut self) -> Option<u32> {
        let mut value = 0u64;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(value).ok();
            }
        }
        None
    }

    /// A finite, positive number.
    pub(crate) fn number(&mut self) -> Option<f64> {
        let value = f64::from_le_bytes(self.take(8)?.try_into().ok()?);
        (value.is_finite() && value > 0.0).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_back_and_too_large_ones_do_not() {
        for value in [0, 1, 127, 128, 300, 1 << 21, u32::MAX] {
            let mut bytes = Vec::new();
            write_count(&mut bytes, value);
            assert_eq!(Reader(&bytes).count(), Some(value));
            assert_eq!(Reader(&bytes[..bytes.len() - 1]).count(), None, "{value} cut short");
        }
        assert_eq!(Reader(&[0xff, 0xff, 0xff, 0xff, 0x7f]).count(), None);
        assert_eq!(Reader(&[0x80]).count(), None);
    }
}
