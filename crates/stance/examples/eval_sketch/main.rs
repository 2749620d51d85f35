//! How well drawings are read, and what the motions do that come of them: `cargo xtask eval sketch`. With `draw FOLDER` it
//! writes the sketches of docs/stances.md, with a seed after that all drawings of that seed, with `motion` it only measures the motions, of the kinds that further words name;
//! with `reading` it only reads, and with `each` it lists the drawings of which contacts are not found.
//!
//! Seven kinds of paths with known contacts, drawn in 16 views with 0, 1 and 2 pixels of jitter. The constants of the
//! reader were chosen on seed 1 and the views of azimuth 0, 30, 60, 90° and elevation 5, 15, 30, 45°; seeds 2 and 3 and the
//! views in between (azimuth 15, 45, 75°, elevation 10, 22, 38°) are kept apart.

#![allow(clippy::print_stdout, reason = "a program that prints a table")]
#![allow(clippy::unwrap_used, reason = "a program for developers")]

mod draw;
mod motion;
mod truth;

use std::path::Path;

use rayon::prelude::*;
use segue_actors::{RUNS_AND_JUMPS, Sample};
use segue_motion::Clip;
use segue_numeric::Random;
use segue_stance::{ExtractSettings, PathReading, Sketch, StanceLibrary, StrokeEnd, TrySettings, gather};
use truth::{CROSSING, FROM_APEX, KINDS, OTHERS, SHOWN, Truth};

/// One drawing and how it was read.
struct Case {
    kind: &'static str,
    azimuth: f64,
    elevation: f64,
    jitter: f64,
    score: Score,
}

impl Case {
    fn print(&self) {
        let (score, places) = (&self.score, &self.score.missed);
        println!(
            "{:<16} {:>3}° {:>3}° {} px: {} of {} within 10 cm, {} within 25, {} false, {} read; missed {places:?}",
            self.kind,
            self.azimuth,
            self.elevation,
            self.jitter,
            score.near,
            score.contacts,
            score.fair,
            score.wrong,
            score.read
        );
    }
}

#[derive(Default)]
struct Score {
    contacts: usize,
    /// Contacts that were read.
    read: usize,
    /// The contacts that are not within 10 cm, with how far off the nearest is, in centimetres.
    missed: Vec<(usize, i64)>,
    near: usize,
    fair: usize,
    wrong: usize,
    right_number: bool,
    speed_errors: Vec<f64>,
    warned: bool,
    within_doubt: (usize, usize),
    /// Contacts that are read more than 10 cm off, and those of them that say themselves that they are uncertain.
    off: (usize, usize),
}

fn main() {
    let filter: Vec<String> = std::env::args().skip(1).collect();
    if let [word, folder, seed @ ..] = &filter[..]
        && word == "draw"
    {
        let seed = seed.first().map(|seed| seed.parse().unwrap());
        return record(Path::new(folder), seed);
    }
    if filter.first().is_some_and(|word| word == "motion") {
        return motions(&filter[1..]);
    }
    let has = |word: &str| filter.iter().any(|arg| arg == word);
    let views = [[0.0, 30.0, 60.0, 90.0].as_slice(), &[5.0, 15.0, 30.0, 45.0]];
    let apart = [[15.0, 45.0, 75.0].as_slice(), &[10.0, 22.0, 38.0]];
    println!(
        "{:<34} {:>5} {:>6} {:>6} {:>6} {:>6}  speed error, warned",
        "drawings", "count", "10 cm", "25 cm", "false", "number"
    );
    let shown = |title: &str, cases: &[Case]| {
        table(title, cases);
        if has("each") {
            cases.iter().filter(|case| case.score.is_short()).for_each(Case::print);
        }
    };
    if !has("apart") {
        shown("seed 1", &cases(&KINDS, &[1], views[0], views[1]));
        shown("seed 1, further paths", &cases(&[CROSSING, FROM_APEX], &[1], views[0], views[1]));
    }
    if !has("first") {
        shown("apart: other seeds", &cases(&KINDS, &[2, 3], views[0], views[1]));
        shown("apart: other views and seeds", &cases(&KINDS, &[2], apart[0], apart[1]));
        shown("apart: further paths", &cases(&[CROSSING, FROM_APEX], &[2, 3], apart[0], apart[1]));
    }
    if !has("reading") {
        motions(&[]);
    }
}

/// Seeds with how much farther round than the drawings of docs/stances.md they are seen, in degrees, and the jitter of the
/// hand, in pixels. Seeds 4 to 16 were in view while constants were chosen.
const SEEN: [(u64, f64, f64); 17] = [
    (4, 0.0, 0.5),
    (5, 25.0, 1.0),
    (6, 40.0, 0.5),
    (7, 12.0, 1.0),
    (8, 33.0, 1.0),
    (9, 20.0, 1.0),
    (10, 5.0, 0.5),
    (11, 30.0, 1.0),
    (12, 15.0, 0.5),
    (13, 40.0, 1.0),
    (14, 22.0, 1.0),
    (15, 8.0, 0.5),
    (16, 37.0, 1.0),
    (17, 18.0, 1.0),
    (18, 28.0, 0.5),
    (19, 3.0, 1.0),
    (20, 35.0, 0.5),
];

/// Measures the motions of the drawings of docs/stances.md (seed 4), of the same paths with other steps, from other views,
/// with more jitter, and of paths that are on no page. Words name the kinds to look at, numbers the seeds.
fn motions(words: &[String]) {
    let clips: Vec<Clip> =
        RUNS_AND_JUMPS.iter().filter_map(|name| Sample::find(name)).map(Sample::clip).collect();
    let stances = gather(&clips, &ExtractSettings::default(), true).stances;
    let library = StanceLibrary::new(stances, &TrySettings::default());
    let seeds: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let kinds: Vec<&String> = words.iter().filter(|word| word.parse::<u64>().is_err()).collect();
    for (seed, aside, jitter) in
        SEEN.into_iter().filter(|(seed, ..)| seeds.is_empty() || seeds.contains(seed))
    {
        println!("\nseed {seed}, {aside}° further round, {jitter} px");
        println!(
            "{:<20} {:>8} {:>7} {:>11} {:>6} {:>14} {:>15} {:>5} {:>5} {:>6} {:>5} {:>5}",
            "drawing",
            "contacts",
            "read cm",
            "off cm",
            "broken",
            "off ground mm",
            "deepest mm",
            "drift",
            "seams",
            "flight",
            "all",
            "astray"
        );
        for (kind, azimuth, elevation) in SHOWN.into_iter().chain(OTHERS) {
            if kinds.is_empty() || kinds.iter().any(|word| kind.contains(word.as_str())) {
                let truth = truth::truth(kind, seed);
                let camera = draw::camera(&truth, azimuth + aside, elevation);
                let sketch = draw::drawn(&truth, camera, jitter, &mut Random::channel(seed, kind));
                match motion::made(&sketch, &library, &clips) {
                    Ok(made) => motion_row(kind, &made, &truth),
                    Err(error) => println!("{kind:<20} {error}"),
                }
            }
        }
    }
}

/// The farthest that a contact was read from where it is, but for the ends, in metres.
fn misread(made: &motion::Made, truth: &Truth) -> f64 {
    let inner = &truth.contacts[1..truth.contacts.len() - 1];
    let off = |at: &glam::DVec3| {
        let away = made.reading.contacts.iter().map(|contact| (contact.place - *at).with_y(0.0).length());
        away.fold(f64::MAX, f64::min)
    };
    inner.iter().map(off).fold(0.0, f64::max)
}

fn motion_row(kind: &str, made: &motion::Made, truth: &Truth) {
    let measured = &made.measured;
    let most = measured.off_the_drawing.iter().copied().fold(0.0, f64::max);
    let missed = measured.off_the_drawing.iter().filter(|off| **off > 0.05).count();
    let broken = made.aimed.links.iter().filter(|link| !link.found.judgement.is_plausible()).count();
    println!(
        "{kind:<20} {:>3} of {:>2} {:>7.1} {:>5.1} {missed:>2} > 5 {broken:>6} {:>6.1} at {:.2} {:>7.1} at {:.2} {:>5.1} {:>5.2} {:>5.2} {:>5.2} {:>4.0}  {} at {:.2}, flight {} at {:.2}, all {} at {:.2}",
        made.reading.contacts.len(),
        truth.contacts.len(),
        100.0 * misread(made, truth),
        100.0 * most,
        1000.0 * measured.off_ground.0,
        measured.off_ground.1,
        1000.0 * measured.deepest.0,
        measured.deepest.1,
        1000.0 * measured.drift,
        measured.jerk.0,
        measured.flight_jerk.0,
        measured.all_jerk.0,
        measured.astray,
        measured.jerk.2,
        measured.jerk.1,
        measured.flight_jerk.2,
        measured.flight_jerk.1,
        measured.all_jerk.2,
        measured.all_jerk.1,
    );
    for (off, (contact, miss)) in measured.off_the_drawing.iter().zip(&made.aimed.misses) {
        if *off > 0.05 {
            println!(
                "  contact {contact}: {:.1} cm from the drawing, {:.1} from the plan",
                100.0 * off,
                100.0 * miss
            );
        }
    }
    for stance in made.aimed.links.iter().map(|link| &link.found.warped.stance) {
        if let Some(lean) = stance.lean() {
            println!("  {}: stands {:.1} cm from over its feet", stance.name(), 100.0 * lean.length());
        }
    }
    for change in made.plan.moved.iter().chain(&made.composed.notes) {
        println!("  {change}");
    }
}

/// Writes the sketches of docs/stances.md into a folder, or all drawings of a seed, each with its true contacts beside it.
fn record(folder: &Path, seed: Option<u64>) {
    let (others, (seed, aside, jitter)) = match seed {
        None => (&[][..], SEEN[0]),
        Some(seed) => (&OTHERS[..], SEEN.into_iter().find(|(known, ..)| *known == seed).unwrap()),
    };
    for &(kind, azimuth, elevation) in SHOWN.iter().chain(others) {
        let truth = truth::truth(kind, seed);
        let camera = draw::camera(&truth, azimuth + aside, elevation);
        let sketch = draw::drawn(&truth, camera, jitter, &mut Random::channel(seed, kind));
        let name = kind.replace(' ', "-");
        let contacts: Vec<[f64; 3]> = truth.contacts.iter().map(glam::DVec3::to_array).collect();
        let write = |file: String, text: String| std::fs::write(folder.join(file), text).unwrap();
        write(format!("{name}.json"), rounded(&sketch));
        write(format!("{name}.truth.json"), serde_json::json!({ "contacts": contacts }).to_string());
    }
}

/// A sketch with its pixels to a tenth.
fn rounded(sketch: &Sketch) -> String {
    let mut sketch = sketch.clone();
    for drawing in &mut sketch.paths {
        for stroke in [&mut drawing.path, &mut drawing.shadow] {
            stroke.iter_mut().flatten().for_each(|x| *x = (*x * 10.0).round() / 10.0);
        }
    }
    serde_json::to_string(&sketch).unwrap()
}

fn cases(kinds: &[&'static str], seeds: &[u64], azimuths: &[f64], elevations: &[f64]) -> Vec<Case> {
    let mut list = Vec::new();
    for &seed in seeds {
        for &kind in kinds {
            for &azimuth in azimuths {
                for &elevation in elevations {
                    for jitter in [0.0, 1.0, 2.0] {
                        list.push((seed, kind, azimuth, elevation, jitter));
                    }
                }
            }
        }
    }
    list.into_par_iter()
        .map(|(seed, kind, azimuth, elevation, jitter)| {
            let truth = truth::truth(kind, seed);
            let camera = draw::camera(&truth, azimuth, elevation);
            let channel = format!("{kind} {azimuth} {elevation} {jitter}");
            let sketch = draw::drawn(&truth, camera, jitter, &mut Random::channel(seed, &channel));
            let read = sketch.read().ok().and_then(|mut all| all.pop());
            Case { kind, azimuth, elevation, jitter, score: score(&truth, read.as_ref()) }
        })
        .collect()
}

/// A contact with a larger standard deviation, in metres, is shown as uncertain.
const UNCERTAIN: f64 = 0.05;

impl Score {
    /// Whether a contact is not where it is, or one is read that is not there.
    fn is_short(&self) -> bool {
        self.near < self.contacts || self.wrong > 0 || !self.right_number
    }
}

fn score(truth: &Truth, read: Option<&PathReading>) -> Score {
    // At an end that is an apex the contact beyond it is not drawn.
    let drawn = |end: StrokeEnd| usize::from(end == StrokeEnd::Apex);
    let inner = |count: usize| drawn(truth.begin)..count.saturating_sub(drawn(truth.end));
    let contacts = &truth.contacts[inner(truth.contacts.len())];
    let mut score = Score { contacts: contacts.len(), ..Score::default() };
    let Some(read) = read else { return score };
    let found = &read.contacts[inner(read.contacts.len())];
    let off = |a: glam::DVec3, b: glam::DVec3| (a - b).with_y(0.0).length();
    score.read = found.len();
    let mut free: Vec<usize> = (0..found.len()).collect();
    for (number, contact) in contacts.iter().enumerate() {
        let nearest = free
            .iter()
            .copied()
            .min_by(|&a, &b| off(found[a].place, *contact).total_cmp(&off(found[b].place, *contact)));
        let Some(nearest) = nearest else { continue };
        let away = off(found[nearest].place, *contact);
        score.near += usize::from(away < 0.10);
        score.fair += usize::from(away < 0.25);
        if away >= 0.10 {
            score.missed.push((number, (100.0 * away).round() as i64));
        }
        if away < 0.25 {
            free.retain(|&i| i != nearest);
        }
    }
    let least = |at: glam::DVec3| contacts.iter().map(|c| off(*c, at)).fold(f64::MAX, f64::min);
    score.wrong = found.iter().filter(|contact| least(contact.place) > 0.45).count();
    score.warned = !read.warnings.is_empty();
    let flagged = |contact: &&segue_stance::ReadContact| contact.doubt > UNCERTAIN || score.warned;
    let off: Vec<_> = found.iter().filter(|contact| least(contact.place) > 0.10).collect();
    score.off = (off.len(), off.iter().copied().filter(flagged).count());
    score.right_number = score.read == score.contacts;
    if score.right_number {
        let speeds = read.arcs.iter().zip(&truth.speeds);
        score.speed_errors =
            speeds.clone().map(|(arc, speed)| (arc.velocity.length() - speed).abs()).collect();
        let inside = speeds
            .filter(|(arc, speed)| (arc.velocity.length() / **speed).ln().abs() < 2.0 * arc.speed_doubt)
            .count();
        score.within_doubt = (inside, read.arcs.len());
    }
    score
}

fn table(title: &str, cases: &[Case]) {
    println!("\n{title}");
    let side = |case: &Case| case.azimuth < 76.0;
    for jitter in [0.0, 1.0, 2.0] {
        let of_spec = |case: &Case| case.azimuth < 61.0 && is(case.jitter, jitter);
        row(&format!("azimuth up to 60°, {jitter} px"), cases, of_spec);
    }
    for jitter in [0.0, 1.0, 2.0] {
        row(&format!("azimuth up to 75°, {jitter} px"), cases, |case| side(case) && is(case.jitter, jitter));
    }
    for azimuth in [0.0, 15.0, 30.0, 45.0, 60.0, 75.0, 90.0] {
        row(&format!("azimuth {azimuth}°"), cases, |case| is(case.azimuth, azimuth));
    }
    for elevation in [5.0, 10.0, 15.0, 22.0, 30.0, 38.0, 45.0] {
        row(&format!("elevation {elevation}°"), cases, |case| side(case) && is(case.elevation, elevation));
    }
    for kind in KINDS.into_iter().chain([CROSSING, FROM_APEX]) {
        row(kind, cases, |case| side(case) && case.kind == kind);
    }
}

fn is(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn row(name: &str, cases: &[Case], keep: impl Fn(&Case) -> bool) {
    let kept: Vec<&Score> = cases.iter().filter(|case| keep(case)).map(|case| &case.score).collect();
    if kept.is_empty() {
        return;
    }
    let total: usize = kept.iter().map(|score| score.contacts).sum();
    let share =
        |f: fn(&Score) -> usize| 100.0 * kept.iter().map(|s| f(s)).sum::<usize>() as f64 / total as f64;
    let number = 100.0 * kept.iter().filter(|score| score.right_number).count() as f64 / kept.len() as f64;
    let mut errors: Vec<f64> = kept.iter().flat_map(|score| score.speed_errors.iter().copied()).collect();
    errors.sort_by(f64::total_cmp);
    let at =
        |share: f64| errors.get(((errors.len() as f64 - 1.0) * share) as usize).copied().unwrap_or(f64::NAN);
    let inside: (usize, usize) =
        kept.iter().fold((0, 0), |sum, s| (sum.0 + s.within_doubt.0, sum.1 + s.within_doubt.1));
    let off: (usize, usize) =
        kept.iter().fold((0, 0), |sum, score| (sum.0 + score.off.0, sum.1 + score.off.1));
    println!(
        "{name:<34} {:>5} {:>5.0}% {:>5.0}% {:>5.1}% {number:>5.0}%  {:.2} / {:.2} / {:.2}, {:.0}% in 2 sd, {} warned, {} of {} off flagged",
        kept.len(),
        share(|s| s.near),
        share(|s| s.fair),
        share(|s| s.wrong),
        at(0.5),
        at(0.9),
        at(1.0),
        100.0 * inside.0 as f64 / inside.1.max(1) as f64,
        kept.iter().filter(|score| score.warned).count(),
        off.1,
        off.0,
    );
}
