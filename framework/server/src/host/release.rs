//! What leaves after everything is stored.

use super::{
    ConnId, Host, Kind,
    asks::looks_from,
    hub::{Attached, Hub, Recent, is_for},
    people::Present,
    words::Voice,
};
use crate::games::Edition;
use crate::protocol::{
    ChatLine, ErrorData, GameOver, GameState, GameUpdate, Message, Notice, RematchData, Reminder, TableClosed,
};
use axum::extract::ws::Utf8Bytes;
use parlor_kit::{Offers, Seat, Viewer};
use parlor_runtime::{
    Ask, Command, Denial, Effect, Finish, Millis, Origin, PersonId, PhaseName, Recipient, Reply, Shown,
    Summary, TableId, Update,
};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::mpsc::error::TrySendError;

/// Brings those who are to move to the front: they are told first. All others stay in their order.
fn movers_first<T>(all: &mut [T], viewer: impl Fn(&T) -> Viewer, offers: &[(Seat, Offers)]) {
    all.sort_by_key(|one| !offers.iter().any(|(seat, _)| looks_from(viewer(one), *seat)));
}

/// An update in a language: which of the updates, and which language.
type Wording = (usize, usize);

/// Frames that were made in this step, so that each is made once for a viewer and language.
#[derive(Default)]
struct Made(Vec<((TableId, u32, Viewer, usize), Utf8Bytes)>);

impl Host {
    pub(crate) fn release(&mut self, now: Millis, effects: Vec<Effect>) {
        let mut effects = effects.into_iter().peekable();
        let mut made = Made::default();
        let mut finished = Vec::new();
        while let Some(effect) = effects.next() {
            match effect {
                Effect::Update { to, update } => {
                    let (table, version) = (update.table, update.version);
                    let (mut updates, mut offers) = (vec![(to, update)], Vec::new());
                    // The offers of a step follow its updates; each goes out together with the update of its seat.
                    loop {
                        let same = |effect: &Effect| match effect {
                            Effect::Update { update, .. } => {
                                (update.table, update.version) == (table, version)
                            }
                            Effect::Offers { table: t, version: v, .. } => (*t, *v) == (table, version),
                            _ => false,
                        };
                        match effects.next_if(same) {
                            Some(Effect::Update { to, update }) => updates.push((to, update)),
                            Some(Effect::Offers { seat, offers: new, .. }) => offers.push((seat, new)),
                            _ => break,
                        }
                    }
                    self.tell_update(now, table, updates, &offers);
                }
                Effect::Offers { .. } => {}
                Effect::Reply(reply) => {
                    if let Err(denial) = &reply.result {
                        self.log(reply.table, now, || self.refused_in_words(reply.to, denial));
                    }
                    self.tell_reply(reply);
                }
                Effect::Shown(shown) => self.tell_shown(&shown, &mut made),
                Effect::Notice { table, event } => {
                    self.log(table, now, || self.in_english(table, &event.text));
                    let announce = event.announce;
                    self.tell_table(table, |voice| {
                        let code = event.text.key.clone();
                        Message::Notice(Notice { table, code, text: voice.say(&event.text), announce })
                    });
                    if let Some(hub) = self.tables.get_mut(&table) {
                        hub.remember(Recent::Notice(event));
                    }
                }
                Effect::Reminder { table, seat, percent, left } => {
                    let message =
                        Message::Reminder(Reminder { table, seat: seat.index(), percent, left_ms: left });
                    self.tell_some(table, |attached| looks_from(attached.viewer, seat), &message);
                }
                Effect::Said { table, by, name, text } => {
                    let line = ChatLine { table: Some(table), person: by, name, text, at: now };
                    let message = Message::Chat(line.clone());
                    self.tell_some(table, |_| true, &message);
                    if let Some(hub) = self.tables.get_mut(&table) {
                        hub.heard(line);
                    }
                }
                Effect::Listed(summary) => self.list(*summary),
                Effect::Closed(table) => self.close(table),
                Effect::Think(thought) => self.thinkers.think(*thought),
                // The last step is shown before the result is told.
                Effect::Finished(finish) => finished.push(finish),
                Effect::Rematch { table, new } => {
                    let message = Message::Rematch(RematchData { table, new });
                    self.tell_some(table, |_| true, &message);
                }
            }
        }
        for finish in finished {
            self.tell_finish(now, &finish);
            if let Some(hub) = self.tables.get_mut(&finish.table) {
                hub.wind_up();
            }
        }
    }

    pub(crate) fn voice<'a>(&'a self, hub: &'a Hub, language: usize) -> Voice<'a> {
        let game = hub.summary.as_ref().map_or("", |summary| summary.game.as_str());
        Voice {
            // A table that plays on with an earlier edition has its words, too.
            speaker: hub
                .edition
                .as_ref()
                .map_or_else(|| self.catalogue.speaker(game), |edition| &edition.speaker),
            language: &self.catalogue.languages[language],
            names: &hub.names,
        }
    }

    fn in_english(&self, table: TableId, text: &parlor_kit::Text) -> String {
        let Some(hub) = self.tables.get(&table) else { return String::new() };
        Voice { language: "en", ..self.voice(hub, 0) }.say(text)
    }

    /// Why the runtime denied something, in the words of whoever asked.
    pub(crate) fn denied(&self, conn: ConnId, table: TableId, denial: &Denial) -> Message {
        let language = self.conns.get(&conn).map_or(0, |conn| conn.language);
        let text = match self.tables.get(&table) {
            Some(hub) => self.voice(hub, language).say(&denial.text()),
            None => self.catalogue.lobby.say(&self.catalogue.languages[language], &denial.text(), &[]),
        };
        let version = match denial {
            Denial::Stale { version } => Some(*version),
            _ => None,
        };
        Message::Error(ErrorData { code: denial.code(), text, version })
    }

    fn tell_reply(&mut self, reply: Reply) {
        let Reply { to, request, table, result } = reply;
        let Some(pending) = request.and_then(|request| self.pending.remove(&request)) else { return };
        let message = match &result {
            Err(denial) => {
                if let Some(wanting) = self.wanting.get_mut(&(to, table)) {
                    wanting.retain(|(conn, _)| *conn != pending.conn);
                }
                match denial {
                    // A game is not known at a table that was never opened: its own words come from the game.
                    Denial::Refused(_) if !self.tables.contains_key(&table) => {
                        self.denied_anywhere(pending.conn, denial)
                    }
                    _ => self.denied(pending.conn, table, denial),
                }
            }
            Ok(answer) => Message::Ok(match pending.kind {
                Kind::Plain => json!({}),
                Kind::Version => json!({ "version": answer.version }),
                Kind::Join => json!({ "seat": answer.seat, "version": answer.version }),
                Kind::Watch => {
                    if let Some(present) = self.people.get_mut(&to) {
                        present.watching.insert(table);
                    }
                    if let Some(hub) = self.tables.get_mut(&table) {
                        hub.guests.insert(to);
                    }
                    json!({ "version": answer.version })
                }
                Kind::Unwatch => {
                    if let Some(present) = self.people.get_mut(&to) {
                        present.watching.remove(&table);
                    }
                    if let Some(hub) = self.tables.get_mut(&table)
                        && !hub.seats(to)
                    {
                        hub.detach(|attached| attached.person == to);
                    }
                    json!({})
                }
                Kind::Open { seat, private } => {
                    let mut data = json!({ "table": table });
                    match seat {
                        Some(seat) => data["seat"] = seat.into(),
                        None => self.let_watch(to, table, pending.conn),
                    }
                    if private {
                        data["invite"] = self.invites.of(table).into();
                    }
                    data
                }
                Kind::Rematch { new } => json!({ "table": new }),
            }),
        };
        let frame = Utf8Bytes::from(message.answer(Some(pending.id)));
        self.answered(pending.person, pending.session, pending.id, &frame);
        self.send(pending.conn, frame);
    }

    /// A refusal by the rules of a game whose table does not exist: any speaker that knows the words will do.
    fn denied_anywhere(&self, conn: ConnId, denial: &Denial) -> Message {
        let (text, language) = (denial.text(), self.language(conn));
        let speakers = self.catalogue.games.values().map(|offered| &offered.edition.speaker);
        let speaker = speakers.into_iter().find(|speaker| speaker.knows("en", &text.key));
        let words = speaker.unwrap_or(&self.catalogue.lobby).say(language, &text, &[]);
        Message::Error(ErrorData { code: denial.code(), text: words, version: None })
    }

    /// Whoever opened a table without playing watches it.
    fn let_watch(&mut self, person: PersonId, table: TableId, conn: ConnId) {
        let Some(present) = self.people.get_mut(&person) else { return };
        present.watching.insert(table);
        if let Some(hub) = self.tables.get_mut(&table) {
            hub.guests.insert(person);
        }
        let ask = Ask::Watch { name: present.name.clone() };
        self.wanting.entry((person, table)).or_default().push((conn, None));
        self.commands.push(Command::of(Origin::Person(person), table, ask));
    }

    fn tell_update(
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
        let mut said: Vec<(Wording, GameUpdate)> = Vec::new();
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
                    let words = match said.iter().find(|(known, _)| *known == key) {
                        Some((_, words)) => words.clone(),
                        None => {
                            said.push((key, voice.update(update)));
                            said[said.len() - 1].1.clone()
                        }
                    };
                    let frame = voice.with_offers(words, own.map(|(_, offers)| offers));
                    frames.push((key, seat, frame.clone()));
                    frame
                }
            };
            one.version = update.version;
            if let Err(TrySendError::Full(_)) = one.out.try_send(frame) {
                self.overflowed.push(one.conn);
            }
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
    fn log_update(&self, now: Millis, hub: &Hub, update: &Update, said: &[(Wording, GameUpdate)]) {
        let is_english = |language: usize| self.catalogue.languages[language] == "en";
        let english = said.iter().find(|((index, language), _)| *index == 0 && is_english(*language));
        let voice = Voice { language: "en", ..self.voice(hub, 0) };
        for (number, event) in update.events.iter().enumerate() {
            let words = match english {
                Some((_, words)) => words.events[number].text.clone(),
                None => voice.say(&event.text),
            };
            self.logbook.note(update.table, now, || format!("[{}] {words}", update.version));
        }
    }

    /// Shows a person a table: in full, or what was missed where that is still known.
    fn tell_shown(&mut self, shown: &Shown, made: &mut Made) {
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
            let missed = seen.and_then(|seen| hub.missed(shown.viewer, seen, shown.version));
            let frames = match missed {
                Some(missed) => resume(voice, shown, &missed),
                None => vec![self.state_frame(&hub, shown, language, made)],
            };
            for frame in frames {
                if let Err(TrySendError::Full(_)) = out.try_send(frame) {
                    self.overflowed.push(conn);
                    break;
                }
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

    /// Tells everybody at a table, each in their language.
    fn tell_table(&mut self, table: TableId, message: impl Fn(Voice<'_>) -> Message) {
        let Some(hub) = self.tables.get(&table) else { return };
        let mut frames: Vec<(usize, Utf8Bytes)> = Vec::new();
        for one in &hub.attached {
            let frame = match frames.iter().find(|(language, _)| *language == one.language) {
                Some((_, frame)) => frame.clone(),
                None => {
                    let frame = Utf8Bytes::from(message(self.voice(hub, one.language)).frame());
                    frames.push((one.language, frame.clone()));
                    frame
                }
            };
            if let Err(TrySendError::Full(_)) = one.out.try_send(frame) {
                self.overflowed.push(one.conn);
            }
        }
    }

    /// Tells some of those at a table something that has no words.
    fn tell_some(&mut self, table: TableId, who: impl Fn(&Attached) -> bool, message: &Message) {
        let Some(hub) = self.tables.get(&table) else { return };
        let frame = Utf8Bytes::from(message.frame());
        for one in hub.attached.iter().filter(|attached| who(attached)) {
            if let Err(TrySendError::Full(_)) = one.out.try_send(frame.clone()) {
                self.overflowed.push(one.conn);
            }
        }
    }

    fn tell_finish(&mut self, now: Millis, finish: &Finish) {
        let table = finish.table;
        let highscores = self.highscores(finish);
        let result = crate::store::Concluded {
            table,
            game: finish.game.clone(),
            game_version: finish.game_version.clone(),
            private: false,
            participants: finish.participants.clone(),
            outcome: finish.outcome.clone(),
            aborted: finish.aborted.clone(),
            options: Value::Null,
            began_at: finish.began_at,
            ended_at: finish.ended_at,
            steps: finish.steps,
            recording: Some(table.to_string()),
        };
        self.log(table, now, || {
            let places = finish.outcome.as_ref().map(|outcome| outcome.places.to_vec());
            format!("over: places {places:?}, aborted {:?}", finish.aborted)
        });
        self.tell_table(table, |voice| {
            let result = voice.result(&result, highscores.clone());
            Message::GameOver(Box::new(GameOver { table, result }))
        });
    }

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
        let over = matches!(summary.phase, PhaseName::Over | PhaseName::Aborted);
        if let Some(opener) = self.people.get_mut(&summary.opener) {
            if over {
                opener.opened.remove(&table);
            } else {
                opener.opened.insert(table);
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
            let mut frames: Vec<(usize, Utf8Bytes)> = Vec::new();
            let mut frame = |language: usize| match frames.iter().find(|(known, _)| *known == language) {
                Some((_, frame)) => frame.clone(),
                None => {
                    let listed = self.voice(hub, language).summary(summary);
                    let frame = Utf8Bytes::from(Message::TableListed(Box::new(listed)).frame());
                    frames.push((language, frame.clone()));
                    frame
                }
            };
            let mut full = Vec::new();
            for one in &hub.attached {
                if let Err(TrySendError::Full(_)) = one.out.try_send(frame(one.language)) {
                    full.push(one.conn);
                }
            }
            if !summary.private {
                let here = |conn: &ConnId| hub.attached.iter().any(|attached| attached.conn == *conn);
                for (conn, known) in self.conns.iter().filter(|(conn, known)| known.lobby && !here(conn)) {
                    if let Err(TrySendError::Full(_)) = known.out.try_send(frame(known.language)) {
                        full.push(*conn);
                    }
                }
            }
            self.overflowed.extend(full);
        }
    }

    /// A table is gone.
    fn close(&mut self, table: TableId) {
        let Some(hub) = self.tables.remove(&table) else { return };
        self.changed.remove(&table);
        let frame = Utf8Bytes::from(Message::TableClosed(TableClosed { table }).frame());
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
        }
        self.wanting.retain(|(_, wanted), _| *wanted != table);
    }

    /// Tells everybody in the lobby what was said there.
    pub(crate) fn announce(&mut self, line: ChatLine) {
        let frame = Utf8Bytes::from(Message::Chat(line.clone()).frame());
        let mut full = Vec::new();
        for (conn, known) in self.conns.iter().filter(|(_, known)| known.lobby) {
            if let Err(TrySendError::Full(_)) = known.out.try_send(frame.clone()) {
                full.push(*conn);
            }
        }
        self.overflowed.extend(full);
        if self.chat.len() == super::BACKLOG {
            self.chat.pop_front();
        }
        self.chat.push_back(line);
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
        };
        return vec![voice.update_frame(&update, offers)];
    };
    let last = Update { clocks: shown.clocks.clone(), ..Update::clone(last) };
    let before = before.iter().map(|update| voice.update_frame(update, None));
    before.chain([voice.update_frame(&last, offers)]).collect()
}

fn names(summary: &Summary) -> Vec<String> {
    summary.seats.iter().map(|seat| seat.name.to_string()).collect()
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
