//! What a table looks like: updates to those who follow it, everything to those who come.

use super::{
    ConnId, Host, UNNOTICED_WAIT,
    frames::UpdateFrame,
    render::Renderer,
    requests::looks_from,
    table_list::names,
    table_session::{Attached, ClientFormat, Recent, TableSession, is_for},
};
use crate::protocol::{GameState, ServerMessage};
use parlor_kit::{Offers, RawJson, Seat, Viewer};
use parlor_runtime::{Millis, Offered, Recipient, Shown, TableId, Update};
use smallvec::SmallVec;
use std::sync::Arc;

/// Brings those who are to move to the front: they are told first. All others stay in their order.
fn movers_first<T>(all: &mut [T], viewer: impl Fn(&T) -> Viewer, offers: &[(Seat, Offered)]) {
    all.sort_by_key(|one| !offers.iter().any(|(seat, _)| looks_from(viewer(one), *seat)));
}

/// An update in a format: which of the updates, and how it is told.
type Wording = (usize, ClientFormat);
/// The same with what a seat may do now, if it is for one that may.
type Reading = (Wording, Option<Seat>);

/// What a table is at a version, to these eyes and in a format.
type Sight = (TableId, u32, Viewer, ClientFormat);

/// Frames that were made in this step, so that each is made once for a viewer and language.
#[derive(Default)]
pub(crate) struct Made(Vec<(Sight, Arc<str>)>);

impl Host {
    pub(crate) fn tell_update(
        &mut self,
        now: Millis,
        table: TableId,
        updates: SmallVec<[(Recipient, Arc<Update>); 4]>,
        offers: &[(Seat, Offered)],
    ) {
        let waited = self.clock.now().saturating_sub(now);
        let Some(session) = self.tables.get_mut(&table) else { return };
        session.held = if waited > UNNOTICED_WAIT { waited } else { 0 };
        let mut attached = std::mem::take(&mut session.attached);
        let session = &self.tables[&table];
        movers_first(&mut attached, |one| one.viewer, offers);
        // Everything is put into words once for each format, and written once for each seat that may act.
        let mut said: SmallVec<[(Wording, UpdateFrame); 2]> = SmallVec::new();
        let mut frames: SmallVec<[(Reading, Arc<str>); 4]> = SmallVec::new();
        for one in &mut attached {
            let found = updates.iter().position(|(to, _)| is_for(*to, one.viewer));
            let Some(index) = found else { continue };
            let update = &updates[index].1;
            // Whoever was shown a later version, or missed one, gets everything in another way.
            if one.version + 1 != update.version {
                continue;
            }
            let own = offers.iter().find(|(seat, _)| looks_from(one.viewer, *seat));
            let (key, seat) = ((index, one.format), own.map(|(seat, _)| *seat));
            let frame = match frames.iter().find(|(known, _)| *known == (key, seat)) {
                Some((_, frame)) => frame.clone(),
                None => {
                    let renderer = self.renderer(session, one.format.language);
                    let place = said.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                        said.push((key, renderer.tell(one.format, update)));
                        said.len() - 1
                    });
                    let shared = &said[place].1.frame;
                    let frame = match own {
                        Some((_, own)) => renderer.with_offers(one.format, shared, own),
                        None => shared.clone(),
                    };
                    frames.push(((key, seat), frame.clone()));
                    frame
                }
            };
            one.version = update.version;
            self.outbound.send(&one.out, frame);
        }
        if self.table_logs.is_open() {
            self.log_update(now, session, &updates[0].1, &said);
        }
        let Some(session) = self.tables.get_mut(&table) else { return };
        session.attached = attached;
        for (to, update) in updates {
            session.remember(Recent::Update(to, update));
        }
    }

    /// Writes what happened into the table's log, in the words that were found for others where they fit.
    fn log_update(
        &self,
        now: Millis,
        session: &TableSession,
        update: &Update,
        said: &[(Wording, UpdateFrame)],
    ) {
        let is_english = |format: ClientFormat| {
            !format.is_actions_only() && self.catalogue.languages[format.language] == "en"
        };
        let english = said.iter().find(|((index, format), _)| *index == 0 && is_english(*format));
        let renderer = Renderer { language: "en", ..self.renderer(session, 0) };
        for (number, event) in update.events.iter().enumerate() {
            self.table_logs.note(update.table, now, |line| {
                line.extend(["[", itoa::Buffer::new().format(update.version), "] "]);
                match english {
                    Some((_, said)) => line.push_str(&said.words[number]),
                    None => renderer.translate_to(line, &event.text),
                }
            });
        }
    }

    /// Shows a person a table: in full, or what was missed where that is still known.
    pub(crate) fn tell_shown(&mut self, shown: &Shown, made: &mut Made) {
        let (person, table) = (shown.to, shown.table.table);
        let view_waiters = self.view_waiters.remove(&(person, table)).unwrap_or_default();
        let Some(present) = self.people.get(&person) else { return };
        // Connections that are gone again leave it to those that the person has now.
        let view_waiters: Vec<_> =
            view_waiters.into_iter().filter(|(conn, _)| self.conns.contains_key(conn)).collect();
        let to: Vec<(ConnId, Option<u32>)> = if view_waiters.is_empty() {
            present.conns.iter().map(|conn| (*conn, None)).collect()
        } else {
            view_waiters
        };
        let Some(mut session) = self.tables.remove(&table) else { return };
        if session.summary.is_none() {
            session.names = names(&shown.table);
            session.summary = Some(Arc::new(shown.table.clone()));
        }
        for (conn, seen) in to {
            let Some(known) = self.conns.get(&conn).filter(|known| known.person == Some(person)) else {
                continue;
            };
            let (out, format) = (known.out.clone(), known.format);
            let renderer = self.renderer(&session, format.language);
            // A proposal is part of everything, and of no update.
            let seen = seen.filter(|_| shown.proposal.is_none());
            let missed = seen
                .and_then(|seen| session.missed(shown.viewer, seen, shown.version, format.is_actions_only()));
            let frames = match missed {
                Some(missed) => resume(renderer, format, shown, &missed),
                None => vec![self.state_frame(&session, shown, format, made)],
            };
            for frame in frames {
                self.outbound.send(&out, frame);
            }
            let (viewer, version) = (shown.viewer, shown.version);
            session.attach(Attached { conn, person, out, format, viewer, version });
        }
        self.tables.insert(table, session);
    }

    fn state_frame(
        &self,
        session: &TableSession,
        shown: &Shown,
        format: ClientFormat,
        made: &mut Made,
    ) -> Arc<str> {
        let key = (shown.table.table, shown.version, shown.viewer, format);
        let opener = shown.table.opener == shown.to;
        let knows = shown.table.private && (shown.viewer.seat().is_some() || opener);
        let shared = !(opener && shown.viewer.seat().is_none() && shown.table.private);
        if let Some((_, frame)) = made.0.iter().find(|(known, _)| shared && *known == key) {
            return frame.clone();
        }
        let invite = knows.then(|| self.invites.of(shown.table.table));
        let renderer = self.renderer(session, format.language);
        let (log, chat) = (renderer.log(session, shown.viewer), session.chat.iter().cloned().collect());
        let options = session.options.clone();
        let mut state = GameState { log, chat, options, invite, ..renderer.state(shown) };
        if format.is_actions_only() {
            let actions = shown.offers.actions();
            state.actions = (!actions.is_empty()).then(|| RawJson::new(&actions));
            state.offers = RawJson::new(&Offers::default());
        }
        let frame = Arc::<str>::from(ServerMessage::GameState(Box::new(state)).frame());
        if shared {
            made.0.push((key, frame.clone()));
        }
        frame
    }
}

/// The updates somebody missed; the last one carries what they may do now.
/// Whoever missed nothing gets an update that changes nothing, with their offers and the clocks.
fn resume(
    renderer: Renderer<'_>,
    format: ClientFormat,
    shown: &Shown,
    missed: &[&Arc<Update>],
) -> Vec<Arc<str>> {
    let offers = (!shown.offers.is_empty()).then(|| Offered::Tree(shown.offers.clone()));
    let Some((last, before)) = missed.split_last() else {
        let update = Update {
            table: shown.table.table,
            version: shown.version,
            patch: None,
            drawn: true,
            played: None,
            events: Vec::new(),
            turn: shown.turn,
            clocks: shown.clocks.clone(),
            outcome: shown.table.outcome.clone(),
            targets: shown.targets.clone(),
        };
        return vec![renderer.frame(format, &update, offers.as_ref())];
    };
    let last = Update { clocks: shown.clocks.clone(), ..Update::clone(last) };
    let before = before.iter().map(|update| renderer.frame(format, update, None));
    before.chain([renderer.frame(format, &last, offers.as_ref())]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // WO-7
    #[test]
    fn whoever_is_to_move_is_told_first() {
        let seat = |n| Viewer::Seat(Seat::new(n));
        let offered = |n| (Seat::new(n), Offered::Tree(Offers::default()));
        let mut all = [Viewer::Public, seat(0), seat(1), seat(2), Viewer::Public, seat(2)];
        movers_first(&mut all, |viewer| *viewer, &[offered(2)]);
        assert_eq!(all, [seat(2), seat(2), Viewer::Public, seat(0), seat(1), Viewer::Public]);
        movers_first(&mut all, |viewer| *viewer, &[offered(0)]);
        assert_eq!(all[0], seat(0));
    }
}
