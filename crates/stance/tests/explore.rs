mod common;
use segue_stance::*;
#[test]
fn explore() {
    let mut all = vec![];
    let t = std::time::Instant::now();
    for name in common::names() {
        let Some(clip) = common::capture(&name) else { return };
        match extract(&clip, &ExtractSettings::default()) {
            Ok(found) => {
                for r in &found.refusals { println!("{name} refused {} {}", r.frames, r.reason); }
                for e in found.stances {
                    println!("{} {:?} {:?} {} dt {:.3} TD {:.3} E {:.3} | com {:.2} cm ori {:.2} deg g {:.1?} fric {}", e.stance.name(), e.stance.kind(), e.stance.footing(), e.stance.params(), e.stance.ground_secs(), e.stance.landing_secs(), e.stance.end_secs(), e.com_rms*100.0, e.orientation_rms.to_degrees(), e.free_gravity, e.within_friction);
                    all.push(e);
                }
            }
            Err(_e) => {}
        }
    }
    let whole: Vec<_> = all.iter().filter(|e| e.stance.kind()==Kind::Whole).collect();
    println!("{} whole of {}; {:?}", whole.len(), all.len(), t.elapsed());
    let q = |f: &dyn Fn(&Extracted)->f64, p: f64| { let mut v: Vec<f64> = all.iter().map(f).collect(); v.sort_by(f64::total_cmp); v[((v.len()-1) as f64*p) as usize] };
    for p in [0.5,0.9,1.0] { println!("{p}: com {:.3} cm, ori {:.2} deg", q(&|e| e.com_rms*100.0,p), q(&|e| e.orientation_rms.to_degrees(),p)); }
    for s in ["run","run-fast","jog","jump","jump-again","jump-high","hop","hop-right","leap","leap-far","run-start","run-stop", "run-left"] {
        let clip = segue_motion::synth::Sample::find(s).unwrap().clip();
        let f = extract(&clip, &ExtractSettings::default()).unwrap();
        for r in &f.refusals { println!("{s} refused {} {}", r.frames, r.reason); }
        for e in f.stances { println!("{} {:?} {:?} {} dt {:.3} TD {:.3} E {:.3}| com {:.2} cm ori {:.2} deg g {:.1?} fric {}", e.stance.name(), e.stance.kind(), e.stance.footing(), e.stance.params(), e.stance.ground_secs(), e.stance.landing_secs(), e.stance.end_secs(), e.com_rms*100.0, e.orientation_rms.to_degrees(), e.free_gravity, e.within_friction); }
    }
}
