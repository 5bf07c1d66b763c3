//! SK-2, SK-11, SK-14: rules that are used for action points.

use super::{
    Field, codes,
    field::{CLOSE, RANGED, SUPPORT},
    shown,
};
use crate::{
    Action, Aim,
    state::{At, NEUTRAL, Pending},
};
use parlor_kit::{
    Game, Seat, Turn, Viewer,
    cards::{Deck, Handle},
};

const ONE: Seat = Seat::new(0);
const TWO: Seat = Seat::new(1);

fn refused(code: &str) -> Result<(), String> {
    Err(code.to_string())
}

/// A malus of 1 for an enemy unit, which has to stand in the right row.
fn strikes(actor: &str, rule: &str, row: crate::Row) {
    let mut field = Field::new();
    let (actor, unit) = (field.put(0, actor, CLOSE), field.put(1, "HH1", row));
    let points = field.points(actor);
    field.use_on(actor, rule, unit).unwrap();
    assert_eq!((field.morale(unit), field.points(actor)), (-1, points - 1));
}

/// Nothing happens to units of the own side, in other rows, of a higher level or without points to pay with.
fn misses(actor: &str, rule: &str, row: crate::Row) {
    let mut field = Field::new();
    let actor = field.put(0, actor, CLOSE);
    let (own, silver) = (field.put(0, "HH1", row), field.put(1, "HH2", row));
    assert_eq!(field.use_on(actor, rule, own), refused(codes::TARGET));
    assert_eq!(field.use_on(actor, rule, silver), refused(codes::LEVEL));
    for other in crate::Row::ARMY.into_iter().filter(|other| *other != row) {
        let unit = field.put(1, "HH1", other);
        assert_eq!(field.use_on(actor, rule, unit), refused(codes::TARGET));
    }
    let unit = field.put(1, "HH1", row);
    field.set(actor, 0, 0);
    assert_eq!(field.use_on(actor, rule, unit), refused(codes::POINTS));
    field.set(actor, -9, 3);
    assert_eq!(field.use_on(actor, rule, unit), refused(codes::ASLEEP));
}

/// A token comes to the place its owner chooses.
fn brings(actor: &str, rule: &str, token: &str, rows: &[crate::Row], strength: i16) {
    for &row in rows {
        let mut field = Field::new();
        let actor = field.put(0, actor, SUPPORT);
        field.put(0, "HK1", row);
        field.use_rule(actor, rule, Aim::Nobody).unwrap();
        field.act(0, &Action::Place { row, slot: 0 }).unwrap();
        let made = field.game.zones.cards(At::Row(ONE, row))[0].handle;
        assert_eq!(field.ids(At::Row(ONE, row)), [token, "HK1"]);
        assert_eq!(field.strength(made), strength);
    }
}

/// A token comes into its own rows only, for points only, and is gone after the round.
fn brings_no_further(actor: &str, rule: &str, wrong: &[crate::Row]) {
    let mut field = Field::new();
    let actor = field.put(0, actor, SUPPORT);
    field.use_rule(actor, rule, Aim::Nobody).unwrap();
    for &row in wrong {
        assert_eq!(field.act(0, &Action::Place { row, slot: 0 }), refused("skirmish-wrong-row"));
    }
    let mut places = Vec::new();
    field.game.actions(ONE, &mut places);
    field.act(0, &places[0]).unwrap();
    field.set(actor, 0, 0);
    assert_eq!(field.use_rule(actor, rule, Aim::Nobody), refused(codes::POINTS));
    field.end_round();
    let left: usize = field.game.units().count();
    let discarded = field.ids(At::Discard(ONE));
    assert_eq!((left, discarded.len()), (0, 1), "only the card is discarded: {discarded:?}");
}

/// Morale markers of an own unit are taken away; other kinds of unit and the other side are left alone.
fn clears(actor: &str, rule: &str, unit: &str) {
    let mut field = Field::new();
    let (actor, unit) = (field.put(0, actor, SUPPORT), field.put(0, unit, SUPPORT));
    for morale in [-1, 4] {
        field.set(unit, morale, 1);
        field.set(actor, 1, 1);
        field.use_on(actor, rule, unit).unwrap();
        assert_eq!((field.morale(unit), field.points(unit)), (0, 1));
    }
}

/// What is meant for own units of one kind is refused elsewhere.
fn only_own(actor: &str, rule: &str, good: &str, bad: &str) {
    let mut field = Field::new();
    let actor = field.put(0, actor, SUPPORT);
    let (bad, foe) = (field.put(0, bad, SUPPORT), field.put(1, good, SUPPORT));
    field.set(actor, 1, 5);
    assert_eq!(field.use_on(actor, rule, bad), refused(codes::TARGET));
    assert_eq!(field.use_on(actor, rule, foe), refused(codes::TARGET));
}

fn hidden(field: &Field, seat: Seat) -> usize {
    field.game.hidden_slots(seat).count()
}

shown! {
    ma002: strikes_close_combat { strikes("EH1", "ma002", CLOSE); }
    close_combat_only { misses("EH1", "ma002", CLOSE); }

    ma010: strikes_ranged_combat { strikes("EH1", "ma010", RANGED); }
    ranged_combat_only { misses("EH1", "ma010", RANGED); }

    ma003: strikes_support { strikes("EH1", "ma003", SUPPORT); }
    support_only { misses("EH1", "ma003", SUPPORT); }

    ma016: strikes_any_row {
        for row in crate::Row::ARMY {
            strikes("MB17", "ma016", row);
        }
    }
    not_the_own_side_or_a_higher_level {
        let mut field = Field::new();
        let eagle = field.put(0, "MB17", RANGED);
        let (own, silver) = (field.put(0, "HH1", CLOSE), field.put(1, "HH2", CLOSE));
        assert_eq!(field.use_on(eagle, "ma016", own), refused(codes::TARGET));
        assert_eq!(field.use_on(eagle, "ma016", silver), refused(codes::LEVEL));
    }

    ma006: strikes_three_neighbours {
        let mut field = Field::new();
        let catapult = field.put(0, "HK11", SUPPORT);
        let units = [(); 4].map(|()| field.put(1, "HH1", CLOSE));
        field.use_rule(catapult, "ma006", Aim::Run { first: units[1], count: 3 }).unwrap();
        assert_eq!(units.map(|unit| field.morale(unit)), [0, -1, -1, -1]);
    }
    no_more_than_three_nor_past_the_end_and_the_immune_are_left_out {
        let mut field = Field::new();
        let catapult = field.put(0, "HK11", SUPPORT);
        let units = ["HH1", "MB2", "HH1", "HH1"].map(|id| field.put(1, id, CLOSE));
        let run = |first: Handle, count: u8| Aim::Run { first, count };
        assert_eq!(field.use_rule(catapult, "ma006", run(units[0], 4)), refused("skirmish-run"));
        assert_eq!(field.use_rule(catapult, "ma006", run(units[2], 3)), refused("skirmish-run"));
        assert_eq!(field.use_rule(catapult, "ma006", run(units[1], 2)), refused(codes::IMMUNE));
        field.use_rule(catapult, "ma006", run(units[0], 3)).unwrap();
        assert_eq!(units.map(|unit| field.morale(unit)), [-1, 0, -1, 0]);
    }

    ma007: takes_five {
        let mut field = Field::new();
        let (ballista, unit) = (field.put(0, "ZK11", RANGED), field.put(1, "HH1", SUPPORT));
        field.set(unit, 3, 0);
        field.use_on(ballista, "ma007", unit).unwrap();
        assert_eq!((field.morale(unit), field.points(ballista)), (-2, 0));
    }
    no_more_than_there_is {
        let mut field = Field::new();
        let (ballista, unit) = (field.put(0, "ZK11", RANGED), field.put(1, "HH1", CLOSE));
        field.use_on(ballista, "ma007", unit).unwrap();
        assert_eq!((field.morale(unit), field.strength(unit)), (-4, 0));
    }

    aa001: takes_two_action_points {
        let mut field = Field::new();
        let (king, unit) = (field.put(0, "MG7", CLOSE), field.put(1, "EH1", RANGED));
        field.use_on(king, "aa001", unit).unwrap();
        assert_eq!(field.points(unit), 1);
    }
    not_more_than_there_are_nor_from_a_higher_level {
        let mut field = Field::new();
        let soul = field.put(0, "MG2", CLOSE);
        let (unit, silver) = (field.put(1, "HK13", SUPPORT), field.put(1, "HK6", SUPPORT));
        assert_eq!(field.use_on(soul, "aa001", silver), refused(codes::LEVEL));
        field.use_on(soul, "aa001", unit).unwrap();
        assert_eq!(field.points(unit), 0);
    }

    ma012: up_to_three_lose_three_and_the_unit_leaves {
        let mut field = Field::new();
        let martyr = field.put(0, "HH5", CLOSE);
        let units = [(); 3].map(|()| field.put(1, "HH1", CLOSE));
        field.set(martyr, 0, 4);
        field.use_on(martyr, "ma012", units[0]).unwrap();
        assert!(field.stands(martyr), "there are more to choose");
        assert_eq!(field.act(0, &Action::Target { unit: units[0] }), refused("skirmish-target-twice"));
        field.act(0, &Action::Target { unit: units[2] }).unwrap();
        field.act(0, &Action::Enough).unwrap();
        assert_eq!(units.map(|unit| field.morale(unit)), [-3, 0, -3]);
        assert!(!field.stands(martyr));
        assert_eq!(field.ids(At::Discard(ONE)), ["HH5"]);
    }
    not_without_four_points_and_close_combat_only {
        let mut field = Field::new();
        let bomb = field.put(0, "ZK12", CLOSE);
        let (near, far) = (field.put(1, "MB2", CLOSE), field.put(1, "HK5", RANGED));
        assert_eq!(field.use_on(bomb, "ma012", near), refused(codes::POINTS));
        field.set(bomb, 0, 4);
        assert_eq!(field.use_on(bomb, "ma012", far), refused(codes::TARGET));
        field.use_on(bomb, "ma012", near).unwrap();
        assert_eq!(field.morale(near), -3, "fire strikes the wild");
        assert!(!field.stands(bomb), "nobody else is left to choose");
    }

    ma014: takes_half_of_a_bonus_rounded_down {
        let mut field = Field::new();
        let (cyclops, unit) = (field.put(0, "MB10", CLOSE), field.put(1, "MB2", CLOSE));
        field.set(unit, 5, 0);
        field.use_on(cyclops, "ma014", unit).unwrap();
        assert_eq!(field.morale(unit), 3);
    }
    a_malus_stays {
        let mut field = Field::new();
        let (cyclops, unit) = (field.put(0, "MB10", CLOSE), field.put(1, "HH1", CLOSE));
        field.set(unit, -2, 0);
        field.use_on(cyclops, "ma014", unit).unwrap();
        assert_eq!(field.morale(unit), -2);
    }

    ga002: moves_a_unit_within_its_row {
        let mut field = Field::new();
        let spider = field.put(0, "MB18", CLOSE);
        let units = [(); 3].map(|()| field.put(1, "HH1", CLOSE));
        field.use_on(spider, "ga002", units[0]).unwrap();
        assert_eq!(field.act(0, &Action::Pass), refused("skirmish-choose-place"));
        assert_eq!(field.act(0, &Action::Shift { slot: 0 }), refused("skirmish-no-place"));
        field.act(0, &Action::Shift { slot: 2 }).unwrap();
        assert_eq!(units.map(|unit| field.slot(unit)), [2, 0, 1]);
    }
    not_alone_in_a_row_nor_on_the_own_side {
        let mut field = Field::new();
        let spider = field.put(0, "MB18", CLOSE);
        field.put(0, "HH1", CLOSE);
        let alone = field.put(1, "HH1", CLOSE);
        assert_eq!(field.use_on(spider, "ga002", alone), refused("skirmish-no-room"));
        assert_eq!(field.use_on(spider, "ga002", spider), refused(codes::TARGET));
    }

    ma001: takes_all_markers_from_a_creature { clears("ZW9", "ma001", "HK5"); }
    not_from_constructs_or_enemies { only_own("ZW9", "ma001", "HK5", "HK11"); }

    ma004: gives_a_row_morale_or_action_points {
        let (mut field, planner) = planners();
        let row = [(); 2].map(|()| field.put(0, "HH1", CLOSE));
        field.use_mode(planner, "ma004", 0, Aim::Row(CLOSE)).unwrap();
        assert_eq!(row.map(|unit| (field.morale(unit), field.points(unit))), [(1, 0), (1, 0)]);
        field.set(planner, 0, 3);
        field.use_mode(planner, "ma004", 1, Aim::Row(CLOSE)).unwrap();
        assert_eq!(row.map(|unit| (field.morale(unit), field.points(unit))), [(1, 1), (1, 1)]);
    }
    not_other_rows_or_sides_and_there_is_no_third_way {
        let (mut field, planner) = planners();
        let (other, foe) = (field.put(0, "HK5", RANGED), field.put(1, "HH1", CLOSE));
        assert_eq!(field.use_mode(planner, "ma004", 0, Aim::Row(CLOSE)), refused(codes::TARGET));
        field.put(0, "HH1", CLOSE);
        assert_eq!(field.use_mode(planner, "ma004", 2, Aim::Row(CLOSE)), refused("skirmish-no-rule"));
        field.use_mode(planner, "ma004", 0, Aim::Row(CLOSE)).unwrap();
        assert_eq!((field.morale(other), field.morale(foe)), (0, 0));
    }

    ma005: encourages_close_combat {
        let mut field = Field::new();
        let (smith, unit) = (field.put(0, "ZK8", SUPPORT), field.put(0, "HH1", CLOSE));
        field.use_on(smith, "ma005", unit).unwrap();
        assert_eq!(field.morale(unit), 1);
    }
    no_other_row_and_no_enemy {
        let mut field = Field::new();
        let smith = field.put(0, "ZK8", SUPPORT);
        let (far, foe) = (field.put(0, "HK5", RANGED), field.put(1, "HH1", CLOSE));
        assert_eq!(field.use_on(smith, "ma005", far), refused(codes::TARGET));
        assert_eq!(field.use_on(smith, "ma005", foe), refused(codes::TARGET));
    }

    ma017: encourages_any_own_unit_itself_too {
        let mut field = Field::new();
        let brewer = field.put(0, "ZK14", SUPPORT);
        field.use_on(brewer, "ma017", brewer).unwrap();
        assert_eq!(field.strength(brewer), 2);
    }
    no_enemy_no_construct_no_higher_level {
        let mut field = Field::new();
        let brewer = field.put(0, "ZK14", SUPPORT);
        let (foe, engine, silver) = (field.put(1, "HH1", CLOSE), field.put(0, "ZK10", RANGED), field.put(0, "ZK6", CLOSE));
        assert_eq!(field.use_on(brewer, "ma017", foe), refused(codes::TARGET));
        assert_eq!(field.use_on(brewer, "ma017", engine), refused(codes::IMMUNE));
        assert_eq!(field.use_on(brewer, "ma017", silver), refused(codes::LEVEL));
    }

    ma018: encourages_two {
        let mut field = Field::new();
        let drum = field.put(0, "ZK15", SUPPORT);
        let units = [(); 3].map(|()| field.put(0, "HH1", CLOSE));
        field.use_on(drum, "ma018", units[0]).unwrap();
        field.act(0, &Action::Target { unit: units[1] }).unwrap();
        assert_eq!(units.map(|unit| field.morale(unit)), [1, 1, 0]);
        assert!(field.game.pending.is_empty());
    }
    not_the_same_twice_and_not_just_one_of_several {
        let mut field = Field::new();
        let drum = field.put(0, "ZK15", SUPPORT);
        let unit = field.put(0, "HH1", CLOSE);
        field.use_on(drum, "ma018", unit).unwrap();
        assert_eq!(field.act(0, &Action::Target { unit }), refused("skirmish-target-twice"));
        assert_eq!(field.act(0, &Action::Enough), refused("skirmish-more-targets"));
        field.act(0, &Action::Target { unit: drum }).unwrap();
    }

    ma019: encourages_three {
        let mut field = Field::new();
        let horn = field.put(0, "ZW13", SUPPORT);
        let units = [(); 3].map(|()| field.put(0, "HH1", CLOSE));
        field.use_on(horn, "ma019", units[0]).unwrap();
        for unit in &units[1..] {
            field.act(0, &Action::Target { unit: *unit }).unwrap();
        }
        assert_eq!(units.map(|unit| field.morale(unit)), [1, 1, 1]);
    }
    as_many_as_there_are {
        let mut field = Field::new();
        let horn = field.put(0, "ZW13", SUPPORT);
        let unit = field.put(0, "HH1", CLOSE);
        field.use_on(horn, "ma019", unit).unwrap();
        assert!(field.game.pending.is_empty(), "the horn itself is a construct");
        assert_eq!(field.points(horn), 0);
    }

    ma008: gives_a_construct_two_points {
        let mut field = Field::new();
        let (machinist, engine) = (field.put(0, "ZK7", SUPPORT), field.put(0, "ZK10", RANGED));
        field.use_on(machinist, "ma008", engine).unwrap();
        assert_eq!(field.points(engine), 4);
    }
    no_creature_and_no_enemy { only_own("ZK7", "ma008", "HK11", "HK5"); }

    ma009: repairs_a_construct { clears("ZK7", "ma009", "HK11"); }
    repairs_no_creature_and_no_enemy { only_own("ZK7", "ma009", "HK11", "HK5"); }

    ma011: devours_a_unit_for_its_printed_strength {
        let mut field = Field::new();
        let (vampire, zombie) = (field.put(0, "MG5", CLOSE), field.put(0, "MG3", CLOSE));
        field.set(zombie, -2, 0);
        field.use_on(vampire, "ma011", zombie).unwrap();
        assert_eq!(field.morale(vampire), 3);
        assert_eq!(field.ids(At::Discard(ONE)), ["MG3"]);
    }
    neither_itself_nor_enemies_nor_a_higher_level {
        let mut field = Field::new();
        let vampire = field.put(0, "MG5", CLOSE);
        let (foe, beast) = (field.put(1, "MG3", CLOSE), field.put(0, "MG4", CLOSE));
        assert_eq!(field.use_on(vampire, "ma011", vampire), refused(codes::TARGET));
        assert_eq!(field.use_on(vampire, "ma011", foe), refused(codes::TARGET));
        assert_eq!(field.use_on(vampire, "ma011", beast), refused(codes::LEVEL));
    }

    ma013: gives_one_point_and_a_martyr_two {
        let mut field = Field::new();
        let priest = field.put(0, "HH14", SUPPORT);
        let (knight, martyr) = (field.put(0, "HH1", CLOSE), field.put(0, "HH5", CLOSE));
        field.use_on(priest, "ma013", knight).unwrap();
        field.use_on(priest, "ma013", martyr).unwrap();
        assert_eq!((field.points(knight), field.points(martyr)), (1, 2));
    }
    incites_no_construct_and_no_enemy { only_own("HH14", "ma013", "HK5", "HK11"); }

    ma015: gives_a_creature_one_point {
        let mut field = Field::new();
        let (shrine, unit) = (field.put(0, "EW12", SUPPORT), field.put(0, "HK5", RANGED));
        field.use_on(shrine, "ma015", unit).unwrap();
        assert_eq!(field.points(unit), 1);
    }
    wakes_no_construct_and_no_enemy { only_own("EW12", "ma015", "HK5", "HK11"); }

    sa001: shows_three_cards_to_the_scout_alone {
        let mut field = Field::new();
        for id in ["HK1", "HK2", "HK3", "HK4"] {
            field.hold(1, id);
        }
        let envoy = field.put_on(1, 0, "EH5", SUPPORT);
        field.use_rule(envoy, "sa001", Aim::Nobody).unwrap();
        for left in (2..5).rev() {
            let slot = field.game.hidden_slots(ONE).next().unwrap();
            field.act(0, &Action::Look { slot }).unwrap();
            assert_eq!(hidden(&field, ONE), left);
        }
        assert!(field.game.pending.is_empty());
        let seen = |viewer| {
            let hand = field.game.hand(TWO).iter();
            hand.filter(|card| field.game.zones.sees(viewer, card.handle)).count()
        };
        assert_eq!((seen(Viewer::Seat(ONE)), seen(Viewer::Public)), (3, 0));
    }
    as_many_as_are_hidden_and_not_again {
        let mut field = Field::new();
        let envoy = field.put_on(1, 0, "EH5", SUPPORT);
        field.use_rule(envoy, "sa001", Aim::Nobody).unwrap();
        assert_eq!(field.act(0, &Action::Look { slot: 1 }), refused("skirmish-not-hidden"));
        field.act(0, &Action::Look { slot: 0 }).unwrap();
        assert!(field.game.pending.is_empty(), "there was only one card");
        field.set(envoy, 0, 1);
        assert_eq!(field.use_rule(envoy, "sa001", Aim::Nobody), refused(codes::NO_EFFECT));
    }

    sa002: makes_the_opponent_discard_a_card_of_their_choice {
        let mut field = Field::new();
        let hero = field.hold(1, "HK3");
        let spy = field.put_on(1, 0, "HK14", CLOSE);
        field.use_rule(spy, "sa002", Aim::Nobody).unwrap();
        assert_eq!(field.game.turn(), Turn::Act(TWO.into()), "the victim chooses");
        field.act(1, &Action::Discard { card: hero }).unwrap();
        assert_eq!(field.ids(At::Discard(TWO)), ["HK3"]);
        assert_eq!(field.game.turn(), Turn::Act(ONE.into()));
    }
    not_from_an_empty_hand_nor_by_the_spy {
        let mut field = Field::new();
        let spy = field.put_on(1, 0, "HK14", CLOSE);
        field.set(spy, 0, 4);
        field.use_rule(spy, "sa002", Aim::Nobody).unwrap();
        let card = field.game.hand(TWO)[0].handle;
        assert_eq!(field.act(0, &Action::Discard { card }), refused("not-your-turn"));
        field.act(1, &Action::Discard { card }).unwrap();
        assert_eq!(field.use_rule(spy, "sa002", Aim::Nobody), refused(codes::NO_EFFECT));
    }

    ca001: brings_a_wolf { brings("EW10", "ca001", "wolf", &[CLOSE], 1); }
    a_wolf_fights_close { brings_no_further("EW10", "ca001", &[RANGED, SUPPORT]); }

    ca002: brings_a_bear { brings("EW11", "ca002", "bear", &[CLOSE], 3); }
    a_bear_fights_close { brings_no_further("EW11", "ca002", &[RANGED, SUPPORT]); }

    ca003: brings_a_witch_hunter { brings("HH10", "ca003", "witch-hunter", &[CLOSE], 2); }
    a_witch_hunter_fights_close { brings_no_further("HH10", "ca003", &[RANGED, SUPPORT]); }

    ca004: brings_a_ghost { brings("MG9", "ca004", "ghost", &[CLOSE, RANGED], 2); }
    a_ghost_does_not_support { brings_no_further("MG9", "ca004", &[SUPPORT]); }

    ca005: brings_a_boar { brings("MB3", "ca005", "boar", &[CLOSE], 2); }
    a_boar_fights_close { brings_no_further("MB3", "ca005", &[RANGED, SUPPORT]); }

    ca006: brings_a_falcon_that_can_strike {
        brings("ZW10", "ca006", "falcon", &[RANGED], 1);
        let mut field = Field::new();
        let (falcon, knight) = (field.put(0, "falcon", RANGED), field.put(1, "NR1", CLOSE));
        field.use_on(falcon, "ma016", knight).unwrap();
        assert_eq!((field.points(falcon), field.morale(knight)), (0, -1));
    }
    a_falcon_reaches_no_level {
        brings_no_further("ZW10", "ca006", &[CLOSE, SUPPORT]);
        let mut field = Field::new();
        let (falcon, knight) = (field.put(0, "falcon", RANGED), field.put(1, "HH1", CLOSE));
        assert_eq!(field.use_on(falcon, "ma016", knight), refused(codes::LEVEL));
    }

    ca007: brings_a_zombie { brings("MG10", "ca007", "zombie", &[CLOSE], 1); }
    a_zombie_fights_close { brings_no_further("MG10", "ca007", &[RANGED, SUPPORT]); }

    ga001: draws_a_card {
        let mut field = Field::new();
        field.lay(At::Draw(ONE), Deck(0), "MB1");
        let nest = field.put(0, "MB13", SUPPORT);
        field.use_rule(nest, "ga001", Aim::Nobody).unwrap();
        assert_eq!(field.ids(At::Hand(ONE)), ["NR1", "MB1"]);
    }
    not_from_an_empty_pile {
        let mut field = Field::new();
        let nest = field.put(0, "MB13", SUPPORT);
        assert_eq!(field.use_rule(nest, "ga001", Aim::Nobody), refused(codes::NO_EFFECT));
    }

    ca008: plays_a_unit_from_the_discard_pile {
        let mut field = Field::new();
        field.lay(At::Discard(ONE), Deck(0), "EH2");
        let healer = field.put(0, "EH7", SUPPORT);
        field.use_rule(healer, "ca008", Aim::Nobody).unwrap();
        field.act(0, &Action::Revive { card: "EH2".into() }).unwrap();
        field.act(0, &Action::Place { row: CLOSE, slot: 0 }).unwrap();
        assert_eq!(field.ids(At::Row(ONE, CLOSE)), ["EH2"]);
        assert!(field.ids(At::Discard(ONE)).is_empty());
    }
    neither_constructs_nor_weather_nor_a_higher_level {
        let mut field = Field::new();
        let healer = field.put(0, "EH7", SUPPORT);
        for id in ["EH6", "NW_2", "EH8"] {
            field.lay(At::Discard(ONE), Deck(0), id);
        }
        field.lay(At::Discard(TWO), Deck(1), "EH2");
        assert_eq!(field.use_rule(healer, "ca008", Aim::Nobody), refused(codes::NO_EFFECT));
        field.lay(At::Discard(ONE), Deck(0), "EH2");
        field.use_rule(healer, "ca008", Aim::Nobody).unwrap();
        let wrong = Action::Revive { card: "EH8".into() };
        assert_eq!(field.act(0, &wrong), refused("skirmish-not-revivable"));
    }

    ca009: draws_a_neutral_card_and_plays_it {
        let mut field = Field::new();
        field.lay(At::Neutral, NEUTRAL, "NR4");
        let druid = field.put(0, "EW9", SUPPORT);
        field.use_rule(druid, "ca009", Aim::Nobody).unwrap();
        assert!(matches!(field.game.pending[..], [Pending::Place { .. }]));
        field.act(0, &Action::Place { row: SUPPORT, slot: 1 }).unwrap();
        assert_eq!(field.ids(At::Row(ONE, SUPPORT)), ["EW9", "NR4"]);
    }
    weather_goes_where_weather_goes_and_an_empty_pile_gives_nothing {
        let mut field = Field::new();
        let druid = field.put(0, "EW9", SUPPORT);
        assert_eq!(field.use_rule(druid, "ca009", Aim::Nobody), refused(codes::NO_EFFECT));
        field.lay(At::Neutral, NEUTRAL, "NW_2");
        field.use_rule(druid, "ca009", Aim::Nobody).unwrap();
        assert_eq!(field.act(0, &Action::Place { row: CLOSE, slot: 0 }), refused("skirmish-wrong-row"));
        field.act(0, &Action::Place { row: crate::Row::Weather, slot: 0 }).unwrap();
        assert_eq!(field.ids(At::Weather), ["NW_2"]);
    }

    ca010: shows_the_top_neutral_card_to_the_sage_alone {
        let mut field = Field::new();
        let top = field.lay(At::Neutral, NEUTRAL, "NW_2");
        let sage = field.put(0, "EH9", SUPPORT);
        field.use_rule(sage, "ca010", Aim::Nobody).unwrap();
        let sees = |viewer| field.game.zones.sees(viewer, top);
        assert_eq!([Viewer::Seat(ONE), Viewer::Seat(TWO), Viewer::Public].map(sees), [true, false, false]);
        let told = field.table.events().iter().filter(|event| event.text.key == "skirmish-event-peeked-card");
        assert!(told.clone().count() == 1 && told.clone().all(|event| !event.to.includes(Viewer::Seat(TWO))));
    }
    not_the_same_card_twice {
        let mut field = Field::new();
        let sage = field.put(0, "EH9", SUPPORT);
        assert_eq!(field.use_rule(sage, "ca010", Aim::Nobody), refused(codes::NO_EFFECT));
        field.lay(At::Neutral, NEUTRAL, "NW_2");
        field.use_rule(sage, "ca010", Aim::Nobody).unwrap();
        assert_eq!(field.use_rule(sage, "ca010", Aim::Nobody), refused(codes::NO_EFFECT));
    }

    ta001: gives_frenzy {
        let mut field = Field::new();
        let (brewer, unit) = (field.put(0, "ZW8", SUPPORT), field.put(0, "ZK1", CLOSE));
        field.use_on(brewer, "ta001", unit).unwrap();
        let raider = field.put(1, "HK8", CLOSE);
        assert_eq!(field.use_on(raider, "ma002", unit), refused(codes::IMMUNE));
    }
    only_to_own_units_and_only_in_play {
        let mut field = Field::new();
        let (brewer, foe) = (field.put(0, "ZW8", SUPPORT), field.put(1, "ZK1", CLOSE));
        assert_eq!(field.use_on(brewer, "ta001", foe), refused(codes::TARGET));
        let unit = field.put(0, "ZK1", CLOSE);
        field.use_on(brewer, "ta001", unit).unwrap();
        field.end_round();
        let discarded = field.game.zones.cards(At::Discard(ONE));
        assert!(discarded.iter().all(|card| card.face.unit.is_none()), "markers stay behind");
    }

    ta002: makes_tough {
        let mut field = Field::new();
        let (brewer, unit) = (field.put(0, "ZW8", SUPPORT), field.put(0, "ZK1", CLOSE));
        field.use_on(brewer, "ta002", unit).unwrap();
        field.end_round();
        assert!(field.stands(unit) && !field.stands(brewer));
    }
    not_a_higher_level {
        let mut field = Field::new();
        let (brewer, silver) = (field.put(0, "ZW8", SUPPORT), field.put(0, "ZK17", CLOSE));
        assert_eq!(field.use_on(brewer, "ta002", silver), refused(codes::LEVEL));
    }
}

/// No shipped card has the battle plan; here a soldier has it.
fn planners() -> (Field, Handle) {
    let mut file = crate::standard_set();
    let soldier = file.cards.iter_mut().find(|card| card.id == "HK5").unwrap();
    (soldier.rules, soldier.actions) = (vec!["ma004".into()], 3);
    let mut field = Field::of(&crate::CardSet::check("planners", &file).unwrap());
    let planner = field.put(0, "HK5", SUPPORT);
    (field, planner)
}
