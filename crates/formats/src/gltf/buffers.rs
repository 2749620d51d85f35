//! The binary data of a glTF file: in the file, in its text, or in files beside it.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::document::{Buffer, Document};
use crate::error::{Fault, Place, Problem};

/// The bytes of all buffers of a document, in its order.
///
/// Every buffer is there and as long as it was declared.
pub(super) fn load<'a>(
    document: &Document,
    bin: Option<&'a [u8]>,
    path: &Path,
) -> Result<Vec<Cow<'a, [u8]>>, Fault> {
    let folder = path.parent().unwrap_or(Path::new(""));
    document.buffers.iter().enumerate().map(|(index, buffer)| load_one(index, buffer, bin, folder)).collect()
}

fn load_one<'a>(
    index: usize,
    buffer: &Buffer,
    bin: Option<&'a [u8]>,
    folder: &Path,
) -> Result<Cow<'a, [u8]>, Fault> {
    let place = || Place::Item(format!("buffer {index}"));
    let data: Cow<'a, [u8]> = match (&buffer.uri, bin) {
        (Some(uri), _) => match uri.strip_prefix("data:") {
            Some(data) => decode_data(data).map_err(|problem| problem.at(place()))?.into(),
            None => {
                read_beside(uri, buffer.byte_length, folder).map_err(|problem| problem.at(place()))?.into()
            }
        },
        (None, Some(bin)) if index == 0 => bin.into(),
        (None, _) => {
            let problem = Problem::unexpected("a uri, or the binary chunk of a GLB file", "neither");
            return Err(problem.at(place()));
        }
    };
    if (data.len() as u64) < buffer.byte_length {
        let expected = format!("{} bytes", buffer.byte_length);
        return Err(Problem::unexpected(expected, format!("{} bytes", data.len())).at(place()));
    }
    Ok(data)
}

fn decode_data(data: &str) -> Result<Vec<u8>, Problem> {
    let Some((_, text)) = data.split_once(";base64,") else {
        let start: String = data.chars().take(40).collect();
        return Err(Problem::unexpected("a data uri in base64", format!("`data:{start}…`")));
    };
    STANDARD.decode(text).map_err(|error| Problem::unexpected("base64", format!("a mistake: {error}")))
}

/// Reads at most the declared length: a uri may name a device or a file of any size.
fn read_beside(uri: &str, length: u64, folder: &Path) -> Result<Vec<u8>, Problem> {
    let path = folder.join(beside(uri)?);
    let mut data = Vec::new();
    match File::open(&path).and_then(|file| file.take(length).read_to_end(&mut data)) {
        Ok(_) => Ok(data),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Problem::MissingCompanion {
            needed: format!("`{uri}`"),
            hint: format!("it was looked for at {}", path.display()),
        }),
        Err(error) => Err(Problem::Io(error)),
    }
}

/// A relative path below the file's own folder: a file from elsewhere must not make us open others.
fn beside(uri: &str) -> Result<PathBuf, Problem> {
    let path = PathBuf::from(percent_decoded(uri));
    let below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if below && !uri.contains("://") && path.file_name().is_some() {
        Ok(path)
    } else {
        Err(Problem::unexpected("the uri of a file in the same folder or below", format!("`{uri}`")))
    }
}

fn percent_decoded(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_folder_are_opened() {
        assert_eq!(beside("data/my%20walk.bin").unwrap(), PathBuf::from("data/my walk.bin"));
        assert_eq!(beside("100%.bin").unwrap(), PathBuf::from("100%.bin"));
        for uri in ["../secret.bin", "/etc/passwd", "a/../../b", "%2e%2e/b", "https://example.org/a.bin", ""]
        {
            assert!(beside(uri).is_err(), "{uri}");
        }
    }

    #[test]
    fn data_uris_are_base64() {
        assert_eq!(decode_data("application/octet-stream;base64,AQID").unwrap(), [1, 2, 3]);
        assert!(decode_data("text/plain,hello").is_err());
        assert!(decode_data("text/plain;base64,&&").is_err());
    }

    #[test]
    fn a_missing_buffer_is_named() {
        let document = |uri: Option<&str>| Document {
            buffers: vec![Buffer { uri: uri.map(str::to_owned), byte_length: 4 }],
            ..Document::default()
        };
        let path = Path::new("nowhere/walk.gltf");
        let fault = load(&document(Some("walk.bin")), None, path).unwrap_err();
        assert!(fault.to_string().contains("`walk.bin` is needed and was not found"), "{fault}");
        assert!(fault.to_string().ends_with(", buffer 0"), "{fault}");
        assert!(load(&document(None), None, path).is_err());
        let short = load(&document(None), Some(&[1, 2]), path).unwrap_err();
        assert!(short.to_string().contains("expected 4 bytes, found 2 bytes"), "{short}");
    }
}
