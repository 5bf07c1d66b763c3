//! Actions of a character in its turn.

use crate::{Action, Dune, Field, House, Life, scene};
use parlor_kit::{Cell, Event, StepContext, grid::Neighbours::Square8};

impl Dune {
    /// Performs an action that was checked.
    pub(crate) fn perform(&mut self, action: &Action, step: &mut StepContext) {
        let Some(who) = self.active.map(|active| usize::from(active.who)) else { return };
        match *action {
            Action::House(_) => {}
            Action::End => return self.end_turn(step),
            Action::Move { to } => {
                let way = self.acting().map(|actor| self.way(&actor, to)).unwrap_or_default();
                for next in way {
                    self.walk(who, next, step);
                }
            }
            Action::Fly { to } => self.fly(who, to, step),
            Action::Attack { target } => {
                self.spend(who, false);
                self.strike(who, target.into(), step);
            }
            Action::Collect => {
                self.spend(who, false);
                if let Some(at) = self.characters[who].at() {
                    self.pick_up(who, &[at], step);
                }
            }
            Action::Give { to, amount } => {
                self.spend(who, false);
                self.hand_over(who, to.into(), amount);
                self.tell_spice("dune-event-gives", who, to.into(), amount, step);
            }
            Action::Kanly { target } => self.kanly(who, target.into(), step),
            Action::Atomics { at } => self.atomics(who, at, step),
            Action::Hoard => {
                self.spend(who, true);
                self.hoard(who, step);
            }
            Action::Voice { target } => {
                self.spend(who, true);
                let room = self.characters[who].room(&self.party);
                let amount = self.characters[usize::from(target)].spice.min(room);
                self.hand_over(target.into(), who, amount);
                self.tell_spice("dune-event-voice", who, target.into(), amount, step);
            }
            Action::Spin => {
                self.spend(who, true);
                if let Some(at) = self.characters[who].at() {
                    for enemy in self.enemies_around(self.characters[who].seat, at) {
                        self.strike(who, enemy, step);
                    }
                }
            }
        }
        let one = &self.characters[who];
        if one.at().is_none() || (one.mp == 0 && one.ap == 0) {
            self.end_turn(step);
        }
    }

    /// Deducts action points: one for an action, all of them for a special action.
    fn spend(&mut self, who: usize, special: bool) {
        let one = &mut self.characters[who];
        one.ap = if special { 0 } else { one.ap.saturating_sub(1) };
    }

    /// DU-13: one step to a neighbouring field; a character that stands there changes places.
    fn walk(&mut self, who: usize, to: Cell, step: &mut StepContext) {
        let Some(from) = self.characters[who].at() else { return };
        if let Some(other) = self.on(to) {
            self.characters[other].life = Life::Alive(from);
        }
        self.characters[who].mp = self.characters[who].mp.saturating_sub(1);
        let name = self.characters[who].name();
        step.tell(|| {
            Event::new("dune-event-moves")
                .arg("name", name)
                .arg("x", to.x)
                .arg("y", to.y)
                .sound("move")
                .piece(scene::character_id(who))
        });
        self.arrive(who, to, step);
    }

    /// A character enters a field by its own move: it may become loud, and delivers spice beside its city.
    fn arrive(&mut self, who: usize, to: Cell, step: &mut StepContext) {
        self.characters[who].life = Life::Alive(to);
        if let Some(active) = &mut self.active {
            active.moved = true;
            active.entered += u32::from(self.map[to].is_desert());
            if active.entered > 1 && self.map[to].is_desert() {
                self.characters[who].loud = true;
            }
        }
        let seat = self.characters[who].seat;
        let carried = self.characters[who].spice;
        if carried > 0 && Square8.adjacent(self.city(seat), to) {
            self.characters[who].spice = 0;
            self.players[seat.index()].stock += carried;
            let (name, city) = (self.characters[who].name(), self.city(seat));
            step.tell(|| {
                Event::new("dune-event-delivers")
                    .arg("name", name)
                    .arg("amount", carried)
                    .sound("capture")
                    .about(scene::cell(city))
                    .piece(scene::character_id(who))
            });
        }
    }

    /// DU-21: to another heliport; the storm may bring it down.
    fn fly(&mut self, who: usize, to: Cell, step: &mut StepContext) {
        let Some(from) = self.characters[who].at() else { return };
        self.characters[who].mp = self.characters[who].mp.saturating_sub(1);
        let name = self.characters[who].name();
        let stormy = Square8.line(from, to).any(|cell| self.in_storm(cell));
        let crashes = stormy && step.luck.chance(self.party.crash_probability);
        let landing = if crashes {
            self.free_field(&mut step.luck)
        } else if self.on(to).is_some() {
            self.free_neighbour(to, &mut step.luck)
        } else {
            Some(to)
        };
        let landing = landing.unwrap_or(from);
        let lost = if crashes { std::mem::take(&mut self.characters[who].spice) } else { 0 };
        let key = if crashes { "dune-event-crashes" } else { "dune-event-flies" };
        step.tell(|| {
            let event = Event::new(key).arg("name", name).arg("x", landing.x).arg("y", landing.y);
            let event = event.about(scene::cell(landing)).piece(scene::character_id(who));
            if crashes { event.sound("boom").announce() } else { event.sound("slide") }
        });
        self.arrive(who, landing, step);
        self.scatter(landing, lost, &mut step.luck);
    }

    /// DU-15: the damage of a strike, by the height of both fields.
    pub(crate) fn damage(&self, who: usize, from: Cell, to: Cell) -> u32 {
        let damage = self.characters[who].stats(&self.party).damage;
        let damage = match (self.map[from].is_high(), self.map[to].is_high()) {
            (true, false) => damage.times(self.party.high_ground_bonus_ratio),
            (false, true) => damage.times(self.party.lower_ground_malus_ratio),
            _ => damage,
        };
        damage.round().clamp(0, u32::MAX.into()) as u32
    }

    fn strike(&mut self, who: usize, target: usize, step: &mut StepContext) {
        let (Some(from), Some(to)) = (self.characters[who].at(), self.characters[target].at()) else {
            return;
        };
        let damage = self.damage(who, from, to);
        let victim = &mut self.characters[target];
        victim.hp = victim.hp.saturating_sub(damage);
        let (name, other, fallen) =
            (self.characters[who].name(), self.characters[target].name(), self.characters[target].hp == 0);
        step.tell(|| {
            Event::new("dune-event-strikes")
                .arg("name", name)
                .arg("other", other)
                .arg("damage", damage)
                .sound("hit")
                .piece(scene::character_id(who))
                .piece(scene::character_id(target))
        });
        if fallen {
            self.defeat(who, target, step);
        }
    }

    /// A character is defeated by another; its spice is scattered.
    fn defeat(&mut self, who: usize, target: usize, step: &mut StepContext) {
        let Some(at) = self.characters[target].at() else { return };
        let (by, owner) = (self.characters[who].seat, self.characters[target].seat);
        if by != owner {
            self.players[by.index()].defeated += 1;
        }
        let carried = self.fall(target);
        let name = self.characters[target].name();
        step.tell(|| {
            Event::new("dune-event-defeated")
                .arg("who", owner)
                .arg("name", name)
                .sound("lose")
                .about(scene::cell(at))
                .announce()
        });
        self.scatter(at, carried, &mut step.luck);
    }

    /// Takes the spice from these fields; picking up from desert makes the character loud.
    fn pick_up(&mut self, who: usize, fields: &[Cell], step: &mut StepContext) {
        let mut loud = false;
        for &cell in fields {
            self.spice[cell] = false;
            loud |= self.map[cell].is_desert();
        }
        self.charts.forget_spice();
        let amount = fields.len() as u32;
        let one = &mut self.characters[who];
        one.spice += amount;
        one.loud |= loud;
        self.players[one.seat.index()].collected += amount;
        let name = one.name();
        step.tell(|| {
            Event::new("dune-event-collects")
                .arg("name", name)
                .arg("amount", amount)
                .sound("capture")
                .piece(scene::character_id(who))
        });
    }

    /// DU-17: random spice of the own and the neighbouring fields, as much as there is room for.
    fn hoard(&mut self, who: usize, step: &mut StepContext) {
        let Some(at) = self.characters[who].at() else { return };
        let room = self.characters[who].room(&self.party) as usize;
        let mut fields = self.spice_around(at);
        let fields = if fields.len() > room { step.luck.sample(&mut fields, room) } else { &mut fields };
        let fields = fields.to_vec();
        self.pick_up(who, &fields, step);
    }

    fn hand_over(&mut self, from: usize, to: usize, amount: u32) {
        self.characters[from].spice -= amount;
        self.characters[to].spice += amount;
    }

    fn tell_spice(&self, key: &'static str, who: usize, other: usize, amount: u32, step: &mut StepContext) {
        let (name, others) = (self.characters[who].name(), self.characters[other].name());
        step.tell(|| {
            Event::new(key)
                .arg("name", name)
                .arg("other", others)
                .arg("amount", amount)
                .sound("play")
                .piece(scene::character_id(who))
                .piece(scene::character_id(other))
        });
    }

    /// DU-17: a duel between nobles that may defeat the challenged one at once.
    fn kanly(&mut self, who: usize, target: usize, step: &mut StepContext) {
        self.spend(who, true);
        let won = step.luck.chance(self.party.kanly_success_probability);
        let (name, other) = (self.characters[who].name(), self.characters[target].name());
        let key = if won { "dune-event-kanly-won" } else { "dune-event-kanly-lost" };
        step.tell(|| {
            Event::new(key)
                .arg("name", name)
                .arg("other", other)
                .sound(if won { "hit" } else { "miss" })
                .piece(scene::character_id(who))
                .piece(scene::character_id(target))
                .announce()
        });
        if won {
            self.defeat(who, target, step);
        }
    }

    /// DU-18: everything within one field is hit, friend and foe, storm or not.
    fn atomics(&mut self, who: usize, centre: Cell, step: &mut StepContext) {
        self.spend(who, true);
        let seat = self.characters[who].seat;
        self.players[seat.index()].atomics -= 1;
        let name = self.characters[who].name();
        step.tell(|| {
            Event::new("dune-event-atomics")
                .arg("name", name)
                .sound("boom")
                .about(scene::cell(centre))
                .announce()
        });
        let mut fallen = Vec::new();
        for cell in self.map.within(Square8, centre, 1) {
            self.map[cell] = match self.map[cell] {
                Field::Mountains => Field::Plateau,
                Field::Dune => Field::FlatSand,
                other => other,
            };
            self.spice[cell] = false;
            if self.worm_at(cell) {
                self.worm = None;
                step.tell(|| Event::new("dune-event-worm-gone").about(scene::cell(cell)));
            }
            fallen.extend(self.on(cell).map(|victim| (victim, cell)));
        }
        self.charts.forget_all();
        let mut carried = Vec::new();
        let mut enemies = 0;
        for (victim, cell) in fallen {
            let owner = self.characters[victim].seat;
            enemies += u32::from(owner != seat);
            carried.push((cell, self.fall(victim)));
            let name = self.characters[victim].name();
            step.tell(|| {
                Event::new("dune-event-defeated")
                    .arg("who", owner)
                    .arg("name", name)
                    .about(scene::cell(cell))
                    .announce()
            });
        }
        self.players[seat.index()].defeated += enemies;
        for (cell, amount) in carried {
            self.scatter(cell, amount, &mut step.luck);
        }
        if enemies > 0 && self.convention_holds() {
            self.shun(seat, step);
        }
    }

    /// The first to use atomics against characters is shunned: the victim gets help from all unused houses.
    fn shun(&mut self, seat: parlor_kit::Seat, step: &mut StepContext) {
        self.players[seat.index()].shunned = true;
        let victim = seat.other();
        step.tell(|| {
            Event::new("dune-event-shunned").arg("who", seat).arg("victim", victim).sound("alarm").announce()
        });
        for house in House::ALL.into_iter().filter(|house| !self.houses.contains(&Some(*house))) {
            let number = step.luck.below(crate::CHARACTERS as u64) as u8;
            let helper = crate::Character::new(victim, house, number, &self.party);
            // The drawn character is announced at once: results of luck are never hidden from a viewer.
            step.tell(|| Event::new("dune-event-coming").arg("character", helper.text()).arg("who", victim));
            self.characters.push(helper);
        }
    }
}
