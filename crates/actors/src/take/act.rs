//! One action of a take.

use crate::action::guard::Guard;
use crate::action::reach::Errand;
use crate::action::stage::Stage;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::truth::Performance;
use crate::{
    BoxStep, Cartwheel, GaitEnds, Jump, Kick, LeapKick, Locomotion, PickUp, Punch, Reach, Seating, SideKick,
    Sit, Stand, TurnInPlace, WalkAndTurn,
};

/// Declares the acts, each made from the action of its own name.
macro_rules! acts {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// One action of a take. Figure, rate and seed of the take count, not those of the action.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Act {
            $($(#[$doc])* $name($name),)*
        }

        $(impl From<$name> for Act {
            fn from(action: $name) -> Self {
                Self::$name(action)
            }
        })*

        impl Act {
            /// The same act by another actor, at another rate, with other small irregularities.
            pub(crate) fn by(&self, figure: &Figure, rate: f64, seed: u64) -> Self {
                match self {
                    $(Self::$name(action) => {
                        Self::$name($name { figure: figure.clone(), rate, seed, ..action.clone() })
                    })*
                }
            }
        }
    };
}

acts! {
    /// Standing, perhaps with shifts of weight: a pause.
    Stand,
    /// Going somewhere, from stand to stand whatever its ends.
    Locomotion,
    /// A turn on the spot.
    TurnInPlace,
    /// Walking, turning sharply and walking on.
    WalkAndTurn,
    /// Jumps or hops.
    Jump,
    /// A front kick from the stance.
    Kick,
    /// A side kick from standing.
    SideKick,
    /// A side kick in a leap.
    LeapKick,
    /// A jab or cross from the stance.
    Punch,
    /// A reach; its target is seen from where the actor stands when it begins.
    Reach,
    /// Picking up or putting back, likewise.
    PickUp,
    /// Sitting down and standing up again, whatever its seating.
    Sit,
    /// A step up on a box, or down from one stepped on before.
    BoxStep,
    /// A cartwheel.
    Cartwheel,
}

impl Act {
    /// Whether it is played on a stage, on which the next action may follow without coming to rest.
    pub(crate) fn is_staged(&self) -> bool {
        !matches!(
            self,
            Self::Locomotion(_)
                | Self::TurnInPlace(_)
                | Self::WalkAndTurn(_)
                | Self::Jump(_)
                | Self::LeapKick(_)
        )
    }

    /// The stance from which it is done.
    pub(crate) fn stance(&self) -> Option<Guard> {
        match self {
            Self::Kick(kick) => Some(Guard { rear: kick.side }),
            Self::Punch(punch) => Some(punch.guard()),
            _ => None,
        }
    }

    /// Plays an act that is staged, from its stance to its stance.
    pub(crate) fn play(&self, stage: &mut Stage<'_>) -> Result<(), ActorError> {
        match self {
            Self::Stand(act) => act.check().map(|()| act.play(stage)),
            Self::Kick(act) => act.check().map(|()| act.strike(stage)),
            Self::Punch(act) => act.check().map(|()| act.strike(stage)),
            Self::SideKick(act) => act.check().map(|()| act.play(stage)),
            Self::Cartwheel(act) => act.check().map(|()| act.play(stage)),
            Self::Reach(act) => act.check().and_then(|()| act.play(stage, Errand::Reach)),
            Self::PickUp(act) => act.play(stage),
            Self::Sit(act) => act.check().map(|()| Sit { seating: Seating::Both, ..act.clone() }.play(stage)),
            Self::BoxStep(act) => {
                let height = if act.down { stage.spot.at.y } else { 10.0 };
                within("height in m", act.height, (0.0, height + 1e-6), "one stands no higher than this")?;
                act.check().map(|()| act.play(stage))
            }
            _ => Err(ActorError::Unjoinable { what: "an action that needs the floor to itself" }),
        }
    }

    /// Performs an act that is not staged.
    pub(crate) fn alone(&self) -> Result<Performance, ActorError> {
        match self {
            Self::Locomotion(act) => Locomotion { ends: GaitEnds::StandToStand, ..act.clone() }.perform(),
            Self::TurnInPlace(act) => act.perform(),
            Self::WalkAndTurn(act) => act.perform(),
            Self::Jump(act) => act.perform(),
            Self::LeapKick(act) => act.perform(),
            _ => Err(ActorError::Unjoinable { what: "an action that belongs on a stage" }),
        }
    }

    /// The act, and for a step up the step down again, so that the actor ends on the floor where it began.
    pub(crate) fn and_back(self) -> Vec<Self> {
        match self {
            Self::BoxStep(up) if !up.down => {
                let down = BoxStep { down: true, ..up.clone() };
                vec![up.into(), down.into()]
            }
            act => vec![act],
        }
    }
}
