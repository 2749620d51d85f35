//! The one grammar in which a person names motion, everywhere.

mod error;
mod split;

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use segue_motion::FrameRange;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use error::InputError;
pub use split::parse_range;
use split::{split_clip, split_overrides, split_range};

use super::overrides::{OverrideError, Overrides};

/// Motion as a person names it: where it comes from, and which frames of it.
///
/// | written | means |
/// |---|---|
/// | `walk.bvh` | all clips of a file |
/// | `captures/` | all clips of all files below a folder |
/// | `moves.glb#Walk` | one clip of a file that holds several |
/// | `moves.segue#Walk` | one clip of a motion library |
/// | `sample:NAME` | a built-in sample |
///
/// Each may be followed by `@first-last`, whole frames of the clip's own rate, both included, counted from 0 after a
/// dropped rest pose. After the name of a file or folder, before `#` and `@`, may stand what overrides its reading, as
/// [`Overrides`] lists it: `moves.glb?fps=60&floor=0.02#Walk@3-9`. A file whose real name contains `@`, `#` or `?` is found
/// under that name first.
///
/// ```
/// use segue::files::{Input, Source};
///
/// let input: Input = "kicks.bvh@83-231".parse()?;
/// assert_eq!(input.source, Source::Path("kicks.bvh".into()));
/// assert_eq!(input.range.map(|range| range.len()), Some(149));
/// assert_eq!(input.to_string(), "kicks.bvh@83-231");
/// # Ok::<(), segue::files::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Where the motion comes from.
    pub source: Source,
    /// What is said about its file beyond what is written in it.
    pub overrides: Overrides,
    /// Which frames of it; all when absent.
    pub range: Option<FrameRange>,
}

/// Where motion comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A file or a folder.
    Path(PathBuf),
    /// One clip of a file that holds several.
    Clip {
        /// The file.
        file: PathBuf,
        /// The name of the clip in it.
        clip: String,
    },
    /// A built-in sample.
    Sample(String),
}

const SAMPLE: &str = "sample:";

impl Input {
    /// Reads what a person wrote; asks the file system whether a file really has that name.
    ///
    /// # Errors
    /// When the text is empty, lacks a name, or has a range that is not `first-last`.
    pub fn parse(text: impl AsRef<OsStr>) -> Result<Self, InputError> {
        let text = text.as_ref();
        match text.to_str() {
            Some(text) => Self::parse_with(text, Path::exists),
            // A name that is not text can only be that of a file.
            None => Ok(Self::all(Source::Path(text.into()))),
        }
    }

    /// All of one source.
    pub fn all(source: Source) -> Self {
        Self { source, overrides: Overrides::default(), range: None }
    }

    fn parse_with(text: &str, exists: impl Fn(&Path) -> bool) -> Result<Self, InputError> {
        if !text.is_empty() && exists(Path::new(text)) {
            return Ok(Self::all(Source::Path(text.into())));
        }
        let (source, range) = split_range(text)?;
        let Some(parts) = split_overrides(source, &exists) else {
            return Ok(Self { range, ..Self::all(Source::parse(text, source, exists)?) });
        };
        let bad = |problem| InputError::BadOverride { text: text.to_owned(), problem };
        let overrides = parts.overrides.parse().map_err(bad)?;
        let (file, clip) = (PathBuf::from(parts.file), parts.clip);
        let source = match clip {
            _ if parts.file.starts_with(SAMPLE) => {
                return Err(InputError::SampleOverridden { text: text.to_owned() });
            }
            Some("") => return Err(InputError::NoName { text: text.to_owned(), mark: "#" }),
            Some(clip) => Source::Clip { file, clip: clip.to_owned() },
            None => Source::Path(file),
        };
        Ok(Self { source, overrides, range })
    }
}

impl Source {
    fn parse(text: &str, source: &str, exists: impl Fn(&Path) -> bool) -> Result<Self, InputError> {
        let no_name = |mark| InputError::NoName { text: text.to_owned(), mark };
        if source.is_empty() {
            return Err(InputError::Empty { text: text.to_owned() });
        }
        if exists(Path::new(source)) {
            return Ok(Self::Path(source.into()));
        }
        if let Some(name) = source.strip_prefix(SAMPLE) {
            return if name.is_empty() { Err(no_name(SAMPLE)) } else { Ok(Self::Sample(name.to_owned())) };
        }
        match split_clip(source, exists) {
            None => Ok(Self::Path(source.into())),
            Some((_, "")) => Err(no_name("#")),
            Some((file, clip)) => Ok(Self::Clip { file: file.into(), clip: clip.to_owned() }),
        }
    }
}

impl FromStr for Input {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::parse(text)
    }
}

/// As its text. A path that is not text cannot be a part of it.
impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Source::Path(path) | Source::Clip { file: path, .. } = &self.source
            && path.to_str().is_none()
        {
            return Err(S::Error::custom(format_args!("the path is not text: {}", path.display())));
        }
        serializer.collect_str(self)
    }
}

/// From its text; as [`Input::parse`].
impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            source if self.overrides.is_empty() => source.fmt(f)?,
            Source::Path(path) => write!(f, "{}?{}", path.display(), self.overrides)?,
            Source::Clip { file, clip } => write!(f, "{}?{}#{clip}", file.display(), self.overrides)?,
            // Samples are never overridden.
            Source::Sample(_) => self.source.fmt(f)?,
        }
        self.range.map_or(Ok(()), |range| write!(f, "@{range}"))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => path.display().fmt(f),
            Self::Clip { file, clip } => write!(f, "{}#{clip}", file.display()),
            Self::Sample(name) => write!(f, "{SAMPLE}{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Input, InputError> {
        Input::parse_with(text, |_| false)
    }

    fn path(text: &str) -> Source {
        Source::Path(text.into())
    }

    fn clip(file: &str, clip: &str) -> Source {
        Source::Clip { file: file.into(), clip: clip.into() }
    }

    #[test]
    fn each_form_is_told_from_the_others() {
        let range = FrameRange::new(3, 9);
        let cases = [
            ("walk.bvh", path("walk.bvh"), None),
            ("walk.bvh@3-9", path("walk.bvh"), range),
            ("a/b c/", path("a/b c/"), None),
            ("sample:walk/fast", Source::Sample("walk/fast".into()), None),
            ("sample:walk@3-9", Source::Sample("walk".into()), range),
            ("lib.segue#Walk#2", clip("lib.segue", "Walk#2"), None),
            ("lib.SEGUE#a@home@3-9", clip("lib.SEGUE", "a@home"), range),
            ("moves.glb#Walk", clip("moves.glb", "Walk"), None),
            ("take#2.bvh", path("take#2.bvh"), None),
            ("me@home.bvh", path("me@home.bvh"), None),
        ];
        for (text, source, range) in cases {
            assert_eq!(parse(text), Ok(Input { range, ..Input::all(source) }), "{text}");
        }
    }

    #[test]
    fn overrides_stand_after_the_file() {
        let overrides = Overrides { fps: Some(60.0), floor: Some(0.02), ..Overrides::default() };
        let range = FrameRange::new(3, 9);
        let cases = [
            ("walk.bvh?fps=60&floor=0.02", path("walk.bvh"), None),
            ("captures/?fps=60&floor=0.02", path("captures/"), None),
            ("walk.bvh?floor=0.02&fps=60@3-9", path("walk.bvh"), range),
            ("moves.glb?fps=60&floor=0.02#Walk@3-9", clip("moves.glb", "Walk"), range),
            ("take#2.bvh?fps=60&floor=0.02", path("take#2.bvh"), None),
            ("what?.bvh?fps=60&floor=0.02", path("what?.bvh"), None),
        ];
        for (text, source, range) in cases {
            assert_eq!(parse(text), Ok(Input { source, overrides: overrides.clone(), range }), "{text}");
        }
        for name in ["what?.bvh", "moves.glb#Why?a=b", "?fps=60"] {
            assert!(parse(name).unwrap().overrides.is_empty(), "{name}");
        }
        let bad = |text: &str| parse(text).unwrap_err().to_string();
        assert!(
            bad("a.bvh?fsp=60").starts_with("`fsp` cannot be overridden; known are fps,"),
            "{}",
            bad("a.bvh?fsp=60")
        );
        assert!(bad("sample:walk?fps=60").starts_with("samples are made"), "{}", bad("sample:walk?fps=60"));
        assert_eq!(bad("a.glb?fps=60#"), "`a.glb?fps=60#` lacks the name after `#`");
    }

    #[test]
    fn each_way_to_be_wrong_has_its_error() {
        let bad = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(bad(""), "`` names no file, folder or sample");
        assert_eq!(bad("@3-9"), "`@3-9` names no file, folder or sample");
        assert_eq!(bad("sample:"), "`sample:` lacks the name after `sample:`");
        assert_eq!(bad("lib.segue#"), "`lib.segue#` lacks the name after `#`");
        for (text, hint) in
            [("a.bvh@9-3", "@3-9:"), ("a.bvh@83", "@83-83:"), ("a.bvh@", "@0-99:"), ("a.bvh@1-2-3", "@1-3:")]
        {
            assert!(bad(text).contains(hint), "{}", bad(text));
        }
        let overflow = bad("a.bvh@0-99999999999999999999999");
        assert!(overflow.contains("is not a range"), "{overflow}");
    }

    #[test]
    fn a_real_file_wins() {
        let real =
            |names: &'static [&str]| move |path: &Path| names.iter().any(|name| path == Path::new(name));
        let parse = |text, names| Input::parse_with(text, real(names)).unwrap().source;
        assert_eq!(parse("a@1-2", &["a@1-2"]), path("a@1-2"));
        assert_eq!(parse("x.glb#Walk", &["x.glb#Walk"]), path("x.glb#Walk"));
        assert_eq!(parse("x.glb#Walk@1-2", &["x.glb#Walk"]), path("x.glb#Walk"));
        assert_eq!(parse("take#2.glb#Walk", &["take#2.glb"]), clip("take#2.glb", "Walk"));
        assert_eq!(parse("sample:x", &["sample:x"]), path("sample:x"));
        assert_eq!(parse("a?fps=60", &["a?fps=60"]), path("a?fps=60"));
        assert_eq!(parse("a?fps=60@1-2", &["a?fps=60"]), path("a?fps=60"));
        assert_eq!(parse("a?b=c?fps=60", &["a?b=c"]), path("a?b=c"));
    }

    proptest! {
        #[test]
        fn printing_and_reading_again_changes_nothing(text in "[a-z#@:0-9./-]{0,24}|[a-z.]{1,3}\\?(fps|floor|up)=[0-9xz.]{1,3}(#[a-z?=]{0,4})?(@1-2)?|[a-z?#@=&]{0,12}|sample:[a-z@#0-9-]{0,9}|[a-z]\\.(glb|segue)#[a-z@0-9-]{0,9}") {
            if let Ok(input) = parse(&text) {
                prop_assert_eq!(parse(&input.to_string()), Ok(input));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".*") {
            let _ = parse(&text);
        }
    }
}
