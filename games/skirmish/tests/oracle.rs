//! A second, slow implementation of what happens on the battlefield, written from the rules as people read them,
//! rule by rule and by their names. It shares nothing with the game but the form in which states and actions are
//! written.

use parlor_kit::{Game, Luck, Seat, StepContext, Turn};
use serde_json::{Value, json};
use skirmish::{Options, Skirmish};
use std::collections::BTreeSet;

const ROWS: [&str; 3] = ["close", "ranged", "support"];

/// A unit on the battlefield, with what is printed on its card.
#[derive(Clone, Debug)]
struct Unit {
    handle: u64,
    card: Value,
    rules: Vec<String>,
    owner: usize,
    morale: i64,
    points: i64,
    order: u64,
}

impl Unit {
    fn id(&self) -> &str {
        self.card["id"].as_str().unwrap()
    }

    fn printed(&self, name: &str) -> i64 {
        self.card[name].as_i64().unwrap()
    }

    fn strength(&self) -> i64 {
        (self.printed("strength") + self.morale).max(0)
    }

    fn carries(&self, rule: &str) -> bool {
        self.rules.iter().any(|own| own == rule)
    }

    fn construct(&self) -> bool {
        self.carries("gp001")
    }

    fn token(&self) -> bool {
        self.card["token"].as_bool().unwrap()
    }
}

/// The table as a saved state tells it.
#[derive(Clone)]
struct Table {
    saved: Value,
    /// The rows of both sides, from left to right.
    rows: [[Vec<Unit>; 3]; 2],
    weather: Vec<Unit>,
    discards: [Vec<String>; 2],
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_string()
}

impl Table {
    fn of(game: &Skirmish) -> Table {
        let saved = serde_json::to_value(game).unwrap();
        let mut table =
            Table { saved, rows: Default::default(), weather: Vec::new(), discards: Default::default() };
        for side in 0..2 {
            for (row, name) in ROWS.iter().enumerate() {
                table.rows[side][row] = table.units_in(&format!("{name}-{side}"));
            }
            let cards = table.cards(&format!("discard-{side}"));
            table.discards[side] = cards.iter().map(|card| text(&table.printed(card)["id"])).collect();
        }
        table.weather = table.units_in("weather");
        table
    }

    fn cards(&self, zone: &str) -> Vec<Value> {
        let zones = self.saved["zones"]["zones"].as_array().unwrap();
        let found = zones.iter().find(|entry| entry[1]["name"] == zone).unwrap();
        found[1]["cards"].as_array().cloned().unwrap_or_default()
    }

    /// The card of the files that a card on the table is.
    fn printed(&self, card: &Value) -> &Value {
        &self.saved["game_cards"]["cards"][card["face"]["card"].as_u64().unwrap() as usize]
    }

    fn rule(&self, at: &Value) -> &Value {
        &self.saved["game_cards"]["rules"][at.as_u64().unwrap() as usize]
    }

    fn rules(&self, list: &Value) -> Vec<String> {
        list.as_array().into_iter().flatten().map(|at| text(&self.rule(at)["id"])).collect()
    }

    fn cost(&self, rule: &str) -> i64 {
        let rules = self.saved["game_cards"]["rules"].as_array().unwrap();
        rules.iter().find(|other| other["id"] == rule).unwrap()["cost"].as_i64().unwrap_or(0)
    }

    fn units_in(&self, zone: &str) -> Vec<Unit> {
        let unit = |card: &Value| {
            let (printed, unit) = (self.printed(card), &card["face"]["unit"]);
            let mut rules = self.rules(&printed["rules"]);
            rules.extend(self.rules(&unit["granted"]));
            Unit {
                handle: card["handle"].as_u64().unwrap(),
                card: printed.clone(),
                rules,
                owner: unit["owner"].as_u64().unwrap() as usize,
                morale: unit["morale"].as_i64().unwrap(),
                points: unit["points"].as_i64().unwrap(),
                order: unit["order"].as_u64().unwrap(),
            }
        };
        self.cards(zone).iter().map(unit).collect()
    }

    fn number(&self, name: &str) -> i64 {
        self.saved[name].as_i64().unwrap()
    }

    fn next(&self) -> usize {
        self.number("next") as usize
    }

    fn all(&self) -> impl Iterator<Item = (usize, usize, usize, &Unit)> {
        let rows = (0..2).flat_map(move |side| (0..3).map(move |row| (side, row)));
        rows.flat_map(move |(side, row)| {
            self.rows[side][row].iter().enumerate().map(move |(at, unit)| (side, row, at, unit))
        })
    }

    fn place(&self, handle: u64) -> Option<(usize, usize, usize)> {
        self.all().find(|(.., unit)| unit.handle == handle).map(|(side, row, at, _)| (side, row, at))
    }

    fn unit(&self, handle: u64) -> Option<&Unit> {
        self.place(handle).map(|(side, row, at)| &self.rows[side][row][at])
    }

    fn unit_mut(&mut self, handle: u64) -> Option<&mut Unit> {
        let (side, row, at) = self.place(handle)?;
        Some(&mut self.rows[side][row][at])
    }

    fn awake(&self, unit: &Unit) -> bool {
        unit.strength() > 0 || (self.saved["zero_strength"] == "by-malus" && unit.morale >= 0)
    }

    /// Whether a passive rule of the unit holds.
    fn holds(&self, unit: &Unit, rule: &str) -> bool {
        self.awake(unit) && unit.carries(rule)
    }

    /// Whether nothing the source does has an effect on the unit at all.
    fn untouchable(&self, source: Option<&Unit>, unit: &Unit) -> bool {
        let Some(source) = source.filter(|source| source.handle != unit.handle) else { return false };
        let bold = source.morale > 0 || self.holds(source, "gp011");
        (self.holds(unit, "gp007") && source.construct())
            || (self.holds(unit, "gp010") && !source.construct() && !bold)
    }

    /// What remains of a change of morale.
    fn felt(&self, source: Option<&Unit>, unit: &Unit, amount: i64, used: bool) -> i64 {
        let (side, row, at) = self.place(unit.handle).unwrap();
        let neighbours = [at.checked_sub(1), Some(at + 1)];
        let mut beside = neighbours.into_iter().flatten().filter_map(|at| self.rows[side][row].get(at));
        let civilian = self.holds(unit, "gp002");
        let immune = if amount > 0 {
            civilian || self.holds(unit, "gp001")
        } else {
            let pierces = source.is_some_and(|source| self.holds(source, "gp008"));
            let inspired = !unit.construct() && beside.any(|other| self.holds(other, "mp002"));
            civilian || inspired || (self.holds(unit, "gp004") && !pierces)
        };
        if immune || self.untouchable(source, unit) {
            return 0;
        }
        let mut amount = amount;
        if amount < 0 && self.holds(unit, "mp001") {
            amount *= 2;
        }
        let wrecks = source.is_some_and(|source| self.holds(source, "mp003"));
        if amount < 0 && used && wrecks && unit.construct() {
            amount *= 2;
        }
        if amount > 0 && self.holds(unit, "mp005") {
            amount *= 2;
        }
        amount
    }

    /// Changes the morale of units at once: what each feels is settled before any of them changes.
    fn sway(&mut self, source: Option<u64>, units: &[u64], amount: i64, used: bool) {
        let by = source.and_then(|source| self.unit(source));
        let felt: Vec<i64> = units
            .iter()
            .map(|unit| self.unit(*unit).map_or(0, |unit| self.felt(by, unit, amount, used)))
            .collect();
        for (unit, amount) in units.iter().zip(felt).filter(|(_, amount)| *amount != 0) {
            let Some(unit) = self.unit_mut(*unit) else { continue };
            let lowest = unit.morale.min(-unit.printed("strength"));
            unit.morale = (unit.morale + amount).max(lowest);
            if unit.construct() && unit.strength() == 0 {
                let handle = unit.handle;
                self.leave(handle);
            }
        }
    }

    /// A unit leaves the battlefield: to its owner's discards, or as a token for good.
    fn leave(&mut self, handle: u64) {
        let Some((side, row, at)) = self.place(handle) else { return };
        let unit = self.rows[side][row].remove(at);
        if !unit.token() {
            self.discards[unit.owner].push(unit.id().to_string());
        }
    }

    /// Which side, row and material a rule aims at, what kind of thing it does, and how often.
    fn aims(rule: &str) -> Option<(&'static str, Option<usize>, &'static str, &'static str)> {
        Some(match rule {
            "ma002" => ("foe", Some(0), "any", "malus"),
            "ma012" => ("foe", Some(0), "any", "malus"),
            "ma010" => ("foe", Some(1), "any", "malus"),
            "ma003" => ("foe", Some(2), "any", "malus"),
            "ma016" | "ma006" | "ma007" => ("foe", None, "any", "malus"),
            "aa001" | "ma014" | "ga002" => ("foe", None, "any", "other"),
            "ma001" | "ma013" | "ma015" => ("own", None, "creature", "other"),
            "ma008" | "ma009" => ("own", None, "construct", "other"),
            "ma005" => ("own", Some(0), "any", "bonus"),
            "ma017" | "ma018" | "ma019" => ("own", None, "any", "bonus"),
            "ma004" => ("own", None, "any", "bonus"),
            "ma011" | "ta001" | "ta002" => ("own", None, "any", "other"),
            _ => return None,
        })
    }

    /// Whether a rule of the actor can be aimed at a unit; the second way of a battle plan gives points.
    fn reaches(&self, actor: &Unit, rule: &str, mode: u64, handle: u64) -> bool {
        let Some((side, row, of, what)) = Table::aims(rule) else { return false };
        let Some((on, in_row, _)) = self.place(handle) else { return false };
        let unit = self.unit(handle).unwrap();
        let meant = (on == actor.owner) == (side == "own")
            && row.is_none_or(|row| row == in_row)
            && (of == "any" || unit.construct() == (of == "construct"))
            && !(rule == "ma011" && unit.handle == actor.handle)
            && !(rule == "ga002" && self.rows[on][in_row].len() < 2)
            && unit.printed("level") <= actor.printed("level");
        let felt = match what {
            _ if mode == 1 => !self.untouchable(Some(actor), unit),
            "malus" => self.felt(Some(actor), unit, -1, true) != 0,
            "bonus" => self.felt(Some(actor), unit, 1, true) != 0,
            _ => !self.untouchable(Some(actor), unit),
        };
        meant && felt
    }

    fn unseen(&self, card: &Value, seat: usize) -> bool {
        let known = card["known"].as_str().unwrap_or("");
        known != "*" && !known.contains(&seat.to_string())
    }

    /// The units in a player's discards that a healer of this level can bring back.
    fn revivable(&self, seat: usize, level: i64) -> BTreeSet<String> {
        let cards = self.saved["game_cards"]["cards"].as_array().unwrap();
        let fits = |id: &&String| {
            let card = cards.iter().find(|card| card["id"] == **id).unwrap();
            let weather = card["rows"][0] == "weather";
            let construct = self.rules(&card["rules"]).iter().any(|rule| rule == "gp001");
            !weather && !construct && card["level"].as_i64().unwrap() <= level
        };
        self.discards[seat].iter().filter(fits).cloned().collect()
    }

    /// Every legal use of a rule by a player's units.
    fn uses(&self, seat: usize) -> BTreeSet<String> {
        let mut uses = BTreeSet::new();
        let count = |zone: String| self.cards(&zone).len();
        if count(format!("hand-{seat}")) == 0 || self.number("uses") >= 20 {
            return uses;
        }
        for (.., unit) in self.all().filter(|(.., unit)| unit.owner == seat && self.awake(unit)) {
            for rule in unit.rules.iter().filter(|rule| unit.points >= self.cost(rule)) {
                let mut may = |mode: u64, aim: Value| {
                    let of = json!({ "unit": unit.handle, "rule": rule, "mode": mode, "aim": aim });
                    uses.insert(json!({ "use": of }).to_string());
                };
                let reaches = |handle: u64| self.reaches(unit, rule, 0, handle);
                let other = 1 - seat;
                match rule.as_str() {
                    "ma004" => {
                        for (mode, row) in (0..2).flat_map(|mode| (0..3).map(move |row| (mode, row))) {
                            let mut there = self.rows[seat][row].iter();
                            if there.any(|aimed| self.reaches(unit, rule, mode, aimed.handle)) {
                                may(mode, json!({ "row": ROWS[row] }));
                            }
                        }
                    }
                    "ma006" => {
                        for row in self.rows.iter().flatten() {
                            for (first, aimed) in row.iter().enumerate() {
                                for last in first..row.len().min(first + 3) {
                                    if reaches(aimed.handle) && reaches(row[last].handle) {
                                        let run = json!({ "first": aimed.handle, "count": last - first + 1 });
                                        may(0, json!({ "run": run }));
                                    }
                                }
                            }
                        }
                    }
                    _ if Table::aims(rule).is_some() => {
                        let aimed =
                            self.all().map(|(.., aimed)| aimed.handle).filter(|&aimed| reaches(aimed));
                        aimed.for_each(|aimed| may(0, json!({ "unit": aimed })));
                    }
                    _ => {
                        let possible = match rule.as_str() {
                            "ga001" => count(format!("draw-{seat}")) > 0,
                            "sa001" => self
                                .cards(&format!("hand-{other}"))
                                .iter()
                                .any(|card| self.unseen(card, seat)),
                            "sa002" => count(format!("hand-{other}")) > 0,
                            "ca001" | "ca002" | "ca003" | "ca004" | "ca005" | "ca006" | "ca007" => true,
                            "ca008" => !self.revivable(seat, unit.printed("level")).is_empty(),
                            "ca009" => count("neutral".into()) > 0,
                            "ca010" => {
                                self.cards("neutral").last().is_some_and(|card| self.unseen(card, seat))
                            }
                            _ => false,
                        };
                        if possible {
                            may(0, json!("nobody"));
                        }
                    }
                }
            }
        }
        uses
    }

    /// Every legal action of the player whose turn it is, where nothing else is to be chosen first.
    fn legal(&self) -> BTreeSet<String> {
        let seat = self.next();
        let mut legal = self.uses(seat);
        let played = &self.saved["played"];
        let mut may = |action: Value| drop(legal.insert(action.to_string()));
        if let Some(row) = played[1].as_str().and_then(|row| ROWS.iter().position(|name| *name == row))
            && played[0].as_u64() == Some(seat as u64)
            && self.number("moves") < 20
        {
            let units = &self.rows[seat][row];
            for (at, unit) in units.iter().enumerate() {
                for slot in (0..units.len()).filter(|slot| *slot != at) {
                    may(json!({ "arrange": { "unit": unit.handle, "slot": slot } }));
                }
            }
        }
        if !played.is_null() {
            may(json!("end"));
            return legal;
        }
        if self.number("uses") == 0 {
            may(json!("pass"));
        }
        for card in self.cards(&format!("hand-{seat}")) {
            let printed = self.printed(&card);
            let spy = self.rules(&printed["rules"]).iter().any(|rule| rule == "gp003");
            let side = if spy { 1 - seat } else { seat };
            for row in printed["rows"].as_array().unwrap() {
                let at = ROWS.iter().position(|name| row == name);
                for slot in 0..=at.map_or(0, |at| self.rows[side][at].len()) {
                    may(json!({ "play": { "card": card["handle"], "row": row, "slot": slot } }));
                }
            }
        }
        legal
    }

    /// A rule takes effect on units it is aimed at.
    fn affect(&mut self, actor: u64, rule: &str, mode: u64, units: &[u64]) {
        let level = |amount: i64| Some(amount).filter(|_| mode == 0);
        let morale = match rule {
            "ma002" | "ma010" | "ma003" | "ma016" | "ma006" => Some(-1),
            "ma007" => Some(-5),
            "ma012" => Some(-3),
            "ma004" => level(1),
            "ma005" | "ma017" | "ma018" | "ma019" => Some(1),
            _ => None,
        };
        if let Some(amount) = morale {
            return self.sway(Some(actor), units, amount, true);
        }
        for &handle in units {
            let (by, unit) = (self.unit(actor).unwrap(), self.unit(handle).unwrap());
            if self.untouchable(Some(by), unit) {
                continue;
            }
            let strength = unit.printed("strength");
            let unit = self.unit_mut(handle).unwrap();
            match rule {
                "aa001" => unit.points = (unit.points - 2).max(0),
                "ma014" => unit.morale -= unit.morale.max(0) / 2,
                "ma001" | "ma009" => unit.morale = 0,
                "ma008" => unit.points += 2,
                "ma013" => unit.points += if unit.id() == "HH5" { 2 } else { 1 },
                "ma015" | "ma004" => unit.points += 1,
                "ma011" => {
                    self.sway(Some(actor), &[actor], strength, true);
                    self.leave(handle);
                }
                "ta001" | "ta002" => {
                    let gift = if rule == "ta001" { "gp004" } else { "gp006" };
                    if !unit.carries(gift) {
                        unit.rules.push(gift.into());
                    }
                }
                _ => {}
            }
        }
    }

    /// A card comes into play.
    fn enter(&mut self, card: &Value, owner: usize, row: &str, slot: usize) {
        let printed = self.printed(card).clone();
        let rules = self.rules(&printed["rules"]);
        let order = self.number("entered") as u64 + 1;
        self.saved["entered"] = json!(order);
        let (handle, points) = (u64::MAX - order, printed["points"].as_i64().unwrap());
        let token = printed["token"].as_bool().unwrap();
        let sun = rules.iter().any(|rule| rule == "w001");
        let spy = rules.iter().any(|rule| rule == "gp003");
        let unit = Unit { handle, card: printed, rules, owner, morale: 0, points, order };
        let Some(at) = ROWS.iter().position(|name| *name == row) else {
            self.weather.push(unit);
            if sun {
                for gone in std::mem::take(&mut self.weather) {
                    self.discards[gone.owner].push(gone.id().to_string());
                }
            }
            return;
        };
        let side = if spy { 1 - owner } else { owner };
        self.rows[side][at].insert(slot, unit);
        if self.unit(handle).is_some_and(|unit| unit.construct() && unit.strength() == 0) {
            self.leave(handle);
        }
        if token {
            return;
        }
        let of = |table: &Table, side: usize, rule: &str| -> Vec<u64> {
            let units = table.rows[side][at].iter().filter(|unit| unit.handle != handle);
            units.filter(|unit| table.holds(unit, rule)).map(|unit| unit.handle).collect()
        };
        for (side, rule) in [(side, "gp012"), (1 - side, "gp013")] {
            for unit in of(self, side, rule) {
                self.sway(Some(unit), &[unit], 1, false);
            }
        }
    }

    /// The end of a player's turn: units that regenerate get a point back.
    fn end_turn(&mut self, seat: usize) {
        let tired: Vec<u64> = (self.all())
            .filter(|(.., unit)| unit.owner == seat && self.holds(unit, "ap001"))
            .filter(|(.., unit)| unit.points < unit.printed("points"))
            .map(|(.., unit)| unit.handle)
            .collect();
        for unit in tired {
            self.unit_mut(unit).unwrap().points += 1;
        }
    }

    /// The end of a round: rows form up and weather strikes, in the order in which the cards came into play.
    fn dusk(&mut self) {
        let mut order: Vec<(u64, u64, Vec<String>)> = self
            .all()
            .map(|(.., unit)| unit)
            .chain(&self.weather)
            .map(|unit| (unit.order, unit.handle, unit.rules.clone()))
            .collect();
        order.sort();
        for (_, handle, rules) in order {
            for rule in rules {
                if let Some(row) = ["w002", "w003", "w004"].iter().position(|weather| *weather == rule) {
                    let struck = self.rows.iter().flat_map(|side| &side[row]).map(|unit| unit.handle);
                    let struck: Vec<u64> = struck.collect();
                    self.sway(None, &struck, -2, false);
                }
                if rule == "mp004"
                    && let Some((side, row, _)) = self.place(handle)
                    && self.awake(self.unit(handle).unwrap())
                {
                    let own = self.unit(handle).unwrap().id().to_string();
                    let alike = self.rows[side][row].iter().filter(|unit| unit.id() == own).count() as i64;
                    self.sway(Some(handle), &[handle], alike - 1, false);
                }
            }
        }
    }

    fn sum(&self, side: usize) -> i64 {
        let counts = |unit: &&Unit| !self.holds(unit, "gp005");
        self.rows[side].iter().flatten().filter(counts).map(Unit::strength).sum()
    }

    /// The round is counted and the battlefield cleared. The cards that go back to each hand.
    fn count(&mut self) -> [Vec<String>; 2] {
        let sums = [self.sum(0), self.sum(1)];
        for seat in 0..2 {
            if sums[seat] >= sums[1 - seat] {
                self.saved["wins"][seat] = json!(self.saved["wins"][seat].as_i64().unwrap() + 1);
            }
        }
        self.saved["sums"].as_array_mut().unwrap().push(json!(sums));
        let loser = (0..2).find(|&seat| sums[seat] < sums[1 - seat]);
        let mut back = BTreeSet::new();
        for (side, row, at, unit) in self.all() {
            if Some(unit.owner) == loser && self.holds(unit, "gp009") {
                let row = &self.rows[side][row];
                back.extend(at.checked_sub(1).map(|at| row[at].handle));
                back.extend(row.get(at + 1).map(|unit| unit.handle));
            }
        }
        let units: Vec<Unit> = self.all().map(|(.., unit)| unit.clone()).collect();
        let stays: Vec<bool> =
            units.iter().map(|unit| unit.morale >= 0 && self.holds(unit, "gp006")).collect();
        let mut hands: [Vec<String>; 2] = Default::default();
        for (unit, stays) in units.iter().zip(stays) {
            if back.contains(&unit.handle) && !unit.token() {
                let (side, row, at) = self.place(unit.handle).unwrap();
                self.rows[side][row].remove(at);
                hands[unit.owner].push(unit.id().to_string());
            } else if !stays {
                self.leave(unit.handle);
            }
        }
        for gone in std::mem::take(&mut self.weather) {
            self.discards[gone.owner].push(gone.id().to_string());
        }
        hands
    }

    /// The battlefield and the discards, in a form that can be compared.
    fn told(&self) -> String {
        let mut told = String::new();
        for (side, rows) in self.rows.iter().enumerate() {
            for (row, units) in rows.iter().enumerate() {
                for unit in units {
                    let (id, rules) = (unit.id(), unit.rules.join(" "));
                    let numbers = (unit.owner, unit.morale, unit.points);
                    told += &format!("{side} {}: {id} {numbers:?} {rules}\n", ROWS[row]);
                }
            }
            let mut discards = self.discards[side].clone();
            discards.sort();
            told += &format!("discards {side}: {}\n", discards.join(" "));
        }
        let weather: Vec<&str> = self.weather.iter().map(Unit::id).collect();
        told + &format!("weather {weather:?} wins {} sums {}", self.saved["wins"], self.saved["sums"])
    }

    fn hand(&self, seat: usize) -> Vec<String> {
        self.cards(&format!("hand-{seat}")).iter().map(|card| text(&self.printed(card)["id"])).collect()
    }

    /// What an action does to the battlefield, up to the end of the turn.
    fn after(&self, seat: usize, action: &Value) -> Table {
        let mut next = self.clone();
        let find = |zone: &str, handle: &Value| {
            let cards = self.cards(zone);
            cards.into_iter().find(|card| card["handle"] == *handle).unwrap()
        };
        let slot = |of: &Value| of["slot"].as_u64().unwrap() as usize;
        let pending = &self.saved["pending"][0];
        if let Some(play) = action.get("play") {
            let card = find(&format!("hand-{seat}"), &play["card"]);
            next.enter(&card, seat, play["row"].as_str().unwrap(), slot(play));
        } else if let Some(place) = action.get("place") {
            let card = find("waiting", &pending["place"]["card"]);
            next.enter(&card, seat, place["row"].as_str().unwrap(), slot(place));
        } else if let Some(used) = action.get("use") {
            let (unit, rule) = (used["unit"].as_u64().unwrap(), used["rule"].as_str().unwrap());
            let mode = used["mode"].as_u64().unwrap();
            next.unit_mut(unit).unwrap().points -= self.cost(rule);
            let actor = next.unit(unit).unwrap();
            let aim = &used["aim"];
            let aimed: Vec<u64> = if let Some(one) = aim.get("unit") {
                vec![one.as_u64().unwrap()]
            } else if let Some(run) = aim.get("run") {
                let (side, row, at) = self.place(run["first"].as_u64().unwrap()).unwrap();
                let count = run["count"].as_u64().unwrap() as usize;
                self.rows[side][row][at..at + count].iter().map(|unit| unit.handle).collect()
            } else if let Some(row) = aim.get("row") {
                let row = ROWS.iter().position(|name| row == name).unwrap();
                self.rows[seat][row].iter().map(|unit| unit.handle).collect()
            } else {
                Vec::new()
            };
            let aimed: Vec<u64> =
                aimed.into_iter().filter(|&aimed| next.reaches(actor, rule, mode, aimed)).collect();
            next.affect(unit, rule, mode, &aimed);
        } else if let Some(target) = action.get("target") {
            let of = &pending["targets"];
            let unit = of["unit"].as_u64().unwrap();
            let rule = text(&self.rule(&of["rule"])["id"]);
            next.affect(unit, &rule, 0, &[target["unit"].as_u64().unwrap()]);
        } else if let Some(shift) = action.get("shift").or(action.get("arrange")) {
            let unit = shift.get("unit").unwrap_or(&pending["shift"]["unit"]).as_u64().unwrap();
            let (side, row, at) = self.place(unit).unwrap();
            let unit = next.rows[side][row].remove(at);
            next.rows[side][row].insert(slot(shift), unit);
        } else if let Some(discard) = action.get("discard") {
            let card = find(&format!("hand-{seat}"), &discard["card"]);
            next.discards[seat].push(text(&self.printed(&card)["id"]));
        } else if let Some(revive) = action.get("revive") {
            let id = text(&revive["card"]);
            let at = self.discards[seat].iter().position(|other| *other == id).unwrap();
            next.discards[seat].remove(at);
        }
        next
    }
}

/// The unit and rule of an action that aims a rule at several units one after the other, if it was the last.
fn burns_out(before: &Table, after: &Table, action: &Value) -> Option<u64> {
    let (unit, rule) = match (action.get("use"), &before.saved["pending"][0]["targets"]) {
        (Some(used), _) => (used["unit"].as_u64().unwrap(), text(&used["rule"])),
        (None, of) if of.is_object() => (of["unit"].as_u64().unwrap(), text(&before.rule(&of["rule"])["id"])),
        _ => return None,
    };
    let goes_on = after.saved["pending"][0]["targets"].is_object();
    (rule == "ma012" && !goes_on).then_some(unit)
}

/// Plays a game by chance and holds every step against the oracle.
fn play(seed: u64) {
    let mut luck = Luck::fast(seed);
    let zero = ["by-malus", "by-malus", "literal"][luck.below(3) as usize];
    let options = json!({ "provisions": 202, "reinforcements": luck.below(3), "zero_strength": zero });
    let options: Options = serde_json::from_value(options).unwrap();
    let mut game = Skirmish::new(&options, 2, &mut luck).unwrap();
    let mut step = StepContext::silent(luck.split());
    loop {
        let before = Table::of(&game);
        let phase = text(&before.saved["phase"]);
        match game.turn() {
            Turn::Over(outcome) => {
                let wins: Vec<i64> =
                    (0..2).map(|seat| before.saved["wins"][seat].as_i64().unwrap()).collect();
                assert!(wins.contains(&2), "seed {seed}: two rounds win");
                let won: Vec<usize> = (0..2).filter(|&seat| wins[seat] == 2).collect();
                let winners: Vec<usize> = outcome.winners().iter().map(Seat::index).collect();
                assert_eq!(winners, won, "seed {seed}: {outcome:?}");
                return;
            }
            Turn::Table => {
                game.proceed(&mut step);
                let after = Table::of(&game);
                let mut wanted = before.clone();
                match phase.as_str() {
                    "dusk" => wanted.dusk(),
                    "count" => {
                        let back = wanted.count();
                        for (seat, cards) in back.into_iter().enumerate() {
                            let mut hand = before.hand(seat);
                            hand.extend(cards);
                            let mut found = after.hand(seat);
                            (hand.sort(), found.sort());
                            assert_eq!(hand, found, "seed {seed}: the hand of {seat}");
                        }
                    }
                    "play" => wanted.end_turn(before.next()),
                    _ => {}
                }
                assert_eq!(wanted.told(), after.told(), "seed {seed}: {phase}");
            }
            Turn::Act(who) => {
                let seat = *luck.choose(&who.iter().collect::<Vec<_>>()).unwrap();
                let mut actions = Vec::new();
                game.actions(seat, &mut actions);
                let chosen = match phase.as_str() {
                    "play" => {
                        let mut good = Vec::new();
                        game.candidates(seat, &mut good);
                        let any = luck.below(8) == 0;
                        let from = if any { &actions } else { &good };
                        let uses: Vec<_> = from
                            .iter()
                            .filter(|action| {
                                !matches!(action, skirmish::Action::Pass | skirmish::Action::End)
                            })
                            .cloned()
                            .collect();
                        let rather = !uses.is_empty() && luck.below(12) > 0;
                        luck.choose(if rather { &uses } else { from }).unwrap().clone()
                    }
                    _ => luck.choose(&actions).unwrap().clone(),
                };
                let written = serde_json::to_value(&chosen).unwrap();
                let open = phase == "play" && before.saved["pending"].as_array().unwrap().is_empty();
                if open {
                    let found: BTreeSet<String> = actions
                        .iter()
                        .map(|action| serde_json::to_value(action).unwrap().to_string())
                        .collect();
                    assert_eq!(found.len(), actions.len());
                    assert_eq!(found, before.legal(), "seed {seed}: {}", before.told());
                }
                game.act(seat, &chosen, &mut step).unwrap();
                let after = Table::of(&game);
                if phase != "play" {
                    continue;
                }
                let mut wanted = before.after(seat.index(), &written);
                if let Some(unit) = burns_out(&before, &after, &written) {
                    wanted.leave(unit);
                }
                if after.number("turn") > before.number("turn") {
                    wanted.end_turn(before.next());
                }
                assert_eq!(wanted.told(), after.told(), "seed {seed}: {written}\n{}", before.told());
            }
        }
    }
}

// SK-7 to SK-13
#[test]
fn a_second_implementation_agrees_on_every_step_of_a_hundred_games() {
    (0..100).for_each(play);
}

// SK-7 to SK-13
#[test]
#[ignore = "takes minutes"]
fn a_second_implementation_agrees_on_every_step_of_a_thousand_games() {
    (0..1_000).for_each(play);
}
