//! The clips of a library.

use std::collections::BTreeMap;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use segue_motion::{Clip, ContentHash, Skeleton};
use segue_store::ContainerError;

use crate::trailer::Trailer;
use crate::{Label, Library, LibraryError, LibraryProblem, label, plants, pose_code, skeleton_code};

/// What a library says about a clip without unpacking it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name, unique in the library.
    pub name: String,
    /// Where it was read from.
    pub source: String,
    /// Frames per second.
    pub rate: f64,
    /// Number of frames.
    pub frames: usize,
    /// Number of joints.
    pub joints: usize,
    /// The fingerprint of skeleton, rate and poses; plants do not count.
    pub hash: ContentHash,
    /// The labels, in order of word.
    pub labels: Vec<Label>,
    /// Bytes that its poses take in the library.
    pub packed_bytes: usize,
}

impl Entry {
    /// Whether the clip has every one of these labels.
    pub fn has_labels(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.labels.iter().any(|label| label.word == *word))
    }
}

const ENTRY: &str = "SELECT clip.id, clip.name, source.path, clip.rate, clip.frames, clip.joints, clip.hash, \
    length(clip.poses) FROM clip JOIN source ON source.id = clip.source";

impl Library {
    /// What is in the library, in order of name.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>, LibraryError> {
        self.read(|view| {
            let mut statement = view.prepare(&format!("{ENTRY} ORDER BY clip.name"))?;
            let rows = statement.query_map([], entry)?.collect::<Result<Vec<_>, _>>()?;
            let labelled = |(id, entry): (i64, Entry)| Ok(Entry { labels: label::of(view, id)?, ..entry });
            rows.into_iter().map(labelled).collect()
        })
    }

    /// What is known of one clip, without its labels.
    ///
    /// # Errors
    /// When there is no such clip, or the library cannot be read.
    pub fn entry(&self, name: &str) -> Result<Entry, LibraryError> {
        self.read(|view| {
            let id = clip_id(view, name)?;
            let mut statement = view.prepare_cached(&format!("{ENTRY} WHERE clip.id = ?"))?;
            Ok(statement.query_row([id], entry)?.1)
        })
    }

    /// How many clips there are.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn clip_count(&self) -> Result<usize, LibraryError> {
        self.read(|view| Ok(view.query_row("SELECT count(*) FROM clip", [], |row| row.get(0))?))
    }

    /// The skeleton of every clip, in order of the clips' names; clips of one figure share it.
    ///
    /// # Errors
    /// When the library cannot be read, or a skeleton is damaged.
    pub fn skeletons(&self) -> Result<Vec<Arc<Skeleton>>, LibraryError> {
        self.read(|view| {
            let mut known = BTreeMap::new();
            let mut statement = view.prepare_cached("SELECT id, bytes FROM skeleton")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let (id, bytes): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
                let skeleton = skeleton_code::decode(&bytes);
                let damaged = |error| LibraryProblem::damaged(format!("skeleton {id}: {error}"));
                known.insert(id, Arc::new(skeleton.map_err(damaged)?));
            }
            let mut statement = view.prepare_cached("SELECT skeleton FROM clip ORDER BY name")?;
            let ids = statement.query_map([], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
            let without = || LibraryProblem::damaged("a clip without a skeleton");
            ids.iter().map(|id| known.get(id).cloned().ok_or_else(without)).collect()
        })
    }

    /// A clip with its labels and plants: the corrected ones where there are any, else the detected ones.
    ///
    /// # Errors
    /// When there is no such clip, or what is stored of it is damaged.
    pub fn clip(&self, name: &str) -> Result<Clip, LibraryError> {
        self.read(|view| clip(view, clip_id(view, name)?))
    }

    /// Gives a clip another name. What was made of it and calls it by its name goes, as when its motion changes.
    ///
    /// # Errors
    /// When there is no such clip, another one has the new name, or the library cannot be changed.
    pub fn rename(&mut self, name: &str, new: &str) -> Result<(), LibraryError> {
        self.change(|transaction| {
            let id = clip_id(transaction, name)?;
            let mut taken =
                transaction.prepare_cached("SELECT count(*) FROM clip WHERE name = ? AND id <> ?")?;
            if taken.query_row(params![new, id], |row| row.get::<_, i64>(0))? > 0 {
                return Err(LibraryProblem::Taken { name: new.to_owned() });
            }
            transaction.execute("UPDATE clip SET name = ? WHERE id = ?", params![new, id])?;
            rename_trailer(transaction, id, new)?;
            let made = "DELETE FROM thing WHERE id IN (SELECT thing FROM made_of WHERE clip = ?)";
            transaction.execute(made, [id])?;
            Ok(())
        })
    }
}

fn rename_trailer(connection: &Connection, id: i64, name: &str) -> Result<(), LibraryProblem> {
    let found: Option<Vec<u8>> =
        connection.query_row("SELECT trailer FROM clip WHERE id = ?", [id], |row| row.get(0))?;
    if let Some(trailer) = found.and_then(|bytes| Trailer::decode(&bytes)) {
        let bytes = trailer.renamed(name).encode();
        connection.execute("UPDATE clip SET trailer = ? WHERE id = ?", params![bytes, id])?;
    }
    Ok(())
}

fn entry(row: &Row<'_>) -> rusqlite::Result<(i64, Entry)> {
    let hash: [u8; 32] = row.get(6)?;
    let entry = Entry {
        name: row.get(1)?,
        source: row.get(2)?,
        rate: row.get(3)?,
        frames: row.get(4)?,
        joints: row.get(5)?,
        hash: ContentHash::from_bytes(hash),
        labels: Vec::new(),
        packed_bytes: row.get(7)?,
    };
    Ok((row.get(0)?, entry))
}

/// The number of a clip.
pub(crate) fn clip_id(connection: &Connection, name: &str) -> Result<i64, LibraryProblem> {
    let found = connection
        .prepare_cached("SELECT id FROM clip WHERE name = ?")?
        .query_row([name], |row| row.get(0))
        .optional()?;
    found.map_or_else(|| Err(no_such_clip(connection, name)?), Ok)
}

fn no_such_clip(connection: &Connection, name: &str) -> Result<LibraryProblem, LibraryProblem> {
    /// Enough to recognise what was meant.
    const SHOWN: usize = 8;
    let mut statement = connection.prepare(
        "SELECT name FROM clip ORDER BY instr(lower(name), lower(?1)) = 0, instr(lower(?1), lower(name)) = 0, name LIMIT ?2",
    )?;
    let near = statement.query_map((name, SHOWN), |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(LibraryProblem::NoSuchClip { name: name.to_owned(), near })
}

/// A clip by its number, with labels and the plants that hold.
pub(crate) fn clip(connection: &Connection, id: i64) -> Result<Clip, LibraryProblem> {
    let mut clip = bare_clip(connection, id)?;
    clip.labels = label::of(connection, id)?.into_iter().map(|label| label.word).collect();
    Ok(clip.with_constraints(plants::holding(connection, id)?)?)
}

/// A clip by its number, without labels and plants.
pub(crate) fn bare_clip(connection: &Connection, id: i64) -> Result<Clip, LibraryProblem> {
    let mut statement = connection.prepare_cached(
        "SELECT clip.name, clip.rate, clip.poses, skeleton.bytes FROM clip
         JOIN skeleton ON skeleton.id = clip.skeleton WHERE clip.id = ?",
    )?;
    let mut rows = statement.query([id])?;
    let row = rows.next()?.ok_or_else(|| LibraryProblem::damaged("a clip without a skeleton"))?;
    let (name, rate): (String, f64) = (row.get(0)?, row.get(1)?);
    let damaged = |what: String| LibraryProblem::damaged(format!("clip `{name}`: {what}"));
    let bytes = |column| -> Result<&[u8], LibraryProblem> {
        row.get_ref(column)?.as_blob().map_err(|error| damaged(error.to_string()))
    };
    let stored = |error: ContainerError| damaged(error.to_string());
    let skeleton = Arc::new(skeleton_code::decode(bytes(3)?).map_err(stored)?);
    pose_code::decode(bytes(2)?, &name, skeleton, rate).map_err(stored)
}
