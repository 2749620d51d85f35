//! Webs that are kept elsewhere until a search needs them.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use segue_motion::ClipId;

use crate::Web;

/// Fetches the web of a pair of clips; `None` when it cannot be read.
type Fetch = dyn FnMut([ClipId; 2]) -> Option<Web> + Send;

/// Where webs are fetched from.
pub(crate) struct Shelf(Mutex<Box<Fetch>>);

impl Shelf {
    pub(crate) fn new(fetch: impl FnMut([ClipId; 2]) -> Option<Web> + Send + 'static) -> Self {
        Self(Mutex::new(Box::new(fetch)))
    }

    pub(crate) fn fetch(&self, pair: [ClipId; 2]) -> Option<Web> {
        // Whoever panicked while fetching left nothing half done here.
        let mut fetch = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        fetch(pair)
    }
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shelf")
    }
}
