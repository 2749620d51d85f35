//! What is left of a library whose file was cut off.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, OptionalExtension as _};
use segue_motion::Clip;
use segue_store::open_regular;

use crate::entries::{bare_clip, clip};
use crate::library::immutable;
use crate::salvage::Pages;
use crate::{Library, LibraryError, LibraryProblem};

/// A library whose file is shorter than it was: a copy that was interrupted, or a disk that lost its end. Only what can still
/// be read of it is there.
#[derive(Debug)]
pub struct Rescue {
    path: PathBuf,
    connection: Connection,
    /// Clips found by their own pages.
    ends: Vec<Clip>,
    /// How long the file is and was.
    pub shortfall: Shortfall,
}

/// How much of a file is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// Bytes that are there.
    pub found_bytes: u64,
    /// Bytes that there were.
    pub expected_bytes: u64,
    /// Bytes of a page.
    page_bytes: usize,
}

/// The clips of a library that was cut off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Clips whose pages are all there, with their names.
    pub whole: Vec<(Saved, String)>,
    /// Names of clips that are lost. There may be more, whose names are lost too.
    pub lost: Vec<String>,
}

/// A clip that can be read: by its row, or by the end of it where nothing else is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The number of the row.
    Row(i64),
    /// Its place among those whose ends were found.
    End(usize),
}

/// Bytes of the head that tell the size of a page and the number of pages.
const HEAD: usize = 32;

/// Bytes of the smallest page that there is.
const SMALLEST_PAGE: u64 = 512;

/// Rows that a page has at most: clips are larger than a sixteenth of it.
const ROWS_PER_PAGE: i64 = 16;

/// Bytes of a page of the libraries that we make.
const PAGE: u64 = 4096;

/// Numbers of clips that are looked for at most.
const MOST_ROWS: i64 = 1_000_000;

impl Library {
    /// Opens what is left of a library whose file was cut off; `None` when it has its whole length.
    ///
    /// # Errors
    /// When there is no such file, or not even its first pages are there.
    pub fn open_to_rescue(path: impl AsRef<Path>) -> Result<Option<Rescue>, LibraryError> {
        let path = path.as_ref();
        let open = || {
            let Some(shortfall) = Shortfall::of(path)? else { return Ok(None) };
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let connection = Connection::open_with_flags(immutable(path), flags)?;
            // Without this a file that is too short is refused as a whole. Nothing is written.
            connection.pragma_update(None, "writable_schema", true)?;
            connection.pragma_update(None, "query_only", true)?;
            let mut pages = Pages::of(path, shortfall.page_bytes)?;
            let ends = pages.found().iter().filter_map(|found| pages.clip(found)).collect();
            Ok(Some(Rescue { path: path.to_owned(), connection, ends, shortfall }))
        };
        open().map_err(|problem: LibraryProblem| problem.at(path))
    }
}

impl Shortfall {
    pub(crate) fn of(path: &Path) -> Result<Option<Self>, LibraryProblem> {
        let mut file = open_regular(path)?;
        let mut head = [0; HEAD];
        if file.read_exact(&mut head).is_err() {
            return Ok(None);
        }
        // A page of 65536 bytes is written as 1.
        let page = match u16::from_be_bytes([head[16], head[17]]) {
            1 => 65_536,
            page => u64::from(page),
        };
        if !page.is_power_of_two() || page < SMALLEST_PAGE {
            // No file of SQLite: that is what opening it says.
            return Ok(None);
        }
        let pages = u32::from_be_bytes([head[28], head[29], head[30], head[31]]);
        let (found_bytes, expected_bytes) = (file.metadata()?.len(), page * u64::from(pages));
        let page_bytes = page as usize;
        Ok((found_bytes < expected_bytes).then_some(Self { found_bytes, expected_bytes, page_bytes }))
    }
}

impl Rescue {
    /// Which clips are whole and which are lost.
    ///
    /// # Errors
    /// When not even the tables are there.
    pub fn survey(&self) -> Result<Survey, LibraryError> {
        self.read(|view| {
            let mut named = names_in_order(view);
            let pages = i64::try_from(self.shortfall.expected_bytes / PAGE).unwrap_or(MOST_ROWS);
            let last = named.values().copied().max().unwrap_or(0);
            let most = last.max(pages.saturating_mul(ROWS_PER_PAGE)).min(MOST_ROWS);
            // Names are listed apart from clips, and either list may have lost a part.
            for id in 1..=most {
                let name = view
                    .prepare_cached("SELECT name FROM clip WHERE id = ?")?
                    .query_row([id], |row| row.get::<_, String>(0))
                    .optional();
                if let Ok(Some(name)) = name {
                    named.entry(name).or_insert(id);
                }
            }
            let (whole, lost): (Vec<_>, Vec<_>) =
                named.into_iter().partition(|(_, id)| bare_clip(view, *id).is_ok());
            let mut whole: Vec<(Saved, String)> =
                whole.into_iter().map(|(name, id)| (Saved::Row(id), name)).collect();
            for (place, end) in self.ends.iter().enumerate() {
                if !whole.iter().any(|(_, name)| name == end.name()) {
                    whole.push((Saved::End(place), end.name().to_owned()));
                }
            }
            let is_lost = |name: &String| !whole.iter().any(|(_, saved)| saved == name);
            let lost = lost.into_iter().map(|(name, _)| name).filter(is_lost).collect();
            whole.sort_by(|a, b| a.1.cmp(&b.1));
            Ok(Survey { whole, lost })
        })
    }

    /// A clip that is whole, with its labels and plants as far as they are there.
    ///
    /// # Errors
    /// When it is lost.
    pub fn clip(&self, saved: Saved) -> Result<Clip, LibraryError> {
        match saved {
            Saved::Row(id) => self.read(|view| clip(view, id).or_else(|_| bare_clip(view, id))),
            Saved::End(place) => Ok(self.ends[place].clone()),
        }
    }

    fn read<T>(&self, f: impl FnOnce(&Connection) -> Result<T, LibraryProblem>) -> Result<T, LibraryError> {
        f(&self.connection).map_err(|problem| problem.at(&self.path))
    }
}

/// The numbers of clips by name, as far as the list of names is there from either end.
fn names_in_order(view: &Connection) -> BTreeMap<String, i64> {
    let mut named = BTreeMap::new();
    let ways = [
        "SELECT name, id FROM clip WHERE ?1 IS NULL OR name > ?1 ORDER BY name LIMIT 1",
        "SELECT name, id FROM clip WHERE ?1 IS NULL OR name < ?1 ORDER BY name DESC LIMIT 1",
    ];
    for way in ways {
        let mut last: Option<String> = None;
        let next = |last: &Option<String>| -> rusqlite::Result<(String, i64)> {
            view.prepare_cached(way)?.query_row([last], |row| Ok((row.get(0)?, row.get(1)?)))
        };
        // The end, or a page that is not there.
        while let Ok((name, id)) = next(&last) {
            last = Some(name.clone());
            if named.insert(name, id).is_some() {
                break;
            }
        }
    }
    named
}
