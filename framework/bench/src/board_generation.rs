//! Benchmark of the generation of random boards.

use crate::report::Report;
use cpu_time::ThreadTime;
use std::hint::black_box;
use worms::{Plan, generate};

/// The number of generated boards.
const BOARDS: u64 = 200;

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    for (name, obstacles) in [("worms_20x20", 20), ("worms_20x20_dense", 40)] {
        let mut slowest = 0.0f64;
        let began = ThreadTime::now();
        for seed in 0..BOARDS {
            let one = ThreadTime::now();
            let plan = Plan { size: 20, obstacles, worms: 3, length: 4, seed };
            let file = generate(&plan).expect("there is room for these worms");
            black_box(file.check().expect("what is generated is a board"));
            slowest = slowest.max(one.elapsed().as_secs_f64());
        }
        let mean = began.elapsed().as_secs_f64() / BOARDS as f64;
        report.put(&format!("generate.{name}.ms"), mean * 1000.0, "ms");
        report.put(&format!("generate.{name}.slowest_ms"), slowest * 1000.0, "ms");
    }
    Ok(())
}
