//! The store in an SQLite file: nothing to install, one file to copy.

use super::{
    Batch, Concluded, Kept, KnownPerson, Line, MOST_PROOFS, NewPerson, Said, Score, Standing, Store,
    StoreError, checkpoint::Checkpoints,
};
use parlor_kit::Id;
use parlor_runtime::{Millis, PersonId, TableId};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

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

/// The store in an SQLite file. One connection writes, another reads, so that lists never hold up a move.
pub struct Sqlite {
    checkpoints: Checkpoints,
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
}

/// The forms of the database, each made from the one before. Never change one: add another.
const MIGRATIONS: [&str; 1] = [include_str!("0001.sql")];

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
        writer.pragma_update(None, "wal_autocheckpoint", 4000)?;
        writer.set_prepared_statement_cache_capacity(32);
        migrate(&mut writer)?;
        let reader = Connection::open(path)?;
        reader.pragma_update(None, "query_only", true)?;
        let checkpoints = Checkpoints::start(path)?;
        Ok(Sqlite { checkpoints, writer: Mutex::new(writer), reader: Mutex::new(reader) })
    }

    fn write(&self) -> MutexGuard<'_, Connection> {
        // After a panic in between, a transaction is rolled back; or it is still open, and the next one is refused.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        if batch.is_empty() {
            return Ok(());
        }
        let change = self.write();
        // Every step ends here: the statements around it are kept, too.
        change.prepare_cached("begin immediate")?.execute([])?;
        let added = add(&change, batch).and_then(|()| Ok(change.prepare_cached("commit")?.execute([])?));
        if added.is_err() {
            // What went wrong is told below; a transaction that ended by itself cannot be taken back.
            let _ = change.execute_batch("rollback");
        }
        added?;
        self.checkpoints.note();
        Ok(())
    }

    fn journal(&self) -> Result<Vec<Line>, StoreError> {
        let db = self.read();
        let mut lines = db.prepare("select number, place, entry from journal order by number")?;
        let lines = lines.query_map([], |row| {
            Ok(Line {
                number: row.get::<_, i64>(0)? as u64,
                table: TableId(row.get::<_, i64>(1)? as u64),
                entry: row.get::<_, String>(2)?.into(),
            })
        })?;
        Ok(lines.collect::<Result<_, _>>()?)
    }

    fn add_person(&self, new: &NewPerson) -> Result<Option<PersonId>, StoreError> {
        let mut db = self.write();
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

    fn person_called(&self, key: &str) -> Result<Option<KnownPerson>, StoreError> {
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
        let mut db = self.write();
        let change = db.transaction()?;
        let id = person.0 as i64;
        change.execute(
            "insert into proofs (person, proof, at) values (?1, ?2, ?3)",
            params![id, proof.as_slice(), at as i64],
        )?;
        change.execute(
            "delete from proofs where person = ?1 and id not in
             (select id from proofs where person = ?1 order by id desc limit ?2)",
            params![id, MOST_PROOFS as i64],
        )?;
        change.commit()?;
        Ok(())
    }

    fn seen(&self, person: PersonId, at: Millis) -> Result<(), StoreError> {
        self.write()
            .prepare_cached("update people set seen_at = ?2 where id = ?1")?
            .execute(params![person.0 as i64, at as i64])?;
        Ok(())
    }

    fn forget_guests(&self, before: Millis) -> Result<usize, StoreError> {
        let db = self.write();
        Ok(db.execute("delete from people where password is null and seen_at < ?1", [before as i64])?)
    }

    fn said(&self, table: Option<TableId>, most: usize) -> Result<Vec<Said>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached(
            "select place, person, name, text, at from chat where place is ?1 order by id desc limit ?2",
        )?;
        let place = table.map(|table| table.0 as i64);
        let said = find.query_map(params![place, most as i64], |row| {
            Ok(Said {
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

    fn results(&self, game: Option<&str>, most: usize) -> Result<Vec<Concluded>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached(
            "select place, game, game_version, private, participants, outcome, aborted, options,
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

    fn scores(&self, game: &str) -> Result<Vec<Score>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached(
            "select game, board, name, bot, score, opponent, opponent_bot, place, at from scores
             where game = ?1 order by board, score desc, id desc",
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

    fn add_recording(&self, kept: &Kept) -> Result<(), StoreError> {
        let mut db = self.write();
        let change = db.transaction()?;
        keep(&change, kept)?;
        change.commit()?;
        Ok(())
    }

    fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let db = self.read();
        let mut find = db.prepare_cached("select value from meta where key = ?1")?;
        Ok(find.query_row([key], |row| row.get(0)).optional()?)
    }

    fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.write().execute(
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

fn json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Form(error.to_string()))
}

fn concluded(row: &Row<'_>) -> Result<Concluded, StoreError> {
    let text = |column: usize| row.get::<_, Option<String>>(column);
    Ok(Concluded {
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

/// Adds everything of a batch, inside a transaction.
fn add(change: &Connection, batch: &Batch) -> Result<(), StoreError> {
    add_lines(change, &batch.lines)?;
    if !batch.forgotten.is_empty() {
        let mut forget = change.prepare_cached("delete from journal where number = ?1")?;
        for number in &batch.forgotten {
            forget.execute([*number as i64])?;
        }
    }
    for said in &batch.said {
        let mut add = change
            .prepare_cached("insert into chat (place, person, name, text, at) values (?1, ?2, ?3, ?4, ?5)")?;
        let place = said.table.map(|table| table.0 as i64);
        add.execute(params![place, said.person.0 as i64, said.name.as_str(), said.text, said.at as i64])?;
    }
    for result in &batch.results {
        add_result(change, result)?;
    }
    for (score, most) in &batch.scores {
        add_score(change, score, *most)?;
    }
    for kept in &batch.recordings {
        keep(change, kept)?;
    }
    Ok(())
}

/// Adds lines of the journal. Many are added by one statement, most of whose work is for any number of them.
fn add_lines(change: &Connection, lines: &[Line]) -> Result<(), StoreError> {
    const ONE: &str = "insert into journal (number, place, entry) values (?, ?, ?)";
    const MANY: &str =
        "insert into journal (number, place, entry) values (?, ?, ?), (?, ?, ?), (?, ?, ?), (?, ?, ?),
                        (?, ?, ?), (?, ?, ?), (?, ?, ?), (?, ?, ?)";
    let (many, rest) = lines.as_chunks::<8>();
    add_groups(change, MANY, many)?;
    add_groups(change, ONE, rest.as_chunks::<1>().0)
}

fn add_groups<const N: usize>(
    change: &Connection,
    sql: &str,
    groups: &[[Line; N]],
) -> Result<(), StoreError> {
    if groups.is_empty() {
        return Ok(());
    }
    let mut add = change.prepare_cached(sql)?;
    for lines in groups {
        for (first, line) in (1..).step_by(3).zip(lines) {
            add.raw_bind_parameter(first, line.number as i64)?;
            add.raw_bind_parameter(first + 1, line.table.0 as i64)?;
            add.raw_bind_parameter(first + 2, &*line.entry)?;
        }
        add.raw_execute()?;
    }
    Ok(())
}

fn add_result(change: &Connection, result: &Concluded) -> Result<(), StoreError> {
    let write = |value: Result<String, serde_json::Error>| value.map_err(|e| StoreError::Form(e.to_string()));
    let outcome = result.outcome.as_ref().map(serde_json::to_string);
    change.prepare_cached(
        "insert or ignore into results (place, game, game_version, private, participants, outcome, aborted, options,
                              began_at, ended_at, steps, recording)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params![
        result.table.0 as i64,
        result.game.as_str(),
        result.game_version,
        result.private,
        write(serde_json::to_string(&result.participants))?,
        outcome.map(write).transpose()?,
        result.aborted.as_deref(),
        result.options.to_string(),
        result.began_at as i64,
        result.ended_at as i64,
        result.steps,
        result.recording,
    ])?;
    for (person, name, standing) in super::memory::standings(result) {
        change
            .prepare_cached(
                "insert or ignore into standings (result, game, person, name, standing, ended_at)
                 values (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                result.table.0 as i64,
                result.game.as_str(),
                person.0 as i64,
                name.as_str(),
                standing,
                result.ended_at as i64
            ])?;
    }
    Ok(())
}

fn add_score(change: &Connection, score: &Score, most: usize) -> Result<(), StoreError> {
    let (game, board) = (score.game.as_str(), score.board.as_str());
    change.execute(
        "insert into scores (game, board, name, bot, score, opponent, opponent_bot, place, at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            game,
            board,
            score.name.as_str(),
            score.bot,
            score.score,
            score.opponent.as_str(),
            score.opponent_bot,
            score.table.0 as i64,
            score.at as i64
        ],
    )?;
    change.execute(
        "delete from scores where game = ?1 and board = ?2 and id not in
         (select id from scores where game = ?1 and board = ?2 order by score desc, id desc limit ?3)",
        params![game, board, most as i64],
    )?;
    Ok(())
}

fn keep(change: &Connection, kept: &Kept) -> Result<(), StoreError> {
    change
        .prepare_cached("insert or replace into recordings (id, game, at, json) values (?1, ?2, ?3, ?4)")?
        .execute(params![kept.id, kept.game.as_str(), kept.at as i64, kept.json])?;
    Ok(())
}
