//! The live socket, over a real connection.

use futures_util::{SinkExt as _, StreamExt as _};
use segue_studio::{Opened, Studio, StudioSettings, serve};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::server::Server;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A server that listens on a free port until the test ends.
pub(crate) fn listening(server: &Server) -> (Arc<Studio>, u16) {
    let settings = StudioSettings { port: 0, ..StudioSettings::default() };
    let opened = Opened::Library(server.library());
    let studio = Studio::open_in(&opened, settings, server.folder()).unwrap();
    let (send, receive) = std::sync::mpsc::channel();
    let served = studio.clone();
    std::thread::spawn(move || serve(&served, |address| send.send(address.to_owned()).unwrap()));
    let address = receive.recv().unwrap();
    let port = address.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    (studio, port)
}

pub(crate) async fn connect(port: u16, origin: Option<&str>) -> Result<Socket, Error> {
    let mut request = format!("ws://127.0.0.1:{port}/api/live").into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    connect_async(request).await.map(|(socket, _)| socket)
}

pub(crate) async fn page(port: u16) -> Socket {
    let mut socket = connect(port, Some(&format!("http://127.0.0.1:{port}"))).await.unwrap();
    let Message::Text(hello) = socket.next().await.unwrap().unwrap() else { panic!("no greeting") };
    assert!(hello.contains("hello"));
    socket
}

pub(crate) async fn say(socket: &mut Socket, message: &Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// The next answer to a request: its header, and its data where there are any.
pub(crate) async fn heard(socket: &mut Socket) -> Value {
    loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Binary(bytes) => {
                let length = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
                return serde_json::from_slice(&bytes[8..8 + length]).unwrap();
            }
            Message::Text(text) => {
                let value: Value = serde_json::from_str(&text).unwrap();
                if value.get("live").is_some() {
                    return value;
                }
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn dragging_a_weight_answers_with_the_whole_motion() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let (_, port) = listening(&server);
    let mut socket = page(port).await;
    let request = json!({"clips": {"inputs": ["#walk-left", "#walk-right"]}, "weights": [1, 0]});
    say(&mut socket, &json!({"open": 1, "verb": "blend", "request": request})).await;
    let first = heard(&mut socket).await;
    assert_eq!((&first["live"], &first["seq"]), (&json!(1), &json!(0)), "{first}");
    let frames = first["clips"][0]["frames"].as_u64().unwrap();
    for seq in 1..=20 {
        let weight = f64::from(seq) / 20.0;
        say(&mut socket, &json!({"set": 1, "seq": seq, "patch": {"weights": [1.0 - weight, weight]}})).await;
    }
    // Older changes may be dropped; the newest never is.
    let mut seen = vec![];
    while seen.last() != Some(&20) {
        seen.push(heard(&mut socket).await["seq"].as_u64().unwrap());
    }
    assert!(seen.is_sorted(), "{seen:?}");
    say(&mut socket, &json!({"set": 1, "seq": 21, "window": [0.5, 1.0]})).await;
    let part = heard(&mut socket).await;
    assert!(
        part["clips"][0]["frames"].as_u64().unwrap() < frames / 2
            && part["clips"][0]["start_secs"].as_f64().unwrap() > 0.4
    );
    assert!(part["server_us"].as_u64().is_some());
}

#[tokio::test]
async fn a_hand_that_drags_gets_drafts_and_the_whole_when_it_rests() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let (_, port) = listening(&server);
    let mut socket = page(port).await;
    let request = json!({"clips": {"inputs": ["#walk-left", "#walk-right"]}, "weights": [0.3, 0.7]});
    say(&mut socket, &json!({"open": 1, "verb": "blend", "request": request})).await;
    let first = heard(&mut socket).await;
    assert!(first["draft"].is_null() && first["answer"]["verdict"].is_object(), "{first}");
    say(&mut socket, &json!({"set": 1, "seq": 1, "patch": {"weights": [0.6, 0.4]}, "draft": true})).await;
    let draft = heard(&mut socket).await;
    assert_eq!((&draft["seq"], &draft["draft"]), (&json!(1), &json!({"reached": null})));
    assert!(draft["answer"].is_null() && draft["arrays"]["clip0.u"].is_object(), "{draft}");
    say(&mut socket, &json!({"set": 1, "seq": 2})).await;
    let whole = heard(&mut socket).await;
    assert!(whole["seq"] == 2 && whole["draft"].is_null() && whole["answer"]["verdict"].is_object());
    assert_eq!(whole["clips"][0]["frames"], draft["clips"][0]["frames"], "both have the same time");
    // A draft cannot be had of a request that makes no sense, nor of a verb that has none.
    say(&mut socket, &json!({"set": 1, "seq": 3, "patch": {"weights": [1]}, "draft": true})).await;
    let refused = heard(&mut socket).await;
    assert!(refused["seq"] == 3 && refused["error"]["message"].is_string(), "{refused}");
    say(&mut socket, &json!({"open": 2, "verb": "transition", "request": {"clips": request["clips"]}})).await;
    heard(&mut socket).await;
    say(&mut socket, &json!({"set": 2, "seq": 1, "draft": true})).await;
    assert!(heard(&mut socket).await["answer"]["transition"].is_object());
}

#[tokio::test]
async fn what_is_wrong_is_answered_and_the_socket_goes_on() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let (_, port) = listening(&server);
    let mut socket = page(port).await;
    for (message, code) in [
        (json!({"open": 1, "verb": "nothing", "request": {}}), "unknown"),
        (json!({"set": 7, "seq": 3, "patch": {}}), "unknown"),
        (json!({"shout": 1}), "malformed"),
        (json!("open"), "malformed"),
        (json!({"open": 1, "verb": "blend", "request": {"clips": {"inputs": ["/etc/passwd"]}}}), "path"),
    ] {
        say(&mut socket, &message).await;
        assert_eq!(heard(&mut socket).await["error"]["code"], code, "{message}");
    }
    for open in 2..12 {
        say(&mut socket, &json!({"open": open, "verb": "samples", "request": {}})).await;
    }
    let mut codes = Vec::new();
    for _ in 2..12 {
        codes.push(heard(&mut socket).await["error"]["code"].clone());
    }
    assert_eq!(
        codes.iter().filter(|code| **code == "busy").count(),
        3,
        "eight are open, with the one that was refused"
    );
}

#[tokio::test]
async fn a_socket_needs_our_origin_and_small_messages() {
    let server = Server::new();
    let (_, port) = listening(&server);
    for origin in [None, Some("http://evil.example"), Some("null")] {
        let Err(Error::Http(response)) = connect(port, origin).await else { panic!("{origin:?} was let in") };
        assert_eq!(response.status(), 403);
    }
    let mut socket = page(port).await;
    let _ = socket.send(Message::text("x".repeat(300 << 10))).await;
    let end = loop {
        match socket.next().await {
            Some(Ok(Message::Text(_))) => {}
            other => break other,
        }
    };
    assert!(!matches!(end, Some(Ok(Message::Binary(_)))), "the socket is closed: {end:?}");
    page(port).await;
}

#[tokio::test]
async fn every_page_hears_of_edits_and_jobs() {
    let server = Server::new();
    let (_, port) = listening(&server);
    let mut pages = [page(port).await, page(port).await];
    let command =
        json!({"tab": "a", "command": {"id": "1", "type": "set", "path": "/a", "before": null, "after": 1}});
    post(port, "/api/workspace/commands", &command).await;
    for socket in &mut pages {
        let Message::Text(text) = socket.next().await.unwrap().unwrap() else { panic!("no event") };
        let event: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&event["workspace"], &event["tab"]), (&json!(1), &json!("a")));
        assert_eq!(event["command"], command["command"]);
    }
    post(port, "/api/jobs", &json!({"verb": "samples", "request": {}})).await;
    let Message::Text(text) = pages[0].next().await.unwrap().unwrap() else { panic!("no event") };
    assert!(text.contains("\"queued\""), "{text}");
}

/// Sends JSON over a real connection and gives the status.
pub(crate) async fn post(port: u16, path: &str, body: &Value) -> u16 {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let text = String::from_utf8_lossy(&answer);
    text.split(' ').nth(1).unwrap().parse().unwrap()
}
