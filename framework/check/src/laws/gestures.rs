//! CL-5: each offer has exactly one complete gesture, made of things that the player sees.

use super::Inspect;
use crate::{CheckContext, CheckResult, Law, Violation, random_game::RandomGame};
use parlor_kit::{Offer, Pick, Rules, Scene, Viewer};
use std::collections::{HashMap, HashSet};

pub(super) struct Gestures;

impl<R: Rules> Inspect<R> for Gestures {
    fn law(&self) -> Law {
        Law::Gestures
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for &i in &run.sample {
            ctx.at(i);
            let position = &run.positions[i];
            for seat in position.turn.seats().iter().filter(|seat| seat.index() < run.seats) {
                let mut offers = ctx.offers(&position.state, seat)?;
                // Duplicate actions are judged by another law.
                let mut known = HashSet::new();
                offers.retain(|offer| known.insert(offer.action.to_string()));
                let scene = ctx.scene(&position.state, Viewer::Seat(seat))?;
                offers.iter().for_each(|_| ctx.count());
                gestures_fit(&offers, &scene, run.seats).map_err(|violation| violation.seat(seat))?;
            }
        }
        Ok(())
    }
}

fn gestures_fit(offers: &[Offer], scene: &Scene, seats: usize) -> CheckResult {
    // Every beginning of a gesture with the offer it belongs to, and every complete gesture.
    let mut beginnings: HashMap<Vec<&Pick>, &Offer> = HashMap::new();
    let mut complete: HashMap<Vec<&Pick>, &Offer> = HashMap::new();
    let mut labels = HashMap::new();
    let mut shortcuts = Vec::new();
    for offer in offers {
        let violation = |problem: String| Violation::new(problem).action(offer.action.clone());
        let picks: Vec<&Pick> = offer.gesture.picks.iter().map(|(pick, _)| pick).collect();
        if picks.is_empty() {
            return Err(violation("an offer's gesture picks nothing".into()));
        }
        for (at, (pick, label)) in offer.gesture.picks.iter().enumerate() {
            if !exists(pick, scene, seats) {
                return Err(violation(format!("a gesture picks {pick}, which the player does not see"))
                    .expected("something in the seat's own scene")
                    .seen(gesture(offer)));
            }
            let path = picks[..=at].to_vec();
            if matches!(pick, Pick::Button(_)) {
                let Some(label) = label else {
                    return Err(violation(format!("{pick} has no label")).hint("use `Gesture::button`"));
                };
                let first = labels.entry(path.clone()).or_insert(label);
                if *first != label {
                    return Err(violation(format!("{pick} has another label in another offer"))
                        .expected(first.key.to_string())
                        .seen(label.key.to_string())
                        .hint("give the buttons ids of their own"));
                }
            }
            if at + 1 < picks.len() {
                beginnings.entry(path).or_insert(offer);
            }
        }
        if let Some(other) = complete.insert(picks, offer) {
            return Err(violation("two offers have the same gesture".into())
                .expected("a gesture of its own for every offer")
                .seen(format!("{} for {}", gesture(offer), other.action)));
        }
        if let Some(shortcut) = offer.gesture.shortcut {
            if shortcuts.contains(&shortcut) {
                return Err(violation(format!("two offers have the shortcut {shortcut:?}")));
            }
            shortcuts.push(shortcut);
        }
    }
    for (picks, offer) in &complete {
        if let Some(longer) = beginnings.get(picks) {
            return Err(Violation::new("a gesture is the beginning of another")
                .action(offer.action.clone())
                .expected("gestures that are told apart before they end")
                .seen(format!("{} and {} for {}", gesture(offer), gesture(longer), longer.action)));
        }
    }
    Ok(())
}

fn exists(pick: &Pick, scene: &Scene, seats: usize) -> bool {
    match pick {
        Pick::Seat(seat) => seat.index() < seats,
        // A gap lies before a card or after the last one.
        Pick::Place(area, slot) => {
            let cards = scene.pieces.values().filter(|piece| piece.area == *area).count();
            pick.exists_in(scene) && *slot as usize <= cards
        }
        _ => pick.exists_in(scene),
    }
}

fn gesture(offer: &Offer) -> String {
    let picks: Vec<String> = offer.gesture.picks.iter().map(|(pick, _)| pick.to_string()).collect();
    picks.join(" → ")
}
