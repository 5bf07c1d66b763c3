//! A game between two bots, shared by tests and the balance table.

use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Luck, Native, Outcome, Rules, Seat, StepContext, Turn};
use serde_json::json;
use skirmish::{Action, Skirmish};
use std::sync::Arc;

/// Who plays with what.
pub(crate) struct Contest<'a> {
    /// The kind of bot on each seat.
    pub(crate) bots: [&'a str; 2],
    /// The deck of each seat, by its place among the shipped ones.
    pub(crate) decks: [u8; 2],
    /// How much a bot thinks about each step.
    pub(crate) nodes: u64,
    /// What all luck comes from.
    pub(crate) seed: u64,
}

/// Plays one game; gives the outcome and how many actions it took.
pub(crate) fn play(contest: &Contest<'_>) -> (Outcome, u32) {
    let rules = Arc::new(skirmish::rules());
    let mut luck = Luck::fast(contest.seed);
    // With 202 provisions every shipped deck is legal.
    let mut state = rules.setup(&json!({ "provisions": 202 }), 2, &mut luck).expect("the options are good");
    let mut players = contest.bots.map(|name| make::<Native<Skirmish>>(name).expect("there is such a bot"));
    let mut step = StepContext::silent(luck.split());
    for (seat, deck) in Seat::all(2).zip(contest.decks) {
        rules.act(&mut state, seat, &Action::Choose { deck }, &mut step).expect("there is such a deck");
    }
    let mut count = 0;
    loop {
        match rules.turn(&state) {
            Turn::Over(outcome) => return (outcome, count),
            Turn::Table => rules.proceed(&mut state, &mut step),
            Turn::Act(seats) => {
                let seat = seats.first().expect("somebody acts");
                let view = Imagined::of(&rules, &state, 2, seat, &mut luck);
                let budget = Budget::nodes(contest.nodes);
                let action = players[seat.index()].choose(&view, &budget, &mut luck).expect("a bot acts");
                rules.act(&mut state, seat, &action, &mut step).expect("bots play by the rules");
                count += 1;
            }
        }
    }
}
