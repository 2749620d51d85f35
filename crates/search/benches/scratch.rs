#![allow(clippy::all, clippy::pedantic, missing_docs, clippy::unwrap_used, clippy::print_stdout)]
use std::path::PathBuf;
use std::collections::BTreeMap;
use std::time::Instant;
use glam::{Quat, Vec3};
use rustix::time::{ClockId, clock_gettime};
use segue_formats::{ReadOptions, read_file};
use segue_motion::synth::{Act, Take, Figure};
use segue_motion::Clip;
use segue_register::Cloud;
use segue_search::prune::{Basis, Blocks, Prepared, close_frames};
use segue_search::poses::{Poses, PosesBuilder};
use segue_search::{Index, Settings};

fn cpu() -> f64 { let t = clock_gettime(ClockId::ProcessCPUTime); t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9 }

fn report(what: &str, clouds: &[&Cloud], class: &dyn Fn(usize, usize) -> String, classes: bool) {
    let n: usize = clouds.iter().map(|c| c.len()).sum();
    let s = cpu(); 
    let mut b = PosesBuilder::new(clouds);
    let basis = cpu() - s;
    for c in clouds { b.push(c); }
    let push = cpu() - s - basis;
    let poses = b.finish();
    let built = cpu() - s; let w = Instant::now();
    let s2 = cpu();
    let pairs = poses.close(0.04, 1);
    let joined = cpu() - s2;
    let all = (n as f64) * (n as f64 - 1.0) / 2.0;
    let [blocks, bounded, computed] = pairs.looked_at();
    println!("{what}: {n} frames, {} pairs = {:.3} %, basis {basis:.3} push {push:.3} built {built:.3} s, join {joined:.3} s cpu ({:.3} wall), parts {:?}, blocks {:.2} %, bounded {:.2} %, computed {:.3} % = {:.2} of the found",
        pairs.len(), 100.0 * pairs.len() as f64 / all, w.elapsed().as_secs_f64(), pairs.parts(), 1600.0 * blocks as f64 / all, 100.0 * bounded as f64 / all, 100.0 * computed as f64 / all, computed as f64 / pairs.len() as f64);
    if classes {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for [a, b] in pairs.iter() {
            let (x, y) = (class(a.clip, a.frame), class(b.clip, b.frame));
            let key = if x <= y { format!("{x} | {y}") } else { format!("{y} | {x}") };
            *counts.entry(key).or_default() += 1;
        }
        let mut list: Vec<_> = counts.into_iter().collect();
        list.sort_by_key(|(_, c)| std::cmp::Reverse(*c));
        for (k, c) in list.iter().take(12) { println!("   {k}: {:.4} % of all pairs", 100.0 * *c as f64 / all); }
    }
}

struct Rnd(u64);
impl Rnd { fn unit(&mut self) -> f64 { self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15); let z=(self.0^(self.0>>30)).wrapping_mul(0xbf58476d1ce4e5b9); let z=(z^(z>>27)).wrapping_mul(0x94d049bb133111eb); ((z^(z>>31))>>11) as f64/(1u64<<53) as f64 }
 fn bell(&mut self)->f64 { (self.unit()+self.unit()+self.unit()+self.unit()-2.0)*(3.0f64).sqrt() } }

fn posed(clip: &Clip, seed: u64, person: f64, moment: f64) -> Clip {
    let mut r = Rnd(seed.wrapping_mul(77).wrapping_add(5));
    let joints = clip.skeleton().len();
    let mut waves = Vec::new();
    for _ in 0..joints * 3 {
        let fixed = person * r.bell();
        let w: Vec<(f64,f64,f64)> = (0..3).map(|_| { (std::f64::consts::TAU / (4.0 + 16.0 * r.unit()), std::f64::consts::TAU * r.unit(), moment * (2.0f64/3.0).sqrt()) }).collect();
        waves.push((fixed, w));
    }
    let mut b = Clip::builder(clip.name(), clip.skeleton().clone(), clip.rate(), &[]);
    for (i, f) in clip.frames().enumerate() {
        let t = i as f64 / clip.rate();
        let mut pose = f.to_pose();
        for (j, q) in pose.rotations.iter_mut().enumerate().skip(1) {
            let v = Vec3::from_array([0,1,2].map(|a| { let (fixed, w) = &waves[j*3+a]; (fixed + w.iter().map(|(o,p,s)| s*(o*t+p).sin()).sum::<f64>()).to_radians() as f32 }));
            *q = (*q * Quat::from_scaled_axis(v)).normalize();
        }
        b.push(&pose).unwrap();
    }
    b.finish().unwrap()
}

fn main() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/mocap/cmu_bvh"));
    let mut paths: Vec<PathBuf> = folder.read_dir().unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for rate in [60.0, 120.0] {
        let settings = Settings { rate_hz: rate, half_window_secs: (1.0f64/15.0).min(4.0 / rate), ..Settings::default() };
        let mut index = Index::new(settings).unwrap();
        let mut names = Vec::new();
        for path in &paths {
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            index.add(&read_file(path, &ReadOptions::default()).unwrap().clips.remove(0)).unwrap();
            names.push(stem);
        }
        let family = index.families().swap_remove(0);
        let clouds: Vec<&Cloud> = family.iter().map(|&c| index.cloud(c)).collect();
        let names: Vec<String> = family.iter().map(|&c| names[c].clone()).collect();
        let subject = |c: usize| names[c].split('_').next().unwrap().to_owned();
        report(&format!("captures {rate}"), &clouds, &|c, _| subject(c), false);
        if false { report(&format!("captures {rate} by clip"), &clouds, &|c, _| names[c].clone(), true); let mut c: BTreeMap<String, usize> = BTreeMap::new(); for (n, cl) in clouds.iter().enumerate() { *c.entry(subject(n)).or_default() += cl.len(); } println!("{c:?}"); }
        let own: Vec<&Cloud> = (0..clouds.len()).filter(|&c| subject(c) == "144").map(|c| clouds[c]).collect();
        report(&format!("144 at {rate}"), &own, &|_, _| String::new(), false);
        let start = cpu();
        let basis = Basis::new(&own);
        let blocks: Vec<Blocks> = own.iter().map(|c| Blocks::new(c, &basis)).collect();
        let mut found = 0;
        for second in 0..own.len() { for first in 0..=second {
            let [a, b] = [first, second].map(|n| Prepared { cloud: own[n], blocks: &blocks[n] });
            found += close_frames(a, b, 0.04, (first == second).then_some(1)).rows.iter().map(Vec::len).sum::<usize>();
        } }
        println!("  blocks: {found} in {:.3}", cpu() - start);
    }
    for (varied, person, moment) in [(false, 0.0, 0.0), (true, 0.0, 0.0), (true, 4.0, 0.0), (true, 4.0, 3.0), (true, 6.0, 4.0)] {
        let mut index = Index::new(Settings { rate_hz: 60.0, ..Settings::default() }).unwrap();
        let mut truths = Vec::new();
        let s = cpu();
        for seed in 0..8u64 {
            let mut take = Take { noise: 0.5, ..Take::of_variants(&Act::repertoire(), 1, seed) };
            if varied {
                let mut r = Rnd(seed);
                take.figure = Figure { height: 1.75 + 0.08 * r.bell(), legs: 1.0 + 0.03 * r.bell(), arms: 1.0 + 0.03 * r.bell(), breadth: 1.0 + 0.04 * r.bell(), ..Figure::default() };
            }
            let p = match take.perform() { Ok(p) => p, Err(e) => { println!("{e}"); continue } };
            let clip = if person + moment > 0.0 { posed(&p.clip, seed, person, moment) } else { p.clip };
            index.add(&clip).unwrap();
            truths.push(p.truth.segments);
        }
        println!("made in {:.2} s", cpu() - s);
        let clouds: Vec<&Cloud> = (0..index.len()).map(|c| index.cloud(c)).collect();
        let class = |c: usize, f: usize| truths[c].iter().find(|s| s.frames.first <= f && f <= s.frames.last).map_or("between".to_owned(), |s| s.action.clone());
        report(&format!("takes {varied} {person} {moment}"), &clouds, &class, false);
        let mut frames: BTreeMap<String, usize> = BTreeMap::new();
        for (c, cl) in clouds.iter().enumerate() { for f in 0..cl.len() { *frames.entry(class(c, f)).or_default() += 1; } }
        println!("   {frames:?}");
        let one: Vec<&Cloud> = clouds[..1].to_vec();
        report("one take", &one, &|_, _| String::new(), false);
    }
}
