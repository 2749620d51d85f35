//! How exact parameterized motions are, on synthetic actors and on captures: the table of [KG04] §4.4 and what is asked beyond it.
//!
//! `cargo xtask eval parametric` runs it. The captures are those of one person, one file for each action. The files at even places
//! of their sorted names are the tuned half, on which constants may be chosen; those at odd places are the untouched half. Captures are read from `../shared/mocap` beside the workspace, or from the folder in
//! `SEGUE_MOCAP`; without them that part is left out.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that reports")]

mod captures;
mod made;
mod row;
mod written;

fn main() {
    row::head();
    let mut built = made::run();
    let captured = captures::run();
    built.extend(captured.iter().map(|one| (one.action, one.built.clone())));
    println!(
        "\n| out of reach | half | asked | least weight | examples used, most | jerk ÷ the query's, most | ÷ that of the examples used |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (action, built) in &built {
        written::out_of_reach(action.name, action.half, built);
    }
    println!(
        "\n| action | half | apexes off by, frames of 1/30 s: median, most | left out: median, most, cm | within 1.5 cm |"
    );
    println!("|---|---|---|---|---|");
    captured.iter().for_each(captures::Captured::print);
}
