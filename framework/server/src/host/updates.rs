//! Updates of a table, to every connection that is shown the table.

use super::{
    Host, UNNOTICED_WAIT,
    render::Renderer,
    table_session::{ClientFormat, Recent, TableSession},
    update_frames::{self, UpdateFrame},
};
use parlor_kit::{Seat, Viewer};
use parlor_runtime::{Millis, Offered, TableUpdate, Update};
use smallvec::SmallVec;
use std::sync::Arc;

/// One of the updates of a step, in a format.
type SharedKey = (usize, ClientFormat);
/// The same with the seat whose offers the frame holds, if any.
type FrameKey = (SharedKey, Option<Seat>);

/// Sends what a step changed at a table. Connections that were shown a later version, or that missed one, get a full
/// view in another way.
pub(super) fn send(host: &mut Host, now: Millis, update: TableUpdate) {
    let TableUpdate { table, updates, offers } = update;
    let waited = host.clock.now().saturating_sub(now);
    let Some(session) = host.tables.get_mut(&table) else { return };
    session.held = if waited > UNNOTICED_WAIT { waited } else { 0 };
    let mut attached = std::mem::take(&mut session.attached);
    let session = &host.tables[&table];
    movers_first(&mut attached, |one| one.viewer, &offers);
    // Texts are translated once for each format, and each frame is written once for each seat that may act.
    let mut shared: SmallVec<[(SharedKey, UpdateFrame); 2]> = SmallVec::new();
    let mut frames: SmallVec<[(FrameKey, Arc<str>); 4]> = SmallVec::new();
    for one in &mut attached {
        let Some(index) = updates.iter().position(|(to, _)| to.includes(one.viewer)) else { continue };
        let version = updates[index].1.version;
        if one.version + 1 != version {
            continue;
        }
        let own = offers.iter().find(|(seat, _)| one.viewer == Viewer::Seat(*seat));
        let (key, seat) = ((index, one.format), own.map(|(seat, _)| *seat));
        let frame = match frames.iter().find(|(known, _)| *known == (key, seat)) {
            Some((_, frame)) => frame.clone(),
            None => {
                let renderer = host.renderer(session, one.format.language);
                let place = shared.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                    shared.push((key, update_frames::shared(renderer, one.format, &updates[index].1)));
                    shared.len() - 1
                });
                let shared = &shared[place].1.frame;
                let frame = match own {
                    Some((_, offers)) => update_frames::with_offers(renderer, one.format, shared, offers),
                    None => shared.clone(),
                };
                frames.push(((key, seat), frame.clone()));
                frame
            }
        };
        one.version = version;
        host.outbound.send(&one.out, frame);
    }
    if host.table_logs.is_open() {
        host.log_update(now, session, &updates[0].1, &shared);
    }
    let Some(session) = host.tables.get_mut(&table) else { return };
    session.attached = attached;
    for (to, update) in updates {
        session.remember(Recent::Update(to, update));
    }
}

/// Brings those who are to move to the front: they are sent to first. All others stay in their order.
fn movers_first<T>(all: &mut [T], viewer: impl Fn(&T) -> Viewer, offers: &[(Seat, Offered)]) {
    all.sort_by_key(|one| !offers.iter().any(|(seat, _)| viewer(one) == Viewer::Seat(*seat)));
}

impl Host {
    /// Writes the events into the table's log, with the texts of an English frame where there is one.
    fn log_update(
        &self,
        now: Millis,
        session: &TableSession,
        update: &Update,
        shared: &[(SharedKey, UpdateFrame)],
    ) {
        let is_english = |format: ClientFormat| {
            !format.is_actions_only() && self.catalogue.languages[format.language] == "en"
        };
        let english = shared.iter().find(|((index, format), _)| *index == 0 && is_english(*format));
        let renderer = Renderer { language: "en", ..self.renderer(session, 0) };
        for (number, event) in update.events.iter().enumerate() {
            self.table_logs.note(update.table, now, |line| {
                line.extend(["[", itoa::Buffer::new().format(update.version), "] "]);
                match english {
                    Some((_, frame)) => line.push_str(&frame.words[number]),
                    None => renderer.translate_to(line, &event.text),
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::Offers;

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
