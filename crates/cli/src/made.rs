//! What happens to every motion that was made: feet are held, the result is measured, written and told.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use segue::blend::quality::Quality;
use segue::blend::{Averaging, CleanUp, PlayerSettings, SpeedLaw, clean_up};
use segue::formats::Origin;
use segue::motion::{Anatomy, Clip};
use segue::verbs::{self, AveragingName, MakeRequest};
use serde_json::{Value, json};

use crate::cast;
use crate::console::Console;
use crate::door;

/// How motion is made and where it goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Making")]
pub(crate) struct MakeArgs {
    /// Where the motion goes: a .bvh, .amc, .gltf or .glb file; its plants go beside it, to NAME.plants.json
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Frames per second of the result; without it those of the reference or first clip
    #[arg(long, value_name = "RATE", value_parser = crate::args::positive)]
    pub(crate) rate: Option<f64>,

    /// Average rotations exactly, by the exponential map, instead of fast
    #[arg(long)]
    exact: bool,

    /// How time passes: by the mean of the clips' durations, or by the mean of their rates as in the paper
    #[arg(long, value_name = "LAW", default_value = "duration")]
    law: LawName,

    /// Leave planted feet where the blend puts them
    #[arg(long)]
    pub(crate) no_cleanup: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LawName {
    Duration,
    Rate,
}

impl MakeArgs {
    pub(crate) fn request(&self) -> Result<MakeRequest> {
        Ok(MakeRequest {
            name: Some(door::stem(&self.output)?),
            rate_hz: self.rate,
            averaging: if self.exact { AveragingName::Exact } else { AveragingName::Fast },
            law: match self.law {
                LawName::Duration => verbs::LawName::Duration,
                LawName::Rate => verbs::LawName::Rate,
            },
            clean_up: !self.no_cleanup,
        })
    }

    pub(crate) fn player(&self, looping: bool) -> PlayerSettings {
        let averaging = if self.exact { Averaging::ExponentialMap } else { Averaging::Sum };
        let law = match self.law {
            LawName::Duration => SpeedLaw::MeanDuration,
            LawName::Rate => SpeedLaw::MeanRate,
        };
        PlayerSettings { averaging, law, looping }
    }

    /// Holds the feet of a motion, unless that is unwanted.
    pub(crate) fn finish(&self, clip: Clip) -> Result<Made> {
        let clip = clip.renamed(cast::stem(&self.output)?);
        let anatomy = Anatomy::of(clip.skeleton());
        let before = Quality::of(&clip, &anatomy);
        if self.no_cleanup {
            return Ok(Made { clip, raw: None, before, after: None, what: None });
        }
        let cleaned = clean_up(&clip, &anatomy, &CleanUp::default())?;
        let after = Some(Quality::of(&cleaned.clip, &anatomy));
        let what = Some(cleaned.report.to_string());
        Ok(Made { clip: cleaned.clip, raw: Some(clip), before, after, what })
    }
}

/// A motion that was made, and how good it is.
pub(crate) struct Made {
    pub(crate) clip: Clip,
    raw: Option<Clip>,
    before: Quality,
    after: Option<Quality>,
    what: Option<String>,
}

impl Made {
    /// Writes the motion and says what it is like.
    pub(crate) fn store(&self, path: &Path, origin: Option<&Origin>, console: &Console) -> Result<()> {
        let mut written = segue::write(path, std::slice::from_ref(&self.clip), origin)?;
        written.push(self.store_plants(path)?);
        let names: Vec<String> = written.iter().map(|file| file.display().to_string()).collect();
        console.say(format_args!(
            "wrote {}: {} frames, {:.2} s",
            names.join(", "),
            self.clip.len(),
            self.clip.duration_secs()
        ));
        if let Some(what) = &self.what {
            console.say(what);
        }
        Ok(())
    }

    /// Writes the plants beside the motion, so that it can be an input again as it was made.
    fn store_plants(&self, path: &Path) -> Result<PathBuf> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let plants = segue::files::plants_path(folder, self.clip.name());
        let text = format!("{:#}\n", segue::files::plants_to_json(self.clip.constraints()));
        segue::files::save(&plants, text.as_bytes())?;
        Ok(plants)
    }

    /// The motion before its feet were held, if they were.
    pub(crate) fn raw(&self) -> Option<&Clip> {
        self.raw.as_ref()
    }

    /// The numbers of the motion as it was written.
    pub(crate) fn quality(&self) -> &Quality {
        self.after.as_ref().unwrap_or(&self.before)
    }

    /// Tells the numbers of the motion, for people or for programs.
    pub(crate) fn report(&self, path: &Path, as_json: bool, console: &mut Console) -> Result<()> {
        if as_json {
            return console.line(serde_json::to_string_pretty(&self.as_json(path))?);
        }
        console.line(self.quality())
    }

    pub(crate) fn as_json(&self, path: &Path) -> Value {
        json!({
            "written": path.display().to_string(),
            "clip": self.clip.name(),
            "frames": self.clip.len(),
            "rate": self.clip.rate(),
            "quality": quality_json(self.quality()),
            "quality_before_cleanup": self.after.as_ref().map(|_| quality_json(&self.before)),
        })
    }
}

/// The numbers of a motion for programs, with their units in their names.
pub(crate) fn quality_json(quality: &Quality) -> Value {
    json!({
        "skate_cm_per_sec": quality.skate.map(|skate| skate.cm_per_sec),
        "skate_cm_per_plant": quality.skate.map(|skate| skate.cm_per_plant),
        "worst_drift_mm": quality.skate.map(|skate| skate.worst_drift_mm),
        "plants": quality.skate.map_or(0, |skate| skate.plants),
        "penetration_cm": quality.penetration.worst_cm,
        "penetration_share": quality.penetration.share,
        "path_metres": quality.root.metres,
        "straightness": quality.root.straightness,
        "path_turn_degrees": quality.root.turn_degrees,
        "facing_turn_degrees": quality.root.facing_degrees,
        "path_roughness": quality.root.roughness,
        "jerk_mm": quality.jerk_mm,
        "knee_pop_degrees": quality.knee_pop_degrees,
    })
}
