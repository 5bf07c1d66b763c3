//! External programs as players: what they are shown, and how their answer becomes an action.

use super::{ChoiceError, ChoiceLimits};
use parlor_bots::Imagined;
use parlor_kit::{ErasedAction, ErasedRules, Luck, Offer, Rules, Scene, Viewer};
use serde_json::value::RawValue;

/// The view sent to an external program: what its seat may see and do.
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
    /// The view of the seat, and its offers.
    fn of(view: &Imagined<ErasedRules>) -> Result<(Shown, Vec<Offer>), ChoiceError> {
        let (rules, state, seat) = (view.rules(), view.state(), view.seat());
        let mut scene = Scene::new();
        rules.scene(state, Viewer::Seat(seat), &mut scene);
        let offers = rules.offers(state, seat);
        let pairs: Vec<_> = offers.iter().map(|offer| (&offer.action, &offer.gesture)).collect();
        let unwritable = |error: serde_json::Error| ChoiceError::Wrong(format!("cannot be asked: {error}"));
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

/// An external program on one seat of one game.
pub(crate) trait ExternalProgram: Send {
    /// The index of the chosen offer. `luck` is a number drawn for this choice.
    fn ask(&mut self, shown: &Shown, limits: &ChoiceLimits, luck: u64) -> Result<usize, ChoiceError>;
}

/// An external program as a player.
pub(crate) struct Player<O>(pub(crate) O);

impl<O: ExternalProgram> super::Player for Player<O> {
    fn choose(
        &mut self,
        view: &Imagined<ErasedRules>,
        limits: &ChoiceLimits,
        luck: &mut Luck,
    ) -> Result<ErasedAction, ChoiceError> {
        let (shown, offers) = Shown::of(view)?;
        let choice = self.0.ask(&shown, limits, luck.below(u64::MAX))?;
        let Some(offer) = offers.get(choice) else {
            let most = offers.len();
            return Err(ChoiceError::Wrong(format!("it chose offer {choice}, and there are {most}, from 0")));
        };
        let action = view.rules().read_action(&offer.action);
        action.map_err(|refusal| ChoiceError::Wrong(format!("the offer cannot be read: {refusal}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::{Seat, StepContext, Turn};

    // BO-8: if everything hidden is resampled, an external program gets the same bytes.
    #[test]
    fn what_is_hidden_is_not_shown() {
        let rules = level8::package().game.rules;
        let mut luck = Luck::fast(5);
        let mut state = rules.setup(&rules.default_options(), 3, &mut luck).unwrap();
        let (mut step, mut swapped) = (StepContext::silent(Luck::fast(6)), 0);
        for _ in 0..60 {
            let seat = match rules.turn(&state) {
                Turn::Act(seats) => seats.first().unwrap(),
                Turn::Table => {
                    rules.proceed(&mut state, &mut step);
                    continue;
                }
                Turn::Over(_) => break,
            };
            let shown = |luck: &mut Luck| {
                let view = Imagined::of(&rules, &state, 3, seat, luck);
                let (shown, offers) = Shown::of(&view).unwrap();
                (rules.save(view.state()), shown.scene.to_string(), shown.offers.to_string(), offers)
            };
            let (first, scene, offers, list) = shown(&mut luck);
            let (second, same_scene, same_offers, _) = shown(&mut luck);
            assert_eq!((scene, offers), (same_scene, same_offers));
            swapped += usize::from(first != second && first != rules.save(&state));
            let offer = luck.choose(&list).unwrap();
            let action = rules.read_action(&offer.action).unwrap();
            rules.act(&mut state, seat, &action, &mut step).unwrap();
        }
        assert!(swapped > 30, "other cards were imagined {swapped} times");
        assert_eq!(Shown::of(&Imagined::of(&rules, &state, 3, Seat::new(2), &mut luck)).unwrap().0.seat, 2);
    }
}
