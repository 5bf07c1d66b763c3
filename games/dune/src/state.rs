//! The state of a match.

use crate::{
    CHARACTERS, Character, Ending, Field, House, Life, MatchConfig, Options, distance_maps::DistanceMaps,
};
use parlor_kit::{
    Cell, Event, Luck, Refusal, Seat, Seats, StepContext, grid::Grid, grid::Neighbours::Square8,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many atomics a house has.
pub const ATOMICS: u8 = 3;

/// A match in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dune {
    pub(crate) party: Arc<MatchConfig>,
    pub(crate) map: Grid<Field>,
    pub(crate) spice: Grid<bool>,
    /// The city of each seat; until the houses are chosen, in the order of the map.
    pub(crate) cities: [Cell; 2],
    /// The houses from which each seat chooses.
    pub(crate) pairs: [[House; 2]; 2],
    /// The choice of each seat. It is hidden from the other until both have chosen.
    pub(crate) houses: [Option<House>; 2],
    pub(crate) players: [Player; 2],
    pub(crate) characters: Vec<Character>,
    /// The eye of the storm.
    pub(crate) storm: Cell,
    pub(crate) worm: Option<Worm>,
    /// The field where Shai-Hulud last appeared.
    pub(crate) maw: Option<Cell>,
    /// The phase that comes next, or that waits for a choice.
    pub(crate) phase: Phase,
    /// The latest phase of this round; none at its beginning.
    #[serde(default)]
    pub(crate) happened: Option<Phase>,
    /// Counted from 1; 0 before the match.
    pub(crate) round: u32,
    /// Counts the turns of characters.
    pub(crate) turn: u32,
    pub(crate) active: Option<Active>,
    pub(crate) last_swallowed: Option<Seat>,
    #[serde(skip)]
    pub(crate) charts: DistanceMaps,
}

/// The possessions and statistics of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Spice in the city.
    pub stock: u32,
    /// Spice picked up in total.
    pub collected: u32,
    /// Enemies defeated.
    pub defeated: u32,
    /// Own characters that ordinary worms have swallowed.
    pub swallowed: u32,
    /// Atomics left.
    pub atomics: u8,
    /// Whether the player used atomics against characters first.
    pub shunned: bool,
}

/// The ordinary sandworm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worm {
    /// Where it is.
    pub at: Cell,
    /// The number of the character it hunts.
    pub target: u8,
}

/// The character whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Active {
    /// Its number.
    pub who: u8,
    /// Whether it has left its field in this turn.
    pub moved: bool,
    /// How often it has entered desert in this turn.
    pub entered: u32,
}

/// The current phase. Except for the choice of houses, a turn and the end, each is one step of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Both players choose a house.
    Houses,
    /// Cities and characters are placed.
    Place,
    /// After the last round all rock becomes dunes.
    Quake,
    /// Characters that join after a shunning are placed.
    Reinforce,
    /// New spice.
    Blow,
    /// Dunes migrate.
    Dunes,
    /// The storm moves.
    Storm,
    /// The sandworm appears, hunts or vanishes.
    Worm,
    /// Shai-Hulud takes a character.
    ShaiHulud,
    /// Defeated characters may return.
    Clones,
    /// The first character of the round is called.
    Call,
    /// A character has its turn.
    Turn,
    /// The match is over.
    Over(Ending),
}

impl Dune {
    pub(crate) fn begin(options: &Options, seats: usize, luck: &mut Luck) -> Result<Dune, Refusal> {
        if seats != 2 {
            return Err(Refusal::new("dune-players").arg("players", seats));
        }
        options.party.check()?;
        let ground = options.scenario.check()?;
        let mut houses = House::ALL;
        luck.shuffle(&mut houses);
        let cells: Vec<Cell> = ground.map.cells().collect();
        let storm = luck.choose(&cells).copied().unwrap_or_default();
        let player = Player { atomics: ATOMICS, ..Player::default() };
        Ok(Dune {
            party: Arc::new(options.party.clone()),
            spice: ground.map.map(|_, _| false),
            map: ground.map,
            cities: ground.cities,
            pairs: [[houses[0], houses[1]], [houses[2], houses[3]]],
            houses: [None; 2],
            players: [player; 2],
            characters: Vec::new(),
            storm,
            worm: None,
            maw: None,
            phase: Phase::Houses,
            happened: None,
            round: 0,
            turn: 0,
            active: None,
            last_swallowed: None,
            charts: DistanceMaps::default(),
        })
    }

    /// The match configuration.
    pub fn party(&self) -> &MatchConfig {
        &self.party
    }

    /// The map.
    pub fn map(&self) -> &Grid<Field> {
        &self.map
    }

    /// Where spice lies.
    pub fn spice(&self) -> &Grid<bool> {
        &self.spice
    }

    /// All characters; a character keeps its number for the whole match.
    pub fn characters(&self) -> &[Character] {
        &self.characters
    }

    /// The possessions and statistics of a player.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index() % 2]
    }

    /// The city of a player.
    pub fn city(&self, seat: Seat) -> Cell {
        self.cities[seat.index() % 2]
    }

    /// The eye of the storm.
    pub fn storm(&self) -> Cell {
        self.storm
    }

    /// The ordinary sandworm.
    pub fn worm(&self) -> Option<Worm> {
        self.worm
    }

    /// The current phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Which round it is, counted from 1; 0 before the match.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The character whose turn it is.
    pub fn active(&self) -> Option<Active> {
        self.active
    }

    /// Whether all rounds are played and Shai-Hulud hunts.
    pub fn is_overlong(&self) -> bool {
        self.round > self.party.numb_of_rounds
    }

    /// Whether nobody has used atomics against characters of the other house yet.
    pub(crate) fn convention_holds(&self) -> bool {
        self.players.iter().all(|player| !player.shunned)
    }

    /// The seats that have not chosen a house yet.
    pub(crate) fn choosing(&self) -> Seats {
        Seat::all(2).filter(|seat| self.houses[seat.index()].is_none()).collect()
    }

    /// The player whose character has its turn.
    pub(crate) fn actor(&self) -> Option<Seat> {
        let active = self.active.filter(|_| self.phase == Phase::Turn)?;
        Some(self.characters[usize::from(active.who)].seat)
    }

    /// The character on a field.
    pub(crate) fn on(&self, cell: Cell) -> Option<usize> {
        self.characters.iter().position(|character| character.life == Life::Alive(cell))
    }

    /// The living characters with their numbers and fields.
    pub(crate) fn living(&self) -> impl Iterator<Item = (usize, &Character, Cell)> {
        let number = |(i, character)| Character::at(character).map(|at| (i, character, at));
        self.characters.iter().enumerate().filter_map(number)
    }

    /// Whether the field lies in the storm.
    pub(crate) fn in_storm(&self, cell: Cell) -> bool {
        Square8.distance(self.storm, cell) <= 1
    }

    /// Whether the worm is there.
    pub(crate) fn worm_at(&self, cell: Cell) -> bool {
        self.worm.is_some_and(|worm| worm.at == cell)
    }

    /// Whether a character could enter this field: it is walkable, and no character or worm is there.
    pub(crate) fn is_free(&self, cell: Cell) -> bool {
        self.map.get(cell).is_some_and(|field| field.is_walkable())
            && !self.worm_at(cell)
            && self.on(cell).is_none()
    }

    /// Whether a player still controls a character, alive or to be cloned.
    pub(crate) fn has_any(&self, seat: Seat) -> bool {
        self.characters.iter().any(|one| one.seat == seat && one.life != Life::Swallowed)
    }

    /// Both houses are chosen: assigns the cities and places all characters.
    pub(crate) fn place(&mut self, step: &mut StepContext) {
        if step.luck.below(2) == 1 {
            self.cities.swap(0, 1);
            self.charts.forget_all();
        }
        for seat in Seat::all(2) {
            let house = self.houses[seat.index()].unwrap_or(self.pairs[seat.index()][0]);
            let (city, name) = (self.city(seat), crate::scene::city_name(self, seat));
            step.tell(|| {
                Event::new("dune-event-house")
                    .arg("who", seat)
                    .arg("house", house.text())
                    .arg("city", name)
                    .about(crate::scene::cell(city))
                    .announce()
            });
            for number in 0..CHARACTERS {
                let mut character = Character::new(seat, house, number as u8, &self.party);
                if let Some(at) = self.free_neighbour(city, &mut step.luck) {
                    character.life = Life::Alive(at);
                }
                self.characters.push(character);
            }
        }
        self.begin_round(step);
    }

    /// Removes a character for good, with all it carries.
    pub(crate) fn swallow(&mut self, who: usize) {
        let character = &mut self.characters[who];
        (character.life, character.spice, character.loud) = (Life::Swallowed, 0, false);
        self.last_swallowed = Some(character.seat);
    }

    /// Defeats a character; returns its spice, to be scattered.
    pub(crate) fn fall(&mut self, who: usize) -> u32 {
        let character = &mut self.characters[who];
        (character.life, character.loud, character.hp) = (Life::Defeated, false, 0);
        std::mem::take(&mut character.spice)
    }
}
