//! Enumerates legal steps, and the subset worth trying.

use crate::{
    Action, End, Face, Level8, Row, Source, TAKE_BACKS, missing,
    state::{At, Phase},
};
use parlor_kit::{Seat, cards::Card};

impl Level8 {
    /// Every legal step of the player in turn, in a fixed order.
    pub(crate) fn steps(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.phase == Phase::Take {
            self.takes_of(out);
            return;
        }
        if self.laid.contains(seat) {
            self.adds(seat, out);
        } else {
            self.composing(seat, out);
        }
        for card in self.hand(seat) {
            out.push(Action::Discard { card: card.handle });
        }
        self.skips(seat, out);
    }

    fn takes_of(&self, out: &mut Vec<Action>) {
        if self.zones.count(At::Draw) > 0 {
            out.push(Action::Take(Source::Draw));
        }
        let piles = self.all_seats().filter(|&seat| self.zones.count(At::Discard(seat)) > 0);
        out.extend(piles.map(|seat| Action::Take(Source::Discard(seat))));
    }

    fn composing(&self, seat: Seat, out: &mut Vec<Action>) {
        let tray = self.tray(seat);
        let parts = self.task(seat).len() as u8;
        let may_take_back = tray.take_backs < TAKE_BACKS;
        for card in self.hand(seat) {
            let lies_in = tray.part_of(card.handle);
            if lies_in.is_some() && !may_take_back {
                continue;
            }
            let others = (0..parts).filter(|&part| lies_in != Some(part));
            let fitting = others.filter(|&part| self.takes(seat, part, card.face));
            out.extend(fitting.map(|part| Action::Put { card: card.handle, part }));
            if lies_in.is_some() {
                out.push(Action::Back { card: card.handle });
            }
        }
        for part in 0..parts {
            let open = self.open_meanings(seat, part).into_iter();
            out.extend(open.map(|meaning| Action::Mean { part, meaning }));
        }
        let next = if self.is_composed(seat) { Action::LayOut } else { Action::Suggest };
        if self.check(seat, &next).is_ok() {
            out.push(next);
        }
    }

    fn adds(&self, seat: Seat, out: &mut Vec<Action>) {
        // One card must remain for the discard pile.
        if self.hand(seat).len() < 2 {
            return;
        }
        let rows: Vec<Row> = self.rows().collect();
        for card in self.hand(seat) {
            for &row in &rows {
                let ends = self.ends(row, card.face);
                out.extend(ends.map(|end| Action::Add { card: card.handle, row, end }));
            }
        }
    }

    fn skips(&self, seat: Seat, out: &mut Vec<Action>) {
        for card in self.hand(seat).iter().filter(|card| card.face == Face::Skip) {
            let victims = self.all_seats().filter(|&other| other != seat && !self.is_skipped(other));
            out.extend(victims.map(|victim| Action::Skip { card: card.handle, victim }));
        }
    }

    /// The steps worth trying. If the player can lay out, that is the only step, with the suggestion; the
    /// same holds for adding a card. A discard is taken if it brings the level nearer, can be added, or is a
    /// joker or a skip; a card is put away if the level is as near without it.
    pub(crate) fn good_steps(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.phase == Phase::Take {
            return self.good_takes(seat, out);
        }
        let begin = out.len();
        if self.laid.contains(seat) {
            self.good_adds(seat, out);
        } else {
            let next = if self.is_composed(seat) { Action::LayOut } else { Action::Suggest };
            if self.check(seat, &next).is_ok() {
                out.push(next);
            }
        }
        if out.len() == begin {
            self.good_discards(seat, out);
        }
    }

    fn good_takes(&self, seat: Seat, out: &mut Vec<Action>) {
        let begin = out.len();
        self.takes_of(out);
        if self.zones.count(At::Draw) == 0 {
            return;
        }
        let mut hand: Vec<Face> = self.hand(seat).iter().map(|card| card.face).collect();
        let laid = self.laid.contains(seat);
        let lacking = if laid { 0 } else { missing(self.task(seat), &hand) };
        let mut worth = |other: Seat| match self.zones.top(At::Discard(other)).map(|card| card.face) {
            // A card that the player put away is not worth taking back.
            _ if other == seat => false,
            Some(Face::Joker(_) | Face::Skip) => true,
            Some(face) if laid => self.rows().any(|row| self.ends(row, face).next().is_some()),
            Some(face) => {
                hand.push(face);
                let nearer = missing(self.task(seat), &hand) < lacking;
                hand.pop();
                nearer
            }
            None => false,
        };
        let all = out.split_off(begin);
        out.extend(all.into_iter().filter(|action| match action {
            Action::Take(Source::Discard(other)) => worth(*other),
            _ => true,
        }));
    }

    /// A joker fits at both ends of a run; search tries one of them.
    fn good_adds(&self, seat: Seat, out: &mut Vec<Action>) {
        let begin = out.len();
        self.adds(seat, out);
        let all = out.split_off(begin);
        let twice = |action: &Action| match *action {
            Action::Add { card, row, end: End::Low } => {
                all.contains(&Action::Add { card, row, end: End::High })
            }
            _ => false,
        };
        out.extend(all.iter().filter(|action| !twice(action)).copied());
    }

    fn good_discards(&self, seat: Seat, out: &mut Vec<Action>) {
        let begin = out.len();
        self.skips(seat, out);
        let hand = self.hand(seat);
        let mut discard = |fits: &dyn Fn(&Card<Face>) -> bool| {
            let cards = hand.iter().filter(|card| fits(card));
            out.extend(cards.map(|card| Action::Discard { card: card.handle }));
            out.len() > begin
        };
        let number = |card: &Card<Face>| matches!(card.face, Face::Number(..));
        let lacking = |without: Option<&Card<Face>>| {
            let rest = hand.iter().filter(|card| without.is_none_or(|other| other.handle != card.handle));
            missing(self.task(seat), &rest.map(|card| card.face).collect::<Vec<_>>())
        };
        let now = if self.laid.contains(seat) { 0 } else { lacking(None) };
        let spare =
            |card: &Card<Face>| number(card) && (self.laid.contains(seat) || lacking(Some(card)) == now);
        let _ = discard(&spare) || discard(&number) || discard(&|_| true);
    }
}
