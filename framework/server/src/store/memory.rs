//! The store in memory: for tests, and to measure what the database costs.

use super::{
    Batch, ChatEntry, FinishedGame, JournalLine, KnownPerson, MAX_ANSWERS_PER_PERSON, MAX_PROOFS_PER_PERSON,
    NewPerson, Score, Scoreboard, Standing, Store, StoreError, StoredRecording, StoredReply,
};
use parlor_kit::{Id, Seat};
use parlor_runtime::{Decider, Millis, PersonId, TableId};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The store in memory; everything is gone with the process.
#[derive(Default)]
pub struct Memory(Mutex<Inside>);

#[derive(Default)]
struct Inside {
    journal: BTreeMap<(TableId, u64), JournalLine>,
    people: BTreeMap<u64, StoredPerson>,
    last_person: u64,
    said: Vec<ChatEntry>,
    results: Vec<FinishedGame>,
    scores: Scoreboard,
    recordings: BTreeMap<String, StoredRecording>,
    answers: Vec<StoredReply>,
    meta: BTreeMap<String, String>,
}

struct StoredPerson {
    key: String,
    known: KnownPerson,
    proofs: VecDeque<[u8; 32]>,
    seen_at: Millis,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Memory {
        Memory::default()
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn add(&mut self, batch: &Batch) {
        self.journal.extend(batch.lines.iter().map(|line| ((line.table, line.seq), line.clone())));
        for table in &batch.forgotten {
            self.journal.retain(|(of, _), _| of != table);
        }
        self.said.extend(batch.said.iter().cloned());
        for result in &batch.results {
            if self.results.iter().all(|known| known.table != result.table) {
                self.results.push(result.clone());
            }
        }
        for (score, most) in &batch.scores {
            self.scores.add(score.clone(), *most);
        }
        for kept in &batch.recordings {
            self.recordings.insert(kept.id.clone(), kept.clone());
        }
        for answer in &batch.answers {
            let of_person = |other: &&StoredReply| other.person == answer.person;
            if self.answers.iter().filter(of_person).count() >= MAX_ANSWERS_PER_PERSON {
                let oldest = self.answers.iter().position(|other| other.person == answer.person);
                oldest.map(|oldest| self.answers.remove(oldest));
            }
            self.answers.push(answer.clone());
        }
    }
}

impl Store for Memory {
    fn commit(&self, batches: &[Batch]) -> Result<(), StoreError> {
        let mut inside = self.inside();
        for batch in batches {
            inside.add(batch);
        }
        Ok(())
    }

    fn journal(&self) -> Result<Vec<JournalLine>, StoreError> {
        Ok(self.inside().journal.values().cloned().collect())
    }

    fn answers(&self, person: PersonId) -> Result<Vec<StoredReply>, StoreError> {
        let inside = self.inside();
        Ok(inside.answers.iter().filter(|answer| answer.person == person).cloned().collect())
    }

    fn add_person(&self, new: &NewPerson) -> Result<Option<PersonId>, StoreError> {
        let mut inside = self.inside();
        if inside.people.values().any(|stored| stored.key == new.key) {
            return Ok(None);
        }
        inside.last_person += 1;
        let person = PersonId(inside.last_person);
        let known = KnownPerson { person, name: new.name.clone(), password: new.password.clone() };
        let proofs = VecDeque::from([new.proof]);
        inside.people.insert(person.0, StoredPerson { key: new.key.clone(), known, proofs, seen_at: new.at });
        Ok(Some(person))
    }

    fn person(&self, person: PersonId) -> Result<Option<KnownPerson>, StoreError> {
        Ok(self.inside().people.get(&person.0).map(|stored| stored.known.clone()))
    }

    fn person_by_name(&self, key: &str) -> Result<Option<KnownPerson>, StoreError> {
        let inside = self.inside();
        Ok(inside.people.values().find(|stored| stored.key == key).map(|stored| stored.known.clone()))
    }

    fn proofs(&self, person: PersonId) -> Result<Vec<[u8; 32]>, StoreError> {
        let inside = self.inside();
        Ok(inside.people.get(&person.0).map(|s| s.proofs.iter().copied().collect()).unwrap_or_default())
    }

    fn add_proof(&self, person: PersonId, proof: [u8; 32], _: Millis) -> Result<(), StoreError> {
        if let Some(stored) = self.inside().people.get_mut(&person.0) {
            stored.proofs.push_back(proof);
            if stored.proofs.len() > MAX_PROOFS_PER_PERSON {
                stored.proofs.pop_front();
            }
        }
        Ok(())
    }

    fn seen(&self, person: PersonId, at: Millis) -> Result<bool, StoreError> {
        let mut inside = self.inside();
        let found = inside.people.get_mut(&person.0);
        Ok(found.map(|stored| stored.seen_at = at).is_some())
    }

    fn forget_guests(&self, before: Millis, kept: &[PersonId]) -> Result<usize, StoreError> {
        let mut inside = self.inside();
        let all = inside.people.len();
        inside.people.retain(|_, stored| {
            let known = &stored.known;
            known.password.is_some() || stored.seen_at >= before || kept.contains(&known.person)
        });
        inside.answers.retain(|answer| answer.at >= before);
        Ok(all - inside.people.len())
    }

    fn release_guest(&self, guest: PersonId, before: Millis) -> Result<bool, StoreError> {
        let mut inside = self.inside();
        let gone = inside
            .people
            .get(&guest.0)
            .is_some_and(|somebody| somebody.known.password.is_none() && somebody.seen_at <= before);
        Ok(gone && inside.people.remove(&guest.0).is_some())
    }

    fn said(&self, table: Option<TableId>, most: usize) -> Result<Vec<ChatEntry>, StoreError> {
        let inside = self.inside();
        let said: Vec<ChatEntry> = inside.said.iter().filter(|said| said.table == table).cloned().collect();
        Ok(said[said.len().saturating_sub(most)..].to_vec())
    }

    fn results(&self, game: Option<&str>, most: usize) -> Result<Vec<FinishedGame>, StoreError> {
        let inside = self.inside();
        let mut results: Vec<FinishedGame> = inside
            .results
            .iter()
            .rev()
            .filter(|result| !result.private && game.is_none_or(|game| result.game == game))
            .cloned()
            .collect();
        results.sort_by_key(|result| std::cmp::Reverse(result.ended_at));
        results.truncate(most);
        Ok(results)
    }

    fn leaderboard(&self, game: &str, most: usize) -> Result<Vec<Standing>, StoreError> {
        let inside = self.inside();
        let mut board: BTreeMap<PersonId, Standing> = BTreeMap::new();
        for result in inside.results.iter().filter(|result| result.game == game) {
            for (person, name, standing) in standings(result) {
                let entry = board.entry(person).or_insert_with(|| Standing {
                    person,
                    name: name.clone(),
                    games: 0,
                    wins: 0,
                    draws: 0,
                });
                entry.name = name;
                entry.games += 1;
                entry.wins += u32::from(standing == 1);
                entry.draws += u32::from(standing == 0);
            }
        }
        let mut board: Vec<Standing> = board.into_values().collect();
        board.sort_by_key(|standing| (std::cmp::Reverse(standing.wins), standing.games, standing.person));
        board.truncate(most);
        Ok(board)
    }

    fn scores(&self, game: Option<&str>) -> Result<Vec<Score>, StoreError> {
        let inside = self.inside();
        Ok(inside.scores.iter().filter(|score| game.is_none_or(|game| score.game == game)).cloned().collect())
    }

    fn recording(&self, id: &str) -> Result<Option<String>, StoreError> {
        Ok(self.inside().recordings.get(id).map(|kept| kept.json.clone()))
    }

    fn add_recording(&self, kept: &StoredRecording) -> Result<(), StoreError> {
        self.inside().recordings.insert(kept.id.clone(), kept.clone());
        Ok(())
    }

    fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        Ok(self.inside().meta.get(key).cloned())
    }

    fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.inside().meta.insert(key.into(), value.into());
        Ok(())
    }
}

/// What a result means for each person in it: 1 won, 0 all were equal, -1 another player was better.
pub(super) fn standings(result: &FinishedGame) -> Vec<(PersonId, Id, i8)> {
    let Some(outcome) = &result.outcome else { return Vec::new() };
    // What a stand-in decided is in nobody's record.
    if Decider::of(&result.participants, outcome) == Decider::StandIn {
        return Vec::new();
    }
    let people = result.participants.iter().enumerate();
    people
        .filter(|(_, participant)| participant.took_part())
        .filter_map(|(seat, participant)| {
            let standing = if outcome.is_draw() {
                0
            } else if outcome.winners().contains(Seat::new(seat)) {
                1
            } else {
                -1
            };
            Some((participant.person?, participant.name.clone(), standing))
        })
        .collect()
}
