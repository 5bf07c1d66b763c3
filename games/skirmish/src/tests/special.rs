//! SK-2, SK-11, SK-14: rules about cards, tokens and other rules.

use super::{
    Field, codes,
    fixture::{CLOSE, RANGED, SUPPORT},
    refused, shown,
};
use crate::{
    Action, Aim,
    state::{At, NEUTRAL, Pending},
};
use parlor_kit::{Game, Seat, Turn, Viewer, cards::Deck};

const ONE: Seat = Seat::new(0);
const TWO: Seat = Seat::new(1);

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

fn hidden(field: &Field, seat: Seat) -> usize {
    field.game.hidden_slots(seat).count()
}

shown! {
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
        let told = field.step.events().iter().filter(|event| event.text.key == "skirmish-event-peeked-card");
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
