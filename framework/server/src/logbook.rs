//! A readable log of each table: everything server and players did.

use parlor_runtime::{Millis, TableId};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
};

/// Gathers what happens and lets a thread write it now and then, so that no move waits for a file.
pub(crate) struct Logbook {
    to: Option<Sender<Pages>>,
    thread: Option<JoinHandle<()>>,
    waiting: RefCell<Pages>,
    second: RefCell<Second>,
    written: Cell<Millis>,
}

/// What is to be added to the logs of tables.
type Pages = BTreeMap<TableId, String>;

/// How long a line may wait for others before it is written.
const PATIENCE: Millis = 500;

impl Logbook {
    /// Logs in this folder; nothing is written without one.
    pub(crate) fn new(folder: Option<PathBuf>) -> Logbook {
        let mut logbook = Logbook {
            to: None,
            thread: None,
            waiting: RefCell::default(),
            second: RefCell::default(),
            written: Cell::default(),
        };
        let Some(folder) = folder else { return logbook };
        if let Err(error) = std::fs::create_dir_all(&folder) {
            tracing::warn!(folder = %folder.display(), %error, "the logs of tables cannot be written");
            return logbook;
        }
        let (to, pages) = channel();
        let thread = std::thread::Builder::new().name("logbook".into()).spawn(move || write(&folder, &pages));
        (logbook.to, logbook.thread) = (Some(to), thread.ok());
        logbook
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
        let mut waiting = self.waiting.borrow_mut();
        let page = waiting.entry(table).or_default();
        self.second.borrow_mut().stamp(at, page);
        page.push_str("  ");
        let begin = page.len();
        line(page);
        // One thing a line: what people wrote cannot begin a line of its own.
        if page.as_bytes()[begin..].iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
            let line = page.split_off(begin);
            page.push_str(&line.replace(['\n', '\r'], " "));
        }
        page.push('\n');
    }

    /// When the lines that wait are due.
    pub(crate) fn due(&self) -> Option<Millis> {
        (!self.waiting.borrow().is_empty()).then(|| self.written.get() + PATIENCE)
    }

    /// Lets the lines that wait be written if they have waited long enough.
    pub(crate) fn go_on(&self, now: Millis) {
        if self.due().is_some_and(|due| due <= now) {
            self.written.set(now);
            self.hand_over();
        }
    }

    fn hand_over(&self) {
        if let Some(to) = &self.to {
            // The writer only stops when this end is dropped.
            let _ = to.send(self.waiting.take());
        }
    }
}

impl Drop for Logbook {
    fn drop(&mut self) {
        self.hand_over();
        self.to = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write(folder: &Path, pages: &Receiver<Pages>) {
    for (table, page) in pages.iter().flatten() {
        if let Err(error) = append(&folder.join(format!("{table}.log")), &page) {
            tracing::warn!(%table, %error, "the log of a table cannot be written");
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
