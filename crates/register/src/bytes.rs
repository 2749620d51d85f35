//! Numbers and words as little-endian bytes.

/// Appends numbers and words.
#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    pub(crate) fn count(&mut self, value: usize) {
        let value = u32::try_from(value).expect("a registration has fewer than 2³² of anything");
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn number(&mut self, value: f64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn numbers(&mut self, values: &[f64]) {
        self.count(values.len());
        for &value in values {
            self.number(value);
        }
    }

    pub(crate) fn word(&mut self, value: &str) {
        self.count(value.len());
        self.0.extend_from_slice(value.as_bytes());
    }
}

/// Takes numbers and words off the front; `None` when there are too few bytes, or they make no sense.
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

    pub(crate) fn count(&mut self) -> Option<usize> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?) as usize)
    }

    /// The length of a list whose entries take at least `least` bytes each: never more than there are bytes for.
    pub(crate) fn length(&mut self, least: usize) -> Option<usize> {
        self.count().filter(|&count| count <= self.0.len() / least)
    }

    /// A finite number.
    pub(crate) fn number(&mut self) -> Option<f64> {
        let value = f64::from_le_bytes(self.take(8)?.try_into().ok()?);
        value.is_finite().then_some(value)
    }

    pub(crate) fn numbers(&mut self) -> Option<Vec<f64>> {
        let count = self.length(8)?;
        (0..count).map(|_| self.number()).collect()
    }

    pub(crate) fn word(&mut self) -> Option<String> {
        let count = self.length(1)?;
        String::from_utf8(self.take(count)?.to_vec()).ok()
    }
}
