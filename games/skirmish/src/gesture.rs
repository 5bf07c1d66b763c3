//! The gestures of actions.

use crate::{
    Action, Aim, Row, Rule, Side, Skirmish,
    game_cards::words,
    state::{At, Pending, row_area},
};
use parlor_kit::{Gesture, Id, Pick, Seat, Shortcut, Text, Viewer, cards::Handle};

/// A person picks a card or unit first, then its destination or the rule it uses, then the target.
pub(crate) fn gesture(game: &Skirmish, seat: Seat, action: &Action) -> Gesture {
    match *action {
        Action::Choose { deck } => {
            Gesture::piece(format!("deck-{deck}")).label(Text::new("skirmish-offer-choose"))
        }
        Action::Swap { card } => Gesture::piece(card.id()).label(Text::new("skirmish-offer-swap")),
        Action::Keep => Gesture::button("keep", Text::new("skirmish-offer-keep")).shortcut(Shortcut::Enter),
        Action::Play { card, row, slot } => {
            let face = game.held(seat, card).map(|face| face.card);
            let side = face.map_or(seat, |card| game.side_of(seat, card));
            placing(card.id(), side, row, slot).label(Text::new("skirmish-offer-play"))
        }
        Action::Use { unit, ref rule, mode, ref aim } => using(game, seat, unit, rule, mode, aim),
        Action::Target { unit } => Gesture::piece(unit.id()).label(Text::new("skirmish-offer-target")),
        Action::Enough => {
            Gesture::button("enough", Text::new("skirmish-offer-enough")).shortcut(Shortcut::Enter)
        }
        Action::Shift { slot } => match game.pending.first() {
            Some(Pending::Shift { unit }) => moving(game, *unit, slot),
            _ => Gesture::amount(i64::from(slot)),
        },
        Action::Place { row, slot } => match game.pending.first() {
            Some(Pending::Place { card }) => {
                let face = game.zones.card(*card).map(|card| card.face.card);
                let side = face.map_or(seat, |card| game.side_of(seat, card));
                placing(card.id(), side, row, slot).label(Text::new("skirmish-offer-play"))
            }
            _ => Gesture::amount(i64::from(slot)),
        },
        Action::Look { slot } => {
            let hand = At::Hand(seat.other());
            let card = game.zones.card_at(Viewer::Seat(seat), hand, usize::from(slot));
            let id = card.and_then(|card| game.zones.piece_id(Viewer::Seat(seat), card.handle));
            let id = id.unwrap_or_else(|| format!("hand-{}.{slot}", seat.other()).into());
            Gesture::piece(id).label(Text::new("skirmish-offer-look"))
        }
        Action::Discard { card } => Gesture::piece(card.id()).label(Text::new("skirmish-offer-discard")),
        Action::Revive { ref card } => {
            let name = game.game_cards.find(card).map(|card| game.game_cards.card(card).text());
            let name = name.unwrap_or(Text::new("skirmish-card"));
            Gesture::button(format!("revive-{card}"), Text::new("skirmish-offer-revive").arg("card", name))
        }
        Action::Arrange { unit, slot } => moving(game, unit, slot),
        Action::End => Gesture::button("end", Text::new("skirmish-offer-end")).shortcut(Shortcut::Enter),
        Action::Pass => Gesture::button("pass", Text::new("skirmish-offer-pass")).confirm(),
    }
}

fn placing(card: Id, side: Seat, row: Row, slot: u8) -> Gesture {
    let begin = Gesture::piece(card);
    match row {
        Row::Weather => begin.then_area(row_area(side, row)),
        _ => begin.then_place(row_area(side, row), usize::from(slot)),
    }
}

/// A person picks a unit and then the gap it goes to; if it moves right, the gap is behind the card in that
/// slot.
fn moving(game: &Skirmish, unit: Handle, slot: u8) -> Gesture {
    let begin = Gesture::piece(unit.id());
    let Some(stand) = game.stand(unit) else { return begin };
    let slot = usize::from(slot);
    let gap = if slot > stand.slot { slot + 1 } else { slot };
    begin.then_place(row_area(stand.side, stand.row), gap).label(Text::new("skirmish-offer-move"))
}

fn using(game: &Skirmish, seat: Seat, unit: Handle, rule: &str, mode: u8, aim: &Aim) -> Gesture {
    let place = game.game_cards.find_rule(rule);
    let known = place.map(|place| game.game_cards.rule(place));
    let label = known.map_or(Text::new("skirmish-card"), |rule| rule_text(game, unit, rule, mode));
    let begin = Gesture::piece(unit.id()).then_button(format!("{rule}-{mode}"), label);
    match *aim {
        Aim::Nobody => begin,
        Aim::Unit(aimed) => begin.then_piece(aimed.id()),
        Aim::Run { first, count } => {
            let label = Text::new("skirmish-offer-run").arg("units", count);
            begin.then_piece(first.id()).then(Pick::Amount(count.into())).label(label)
        }
        Aim::Row(row) => {
            let side = known.and_then(|rule| rule.target.as_ref()).map(|target| target.side);
            let side = if side == Some(Side::Foe) { seat.other() } else { seat };
            begin.then_area(row_area(side, row))
        }
    }
}

/// The button of a rule: its name, its cost, and the mode if there are several.
fn rule_text(game: &Skirmish, unit: Handle, rule: &Rule, mode: u8) -> Text {
    let race = game.stand(unit).map(|stand| stand.def.race.clone()).unwrap_or_default();
    let name = rule.name_on(&race).map_or(Text::new("skirmish-card"), words);
    let text = Text::new("skirmish-rule-active").arg("rule", name).arg("cost", rule.cost);
    match rule.choice.get(usize::from(mode)) {
        Some(choice) => {
            Text::new("skirmish-rule-choice").arg("rule", text).arg("choice", words(&choice.name))
        }
        None => text,
    }
}
