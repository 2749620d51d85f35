//! Listening.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::{Studio, app};

/// Why the server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken or not allowed.
    #[error("cannot listen on {address} ({source}); choose another port with --port, or 0 for any")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The system gives no threads.
    #[error("cannot start the server ({0})")]
    Start(io::Error),
}

/// Serves until the program is ended; `ready` hears the address, with the token where one is needed.
///
/// # Errors
/// When the address cannot be listened on.
pub fn serve(studio: &Arc<Studio>, ready: impl FnOnce(&str)) -> Result<(), ServeError> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Start)?;
    runtime.block_on(async {
        let address = SocketAddr::new(studio.settings().host, studio.settings().port);
        let failed = |source| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let bound = listener.local_addr().map_err(failed)?;
        studio.listens_on(bound.port());
        ready(&visit(studio, bound));
        accept(listener, app(studio.clone()), studio).await;
        Ok(())
    })
}

/// The address that a person opens.
fn visit(studio: &Studio, bound: SocketAddr) -> String {
    let host = if bound.ip().is_unspecified() { "127.0.0.1".to_owned() } else { host(bound) };
    let token = studio.settings().token.as_ref().map_or_else(String::new, |token| format!("?token={token}"));
    format!("http://{host}:{}/{token}", bound.port())
}

fn host(bound: SocketAddr) -> String {
    if bound.is_ipv6() { format!("[{}]", bound.ip()) } else { bound.ip().to_string() }
}

/// Takes connections, at most so many at once, until the program ends.
async fn accept(listener: TcpListener, app: Router, studio: &Studio) {
    let places = Arc::new(Semaphore::new(studio.settings().limits.connections));
    let head = studio.settings().limits.head;
    loop {
        // The semaphore is never closed.
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // A connection that broke before it was taken, or no file handles for a moment.
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            continue;
        };
        let app = app.clone();
        tokio::spawn(async move {
            connection(stream, app, head).await;
            drop(place);
        });
    }
}

/// Serves one connection. The head of each request must come within `head`.
async fn connection(stream: TcpStream, app: Router, head: std::time::Duration) {
    // Answers are small and wanted at once.
    let _ = stream.set_nodelay(true);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .with_upgrades()
        .await;
    // A visitor who leaves in the middle is no error of ours.
    drop(served);
}
