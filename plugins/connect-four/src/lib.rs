//! Connect four: two players drop discs into seven columns, and the first player with four in a row wins.
//!
//! The rules are a small value without any allocation, [`ConnectFour`]. With the feature `plugin` the crate is a
//! plugin: `parlor build plugins/connect-four --wasm`.
//!
//! ```
//! use connect_four::{ConnectFour, Put};
//! use parlor_kit::{Game, Luck, NoOptions, Seat, StepContext, Turn};
//!
//! let mut game = ConnectFour::new(&NoOptions {}, 2, &mut Luck::fast(1))?;
//! let mut step = StepContext::silent(Luck::fast(1));
//! for column in [3, 0, 3, 0, 3, 0, 3] {
//!     let Turn::Act(seats) = game.turn() else { panic!("the game is over") };
//!     game.act(seats.first().unwrap(), &Put { column }, &mut step)?;
//! }
//! assert_eq!(game.turn().outcome().unwrap().winners(), Seat::new(0).into());
//! # Ok::<(), parlor_kit::Refusal>(())
//! ```

mod board;
mod scene;

pub use board::{COLUMNS, ROWS};

use board::{COLUMN, full_column, has_four, lowest};
use parlor_kit::{
    Bundle, Event, Game, Gesture, Luck, Native, NoOptions, Outcome, Refusal, Scene, Seat, StepContext, Turn,
    Viewer, mix,
};
use serde::{Deserialize, Serialize};

#[cfg(feature = "plugin")]
parlor_guest::plugin!(ConnectFour);

/// A game of connect four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConnectFour {
    /// The discs of each seat, a bit for each place: seven for each column, from below, the seventh always empty.
    stones: [u64; 2],
    /// Whether the last disc made four in a row.
    won: bool,
}

/// Drops a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Put {
    /// The column, from 0 on the left.
    pub column: u8,
}

impl ConnectFour {
    #[inline]
    const fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The seat whose turn it would be if the game were not over.
    #[inline]
    const fn next(&self) -> Seat {
        Seat::new((self.taken().count_ones() & 1) as usize)
    }

    #[inline]
    const fn is_over(&self) -> bool {
        self.won || self.taken().count_ones() as usize >= COLUMNS * ROWS
    }
}

impl Game for ConnectFour {
    type Options = NoOptions;
    type Action = Put;

    fn new(_: &NoOptions, seats: usize, _: &mut Luck) -> Result<Self, Refusal> {
        if seats != 2 {
            return Err(Refusal::new("connect-four-two-players"));
        }
        Ok(ConnectFour { stones: [0; 2], won: false })
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.won {
            Turn::Over(Outcome::winner(2, self.next().other(), "connect-four-outcome-four"))
        } else if self.is_over() {
            Turn::Over(Outcome::draw(2, "connect-four-outcome-full"))
        } else {
            Turn::Act(self.next().into())
        }
    }

    #[inline]
    fn actions(&self, seat: Seat, out: &mut Vec<Put>) {
        if seat != self.next() || self.is_over() {
            return;
        }
        // Branch-free: every column is written, and overwritten by the next one if it is full.
        let (taken, mut open, mut count) = (self.taken(), [Put { column: 0 }; COLUMNS], 0);
        for column in 0..COLUMNS as u8 {
            open[count.min(COLUMNS - 1)] = Put { column };
            count += usize::from(taken & full_column(column) == 0);
        }
        out.extend_from_slice(&open[..count.min(COLUMNS)]);
    }

    #[inline]
    fn act(&mut self, seat: Seat, put: &Put, step: &mut StepContext) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::new("connect-four-over"));
        }
        if seat != self.next() {
            return Err(Refusal::not_your_turn());
        }
        if usize::from(put.column) >= COLUMNS {
            return Err(Refusal::new("connect-four-no-column").arg("column", u64::from(put.column) + 1));
        }
        if self.taken() & full_column(put.column) != 0 {
            return Err(Refusal::new("connect-four-full-column").arg("column", put.column + 1));
        }
        let stone = lowest(self.taken(), put.column);
        self.stones[seat.index()] |= stone;
        self.won = has_four(self.stones[seat.index()]);
        step.tell(|| {
            let event =
                Event::new("connect-four-event-put").arg("player", seat).arg("column", put.column + 1);
            event.sound("play").piece(scene::disc_id(stone.trailing_zeros()))
        });
        Ok(())
    }

    /// Both players drop one disc in a round.
    fn round_number(&self) -> Option<u32> {
        Some(self.taken().count_ones() / 2 + 1)
    }

    fn scene(&self, _: Viewer, scene: &mut Scene) {
        scene::draw(self, scene);
    }

    fn gesture(&self, _: Seat, put: &Put) -> Gesture {
        scene::gesture(self, put)
    }

    #[inline]
    fn estimate(&self, seat: Seat) -> f32 {
        // Discs in the middle are part of more rows of four.
        let worth = |stones: u64| {
            let column = |column: u32| (stones >> (column * COLUMN) & 0x3f).count_ones() as f32;
            3.0 * column(3) + 2.0 * (column(2) + column(4)) + column(1) + column(5)
        };
        (worth(self.stones[seat.index()]) - worth(self.stones[seat.other().index()])) / 64.0
    }

    #[inline]
    fn position(&self) -> Option<u64> {
        Some(mix(self.stones[0]) ^ mix(!self.stones[1]))
    }
}

/// The rules with their files, for hosts that compile them in.
pub fn rules() -> Native<ConnectFour> {
    let files: [(&str, &'static [u8]); 6] = [
        ("game.toml", include_bytes!("../game.toml")),
        ("locales/en.ftl", include_bytes!("../locales/en.ftl")),
        ("locales/de.ftl", include_bytes!("../locales/de.ftl")),
        ("sprites/disc-1.svg", include_bytes!("../sprites/disc-1.svg")),
        ("sprites/disc-2.svg", include_bytes!("../sprites/disc-2.svg")),
        ("sprites/hole.svg", include_bytes!("../sprites/hole.svg")),
    ];
    let files = files.map(|(name, bytes)| (name.to_string(), bytes.into()));
    Native::new(Bundle::from_files(files).expect("the game's own files are in order"))
}
