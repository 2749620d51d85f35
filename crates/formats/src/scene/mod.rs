//! What glTF and FBX have in common: trees of nodes of which some are joints, and motions of them.

pub(crate) mod figure;
pub(crate) mod rate;
pub(crate) mod sampled;
pub(crate) mod size;
pub(crate) mod tree;
