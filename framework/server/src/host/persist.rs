//! What a step leaves to be stored before its effects are sent.

use super::{Host, SubmittedStep, journal, render, table_session::TableSession};
use crate::{
    protocol::HighscoreEntry,
    store::{ChatEntry, FinishedGame, JournalLine, Score, StoredRecording},
};
use parlor_kit::{CONTENT_KIND_KEY, Id, SEED_OPTION_KEY};
use parlor_runtime::{
    ActRequest, Command, CommandKind, Decider, Denial, Effect, Entry, Finish, Millis, OpenRequest, Origin,
    Output, PersonId, Recording, RematchRequest, Setup, TableId,
};
use serde_json::Value;
use std::{collections::BTreeMap, fmt::Write as _};

/// The longest text in an option that the list tells, in bytes.
const MAX_LISTED_WORD: usize = 64;

impl Host {
    /// Hands what a step left to be stored to the commit pipeline. The effects of the step wait for it.
    pub(super) fn persist(&mut self, now: Millis, output: Output) {
        let Output { records, effects } = output;
        for (table, entry) in &records {
            let line = journal::write(entry);
            let lines = &mut self.journals.entry(*table).or_default().lines;
            let seq = lines.len() as u64;
            lines.push(line.clone());
            self.batch.lines.push(JournalLine { table: *table, seq, entry: line });
        }
        for effect in &effects {
            match effect {
                Effect::Said { table, by, name, text, request } => {
                    self.note_chat(*table, now, *by, name, text);
                    let (person, name, text) = (*by, name.clone(), text.clone());
                    self.batch.said.push(ChatEntry { table: Some(*table), person, name, text, at: now });
                    if let Some(request) = *request {
                        self.remember_answer(person, request, now);
                    }
                }
                Effect::Finished(finish) => self.conclude(finish),
                Effect::Closed(table) => {
                    self.journals.remove(table);
                    self.batch.forgotten.push(*table);
                }
                _ => {}
            }
        }
        let batch = std::mem::take(&mut self.batch);
        let scores = batch.scores.clone();
        // The effects of a step that leaves nothing to be stored are sent after those of the steps before it.
        let ticket = if batch.is_empty() { self.pipeline.last() } else { self.pipeline.submit(batch) };
        let lobby_lines = std::mem::take(&mut self.lobby_lines);
        self.steps.push_back(SubmittedStep { ticket, at: now, records, effects, scores, lobby_lines });
    }

    /// Keeps the options of a table as clients may see them: where anything is hidden, seeds stay with the host.
    /// An open game shows all that a seed gives, and a client that computes the board needs the seed.
    pub(crate) fn note_options(&mut self, table: TableId, setup: &Setup) {
        let mut options = setup.options.clone();
        if let (Some(fields), Some(offered)) =
            (options.as_object_mut(), self.catalogue.games.get(&setup.game))
        {
            let (schema, hidden) =
                (offered.edition.game.schema(), offered.edition.game.bundle().manifest.hidden);
            fields.retain(|name, _| !hidden || schema["properties"][name][SEED_OPTION_KEY] != true);
        }
        let listed = self.listed_options(&setup.game, &options);
        let session = self.tables.entry(table).or_insert_with(TableSession::new);
        (session.options, session.listed_options) = (options, listed.into());
    }

    /// The options that fit the list: words, numbers, and content by its name.
    fn listed_options(&self, game: &Id, options: &Value) -> BTreeMap<String, Value> {
        let names = self.content_of(game, options);
        let short = |value: &Value| match value {
            Value::Bool(_) | Value::Number(_) => true,
            Value::String(text) => text.len() <= MAX_LISTED_WORD,
            _ => false,
        };
        let fields = options.as_object().into_iter().flatten();
        let listed = fields.filter_map(|(field, value)| {
            let name = names.get(field).map(|name| Value::from(name.as_str()));
            Some((field.clone(), name.or_else(|| short(value).then(|| value.clone()))?))
        });
        listed.collect()
    }

    /// Adds the result, the recording and the score of a game that ended to the batch.
    fn conclude(&mut self, finish: &Finish) {
        let Some(journal) = self.journals.get_mut(&finish.table) else { return };
        journal.lines.shrink_to_fit();
        let entries = journal.lines.iter().filter_map(|line| journal::read(finish.table, line).ok());
        let entries: Vec<Entry> = entries.collect();
        let setup = entries.iter().find_map(|entry| match &entry.command.kind {
            CommandKind::Open(OpenRequest::Open(setup)) => Some(setup),
            _ => None,
        });
        let options = setup.map(|setup| setup.options.clone()).unwrap_or_default();
        let private = setup.is_some_and(|setup| setup.private);
        let id = finish.table.to_string();
        let recording = Recording::new(&entries, finish);
        let json = recording.and_then(|recording| serde_json::to_string(&recording).ok());
        let recording = json.is_some().then(|| id.clone());
        if let Some(json) = json {
            let (game, at) = (finish.game.clone(), finish.ended_at);
            self.batch.recordings.push(StoredRecording { id, game, at, json });
        }
        self.score(finish, &options);
        self.batch.results.push(FinishedGame {
            table: finish.table,
            game: finish.game.clone(),
            game_version: finish.game_version.clone(),
            private,
            participants: finish.participants.clone(),
            outcome: finish.outcome.clone(),
            aborted: finish.aborted.clone(),
            options,
            began_at: finish.began_at,
            ended_at: finish.ended_at,
            steps: finish.steps,
            recording,
        });
    }

    fn score(&mut self, finish: &Finish, options: &Value) {
        let counts = !finish.unranked && finish.decider() != Some(Decider::StandIn);
        let Some(scored) = finish.scored.as_ref().filter(|_| counts) else { return };
        let content = self.content_of(&finish.game, options);
        let Some(board) = content.get(&*scored.list_for) else { return };
        let participant = |seat: parlor_kit::Seat| finish.participants.get(seat.index());
        let (Some(who), Some(other)) = (participant(scored.seat), participant(scored.against)) else {
            return;
        };
        let score = Score {
            game: finish.game.clone(),
            board: board.to_string(),
            name: who.name.clone(),
            bot: who.bot.is_some(),
            score: scored.score,
            opponent: other.name.clone(),
            opponent_bot: !other.played_in_person(),
            table: finish.table,
            at: finish.ended_at,
        };
        self.batch.scores.push((score, scored.most));
    }

    /// The names of the content in options, where it has one: the options themselves hold only its value.
    fn content_of(&self, game: &Id, options: &Value) -> BTreeMap<String, Id> {
        let mut names = BTreeMap::new();
        let Some(offered) = self.catalogue.games.get(game) else { return names };
        let fields = offered.edition.game.schema()["properties"].as_object().into_iter().flatten();
        for (field, about) in fields {
            let Some(kind) = about[CONTENT_KIND_KEY].as_str() else { continue };
            let value = &options[field];
            let own = offered.edition.game.bundle().contents.get(kind).into_iter().flatten();
            let dropped = self.dropped.iter().filter(|((g, k, _), _)| g == game && k == kind);
            let mut known = dropped.map(|((_, _, name), value)| (name, value)).chain(own);
            if let Some((name, _)) = known.find(|(_, known)| *known == value) {
                names.insert(field.clone(), name.clone());
            }
        }
        names
    }

    /// The highscores a result belongs to.
    pub(crate) fn highscores(&self, table: TableId) -> Vec<HighscoreEntry> {
        let board = self.scores.board_of(table).iter();
        board.map(|score| render::score(score, score.table == table)).collect()
    }

    /// Writes an accepted command into the table's log.
    pub(crate) fn log_entry(&self, entry: &Entry) {
        if !self.table_logs.is_open() {
            return;
        }
        let Entry { at, command, .. } = entry;
        self.table_logs.note(command.table, *at, |line| self.write_command(command, line));
    }

    /// Chat is no entry of the table's journal, but stands in its log.
    fn note_chat(&self, table: TableId, at: Millis, by: PersonId, name: &str, text: &str) {
        if self.table_logs.is_open() {
            self.table_logs
                .note(table, at, |line| line.extend([name, " (", &by.written(), ") says: ", text]));
        }
    }

    fn name_of(&self, person: PersonId) -> &str {
        self.people.get(&person).map_or("somebody", |present| present.name.as_str())
    }

    /// A denied request in plain words, for the log.
    pub(crate) fn refused_in_words(&self, person: PersonId, denial: &Denial) -> String {
        format!("{} ({person}) is refused: {denial}", self.name_of(person))
    }

    /// Writes a command in plain words, for the log.
    fn write_command(&self, command: &Command, line: &mut String) {
        match command.from {
            Origin::Person(person) => line.extend([self.name_of(person), " (", &person.written(), ")"]),
            Origin::Bot => line.push_str("bot"),
            Origin::Host => line.push_str("host"),
        }
        // Writing to a string never fails.
        let _ = match &command.kind {
            // The secret of a running game stays out of files that others may read.
            CommandKind::Open(OpenRequest::Open(setup)) => write!(
                line,
                " opens {} \"{}\", seats {}, options {}",
                setup.game,
                setup.name,
                serde_json::to_string(&setup.seats).unwrap_or_default(),
                setup.options
            ),
            CommandKind::Rematch(RematchRequest::Rematch { .. }) => {
                line.push_str(" proposes a rematch");
                Ok(())
            }
            CommandKind::Act(ActRequest::Act { seat, version, action }) => {
                let (mut place, mut digits) = (itoa::Buffer::new(), itoa::Buffer::new());
                let (place, digits) = (place.format(seat.index()), digits.format(*version));
                let action = serde_json::to_string(action).unwrap_or_default();
                line.extend([" seat ", place, " at version ", digits, ": ", &action]);
                Ok(())
            }
            ask => write!(line, " {}", serde_json::to_string(ask).unwrap_or_default()),
        };
    }

    /// Writes a line into the log of a table.
    pub(crate) fn log(&self, table: TableId, at: Millis, text: impl FnOnce() -> String) {
        self.table_logs.note(table, at, |line| line.push_str(&text()));
    }
}
