//! The frames of updates, written in one go: every move needs them, for every viewer and language.
//! Their form is that of [`GameUpdate`](crate::protocol::GameUpdate) and, in brief, of
//! [`GameStep`](crate::protocol::GameStep).

use super::{
    render::{Renderer, clocks},
    table_session::ClientFormat,
};
use crate::json_writer::JsonWriter;
use parlor_kit::{Id, Pick};
use parlor_runtime::{Offered, Played, Update};
use serde::Serialize;
use std::sync::Arc;

/// The frame of an update.
pub(crate) struct UpdateFrame {
    /// The translated texts of its events; empty in brief.
    pub(crate) words: Vec<String>,
    /// The frame without offers.
    pub(crate) frame: Arc<str>,
}

/// The frame of an update without offers, which all readers of a viewer and language share.
pub(super) fn shared(renderer: Renderer<'_>, format: ClientFormat, update: &Update) -> UpdateFrame {
    if format.is_actions_only() { actions_only(renderer, update) } else { full(renderer, update) }
}

fn actions_only(renderer: Renderer<'_>, update: &Update) -> UpdateFrame {
    let mut frame = JsonWriter::new();
    begin(&mut frame, r#"{"event":"gameStep","data":{"table":""#, update);
    if let Some(Played { seat, action }) = &update.played {
        frame.piece(r#","played":{"seat":"#).number(seat.index());
        frame.piece(r#","action":"#).value(action).piece("}");
    }
    add_standing(renderer, &mut frame, update);
    UpdateFrame { words: Vec::new(), frame: end(frame) }
}

fn full(renderer: Renderer<'_>, update: &Update) -> UpdateFrame {
    let words: Vec<String> = update.events.iter().map(|event| renderer.translate(&event.text)).collect();
    let mut frame = JsonWriter::new();
    begin(&mut frame, r#"{"event":"gameUpdate","data":{"table":""#, update);
    if let Some(patch) = &update.patch {
        renderer.localized(patch).write_to(frame.piece(r#","patch":"#).bytes());
    }
    if !words.is_empty() {
        let events = update.events.iter().zip(&words);
        let events = events.map(|(event, text)| Told {
            text,
            sound: event.sound.as_ref(),
            about: &event.about,
            announce: event.announce,
        });
        frame.piece(r#","events":"#).value(&events.collect::<Vec<Told<'_>>>());
    }
    add_standing(renderer, &mut frame, update);
    if !update.targets.is_empty() {
        frame.piece(r#","targets":"#).value(&update.targets);
    }
    UpdateFrame { words, frame: end(frame) }
}

/// Adds whose turn it is, the clocks, and the result.
fn add_standing(renderer: Renderer<'_>, frame: &mut JsonWriter, update: &Update) {
    frame.piece(r#","turn":"#).value(&update.turn);
    if let Some(now) = &update.clocks {
        frame.piece(r#","clocks":"#).value(&clocks(now));
    }
    if let Some(outcome) = &update.outcome {
        frame.piece(r#","outcome":"#).value(&renderer.outcome(outcome));
    }
}

/// The same frame with the offers of its reader as the last field.
pub(super) fn with_offers(
    renderer: Renderer<'_>,
    format: ClientFormat,
    frame: &str,
    offers: &Offered,
) -> Arc<str> {
    let open = frame.strip_suffix("}}").unwrap_or(frame);
    let mut frame = JsonWriter::new();
    frame.piece(open);
    match offers {
        Offered::Actions(actions) => {
            frame.piece(r#","actions":"#).piece(actions);
        }
        // Another connection of the same person may want full updates.
        Offered::Tree(offers) if format.is_actions_only() => {
            frame.piece(r#","actions":"#).value(&offers.actions());
        }
        Offered::Tree(offers) => renderer.localized(offers).write_to(frame.piece(r#","offers":"#).bytes()),
    }
    end(frame)
}

/// The frame of an update with the offers of its reader, if there are any.
pub(super) fn complete(
    renderer: Renderer<'_>,
    format: ClientFormat,
    update: &Update,
    offers: Option<&Offered>,
) -> Arc<str> {
    let UpdateFrame { frame, .. } = shared(renderer, format, update);
    match offers {
        Some(offers) => with_offers(renderer, format, &frame, offers),
        None => frame,
    }
}

/// Something that happened, without a copy of it.
#[derive(Serialize)]
struct Told<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sound: Option<&'a Id>,
    #[serde(skip_serializing_if = "<[Pick]>::is_empty")]
    about: &'a [Pick],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    announce: bool,
}

/// Begins a frame about an update, up to and with its version; its data is left open.
fn begin(frame: &mut JsonWriter, start: &str, update: &Update) {
    frame.piece(start).piece(&update.table.written());
    frame.piece(r#"","version":"#).number(update.version);
}

/// Ends data and frame.
fn end(mut frame: JsonWriter) -> Arc<str> {
    frame.piece("}}");
    frame.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{GameStep, GameUpdate, PlayedView, ServerMessage};
    use parlor_kit::{Cell, Event, Gesture, Offer, Offers, Outcome, RawJson, Seat, Text};
    use parlor_runtime::{Clocks, SeatClock, TableId, UpdateFormat};
    use parlor_texts::Translator;
    use serde_json::{Value, json};

    /// The message that a frame is to say.
    fn message(renderer: Renderer<'_>, brief: bool, update: &Update, offers: Option<&Offers>) -> Value {
        let message = if brief {
            let actions = offers.map(|offers| RawJson::new(&offers.actions()));
            let Update { table, version, played, turn, .. } = update.clone();
            let played = played.map(|Played { seat, action }| PlayedView { seat: seat.index(), action });
            let GameUpdate { clocks, outcome, .. } = renderer.update(update);
            ServerMessage::GameStep(Box::new(GameStep {
                table,
                version,
                played,
                turn,
                clocks,
                outcome,
                actions,
            }))
        } else {
            let offers = offers.map(|offers| RawJson::new(&renderer.localized(offers)));
            ServerMessage::GameUpdate(Box::new(GameUpdate { offers, ..renderer.update(update) }))
        };
        serde_json::to_value(message).unwrap()
    }

    #[test]
    fn a_frame_says_what_the_message_says() {
        let translator = Translator::new().with("en", "go = Go, \"{ $who }\"!\nend = It ended\n");
        let names = ["Ada".to_string()];
        let renderer = Renderer { translator: &translator, language: "en", names: &names };
        let (seat, cell) = (Seat::new(0), Pick::Cell("board".into(), Cell::new(1, 2)));
        let go = || Text::new("go").arg("who", seat);
        let bare = Update {
            table: TableId(77),
            version: 3,
            patch: None,
            drawn: true,
            played: None,
            events: Vec::new(),
            turn: seat.into(),
            clocks: None,
            outcome: None,
            targets: Vec::new(),
        };
        let clock = SeatClock { running: true, starts_in: 0, move_left: Some(5), total_left: None };
        let full = Update {
            patch: Some(RawJson::new(&json!({ "banner": go(), "pieces": { "p": null } }))),
            played: Some(Played { seat, action: json!({ "go": 1 }) }),
            events: vec![
                Event { text: go(), ..Event::new("go").about(cell.clone()).sound("turn").announce() },
                Event { text: go(), ..Event::new("go") },
            ],
            clocks: Some(Clocks { at: 9, seats: vec![clock] }),
            outcome: Some(Outcome::draw(2, "end")),
            targets: vec![cell],
            ..bare.clone()
        };
        let offers = Offers::tree(vec![Offer { action: json!(1), gesture: Gesture::button("go", go()) }]);
        for update in [bare, full] {
            for (brief, offers) in
                [false, true].into_iter().flat_map(|brief| [(brief, None), (brief, Some(&offers))])
            {
                let format = ClientFormat { language: 0, updates: UpdateFormat::from_brief(brief) };
                let said = message(renderer, brief, &update, offers);
                let offers = offers.cloned().map(Offered::Tree);
                let frame = complete(renderer, format, &update, offers.as_ref());
                assert_eq!(serde_json::from_str::<Value>(&frame).unwrap(), said);
            }
            let format = ClientFormat { language: 0, updates: UpdateFormat::ActionsOnly };
            let actions = Offered::Actions(serde_json::to_string(&offers.actions()).unwrap());
            let frame: Value =
                serde_json::from_str(&complete(renderer, format, &update, Some(&actions))).unwrap();
            assert_eq!(frame, message(renderer, true, &update, Some(&offers)));
        }
    }
}
