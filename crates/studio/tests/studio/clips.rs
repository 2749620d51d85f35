//! Clips, skeletons and thumbnails by fingerprint.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use segue::library::Library;
use segue::motion::ConstraintKind;
use serde_json::json;

use crate::server::{Server, page};

#[tokio::test]
async fn clips_are_listed_and_their_poses_are_those_of_the_library() {
    let server = Server::of(&["walk"]);
    let listed = server.get("/api/clips").await.ok().json();
    let clip = Library::open(server.library()).unwrap().clip("walk").unwrap();
    let one = &listed["clips"][0];
    assert_eq!((one["name"].as_str(), one["frames"].as_u64()), (Some("walk"), Some(clip.len() as u64)));
    assert_eq!(one["source"], "sample:walk");
    assert_eq!(listed["controls"], json!([]));
    let hash = one["hash"].as_str().unwrap();
    let poses = server.get(&format!("/api/clips/{hash}/poses")).await.ok();
    let (header, data) = poses.container();
    let width = 3 + 4 * clip.skeleton().len() + 3 * clip.translated().len();
    assert_eq!(header["arrays"]["clip0.rows"]["shape"], json!([clip.len(), width]));
    assert_eq!(data.len(), 4 * width * clip.len(), "all rows were streamed");
    let last = &data[4 * width * (clip.len() - 1)..];
    let root = clip.frame(clip.last_frame()).root;
    assert_eq!(last[..4], root.x.to_le_bytes());
    assert!(poses.header("cache-control").contains("immutable"));

    let some = server.get(&format!("/api/clips/{hash}/poses?first=10&last=19")).await.ok();
    let (header, some) = some.container();
    assert_eq!(
        (header["clips"][0]["frames"].as_u64(), some),
        (Some(10), &data[4 * width * 10..4 * width * 20])
    );
    assert_eq!(header["clips"][0]["skeleton"], one["skeleton"]);
}

#[tokio::test]
async fn a_browser_that_has_it_is_told_so() {
    let server = Server::of(&["walk"]);
    let hash = server.get("/api/clips").await.json()["clips"][0]["hash"].as_str().unwrap().to_owned();
    let path = format!("/api/clips/{hash}/thumb");
    let first = server.get(&path).await.ok();
    let again =
        page(Method::GET, &path).header("if-none-match", first.header("etag")).body(Body::empty()).unwrap();
    let again = server.send(again).await;
    assert_eq!((again.status, again.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
    let (header, data) = first.container();
    let shape = &header["arrays"]["thumb.points"]["shape"];
    assert_eq!(shape[0], 5);
    assert_eq!(data.len() as u64, 4 * 5 * shape[1].as_u64().unwrap() * 3);
}

#[tokio::test]
async fn a_skeleton_has_names_parents_and_sides() {
    let server = Server::of(&["walk"]);
    let skeleton = server.get("/api/clips").await.json()["clips"][0]["skeleton"].as_str().unwrap().to_owned();
    let shape = server.get(&format!("/api/skeletons/{skeleton}")).await.ok().json();
    let joints = shape["joints"].as_array().unwrap();
    assert!(joints[0]["parent"].is_null() && joints[1]["parent"] == 0);
    for side in ["left", "right"] {
        assert!(joints.iter().any(|joint| joint["side"] == side), "{side}: {shape}");
    }
}

#[tokio::test]
async fn corrected_plants_reach_the_library_and_go_back() {
    let server = Server::of(&["walk"]);
    let hash = server.get("/api/clips").await.json()["clips"][0]["hash"].as_str().unwrap().to_owned();
    let plants = format!("/api/clips/{hash}/plants");
    let before = server.get(&plants).await.ok().json();
    assert_eq!((&before["corrected"], &before["plants"]), (&json!([]), &before["detected"]));
    let command = |id: &str, before, after| json!({"tab": "a", "command": {"id": id, "type": "plants", "path": "/plants/walk/left_heel", "before": before, "after": after}});
    server.post("/api/workspace/commands", &command("1", json!(null), json!([[3, 9], [20, 30]]))).await.ok();
    let after = server.get(&plants).await.ok().json();
    assert_eq!(
        (&after["plants"]["left_heel"], &after["corrected"]),
        (&json!([[3, 9], [20, 30]]), &json!(["left_heel"]))
    );
    assert_eq!(after["detected"], before["detected"]);
    let clip = Library::open(server.library()).unwrap().clip("walk").unwrap();
    assert_eq!(clip.constraints().of(ConstraintKind::LeftHeel).len(), 2, "the program sees the correction");
    let overlapping = server
        .post("/api/workspace/commands", &command("2", json!([[3, 9], [20, 30]]), json!([[3, 9], [5, 30]])))
        .await;
    assert_eq!(overlapping.status, StatusCode::UNPROCESSABLE_ENTITY);
    server.post("/api/workspace/commands", &command("3", json!([[3, 9], [20, 30]]), json!(null))).await.ok();
    assert_eq!(server.get(&plants).await.ok().json(), before);
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let server = Server::of(&["walk"]);
    for path in [
        "/api/clips/0/poses",
        "/api/clips/..%2f..%2fetc/thumb",
        "/api/skeletons/x",
        "/api/figures/x.glb",
        "/api/figures/x",
        "/api/jobs/x",
    ] {
        assert_eq!(server.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let hash = server.get("/api/clips").await.json()["clips"][0]["hash"].as_str().unwrap().to_owned();
    let backwards = server.get(&format!("/api/clips/{hash}/poses?first=9&last=3")).await;
    assert_eq!(backwards.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_clip_is_renamed_once_and_back() {
    let server = Server::of(&["walk", "walk-left"]);
    let rename = |id: &str, from: &str, to: &str| json!({"tab": "a", "command": {"id": id, "type": "rename", "path": format!("/names/{from}"), "before": from, "after": to}});
    let path = "/api/workspace/commands";
    server.post(path, &rename("1", "walk", "<img onerror=x>")).await.ok();
    server.post(path, &rename("1", "walk", "<img onerror=x>")).await.ok();
    let names = |clips: serde_json::Value| -> Vec<String> {
        clips["clips"]
            .as_array()
            .unwrap()
            .iter()
            .map(|clip| clip["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(server.get("/api/clips").await.json()), ["<img onerror=x>", "walk-left"]);
    assert_eq!(server.post(path, &rename("2", "nothing", "x")).await.status, StatusCode::NOT_FOUND);
    let taken = server.post(path, &rename("3", "walk-left", "<img onerror=x>")).await;
    assert_eq!(taken.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", taken.json());
    server.post(path, &rename("4", "<img onerror=x>", "walk")).await.ok();
    assert_eq!(names(server.get("/api/clips").await.json()), ["walk", "walk-left"]);
    assert_eq!(server.get("/api/workspace").await.json()["document"], json!({}));
}
