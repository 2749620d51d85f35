//! What is found in real captures that is no motion.

use std::path::{Path, PathBuf};

use segue_formats::{Finding, ReadOptions, read_file};
use segue_motion::{Certainty, DirtKind};

use crate::{files, mocap};

fn findings(path: &Path) -> Vec<Finding> {
    read_file(path, &ReadOptions::default()).map(|import| import.findings).unwrap_or_default()
}

/// Prints all findings: `SEGUE_DIRT=bvh cargo nextest run -p segue-formats dirt --no-capture`.
#[test]
fn report() {
    let (Some(mocap), Some(kind)) = (mocap(), std::env::var_os("SEGUE_DIRT")) else { return };
    let below = |path: PathBuf| walk(&path);
    let mut paths = below(mocap);
    paths.retain(|path| path.extension() == Some(&kind));
    paths.sort();
    for (index, path) in paths.iter().enumerate() {
        let half = if index % 2 == 0 { "tuned" } else { "untouched" };
        let found = findings(path);
        println!("{half} {} {}", path.display(), found.len());
        for finding in found {
            println!("{half}    {} {:?}: {finding}", finding.clip, finding.dirt.frames);
        }
    }
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn gait_report() {
    use segue_motion::*;
    let (Some(mocap), Some(_)) = (mocap(), std::env::var_os("SEGUE_DIRT")) else { return };
    for (index, path) in files(&mocap.join("cmu_bvh"), "bvh").iter().enumerate() {
        let half = if index % 2 == 0 { "tuned" } else { "untouched" };
        let clip = read_file(path, &ReadOptions::default()).unwrap().clips.remove(0);
        let anatomy = Anatomy::of(clip.skeleton());
        let check = check_rate(&clip, &anatomy).unwrap();
        let gs: Vec<String> = check
            .flights
            .iter()
            .map(|f| {
                format!(
                    "{:.1}/{:.2}s/{:.0}mm",
                    f.free_gravity,
                    f.fitted.len() as f64 / clip.rate(),
                    1000.0 * f.free_residual
                )
            })
            .collect();
        let plants = find_plants(&clip, &anatomy, &PlantSettings::default());
        let leg = anatomy.leg_length(clip.skeleton()).unwrap() as f64;
        let unit = (leg / 9.81).sqrt();
        let mut swings = Vec::new();
        for side in Side::BOTH {
            let mut down = vec![false; clip.len()];
            for kind in [ConstraintKind::toe(side), ConstraintKind::heel(side)] {
                for r in plants.of(kind) {
                    for f in r.first..=r.last {
                        down[f] = true;
                    }
                }
            }
            let mut f = 0;
            while f < down.len() {
                if down[f] {
                    f += 1;
                    continue;
                }
                let a = f;
                while f < down.len() && !down[f] {
                    f += 1;
                }
                if a > 0 && f < down.len() {
                    let d = (clip.frame(f).root - clip.frame(a).root).with_y(0.0).length() as f64;
                    let t = (f - a) as f64 / clip.rate();
                    if d > 0.3 * leg {
                        swings.push((t / unit, (d / t).powi(2) / 9.81 / leg));
                    }
                }
            }
        }
        swings.sort_by(|a, b| a.0.total_cmp(&b.0));
        let m = swings.get(swings.len() / 2);
        println!(
            "{half} {} {:?} g=[{}] swings {} median {:?} min {:?}",
            clip.name(),
            check.verdict(),
            gs.join(" "),
            swings.len(),
            m.map(|m| format!("{:.2} fr {:.2}", m.0, m.1)),
            swings.first().map(|m| format!("{:.2}", m.0))
        );
    }
}
