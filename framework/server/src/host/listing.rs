//! The list of tables and the lobby's chat, for everybody who is not at a table.

use super::{ConnId, Host, hub::Hub, people::Present, render::is_over};
use crate::{
    games::Edition,
    protocol::{ChatLine, Message, TableClosed},
};
use parlor_runtime::{Command, Millis, Origin, PersonId, SeatingRequest, Summary, TableId};
use std::sync::Arc;

impl Host {
    /// Notes how a table stands in the list now; it is told when the step is over.
    pub(crate) fn list(&mut self, summary: Summary) {
        let table = summary.table;
        let before = self.tables.get(&table).and_then(|hub| hub.summary.as_ref());
        let sitting = |summary: &Summary| -> Vec<PersonId> {
            summary.seats.iter().filter_map(|seat| seat.person).collect()
        };
        let (old, new) = (before.map(sitting).unwrap_or_default(), sitting(&summary));
        // The number of spectators alone can wait a little: a thousand may come at once.
        let crowd =
            before.is_some_and(|before| Summary { watchers: summary.watchers, ..before.clone() } == summary);
        for person in old.iter().filter(|person| !new.contains(person)) {
            let Some(present) = self.people.get_mut(person) else { continue };
            present.seated.remove(&table);
            if !present.watching.contains(&table)
                && let Some(hub) = self.tables.get_mut(&table)
            {
                hub.detach(|attached| attached.person == *person);
            }
        }
        for seat in &summary.seats {
            let Some(person) = seat.person else { continue };
            let present = self.people.entry(person).or_insert_with(|| Present::new(seat.name.clone()));
            present.seated.insert(table);
        }
        let over = is_over(summary.phase);
        if let Some(opener) = self.people.get_mut(&summary.opener) {
            if !over {
                opener.opened.insert(table);
            } else if !opener.over.contains(&table) {
                opener.opened.remove(&table);
                opener.over.push_back(table);
            }
            // Otherwise the tables of somebody who plays on and on without leaving them would fill the memory.
            if opener.over.len() > self.config.limits.tables_per_person
                && let Some(oldest) = opener.over.pop_front()
            {
                self.commands.push(Command::of(Origin::Host, oldest, SeatingRequest::Cancel));
            }
        }
        let hub = self.tables.entry(table).or_insert_with(Hub::new);
        hub.names = names(&summary);
        if hub.edition.is_none() {
            let is_this = |edition: &Edition| edition.version() == summary.game_version;
            hub.edition = self.catalogue.edition(&summary.game, is_this);
        }
        hub.summary = Some(summary);
        self.changed.insert(table);
        if !crowd {
            self.last_listing = 0;
        }
    }

    /// Tells the lobby, and those at the tables, how tables stand now.
    pub(crate) fn tell_list(&mut self, now: Millis) {
        if self.changed.is_empty() || now < self.last_listing + super::LISTING {
            return;
        }
        self.last_listing = now;
        for table in std::mem::take(&mut self.changed) {
            let Some(hub) = self.tables.get(&table) else { continue };
            let Some(summary) = &hub.summary else { continue };
            let mut frames: Vec<(usize, Arc<str>)> = Vec::new();
            let mut frame = |language: usize| match frames.iter().find(|(known, _)| *known == language) {
                Some((_, frame)) => frame.clone(),
                None => {
                    let listed = self.renderer(hub, language).summary(summary);
                    let frame = Arc::<str>::from(Message::TableListed(Box::new(listed)).frame());
                    frames.push((language, frame.clone()));
                    frame
                }
            };
            for one in &hub.attached {
                self.outbound.send(&one.out, frame(one.format.language));
            }
            if !summary.private {
                let here = |conn: &ConnId| hub.attached.iter().any(|attached| attached.conn == *conn);
                for (_, known) in self.conns.iter().filter(|(conn, known)| known.lobby && !here(conn)) {
                    self.outbound.send(&known.out, frame(known.format.language));
                }
            }
        }
    }

    /// A table is gone.
    pub(crate) fn close(&mut self, table: TableId) {
        let Some(hub) = self.tables.remove(&table) else { return };
        self.changed.remove(&table);
        let frame = Arc::<str>::from(Message::TableClosed(TableClosed { table }).frame());
        let mut told: Vec<ConnId> = hub.attached.iter().map(|attached| attached.conn).collect();
        if !hub.is_private() {
            told.extend(self.conns.iter().filter(|(_, conn)| conn.lobby).map(|(conn, _)| *conn));
        }
        told.sort_unstable();
        told.dedup();
        for conn in told {
            self.send(conn, frame.clone());
        }
        let sitting = hub.summary.iter().flat_map(|summary| &summary.seats).filter_map(|seat| seat.person);
        for person in sitting.chain(hub.opener()).chain(hub.guests.iter().copied()) {
            let Some(present) = self.people.get_mut(&person) else { continue };
            present.seated.remove(&table);
            present.watching.remove(&table);
            present.opened.remove(&table);
            present.over.retain(|over| *over != table);
        }
        self.wanting.retain(|(_, wanted), _| *wanted != table);
    }

    /// Tells everybody in the lobby what was said there.
    pub(crate) fn announce(&mut self, line: ChatLine) {
        let frame = Arc::<str>::from(Message::Chat(line.clone()).frame());
        for known in self.conns.values().filter(|known| known.lobby) {
            self.outbound.send(&known.out, frame.clone());
        }
        if self.chat.len() == super::BACKLOG {
            self.chat.pop_front();
        }
        self.chat.push_back(line);
    }
}

pub(crate) fn names(summary: &Summary) -> Vec<String> {
    summary.seats.iter().map(|seat| seat.name.to_string()).collect()
}
