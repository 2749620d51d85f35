//! What stays warm between requests: registrations while weights are dragged, searches while ε is.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// The slow parts of the last requests, with the revision of the library that they are made of.
#[derive(Debug, Default)]
pub(crate) struct Warmth {
    kept: Mutex<Vec<Kept>>,
}

#[derive(Debug)]
struct Kept {
    key: Key,
    revision: u64,
    ready: Arc<dyn Any + Send + Sync>,
}

/// What a thing is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// The verb.
    pub(crate) kind: &'static str,
    /// Its request.
    pub(crate) request: String,
    /// How many of the kind are kept.
    pub(crate) most: usize,
}

/// How many are kept of all kinds: pairs and groups of clips that a person goes to and fro between.
const MOST: usize = 16;

impl Warmth {
    /// What is kept under this key, or else what `make` makes.
    pub(crate) fn get<T: Send + Sync + 'static, E>(
        &self,
        key: &Key,
        revision: u64,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        if let Some(found) = self.take(key, revision) {
            return Ok(found);
        }
        // Made without the lock: others go on meanwhile.
        let ready = Arc::new(make()?);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|one| one.revision == revision && one.key != *key);
        kept.insert(0, Kept { key: key.clone(), revision, ready: ready.clone() });
        kept.truncate(MOST);
        let mut of_kind = 0;
        kept.retain(|one| {
            of_kind += usize::from(one.key.kind == key.kind);
            one.key.kind != key.kind || of_kind <= key.most
        });
        Ok(ready)
    }

    fn take<T: Send + Sync + 'static>(&self, key: &Key, revision: u64) -> Option<Arc<T>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|one| one.key == *key && one.revision == revision)?;
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
        let get = |request: &str, revision| {
            let make = || {
                made.set(made.get() + 1);
                Ok::<_, ()>(made.get())
            };
            let key = Key { kind: "blend", request: request.to_owned(), most: MOST };
            *warmth.get(&key, revision, make).unwrap()
        };
        assert_eq!([get("a", 1), get("a", 1), get("b", 1), get("a", 1)], [1, 1, 2, 1]);
        assert_eq!([get("a", 2), get("b", 2), get("a", 2)], [3, 4, 3]);
        for n in 0..MOST - 1 {
            get(&format!("c{n}"), 2);
        }
        assert_eq!(get("a", 2), 3, "the last that was used stays");
        assert_ne!(get("b", 2), 4, "the other does not");
    }
    #[test]
    fn few_things_of_a_large_kind_are_kept() {
        let (warmth, made) = (Warmth::default(), std::cell::Cell::new(0));
        let get = |kind, request: &str, most| {
            let make = || Ok::<_, ()>(made.replace(made.get() + 1));
            *warmth.get(&Key { kind, request: request.to_owned(), most }, 1, make).unwrap()
        };
        assert_eq!(get("blend", "x", 16), 0);
        assert_eq!(["a", "b", "a", "c"].map(|request| get("search", request, 2)), [1, 2, 1, 3]);
        assert_eq!(
            ["a", "b"].map(|request| get("search", request, 2)),
            [1, 4],
            "b gave way, a was used later"
        );
        assert_eq!(get("blend", "x", 16), 0, "other kinds stay");
    }
}
