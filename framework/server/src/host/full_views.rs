//! Full views of a table for connections that come; connections that come back get the updates they missed.

use super::{
    ConnId, Host,
    render::Renderer,
    table_list::names,
    table_session::{Attached, ClientFormat, TableSession},
    update_frames,
};
use crate::protocol::{GameState, ServerMessage};
use parlor_kit::{Offers, RawJson, Viewer};
use parlor_runtime::{Offered, Shown, TableId, Update};
use std::sync::Arc;

/// A table at a version, as a viewer sees it, in a format.
type ViewKey = (TableId, u32, Viewer, ClientFormat);

/// Frames of full views that were made in this step, so that each is made once for a viewer and language.
#[derive(Default)]
pub(super) struct ViewFrames(Vec<(ViewKey, Arc<str>)>);

/// Sends a person the full view of a table, or the updates that were missed if they are still kept.
pub(super) fn send(host: &mut Host, shown: &Shown, frames: &mut ViewFrames) {
    let (person, table) = (shown.to, shown.table.table);
    let view_waiters = host.view_waiters.remove(&(person, table)).unwrap_or_default();
    let Some(present) = host.people.get(&person) else { return };
    // Connections that are gone again leave it to those that the person has now.
    let view_waiters: Vec<_> =
        view_waiters.into_iter().filter(|(conn, _)| host.conns.contains_key(conn)).collect();
    let to: Vec<(ConnId, Option<u32>)> = if view_waiters.is_empty() {
        present.conns.iter().map(|conn| (*conn, None)).collect()
    } else {
        view_waiters
    };
    let Some(mut session) = host.tables.remove(&table) else { return };
    if session.summary.is_none() {
        session.names = names(&shown.table);
        session.summary = Some(Arc::new(shown.table.clone()));
    }
    for (conn, seen) in to {
        let Some(known) = host.conns.get(&conn).filter(|known| known.person == Some(person)) else {
            continue;
        };
        let (out, format) = (known.out.clone(), known.format);
        let renderer = host.renderer(&session, format.language);
        // A proposal is part of everything, and of no update.
        let seen = seen.filter(|_| shown.proposal.is_none());
        let missed =
            seen.and_then(|seen| session.missed(shown.viewer, seen, shown.version, format.is_actions_only()));
        let frames = match missed {
            Some(missed) => resume(renderer, format, shown, &missed),
            None => vec![host.state_frame(&session, shown, format, frames)],
        };
        for frame in frames {
            host.outbound.send(&out, frame);
        }
        let (viewer, version) = (shown.viewer, shown.version);
        session.attach(Attached { conn, person, out, format, viewer, version });
    }
    host.tables.insert(table, session);
}

impl Host {
    fn state_frame(
        &self,
        session: &TableSession,
        shown: &Shown,
        format: ClientFormat,
        frames: &mut ViewFrames,
    ) -> Arc<str> {
        let key = (shown.table.table, shown.version, shown.viewer, format);
        let opener = shown.table.opener == shown.to;
        let knows = shown.table.private && (shown.viewer.seat().is_some() || opener);
        let shared = !(opener && shown.viewer.seat().is_none() && shown.table.private);
        if let Some((_, frame)) = frames.0.iter().find(|(known, _)| shared && *known == key) {
            return frame.clone();
        }
        let invite = knows.then(|| self.invites.of(shown.table.table));
        let renderer = self.renderer(session, format.language);
        let (log, chat) = (renderer.log(session, shown.viewer), session.chat.iter().cloned().collect());
        let options = session.options.clone();
        let mut state =
            GameState { log, chat, options, invite, ..renderer.state(shown, self.listing(session)) };
        if format.is_actions_only() {
            let actions = shown.offers.actions();
            state.actions = (!actions.is_empty()).then(|| RawJson::new(&actions));
            state.offers = RawJson::new(&Offers::default());
        }
        let frame = Arc::<str>::from(ServerMessage::GameState(Box::new(state)).frame());
        if shared {
            frames.0.push((key, frame.clone()));
        }
        frame
    }
}

/// The frames of the updates that a client missed; the last one has its offers.
/// A client that missed nothing gets an update that changes nothing, with its offers and the clocks.
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
        return vec![update_frames::complete(renderer, format, &update, offers.as_ref())];
    };
    let last = Update { clocks: shown.clocks.clone(), ..Update::clone(last) };
    let before = before.iter().map(|update| update_frames::complete(renderer, format, update, None));
    before.chain([update_frames::complete(renderer, format, &last, offers.as_ref())]).collect()
}
