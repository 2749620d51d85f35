//! Standing actions: reach, punch, kick, sit, pick up, step up, cartwheel.
//!
//! An action is written on a [`stage::Stage`]: postures of the body at chosen moments, steps and swings of the feet,
//! moves of the hands. The stage keeps the centre of mass over the support that each posture names, so that an action
//! only says how the body bends and where its weight is. Every action begins and ends standing at ease.

mod acting;
mod aim;
mod approach;
mod cartwheel;
#[cfg(test)]
pub(crate) mod check;
mod crouch;
pub(crate) mod guard;
mod hand;
mod kick;
mod leap_kick;
mod pick;
pub(crate) mod posture;
mod punch;
pub(crate) mod reach;
mod side_kick;
mod sit;
pub(crate) mod stage;
mod stairs;
mod stretch;
mod swing;

pub use cartwheel::Cartwheel;
pub use kick::Kick;
pub use leap_kick::LeapKick;
pub use pick::PickUp;
pub use punch::{Blow, Punch};
pub use reach::Reach;
pub use side_kick::SideKick;
pub use sit::{Seating, Sit};
pub use stairs::BoxStep;
