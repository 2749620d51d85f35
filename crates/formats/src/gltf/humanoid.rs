//! The bones of a VRM figure, which the file names one by one.

use serde_json::Value;

use super::document::Document;

/// The nodes that a VRM avatar or a VRM animation calls bones, in the order of their numbers; none for other files.
///
/// An animation may move an arm alone: its figure is whole all the same.
pub(super) fn bones(document: &Document) -> Vec<usize> {
    let extensions = &document.extensions;
    let of_version_1 = ["VRMC_vrm", "VRMC_vrm_animation"]
        .into_iter()
        .filter_map(|name| extensions.get(name)?.pointer("/humanoid/humanBones")?.as_object())
        .flat_map(|bones| bones.values());
    let of_version_0 = extensions
        .get("VRM")
        .and_then(|avatar| avatar.pointer("/humanoid/humanBones")?.as_array())
        .into_iter()
        .flatten();
    let node = |bone: &Value| usize::try_from(bone.get("node")?.as_u64()?).ok();
    let mut bones: Vec<usize> = of_version_1.chain(of_version_0).filter_map(node).collect();
    bones.retain(|&bone| bone < document.nodes.len());
    bones.sort_unstable();
    bones.dedup();
    bones
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(extensions: &str) -> Vec<usize> {
        let nodes = r#"[{"name": "a"}, {"name": "b"}, {"name": "c"}]"#;
        let json = format!(r#"{{"nodes": {nodes}, "extensions": {extensions}}}"#);
        bones(&serde_json::from_str(&json).unwrap())
    }

    #[test]
    fn bones_of_every_version_are_found_and_numbers_without_node_are_not() {
        let one =
            r#"{"humanoid": {"humanBones": {"hips": {"node": 2}, "head": {"node": 0}, "jaw": {"node": 9}}}}"#;
        assert_eq!(found(&format!(r#"{{"VRMC_vrm": {one}}}"#)), [0, 2]);
        assert_eq!(found(&format!(r#"{{"VRMC_vrm_animation": {one}}}"#)), [0, 2]);
        let zero = r#"{"humanoid": {"humanBones": [{"bone": "hips", "node": 1}, {"bone": "head"}]}}"#;
        assert_eq!(found(&format!(r#"{{"VRM": {zero}}}"#)), [1]);
        assert!(found(r#"{"VRMC_vrm": {"humanoid": 3}, "OTHER": {}}"#).is_empty());
    }
}
