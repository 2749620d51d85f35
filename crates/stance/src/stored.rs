//! Stances as bytes.

use glam::{DMat3, DQuat, DVec2, DVec3};
use segue_store::{ContainerError, FileKind};
use serde::{Deserialize, Serialize};

use crate::attempt::TrySettings;
use crate::core::{Core, LegTrack, SAMPLES, Table};
use crate::coverage::{Coverage, StoredCoverage};
use crate::library::StanceLibrary;
use crate::polygon::Polygon;
use crate::stance::State;
use crate::{CubicSpline, Footing, Force, Params, Stance, StanceKind, StanceOrigin};

const KIND: FileKind = FileKind {
    tag: *b"STC",
    name: "a set of stances",
    version: 3,
    // A stance takes about 20 kB.
    largest: 1 << 30,
    remedy: "extract the stances again",
};

/// Why bytes are not stances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoredError {
    /// Not stances, of another version, cut off or damaged.
    #[error(transparent)]
    Stored(#[from] ContainerError),
    /// A number that no stance has.
    #[error("stance `{stance}` is damaged: {what}; extract it again")]
    Impossible {
        /// Its name.
        stance: String,
        /// What is wrong.
        what: &'static str,
    },
}

/// Stances as bytes, without the clips that they come from.
///
/// ```
/// use segue_actors::Sample;
/// use segue_stance::{ExtractSettings, decode_stances, encode_stances, gather};
///
/// let hop = Sample::find("hop").unwrap().clip();
/// let stances = gather(&[hop], &ExtractSettings::default(), false).stances;
/// let again = decode_stances(&encode_stances(&stances))?;
/// assert_eq!(again.len(), stances.len());
/// assert!(again[1].params().distance(stances[1].params()) < 1e-9);
/// # Ok::<(), segue_stance::StoredError>(())
/// ```
///
/// # Panics
/// Never: numbers and words are always JSON.
pub fn encode_stances(stances: &[Stance]) -> Vec<u8> {
    packed(stances, None)
}

/// The stances of a library as bytes, with what they cover and the settings with which that was explored.
///
/// # Panics
/// Never: numbers and words are always JSON.
pub fn encode_library(library: &StanceLibrary, settings: &TrySettings) -> Vec<u8> {
    let coverage = library.coverage.iter().map(|region| region.as_ref().map(StoredCoverage::from)).collect();
    packed(&library.stances, Some(StoredRegions { settings: tag(settings), coverage }))
}

fn packed(stances: &[Stance], regions: Option<StoredRegions>) -> Vec<u8> {
    let file = StoredFile { stances: stances.iter().map(Stored::of).collect(), regions };
    KIND.pack(&serde_json::to_vec(&file).expect("numbers and words are always JSON"))
}

/// What regions depend on.
fn tag(settings: &TrySettings) -> String {
    format!("{settings:?}")
}

/// Reads what [`encode_stances`] or [`encode_library`] wrote: the stances.
///
/// # Errors
/// When the bytes are damaged or hold numbers that no stance has.
pub fn decode_stances(bytes: &[u8]) -> Result<Vec<Stance>, StoredError> {
    let file = unpacked(bytes)?;
    file.stances.into_iter().map(Stored::stance).collect()
}

/// A stored stance and what is known of its coverage: nothing, or its region, which may be none as well.
pub type KnownStance = (Stance, Option<Option<Coverage>>);

/// Reads what [`encode_stances`] or [`encode_library`] wrote: the stances with what they cover, where that was explored with
/// these settings.
///
/// # Errors
/// As [`decode_stances`].
pub fn decode_known(bytes: &[u8], settings: &TrySettings) -> Result<Vec<KnownStance>, StoredError> {
    let file = unpacked(bytes)?;
    let count = file.stances.len();
    let regions = file.regions.filter(|regions| regions.settings == tag(settings));
    let known: Vec<Option<Option<Coverage>>> = match regions {
        Some(regions) if regions.coverage.len() == count => regions
            .coverage
            .into_iter()
            .map(|region| Some(region.and_then(StoredCoverage::coverage)))
            .collect(),
        _ => vec![None; count],
    };
    let stances = file.stances.into_iter().map(Stored::stance);
    stances.zip(known).map(|(stance, known)| Ok((stance?, known))).collect()
}

fn unpacked(bytes: &[u8]) -> Result<StoredFile, StoredError> {
    let json = KIND.unpack(bytes)?;
    Ok(serde_json::from_slice(&json).map_err(|error| KIND.damaged(error.to_string()))?)
}

#[derive(Serialize, Deserialize)]
struct StoredFile {
    stances: Vec<Stored>,
    regions: Option<StoredRegions>,
}

/// What the stances cover, as explored with some settings.
#[derive(Serialize, Deserialize)]
struct StoredRegions {
    settings: String,
    coverage: Vec<Option<StoredCoverage>>,
}

/// A stance in plain numbers. Tables that follow from the force are not stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    name: String,
    kind: StanceKind,
    footing: Footing,
    params: Params,
    side_speed: f64,
    mass: f64,
    leg: f64,
    landing_secs: f64,
    ground_secs: f64,
    end_secs: f64,
    landing_height: f64,
    offset: [f64; 3],
    reach: f64,
    legs: Vec<StoredLeg>,
    force: Force,
    torque: CubicSpline,
    inertia: [f64; 9],
    orientation: [f64; 4],
    spin: [f64; 3],
    captured: [[f64; 3]; 2],
    support: Vec<Vec<[f64; 2]>>,
    origins: Vec<StanceOrigin>,
}

#[derive(Serialize, Deserialize)]
struct StoredLeg {
    hip: Vec<[f64; 3]>,
    ankle: Vec<[f64; 3]>,
    planted: [f64; 2],
}

impl Stored {
    fn of(stance: &Stance) -> Self {
        let core = &stance.core;
        let legs = core.legs.iter().flatten().map(|leg| StoredLeg {
            hip: leg.hip.map(|at| at.to_array()).to_vec(),
            ankle: leg.ankle.map(|at| at.to_array()).to_vec(),
            planted: leg.planted,
        });
        Self {
            name: stance.name.clone(),
            kind: core.kind,
            footing: stance.footing,
            params: core.params,
            side_speed: core.side_speed,
            mass: core.mass,
            leg: core.leg,
            landing_secs: core.landing_secs,
            ground_secs: core.ground_secs,
            end_secs: core.end_secs,
            landing_height: core.landing_height,
            offset: core.offset.to_array(),
            reach: core.reach,
            legs: legs.collect(),
            force: stance.force.clone(),
            torque: stance.torque.clone(),
            inertia: stance.inertia.to_cols_array(),
            orientation: stance.orientation.to_array(),
            spin: stance.spin.to_array(),
            captured: [stance.captured.position, stance.captured.velocity].map(|at| at.to_array()),
            support: stance.support.iter().map(|polygon| polygon.corners().to_vec()).collect(),
            origins: stance.origins.clone(),
        }
    }

    fn stance(self) -> Result<Stance, StoredError> {
        let impossible = |what| StoredError::Impossible { stance: self.name.clone(), what };
        let core = self.core().ok_or_else(|| impossible("a leg has not the right number of moments"))?;
        if !(self.mass > 0.0 && self.leg > 0.0 && self.ground_secs > 0.0 && self.end_secs > 0.0) {
            return Err(impossible("masses, lengths and times are above zero"));
        }
        let torque = CubicSpline::new(self.torque.points().to_vec());
        let torque = torque.ok_or_else(|| impossible("a torque has at least four points"))?;
        let orientation = DQuat::from_array(self.orientation);
        if (orientation.length() - 1.0).abs() > 1e-6 || self.origins.is_empty() {
            return Err(impossible("it has a clip, and an orientation of length one"));
        }
        let polygon = |corners: &Vec<[f64; 2]>| {
            Polygon::hull(&corners.iter().copied().map(DVec2::from).collect::<Vec<_>>())
        };
        let [position, velocity] = self.captured.map(DVec3::from);
        Ok(Stance {
            core,
            torque,
            orientation,
            footing: self.footing,
            inertia: DMat3::from_cols_array(&self.inertia),
            spin: self.spin.into(),
            captured: State { position, velocity },
            support: self.support.iter().map(polygon).collect(),
            name: self.name,
            force: self.force,
            origins: self.origins,
        })
    }

    /// The tables of the stance; `None` when those of a leg have the wrong length.
    fn core(&self) -> Option<Core> {
        let mut legs = [None; 2];
        for (place, leg) in legs.iter_mut().zip(&self.legs) {
            let (hip, ankle) = (table(&leg.hip)?, table(&leg.ankle)?);
            *place = Some(LegTrack { hip, ankle, planted: leg.planted });
        }
        let mut core = Core {
            kind: self.kind,
            params: self.params,
            side_speed: self.side_speed,
            mass: self.mass,
            leg: self.leg,
            landing_secs: self.landing_secs,
            ground_secs: self.ground_secs,
            end_secs: self.end_secs,
            landing_height: self.landing_height,
            offset: self.offset.into(),
            force: [DVec3::ZERO; SAMPLES],
            shift: [DVec3::ZERO; SAMPLES],
            mean: DVec3::ZERO,
            legs,
            reach: self.reach,
        };
        core.set_force(&self.force);
        Some(core)
    }
}

fn table(rows: &[[f64; 3]]) -> Option<Table> {
    let rows: &[[f64; 3]; SAMPLES] = rows.try_into().ok()?;
    Some(rows.map(DVec3::from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExtractSettings, Limits, gather, judge};
    use segue_actors::Sample;

    fn stances() -> Vec<Stance> {
        let clips = ["jump-again", "jog"].map(|name| Sample::find(name).unwrap().clip());
        gather(&clips, &ExtractSettings::default(), true).stances
    }

    #[test]
    fn stances_come_back_as_they_were() {
        let stances = stances();
        let again = decode_stances(&encode_stances(&stances)).unwrap();
        assert_eq!(again.len(), stances.len());
        for (a, b) in stances.iter().zip(&again) {
            assert_eq!((a.name(), a.footing(), a.kind()), (b.name(), b.footing(), b.kind()));
            assert_eq!(a.support().len(), b.support().len());
            assert!(
                a.params().distance(b.params()) < 1e-9 && a.centre_at(0.3).distance(b.centre_at(0.3)) < 1e-9
            );
            let values = [a, b].map(|stance| judge(stance, &Limits::default()).value);
            assert!((values[0] - values[1]).abs() < 1e-9, "{values:?}");
            assert!(a.torque().at(0.4).distance(b.torque().at(0.4)) < 1e-9);
        }
    }

    #[test]
    fn coverage_is_stored_beside_the_stances() {
        let (stances, settings) = (stances(), TrySettings::default());
        let library = StanceLibrary::new(stances, &settings);
        let bytes = encode_library(&library, &settings);
        let known = decode_known(&bytes, &settings).unwrap();
        assert!(known.iter().all(|(_, region)| region.is_some()));
        let (stances, regions): (Vec<_>, Vec<_>) = known.into_iter().unzip();
        let again = StanceLibrary::with_known(stances, regions, &settings);
        for i in 0..again.stances().len() {
            let [a, b] = [&library, &again].map(|library| library.coverage(i).map(Coverage::bounds));
            assert_eq!(a, b);
        }
        let other = TrySettings { ground_factors: vec![1.0], ..settings };
        assert!(decode_known(&bytes, &other).unwrap().iter().all(|(_, region)| region.is_none()));
    }

    #[test]
    fn damage_is_refused_in_words() {
        let bytes = encode_stances(&stances()[..1]);
        let error = decode_stances(&bytes[..bytes.len() / 2]).unwrap_err();
        assert!(matches!(error, StoredError::Stored(ContainerError::CutOff { .. })), "{error}");
        let changed = |from: &str, to: &str| {
            let json = String::from_utf8(KIND.unpack(&bytes).unwrap()).unwrap().replacen(from, to, 1);
            decode_stances(&KIND.pack(json.as_bytes())).unwrap_err().to_string()
        };
        assert!(changed("\"mass\":70", "\"mass\":-70").contains("above zero"));
        assert!(changed("\"mass\":70", "\"mass\":\"much\"").contains("damaged (invalid type"));
        assert!(changed("\"hip\":[[", "\"hip\":[[0.0,0.0,0.0],[").contains("number of moments"));
    }
}
