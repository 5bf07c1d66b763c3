//! The list of tables.

use super::{
    ConnId, Host,
    people::PersonState,
    render::{Listing, Renderer, is_over},
    table_session::TableSession,
};
use crate::{
    catalogue::{Catalogue, Edition},
    protocol::{ServerMessage, TableClosed, TableView},
};
use parlor_runtime::{Command, Millis, Origin, PersonId, SeatingRequest, Summary, TableId};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// How long changes that matter little, such as the number of spectators, may wait before they are sent.
pub(super) const LISTING_INTERVAL: Millis = 250;

/// Sends the changed entries of the list to the lobby and to the connections at the tables.
pub(super) fn send_changed(host: &mut Host, now: Millis) {
    if host.changed.is_empty() || now < host.last_listing + LISTING_INTERVAL {
        return;
    }
    host.last_listing = now;
    for table in std::mem::take(&mut host.changed) {
        let Some(session) = host.tables.get(&table) else { continue };
        let Some(summary) = &session.summary else { continue };
        let mut frames: Vec<(usize, Arc<str>)> = Vec::new();
        let mut frame = |language: usize| match frames.iter().find(|(known, _)| *known == language) {
            Some((_, frame)) => frame.clone(),
            None => {
                let listed = host.renderer(session, language).summary(summary, host.listing(session));
                let frame = Arc::<str>::from(ServerMessage::TableListed(Box::new(listed)).frame());
                frames.push((language, frame.clone()));
                frame
            }
        };
        for one in &session.attached {
            host.outbound.send(&one.out, frame(one.format.language));
        }
        if !summary.private {
            let here = |conn: &ConnId| session.attached.iter().any(|attached| attached.conn == *conn);
            for (_, known) in host.conns.iter().filter(|(conn, _)| !here(conn)) {
                known.send_listed(&host.outbound, table, || frame(known.format.language));
            }
        }
    }
}

impl Host {
    /// Notes the entry of a table in the list; it is sent when the step is over.
    pub(crate) fn list(&mut self, summary: Summary) {
        let table = summary.table;
        let before = self.tables.get(&table).and_then(|session| session.summary.as_ref());
        let sitting = |summary: &Summary| -> Vec<PersonId> {
            summary.seats.iter().filter_map(|seat| seat.person).collect()
        };
        let (old, new) = (before.map(|before| sitting(before)).unwrap_or_default(), sitting(&summary));
        // The number of spectators alone can wait a little: a thousand may come at once.
        let crowd = before
            .is_some_and(|before| Summary { watchers: summary.watchers, ..(**before).clone() } == summary);
        for person in old.iter().filter(|person| !new.contains(person)) {
            let Some(present) = self.people.get_mut(person) else { continue };
            present.seated.remove(&table);
            if !present.watching.contains(&table)
                && let Some(session) = self.tables.get_mut(&table)
            {
                session.detach(|attached| attached.person == *person);
            }
        }
        for seat in &summary.seats {
            let Some(person) = seat.person else { continue };
            let present = self.people.entry(person).or_insert_with(|| PersonState::new(seat.name.clone()));
            present.seated.insert(table);
        }
        let over = is_over(summary.phase);
        let opener_before = self.tables.get(&table).and_then(TableSession::opener);
        if let Some(before) = opener_before.filter(|before| *before != summary.opener)
            && let Some(present) = self.people.get_mut(&before)
        {
            present.opened.remove(&table);
        }
        if let Some(opener) = self.people.get_mut(&summary.opener) {
            if !over {
                opener.opened.insert(table);
            } else if !opener.over.contains(&table) {
                opener.opened.remove(&table);
                opener.over.push_back(table);
            }
            // Otherwise the finished tables that a person never leaves would fill the memory.
            if opener.over.len() > self.config.limits.tables_per_person
                && let Some(oldest) = opener.over.pop_front()
            {
                self.commands.push(Command::of(Origin::Host, oldest, SeatingRequest::Cancel));
            }
        }
        let session = self.tables.entry(table).or_insert_with(TableSession::new);
        session.names = names(&summary);
        if session.edition.is_none() {
            let is_this = |edition: &Edition| edition.version() == summary.game_version;
            session.edition = self.catalogue.edition(&summary.game, is_this);
        }
        session.summary = Some(Arc::new(summary));
        self.changed.insert(table);
        if !crowd {
            self.last_listing = 0;
        }
    }

    /// A table is gone.
    pub(crate) fn close(&mut self, table: TableId) {
        let Some(session) = self.tables.remove(&table) else { return };
        self.changed.remove(&table);
        let frame = Arc::<str>::from(ServerMessage::TableClosed(TableClosed { table }).frame());
        let mut told: Vec<ConnId> = session.attached.iter().map(|attached| attached.conn).collect();
        told.sort_unstable();
        told.dedup();
        for conn in &told {
            self.send(*conn, frame.clone());
        }
        if !session.is_private() {
            for (_, known) in self.conns.iter().filter(|(conn, _)| told.binary_search(conn).is_err()) {
                known.send_listed(&self.outbound, table, || frame.clone());
            }
        }
        let sitting =
            session.summary.iter().flat_map(|summary| &summary.seats).filter_map(|seat| seat.person);
        for person in sitting.chain(session.opener()).chain(session.guests.iter().copied()) {
            let Some(present) = self.people.get_mut(&person) else { continue };
            present.seated.remove(&table);
            present.watching.remove(&table);
            present.opened.remove(&table);
            present.over.retain(|over| *over != table);
        }
        self.view_waiters.retain(|(_, wanted), _| *wanted != table);
    }
}

/// A table of the list, to be rendered on another thread.
pub(crate) struct ListedTable {
    summary: Arc<Summary>,
    edition: Option<Arc<Edition>>,
    names: Arc<[String]>,
    options: Arc<BTreeMap<String, Value>>,
    now: Millis,
}

impl Host {
    /// All public tables, in the order in which they were opened.
    pub(super) fn public_tables(&self) -> Vec<ListedTable> {
        let public = self.tables.values().filter(|session| !session.is_private());
        let listed = public.filter_map(|session| {
            let (summary, edition) = (session.summary.clone()?, session.edition.clone());
            let (names, options) = (session.names.clone(), session.listed_options.clone());
            Some(ListedTable { summary, edition, names, options, now: self.clock.now() })
        });
        let mut tables: Vec<ListedTable> = listed.collect();
        tables.sort_by_key(|listed| (listed.summary.opened_at, listed.summary.table));
        tables
    }
}

/// Renders the list of tables in a language.
pub(crate) fn render(catalogue: &Catalogue, tables: &[ListedTable], language: usize) -> Vec<TableView> {
    let view = |listed: &ListedTable| {
        let ListedTable { summary, edition, names, options, now } = listed;
        let translator = edition
            .as_ref()
            .map_or_else(|| catalogue.translator(&summary.game), |edition| &edition.translator);
        let renderer = Renderer { translator, language: &catalogue.languages[language], names };
        renderer.summary(summary, Listing { options, now: *now })
    };
    tables.iter().map(view).collect()
}

pub(crate) fn names(summary: &Summary) -> Arc<[String]> {
    summary.seats.iter().map(|seat| seat.name.to_string()).collect()
}
