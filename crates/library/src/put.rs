//! Adding clips and taking them out.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::entries::clip_id;
use crate::trailer::Trailer;
use crate::{ClipSource, Library, LibraryError, LibraryProblem, Packed, label, plants};

/// What [`Library::put`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Put {
    /// Names of the clips that are in the library now and were not before.
    pub added: Vec<String>,
    /// Names of the clips whose motion changed; what was made of them is gone.
    pub changed: Vec<String>,
    /// Names of the clips whose motion is the same as before.
    pub kept: Vec<String>,
    /// Names of the clips that the source no longer has.
    pub removed: Vec<String>,
    /// Names of the clips whose corrected plants no longer fit and are gone.
    pub uncorrected: Vec<String>,
}

impl Library {
    /// The fingerprints of all sources, by path.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn sources(&self) -> Result<BTreeMap<String, Vec<u8>>, LibraryError> {
        self.read(|view| {
            let mut statement = view.prepare("SELECT path, fingerprint FROM source")?;
            Ok(statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
        })
    }

    /// Whether this very source is in the library.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn has(&self, source: &ClipSource) -> Result<bool, LibraryError> {
        self.read(|view| {
            Ok(find_source(view, &source.path)?.is_some_and(|(_, found)| found == source.fingerprint))
        })
    }

    /// Puts the clips of a source in place of what was there of it. A clip keeps its name in the library, the labels that
    /// people gave it, and its corrected plants when it is as long as before; what was made of it goes when its motion
    /// changes, and nothing else does. Does nothing when the source is in the library as it is.
    ///
    /// A clip whose name is taken by one from elsewhere is called by its folder too.
    ///
    /// # Errors
    /// When the library cannot be changed, or a clip is beyond all use; it is then as it was.
    pub fn put(&mut self, source: &ClipSource, clips: &[Packed]) -> Result<Put, LibraryError> {
        if let Some(clip) = clips.iter().find(|clip| !clip.is_within_bounds) {
            return Err(LibraryProblem::OutOfBounds { name: clip.own_name.clone() }.at(self.path()));
        }
        self.change(|transaction| put(transaction, source, clips))
    }

    /// Takes clips out, with all that belongs to them and was made of them.
    ///
    /// # Errors
    /// When one of them is not there, in which case all stay, or the library cannot be changed.
    pub fn remove(&mut self, clips: &[String]) -> Result<(), LibraryError> {
        self.change(|transaction| {
            for name in clips {
                let id = clip_id(transaction, name)?;
                transaction.execute("DELETE FROM clip WHERE id = ?", [id])?;
            }
            Ok(())
        })
    }
}

fn find_source(connection: &Connection, path: &str) -> Result<Option<(i64, Vec<u8>)>, LibraryProblem> {
    let mut statement = connection.prepare_cached("SELECT id, fingerprint FROM source WHERE path = ?")?;
    Ok(statement.query_row([path], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

fn put(connection: &Connection, source: &ClipSource, clips: &[Packed]) -> Result<Put, LibraryProblem> {
    let mut done = Put::default();
    let id = match find_source(connection, &source.path)? {
        Some((_, found)) if found == source.fingerprint => return Ok(done),
        Some((id, _)) => id,
        None => connection
            .prepare_cached("INSERT INTO source (path, fingerprint) VALUES (?, x'') RETURNING id")?
            .query_row([&source.path], |row| row.get(0))?,
    };
    for clip in clips {
        put_clip(connection, id, source, clip, &mut done)?;
    }
    remove_others(connection, id, clips, &mut done)?;
    connection.execute("UPDATE source SET fingerprint = ? WHERE id = ?", params![source.fingerprint, id])?;
    Ok(done)
}

fn put_clip(
    connection: &Connection,
    source_id: i64,
    source: &ClipSource,
    clip: &Packed,
    done: &mut Put,
) -> Result<(), LibraryProblem> {
    let skeleton = skeleton_id(connection, &clip.skeleton)?;
    let before = connection
        .prepare_cached("SELECT id, name, hash, frames FROM clip WHERE source = ? AND own_name = ?")?
        .query_row(params![source_id, clip.own_name], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?, row.get::<_, usize>(3)?))
        })
        .optional()?;
    let id: i64 = match before {
        None => {
            let name = free_name(connection, &source.path, &clip.own_name)?;
            let id = insert(connection, source_id, skeleton, &name, clip)?;
            done.added.push(name);
            id
        }
        Some((id, name, hash, frames)) => {
            let name: String = name;
            update(connection, id, skeleton, &name, clip)?;
            if frames != clip.frames && plants::uncorrect(connection, id)? {
                done.uncorrected.push(name.clone());
            }
            let same = hash == clip.hash.as_bytes();
            if same { &mut done.kept } else { &mut done.changed }.push(name);
            id
        }
    };
    plants::put_detected(connection, id, &clip.plants)?;
    connection.execute("DELETE FROM label WHERE clip = ? AND origin <> 'hand'", [id])?;
    clip.labels.iter().try_for_each(|word| label::put(connection, id, word))
}

fn skeleton_id(connection: &Connection, bytes: &[u8]) -> Result<i64, LibraryProblem> {
    connection
        .prepare_cached("INSERT INTO skeleton (bytes) VALUES (?) ON CONFLICT DO NOTHING")?
        .execute([bytes])?;
    let mut statement = connection.prepare_cached("SELECT id FROM skeleton WHERE bytes = ?")?;
    Ok(statement.query_row([bytes], |row| row.get(0))?)
}

fn insert(
    connection: &Connection,
    source: i64,
    skeleton: i64,
    name: &str,
    clip: &Packed,
) -> Result<i64, LibraryProblem> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO clip (name, own_name, source, skeleton, rate, frames, joints, hash, poses, trailer)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
    )?;
    let hash = clip.hash.as_bytes();
    let Packed { own_name, rate, frames, joints, poses, .. } = clip;
    let trailer = Trailer::of(name, clip).encode();
    let values = params![name, own_name, source, skeleton, rate, frames, joints, hash, poses, trailer];
    Ok(statement.query_row(values, |row| row.get(0))?)
}

fn update(
    connection: &Connection,
    id: i64,
    skeleton: i64,
    name: &str,
    clip: &Packed,
) -> Result<(), LibraryProblem> {
    let old: i64 = connection.query_row("SELECT skeleton FROM clip WHERE id = ?", [id], |row| row.get(0))?;
    let mut statement = connection.prepare_cached(
        "UPDATE clip SET skeleton = ?, rate = ?, frames = ?, joints = ?, hash = ?, poses = ?, trailer = ? WHERE id = ?",
    )?;
    let hash = clip.hash.as_bytes();
    let Packed { rate, frames, joints, poses, .. } = clip;
    let trailer = Trailer::of(name, clip).encode();
    statement.execute(params![skeleton, rate, frames, joints, hash, poses, trailer, id])?;
    connection.execute(
        "DELETE FROM skeleton WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM clip WHERE skeleton = ?1)",
        [old],
    )?;
    Ok(())
}

/// The clips that the source had and has no more.
fn remove_others(
    connection: &Connection,
    source: i64,
    clips: &[Packed],
    done: &mut Put,
) -> Result<(), LibraryProblem> {
    let mut statement = connection.prepare("SELECT id, name, own_name FROM clip WHERE source = ?")?;
    let rows = statement.query_map([source], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let rows: Vec<(i64, String, String)> = rows.collect::<Result<_, _>>()?;
    for (id, name, own_name) in rows {
        if !clips.iter().any(|clip| clip.own_name == own_name) {
            connection.execute("DELETE FROM clip WHERE id = ?", [id])?;
            done.removed.push(name);
        }
    }
    Ok(())
}

/// The clip's own name, or one with as many folders before it as it takes, or with a number after it.
fn free_name(connection: &Connection, path: &str, own_name: &str) -> Result<String, LibraryProblem> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM clip WHERE name = ?")?;
    let mut name = own_name.to_owned();
    let folders =
        Path::new(path).ancestors().skip(1).filter_map(|folder| Some(folder.file_name()?.to_string_lossy()));
    for folder in folders {
        if !statement.exists([&name])? {
            return Ok(name);
        }
        name = format!("{folder}/{name}");
    }
    let mut numbered = name.clone();
    for number in 2.. {
        if !statement.exists([&numbered])? {
            break;
        }
        numbered = format!("{name} {number}");
    }
    Ok(numbered)
}
