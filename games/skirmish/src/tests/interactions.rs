//! SK-10 to SK-12: which rule of whom reaches whom, as a table.

use super::{
    Field,
    fixture::{CLOSE, RANGED, SUPPORT},
};
use crate::{Aim, Row, ZeroStrength};

/// One line: who does what with which morale, to whom with which morale, and what becomes of their morale.
type Line = (&'static str, &'static str, i16, &'static str, Row, i16, Result<i16, &'static str>);

const IMMUNE: Result<i16, &str> = Err("skirmish-immune");
const LEVEL: Result<i16, &str> = Err("skirmish-level");
const ASLEEP: Result<i16, &str> = Err("skirmish-asleep");

/// What is done to units of the other side.
const AGAINST: &[Line] = &[
    // Who        rule     morale  to whom  row      morale  becomes
    ("HK8", "ma002", 0, "HH1", CLOSE, 0, Ok(-1)), // + and − cancel
    ("HK8", "ma002", 0, "HH1", CLOSE, 2, Ok(1)),
    ("HK8", "ma002", 0, "HH1", CLOSE, -4, Ok(-4)), // never below strength 0
    ("HK8", "ma002", 0, "HH2", CLOSE, 0, LEVEL),   // silver is above bronze
    ("HK8", "ma002", 0, "NR1", CLOSE, 0, Ok(-1)),  // neutral is below bronze
    ("HK8", "ma002", 0, "wolf", CLOSE, 0, IMMUNE), // a wild token
    ("HK8", "ma002", 0, "zombie", CLOSE, 0, Ok(-1)),
    ("MB4", "ma016", 0, "wolf", CLOSE, 0, Ok(-1)),    // poison
    ("HK13", "ma016", 0, "MB2", CLOSE, 0, IMMUNE),    // wild
    ("HK13", "ma016", 0, "EW1", RANGED, 0, IMMUNE),   // nimble
    ("HK13", "ma016", 0, "MG1", CLOSE, 0, IMMUNE),    // bodiless
    ("HK13", "ma016", 0, "MB18", CLOSE, 0, Ok(-1)),   // a construct is not menaced
    ("HK8", "ma002", 0, "MB18", CLOSE, 0, IMMUNE),    // menacing
    ("HK8", "ma002", 1, "MB18", CLOSE, 0, Ok(-1)),    // positive morale
    ("HH8", "ma002", 0, "MB18", CLOSE, 0, Ok(-1)),    // heroic
    ("HH8", "ma002", 0, "EH2", CLOSE, 0, Ok(-1)),     // heroic against an aura
    ("MB9", "ma002", 0, "HK4", CLOSE, 0, Ok(-2)),     // weak morale
    ("MB9", "ma002", 0, "MB8", CLOSE, 0, Ok(-2)),     // wrecking against a construct
    ("MB9", "ma002", 0, "HH1", CLOSE, 0, Ok(-1)),     // wrecking against a creature
    ("MB11", "ma016", 0, "HK11", SUPPORT, 0, Ok(-2)), // the fire dragon wrecks too
    ("HH9", "ma002", 0, "ZW2", CLOSE, 0, Ok(-1)),     // divine wrath against a frenzy
    ("HK8", "ma002", 0, "ZW2", CLOSE, 0, IMMUNE),
    ("MB4", "ma016", 0, "NR3", SUPPORT, 0, IMMUNE), // poison does not reach civilians
    ("MB4", "ma016", 0, "HK9", SUPPORT, 0, IMMUNE), // nor a civilian whose printed strength is 0
    ("MB4", "ma016", 0, "EW13", SUPPORT, 0, Ok(0)), // a printed 0 has nothing to lose
    ("HK8", "ma002", 0, "ZK1", CLOSE, 0, Ok(-1)),   // fanatics suffer once
    ("HK8", "ma002", -2, "HH1", CLOSE, 0, ASLEEP),  // no strength, no action
    ("HK8", "ma002", -1, "HH1", CLOSE, 0, Ok(-1)),
];

/// What is done to units of the own side.
const FOR: &[Line] = &[
    ("ZK14", "ma017", 0, "HH1", CLOSE, -1, Ok(0)),
    ("ZK14", "ma017", 0, "ZK1", CLOSE, 0, Ok(2)),     // fanatic
    ("ZK14", "ma017", 0, "ZK1", CLOSE, -2, Ok(-1)),   // a fanatic without strength sleeps
    ("ZK14", "ma017", 0, "HK11", SUPPORT, 0, IMMUNE), // constructs
    ("ZK14", "ma017", 0, "NR3", SUPPORT, 0, IMMUNE),  // civilians
    ("ZK14", "ma017", 0, "HK9", SUPPORT, 0, IMMUNE),
    ("ZK14", "ma017", 0, "EW13", SUPPORT, 0, Ok(1)),
    ("ZK14", "ma017", 0, "MB2", CLOSE, 0, Ok(1)),  // the wild
    ("ZK14", "ma017", 0, "EH2", CLOSE, 0, IMMUNE), // an aura keeps friends off too
    ("ZK14", "ma017", 1, "EH2", CLOSE, 0, Ok(1)),
    ("ZK14", "ma017", 0, "ZK6", CLOSE, 0, LEVEL),
    ("HH12", "ma017", 0, "EH2", CLOSE, 0, Ok(1)), // a heroic priest
];

fn play_out(line: &Line, side: usize) {
    let &(actor, rule, own, unit, row, morale, becomes) = line;
    let mut field = Field::new();
    let actor = field.put(0, actor, SUPPORT);
    let unit = field.put(side, unit, row);
    field.set(actor, own, 9);
    field.set(unit, morale, 0);
    let done = field.use_rule(actor, rule, Aim::Unit(unit));
    let seen = done.map(|()| field.morale(unit));
    assert_eq!(seen, becomes.map_err(str::to_string), "{line:?}");
}

#[test]
fn malus_reaches_those_it_reaches() {
    AGAINST.iter().for_each(|line| play_out(line, 1));
}

#[test]
fn bonus_reaches_those_it_reaches() {
    FOR.iter().for_each(|line| play_out(line, 0));
}

// SK-12
#[test]
fn a_spy_counts_as_an_enemy_where_it_lies_even_for_its_owner() {
    let mut field = Field::new();
    let spy = field.put_on(1, 0, "HK14", CLOSE);
    let raider = field.put(0, "HK8", CLOSE);
    let brewer = field.put(1, "ZK14", SUPPORT);
    field.use_on(raider, "ma002", spy).unwrap();
    field.use_on(brewer, "ma017", spy).unwrap();
    assert_eq!(field.morale(spy), 0);
    assert_eq!((field.sum(0), field.sum(1)), (2, 4));
}

// SK-10
#[test]
fn a_standard_without_strength_inspires_nobody() {
    let mut field = Field::new();
    let soldier = field.put(1, "HK1", CLOSE);
    let chief = field.put(1, "HH2", CLOSE);
    let raider = field.put(0, "HK8", CLOSE);
    assert_eq!(field.use_on(raider, "ma002", soldier), Err("skirmish-immune".to_string()));
    field.set(chief, -6, 0);
    field.use_on(raider, "ma002", soldier).unwrap();
    assert_eq!(field.morale(soldier), -1);
}

// SK-13
#[test]
fn weather_is_judged_before_it_changes_anybody() {
    let mut field = Field::new();
    let left = field.put(0, "HH1", CLOSE);
    let standard = field.put(0, "HK10", CLOSE);
    let right = field.put(0, "HH1", CLOSE);
    field.play(1, "NW_2", Row::Weather);
    field.dusk();
    assert!(!field.stands(standard), "the standard of strength 2 breaks in the frost");
    assert_eq!((field.morale(left), field.morale(right)), (0, 0), "it protected both neighbours alike");
}

// SK-13
#[test]
fn weather_also_strikes_those_whom_a_break_brings_beside_a_protector() {
    let mut field = Field::new();
    field.put(0, "HH2", CLOSE);
    let bomb = field.put(0, "MB8", CLOSE);
    let soldier = field.put(0, "HH1", CLOSE);
    field.set(bomb, 1 - field.strength(bomb), 0);
    field.play(1, "NW_2", Row::Weather);
    field.dusk();
    assert!(!field.stands(bomb), "the bomb breaks");
    assert_eq!(field.morale(soldier), -2, "the chief was not beside the soldier when the frost came");
}

// SK-13: what holds for the weather holds for every effect that reaches several units.
#[test]
fn a_run_is_judged_before_it_changes_anybody() {
    let mut field = Field::new();
    let chief = field.put(1, "HH2", CLOSE);
    let bomb = field.put(1, "MB8", CLOSE);
    let soldier = field.put(1, "HH1", CLOSE);
    field.set(bomb, 1 - field.strength(bomb), 0);
    let ballista = field.put(0, "HK12", SUPPORT);
    field.set(ballista, 0, 2);
    field.use_rule(ballista, "ma006", Aim::Run { first: bomb, count: 2 }).unwrap();
    assert!(field.stands(chief) && !field.stands(bomb), "the bomb breaks");
    assert_eq!(field.morale(soldier), -1, "the chief was not beside the soldier when the shot fell");
}

// SK-10
#[test]
fn a_unit_with_a_printed_0_acts_and_one_that_malus_brought_to_0_does_not() {
    let mut field = Field::new();
    let soldier = field.put(0, "HK1", CLOSE);
    for (id, rule, row) in [("HK9", "ma005", SUPPORT), ("HK16", "ma001", SUPPORT)] {
        let unit = field.put(0, id, row);
        let points = field.points(unit);
        field.use_on(unit, rule, soldier).unwrap();
        assert!(field.points(unit) < points, "{id}");
        field.game.pending.clear();
    }
    let eagle = field.put(0, "EW13", SUPPORT);
    field.use_rule(eagle, "sa001", Aim::Nobody).unwrap();
    field.game.pending.clear();
    field.set(eagle, 0, 1);
    field.game.zero_strength = ZeroStrength::Literal;
    assert_eq!(field.use_rule(eagle, "sa001", Aim::Nobody), Err("skirmish-asleep".to_string()));
    field.set(eagle, 1, 1);
    field.use_rule(eagle, "sa001", Aim::Nobody).unwrap();
}

// SK-8: the order in which cards were played decides.
#[test]
fn rules_at_the_end_of_a_round_follow_the_order_of_play() {
    let outcome = |frost_first: bool| {
        let mut field = Field::new();
        if frost_first {
            field.play(0, "NW_2", Row::Weather);
        }
        let soldiers = [field.put(0, "HK1", CLOSE), field.put(0, "HK1", CLOSE)];
        if !frost_first {
            field.play(0, "NW_2", Row::Weather);
        }
        field.dusk();
        soldiers.map(|soldier| field.strength(soldier))
    };
    assert_eq!(outcome(true), [0, 0], "frozen soldiers sleep and form no line");
    assert_eq!(outcome(false), [1, 1], "the line stood before the frost came");
}
