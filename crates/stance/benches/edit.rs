//! Edits of a sketch while it is drawn: each reads or plans again what it touches. 50 ms is what a hand does not feel.
#![allow(clippy::unwrap_used, reason = "a benchmark of sketches that are there")]

use std::path::Path;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use segue_stance::{Session, Sketch, SketchEdit};

fn sketch(name: &str) -> Sketch {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sketches");
    serde_json::from_str(&std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap()).unwrap()
}

/// A part of the path drawn anew, two pixels higher.
fn redrawn(sketch: &Sketch) -> SketchEdit {
    let path = &sketch.paths[0].path;
    let (from, to) = (path.len() / 2, path.len() / 2 + path.len() / 8);
    SketchEdit::Stroke { points: path[from..to].iter().map(|[x, y]| [*x, y - 2.0]).collect(), view: None }
}

fn editing(criterion: &mut Criterion) {
    for name in ["run", "gap-and-box", "stairs-up-and-down", "circle"] {
        let sketch = sketch(name);
        let session = Session::open(sketch.clone()).unwrap();
        let place = session.plan(0).unwrap().contacts[3].place + glam::DVec3::X * 0.02;
        let mut undrawn = sketch.clone();
        let shadow = std::mem::take(&mut undrawn.paths[0].shadow);
        let waiting = Session::open(undrawn).unwrap();
        let edits = [
            ("shadow drawn", &waiting, SketchEdit::Stroke { points: shadow, view: None }),
            ("part redrawn", &session, redrawn(&sketch)),
            (
                "contact dragged",
                &session,
                SketchEdit::Contact { path: 0, contact: 3, place: place.to_array() },
            ),
            ("speed dragged", &session, SketchEdit::Speed { path: 0, arc: 3, speed: 3.0 }),
        ];
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for (what, session, edit) in edits {
            group.bench_function(what, |bencher| {
                let edited = |mut session: Session| session.edit(&edit).unwrap();
                bencher.iter_batched(|| session.clone(), edited, BatchSize::SmallInput);
            });
        }
        group.finish();
    }
}

criterion_group!(benches, editing);
criterion_main!(benches);
