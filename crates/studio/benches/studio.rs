//! How long a drag takes: 600 changes of a weight, and of a grid, over a real connection on this machine.
//!
//! Prints the server's own time and the round trip, median and 99th percentile, in milliseconds, and how long the server
//! takes from start to its first answer.

#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "a benchmark")]

use std::time::Instant;

use futures_util::{SinkExt as _, StreamExt as _};
use segue::Input;
use segue::verbs::{LibraryAddRequest, LibraryNewRequest, Silent, Verb as _};
use segue_studio::{Opened, Studio, StudioSettings, serve};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const DRAGS: u32 = 600;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("bench.segue");
    LibraryNewRequest { library: library.clone() }.run(&Silent).unwrap();
    let inputs =
        ["walk-left", "walk-right"].map(|name| Input::parse(format!("sample:{name}")).unwrap()).to_vec();
    LibraryAddRequest { library: library.clone(), inputs, ..LibraryAddRequest::default() }
        .run(&Silent)
        .unwrap();
    let start = Instant::now();
    let settings = StudioSettings { port: 0, ..StudioSettings::default() };
    let studio = Studio::open_in(&Opened::Library(library), settings, folder.path()).unwrap();
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || serve(&studio, |address| send.send(address.to_owned()).unwrap()));
    let address = receive.recv().unwrap();
    let port: u16 = address.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut socket = connect(port).await;
        println!("start to first answer: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
        let clips = json!({"inputs": ["#walk-left", "#walk-right"]});
        let blend = json!({"open": 1, "verb": "blend", "request": {"clips": clips, "weights": [1, 0]}});
        let weight = |n: u32| json!({"weights": [f64::from(n) / f64::from(DRAGS), 1.0 - f64::from(n) / f64::from(DRAGS)]});
        drag(&mut socket, "a weight", &blend, weight).await;
        let grid = json!({"open": 2, "verb": "register", "request": {"clips": clips}});
        drag(&mut socket, "a grid", &grid, |n| json!({"register": {"slope_limit": 2 + n % 3}})).await;
    });
}

async fn connect(port: u16) -> Socket {
    let mut request = format!("ws://127.0.0.1:{port}/api/live").into_client_request().unwrap();
    request.headers_mut().insert("origin", format!("http://127.0.0.1:{port}").parse().unwrap());
    let (mut socket, _) = connect_async(request).await.unwrap();
    socket.next().await.unwrap().unwrap();
    socket
}

/// Changes an open request many times and prints how long the answers take.
async fn drag(socket: &mut Socket, what: &str, open: &Value, patch: impl Fn(u32) -> Value) {
    socket.send(Message::text(open.to_string())).await.unwrap();
    answer(socket).await;
    let (mut server, mut round) = (Vec::new(), Vec::new());
    for n in 1..=DRAGS {
        let start = Instant::now();
        let set = json!({"set": open["open"], "seq": n, "patch": patch(n)});
        socket.send(Message::text(set.to_string())).await.unwrap();
        server.push(answer(socket).await);
        round.push(start.elapsed().as_secs_f64() * 1e3);
    }
    let line = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        format!("median {:.1}, 99 % {:.1} ms", times[times.len() / 2], times[times.len() * 99 / 100])
    };
    println!("dragging {what}: server {}; round trip {}", line(&mut server), line(&mut round));
}

/// The server's own time of the next answer, in milliseconds.
async fn answer(socket: &mut Socket) -> f64 {
    loop {
        if let Message::Binary(bytes) = socket.next().await.unwrap().unwrap() {
            let length = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
            let header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
            return header["server_us"].as_f64().unwrap() / 1e3;
        }
    }
}
