//! What once ended the program, took all memory or lost something: each is answered with a sentence.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use segue::store::FileKind;

use crate::place::{Place, Run, command, walk};

/// Runs the program where it may have so many megabytes of memory altogether, on one thread.
fn within(place: &Place, megabytes: usize, line: &str) -> Run {
    let mut shell = Command::new("sh");
    let limit = format!("ulimit -v {}; exec \"$@\"", megabytes * 1000);
    shell.args(["-c", &limit, "sh", env!("CARGO_BIN_EXE_segue")]).args(line.split_whitespace());
    let output = shell.env("RAYON_NUM_THREADS", "1").current_dir(place.path("")).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let code = output.status.code().unwrap_or_else(|| panic!("{line}: ended by a signal"));
    Run { code, out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn frame_times_beyond_all_use_are_refused_at_the_door() {
    let place = Place::new();
    for time in ["1e300", "1e8", "1e-300"] {
        place.write("odd.bvh", &walk(30).replace("0.0333333", time));
        for verb in ["info odd.bvh", "inspect odd.bvh", "register odd.bvh odd.bvh", "plants odd.bvh"] {
            let run = place.segue(verb).code(1);
            assert!(run.err.contains("rate") || run.err.contains("Frame Time"), "{verb}: {}", run.err);
            assert!(run.err.len() < 400, "{verb}: {}", run.err);
        }
        place.segue("info odd.bvh --fps 30").code(0);
    }
}

#[test]
fn positions_beyond_all_use_are_refused_at_the_door() {
    let place = Place::new();
    place.write("far.bvh", &walk(30).replace("0 90 0 ", "0 6e21 0 "));
    place.segue("register far.bvh far.bvh").code(1).says(&["10000 km", "far.bvh"]);
}

/// A figure of two joints, with what is said of its buffers.
fn figure(buffers: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"name":"hips","children":[1]}},{{"name":"head","translation":[0,1,0]}}],
        "skins":[{{"joints":[0,1]}}],"scenes":[{{"nodes":[0]}}],"scene":0,"buffers":[{buffers}]}}"#
    )
}

#[cfg(unix)]
#[test]
fn buffers_that_are_the_file_itself_pipes_or_links_cost_nothing() {
    let place = Place::new();
    let itself = r#"{"uri":"self.gltf","byteLength":1}"#;
    place.write("self.gltf", &figure(&vec![itself; 15_000].join(",")));
    let run = within(&place, 1000, "info self.gltf");
    assert!(run.code <= 1, "{}", run.err);
    assert!(Command::new("mkfifo").arg(place.path("pipe")).status().unwrap().success());
    place.write("pipe.gltf", &figure(r#"{"uri":"pipe","byteLength":1}"#));
    place.segue("info pipe.gltf").code(1).says(&["a regular file"]);
    let elsewhere = tempfile::NamedTempFile::new().unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), place.path("link")).unwrap();
    place.write("link.gltf", &figure(r#"{"uri":"link","byteLength":1}"#));
    place.segue("info link.gltf").code(1).says(&["leads out of the folder"]);
}

/// To open a pipe waits for a writer, and a device never ends.
#[test]
fn what_is_no_regular_file_is_refused_before_it_is_opened() {
    let place = Place::new();
    fs::create_dir(place.path("folder")).unwrap();
    let refuses = |line: &str| {
        let run = place.segue(line);
        assert!(matches!(run.code, 1 | 2) && run.err.contains("no regular file"), "{line}: {}", run.err);
    };
    let names = ["a.bvh", "a.glb", "a.gltf", "a.fbx", "a.npz", "a.amc", "a.asf", "a.segue", "folder/b.bvh"];
    for name in names {
        assert!(Command::new("mkfifo").arg(place.path(name)).status().unwrap().success());
        refuses(&format!("info {name}"));
    }
    std::os::unix::fs::symlink("/dev/zero", place.path("folder/zero.bvh")).unwrap();
    refuses("info folder");
    refuses("convert folder out --to glb");
}

/// The same for all else that is read: what Segue stores, and texts that people write.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_wherever_one_is_named() {
    let place = Place::new();
    assert!(Command::new("mkfifo").arg(place.path("pipe")).status().unwrap().success());
    assert!(Command::new("mkfifo").arg(place.path("pipe.segue-param")).status().unwrap().success());
    place.segue("library new l.segue").code(0);
    place.segue("library add l.segue walk.bvh").code(0);
    for line in [
        "blend walk.bvh walk.bvh --weights 1,1 --registration pipe -o out.bvh",
        "control walk.bvh walk.bvh --weights-file pipe -o out.bvh",
        "convert walk.bvh out.bvh --onto sample:walk --retarget pipe",
        "parametric show pipe.segue-param",
        "stance coverage --from pipe",
        "stance path pipe -o out.bvh",
        "stance sketch pipe",
        "library add l.segue sample:jog --index pipe",
        "library label l.segue walk --plants pipe",
    ] {
        let run = place.segue(line);
        assert!(matches!(run.code, 1 | 2) && run.err.contains("no regular file"), "{line}: {}", run.err);
    }
    assert!(!place.has("out.bvh"));
}

/// A file in the place of a pipe or a device would be another thing, which its readers do not expect.
#[cfg(unix)]
#[test]
fn output_leaves_pipes_and_devices() {
    use std::os::unix::fs::FileTypeExt as _;
    let place = Place::new();
    for (file, line) in [
        ("out.bvh", "convert walk.bvh out.bvh"),
        ("out.svg", "info walk.bvh --plot out.svg"),
        ("out.segue-reg", "register walk.bvh walk.bvh -o out.segue-reg"),
    ] {
        assert!(Command::new("mkfifo").arg(place.path(file)).status().unwrap().success());
        place.segue(line).code(2).says(&[file, "a pipe or a device"]);
        assert!(fs::symlink_metadata(place.path(file)).unwrap().file_type().is_fifo());
    }
}

#[test]
fn stored_files_that_unpack_to_gigabytes_are_refused_and_a_budget_is_kept() {
    let place = Place::new();
    let kinds = [
        ("PRM", 2, "big.segue-param", "parametric show"),
        ("STN", 3, "big.segue-stances", "stance coverage --from"),
    ];
    for (tag, version, file, verb) in kinds {
        let tag = tag.as_bytes().try_into().unwrap();
        let kind = FileKind { tag, name: "", version, largest: usize::MAX, remedy: "" };
        // As small as a file that unpacks to so much can be.
        fs::write(place.path(file), kind.pack(&vec![0; 800 << 20])).unwrap();
        let run = within(&place, 3000, &format!("{verb} {file} --memory 100MB"));
        assert!(run.code == 2 || run.code == 1, "{}", run.err);
        assert!(run.err.contains("839 MB") && run.err.contains("--memory"), "{}", run.err);
    }
    place.segue("convert walk.bvh walk.glb").code(0);
    place.segue("info walk.glb --memory 1kB").code(1).says(&["walk.glb", "more than the 1 kB", "--memory"]);
    place.segue("info walk.bvh --memory lots").code(2).says(&["is no amount of memory"]);
    for (memory, code, expected) in
        [("1kB", 1, "more than the 1 kB"), ("lots", 2, "`lots` is no amount of memory")]
    {
        let mut limited = command();
        limited
            .args(["register", "walk.bvh", "walk.bvh"])
            .current_dir(place.path(""))
            .env("SEGUE_MEMORY", memory);
        let output = limited.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(code) && said.contains(expected), "{said}");
    }
}

/// An archive of a long clip is several times as large as the clip; a text is made piece by piece, whatever its size.
#[test]
fn archives_ask_the_budget_before_they_are_made_and_texts_need_not() {
    let place = Place::new();
    place.write("long.bvh", &walk(20_000));
    let run = place.segue("convert long.bvh long.npz --memory 6MB");
    let said = run.err.contains("the archive of `long`") && run.err.contains("--memory");
    assert!(matches!(run.code, 1 | 2) && said, "{}", run.err);
    assert!(!place.has("long.npz"));
    for file in ["long.json", "long.csv", "again.bvh"] {
        place.segue(&format!("convert long.bvh {file} --memory 6MB")).code(0);
    }
    place.segue("convert long.bvh long.npz").code(0);
}

#[test]
fn of_two_programs_that_make_one_library_one_does() {
    for _ in 0..8 {
        let place = Place::new();
        let new = || {
            let mut new = command();
            new.args(["library", "new", "a.segue"]).current_dir(place.path(""));
            new.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let made = [new(), new()].map(|mut new| new.wait().unwrap().success());
        assert_eq!(made.iter().filter(|made| **made).count(), 1);
        place.segue("library check a.segue").code(0).says(&["sound"]);
        assert_eq!(place.names(""), ["a.segue", "walk.bvh"]);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_program_leaves_nothing_behind() {
    let place = Place::new();
    place.write("long.bvh", &walk(20_000));
    for round in 0..10_u64 {
        let mut convert = command();
        convert.args(["convert", "long.bvh", "out.glb"]).current_dir(place.path(""));
        let mut convert = convert.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(40 + 60 * round));
        let interrupt = Command::new("kill").args(["-INT", &convert.id().to_string()]).status().unwrap();
        assert!(interrupt.success() || convert.try_wait().unwrap().is_some());
        let code = convert.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 130)), "{code:?}");
        let left: Vec<String> = place.names("").into_iter().filter(|name| name.starts_with('.')).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

/// What a killed program left is removed by the next one that writes into the folder.
#[cfg(unix)]
#[test]
fn what_a_killed_program_left_is_gone_after_the_next() {
    let place = Place::new();
    place.write("long.bvh", &walk(20_000));
    let drafts = || place.names("").into_iter().filter(|name| name.ends_with(".segue-part")).count();
    for round in 0..40_u64 {
        let mut convert = command();
        convert.args(["convert", "long.bvh", "out.glb"]).current_dir(place.path(""));
        let mut convert = convert.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(20 + 15 * round));
        convert.kill().unwrap();
        convert.wait().unwrap();
        if drafts() > 0 {
            break;
        }
    }
    place.segue("convert walk.bvh small.bvh").code(0);
    assert_eq!(drafts(), 0);
}

#[cfg(unix)]
#[test]
fn a_read_only_library_says_so_and_can_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    place.segue("library new l.segue").code(0);
    place.segue("library add l.segue walk.bvh").code(0);
    fs::set_permissions(place.path("l.segue"), fs::Permissions::from_mode(0o400)).unwrap();
    for verb in ["library add l.segue sample:jog", "library remove l.segue walk", "index l.segue"] {
        place.segue(verb).code(2).says(&["may not be written to", "read-only", "l.segue"]);
    }
    place.segue("library list l.segue").code(0).says(&["1 clip"]);
    place.segue("library check l.segue").code(0);
}

/// A drawing is a file as any other, and the motion beside it is not made for nothing.
#[test]
fn drawings_replace_no_file_that_is_to_stay() {
    let place = Place::new();
    place.write("old.svg", "mine");
    for line in [
        "blend walk.bvh walk.bvh -o new.bvh --plot old.svg --no-clobber",
        "transition walk.bvh walk.bvh -o new.bvh --plot old.svg --no-clobber",
        "convert walk.bvh new.bvh --onto sample:walk --plot old.svg --no-clobber",
    ] {
        place.segue(line).code(2).says(&["it is there already, and --no-clobber leaves it: old.svg"]);
        assert_eq!(fs::read(place.path("old.svg")).unwrap(), b"mine");
        assert!(!place.has("new.bvh"));
    }
    place.segue("blend walk.bvh walk.bvh -o new.bvh --plot new.svg --no-clobber").code(0);
}

#[cfg(unix)]
#[test]
fn output_follows_links_and_leaves_read_only_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    fs::create_dir(place.path("real")).unwrap();
    place.write("real/out.bvh", "old");
    std::os::unix::fs::symlink("real/out.bvh", place.path("out.bvh")).unwrap();
    place.segue("convert walk.bvh out.bvh").code(0);
    assert!(fs::symlink_metadata(place.path("out.bvh")).unwrap().is_symlink());
    assert!(fs::read_to_string(place.path("real/out.bvh")).unwrap().starts_with("HIERARCHY"));
    place.write("kept.bvh", "mine");
    fs::set_permissions(place.path("kept.bvh"), fs::Permissions::from_mode(0o400)).unwrap();
    place.segue("convert walk.bvh kept.bvh").code(2).says(&["kept.bvh"]);
    assert_eq!(fs::read_to_string(place.path("kept.bvh")).unwrap(), "mine");
}

/// A chain of ten thousand joints that waves.
fn worm(joints: usize) -> String {
    let mut text = "HIERARCHY\nROOT j0\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
        .to_owned();
    for joint in 1..joints {
        let _ = writeln!(
            text,
            "JOINT j{joint}\n{{\nOFFSET {} {} 0\nCHANNELS 3 Zrotation Xrotation Yrotation",
            joint % 3,
            1
        );
        text += "End Site\n{\nOFFSET 0 1 0\n}\n}\n";
    }
    text += "}\nMOTION\nFrames: 3\nFrame Time: 0.0333333\n";
    for frame in 0..3 {
        let _ = writeln!(text, "0 {frame} 0{}", " 1".repeat(3 * joints));
    }
    text
}

#[test]
fn ten_thousand_joints_are_drawn() {
    let place = Place::new();
    place.write("worm.bvh", &worm(10_000));
    place.segue("info worm.bvh --plot worm.svg").code(0);
    assert!(fs::metadata(place.path("worm.svg")).unwrap().len() < 50_000_000);
}
