//! Blending of parameter sets.

/// Something that can be blended with another of its kind.
pub(crate) trait Mix {
    /// `self` for 0, `other` for 1.
    fn mix(&self, other: &Self, u: f64) -> Self;
}

impl Mix for f64 {
    fn mix(&self, other: &Self, u: f64) -> Self {
        self + (other - self) * u
    }
}

impl<const N: usize> Mix for [f64; N] {
    fn mix(&self, other: &Self, u: f64) -> Self {
        std::array::from_fn(|i| self[i].mix(&other[i], u))
    }
}

/// Declares a struct whose fields can all be blended.
macro_rules! mixable {
    ($(#[$outer:meta])* pub(crate) struct $name:ident { $($(#[$inner:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) struct $name { $($(#[$inner])* pub(crate) $field: $type,)* }

        impl $crate::mix::Mix for $name {
            fn mix(&self, other: &Self, u: f64) -> Self {
                Self { $($field: self.$field.mix(&other.$field, u),)* }
            }
        }
    };
}
pub(crate) use mixable;
