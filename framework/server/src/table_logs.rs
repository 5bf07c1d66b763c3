//! A readable log of each table: everything server and players did.

use parlor_runtime::{Millis, TableId};
use std::{
    cell::{Cell, RefCell},
    fs::{File, OpenOptions},
    io::Write,
    ops::Range,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
};

/// Gathers what happens and lets a thread write it now and then, so that no move waits for a file.
pub(crate) struct TableLogs {
    to: Option<Sender<Pages>>,
    thread: Option<JoinHandle<()>>,
    waiting: RefCell<Pages>,
    /// Pages that were written and may be used again: they have grown to the size that is needed here.
    used: Receiver<Pages>,
    second: RefCell<Second>,
    written: Cell<Millis>,
}

/// Lines that are to be added to the logs of tables, in the order in which they came.
#[derive(Default)]
struct Pages {
    text: String,
    /// Of which table each line is, and where it is in the text.
    lines: Vec<(TableId, Range<usize>)>,
}

/// How long a line may wait for others before it is written.
const MAX_WRITE_DELAY: Millis = 500;
/// Pages that have grown to more than this are not used again, in bytes.
const LARGE: usize = 16 << 20;

impl TableLogs {
    /// Logs in this folder; nothing is written without one.
    pub(crate) fn new(folder: Option<PathBuf>) -> TableLogs {
        let (back, used) = channel();
        let mut table_logs = TableLogs {
            to: None,
            thread: None,
            waiting: RefCell::default(),
            used,
            second: RefCell::default(),
            written: Cell::default(),
        };
        let Some(folder) = folder else { return table_logs };
        if let Err(error) = std::fs::create_dir_all(&folder) {
            tracing::warn!(folder = %folder.display(), %error, "the logs of tables cannot be written");
            return table_logs;
        }
        let (to, pages) = channel();
        let work = move || write(&folder, &pages, &back);
        let thread = std::thread::Builder::new().name("table_logs".into()).spawn(work);
        (table_logs.to, table_logs.thread) = (Some(to), thread.ok());
        table_logs
    }

    /// Whether anything is written at all.
    pub(crate) fn is_open(&self) -> bool {
        self.to.is_some()
    }

    /// Notes what happened at a table, in one line that is written to its page.
    pub(crate) fn note(&self, table: TableId, at: Millis, line: impl FnOnce(&mut String)) {
        if !self.is_open() {
            return;
        }
        let Pages { text, lines } = &mut *self.waiting.borrow_mut();
        let begin = text.len();
        self.second.borrow_mut().stamp(at, text);
        text.push_str("  ");
        let words = text.len();
        line(text);
        // One thing a line: what people wrote cannot begin a line of its own.
        if text.as_bytes()[words..].iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
            let line = text.split_off(words);
            text.push_str(&line.replace(['\n', '\r'], " "));
        }
        text.push('\n');
        lines.push((table, begin..text.len()));
    }

    /// When the lines that wait are due.
    pub(crate) fn due(&self) -> Option<Millis> {
        (!self.waiting.borrow().lines.is_empty()).then(|| self.written.get() + MAX_WRITE_DELAY)
    }

    /// Lets the lines that wait be written if they have waited long enough.
    pub(crate) fn advance(&self, now: Millis) {
        if self.due().is_some_and(|due| due <= now) {
            self.written.set(now);
            self.hand_over();
        }
    }

    fn hand_over(&self) {
        if let Some(to) = &self.to {
            let empty = self.used.try_recv().unwrap_or_default();
            // The writer only stops when this end is dropped.
            let _ = to.send(self.waiting.replace(empty));
        }
    }
}

impl Drop for TableLogs {
    fn drop(&mut self) {
        self.hand_over();
        self.to = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write(folder: &Path, pages: &Receiver<Pages>, back: &Sender<Pages>) {
    for mut pages in pages {
        let Pages { text, lines } = &mut pages;
        // The lines of a table stay in their order.
        lines.sort_by_key(|(table, _)| *table);
        for page in lines.chunk_by(|(one, _), (next, _)| one == next) {
            let table = page[0].0;
            let page: String = page.iter().map(|(_, line)| &text[line.clone()]).collect();
            if let Err(error) = append(&folder.join(format!("{table}.log")), &page) {
                tracing::warn!(%table, %error, "the log of a table cannot be written");
            }
        }
        if text.capacity() <= LARGE {
            text.clear();
            lines.clear();
            // Once the host has stopped the buffers are not taken back.
            let _ = back.send(pages);
        }
    }
}

fn append(path: &Path, page: &str) -> std::io::Result<()> {
    let mut file: File = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(page.as_bytes())
}

/// The second of the latest line, in words: most lines are of the same one.
#[derive(Default)]
struct Second {
    number: u64,
    words: String,
}

impl Second {
    /// Writes a moment in the universal time zone: `2026-03-01 17:04:05.123Z`.
    fn stamp(&mut self, at: Millis, page: &mut String) {
        let (second, ms) = (at / 1000, at % 1000);
        if self.words.is_empty() || self.number != second {
            let (year, month, day) = date((second / 86_400) as i64);
            let (hour, minute, rest) = (second / 3600 % 24, second / 60 % 60, second % 60);
            self.number = second;
            self.words = format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{rest:02}");
        }
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(ms);
        page.extend([self.words.as_str(), ".", &"00"[digits.len() - 1..], digits, "Z"]);
    }
}

/// The date so many days after 1970-01-01, by the usual computation with years that begin in March.
fn date(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_its_lines_in_order_and_pages_are_used_again() {
        let folder = std::env::temp_dir().join(format!("parlor-table_logs-{}", std::process::id()));
        let table_logs = TableLogs::new(Some(folder.clone()));
        let mut expected = [String::new(), String::new()];
        for number in 0..300_u64 {
            let table = (number % 3 / 2) as usize;
            table_logs.note(TableId(table as u64), number, |line| line.push_str(&format!("{number}\nof")));
            expected[table] += &format!("1970-01-01 00:00:00.{number:03}Z  {number} of\n");
            if number % 50 == 0 {
                table_logs.hand_over();
            }
        }
        drop(table_logs);
        for (table, expected) in expected.iter().enumerate() {
            let path = folder.join(format!("t{table}.log"));
            assert_eq!(std::fs::read_to_string(path).unwrap(), *expected);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn moments_are_readable() {
        let mut second = Second::default();
        let mut moment = |at| {
            let mut page = String::new();
            second.stamp(at, &mut page);
            page
        };
        assert_eq!(moment(0), "1970-01-01 00:00:00.000Z");
        assert_eq!(moment(1_709_210_096_789), "2024-02-29 12:34:56.789Z");
        assert_eq!(moment(1_709_210_096_004), "2024-02-29 12:34:56.004Z");
        assert_eq!(moment(1_767_225_599_000), "2025-12-31 23:59:59.000Z");
    }
}
