//! Lets bots play every army against every other and prints how often each one wins.
//!
//! ```sh
//! cargo run --release -p skirmish --example balance -- 2000 greedy 200
//! ```
//!
//! The arguments are the number of games, the kind of bot and how many nodes it may think of at each step.
//! A draw counts half. Every pair of decks plays equally often, on changing seats.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Contest, play};
use parlor_kit::Seat;
use skirmish::shipped_decks;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: usize = arguments.next().and_then(|games| games.parse().ok()).unwrap_or(2_000);
    let bot = arguments.next().unwrap_or_else(|| "greedy".into());
    let nodes: u64 = arguments.next().and_then(|nodes| nodes.parse().ok()).unwrap_or(200);
    let names: Vec<String> = shipped_decks().iter().map(|deck| deck.name["en"].to_string()).collect();
    let pairs: Vec<(usize, usize)> =
        (0..names.len()).flat_map(|one| (one..names.len()).map(move |two| (one, two))).collect();
    let mut points = vec![vec![(0.0, 0u32); names.len()]; names.len()];
    let (mut draws, mut actions) = (0, 0);
    for game in 0..games {
        let (one, two) = pairs[game % pairs.len()];
        let swapped = game / pairs.len() % 2 == 1;
        let decks = if swapped { [two, one] } else { [one, two] };
        let contest = Contest {
            bots: [&bot, &bot],
            decks: decks.map(|deck| deck as u8),
            nodes,
            seed: (game / pairs.len()) as u64,
        };
        let (outcome, count) = play(&contest);
        let payoff = f64::from(outcome.payoff(Seat::new(usize::from(swapped))));
        draws += u32::from(payoff == 0.0);
        actions += u64::from(count);
        for (own, other, payoff) in [(one, two, payoff), (two, one, -payoff)] {
            let (sum, number) = &mut points[own][other];
            *sum += f64::midpoint(payoff, 1.0);
            *number += 1;
        }
    }
    print(&names, &points);
    println!(
        "\n{games} games of {bot} ({nodes} nodes), {draws} draws, {} actions each",
        actions / games.max(1) as u64
    );
}

/// A line for each army: percent of the points against each other one, and against all others.
fn print(names: &[String], points: &[Vec<(f64, u32)>]) {
    let percent = |(sum, number): (f64, u32)| match number {
        0 => "–".to_string(),
        _ => format!("{:.0}", sum * 100.0 / f64::from(number)),
    };
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let heads: String = (1..=names.len()).map(|number| format!("{number:>5}")).collect();
    println!("{:width$}   {heads}   all", "");
    for (own, name) in names.iter().enumerate() {
        let cells: String = points[own].iter().map(|cell| format!("{:>5}", percent(*cell))).collect();
        let others = points[own].iter().enumerate().filter(|(other, _)| *other != own);
        let all = others.fold((0.0, 0), |(sum, number), (_, cell)| (sum + cell.0, number + cell.1));
        println!("{:>1} {name:width$} {cells} {:>5}", own + 1, percent(all));
    }
}
