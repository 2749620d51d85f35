//! Edits of a sketch while it is drawn: each reads or plans again what it touches. 50 ms is what a hand does not feel.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark of sketches that are there")]

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use segue_stance::{Block, Scene, Session, Sketch, SketchEdit};

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

/// How often each edit is made; the fastest counts.
const TIMES: usize = 20;

/// The processor time of this program: the machine may be busy with others.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Milliseconds of processor time, on all threads together, of a change of a session.
fn time(session: &Session, change: impl Fn(&mut Session)) -> f64 {
    let once = |_| {
        let mut session = session.clone();
        let begun = processor_time();
        change(black_box(&mut session));
        processor_time().saturating_sub(begun).as_secs_f64()
    };
    1e3 * (0..TIMES).map(once).fold(f64::INFINITY, f64::min)
}

/// The scene with a low box beside a place.
fn with_box(scene: &Scene, [x, _, z]: [f64; 3]) -> Scene {
    let mut scene = scene.clone();
    scene.blocks.push(Block::new([x + 0.6, -0.1, z - 0.2], [x + 1.0, 0.1, z + 0.2]));
    scene
}

/// One row of the table: what each edit of a sketch takes.
fn edit(name: &str) {
    let sketch = sketch(name);
    let session = Session::open(sketch.clone()).unwrap();
    let place = session.plan(0).unwrap().contacts[3].place + glam::DVec3::X * 0.02;
    let apex = session.plan(0).unwrap().arcs[3].apex.y;
    let mut undrawn = sketch.clone();
    let shadow = std::mem::take(&mut undrawn.paths[0].shadow);
    let waiting = Session::open(undrawn).unwrap();
    let edits = [
        (&waiting, SketchEdit::Stroke { points: shadow, view: None }),
        (&session, redrawn(&sketch)),
        (&session, SketchEdit::Contact { path: 0, contact: 3, place: place.to_array() }),
        (&session, SketchEdit::Apex { path: 0, arc: 3, height: apex + 0.02 }),
        (&session, SketchEdit::Speed { path: 0, arc: 3, speed: 3.0 }),
        (&session, SketchEdit::Remove { path: 0, contact: 3 }),
    ];
    let edited = edits.map(|(session, edit)| {
        time(session, |session| {
            black_box(session.edit(&edit).unwrap());
        })
    });
    let scene = with_box(&sketch.scene, place.to_array());
    let furnished = time(&session, |session| {
        black_box(session.set_scene(scene.clone()).unwrap());
    });
    let times: Vec<String> = edited.into_iter().chain([furnished]).map(|time| format!("{time:.2}")).collect();
    println!("| {name} | {} |", times.join(" | "));
}

fn main() {
    println!(
        "| sketch, ms | shadow drawn | part redrawn | contact dragged | apex dragged | speed dragged | contact removed | box set |\n\
         |---|---|---|---|---|---|---|---|"
    );
    for name in ["run", "gap-and-box", "stairs-up-and-down", "circle"] {
        edit(name);
    }
}
