//! Planted points: as detected, and as corrected by hand.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};
use segue_motion::{ConstraintKind, Constraints, FrameRange};

use crate::entries::{bare_clip, clip_id};
use crate::{Library, LibraryError, LibraryProblem};

impl Library {
    /// The plants of a clip as they were detected, or as its file says.
    ///
    /// # Errors
    /// When there is no such clip, or the library cannot be read.
    pub fn detected_plants(&self, clip: &str) -> Result<Constraints, LibraryError> {
        self.read(|view| constraints(intervals(view, "plant", clip_id(view, clip)?)?))
    }

    /// The kinds whose plants were corrected by hand, with the corrected intervals, which may be none.
    ///
    /// # Errors
    /// When there is no such clip, or the library cannot be read.
    pub fn corrections(&self, clip: &str) -> Result<Vec<(ConstraintKind, Vec<FrameRange>)>, LibraryError> {
        self.read(|view| Ok(corrections(view, clip_id(view, clip)?)?.into_iter().collect()))
    }

    /// Corrects the plants of one kind by hand, in place of the detected ones, which stay in the library; `None` goes back
    /// to those.
    ///
    /// # Errors
    /// When there is no such clip, an interval reaches beyond it or they are not disjoint and in order, or the library
    /// cannot be changed.
    pub fn correct(
        &mut self,
        clip: &str,
        kind: ConstraintKind,
        plants: Option<&[FrameRange]>,
    ) -> Result<(), LibraryError> {
        self.change(|transaction| {
            let id = clip_id(transaction, clip)?;
            transaction
                .execute("DELETE FROM corrected WHERE clip = ? AND kind = ?", params![id, kind.name()])?;
            let Some(plants) = plants else { return Ok(()) };
            transaction
                .execute("INSERT INTO corrected (clip, kind) VALUES (?, ?)", params![id, kind.name()])?;
            put(transaction, "correction", id, kind, plants)?;
            // What cannot be annotated is refused, and the change with it.
            bare_clip(transaction, id)?.with_constraints(holding(transaction, id)?)?;
            Ok(())
        })
    }
}

/// The plants that hold: corrected kinds in place of detected ones.
pub(crate) fn holding(connection: &Connection, clip: i64) -> Result<Constraints, LibraryProblem> {
    let mut found = intervals(connection, "plant", clip)?;
    found.extend(corrections(connection, clip)?);
    constraints(found)
}

type Intervals = BTreeMap<ConstraintKind, Vec<FrameRange>>;

fn corrections(connection: &Connection, clip: i64) -> Result<Intervals, LibraryProblem> {
    let mut statement = connection.prepare_cached("SELECT kind FROM corrected WHERE clip = ?")?;
    let kinds = statement.query_map([clip], |row| row.get::<_, String>(0))?;
    let mut found = intervals(connection, "correction", clip)?;
    for name in kinds {
        found.entry(kind(&name?)?).or_default();
    }
    Ok(found)
}

/// Stores the detected plants of a clip in place of those it had.
pub(crate) fn put_detected(
    connection: &Connection,
    clip: i64,
    plants: &Constraints,
) -> Result<(), LibraryProblem> {
    connection.execute("DELETE FROM plant WHERE clip = ?", [clip])?;
    plants.iter().try_for_each(|(kind, ranges)| put(connection, "plant", clip, kind, ranges))
}

/// Forgets the corrections of a clip; whether there were any.
pub(crate) fn uncorrect(connection: &Connection, clip: i64) -> Result<bool, LibraryProblem> {
    Ok(connection.execute("DELETE FROM corrected WHERE clip = ?", [clip])? > 0)
}

fn put(
    connection: &Connection,
    table: &str,
    clip: i64,
    kind: ConstraintKind,
    ranges: &[FrameRange],
) -> Result<(), LibraryProblem> {
    let mut statement = connection
        .prepare_cached(&format!("INSERT INTO {table} (clip, kind, first, last) VALUES (?, ?, ?, ?)"))?;
    for range in ranges {
        statement.execute(params![clip, kind.name(), range.first, range.last])?;
    }
    Ok(())
}

fn intervals(connection: &Connection, table: &str, clip: i64) -> Result<Intervals, LibraryProblem> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT kind, first, last FROM {table} WHERE clip = ? ORDER BY kind, first"
    ))?;
    let rows = statement.query_map([clip], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, usize>(1)?, row.get::<_, usize>(2)?))
    })?;
    let mut found = Intervals::new();
    for row in rows {
        let (name, first, last) = row?;
        let range = FrameRange::new(first, last)
            .ok_or_else(|| LibraryProblem::damaged(format!("a plant from frame {first} to {last}")))?;
        found.entry(kind(&name)?).or_default().push(range);
    }
    Ok(found)
}

fn kind(name: &str) -> Result<ConstraintKind, LibraryProblem> {
    let known = ConstraintKind::from_name(name);
    known.ok_or_else(|| LibraryProblem::damaged(format!("plants of an unknown kind `{name}`")))
}

fn constraints(intervals: Intervals) -> Result<Constraints, LibraryProblem> {
    let mut constraints = Constraints::default();
    for (kind, ranges) in intervals {
        constraints.set(kind, ranges).map_err(|error| LibraryProblem::damaged(error.to_string()))?;
    }
    Ok(constraints)
}
