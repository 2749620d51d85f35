//! How exact parameterized motions are, on synthetic actors and on captures: the table of [KG04] §4.4 and what is asked beyond it.
//!
//! `cargo xtask eval parametric [WORD...]` runs it, with words for actions whose names contain one of them. The captures are those
//! of one person, one file for each action. The files at even places of their sorted names are the tuned half, on which constants
//! may be chosen; those at odd places are the untouched half. Captures are read from `../shared/mocap` beside the workspace, or from
//! the folder in `SEGUE_MOCAP`; without them that part is left out.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that reports")]

mod asked;
mod captures;
mod made;
mod row;
mod written;

/// Whether an action was asked for: without words after `--` all are, else those whose names contain one of them.
fn is_wanted(action: &str) -> bool {
    let words: Vec<String> = std::env::args().skip(1).collect();
    words.is_empty() || words.iter().any(|word| action.contains(word))
}

fn main() {
    row::head();
    let made = made::run();
    let captured = captures::run();
    let all = || made.iter().chain(captured.iter().map(|one| &one.built));
    println!(
        "\n| out of reach | half | asked | least weight | examples used, most | jerk ÷ the query's, most | ÷ that of the examples used | \
         drift of feet, mm |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let told: Vec<String> = all().map(written::out_of_reach).collect();
    println!(
        "\n| action | half | apexes off by, frames of 1/30 s: median, most | left out: median, most, cm | within 1.5 cm |"
    );
    println!("|---|---|---|---|---|");
    captured.iter().for_each(captures::Captured::print);
    println!("\nthe worst of each action:");
    for (built, told) in all().zip(told) {
        built.written.tell_worst(built.action.name);
        println!("{told}");
    }
}
