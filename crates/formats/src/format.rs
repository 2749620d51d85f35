//! The file formats, told apart by extension or content.

use std::fmt;
use std::path::Path;

use crate::error::{Problem, ReadError};

/// A motion file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Biovision hierarchy, `.bvh`.
    Bvh,
    /// Acclaim skeleton and motion, `.asf` with `.amc`.
    Acclaim,
    /// glTF 2.0 as JSON, `.gltf`.
    Gltf,
    /// glTF 2.0 as one binary file, `.glb`.
    Glb,
    /// Autodesk FBX, `.fbx`; read only.
    Fbx,
    /// Arrays of `NumPy`, `.npz`.
    Npz,
    /// A table, `.csv`; write only.
    Csv,
    /// Arrays in JSON, `.json`; write only.
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 8] =
        [Self::Bvh, Self::Acclaim, Self::Gltf, Self::Glb, Self::Fbx, Self::Npz, Self::Csv, Self::Json];

    /// The format that a file name's extension stands for, whatever its case.
    ///
    /// ```
    /// use segue_formats::Format;
    /// assert_eq!(Format::from_path("clips/WALK.BVH".as_ref()), Some(Format::Bvh));
    /// assert_eq!(Format::from_path("walk.txt".as_ref()), None);
    /// ```
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "bvh" => Some(Self::Bvh),
            "asf" | "amc" => Some(Self::Acclaim),
            "gltf" => Some(Self::Gltf),
            // Avatars and their animations are GLB files under other names.
            "glb" | "vrm" | "vrma" => Some(Self::Glb),
            "fbx" => Some(Self::Fbx),
            "npz" => Some(Self::Npz),
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    /// Whether a file of this name holds motion; an `.asf` holds only the skeleton of its `.amc` files.
    pub fn holds_motion(path: &Path) -> bool {
        let asf = AcclaimPart::named(path) == AcclaimPart::Skeleton;
        !asf && Self::from_path(path).is_some_and(|format| !matches!(format, Self::Csv | Self::Json))
    }

    /// The format that the first bytes of a file look like.
    pub fn sniff(head: &[u8]) -> Option<Self> {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
        let starts =
            |word: &str| text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()));
        if starts("HIERARCHY") {
            Some(Self::Bvh)
        } else if head.starts_with(b"glTF") {
            Some(Self::Glb)
        } else if head.starts_with(b"Kaydara FBX") || starts("; FBX") {
            Some(Self::Fbx)
        } else if head.starts_with(b"PK\x03\x04") {
            Some(Self::Npz)
        } else if starts("#!OML") || AcclaimPart::sniff(text).is_some() {
            Some(Self::Acclaim)
        } else if starts("{") {
            Some(Self::Gltf)
        } else {
            None
        }
    }

    /// The extension of the file that holds the motion.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Bvh => "bvh",
            Self::Acclaim => "amc",
            Self::Gltf => "gltf",
            Self::Glb => "glb",
            Self::Fbx => "fbx",
            Self::Npz => "npz",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }
}

/// The two files of an Acclaim motion, told apart by content: both have comments and words after a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AcclaimPart {
    Skeleton,
    Motion,
}

impl AcclaimPart {
    /// The part that a file is: by its first bytes, else by its name.
    pub(crate) fn of(path: &Path, head: &[u8]) -> Self {
        Self::sniff(head).unwrap_or_else(|| Self::named(path))
    }

    /// The part that the name of a file stands for.
    pub(crate) fn named(path: &Path) -> Self {
        let asf = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("asf"));
        if asf { Self::Skeleton } else { Self::Motion }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Skeleton => "an Acclaim skeleton",
            Self::Motion => "an Acclaim motion",
        }
    }

    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Skeleton => "asf",
            Self::Motion => "amc",
        }
    }

    /// The part that the first bytes of a file look like: the first word that is no comment says it.
    pub(crate) fn sniff(head: &[u8]) -> Option<Self> {
        let lines = head.split(|&byte| byte == b'\n' || byte == b'\r').map(<[u8]>::trim_ascii);
        let mut words = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
        let word = words.next()?.split(u8::is_ascii_whitespace).next()?;
        let is = |known: &[&str]| known.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()));
        if is(&[":version", ":name", ":units", ":documentation", ":root", ":bonedata"]) {
            Some(Self::Skeleton)
        } else {
            is(&[":fully-specified", ":degrees", ":radians", ":samples-per-second"]).then_some(Self::Motion)
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bvh => "BVH",
            Self::Acclaim => "Acclaim",
            Self::Gltf => "glTF",
            Self::Glb => "GLB",
            Self::Fbx => "FBX",
            Self::Npz => "NumPy",
            Self::Csv => "CSV",
            Self::Json => "JSON",
        })
    }
}

/// The error for a file of which neither the name nor the content says the format.
pub(crate) fn unknown(path: &Path) -> ReadError {
    let expected = "a file name ending in .bvh, .amc, .asf, .gltf, .glb, .vrm, .vrma, .fbx or .npz, or content of such a file";
    Problem::unexpected(expected, "neither").at(crate::error::Place::File).in_file(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_tells_the_formats_apart() {
        let cases: [(&[u8], Option<Format>); 7] = [
            (b"\xef\xbb\xbf hierarchy\r\nROOT", Some(Format::Bvh)),
            (b"glTF\x02\0\0\0", Some(Format::Glb)),
            (b"Kaydara FBX Binary  \0", Some(Format::Fbx)),
            (b"; FBX 7.4.0 project file", Some(Format::Fbx)),
            (b"#!OML:ASF", Some(Format::Acclaim)),
            (b"{ \"asset\": {} }", Some(Format::Gltf)),
            (b"\x89PNG", None),
        ];
        for (head, format) in cases {
            assert_eq!(Format::sniff(head), format, "{head:?}");
        }
    }

    #[test]
    fn the_two_acclaim_files_are_told_apart_behind_their_comments() {
        let skeleton = b"# made by hand\r\n# twice\r\n:version 1.10\r\n:name VICON";
        let motion = b"#!OML:ASF C:\\walk.ASF\n:FULLY-SPECIFIED\n:DEGREES\n1\n";
        assert_eq!(AcclaimPart::sniff(skeleton), Some(AcclaimPart::Skeleton));
        assert_eq!(AcclaimPart::sniff(motion), Some(AcclaimPart::Motion));
        assert_eq!(AcclaimPart::sniff(b"# a shell script\necho :version"), None);
        assert_eq!(Format::sniff(skeleton), Some(Format::Acclaim));
        assert_eq!(Format::sniff(motion), Some(Format::Acclaim));
    }

    #[test]
    fn a_skeleton_file_holds_no_motion() {
        assert!(Format::holds_motion("a/02_01.AMC".as_ref()));
        assert!(!Format::holds_motion("a/02.asf".as_ref()));
        assert!(!Format::holds_motion("a/readme".as_ref()));
    }
}
