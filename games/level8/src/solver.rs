//! Decides whether a hand contains a level, how to lay it out, and how many cards it lacks.
//!
//! A layout of a task assigns a meaning to each of its parts: where a run begins, which number a set has.
//! Jokers fill the gaps. A card that fits is never worse than a joker in its place, because any other part
//! that could use the card can use that joker instead; so each meaning is filled greedily with cards, and
//! only meanings have to be searched.

use crate::{Colour, Face, HIGHEST, Meaning, Part};

/// A layout of a task: for each part its meaning, and its cards by their position in the hand. A run's cards
/// are in order.
pub type Layout = Vec<(Meaning, Vec<usize>)>;

/// The layout of the task with the cards of this hand that uses the fewest jokers; `None` if there is none.
///
/// ```
/// use level8::{Face, TASKS, solve};
///
/// let hand: Vec<Face> = "r4 J b6 g8 y9 o10 S".split(' ').map(|card| card.parse().unwrap()).collect();
/// let layout = solve(TASKS[0], &hand).unwrap();
/// assert_eq!(layout[0].1, [0, 1, 2]); // 4, joker for 5, 6
/// ```
pub fn solve(task: &[Part], hand: &[Face]) -> Option<Layout> {
    let jokers = hand.iter().filter(|face| face.is_joker()).count();
    let plan = Search::new(task, hand, jokers as u8).run()?;
    Some(fill(task, hand, &plan))
}

/// How many cards the hand lacks for the task, its jokers counted; 0 if it contains the task.
pub fn missing(task: &[Part], hand: &[Face]) -> u8 {
    let jokers = hand.iter().filter(|face| face.is_joker()).count() as u8;
    let most = crate::task::size(task) as u8;
    let plan = Search::new(task, hand, most).run();
    plan.map_or(most, |plan| plan.jokers).saturating_sub(jokers)
}

/// The meaning of each part, and the number of jokers.
#[derive(Clone, Copy)]
struct Plan {
    jokers: u8,
    /// In the order of the task.
    meanings: [Meaning; crate::MOST_PARTS],
}

/// The cards of a hand by number. Those of the group's colour are counted apart: other parts use them only if
/// no other card is left.
#[derive(Clone, Copy, Default)]
struct Count {
    others: [u8; HIGHEST as usize + 1],
    own: [u8; HIGHEST as usize + 1],
    left: u8,
}

impl Count {
    fn of(hand: &[Face], group: Option<Colour>) -> Count {
        let mut count = Count::default();
        for face in hand {
            if let Face::Number(n, colour) = *face {
                if Some(colour) == group {
                    count.own[usize::from(n)] += 1;
                    count.left += 1;
                } else {
                    count.others[usize::from(n)] += 1;
                }
            }
        }
        count
    }

    /// Takes cards with this number; returns how many are missing.
    #[inline]
    fn take(&mut self, number: u8, cards: u8) -> u8 {
        let n = usize::from(number);
        let other = self.others[n].min(cards);
        self.others[n] -= other;
        let own = self.own[n].min(cards - other);
        self.own[n] -= own;
        self.left -= own;
        cards - other - own
    }
}

/// The search for the plan with the fewest jokers.
struct Search<'a> {
    hand: &'a [Face],
    /// Runs and sets with their indices in the task, the largest first: they have the fewest options.
    parts: [(Part, usize); crate::MOST_PARTS],
    count: usize,
    /// The size of the group and its place, if the task has one.
    group: Option<(u8, usize)>,
    plan: Plan,
    best: Option<Plan>,
    /// A plan is accepted if it uses fewer jokers than this.
    limit: u8,
}

impl<'a> Search<'a> {
    /// A search for plans with at most this many jokers.
    fn new(task: &[Part], hand: &'a [Face], most: u8) -> Search<'a> {
        debug_assert!(task.iter().filter(|part| matches!(part, Part::Group(_))).count() <= 1);
        let mut parts = [(Part::Set(0), 0); crate::MOST_PARTS];
        let (mut count, mut group) = (0, None);
        for (place, &part) in task.iter().enumerate() {
            if let Part::Group(size) = part {
                group = Some((size, place));
            } else {
                parts[count] = (part, place);
                count += 1;
            }
        }
        // Equal parts are adjacent, so that their permutations are tried once.
        parts[..count].sort_by_key(|&(part, place)| (std::cmp::Reverse(part.size()), place));
        let plan = Plan { jokers: 0, meanings: [Meaning::Number(1); crate::MOST_PARTS] };
        Search { hand, parts, count, group, plan, best: None, limit: most + 1 }
    }

    fn run(mut self) -> Option<Plan> {
        match self.group {
            None => self.choose(0, Count::of(self.hand, None), 0, 1),
            Some((size, place)) => {
                for colour in Colour::ALL {
                    let count = Count::of(self.hand, Some(colour));
                    if size.saturating_sub(count.left) < self.limit {
                        self.plan.meanings[place] = Meaning::Colour(colour);
                        self.choose(0, count, 0, 1);
                    }
                }
            }
        }
        self.best
    }

    /// Chooses a meaning for this part and the following ones, at least `from`, with `jokers` used so far.
    fn choose(&mut self, at: usize, count: Count, jokers: u8, from: u8) {
        if at == self.count {
            let jokers = jokers + self.group.map_or(0, |(size, _)| size.saturating_sub(count.left));
            if jokers < self.limit {
                self.limit = jokers;
                self.best = Some(Plan { jokers, ..self.plan });
            }
            return;
        }
        let (part, place) = self.parts[at];
        let highest = match part {
            Part::Run(size) => HIGHEST + 1 - size,
            _ => HIGHEST,
        };
        let mut empty = false;
        for number in from..=highest {
            let mut rest = count;
            let lacking = match part {
                Part::Run(size) => (number..number + size).map(|n| rest.take(n, 1)).sum(),
                _ => rest.take(number, part.size()),
            };
            if jokers + lacking >= self.limit {
                continue;
            }
            // All sets of jokers alone are equivalent.
            if !matches!(part, Part::Run(_)) && lacking == part.size() {
                if empty {
                    continue;
                }
                empty = true;
            }
            self.plan.meanings[place] = Meaning::Number(number);
            let twins = at + 1 < self.count && self.parts[at + 1].0 == part;
            self.choose(at + 1, rest, jokers + lacking, if twins { number } else { 1 });
        }
    }
}

/// Assigns cards to the meanings of the parts.
fn fill(task: &[Part], hand: &[Face], plan: &Plan) -> Layout {
    let group = plan.meanings[..task.len()].iter().find_map(|meaning| match meaning {
        Meaning::Colour(colour) => Some(*colour),
        Meaning::Number(_) => None,
    });
    let mut free = vec![true; hand.len()];
    let mut take = |fits: &dyn Fn(Face) -> bool| -> Option<usize> {
        let at = (0..hand.len()).find(|&at| free[at] && fits(hand[at]))?;
        free[at] = false;
        Some(at)
    };
    let mut layout: Layout =
        plan.meanings[..task.len()].iter().map(|&meaning| (meaning, Vec::new())).collect();
    // Groups are filled last, because the other parts have no alternative; jokers fill the gaps.
    let mut order: Vec<usize> = (0..task.len()).collect();
    order.sort_by_key(|&part| matches!(task[part], Part::Group(_)));
    let mut gaps: Vec<(usize, usize)> = Vec::new();
    for part in order {
        for slot in 0..task[part].size() {
            let number = match (task[part], layout[part].0) {
                (Part::Run(_), Meaning::Number(low)) => Some(low + slot),
                (_, Meaning::Number(number)) => Some(number),
                (_, Meaning::Colour(_)) => None,
            };
            let card = match number {
                Some(number) => {
                    let fits = |face: Face| matches!(face, Face::Number(n, _) if n == number);
                    take(&|face| fits(face) && face.colour() != group).or_else(|| take(&fits))
                }
                None => take(&|face| matches!(face, Face::Number(_, colour) if Some(colour) == group)),
            };
            if card.is_none() {
                gaps.push((part, layout[part].1.len()));
            }
            layout[part].1.push(card.unwrap_or(usize::MAX));
        }
    }
    for (part, slot) in gaps {
        if let Some(joker) = take(&Face::is_joker) {
            layout[part].1[slot] = joker;
        }
    }
    layout
}
