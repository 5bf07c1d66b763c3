//! Cards in hands, a covered deck, an open pile that is shuffled into a new deck: everything that can leak.

pub use super::bugs::Bug;
use super::{bugs::Extra, bundle};
use parlor_kit::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    cell::Cell as StdCell,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

const CARDS: u8 = 10;
const TURNS: u32 = 14;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Move {
    Play {
        card: u8,
    },
    Draw {},
    /// Only in games that can be put off.
    Wait {},
    /// Only in games where something is composed in secret.
    Compose {},
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub deck: Vec<u8>,
    pub hands: Vec<Vec<u8>>,
    pub pile: Vec<u8>,
    pub scores: Vec<i32>,
    pub next: usize,
    pub phase: Phase,
    pub turns: u32,
    pub retired: Option<Seat>,
    /// Hidden from all other seats, and never redrawn: only a canary finds out where it goes.
    pub mottos: Vec<String>,
    #[serde(default, skip_serializing_if = "Extra::is_unused")]
    pub extra: Extra,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Phase {
    Deal,
    Play,
    Shuffle,
}

#[derive(Clone)]
pub struct Tricks {
    pub bug: Bug,
    pub bundle: Arc<Bundle>,
}

const MANIFEST: &str = "schema = 1\nid = 'tricks'\nversion = '1.0.0'\nseats = { min = 2, max = 3 }\nbound = 60\n\
    [looks.card]\nname = 'tricks-card'\nshape = 'card'\ncolour = 'white'\n\
    [looks.back]\nname = 'tricks-back'\nshape = 'card'\ncolour = 'grey'\n";

const MESSAGES: &str = "tricks-name = Tricks\ntricks-tagline = Play higher\ntricks-rules = Play higher cards.\n\
    tricks-card = card\ntricks-back = covered card\ntricks-deck = Deck\ntricks-pile = Pile\n\
    tricks-hand = Your hand, { $motto }\ntricks-hand-of = Hand of { $who }\ntricks-face = { $rank } of { $suit }\n\
    tricks-turn = { $who } is in turn\ntricks-over = Over\ntricks-played = { $who } plays { $card }\n\
    tricks-drew = { $who } draws\ntricks-you-drew = You draw { $card }\ntricks-dealt = Cards are dealt\n\
    tricks-shuffled = The pile is shuffled\ntricks-end = All turns are played\ntricks-retired = Somebody left\n\
    tricks-not-yours = It is not your turn\ntricks-no-card = You do not have { $card }\n\
    tricks-full = Your hand is full\ntricks-wait = Wait\ntricks-waits = { $who } waits\ntricks-hint = Hint\nTricksBad = x\n";

impl Tricks {
    pub fn new(bug: Bug) -> Tricks {
        Tricks { bug, bundle: Arc::new(bundle(MANIFEST, MESSAGES)) }
    }

    /// With another bundle, for what is wrong beside the rules.
    pub fn with(change: impl FnOnce(&mut Bundle)) -> Tricks {
        let mut bundle = bundle(MANIFEST, MESSAGES);
        change(&mut bundle);
        Tricks { bug: Bug::None, bundle: Arc::new(bundle) }
    }

    fn is(&self, bug: Bug) -> bool {
        self.bug == bug
    }

    /// Puts a token into the motto of a seat that is not the viewer's.
    pub fn canary(state: &mut State, viewer: Viewer, token: &str) -> bool {
        let other = Seat::all(state.hands.len()).find(|&seat| viewer != Viewer::Seat(seat)).unwrap();
        state.mottos[other.index()] = token.into();
        true
    }
}

fn rank(card: u8) -> u8 {
    card / 2 + 1
}

fn suit(card: u8) -> &'static str {
    ["moons", "suns"][usize::from(card % 2)]
}

fn face(card: u8) -> Text {
    Text::new("tricks-face").arg("rank", rank(card)).arg("suit", suit(card))
}

fn card_piece(area: Id, slot: usize, card: u8) -> Piece {
    let (colour, shape) = [("blue", "circle"), ("red", "star")][usize::from(card % 2)];
    Piece::slot(area, slot, "card").name(face(card)).label(rank(card).to_string()).colour(colour, shape)
}

static COUNTER: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static THREAD: StdCell<u32> = StdCell::new(COUNTER.fetch_add(1, Relaxed));
}

impl Rules for Tricks {
    type State = State;
    type Action = Move;

    fn bundle(&self) -> &Arc<Bundle> {
        &self.bundle
    }

    fn options_schema(&self) -> Value {
        match self.bug {
            Bug::UnlabelledOption => json!({ "properties": { "rounds": {}, "limit": { "x-host": true } } }),
            _ => json!({ "type": "object", "properties": {} }),
        }
    }

    fn default_options(&self) -> Value {
        json!({})
    }

    fn setup(&self, _: &Value, seats: usize, luck: &mut Luck) -> Result<State, Refusal> {
        if self.is(Bug::SetupRefuses) && seats == 3 {
            return Err(Refusal::new("tricks-full"));
        }
        Ok(State {
            deck: (0..CARDS).collect(),
            hands: vec![Vec::new(); seats],
            pile: Vec::new(),
            scores: vec![0; seats],
            next: luck.below(seats as u64) as usize,
            phase: Phase::Deal,
            turns: 0,
            retired: None,
            mottos: vec!["hm".into(); seats],
            extra: Extra::default(),
        })
    }

    fn turn(&self, state: &State) -> Turn {
        let seats = state.hands.len();
        if let Some(gone) = state.retired {
            let score = |seat: Seat| if seat == gone { 0 } else { 1 };
            return Turn::Over(Outcome::by_score(Seat::all(seats).map(score), "tricks-retired"));
        }
        if state.turns >= TURNS && !self.is(Bug::NeverEnds) {
            let mut outcome = Outcome::by_score(state.scores.iter().copied(), "tricks-end");
            if self.is(Bug::WrongPlaces) {
                outcome.places[0] = 7;
            }
            if self.is(Bug::ScoresDisagree) {
                outcome = Outcome::winner(seats, Seat::new(0), "tricks-end");
                outcome = outcome.with_scores(state.scores.iter().copied());
            }
            return Turn::Over(outcome);
        }
        match state.phase {
            Phase::Play => Turn::Act(Seat::new(state.next).into()),
            Phase::Deal | Phase::Shuffle => Turn::Table,
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        let turn = self.turn(state);
        let early = self.is(Bug::OffersOutOfTurn) && matches!(turn, Turn::Act(_));
        let late = self.is(Bug::OffersAfterEnd) && matches!(turn, Turn::Over(_));
        if !turn.seats().contains(seat) && !early && !late {
            return;
        }
        if self.is(Bug::OffersNothing) && state.turns == 6 {
            return;
        }
        let hand = &state.hands[seat.index()];
        out.extend(hand.iter().map(|&card| Move::Play { card }));
        if hand.len() < 4 && !state.deck.is_empty() {
            out.push(Move::Draw {});
        }
        if self.can_wait() {
            out.push(Move::Wait {});
        }
        if self.can_compose(state, seat) {
            out.push(Move::Compose {});
        }
        match self.bug {
            Bug::UnsteadyOrder => {
                let by = COUNTER.fetch_add(1, Relaxed) as usize % out.len().max(1);
                out.rotate_left(by);
            }
            Bug::DuplicateOffer => out.extend(out.first().cloned()),
            Bug::LeakyOfferOrder if state.deck.last().is_some_and(|card| card % 2 == 0) => out.reverse(),
            _ => {}
        }
    }

    fn act(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Move,
        step: &mut StepContext,
    ) -> Result<(), Refusal> {
        if self.is(Bug::PanicsOnStranger)
            && let Move::Play { card } = action
        {
            state.hands[state.next].iter().position(|own| own == card).expect("the card is in the hand");
        }
        if let Err(refusal) = self.allows(state, seat, action) {
            while self.is(Bug::Loops) {
                std::thread::yield_now();
            }
            if self.is(Bug::ChangesOnRefusal) {
                state.extra.attempts += 1;
            }
            return Err(if self.is(Bug::RefusesWithoutReason) { Refusal::new("") } else { refusal });
        }
        match action {
            Move::Play { card } => {
                state.hands[seat.index()].retain(|own| own != card);
                let higher = state.pile.last().is_none_or(|&top| rank(*card) > rank(top));
                state.scores[seat.index()] += i32::from(higher);
                state.pile.push(*card);
                let sound = if self.is(Bug::UnknownSound) { "plays" } else { "play" };
                step.tell(|| {
                    Event::new("tricks-played").arg("who", seat).arg("card", face(*card)).sound(sound)
                });
                if self.is(Bug::Hint) {
                    state.extra.hint = state.deck.last().map(|card| card % 2);
                }
            }
            Move::Wait {} => {
                step.tell(|| Event::new("tricks-waits").arg("who", seat));
                state.extra.waits += u32::from(self.is(Bug::WaitsForEver));
                state.next = (state.next + 1) % state.hands.len();
                return Ok(());
            }
            Move::Compose {} => {
                state.extra.composed[seat.index()] = state.turns + 1;
                if self.is(Bug::ConcealsTooMuch) {
                    state.extra.attempts += 1;
                }
                if !self.is(Bug::PublicComposing) {
                    step.conceal();
                }
                return Ok(());
            }
            Move::Draw {} => {
                let top = state.deck.len() - 1;
                let card = match self.bug {
                    Bug::PeeksAtLuck => state.deck.remove(step.luck.clone().below(top as u64 + 1) as usize),
                    _ => state.deck.remove(top),
                };
                let remembered = state.extra.remembered.take().filter(|_| self.is(Bug::RemembersTruth));
                let card = remembered.and_then(|deck| deck.last().copied()).unwrap_or(card);
                state.extra.ids.pop();
                let hand = &mut state.hands[seat.index()];
                hand.push(card);
                hand.sort_unstable();
                let private = Event::new("tricks-you-drew").arg("card", face(card));
                let leaky = self.is(Bug::LeakyEvent);
                step.tell(|| if leaky { private } else { private.only(seat) });
                step.tell(|| Event::new("tricks-drew").arg("who", seat).except(seat));
            }
        }
        match self.bug {
            Bug::UnsteadyAct => state.scores[0] += COUNTER.fetch_add(1, Relaxed) as i32 % 5,
            Bug::ThreadBound => state.scores[0] += THREAD.get() as i32,
            Bug::SharedFork => {
                state.extra.shared.fetch_add(1, Relaxed);
            }
            _ => {}
        }
        state.turns += 1;
        let covered = state.deck.last().map_or(0, |card| card % 2);
        if self.is(Bug::SecretClock) {
            state.extra.clock += u32::from(covered);
        }
        if !(self.is(Bug::SecretTurn) && covered == 1) {
            state.next = (state.next + 1) % state.hands.len();
        }
        if state.deck.is_empty() && state.pile.len() > 1 {
            state.phase = Phase::Shuffle;
        }
        Ok(())
    }

    fn proceed(&self, state: &mut State, step: &mut StepContext) {
        if state.phase == Phase::Shuffle {
            let top = state.pile.pop();
            state.deck = std::mem::take(&mut state.pile);
            state.pile.extend(top);
            step.tell(|| Event::new("tricks-shuffled"));
        } else {
            step.tell(|| Event::new("tricks-dealt"));
        }
        if self.is(Bug::IgnoresLuck) {
            step.luck.below(6);
            state.deck.rotate_left(1);
        } else {
            step.luck.shuffle(&mut state.deck);
        }
        if state.phase == Phase::Deal {
            if self.is(Bug::StaleDeal) {
                state.extra.dealt = state.deck.clone();
            }
            for hand in &mut state.hands {
                *hand = state.deck.split_off(state.deck.len() - 3);
                hand.sort_unstable();
            }
        }
        state.extra.ids = self.deck_ids(&state.deck, step);
        state.phase = Phase::Play;
    }

    fn scene(&self, state: &State, viewer: Viewer, scene: &mut Scene) {
        scene.banner(match self.turn(state) {
            Turn::Over(_) => Text::new("tricks-over"),
            _ => Text::new("tricks-turn").arg("who", Seat::new(state.next)),
        });
        scene.area("deck", Area::pile().title(Text::new("tricks-deck")));
        for (slot, &card) in state.deck.iter().enumerate() {
            let piece = match viewer {
                Viewer::All => card_piece("deck".into(), slot, card),
                _ => Piece::slot("deck", slot, "back"),
            };
            let tell = self.is(Bug::LeakyBack) && slot + 1 == state.deck.len() && rank(card) == 1;
            let piece = if tell { piece.tag("low") } else { piece };
            match state.extra.ids.get(slot) {
                Some(id) => scene.piece(id.clone(), piece),
                None => scene.piece(format!("deck-{slot}"), piece),
            }
        }
        scene.area("pile", Area::pile().title(Text::new("tricks-pile")));
        for (slot, &card) in state.pile.iter().enumerate() {
            scene.piece(format!("card-{card}"), card_piece("pile".into(), slot, card));
        }
        for seat in Seat::all(state.hands.len()) {
            let area = Id::from(format!("hand-{seat}"));
            let seen = viewer == Viewer::All || viewer == Viewer::Seat(seat);
            let title = if seen || self.is(Bug::LeaksMotto) {
                Text::new("tricks-hand").arg("motto", state.mottos[seat.index()].as_str())
            } else {
                Text::new("tricks-hand-of").arg("who", seat)
            };
            scene.area(area.clone(), Area::fan().owner(seat).title(title));
            for (slot, &card) in state.hands[seat.index()].iter().enumerate() {
                match seen {
                    true => scene.piece(format!("card-{card}"), card_piece(area.clone(), slot, card)),
                    false => scene.piece(format!("{area}-{slot}"), Piece::slot(area.clone(), slot, "back")),
                }
            }
            let panel = scene.seat(seat).score(i64::from(state.scores[seat.index()]));
            if seen && state.extra.composed[seat.index()] > 0 {
                panel.line("composed", Text::new("tricks-hint"), state.extra.composed[seat.index()]);
            }
            if self.is(Bug::ConcealsTooMuch) {
                panel.line("attempts", Text::new("tricks-hint"), state.extra.attempts);
            }
            if self.is(Bug::LeakyScene) {
                let lowest = state.hands[seat.index()].first().copied().unwrap_or(0);
                panel.line("lowest", Text::new("tricks-hint"), lowest);
            }
            if let Some(hint) = state.extra.hint {
                panel.line("hint", Text::new("tricks-hint"), hint);
            }
        }
        match self.bug {
            Bug::UnsteadyScene => {
                let n = i64::from(COUNTER.fetch_add(1, Relaxed));
                scene.banner(Text::new("tricks-over").arg("n", n));
            }
            Bug::UnknownLook => scene.piece("extra", Piece::slot("deck", 99, "dragon")),
            Bug::BadKey => scene.area("deck", Area::pile().title(Text::new("TricksBad"))),
            Bug::UnknownColour => {
                scene.piece("extra", Piece::slot("deck", 99, "back").colour("bleu", "circle"));
            }
            Bug::UnknownShape => {
                scene.piece("extra", Piece::slot("deck", 99, "back").colour("blue", "hexagone"));
            }
            Bug::UnknownIcon => {
                scene.seat(Seat::new(0)).badge("cards", Badge::new(1, Text::new("tricks-hint")).icon("card"));
            }
            Bug::PieceNowhere => scene.piece("extra", Piece::slot("nowhere", 0, "back")),
            _ => {}
        }
    }

    fn gesture(&self, state: &State, seat: Seat, action: &Move) -> Gesture {
        let first = state.hands[seat.index()].first();
        match action {
            Move::Play { card } if Some(card) == first && self.is(Bug::GesturePrefix) => {
                Gesture::area("deck").then_piece(format!("card-{card}"))
            }
            Move::Play { card } if Some(card) == first && self.is(Bug::GestureUnseen) => {
                Gesture::piece("card-99")
            }
            Move::Play { card } if *card == 3 && self.is(Bug::GesturePanics) => panic!("no gesture for this"),
            Move::Play { .. } if self.is(Bug::GestureTwice) => Gesture::area("pile"),
            Move::Play { card } => Gesture::piece(format!("card-{card}")),
            Move::Draw {} if self.is(Bug::ButtonWithoutLabel) => {
                let mut gesture = Gesture::area("deck");
                gesture.picks = vec![(Pick::Button("draw".into()), None)];
                gesture
            }
            Move::Draw {} => Gesture::area("deck"),
            Move::Wait {} => Gesture::button("wait", Text::new("tricks-wait")),
            Move::Compose {} => Gesture::button("compose", Text::new("tricks-wait")),
        }
    }

    fn fallback(&self, state: &State, seat: Seat, luck: &mut Luck) -> Option<Move> {
        if self.is(Bug::FallbackIllegal) {
            return Some(Move::Play { card: 99 });
        }
        let mut actions = Vec::new();
        self.actions(state, seat, &mut actions);
        luck.choose(&actions).cloned()
    }

    fn candidates(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        match self.bug {
            Bug::NoCandidate => {}
            Bug::CandidateIllegal => out.push(Move::Play { card: 99 }),
            _ => self.actions(state, seat, out),
        }
    }

    fn terms(&self, _: &Value, _: &mut Terms) -> Result<(), Refusal> {
        if self.is(Bug::TermsRefuse) { Err(Refusal::new("tricks-full")) } else { Ok(()) }
    }

    fn retire(&self, state: &mut State, seat: Seat, _: Retirement, _: &mut StepContext) -> bool {
        if self.is(Bug::RetireChanges) {
            state.scores[seat.index()] -= 1;
            return false;
        }
        state.retired = Some(seat);
        true
    }

    fn resample(&self, state: &mut State, viewer: Viewer, luck: &mut Luck) {
        let nothing = self.is(Bug::ResamplesNothing)
            || (self.is(Bug::ResamplesNothingForPublic) && viewer == Viewer::Public);
        if viewer == Viewer::All || nothing {
            return;
        }
        for (seat, composed) in state.extra.composed.iter_mut().enumerate() {
            if viewer != Viewer::Seat(Seat::new(seat)) {
                *composed = 0;
            }
        }
        assert!(!self.is(Bug::ResamplePanics) || state.turns < 3, "cannot resample");
        let before = (state.deck.clone(), state.hands.clone());
        let hidden = |seat: usize| self.is(Bug::ForgetsKnowledge) || viewer != Viewer::Seat(Seat::new(seat));
        let mut pool = state.deck.clone();
        for (seat, hand) in state.hands.iter().enumerate() {
            if hidden(seat) {
                pool.extend(hand);
            }
        }
        pool.sort_unstable();
        if self.is(Bug::InventsCard) && pool.len() > 1 {
            pool[0] = pool[1];
        }
        luck.shuffle(&mut pool);
        for card in &mut state.deck {
            *card = pool.pop().unwrap();
        }
        for (seat, hand) in state.hands.iter_mut().enumerate() {
            if hidden(seat) {
                hand.iter_mut().for_each(|card| *card = pool.pop().unwrap());
                hand.sort_unstable();
            }
        }
        match self.bug {
            Bug::ReplaysTruth => state.extra.truth = Some(before),
            Bug::RemembersTruth => state.extra.remembered = Some(before.0),
            _ => {}
        }
    }

    fn estimate(&self, _: &State, _: Seat) -> f32 {
        0.0
    }

    fn turn_number(&self, state: &State) -> Option<u32> {
        self.is(Bug::SecretClock).then_some(state.turns + state.extra.clock)
    }

    fn round_number(&self, state: &State) -> Option<u32> {
        (!self.is(Bug::LosesRounds)).then(|| state.turns / state.hands.len() as u32 + 1)
    }

    fn check_content(&self, kind: &str, _: &Value) -> Vec<ContentFault> {
        parlor_kit::content::unknown_kind(kind)
    }

    fn position(&self, _: &State) -> Option<u64> {
        None
    }

    fn save(&self, state: &State) -> Vec<u8> {
        let mut json = serde_json::to_value(state).unwrap();
        match self.bug {
            Bug::ForgetsField => json["scores"] = json!(vec![0; state.scores.len()]),
            Bug::UnsteadySave => json["turns"] = json!(COUNTER.fetch_add(1, Relaxed)),
            _ => {}
        }
        serde_json::to_vec(&json).unwrap()
    }

    fn load(&self, bytes: &[u8]) -> Result<State, Refusal> {
        let mut state: State = serde_json::from_slice(bytes)
            .map_err(|error| Refusal::new("state-invalid").arg("reason", error.to_string()))?;
        if self.is(Bug::LoadFails) && state.turns > 4 {
            return Err(Refusal::new("state-invalid").arg("reason", "too late"));
        }
        if let Some((deck, hands)) = state.extra.truth.take() {
            (state.deck, state.hands) = (deck, hands);
        }
        Ok(state)
    }

    fn read_action(&self, json: &Value) -> Result<Move, Refusal> {
        let mut json = json.clone();
        match self.bug {
            Bug::UnknownFields => {
                if let Some(fields) = json.as_object_mut() {
                    fields.retain(|name, _| name == "do" || name == "card");
                }
            }
            Bug::WrongTypes if json["card"].is_string() => json["card"] = json!(0),
            _ => {}
        }
        let action = serde_json::from_value(json).map_err(|error| {
            Refusal::new("action-invalid").arg("place", "?").arg("reason", error.to_string())
        })?;
        Ok(match action {
            Move::Play { card } if self.is(Bug::LossyJson) => Move::Play { card: card | 1 },
            action => action,
        })
    }

    fn write_action(&self, action: &Move) -> Value {
        serde_json::to_value(action).unwrap()
    }
}

impl Tricks {
    fn can_compose(&self, state: &State, seat: Seat) -> bool {
        matches!(self.bug, Bug::PublicComposing | Bug::ConcealedComposing | Bug::ConcealsTooMuch)
            && state.extra.composed[seat.index()] != state.turns + 1
    }

    fn can_wait(&self) -> bool {
        matches!(self.bug, Bug::WaitsForEver | Bug::GoesRound)
    }

    /// Ids for the cards of a new deck, where they do not just name places; made once and kept, so that `resample`
    /// leaves them as they are.
    fn deck_ids(&self, deck: &[u8], step: &mut StepContext) -> Vec<String> {
        let number = |slot: usize, card: u8| -> Option<String> {
            let place = slot + 1;
            Some(match self.bug {
                Bug::LinkableIds => format!("deck-{card}"),
                Bug::IdsNameFaces => format!("{}-{place}", suit(card)),
                Bug::IdsFromRankAndPlace => format!("deck-{}", usize::from(rank(card)) * 17 + place),
                _ => return None,
            })
        };
        if self.is(Bug::IdsInOrderOfInsertion) {
            // Cards are made in the order of their ranks, and the count begins anywhere.
            let first = step.luck.below(1 << 40);
            let mut made = deck.to_vec();
            made.sort_unstable();
            let at = |card: &u8| made.iter().position(|other| other == card).unwrap_or(0) as u64;
            return deck.iter().map(|card| format!("deck-{}", first + at(card))).collect();
        }
        deck.iter().enumerate().filter_map(|(slot, card)| number(slot, *card)).collect()
    }

    fn allows(&self, state: &State, seat: Seat, action: &Move) -> Result<(), Refusal> {
        if !self.turn(state).seats().contains(seat) {
            return Err(Refusal::new("tricks-not-yours"));
        }
        if self.is(Bug::OffersNothing) && state.turns == 6 {
            return Err(Refusal::new("tricks-full"));
        }
        let hand = &state.hands[seat.index()];
        match action {
            Move::Play { card } if self.is(Bug::RefusesOffer) && rank(*card) == 5 => {
                Err(Refusal::new("tricks-full"))
            }
            Move::Play { card } if !hand.contains(card) => {
                let holder = state.hands.iter().position(|hand| hand.contains(card));
                let refusal = Refusal::new("tricks-no-card").arg("card", *card);
                match holder.filter(|_| self.is(Bug::LeakyRefusal)) {
                    Some(holder) => Err(refusal.arg("holder", Seat::new(holder))),
                    None => Err(refusal),
                }
            }
            Move::Compose {} if !self.can_compose(state, seat) => Err(Refusal::new("tricks-full")),
            Move::Wait {} if !self.can_wait() => Err(Refusal::new("tricks-full")),
            Move::Draw {} if state.deck.is_empty() => Err(Refusal::new("tricks-full")),
            Move::Draw {} if hand.len() >= 4 && !self.is(Bug::AcceptsStranger) => {
                Err(Refusal::new("tricks-full"))
            }
            _ => Ok(()),
        }
    }
}
