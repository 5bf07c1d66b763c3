//! SK-2, SK-11: rules that are used against enemies.

use super::{
    Field, codes,
    fixture::{CLOSE, RANGED, SUPPORT},
    refused, shown,
};
use crate::{Action, Aim, state::At};
use parlor_kit::{Seat, cards::Handle};

const ONE: Seat = Seat::new(0);

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
}
