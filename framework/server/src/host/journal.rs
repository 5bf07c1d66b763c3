//! Entries as lines of the journal, and back.

use crate::json_writer::JsonWriter;
use parlor_kit::Seat;
use parlor_runtime::{ActRequest, Command, CommandKind, Entry, Millis, Origin, PersonId, RequestId, TableId};
use serde_json::Value;
use std::sync::Arc;

/// A move of a person in the journal. Nearly all entries are such moves, and they are stored, kept and read together:
/// as a list without names, and without the table, which stands beside the line, they take a quarter of the room.
type Move = (Millis, PersonId, Option<RequestId>, Millis, Seat, u32, Value, Option<u32>);

/// An entry as a line: a list where it is a move of a person, the entry itself where it is anything else.
pub(crate) fn write(entry: &Entry) -> Arc<str> {
    let Entry { at, command, round } = entry;
    let (Origin::Person(person), CommandKind::Act(ActRequest::Act { seat, version, action })) =
        (command.from, &command.kind)
    else {
        return serde_json::to_string(entry).expect("entries are plain data").into();
    };
    let mut json = JsonWriter::new();
    json.piece("[").number(*at).piece(",\"").piece(&person.written()).piece("\",");
    match command.request {
        None => json.piece("null"),
        Some(RequestId { session: 0, number }) => json.number(number),
        Some(RequestId { session, number }) => {
            json.piece("[").number(session).piece(",").number(number).piece("]")
        }
    };
    json.piece(",").number(command.lag);
    json.piece(",").number(seat.index()).piece(",").number(*version);
    json.piece(",").value(action).piece(",").number_or_null(*round).piece("]");
    json.finish()
}

/// The entry of a line.
pub(crate) fn read(table: TableId, line: &str) -> serde_json::Result<Entry> {
    if !line.starts_with('[') {
        return serde_json::from_str(line);
    }
    let (at, person, request, lag, seat, version, action, round): Move = serde_json::from_str(line)?;
    let kind = ActRequest::Act { seat, version, action }.into();
    Ok(Entry { at, command: Command { table, from: Origin::Person(person), request, lag, kind }, round })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_runtime::RetireRequest;
    use serde_json::json;

    const TABLE: TableId = TableId(u64::MAX);

    fn act(action: Value) -> CommandKind {
        ActRequest::Act { seat: Seat::new(1), version: 41, action }.into()
    }

    fn comes_back(at: Millis, command: &Command, round: Option<u32>) -> String {
        let entry = Entry { at, command: command.clone(), round };
        let line = write(&entry);
        assert_eq!(read(TABLE, &line).unwrap(), entry, "{line}");
        line.to_string()
    }

    #[test]
    fn moves_of_people_are_short_and_come_back_whole() {
        let mut command = Command::by(PersonId(0x1a), 1 << 60, TABLE, act(json!({ "go": ["\"", 1.5] })));
        let line = comes_back(1_700_000_000_000, &command, None);
        assert_eq!(line, r#"[1700000000000,"p1a",1152921504606846976,0,1,41,{"go":["\"",1.5]},null]"#);
        command.lag = 25;
        comes_back(0, &command, Some(3));
        (command.request, command.kind) = (None, act(Value::Null));
        comes_back(0, &command, None);
    }

    #[test]
    fn everything_else_is_written_in_full() {
        let mut command = Command::of(Origin::Bot, TABLE, act(json!(7)));
        assert!(comes_back(0, &command, None).starts_with(r#"{"at":0,"command":{"table":"t"#));
        command.kind = RetireRequest::Resign.into();
        command.from = Origin::Person(PersonId(1));
        comes_back(5, &command, Some(1));
    }

    /// Lines of earlier versions of the server have moves in full, too.
    #[test]
    fn moves_in_full_are_read_as_well() {
        let command = Command::by(PersonId(1), 2, TABLE, act(json!(3)));
        let entry = Entry { at: 9, command, round: None };
        assert_eq!(read(TABLE, &serde_json::to_string(&entry).unwrap()).unwrap(), entry);
    }

    #[test]
    fn what_is_no_entry_is_refused() {
        for line in ["", "[", "[]", "[1,\"p1\",2,0,1,41,7]", "{}", "7", "[1,\"p1\",2,0,1,41,7,null,8]"] {
            assert!(read(TABLE, line).is_err(), "{line}");
        }
    }
}
