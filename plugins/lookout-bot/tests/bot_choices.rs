//! LookoutBot at connect four: shown scenes and offers, as a host shows them.

use lookout_bot::LookoutBot;
use parlor_guest::{Bot, Question};
use parlor_kit::{Luck, Rules, Scene, Seat, StepContext, Turn, Viewer};

/// The question for LookoutBot on this seat.
fn asked<R: Rules>(rules: &R, state: &R::State, seat: Seat, fuel: u64) -> Question {
    let mut scene = Scene::new();
    rules.scene(state, Viewer::Seat(seat), &mut scene);
    let offers = rules.offers(state, seat);
    Question { game: "connect-four".into(), seat, seats: 2, scene, offers, luck: Luck::fast(1), fuel }
}

/// The column that LookoutBot chooses after these columns were played.
fn column(columns: &[u8], fuel: u64) -> u64 {
    let (rules, mut step) = (connect_four::rules(), StepContext::silent(Luck::fast(1)));
    let mut state = rules.setup(&rules.default_options(), 2, &mut Luck::fast(1)).unwrap();
    for (n, &column) in columns.iter().enumerate() {
        let put = connect_four::Put { column };
        rules.act(&mut state, Seat::new(n % 2), &put, &mut step).unwrap();
    }
    let mut question = asked(&rules, &state, Seat::new(columns.len() % 2), fuel);
    let choice = LookoutBot::choose(&mut question, &mut Vec::new()).unwrap();
    question.offers[choice].action["column"].as_u64().unwrap()
}

#[test]
fn it_takes_a_win_and_prevents_one_however_little_fuel_it_has() {
    for fuel in [0, 100_000, 20_000_000] {
        assert_eq!(column(&[3, 0, 3, 0, 3, 0], fuel), 3, "three of its own stand on each other");
        assert_eq!(column(&[0, 3, 0, 3, 6, 3], fuel), 3, "three of the other's do");
    }
    // Two in a row with both ends open would be three: with some fuel it is seen in time.
    let end = column(&[2, 0, 3], 20_000_000);
    assert!([1, 4, 5].contains(&end), "{end}");
}

#[test]
fn it_hardly_ever_loses_against_chance() {
    let rules = connect_four::rules();
    let (mut won, mut luck) = (0, Luck::fast(7));
    for game in 0..20 {
        let own = Seat::new(game % 2);
        let mut step = StepContext::silent(Luck::fast(1));
        let mut state = rules.setup(&rules.default_options(), 2, &mut Luck::fast(1)).unwrap();
        while let Turn::Act(seats) = rules.turn(&state) {
            let seat = seats.first().unwrap();
            let mut actions = Vec::new();
            rules.actions(&state, seat, &mut actions);
            let action = if seat == own {
                let mut question = asked(&rules, &state, seat, 5_000_000);
                let choice = LookoutBot::choose(&mut question, &mut Vec::new()).unwrap();
                rules.read_action(&question.offers[choice].action).unwrap()
            } else {
                *luck.choose(&actions).unwrap()
            };
            rules.act(&mut state, seat, &action, &mut step).unwrap();
        }
        won += usize::from(rules.turn(&state).outcome().unwrap().winners() == own.into());
    }
    assert!(won >= 19, "{won} of 20 games");
}

#[test]
fn it_says_what_it_cannot_play() {
    let rules = connect_four::rules();
    let state = rules.setup(&rules.default_options(), 2, &mut Luck::fast(1)).unwrap();
    let mut question = asked(&rules, &state, Seat::new(0), 1);
    question.game = "snails".into();
    let said = LookoutBot::choose(&mut question, &mut Vec::new());
    assert_eq!(said, Err("I only know connect four, not snails".into()));
}
