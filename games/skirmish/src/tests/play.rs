//! SK-6 to SK-9: swapping, turns and rounds.

use super::{
    Field,
    fixture::{CLOSE, RANGED, SUPPORT},
    refused,
};
use crate::{
    Action, Aim, DeckFile, MAX_RULE_USES_PER_TURN, MOST_DECKS, Options, Row, Skirmish, shipped_decks,
    state::{At, Phase},
};
use parlor_kit::{Game, Luck, Scene, Seat, Seats, StepContext, Turn, Viewer};
use std::collections::BTreeSet;

const ONE: Seat = Seat::new(0);
const TWO: Seat = Seat::new(1);

/// A table with one deck, so that nothing is to be chosen.
fn one_deck() -> Options {
    Options { decks: shipped_decks().into_iter().take(1).collect(), ..Options::default() }
}

fn dealt(options: &Options, seed: u64) -> (Skirmish, StepContext) {
    let mut luck = Luck::fast(seed);
    let mut game = Skirmish::new(options, 2, &mut luck).unwrap();
    let mut step = StepContext::listening(luck);
    game.proceed(&mut step);
    (game, step)
}

// SK-6
#[test]
fn everybody_gets_ten_cards_and_may_swap_two() {
    let (mut game, mut step) = dealt(&one_deck(), 3);
    assert_eq!(game.turn(), Turn::Act(Seats::all(2)));
    for seat in Seat::all(2) {
        assert_eq!((game.hand(seat).len(), game.zones.count(At::Draw(seat))), (10, 15));
    }
    let mut before: Vec<u16> = game.zones.cards(At::Draw(ONE)).iter().map(|card| card.face.card).collect();
    before.extend(game.hand(ONE).iter().map(|card| card.face.card));
    let first = game.hand(ONE)[0].handle;
    game.act(ONE, &Action::Swap { card: first }, &mut step).unwrap();
    assert_eq!(game.hand(ONE).len(), 9);
    let second = game.hand(ONE)[4].handle;
    game.act(ONE, &Action::Swap { card: second }, &mut step).unwrap();
    assert_eq!((game.hand(ONE).len(), game.zones.count(At::Draw(ONE))), (10, 15));
    assert_eq!(game.turn(), Turn::Act(TWO.into()), "two swaps are the most");
    let mut after: Vec<u16> = game.zones.cards(At::Draw(ONE)).iter().map(|card| card.face.card).collect();
    after.extend(game.hand(ONE).iter().map(|card| card.face.card));
    before.sort_unstable();
    after.sort_unstable();
    assert_eq!(before, after, "no card is lost");
    let refusal = game.act(TWO, &Action::Pass, &mut step).unwrap_err();
    assert_eq!(refusal.code(), "skirmish-swap-first");
    game.act(TWO, &Action::Keep, &mut step).unwrap();
    assert_eq!(game.phase, Phase::Round);
}

// SK-6
#[test]
fn whoever_does_not_begin_draws_a_neutral_card_and_beginning_changes() {
    let (mut game, mut step) = dealt(&one_deck(), 5);
    for seat in Seat::all(2) {
        game.act(seat, &Action::Keep, &mut step).unwrap();
    }
    game.proceed(&mut step);
    let starter = game.starter;
    assert_eq!((game.hand(starter).len(), game.hand(starter.other()).len()), (10, 11));
    assert_eq!(game.zones.count(At::Neutral), 5);
    for seat in [starter, starter.other()] {
        game.act(seat, &Action::Pass, &mut step).unwrap();
    }
    (0..3).for_each(|_| game.proceed(&mut step));
    assert_eq!((game.starter, game.round), (starter.other(), 2));
    assert_eq!((game.hand(starter).len(), game.hand(starter.other()).len()), (11, 11));
}

// SK-6
#[test]
fn either_seat_may_begin() {
    let starter = |seed| {
        let (mut game, mut step) = dealt(&one_deck(), seed);
        for seat in Seat::all(2) {
            game.act(seat, &Action::Keep, &mut step).unwrap();
        }
        game.proceed(&mut step);
        game.starter
    };
    let starters: Seats = (0..20).map(starter).collect();
    assert_eq!(starters, Seats::all(2));
}

// SK-15
#[test]
fn reinforcements_come_between_rounds_and_neutral_cards_may_stay_in_the_box() {
    let options = Options { reinforcements: 2, neutral: false, ..one_deck() };
    let (mut game, mut step) = dealt(&options, 5);
    for seat in Seat::all(2) {
        game.act(seat, &Action::Keep, &mut step).unwrap();
    }
    game.proceed(&mut step);
    assert_eq!([ONE, TWO].map(|seat| game.hand(seat).len()), [10, 10]);
    for _ in 0..2 {
        game.act(game.next, &Action::Pass, &mut step).unwrap();
    }
    (0..3).for_each(|_| game.proceed(&mut step));
    assert_eq!([ONE, TWO].map(|seat| game.hand(seat).len()), [12, 12]);
}

// SK-7
#[test]
fn a_turn_plays_exactly_one_card_into_one_of_its_rows() {
    let mut field = Field::new();
    let (soldier, other) = (field.hold(0, "HK1"), field.hold(0, "HK8"));
    let play = |card, row, slot| Action::Play { card, row, slot };
    assert_eq!(field.act(0, &play(soldier, RANGED, 0)), refused("skirmish-wrong-row"));
    assert_eq!(field.act(0, &play(soldier, CLOSE, 1)), refused("skirmish-no-place"));
    assert_eq!(field.act(1, &play(soldier, CLOSE, 0)), refused("not-your-turn"));
    field.act(0, &play(other, CLOSE, 0)).unwrap();
    assert_eq!(field.game.next, TWO, "nothing is left to do: the turn ends by itself");
}

// SK-7
#[test]
fn only_the_row_that_was_played_into_may_be_rearranged() {
    let mut field = Field::new();
    let units = [(); 2].map(|()| field.put(0, "HH1", CLOSE));
    let far = field.put(0, "HK5", RANGED);
    let card = field.hold(0, "HK1");
    let arrange = |unit, slot| Action::Arrange { unit, slot };
    assert_eq!(field.act(0, &arrange(units[0], 1)), refused("skirmish-arrange-after-playing"));
    field.act(0, &Action::Play { card, row: CLOSE, slot: 1 }).unwrap();
    assert_eq!(field.act(0, &arrange(far, 0)), refused("skirmish-other-row"));
    field.act(0, &arrange(units[0], 2)).unwrap();
    assert_eq!(units.map(|unit| field.slot(unit)), [2, 1]);
    for times in 1..crate::MOST_MOVES {
        field.act(0, &arrange(units[0], times % 2)).unwrap();
    }
    assert_eq!(field.game.next, TWO, "after twenty moves nothing is left to do");
}

// SK-7
#[test]
fn after_an_action_nobody_passes() {
    let mut field = Field::new();
    let (raider, foe) = (field.put(0, "HK8", CLOSE), field.put(1, "HH1", CLOSE));
    assert_eq!(field.act(0, &Action::End), refused("skirmish-play-first"));
    field.use_on(raider, "ma002", foe).unwrap();
    assert_eq!(field.act(0, &Action::Pass), refused("skirmish-acted"));
    let card = field.game.hand(ONE)[0].handle;
    field.act(0, &Action::Play { card, row: CLOSE, slot: 0 }).unwrap();
    let again = Action::Use { unit: raider, rule: "ma002".into(), mode: 0, aim: Aim::Unit(foe) };
    assert_eq!(field.act(0, &again), refused("skirmish-empty-hand"));
}

// SK-7
#[test]
fn whoever_passed_stays_passed_and_an_empty_hand_passes() {
    let mut field = Field::new();
    field.act(0, &Action::Pass).unwrap();
    field.hold(1, "HK5");
    for row in [CLOSE, RANGED] {
        let card = field.game.hand(TWO)[0].handle;
        field.act(1, &Action::Play { card, row, slot: 0 }).unwrap();
        assert_eq!(field.game.next, TWO);
    }
    assert_eq!(field.game.turn(), Turn::Table, "nothing can be played any more");
    field.game.proceed(&mut field.step);
    assert_eq!((field.game.passed, field.game.phase), (Seats::all(2), Phase::Dusk));
}

// SK-7, SK-11: two priests would encourage each other for ever.
#[test]
fn rules_are_used_twenty_times_in_a_turn_at_most() {
    let mut field = Field::new();
    let priests = [(); 2].map(|()| field.put(0, "HH11", SUPPORT));
    for turn in 0..usize::from(MAX_RULE_USES_PER_TURN) {
        let (unit, aim) = (priests[turn % 2], Aim::Unit(priests[(turn + 1) % 2]));
        field.act(0, &Action::Use { unit, rule: "ma013".into(), mode: 0, aim }).unwrap();
    }
    let last = Action::Use { unit: priests[0], rule: "ma013".into(), mode: 0, aim: Aim::Unit(priests[1]) };
    assert_eq!(field.act(0, &last), refused("skirmish-uses"));
}

// SK-8
#[test]
fn the_higher_sum_wins_the_round_and_equal_sums_score_for_both() {
    for (one, two, wins) in [("HK1", "HH1", [0, 1]), ("HH1", "HK1", [1, 0]), ("HH1", "HH1", [1, 1])] {
        let mut field = Field::new();
        field.put(0, one, CLOSE);
        field.put(1, two, CLOSE);
        field.end_round();
        assert_eq!(field.game.wins, wins);
        assert_eq!(field.game.phase, Phase::Round);
    }
}

// SK-8
#[test]
fn two_rounds_win_and_two_for_both_are_a_draw() {
    let end = |before: [u8; 2], armies: &[usize]| {
        let mut field = Field::new();
        field.game.wins = before;
        for &side in armies {
            field.put(side, "HH1", CLOSE);
        }
        field.end_round();
        field.game.turn().outcome().map(|outcome| outcome.places.to_vec())
    };
    assert_eq!(end([0, 1], &[1]), Some(vec![2, 1]));
    assert_eq!(end([1, 0], &[1]), None, "one round each: a third is played");
    assert_eq!(end([1, 1], &[1]), Some(vec![2, 1]));
    assert_eq!(end([1, 1], &[0, 1]), Some(vec![1, 1]), "both reach two at once");
    assert_eq!(end([1, 0], &[0, 1]), Some(vec![1, 2]), "an even round is enough for the leader");
}

// SK-9
#[test]
fn after_a_round_cards_go_to_their_owners_tokens_vanish_and_weather_clears() {
    let mut field = Field::new();
    field.put(0, "HH1", CLOSE);
    field.put_on(1, 0, "HK14", CLOSE);
    field.put(1, "wolf", CLOSE);
    field.put(1, "NR1", CLOSE);
    field.play(1, "NW_3", Row::Weather);
    field.end_round();
    let sorted = |place| {
        let mut ids = field.ids(place);
        ids.sort();
        ids
    };
    assert_eq!(sorted(At::Discard(ONE)), ["HH1", "HK14"]);
    assert_eq!(sorted(At::Discard(TWO)), ["NR1", "NW_3"]);
    assert_eq!((field.game.units().count(), field.ids(At::Weather).len()), (0, 0));
}

// SK-9
#[test]
fn a_token_that_was_made_tough_stays_as_every_tough_unit_does() {
    let mut field = Field::new();
    let brewer = field.put(0, "ZW8", SUPPORT);
    let falcon = field.put(0, "falcon", RANGED);
    let wolf = field.put(0, "wolf", CLOSE);
    let sad = field.put(0, "zombie", CLOSE);
    for token in [falcon, sad] {
        let points = field.points(brewer).max(1);
        field.set(brewer, 0, points);
        field.use_on(brewer, "ta002", token).unwrap();
    }
    field.set(sad, -1, 0);
    field.end_round();
    assert!(field.stands(falcon));
    assert!(!field.stands(wolf) && !field.stands(sad), "others vanish, also tough ones with negative morale");
    assert_eq!(field.ids(At::Discard(ONE)), ["ZW8"], "no token lies on a discard pile");
}

// SK-5
#[test]
fn decks_that_are_not_legal_are_refused_with_every_reason() {
    let empire = shipped_decks()[0].clone();
    let bad = DeckFile { cards: [("HK1".into(), 5), ("ZK1".into(), 1)].into(), ..(*empire).clone() };
    let refusal = |options: &Options| Skirmish::new(options, 2, &mut Luck::fast(1)).unwrap_err().to_string();
    let faults = "skirmish-deck-few, skirmish-deck-often, skirmish-deck-foreign";
    let options = Options { decks: vec![empire.clone(), bad.into()], ..Options::default() };
    assert_eq!(refusal(&options), format!("skirmish-bad-deck deck=2 faults={faults}"));
    let options = Options { provisions: 50, ..Options::default() };
    assert_eq!(refusal(&options), "skirmish-bad-deck deck=1 faults=skirmish-deck-provisions");
    let options = Options { decks: vec![empire; MOST_DECKS + 1], ..Options::default() };
    assert!(refusal(&options).starts_with("options-out-of-range name=decks"));
}

fn choose(game: &mut Skirmish, seat: Seat, deck: u8) -> Result<(), String> {
    let done = game.act(seat, &Action::Choose { deck }, &mut StepContext::silent(Luck::fast(1)));
    done.map_err(|refusal| refusal.code().to_string())
}

// SK-5, SK-15
#[test]
fn everybody_chooses_one_of_the_legal_decks() {
    let at = |provisions| {
        let options = Options { provisions, ..Options::default() };
        Skirmish::new(&options, 2, &mut Luck::fast(1)).unwrap()
    };
    let decks = |game: &Skirmish| {
        let mut actions = Vec::new();
        game.actions(ONE, &mut actions);
        actions.len()
    };
    assert_eq!((decks(&at(200)), decks(&at(202))), (7, 8), "the High Elves take 202 provisions");
    let mut game = at(200);
    assert_eq!(game.turn(), Turn::Act(Seats::all(2)));
    assert_eq!(choose(&mut game, ONE, 7), refused("skirmish-no-deck"));
    let early = game.act(ONE, &Action::Pass, &mut StepContext::silent(Luck::fast(1))).unwrap_err();
    assert_eq!(early.code(), "skirmish-choose-deck");
    choose(&mut game, ONE, 2).unwrap();
    assert_eq!(game.turn(), Turn::Act(TWO.into()));
    assert_eq!(choose(&mut game, ONE, 1), refused("not-your-turn"));
    choose(&mut game, TWO, 5).unwrap();
    game.proceed(&mut StepContext::silent(Luck::fast(1)));
    let armies = |seat| -> BTreeSet<String> {
        let piles = [At::Draw(seat), At::Hand(seat)].into_iter().flat_map(|place| game.zones.cards(place));
        piles.map(|card| game.def(&card.face).id[..2].to_string()).collect()
    };
    assert_eq!(armies(ONE), ["ZK".to_string()].into(), "the army of the dwarf king");
    assert_eq!(armies(TWO), ["MB".to_string()].into(), "the beasts");
    assert!(game.game_cards.cards.len() < 60, "a game keeps only the cards it is played with");
}

// SK-14
#[test]
fn nobody_learns_what_the_other_chose_before_both_have() {
    let mut games: Vec<Skirmish> = Vec::new();
    for deck in [1, 4] {
        let mut game = Skirmish::new(&Options::default(), 2, &mut Luck::fast(1)).unwrap();
        choose(&mut game, ONE, deck).unwrap();
        games.push(game);
    }
    let scene = |game: &Skirmish, viewer| {
        let mut scene = Scene::new();
        game.scene(viewer, &mut scene);
        scene
    };
    for viewer in [Viewer::Seat(TWO), Viewer::Public] {
        assert_eq!(scene(&games[0], viewer), scene(&games[1], viewer));
    }
    let own = Viewer::Seat(ONE);
    assert_ne!(scene(&games[0], own), scene(&games[1], own));
    let mut imagined: BTreeSet<Option<u8>> = BTreeSet::new();
    for seed in 0..60 {
        let mut twin = games[0].clone();
        twin.resample(Viewer::Seat(TWO), &mut Luck::fast(seed));
        imagined.insert(twin.chosen[0]);
        let mut same = games[0].clone();
        same.resample(own, &mut Luck::fast(seed));
        assert_eq!(same, games[0]);
    }
    assert_eq!(imagined.len(), 7, "any of them may be it");
}
