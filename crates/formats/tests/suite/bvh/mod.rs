//! BVH on synthetic files: what is read, what is refused and how, and what comes back.
#![allow(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod laws;
mod reading;
mod refused;
mod writing;

use segue_formats::bvh::{Document, import};
use segue_formats::{Import, ReadOptions};

/// A figure of two joints: hips with position and ZYX, a knee with XZ.
const TWO_JOINTS: &str = "HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  JOINT Knee
  {
    OFFSET 0 -45 0
    CHANNELS 2 Xrotation Zrotation
    End Site
    {
      OFFSET 0 -40 10
    }
  }
}
";

/// The figure with rows.
fn two_joints(rows: &str) -> String {
    let frames = rows.lines().filter(|line| !line.trim().is_empty()).count();
    format!("{TWO_JOINTS}MOTION\nFrames: {frames}\nFrame Time: 0.04\n{rows}")
}

fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

/// The file in centimetres, Y up.
fn read(text: &str) -> Import {
    import(parse(text), "clip", &ReadOptions { scale: Some(0.01), ..ReadOptions::default() }).unwrap()
}
