//! Bots at the table: what every bot must keep, and what each is good for.

mod games;

use games::*;
use parlor_bots::{Bot, Budget, Imagined, Mcts, UnknownBot, kinds, make};
use parlor_kit::*;
use std::{sync::Arc, time::Duration};

/// Plays a game to its end, one bot for each seat; every choice must be legal.
fn play<R: Rules>(rules: &Arc<R>, mut state: R::State, bots: &[&str], nodes: u64, seed: u64) -> Outcome {
    let mut luck = Luck::fast(seed);
    let mut bots: Vec<Box<dyn Bot<R>>> = bots.iter().map(|name| make(name).unwrap()).collect();
    let secret = SecretSeed::from_seed(seed);
    for number in 1..200 {
        let mut step = StepContext::silent(secret.luck(number));
        match rules.turn(&state) {
            Turn::Over(outcome) => return outcome,
            Turn::Table => rules.proceed(&mut state, &mut step),
            Turn::Act(seats) => {
                let seat = seats.first().unwrap();
                let view = Imagined::of(rules, &state, bots.len(), seat, &mut luck);
                let action = bots[seat.index()].choose(&view, &Budget::nodes(nodes), &mut luck).unwrap();
                let mut legal = Vec::new();
                rules.actions(&state, seat, &mut legal);
                assert!(legal.contains(&action), "{action:?} of {legal:?}");
                rules.act(&mut state, seat, &action, &mut step).unwrap();
            }
        }
    }
    panic!("the game does not end");
}

fn choose<G: Game>(
    rules: &Arc<Native<G>>,
    state: &G,
    seats: usize,
    bot: &str,
    nodes: u64,
    seed: u64,
) -> G::Action {
    let mut luck = Luck::fast(seed);
    let seat = rules.turn(state).seats().first().unwrap();
    let view = Imagined::of(rules, state, seats, seat, &mut luck);
    make(bot).unwrap().choose(&view, &Budget::nodes(nodes), &mut luck).unwrap()
}

/// Nodes enough to see tic-tac-toe to its end.
const PLENTY: u64 = 100_000;

#[test]
fn negamax_never_loses_at_tic_tac_toe() {
    let rules = rules::<TicTacToe>(2, false);
    let mut wins = 0;
    for seed in 0..60 {
        for (seat, bots) in [["negamax", "random"], ["random", "negamax"]].iter().enumerate() {
            let outcome = play(&rules, TicTacToe::from_text("........."), bots, PLENTY, seed);
            let payoff = outcome.payoff(Seat::new(seat));
            assert!(payoff >= 0.0, "lost with seed {seed} on seat {seat}");
            wins += u32::from(payoff > 0.0);
        }
    }
    assert!(wins > 90, "a perfect player beats a random one nearly always, not {wins} times of 120");
}

#[test]
fn two_perfect_players_draw() {
    let rules = rules::<TicTacToe>(2, false);
    for seed in 0..10 {
        for bots in [["negamax", "negamax"], ["mcts", "negamax"], ["negamax", "mcts"]] {
            let outcome = play(&rules, TicTacToe::from_text("........."), &bots, PLENTY, seed);
            assert!(outcome.is_draw(), "seed {seed}: {bots:?} {outcome:?}");
        }
    }
}

#[test]
fn mcts_beats_random_and_greedy_where_it_can() {
    let rules = rules::<TicTacToe>(2, false);
    for other in ["random", "greedy"] {
        let mut payoffs = Vec::new();
        for seed in 0..50 {
            for (seat, bots) in [["mcts", other], [other, "mcts"]].iter().enumerate() {
                let outcome = play(&rules, TicTacToe::from_text("........."), bots, 4_000, seed);
                payoffs.push(outcome.payoff(Seat::new(seat)));
            }
        }
        let won = payoffs.iter().filter(|&&payoff| payoff > 0.0).count();
        let lost = payoffs.iter().filter(|&&payoff| payoff < 0.0).count();
        assert!(won >= 70 && lost <= 5, "mcts won {won} and lost {lost} of 100 against {other}");
    }
}

#[test]
fn mcts_expects_everybody_to_want_the_best_for_themselves() {
    // Seat 0 cannot win any more, whatever it does; seats 1 and 2 can, and so they will.
    let rules = rules::<Walk>(3, false);
    let state = Walk { at: vec![4, 1, 2], waiting: Seat::new(0).into() };
    for seed in 0..10 {
        assert_eq!(choose(&rules, &state, 3, "mcts", 500, seed), 3, "the goal is there");
    }
    let (mut thinking, mut wandering) = (0, 0);
    for seats in 2..=6 {
        let rules = games::rules::<Walk>(seats, false);
        let wins = |last: &'static str| {
            let mut bots = vec!["random"; seats];
            bots[seats - 1] = last;
            let won = (0..60).filter(|&seed| {
                let state = Walk { at: vec![0; seats], waiting: Seats::all(seats) };
                play(&rules, state, &bots, 400, seed).payoff(Seat::new(seats - 1)) == 1.0
            });
            won.count()
        };
        thinking += wins("mcts");
        wandering += wins("random");
    }
    // A player who always takes three steps wins about 92 of these games from the last seat, a random one
    // about 41.
    assert!(thinking >= 75 && wandering <= 55, "{thinking} and {wandering}");
}

#[test]
fn mcts_plays_as_well_as_the_solution_where_seats_move_twice_and_the_table_moves_too() {
    let rules = rules::<Heap>(2, false);
    for stones in 1..=14 {
        let state = Heap::of(stones, stones % 2 == 0);
        let take = choose(&rules, &state, 2, "mcts", PLENTY, u64::from(stones));
        let mut next = state.clone();
        next.act(Seat::new(0), &take, &mut StepContext::silent(Luck::fast(0))).unwrap();
        assert_eq!(solved(&next, Seat::new(0)), solved(&state, Seat::new(0)), "{stones} stones, took {take}");
    }
}

#[test]
fn mcts_gives_the_same_choice_on_any_number_of_its_own_threads_every_time() {
    let rules = rules::<TicTacToe>(2, false);
    let state = TicTacToe::from_text("x...o....");
    for threads in 1..=3 {
        let once = |seed| {
            let mut luck = Luck::fast(seed);
            let view = Imagined::of(&rules, &state, 2, Seat::new(0), &mut luck);
            let mut bot = Mcts::with_threads(threads);
            let choice = bot.choose(&view, &Budget::nodes(600), &mut luck).unwrap();
            (choice, bot.choose(&view, &Budget::nodes(600), &mut luck).unwrap())
        };
        assert!((0..10).all(|seed| once(seed) == once(seed)));
    }
    let won = TicTacToe::from_text("xx. oo. ...");
    let mut luck = Luck::fast(3);
    let view = Imagined::of(&rules, &won, 2, Seat::new(0), &mut luck);
    assert_eq!(Mcts::with_threads(4).choose(&view, &Budget::nodes(400), &mut luck), Some(2));
}

#[test]
fn mcts_uses_its_tree_again_for_the_next_move() {
    let rules = rules::<TicTacToe>(2, false);
    let mut luck = Luck::fast(5);
    let mut bot = Mcts::new();
    let mut state = TicTacToe::from_text(".........");
    let mut ask = |state: &TicTacToe, nodes| {
        let view = Imagined::of(&rules, state, 2, Seat::new(0), &mut luck);
        bot.choose(&view, &Budget::nodes(nodes), &mut luck).unwrap()
    };
    let mut step = StepContext::silent(Luck::fast(0));
    let first = ask(&state, 200_000);
    state.act(Seat::new(0), &first, &mut step).unwrap();
    let reply = (0..9).find(|&at| state.cells[usize::from(at)] == 0).unwrap();
    state.act(Seat::new(1), &reply, &mut step).unwrap();
    // Part of what is below was proven while the first move was thought about.
    ACTS.set(0);
    let second = ask(&state, 200_000);
    let again = ACTS.replace(0);
    let view = Imagined::of(&rules, &state, 2, Seat::new(0), &mut Luck::fast(6));
    Mcts::new().choose(&view, &Budget::nodes(200_000), &mut Luck::fast(7)).unwrap();
    let anew = ACTS.get();
    assert!(again * 4 < anew * 3, "{again} acts with the tree from before, {anew} without");
    state.act(Seat::new(0), &second, &mut step).unwrap();
    assert!(solved(&state, Seat::new(0)) >= 0.0);
}

#[test]
fn strengths_differ_by_what_they_try() {
    let rules = rules::<TicTacToe>(2, false);
    let tried = ["easy", "medium", "hard"].map(|bot| {
        ACTS.set(0);
        choose(&rules, &TicTacToe::from_text("........."), 2, bot, 3_000, 1);
        ACTS.get()
    });
    assert!(tried[0] < 40 && tried[0] < tried[1] && tried[1] < 700 && tried[2] > 2_000, "{tried:?}");
}

#[test]
fn every_bot_but_random_takes_a_win_and_negamax_stops_one() {
    let rules = rules::<TicTacToe>(2, false);
    for seed in 0..20 {
        for bot in ["greedy", "negamax", "mcts", "hard"] {
            let win = TicTacToe::from_text("xx. oo. ...");
            assert_eq!(choose(&rules, &win, 2, bot, 2_000, seed), 2, "{bot}");
        }
        let threatened = TicTacToe::from_text("x.. .x. o..");
        for bot in ["negamax", "mcts", "hard"] {
            assert_eq!(choose(&rules, &threatened, 2, bot, 2_000, seed), 8, "{bot}");
        }
        // Two lines at once: nothing but 2 (or its mirror image 8) wins by force.
        let fork = TicTacToe::from_text("x.. .o. o.x");
        for bot in ["negamax", "mcts"] {
            assert_eq!(choose(&rules, &fork, 2, bot, 5_000, seed), 2, "{bot}");
        }
    }
}

/// The worth of a state for a seat, by following every line to its end.
fn solved<G: Game>(state: &G, seat: Seat) -> f32 {
    match state.turn() {
        Turn::Over(outcome) => outcome.payoff(seat),
        Turn::Table => {
            let mut next = state.clone();
            next.proceed(&mut StepContext::silent(Luck::fast(0)));
            solved(&next, seat)
        }
        Turn::Act(seats) => {
            let mover = seats.first().unwrap();
            let mut actions = Vec::new();
            state.actions(mover, &mut actions);
            let worths = actions.iter().map(|action| {
                let mut next = state.clone();
                next.act(mover, action, &mut StepContext::silent(Luck::fast(0))).unwrap();
                solved(&next, seat)
            });
            if mover == seat { worths.fold(-1.0, f32::max) } else { worths.fold(1.0, f32::min) }
        }
    }
}

#[test]
fn negamax_plays_as_well_as_the_solution_where_seats_move_twice_and_the_table_moves_too() {
    let rules = rules::<Heap>(2, false);
    for named in [true, false] {
        let mut won = 0;
        for stones in 1..=16 {
            let state = Heap::of(stones, named);
            let take = choose(&rules, &state, 2, "negamax", PLENTY, u64::from(stones));
            let mut next = state.clone();
            next.act(Seat::new(0), &take, &mut StepContext::silent(Luck::fast(0))).unwrap();
            let best = solved(&state, Seat::new(0));
            assert_eq!(solved(&next, Seat::new(0)), best, "{stones} stones, took {take}");
            won += u32::from(best > 0.0);
        }
        assert!((2..16).contains(&won), "some heaps are won and some are lost, not {won}");
    }
}

#[test]
fn every_bot_keeps_to_its_node_budget() {
    let tic_tac_toe = rules::<TicTacToe>(2, false);
    let roll = rules::<Roll>(2, true);
    for kind in kinds() {
        for nodes in [0, 1, 7, 100, 3_000] {
            ACTS.set(0);
            choose(&tic_tac_toe, &TicTacToe::from_text("........."), 2, kind.name, nodes, 1);
            choose(&roll, &Roll { won: None }, 2, kind.name, nodes, 1);
            assert!(ACTS.get() <= 2 * nodes, "{} tried {} of {nodes} twice", kind.name, ACTS.get());
        }
    }
    ACTS.set(0);
    choose(&tic_tac_toe, &TicTacToe::from_text("........."), 2, "negamax", 500, 1);
    assert_eq!(ACTS.get(), 500, "a budget that is too small to be sure is used up");
}

#[test]
fn time_ends_thinking() {
    let rules = rules::<Heap>(2, false);
    let start = std::time::Instant::now();
    let mut luck = Luck::fast(1);
    let view = Imagined::of(&rules, &Heap::of(200, false), 2, Seat::new(0), &mut luck);
    let mut bot = make::<Native<Heap>>("negamax").unwrap();
    assert!(bot.choose(&view, &Budget::time(Duration::from_millis(30)), &mut luck).is_some());
    let taken = start.elapsed();
    assert!(taken >= Duration::from_millis(30) && taken < Duration::from_secs(3), "{taken:?}");
}

#[test]
fn the_same_seed_and_nodes_give_the_same_choice() {
    fn check<G: Game>(rules: &Arc<Native<G>>, state: &G, seats: usize) {
        for kind in kinds() {
            for seed in 0..10 {
                let choice = || choose(rules, state, seats, kind.name, 700, seed);
                assert_eq!(choice(), choice(), "{} with seed {seed}", kind.name);
            }
        }
    }
    check(&rules::<TicTacToe>(2, false), &TicTacToe::from_text("x........"), 2);
    check(&rules::<Guess>(2, true), &Guess { card: 3, guess: None }, 2);
    check(&rules::<Roll>(2, false), &Roll { won: None }, 2);
    check(&rules::<Walk>(3, false), &Walk { at: vec![1, 2, 3], waiting: Seats::all(3) }, 3);
}

#[test]
fn equal_actions_are_all_played_now_and_then() {
    let rules = rules::<TicTacToe>(2, false);
    for kind in kinds() {
        let mut seen = [false; 9];
        for seed in 0..80 {
            seen[usize::from(choose(&rules, &TicTacToe::from_text("........."), 2, kind.name, 50, seed))] =
                true;
        }
        assert_eq!(seen, [true; 9], "{}", kind.name);
    }
}

#[test]
fn no_bot_sees_what_is_hidden_from_its_seat() {
    let rules = rules::<Guess>(2, true);
    for kind in kinds() {
        let right = (0..600).filter(|&seed| {
            let card = (seed % 6) as u8;
            choose(&rules, &Guess { card, guess: None }, 2, kind.name, 2_000, seed) == card
        });
        let right = right.count();
        // One in six is 100 of 600; four standard deviations are 37.
        assert!((63..=137).contains(&right), "{} guessed {right} of 600 hidden cards", kind.name);
    }
}

#[test]
fn luck_is_weighed_not_foreseen() {
    let rules = rules::<Roll>(2, false);
    for bot in ["greedy", "negamax", "mcts"] {
        let mut chosen = [0; 7];
        for seed in 0..200 {
            chosen[usize::from(choose(&rules, &Roll { won: None }, 2, bot, 2_000, seed))] += 1;
        }
        assert!(chosen[2] > 120, "{bot} chose {chosen:?}");
        assert!(chosen[6] < 20, "{bot} chose {chosen:?}");
    }
}

#[test]
fn games_of_one_to_five_seats_are_played_to_their_end() {
    for kind in kinds() {
        for seats in 1..=5 {
            let rules = rules::<Walk>(seats, false);
            let state = Walk { at: vec![0; seats], waiting: Seats::all(seats) };
            let outcome = play(&rules, state, &vec![kind.name; seats], 300, seats as u64);
            assert_eq!(outcome.check(seats), Ok(()));
        }
    }
    let rules = rules::<Walk>(4, false);
    for bot in ["greedy", "negamax", "mcts"] {
        let state = Walk { at: vec![6, 4, 6, 6], waiting: Seat::new(1).into() };
        assert_eq!(choose(&rules, &state, 4, bot, 300, 1), 3, "{bot} takes the win");
    }
}

#[test]
fn only_what_is_worth_trying_is_tried() {
    let rules = rules::<Name>(2, false);
    for kind in kinds().iter().filter(|kind| !["random", "easy"].contains(&kind.name)) {
        for seed in 0..10 {
            ACTS.set(0);
            let first = choose(&rules, &Name { named: vec![] }, 2, kind.name, 10_000, seed);
            assert!([1, 500, 999].contains(&first), "{} named {first}", kind.name);
            assert!(ACTS.get() < 100, "{} tried {}", kind.name, ACTS.get());
        }
    }
    assert_eq!(choose(&rules, &Name { named: vec![] }, 2, "negamax", 10_000, 1), 999);
    assert_eq!(choose(&rules, &Name { named: vec![500] }, 2, "greedy", 10_000, 1), 999);
}

#[test]
fn random_plays_every_legal_action_equally_often_and_easy_slips_to_any() {
    let rules = rules::<Name>(2, false);
    let named = |bot: &str| -> Vec<u16> {
        (0..4_000).map(|seed| choose(&rules, &Name { named: vec![] }, 2, bot, 24, seed)).collect()
    };
    let tenths = |named: &[u16]| {
        let mut tenths = [0; 10];
        named.iter().for_each(|number| tenths[usize::from((number - 1) / 100)] += 1);
        tenths
    };
    // A tenth of 4,000 is 400; four standard deviations are 76.
    let random = tenths(&named("random"));
    assert!(random.iter().all(|count| (324..=476).contains(count)), "{random:?}");
    // Every other choice is a thought, and a thought leads to one of the three that are worth trying.
    let slipped: Vec<u16> =
        named("easy").into_iter().filter(|number| ![1, 500, 999].contains(number)).collect();
    assert!((1_800..=2_200).contains(&slipped.len()), "{} slips", slipped.len());
    assert!(tenths(&slipped).iter().all(|&count| count > 130), "{:?}", tenths(&slipped));
}

#[test]
fn a_seat_that_has_no_choice_gets_none() {
    let rules = rules::<TicTacToe>(2, false);
    let mut luck = Luck::fast(1);
    let view = Imagined::of(&rules, &TicTacToe::from_text("x........"), 2, Seat::new(0), &mut luck);
    for kind in kinds() {
        let mut bot = make::<Native<TicTacToe>>(kind.name).unwrap();
        assert_eq!(bot.choose(&view, &Budget::default(), &mut luck), None);
    }
}

#[test]
fn an_unknown_bot_is_named_with_those_there_are() {
    let error = make::<Native<TicTacToe>>("deep-thought").map(|_| ()).unwrap_err();
    assert_eq!(error, UnknownBot { name: "deep-thought".into() });
    assert_eq!(
        error.to_string(),
        "there is no bot called 'deep-thought'; there are: random, greedy, negamax, mcts, easy, medium, hard"
    );
}
