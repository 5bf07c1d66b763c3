//! The tasks of the levels.

use crate::{Colour, Face, HIGHEST, Meaning};
use parlor_kit::Text;

/// One combination of a level, with the number of cards it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Consecutive numbers in any colours. Runs do not wrap around from 15 to 1.
    Run(u8),
    /// Cards with the same number.
    Set(u8),
    /// Cards of one colour with any numbers.
    Group(u8),
}

use Part::{Group, Run, Set};

/// The tasks of the eight levels in their standard order.
pub const TASKS: [&[Part]; 8] = [
    &[Run(3), Run(3)],
    &[Set(2), Set(2), Set(2), Set(2)],
    &[Run(4), Run(4)],
    &[Run(6), Set(2)],
    &[Run(7)],
    &[Set(2), Set(3), Set(3)],
    &[Set(3), Group(5)],
    &[Set(2), Set(3), Set(4)],
];

/// The tasks of the hard set: one card more in every run and every group of one colour.
pub const HARD_TASKS: [&[Part]; 8] = [
    &[Run(4), Run(4)],
    &[Set(2), Set(2), Set(2), Set(2)],
    &[Run(5), Run(5)],
    &[Run(7), Set(2)],
    &[Run(8)],
    &[Set(2), Set(3), Set(3)],
    &[Set(3), Group(6)],
    &[Set(2), Set(3), Set(4)],
];

/// The most combinations a task has.
pub const MOST_PARTS: usize = 4;

impl Part {
    /// How many cards it takes.
    pub const fn size(self) -> u8 {
        match self {
            Run(size) | Set(size) | Group(size) => size,
        }
    }

    /// The possible meanings with these cards in it, and jokers for the others: the lowest number of a run,
    /// the number of a set, the colour of a group. Empty if the cards do not belong together.
    pub fn meanings(self, cards: impl Iterator<Item = Face> + Clone) -> impl Iterator<Item = Meaning> {
        let most = match self {
            Run(size) => HIGHEST + 1 - size,
            Set(_) => HIGHEST,
            // Groups have no number.
            Group(_) => 0,
        };
        let colours = if matches!(self, Group(_)) { &Colour::ALL[..] } else { &[] };
        let all = (1..=most).map(Meaning::Number).chain(colours.iter().copied().map(Meaning::Colour));
        all.filter(move |&meaning| self.admits(meaning, cards.clone()))
    }

    /// Whether these cards are part of the combination with this meaning.
    fn admits(self, meaning: Meaning, cards: impl Iterator<Item = Face>) -> bool {
        let mut seen = 0u16;
        for face in cards {
            let fits = match (self, meaning, face) {
                (_, _, Face::Joker(_)) => true,
                (Run(size), Meaning::Number(low), Face::Number(n, _)) => {
                    // A run has each number once.
                    let again = seen & 1 << n != 0;
                    seen |= 1 << n;
                    !again && (low..low + size).contains(&n)
                }
                (Set(_), Meaning::Number(number), Face::Number(n, _)) => n == number,
                (Group(_), Meaning::Colour(colour), Face::Number(_, other)) => colour == other,
                _ => false,
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// Its name: "run of 6", "pair".
    pub fn text(self) -> Text {
        match self {
            Run(size) => Text::new("level8-run").arg("cards", size),
            Set(size) => Text::new("level8-set").arg("cards", size),
            Group(size) => Text::new("level8-group").arg("cards", size),
        }
    }
}

/// How many cards a task takes.
pub(crate) fn size(task: &[Part]) -> usize {
    task.iter().map(|part| usize::from(part.size())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    // L8-2
    #[test]
    fn the_eight_levels_have_their_tasks_in_order() {
        let told = TASKS.map(|task| format!("{task:?}"));
        assert_eq!(told[0], "[Run(3), Run(3)]");
        assert_eq!(told[1], "[Set(2), Set(2), Set(2), Set(2)]");
        assert_eq!(told[2], "[Run(4), Run(4)]");
        assert_eq!(told[3], "[Run(6), Set(2)]");
        assert_eq!(told[4], "[Run(7)]");
        assert_eq!(told[5], "[Set(2), Set(3), Set(3)]");
        assert_eq!(told[6], "[Set(3), Group(5)]");
        assert_eq!(told[7], "[Set(2), Set(3), Set(4)]");
    }

    // L8-3
    #[test]
    fn hard_tasks_take_one_card_more_for_every_run_and_group_and_leave_one_of_eleven_cards() {
        for (task, hard) in TASKS.iter().zip(HARD_TASKS) {
            let more = task.iter().map(|part| match *part {
                Run(cards) => Run(cards + 1),
                Set(cards) => Set(cards),
                Group(cards) => Group(cards + 1),
            });
            assert_eq!(more.collect::<Vec<_>>(), hard);
            assert!(size(hard) <= 10 && hard.len() <= MOST_PARTS);
        }
    }

    // L8-6
    #[test]
    fn what_a_combination_can_stand_for_follows_from_its_cards() {
        let meanings = |part: Part, cards: &str| -> Vec<String> {
            let cards: Vec<Face> = cards.split_whitespace().map(|card| card.parse().unwrap()).collect();
            part.meanings(cards.into_iter()).map(|meaning| meaning.to_string()).collect()
        };
        assert_eq!(meanings(Run(3), "r5 b6 J"), ["4", "5"]);
        assert_eq!(meanings(Run(3), "r5 J b7"), ["5"]);
        assert_eq!(meanings(Run(3), "r15 J"), ["13"], "nothing comes after 15");
        assert_eq!(meanings(Run(3), "r1 b15"), [""; 0], "there is no way around");
        assert_eq!(meanings(Run(3), "r5 b5"), [""; 0], "each number has one place");
        assert_eq!(meanings(Run(14), "J"), ["1", "2"]);
        assert_eq!(meanings(Set(3), "r5 b5 J"), ["5"]);
        assert_eq!(meanings(Set(2), "J J").len(), 15);
        assert_eq!(meanings(Set(2), "S"), [""; 0]);
        assert_eq!(meanings(Group(5), "b5 b6 J"), ["blue"]);
        assert_eq!(meanings(Group(5), "b5 g6"), [""; 0]);
        assert_eq!(meanings(Group(5), "J J").len(), 6);
    }
}
