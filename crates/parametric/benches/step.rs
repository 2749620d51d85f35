//! One step of a parameterized motion of 6, 46 and 96 examples.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use segue_actors::Kick;
use segue_blend::PlayerSettings;
use segue_motion::{ClipId, ClipSet};
use segue_parametric::{BuildSettings, Control, Parametric};

/// A kick of so many examples, from low to high and from side to side.
fn kick(count: usize) -> Parametric {
    let one = |n: usize| {
        let share = n as f64 / (count - 1) as f64;
        let aside = 20.0 * (7.0 * share).sin();
        Kick { height: 0.6 + 0.6 * share, aside, seed: n as u64, ..Kick::default() }
    };
    let clips = (0..count).map(|n| one(n).perform().expect("people kick like that").clip);
    let links: Vec<[ClipId; 2]> = (1..count).map(|n| [n - 1, n].map(ClipId::new)).collect();
    let measure = "ankle.r.y @apex, ankle.r.x @apex";
    let examples = ClipSet::of(clips).expect("one figure kicks");
    Parametric::build(&examples, &links, measure, &BuildSettings::default()).expect("kicks are alike")
}

fn stepping(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step of a parameterized motion");
    for count in [6, 46, 96] {
        let parametric = kick(count);
        let mut control = Control::new(&parametric, PlayerSettings::default()).expect("it does not loop");
        let mut pose = parametric.ensemble().rest_pose();
        let samples = parametric.samples().len();
        let mut time = 0.0f64;
        group.bench_function(format!("{count} examples, {samples} samples"), |bencher| {
            bencher.iter(|| {
                if control.has_ended() {
                    control.restart(segue_motion::Ground::IDENTITY);
                }
                time += 0.01;
                let target = [0.9 + 0.2 * time.sin(), 0.1 * (0.7 * time).cos()];
                control.step(black_box(0.0123), black_box(&target), &mut pose).expect("the target is finite")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, stepping);
criterion_main!(benches);
