//! The tests of formats, in one program: linking each file would take longer than running it.

mod acclaim;
mod arrays;
mod bvh;
mod mocap;
mod scenes;
