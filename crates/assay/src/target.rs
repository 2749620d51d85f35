//! Something that reads bytes.

use segue_store::FileKind;

/// Reads bytes; whether they held something.
pub type ReadBytes = Box<dyn Fn(&[u8]) -> bool>;

/// Something that reads bytes, and bytes that it reads.
pub struct Target {
    /// How it is called on the command line.
    pub name: &'static str,
    /// Files that are right.
    pub seeds: Vec<Vec<u8>>,
    /// Reads bytes and does what one does with what they hold; whether they held something.
    pub run: ReadBytes,
    /// Whether the seeds are containers of Segue, whose checksums must be right for anything to be read.
    pub is_container: bool,
}

impl Target {
    /// A target without containers.
    pub fn plain(name: &'static str, seeds: Vec<Vec<u8>>, run: impl Fn(&[u8]) -> bool + 'static) -> Self {
        Self { name, seeds, run: Box::new(run), is_container: false }
    }

    /// The same with more files that are right.
    pub(crate) fn with_seeds(mut self, seeds: &[&[u8]]) -> Self {
        self.seeds.extend(seeds.iter().map(|seed| seed.to_vec()));
        self
    }

    /// A target of containers.
    pub fn container(name: &'static str, seeds: Vec<Vec<u8>>, run: impl Fn(&[u8]) -> bool + 'static) -> Self {
        Self { is_container: true, ..Self::plain(name, seeds, run) }
    }
}

/// The kind of a container by its first bytes, so that another body can be sealed as it was.
///
/// # Panics
/// When the bytes are no container.
pub(crate) fn kind_of(container: &[u8]) -> FileKind {
    let (_, rest) = container.split_at(b"SEGUE".len());
    let tag = [rest[0], rest[1], rest[2]];
    FileKind { tag, name: "a container", version: rest[3], largest: 1 << 30, remedy: "make another" }
}
