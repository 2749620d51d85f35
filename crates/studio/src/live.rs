//! What changes while a hand drags: one socket for each page.
//!
//! A page keeps requests open and sends what changes in them; each change is answered with a draft of the result or with the whole.
//! One answer of each kind is under way at a time for an open request, the newest change waits, and older ones are dropped: the
//! figure is never behind the hand by more than one draft, and a draft never waits for a whole result.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use bytes::Bytes;
use segue::verbs::DraftMotion;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, broadcast::error::RecvError, mpsc};

use crate::container::Container;
use crate::shown::Wanted;
use crate::verbs::{self, Route, Run};
use crate::watcher::{Listener, Waiting};
use crate::wire::{DraftFacts, LiveMessage, LiveOpen, LiveSet};
use crate::{AppError, Studio, names, new_token, workspace};

/// A page opens its socket.
pub(crate) async fn live(
    State(studio): State<Arc<Studio>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, AppError> {
    let full = |_| AppError::busy("there are too many pages open");
    let place = studio.sockets().clone().try_acquire_owned().map_err(full)?;
    let largest = studio.settings().limits.live_bytes;
    let upgrade = upgrade.max_message_size(largest).max_frame_size(largest);
    Ok(upgrade.on_upgrade(move |socket| converse(studio, socket, place)))
}

/// How long a page may take to read an answer.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);

/// Listens and answers until the page goes.
async fn converse(studio: Arc<Studio>, mut socket: WebSocket, place: OwnedSemaphorePermit) {
    let mut events = studio.hear();
    let (done, mut finished) = mpsc::channel::<Answered>(16);
    let mut desk = Desk { studio: studio.clone(), opens: BTreeMap::new(), done };
    let tab = new_token().unwrap_or_default();
    let mut outbox = vec![hello(&studio, &tab)];
    loop {
        for message in outbox.drain(..) {
            match tokio::time::timeout(PATIENCE, socket.send(message)).await {
                Ok(Ok(())) => {}
                _ => return drop(place),
            }
        }
        tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => outbox.extend(desk.take(text.as_str())),
                Some(Ok(Message::Binary(_))) => outbox.push(refusal(None, 0, &AppError::malformed("messages are texts"))),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return drop(place),
            },
            // The desk holds the other end, so this never ends by itself.
            Some(answered) = finished.recv() => outbox.extend(desk.finish(answered)),
            event = events.recv() => match event {
                Ok(event) => outbox.push(Message::Text(event.as_ref().into())),
                // The page fell behind and asks for the whole state.
                Err(RecvError::Lagged(_)) => outbox.push(hello(&studio, &tab)),
                Err(RecvError::Closed) => return drop(place),
            },
        }
    }
}

/// What a page hears first, and when it has missed something: its name, and how things stand.
fn hello(studio: &Studio, tab: &str) -> Message {
    let revision = studio.memory().read(workspace::current).map_or(0, |(revision, _)| revision);
    let hello = json!({"hello": {"tab": tab, "revision": revision, "library": studio.revision()}});
    Message::Text(hello.to_string().into())
}

/// The open requests of one page.
struct Desk {
    studio: Arc<Studio>,
    opens: BTreeMap<u32, Open>,
    done: mpsc::Sender<Answered>,
}

/// A request that is kept open.
struct Open {
    route: &'static Route,
    request: Value,
    /// Drafts, then whole results.
    lanes: [Lane; 2],
    /// Ends the work when the page closes the request or goes.
    waiting: Waiting,
}

/// Answers of one kind, one after the other.
#[derive(Clone, Copy, Default)]
struct Lane {
    /// Whether an answer is under way.
    busy: bool,
    /// The newest change that waits for it.
    waiting: Option<(u64, Wanted)>,
}

/// The lane of whole results; drafts have the other.
const WHOLE: usize = 1;

/// What came of one change.
struct Answered {
    open: u32,
    lane: usize,
    message: Message,
}

impl Desk {
    /// Takes a message; what is wrong with it is answered at once.
    fn take(&mut self, text: &str) -> Option<Message> {
        let Ok(message) = serde_json::from_str::<LiveMessage>(text) else {
            return Some(refusal(None, 0, &AppError::malformed("the message is no open, set or close")));
        };
        let (number, seq, done) = match message {
            LiveMessage::Open(open) => (open.open, 0, self.open(open)),
            LiveMessage::Set(set) => (set.set, set.seq, self.set(set)),
            LiveMessage::Close(close) => {
                self.opens.remove(&close.close);
                return None;
            }
        };
        done.err().map(|error| refusal(Some(number), seq, &error))
    }

    fn open(&mut self, open: LiveOpen) -> Result<(), AppError> {
        let most = self.studio.settings().limits.opens;
        if self.opens.len() >= most && !self.opens.contains_key(&open.open) {
            return Err(AppError::busy(format!("{most} requests are open already")));
        }
        let route = verbs::find(&open.verb)?;
        let wanted = Wanted { window: open.window, linear: open.extra.as_deref() == Some("linear") };
        // What is under way for a request that is opened anew goes on: nobody has closed it.
        let before = self.opens.remove(&open.open).map(|before| (before.lanes, before.waiting));
        let (mut lanes, waiting): ([Lane; 2], Waiting) = before.unwrap_or_default();
        lanes[WHOLE].waiting = Some((0, wanted));
        self.opens.insert(open.open, Open { route, request: open.request, lanes, waiting });
        self.go_on(open.open, WHOLE);
        Ok(())
    }

    fn set(&mut self, set: LiveSet) -> Result<(), AppError> {
        let open = self.opens.get_mut(&set.set);
        let open = open.ok_or_else(|| AppError::unknown(format!("request {} is not open", set.set)))?;
        merge(&mut open.request, set.patch);
        let wanted = Wanted { window: set.window, linear: set.extra.as_deref() == Some("linear") };
        let lane = if set.draft && open.route.draft.is_some() { 0 } else { WHOLE };
        open.lanes[lane].waiting = Some((set.seq, wanted));
        self.go_on(set.set, lane);
        Ok(())
    }

    /// Starts the newest change of a request if nothing is under way in its lane.
    fn go_on(&mut self, number: u32, lane: usize) {
        let Some(open) = self.opens.get_mut(&number) else { return };
        if open.lanes[lane].busy {
            return;
        }
        let Some((seq, wanted)) = open.lanes[lane].waiting.take() else { return };
        open.lanes[lane].busy = true;
        let (route, request, stop) = (open.route, open.request.clone(), open.waiting.stop());
        let (studio, done) = (self.studio.clone(), self.done.clone());
        tokio::spawn(async move {
            let worked = studio.clone().blocking(move |studio| {
                let start = Instant::now();
                let watch = Listener::stopped_by(stop);
                let container = match route.draft {
                    Some(make) if lane != WHOLE => draft(studio, (route, make), request, (wanted, &watch)),
                    _ => verbs::perform(studio, route, request, &watch)?.numbers(studio, wanted),
                };
                finished(container?, (number, seq, start))
            });
            let message = match worked.await {
                Ok(bytes) => Message::Binary(bytes),
                Err(error) => refusal(Some(number), seq, &error),
            };
            // Nobody waits any more when the page has gone.
            let _ = done.send(Answered { open: number, lane, message }).await;
        });
    }

    /// An answer is there: it is sent, and the next change begins.
    fn finish(&mut self, answered: Answered) -> Option<Message> {
        let open = self.opens.get_mut(&answered.open)?;
        open.lanes[answered.lane].busy = false;
        self.go_on(answered.open, answered.lane);
        Some(answered.message)
    }
}

fn draft(
    studio: &Studio,
    (route, make): (&Route, Run<DraftMotion>),
    mut request: Value,
    (wanted, watch): (Wanted, &Listener),
) -> Result<Container, AppError> {
    names::resolve(&mut request, route.names, studio)?;
    let DraftMotion { clip, u, reached } = make(request, studio, watch)?;
    let mut container = Container::default();
    container.field("draft", DraftFacts { reached: reached.map(Into::into) })?;
    container.clip(&clip, "result", &u, wanted.window);
    studio.remember(container.skeletons());
    Ok(container)
}

fn finished(mut container: Container, (live, seq, start): (u32, u64, Instant)) -> Result<Bytes, AppError> {
    container.field("live", live)?;
    container.field("seq", seq)?;
    container.field("server_us", u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX))?;
    Ok(container.finish().into())
}

fn refusal(live: Option<u32>, seq: u64, error: &AppError) -> Message {
    Message::Text(json!({"live": live, "seq": seq, "error": error.facts()}).to_string().into())
}

/// Changes a request by a merge patch (RFC 7396).
pub(crate) fn merge(request: &mut Value, patch: Value) {
    let Value::Object(patch) = patch else {
        if !patch.is_null() {
            *request = patch;
        }
        return;
    };
    if !request.is_object() {
        *request = json!({});
    }
    let Value::Object(fields) = request else { return };
    for (name, value) in patch {
        if value.is_null() {
            fields.remove(&name);
        } else {
            merge(fields.entry(name).or_insert(Value::Null), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_changes_what_it_names_and_nothing_else() {
        let mut request = json!({"weights": [1, 0], "make": {"rate_hz": 30, "law": "rate"}});
        merge(&mut request, json!({"weights": [0.5, 0.5], "make": {"rate_hz": null, "clean_up": false}}));
        assert_eq!(request, json!({"weights": [0.5, 0.5], "make": {"law": "rate", "clean_up": false}}));
        merge(&mut request, Value::Null);
        assert_eq!(request["weights"], json!([0.5, 0.5]));
    }
}
