//! Each match as a motion file.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use segue::find::Hit;
use segue::formats::Format;
use segue::library::Library;
use segue::motion::FrameRange;
use serde_json::{Value, json};

use super::Done;
use crate::console::Console;
use crate::progress::Progress;
use crate::verbs::library::write_with_plants;

/// The file that says which moments correspond.
const ALIGNMENTS: &str = "alignments.json";

pub(super) fn run(
    folder: &Path,
    format: Format,
    done: &Done<'_>,
    library: &Library,
    console: &Console,
) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let progress = Progress::new(done.hits.len());
    let mut matches = Vec::new();
    for (rank, hit) in (1..).zip(&done.hits) {
        progress.step(&hit.clip);
        // A query from elsewhere also finds its own repetitions, which are not in the library.
        let Ok(clip) = library.clip(&hit.clip) else { continue };
        let FrameRange { first, last } = hit.range;
        let name = format!("{rank:03}-{}-{first}-{last}", hit.clip);
        let path = write_with_plants(folder, &clip.slice(hit.range).renamed(&name), format)?;
        matches.push(alignment(done, hit, &path));
    }
    let query = done.finder.query();
    let FrameRange { first, last } = done.finder.frames(query);
    let count = matches.len();
    let all = json!({
        "query": { "clip": done.finder.name(query.clip), "range": [first, last] },
        "matches": matches,
    });
    let text = format!("{}\n", serde_json::to_string(&all)?);
    segue::files::save(folder.join(ALIGNMENTS), text.as_bytes())?;
    console.say(format_args!("wrote {count} matches and {ALIGNMENTS} to {}", folder.display()));
    Ok(())
}

/// Moments of the query and of the match that correspond, in seconds from the start of either stretch.
fn alignment(done: &Done<'_>, hit: &Hit, path: &Path) -> Value {
    let index = done.finder.index();
    let start = |segment: segue::search::Segment| segment.first as f64 * index.spacing_secs(segment.clip);
    let starts = [start(done.finder.query()), start(hit.segment)];
    let secs = done.finder.aligned(&done.graph, hit).secs;
    let rounded = |secs: f64| (secs * 1e4).round() / 1e4;
    let secs: Vec<[f64; 2]> = secs.iter().map(|pair| [0, 1].map(|n| rounded(pair[n] - starts[n]))).collect();
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
    json!({ "file": file, "clip": hit.clip, "range": [hit.range.first, hit.range.last], "secs": secs })
}
