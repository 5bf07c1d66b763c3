//! The store in an SQLite file: nothing to install, one file to copy.

mod checkpointer;
mod tail;
mod write;

use super::{
    Batch, ChatEntry, FinishedGame, JournalLine, KnownPerson, MAX_PROOFS_PER_PERSON, NewPerson, Score,
    Standing, Store, StoreError, StoredRecording, StoredReply,
};
use checkpointer::Checkpointer;
use parlor_kit::Id;
use parlor_runtime::{Millis, PersonId, RequestId, TableId};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tail::Tail;

/// What a commit survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Durability {
    /// The end of the process at any moment. After a power failure the last moments may be missing,
    /// never more, and nothing is damaged.
    #[default]
    Process,
    /// Power failures too, at the price of waiting for the disk with every commit.
    Power,
}

/// The store in an SQLite file. One connection writes, another reads, so that lists never hold up a commit.
/// A third moves the write-ahead log into the database.
pub struct Sqlite {
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
    /// Always locked after the writer.
    tail: Mutex<Tail>,
    checkpointer: Checkpointer,
}

/// The forms of the database, each made from the one before. Never change one: add another.
const MIGRATIONS: [&str; 3] = [include_str!("0001.sql"), include_str!("0002.sql"), include_str!("0003.sql")];

impl Sqlite {
    /// Opens the database, making or bringing it up to date where needed.
    pub fn open(path: &Path, durability: Durability) -> Result<Sqlite, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| StoreError::Folder { path: folder.display().to_string(), error })?;
        }
        let mut writer = Connection::open(path)?;
        writer.pragma_update(None, "journal_mode", "wal")?;
        let level = match durability {
            Durability::Process => "normal",
            Durability::Power => "full",
        };
        writer.pragma_update(None, "synchronous", level)?;
        writer.pragma_update(None, "foreign_keys", true)?;
        writer.pragma_update(None, "wal_autocheckpoint", 0)?;
        writer.set_prepared_statement_cache_capacity(32);
        migrate(&mut writer)?;
        let reader = Connection::open(path)?;
        reader.pragma_update(None, "query_only", true)?;
        tail::move_all(&mut writer)?;
        Ok(Sqlite {
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            tail: Mutex::default(),
            checkpointer: Checkpointer::new(path)?,
        })
    }

    /// The connection to write about so many bytes with.
    fn write(&self, bytes: usize) -> MutexGuard<'_, Connection> {
        self.checkpointer.note(bytes);
        // After a panic in between, a transaction is rolled back; or it is still open, and the next one is refused.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tail(&self) -> MutexGuard<'_, Tail> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn migrate(db: &mut Connection) -> Result<(), StoreError> {
    let found: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = MIGRATIONS.len() as u32;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (number, sql) in (1..).zip(MIGRATIONS).skip(found as usize) {
        let change = db.transaction()?;
        change.execute_batch(sql)?;
        change.pragma_update(None, "user_version", number as u32)?;
        change.commit()?;
    }
    Ok(())
}

impl Store for Sqlite {
    fn commit(&self, batches: &[Batch]) -> Result<(), StoreError> {
        if batches.iter().all(Batch::is_empty) {
            return Ok(());
        }
        let change = self.write(batches.iter().map(Batch::bytes).sum());
        let mut tail = self.tail();
        let lines = batches.iter().flat_map(|batch| &batch.lines);
        tail.check(&change, lines.clone())?;
        change.prepare_cached("begin immediate")?.execute([])?;
        let mut added = batches.iter().try_for_each(|batch| write::add(&change, batch));
        if added.is_ok() {
            added = change.prepare_cached("commit")?.execute([]).map(|_| ()).map_err(StoreError::from);
        }
        if added.is_err() {
            // The first error is returned; a transaction that SQLite ended by itself cannot be rolled back.
            let _ = change.execute_batch("rollback");
        }
        added?;
        tail.note(lines, batches.iter().flat_map(|batch| &batch.forgotten));
        Ok(())
    }

    fn maintain(&self) -> Result<(), StoreError> {
        let moves_lines = self.tail().is_to_be_moved();
        if moves_lines {
            let mut db = self.write(tail::BYTES_PER_STEP);
            self.tail().move_some(&mut db)?;
        }
        if self.checkpointer.is_rest_due() {
            let _nothing_is_written = self.write(0);
            self.checkpointer.move_rest()?;
        }
        Ok(())
    }

    fn journal(&self) -> Result<Vec<JournalLine>, StoreError> {
        let db = self.read();
        let mut lines = db.prepare(
            "select table_id, seq, entry from journal union select table_id, seq, entry from journal_tail
             order by table_id, seq",
        )?;
        let lines = lines.query_map([], line)?;
        Ok(lines.collect::<Result<_, _>>()?)
    }

    fn answers(&self, person: PersonId) -> Result<Vec<StoredReply>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached(
            "select session, request, answer, at from answers where person = ?1 order by id",
        )?;
        let answers = find.query_map([person.0 as i64], |row| {
            let (session, number) = (row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64);
            Ok(StoredReply {
                person,
                request: RequestId { session, number },
                answer: row.get::<_, String>(2)?.into(),
                at: row.get::<_, i64>(3)? as u64,
            })
        })?;
        Ok(answers.collect::<Result<_, _>>()?)
    }

    fn add_person(&self, new: &NewPerson) -> Result<Option<PersonId>, StoreError> {
        let mut db = self.write(0);
        let change = db.transaction()?;
        let added = change.execute(
            "insert into people (name, key, password, created_at, seen_at) values (?1, ?2, ?3, ?4, ?4)",
            params![new.name.as_str(), new.key, new.password, new.at as i64],
        );
        match added {
            Err(rusqlite::Error::SqliteFailure(error, _)) if error.code == ErrorCode::ConstraintViolation => {
                return Ok(None);
            }
            other => other?,
        };
        let person = change.last_insert_rowid();
        change.execute(
            "insert into proofs (person, proof, at) values (?1, ?2, ?3)",
            params![person, new.proof.as_slice(), new.at as i64],
        )?;
        change.commit()?;
        Ok(Some(PersonId(person as u64)))
    }

    fn person(&self, person: PersonId) -> Result<Option<KnownPerson>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached("select id, name, password from people where id = ?1")?;
        Ok(find.query_row([person.0 as i64], known).optional()?)
    }

    fn person_by_name(&self, key: &str) -> Result<Option<KnownPerson>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached("select id, name, password from people where key = ?1")?;
        Ok(find.query_row([key], known).optional()?)
    }

    fn proofs(&self, person: PersonId) -> Result<Vec<[u8; 32]>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached("select proof from proofs where person = ?1")?;
        let proofs = find.query_map([person.0 as i64], |row| row.get::<_, [u8; 32]>(0))?;
        Ok(proofs.collect::<Result<_, _>>()?)
    }

    fn add_proof(&self, person: PersonId, proof: [u8; 32], at: Millis) -> Result<(), StoreError> {
        let mut db = self.write(0);
        let change = db.transaction()?;
        let id = person.0 as i64;
        change.execute(
            "insert into proofs (person, proof, at) values (?1, ?2, ?3)",
            params![id, proof.as_slice(), at as i64],
        )?;
        change.execute(
            "delete from proofs where person = ?1 and id not in
             (select id from proofs where person = ?1 order by id desc limit ?2)",
            params![id, MAX_PROOFS_PER_PERSON as i64],
        )?;
        change.commit()?;
        Ok(())
    }

    fn seen(&self, person: PersonId, at: Millis) -> Result<bool, StoreError> {
        let db = self.write(0);
        let mut seen = db.prepare_cached("update people set seen_at = ?2 where id = ?1")?;
        Ok(seen.execute(params![person.0 as i64, at as i64])? > 0)
    }

    fn forget_guests(&self, before: Millis, kept: &[PersonId]) -> Result<usize, StoreError> {
        let db = self.write(0);
        db.execute("delete from answers where at < ?1", [before as i64])?;
        let kept: Vec<u64> = kept.iter().map(|person| person.0).collect();
        Ok(db.execute(
            "delete from people where password is null and seen_at < ?1
             and id not in (select value from json_each(?2))",
            params![before as i64, Value::from(kept).to_string()],
        )?)
    }

    fn release_guest(&self, guest: PersonId, before: Millis) -> Result<bool, StoreError> {
        let deleted = self.write(0).execute(
            "delete from people where id = ?1 and password is null and seen_at <= ?2",
            params![guest.0 as i64, before as i64],
        )?;
        Ok(deleted > 0)
    }

    fn said(&self, table: Option<TableId>, most: usize) -> Result<Vec<ChatEntry>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached(
            "select table_id, person, name, text, at from chat where table_id is ?1 order by id desc limit ?2",
        )?;
        let table_id = table.map(|table| table.0 as i64);
        let said = find.query_map(params![table_id, most as i64], |row| {
            Ok(ChatEntry {
                table: row.get::<_, Option<i64>>(0)?.map(|table| TableId(table as u64)),
                person: PersonId(row.get::<_, i64>(1)? as u64),
                name: row.get::<_, String>(2)?.into(),
                text: row.get(3)?,
                at: row.get::<_, i64>(4)? as u64,
            })
        })?;
        let mut said = said.collect::<Result<Vec<_>, _>>()?;
        said.reverse();
        Ok(said)
    }

    fn results(&self, game: Option<&str>, most: usize) -> Result<Vec<FinishedGame>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached(
            "select table_id, game, game_version, private, participants, outcome, aborted, options,
                    began_at, ended_at, steps, recording
             from results where private = 0 and (?1 is null or game = ?1) order by ended_at desc, id desc limit ?2",
        )?;
        let mut rows = find.query(params![game, most as i64])?;
        let mut results = Vec::new();
        while let Some(row) = rows.next()? {
            results.push(concluded(row)?);
        }
        Ok(results)
    }

    fn leaderboard(&self, game: &str, most: usize) -> Result<Vec<Standing>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached(
            "select person, max(ended_at), name, count(*), sum(standing = 1), sum(standing = 0)
             from standings where game = ?1 group by person
             order by sum(standing = 1) desc, count(*) asc, person limit ?2",
        )?;
        let standings = find.query_map(params![game, most as i64], |row| {
            Ok(Standing {
                person: PersonId(row.get::<_, i64>(0)? as u64),
                name: row.get::<_, String>(2)?.into(),
                games: row.get(3)?,
                wins: row.get(4)?,
                draws: row.get(5)?,
            })
        })?;
        Ok(standings.collect::<Result<_, _>>()?)
    }

    fn scores(&self, game: Option<&str>) -> Result<Vec<Score>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached(
            "select game, board, name, bot, score, opponent, opponent_bot, table_id, at from scores
             where ?1 is null or game = ?1 order by game, board, score desc, id desc",
        )?;
        let scores = find.query_map([game], |row| {
            Ok(Score {
                game: row.get::<_, String>(0)?.into(),
                board: row.get(1)?,
                name: row.get::<_, String>(2)?.into(),
                bot: row.get(3)?,
                score: row.get(4)?,
                opponent: row.get::<_, String>(5)?.into(),
                opponent_bot: row.get(6)?,
                table: TableId(row.get::<_, i64>(7)? as u64),
                at: row.get::<_, i64>(8)? as u64,
            })
        })?;
        Ok(scores.collect::<Result<_, _>>()?)
    }

    fn recording(&self, id: &str) -> Result<Option<String>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached("select json from recordings where id = ?1")?;
        Ok(find.query_row([id], |row| row.get(0)).optional()?)
    }

    fn add_recording(&self, kept: &StoredRecording) -> Result<(), StoreError> {
        let mut db = self.write(kept.json.len());
        let change = db.transaction()?;
        write::add_recording(&change, kept)?;
        change.commit()?;
        Ok(())
    }

    fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached("select value from meta where key = ?1")?;
        Ok(find.query_row([key], |row| row.get(0)).optional()?)
    }

    fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.write(0).execute(
            "insert into meta (key, value) values (?1, ?2) on conflict (key) do update set value = ?2",
            [key, value],
        )?;
        Ok(())
    }
}

fn known(row: &Row<'_>) -> rusqlite::Result<KnownPerson> {
    Ok(KnownPerson {
        person: PersonId(row.get::<_, i64>(0)? as u64),
        name: row.get::<_, String>(1)?.into(),
        password: row.get(2)?,
    })
}

fn line(row: &Row<'_>) -> rusqlite::Result<JournalLine> {
    Ok(JournalLine {
        table: TableId(row.get::<_, i64>(0)? as u64),
        seq: row.get::<_, i64>(1)? as u64,
        entry: row.get::<_, String>(2)?.into(),
    })
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Form(error.to_string()))
}

fn concluded(row: &Row<'_>) -> Result<FinishedGame, StoreError> {
    let text = |column: usize| row.get::<_, Option<String>>(column);
    Ok(FinishedGame {
        table: TableId(row.get::<_, i64>(0)? as u64),
        game: row.get::<_, String>(1)?.into(),
        game_version: row.get(2)?,
        private: row.get(3)?,
        participants: json(&row.get::<_, String>(4)?)?,
        outcome: text(5)?.map(|text| json(&text)).transpose()?,
        aborted: text(6)?.map(Id::from),
        options: json::<Value>(&row.get::<_, String>(7)?)?,
        began_at: row.get::<_, i64>(8)? as u64,
        ended_at: row.get::<_, i64>(9)? as u64,
        steps: row.get(10)?,
        recording: text(11)?,
    })
}
