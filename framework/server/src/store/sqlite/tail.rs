//! The tail of the journal: new lines are appended to it, and are moved to the lines of their tables later, many at
//! a time and a few in each step.

use super::write;
use crate::store::{JournalLine, StoreError};
use parlor_runtime::TableId;
use rusqlite::Connection;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// When so many lines were appended, they begin to be moved: of a table that has more lines among them, more lines
/// share each page that is rewritten.
const LINES_TO_MOVE: usize = 16_384;
/// How many lines are moved or deleted at a time, if they are not longer than usual. Commits wait for it.
const LINES_PER_STEP: usize = 512;
/// About how many bytes are written by that.
pub(super) const BYTES_PER_STEP: usize = 128 * LINES_PER_STEP;

/// What is in `journal_tail`, and of that what is on its way into `journal`. Lines that are on their way are in both.
#[derive(Default)]
pub(super) struct Tail {
    appended: Vec<JournalLine>,
    /// Those that are not moved yet, sorted by table and number, the last first.
    moving: Vec<JournalLine>,
    /// Rows of `journal_tail` that are deleted once they are moved: the first of them, and the one behind the last.
    rows: Range<i64>,
    /// The number that the next line of a table must have. The tail itself has no index that would find a line
    /// which is there twice.
    next: FxHashMap<TableId, u64>,
}

impl Tail {
    /// Refuses lines that do not follow the stored ones of their table.
    pub(super) fn check<'a>(
        &self,
        db: &Connection,
        lines: impl Iterator<Item = &'a JournalLine>,
    ) -> Result<(), StoreError> {
        let mut next: FxHashMap<TableId, u64> = FxHashMap::default();
        for JournalLine { table, seq, .. } in lines {
            let expected = match (next.get(table), self.next.get(table)) {
                (Some(next), _) | (None, Some(next)) => *next,
                (None, None) => {
                    let mut last = db.prepare_cached("select max(seq) from journal where table_id = ?1")?;
                    let last: Option<i64> = last.query_row([table.0 as i64], |row| row.get(0))?;
                    last.map_or(0, |last| last as u64 + 1)
                }
            };
            if *seq != expected {
                return Err(StoreError::OutOfSequence { table: *table, expected, found: *seq });
            }
            next.insert(*table, expected + 1);
        }
        Ok(())
    }

    /// Remembers what was committed.
    pub(super) fn note<'a>(
        &mut self,
        lines: impl Iterator<Item = &'a JournalLine>,
        forgotten: impl Iterator<Item = &'a TableId>,
    ) {
        for line in lines {
            self.next.insert(line.table, line.seq + 1);
            self.appended.push(line.clone());
        }
        for table in forgotten {
            if self.next.remove(table).is_some() {
                self.appended.retain(|line| line.table != *table);
                self.moving.retain(|line| line.table != *table);
            }
        }
    }

    /// Whether there are lines to be moved.
    pub(super) fn is_to_be_moved(&self) -> bool {
        !self.moving.is_empty() || !self.rows.is_empty() || self.appended.len() >= LINES_TO_MOVE
    }

    /// Moves some lines to those of their tables, or deletes some that were moved.
    pub(super) fn move_some(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        if !self.moving.is_empty() {
            return self.insert_some(db);
        }
        if !self.rows.is_empty() {
            return self.delete_some(db);
        }
        self.rows = db.query_row(
            "select coalesce(min(number), 0), coalesce(max(number) + 1, 0) from journal_tail",
            [],
            |row| Ok(row.get(0)?..row.get(1)?),
        )?;
        self.moving = std::mem::take(&mut self.appended);
        self.moving.sort_unstable_by_key(|line| std::cmp::Reverse((line.table, line.seq)));
        Ok(())
    }

    fn insert_some(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        let mut bytes = 0;
        let fits = |line: &&JournalLine| {
            let fits = bytes < BYTES_PER_STEP;
            bytes += line.entry.len();
            fits
        };
        let some: Vec<&JournalLine> =
            self.moving.iter().rev().take(LINES_PER_STEP).take_while(fits).collect();
        let change = db.transaction()?;
        write::add_lines(&change, "journal", &some)?;
        change.commit()?;
        self.moving.truncate(self.moving.len() - some.len());
        if self.moving.is_empty() {
            self.next = self.appended.iter().map(|line| (line.table, line.seq + 1)).collect();
        }
        Ok(())
    }

    fn delete_some(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        let end = self.rows.end.min(self.rows.start + LINES_PER_STEP as i64);
        // A number is used again when the last line of all was one of a table that is forgotten.
        db.prepare_cached(
            "delete from journal_tail where number >= ?1 and number < ?2 and exists
             (select 1 from journal where journal.table_id = journal_tail.table_id and journal.seq = journal_tail.seq)",
        )?
        .execute([self.rows.start, end])?;
        self.rows.start = end;
        Ok(())
    }
}

/// Moves everything that an earlier process left in the tail. Some of it may have been moved already.
pub(super) fn move_all(db: &mut Connection) -> Result<(), StoreError> {
    let change = db.transaction()?;
    change.execute(
        "insert or ignore into journal (table_id, seq, entry)
         select table_id, seq, entry from journal_tail order by table_id, seq",
        [],
    )?;
    change.execute("delete from journal_tail", [])?;
    change.commit()?;
    Ok(())
}
