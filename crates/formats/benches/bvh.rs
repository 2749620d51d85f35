//! Speed of reading BVH, beside the crate `bvh_anim`: `cargo bench -p segue-formats --bench bvh [FILE.bvh]`.
//!
//! Without a file it reads one that it makes up, and the largest of the real ones where they are at hand. The readers
//! take turns; printed is processor time, which a busy machine stretches less, and its ratio. Readers written in Python take part when `SEGUE_PEERS` names a Python that has them, as under
//! `cargo xtask bench`.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program that prints and stops at the first surprise"
)]

use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use segue_formats::bvh::{Document, import};
use segue_formats::{ReadOptions, read_file};

const ROUNDS: usize = 20;

fn main() {
    // Cargo passes switches of its own.
    let file = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    match file {
        Some(file) => compare(Path::new(&file)),
        None => compare_all(),
    }
}

fn compare_all() {
    let made_up = std::env::temp_dir().join("segue-bench.bvh");
    std::fs::write(&made_up, made_up_file()).unwrap();
    for file in std::iter::once(made_up.clone()).chain(largest_real()) {
        compare(&file);
    }
    std::fs::remove_file(made_up).unwrap();
}

/// A figure of 31 joints for 100 seconds at 120 frames per second, numbers with four decimals as usual.
fn made_up_file() -> String {
    let mut text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation \
        Xrotation\n"
        .to_owned();
    for chain in 0..5 {
        for joint in 0..6 {
            let _ = writeln!(
                text,
                "JOINT j{chain}{joint}\n{{\nOFFSET {chain} -9 0\nCHANNELS 3 Zrotation Yrotation Xrotation"
            );
        }
        text += &"}\n".repeat(6);
    }
    text += "}\nMOTION\nFrames: 12000\nFrame Time: 0.0083333\n";
    for frame in 0..12_000 {
        let value = |column: i32| 60.0 * (0.01 * f64::from(frame) + f64::from(column)).sin();
        let row: Vec<String> = (0..96).map(|column| format!("{:.4}", value(column))).collect();
        text += &row.join(" ");
        text += "\n";
    }
    text
}

fn largest_real() -> Option<PathBuf> {
    let files = std::fs::read_dir(segue_captures::file("cmu_bvh")?).ok()?.filter_map(Result::ok);
    files.max_by_key(|file| file.metadata().map_or(0, |data| data.len())).map(|file| file.path())
}

fn compare(path: &Path) {
    let text = std::fs::read(path).unwrap();
    let options = ReadOptions::default();
    let readers: [(&str, &dyn Fn()); 5] = [
        ("bvh_anim, text to channels", &|| drop(black_box(bvh_anim::from_bytes(&text).unwrap()))),
        ("segue, text to channels", &|| drop(black_box(Document::parse(&text).unwrap()))),
        ("segue, file to channels", &|| {
            drop(black_box(Document::parse(&std::fs::read(path).unwrap()).unwrap()));
        }),
        ("segue, text to clip", &|| {
            drop(black_box(import(Document::parse(&text).unwrap(), "a", &options).unwrap()));
        }),
        ("segue, file to clip, judged", &|| drop(black_box(read_file(path, &options).unwrap()))),
    ];
    let mut least = [Duration::MAX; 5];
    for _ in 0..ROUNDS {
        for ((_, read), least) in readers.iter().zip(&mut least) {
            let start = processor_time();
            read();
            *least = (*least).min(processor_time().saturating_sub(start));
        }
    }
    let names = readers.iter().map(|(name, _)| (*name).to_owned());
    let mut rows: Vec<(String, f64)> = names.zip(least.map(|least| least.as_secs_f64())).collect();
    rows.extend(python_readers(path));
    print(path, text.len() as f64 / 1e6, &rows);
}

/// Names and times of the Python readers, where `SEGUE_PEERS` names a Python that has them. What they make of the file is
/// what our "file to channels" makes.
fn python_readers(path: &Path) -> Vec<(String, f64)> {
    let Some(python) = std::env::var_os("SEGUE_PEERS") else { return Vec::new() };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/peers/bvh.py");
    let output = Command::new(python).arg(script).arg(path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter_map(|line| line.rsplit_once(' '));
    lines.map(|(name, secs)| (format!("{name} (Python), file to channels"), secs.parse().unwrap())).collect()
}

/// A table of the readers: how many times as fast as `bvh_anim` each is, and as the fastest in Python.
fn print(path: &Path, megabytes: f64, rows: &[(String, f64)]) {
    let file = path.file_name().unwrap_or_default().display();
    println!(
        "\n| {file}, {megabytes:.1} MB | ms | MB/s | as fast as bvh_anim | as the fastest in Python |\n|---|---|---|---|---|"
    );
    let python = rows.iter().filter(|(name, _)| name.contains("Python")).map(|row| row.1);
    let python = python.min_by(f64::total_cmp);
    for (name, secs) in rows {
        let beside = python.map_or_else(|| "–".to_owned(), |python| format!("{:.2} ×", python / secs));
        let [ms, speed, times] = [1e3 * secs, megabytes / secs, rows[0].1 / secs];
        println!("| {name} | {ms:.2} | {speed:.1} | {times:.2} × | {beside} |");
    }
}

/// Processor time of this thread.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
