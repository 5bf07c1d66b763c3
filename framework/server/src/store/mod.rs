//! What must outlive the process: people, journals, chat, results, highscores, recordings, answers.

mod memory;
mod pipeline;
mod scoreboard;
mod sqlite;

pub use memory::Memory;
pub(crate) use pipeline::{CommitPipeline, Ticket};
pub(crate) use scoreboard::Scoreboard;
pub use sqlite::{Durability, Sqlite};

use parlor_kit::{Id, Outcome};
use parlor_runtime::{Millis, Participant, PersonId, RequestId, TableId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{io, sync::Arc};

/// Persistent storage. Every method blocks until what it writes is safe.
///
/// The steps of the host are written by a commit pipeline, which calls [`Store::commit`] on a
/// thread of its own; everything else is called where blocking is allowed.
pub trait Store: Send + Sync {
    /// Writes batches in their order, in one transaction: all of them, or none.
    fn commit(&self, batches: &[Batch]) -> Result<(), StoreError>;
    /// Housekeeping between commits, while nothing waits for an answer.
    fn maintain(&self) -> Result<(), StoreError> {
        Ok(())
    }
    /// The journals of all tables that are not forgotten: by table, each in its order.
    fn journal(&self) -> Result<Vec<JournalLine>, StoreError>;
    /// The stored answers to a person's requests, oldest first.
    fn answers(&self, person: PersonId) -> Result<Vec<StoredReply>, StoreError>;
    /// Adds a person; `None` if the name is in use.
    fn add_person(&self, new: &NewPerson) -> Result<Option<PersonId>, StoreError>;
    /// A person.
    fn person(&self, person: PersonId) -> Result<Option<KnownPerson>, StoreError>;
    /// A person by the folded form of their name.
    fn person_by_name(&self, key: &str) -> Result<Option<KnownPerson>, StoreError>;
    /// The hashes of the secrets that prove who a person is.
    fn proofs(&self, person: PersonId) -> Result<Vec<[u8; 32]>, StoreError>;
    /// Adds the hash of a further secret; only the newest few are kept.
    fn add_proof(&self, person: PersonId, proof: [u8; 32], at: Millis) -> Result<(), StoreError>;
    /// Notes that a person was here; false if there is no such person.
    fn seen(&self, person: PersonId, at: Millis) -> Result<bool, StoreError>;
    /// Deletes guests who were not here since then, whose names are free again, and answers from before then.
    /// Guests among `kept` stay.
    fn forget_guests(&self, before: Millis, kept: &[PersonId]) -> Result<usize, StoreError>;
    /// Deletes a guest who was not here since then, so that the name is free; false if there is no such guest.
    fn release_guest(&self, guest: PersonId, before: Millis) -> Result<bool, StoreError>;
    /// What was said last, at a table or in the lobby, oldest first.
    fn said(&self, table: Option<TableId>, most: usize) -> Result<Vec<ChatEntry>, StoreError>;
    /// The newest results of public tables, of one game or all.
    fn results(&self, game: Option<&str>, most: usize) -> Result<Vec<FinishedGame>, StoreError>;
    /// Who won how often at a game, the best first.
    fn leaderboard(&self, game: &str, most: usize) -> Result<Vec<Standing>, StoreError>;
    /// The highscores of one game or all, game by game and board by board, best first.
    fn scores(&self, game: Option<&str>) -> Result<Vec<Score>, StoreError>;
    /// A recording, as JSON.
    fn recording(&self, id: &str) -> Result<Option<String>, StoreError>;
    /// Stores an uploaded recording.
    fn add_recording(&self, kept: &StoredRecording) -> Result<(), StoreError>;
    /// A value of the host itself.
    fn meta(&self, key: &str) -> Result<Option<String>, StoreError>;
    /// Sets a value of the host itself.
    fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError>;
}

/// Something went wrong with the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said so.
    #[error("the database cannot be used: {0}")]
    Database(#[from] rusqlite::Error),
    /// The folder cannot be made.
    #[error("{path} cannot be used: {error}")]
    Folder {
        /// The folder.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The database is from a newer version of this program.
    #[error("the database has form {found}, this program knows {known}; use a newer version")]
    Newer {
        /// The form of the database.
        found: u32,
        /// The newest form that is known.
        known: u32,
    },
    /// A journal line does not follow the stored ones: another process writes to the same database.
    #[error(
        "line {found} of table {table} cannot follow, line {expected} is next; does another server use this folder?"
    )]
    OutOfSequence {
        /// The table.
        table: TableId,
        /// The number of its next line.
        expected: u64,
        /// The number of the line that was to be written.
        found: u64,
    },
    /// Something in it cannot be read.
    #[error("the database holds something that cannot be read: {0}")]
    Form(String),
}

/// Everything that follows from one step and must be stored before any of it is told.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// New lines of the journals.
    pub lines: Vec<JournalLine>,
    /// Tables whose journals are deleted, those of `lines` included.
    pub forgotten: Vec<TableId>,
    /// What was said.
    pub said: Vec<ChatEntry>,
    /// Games that ended.
    pub results: Vec<FinishedGame>,
    /// Highscores, each with how many its board keeps.
    pub scores: Vec<(Score, usize)>,
    /// Recordings of games that ended.
    pub recordings: Vec<StoredRecording>,
    /// Answers to requests that changed something without a line in the journal, such as chat.
    pub answers: Vec<StoredReply>,
}

impl Batch {
    /// Whether there is nothing to store.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
            && self.forgotten.is_empty()
            && self.said.is_empty()
            && self.results.is_empty()
            && self.scores.is_empty()
            && self.recordings.is_empty()
            && self.answers.is_empty()
    }

    /// About how many bytes it takes in the store.
    pub fn bytes(&self) -> usize {
        let lines = self.lines.iter().map(|line| line.entry.len()).sum::<usize>();
        let said = self.said.iter().map(|said| said.name.len() + said.text.len()).sum::<usize>();
        let results = self.results.iter().map(FinishedGame::bytes).sum::<usize>();
        let scores = self.scores.iter().map(|(score, _)| score.bytes()).sum::<usize>();
        let recordings = self.recordings.iter().map(|kept| kept.id.len() + kept.json.len()).sum::<usize>();
        let answers = self.answers.iter().map(|answer| answer.answer.len()).sum::<usize>();
        let rows = self.lines.len()
            + self.said.len()
            + self.results.len()
            + self.scores.len()
            + self.recordings.len()
            + self.answers.len();
        let forgotten = self.forgotten.len() * size_of::<TableId>();
        lines + said + results + scores + recordings + answers + rows * ROW_BYTES + forgotten
    }
}

/// What a row takes beside its texts: numbers, and what the store needs to find it.
const ROW_BYTES: usize = 64;

/// One accepted command of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalLine {
    /// The table.
    pub table: TableId,
    /// Its place among the lines of its table, from 0.
    pub seq: u64,
    /// The runtime's entry, as JSON.
    pub entry: Arc<str>,
}

/// A person who registers.
#[derive(Clone, Debug)]
pub struct NewPerson {
    /// What they are called.
    pub name: Id,
    /// The folded form of the name, in which no two people are alike.
    pub key: String,
    /// The hash of the password, for accounts.
    pub password: Option<String>,
    /// The hash of their first secret.
    pub proof: [u8; 32],
    /// When.
    pub at: Millis,
}

/// A registered person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPerson {
    /// The person.
    pub person: PersonId,
    /// What they are called.
    pub name: Id,
    /// The hash of the password, for accounts.
    pub password: Option<String>,
}

/// The answer to a request that changed something without a line in the journal, such as chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReply {
    /// Who asked.
    pub person: PersonId,
    /// The request.
    pub request: RequestId,
    /// The data of the answer, as JSON.
    pub answer: Arc<str>,
    /// When.
    pub at: Millis,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatEntry {
    /// The table; the lobby if absent.
    pub table: Option<TableId>,
    /// Who.
    pub person: PersonId,
    /// What they were called.
    pub name: Id,
    /// What was said.
    pub text: String,
    /// When.
    pub at: Millis,
}

/// A game that ended.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// The table.
    pub table: TableId,
    /// The game.
    pub game: Id,
    /// The game's version.
    pub game_version: String,
    /// Whether the table was private.
    pub private: bool,
    /// Who played, by seat.
    pub participants: Vec<Participant>,
    /// How it ended; absent if it was ended without a result.
    pub outcome: Option<Outcome>,
    /// Message key that says why there is no result.
    pub aborted: Option<Id>,
    /// The complete options.
    pub options: Value,
    /// When it began.
    pub began_at: Millis,
    /// When it ended.
    pub ended_at: Millis,
    /// How many steps it took.
    pub steps: u32,
    /// The recording, if there is one.
    pub recording: Option<String>,
}

impl FinishedGame {
    fn bytes(&self) -> usize {
        let texts = [Some(&*self.game), Some(&self.game_version), self.aborted.as_deref()];
        let texts: usize = texts.into_iter().flatten().chain(self.recording.as_deref()).map(str::len).sum();
        texts + json_bytes(&self.participants) + json_bytes(&self.outcome) + json_bytes(&self.options)
    }
}

/// The length of a value as JSON, without making it.
fn json_bytes(value: &impl Serialize) -> usize {
    struct Counter(usize);
    impl io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    // What cannot be written as JSON is refused when it is stored, so it does not matter how much is counted.
    let _ = serde_json::to_writer(&mut counter, value);
    counter.0
}

/// The record of a person at a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The person.
    pub person: PersonId,
    /// What they were last called.
    pub name: Id,
    /// Games with a result.
    pub games: u32,
    /// Games in which no other player was better and at least one was worse.
    pub wins: u32,
    /// Games in which all were equal.
    pub draws: u32,
}

/// One line of a list of highscores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The game.
    pub game: Id,
    /// Which list of the game, such as the name of a map.
    pub board: String,
    /// Who reached it.
    pub name: Id,
    /// Whether a computer player did.
    pub bot: bool,
    /// The score.
    pub score: i64,
    /// Whom they played against.
    pub opponent: Id,
    /// Whether that was a computer player.
    pub opponent_bot: bool,
    /// The table.
    pub table: TableId,
    /// When.
    pub at: Millis,
}

impl Score {
    fn bytes(&self) -> usize {
        self.game.len() + self.board.len() + self.name.len() + self.opponent.len()
    }
}

/// A recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecording {
    /// Its name.
    pub id: String,
    /// The game.
    pub game: Id,
    /// When it was kept.
    pub at: Millis,
    /// The recording, as JSON.
    pub json: String,
}

/// How many secrets a person can have at once: one for each browser they use.
pub(crate) const MAX_PROOFS_PER_PERSON: usize = 8;
/// How many answers are stored for a person; the oldest is deleted.
pub(crate) const MAX_ANSWERS_PER_PERSON: usize = 32;
