//! The search by coverage against the exhaustive search of the source.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use std::sync::LazyLock;
use std::time::Duration;

use crate::common::{
    self,
    requests::{self, timed},
};
use crate::compose::LIBRARY as BUILT_IN;
use segue_actors::Sample;
use segue_motion::Clip;
use segue_stance::{
    ExtractSettings, FindSettings, Footing, Params, Request, Stage, Stance, StanceKind, StanceLibrary,
    TrySettings, gather, plan,
};

/// Whole stances of the captures, or of the samples where there are none.
static LIBRARY: LazyLock<StanceLibrary> = LazyLock::new(|| {
    let mut clips: Vec<Clip> = common::names().iter().filter_map(|name| common::capture(name)).collect();
    if clips.is_empty() {
        let names = ["run", "run-fast", "jog", "leap", "leap-far", "hop", "jump-again"];
        clips = names.iter().map(|name| Sample::find(name).unwrap().clip()).collect();
    }
    let mut stances = gather(&clips, &ExtractSettings::default(), false).stances;
    stances.retain(|stance| stance.kind() == StanceKind::Whole);
    StanceLibrary::new(stances, &TrySettings::default())
});

/// Not the seed with which the margins of the search were chosen.
const SEED: u64 = 2026;

#[test]
fn coverage_answers_what_exhaustion_answers_and_faster() {
    let count = if cfg!(debug_assertions) { 300u32 } else { 1000 };
    let settings = FindSettings::default();
    let (mut slow, mut fast) = (Vec::new(), Vec::new());
    let (mut answered, mut both, mut only_fast, mut by_blend) = (0, 0, 0, 0);
    let mut suggested = (0, 0);
    for wanted in requests::drawn(&LIBRARY, SEED, count as usize) {
        let (exhaustive, a) = timed(|| LIBRARY.find_exhaustively(wanted, &settings).unwrap());
        let (found, b) = timed(|| LIBRARY.find(wanted, &settings).unwrap());
        slow.push(a);
        fast.push(b);
        answered += usize::from(exhaustive.is_some());
        both += usize::from(exhaustive.is_some() && found.is_some());
        only_fast += usize::from(exhaustive.is_none() && found.is_some());
        by_blend += usize::from(found.as_ref().is_some_and(|found| found.stage != Stage::Warp));
        if let (Some(exhaustive), None) = (&exhaustive, &found) {
            println!("missed by coverage: {:?}, value {:.3}", exhaustive.stage, exhaustive.judgement.value);
        }
        if let Some(found) = &found {
            assert!(found.judgement.is_plausible() && found.warped.stance.params().distance(wanted) < 1.5);
        } else if suggested.0 < 60 {
            let nearest = LIBRARY.nearest(wanted, &settings).unwrap().expect("something is near");
            assert!(nearest.found.judgement.is_plausible());
            assert!(LIBRARY.find(nearest.params, &settings).unwrap().is_some(), "{}", nearest.params);
            assert!(!nearest.changed.is_empty());
            suggested = (suggested.0 + 1, suggested.1 + nearest.changed.len());
        }
    }
    let sum = |list: &[Duration]| list.iter().sum::<Duration>().as_secs_f64();
    fast.sort();
    let (ratio, median) = (sum(&slow) / sum(&fast), fast[fast.len() / 2]);
    println!(
        "{} stances, {count} requests: exhaustive answers {answered}, coverage {both} of them and {only_fast} more \
         ({by_blend} by blends); {ratio:.0} times faster ({:.2} and {:.2} ms), {median:?} at the median; {} suggestions change {:.1} parameters",
        LIBRARY.stances().len(),
        1e3 * sum(&slow) / f64::from(count),
        1e3 * sum(&fast) / f64::from(count),
        suggested.0,
        suggested.1 as f64 / f64::from(suggested.0.max(1) as u32)
    );
    assert!(both as f64 >= 0.95 * f64::from(answered as u32), "{both} of {answered}");
    // Hardly optimised, the small steps of the coverage search cost more than the long ones of the other.
    let least = if cfg!(debug_assertions) { 4.0 } else { 10.0 };
    assert!(ratio >= least, "{ratio}");
    assert!(median < Duration::from_millis(5), "{median:?}");
}

#[test]
fn a_stance_finds_itself_and_its_feet() {
    let settings = FindSettings::default();
    for stance in LIBRARY.stances().iter().filter(|stance| stance.params().vs > 1.0).take(12) {
        if LIBRARY.coverage(0).is_none() {
            continue;
        }
        let found = LIBRARY.find(stance.params(), &settings).unwrap();
        let of_feet = FindSettings { footing: Some(stance.footing()), ..settings.clone() };
        let same = LIBRARY.find(stance.params(), &of_feet).unwrap();
        assert!(found.is_some() || same.is_none());
        assert!(same.is_none_or(|same| same.warped.stance.footing() == stance.footing()));
    }
    assert_ne!(Footing::Left, Footing::Right);
}

#[test]
fn requests_that_no_body_can_have_are_refused() {
    let wrong = Params { zs: -1.0, ze: 1.0, vs: 3.0, ve: 3.0, vp: 0.0, x: 1.0 };
    let settings = FindSettings::default();
    assert!(LIBRARY.find(wrong, &settings).unwrap_err().to_string().starts_with("ZS is -1"));
    assert!(
        LIBRARY.find_exhaustively(wrong, &settings).is_err() && LIBRARY.nearest(wrong, &settings).is_err()
    );
}

/// With its own subject left out, a captured stance is nearly always found in others.
#[test]
fn other_people_can_do_it_too() {
    if common::folder().is_none() {
        return;
    }
    let subject = |stance: &Stance| stance.name().split('_').next().unwrap_or_default().to_owned();
    let subjects: std::collections::BTreeSet<String> = LIBRARY.stances().iter().map(subject).collect();
    let (mut found, mut all) = (0, 0);
    for left_out in &subjects {
        let others =
            LIBRARY.stances().iter().filter(|stance| subject(stance) != *left_out).cloned().collect();
        let library = StanceLibrary::new(others, &TrySettings::default());
        for stance in LIBRARY.stances().iter().filter(|stance| subject(stance) == *left_out) {
            all += 1;
            let answer = library.find_exhaustively(stance.params(), &FindSettings::default()).unwrap();
            if answer.is_none() {
                println!("{}: {} is not found in others", stance.name(), stance.params());
            }
            found += usize::from(answer.is_some());
        }
    }
    println!("{found} of {all} are found in other subjects");
    assert!(found as f64 > 0.85 * f64::from(all as u32), "{found} of {all}");
}

/// The stance after one that nothing does begins where its replacement ends: the ground stays, speeds do not jump.
#[test]
fn a_replaced_stance_keeps_what_the_one_before_has_fixed() {
    let step = Params { zs: 1.05, ze: 1.05, vs: 3.0, ve: 3.0, vp: 0.0, x: 1.25 };
    let high = Params { ze: 2.4, x: 2.5, ..step };
    let after = Params { zs: 2.4, x: 2.0, ..step };
    let requests = [step, step, high, after, step, step].map(Request::from);
    let links = plan(&BUILT_IN, &requests, &FindSettings::default()).unwrap();
    assert!(links[2].instead_of.is_some() && links[1].instead_of.is_none());
    for (i, pair) in links.windows(2).enumerate() {
        let [a, b] = [&pair[0], &pair[1]].map(|link| link.found.warped.stance.params());
        assert!((a.ve.hypot(a.vp) - b.vs).abs() < 1e-9, "stance {}: {a} then {b}", i + 1);
        assert!((a.ze - b.zs).abs() < 1e-9, "stance {}: {a} then {b}", i + 1);
        assert!(pair[1].place.ground.abs() < 1e-9, "stance {}: the ground is the same", i + 2);
    }
}

#[test]
fn equal_steps_are_varied() {
    let step = Request::from(Params { zs: 1.05, ze: 1.05, vs: 3.0, ve: 3.0, vp: 0.0, x: 1.25 });
    let links = plan(&BUILT_IN, &[step; 30], &FindSettings::default()).unwrap();
    let captured = |link: &segue_stance::Link| {
        let origin = &link.base.origins()[0];
        (origin.clip.clone(), origin.landing.round() as i64)
    };
    let mut uses = std::collections::BTreeMap::new();
    for link in &links {
        *uses.entry(captured(link)).or_insert(0) += 1;
    }
    assert!(uses.len() >= 4 && uses.values().all(|uses| *uses <= 10), "{uses:?}");
    assert!(links.iter().all(|link| link.found.judgement.is_plausible()));
}

#[test]
fn whatever_a_neighbour_has_fixed_the_nearest_keeps_it_or_there_is_none() {
    for kind in [StanceKind::FromStand, StanceKind::Whole, StanceKind::ToStand] {
        for (zs, vs) in [(0.88, 3.15), (0.8, 4.5), (1.0, 6.0), (1.3, 2.0), (1.05, 3.5)] {
            let wanted = Params { zs, ze: 0.99, vs, ve: 0.0, vp: 0.0, x: 0.05 };
            let settings = FindSettings { kind, ..FindSettings::default() };
            if let Some(nearest) = BUILT_IN.nearest_keeping(wanted, &[0, 2], &settings).unwrap() {
                let Params { zs: height, vs: speed, .. } = nearest.params;
                assert!((height - zs).abs() < 1e-9 && (speed - vs).abs() < 1e-9, "{}", nearest.params);
            }
        }
    }
}
