//! Numbers in sentences.

/// No two values are shown with more decimals than this.
const MOST_DECIMALS: usize = 4;

/// Two values with as few decimals, `decimals` or more, as show that they differ.
pub(crate) fn told_apart(found: f64, wanted: f64, decimals: usize) -> [String; 2] {
    let told = [found, wanted].map(|value| format!("{value:.decimals$}"));
    if told[0] != told[1] || decimals >= MOST_DECIMALS {
        told
    } else {
        told_apart(found, wanted, decimals + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_seen_to_differ() {
        assert_eq!(told_apart(3.0, 3.5, 1), ["3.0", "3.5"]);
        assert_eq!(told_apart(3.01, 3.04, 1), ["3.01", "3.04"]);
        assert_eq!(told_apart(0.8003, 0.8, 2), ["0.8003", "0.8000"]);
    }
}
