//! What must be in a library after what was reported done.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::job::Job;

/// What is known of a library between rounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    clips: BTreeMap<String, Known>,
}

/// A clip of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Known {
    /// The file that it was read from, without folder and extension.
    source: String,
    labels: BTreeSet<String>,
}

/// A job of the round that is over, and whether it was reported done.
pub(super) type Outcome = (Job, bool);

impl Ledger {
    pub(super) fn names(&self) -> Vec<String> {
        self.clips.keys().cloned().collect()
    }

    /// Compares what a library lists with what was there and what was done since, takes it over and tells what is missing.
    ///
    /// Two writers work at once, so a clip that one of them may have removed or renamed may be gone, whatever the other did.
    pub(super) fn settle(&mut self, listed: &Value, outcomes: &[Outcome]) -> Vec<String> {
        let found = clips_of(listed);
        let may_be_gone: BTreeSet<&String> = outcomes.iter().filter_map(|(job, _)| job.takes()).collect();
        let stays = |clip: &String| !may_be_gone.contains(clip);
        let missing = self.names().into_iter().filter(|clip| stays(clip) && !found.contains_key(clip));
        let mut faults: Vec<String> = missing.map(|clip| format!("`{clip}` is missing")).collect();
        for job in outcomes.iter().filter(|(_, done)| *done).map(|(job, _)| job) {
            faults.extend(self.unmet(job, &found, &may_be_gone));
        }
        let adds = outcomes.iter().any(|(job, _)| matches!(job, Job::Add { .. }));
        for (job, _) in outcomes.iter().filter(|(_, done)| *done && !adds) {
            if let Job::Remove { clip } = job
                && found.contains_key(clip)
            {
                faults.push(format!("`{clip}` is still there"));
            }
        }
        for (clip, known) in self.clips.iter().filter(|(clip, _)| stays(clip)) {
            if let Some(now) = found.get(clip).filter(|now| !known.labels.is_subset(&now.labels)) {
                faults.push(format!("`{clip}` has lost labels: {known:?}, {now:?}"));
            }
        }
        self.clips = found;
        faults.into_iter().map(|fault| format!("{fault} after {outcomes:?}")).collect()
    }

    /// What a job that was reported done has not done.
    fn unmet(
        &self,
        job: &Job,
        found: &BTreeMap<String, Known>,
        may_be_gone: &BTreeSet<&String>,
    ) -> Option<String> {
        let was_taken = |source: &String| {
            let taken = |name: &&String| self.clips.get(*name).is_some_and(|known| known.source == *source);
            may_be_gone.contains(source) || may_be_gone.iter().any(taken)
        };
        match job {
            Job::Add { clip } => {
                let is_there = found.values().any(|known| known.source == *clip);
                (!is_there && !was_taken(clip)).then(|| format!("`{clip}` was not added"))
            }
            Job::Label { clip, word } => {
                let labelled = found.get(clip).is_some_and(|known| known.labels.contains(word));
                (!labelled && !may_be_gone.contains(clip)).then(|| format!("`{clip}` has no label `{word}`"))
            }
            Job::Rename { name, .. } => (!found.contains_key(name)).then(|| format!("there is no `{name}`")),
            Job::Remove { .. } | Job::Index | Job::Save { .. } | Job::Export { .. } | Job::Compact => None,
        }
    }
}

fn clips_of(listed: &Value) -> BTreeMap<String, Known> {
    let words = |clip: &Value| -> BTreeSet<String> {
        let labels = clip["labels"].as_array().into_iter().flatten();
        labels.filter_map(|label| label["word"].as_str().map(str::to_owned)).collect()
    };
    let stem = |clip: &Value| {
        let source = clip["source"].as_str().unwrap_or_default();
        Path::new(source).file_stem().unwrap_or_default().to_string_lossy().into_owned()
    };
    let one = |clip: &Value| {
        Some((clip["name"].as_str()?.to_owned(), Known { source: stem(clip), labels: words(clip) }))
    };
    listed["clips"].as_array().into_iter().flatten().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn add(clip: &str) -> Job {
        Job::Add { clip: clip.to_owned() }
    }

    #[test]
    fn what_was_reported_done_must_be_there() {
        let listed = json!({ "clips": [{ "name": "a", "source": "/x/s.bvh", "labels": [{ "word": "x" }] }] });
        let mut ledger = Ledger::default();
        assert!(ledger.clone().settle(&listed, &[(add("s"), true), (add("b"), false)]).is_empty());
        assert_eq!(ledger.settle(&listed, &[(add("s"), true), (add("b"), true)]).len(), 1);
        let label = |word: &str| Job::Label { clip: "a".to_owned(), word: word.to_owned() };
        assert!(ledger.clone().settle(&listed, &[(label("x"), true)]).is_empty());
        assert_eq!(ledger.clone().settle(&listed, &[(label("y"), true)]).len(), 1);
        let bare = json!({ "clips": [{ "name": "a", "source": "/x/s.bvh", "labels": [] }] });
        assert_eq!(ledger.clone().settle(&bare, &[]).len(), 1, "labels stay");
        assert_eq!(ledger.clone().settle(&json!({ "clips": [] }), &[]).len(), 1, "what was there stays");
        let remove = Job::Remove { clip: "a".to_owned() };
        assert!(
            ledger
                .clone()
                .settle(&json!({ "clips": [] }), &[(remove.clone(), true), (add("s"), true)])
                .is_empty()
        );
        assert_eq!(ledger.clone().settle(&listed, &[(remove, true)]).len(), 1, "what was removed is gone");
        let rename = Job::Rename { clip: "a".to_owned(), name: "b".to_owned() };
        assert_eq!(ledger.settle(&json!({ "clips": [] }), &[(rename, true)]).len(), 1);
    }
}
