//! Long work: any verb as a job, with progress, that can be cancelled, and that is not forgotten when the server ends.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rusqlite::params;
use serde_json::{Value, json};

use crate::memory::Memory;
use crate::outcome::Shape;
use crate::shown::Wanted;
use crate::verbs::{self, Route};
use crate::watcher::Listener;
use crate::wire::{JobEvent, JobState};
use crate::workspace::parsed;
use crate::{AppError, Studio};

/// All jobs: those that wait, run and are done.
#[derive(Default)]
pub(crate) struct Jobs {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    jobs: BTreeMap<String, Job>,
    waiting: VecDeque<String>,
    running: usize,
    number: u64,
}

/// One job.
struct Job {
    request: Value,
    event: JobEvent,
    listener: Option<Arc<Listener>>,
    started: Option<Instant>,
    /// The answer with its numbers, while the server runs.
    numbers: Option<Arc<Vec<u8>>>,
}

/// Jobs whose numbers are kept; the answers of older ones can still be read.
const KEPT_NUMBERS: usize = 8;
/// Jobs that are remembered.
const KEPT: u64 = 200;

impl std::fmt::Debug for Jobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jobs").finish_non_exhaustive()
    }
}

impl Jobs {
    /// The jobs that a library remembers. Those that had not ended when the server did are interrupted.
    pub(crate) fn load(memory: &Memory) -> rusqlite::Result<Self> {
        memory.change(|transaction| -> rusqlite::Result<()> {
            let text = "DELETE FROM studio_jobs WHERE number <= (SELECT max(number) FROM studio_jobs) - ?";
            transaction.execute(text, [KEPT])?;
            Ok(())
        })?;
        let rows = memory.read(|connection| {
            let mut statement =
                connection.prepare("SELECT number, request, event FROM studio_jobs ORDER BY number")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, parsed(row, 1)?, parsed(row, 2)?)))?;
            rows.collect::<rusqlite::Result<Vec<(u64, Value, JobEvent)>>>()
        })?;
        let mut inner = Inner::default();
        for (number, request, mut event) in rows {
            if matches!(event.state, JobState::Queued | JobState::Running) {
                event.state = JobState::Interrupted;
            }
            inner.number = inner.number.max(number);
            let job = Job { request, event, listener: None, started: None, numbers: None };
            inner.jobs.insert(job.event.job.clone(), job);
        }
        Ok(Self { inner: Mutex::new(inner) })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How every job stands, in the order in which they were asked for.
    pub(crate) fn all(&self) -> Vec<JobEvent> {
        self.lock().jobs.values().map(|job| job.event.clone()).collect()
    }

    /// How a job stands.
    pub(crate) fn get(&self, id: &str) -> Result<JobEvent, AppError> {
        self.lock().jobs.get(id).map(|job| job.event.clone()).ok_or_else(|| unknown(id))
    }

    /// The answer of a job that is done, with its numbers where they are still kept.
    pub(crate) fn numbers(&self, id: &str) -> Result<Option<Arc<Vec<u8>>>, AppError> {
        self.lock().jobs.get(id).map(|job| job.numbers.clone()).ok_or_else(|| unknown(id))
    }
}

fn unknown(id: &str) -> AppError {
    AppError::unknown(format!("there is no job `{id}`"))
}

/// Reads what a person named on the command line into the library.
pub(crate) fn fill(studio: &Arc<Studio>, inputs: &[String]) -> Result<(), AppError> {
    // The page cannot name files; this request never comes from one.
    let request = json!({TRUSTED: true, "library": studio.place().library(), "inputs": inputs});
    start(studio, "library.add", request).map(|_| ())
}

/// Marks a request of the program itself. A page that sends it is refused, since no verb has such a field.
pub(crate) const TRUSTED: &str = "\u{0}trusted";

/// Starts a job that a page asks for.
pub(crate) fn asked(studio: &Arc<Studio>, verb: &str, request: Value) -> Result<JobEvent, AppError> {
    if request.get(TRUSTED).is_some() {
        return Err(AppError::malformed("there is no such field"));
    }
    start(studio, verb, request)
}

/// Starts a job as soon as there is room for it.
fn start(studio: &Arc<Studio>, verb: &str, request: Value) -> Result<JobEvent, AppError> {
    let route = verbs::find(verb)?;
    let event = {
        let mut inner = studio.jobs().lock();
        if inner.waiting.len() >= studio.settings().limits.jobs_queued {
            return Err(AppError::busy(format!("{} jobs are waiting already", inner.waiting.len())));
        }
        inner.number += 1;
        let id = format!("{:06}", inner.number);
        let event = JobEvent::queued(&id, route.name);
        let job = Job { request, event: event.clone(), listener: None, started: None, numbers: None };
        store_new(studio.memory(), inner.number, &job)?;
        inner.jobs.insert(id.clone(), job);
        inner.waiting.push_back(id);
        event
    };
    studio.tell(&event.text());
    next(studio);
    Ok(event)
}

/// Starts a job again that was interrupted, failed or cancelled.
pub(crate) fn resume(studio: &Arc<Studio>, id: &str) -> Result<JobEvent, AppError> {
    let event = {
        let mut inner = studio.jobs().lock();
        let job = inner.jobs.get_mut(id).ok_or_else(|| unknown(id))?;
        if !matches!(job.event.state, JobState::Interrupted | JobState::Failed | JobState::Cancelled) {
            return Err(AppError::new(
                axum::http::StatusCode::CONFLICT,
                "state",
                "the job need not be resumed",
            ));
        }
        let seq = job.event.seq + 1;
        job.event = JobEvent { seq, ..JobEvent::queued(id, &job.event.verb) };
        let event = job.event.clone();
        inner.waiting.push_back(id.to_owned());
        event
    };
    store(studio.memory(), &event, None)?;
    studio.tell(&event.text());
    next(studio);
    Ok(event)
}

/// Ends a job: at once when it waits, soon when it runs.
pub(crate) fn cancel(studio: &Studio, id: &str) -> Result<JobEvent, AppError> {
    let mut inner = studio.jobs().lock();
    inner.waiting.retain(|waiting| waiting != id);
    let job = inner.jobs.get_mut(id).ok_or_else(|| unknown(id))?;
    if job.event.state != JobState::Queued {
        // One that runs is stored and told by itself when it ends; one that has ended stays as it is.
        if let Some(listener) = &job.listener {
            listener.cancel();
        }
        return Ok(job.event.clone());
    }
    job.event.state = JobState::Cancelled;
    job.event.seq += 1;
    let event = job.event.clone();
    drop(inner);
    store(studio.memory(), &event, None)?;
    studio.tell(&event.text());
    Ok(event)
}

/// Starts the jobs for which there is room.
fn next(studio: &Arc<Studio>) {
    let mut inner = studio.jobs().lock();
    while inner.running < studio.settings().limits.jobs_running {
        let Some(id) = inner.waiting.pop_front() else { return };
        let Some(job) = inner.jobs.get_mut(&id) else { continue };
        let (told, name) = (studio.clone(), id.clone());
        let listener =
            Arc::new(Listener::telling(move |what, done, total| progress(&told, &name, what, done, total)));
        (job.listener, job.started) = (Some(listener.clone()), Some(Instant::now()));
        job.event.state = JobState::Running;
        job.event.seq += 1;
        let (event, request) = (job.event.clone(), job.request.clone());
        inner.running += 1;
        studio.tell(&event.text());
        let studio = studio.clone();
        std::thread::spawn(move || {
            run(&studio, &event, request, &listener);
            studio.jobs().lock().running -= 1;
            next(&studio);
        });
    }
}

/// Runs a job on the threads that are left over for jobs, so that what a person drags stays smooth.
fn run(studio: &Studio, event: &JobEvent, request: Value, listener: &Listener) {
    let work = || {
        let route: &Route = verbs::find(&event.verb)?;
        let outcome = match trusted(&request) {
            Some(request) => verbs::perform_resolved(studio, route, request, listener)?,
            None => verbs::perform(studio, route, request, listener)?,
        };
        let numbers = outcome.bytes(studio, Shape::Numbers, Wanted::default())?;
        Ok::<_, AppError>((outcome.json(), numbers))
    };
    let caught =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| studio.job_threads().install(work)));
    let done = caught.unwrap_or_else(|_| Err(AppError::internal("that should not happen; nothing was lost")));
    end(studio, &event.job, done, listener);
}

/// The request without its mark, if it is one of the program itself.
fn trusted(request: &Value) -> Option<Value> {
    let mut request = request.clone();
    request.as_object_mut()?.remove(TRUSTED)?;
    Some(request)
}

/// Ends a job: what it came to is stored before anybody is told that it is done, and asks for it.
fn end(studio: &Studio, id: &str, done: Result<(Value, Vec<u8>), AppError>, listener: &Listener) {
    let Ok(mut event) = studio.jobs().get(id) else { return };
    event.notes = listener.notes();
    event.seq += 1;
    event.eta_secs = None;
    let (answer, numbers) = match done {
        Ok((answer, numbers)) => {
            event.state = JobState::Done;
            event.done = event.total;
            (Some(answer), Some(Arc::new(numbers)))
        }
        Err(error) => {
            let cancelled = error.facts().code == "cancelled";
            event.state = if cancelled { JobState::Cancelled } else { JobState::Failed };
            event.error = Some(error.facts().clone());
            (None, None)
        }
    };
    // A job whose end cannot be stored has failed, and is interrupted after the next start; both can be resumed.
    if let Err(error) = store(studio.memory(), &event, answer.as_ref()) {
        event.state = JobState::Failed;
        event.error = Some(error.facts().clone());
    }
    let mut inner = studio.jobs().lock();
    if let Some(job) = inner.jobs.get_mut(id) {
        (job.event, job.numbers, job.listener) = (event.clone(), numbers, None);
        inner.forget_numbers();
    }
    drop(inner);
    studio.tell(&event.text());
}

impl Inner {
    /// Keeps the numbers of the last jobs only.
    fn forget_numbers(&mut self) {
        let with = self.jobs.values_mut().filter(|job| job.numbers.is_some());
        let with: Vec<&mut Job> = with.collect();
        let many = with.len().saturating_sub(KEPT_NUMBERS);
        with.into_iter().take(many).for_each(|job| job.numbers = None);
    }
}

/// Tells how far a job has come.
fn progress(studio: &Studio, id: &str, what: &str, done: usize, total: usize) {
    let event = {
        let mut inner = studio.jobs().lock();
        let Some(job) = inner.jobs.get_mut(id) else { return };
        let event = &mut job.event;
        what.clone_into(&mut event.what);
        (event.done, event.total) = (done, total);
        event.seq += 1;
        let passed = job.started.map_or(0.0, |started| started.elapsed().as_secs_f64());
        event.eta_secs = (done > 0).then(|| passed * total.saturating_sub(done) as f64 / done as f64);
        event.clone()
    };
    studio.tell(&event.text());
}

fn store_new(memory: &Memory, number: u64, job: &Job) -> Result<(), AppError> {
    let (event, request) = (text(&job.event)?, job.request.to_string());
    memory.change(|transaction| {
        transaction.execute(
            "INSERT INTO studio_jobs (id, number, verb, request, event) VALUES (?, ?, ?, ?, ?)",
            params![job.event.job, number, job.event.verb, request, event],
        )?;
        Ok(())
    })
}

fn store(memory: &Memory, event: &JobEvent, answer: Option<&Value>) -> Result<(), AppError> {
    let (text, answer) = (text(event)?, answer.map(ToString::to_string));
    memory.change(|transaction| {
        let change = "UPDATE studio_jobs SET event = ?, answer = ? WHERE id = ?";
        transaction.execute(change, params![text, answer, event.job])?;
        Ok(())
    })
}

fn text(event: &JobEvent) -> Result<String, AppError> {
    serde_json::to_string(event).map_err(|error| AppError::internal(error.to_string()))
}

/// The answer of a job that is done.
pub(crate) fn answer(studio: &Studio, id: &str) -> Result<Value, AppError> {
    let event = studio.jobs().get(id)?;
    if event.state != JobState::Done {
        let message = "the job has no answer yet, or none at all";
        return Err(AppError::new(axum::http::StatusCode::CONFLICT, "state", message));
    }
    let text = "SELECT answer FROM studio_jobs WHERE id = ?";
    Ok(studio.memory().read(|connection| connection.query_row(text, [id], |row| parsed(row, 0)))?)
}
