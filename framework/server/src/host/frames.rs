//! Updates as frames, written in one go: every move needs them, for every viewer and language.
//! Their form is that of [`GameUpdate`](crate::protocol::GameUpdate) and, in brief, of
//! [`GameStep`](crate::protocol::GameStep).

use super::{
    hub::Manner,
    words::{Voice, clocks},
};
use axum::extract::ws::Utf8Bytes;
use parlor_kit::{Id, Pick};
use parlor_runtime::{Offered, Update};
use serde::Serialize;

/// An update in words.
pub(crate) struct Said {
    /// What its events say; nothing where it is told in brief.
    pub(crate) words: Vec<String>,
    /// The frame for those who may do nothing now.
    pub(crate) frame: Utf8Bytes,
}

impl Voice<'_> {
    /// An update in a manner.
    pub(crate) fn tell(&self, manner: Manner, update: &Update) -> Said {
        if manner.brief { self.tell_briefly(update) } else { self.tell_fully(update) }
    }

    fn tell_briefly(&self, update: &Update) -> Said {
        let mut frame = Fields::new("gameStep", 0, update);
        if let Some(played) = &update.played {
            frame.field("played", played);
        }
        self.tell_standing(&mut frame, update);
        Said { words: Vec::new(), frame: frame.finish() }
    }

    fn tell_fully(&self, update: &Update) -> Said {
        let words: Vec<String> = update.events.iter().map(|event| self.say(&event.text)).collect();
        let room = update.patch.as_ref().map_or(0, |patch| patch.as_str().len());
        let mut frame = Fields::new("gameUpdate", room, update);
        if let Some(patch) = &update.patch {
            self.said(patch).write_to(frame.value("patch"));
        }
        if !words.is_empty() {
            let events = update.events.iter().zip(&words);
            let events = events.map(|(event, text)| Told {
                text,
                sound: event.sound.as_ref(),
                about: &event.about,
                announce: event.announce,
            });
            frame.list("events", events);
        }
        self.tell_standing(&mut frame, update);
        if !update.targets.is_empty() {
            frame.field("targets", &update.targets);
        }
        Said { words, frame: frame.finish() }
    }

    /// Who is to act, in how much time, or how it ended.
    fn tell_standing(&self, frame: &mut Fields, update: &Update) {
        frame.field("turn", &update.turn);
        if let Some(now) = &update.clocks {
            frame.field("clocks", &clocks(now));
        }
        if let Some(outcome) = &update.outcome {
            frame.field("outcome", &self.outcome(outcome));
        }
    }

    /// The same frame with what its reader may do now as the last field.
    pub(crate) fn with_offers(&self, manner: Manner, frame: &str, offers: &Offered) -> Utf8Bytes {
        let mut frame = Fields::reopen(frame);
        match offers {
            Offered::Actions(actions) => {
                frame.value("actions").extend_from_slice(actions.as_str().as_bytes());
            }
            // Somebody who looks on one connection may be told in brief on another.
            Offered::Tree(offers) if manner.brief => frame.field("actions", &offers.actions()),
            Offered::Tree(offers) => self.said(offers).write_to(frame.value("offers")),
        }
        frame.finish()
    }

    /// The frame of an update for somebody who may do this now, if anything.
    pub(crate) fn frame(&self, manner: Manner, update: &Update, offers: Option<&Offered>) -> Utf8Bytes {
        let Said { frame, .. } = self.tell(manner, update);
        match offers {
            Some(offers) => self.with_offers(manner, &frame, offers),
            None => frame,
        }
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

/// The data of an update, field by field.
struct Fields(Vec<u8>);

impl Fields {
    const END: &str = "}}";
    /// Room for what an update has beside its patch, or for offers.
    const ROOM: usize = 512;

    fn new(event: &str, room: usize, update: &Update) -> Fields {
        let mut frame = Vec::with_capacity(Fields::ROOM + room);
        frame.extend_from_slice(b"{\"event\":\"");
        frame.extend_from_slice(event.as_bytes());
        frame.extend_from_slice(b"\",\"data\":{");
        let mut frame = Fields(frame);
        frame.field("table", &update.table);
        frame.field("version", &update.version);
        frame
    }

    fn reopen(frame: &str) -> Fields {
        let open = frame.strip_suffix(Fields::END).unwrap_or(frame);
        let mut frame = Vec::with_capacity(Fields::ROOM + open.len());
        frame.extend_from_slice(open.as_bytes());
        Fields(frame)
    }

    /// Where the value of a field is to be written.
    fn value(&mut self, name: &str) -> &mut Vec<u8> {
        if self.0.last() != Some(&b'{') {
            self.0.push(b',');
        }
        self.0.push(b'"');
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
        &mut self.0
    }

    fn field(&mut self, name: &str, value: &impl Serialize) {
        write(self.value(name), value);
    }

    fn list(&mut self, name: &str, items: impl Iterator<Item = impl Serialize>) {
        let out = self.value(name);
        for (number, item) in items.enumerate() {
            out.push(if number == 0 { b'[' } else { b',' });
            write(out, &item);
        }
        out.push(b']');
    }

    fn finish(mut self) -> Utf8Bytes {
        self.0.extend_from_slice(Fields::END.as_bytes());
        String::from_utf8(self.0).expect("JSON is text").into()
    }
}

fn write(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(out, value).expect("messages are plain data");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{GameStep, GameUpdate, Message, PlayedSaid};
    use parlor_kit::{Cell, Event, Gesture, Offer, Offers, Outcome, Seat, Text, Written};
    use parlor_runtime::{Clocks, Played, SeatClock, TableId};
    use parlor_texts::Speaker;
    use serde_json::{Value, json};

    /// The message that a frame is to say.
    fn message(voice: Voice<'_>, brief: bool, update: &Update, offers: Option<&Offers>) -> Value {
        let message = if brief {
            let actions = offers.map(|offers| Written::new(&offers.actions()));
            let Update { table, version, played, turn, .. } = update.clone();
            let played = played.map(|Played { seat, action }| PlayedSaid { seat: seat.index(), action });
            let GameUpdate { clocks, outcome, .. } = voice.update(update);
            Message::GameStep(Box::new(GameStep { table, version, played, turn, clocks, outcome, actions }))
        } else {
            let offers = offers.map(|offers| Written::new(&voice.said(offers)));
            Message::GameUpdate(Box::new(GameUpdate { offers, ..voice.update(update) }))
        };
        serde_json::to_value(message).unwrap()
    }

    #[test]
    fn a_frame_says_what_the_message_says() {
        let speaker = Speaker::new().with("en", "go = Go, \"{ $who }\"!\nend = It ended\n");
        let names = ["Ada".to_string()];
        let voice = Voice { speaker: &speaker, language: "en", names: &names };
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
        let clock = SeatClock { running: true, move_left: Some(5), total_left: None };
        let full = Update {
            patch: Some(Written::new(&json!({ "banner": go(), "pieces": { "p": null } }))),
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
                let manner = Manner { language: 0, brief };
                let said = message(voice, brief, &update, offers);
                let offers = offers.cloned().map(Offered::Tree);
                let frame = voice.frame(manner, &update, offers.as_ref());
                assert_eq!(serde_json::from_str::<Value>(&frame).unwrap(), said);
            }
            let manner = Manner { language: 0, brief: true };
            let actions = Offered::Actions(Written::new(&offers.actions()));
            let frame: Value = serde_json::from_str(&voice.frame(manner, &update, Some(&actions))).unwrap();
            assert_eq!(frame, message(voice, true, &update, Some(&offers)));
        }
    }
}
