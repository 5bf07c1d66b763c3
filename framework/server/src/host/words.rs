//! From what the runtime says to frames in a language.

use super::hub::Hub;
use crate::{
    protocol::{
        ChatLine, ClocksNow, GameState, GameUpdate, Heard, OutcomeSaid, ParticipantSaid, ProposalSaid,
        ResultSaid, ScoreSaid, SeatClockNow, SeatListed, TableListed,
    },
    store::{Concluded, Said, Score},
};
use parlor_kit::{Event, Id, Outcome, Text, Viewer, Written};
use parlor_runtime::{Clocks, Participant, PhaseName, Proposed, Shown, Summary, Update};
use parlor_texts::{InWords, Speaker};
use serde_json::Value;

/// Who says something, in which language, and what the seats are called.
#[derive(Clone, Copy)]
pub(crate) struct Voice<'a> {
    pub(crate) speaker: &'a Speaker,
    pub(crate) language: &'a str,
    pub(crate) names: &'a [String],
}

impl Voice<'_> {
    pub(crate) fn say(&self, text: &Text) -> String {
        self.speaker.say(self.language, text, self.names)
    }

    /// Says a text at the end of what is said already.
    pub(crate) fn say_to(&self, said: &mut String, text: &Text) {
        self.speaker.say_to(said, self.language, text, self.names);
    }

    fn word(&self, key: &Id) -> String {
        self.speaker.say(self.language, &Text::of(key.clone()), self.names)
    }

    /// A part of a message in the reader's words.
    pub(crate) fn said<'a, T: ?Sized>(&'a self, part: &'a T) -> InWords<'a, T> {
        self.speaker.said(self.language, self.names, part)
    }

    pub(crate) fn event(&self, event: &Event) -> Heard {
        Heard {
            text: self.say(&event.text),
            sound: event.sound.clone(),
            about: event.about.clone(),
            announce: event.announce,
        }
    }

    pub(crate) fn outcome(&self, outcome: &Outcome) -> OutcomeSaid {
        OutcomeSaid {
            places: outcome.places.to_vec(),
            scores: outcome.scores.to_vec(),
            reason: self.word(&outcome.reason),
        }
    }

    pub(crate) fn summary(&self, summary: &Summary) -> TableListed {
        TableListed {
            table: summary.table,
            game: summary.game.clone(),
            game_version: summary.game_version.clone(),
            name: summary.name.clone(),
            opener: summary.opener,
            phase: summary.phase,
            begins_at: summary.begins_at,
            seats: summary
                .seats
                .iter()
                .map(|seat| SeatListed {
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
            proposals: summary.proposals.clone(),
        }
    }

    /// An update as a value; where many follow each other, their frames are written in one go instead.
    pub(crate) fn update(&self, update: &Update) -> GameUpdate {
        GameUpdate {
            table: update.table,
            version: update.version,
            patch: update.patch.as_ref().map(|patch| Written::new(&self.said(patch))),
            events: update.events.iter().map(|event| self.event(event)).collect(),
            turn: update.turn,
            clocks: update.clocks.as_ref().map(clocks),
            outcome: update.outcome.as_ref().map(|outcome| self.outcome(outcome)),
            offers: None,
            targets: update.targets.clone(),
        }
    }

    /// What a viewer may know of what happened lately at a table.
    pub(crate) fn log(&self, hub: &Hub, viewer: Viewer) -> Vec<Heard> {
        let events = hub.log(viewer).filter(|event| event.to.includes(viewer));
        let log: Vec<Heard> = events.map(|event| self.event(event)).collect();
        log[log.len().saturating_sub(super::BACKLOG)..].to_vec()
    }

    /// Everything a viewer may see of a table, but for log and chat.
    pub(crate) fn state(&self, shown: &Shown) -> GameState {
        GameState {
            table: self.summary(&shown.table),
            viewer: shown.viewer,
            version: shown.version,
            scene: Written::new(&self.said(&Written::new(&shown.scene))),
            offers: Written::new(&self.said(&shown.offers)),
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

    fn proposal(&self, proposal: Proposed, viewer: Viewer) -> ProposalSaid {
        ProposalSaid {
            what: proposal.what,
            text: self.say(&Text::new(proposal.text).arg("who", proposal.by)),
            agreed: viewer.seat().is_some_and(|seat| proposal.agreed.contains(seat)),
            until: proposal.until,
        }
    }

    pub(crate) fn result(&self, result: &Concluded, highscores: Vec<ScoreSaid>) -> ResultSaid {
        ResultSaid {
            game: result.game.clone(),
            participants: result.participants.iter().map(participant).collect(),
            outcome: result.outcome.as_ref().map(|outcome| self.outcome(outcome)),
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
        self.say(&Text::of(reason.clone()).arg("reason", "…"))
    }
}

/// Whether nothing is played at a table any more.
pub(crate) fn is_over(phase: PhaseName) -> bool {
    matches!(phase, PhaseName::Over | PhaseName::Aborted)
}

pub(crate) fn clocks(clocks: &Clocks) -> ClocksNow {
    let seat = |seat: &parlor_runtime::SeatClock| SeatClockNow {
        running: seat.running,
        move_left: seat.move_left,
        total_left: seat.total_left,
    };
    ClocksNow { at: clocks.at, seats: clocks.seats.iter().map(seat).collect() }
}

pub(crate) fn chat_line(said: Said) -> ChatLine {
    ChatLine { table: said.table, person: said.person, name: said.name, text: said.text, at: said.at }
}

fn participant(participant: &Participant) -> ParticipantSaid {
    let Participant { name, person, bot } = participant.clone();
    ParticipantSaid { name, person, bot }
}

pub(crate) fn score(score: &Score, new: bool) -> ScoreSaid {
    let kind = |bot: bool| if bot { "CPU" } else { "Human" }.to_string();
    ScoreSaid {
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
