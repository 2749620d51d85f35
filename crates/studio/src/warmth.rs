//! What stays warm between requests: registrations while weights are dragged.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// The slow parts of the last requests, with the revision of the library that they are made of.
#[derive(Debug, Default)]
pub(crate) struct Warmth {
    kept: Mutex<Vec<Kept>>,
}

#[derive(Debug)]
struct Kept {
    key: String,
    revision: u64,
    ready: Arc<dyn Any + Send + Sync>,
}

/// Pairs and groups of clips that a person goes to and fro between.
const MOST: usize = 16;

impl Warmth {
    /// What is kept under this key, or else what `make` makes.
    pub(crate) fn get<T: Send + Sync + 'static, E>(
        &self,
        key: &str,
        revision: u64,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        if let Some(found) = self.take(key, revision) {
            return Ok(found);
        }
        // Made without the lock: others go on meanwhile.
        let ready = Arc::new(make()?);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|one| one.revision == revision && one.key != key);
        kept.insert(0, Kept { key: key.to_owned(), revision, ready: ready.clone() });
        kept.truncate(MOST);
        Ok(ready)
    }

    fn take<T: Send + Sync + 'static>(&self, key: &str, revision: u64) -> Option<Arc<T>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|one| one.key == key && one.revision == revision)?;
        kept[..=place].rotate_right(1);
        kept[0].ready.clone().downcast().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_made_once_until_the_library_changes_or_others_crowd_them_out() {
        let warmth = Warmth::default();
        let made = std::cell::Cell::new(0);
        let get = |key: &str, revision| {
            let make = || {
                made.set(made.get() + 1);
                Ok::<_, ()>(made.get())
            };
            *warmth.get(key, revision, make).unwrap()
        };
        assert_eq!([get("a", 1), get("a", 1), get("b", 1), get("a", 1)], [1, 1, 2, 1]);
        assert_eq!([get("a", 2), get("b", 2), get("a", 2)], [3, 4, 3]);
        for n in 0..MOST - 1 {
            get(&format!("c{n}"), 2);
        }
        assert_eq!(get("a", 2), 3, "the last that was used stays");
        assert_ne!(get("b", 2), 4, "the other does not");
    }
}
