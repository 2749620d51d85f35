//! Pictures of the worst motions.

use std::fs;
use std::path::Path;

use segue::plots::{Canvas, ContactSheet, DrawnMotion, Part, Strobe, contact_sheet, strobe_plot};

use crate::case::{Case, Outcome};

/// Draws the first of some motions to a folder, one SVG each: the clips and what was made of them over their floors, and what
/// was made along time.
pub(crate) fn write(ranked: &[(&Case, &Outcome)], count: usize, folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    for (place, (case, outcome)) in ranked.iter().take(count).enumerate() {
        let name =
            format!("{:02}-{}.svg", place + 1, case.names().join("+").replace(['/', ':', '|', ' '], "-"));
        fs::write(folder.join(&name), sheet(case, outcome).to_svg()).unwrap();
        println!("drawn: {name}");
    }
}

fn sheet(case: &Case, outcome: &Outcome) -> Canvas {
    let inputs = case.sources.iter().enumerate().map(|(n, clip)| DrawnMotion::new(clip, Part::Input(n)));
    let made = outcome.made.clone().renamed(case.names().join(" + "));
    let motions: Vec<DrawnMotion<'_>> = inputs.chain([DrawnMotion::new(&made, Part::Made)]).collect();
    let about = outcome.verdict.to_string();
    let title = case.names().join(" + ");
    let floors = strobe_plot(&motions, &Strobe { title, about, ..Strobe::default() });
    Canvas::column(&[floors, contact_sheet(&made, &ContactSheet::default())])
}
