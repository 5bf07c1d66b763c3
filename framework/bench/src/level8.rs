//! Benchmark of the solver of Level 8.

use crate::report::Report;
use cpu_time::ThreadTime;
use level8::{Face, HARD_TASKS, TASKS, solve};
use parlor_kit::Luck;
use std::hint::black_box;

/// The number of hands, each measured with all tasks.
const HANDS: usize = 2_000;

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    let mut luck = Luck::fast(1);
    let mut deck: Vec<Face> = Face::deck().collect();
    let hands: Vec<Vec<Face>> = (0..HANDS).map(|_| luck.sample(&mut deck, 11).to_vec()).collect();
    let tasks: Vec<_> = TASKS.into_iter().chain(HARD_TASKS).collect();
    let began = ThreadTime::now();
    for hand in &hands {
        for task in &tasks {
            black_box(solve(task, black_box(hand)));
        }
    }
    let asked = (hands.len() * tasks.len()) as f64;
    report.put("level8.solver_us", began.elapsed().as_secs_f64() * 1e6 / asked, "µs");
    Ok(())
}
