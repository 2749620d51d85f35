//! `segue studio`.

use std::net::IpAddr;
use std::process::{Command, Stdio};

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue_studio::{MEGABYTE, Opened, Studio, StudioLimits, StudioSettings, new_token, serve};

use crate::args;
use crate::console::{Console, Outcome};

/// Open the Studio in the browser: play, register, blend, search, control and sketch
///
/// Starts a server on this machine and opens its page. Edits are kept in the library; for files and samples the Studio
/// keeps one in the cache folder. Ctrl-C ends it, and nothing is lost.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A motion library, or files, folders and samples; without any, the built-in samples
    #[arg(value_name = "LIB|FILE", value_parser = args::input())]
    inputs: Vec<Input>,

    /// The port; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = StudioSettings::default().port)]
    port: u16,

    /// Listen on this address instead of this machine alone; the page then needs the token in the printed address
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// The largest file that can be dropped on the page, in MB
    #[arg(long, value_name = "MB", default_value_t = (StudioLimits::default().upload_bytes / MEGABYTE) as u32,
        value_parser = clap::value_parser!(u32).range(1..=4096))]
    max_upload: u32,
}

const EXAMPLES: &str = "\
Examples:
  segue studio                             the built-in samples
  segue studio kicks.segue                 a library, with all edits
  segue studio hero.glb captures/          files of your own
  segue studio kicks.segue --port 0 --no-open";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let default = StudioSettings::default();
    let host = args.host.unwrap_or(default.host);
    let settings = StudioSettings {
        host,
        port: args.port,
        token: if host.is_loopback() { None } else { Some(new_token()?) },
        limits: StudioLimits { upload_bytes: args.max_upload as usize * MEGABYTE, ..default.limits },
    };
    let studio = Studio::open(&Opened::of(args.inputs.clone()), settings)?;
    let mut printed = Ok(());
    serve(&studio, |address| {
        printed = console.line(format_args!("{address}")).and_then(|()| console.flush());
        console.say("Ctrl-C ends the Studio; everything is saved");
        if !args.no_open && !open_browser(address) {
            console.warn(format_args!("no browser could be started; open {address}"));
        }
    })?;
    printed.map(|()| Outcome::Done)
}

/// Asks the desktop to show a page; says whether it could be asked.
fn open_browser(address: &str) -> bool {
    let program = match () {
        () if cfg!(target_os = "macos") => "open",
        () if cfg!(windows) => "explorer",
        () => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
