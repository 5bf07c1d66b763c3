//! Writes batches into the tables of the database.

use crate::store::{
    Batch, FinishedGame, JournalLine, MAX_ANSWERS_PER_PERSON, Score, StoreError, StoredRecording, StoredReply,
};
use rusqlite::{Connection, params};

/// Adds everything of a batch, inside a transaction.
pub(super) fn add(change: &Connection, batch: &Batch) -> Result<(), StoreError> {
    let lines: Vec<&JournalLine> = batch.lines.iter().collect();
    add_lines(change, "journal_tail", &lines)?;
    for table in &batch.forgotten {
        change.prepare_cached("delete from journal where table_id = ?1")?.execute([table.0 as i64])?;
        change.prepare_cached("delete from journal_tail where table_id = ?1")?.execute([table.0 as i64])?;
    }
    for said in &batch.said {
        let mut add = change.prepare_cached(
            "insert into chat (table_id, person, name, text, at) values (?1, ?2, ?3, ?4, ?5)",
        )?;
        let table_id = said.table.map(|table| table.0 as i64);
        add.execute(params![table_id, said.person.0 as i64, said.name.as_str(), said.text, said.at as i64])?;
    }
    for result in &batch.results {
        add_result(change, result)?;
    }
    for (score, most) in &batch.scores {
        add_score(change, score, *most)?;
    }
    for kept in &batch.recordings {
        add_recording(change, kept)?;
    }
    for answer in &batch.answers {
        add_answer(change, answer)?;
    }
    Ok(())
}

/// Adds lines to the journal or to its tail. Many are added by one statement, most of whose work is for any number
/// of them.
pub(super) fn add_lines(change: &Connection, to: &str, lines: &[&JournalLine]) -> Result<(), StoreError> {
    let (many, rest) = lines.as_chunks::<8>();
    add_groups(change, to, many)?;
    add_groups(change, to, rest.as_chunks::<1>().0)
}

fn add_groups<const N: usize>(
    change: &Connection,
    to: &str,
    groups: &[[&JournalLine; N]],
) -> Result<(), StoreError> {
    if groups.is_empty() {
        return Ok(());
    }
    let rows = ["(?, ?, ?)"; N].join(", ");
    let mut add = change.prepare_cached(&format!("insert into {to} (table_id, seq, entry) values {rows}"))?;
    for lines in groups {
        for (first, line) in (1..).step_by(3).zip(lines) {
            add.raw_bind_parameter(first, line.table.0 as i64)?;
            add.raw_bind_parameter(first + 1, line.seq as i64)?;
            add.raw_bind_parameter(first + 2, &*line.entry)?;
        }
        add.raw_execute()?;
    }
    Ok(())
}

fn add_result(change: &Connection, result: &FinishedGame) -> Result<(), StoreError> {
    let write = |value: Result<String, serde_json::Error>| value.map_err(|e| StoreError::Form(e.to_string()));
    let outcome = result.outcome.as_ref().map(serde_json::to_string);
    change.prepare_cached(
        "insert or ignore into results (table_id, game, game_version, private, participants, outcome, aborted, options,
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
    for (person, name, standing) in crate::store::memory::standings(result) {
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
        "insert into scores (game, board, name, bot, score, opponent, opponent_bot, table_id, at)
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

pub(super) fn add_recording(change: &Connection, kept: &StoredRecording) -> Result<(), StoreError> {
    change
        .prepare_cached("insert or replace into recordings (id, game, at, json) values (?1, ?2, ?3, ?4)")?
        .execute(params![kept.id, kept.game.as_str(), kept.at as i64, kept.json])?;
    Ok(())
}

fn add_answer(change: &Connection, answer: &StoredReply) -> Result<(), StoreError> {
    let person = answer.person.0 as i64;
    change
        .prepare_cached(
            "insert or ignore into answers (person, session, request, answer, at) values (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            person,
            answer.request.session as i64,
            answer.request.number as i64,
            &*answer.answer,
            answer.at as i64
        ])?;
    change
        .prepare_cached(
            "delete from answers where person = ?1 and id not in
             (select id from answers where person = ?1 order by id desc limit ?2)",
        )?
        .execute(params![person, MAX_ANSWERS_PER_PERSON as i64])?;
    Ok(())
}
