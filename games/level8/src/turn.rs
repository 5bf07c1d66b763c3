//! Checks and performs the actions of a turn.

use crate::{
    Action, End, Face, Level8, Meaning, Part, Row, Source, TAKE_BACKS,
    scene::card_text,
    solve,
    state::{At, Phase},
};
use parlor_kit::{
    Event, Pick, Refusal, Seat, StepContext,
    cards::{Handle, ZonePosition},
};

impl Level8 {
    /// Checks an action; `seat` is the player in turn.
    pub(crate) fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match (self.phase, action) {
            (Phase::Take, Action::Take(source)) => return self.check_take(*source),
            (Phase::Take, _) => return Err(Refusal::new("level8-take-first")),
            (_, Action::Take(_)) => return Err(Refusal::new("level8-taken-already")),
            _ => {}
        }
        let composing =
            matches!(action, Action::Put { .. } | Action::Mean { .. } | Action::Suggest | Action::LayOut);
        if composing && self.laid.contains(seat) {
            return Err(Refusal::new("level8-laid-already"));
        }
        match *action {
            Action::Take(_) => Ok(()),
            Action::Put { card, part } => self.check_put(seat, card, part),
            Action::Back { card } => {
                self.face_of(seat, card)?;
                self.tray(seat).part_of(card).ok_or_else(|| Refusal::new("level8-not-put"))?;
                self.check_take_back(seat)
            }
            Action::Mean { part, meaning } => {
                let open = self.open_meanings(seat, part).contains(&meaning);
                open.then_some(()).ok_or_else(|| Refusal::new("level8-nothing-open"))
            }
            Action::Suggest if self.is_composed(seat) => Err(Refusal::new("level8-composed-already")),
            Action::Suggest => {
                let found = self.suggestion(seat).is_some();
                found.then_some(()).ok_or_else(|| Refusal::new("level8-no-suggestion"))
            }
            Action::LayOut if !self.is_composed(seat) => Err(Refusal::new("level8-incomplete")),
            Action::LayOut => self.check_keeps_one(seat, action),
            Action::Add { card, row, end } => {
                let face = self.face_of(seat, card)?;
                self.check_add(seat, face, row, end)?;
                self.check_keeps_one(seat, action)
            }
            Action::Discard { card } => self.face_of(seat, card).map(|_| ()),
            Action::Skip { card, victim } => self.check_skip(seat, card, victim),
        }
    }

    fn check_take(&self, source: Source) -> Result<(), Refusal> {
        let there = match source {
            Source::Draw => self.zones.count(At::Draw) > 0,
            Source::Discard(seat) => seat.index() < self.seats() && self.zones.count(At::Discard(seat)) > 0,
        };
        there.then_some(()).ok_or_else(|| Refusal::new("level8-nothing-there"))
    }

    fn check_put(&self, seat: Seat, card: Handle, part: u8) -> Result<(), Refusal> {
        let face = self.face_of(seat, card)?;
        if self.tray(seat).part_of(card).is_some() {
            self.check_take_back(seat)?;
        }
        let fits = self.tray(seat).part_of(card) != Some(part) && self.takes(seat, part, face);
        fits.then_some(()).ok_or_else(|| Refusal::new("level8-does-not-fit").arg("card", card_text(face)))
    }

    fn check_take_back(&self, seat: Seat) -> Result<(), Refusal> {
        let spent = self.tray(seat).take_backs >= TAKE_BACKS;
        if spent { Err(Refusal::new("level8-take-backs").arg("most", TAKE_BACKS)) } else { Ok(()) }
    }

    fn check_add(&self, seat: Seat, face: Face, row: Row, end: End) -> Result<(), Refusal> {
        if !self.laid.contains(seat) {
            return Err(Refusal::new("level8-lay-out-first"));
        }
        if row.seat.index() >= self.seats() || !self.rows().any(|other| other == row) {
            return Err(Refusal::new("level8-no-such-row"));
        }
        let fits = self.ends(row, face).any(|other| other == end);
        fits.then_some(()).ok_or_else(|| Refusal::new("level8-does-not-fit").arg("card", card_text(face)))
    }

    fn check_keeps_one(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let keeps = self.keeps_one(seat, action);
        keeps.then_some(()).ok_or_else(|| Refusal::new("level8-keep-one"))
    }

    fn check_skip(&self, seat: Seat, card: Handle, victim: Seat) -> Result<(), Refusal> {
        if self.face_of(seat, card)? != Face::Skip {
            return Err(Refusal::new("level8-not-a-skip"));
        }
        if victim == seat || victim.index() >= self.seats() {
            return Err(Refusal::new("level8-skip-another"));
        }
        if self.is_skipped(victim) {
            return Err(Refusal::new("level8-skipped-already").arg("who", victim));
        }
        Ok(())
    }

    fn face_of(&self, seat: Seat, card: Handle) -> Result<Face, Refusal> {
        self.held(seat, card).ok_or_else(|| Refusal::new("level8-not-in-hand"))
    }

    /// A layout of the level with the cards of the hand.
    fn suggestion(&self, seat: Seat) -> Option<crate::Layout> {
        let faces: Vec<Face> = self.hand(seat).iter().map(|card| card.face).collect();
        solve(self.task(seat), &faces)
    }

    /// Performs an action that was [checked](Level8::check).
    pub(crate) fn do_it(&mut self, seat: Seat, action: &Action, step: &mut StepContext) {
        let own = seat.index();
        if action.composes() {
            step.conceal();
        }
        match *action {
            Action::Take(source) => self.take(seat, source, step),
            Action::Put { card, part } => {
                let tray = &mut self.trays[own];
                tray.take_backs += u8::from(tray.part_of(card).is_some());
                tray.put(card, part);
            }
            Action::Back { card } => {
                self.trays[own].take(card);
                self.trays[own].take_backs += 1;
            }
            Action::Mean { part, meaning } => self.trays[own].chosen.push((part, meaning)),
            Action::Suggest => {
                if let Some(layout) = self.suggestion(seat) {
                    let hand: Vec<Handle> = self.hand(seat).iter().map(|card| card.handle).collect();
                    self.trays[own].compose(&layout, &hand);
                }
            }
            Action::LayOut => self.lay_out(seat, step),
            Action::Add { card, row, end } => self.add(seat, card, row, end, step),
            Action::Discard { card } => {
                self.play(seat, card, At::Discard(seat), ZonePosition::Top);
                self.part_with(seat, At::Discard(seat), step);
            }
            Action::Skip { card, victim } => {
                self.play(seat, card, At::Skip(victim), ZonePosition::Top);
                self.part_with(seat, At::Skip(victim), step);
            }
        }
    }

    fn take(&mut self, seat: Seat, source: Source, step: &mut StepContext) {
        let from = match source {
            Source::Draw => At::Draw,
            Source::Discard(other) => At::Discard(other),
        };
        step.tell(|| {
            let (key, area) = match source {
                Source::Draw => ("level8-event-drew", "draw".into()),
                Source::Discard(other) if other == seat => {
                    ("level8-event-took-own", format!("discard-{other}"))
                }
                Source::Discard(other) => ("level8-event-took", format!("discard-{other}")),
            };
            let event = Event::new(key).arg("who", seat).about(Pick::Area(area.into())).sound("deal");
            match source {
                Source::Draw => event,
                Source::Discard(other) => {
                    let card = self.zones.top(from).map_or(Face::Skip, |card| card.face);
                    event.arg("card", card_text(card)).arg("from", other)
                }
            }
        });
        self.zones.draw(from, At::Hand(seat));
        self.sort_hand(seat);
        self.phase = Phase::Play;
    }

    fn lay_out(&mut self, seat: Seat, step: &mut StepContext) {
        let parts: Vec<Vec<Face>> = (0..self.task(seat).len() as u8)
            .map(|part| self.arranged(seat, part).into_iter().map(|(_, face)| face).collect())
            .collect();
        for (part, faces) in (0..).zip(parts) {
            for face in faces {
                let printed = if face.is_joker() { Face::Joker(None) } else { face };
                // Cards are looked up by face: of two equal ones either will do.
                let Some(card) = self.hand(seat).iter().find(|card| card.face == printed) else { continue };
                if let Some(card) = self.zones.put(card.handle, At::Row(seat, part), ZonePosition::Top)
                    && let Some(laid) = self.zones.face_mut(card)
                {
                    *laid = face;
                }
            }
        }
        self.trays[seat.index()] = crate::tray::Tray::default();
        self.laid = self.laid.with(seat);
        let last = self.level(seat) + 1 == self.most_levels();
        step.tell(|| {
            let event = Event::new("level8-event-laid").arg("who", seat);
            event
                .arg("level", self.level(seat) + 1)
                .arg("task", self.task_text(seat))
                .sound("capture")
                .announce()
        });
        if last {
            self.win(seat);
        }
    }

    fn add(&mut self, seat: Seat, card: Handle, row: Row, end: End, step: &mut StepContext) {
        let at = At::Row(row.seat, row.part);
        let spot = if end == End::Low { ZonePosition::Bottom } else { ZonePosition::Top };
        let cards = self.zones.cards(at);
        let beside = if end == End::Low { cards.first() } else { cards.last() }.map(|card| card.face);
        let meaning = self.joker_meaning(row, end, beside);
        let Some(card) = self.zones.put(card, at, spot) else { return };
        if let Some(face) = self.zones.face_mut(card).filter(|face| face.is_joker()) {
            *face = Face::Joker(meaning);
        }
        step.tell(|| {
            let face = self.zones.card(card).map_or(Face::Skip, |card| card.face);
            let key = if row.seat == seat { "level8-event-added-own" } else { "level8-event-added" };
            let event = Event::new(key).arg("who", seat).arg("card", card_text(face)).arg("owner", row.seat);
            event.piece(card.id()).sound("play")
        });
    }

    /// The meaning of a joker that is added at this end, beside this card.
    pub(crate) fn joker_meaning(&self, row: Row, end: End, beside: Option<Face>) -> Option<Meaning> {
        let beside = beside?;
        match (self.task(row.seat)[usize::from(row.part)], end) {
            (Part::Run(_), End::Low) => Some(Meaning::Number(beside.number()? - 1)),
            (Part::Run(_), End::High) => Some(Meaning::Number(beside.number()? + 1)),
            (Part::Set(_), _) => beside.number().map(Meaning::Number),
            (Part::Group(_), _) => beside.colour().map(Meaning::Colour),
        }
    }
}
