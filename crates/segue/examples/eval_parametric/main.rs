//! How exact parameterized motions are, on synthetic actors and on captures: the table of [KG04] §4.4 and what is asked beyond it.
//!
//! `cargo xtask eval parametric` runs it. Captures are read from `../shared/mocap` beside the workspace, or from the folder in
//! `SEGUE_MOCAP`; without them that part is left out.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that reports")]

mod captures;
mod made;
mod row;

fn main() {
    println!("synthetic actors\n");
    row::head();
    made::run();
    println!("\ncaptures of CMU subject 144\n");
    captures::run();
}
