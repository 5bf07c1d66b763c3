//! The solver against a plain search through all sets of cards.

use level8::{Face, HARD_TASKS, Meaning, Part, TASKS, missing, solve};
use parlor_kit::Luck;

/// All sets of cards that make up a part, as bits of positions in the hand.
fn sets(part: Part, hand: &[Face]) -> Vec<u16> {
    let all = 0u16..1 << hand.len();
    let of_size = all.filter(|set| set.count_ones() == u32::from(part.size()));
    of_size
        .filter(|set| {
            let cards = hand.iter().enumerate().filter(|(at, _)| set & 1 << at != 0).map(|(_, face)| *face);
            part.meanings(cards).next().is_some()
        })
        .collect()
}

/// The fewest jokers with which the task can be laid out, found by trying everything.
fn fewest_jokers(task: &[Part], hand: &[Face]) -> Option<u32> {
    let jokers: u16 =
        hand.iter().enumerate().filter(|(_, face)| face.is_joker()).map(|(at, _)| 1 << at).sum();
    fn search(parts: &[Vec<u16>], used: u16, jokers: u16) -> Option<u32> {
        let Some((first, rest)) = parts.split_first() else { return Some((used & jokers).count_ones()) };
        let free = first.iter().filter(|&&set| set & used == 0);
        free.filter_map(|set| search(rest, used | set, jokers)).min()
    }
    let parts: Vec<Vec<u16>> = task.iter().map(|&part| sets(part, hand)).collect();
    search(&parts, 0, jokers)
}

/// A hand of eleven cards. Every other one comes from a small deck with many jokers, where levels are common.
fn random_hand(number: u64, luck: &mut Luck) -> Vec<Face> {
    let small = number % 2 == 1;
    let keep = |face: &Face| !small || face.number().is_none_or(|n| n <= 9);
    let mut deck: Vec<Face> = Face::deck().filter(keep).collect();
    let mut hand: Vec<Face> = luck.sample(&mut deck, 11).to_vec();
    if small {
        for face in hand.iter_mut().take(luck.below(5) as usize) {
            *face = Face::Joker(None);
        }
    }
    hand
}

// L8-15
#[test]
fn the_solver_agrees_with_trying_everything_on_10_000_hands() {
    let mut luck = Luck::fast(8);
    let mut found = [0u32; 16];
    for number in 0..10_000u64 {
        let which = (number / 2 % 16) as usize;
        let task = if which < 8 { TASKS[which] } else { HARD_TASKS[which - 8] };
        let hand = random_hand(number, &mut luck);
        let layout = solve(task, &hand);
        let jokers = layout.as_ref().map(|layout| {
            let cards = layout.iter().flat_map(|(_, cards)| cards);
            cards.filter(|&&at| hand[at].is_joker()).count() as u32
        });
        let text = || hand.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(jokers, fewest_jokers(task, &hand), "{task:?} with {}", text());
        assert_eq!(missing(task, &hand) == 0, layout.is_some(), "{task:?} with {}", text());
        if let Some(layout) = layout {
            found[which] += 1;
            fits(task, &hand, &layout);
        }
    }
    assert!(found.iter().all(|&found| found > 0), "every task was found somewhere: {found:?}");
}

/// The layout has every part with the right cards, each card once, and runs in order.
fn fits(task: &[Part], hand: &[Face], layout: &level8::Layout) {
    assert_eq!(layout.len(), task.len());
    let mut used = vec![false; hand.len()];
    for (&part, (meaning, cards)) in task.iter().zip(layout) {
        assert_eq!(cards.len(), usize::from(part.size()));
        for (slot, &at) in cards.iter().enumerate() {
            assert!(!std::mem::replace(&mut used[at], true), "each card is used once");
            if let (Part::Run(_), Meaning::Number(low), Some(n)) = (part, meaning, hand[at].number()) {
                assert_eq!(n, low + slot as u8, "a run lies in order");
            }
        }
        let faces = cards.iter().map(|&at| hand[at]);
        assert!(part.meanings(faces).any(|other| other == *meaning), "{part:?} as {meaning}");
    }
}

#[test]
fn what_is_missing_is_the_number_of_jokers_that_would_help() {
    let mut luck = Luck::fast(3);
    for number in 0..300 {
        let task = TASKS[(number % 8) as usize];
        let mut hand = random_hand(0, &mut luck);
        let lacking = missing(task, &hand);
        for _ in 0..lacking {
            assert!(solve(task, &hand).is_none());
            hand.push(Face::Joker(None));
        }
        assert!(solve(task, &hand).is_some(), "{task:?} with {hand:?}");
    }
}
