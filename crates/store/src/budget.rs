//! How much memory one step of the work may ask for.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

/// The variable of the environment that sets the budget where nobody else does.
const VARIABLE: &str = "SEGUE_MEMORY";

/// The share of the machine's memory that one step may take: another program, and what was read before, need the rest.
const SHARE: u64 = 2;

/// Bytes of a machine that does not tell its memory.
const UNTOLD: u64 = 8 << 30;

/// The budget of this program; 0 until someone asks for it.
static CHOSEN: AtomicU64 = AtomicU64::new(0);

/// An amount of memory, and the limit for everything whose size a file or a duration decides.
///
/// Whatever unpacks, or makes a table of frames by frames, asks [`Budget::allow`] first. The limit is that of the program: half
/// of the machine's memory, the variable `SEGUE_MEMORY`, or what [`Budget::choose`] was told. Results never depend on it.
///
/// ```
/// use segue_store::Budget;
///
/// let budget: Budget = "1.5 GB".parse()?;
/// assert_eq!(budget.bytes(), 1_500_000_000);
/// assert!(budget.covers("the table", 1_000_000_000).is_ok());
/// let error = budget.covers("the table of `a` and `b`", 46_000_000_000).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the table of `a` and `b` needs 46 GB of memory, more than the 1.5 GB that may be used; allow more (--memory, SEGUE_MEMORY), or use less of the input"
/// );
/// # Ok::<(), segue_store::NoAmount>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(u64);

impl Budget {
    /// An amount in bytes.
    pub const fn of_bytes(bytes: u64) -> Self {
        Self(bytes)
    }

    /// The amount in bytes.
    pub const fn bytes(self) -> u64 {
        self.0
    }

    /// The limit of this program.
    pub fn of_program() -> Self {
        match CHOSEN.load(Ordering::Relaxed) {
            0 => {
                let budget = Self::of_environment().ok().flatten().unwrap_or_else(Self::of_machine);
                budget.choose();
                budget
            }
            bytes => Self(bytes),
        }
    }

    /// What the variable `SEGUE_MEMORY` says; `None` where it is not set.
    ///
    /// # Errors
    /// When it holds no amount. A program that starts says so; a library that nobody asked keeps to the machine's memory.
    pub fn of_environment() -> Result<Option<Self>, NoAmount> {
        std::env::var(VARIABLE).ok().map(|text| text.parse()).transpose()
    }

    /// Makes this the limit of the program.
    pub fn choose(self) {
        CHOSEN.store(self.0.max(1), Ordering::Relaxed);
    }

    /// Half of the memory that this machine has.
    pub fn of_machine() -> Self {
        let told = std::fs::read_to_string("/proc/meminfo").ok();
        Self(told.and_then(|text| total(&text)).unwrap_or(UNTOLD) / SHARE)
    }

    /// Whether the program may take so many bytes for something.
    ///
    /// # Errors
    /// When they are more than [`Budget::of_program`].
    pub fn allow(what: impl fmt::Display, needed: u64) -> Result<(), OverBudget> {
        Self::of_program().covers(what, needed)
    }

    /// Whether so many bytes for something are within this amount.
    ///
    /// # Errors
    /// When they are more.
    pub fn covers(self, what: impl fmt::Display, needed: u64) -> Result<(), OverBudget> {
        if needed <= self.0 {
            return Ok(());
        }
        Err(OverBudget { what: what.to_string(), needed: Self(needed), allowed: self })
    }
}

/// The memory of the machine in bytes, from what Linux tells about it.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Something that would take more memory than may be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{what} needs {needed} of memory, more than the {allowed} that may be used; allow more (--memory, SEGUE_MEMORY), or use \
     less of the input"
)]
pub struct OverBudget {
    /// What needs it.
    pub what: String,
    /// How much it needs.
    pub needed: Budget,
    /// How much may be used.
    pub allowed: Budget,
}

/// A text that is no amount of memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no amount of memory: write a number with kB, MB, GB or TB, as in 2GB")]
pub struct NoAmount(String);

/// The units of amounts, the largest first.
const UNITS: [(&str, f64); 5] = [("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0)];

impl FromStr for Budget {
    type Err = NoAmount;

    fn from_str(text: &str) -> Result<Self, NoAmount> {
        let trimmed = text.trim();
        let of_unit = |&(unit, bytes): &(&str, f64)| {
            let at = trimmed.len().checked_sub(unit.len()).filter(|&at| trimmed.is_char_boundary(at))?;
            let (number, found) = trimmed.split_at(at);
            found.eq_ignore_ascii_case(unit).then_some((number, bytes))
        };
        let (number, unit) = UNITS.iter().find_map(of_unit).unwrap_or((trimmed, 1.0));
        let number: f64 = number.trim().parse().map_err(|_| NoAmount(text.to_owned()))?;
        let bytes = (number * unit).round();
        // Beyond 2⁶³ no machine has any, and not a number is no amount.
        if (1.0..9.2e18).contains(&bytes) { Ok(Self(bytes as u64)) } else { Err(NoAmount(text.to_owned())) }
    }
}

/// Three digits, in the unit that suits.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0 as f64;
        let &(unit, size) = UNITS.iter().find(|(_, size)| bytes >= *size).unwrap_or(&UNITS[4]);
        let number = bytes / size;
        let decimals = usize::from(number < 100.0 && size > 1.0) + usize::from(number < 10.0 && size > 1.0);
        let digits = format!("{number:.decimals$}");
        let digits =
            if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
        write!(f, "{digits} {unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_written() {
        for (text, bytes, written) in [
            ("1", 1, "1 B"),
            ("1500", 1500, "1.5 kB"),
            ("2GB", 2_000_000_000, "2 GB"),
            (" 1.25 gb ", 1_250_000_000, "1.25 GB"),
            ("512 MB", 512_000_000, "512 MB"),
            ("46.66TB", 46_660_000_000_000, "46.7 TB"),
        ] {
            let budget: Budget = text.parse().unwrap();
            assert_eq!((budget.bytes(), &budget.to_string()[..]), (bytes, written), "{text}");
        }
        for text in ["", "GB", "much", "-1GB", "0", "NaN", "inf", "1e300TB", "2 giga", "ü"] {
            assert!(text.parse::<Budget>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_memory_of_a_machine_is_found() {
        assert_eq!(total("MemTotal:       16000 kB\nMemFree: 1 kB\n"), Some(16_384_000));
        assert_eq!(total("MemTotal: lots"), None);
        assert!(Budget::of_machine().bytes() > 1 << 26);
    }

    #[test]
    fn what_is_within_is_allowed_and_what_is_not_is_said() {
        let budget = Budget::of_bytes(1000);
        assert!(budget.covers("a table", 1000).is_ok());
        let error = budget.covers("a table", 1001).unwrap_err();
        assert!(error.to_string().starts_with("a table needs 1 kB of memory, more than the 1 kB"), "{error}");
    }
}
