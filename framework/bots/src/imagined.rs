//! The view of a bot: a state with hidden information resampled.

use parlor_kit::{ErasedRules, Luck, Rules, Seat, Viewer};
use std::{fmt, sync::Arc};

/// A state as a seat may imagine it: known information is unchanged, everything else is resampled.
///
/// There is no way to make one but through [`Rules::resample`], and none from it back to the true state.
/// It owns everything it needs, so a bot may think about it on any thread.
///
/// Code outside this module cannot put the true state of a table into one:
///
/// ```compile_fail,E0451
/// use parlor_bots::Imagined;
/// use parlor_kit::{Rules, Seat};
/// use std::sync::Arc;
///
/// fn peek<R: Rules>(rules: Arc<R>, state: R::State) -> Imagined<R> {
///     Imagined { rules, state, seats: 2, seat: Seat::new(0) }
/// }
/// ```
pub struct Imagined<R: Rules> {
    rules: Arc<R>,
    state: R::State,
    seats: usize,
    seat: Seat,
}

impl Imagined<ErasedRules> {
    /// The same imagined state with the concrete type of its rules; `None` if they are other rules.
    pub(crate) fn behind<R: Rules>(&self, rules: &Arc<R>) -> Option<Imagined<R>> {
        let state = self.state.of::<R>()?.clone();
        Some(Imagined { rules: rules.clone(), state, seats: self.seats, seat: self.seat })
    }
}

impl<R: Rules> Imagined<R> {
    /// What `seat` may imagine of this state of a game with `seats` seats.
    pub fn of(rules: &Arc<R>, state: &R::State, seats: usize, seat: Seat, luck: &mut Luck) -> Imagined<R> {
        let mut state = state.clone();
        rules.resample(&mut state, Viewer::Seat(seat), luck);
        Imagined { rules: rules.clone(), state, seats, seat }
    }

    /// Another sample of what the seat may imagine.
    #[must_use]
    pub fn again(&self, luck: &mut Luck) -> Imagined<R> {
        Imagined::of(&self.rules, &self.state, self.seats, self.seat, luck)
    }

    /// The rules of the game.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The imagined state.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// Consumes the view and returns the imagined state.
    pub(crate) fn into_state(self) -> R::State {
        self.state
    }

    /// How many seats the game has.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The seat that imagines, and that is to act.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the game has hidden information, so that another sample can differ.
    pub fn hides(&self) -> bool {
        self.rules.bundle().manifest.hidden
    }

    /// Whether anything is hidden right now, judged by a few samples. A game may hide information for a while
    /// only, and search without sampling is stronger.
    pub(crate) fn hides_now(&self, luck: &mut Luck) -> bool {
        const TRIES: usize = 2;
        self.hides() && {
            let own = self.rules.save(&self.state);
            (0..TRIES).any(|_| self.rules.save(&self.again(luck).state) != own)
        }
    }

    /// Every legal action of the seat, in the game's order.
    pub fn actions(&self) -> Vec<R::Action> {
        let mut actions = Vec::new();
        self.rules.actions(&self.state, self.seat, &mut actions);
        actions
    }

    /// The legal actions of the seat that are worth trying, in the game's order.
    pub fn candidates(&self) -> Vec<R::Action> {
        let mut actions = Vec::new();
        self.rules.candidates(&self.state, self.seat, &mut actions);
        actions
    }
}

impl<R: Rules> Clone for Imagined<R> {
    fn clone(&self) -> Imagined<R> {
        let Imagined { rules, state, seats, seat } = self;
        Imagined { rules: rules.clone(), state: state.clone(), seats: *seats, seat: *seat }
    }
}

impl<R: Rules> fmt::Debug for Imagined<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Imagined")
            .field("seats", &self.seats)
            .field("seat", &self.seat)
            .finish_non_exhaustive()
    }
}
