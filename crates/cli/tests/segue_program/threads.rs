//! How many threads work together is nobody's business: every file and every answer has the same bytes.

use std::fs;
use std::process::Output;

use rusqlite::Connection;

use crate::place::{Place, command};

/// Verbs that write a file beginning with `out.`.
const VERBS: [&str; 8] = [
    "register sample:walk sample:jog -o out.segue-reg",
    "blend sample:walk sample:jog --weights 0.4,0.6 -o out.bvh",
    "transition sample:walk sample:jog -o out.glb",
    "control sample:walk sample:jog --weights-file speed.csv -o out.csv",
    "stance extract sample:jog -o out.segue-stances",
    "parametric build --clips sample:kick sample:kick-low sample:kick-high --measure ankle.r.y@apex --tries 40 -o out.segue-param",
    "parametric at out.segue-param 0.9 -o out.npz",
    "convert sample:walk out.json --onto sample:jog --resample 120",
];

/// What a library says, without the numbers that its rows happen to have: clips, labels, plants, and what is made of clips.
const CONTENTS: [&str; 4] = [
    "SELECT clip.name, own_name, path, fingerprint, skeleton.bytes, rate, frames, joints, hash, poses, trailer FROM clip \
        JOIN source ON source.id = source JOIN skeleton ON skeleton.id = skeleton ORDER BY clip.name",
    "SELECT name, word, origin FROM label JOIN clip ON clip.id = clip ORDER BY name, word",
    "SELECT name, kind, first, last FROM plant JOIN clip ON clip.id = clip ORDER BY name, kind, first",
    "SELECT thing.kind, hex(thing.hash), thing.bytes, clip.name FROM thing LEFT JOIN made_of ON thing = thing.id \
        LEFT JOIN clip ON clip.id = clip ORDER BY thing.kind, thing.hash, thing.bytes, clip.name",
];

fn contents(place: &Place, library: &str) -> Vec<Vec<u8>> {
    let library = Connection::open(place.path(library)).unwrap();
    let rows = |query: &str| {
        let mut query = library.prepare(query).unwrap();
        let columns = query.column_count();
        let row = |row: &rusqlite::Row<'_>| {
            let values: Vec<_> = (0..columns).map(|column| row.get_ref(column).unwrap()).collect();
            Ok(format!("{values:?}"))
        };
        let rows: Vec<String> = query.query_map([], row).unwrap().map(Result::unwrap).collect();
        assert!(!rows.is_empty(), "there is something to compare");
        rows.concat().into_bytes()
    };
    CONTENTS.into_iter().map(rows).collect()
}

/// All that is made with so many threads.
fn made(threads: &str) -> Vec<Vec<u8>> {
    let place = Place::new();
    place.write("speed.csv", "0,1,0\n0.8,0,1\n");
    let run = |line: &str| -> Output {
        let mut program = command();
        program.args(line.split_whitespace()).current_dir(place.path("")).env("RAYON_NUM_THREADS", threads);
        let output = program.output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        output
    };
    let file = |verb: &str| {
        run(verb);
        let file = verb.split_whitespace().rfind(|word| word.starts_with("out.")).unwrap();
        fs::read(place.path(file)).unwrap()
    };
    let mut made: Vec<_> = VERBS.into_iter().map(file).collect();
    run("library new l.segue");
    run("library add l.segue sample:walk sample:jog sample:walk-left");
    run("index l.segue --webs");
    made.push(run("search l.segue --query sample:walk@0-40 --json").stdout);
    made.extend(contents(&place, "l.segue"));
    made
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let one = made("1");
    for threads in ["2", "4"] {
        let several = made(threads);
        assert_eq!(one.len(), several.len());
        for (n, (one, several)) in one.iter().zip(&several).enumerate() {
            assert!(one == several, "part {n} differs with {threads} threads");
        }
    }
}
