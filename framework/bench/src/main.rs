//! Measures what Parlor promises and prints it, on request also as JSON under dotted keys.
//!
//! Run it with `cargo xtask bench [--only GROUP] [--json FILE]`.
//! Times are processor times of one thread, so that a busy machine does not change what is compared.
//! Numbers still differ between machines; compare ratios within one run.

mod level8;
mod memory;
mod playouts;
mod report;
mod scenes;
mod tables;

use clap::Parser;
use report::Report;

/// What to measure and where to put it.
#[derive(Parser)]
#[command(name = "bench")]
struct Args {
    /// Measure only this group: playouts, scene, runtime, level8.
    #[arg(long, value_name = "GROUP", value_parser = ["playouts", "scene", "runtime", "level8"])]
    only: Option<String>,
    /// Write the numbers as one JSON object with dotted keys.
    #[arg(long, value_name = "FILE")]
    json: Option<std::path::PathBuf>,
}

/// A group of measurements.
type Measure = fn(&mut Report);

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let mut report = Report::default();
    let groups: [(&str, Measure); 4] = [
        ("playouts", playouts::measure),
        ("scene", scenes::measure),
        ("runtime", tables::measure),
        ("level8", level8::measure),
    ];
    for (group, measure) in groups {
        if args.only.as_deref().is_none_or(|only| only == group) {
            report.heading(group);
            measure(&mut report);
        }
    }
    if let Some(file) = args.json {
        std::fs::write(file, report.json())?;
    }
    Ok(())
}
