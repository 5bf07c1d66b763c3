//! The phases of the desert: spice blows, migrating dunes, the storm, the earthquake.

use crate::{Dune, Field, scene};
use parlor_kit::{Cell, Event, Luck, StepContext, grid::Neighbours::Square8};

impl Dune {
    /// DU-6: the ground around a random desert field changes, and spice is scattered from it.
    pub(crate) fn blow(&mut self, step: &mut StepContext) {
        let desert: Vec<Cell> = self.map.cells().filter(|&cell| self.map[cell].is_desert()).collect();
        let Some(&at) = step.luck.choose(&desert) else { return };
        self.stir(at, &mut step.luck);
        let amount = step.luck.between(3, 6) as u32;
        let amount = self.scatter(at, amount, &mut step.luck);
        step.tell(|| {
            Event::new("dune-event-blow")
                .arg("amount", amount)
                .sound("boom")
                .about(scene::cell(at))
                .announce()
        });
    }

    /// Desert fields among a field and its neighbours become dunes or flat sand by chance.
    fn stir(&mut self, centre: Cell, luck: &mut Luck) {
        for cell in self.map.within(Square8, centre, 1) {
            if self.map[cell].is_desert() {
                self.map[cell] = if luck.below(2) == 0 { Field::Dune } else { Field::FlatSand };
            }
        }
    }

    /// DU-8: all desert fields change at once. High fields are alive, low ones and those beyond the edge are
    /// dead.
    pub(crate) fn migrate(&mut self, step: &mut StepContext) {
        let mut changed = Vec::new();
        let automaton = self.party.cellular_automaton;
        automaton.step(
            &mut self.map,
            Square8,
            |field| field.is_high(),
            |cell, field, alive| {
                if field.is_desert() {
                    *field = if alive { Field::Dune } else { Field::FlatSand };
                    changed.push(cell);
                }
            },
        );
        step.tell(|| Event::new("dune-event-dunes").arg("fields", changed.len()).sound("slide"));
    }

    /// DU-9: the eye goes to a random neighbour, and the desert below the storm changes.
    pub(crate) fn move_storm(&mut self, step: &mut StepContext) {
        let around: Vec<Cell> = self.map.around(Square8, self.storm).collect();
        if let Some(&next) = step.luck.choose(&around) {
            self.storm = next;
        }
        self.stir(self.storm, &mut step.luck);
        let eye = self.storm;
        step.tell(|| Event::new("dune-event-storm").sound("storm").about(scene::cell(eye)));
    }

    /// DU-22: all rock becomes dunes, and the ordinary worm is gone. Cities stay.
    pub(crate) fn quake(&mut self, step: &mut StepContext) {
        for field in self.map.values_mut() {
            if field.is_rock() {
                *field = Field::Dune;
            }
        }
        self.worm = None;
        self.charts.forget_all();
        step.tell(|| Event::new("dune-event-quake").sound("boom").announce());
    }
}
