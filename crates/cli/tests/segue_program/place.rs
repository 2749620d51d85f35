//! Runs the real program in a fresh folder.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A folder of its own, with a small BVH file `walk.bvh` in it.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        place.write("walk.bvh", &walk(30));
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Names of everything in the folder, sorted.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs `segue` with these words.
    pub(crate) fn segue(&self, line: &str) -> Run {
        self.segue_args(&line.split_whitespace().collect::<Vec<_>>())
    }

    pub(crate) fn segue_args(&self, args: &[&str]) -> Run {
        let output = command().args(args).current_dir(self.folder.path()).output().unwrap();
        Run {
            code: output.status.code().expect("the program was not ended by a signal"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_segue"));
    // What is kept between runs stays with what is built.
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/segue-cache");
    command.env("NO_COLOR", "1").env("COLUMNS", "100").env("SEGUE_CACHE", cache);
    command
}

impl Run {
    /// The run must have ended with this code.
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }

    /// Standard error must contain each of these.
    #[track_caller]
    pub(crate) fn says(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.err.contains(part), "{part:?} is not in stderr:\n{}", self.err);
        }
        self
    }

    /// Standard output must contain each of these.
    #[track_caller]
    pub(crate) fn shows(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.out.contains(part), "{part:?} is not in stdout:\n{}", self.out);
        }
        self
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

/// A synthetic figure 1.7 m tall, in centimetres, that slides forward at 30 frames per second.
pub(crate) fn walk(frames: usize) -> String {
    let row = |frame: usize| {
        let angle = 20.0 * (frame as f64 * 0.3).sin();
        let legs = format!("{angle} 0 0 5 0 0 0 0 0 {} 0 0 5 0 0 0 0 0", -angle);
        format!("0 90 {} 0 0 0 {legs} 0 0 0 0 0 0\n", 4 * frame)
    };
    let rows: Vec<String> = (0..frames).map(row).collect();
    format!("{SKELETON}MOTION\nFrames: {frames}\nFrame Time: 0.0333333\n{}", rows.concat())
}

const SKELETON: &str = "\
HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation Zrotation
  JOINT LeftUpLeg
  {
    OFFSET 10 0 0
    CHANNELS 3 Xrotation Yrotation Zrotation
    JOINT LeftLeg
    {
      OFFSET 0 -42 0
      CHANNELS 3 Xrotation Yrotation Zrotation
      JOINT LeftFoot
      {
        OFFSET 0 -40 0
        CHANNELS 3 Xrotation Yrotation Zrotation
        End Site
        {
          OFFSET 0 -8 14
        }
      }
    }
  }
  JOINT RightUpLeg
  {
    OFFSET -10 0 0
    CHANNELS 3 Xrotation Yrotation Zrotation
    JOINT RightLeg
    {
      OFFSET 0 -42 0
      CHANNELS 3 Xrotation Yrotation Zrotation
      JOINT RightFoot
      {
        OFFSET 0 -40 0
        CHANNELS 3 Xrotation Yrotation Zrotation
        End Site
        {
          OFFSET 0 -8 14
        }
      }
    }
  }
  JOINT Spine
  {
    OFFSET 0 20 0
    CHANNELS 3 Xrotation Yrotation Zrotation
    JOINT Head
    {
      OFFSET 0 40 0
      CHANNELS 3 Xrotation Yrotation Zrotation
      End Site
      {
        OFFSET 0 20 0
      }
    }
  }
}
";
