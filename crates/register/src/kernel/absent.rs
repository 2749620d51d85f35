//! Stands in for an instruction set that this kind of machine never has.

use super::{Scratch, Task, warp};

pub(super) fn is_available() -> bool {
    false
}

pub(super) fn run(_: &Task<'_>, _: &mut Scratch, _: &mut dyn FnMut(usize, &[f32])) {
    unreachable!("an instruction set is used only where it is available")
}

pub(super) fn burn(_: usize) -> f32 {
    unreachable!("an instruction set is used only where it is available")
}

pub(super) fn warp(_: &mut warp::Row<'_>) {
    unreachable!("an instruction set is used only where it is available")
}
