//! Rows of numbers as a text says them, in about half the room of [`f64`].

/// Rows of as many numbers each.
///
/// What a text says has few digits: whole numbers of 32 bits over a power of ten give it back to the last bit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    columns: usize,
    blocks: Vec<Block>,
    /// The rows after the blocks.
    open: Vec<f64>,
}

/// Rows of a block: enough that what is said once for all of them costs nothing.
const ROWS: usize = 64;

impl Table {
    /// No row yet; a row has at least one number.
    pub(crate) fn new(columns: usize) -> Self {
        Self { columns, blocks: Vec::new(), open: Vec::new() }
    }

    /// Numbers in a row.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.blocks.len() * ROWS + self.open.len() / self.columns
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: &[f64]) {
        assert_eq!(row.len(), self.columns, "all rows are as long");
        self.open.extend_from_slice(row);
        if self.open.len() == ROWS * self.columns {
            self.blocks.push(Block::of(&self.open, self.columns));
            self.open.clear();
        }
    }

    /// One row.
    pub(crate) fn row(&self, row: usize) -> Vec<f64> {
        let mut out = Vec::with_capacity(self.columns);
        self.read(row, &mut out);
        out
    }

    /// One row, in the place of what was in `out`.
    pub(crate) fn read(&self, row: usize, out: &mut Vec<f64>) {
        out.clear();
        let start = row % ROWS * self.columns;
        let places = start..start + self.columns;
        match self.blocks.get(row / ROWS) {
            Some(block) => block.read(places, out),
            None => out.extend_from_slice(&self.open[places]),
        }
    }

    /// All rows, one after the other.
    pub(crate) fn each(&self) -> impl Iterator<Item = Vec<f64>> + '_ {
        (0..self.rows()).map(|row| self.row(row))
    }
}

/// Rows that lie together.
#[derive(Clone, Debug, PartialEq)]
enum Block {
    /// Whole numbers over a power of ten, and the numbers that are not, in order of their places.
    Decimal { power: f64, wholes: Box<[i32]>, odd: Box<[(u32, f64)]> },
    /// Numbers of many digits.
    Plain(Box<[f64]>),
}

/// One in so many may be odd: more would take as much room as plain numbers.
const ODD: usize = 8;

impl Block {
    fn of(values: &[f64], columns: usize) -> Self {
        Self::decimal(values, columns).unwrap_or_else(|| Self::Plain(values.into()))
    }

    fn decimal(values: &[f64], columns: usize) -> Option<Self> {
        let power = power(values, columns)?;
        let mut odd = Vec::new();
        let mut whole_or_odd = |(place, &value): (usize, &f64)| {
            whole(value, power).unwrap_or_else(|| {
                odd.push((place as u32, value));
                0
            })
        };
        let wholes = values.iter().enumerate().map(&mut whole_or_odd).collect();
        (odd.len() * ODD <= values.len()).then(|| Self::Decimal { power, wholes, odd: odd.into() })
    }

    fn read(&self, places: std::ops::Range<usize>, out: &mut Vec<f64>) {
        match self {
            Self::Plain(values) => out.extend_from_slice(&values[places]),
            Self::Decimal { power, wholes, odd } => {
                out.extend(wholes[places.clone()].iter().map(|&whole| number(whole, *power)));
                let first = odd.partition_point(|&(place, _)| (place as usize) < places.start);
                let here = odd[first..].iter().take_while(|&&(place, _)| (place as usize) < places.end);
                here.for_each(|&(place, value)| out[place as usize - places.start] = value);
            }
        }
    }
}

/// The lowest power of ten over which nearly all numbers are whole, by rows from all over a block.
fn power(values: &[f64], columns: usize) -> Option<f64> {
    /// A hundred-millionth of a degree: with more digits no turn fits into 32 bits.
    const MOST_DECIMALS: usize = 8;
    const POWERS: [f64; MOST_DECIMALS + 1] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
    let samples = values.chunks(columns).step_by(ROWS / 8).flatten();
    let enough = values.len().div_ceil(ROWS / 8) / ODD;
    let odd =
        |power| samples.clone().filter(|&&value| whole(value, power).is_none()).take(enough + 1).count();
    POWERS.into_iter().find(|&power| odd(power) <= enough)
}

/// Stands for a zero below zero, which many programs write for what hardly moves.
const MINUS_ZERO: i32 = i32::MIN;

/// The whole number that gives back `value`, every bit of it, over a power of ten.
#[inline]
fn whole(value: f64, power: f64) -> Option<i32> {
    // A number that is too large becomes the largest, which does not give it back.
    let rounded = (value * power + 0.5_f64.copysign(value)) as i32;
    let whole = if rounded == 0 && value.is_sign_negative() { MINUS_ZERO } else { rounded };
    (number(whole, power).to_bits() == value.to_bits()).then_some(whole)
}

/// What a whole number over a power of ten says.
#[inline]
fn number(whole: i32, power: f64) -> f64 {
    if whole == MINUS_ZERO { -0.0 } else { f64::from(whole) / power }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::number;

    fn table(rows: &[Vec<f64>]) -> Table {
        let mut table = Table::new(rows[0].len());
        for row in rows {
            table.push(row);
        }
        table
    }

    fn bits(rows: impl Iterator<Item = Vec<f64>>) -> Vec<u64> {
        rows.flatten().map(f64::to_bits).collect()
    }

    /// The bytes that lie in blocks, for each number.
    fn bytes_per_number(table: &Table) -> f64 {
        let bytes = |block: &Block| match block {
            Block::Decimal { wholes, odd, .. } => 4 * wholes.len() + 16 * odd.len(),
            Block::Plain(values) => 8 * values.len(),
        };
        let bytes: usize = table.blocks.iter().map(bytes).sum();
        bytes as f64 / (table.blocks.len() * ROWS * table.columns) as f64
    }

    #[test]
    fn what_a_file_says_takes_half_the_room() {
        let row = |frame: i32| -> Vec<f64> {
            let said = |column: i32| format!("{:.6}", 120.0 * f64::from(frame * (7 * column + 1)).sin());
            (0..30).map(|column| number::take(said(column).as_bytes()).unwrap().0.value).collect()
        };
        let rows: Vec<_> = (0..1000).map(row).collect();
        let table = table(&rows);
        assert_eq!(bits(table.each()), bits(rows.into_iter()));
        assert!(bytes_per_number(&table) < 4.1, "{}", bytes_per_number(&table));
    }

    /// A figure that walks far away, and tiny numbers: a few are kept as they are.
    #[test]
    fn a_few_odd_numbers_do_not_spoil_a_block() {
        let row = |frame: i32| {
            let mut row = vec![1.25 + f64::from(frame); 40];
            row[..3].copy_from_slice(&[5e6 + 0.015_625, 2e-7, -1.164_13e-14]);
            row[3..20].fill(-0.0);
            row
        };
        let rows: Vec<_> = (0..300).map(row).collect();
        let table = table(&rows);
        assert_eq!(bits(table.each()), bits(rows.into_iter()));
        assert!(bytes_per_number(&table) < 5.5, "{}", bytes_per_number(&table));
    }

    proptest! {
        /// Whatever the numbers are, they come back bit for bit, and none takes more room than before.
        #[test]
        fn every_bit_comes_back(
            columns in 1..7usize,
            decimals in 0..12usize,
            numbers in proptest::collection::vec(
                prop_oneof![8 => -1e4..1e4f64, 1 => any::<f64>(), 1 => Just(-0.0)], 0..2000,
            ),
            exact: bool,
        ) {
            let said = |value: &f64| if exact { *value } else { format!("{value:.decimals$}").parse().unwrap() };
            let numbers: Vec<f64> = numbers.iter().map(said).collect();
            let rows: Vec<_> = numbers.chunks_exact(columns).map(<[f64]>::to_vec).collect();
            prop_assume!(!rows.is_empty());
            let table = table(&rows);
            prop_assert_eq!(table.rows(), rows.len());
            prop_assert_eq!(bits(table.each()), bits(rows.into_iter()));
            prop_assert!(table.blocks.is_empty() || bytes_per_number(&table) <= 8.0);
        }
    }
}
