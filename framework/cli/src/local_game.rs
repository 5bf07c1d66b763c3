//! A game in progress, without a lobby.

use crate::table_setup::Setup;
use parlor_kit::{
    ErasedAction, ErasedRules, ErasedState, Event, Luck, Outcome, Refusal, Rules, Seat, Seats, SecretSeed,
    StepContext, Turn,
};
use std::sync::Arc;

/// A game in progress. Steps are numbered as at a table of a lobby: 0 is the set-up, each step has luck of its own.
pub(crate) struct LocalGame {
    pub(crate) rules: Arc<ErasedRules>,
    pub(crate) state: ErasedState,
    /// The number of the latest step.
    pub(crate) step: u64,
    secret: SecretSeed,
    listening: bool,
}

impl LocalGame {
    /// Sets up a game with luck from a seed.
    pub(crate) fn begin(rules: &Arc<ErasedRules>, setup: &Setup, seed: u64) -> Result<LocalGame, Refusal> {
        let secret = SecretSeed::from_seed(seed);
        let state = rules.setup(&setup.options, setup.seats, &mut secret.luck(0))?;
        Ok(LocalGame { rules: rules.clone(), state, step: 0, secret, listening: true })
    }

    /// Disables the collection of events.
    pub(crate) fn silent(mut self) -> LocalGame {
        self.listening = false;
        self
    }

    /// Who may act now.
    pub(crate) fn turn(&self) -> Turn {
        self.rules.turn(&self.state)
    }

    /// The legal actions of a seat.
    pub(crate) fn actions(&self, seat: Seat) -> Vec<ErasedAction> {
        let mut actions = Vec::new();
        self.rules.actions(&self.state, seat, &mut actions);
        actions
    }

    /// The legal actions of a seat that are worth trying.
    pub(crate) fn candidates(&self, seat: Seat) -> Vec<ErasedAction> {
        let mut actions = Vec::new();
        self.rules.candidates(&self.state, seat, &mut actions);
        actions
    }

    /// Carries out an action of a seat.
    pub(crate) fn act(&mut self, seat: Seat, action: &ErasedAction) -> Result<Vec<Event>, Refusal> {
        let mut context = self.context();
        self.rules.act(&mut self.state, seat, action, &mut context)?;
        self.step += 1;
        Ok(context.take_events())
    }

    /// Runs one step of the table.
    pub(crate) fn proceed(&mut self) -> Vec<Event> {
        let mut context = self.context();
        self.rules.proceed(&mut self.state, &mut context);
        self.step += 1;
        context.take_events()
    }

    /// Plays a game to its end: `act` plays for the seats that are to act. Returns the outcome and the number
    /// of actions. Fails if the rules or `act` fail.
    pub(crate) fn play_out(
        rules: &Arc<ErasedRules>,
        setup: &Setup,
        seed: u64,
        mut act: impl FnMut(&mut LocalGame, Seat) -> Result<(), String>,
    ) -> Result<(Outcome, u64), String> {
        let playing = LocalGame::begin(rules, setup, seed);
        let mut playing = playing.map_err(|refusal| format!("the set-up was refused: {refusal}"))?.silent();
        let bound = u64::from(rules.bundle().manifest.bound);
        let mut moves = 0;
        while playing.step <= bound {
            match playing.turn() {
                Turn::Over(outcome) => {
                    outcome.check(setup.seats)?;
                    return Ok((outcome, moves));
                }
                Turn::Table => drop(playing.proceed()),
                Turn::Act(able) => {
                    let seat = able.iter().find(|&seat| !playing.candidates(seat).is_empty());
                    let seat = seat.ok_or("somebody is to act and has no action")?;
                    if seat.index() >= setup.seats {
                        return Err(format!("seat {seat} does not exist"));
                    }
                    act(&mut playing, seat)?;
                    moves += 1;
                }
            }
        }
        Err(format!("not over after {bound} steps, the bound of the manifest"))
    }

    fn context(&self) -> StepContext {
        let luck = self.secret.luck(self.step + 1);
        if self.listening { StepContext::listening(luck) } else { StepContext::silent(luck) }
    }
}

/// Plays at random: any seat that may act, any of its actions that are worth trying, each equally likely.
pub(crate) struct RandomMover {
    luck: Luck,
}

impl RandomMover {
    /// The mover of a seed; its choices are independent of the luck of the game with the same seed.
    pub(crate) fn new(seed: u64) -> RandomMover {
        RandomMover { luck: Luck::fast(mix(seed, 0x0057_414E_4445_5200)) }
    }

    /// An action of one of these seats; `None` if none of them has any.
    pub(crate) fn choose(&mut self, playing: &LocalGame, seats: Seats) -> Option<(Seat, ErasedAction)> {
        let able = seats.iter().map(|seat| (seat, playing.candidates(seat)));
        let able: Vec<_> = able.filter(|(_, actions)| !actions.is_empty()).collect();
        let (seat, actions) = self.luck.choose(&able)?;
        Some((*seat, self.luck.choose(actions)?.clone()))
    }
}

/// Derives a seed from two numbers.
pub(crate) fn mix(seed: u64, n: u64) -> u64 {
    let mut luck = Luck::fast(seed);
    let mut luck = Luck::fast(luck.below(u64::MAX) ^ n);
    luck.below(u64::MAX)
}
