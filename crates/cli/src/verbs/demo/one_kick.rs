//! The library of all samples, and every kick in it from one.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Result, anyhow};
use segue::actors::{Sample, samples};
use segue::add::{AddSettings, add_to_library};
use segue::find::{FindError, Finder, Hit, IndexChoices, LibraryIndex, Query};
use segue::library::Library;
use segue::plots::{Canvas, graph_plot, web_plot};
use segue::search::SearchSettings;
use segue::{Input, Source};

/// What the files of the scene are called.
pub(super) const NAME: &str = "one-kick";

/// The take whose second kick, one of middling height, is the query.
const TAKE: &str = "take-kicks";

/// What was found.
pub(super) struct OneKick {
    query: String,
    clips: usize,
    hits: Vec<Hit>,
    pub(super) drawing: Canvas,
}

/// Makes the library in the folder, or brings it up to date, and searches it.
pub(super) fn make(folder: &Path) -> Result<OneKick> {
    let path = folder.join("samples.segue");
    let mut library = if path.exists() { Library::open_to_write(&path)? } else { Library::create(&path)? };
    let inputs: Vec<Input> =
        samples().iter().map(|sample| Input::all(Source::Sample(sample.name.to_owned()))).collect();
    add_to_library(&mut library, &inputs, &AddSettings::default(), |_, _| ControlFlow::Continue(()))?;
    let choices = IndexChoices::load(&library)?.unwrap_or_default();
    let index = LibraryIndex::open(&library, &choices)?;
    let choices = index.settle(&mut library, &choices)?;
    let all = index.index().ids().collect();
    index.cast(&mut library, &all, |_, _, _| Ok::<(), FindError>(()))?;
    let query = query()?;
    let wanted = Query { text: query.clone(), with_motion: true, ..Query::default() };
    let finder = Finder::open(&library, &wanted, &choices, |_| ())?;
    let look = SearchSettings::default();
    let found = finder.search(&look)?;
    let (index, segment) = (finder.index(), finder.query());
    let web =
        web_plot(index, segment, segment.clip, &found.graph).ok_or_else(|| anyhow!("the clip is indexed"))?;
    let drawing = Canvas::column(&[graph_plot(index, &found.graph, finder.frames(segment)), web]);
    Ok(OneKick { query, clips: inputs.len(), hits: finder.hits(&found, &look), drawing })
}

/// The second kick of the take, as a person writes it.
fn query() -> Result<String> {
    let take = Sample::find(TAKE).ok_or_else(|| anyhow!("there is no sample {TAKE}"))?.perform();
    let kicks = take.truth.segments.iter().filter(|segment| segment.action == "kick");
    let kick = kicks.map(|segment| segment.frames).nth(1).ok_or_else(|| anyhow!("{TAKE} has kicks"))?;
    Ok(format!("{TAKE}@{kick}"))
}

impl OneKick {
    /// What was found, and how to find it by hand.
    pub(super) fn summary(&self, folder: &Path) -> String {
        let Self { query, clips, hits, .. } = self;
        let library = folder.join("samples.segue");
        format!(
            "\n{NAME}: in a library of all {clips} samples the kick {query} finds {} others, without a label. By hand:\n  \
             segue search {} --query {query} --plot kicks.png\n",
            hits.len(),
            library.display()
        )
    }
}
