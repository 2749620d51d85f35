//! Which files hold a mesh that the page can draw.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek as _, SeekFrom};
use std::path::Path;

use segue::Source;
use segue::formats::Format;
use segue::store::open_regular;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Files that were looked into, by the source of their clips: a file has many clips.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    known: BTreeMap<String, bool>,
}

impl Figures {
    /// Whether the file of a clip's source holds a mesh.
    pub(crate) fn has_mesh(&mut self, source: &str) -> bool {
        let Ok(input) = segue::Input::parse(source) else { return false };
        let (Source::Path(file) | Source::Clip { file, .. }) = &input.source else { return false };
        *self.known.entry(file.display().to_string()).or_insert_with(|| holds_mesh(file))
    }
}

/// The part of a glTF document that says so.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    meshes: Vec<IgnoredAny>,
}

/// Bytes before the document of a GLB: magic, version, length; length of the chunk, its kind.
const GLB_HEAD: usize = 20;

fn holds_mesh(file: &Path) -> bool {
    let document = match Format::from_path(file) {
        Some(Format::Glb) => glb_document(file),
        Some(Format::Gltf) => open_regular(file).ok().map(|file| BufReader::new(file).take(u64::MAX)),
        _ => None,
    };
    let read = document.and_then(|document| serde_json::from_reader::<_, Document>(document).ok());
    read.is_some_and(|document| !document.meshes.is_empty())
}

/// The first chunk of a GLB, without what follows it.
fn glb_document(file: &Path) -> Option<std::io::Take<BufReader<File>>> {
    let mut reader = BufReader::new(open_regular(file).ok()?);
    let mut head = [0; GLB_HEAD];
    reader.read_exact(&mut head).ok()?;
    reader.seek(SeekFrom::Start(GLB_HEAD as u64)).ok()?;
    let length = u32::from_le_bytes([head[12], head[13], head[14], head[15]]);
    head.starts_with(b"glTF").then(|| reader.take(u64::from(length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glb(document: &str) -> Vec<u8> {
        let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        bytes.extend((document.len() as u32).to_le_bytes());
        bytes.extend(b"JSON");
        bytes.extend(document.as_bytes());
        bytes.extend([0xff; 40]);
        bytes
    }

    #[test]
    fn files_with_a_mesh_are_told_from_those_with_bones_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut figures = Figures::default();
        let mut has_mesh = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            figures.has_mesh(&path.display().to_string())
        };
        assert!(has_mesh("hero.glb", &glb(r#"{"asset": {}, "meshes": [{"primitives": []}]}"#)));
        assert!(has_mesh("hero.gltf", br#"{"meshes": [{}], "nodes": []}"#));
        assert!(!has_mesh("bones.glb", &glb(r#"{"asset": {}, "nodes": []}"#)));
        assert!(!has_mesh("empty.glb", &glb(r#"{"meshes": []}"#)));
        assert!(!has_mesh("broken.glb", b"glTF"));
        assert!(!has_mesh("other.glb", &glb("not JSON")));
        assert!(!has_mesh("walk.bvh", b"HIERARCHY"));
        assert!(!figures.has_mesh("gone.glb") && !figures.has_mesh("sample:walk"));
    }
}
