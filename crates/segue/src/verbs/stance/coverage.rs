//! What stances cover.

use segue_stance::{FindSettings, Params, Stage, StanceKind, StanceLibrary};
use serde::{Deserialize, Serialize};

use super::{StanceSource, Stock, WantedParams};
use crate::plots::{Canvas, Color, Slice};
use crate::verbs::{Done, Picture, Verb, VerbError, Watch};

/// Show what stances cover: for each, the range of each parameter in which a warp of it is plausible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StanceCoverageRequest {
    /// The parameters that a slice of the picture does not show; those left out are the mean of the stances.
    pub wanted: WantedParams,
    /// Points along each side of a slice of the picture, 4 to 200.
    pub points: usize,
    /// The stances.
    pub source: StanceSource,
}

impl Default for StanceCoverageRequest {
    fn default() -> Self {
        Self { wanted: WantedParams::default(), points: 28, source: StanceSource::default() }
    }
}

/// The answer to [`StanceCoverageRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StanceCoverageAnswer {
    /// The stances.
    pub coverage: Vec<CoveredStance>,
}

/// What a stance covers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoveredStance {
    /// The stance.
    pub stance: String,
    /// The least and greatest of each parameter; `None` when none of its warps is plausible.
    pub bounds: Option<[Params; 2]>,
}

/// Stances and what they cover.
#[derive(Clone, Debug)]
pub struct StanceCoverageWork {
    /// The stances.
    pub stock: Stock,
    /// The parameters that a slice does not show.
    middle: Params,
    points: usize,
    settings: FindSettings,
}

impl Verb for StanceCoverageRequest {
    const NAME: &'static str = "stance coverage";
    type Answer = StanceCoverageAnswer;
    type Work = StanceCoverageWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        if !(4..=200).contains(&self.points) {
            return Err(VerbError::Request(format!("points is {}; it must be 4 to 200", self.points)));
        }
        let stock = self.source.read(watch)?;
        let stances = stock.library.stances().iter().enumerate();
        let covered = stances.map(|(i, stance)| CoveredStance {
            stance: stance.name().to_owned(),
            bounds: stock.library.coverage(i).map(segue_stance::Coverage::bounds),
        });
        let answer = StanceCoverageAnswer { coverage: covered.collect() };
        let middle = self.wanted.over(stock.mean(StanceKind::Whole));
        let settings = self.source.find_settings();
        Ok(Done { answer, work: StanceCoverageWork { stock, middle, points: self.points, settings } })
    }
}

impl Picture for StanceCoverageWork {
    /// Slices of the space of the six parameters: where a warp answers, and what blends add.
    fn picture(&self) -> Result<Canvas, VerbError> {
        let slices = [[2, 1], [2, 3], [5, 1]].into_iter().map(|axes| self.slice(axes));
        Ok(Canvas::row(&slices.collect::<Result<Vec<_>, _>>()?))
    }
}

impl StanceCoverageWork {
    /// Where warps answer, and where only blends do.
    fn slice(&self, [x, y]: [usize; 2]) -> Result<Canvas, VerbError> {
        let corners = corners(&self.stock.library, [x, y]);
        let (mut warps, mut blends) = (Vec::new(), Vec::new());
        for i in 0..self.points * self.points {
            let at = self.point(i, corners);
            match self.stage([x, y], at)? {
                Some(Stage::Warp) => warps.push(at),
                Some(_) => blends.push(at),
                None => {}
            }
        }
        let own = whole(&self.stock.library).map(|params| [params[x], params[y]]).collect();
        Ok(Slice {
            title: format!("Which {} and {} the stances cover", Params::NAMES[x], Params::NAMES[y]),
            about: format!("{} answered by a warp, {} more by a blend", warps.len(), blends.len()),
            x_name: named(x),
            y_name: named(y),
            groups: vec![
                ("a warp is plausible".to_owned(), Color::LEFT, warps),
                ("only a blend is".to_owned(), Color::RIGHT, blends),
                ("the stances themselves, seen from the side".to_owned(), Color::GREY, own),
            ],
            corners,
        }
        .draw())
    }

    /// A point of the even grid between two corners.
    fn point(&self, i: usize, corners: [[f64; 2]; 2]) -> [f64; 2] {
        let share = |n: usize| n as f64 / (self.points - 1) as f64;
        let shares = [share(i % self.points), share(i / self.points)];
        [0, 1].map(|axis| corners[0][axis] + shares[axis] * (corners[1][axis] - corners[0][axis]))
    }

    /// How the request at a point of a slice is answered.
    fn stage(&self, [x, y]: [usize; 2], at: [f64; 2]) -> Result<Option<Stage>, VerbError> {
        let mut wanted = self.middle.to_array();
        (wanted[x], wanted[y]) = (at[0], at[1]);
        let wanted = Params::from_array(wanted);
        if wanted.checked().is_err() {
            return Ok(None);
        }
        Ok(self.stock.library.find(wanted, &self.settings)?.map(|found| found.stage))
    }
}

/// What a parameter is, in words, with its letters and unit.
fn named(axis: usize) -> String {
    const WORDS: [&str; 6] =
        ["first apex height", "apex height", "first apex speed", "apex speed", "sideways speed", "distance"];
    let unit = if (2..5).contains(&axis) { "m/s" } else { "m" };
    format!("{} {}, {unit}", WORDS[axis], Params::NAMES[axis])
}

/// The parameters of the stances from apex to apex.
fn whole(library: &StanceLibrary) -> impl Iterator<Item = [f64; 6]> + '_ {
    let stances = library.stances().iter().filter(|stance| stance.kind() == StanceKind::Whole);
    stances.map(|stance| stance.params().to_array())
}

/// The corners of the parameters of all stances, grown by a fifth.
fn corners(library: &StanceLibrary, axes: [usize; 2]) -> [[f64; 2]; 2] {
    let [x, y] = axes.map(|axis| {
        let values = whole(library).map(|params| params[axis]);
        let (low, high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        let margin = 0.1 * (high - low);
        [low - margin, high + margin]
    });
    [[x[0], y[0]], [x[1], y[1]]]
}
