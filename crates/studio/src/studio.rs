//! An opened library with all that serves it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use segue::library::{Entry, Library};
use segue::motion::{ContentHash, Skeleton};
use tokio::sync::{Semaphore, broadcast};

use crate::jobs::{self, Jobs};
use crate::memory::Memory;
use crate::place::{self, Place};
use crate::warmth::{Key, Warmth};
use crate::{AppError, Opened, PlaceError, StudioSettings, assets};

/// An opened library with all that serves it. There is one for each running server.
#[derive(Debug)]
pub struct Studio {
    settings: StudioSettings,
    place: Place,
    /// The port that requests must name; known when the server listens.
    port: AtomicU16,
    memory: Memory,
    commands: Mutex<()>,
    events: broadcast::Sender<Arc<str>>,
    warm: Warmth,
    jobs: Jobs,
    job_threads: rayon::ThreadPool,
    sockets: Arc<Semaphore>,
    /// Skeletons of motion that was made, by fingerprint: the page asks for them after it has the motion.
    skeletons: Mutex<BTreeMap<String, Arc<Skeleton>>>,
}

/// Figures that are on the stage in one sitting.
const MOST_SKELETONS: usize = 256;

/// Events that a slow page may fall behind before it has to ask for the whole state again.
const EVENTS: usize = 1024;

/// Why the Studio cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StudioError {
    /// Nothing can be opened.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The Studio's tables cannot be made in the library.
    #[error("the library cannot keep what is edited: {0}")]
    Memory(#[from] rusqlite::Error),
    /// The system gives no threads.
    #[error("there are no threads for jobs: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// What was opened cannot be read in.
    #[error("{0}")]
    Fill(AppError),
    /// The program was built without the page.
    #[error(
        "this program was built without the page of the Studio ({reason}); install Node and build it again"
    )]
    NoPage {
        /// Why.
        reason: &'static str,
    },
    /// Beyond this machine a token is needed.
    #[error("{host} can be reached from other machines; that needs a token")]
    NoToken {
        /// The address.
        host: std::net::IpAddr,
    },
}

impl Studio {
    /// Opens what a person named, with the user's cache folder for what has to be kept.
    ///
    /// # Errors
    /// When it cannot be opened, the program holds no page, or the address needs a token.
    pub fn open(opened: &Opened, settings: StudioSettings) -> Result<Arc<Self>, StudioError> {
        if let Some(reason) = assets::missing() {
            return Err(StudioError::NoPage { reason });
        }
        Self::open_in(opened, settings, &place::cache_folder()?)
    }

    /// As [`Studio::open`], with another cache folder, and even without the page: what scripts and tests use.
    ///
    /// # Errors
    /// As [`Studio::open`].
    pub fn open_in(
        opened: &Opened,
        settings: StudioSettings,
        cache: &Path,
    ) -> Result<Arc<Self>, StudioError> {
        if !settings.host.is_loopback() && settings.token.is_none() {
            return Err(StudioError::NoToken { host: settings.host });
        }
        let place = Place::open(opened, cache)?;
        let memory = Memory::open(place.library())?;
        let (events, _) = broadcast::channel(EVENTS);
        let jobs = Jobs::load(&memory)?;
        // One processor stays for what a person drags.
        let left =
            std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        let job_threads = rayon::ThreadPoolBuilder::new().num_threads(left).build()?;
        let sockets = Arc::new(Semaphore::new(settings.limits.sockets));
        let studio = Arc::new(Self {
            port: AtomicU16::new(settings.port),
            commands: Mutex::new(()),
            warm: Warmth::default(),
            settings,
            place,
            memory,
            events,
            jobs,
            job_threads,
            sockets,
            skeletons: Mutex::new(BTreeMap::new()),
        });
        Self::fill(&studio, opened)?;
        Ok(studio)
    }

    /// Reads what a person opened into the library, as a job: the page is there at once. What is in the library as it is
    /// now is passed over.
    fn fill(studio: &Arc<Self>, opened: &Opened) -> Result<(), StudioError> {
        let inputs: Vec<String> = match opened {
            Opened::Library(_) => return Ok(()),
            Opened::Inputs(inputs) => inputs.iter().map(ToString::to_string).collect(),
            Opened::Samples => {
                let samples = segue::actors::samples().iter();
                samples.map(|sample| format!("sample:{}", sample.name)).collect()
            }
        };
        jobs::fill(studio, &inputs).map_err(StudioError::Fill)
    }

    /// How the server listens and how much it takes.
    pub fn settings(&self) -> &StudioSettings {
        &self.settings
    }

    /// The port that requests must name.
    pub fn port(&self) -> u16 {
        self.port.load(Ordering::Relaxed)
    }

    pub(crate) fn listens_on(&self, port: u16) {
        self.port.store(port, Ordering::Relaxed);
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Commands are applied one by one.
    pub(crate) fn one_command(&self) -> MutexGuard<'_, ()> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells every page.
    pub(crate) fn tell(&self, event: &str) {
        // Nobody may be listening.
        let _ = self.events.send(event.into());
    }

    /// Tells every page that clips, labels or plants changed.
    pub(crate) fn library_changed(&self) {
        self.tell(&format!("{{\"library\":{}}}", self.revision()));
    }

    /// Does work that takes a processor or the disk, off the threads that serve.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let done = tokio::task::spawn_blocking(move || work(&self)).await;
        done.map_err(|_| AppError::internal("that should not happen; nothing was lost"))?
    }

    /// Another number after every change of the library, whoever makes it; edits of the document do not count.
    pub(crate) fn revision(&self) -> u64 {
        self.memory.version()
    }

    /// The clips of the library.
    pub(crate) fn entries(&self) -> Result<Arc<Vec<Entry>>, AppError> {
        let list = || Library::open(self.place.library())?.entries();
        let key = Key { kind: "clips", request: String::new(), most: 1 };
        Ok(self.warm.get(&key, self.revision(), list)?)
    }

    /// What stays warm between requests.
    pub(crate) fn warm(&self) -> &Warmth {
        &self.warm
    }

    pub(crate) fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    /// The threads that jobs compute on.
    pub(crate) fn job_threads(&self) -> &rayon::ThreadPool {
        &self.job_threads
    }

    /// Places for live sockets.
    pub(crate) fn sockets(&self) -> &Arc<Semaphore> {
        &self.sockets
    }

    /// Hears everything that every page hears, from now on.
    pub(crate) fn hear(&self) -> broadcast::Receiver<Arc<str>> {
        self.events.subscribe()
    }

    /// Remembers the skeletons of motion that was made.
    pub(crate) fn remember(&self, skeletons: &[(String, Arc<Skeleton>)]) {
        let mut known = self.skeletons.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MOST_SKELETONS {
            known.clear();
        }
        for (hash, skeleton) in skeletons {
            known.entry(hash.clone()).or_insert_with(|| skeleton.clone());
        }
    }

    /// The skeleton with this fingerprint: of motion that was made, or of the library.
    pub(crate) fn skeleton(&self, hash: &str) -> Result<Arc<Skeleton>, AppError> {
        if let Some(found) = self.skeletons.lock().unwrap_or_else(PoisonError::into_inner).get(hash) {
            return Ok(found.clone());
        }
        let stored = Library::open(self.place.library())?.skeletons()?;
        let found = stored.into_iter().find(|one| ContentHash::of_skeleton(one).to_string() == hash);
        found.ok_or_else(|| AppError::unknown("no skeleton has this fingerprint"))
    }
}
