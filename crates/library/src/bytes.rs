//! Numbers and words as bytes, little end first.

/// Collects bytes.
#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    /// A count or index; nothing stored here has more than four thousand million of anything.
    pub(crate) fn count(&mut self, count: usize) {
        let count = u32::try_from(count).expect("counts of a clip fit in 32 bits");
        self.0.extend_from_slice(&count.to_le_bytes());
    }

    pub(crate) fn numbers(&mut self, numbers: &[f32]) {
        for number in numbers {
            self.0.extend_from_slice(&number.to_le_bytes());
        }
    }

    pub(crate) fn word(&mut self, word: &str) {
        self.count(word.len());
        self.0.extend_from_slice(word.as_bytes());
    }
}

/// Takes bytes off the front; `None` when there are too few.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (front, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(front)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|byte| byte[0])
    }

    pub(crate) fn count(&mut self) -> Option<usize> {
        let bytes = self.take(4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    }

    /// The length of a list whose entries take at least `smallest` bytes each, so that a damaged length cannot ask for
    /// more memory than there are bytes.
    pub(crate) fn length(&mut self, smallest: usize) -> Option<usize> {
        self.count().filter(|length| length.saturating_mul(smallest) <= self.0.len())
    }

    pub(crate) fn numbers<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = f32::from_le_bytes(self.take(4)?.try_into().ok()?);
        }
        Some(numbers)
    }

    pub(crate) fn word(&mut self) -> Option<String> {
        let length = self.length(1)?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }
}
