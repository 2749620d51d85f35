//! Names are data: what a file calls a clip must not steer what shows it.

/// Whether a character steers what shows it instead of being seen: control characters, and marks that turn the text after them
/// around.
///
/// ```
/// use segue::text::steers;
///
/// assert!("\u{1b}[2J".contains(steers) && "walk\u{202e}hvb".contains(steers));
/// assert!(!"Ünïcödé 走る".contains(steers));
/// ```
pub fn steers(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns
}
