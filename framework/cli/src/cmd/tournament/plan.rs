//! The plan of a tournament: line-ups, games, rounds.

use crate::{local_game::mix, player::ChoiceLimits};
use parlor_bots::Budget;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All parameters of a tournament. Equal plans play equal games, unless bots think by time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) bots: Vec<String>,
    /// The hashes of the bots that are plugins, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) plugins: BTreeMap<String, String>,
    pub(crate) games: Vec<Discipline>,
    /// How often every line-up plays on every seat.
    pub(crate) rounds: u64,
    pub(crate) seed: u64,
    /// The budget of every bot for every choice.
    pub(crate) nodes: Option<u64>,
    pub(crate) think_ms: Option<u64>,
    /// The fuel of plugins for every choice; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fuel: Option<u64>,
    /// How much longer than its time budget a bot may take before its choice is discarded.
    pub(crate) patience_ms: u64,
}

/// A game and its number of seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Discipline {
    pub(crate) game: String,
    pub(crate) seats: usize,
}

/// One game of the tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fixture {
    /// The index of the discipline.
    pub(crate) game: usize,
    pub(crate) round: u64,
    /// The index of the bot on each seat.
    pub(crate) lineup: Vec<usize>,
}

impl Plan {
    /// Every game, in order: all line-ups of a round, on all seats, before the next round.
    pub(crate) fn fixtures(&self) -> Vec<Fixture> {
        let mut fixtures = Vec::new();
        for round in 0..self.rounds {
            for (game, discipline) in self.games.iter().enumerate() {
                let lineups = lineups(self.bots.len(), discipline.seats).into_iter();
                fixtures.extend(lineups.map(|lineup| Fixture { game, round, lineup }));
            }
        }
        fixtures
    }

    /// The seed of a game: all line-ups of a round share it.
    pub(crate) fn seed_of(&self, fixture: &Fixture) -> u64 {
        mix(mix(self.seed, fixture.game as u64), fixture.round)
    }

    /// The limits of every choice.
    pub(crate) fn limits(&self) -> ChoiceLimits {
        let nodes = self.nodes.unwrap_or(Budget::DEFAULT_NODES);
        ChoiceLimits::new(nodes, self.think_ms, self.fuel, self.patience_ms)
    }

    /// The budget in words.
    pub(crate) fn thought(&self) -> String {
        let thought = match (self.think_ms, self.nodes) {
            (Some(ms), _) => format!("{ms} ms"),
            (None, nodes) => format!("{} nodes", nodes.unwrap_or(Budget::DEFAULT_NODES)),
        };
        let worked = self.fuel.map(|fuel| format!(" (plugins: {fuel} steps)")).unwrap_or_default();
        format!("{thought} a choice{worked}")
    }
}

/// Every group of bots that fills the seats, in all rotations. If there are fewer bots than seats, they
/// repeat in turn.
fn lineups(bots: usize, seats: usize) -> Vec<Vec<usize>> {
    let groups = if bots < seats {
        vec![(0..seats).map(|seat| seat % bots).collect()]
    } else {
        let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..seats {
            let longer = groups.into_iter().flat_map(|group: Vec<usize>| {
                let next = group.last().map_or(0, |last| last + 1);
                (next..bots).map(move |bot| [group.as_slice(), &[bot]].concat())
            });
            groups = longer.collect();
        }
        groups
    };
    let turns = bots.min(seats);
    let turned = |group: Vec<usize>| {
        (0..turns).map(move |by| (0..seats).map(|seat| group[(seat + by) % seats]).collect())
    };
    groups.into_iter().flat_map(turned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_meets_on_both_sides() {
        assert_eq!(lineups(3, 2), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
    }

    #[test]
    fn every_bot_sits_on_every_seat_equally_often() {
        for (bots, seats) in [(2, 2), (4, 2), (4, 3), (5, 4), (2, 4), (3, 6)] {
            let lineups = lineups(bots, seats);
            for seat in 0..seats {
                let times = |bot: usize| lineups.iter().filter(|lineup| lineup[seat] == bot).count();
                assert!((1..bots).all(|bot| times(bot) == times(0)), "{bots} bots on {seats} seats");
            }
        }
    }

    #[test]
    fn everybody_plays_a_round_with_the_same_luck() {
        let games = ["a", "b"].map(|game| Discipline { game: game.into(), seats: 2 }).to_vec();
        let bots = ["x", "y", "z"].map(String::from).to_vec();
        let plan = Plan { bots, games, rounds: 2, seed: 1, ..Plan::default() };
        let fixtures = plan.fixtures();
        assert_eq!(fixtures.len(), 2 * 2 * 6);
        let seeds: std::collections::BTreeSet<u64> =
            fixtures.iter().map(|fixture| plan.seed_of(fixture)).collect();
        assert_eq!(seeds.len(), 4, "two games in two rounds");
    }
}
