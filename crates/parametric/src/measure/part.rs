//! What can be measured, and how it is written.

use segue_motion::{Role, Side};

use super::Unit;
use super::own::{Function, Given};

/// One thing that is measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// Where a point is at a moment: one coordinate or all.
    At(Point, Option<Axis>, Moment),
    /// By how much a joint has turned since the start: one coordinate or all of the turn as an axis times its angle.
    Turn(Point, Option<Axis>, Moment),
    /// Where the root ends on the floor: x, z or both.
    Final(Option<Axis>),
    /// By how much the root has turned at the end.
    Facing,
    /// An extreme or the mean of something over time, between two moments or over all of it.
    Extreme(Extreme, Track, Option<[Moment; 2]>),
    /// Mean speed of the root over the floor.
    Speed,
    /// Turn of the root by the length of its way.
    Curvature,
    /// How long it takes.
    Duration,
    /// What the user says of the examples.
    Given(Given),
    /// A function of the user's own.
    Function(Function),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Point {
    Root,
    Mass,
    Role(Role),
    Joint(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    X,
    Y,
    Z,
}

impl Axis {
    pub(super) const ALL: [(Self, &'static str); 3] = [(Self::X, "x"), (Self::Y, "y"), (Self::Z, "z")];

    fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Moment {
    Start,
    End,
    Apex,
    Takeoff,
    Landing,
    Frame(usize),
    When(Extreme, Track),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extreme {
    Max,
    Min,
    Mean,
}

/// Something that changes in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Track {
    Coordinate(Point, Axis),
    Speed(Point),
    /// How fast a joint turns.
    Spin(Point),
}

impl Track {
    pub(super) fn point(&self) -> &Point {
        match self {
            Self::Coordinate(point, _) | Self::Speed(point) | Self::Spin(point) => point,
        }
    }
}

impl Part {
    pub(super) fn dimensions(&self) -> usize {
        match self {
            Self::At(_, None, _) | Self::Turn(_, None, _) => 3,
            Self::Final(None) => 2,
            _ => 1,
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        let at = |what: String, axis: &Option<Axis>, moment: &Moment| {
            let axes = axis.map_or_else(|| Axis::ALL.map(|(axis, _)| axis).to_vec(), |axis| vec![axis]);
            let name = |axis: Axis| format!("{what}.{} @{}", axis.name(), moment.text());
            axes.into_iter().map(name).collect()
        };
        match self {
            Self::At(point, axis, moment) => at(point.text(), axis, moment),
            Self::Turn(point, axis, moment) => at(format!("turn({})", point.text()), axis, moment),
            Self::Final(axis) => {
                let axes = axis.map_or_else(|| vec![Axis::X, Axis::Z], |axis| vec![axis]);
                axes.into_iter().map(|axis| format!("root.final.{}", axis.name())).collect()
            }
            Self::Facing => vec!["facing.final".to_owned()],
            Self::Extreme(extreme, track, None) => vec![format!("{}({})", extreme.text(), track.text())],
            Self::Extreme(extreme, track, Some([from, to])) => {
                let (extreme, track) = (extreme.text(), track.text());
                vec![format!("{extreme}({track} @{}-{})", from.text(), to.text())]
            }
            Self::Speed => vec!["speed(root)".to_owned()],
            Self::Curvature => vec!["curvature(root)".to_owned()],
            Self::Duration => vec!["duration".to_owned()],
            Self::Given(given) => vec![given.name.clone()],
            Self::Function(function) => vec![function.name().to_owned()],
        }
    }

    pub(super) fn units(&self) -> Vec<Unit> {
        let unit = match self {
            Self::At(..) | Self::Final(_) | Self::Extreme(_, Track::Coordinate(..), _) => Unit::Metres,
            Self::Facing | Self::Turn(..) => Unit::Degrees,
            Self::Extreme(_, Track::Speed(_), _) | Self::Speed => Unit::MetresPerSec,
            Self::Extreme(_, Track::Spin(_), _) => Unit::DegreesPerSec,
            Self::Curvature => Unit::DegreesPerMetre,
            Self::Duration => Unit::Secs,
            Self::Given(_) => Unit::Plain,
            Self::Function(function) => function.unit(),
        };
        vec![unit; self.dimensions()]
    }
}

impl Point {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Root => "root".to_owned(),
            Self::Mass => "com".to_owned(),
            Self::Joint(name) => format!("'{name}'"),
            Self::Role(role) => {
                let (name, side) = role_words(*role);
                format!("{name}{side}")
            }
        }
    }
}

impl Moment {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Frame(frame) => frame.to_string(),
            Self::When(extreme, track) => format!("{}({})", extreme.text(), track.text()),
            named => {
                let found = NAMED.iter().find(|(_, moment)| moment == named);
                found.map_or_else(String::new, |(name, _)| (*name).to_owned())
            }
        }
    }
}

impl Extreme {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::Min => "min",
            Self::Mean => "mean",
        }
    }
}

impl Track {
    fn text(&self) -> String {
        match self {
            Self::Coordinate(point, axis) => format!("{}.{}", point.text(), axis.name()),
            Self::Speed(point) => format!("speed({})", point.text()),
            Self::Spin(point) => format!("spin({})", point.text()),
        }
    }
}

/// Moments that have a name.
pub(super) const NAMED: [(&str, Moment); 5] = [
    ("start", Moment::Start),
    ("end", Moment::End),
    ("apex", Moment::Apex),
    ("takeoff", Moment::Takeoff),
    ("landing", Moment::Landing),
];

/// A way to name a role of either side.
pub(super) type Sided = fn(Side) -> Role;

/// Joints that the body has on either side.
pub(super) const SIDED: [(&str, Sided); 8] = [
    ("clavicle", Role::Clavicle),
    ("shoulder", Role::Shoulder),
    ("elbow", Role::Elbow),
    ("wrist", Role::Wrist),
    ("hip", Role::Hip),
    ("knee", Role::Knee),
    ("ankle", Role::Ankle),
    ("toe", Role::Toe),
];

fn role_words(role: Role) -> (&'static str, &'static str) {
    let sided = SIDED.iter().find_map(|(name, of)| {
        let sides = [(Side::Left, ".l"), (Side::Right, ".r")];
        sides.into_iter().find(|(side, _)| of(*side) == role).map(|(_, side)| (*name, side))
    });
    sided.unwrap_or(if role == Role::Head { ("head", "") } else { ("hips", "") })
}

/// All names of points that need no quotes.
pub(super) fn point_names() -> Vec<String> {
    let sided = SIDED.iter().flat_map(|(name, _)| [format!("{name}.l"), format!("{name}.r")]);
    ["root", "com", "hips", "head"].into_iter().map(str::to_owned).chain(sided).collect()
}
