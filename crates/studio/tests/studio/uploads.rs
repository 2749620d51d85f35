//! Files that are dropped on the page.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use segue::formats::{Format, WriteOptions, encode};
use segue_studio::{StudioLimits, StudioSettings};
use serde_json::{Value, json};

use crate::server::{Answer, Server, page};

async fn put(server: &Server, path: &str, body: Vec<u8>) -> Answer {
    server.send(page(Method::PUT, path).body(Body::from(body)).unwrap()).await
}

async fn add(server: &Server, group: &str) -> Value {
    let job = json!({"verb": "library.add", "request": {"inputs": [format!("upload:{group}")]}});
    let started = server.post("/api/jobs", &job).await.ok().json();
    server.ended(started["job"].as_str().unwrap()).await
}

#[tokio::test]
async fn files_become_clips_and_wrong_ones_say_why() {
    let server = Server::new();
    let clip = segue::actors::Sample::find("walk").unwrap().clip();
    let walk = encode(Format::Bvh, &[clip], None, &WriteOptions::default()).unwrap().files.remove(0).bytes;
    put(&server, "/api/uploads/a1/0?name=my%20walk%20%3Cb%3E.bvh", walk.clone()).await.ok();
    put(&server, "/api/uploads/a1/1?name=broken.bvh", b"HIERARCHY\nROOT".to_vec()).await.ok();
    let huge = String::from_utf8(walk).unwrap().replace("Frames:", "Frames: 9999999999999 #");
    put(&server, "/api/uploads/a1/2?name=huge.bvh", huge.into_bytes()).await.ok();
    let event = add(&server, "a1").await;
    assert_eq!(event["state"], "done", "{event}");
    let answer =
        server.get(&format!("/api/jobs/{}/answer", event["job"].as_str().unwrap())).await.ok().json();
    assert_eq!(answer["added"], json!(["my walk <b>"]));
    let errors = answer["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 2, "{answer}");
    let clips = server.get("/api/clips").await.json();
    assert_eq!(clips["clips"][0]["source"], "my walk <b>.bvh");
    let labels = clips["clips"][0]["labels"].to_string();
    assert!(labels.contains("walk") && !labels.contains("folder"), "{labels}");
}

#[tokio::test]
async fn names_that_could_be_elsewhere_are_refused() {
    let server = Server::new();
    let names = [
        "../x.bvh",
        "..%2fx.bvh",
        "%2e%2e%2fx.bvh",
        "..%5cx.bvh",
        "a%00.bvh",
        "%2fetc%2fpasswd.bvh",
        "C:%5cx.bvh",
        ".x.bvh",
        "",
        "a%0ab.bvh",
    ];
    for name in names {
        let answer = put(&server, &format!("/api/uploads/a/0?name={name}"), vec![1]).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::BAD_REQUEST, "malformed"), "{name}");
    }
    for group in ["..", "A", "a_b", "%2e%2e", "a%2fb", &"a".repeat(33)] {
        let answer = put(&server, &format!("/api/uploads/{group}/0?name=x.bvh"), vec![1]).await;
        assert!(
            matches!(answer.status, StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND),
            "{group}: {}",
            answer.status
        );
    }
    assert_eq!(put(&server, "/api/uploads/a/64?name=x.bvh", vec![1]).await.status, StatusCode::BAD_REQUEST);
    for name in ["x.exe", "x.segue", "x", "x.html"] {
        let answer = put(&server, &format!("/api/uploads/a/0?name={name}"), vec![1]).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::UNSUPPORTED_MEDIA_TYPE, "type"),
            "{name}"
        );
    }
    let uploads: Vec<_> = std::fs::read_dir(server.folder().join("uploads")).unwrap().collect();
    assert!(uploads.is_empty(), "nothing was written");
    assert_eq!(add(&server, "a").await["state"], "failed", "nothing was uploaded");
}

#[tokio::test]
async fn a_file_that_is_too_large_is_refused_and_leaves_nothing() {
    let limits = StudioLimits { upload_bytes: 1 << 20, ..StudioLimits::default() };
    let server = Server::with(StudioSettings { limits, ..StudioSettings::default() }, &[]);
    let answer = put(&server, "/api/uploads/a/0?name=x.bvh", vec![b' '; (1 << 20) + 1]).await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
    let folders =
        std::fs::read_dir(server.folder().join("uploads")).unwrap().map(|entry| entry.unwrap().path());
    assert!(
        folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).next().is_none(),
        "nothing is left"
    );
}

#[tokio::test]
async fn a_figure_is_the_users_own_file() {
    let server = Server::new();
    let clip = segue::actors::Sample::find("walk").unwrap().clip();
    let glb = encode(Format::Glb, &[clip], None, &WriteOptions::default()).unwrap().files.remove(0).bytes;
    put(&server, "/api/uploads/b/0?name=hero.glb", glb.clone()).await.ok();
    assert_eq!(add(&server, "b").await["state"], "done");
    let clips = server.get("/api/clips").await.json();
    assert_eq!(clips["clips"][0]["mesh"], json!(true));
    let hash = clips["clips"][0]["hash"].as_str().unwrap();
    let figure = server.get(&format!("/api/figures/{hash}.glb")).await.ok();
    assert!(figure.bytes == glb && figure.header("content-type") == "model/gltf-binary");
}
