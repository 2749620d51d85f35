//! Many clients at once: no edit is lost, none is done twice.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::live::{heard, listening, page, post, say};
use crate::server::Server;

const CLIENTS: usize = 64;

/// When a client stops.
#[derive(Clone, Copy)]
enum Until {
    Edits(usize),
    Passed(Duration),
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_clients_edit_and_drag_and_nothing_is_lost() {
    nothing_is_lost(Until::Edits(6)).await;
}

/// `cargo test -p segue-studio --test studio minute -- --ignored`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes a minute"]
async fn sixty_four_clients_for_a_minute_lose_nothing() {
    nothing_is_lost(Until::Passed(Duration::from_mins(1))).await;
}

async fn nothing_is_lost(until: Until) {
    let server = Server::of(&["walk-left", "walk-right"]);
    let (_, port) = listening(&server);
    let clients: Vec<_> = (0..CLIENTS).map(|client| tokio::spawn(work(port, client, until))).collect();
    let mut made = Vec::new();
    for client in clients {
        made.push(client.await.unwrap());
    }
    let all: usize = made.iter().sum();
    let log = server.restarted().get("/api/workspace/commands").await.ok().json();
    let commands = log["commands"].as_array().unwrap();
    assert_eq!(commands.len(), all, "every edit once");
    let revisions: Vec<u64> = commands.iter().map(|one| one["revision"].as_u64().unwrap()).collect();
    assert!(revisions.iter().copied().eq(1..=all as u64), "in order, without a gap");
    for (client, &edits) in made.iter().enumerate() {
        let own = commands.iter().filter(|one| one["tab"] == format!("c{client}"));
        let values: Vec<u64> = own.map(|one| one["command"]["after"].as_u64().unwrap()).collect();
        assert!(
            values.iter().copied().eq(1..=edits as u64),
            "the edits of client {client} are in order: {values:?}"
        );
    }
    let document = server.restarted().get("/api/workspace").await.ok().json();
    let kept = |client: usize| &document["document"]["clients"][format!("c{client}")];
    assert!(made.iter().enumerate().all(|(client, &edits)| *kept(client) == edits));
}

/// One client: edits, each sent twice, and drags in between. How many edits it made.
async fn work(port: u16, client: usize, until: Until) -> usize {
    let started = Instant::now();
    let mut socket = page(port).await;
    let request = json!({"clips": {"inputs": ["#walk-left", "#walk-right"]}, "weights": [1, 1]});
    say(&mut socket, &json!({"open": 1, "verb": "blend", "request": request, "window": [0, 0.5]})).await;
    let mut edit = 0;
    while match until {
        Until::Edits(most) => edit < most,
        Until::Passed(time) => started.elapsed() < time,
    } {
        edit += 1;
        let before = if edit == 1 { Value::Null } else { json!(edit - 1) };
        let command = json!({"tab": format!("c{client}"), "command": {
            "id": format!("{client}-{edit}"), "type": "set", "path": format!("/clients/c{client}"), "before": before, "after": edit
        }});
        assert_eq!(post(port, "/api/workspace/commands", &command).await, 200);
        assert_eq!(post(port, "/api/workspace/commands", &command).await, 200, "sent again");
        let weight = (edit % 7) as f64 / 7.0;
        say(
            &mut socket,
            &json!({"set": 1, "seq": edit, "patch": {"weights": [weight, 1.0 - weight]}, "window": [0, 0.5]}),
        )
        .await;
    }
    while heard(&mut socket).await["seq"] != edit {}
    edit
}
