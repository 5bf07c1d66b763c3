//! What a table looks like: updates to those who follow it, everything to those who come.

use super::{
    ConnId, Host,
    asks::looks_from,
    frames::Said,
    hub::{Attached, Hub, Recent, is_for},
    listing::names,
    words::Voice,
};
use crate::protocol::{GameState, Message};
use axum::extract::ws::Utf8Bytes;
use parlor_kit::{Offers, Seat, Viewer};
use parlor_runtime::{Millis, Recipient, Shown, TableId, Update};
use std::{fmt::Write as _, sync::Arc};

/// Brings those who are to move to the front: they are told first. All others stay in their order.
fn movers_first<T>(all: &mut [T], viewer: impl Fn(&T) -> Viewer, offers: &[(Seat, Offers)]) {
    all.sort_by_key(|one| !offers.iter().any(|(seat, _)| looks_from(viewer(one), *seat)));
}

/// An update in a language: which of the updates, and which language.
type Wording = (usize, usize);

/// Frames that were made in this step, so that each is made once for a viewer and language.
#[derive(Default)]
pub(crate) struct Made(Vec<((TableId, u32, Viewer, usize), Utf8Bytes)>);

impl Host {
    pub(crate) fn tell_update(
        &mut self,
        now: Millis,
        table: TableId,
        updates: Vec<(Recipient, Arc<Update>)>,
        offers: &[(Seat, Offers)],
    ) {
        let Some(mut hub) = self.tables.remove(&table) else { return };
        let mut attached = std::mem::take(&mut hub.attached);
        movers_first(&mut attached, |one| one.viewer, offers);
        // Everything is put into words once for each language, and written once for each seat that may act.
        let mut said: Vec<(Wording, Said)> = Vec::new();
        let mut frames: Vec<(Wording, Option<Seat>, Utf8Bytes)> = Vec::new();
        for one in &mut attached {
            let found = updates.iter().position(|(to, _)| is_for(*to, one.viewer));
            let Some(index) = found else { continue };
            let update = &updates[index].1;
            // Whoever was shown a later version, or missed one, gets everything in another way.
            if one.version + 1 != update.version {
                continue;
            }
            let own = offers.iter().find(|(seat, _)| looks_from(one.viewer, *seat));
            let (key, seat) = ((index, one.language), own.map(|(seat, _)| *seat));
            let frame = match frames.iter().find(|(known, to, _)| (*known, *to) == (key, seat)) {
                Some((.., frame)) => frame.clone(),
                None => {
                    let voice = self.voice(&hub, one.language);
                    let place = said.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                        said.push((key, voice.say_update(update)));
                        said.len() - 1
                    });
                    let plain = &said[place].1.frame;
                    let frame = own.map_or_else(|| plain.clone(), |(_, own)| voice.with_offers(plain, own));
                    frames.push((key, seat, frame.clone()));
                    frame
                }
            };
            one.version = update.version;
            self.post.hurry(&one.out, frame);
        }
        if self.logbook.is_open() {
            self.log_update(now, &hub, &updates[0].1, &said);
        }
        hub.attached = attached;
        for (to, update) in updates {
            hub.remember(Recent::Update(to, update));
        }
        self.tables.insert(table, hub);
    }

    /// Writes what happened into the table's log, in the words that were found for others where they fit.
    fn log_update(&self, now: Millis, hub: &Hub, update: &Update, said: &[(Wording, Said)]) {
        let is_english = |language: usize| self.catalogue.languages[language] == "en";
        let english = said.iter().find(|((index, language), _)| *index == 0 && is_english(*language));
        let voice = Voice { language: "en", ..self.voice(hub, 0) };
        for (number, event) in update.events.iter().enumerate() {
            let own;
            let words = match english {
                Some((_, said)) => &said.words[number],
                None => {
                    own = voice.say(&event.text);
                    &own
                }
            };
            // Writing to a string never fails.
            self.logbook.note(update.table, now, |line| {
                let _ = write!(line, "[{}] {words}", update.version);
            });
        }
    }

    /// Shows a person a table: in full, or what was missed where that is still known.
    pub(crate) fn tell_shown(&mut self, shown: &Shown, made: &mut Made) {
        let (person, table) = (shown.to, shown.table.table);
        let wanting = self.wanting.remove(&(person, table)).unwrap_or_default();
        let Some(present) = self.people.get(&person) else { return };
        let to: Vec<(ConnId, Option<u32>)> = if wanting.is_empty() {
            present.conns.iter().map(|conn| (*conn, None)).collect()
        } else {
            wanting
        };
        let Some(mut hub) = self.tables.remove(&table) else { return };
        if hub.summary.is_none() {
            hub.names = names(&shown.table);
            hub.summary = Some(shown.table.clone());
        }
        for (conn, seen) in to {
            let Some(known) = self.conns.get(&conn).filter(|known| known.person == Some(person)) else {
                continue;
            };
            let (out, language) = (known.out.clone(), known.language);
            let voice = self.voice(&hub, language);
            // A proposal is part of everything, and of no update.
            let seen = seen.filter(|_| shown.proposal.is_none());
            let missed = seen.and_then(|seen| hub.missed(shown.viewer, seen, shown.version));
            let frames = match missed {
                Some(missed) => resume(voice, shown, &missed),
                None => vec![self.state_frame(&hub, shown, language, made)],
            };
            for frame in frames {
                self.post.leave(&out, frame);
            }
            let (viewer, version) = (shown.viewer, shown.version);
            hub.attach(Attached { conn, person, out, language, viewer, version });
        }
        self.tables.insert(table, hub);
    }

    fn state_frame(&self, hub: &Hub, shown: &Shown, language: usize, made: &mut Made) -> Utf8Bytes {
        let key = (shown.table.table, shown.version, shown.viewer, language);
        let opener = shown.table.opener == shown.to;
        let knows = shown.table.private && (shown.viewer.seat().is_some() || opener);
        let shared = !(opener && shown.viewer.seat().is_none() && shown.table.private);
        if let Some((_, frame)) = made.0.iter().find(|(known, _)| shared && *known == key) {
            return frame.clone();
        }
        let invite = knows.then(|| self.invites.of(shown.table.table));
        let voice = self.voice(hub, language);
        let (log, chat) = (voice.log(hub, shown.viewer), hub.chat.iter().cloned().collect());
        let options = hub.options.clone();
        let state = GameState { log, chat, options, invite, ..voice.state(shown) };
        let frame = Utf8Bytes::from(Message::GameState(Box::new(state)).frame());
        if shared {
            made.0.push((key, frame.clone()));
        }
        frame
    }
}

/// The updates somebody missed; the last one carries what they may do now.
/// Whoever missed nothing gets an update that changes nothing, with their offers and the clocks.
fn resume(voice: Voice<'_>, shown: &Shown, missed: &[&Arc<Update>]) -> Vec<Utf8Bytes> {
    let offers = (!shown.offers.0.is_empty()).then_some(&shown.offers);
    let Some((last, before)) = missed.split_last() else {
        let update = Update {
            table: shown.table.table,
            version: shown.version,
            patch: None,
            events: Vec::new(),
            turn: shown.turn,
            clocks: shown.clocks.clone(),
            outcome: shown.table.outcome.clone(),
            targets: shown.targets.clone(),
        };
        return vec![voice.update_frame(&update, offers)];
    };
    let last = Update { clocks: shown.clocks.clone(), ..Update::clone(last) };
    let before = before.iter().map(|update| voice.update_frame(update, None));
    before.chain([voice.update_frame(&last, offers)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // WO-7
    #[test]
    fn whoever_is_to_move_is_told_first() {
        let seat = |n| Viewer::Seat(Seat::new(n));
        let mut all = [Viewer::Public, seat(0), seat(1), seat(2), Viewer::Public, seat(2)];
        movers_first(&mut all, |viewer| *viewer, &[(Seat::new(2), Offers::default())]);
        assert_eq!(all, [seat(2), seat(2), Viewer::Public, seat(0), seat(1), Viewer::Public]);
        movers_first(&mut all, |viewer| *viewer, &[(Seat::new(0), Offers::default())]);
        assert_eq!(all[0], seat(0));
    }
}
