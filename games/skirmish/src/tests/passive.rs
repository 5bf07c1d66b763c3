//! SK-2, SK-10, SK-11, SK-13: rules that hold by themselves.

use super::{
    Field, codes,
    fixture::{CLOSE, RANGED, SUPPORT},
    refused, shown,
};
use crate::{Row, state::At};
use parlor_kit::Seat;

const ONE: Seat = Seat::new(0);
const TWO: Seat = Seat::new(1);

shown! {
    gp001: leaves_the_battlefield_without_strength {
        let mut field = Field::new();
        let (shot, catapult) = (field.put(0, "ZK11", RANGED), field.put(1, "HK11", SUPPORT));
        field.use_on(shot, "ma007", catapult).unwrap();
        assert!(!field.stands(catapult));
        assert_eq!(field.ids(At::Discard(TWO)), ["HK11"]);
    }
    gains_no_bonus_and_others_stay_without_strength {
        let mut field = Field::new();
        let (brewer, thrower) = (field.put(0, "ZK14", SUPPORT), field.put(0, "ZK10", RANGED));
        assert_eq!(field.use_on(brewer, "ma017", thrower), refused(codes::IMMUNE));
        let (shot, marksman) = (field.put(0, "ZK11", RANGED), field.put(1, "HK5", RANGED));
        field.use_on(shot, "ma007", marksman).unwrap();
        assert_eq!((field.stands(marksman), field.strength(marksman)), (true, 0));
    }

    gp002: neither_bonus_nor_malus_has_an_effect {
        let mut field = Field::new();
        let merchant = field.put(1, "NR3", SUPPORT);
        let scout = field.put(0, "EH1", CLOSE);
        assert_eq!(field.use_on(scout, "ma003", merchant), refused(codes::IMMUNE));
        let brewer = field.put(1, "ZK14", SUPPORT);
        assert_eq!(field.use_on(brewer, "ma017", merchant), refused(codes::IMMUNE));
    }
    a_sleeping_civilian_can_be_encouraged {
        let mut field = Field::new();
        field.game.zero_strength = crate::ZeroStrength::Literal;
        let (smith, brewer) = (field.put(0, "HK9", SUPPORT), field.put(0, "ZK14", SUPPORT));
        field.use_on(brewer, "ma017", smith).unwrap();
        assert_eq!(field.strength(smith), 1);
        assert_eq!(field.use_on(brewer, "ma017", smith), refused(codes::IMMUNE), "now awake");
    }

    gp003: is_played_on_the_other_side_and_counts_there {
        let mut field = Field::new();
        field.play(0, "HK14", CLOSE);
        assert_eq!(field.ids(At::Row(TWO, CLOSE)), ["HK14"]);
        assert_eq!((field.sum(0), field.sum(1)), (0, 3));
    }
    obeys_its_owner_alone {
        let mut field = Field::new();
        let spy = field.put_on(1, 0, "HK14", CLOSE);
        field.game.next = TWO;
        let action = crate::Action::Use { unit: spy, rule: "sa001".into(), mode: 0, aim: crate::Aim::Nobody };
        assert_eq!(field.act(1, &action), refused("skirmish-not-yours"));
        field.use_rule(spy, "sa001", crate::Aim::Nobody).unwrap();
    }

    gp004: no_malus_has_an_effect {
        let mut field = Field::new();
        let (raider, bear) = (field.put(0, "HK8", CLOSE), field.put(1, "MB2", CLOSE));
        assert_eq!(field.use_on(raider, "ma002", bear), refused(codes::IMMUNE));
    }
    poison_and_bonus_get_through {
        let mut field = Field::new();
        let (wyrmling, bear) = (field.put(0, "MB4", RANGED), field.put(1, "MB2", CLOSE));
        field.use_on(wyrmling, "ma016", bear).unwrap();
        assert_eq!(field.morale(bear), -1);
        let brewer = field.put(1, "ZK14", SUPPORT);
        field.use_on(brewer, "ma017", bear).unwrap();
        assert_eq!(field.morale(bear), 0);
    }

    gp005: counts_nothing {
        let mut field = Field::new();
        field.put(0, "HK10", CLOSE);
        assert_eq!(field.sum(0), 0);
    }
    its_neighbours_count {
        let mut field = Field::new();
        field.put(0, "HK10", CLOSE);
        field.put(0, "HK5", RANGED);
        assert_eq!(field.sum(0), 3);
    }

    gp006: stays_after_the_round {
        let mut field = Field::new();
        let troll = field.put(0, "MB14", CLOSE);
        field.put(0, "MB2", CLOSE);
        field.end_round();
        assert!(field.stands(troll));
        assert_eq!(field.ids(At::Row(ONE, CLOSE)), ["MB14"]);
    }
    leaves_with_negative_morale {
        let mut field = Field::new();
        let troll = field.put(0, "MB14", CLOSE);
        field.set(troll, -1, 0);
        field.end_round();
        assert!(!field.stands(troll));
        assert_eq!(field.ids(At::Discard(ONE)), ["MB14"]);
    }

    gp007: constructs_do_nothing_to_it {
        let mut field = Field::new();
        let (ballista, scout) = (field.put(0, "HK13", SUPPORT), field.put(1, "EH1", CLOSE));
        assert_eq!(field.use_on(ballista, "ma016", scout), refused(codes::IMMUNE));
    }
    others_do {
        let mut field = Field::new();
        let (raider, scout) = (field.put(0, "HK8", CLOSE), field.put(1, "EH1", CLOSE));
        field.use_on(raider, "ma002", scout).unwrap();
        assert_eq!(field.morale(scout), -1);
    }

    gp008: strikes_those_in_a_frenzy {
        let mut field = Field::new();
        let (thrower, rider) = (field.put(0, "ZK13", CLOSE), field.put(1, "ZW2", CLOSE));
        field.use_on(thrower, "ma002", rider).unwrap();
        assert_eq!(field.morale(rider), -1);
    }
    does_not_strike_the_inspired {
        let mut field = Field::new();
        let (thrower, soldier) = (field.put(0, "ZK13", CLOSE), field.put(1, "HK1", CLOSE));
        field.put(1, "HK10", CLOSE);
        assert_eq!(field.use_on(thrower, "ma002", soldier), refused(codes::IMMUNE));
    }

    gp009: neighbours_return_to_the_hand_after_a_lost_round {
        let mut field = Field::new();
        field.put(0, "HK4", CLOSE);
        field.put(0, "HK7", CLOSE);
        field.put(0, "HK4", CLOSE);
        field.put(0, "HK1", CLOSE);
        field.put(1, "MB11", RANGED);
        field.end_round();
        assert_eq!(field.ids(At::Hand(ONE)), ["NR1", "HK4", "HK4"]);
        let mut discarded = field.ids(At::Discard(ONE));
        discarded.sort();
        assert_eq!(discarded, ["HK1", "HK7"]);
    }
    not_after_a_round_that_was_won_or_even {
        for other in ["MB5", "MB15"] {
            let mut field = Field::new();
            field.put(0, "HK4", CLOSE);
            field.put(0, "HK7", CLOSE);
            let own = field.sum(0);
            let giant = field.put(1, other, CLOSE);
            let strength = field.strength(giant) as i32;
            field.set(giant, (own.min(strength) - strength) as i16, 0);
            field.end_round();
            assert_eq!(field.ids(At::Hand(ONE)), ["NR1"]);
        }
    }

    gp010: the_faint_do_nothing_to_it {
        let mut field = Field::new();
        let (raider, elf) = (field.put(0, "HK8", CLOSE), field.put(1, "EH2", CLOSE));
        assert_eq!(field.use_on(raider, "ma002", elf), refused(codes::IMMUNE));
    }
    the_bold_and_constructs_do {
        let mut field = Field::new();
        let (raider, elf) = (field.put(0, "HK8", CLOSE), field.put(1, "EH2", CLOSE));
        field.set(raider, 1, 2);
        field.use_on(raider, "ma002", elf).unwrap();
        let (ballista, beast) = (field.put(0, "HK12", SUPPORT), field.put(1, "MG4", CLOSE));
        field.use_rule(ballista, "ma006", crate::Aim::Run { first: beast, count: 1 }).unwrap();
        assert_eq!((field.morale(elf), field.morale(beast)), (-1, -1));
    }

    gp011: counts_as_bold {
        let mut field = Field::new();
        let (hunter, elf) = (field.put(0, "HH8", CLOSE), field.put(1, "EH2", CLOSE));
        field.use_on(hunter, "ma002", elf).unwrap();
        assert_eq!(field.morale(elf), -1);
    }
    not_without_strength {
        let mut field = Field::new();
        let (hunter, elf) = (field.put(0, "HH8", CLOSE), field.put(1, "EH2", CLOSE));
        field.set(hunter, -1, 1);
        assert_eq!(field.use_on(hunter, "ma002", elf), refused(codes::ASLEEP));
    }

    gp012: gains_with_each_unit_in_its_row {
        let mut field = Field::new();
        let young = field.put(0, "ZK18", CLOSE);
        field.play(0, "ZK1", CLOSE);
        field.play(0, "ZK18", CLOSE);
        assert_eq!(field.morale(young), 2);
    }
    not_with_other_rows_or_sides_or_tokens {
        let mut field = Field::new();
        let young = field.put(0, "ZK18", CLOSE);
        field.play(0, "ZK3", RANGED);
        field.play(1, "ZK1", CLOSE);
        let preacher = field.put(0, "HH10", SUPPORT);
        field.use_rule(preacher, "ca003", crate::Aim::Nobody).unwrap();
        field.act(0, &crate::Action::Place { row: CLOSE, slot: 0 }).unwrap();
        assert_eq!(field.morale(young), 0);
    }

    gp013: gains_with_each_unit_opposite {
        let mut field = Field::new();
        let hero = field.put(0, "ZW6", CLOSE);
        field.play(1, "ZK1", CLOSE);
        assert_eq!(field.morale(hero), 1);
    }
    not_with_the_own_side_or_other_rows {
        let mut field = Field::new();
        let hero = field.put(0, "ZW6", CLOSE);
        field.play(0, "ZK1", CLOSE);
        field.play(1, "ZK3", RANGED);
        assert_eq!(field.morale(hero), 0);
    }

    gp014: leaves_the_card_as_it_is {
        let mut field = Field::new();
        let designer = field.put(0, "NR4", SUPPORT);
        field.dusk();
        assert_eq!((field.strength(designer), field.sum(0)), (8, 8));
    }
    cannot_be_used {
        let mut field = Field::new();
        let designer = field.put(0, "NR4", SUPPORT);
        assert_eq!(field.use_rule(designer, "gp014", crate::Aim::Nobody), refused("skirmish-no-rule"));
    }

    mp001: a_malus_counts_twice {
        let mut field = Field::new();
        let (raider, conscript) = (field.put(0, "HK8", CLOSE), field.put(1, "HK4", CLOSE));
        field.use_on(raider, "ma002", conscript).unwrap();
        assert_eq!(field.morale(conscript), -2);
    }
    never_below_no_strength_and_a_bonus_once {
        let mut field = Field::new();
        let (raider, conscript) = (field.put(0, "HK8", CLOSE), field.put(1, "HK4", CLOSE));
        field.set(conscript, -1, 0);
        field.use_on(raider, "ma002", conscript).unwrap();
        assert_eq!((field.morale(conscript), field.strength(conscript)), (-2, 0));
        let brewer = field.put(1, "ZK14", SUPPORT);
        field.use_on(brewer, "ma017", conscript).unwrap();
        assert_eq!(field.morale(conscript), -1);
    }

    mp002: neighbours_suffer_no_malus {
        let mut field = Field::new();
        let raider = field.put(0, "HK8", CLOSE);
        let soldier = field.put(1, "HK1", CLOSE);
        field.put(1, "HK10", CLOSE);
        assert_eq!(field.use_on(raider, "ma002", soldier), refused(codes::IMMUNE));
    }
    neither_itself_nor_those_further_off_nor_constructs {
        let mut field = Field::new();
        let raider = field.put(0, "MB9", CLOSE);
        let far = field.put(1, "HK1", CLOSE);
        field.put(1, "HK1", CLOSE);
        let standard = field.put(1, "HK10", CLOSE);
        let golem = field.put(1, "MB8", CLOSE);
        for unit in [far, golem, standard] {
            field.set(raider, 0, 1);
            field.use_on(raider, "ma002", unit).unwrap();
        }
        assert_eq!((field.morale(far), field.morale(golem)), (-1, -2));
        assert!(!field.stands(standard), "a wrecked standard of strength 2 breaks");
    }

    mp003: takes_twice_as_much_from_constructs {
        let mut field = Field::new();
        let (golem, bomb) = (field.put(0, "MB9", CLOSE), field.put(1, "MB8", CLOSE));
        field.use_on(golem, "ma002", bomb).unwrap();
        assert_eq!(field.morale(bomb), -2);
    }
    not_from_creatures {
        let mut field = Field::new();
        let (golem, soldier) = (field.put(0, "MB9", CLOSE), field.put(1, "HK1", CLOSE));
        field.use_on(golem, "ma002", soldier).unwrap();
        assert_eq!(field.morale(soldier), -1);
    }

    mp004: gains_for_each_identical_unit_in_the_row {
        let mut field = Field::new();
        let soldiers = [(); 3].map(|()| field.put(0, "HK1", CLOSE));
        field.dusk();
        assert_eq!(soldiers.map(|soldier| field.morale(soldier)), [2, 2, 2]);
        assert_eq!(field.sum(0), 12);
    }
    not_for_other_cards_or_sides {
        let mut field = Field::new();
        let soldier = field.put(0, "HK1", CLOSE);
        field.put(0, "HK2", CLOSE);
        field.put(1, "HK1", CLOSE);
        field.dusk();
        assert_eq!(field.morale(soldier), 0);
    }

    mp005: a_bonus_counts_twice {
        let mut field = Field::new();
        let (brewer, dwarf) = (field.put(0, "ZK14", SUPPORT), field.put(0, "ZK1", CLOSE));
        field.use_on(brewer, "ma017", dwarf).unwrap();
        assert_eq!(field.morale(dwarf), 2);
    }
    a_malus_counts_once {
        let mut field = Field::new();
        let (raider, dwarf) = (field.put(0, "HK8", CLOSE), field.put(1, "ZK1", CLOSE));
        field.use_on(raider, "ma002", dwarf).unwrap();
        assert_eq!(field.morale(dwarf), -1);
    }

    ap001: regains_a_point_at_the_end_of_the_turn {
        let mut field = Field::new();
        let ballista = field.put(0, "HK13", SUPPORT);
        field.set(ballista, 0, 0);
        field.play(0, "HK5", RANGED);
        assert_eq!(field.points(ballista), 1);
    }
    not_more_than_printed_nor_in_the_other_turn {
        let mut field = Field::new();
        let ballista = field.put(0, "HK13", SUPPORT);
        field.play(0, "HK5", RANGED);
        assert_eq!(field.points(ballista), 1);
        field.set(ballista, 0, 0);
        field.play(1, "HK5", RANGED);
        assert_eq!(field.points(ballista), 0);
    }

    w001: clears_all_weather {
        let mut field = Field::new();
        field.play(0, "NW_2", Row::Weather);
        field.play(1, "NW_3", Row::Weather);
        field.play(0, "NW_1", Row::Weather);
        assert!(field.ids(At::Weather).is_empty());
        assert_eq!((field.ids(At::Discard(ONE)).len(), field.ids(At::Discard(TWO)).len()), (2, 1));
    }
    later_weather_stays {
        let mut field = Field::new();
        field.play(0, "NW_1", Row::Weather);
        field.play(1, "NW_3", Row::Weather);
        assert_eq!(field.ids(At::Weather), ["NW_3"]);
    }

    w002: takes_two_from_close_combat_on_both_sides {
        let mut field = Field::new();
        let (own, other) = (field.put(0, "HH1", CLOSE), field.put(1, "HH1", CLOSE));
        field.play(0, "NW_2", Row::Weather);
        field.dusk();
        assert_eq!((field.morale(own), field.morale(other)), (-2, -2));
    }
    not_from_other_rows_or_the_wild {
        let mut field = Field::new();
        let (marksman, bear) = (field.put(0, "HK5", RANGED), field.put(1, "MB2", CLOSE));
        field.play(0, "NW_2", Row::Weather);
        field.dusk();
        assert_eq!((field.morale(marksman), field.morale(bear)), (0, 0));
    }

    w003: takes_two_from_ranged_combat {
        let mut field = Field::new();
        let marksman = field.put(1, "HK5", RANGED);
        field.play(0, "NW_3", Row::Weather);
        field.dusk();
        assert_eq!(field.morale(marksman), -2);
    }
    not_from_close_combat_and_only_at_the_end {
        let mut field = Field::new();
        let (knight, marksman) = (field.put(0, "HH1", CLOSE), field.put(1, "HK5", RANGED));
        field.play(0, "NW_3", Row::Weather);
        assert_eq!(field.morale(marksman), 0);
        field.dusk();
        assert_eq!(field.morale(knight), 0);
    }

    w004: takes_two_from_support {
        let mut field = Field::new();
        let general = field.put(1, "HK6", SUPPORT);
        field.play(0, "NW_4", Row::Weather);
        field.dusk();
        assert_eq!(field.morale(general), -2);
    }
    constructs_break_in_it_and_civilians_do_not_mind {
        let mut field = Field::new();
        let (grave, merchant) = (field.put(1, "MG12", SUPPORT), field.put(1, "NR3", SUPPORT));
        field.play(0, "NW_4", Row::Weather);
        field.dusk();
        assert!(!field.stands(grave));
        assert_eq!(field.morale(merchant), 0);
    }
}
