//! Bytes changed at random.

use segue_numeric::Random;

/// Numbers that programs trip over, as text.
const TEXTS: [&str; 14] = [
    "0",
    "-1",
    "1e308",
    "-1e308",
    "1e-320",
    "NaN",
    "inf",
    "65536",
    "4294967296",
    "18446744073709551616",
    "2147483647",
    "0.1",
    "99999999",
    "\u{202e}\u{1b}[2J",
];

/// Numbers that programs trip over, as bytes.
const WORDS: [u32; 8] = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x0001_0000, 0x7f80_0000, 0x7fc0_0000];

/// The longest input, so that a target is not busy with sheer length.
const LONGEST: usize = 1 << 20;

/// Bytes changed in one to six places; `other` lends a piece now and then.
pub fn mutated(bytes: &[u8], other: &[u8], dice: &mut Random) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=below(dice, 6) {
        mutate(&mut out, other, dice);
    }
    out.truncate(LONGEST);
    out
}

/// A number below a limit; 0 when that is 0.
pub(crate) fn below(dice: &mut Random, limit: usize) -> usize {
    usize::try_from(dice.bits() % limit.max(1) as u64).unwrap_or(0)
}

fn mutate(out: &mut Vec<u8>, other: &[u8], dice: &mut Random) {
    let at = below(dice, out.len());
    match below(dice, 9) {
        0 if !out.is_empty() => out[at] ^= 1 << below(dice, 8),
        1 if !out.is_empty() => out[at] = dice.bits() as u8,
        2 => {
            let word = WORDS[below(dice, WORDS.len())].to_le_bytes();
            put(out, at, &word[..=below(dice, 4)]);
        }
        3 => drop(out.drain(stretch(out.len(), 64, dice))),
        4 => {
            let piece = out[stretch(out.len(), 64, dice)].to_vec();
            insert(out, at, &piece);
        }
        5 => {
            let piece = other[stretch(other.len(), 256, dice)].to_vec();
            insert(out, at, &piece);
        }
        6 => out.truncate(at),
        _ => replace_number(out, at, dice),
    }
}

/// A stretch of so many bytes, of `longest` at most.
fn stretch(length: usize, longest: usize, dice: &mut Random) -> std::ops::Range<usize> {
    let start = below(dice, length);
    start..(start + below(dice, longest)).min(length)
}

fn put(out: &mut [u8], at: usize, bytes: &[u8]) {
    out.iter_mut().skip(at).zip(bytes).for_each(|(to, from)| *to = *from);
}

fn insert(out: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    out.splice(at..at, bytes.iter().copied());
}

/// Puts a number that programs trip over in place of the one that begins next; at the place where there is none.
fn replace_number(out: &mut Vec<u8>, at: usize, dice: &mut Random) {
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
    let start = out[at..].iter().position(is_part).map_or(at, |ahead| at + ahead);
    let length = out[start..].iter().take_while(|byte| is_part(byte)).count();
    let text = TEXTS[below(dice, TEXTS.len())];
    out.splice(start..start + length, text.bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anything_can_be_changed_and_most_is() {
        let mut dice = Random::new(1);
        let texts: [&[u8]; 3] = [b"", b"x", b"Frames: 12\n0.5 1 2\n"];
        for text in texts {
            let changed = (0..1000).filter(|_| mutated(text, b"other", &mut dice) != text).count();
            assert!(changed > 500, "{changed} of {text:?}");
        }
        assert_eq!(mutated(b"same", b"", &mut Random::new(3)), mutated(b"same", b"", &mut Random::new(3)));
    }
}
