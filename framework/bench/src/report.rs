//! Results: printed at once, and collected for the JSON file.

use serde_json::{Map, Value, json};

/// All numbers of a run.
#[derive(Default)]
pub(crate) struct Report(Map<String, Value>);

impl Report {
    pub(crate) fn heading(&mut self, group: &str) {
        println!("\n{group}");
    }

    /// Records a number under a dotted key and prints it with its unit.
    pub(crate) fn put(&mut self, key: &str, value: f64, unit: &str) {
        println!("  {key:<44} {:>14} {unit}", readable(value));
        self.0.insert(key.to_string(), json!(value));
    }

    pub(crate) fn json(&self) -> String {
        format!("{:#}\n", Value::Object(self.0.clone()))
    }
}

/// Three significant digits, with thousands separators.
fn readable(value: f64) -> String {
    if value < 100.0 {
        return format!("{value:.2}");
    }
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
