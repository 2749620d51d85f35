//! `cargo xtask torture`: programs that work on one library are killed again and again, and nothing that was reported done is
//! missing afterwards.

mod job;
mod ledger;
mod stage;

use std::fmt;
use std::time::Instant;

use anyhow::Result;

use crate::dice::Dice;
use crate::program::Program;
use stage::Stage;

/// Rounds when the command line does not say.
pub(crate) const DEFAULT_ROUNDS: usize = 100;

/// Rounds of one library before another begins with a fresh one.
const ROUNDS_PER_LIBRARY: usize = 25;

/// What is done to the programs of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cruelty {
    /// Both writers are ended at random moments.
    Kill,
    /// No file may grow: what a full disk is like.
    FullDisk,
    /// The library may not be written to.
    ReadOnly,
    /// The clock is set a year back or ahead, as the times of all files show it, and both writers are ended.
    ClockJump,
}

impl Cruelty {
    /// Whether writers are ended at random moments.
    fn kills(self) -> bool {
        matches!(self, Self::Kill | Self::ClockJump)
    }

    /// Most rounds kill.
    fn of_round(round: usize) -> Self {
        match round % 10 {
            8 => Self::FullDisk,
            9 => Self::ReadOnly,
            6 => Self::ClockJump,
            _ => Self::Kill,
        }
    }
}

/// What came of all rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Toll {
    pub(crate) rounds: usize,
    pub(crate) jobs: usize,
    pub(crate) done: usize,
    pub(crate) killed: usize,
    pub(crate) refused: usize,
    pub(crate) reads: usize,
    /// What must not be, each in a sentence.
    pub(crate) faults: Vec<String>,
}

impl fmt::Display for Toll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, jobs, done, killed, refused, reads, faults } = self;
        writeln!(f, "| rounds | jobs of writers | done | killed | refused | reads meanwhile | faults |")?;
        writeln!(f, "|---|---|---|---|---|---|---|")?;
        write!(f, "| {rounds} | {jobs} | {done} | {killed} | {refused} | {reads} | {} |", faults.len())
    }
}

/// Runs so many rounds and says what came of them; faults end with an error.
pub(crate) fn run(rounds: usize, seed: u64) -> Result<()> {
    let start = Instant::now();
    let toll = torture(&Program::find()?, rounds, seed)?;
    println!("{toll}\n\nseed {seed}, {:.0} s", start.elapsed().as_secs_f64());
    toll.faults.iter().for_each(|fault| println!("fault: {fault}"));
    anyhow::ensure!(toll.faults.is_empty(), "{} faults", toll.faults.len());
    Ok(())
}

/// Rounds with one seed. Which programs come in which order is the same every time; when they are killed is up to the machine.
pub(crate) fn torture(program: &Program, rounds: usize, seed: u64) -> Result<Toll> {
    let (mut dice, mut toll) = (Dice(seed), Toll::default());
    let mut stage = Stage::new(program)?;
    for round in 0..rounds {
        if round % ROUNDS_PER_LIBRARY == 0 {
            stage.begin()?;
        }
        stage.round(Cruelty::of_round(round), &mut dice, &mut toll)?;
        toll.rounds += 1;
    }
    Ok(toll)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A short run with the program of the tests, where that has been built.
    #[test]
    fn nothing_that_was_reported_done_is_missing() {
        let path = crate::workspace::root().join("target/debug/segue");
        if !path.exists() {
            println!("skipped: no program at target/debug/segue");
            return;
        }
        let toll = torture(&Program::at(path), 10, 7).unwrap();
        assert_eq!(toll.faults, Vec::<String>::new());
        assert_eq!([toll.rounds, toll.jobs], [10, 20]);
        assert!(toll.reads > 0, "{toll}");
    }
}
