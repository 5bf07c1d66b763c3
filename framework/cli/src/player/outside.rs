//! What somebody outside is shown of a game, and how an answer becomes an action.

use super::{Allowed, Failing};
use parlor_bots::Imagined;
use parlor_kit::{Luck, Offer, Rules, Scene, Viewer};
use serde_json::value::RawValue;

/// All that somebody outside is shown: what their seat may see and do.
pub(crate) struct Shown {
    pub(crate) game: String,
    pub(crate) seat: u8,
    pub(crate) seats: u8,
    /// The scene of the seat.
    pub(crate) scene: Box<RawValue>,
    /// `[[action, gesture], …]`
    pub(crate) offers: Box<RawValue>,
}

impl Shown {
    /// What the seat of the view is shown, and what it is offered.
    fn of<R: Rules>(view: &Imagined<R>) -> Result<(Shown, Vec<Offer>), Failing> {
        let (rules, state, seat) = (view.rules(), view.state(), view.seat());
        let mut scene = Scene::new();
        rules.scene(state, Viewer::Seat(seat), &mut scene);
        let offers = rules.offers(state, seat);
        let pairs: Vec<_> = offers.iter().map(|offer| (&offer.action, &offer.gesture)).collect();
        let unwritable = |error: serde_json::Error| Failing::Wrong(format!("cannot be asked: {error}"));
        let shown = Shown {
            game: rules.bundle().manifest.id.to_string(),
            seat: seat.index() as u8,
            seats: view.seats() as u8,
            scene: serde_json::value::to_raw_value(&scene).map_err(unwritable)?,
            offers: serde_json::value::to_raw_value(&pairs).map_err(unwritable)?,
        };
        Ok((shown, offers))
    }
}

/// Somebody outside on one seat of one game.
pub(crate) trait Outsider: Send {
    /// Which of the offers they take, from 0. `luck` is a number drawn for this choice.
    fn ask(&mut self, shown: &Shown, allowed: &Allowed, luck: u64) -> Result<usize, Failing>;
}

/// Somebody outside as a player.
pub(crate) struct Player<O>(pub(crate) O);

impl<R: Rules, O: Outsider> super::Player<R> for Player<O> {
    fn choose(
        &mut self,
        view: &Imagined<R>,
        allowed: &Allowed,
        luck: &mut Luck,
    ) -> Result<R::Action, Failing> {
        let (shown, offers) = Shown::of(view)?;
        let choice = self.0.ask(&shown, allowed, luck.below(u64::MAX))?;
        let Some(offer) = offers.get(choice) else {
            let most = offers.len();
            return Err(Failing::Wrong(format!("it chose offer {choice}, and there are {most}, from 0")));
        };
        let action = view.rules().read_action(&offer.action);
        action.map_err(|refusal| Failing::Wrong(format!("the offer cannot be read: {refusal}")))
    }
}
