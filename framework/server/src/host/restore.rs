//! Restores tables from the journal when the server starts.

use super::{BACKLOG, Host, chat, journal};
use crate::RunError;
use parlor_runtime::{CommandKind, Entry, OpenRequest, Setup, TableId};
use std::collections::BTreeMap;

impl Host {
    /// Rebuilds every table from the journal, as after a restart.
    pub(super) fn restore(&mut self) -> Result<(), RunError> {
        let mut tables: BTreeMap<TableId, Vec<Entry>> = BTreeMap::new();
        for line in self.store.journal()? {
            match journal::read(line.table, &line.entry) {
                Ok(entry) => tables.entry(line.table).or_default().push(entry),
                Err(error) => {
                    tracing::error!(table = %line.table, %error, "a line of the journal is unreadable");
                }
            }
            self.journals.entry(line.table).or_default().lines.push(line.entry);
        }
        let open = tables.len();
        let newest = tables.values().flatten().map(|entry| entry.at).max();
        self.clock.not_before(newest.unwrap_or_default());
        let now = self.clock.now();
        let setups = tables.iter().filter_map(|(table, entries)| match &entries.first()?.command.kind {
            CommandKind::Open(OpenRequest::Open(setup)) => Some((*table, setup.clone())),
            _ => None,
        });
        let setups: Vec<(TableId, Box<Setup>)> = setups.collect();
        let (output, lost) = self.runtime.restore(now, tables);
        for (table, denial) in &lost {
            tracing::error!(%table, %denial, "a table could not be brought back");
        }
        for summary in self.runtime.tables() {
            let table = summary.table;
            self.list(summary);
            if let Some(session) = self.tables.get_mut(&table) {
                session.chat =
                    self.store.said(Some(table), BACKLOG)?.into_iter().map(chat::chat_line).collect();
            }
        }
        for (table, setup) in &setups {
            if self.tables.contains_key(table) {
                self.note_options(*table, setup);
            }
        }
        // Tables that are over for good, or whose rules are gone, stay in the store but not in the list.
        self.journals.retain(|table, _| self.tables.contains_key(table));
        if open > 0 {
            tracing::info!(tables = self.tables.len(), lost = lost.len(), "tables are back");
        }
        self.persist(now, output);
        self.drain()
    }
}
