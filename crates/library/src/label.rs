//! Words that say what happens in a clip.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::{Connection, params};

use crate::entries::clip_id;
use crate::{Library, LibraryError, LibraryProblem};

/// A word that says what happens in a clip, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// The word, in lower case.
    pub word: String,
    /// Who says so.
    pub origin: LabelOrigin,
}

/// Who gave a clip a label. Changing a name here breaks files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LabelOrigin {
    /// A person. Such labels stay when the clip's file changes.
    Hand,
    /// The file itself.
    File,
    /// A list of trials and what happens in them.
    Index,
    /// The file's name.
    Name,
    /// The folder that the file is in.
    Folder,
}

impl LabelOrigin {
    const NAMES: [(Self, &'static str); 5] = [
        (Self::Hand, "hand"),
        (Self::File, "file"),
        (Self::Index, "index"),
        (Self::Name, "name"),
        (Self::Folder, "folder"),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(_, known)| *known == name).map(|(origin, _)| origin)
    }
}

/// A word as labels have it: trimmed, in lower case. `None` when nothing is left.
pub fn label_word(text: &str) -> Option<String> {
    let word = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    (!word.is_empty()).then_some(word)
}

/// The labels that a path gives: the words of the file's name, and the name of its folder. Numbers are no labels.
///
/// ```
/// use segue_library::path_labels;
///
/// let words: Vec<String> =
///     path_labels("kicks/LeftKick_03.bvh".as_ref()).into_iter().map(|label| label.word).collect();
/// assert_eq!(words, ["kick", "left", "kicks"]);
/// ```
pub fn path_labels(path: &Path) -> Vec<Label> {
    let text = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let stem = words(&text(path.file_stem()));
    let folder = label_word(&text(path.parent().and_then(Path::file_name)));
    let folder = folder.filter(|word| !stem.contains(word) && word.chars().any(char::is_alphabetic));
    let stem = stem.into_iter().map(|word| Label { word, origin: LabelOrigin::Name });
    stem.chain(folder.map(|word| Label { word, origin: LabelOrigin::Folder })).collect()
}

/// Runs of letters, parted where a capital follows a small letter.
fn words(text: &str) -> BTreeSet<String> {
    /// Single letters are takes and versions.
    const SHORTEST: usize = 2;
    let mut words = vec![String::new()];
    let mut small_before = false;
    for letter in text.chars() {
        if !letter.is_alphabetic() || small_before && letter.is_uppercase() {
            words.push(String::new());
        }
        if letter.is_alphabetic() {
            words.last_mut().expect("there is always a word under way").extend(letter.to_lowercase());
        }
        small_before = letter.is_lowercase();
    }
    words.into_iter().filter(|word| word.chars().count() >= SHORTEST).collect()
}

/// The labels of trials in an index as the CMU library has it: lines of a trial's name, white space, and what happens in
/// it, separated by commas, semicolons or slashes. Other lines are passed over.
///
/// ```
/// use segue_library::index_labels;
///
/// let index = "Subject #16 (run, walk)\n16_35\trun/jog, straight\n";
/// let words: Vec<String> = index_labels(index, "16_35").into_iter().map(|label| label.word).collect();
/// assert_eq!(words, ["run", "jog", "straight"]);
/// ```
pub fn index_labels(index: &str, trial: &str) -> Vec<Label> {
    let line = index.lines().find_map(|line| {
        let (name, rest) = line.trim().split_once(char::is_whitespace)?;
        (name == trial).then_some(rest)
    });
    let phrases = line.unwrap_or_default().split([',', ';', '/']).filter_map(label_word);
    phrases.map(|word| Label { word, origin: LabelOrigin::Index }).collect()
}

impl Library {
    /// Gives a clip labels by hand and takes others away, whoever gave them; adding wins.
    ///
    /// # Errors
    /// When there is no such clip, or the library cannot be changed.
    pub fn label(&mut self, clip: &str, add: &[String], remove: &[String]) -> Result<(), LibraryError> {
        self.change(|transaction| {
            let clip = clip_id(transaction, clip)?;
            for word in remove.iter().filter_map(|word| label_word(word)) {
                transaction.execute("DELETE FROM label WHERE clip = ? AND word = ?", params![clip, word])?;
            }
            for word in add.iter().filter_map(|word| label_word(word)) {
                put(transaction, clip, &Label { word, origin: LabelOrigin::Hand })?;
            }
            Ok(())
        })
    }
}

/// Adds a label; of two givers of one word a person counts.
pub(crate) fn put(connection: &Connection, clip: i64, label: &Label) -> Result<(), LibraryProblem> {
    connection.execute(
        "INSERT INTO label (clip, word, origin) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET origin = excluded.origin WHERE excluded.origin = 'hand'",
        params![clip, label.word, label.origin.name()],
    )?;
    Ok(())
}

/// The labels of a clip, in order of word.
pub(crate) fn of(connection: &Connection, clip: i64) -> Result<Vec<Label>, LibraryProblem> {
    let mut statement =
        connection.prepare_cached("SELECT word, origin FROM label WHERE clip = ? ORDER BY word")?;
    let rows = statement.query_map([clip], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
    rows.map(|row| {
        let (word, origin) = row?;
        let known = LabelOrigin::from_name(&origin);
        let origin = known.ok_or_else(|| LibraryProblem::damaged(format!("a label of origin `{origin}`")))?;
        Ok(Label { word, origin })
    })
    .collect()
}
