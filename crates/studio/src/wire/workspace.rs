//! The document of the page and its changes.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WorkspaceFacts {
    /// How many commands made it.
    pub(crate) revision: u64,
    /// The page's own data.
    pub(crate) document: Value,
}

/// A change of the document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Command {
    /// The page's own name for it, unique.
    pub(crate) id: String,
    /// What it changes beside the document.
    #[serde(rename = "type")]
    pub(crate) kind: CommandKind,
    /// The place in the document: a JSON pointer.
    pub(crate) path: String,
    /// What is there; `null` when nothing is.
    pub(crate) before: Value,
    /// What is put there; `null` takes it away.
    pub(crate) after: Value,
}

/// What a command changes beside the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CommandKind {
    /// Nothing.
    Set,
    /// The corrected plants of a clip, at `/plants/CLIP/KIND`.
    Plants,
    /// The name of a clip, at `/names/CLIP`; the document stays as it is.
    Rename,
}

/// A command as a page sends it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SentCommand {
    /// The page's name for itself.
    pub(crate) tab: String,
    /// The command.
    pub(crate) command: Command,
}

/// A command that is on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LoggedCommand {
    /// The revision that it made.
    pub(crate) revision: u64,
    /// The page that sent it.
    pub(crate) tab: String,
    /// The command.
    pub(crate) command: Command,
}

impl LoggedCommand {
    /// As all pages hear it.
    pub(crate) fn event(&self) -> String {
        serde_json::json!({"workspace": self.revision, "command": self.command, "tab": self.tab}).to_string()
    }
}

/// A command is on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Acknowledged {
    /// The revision that it made.
    pub(crate) revision: u64,
}

/// Commands that a page missed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CommandsFacts {
    /// The commands, in order.
    pub(crate) commands: Vec<LoggedCommand>,
}

/// The revision that a page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Since {
    /// The revision.
    #[serde(default)]
    pub(crate) since: u64,
}
