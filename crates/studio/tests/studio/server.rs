//! A Studio that is called without a network.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, request::Builder};
use axum::response::Response;
use http_body_util::BodyExt as _;
use segue::Input;
use segue::verbs::{LibraryAddRequest, LibraryNewRequest, Silent, Verb as _};
use segue_studio::{Opened, Studio, StudioSettings, app};
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt as _;

/// A Studio with an empty folder of its own.
pub(crate) struct Server {
    pub(crate) studio: Arc<Studio>,
    app: Router,
    folder: Arc<TempDir>,
}

/// The port that requests must name.
const PORT: u16 = 4711;
pub(crate) const HOST: &str = "127.0.0.1:4711";
pub(crate) const ORIGIN: &str = "http://127.0.0.1:4711";

impl Server {
    /// On an empty library.
    pub(crate) fn new() -> Self {
        Self::of(&[])
    }

    /// On a library of these samples.
    pub(crate) fn of(samples: &[&str]) -> Self {
        Self::with(StudioSettings::default(), samples)
    }

    pub(crate) fn with(settings: StudioSettings, samples: &[&str]) -> Self {
        let folder = Arc::new(TempDir::new().unwrap());
        let library = folder.path().join("test.segue");
        LibraryNewRequest { library: library.clone() }.run(&Silent).unwrap();
        let inputs = samples.iter().map(|name| Input::parse(format!("sample:{name}")).unwrap()).collect();
        LibraryAddRequest { library, inputs, ..LibraryAddRequest::default() }.run(&Silent).unwrap();
        Self::within(folder, settings)
    }

    /// As if the program were started again.
    pub(crate) fn restarted(&self) -> Self {
        Self::within(self.folder.clone(), self.studio.settings().clone())
    }

    /// On a Studio that was opened otherwise.
    pub(crate) fn on(studio: Arc<Studio>) -> Self {
        Self { app: app(studio.clone()), studio, folder: Arc::new(TempDir::new().unwrap()) }
    }

    fn within(folder: Arc<TempDir>, settings: StudioSettings) -> Self {
        let settings = StudioSettings { port: PORT, ..settings };
        let opened = Opened::Library(folder.path().join("test.segue"));
        let studio = Studio::open_in(&opened, settings, folder.path()).unwrap();
        Self { app: app(studio.clone()), studio, folder }
    }

    /// The library that is open.
    pub(crate) fn library(&self) -> PathBuf {
        self.folder.path().join("test.segue")
    }

    /// Where the Studio keeps what it needs, and a file of the test may lie.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Sends a request as it is.
    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        Answer::of(self.app.clone().oneshot(request).await.unwrap()).await
    }

    /// Reads, as the page does.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(page(Method::GET, path).body(Body::empty()).unwrap()).await
    }

    /// Sends JSON, as the page does.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = page(Method::POST, path).header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// Asks a verb in a form of its answer.
    pub(crate) async fn ask(&self, verb: &str, request: &Value, accept: &str) -> Answer {
        let path = format!("/api/verbs/{verb}");
        let asked =
            page(Method::POST, &path).header("content-type", "application/json").header("accept", accept);
        self.send(asked.body(Body::from(request.to_string())).unwrap()).await
    }

    /// Waits until a job has ended.
    pub(crate) async fn ended(&self, job: &str) -> Value {
        loop {
            let event = self.get(&format!("/api/jobs/{job}")).await.ok().json();
            if !matches!(event["state"].as_str().unwrap(), "queued" | "running") {
                return event;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
}

/// A request as the page makes it.
pub(crate) fn page(method: Method, path: &str) -> Builder {
    let request = Request::builder().method(method).uri(path).header("host", HOST).header("origin", ORIGIN);
    request.header("sec-fetch-site", "same-origin")
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    async fn of(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        Self { status: parts.status, headers: parts.headers, bytes }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.bytes)))
    }

    /// The answer, which must be a success.
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert!(self.status.is_success(), "{}: {}", self.status, String::from_utf8_lossy(&self.bytes));
        self
    }

    /// The header and the data of a container.
    pub(crate) fn container(&self) -> (Value, &[u8]) {
        assert_eq!(&self.bytes[..4], b"SGB1");
        let length = u32::from_le_bytes(self.bytes[4..8].try_into().unwrap()) as usize;
        (serde_json::from_slice(&self.bytes[8..8 + length]).unwrap(), &self.bytes[8 + length..])
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The code of a refusal.
    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}
