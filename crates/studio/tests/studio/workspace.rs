//! The document: nothing acknowledged is lost, nothing is done twice.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::server::Server;

fn set(id: &str, path: &str, before: &Value, after: &Value) -> Value {
    json!({"tab": "a", "command": {"id": id, "type": "set", "path": path, "before": before, "after": after}})
}

const COMMANDS: &str = "/api/workspace/commands";

#[tokio::test]
async fn commands_make_the_document_and_outlast_the_server() {
    let server = Server::new();
    let empty = server.get("/api/workspace").await.ok().json();
    assert_eq!(empty, json!({"revision": 0, "document": {}}));
    let first = set("1", "/blend/weights", &Value::Null, &json!([0.5, 0.5]));
    assert_eq!(server.post(COMMANDS, &first).await.ok().json(), json!({"revision": 1}));
    let second = set("2", "/blend/weights", &json!([0.5, 0.5]), &json!([0.25, 0.75]));
    assert_eq!(server.post(COMMANDS, &second).await.ok().json(), json!({"revision": 2}));

    let server = server.restarted();
    let document = server.get("/api/workspace").await.ok().json();
    assert_eq!(document, json!({"revision": 2, "document": {"blend": {"weights": [0.25, 0.75]}}}));
    let missed = server.get("/api/workspace/commands?since=1").await.ok().json();
    assert_eq!(missed, json!({"commands": [{"revision": 2, "tab": "a", "command": second["command"]}]}));
}

#[tokio::test]
async fn a_command_that_is_sent_again_changes_nothing() {
    let server = Server::new();
    let first = set("1", "/epsilon_cm", &Value::Null, &json!(4.0));
    let other = set("2", "/epsilon_cm", &json!(4.0), &json!(6.0));
    server.post(COMMANDS, &first).await.ok();
    server.post(COMMANDS, &other).await.ok();
    let again = server.restarted().post(COMMANDS, &first).await.ok().json();
    assert_eq!(again, json!({"revision": 1}));
    assert_eq!(server.get("/api/workspace").await.json()["document"], json!({"epsilon_cm": 6.0}));
}

#[tokio::test]
async fn a_command_on_what_has_changed_is_told_what_is_there() {
    let server = Server::new();
    server.post(COMMANDS, &set("1", "/a/b", &Value::Null, &json!(1))).await.ok();
    let late = server.post(COMMANDS, &set("2", "/a/b", &Value::Null, &json!(2))).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert_eq!(
        (late.code().as_str(), &late.json()["current"], &late.json()["revision"]),
        ("conflict", &json!(1), &json!(1))
    );
    // Another place is another matter.
    server.post(COMMANDS, &set("3", "/a/c", &Value::Null, &json!(3))).await.ok();
    assert_eq!(server.get("/api/workspace").await.json()["document"], json!({"a": {"b": 1, "c": 3}}));
}

#[tokio::test]
async fn commands_that_make_no_sense_are_refused() {
    let server = Server::new();
    for body in [
        json!({}),
        set("", "/a", &Value::Null, &json!(1)),
        set(&"x".repeat(65), "/a", &Value::Null, &json!(1)),
        set("1", "a", &Value::Null, &json!(1)),
        set("1", "/a//b", &Value::Null, &json!(1)),
        json!({"tab": "a", "command": {"id": "1", "type": "exec", "path": "/a", "before": null, "after": 1}}),
        json!({"tab": "a", "command": {"id": "1", "type": "plants", "path": "/a", "before": null, "after": 1}}),
    ] {
        let answer = server.post(COMMANDS, &body).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::BAD_REQUEST, "malformed"), "{body}");
    }
    assert_eq!(server.get("/api/workspace").await.json()["revision"], json!(0));
}
