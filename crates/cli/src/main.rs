//! The program `segue`.
fn main() {}
