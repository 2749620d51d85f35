//! Names are data: what a file calls a clip or a joint must not steer a terminal.

use std::borrow::Cow;
use std::fmt;

use segue::text::steers;

/// A text whose control characters are spelled out, except line ends and tabs.
///
/// Characters are spelled as JSON does, so that JSON stays JSON.
pub(crate) fn spelled(text: impl fmt::Display) -> String {
    let text = text.to_string();
    spell(&text, |c| matches!(c, '\n' | '\t')).into_owned()
}

/// A text on one line: line ends and tabs are spelled out too.
pub(crate) fn on_one_line(text: impl fmt::Display) -> String {
    let text = text.to_string();
    spell(&text, |_| false).into_owned()
}

/// A number with so many decimals; never a negative zero.
pub(crate) fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

fn spell(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_spelled = |c: char| steers(c) && !is_kept(c);
    if !text.contains(is_spelled) {
        return Cow::Borrowed(text);
    }
    let spelled = |c: char| match c {
        '\n' if is_spelled(c) => "\\n".to_owned(),
        '\t' if is_spelled(c) => "\\t".to_owned(),
        c if is_spelled(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    Cow::Owned(text.chars().map(spelled).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_is_less_than_nothing() {
        use super::rounded;
        let all = [(-0.001, 2), (-0.0, 0), (-0.4, 0), (-0.006, 2), (0.0, 1), (-12.0, 0)];
        assert_eq!(
            all.map(|(value, decimals)| rounded(value, decimals)),
            ["0.00", "0", "0", "-0.01", "0.0", "-12"]
        );
    }

    use super::*;

    #[test]
    fn what_steers_a_terminal_is_spelled_out() {
        assert_eq!(spelled("\u{1b}]0;pwned\u{7}\u{9b}2J"), "\\u001b]0;pwned\\u0007\\u009b2J");
        assert_eq!(spelled("walk\u{202e}hvb"), "walk\\u202ehvb");
        assert_eq!(spelled("two\nlines\tand a tab"), "two\nlines\tand a tab");
        assert_eq!(on_one_line("two\nlines\tand a tab"), "two\\nlines\\tand a tab");
        assert_eq!(spelled("Ünïcödé 走る"), "Ünïcödé 走る");
    }

    #[test]
    fn json_stays_json() {
        let name = "\u{9b}2J \u{202e} \u{1b} \"quoted\"\n";
        let text = spelled(serde_json::json!({ "name": name }));
        assert!(!text.contains(steers));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap()["name"], name);
    }
}
