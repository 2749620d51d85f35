//! How the server listens and how much it takes.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// How the server listens and how much it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudioSettings {
    /// The address it listens on: this machine alone, unless a person says otherwise.
    pub host: IpAddr,
    /// The port. 0 takes a free one; [`crate::serve()`] says which.
    pub port: u16,
    /// What a visitor must know when the address is not this machine's own.
    pub token: Option<String>,
    /// How much is taken.
    pub limits: StudioLimits,
}

impl Default for StudioSettings {
    fn default() -> Self {
        Self { host: Ipv4Addr::LOCALHOST.into(), port: 4173, token: None, limits: StudioLimits::default() }
    }
}

/// Bytes of a megabyte, as people are shown them.
pub const MEGABYTE: usize = 1_000_000;

/// How much the server takes before it refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudioLimits {
    /// The largest file. 64 MB: ten minutes of capture as text.
    pub upload_bytes: usize,
    /// The largest request.
    pub json_bytes: usize,
    /// The largest message on the live socket.
    pub live_bytes: usize,
    /// Live sockets: every tab has one.
    pub sockets: usize,
    /// Requests kept open on one live socket.
    pub opens: usize,
    /// Jobs at the same time; more only slow each other down.
    pub jobs_running: usize,
    /// Jobs that wait.
    pub jobs_queued: usize,
    /// Connections at the same time.
    pub connections: usize,
    /// How long the head of a request may take.
    pub head: Duration,
    /// How long a body may pause, and how long a JSON body may take.
    pub idle: Duration,
}

impl Default for StudioLimits {
    fn default() -> Self {
        Self {
            upload_bytes: 64 * MEGABYTE,
            json_bytes: 1 << 20,
            live_bytes: 256 << 10,
            sockets: 128,
            opens: 8,
            jobs_running: 2,
            jobs_queued: 32,
            connections: 512,
            head: Duration::from_secs(10),
            idle: Duration::from_secs(30),
        }
    }
}

/// A token that nobody can guess.
///
/// # Errors
/// When the system gives no random numbers.
pub fn new_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
