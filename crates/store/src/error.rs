//! Why a stored file cannot be read.

/// Why bytes are not a container of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContainerError {
    /// Not a file of Segue.
    #[error("not a Segue file, where {expected} was expected")]
    NotSegue {
        /// What should be there.
        expected: &'static str,
    },
    /// Another kind of Segue file.
    #[error("a Segue file of the kind `{found}`, where {expected} was expected")]
    OtherKind {
        /// What should be there.
        expected: &'static str,
        /// The tag of what is there.
        found: String,
    },
    /// Written by an older or newer program.
    #[error("{kind} of version {found}, this program reads version {reads}; {remedy}")]
    Version {
        /// What it is.
        kind: &'static str,
        /// Its version.
        found: u8,
        /// The version that this program reads.
        reads: u8,
        /// The way out.
        remedy: &'static str,
    },
    /// The end is missing.
    #[error("{kind} that is cut off: {found} of at least {expected} bytes are there; {remedy}")]
    CutOff {
        /// What it is.
        kind: &'static str,
        /// How many bytes there are.
        found: u64,
        /// How many there should be.
        expected: u64,
        /// The way out.
        remedy: &'static str,
    },
    /// Larger than anything of its kind.
    #[error("{kind} that claims to unpack to {claimed} bytes, of at most {largest}; {remedy}")]
    TooLarge {
        /// What it is.
        kind: &'static str,
        /// The length it claims.
        claimed: u64,
        /// The largest length of its kind.
        largest: u64,
        /// The way out.
        remedy: &'static str,
    },
    /// It would take more memory than may be used.
    #[error(transparent)]
    OverBudget(#[from] crate::OverBudget),
    /// Changed since it was written.
    #[error("{kind} that is damaged ({what}); {remedy}")]
    Damaged {
        /// What it is.
        kind: &'static str,
        /// Where it breaks.
        what: String,
        /// The way out.
        remedy: &'static str,
    },
}
