//! The rules: whose turn it is, what a turn does, when the game ends.

use crate::board::Landing;
use crate::{Action, Board, Direction, Limits, MapFile, Obstacle, Options, Player, estimate, scene};
use parlor_kit::{
    ContentFault, Event, Game, Gesture, Luck, Outcome, Pick, Refusal, Retirement, Scene, Seat, StepContext,
    Turn, Viewer,
    content::{content_faults, unknown_kind},
    mix,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game of Snails in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snails {
    board: Board,
    /// 0 until the first round is announced.
    round: u32,
    turns_without_capture: [u8; 2],
    max_turns_without_capture: u8,
    next: Player,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retired: Option<Retired>,
}

/// A player who takes no further part, and so has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Retired {
    player: Player,
    why: Retirement,
}

impl Snails {
    /// The garden as it is now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The current round: every turn of either player is one, counted from 1; 0 before the first is
    /// announced. When the game is over it is the number of rounds played.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn next(&self) -> Option<Player> {
        (!self.is_over()).then_some(self.next)
    }

    /// How many turns in a row a player has captured nothing; from [`patience`](Snails::patience) on it no longer grows.
    pub fn turns_without_capture(&self, player: Player) -> u8 {
        self.turns_without_capture[player as usize]
    }

    /// After how many turns in a row without a capture a player must miss for good.
    pub fn patience(&self) -> u8 {
        self.max_turns_without_capture
    }

    /// Whether a player must miss every remaining turn.
    #[inline]
    pub fn must_miss(&self, player: Player) -> bool {
        self.turns_without_capture[player as usize] >= self.max_turns_without_capture
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.retired.is_some()
            || self.board.empty() == 0
            || Player::BOTH.into_iter().all(|player| self.must_miss(player))
    }

    /// The player who has a choice now.
    #[inline]
    fn chooser(&self) -> Option<Player> {
        let nobody =
            self.round == 0 || self.must_miss(self.next) || self.board.empty() == 0 || self.retired.is_some();
        (!nobody).then_some(self.next)
    }

    fn outcome(&self) -> Outcome {
        let scores = Player::BOTH.map(|player| i32::from(self.board.score(player)));
        if let Some(Retired { player, why }) = self.retired {
            let reason = match why {
                Retirement::Resigned => "snails-outcome-resigned",
                _ => "snails-outcome-retired",
            };
            return Outcome::winner(2, player.other().seat(), reason).with_scores(scores);
        }
        let reason = if self.board.empty() == 0 { "snails-outcome-full" } else { "snails-outcome-exhausted" };
        Outcome::by_score(scores, reason)
    }

    /// Ends the turn of `player` and begins the next one.
    #[inline]
    fn end_turn(&mut self, player: Player, captured: bool, step: &mut StepContext) {
        let idle = &mut self.turns_without_capture[player as usize];
        if captured {
            *idle = 0;
        } else if *idle < self.max_turns_without_capture {
            *idle += 1;
            if *idle == self.max_turns_without_capture {
                step.tell(|| {
                    Event::new("snails-event-exhausted")
                        .arg("player", player.seat())
                        .arg("turns", self.max_turns_without_capture)
                        .piece(scene::snail_id(player))
                        .announce()
                });
            }
        }
        if !self.is_over() {
            self.next = player.other();
            self.begin_turn(step);
        }
    }

    #[inline]
    fn begin_turn(&mut self, step: &mut StepContext) {
        self.round = self.round.saturating_add(1);
        step.tell(|| {
            Event::new("snails-event-turn")
                .arg("turn", self.round)
                .arg("player", self.next.seat())
                .sound("turn")
                .announce()
        });
    }

    fn miss(&mut self, player: Player, step: &mut StepContext) {
        step.tell(|| {
            Event::new("snails-event-miss")
                .arg("player", player.seat())
                .piece(scene::snail_id(player))
                .sound("miss")
                .announce()
        });
        self.end_turn(player, false, step);
    }

    fn go(&mut self, player: Player, landing: Landing, step: &mut StepContext) {
        self.board.go(player, landing);
        let captured = matches!(landing, Landing::Capture(_));
        step.tell(|| {
            let (key, sound) = match captured {
                true => ("snails-event-capture", "capture"),
                false => ("snails-event-slide", "slide"),
            };
            let at = self.board.snail(player);
            Event::new(key)
                .arg("player", player.seat())
                .arg("x", at.x)
                .arg("y", at.y)
                .piece(scene::snail_id(player))
                .about(Pick::Cell(scene::BOARD, at))
                .sound(sound)
                .announce()
        });
        self.end_turn(player, captured, step);
    }

    #[cold]
    fn refuse_seat(&self) -> Refusal {
        if self.is_over() { Refusal::new("snails-over") } else { Refusal::not_your_turn() }
    }

    #[cold]
    fn refuse_move(&self, player: Player, direction: Direction, obstacle: Obstacle) -> Refusal {
        let at = self.board.beside(player, direction);
        Refusal::new(match obstacle {
            Obstacle::Edge => "snails-move-off-board",
            Obstacle::Block => "snails-move-into-block",
            Obstacle::Opponent => "snails-move-into-opponent",
        })
        .arg("x", at.x)
        .arg("y", at.y)
    }
}

impl Game for Snails {
    type Options = Options;
    type Action = Action;

    fn check_content(kind: &str, content: &Value) -> Vec<ContentFault> {
        match kind {
            // Hosts may be stricter; this checks the limits of the game itself.
            "map" => {
                content_faults(content, |map: &MapFile| map.read(&Limits::WIDEST).err().unwrap_or_default())
            }
            _ => unknown_kind(kind),
        }
    }

    fn new(options: &Options, seats: usize, luck: &mut Luck) -> Result<Snails, Refusal> {
        if seats != 2 {
            return Err(Refusal::new("snails-two-players").arg("seats", seats));
        }
        Ok(Snails {
            board: options.board()?,
            round: 0,
            turns_without_capture: [0; 2],
            max_turns_without_capture: options.max_turns_without_capture,
            next: Player::BOTH[luck.below(2) as usize],
            retired: None,
        })
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.chooser() {
            Some(player) => Turn::Act(player.seat().into()),
            None if self.is_over() => Turn::Over(self.outcome()),
            None => Turn::Table,
        }
    }

    #[inline]
    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let Some(player) = self.chooser().filter(|player| player.seat() == seat) else { return };
        for direction in Direction::ALL {
            if self.board.landing(player, direction).is_ok() {
                out.push(Action::Move(direction));
            }
        }
        out.push(Action::Miss);
    }

    #[inline]
    fn act(&mut self, seat: Seat, action: &Action, step: &mut StepContext) -> Result<(), Refusal> {
        let Some(player) = self.chooser().filter(|player| player.seat() == seat) else {
            return Err(self.refuse_seat());
        };
        match *action {
            Action::Miss => self.miss(player, step),
            Action::Move(direction) => match self.board.landing(player, direction) {
                Ok(landing) => self.go(player, landing, step),
                Err(obstacle) => return Err(self.refuse_move(player, direction, obstacle)),
            },
        }
        Ok(())
    }

    /// Announces the first turn, and passes the turns of a player who must miss for good.
    fn proceed(&mut self, step: &mut StepContext) {
        if self.is_over() || self.chooser().is_some() {
            return;
        }
        match self.round {
            0 => self.begin_turn(step),
            _ => self.miss(self.next, step),
        }
    }

    fn scene(&self, _: Viewer, scene: &mut Scene) {
        scene::draw(self, scene);
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        scene::gesture(self, seat, action)
    }

    fn turn_number(&self) -> Option<u32> {
        Some(self.round)
    }

    fn round_number(&self) -> Option<u32> {
        Some(self.round).filter(|round| *round > 0)
    }

    fn fallback(&self, seat: Seat, _: &mut Luck) -> Option<Action> {
        self.chooser().filter(|player| player.seat() == seat).map(|_| Action::Miss)
    }

    /// The opponent wins, whatever the score; the result still contains the score.
    fn retire(&mut self, seat: Seat, why: Retirement, _: &mut StepContext) -> bool {
        let player = Player::on(seat).filter(|_| !self.is_over());
        if let Some(player) = player {
            self.retired = Some(Retired { player, why });
        }
        player.is_some()
    }

    fn estimate(&self, seat: Seat) -> f32 {
        if self.is_over() {
            return self.outcome().payoff(seat);
        }
        Player::on(seat).map_or(0.0, |player| estimate::estimate(self, player))
    }

    #[inline]
    fn position(&self) -> Option<u64> {
        let [one, two] = self.turns_without_capture;
        let begun = u64::from(self.round > 0);
        let rest = u64::from(one) << 16 | u64::from(two) << 8 | begun << 1 | self.next as u64;
        Some(self.board.hash() ^ mix(rest))
    }
}
