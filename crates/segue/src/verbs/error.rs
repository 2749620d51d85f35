//! Why a request is not met.

use segue_blend::{BlendError, EnsembleError};
use segue_register::RegisterError;

use crate::LoadError;

/// Why a request is not met.
#[derive(Debug, thiserror::Error)]
pub enum VerbError {
    /// An input gives no clip.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Clips cannot be registered.
    #[error(transparent)]
    Register(#[from] RegisterError),
    /// Registered clips cannot be laid out for playing.
    #[error(transparent)]
    Ensemble(#[from] EnsembleError),
    /// Clips cannot be blended.
    #[error(transparent)]
    Blend(#[from] BlendError),
    /// The request contradicts itself or its inputs.
    #[error("{0}")]
    Request(String),
    /// The watch cancelled.
    #[error("cancelled")]
    Cancelled,
}
