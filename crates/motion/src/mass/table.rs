//! Anthropometric numbers.

/// Share of the body's mass and place of the centre of each part of the body, \[DL96\] table 4 (Zatsiorsky and
/// Seluyanov's gamma-ray scans of young adults, with centres given between joint centres).
///
/// Each pair is (share of the whole mass, place of the centre as a fraction of the way that the field names).
/// Paired parts are given once, for one side. The default is the mean of the two sexes: files do not say which.
///
/// ```
/// use segue_motion::MassTable;
///
/// for table in [MassTable::default(), MassTable::female(), MassTable::male()] {
///     assert!((table.total() - 1.0).abs() < 0.001);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassTable {
    /// From the base of the neck (cervicale) to the crown.
    pub head: (f64, f64),
    /// Chest; the fraction runs from the middle of the hips to the middle of the shoulders.
    pub upper_trunk: (f64, f64),
    /// Belly, along the same line.
    pub middle_trunk: (f64, f64),
    /// Pelvis, along the same line.
    pub lower_trunk: (f64, f64),
    /// From shoulder to elbow.
    pub upper_arm: (f64, f64),
    /// From elbow to wrist.
    pub forearm: (f64, f64),
    /// From wrist to the tip of the middle finger.
    pub hand: (f64, f64),
    /// From hip to knee.
    pub thigh: (f64, f64),
    /// From knee to ankle.
    pub shank: (f64, f64),
    /// From heel to the tip of the longest toe.
    pub foot: (f64, f64),
    /// How far behind the wrist the hand's centre lies, as a fraction of the forearm, for hands without fingers.
    pub hand_beyond_wrist: f64,
    /// Neck and head together as a fraction of the leg (hip to ankle), for heads without a crown.
    pub head_length_to_leg: f64,
    /// How far the ankle lies in front of the heel, as a fraction of the foot, for feet without a heel. Our estimate.
    pub ankle_ahead_of_heel: f64,
}

/// \[DL96\] table 2, lengths in millimetres: shares of the trunk are given between landmarks that skeletons do not have,
/// so they are laid off on the line from the middle of the hips to the middle of the shoulders.
struct Trunk {
    hips_to_shoulders: f64,
    lower: f64,
    middle: f64,
    upper: f64,
}

impl Trunk {
    /// Heights of the three centres as fractions of the line, given their fractions from each part's upper end.
    fn heights(&self, [lower, middle, upper]: [f64; 3]) -> [f64; 3] {
        let from_hips = [
            self.lower * (1.0 - lower),
            self.lower + self.middle * (1.0 - middle),
            self.lower + self.middle + self.upper * (1.0 - upper),
        ];
        from_hips.map(|height| height / self.hips_to_shoulders)
    }
}

impl MassTable {
    /// Numbers for women.
    pub fn female() -> Self {
        let trunk = Trunk { hips_to_shoulders: 497.9, lower: 181.5, middle: 205.3, upper: 142.5 };
        let [lower, middle, upper] = trunk.heights([0.4920, 0.4512, 0.2077]);
        Self {
            head: (0.0668, 1.0 - 0.4841),
            upper_trunk: (0.1545, upper),
            middle_trunk: (0.1465, middle),
            lower_trunk: (0.1247, lower),
            upper_arm: (0.0255, 0.5754),
            forearm: (0.0138, 0.4559),
            hand: (0.0056, 0.3427),
            thigh: (0.1478, 0.3612),
            shank: (0.0481, 0.4352),
            foot: (0.0129, 0.4014),
            hand_beyond_wrist: 0.7474 * 78.0 / 264.3,
            head_length_to_leg: 243.7 / (368.5 + 438.6),
            ankle_ahead_of_heel: 0.25,
        }
    }

    /// Numbers for men.
    pub fn male() -> Self {
        let trunk = Trunk { hips_to_shoulders: 515.5, lower: 145.7, middle: 215.5, upper: 170.7 };
        let [lower, middle, upper] = trunk.heights([0.6115, 0.4502, 0.2999]);
        Self {
            head: (0.0694, 1.0 - 0.5002),
            upper_trunk: (0.1596, upper),
            middle_trunk: (0.1633, middle),
            lower_trunk: (0.1117, lower),
            upper_arm: (0.0271, 0.5772),
            forearm: (0.0162, 0.4574),
            hand: (0.0061, 0.3624),
            thigh: (0.1416, 0.4095),
            shank: (0.0433, 0.4395),
            foot: (0.0137, 0.4415),
            hand_beyond_wrist: 0.7900 * 86.2 / 268.9,
            head_length_to_leg: 242.9 / (422.2 + 440.3),
            ankle_ahead_of_heel: 0.25,
        }
    }

    /// The sum of all shares, 1 up to the rounding of the source.
    pub fn total(&self) -> f64 {
        let single = [self.head, self.upper_trunk, self.middle_trunk, self.lower_trunk];
        let paired = [self.upper_arm, self.forearm, self.hand, self.thigh, self.shank, self.foot];
        let sum = |parts: &[(f64, f64)]| parts.iter().map(|(share, _)| share).sum::<f64>();
        sum(&single) + 2.0 * sum(&paired)
    }
}

impl Default for MassTable {
    fn default() -> Self {
        let (a, b) = (Self::female(), Self::male());
        let mean = |a: (f64, f64), b: (f64, f64)| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
        Self {
            head: mean(a.head, b.head),
            upper_trunk: mean(a.upper_trunk, b.upper_trunk),
            middle_trunk: mean(a.middle_trunk, b.middle_trunk),
            lower_trunk: mean(a.lower_trunk, b.lower_trunk),
            upper_arm: mean(a.upper_arm, b.upper_arm),
            forearm: mean(a.forearm, b.forearm),
            hand: mean(a.hand, b.hand),
            thigh: mean(a.thigh, b.thigh),
            shank: mean(a.shank, b.shank),
            foot: mean(a.foot, b.foot),
            hand_beyond_wrist: f64::midpoint(a.hand_beyond_wrist, b.hand_beyond_wrist),
            head_length_to_leg: f64::midpoint(a.head_length_to_leg, b.head_length_to_leg),
            ankle_ahead_of_heel: f64::midpoint(a.ankle_ahead_of_heel, b.ankle_ahead_of_heel),
        }
    }
}
