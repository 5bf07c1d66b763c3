//! Output to the terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    any::Any,
    io::{self, ErrorKind, Write},
    panic,
};
use unicode_width::UnicodeWidthStr;

/// Prints results. A broken pipe, as from `head`, is not an error.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Prints an error.
pub(crate) fn complain(message: &str) {
    // If stderr is closed, the exit code still reports the failure.
    let _ = writeln!(io::stderr().lock(), "error: {message}");
}

/// A progress bar; hidden if the output is not a terminal.
pub(crate) fn progress(count: u64, things: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr());
    if let Ok(style) =
        ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}}/{{len}} {things}, {{eta}} left"))
    {
        bar.set_style(style);
    }
    bar
}

/// Disables the printing of panics: they are caught and reported as errors.
pub(crate) fn quiet_panics() {
    panic::set_hook(Box::new(|_| {}));
}

/// The message of a panic.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".into())
}

/// Lays out rows of text in columns, the first row as heading. Numbers are right-aligned.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|i| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.width()).max().unwrap_or(0))
        .collect();
    let is_number = |cell: &str| {
        cell.starts_with(|c: char| c.is_ascii_digit())
            && cell.chars().all(|c| c.is_ascii_digit() || ".,% –".contains(c))
    };
    let right: Vec<bool> = (0..count)
        .map(|i| rows.len() > 1 && rows[1..].iter().all(|row| row.get(i).is_none_or(|cell| is_number(cell))))
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (i, cell) in row.iter().enumerate() {
            let gap = " ".repeat(widths[i] - cell.width());
            let padded = if right[i] { format!("{gap}{cell}") } else { format!("{cell}{gap}") };
            line.push_str(if i > 0 { "  " } else { "" });
            line.push_str(&padded);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let table =
            columns(&[row(["bot", "wins", "about"]), row(["größe", "7", "x"]), row(["b", "100", ""])]);
        assert_eq!(table, "bot    wins  about\ngröße     7  x\nb       100\n");
    }
}
