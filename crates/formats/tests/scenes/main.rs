//! glTF and FBX files: what is written comes back, validates, and real files load with the truths of their index.

mod hostile;
mod mocap_glb;
mod read_gltf;
mod round_trip;
mod support;
mod validator;
