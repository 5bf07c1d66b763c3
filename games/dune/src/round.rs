//! The round: its phases in order, and whose turn comes next.

use crate::{Active, Dune, Life, Phase, character::max_hp, scene};
use parlor_kit::{Event, StepContext};

/// The phases of a round that are steps of the table, in order.
pub const PHASES: [Phase; 9] = [
    Phase::Quake,
    Phase::Reinforce,
    Phase::Blow,
    Phase::Dunes,
    Phase::Storm,
    Phase::Worm,
    Phase::ShaiHulud,
    Phase::Clones,
    Phase::Call,
];

impl Dune {
    /// Runs one step without a choice.
    pub(crate) fn step(&mut self, step: &mut StepContext) {
        match self.phase {
            Phase::Place => return self.place(step),
            Phase::Call => return self.call(step),
            Phase::Quake => self.quake(step),
            Phase::Reinforce => self.reinforce(step),
            Phase::Blow => self.blow(step),
            Phase::Dunes => self.migrate(step),
            Phase::Storm => self.move_storm(step),
            Phase::Worm => self.worm_phase(step),
            Phase::ShaiHulud => self.shai_hulud(step),
            Phase::Clones => self.clones(step),
            Phase::Houses | Phase::Turn | Phase::Over(_) => return,
        }
        // A phase that ended the match is not followed by another.
        if let Some(at) = PHASES.iter().position(|phase| *phase == self.phase) {
            self.happened = Some(self.phase);
            self.go_on(&PHASES[at + 1..]);
        }
    }

    /// Goes on with the first of these phases that has an effect.
    fn go_on(&mut self, phases: &[Phase]) {
        let next = phases.iter().find(|phase| self.happens(**phase));
        self.phase = next.copied().unwrap_or(Phase::Call);
    }

    /// Whether a phase has an effect; phases without one are skipped.
    fn happens(&self, phase: Phase) -> bool {
        let any = |life: Life| self.characters.iter().any(|character| character.life == life);
        match phase {
            Phase::Quake => self.round.checked_sub(1) == Some(self.party.numb_of_rounds),
            Phase::Reinforce => any(Life::Coming),
            Phase::Blow => self.lying_spice() < self.party.spice_minimum && self.has_desert(),
            Phase::Worm => {
                !self.is_overlong() && (self.worm.is_some() || self.living().any(|(_, one, _)| one.loud))
            }
            Phase::ShaiHulud => self.is_overlong(),
            Phase::Clones => any(Life::Defeated),
            _ => true,
        }
    }

    fn has_desert(&self) -> bool {
        self.map.values().iter().any(|field| field.is_desert())
    }

    /// A new round.
    pub(crate) fn begin_round(&mut self, step: &mut StepContext) {
        self.round = self.round.saturating_add(1);
        self.active = None;
        self.happened = None;
        for character in &mut self.characters {
            character.acted = false;
        }
        let (round, rounds) = (self.round, self.party.numb_of_rounds);
        step.tell(|| Event::new("dune-event-round").arg("round", round).arg("rounds", rounds));
        self.go_on(&PHASES);
    }

    /// Gives the turn to a random character that had none in this round; after the last one a new round
    /// begins.
    pub(crate) fn call(&mut self, step: &mut StepContext) {
        loop {
            let waiting: Vec<usize> =
                self.living().filter(|(_, one, _)| !one.acted).map(|(number, ..)| number).collect();
            let Some(&who) = step.luck.choose(&waiting) else { return self.begin_round(step) };
            let stats = *self.characters[who].stats(&self.party);
            let character = &mut self.characters[who];
            (character.mp, character.ap) = (stats.mp(), stats.ap());
            (character.loud, character.acted) = (false, true);
            self.turn += 1;
            self.active = Some(Active { who: who as u8, moved: false, entered: 0 });
            self.phase = Phase::Turn;
            let (seat, name) = (self.characters[who].seat, self.characters[who].name());
            step.tell(|| {
                Event::new("dune-event-turn")
                    .arg("who", seat)
                    .arg("name", name)
                    .piece(scene::character_id(who))
            });
            if stats.mp() > 0 || stats.ap() > 0 {
                return;
            }
            self.rest(step);
        }
    }

    /// Ends the turn; a character that has not moved heals.
    pub(crate) fn end_turn(&mut self, step: &mut StepContext) {
        self.rest(step);
        self.call(step);
    }

    fn rest(&mut self, step: &mut StepContext) {
        let Some(active) = self.active.take() else { return };
        let who = usize::from(active.who);
        let stats = *self.characters[who].stats(&self.party);
        let character = &mut self.characters[who];
        (character.mp, character.ap) = (0, 0);
        if active.moved || character.at().is_none() {
            return;
        }
        let healing = stats.healing_hp.round().clamp(0, u32::MAX.into()) as u32;
        let healed = healing.min(max_hp(&stats).saturating_sub(character.hp));
        character.hp += healed;
        let name = character.name();
        if healed > 0 {
            step.tell(|| {
                Event::new("dune-event-heals")
                    .arg("name", name)
                    .arg("amount", healed)
                    .sound("heal")
                    .piece(scene::character_id(who))
            });
        }
    }
}
