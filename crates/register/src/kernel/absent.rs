//! Stand in for the instruction sets that this kind of machine never has.

/// A set that is nowhere.
macro_rules! nowhere {
    ($($name:ident)+) => {
        $(pub(super) mod $name {
            use super::super::{Scratch, Task, warp};

            const WHY: &str = "an instruction set is used only where it is available";

            pub(in super::super) fn is_available() -> bool {
                false
            }

            pub(in super::super) fn run(_: &Task<'_>, _: &mut Scratch, _: &mut dyn FnMut(usize, &[f32])) {
                unreachable!("{WHY}")
            }

            pub(in super::super) fn burn(_: usize) -> f32 {
                unreachable!("{WHY}")
            }

            pub(in super::super) fn warp(_: &mut warp::Row<'_>) {
                unreachable!("{WHY}")
            }
        })+
    };
}

nowhere!(avx2 avx512);
