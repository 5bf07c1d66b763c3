//! Checks and benchmarks of the project as code.
fn main() {}
