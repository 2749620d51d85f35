//! Requests of strangers: each gets its code, and the server goes on serving.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use segue_studio::StudioSettings;

use crate::server::{Answer, HOST, Server, page};

const COMMANDS: &str = "/api/workspace/commands";

async fn send(server: &Server, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = headers
        .iter()
        .fold(Request::builder().method(method).uri(path), |r, (name, value)| r.header(*name, *value));
    server.send(request.body(Body::from("{}")).unwrap()).await
}

#[tokio::test]
async fn only_our_host_is_served() {
    let server = Server::new();
    for host in ["127.0.0.1:4711", "localhost:4711", "LOCALHOST:4711", "[::1]:4711"] {
        assert_eq!(
            send(&server, "GET", "/api/session", &[("host", host)]).await.status,
            StatusCode::OK,
            "{host}"
        );
    }
    for host in [
        "evil.example",
        "evil.example:4711",
        "127.0.0.1",
        "127.0.0.1:80",
        "localhost.evil.example:4711",
        "192.168.0.1:4711",
        "",
    ] {
        let answer = send(&server, "GET", "/api/session", &[("host", host)]).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::FORBIDDEN, "host"), "{host}");
    }
    assert_eq!(send(&server, "GET", "/api/session", &[]).await.code(), "host", "no Host");
    assert_eq!(
        send(&server, "GET", "/api/session", &[("host", HOST), ("host", HOST)]).await.code(),
        "host",
        "two Hosts"
    );
    assert_eq!(
        send(&server, "GET", "http://evil.example/api/session", &[("host", HOST)]).await.code(),
        "host"
    );
}

#[tokio::test]
async fn only_our_page_may_change_anything() {
    let server = Server::new();
    let json = ("content-type", "application/json");
    for origin in [
        "http://evil.example",
        "https://127.0.0.1:4711",
        "http://127.0.0.1:80",
        "http://localhost:4711",
        "null",
        "",
    ] {
        let answer = send(&server, "POST", COMMANDS, &[("host", HOST), ("origin", origin), json]).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::FORBIDDEN, "origin"), "{origin}");
        let answer = send(&server, "GET", "/api/session", &[("host", HOST), ("origin", origin)]).await;
        assert_eq!(answer.code(), "origin", "reading from {origin}");
    }
    let missing = send(&server, "POST", COMMANDS, &[("host", HOST), json]).await;
    assert_eq!(missing.code(), "origin", "no Origin");
    for site in ["cross-site", "same-site"] {
        let answer = send(&server, "GET", "/api/session", &[("host", HOST), ("sec-fetch-site", site)]).await;
        assert_eq!(answer.code(), "origin", "{site}");
    }
    let preflight =
        send(&server, "OPTIONS", COMMANDS, &[("host", HOST), ("origin", "http://evil.example")]).await;
    assert_eq!(preflight.status, StatusCode::METHOD_NOT_ALLOWED);
    assert!(!preflight.headers.keys().any(|name| name.as_str().starts_with("access-control")));
    let socket = [
        ("host", HOST),
        ("upgrade", "websocket"),
        ("connection", "upgrade"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    assert_eq!(send(&server, "GET", "/api/live", &socket).await.code(), "origin", "a socket without Origin");
}

#[tokio::test]
async fn no_path_leaves_the_program() {
    let server = Server::new();
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fetc%2fpasswd",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%5c..%5cwindows",
        "/assets/%00",
        "/assets//etc/passwd",
        "/assets/index.html%00.js",
        "/../../etc/passwd",
        "//etc/passwd",
    ] {
        let answer = server.get(path).await;
        assert!(
            matches!(answer.status, StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST),
            "{path}: {}",
            answer.status
        );
    }
}

#[tokio::test]
async fn bodies_are_limited_in_size_time_kind_and_depth() {
    let server = Server::new();
    let post = |kind: &str, body: Body| {
        let request = page(Method::POST, COMMANDS);
        let request = if kind.is_empty() { request } else { request.header("content-type", kind) };
        server.send(request.body(body).unwrap())
    };
    let large = post("application/json", Body::from(vec![b' '; (1 << 20) + 1])).await;
    assert_eq!((large.status, large.code().as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
    let pieces = (0..2048).map(|_| Ok::<_, std::io::Error>(vec![b' '; 1024]));
    let endless = post("application/json", Body::from_stream(Pieces(pieces))).await;
    assert_eq!(endless.status, StatusCode::PAYLOAD_TOO_LARGE, "without a length");
    for kind in [
        "",
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "application/jsonp",
    ] {
        let answer = post(kind, Body::from("{}")).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::UNSUPPORTED_MEDIA_TYPE, "type"),
            "{kind}"
        );
    }
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    assert_eq!(post("application/json", Body::from(deep)).await.status, StatusCode::BAD_REQUEST);
    server.get("/api/session").await.ok();
}

/// A body in pieces, without a length.
struct Pieces<I>(I);

impl<I: Iterator + Unpin> futures_core::Stream for Pieces<I> {
    type Item = I::Item;
    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<I::Item>> {
        std::task::Poll::Ready(self.0.next())
    }
}

/// A body of one byte a second, for ever.
struct Trickle(std::pin::Pin<Box<tokio::time::Sleep>>);

impl futures_core::Stream for Trickle {
    type Item = Result<&'static [u8], std::io::Error>;
    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        std::task::ready!(Future::poll(self.0.as_mut(), context));
        self.0.set(tokio::time::sleep(std::time::Duration::from_secs(1)));
        std::task::Poll::Ready(Some(Ok(b" ")))
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_trickles_is_given_up() {
    let server = Server::new();
    let trickle = Trickle(Box::pin(tokio::time::sleep(std::time::Duration::ZERO)));
    let request = page(Method::POST, COMMANDS).header("content-type", "application/json");
    let answer = server.send(request.body(Body::from_stream(trickle)).unwrap()).await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::REQUEST_TIMEOUT, "slow"));
}

#[tokio::test]
async fn every_answer_tells_the_browser_to_be_careful() {
    let server = Server::new();
    for path in ["/", "/api/session", "/nowhere", "/api/workspace"] {
        let answer = server.get(path).await;
        assert!(
            answer.header("content-security-policy").starts_with("default-src 'none'; script-src 'self'"),
            "{path}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(answer.headers.get("access-control-allow-origin").is_none());
    }
}

#[tokio::test]
async fn beyond_this_machine_a_token_is_needed() {
    let settings = StudioSettings {
        host: [0, 0, 0, 0].into(),
        token: Some("secret".to_owned()),
        ..StudioSettings::default()
    };
    let server = Server::with(settings, &[]);
    let host = ("host", "192.168.0.7:4711");
    assert_eq!(send(&server, "GET", "/", &[host]).await.code(), "token");
    assert_eq!(send(&server, "GET", "/?token=guess", &[host]).await.code(), "token");
    assert_eq!(
        send(&server, "GET", "/", &[("host", "evil.example:4711")]).await.code(),
        "host",
        "a name could point here"
    );
    let first = send(&server, "GET", "/?token=secret", &[host]).await;
    assert_eq!((first.status, first.header("location")), (StatusCode::SEE_OTHER, "/"));
    assert_eq!(first.header("set-cookie"), "segue-studio=secret; HttpOnly; SameSite=Strict; Path=/");
    let cookie = ("cookie", "other=1; segue-studio=secret");
    send(&server, "GET", "/api/session", &[host, cookie]).await.ok();
    let wrong = ("cookie", "segue-studio=secres");
    assert_eq!(send(&server, "GET", "/api/session", &[host, wrong]).await.code(), "token");
}
