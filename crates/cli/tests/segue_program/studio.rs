//! `segue studio`, as a person runs it and as the power fails: what it exports is what the program writes.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use crate::place::{Place, command};

/// A running Studio; killed at the end.
struct Running {
    child: Child,
    port: u16,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// Starts the Studio on a library; `None` where the program was built without its page.
    fn start(place: &Place) -> Option<Self> {
        let mut program = command();
        program.args(["studio", "moves.segue", "--port", "0", "--no-open"]).current_dir(place.path(""));
        program.env("XDG_CACHE_HOME", place.path("cache")).env("HOME", place.path("cache"));
        let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line.is_empty() {
            let mut reason = String::new();
            child.stderr.take().unwrap().read_to_string(&mut reason).unwrap();
            assert!(reason.contains("without the page"), "{reason}");
            child.wait().unwrap();
            eprintln!("skipped: no page");
            return None;
        }
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        Some(Self { child, port })
    }

    /// The status and the body of an answer.
    fn ask(&self, method: &str, path: &str, accept: &str, body: &Value) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let (port, body) = (self.port, body.to_string());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nAccept: {accept}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), answer[end + 4..].to_vec())
    }

    fn json(&self, path: &str) -> Value {
        let (status, body) = self.ask("GET", path, "application/json", &json!({}));
        assert_eq!(status, 200, "{path}");
        serde_json::from_slice(&body).unwrap()
    }
}

fn edit(id: &str, before: &Value, after: &Value) -> Value {
    json!({"tab": "a", "command": {"id": id, "type": "set", "path": "/weights", "before": before, "after": after}})
}

#[test]
fn what_the_studio_exports_is_what_its_command_writes() {
    let place = Place::new();
    place.segue("library new moves.segue").code(0);
    place.segue("library add moves.segue sample:walk-left sample:walk-right").code(0);
    let Some(studio) = Running::start(&place) else { return };
    let clips = json!({"inputs": ["#walk-left", "#walk-right"]});
    let blend = json!({"clips": clips, "weights": [0.25, 0.75], "make": {"name": "half"}});
    let transition = json!({"clips": clips, "middle": {"half_width_secs": 0.3}, "make": {"name": "over"}});
    for (verb, request, file) in [("blend", blend, "half.glb"), ("transition", transition, "over.glb")] {
        let path = format!("/api/verbs/{verb}");
        let (status, glb) = studio.ask("POST", &path, "model/gltf-binary", &request);
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&glb));
        let (_, typed) = studio.ask("POST", &path, "text/x-shellscript", &request);
        let typed = String::from_utf8(typed).unwrap();
        let arguments = typed.strip_prefix("segue ").unwrap().trim().replace('\'', "");
        place.segue(&arguments).code(0);
        assert!(glb == std::fs::read(place.path(file)).unwrap(), "{typed}");
    }
}

#[test]
fn a_studio_that_is_killed_has_every_edit_that_it_acknowledged() {
    let place = Place::new();
    place.segue("library new moves.segue").code(0);
    let Some(mut studio) = Running::start(&place) else { return };
    let path = "/api/workspace/commands";
    assert_eq!(studio.ask("POST", path, "*/*", &edit("1", &Value::Null, &json!([1, 0]))).0, 200);
    assert_eq!(studio.ask("POST", path, "*/*", &edit("2", &json!([1, 0]), &json!([0, 1]))).0, 200);
    studio.child.kill().unwrap();
    let Some(again) = Running::start(&place) else { return };
    assert_eq!(again.json("/api/workspace"), json!({"revision": 2, "document": {"weights": [0, 1]}}));
    // The page resends what it does not know to be acknowledged.
    assert_eq!(again.ask("POST", path, "*/*", &edit("2", &json!([1, 0]), &json!([0, 1]))).0, 200);
    assert_eq!(again.json("/api/workspace")["revision"], 2);
    place.segue("library check moves.segue").code(0);
}
