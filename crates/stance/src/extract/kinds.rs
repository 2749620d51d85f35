//! Whole stances, and those from and to standing.

use segue_motion::{Flight, FrameRange};

use super::contact::Contact;
use super::ends::{End, Ends};
use super::scene::Scene;
use super::{ExtractSettings, Extracted, made, still};
use crate::{Refusal, StanceKind};

/// The stance between two flights.
pub(super) fn whole(
    scene: &Scene<'_>,
    before: &Flight,
    after: &Flight,
    settings: &ExtractSettings,
) -> Result<Extracted, Refusal> {
    let contact = Contact::between(scene, before.frames.last + 1, after.frames.first.saturating_sub(1))?;
    let ends = Ends {
        kind: StanceKind::Whole,
        start: End::apex(before, before.fitted.first, scene.rate()),
        end: End::apex(after, after.fitted.last, scene.rate()),
        landing_secs: before.fitted.last as f64 / scene.rate(),
        liftoff_secs: after.fitted.first as f64 / scene.rate(),
    };
    for (late, what) in [
        (ends.start.secs - ends.landing_secs, "touches down before the apex of the flight before it"),
        (ends.liftoff_secs - ends.end.secs, "lifts off after the apex of the flight after it"),
    ] {
        if late > 0.0 {
            return Err(contact.refusal(format!("it {what}, by {late:.3} s")));
        }
    }
    made(scene, &contact, &ends, [Some(before), Some(after)], settings)
}

/// The stance from a still pose to a flight.
pub(super) fn from_stand(
    scene: &Scene<'_>,
    before: Option<&Flight>,
    flight: &Flight,
    settings: &ExtractSettings,
) -> Result<Extracted, Refusal> {
    let earliest = before.map_or(0, |before| before.frames.last + 1);
    let frames = FrameRange { first: earliest, last: flight.frames.first.saturating_sub(1).max(earliest) };
    let still = still::before(scene, earliest, flight.frames.first).ok_or_else(|| Refusal {
        frames,
        reason:
            "no flight comes before it, nor does the body rest: it has neither a first apex nor a still start"
                .to_owned(),
    })?;
    let contact = Contact::between(scene, still, flight.frames.first.saturating_sub(1))?;
    let start = still::end(scene, still);
    let liftoff_secs = flight.fitted.first as f64 / scene.rate();
    let end = End::apex(flight, flight.fitted.last, scene.rate());
    let ends = Ends { kind: StanceKind::FromStand, landing_secs: start.secs, start, end, liftoff_secs };
    made(scene, &contact, &ends, [None, Some(flight)], settings)
}

/// The stance from a flight to a still pose.
pub(super) fn to_stand(
    scene: &Scene<'_>,
    flight: &Flight,
    after: Option<&Flight>,
    settings: &ExtractSettings,
) -> Result<Extracted, Refusal> {
    let latest = after.map_or(scene.path.len() - 1, |after| after.frames.first.saturating_sub(1));
    let frames = FrameRange { first: (flight.frames.last + 1).min(latest), last: latest };
    let still = still::after(scene, flight.frames.last, latest).ok_or_else(|| Refusal {
        frames,
        reason:
            "no flight comes after it, nor does the body rest: it has neither a second apex nor a still end"
                .to_owned(),
    })?;
    let contact = Contact::between(scene, flight.frames.last + 1, still)?;
    let end = still::end(scene, still);
    let landing_secs = flight.fitted.last as f64 / scene.rate();
    let start = End::apex(flight, flight.fitted.first, scene.rate());
    let ends = Ends { kind: StanceKind::ToStand, landing_secs, start, liftoff_secs: end.secs, end };
    made(scene, &contact, &ends, [Some(flight), None], settings)
}
