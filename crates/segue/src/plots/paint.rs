//! Colours.

use std::fmt;

/// An opaque colour, red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// Paper.
    pub const WHITE: Self = Self(255, 255, 255);
    /// Titles and numbers.
    pub const INK: Self = Self(30, 41, 59);
    /// Explanations beside the numbers.
    pub const GREY: Self = Self(100, 116, 139);
    /// Floor, axes and frames.
    pub const RULE: Self = Self(203, 213, 225);
    /// The left side of a body. With [`Color::RIGHT`] told apart by people who see no red or green.
    pub const LEFT: Self = Self(33, 118, 184);
    /// The right side of a body.
    pub const RIGHT: Self = Self(226, 112, 43);
    /// What belongs to no side.
    pub const MIDDLE: Self = Self(71, 85, 105);

    /// What is being compared with, and where something was refused.
    pub const PLAIN: Self = Self(148, 87, 160);
    /// What was made.
    pub const MADE: Self = Self(20, 20, 30);
    /// How far a foot slides that ought to stand.
    pub const SLIDES: Self = Self(208, 38, 56);
    /// A path over a field of colours.
    pub const PATH: Self = Self(255, 122, 26);

    /// Colours for lines that must be told apart, for as many as there are clips.
    pub fn of_line(number: usize) -> Self {
        const LINES: [Color; 9] = [
            Color(33, 118, 184),
            Color(226, 112, 43),
            Color(46, 139, 87),
            Color(148, 87, 160),
            Color(196, 164, 32),
            Color(192, 57, 87),
            Color(70, 158, 176),
            Color(110, 90, 70),
            Color(90, 100, 220),
        ];
        LINES[number % LINES.len()]
    }

    /// This colour mixed with `other`: 0 is this one, 1 the other.
    #[must_use]
    pub fn mixed(self, other: Self, share: f64) -> Self {
        let share = share.clamp(0.0, 1.0);
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

/// As in SVG: `#2176b8`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
