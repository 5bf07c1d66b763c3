//! SK-2, SK-11: rules that are used for own units.

use super::{
    Field, codes,
    fixture::{CLOSE, RANGED, SUPPORT},
    refused, shown,
};
use crate::{Action, Aim, state::At};
use parlor_kit::{Seat, cards::Handle};

const ONE: Seat = Seat::new(0);

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

/// No shipped card has the battle plan; here a soldier has it.
fn planners() -> (Field, Handle) {
    let mut file = crate::standard_set();
    let soldier = file.cards.iter_mut().find(|card| card.id == "HK5").unwrap();
    (soldier.rules, soldier.actions) = (vec!["ma004".into()], 3);
    let mut field = Field::of(&crate::CardSet::check([("planners", &file)]).unwrap());
    let planner = field.put(0, "HK5", SUPPORT);
    (field, planner)
}

shown! {
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
}
