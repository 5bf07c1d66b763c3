//! Journal of a running tournament, so that it can be resumed.

use super::{contest::Record, plan::Plan};
use crate::usage_error::UsageError;
use anyhow::{Context, Result};
use std::{
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::Path,
};

/// The journal: the plan on its first line, then a line for each game.
pub(crate) struct Journal {
    file: File,
    records: Vec<Record>,
}

impl Journal {
    /// Opens the journal of this plan, or creates it. A journal of another plan is refused.
    pub(crate) fn open(path: &Path, plan: &Plan) -> Result<Journal> {
        let named = || format!("cannot use {}", path.display());
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.with_context(named)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(named)?;
        // An incomplete last line, from an interrupted write, is dropped and its game is played again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).with_context(named)?;
        file.seek(SeekFrom::End(0)).with_context(named)?;
        let mut lines = text[..whole].lines();
        let mut journal = Journal { file, records: Vec::new() };
        match lines.next() {
            None => journal.line(&serde_json::to_string(plan)?).with_context(named)?,
            Some(first) => {
                let other =
                    || UsageError::new(format!("{} is the journal of another tournament", path.display()));
                let known: Plan = serde_json::from_str(first).map_err(|_| other())?;
                if known != *plan {
                    return Err(other().into());
                }
                journal.records = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
            }
        }
        Ok(journal)
    }

    /// Takes the games that were played before.
    pub(crate) fn take_records(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records)
    }

    /// Appends a game.
    pub(crate) fn write(&mut self, record: &Record) -> Result<()> {
        self.line(&serde_json::to_string(record)?).context("the journal cannot be written")
    }

    fn line(&mut self, line: &str) -> std::io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::tournament::plan::Discipline;

    fn plan(seed: u64) -> Plan {
        let games = vec![Discipline { game: "x".into(), seats: 2 }];
        let bots = vec!["a".into(), "b".into()];
        Plan { bots, games, rounds: 1, seed, ..Plan::default() }
    }

    #[test]
    fn a_journal_goes_on_where_it_ended_and_only_for_the_same_plan() {
        let folder = std::env::temp_dir().join(format!("parlor-journal-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("journal.jsonl");
        let record = |fixture| Record::new(fixture, Err("x".into()));
        let mut journal = Journal::open(&path, &plan(1)).unwrap();
        assert!(journal.take_records().is_empty());
        journal.write(&record(0)).unwrap();
        journal.write(&record(1)).unwrap();
        journal.file.write_all(b"{\"fixture\":2,\"pla").unwrap();
        drop(journal);

        let mut journal = Journal::open(&path, &plan(1)).unwrap();
        assert_eq!(journal.take_records(), [record(0), record(1)], "half a line does not count");
        journal.write(&record(2)).unwrap();
        drop(journal);
        assert_eq!(Journal::open(&path, &plan(1)).unwrap().take_records().len(), 3);
        let error = Journal::open(&path, &plan(2)).map(drop).unwrap_err();
        assert!(error.is::<UsageError>() && error.to_string().contains("another tournament"), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
