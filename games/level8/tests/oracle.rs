//! A second, slow implementation of Level 8, written from the rules as people read them. It shares nothing with
//! the game but the form in which states and actions are written, and says of each step what was legal and what
//! came of it.

use level8::{Action, Level8, Options};
use parlor_kit::{Game, Luck, Seat, StepContext, Turn};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const STANDARD: [&str; 8] = ["r3 r3", "s2 s2 s2 s2", "r4 r4", "r6 s2", "r7", "s2 s3 s3", "s3 g5", "s2 s3 s4"];
const HARD: [&str; 8] = ["r4 r4", "s2 s2 s2 s2", "r5 r5", "r7 s2", "r8", "s2 s3 s3", "s3 g6", "s2 s3 s4"];
const COLOURS: [&str; 6] = ["red", "orange", "yellow", "green", "blue", "violet"];

type Part = (char, usize);
type Cards = Vec<(String, u64)>;

/// The table as a saved state tells it.
#[derive(Clone)]
struct Table {
    saved: Value,
    zones: BTreeMap<String, Cards>,
}

fn faces(cards: &[(String, u64)]) -> Vec<String> {
    cards.iter().map(|(face, _)| face.clone()).collect()
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

fn number(face: &str) -> Option<i64> {
    face.trim_start_matches("J=").trim_start_matches(|c: char| c.is_alphabetic()).parse().ok()
}

fn colour(face: &str) -> Option<&'static str> {
    let word = face.strip_prefix("J=").unwrap_or(face);
    let letters: String = word.chars().take_while(|c| c.is_alphabetic()).collect();
    if ["", "J", "S"].contains(&letters.as_str()) {
        return None;
    }
    COLOURS.into_iter().find(|colour| colour.starts_with(&letters))
}

impl Table {
    fn of(game: &Level8) -> Table {
        let saved = serde_json::to_value(game).unwrap();
        let zones = saved["zones"]["zones"].as_array().unwrap().iter().map(|zone| {
            let cards = zone[1]["cards"].as_array().into_iter().flatten();
            let card =
                |card: &Value| (card["face"].as_str().unwrap().into(), card["handle"].as_u64().unwrap());
            (zone[1]["name"].as_str().unwrap().to_string(), cards.map(card).collect())
        });
        let zones = zones.collect();
        Table { saved, zones }
    }

    fn get(&self, name: &str) -> i64 {
        self.saved[name].as_i64().unwrap()
    }

    fn list(&self, name: &str) -> Vec<i64> {
        self.saved[name].as_array().into_iter().flatten().map(|n| n.as_i64().unwrap()).collect()
    }

    fn seats(&self) -> usize {
        self.list("levels").len()
    }

    fn zone(&self, name: &str) -> &Cards {
        static NONE: Cards = Vec::new();
        self.zones.get(name).unwrap_or(&NONE)
    }

    fn has(&self, name: String) -> bool {
        !self.zone(&name).is_empty()
    }

    fn most(&self) -> i64 {
        self.saved["orders"][0].as_array().unwrap().len() as i64
    }

    fn laid(&self, seat: usize) -> bool {
        self.list("laid").contains(&(seat as i64))
    }

    fn task(&self, seat: usize) -> Vec<Part> {
        let orders = self.saved["orders"].as_array().unwrap();
        let order = orders[seat % orders.len()].as_array().unwrap();
        let level = (self.list("levels")[seat] as usize).min(order.len() - 1);
        let tasks = if self.saved["hard"].as_bool().unwrap() { HARD } else { STANDARD };
        let words = tasks[order[level].as_u64().unwrap() as usize].split(' ');
        words.map(|word| (word.chars().next().unwrap(), word[1..].parse().unwrap())).collect()
    }

    /// The cards that lie in a part of the level being composed.
    fn composed(&self, seat: usize, part: usize) -> Vec<u64> {
        let cards = self.saved["trays"][seat]["cards"].as_array().into_iter().flatten();
        let own = cards.filter(|entry| entry[1].as_u64() == Some(part as u64));
        own.map(|entry| entry[0].as_u64().unwrap()).collect()
    }

    fn face(&self, seat: usize, card: u64) -> &str {
        let hand = self.zone(&format!("hand-{seat}"));
        &hand.iter().find(|(_, handle)| *handle == card).expect("the card is in the hand").0
    }

    /// What a part can stand for with these cards in it.
    fn meanings(part: Part, cards: &[&str]) -> Vec<Value> {
        let (kind, size) = part;
        let plain: Vec<&&str> = cards.iter().filter(|face| **face != "J").collect();
        if cards.contains(&"S") || cards.len() > size {
            return Vec::new();
        }
        if kind == 'g' {
            let fits = |name: &&&str| plain.iter().all(|face| colour(face) == Some(**name));
            return COLOURS.iter().filter(fits).map(|name| json!(name)).collect();
        }
        let length = if kind == 'r' { size as i64 } else { 1 };
        let fits = |low: &i64| {
            let numbers: Vec<i64> = plain.iter().map(|face| number(face).unwrap()).collect();
            let inside = numbers.iter().all(|n| (*low..*low + length).contains(n));
            let once = kind == 's' || numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len();
            inside && once
        };
        (1..=16 - length).filter(fits).map(|low| json!(low.to_string())).collect()
    }

    /// What a complete part stands for, as chosen or because nothing else is possible.
    fn meaning(&self, seat: usize, part: usize) -> Option<Value> {
        let all = self.possible(seat, part)?;
        match self.chosen(seat, part) {
            Some(chosen) => Some(chosen),
            None if all.len() == 1 => all.into_iter().next(),
            None => None,
        }
    }

    fn chosen(&self, seat: usize, part: usize) -> Option<Value> {
        let chosen = self.saved["trays"][seat]["chosen"].as_array()?;
        let found = chosen.iter().find(|entry| entry[0].as_u64() == Some(part as u64))?;
        Some(found[1].clone())
    }

    fn possible(&self, seat: usize, part: usize) -> Option<Vec<Value>> {
        let kind = self.task(seat)[part];
        let cards = self.composed(seat, part);
        let cards: Vec<&str> = cards.iter().map(|card| self.face(seat, *card)).collect();
        (cards.len() == kind.1).then(|| Table::meanings(kind, &cards))
    }

    fn is_composed(&self, seat: usize) -> bool {
        (0..self.task(seat).len()).all(|part| self.meaning(seat, part).is_some())
    }

    /// Whether the hand contains the level, by trying every card for every place.
    fn contains(task: &[Part], hand: &[String]) -> bool {
        let Some((&(kind, size), others)) = task.split_first() else { return true };
        let wanted: Vec<Vec<Box<dyn Fn(&str) -> bool>>> = if kind == 'g' {
            let of = |name: &'static str| -> Vec<Box<dyn Fn(&str) -> bool>> {
                (0..size).map(|_| Box::new(move |face: &str| colour(face) == Some(name)) as _).collect()
            };
            COLOURS.into_iter().map(of).collect()
        } else {
            let length = if kind == 'r' { size as i64 } else { 1 };
            let of = |low: i64| -> Vec<Box<dyn Fn(&str) -> bool>> {
                let place = move |i: usize| if kind == 'r' { low + i as i64 } else { low };
                (0..size).map(|i| Box::new(move |face: &str| number(face) == Some(place(i))) as _).collect()
            };
            (1..=16 - length).map(of).collect()
        };
        wanted.iter().any(|places| Table::fill(places, others, hand))
    }

    fn fill(places: &[Box<dyn Fn(&str) -> bool>], others: &[Part], hand: &[String]) -> bool {
        let Some((fits, rest)) = places.split_first() else { return Table::contains(others, hand) };
        let without = |at: usize| {
            let mut hand = hand.to_vec();
            hand.remove(at);
            Table::fill(rest, others, &hand)
        };
        // Of cards that fit alike only their colours differ, which a later group may need.
        let groups = others.iter().any(|part| part.0 == 'g');
        let cards: Vec<usize> = (0..hand.len()).filter(|&at| hand[at] != "J" && fits(&hand[at])).collect();
        let joker = hand.iter().position(|face| face == "J");
        match cards.first() {
            Some(&at) if !groups => without(at),
            _ => cards.into_iter().any(without) || joker.is_some_and(without),
        }
    }

    /// Whether the table goes on by itself, and how.
    fn by_itself(&self) -> Option<&'static str> {
        let phase = self.saved["phase"].as_str()?;
        let discards =
            |least: usize| (0..self.seats()).any(|s| self.zone(&format!("discard-{s}")).len() >= least);
        let empty = self.zone("draw").is_empty();
        match phase {
            "deal" => Some("deal"),
            _ if empty && (self.has("under".into()) || discards(2)) => Some("pile"),
            "take" if self.get("turns") >= 40 * self.seats() as i64 => Some("end"),
            "take" if self.has(format!("skip-{}", self.get("next"))) => Some("miss"),
            "take" if empty && !discards(1) => Some("end"),
            _ => None,
        }
    }

    /// Every legal action, as it is written.
    fn legal(&self) -> BTreeSet<String> {
        let seat = self.get("next") as usize;
        let others = (0..self.seats()).filter(|&other| other != seat);
        let mut legal = BTreeSet::new();
        let mut may = |action: Value| assert!(legal.insert(action.to_string()), "once: {action}");
        if self.saved["phase"] == "take" {
            if self.has("draw".into()) {
                may(json!({ "take": "draw" }));
            }
            (0..self.seats())
                .filter(|s| self.has(format!("discard-{s}")))
                .for_each(|s| may(json!({ "take": { "discard": s } })));
            return legal;
        }
        let hand = self.zone(&format!("hand-{seat}"));
        for (face, card) in hand {
            may(json!({ "discard": { "card": card } }));
            if face == "S" {
                for victim in others.clone().filter(|other| !self.has(format!("skip-{other}"))) {
                    may(json!({ "skip": { "card": card, "victim": victim } }));
                }
            }
        }
        if self.laid(seat) {
            for (face, card) in hand.iter().filter(|_| hand.len() > 1) {
                for row in (0..self.seats()).filter(|&owner| self.laid(owner)) {
                    for part in 0..self.task(row).len() {
                        for end in self.fitting(row, part, face) {
                            let place = json!({ "seat": row, "part": part });
                            may(json!({ "add": { "card": card, "row": place, "end": end } }));
                        }
                    }
                }
            }
            return legal;
        }
        let task = self.task(seat);
        let spent = self.saved["trays"][seat]["take_backs"].as_u64().unwrap_or(0) >= 20;
        for (face, card) in hand {
            let lies = (0..task.len()).find(|&part| self.composed(seat, part).contains(card));
            if lies.is_some() && spent {
                continue;
            }
            if lies.is_some() {
                may(json!({ "back": { "card": card } }));
            }
            for part in (0..task.len()).filter(|part| lies != Some(*part)) {
                let inside = self.composed(seat, part);
                let mut cards: Vec<&str> = inside.iter().map(|card| self.face(seat, *card)).collect();
                cards.push(face);
                if !Table::meanings(task[part], &cards).is_empty() {
                    may(json!({ "put": { "card": card, "part": part } }));
                }
            }
        }
        for part in (0..task.len()).filter(|&part| self.chosen(seat, part).is_none()) {
            let all = self.possible(seat, part).filter(|all| all.len() > 1);
            all.into_iter().flatten().for_each(|m| may(json!({ "mean": { "part": part, "meaning": m } })));
        }
        let takes: usize = task.iter().map(|part| part.1).sum();
        match self.is_composed(seat) {
            true if hand.len() > takes => may(json!("lay-out")),
            false if Table::contains(&task, &faces(hand)) => may(json!("suggest")),
            _ => {}
        }
        legal
    }

    /// The ends of a row at which a card fits.
    fn fitting(&self, owner: usize, part: usize, face: &str) -> Vec<&'static str> {
        let row = self.zone(&format!("row-{owner}-{part}"));
        let (first, last) = (&row[0].0, &row[row.len() - 1].0);
        let kind = self.task(owner)[part].0;
        if face == "S" {
            return Vec::new();
        }
        if kind != 'r' {
            let alike =
                if kind == 's' { number(face) == number(first) } else { colour(face) == colour(first) };
            return if face == "J" || alike { vec!["high"] } else { Vec::new() };
        }
        let (low, high) = (number(first).unwrap() - 1, number(last).unwrap() + 1);
        let fits = |n: i64| (1..=15).contains(&n) && (face == "J" || number(face) == Some(n));
        [("low", low), ("high", high)].into_iter().filter(|(_, n)| fits(*n)).map(|(end, _)| end).collect()
    }

    fn take_card(&mut self, zone: &str, card: u64) -> String {
        let cards = self.zones.get_mut(zone).unwrap();
        let at = cards.iter().position(|(_, handle)| *handle == card).unwrap();
        cards.remove(at).0
    }

    fn put_card(&mut self, zone: &str, face: String) {
        self.zones.entry(zone.to_string()).or_default().push((face, 0));
    }

    fn end_turn(&mut self) {
        self.saved["turns"] = json!(self.get("turns") + 1);
        self.saved["next"] = json!((self.get("next") + 1) % self.seats() as i64);
        self.saved["phase"] = json!("take");
    }

    fn end_hand(&mut self, by: Option<usize>) {
        let most = self.most();
        let mut levels = self.list("levels");
        for (seat, level) in levels.iter_mut().enumerate() {
            let steps = if by == Some(seat) { 2 } else { i64::from(self.laid(seat)) };
            *level = most.min(*level + steps);
        }
        let phase = match () {
            () if levels.contains(&most) => json!({ "over": "last-card" }),
            () if self.get("hands") >= 40 => json!({ "over": "most-hands" }),
            () => json!("deal"),
        };
        self.saved["levels"] = json!(levels);
        self.saved["phase"] = phase;
        self.saved["dealer"] = json!((self.get("dealer") + 1) % self.seats() as i64);
    }

    /// What becomes of the table when this action is done.
    fn after(&self, action: &Value) -> Table {
        let mut next = self.clone();
        let seat = self.get("next") as usize;
        let hand = format!("hand-{seat}");
        let card = |value: &Value| value["card"].as_u64().unwrap();
        if *action == json!("lay-out") {
            for (part, (kind, size)) in self.task(seat).into_iter().enumerate() {
                let meaning = self.meaning(seat, part).unwrap();
                let meaning = meaning.as_str().unwrap();
                let cards: Vec<String> =
                    self.composed(seat, part).into_iter().map(|card| next.take_card(&hand, card)).collect();
                let row = format!("row-{seat}-{part}");
                if kind == 'r' {
                    let low: i64 = meaning.parse().unwrap();
                    for n in low..low + size as i64 {
                        let own = cards.iter().find(|face| *face != "J" && number(face) == Some(n));
                        next.put_card(&row, own.cloned().unwrap_or(format!("J={n}")));
                    }
                } else {
                    cards.into_iter().for_each(|face| {
                        next.put_card(&row, if face == "J" { format!("J={meaning}") } else { face });
                    });
                }
            }
            let mut laid = self.list("laid");
            laid.push(seat as i64);
            laid.sort_unstable();
            next.saved["laid"] = json!(laid);
            if self.list("levels")[seat] + 1 == self.most() {
                next.saved["levels"][seat] = json!(self.most());
                next.saved["phase"] = json!({ "over": "last-level" });
            }
        } else if let Some(from) = action.get("take") {
            let from = from.get("discard").map_or("draw".to_string(), |pile| format!("discard-{pile}"));
            let face = next.zones.get_mut(&from).unwrap().pop().unwrap().0;
            next.put_card(&hand, face);
            next.saved["phase"] = json!("play");
        } else if let Some(add) = action.get("add") {
            let (owner, part) = (add["row"]["seat"].as_u64().unwrap(), add["row"]["part"].as_u64().unwrap());
            let row = format!("row-{owner}-{part}");
            let mut face = next.take_card(&hand, card(add));
            let cards = next.zones.get_mut(&row).unwrap();
            let low = add["end"] == "low";
            if face == "J" {
                let (first, last) = (&cards[0].0, &cards[cards.len() - 1].0);
                face = match (self.task(owner as usize)[part as usize].0, low) {
                    ('r', true) => format!("J={}", number(first).unwrap() - 1),
                    ('r', false) => format!("J={}", number(last).unwrap() + 1),
                    ('s', _) => format!("J={}", number(first).unwrap()),
                    _ => format!("J={}", colour(first).unwrap()),
                };
            }
            cards.insert(if low { 0 } else { cards.len() }, (face, 0));
        } else if let Some(ends) = action.get("discard").or(action.get("skip")) {
            let face = next.take_card(&hand, card(ends));
            let to = ends.get("victim").map_or(format!("discard-{seat}"), |victim| format!("skip-{victim}"));
            next.put_card(&to, face);
            if next.zone(&hand).is_empty() { next.end_hand(Some(seat)) } else { next.end_turn() }
        }
        next
    }

    /// What becomes of the table when it goes on by itself; luck decides the order of new piles and hands.
    fn goes_on(&self, how: &str) -> Table {
        let mut next = self.clone();
        match how {
            "end" => next.end_hand(None),
            "miss" => {
                let skip = next.zones.get_mut(&format!("skip-{}", self.get("next"))).unwrap().pop().unwrap();
                next.put_card("under", skip.0);
                next.end_turn();
            }
            "pile" => {
                let mut pile = next.zones.insert("under".into(), Vec::new()).unwrap_or_default();
                for seat in 0..self.seats() {
                    let discards = next.zones.get_mut(&format!("discard-{seat}")).unwrap();
                    let top = discards.pop();
                    pile.append(discards);
                    discards.extend(top);
                }
                next.zones.insert("draw".into(), pile);
            }
            _ => {}
        }
        next
    }

    /// Everything but composing, in a form that can be compared; the order of hands and of the draw pile is
    /// left out.
    fn told(&self) -> String {
        let mut told = String::new();
        for (name, cards) in self.zones.iter().filter(|(_, cards)| !cards.is_empty()) {
            let ordered = !(name.starts_with("hand") || name == "draw" || name.starts_with("row"));
            let row = name.starts_with("row") && cards.iter().any(|(face, _)| number(face).is_none());
            let cards = if ordered || (name.starts_with("row") && !row) {
                faces(cards)
            } else {
                sorted(faces(cards))
            };
            told += &format!("{name}: {}\n", cards.join(" "));
        }
        let over = self.saved["phase"].is_object();
        let names = ["levels", "laid", "phase", "turns", "next", "dealer", "hands"];
        // After the end it does not matter whose turn it would be.
        let names = &names[..if over || self.saved["phase"] == "deal" { 3 } else { 7 }];
        names.iter().fold(told, |told, name| told + &format!("{name} {}\n", self.saved[*name]))
    }
}

fn check_deal(before: &Table, dealt: &Table) {
    let seats = dealt.seats();
    assert!((0..seats).all(|seat| dealt.zone(&format!("hand-{seat}")).len() == 10));
    let dealer = dealt.get("dealer");
    assert_eq!((dealer, dealt.get("hands")), (before.get("dealer"), before.get("hands") + 1));
    assert_eq!(dealt.get("next"), (dealer + 1) % seats as i64);
    let full: Vec<&String> =
        dealt.zones.iter().filter(|(_, cards)| !cards.is_empty()).map(|(name, _)| name).collect();
    let one = format!("discard-{dealer}");
    assert_eq!(full.len(), seats + 2, "{full:?}");
    assert_eq!((dealt.zone(&one).len(), dealt.zone("draw").len()), (1, 97 - 10 * seats));
    let all: Vec<String> = dealt.zones.values().flat_map(|cards| faces(cards)).collect();
    let mut deck: Vec<String> =
        COLOURS.iter().flat_map(|name| (1..=15).map(move |n| format!("{}{n}", &name[..1]))).collect();
    deck.extend(["J"; 5].map(String::from));
    deck.extend(["S"; 3].map(String::from));
    assert_eq!(sorted(all), sorted(deck));
    assert!(dealt.list("laid").is_empty());
}

/// Plays a game by chance and holds every step against the oracle.
fn play(seed: u64) {
    let mut luck = Luck::fast(seed);
    let seats = 2 + luck.below(5) as usize;
    let order = ["standard", "shuffled", "shuffled-each"][luck.below(3) as usize];
    let options = json!({ "levels": 2 + luck.below(3), "order": order, "hard": luck.below(3) == 0 });
    let options: Options = serde_json::from_value(options).unwrap();
    let mut game = Level8::new(&options, seats, &mut luck).unwrap();
    let mut step = StepContext::listening(luck.split());
    loop {
        let before = Table::of(&game);
        match game.turn() {
            Turn::Over(outcome) => {
                assert!(before.saved["phase"].is_object());
                let levels = before.list("levels");
                let best = levels.iter().max().unwrap();
                let won: Vec<usize> = (0..seats).filter(|&seat| levels[seat] == *best).collect();
                assert_eq!(outcome.winners().iter().map(Seat::index).collect::<Vec<_>>(), won);
                return;
            }
            Turn::Table => {
                let how =
                    before.by_itself().unwrap_or_else(|| panic!("seed {seed}: the game goes on by itself"));
                game.proceed(&mut step);
                let after = Table::of(&game);
                if how == "deal" {
                    check_deal(&before, &after);
                } else {
                    assert_eq!(before.goes_on(how).told(), after.told(), "seed {seed}: {how}");
                }
            }
            Turn::Act(who) => {
                assert_eq!(before.by_itself(), None, "seed {seed}");
                let seat = who.only().unwrap();
                assert_eq!(seat.index() as i64, before.get("next"));
                let mut actions = Vec::new();
                game.actions(seat, &mut actions);
                let found: Vec<String> =
                    actions.iter().map(|action| serde_json::to_value(action).unwrap().to_string()).collect();
                let found: BTreeSet<String> = found.into_iter().collect();
                assert_eq!(found, before.legal(), "seed {seed}: {}", before.told());
                let action = choose(&game, seat, &actions, &mut luck);
                let written = serde_json::to_value(action).unwrap();
                game.act(seat, &action, &mut step).unwrap();
                let after = Table::of(&game);
                assert_eq!(
                    before.after(&written).told(),
                    after.told(),
                    "seed {seed}: {written} {}",
                    before.told()
                );
                check_tray(&before, &after, seat.index(), &written);
            }
        }
    }
}

/// The choice of a player who mostly wants to get on, and sometimes does anything.
fn choose(game: &Level8, seat: Seat, actions: &[Action], luck: &mut Luck) -> Action {
    let mut good = Vec::new();
    game.candidates(seat, &mut good);
    let any = luck.below(4) == 0;
    *luck.choose(if any { actions } else { &good[..] }).unwrap()
}

/// What composing changes, and that a suggestion is a whole level.
fn check_tray(before: &Table, after: &Table, seat: usize, action: &Value) {
    let parts = before.task(seat).len();
    let inside =
        |table: &Table, part: usize| table.composed(seat, part).into_iter().collect::<BTreeSet<u64>>();
    let (kind, about) = match action {
        Value::Object(fields) => fields.iter().next().map(|(kind, about)| (kind.as_str(), about)).unwrap(),
        _ => (action.as_str().unwrap(), action),
    };
    for part in 0..parts {
        let mut wanted = inside(before, part);
        let card = about["card"].as_u64().unwrap_or_default();
        match kind {
            "suggest" => {
                assert!(after.meaning(seat, part).is_some(), "a suggestion is complete");
                let (all, one) = (after.possible(seat, part).unwrap(), after.meaning(seat, part).unwrap());
                assert!(all.contains(&one));
                continue;
            }
            "put" => {
                wanted.remove(&card);
                if about["part"].as_u64() == Some(part as u64) {
                    wanted.insert(card);
                }
            }
            "back" => drop(wanted.remove(&card)),
            "mean" => {
                if about["part"].as_u64() == Some(part as u64) {
                    assert_eq!(after.meaning(seat, part), Some(about["meaning"].clone()));
                }
            }
            _ => return,
        }
        assert_eq!(inside(after, part), wanted, "{action}");
    }
}

// L8-1 to L8-12
#[test]
fn a_second_implementation_agrees_on_every_step_of_a_hundred_games() {
    (0..100).for_each(play);
}

// L8-1 to L8-12
#[test]
#[ignore = "takes minutes"]
fn a_second_implementation_agrees_on_every_step_of_a_thousand_games() {
    (0..1_000).for_each(play);
}
