//! Long work: progress, cancelling, and what a killed server leaves.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Method, StatusCode};
use segue_studio::{Opened, Studio, StudioLimits, StudioSettings};
use serde_json::{Value, json};

use crate::server::{Server, page};

async fn start(server: &Server, verb: &str, request: Value) -> String {
    let answer = server.post("/api/jobs", &json!({"verb": verb, "request": request})).await.ok();
    assert_eq!(answer.status, StatusCode::ACCEPTED);
    answer.json()["job"].as_str().unwrap().to_owned()
}

fn blend() -> Value {
    json!({"clips": {"inputs": ["#walk-left", "#walk-right"]}, "weights": [0.5, 0.5]})
}

#[tokio::test]
async fn a_job_gives_the_answer_of_its_verb() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let job = start(&server, "blend", blend()).await;
    let event = server.ended(&job).await;
    assert_eq!((event["state"].as_str(), event["verb"].as_str()), (Some("done"), Some("blend")), "{event}");
    let path = format!("/api/jobs/{job}/answer");
    let answer = server.get(&path).await.ok().json();
    assert_eq!(answer, server.ask("blend", &blend(), "application/json").await.json());
    let numbers =
        page(Method::GET, &path).header("accept", "application/x-segue").body(Body::empty()).unwrap();
    let numbers = server.send(numbers).await.ok();
    assert!(numbers.bytes == server.ask("blend", &blend(), "application/x-segue").await.bytes);
    assert_eq!(server.restarted().get(&path).await.ok().json(), answer, "the answer outlasts the server");
}

/// Who sees that a job is done may ask at once. Here its answer cannot be stored for a while: until then it is not done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_is_done_has_its_answer() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let job = start(&server, "blend", blend()).await;
    let other = rusqlite::Connection::open(server.library()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(2) {
        assert_ne!(server.get(&format!("/api/jobs/{job}")).await.ok().json()["state"], "done");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(server.ended(&job).await["state"], "done");
    server.get(&format!("/api/jobs/{job}/answer")).await.ok();
}

#[tokio::test]
async fn a_job_that_is_cancelled_too_late_keeps_its_answer() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let job = start(&server, "blend", blend()).await;
    let cancel = || page(Method::DELETE, &format!("/api/jobs/{job}")).body(Body::empty()).unwrap();
    assert_eq!(server.ended(&job).await["state"], "done");
    let late = server.send(cancel()).await.ok().json();
    assert_eq!(late["state"], "done");
    server.get(&format!("/api/jobs/{job}/answer")).await.ok();
    assert_eq!(server.restarted().get(&format!("/api/jobs/{job}")).await.ok().json()["state"], "done");
}

#[tokio::test]
async fn what_goes_wrong_is_said_and_can_be_tried_again() {
    let server = Server::new();
    let job = start(&server, "blend", json!({"clips": {"inputs": ["#nothing"]}, "weights": [1]})).await;
    let event = server.ended(&job).await;
    assert_eq!((event["state"].as_str(), event["error"]["code"].as_str()), (Some("failed"), Some("unknown")));
    assert_eq!(server.get(&format!("/api/jobs/{job}/answer")).await.status, StatusCode::CONFLICT);
    let again = server.post(&format!("/api/jobs/{job}/resume"), &json!({})).await;
    assert_eq!(again.status, StatusCode::ACCEPTED);
    assert_eq!(server.ended(&job).await["state"], "failed");
    let trusted = json!({"verb": "library.add", "request": {"\u{0}trusted": true, "library": "/tmp/x.segue", "inputs": ["/etc"]}});
    assert_eq!(server.post("/api/jobs", &trusted).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn jobs_wait_their_turn_and_too_many_are_refused() {
    let limits = StudioLimits { jobs_running: 0, jobs_queued: 2, ..StudioLimits::default() };
    let server = Server::with(StudioSettings { limits, ..StudioSettings::default() }, &[]);
    let first = start(&server, "samples", json!({})).await;
    start(&server, "samples", json!({})).await;
    let third = server.post("/api/jobs", &json!({"verb": "samples", "request": {}})).await;
    assert_eq!((third.status, third.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "busy"));
    let cancelled = server
        .send(page(Method::DELETE, &format!("/api/jobs/{first}")).body(Body::empty()).unwrap())
        .await
        .ok()
        .json();
    assert_eq!(cancelled["state"], "cancelled");
    start(&server, "samples", json!({})).await;
    assert_eq!(server.get("/api/jobs").await.ok().json()["jobs"].as_array().unwrap().len(), 3);
    // The server ends with jobs that have not: after the next start they are interrupted, and go on when they are resumed.
    let after = server.restarted();
    let jobs = after.get("/api/jobs").await.ok().json();
    let states: Vec<&str> =
        jobs["jobs"].as_array().unwrap().iter().map(|job| job["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["cancelled", "interrupted", "interrupted"]);
}

#[tokio::test]
async fn a_script_hears_how_a_job_goes_on() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let job = start(&server, "blend", blend()).await;
    let stream = server.get(&format!("/api/jobs/{job}/events")).await.ok();
    assert_eq!(stream.header("content-type"), "text/event-stream");
    let text = String::from_utf8(stream.bytes).unwrap();
    let last = text.trim().rsplit("data: ").next().unwrap();
    assert_eq!(serde_json::from_str::<Value>(last).unwrap()["state"], "done", "the stream ends with the job");
    assert!(text.starts_with("id: "));
}

#[tokio::test]
async fn what_is_opened_is_read_into_a_library_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let settings = StudioSettings { port: 4711, ..StudioSettings::default() };
    let inputs = ["walk", "walk-left"].map(|name| segue::Input::parse(format!("sample:{name}")).unwrap());
    let open = || {
        Server::on(
            Studio::open_in(&Opened::Inputs(inputs.to_vec()), settings.clone(), folder.path()).unwrap(),
        )
    };
    for _ in 0..2 {
        let server = open();
        let session = server.get("/api/session").await.ok().json();
        assert_eq!(
            (&session["library"]["scratch"], &session["library"]["samples"]),
            (&json!(true), &json!(false))
        );
        let jobs = server.get("/api/jobs").await.json();
        let last = jobs["jobs"].as_array().unwrap().last().unwrap();
        let event = server.ended(last["job"].as_str().unwrap()).await;
        assert_eq!((event["state"].as_str(), &event["notes"]), (Some("done"), &json!([])), "{event}");
        assert_eq!(server.get("/api/clips").await.json()["clips"].as_array().unwrap().len(), 2);
    }
}
