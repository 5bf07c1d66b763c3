//! Renders what the runtime produced (updates, summaries, outcomes) as protocol messages in one language.

use super::{BACKLOG, Host, table_session::TableSession};
use crate::{
    protocol::{
        ClockChoice, ClocksNow, GameState, GameUpdate, Heard, HighscoreEntry, OutcomeView, ParticipantView,
        PlayedBy, ProposalView, ResultView, SeatClockNow, SeatView, TableLimits, TableView,
    },
    store::{FinishedGame, Score},
};
use parlor_kit::{Event, Id, LostPolicy, Outcome, RawJson, TablePolicy, Text, Viewer};
use parlor_runtime::{
    Clocks, Decider, Millis, Participant, PhaseName, Proposed, SeatPlay, Shown, Summary, TableId, Update,
};
use parlor_texts::{SerializeTranslated, Translator};
use serde_json::Value;
use std::collections::BTreeMap;

/// Translates for one reader: the texts to use, the language, and what the seats are called.
#[derive(Clone, Copy)]
pub(crate) struct Renderer<'a> {
    pub(crate) translator: &'a Translator,
    pub(crate) language: &'a str,
    pub(crate) names: &'a [String],
}

/// What the list tells of a table beside its summary.
#[derive(Clone, Copy)]
pub(crate) struct Listing<'a> {
    pub(crate) options: &'a BTreeMap<String, Value>,
    /// The time of the message.
    pub(crate) now: Millis,
}

impl Host {
    /// What the list tells of a table now.
    pub(super) fn listing<'a>(&self, session: &'a TableSession) -> Listing<'a> {
        Listing { options: &session.listed_options, now: self.clock.now() }
    }

    /// The renderer for a table and a language.
    pub(crate) fn renderer<'a>(&'a self, session: &'a TableSession, language: usize) -> Renderer<'a> {
        let game = session.summary.as_ref().map_or("", |summary| summary.game.as_str());
        Renderer {
            // A table that plays on with an earlier edition has its words, too.
            translator: session
                .edition
                .as_ref()
                .map_or_else(|| self.catalogue.translator(game), |edition| &edition.translator),
            language: &self.catalogue.languages[language],
            names: &session.names,
        }
    }

    /// A text of a table in English, for its log.
    pub(super) fn in_english(&self, table: TableId, text: &Text) -> String {
        let Some(session) = self.tables.get(&table) else { return String::new() };
        Renderer { language: "en", ..self.renderer(session, 0) }.translate(text)
    }
}

impl Renderer<'_> {
    pub(crate) fn translate(&self, text: &Text) -> String {
        self.translator.translate(self.language, text, self.names)
    }

    /// Appends a translated text.
    pub(crate) fn translate_to(&self, said: &mut String, text: &Text) {
        self.translator.translate_to(said, self.language, text, self.names);
    }

    fn translate_key(&self, key: &Id) -> String {
        self.translator.translate(self.language, &Text::of(key.clone()), self.names)
    }

    /// A part of a message that is translated while it is serialized.
    pub(crate) fn localized<'a, T: ?Sized>(&'a self, part: &'a T) -> SerializeTranslated<'a, T> {
        self.translator.localized(self.language, self.names, part)
    }

    pub(crate) fn event(&self, event: &Event) -> Heard {
        Heard {
            text: self.translate(&event.text),
            sound: event.sound.clone(),
            about: event.about.clone(),
            announce: event.announce,
        }
    }

    pub(crate) fn outcome(&self, outcome: &Outcome) -> OutcomeView {
        OutcomeView {
            places: outcome.places.to_vec(),
            scores: outcome.scores.to_vec(),
            reason: self.translate_key(&outcome.reason),
        }
    }

    pub(crate) fn summary(&self, summary: &Summary, listing: Listing<'_>) -> TableView {
        TableView {
            table: summary.table,
            game: summary.game.clone(),
            game_version: summary.game_version.clone(),
            name: summary.name.clone(),
            opener: summary.opener,
            phase: summary.phase,
            begins_at: summary.begins_at,
            begins_in_ms: summary.begins_at.map(|at| at.saturating_sub(listing.now)),
            seats: summary
                .seats
                .iter()
                .map(|seat| SeatView {
                    name: seat.name.clone(),
                    person: seat.person,
                    bot: seat.bot.clone(),
                    present: seat.present,
                    stand_in: seat.stand_in,
                    retired: seat.retired,
                })
                .collect(),
            watchers: summary.watchers,
            spectators: summary.spectators,
            private: summary.private,
            commitment: summary.commitment.clone(),
            outcome: summary.outcome.as_ref().map(|outcome| self.outcome(outcome)),
            recording: is_over(summary.phase).then(|| summary.table.to_string()),
            opened_at: summary.opened_at,
            options: listing.options.clone(),
            clock: ClockChoice {
                move_ms: summary.clock.move_ms,
                total_ms: summary.clock.total_ms,
                countdown_ms: summary.clock.countdown(),
            },
            limits: limits(&summary.policy),
            proposals: summary.proposals.clone(),
        }
    }

    /// An update as a value. Frames of updates are written in one go instead, by `update_frames.rs`.
    pub(crate) fn update(&self, update: &Update) -> GameUpdate {
        GameUpdate {
            table: update.table,
            version: update.version,
            patch: update.patch.as_ref().map(|patch| RawJson::new(&self.localized(patch))),
            events: update.events.iter().map(|event| self.event(event)).collect(),
            turn: update.turn,
            clocks: update.clocks.as_ref().map(clocks),
            outcome: update.outcome.as_ref().map(|outcome| self.outcome(outcome)),
            offers: None,
            targets: update.targets.clone(),
        }
    }

    /// What a viewer may know of what happened lately at a table.
    pub(crate) fn log(&self, session: &TableSession, viewer: Viewer) -> Vec<Heard> {
        let events = session.log(viewer).filter(|event| event.to.includes(viewer));
        let log: Vec<Heard> = events.map(|event| self.event(event)).collect();
        log[log.len().saturating_sub(BACKLOG)..].to_vec()
    }

    /// Everything a viewer may see of a table, but for log and chat.
    pub(crate) fn state(&self, shown: &Shown, listing: Listing<'_>) -> GameState {
        GameState {
            table: self.summary(&shown.table, listing),
            viewer: shown.viewer,
            version: shown.version,
            scene: RawJson::new(&self.localized(&RawJson::new(&shown.scene))),
            offers: RawJson::new(&self.localized(&shown.offers)),
            actions: None,
            turn: shown.turn,
            clocks: shown.clocks.as_ref().map(clocks),
            log: Vec::new(),
            chat: Vec::new(),
            options: Value::Null,
            invite: None,
            targets: shown.targets.clone(),
            proposal: shown.proposal.map(|proposal| self.proposal(proposal, shown.viewer)),
        }
    }

    fn proposal(&self, proposal: Proposed, viewer: Viewer) -> ProposalView {
        ProposalView {
            what: proposal.what,
            text: self.translate(&Text::new(proposal.text).arg("who", proposal.by)),
            agreed: viewer.seat().is_some_and(|seat| proposal.agreed.contains(seat)),
            until: proposal.until,
        }
    }

    pub(crate) fn result(&self, result: &FinishedGame, highscores: Vec<HighscoreEntry>) -> ResultView {
        ResultView {
            game: result.game.clone(),
            participants: result.participants.iter().map(participant).collect(),
            outcome: result.outcome.as_ref().map(|outcome| self.outcome(outcome)),
            decided_by: result.outcome.as_ref().map(|outcome| Decider::of(&result.participants, outcome)),
            aborted: result.aborted.as_ref().map(|reason| self.aborted(reason)),
            ended_at: result.ended_at,
            duration_ms: result.ended_at.saturating_sub(result.began_at),
            steps: result.steps,
            recording: result.recording.clone(),
            highscores,
        }
    }

    /// Why a game has no result. What the rules said when they broke down stays in the log.
    fn aborted(&self, reason: &Id) -> String {
        self.translate(&Text::of(reason.clone()).arg("reason", "…"))
    }
}

fn limits(policy: &TablePolicy) -> TableLimits {
    let (lost, lost_deadline_ms) = match policy.lost {
        LostPolicy::StandIn => ("stand-in", None),
        LostPolicy::Forfeit => ("forfeit", None),
        LostPolicy::Deadline { ms } => ("deadline", Some(ms)),
    };
    TableLimits {
        pause: policy.pause,
        pause_by_agreement: policy.pause_by_agreement,
        pauses_per_seat: policy.pauses_per_seat,
        min_pause_ms: policy.min_pause_ms,
        resign: policy.resign,
        lost,
        lost_after_ms: policy.lost_after_ms,
        lost_deadline_ms,
        abandoned_after_ms: policy.abandoned_after_ms,
        max_strikes: policy.max_strikes,
    }
}

/// Whether nothing is played at a table any more.
pub(crate) fn is_over(phase: PhaseName) -> bool {
    matches!(phase, PhaseName::Over | PhaseName::Aborted)
}

pub(crate) fn clocks(clocks: &Clocks) -> ClocksNow {
    let seat = |seat: &parlor_runtime::SeatClock| SeatClockNow {
        running: seat.running,
        starts_in: seat.starts_in,
        move_left: seat.move_left,
        total_left: seat.total_left,
    };
    ClocksNow { at: clocks.at, seats: clocks.seats.iter().map(seat).collect() }
}

fn participant(participant: &Participant) -> ParticipantView {
    let Participant { name, person, bot, played } = participant.clone();
    let played =
        played.map(|SeatPlay { own, stand_in, clock, here }| PlayedBy { own, stand_in, clock, here });
    ParticipantView { name, person, bot, played }
}

pub(crate) fn score(score: &Score, new: bool) -> HighscoreEntry {
    let kind = |bot: bool| if bot { "CPU" } else { "Human" }.to_string();
    HighscoreEntry {
        board: score.board.clone(),
        name: score.name.to_string(),
        kind: kind(score.bot),
        score: score.score,
        opponent: score.opponent.to_string(),
        opponent_kind: kind(score.opponent_bot),
        at: score.at,
        new,
    }
}
