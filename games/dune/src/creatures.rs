//! The sandworm, Shai-Hulud, clones, and characters that join after a shunning.

use crate::{Dune, Ending, Field, Life, Phase, Worm, scene};
use parlor_kit::{Cell, Event, Seat, StepContext, grid::Neighbours::Square8};

impl Dune {
    /// DU-10: an existing worm hunts; if there is none, one may appear for a loud character.
    pub(crate) fn worm_phase(&mut self, step: &mut StepContext) {
        match self.worm {
            None => self.worm_comes(step),
            Some(worm) => self.worm_hunts(worm, step),
        }
    }

    fn worm_comes(&mut self, step: &mut StepContext) {
        let loud: Vec<(usize, Cell)> =
            self.living().filter(|(_, one, _)| one.loud).map(|(who, _, at)| (who, at)).collect();
        let Some(&(target, prey)) = step.luck.choose(&loud) else { return };
        let far = self.party.sand_worm_spawn_distance;
        let fields: Vec<Cell> = self
            .map
            .within(Square8, prey, far)
            .filter(|&cell| self.map[cell].is_desert() && self.is_free(cell) && !Square8.adjacent(cell, prey))
            .collect();
        let Some(&at) = step.luck.choose(&fields) else { return };
        self.worm = Some(Worm { at, target: target as u8 });
        let name = self.characters[target].name();
        step.tell(|| {
            Event::new("dune-event-worm-comes")
                .arg("name", name)
                .sound("alarm")
                .about(scene::cell(at))
                .piece(scene::character_id(target))
                .announce()
        });
    }

    fn worm_hunts(&mut self, worm: Worm, step: &mut StepContext) {
        let prey = self.characters[usize::from(worm.target)].at().filter(|&at| self.map[at].is_desert());
        let Some(prey) = prey else {
            self.worm = None;
            step.tell(|| Event::new("dune-event-worm-gone").about(scene::cell(worm.at)));
            return;
        };
        let path = self.map.shortest_path(Square8, worm.at, prey, |cell| self.map[cell].is_desert());
        let Some(path) = path else { return self.worm_dives(worm, step) };
        let mut at = worm.at;
        for next in path.into_iter().take(self.party.sand_worm_speed as usize) {
            // A worm that surfaced on a field that is rock now leaves the rock as it is.
            if self.map[at].is_desert() {
                self.map[at] = Field::FlatSand;
            }
            at = next;
            if let Some(who) = self.on(next) {
                self.worm = None;
                return self.worm_swallows(who, next, step);
            }
        }
        self.worm = Some(Worm { at, ..worm });
        step.tell(|| {
            Event::new("dune-event-worm-moves").sound("slide").about(scene::cell(at)).piece(scene::WORM)
        });
    }

    /// No path leads over the desert: the worm surfaces elsewhere.
    fn worm_dives(&mut self, worm: Worm, step: &mut StepContext) {
        self.worm = None;
        let fields: Vec<Cell> = self
            .map
            .cells()
            .filter(|&cell| self.map[cell].is_desert() && self.is_free(cell) && cell != worm.at)
            .collect();
        let found = step.luck.choose(&fields).copied();
        self.worm = found.map(|at| Worm { at, ..worm });
        let at = found.unwrap_or(worm.at);
        step.tell(|| Event::new("dune-event-worm-dives").sound("slide").about(scene::cell(at)));
    }

    fn worm_swallows(&mut self, who: usize, at: Cell, step: &mut StepContext) {
        let (seat, name) = (self.characters[who].seat, self.characters[who].name());
        self.swallow(who);
        self.players[seat.index()].swallowed += 1;
        step.tell(|| {
            Event::new("dune-event-swallowed")
                .arg("who", seat)
                .arg("name", name)
                .sound("boom")
                .about(scene::cell(at))
                .announce()
        });
        // DU-23: the last character is gone, and the other house still has some.
        if !self.has_any(seat) && self.has_any(seat.other()) {
            self.phase = Phase::Over(Ending::Devoured(seat.other()));
        }
    }

    /// DU-22: Shai-Hulud takes a random character; when none is left, the match is over.
    pub(crate) fn shai_hulud(&mut self, step: &mut StepContext) {
        let living: Vec<(usize, Cell)> = self.living().map(|(who, _, at)| (who, at)).collect();
        if let Some(&(who, at)) = step.luck.choose(&living) {
            let (seat, name) = (self.characters[who].seat, self.characters[who].name());
            self.swallow(who);
            self.maw = Some(at);
            step.tell(|| {
                Event::new("dune-event-shai-hulud")
                    .arg("who", seat)
                    .arg("name", name)
                    .sound("boom")
                    .about(scene::cell(at))
                    .announce()
            });
        }
        if self.living().next().is_none() {
            self.phase = Phase::Over(self.judge());
        }
    }

    /// DU-11: every defeated character may return beside its city.
    pub(crate) fn clones(&mut self, step: &mut StepContext) {
        for who in 0..self.characters.len() {
            if self.characters[who].life != Life::Defeated || !step.luck.chance(self.party.clone_probability)
            {
                continue;
            }
            let seat = self.characters[who].seat;
            let Some(at) = self.free_neighbour(self.city(seat), &mut step.luck) else { continue };
            self.characters[who].restore(&self.party);
            self.characters[who].life = Life::Alive(at);
            let name = self.characters[who].name();
            step.tell(|| {
                Event::new("dune-event-clone")
                    .arg("who", seat)
                    .arg("name", name)
                    .sound("join")
                    .about(scene::cell(at))
                    .piece(scene::character_id(who))
            });
        }
    }

    /// DU-18: characters that join after a shunning arrive on random fields; if there is no room they wait a
    /// round.
    pub(crate) fn reinforce(&mut self, step: &mut StepContext) {
        for who in 0..self.characters.len() {
            if self.characters[who].life != Life::Coming {
                continue;
            }
            let Some(at) = self.free_field(&mut step.luck) else { return };
            self.characters[who].life = Life::Alive(at);
            let (seat, text): (Seat, _) = (self.characters[who].seat, self.characters[who].text());
            step.tell(|| {
                Event::new("dune-event-joins")
                    .arg("who", seat)
                    .arg("character", text)
                    .sound("join")
                    .about(scene::cell(at))
                    .piece(scene::character_id(who))
            });
        }
    }
}
