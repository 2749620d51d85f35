//! The ε of a search.

use segue_formats::Note;
use segue_search::{ChosenEpsilon, EpsilonReason};

use super::EpsilonWhy;
use crate::verbs::Watch;

/// The ε that was asked for, or the one that was chosen, in metres; and why it is that. Warns of one that is too large.
pub(super) fn of(asked_cm: Option<f64>, chosen: ChosenEpsilon, watch: &dyn Watch) -> (f64, EpsilonWhy) {
    let Some(cm) = asked_cm else {
        let why = match chosen.why {
            EpsilonReason::Explosion => EpsilonWhy::Explosion,
            EpsilonReason::Stillness => EpsilonWhy::Stillness,
            EpsilonReason::Index => EpsilonWhy::Index,
            EpsilonReason::TooMany => EpsilonWhy::TooMany,
        };
        return (chosen.metres, why);
    };
    let (metres, limit_cm) = (cm / 100.0, 100.0 * chosen.metres);
    let above = match chosen.why {
        _ if metres <= chosen.metres + 1e-9 => return (metres, EpsilonWhy::Asked),
        EpsilonReason::Index | EpsilonReason::TooMany => return (metres, EpsilonWhy::Asked),
        EpsilonReason::Explosion => (EpsilonWhy::AskedAboveExplosion, "unrelated motion begins to match"),
        EpsilonReason::Stillness => (EpsilonWhy::AskedAboveStillness, "a body that stands still may match"),
    };
    let text = format!(
        "ε = {cm:.1} cm is above {limit_cm:.1} cm, where {}: much of what is found may be something else; leave out --epsilon to stay \
         below",
        above.1
    );
    watch.note(&Note::warning(text), None);
    (metres, above.0)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[derive(Default)]
    struct Notes(Mutex<Vec<String>>);

    impl Watch for Notes {
        fn note(&self, note: &Note, _: Option<&str>) {
            self.0.lock().expect("no test panics while it notes").push(note.text.clone());
        }
    }

    /// What is taken for a distance that was asked for, in centimetres, where 5 cm would be chosen; and what is said.
    fn taken(asked_cm: Option<f64>, why: EpsilonReason) -> (f64, EpsilonWhy, Vec<String>) {
        let notes = Notes::default();
        let (metres, why) = of(asked_cm, ChosenEpsilon { metres: 0.05, why }, &notes);
        (metres, why, notes.0.into_inner().expect("no test panics while it notes"))
    }

    #[test]
    fn what_is_asked_for_is_obeyed_and_loudly_so_above_the_limit() {
        use {EpsilonReason as Reason, EpsilonWhy as Why};
        assert_eq!(taken(None, Reason::Stillness), (0.05, Why::Stillness, vec![]));
        assert_eq!(taken(Some(4.0), Reason::Explosion), (0.04, Why::Asked, vec![]));
        assert_eq!(taken(Some(8.0), Reason::Index).1, Why::Asked);
        for (reason, wanted, words) in [
            (Reason::Explosion, Why::AskedAboveExplosion, "8.0 cm is above 5.0 cm, where unrelated motion"),
            (
                Reason::Stillness,
                Why::AskedAboveStillness,
                "8.0 cm is above 5.0 cm, where a body that stands still",
            ),
        ] {
            let (metres, why, said) = taken(Some(8.0), reason);
            assert!((metres - 0.08).abs() < 1e-12);
            assert_eq!(why, wanted);
            assert!(said.len() == 1 && said[0].contains(words), "{said:?}");
        }
    }
}
