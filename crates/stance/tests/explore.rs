//! Scratch.
#![allow(clippy::all, clippy::pedantic, unused)]
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
                    let j = judge(&e.stance, &Limits::default()); println!("    value {:.2} fric {:.2} ext {:.2?} normal {:.2} reach {:.3} {}", j.value, j.friction, j.extension, j.normal, j.reach, j.violations().iter().map(|v| v.to_string()).collect::<Vec<_>>().join("; "));
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
#[test]
fn heights() {
    use segue_motion::*;
    for (name, a, b) in [("127_21", 0, 200), ("16_37", 0, 130), ("35_21", 0, 130), ("49_05", 0, 300)] {
        let clip = common::capture(name).unwrap();
        let an = Anatomy::of(clip.skeleton());
        let t = PointTable::new(&clip);
        let low = t.iter().flat_map(|r| r.iter().map(|p| p.y)).fold(9.0f32, f32::min);
        println!("{name} leg {:?} lowest {low:.3} frames {}", an.leg_length(clip.skeleton()), clip.len());
        for k in [ConstraintKind::LeftHeel, ConstraintKind::LeftToe, ConstraintKind::RightHeel, ConstraintKind::RightToe] {
            let p = an.point(k).unwrap();
            let min = t.path(p).map(|p| p.y).fold(9.0f32, f32::min);
            println!("  {k} min {min:.3} rest {:.3} plants {:?}", segue_motion::Pose::rest(clip.skeleton()).root.y, clip.constraints().of(k).iter().map(|r| (r.first, r.last, t.at(r.first, p).y, t.at((r.first+r.last)/2, p).y)).collect::<Vec<_>>());
        }
        for s in 0..clip.skeleton().end_sites().len() { let p = PointId::end_site(clip.skeleton(), s); println!("  site {} min {:.3}", clip.skeleton().name(p.carrier(clip.skeleton())), t.path(p).map(|p| p.y).fold(9.0f32, f32::min)); }
        let an = Anatomy::of(clip.skeleton());
        let body = RigidBody::new(clip.skeleton(), &an, 70.0).unwrap();
        let path = body.path(&t);
        println!("  com at 0 {:.3}", path[0].y);
        let fl = find_flights(&path, clip.constraints(), clip.rate(), &Default::default());
        for f in fl { println!("   flight {} fitted {} apex {:.3} at {:.3} v {:.2} g {:.1} res {:.4}", f.frames, f.fitted, f.apex.y, f.apex_secs*clip.rate(), f.speed(), f.free_gravity, f.residual); }
    }
}
