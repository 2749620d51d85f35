//! Each match as a motion file.

use std::path::Path;

use segue_library::Library;
use segue_motion::FrameRange;
use segue_search::Segment;
use serde::{Deserialize, Serialize};

use super::{QueryRange, SearchWork};
use crate::files::{OutputOptions, clip_file, save, write_with_plants};
use crate::find::Hit;
use crate::verbs::library::make_folder;
use crate::verbs::{FormatName, VerbError, Watch};

/// The file that says which moments of the matches correspond.
pub const ALIGNMENTS: &str = "alignments.json";

/// The matches that were cut, and which of their moments correspond to those of the query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CutMatches {
    /// The query.
    pub query: QueryRange,
    /// The matches, nearest first.
    pub matches: Vec<CutMatch>,
}

/// A match that was cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CutMatch {
    /// Its motion file, beside [`ALIGNMENTS`].
    pub file: String,
    /// The clip.
    pub clip: String,
    /// First and last frame at the clip's own rate, both included.
    pub range: [usize; 2],
    /// Whether it is like the mirror image of the query; the file has the motion as it is in the library.
    pub mirrored: bool,
    /// Moments of the query and of the match that correspond, in seconds from the start of each.
    pub secs: Vec<[f64; 2]>,
}

impl SearchWork {
    /// Writes each match as a motion file to a folder, with its plants, and [`ALIGNMENTS`] beside them.
    ///
    /// # Errors
    /// When the library cannot be read, a file cannot be written, or the watch cancels.
    pub fn cut(&self, folder: &Path, format: FormatName, watch: &dyn Watch) -> Result<CutMatches, VerbError> {
        make_folder(folder)?;
        let library = Library::open(&self.library)?;
        let mut matches = Vec::new();
        for (rank, hit) in (1..).zip(&self.hits) {
            watch.step(&hit.clip, rank, self.hits.len())?;
            // A query from elsewhere also finds its own repetitions, which are not in the library.
            let Ok(clip) = library.clip(&hit.clip) else { continue };
            let FrameRange { first, last } = hit.range;
            let clip = clip.slice(hit.range).renamed(format!("{rank:03}-{}-{first}-{last}", hit.clip));
            let path = clip_file(folder, clip.name(), format.into());
            write_with_plants(&path, &clip, None, &OutputOptions::default())?;
            matches.push(self.cut_match(hit, &path));
        }
        let cut = CutMatches { query: self.asked(), matches };
        let text =
            format!("{}\n", serde_json::to_string(&cut).expect("names and finite numbers can be written"));
        save(folder.join(ALIGNMENTS), text.as_bytes())?;
        Ok(cut)
    }

    fn cut_match(&self, hit: &Hit, path: &Path) -> CutMatch {
        let index = self.finder.index();
        let start = |segment: Segment| segment.first as f64 * index.spacing_secs(segment.clip);
        let graph = self.found.graph_of(hit);
        let query = graph.nodes()[graph.way_to(hit.node)[0]].segment;
        let starts = [start(query), start(hit.segment)];
        // A tenth of a millisecond is far below a frame.
        let rounded = |secs: f64| (secs * 1e4).round() / 1e4;
        let from_start = |pair: &[f64; 2]| [0, 1].map(|n| rounded(pair[n] - starts[n]));
        CutMatch {
            file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            clip: hit.clip.clone(),
            range: [hit.range.first, hit.range.last],
            mirrored: hit.mirrored,
            secs: self.finder.aligned(&self.found, hit).secs.iter().map(from_start).collect(),
        }
    }
}
