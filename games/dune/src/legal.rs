//! Checks whether a character may perform an action, with a precise reason if not.

use crate::{Action, Character, CharacterClass, Dune, Field};
use parlor_kit::{Cell, Refusal, Seat, grid::Neighbours::Square8};

/// The character whose turn it is, and where it stands.
pub(crate) struct Actor<'a> {
    pub(crate) one: &'a Character,
    pub(crate) at: Cell,
}

impl Dune {
    /// The character whose turn it is.
    pub(crate) fn acting(&self) -> Option<Actor<'_>> {
        let one = self.characters.get(usize::from(self.active?.who))?;
        Some(Actor { one, at: one.at()? })
    }

    /// Refuses actions that the character whose turn it is may not perform.
    pub(crate) fn check(&self, action: &Action) -> Result<(), Refusal> {
        let actor = self.acting().ok_or(Refusal::not_your_turn())?;
        match *action {
            Action::House(_) => Err(Refusal::new("dune-house-chosen")),
            Action::End => Ok(()),
            Action::Move { to } => self.check_move(&actor, to),
            Action::Fly { to } => self.check_flight(&actor, to),
            _ => {
                if actor.one.ap == 0 {
                    return Err(Refusal::new("dune-no-ap"));
                }
                if self.in_storm(actor.at) {
                    return Err(Refusal::new("dune-in-storm"));
                }
                self.check_deed(&actor, action)
            }
        }
    }

    fn check_move(&self, actor: &Actor<'_>, to: Cell) -> Result<(), Refusal> {
        if actor.one.mp == 0 {
            return Err(Refusal::new("dune-no-mp"));
        }
        let field = self.field(to)?;
        if to == actor.at {
            return Err(refuse_cell("dune-there-already", to));
        }
        if !field.is_walkable() {
            return Err(refuse_cell("dune-not-walkable", to));
        }
        if self.worm_at(to) {
            return Err(refuse_cell("dune-worm-there", to));
        }
        if !Square8.adjacent(actor.at, to) && !self.ways(actor).reach(to) {
            return Err(refuse_cell("dune-too-far", to));
        }
        Ok(())
    }

    fn check_flight(&self, actor: &Actor<'_>, to: Cell) -> Result<(), Refusal> {
        if actor.one.mp == 0 {
            return Err(Refusal::new("dune-no-mp"));
        }
        if self.map[actor.at] != Field::Heliport {
            return Err(Refusal::new("dune-not-on-heliport"));
        }
        if self.field(to)? != Field::Heliport || to == actor.at {
            return Err(refuse_cell("dune-no-heliport-there", to));
        }
        Ok(())
    }

    fn check_deed(&self, actor: &Actor<'_>, action: &Action) -> Result<(), Refusal> {
        let Actor { one, at } = *actor;
        match *action {
            Action::Attack { target } => self.enemy(actor, target).map(drop),
            Action::Collect => {
                if !self.spice[at] {
                    return Err(Refusal::new("dune-no-spice-here"));
                }
                self.has_room(one)
            }
            Action::Give { to, amount } => {
                let friend = self.neighbour(actor, to)?;
                if friend.seat != one.seat {
                    return Err(Refusal::new("dune-not-a-friend").arg("name", friend.name()));
                }
                if amount == 0 || amount > one.spice {
                    return Err(Refusal::new("dune-not-so-much").arg("most", one.spice));
                }
                if amount > friend.room(&self.party) {
                    let refusal = Refusal::new("dune-friend-full").arg("name", friend.name());
                    return Err(refusal.arg("room", friend.room(&self.party)));
                }
                Ok(())
            }
            Action::Kanly { target } => {
                self.special(one, CharacterClass::Noble)?;
                let enemy = self.enemy(actor, target)?;
                if enemy.class() != CharacterClass::Noble {
                    return Err(Refusal::new("dune-not-a-noble").arg("name", enemy.name()));
                }
                Ok(())
            }
            Action::Atomics { at } => {
                self.special(one, CharacterClass::Noble)?;
                if self.player(one.seat).atomics == 0 {
                    return Err(Refusal::new("dune-no-atomics"));
                }
                self.field(at).map(drop)
            }
            Action::Hoard => {
                self.special(one, CharacterClass::Mentat)?;
                if self.spice_around(at).is_empty() {
                    return Err(Refusal::new("dune-no-spice-around"));
                }
                self.has_room(one)
            }
            Action::Voice { target } => {
                self.special(one, CharacterClass::BeneGesserit)?;
                let victim = self.neighbour(actor, target)?;
                if victim.spice == 0 {
                    return Err(Refusal::new("dune-carries-nothing").arg("name", victim.name()));
                }
                self.has_room(one)
            }
            Action::Spin => {
                self.special(one, CharacterClass::Fighter)?;
                if self.enemies_around(one.seat, at).is_empty() {
                    return Err(Refusal::new("dune-nobody-near"));
                }
                Ok(())
            }
            Action::House(_) | Action::Move { .. } | Action::Fly { .. } | Action::End => Ok(()),
        }
    }

    /// A special action needs the class and all its action points.
    fn special(&self, one: &Character, class: CharacterClass) -> Result<(), Refusal> {
        if one.class() != class {
            return Err(Refusal::new("dune-wrong-class").arg("class", class.text()));
        }
        let full = one.stats(&self.party).ap();
        if one.ap < full {
            return Err(Refusal::new("dune-ap-not-full").arg("points", full));
        }
        Ok(())
    }

    fn has_room(&self, one: &Character) -> Result<(), Refusal> {
        if one.room(&self.party) == 0 {
            return Err(Refusal::new("dune-no-room"));
        }
        Ok(())
    }

    /// A living neighbour that can be the target of an action.
    fn neighbour(&self, actor: &Actor<'_>, target: u8) -> Result<&Character, Refusal> {
        let unknown = || Refusal::new("dune-nobody").arg("number", target);
        let one = self.characters.get(usize::from(target)).ok_or_else(unknown)?;
        let at = one.at().ok_or_else(|| Refusal::new("dune-not-there").arg("name", one.name()))?;
        if !Square8.adjacent(actor.at, at) {
            return Err(Refusal::new("dune-not-near").arg("name", one.name()));
        }
        if self.in_storm(at) {
            return Err(Refusal::new("dune-target-in-storm").arg("name", one.name()));
        }
        Ok(one)
    }

    fn enemy(&self, actor: &Actor<'_>, target: u8) -> Result<&Character, Refusal> {
        let one = self.neighbour(actor, target)?;
        if one.seat == actor.one.seat {
            return Err(Refusal::new("dune-not-an-enemy").arg("name", one.name()));
        }
        Ok(one)
    }

    fn field(&self, cell: Cell) -> Result<Field, Refusal> {
        self.map.get(cell).copied().ok_or_else(|| refuse_cell("dune-off-map", cell))
    }

    /// The enemies a sword spin reaches.
    pub(crate) fn enemies_around(&self, seat: Seat, at: Cell) -> Vec<usize> {
        let hit = |one: &Character, cell: Cell| {
            one.seat != seat && Square8.adjacent(at, cell) && !self.in_storm(cell)
        };
        self.living().filter(|(_, one, cell)| hit(one, *cell)).map(|(who, ..)| who).collect()
    }

    /// The fields with spice a mentat can gather from.
    pub(crate) fn spice_around(&self, at: Cell) -> Vec<Cell> {
        self.map.within(Square8, at, 1).filter(|&cell| self.spice[cell]).collect()
    }
}

fn refuse_cell(key: &'static str, Cell { x, y }: Cell) -> Refusal {
    Refusal::new(key).arg("x", x).arg("y", y)
}
