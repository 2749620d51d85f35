//! Names are data: whatever a file calls its clips and joints, no door of the program is steered by it.

use std::path::Path;

use segue::formats::{Format, WriteOptions, encode};
use segue::motion::{Clip, FrameRange};

use crate::place::{Place, Run};

/// Names that were made to do harm, each in its own way.
fn names() -> Vec<String> {
    let named = [
        "\u{1b}]0;pwned\u{7}\u{1b}[2J\u{9b}31m",
        "../../escape",
        "/tmp/abs",
        "..",
        "x/y",
        "x\\y",
        "x:y",
        "X/Y",
        "a\u{202e}gpj.exe",
        "\"]}\nimport os; os.abort() #",
        "'''\"\"\"\\",
        "<script>alert(1)</script>&amp;",
        "=cmd|calc!A1",
        "$(id) `id` %s {0}",
        "con",
        "-rf",
        "",
    ];
    named.map(str::to_owned).into_iter().chain(["a".repeat(300), "走".repeat(200)]).collect()
}

/// A file of clips with such names, whose head has such a name too.
fn evil(place: &Place) -> usize {
    let clip = segue::actors::sample("walk").unwrap().clip;
    let clip = clip.slice(FrameRange { first: 0, last: clip.last_frame() / 2 });
    let names = names();
    let clips: Vec<Clip> = (0..names.len()).map(|n| clip.clone().renamed(format!("clip-{n}"))).collect();
    let files = encode(Format::Gltf, &clips, None, &WriteOptions::default()).unwrap().files;
    let mut text = String::from_utf8(files[0].bytes.clone()).unwrap();
    let head = [&names[0][..], &names[9], &names[11]].concat();
    let plain = clips.iter().map(|clip| clip.name().to_owned()).chain(["Head".to_owned()]);
    for (plain, evil) in plain.zip(names.iter().chain([&head])) {
        let [plain, evil] = [&plain, evil].map(|name| serde_json::Value::from(&name[..]).to_string());
        assert!(text.contains(&plain), "{plain}");
        text = text.replace(&plain, &evil);
    }
    place.write("evil.gltf", &text);
    names.len()
}

/// The run neither crashed nor printed what steers a terminal.
#[track_caller]
fn tame(run: Run) -> Run {
    assert!(run.code <= 2, "code {}: {}", run.code, run.err);
    for said in [&run.out, &run.err] {
        let steers = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{202e}';
        assert!(!said.contains(steers), "{said:?}");
    }
    run
}

#[test]
fn what_is_printed_steers_no_terminal() {
    let place = Place::new();
    let count = evil(&place);
    let library = ["library new e.segue", "library add e.segue evil.gltf"];
    for command in library.into_iter().chain([
        "info evil.gltf",
        "info evil.gltf --json",
        "info evil.gltf#nobody",
        "map evil.gltf sample:walk",
        "map sample:walk evil.gltf --json",
        "inspect evil.gltf",
        "plants evil.gltf",
        "library list e.segue",
        "library list e.segue --json",
        "library check e.segue",
        "library label e.segue nobody\u{1b}[2J --add pwned\u{1b}[2J",
        "library remove e.segue nobody\u{1b}[2J",
    ]) {
        tame(place.segue(command));
    }
    let listed = place.segue("library list e.segue --json").json();
    assert_eq!(listed["clips"].as_array().map_or(0, Vec::len), count, "{listed}");
}

/// Every verb that prints a table of clips, with one clip of each name; a table has no line of its own for half a name.
#[test]
fn every_table_is_tame() {
    let place = Place::new();
    evil(&place);
    place.segue("library new e.segue").code(0);
    tame(place.segue("library add e.segue evil.gltf")).code(0);
    tame(place.segue("index e.segue")).code(0);
    let reference = "sample:walk@0-60";
    // What steers a terminal, breaks a line or is long; the others are only marks.
    for name in [0, 9, 17].map(|n| names()[n].clone()) {
        let (clip, listed) = (format!("evil.gltf#{name}"), format!("e.segue#evil/{name}"));
        let saved = &name[..name.len().min(60)];
        for words in [
            &["register", reference, &clip, "--force"][..],
            &["blend", reference, &clip, "-w", "1,1", "--force", "-o", "b.bvh", "--plot", "b.svg"],
            &["transition", reference, &clip, "-o", "t.bvh"],
            &["plants", &clip],
            &["inspect", reference, &clip],
            &["inspect", &listed],
            &["search", "e.segue", "--query", "evil/clip@0-20", "--save", saved],
            &["search", "e.segue", "--query", &format!("evil/{name}@0-20"), "--explain"],
            &["stance", "extract", &clip],
            &["pose", &clip, "--point", "left_foot", "--at", "0,0.2,0.1", "-o", "p.bvh"],
        ] {
            let run = tame(place.segue_args(words));
            let said = run.out.lines().chain(run.err.lines().filter(|line| !line.starts_with("error")));
            let breaks_out = said.filter(|line| line.trim_start().starts_with("import os")).count();
            assert!(breaks_out == 0 || run.code != 0, "{words:?}: {}{}", run.out, run.err);
        }
    }
}

#[test]
fn every_clip_gets_a_file_of_its_own_inside_the_folder() {
    let place = Place::new();
    let count = evil(&place);
    for format in ["bvh", "csv", "json", "npz"] {
        tame(place.segue(&format!("convert evil.gltf out/{format}/ --to {format}"))).code(0);
        let names = place.names(&format!("out/{format}"));
        assert_eq!(names.len(), count, "{format}: {names:?}");
        assert!(
            names.iter().all(|name| name.starts_with("evil.") && !name.contains('\u{202e}')),
            "{names:?}"
        );
    }
    tame(place.segue("library new e.segue")).code(0);
    tame(place.segue("library add e.segue evil.gltf")).code(0);
    tame(place.segue("library export e.segue exported")).code(0);
    let names = place.names("exported");
    let motions = names.iter().filter(|name| Path::new(name).extension().is_some_and(|kind| kind == "bvh"));
    let with_plants = motions.filter(|name| names.contains(&format!("{name}.plants.json"))).count();
    assert_eq!([names.len(), with_plants], [2 * count, count], "{names:?}");
    assert_eq!(place.names(""), ["e.segue", "evil.gltf", "exported", "out", "walk.bvh"]);
}

/// A cell of a table is one cell, and none is a formula.
#[test]
fn tables_keep_their_columns() {
    let place = Place::new();
    evil(&place);
    tame(place.segue("convert evil.gltf#con con.csv")).code(0);
    let text = std::fs::read_to_string(place.path("con.csv")).unwrap();
    let quotes = text.matches('"').count();
    assert!(quotes > 0 && quotes.is_multiple_of(2));
    let outside: String = text.split('"').step_by(2).collect();
    let widths: Vec<usize> = outside.trim().lines().map(|line| line.matches(',').count()).collect();
    assert!(widths.iter().all(|width| *width == widths[0]), "{widths:?}");
}

#[test]
fn drawings_and_scripts_hold_names_as_text() {
    let place = Place::new();
    evil(&place);
    let clips = ["evil.gltf#\"]}\nimport os; os.abort() #", "evil.gltf#<script>alert(1)</script>&amp;"];
    for format in ["unreal", "godot", "bevy", "json"] {
        let run = place.segue_args(&["sync", clips[0], clips[1], "--format", format]).code(0);
        let broken_out = run.out.lines().any(|line| line.trim_start().starts_with("import os"));
        assert!(!broken_out, "{format}: {}", run.out);
        assert!(run.out.contains("import os"), "{format} names its clips: {}", run.out);
    }
    for (clip, file) in clips.iter().flat_map(|clip| [(clip, "a.svg"), (clip, "a.png")]) {
        tame(place.segue_args(&["info", clip, "--plot", file])).code(0);
    }
    let drawing = std::fs::read_to_string(place.path("a.svg")).unwrap();
    assert!(!drawing.contains("<script") && drawing.contains("&lt;script"));
}
