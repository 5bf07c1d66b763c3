//! Positions and play, shared by the tests.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use parlor_kit::{Event, Game, Luck, StepContext, Turn};
use serde_json::json;
use snails::{Action, Board, Direction, Player, Snails};

/// A position to begin a test with: a board in letters, player 1 to act, five turns of patience.
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) board: String,
    pub(crate) next: Player,
    pub(crate) turn: u32,
    pub(crate) idle: [u8; 2],
    pub(crate) patience: u8,
}

pub(crate) fn position(board: &str) -> Position {
    Position { board: board.into(), next: Player::One, turn: 1, idle: [0; 2], patience: 5 }
}

impl Position {
    pub(crate) fn next(self, next: Player) -> Position {
        Position { next, ..self }
    }

    pub(crate) fn idle(self, idle: [u8; 2]) -> Position {
        Position { idle, ..self }
    }

    pub(crate) fn patience(self, patience: u8) -> Position {
        Position { patience, ..self }
    }

    /// The game in this position, by way of a saved state.
    pub(crate) fn game(&self) -> Snails {
        let board: Board = self.board.parse().unwrap();
        serde_json::from_value(json!({
            "board": board,
            "round": self.turn,
            "turns_without_capture": self.idle,
            "max_turns_without_capture": self.patience,
            "next": self.next,
        }))
        .unwrap()
    }
}

pub(crate) const MISS: Action = Action::Miss;
pub(crate) const UP: Action = Action::Move(Direction::Up);
pub(crate) const DOWN: Action = Action::Move(Direction::Down);
pub(crate) const LEFT: Action = Action::Move(Direction::Left);
pub(crate) const RIGHT: Action = Action::Move(Direction::Right);

/// Whoever's turn it is acts, or the table goes on by itself; what was told.
pub(crate) fn act(game: &mut Snails, action: Action) -> Vec<Event> {
    let mut step = StepContext::listening(Luck::forced([]));
    let seat = game.next().expect("a running game").seat();
    game.act(seat, &action, &mut step).unwrap();
    step.take_events()
}

/// The table goes on by itself; what was told.
pub(crate) fn proceed(game: &mut Snails) -> Vec<Event> {
    assert_eq!(game.turn(), Turn::Table);
    let mut step = StepContext::listening(Luck::forced([]));
    game.proceed(&mut step);
    step.take_events()
}

/// The actions the player to act is offered.
pub(crate) fn offered(game: &Snails) -> Vec<Action> {
    let mut actions = Vec::new();
    if let Some(player) = game.next() {
        game.actions(player.seat(), &mut actions);
    }
    actions
}

pub(crate) fn keys(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.text.key.as_str()).collect()
}
