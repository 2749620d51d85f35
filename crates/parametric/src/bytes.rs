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

    /// A number that need not be exact.
    pub(crate) fn rough(&mut self, value: f64) {
        self.0.extend_from_slice(&(value as f32).to_le_bytes());
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

    pub(crate) fn rough(&mut self) -> Option<f64> {
        Some(f64::from(f32::from_le_bytes(self.take()?))).filter(|value| value.is_finite())
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
