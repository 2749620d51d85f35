//! glTF and FBX files: what is written comes back, validates, and real files load with the truths of their index.

#![allow(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod hostile;
mod keep;
mod read_fbx;
mod read_gltf;
mod round_trip;
mod support;
mod validator;
