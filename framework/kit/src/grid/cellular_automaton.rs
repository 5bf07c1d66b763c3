//! Cellular automata.

use super::{Grid, Neighbours};
use crate::{Cell, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de};
use std::{fmt, str::FromStr};

/// A cellular automaton: with how many living neighbours a dead cell is born and a living one survives.
/// In JSON it is a text such as `"B3/S23"`, Conway's Game of Life.
///
/// ```
/// use parlor_kit::grid::CellularAutomaton;
///
/// let life: CellularAutomaton = "B3/S23".parse()?;
/// assert!(life.lives(false, 3) && life.lives(true, 2) && !life.lives(false, 2));
/// assert_eq!("B3/S9".parse::<CellularAutomaton>().unwrap_err().code(), "automaton-malformed");
/// # Ok::<(), parlor_kit::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellularAutomaton {
    /// Bit `n` is set if a dead cell with `n` living neighbours is born.
    born: u16,
    survives: u16,
}

impl CellularAutomaton {
    /// Whether a cell lives after a step, from whether it lived and how many of its neighbours did.
    #[inline]
    pub const fn lives(self, alive: bool, neighbours: u8) -> bool {
        let rule = if alive { self.survives } else { self.born };
        rule & (1 << neighbours) != 0
    }

    /// Computes one step, all cells at once. `alive` says which values live; cells beyond the edge are dead.
    /// `change` is called for every cell whose life changes, row by row, with whether it lives now; it may
    /// ignore cells that never change, such as rock.
    pub fn step<T>(
        self,
        grid: &mut Grid<T>,
        kind: Neighbours,
        alive: impl Fn(&T) -> bool,
        mut change: impl FnMut(Cell, &mut T, bool),
    ) {
        let mut living = Grid::filled(grid.width(), grid.height(), 0u8);
        for (cell, value) in grid.iter() {
            if alive(value) {
                for neighbour in kind.around(cell) {
                    if let Some(count) = living.get_mut(neighbour) {
                        *count += 1;
                    }
                }
            }
        }
        for ((cell, value), &neighbours) in grid.iter_mut().zip(living.values()) {
            let before = alive(value);
            let after = self.lives(before, neighbours);
            if before != after {
                change(cell, value, after);
            }
        }
    }
}

impl FromStr for CellularAutomaton {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<CellularAutomaton, Refusal> {
        let numbers = |digits: &str| {
            digits.bytes().try_fold(0u16, |rule, digit| match digit {
                b'0'..=b'8' => Some(rule | 1 << (digit - b'0')),
                _ => None,
            })
        };
        text.strip_prefix('B')
            .and_then(|rest| rest.split_once("/S"))
            .and_then(|(born, survives)| {
                Some(CellularAutomaton { born: numbers(born)?, survives: numbers(survives)? })
            })
            .ok_or_else(|| Refusal::new("automaton-malformed").arg("text", text))
    }
}

impl fmt::Display for CellularAutomaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut numbers = |name: &str, rule: u16| {
            f.write_str(name)?;
            (0..=8).filter(|n| rule & (1 << n) != 0).try_for_each(|n| write!(f, "{n}"))
        };
        numbers("B", self.born)?;
        numbers("/S", self.survives)
    }
}

impl Serialize for CellularAutomaton {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CellularAutomaton {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<CellularAutomaton, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(|_| {
            de::Error::custom(format!("'{text}' is not an automaton; one is written such as \"B3/S23\""))
        })
    }
}

impl JsonSchema for CellularAutomaton {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CellularAutomaton".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^B[0-8]*/S[0-8]*$",
            "description": "With how many living neighbours a dead cell is born (B) and a living one survives (S)."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stepped(text: &str, kind: Neighbours, rows: &[&str]) -> Vec<String> {
        let mut grid = Grid::from_rows(rows.iter().map(|row| row.chars())).unwrap();
        let automaton: CellularAutomaton = text.parse().unwrap();
        automaton.step(&mut grid, kind, |&c| c == '#', |_, c, alive| *c = if alive { '#' } else { '.' });
        grid.rows().map(|row| row.iter().collect()).collect()
    }

    proptest! {
        // DU-8: all cells at once, and beyond the edge everything is dead.
        #[test]
        fn a_step_agrees_with_counting_cell_by_cell(
            kind in proptest::sample::select(&Neighbours::ALL[..]),
            born in proptest::collection::btree_set(0..9u8, 0..9),
            survives in proptest::collection::btree_set(0..9u8, 0..9),
            cells in proptest::collection::vec(any::<bool>(), 42),
        ) {
            let digits = |set: &std::collections::BTreeSet<u8>| set.iter().map(u8::to_string).collect::<String>();
            let text = format!("B{}/S{}", digits(&born), digits(&survives));
            let before = Grid::from_cells(7, 6, cells).unwrap();
            let reference = before.map(|cell, &alive| {
                let count = before
                    .iter()
                    .filter(|&(other, &lives)| lives && kind.distance(cell, other) == 1)
                    .count() as u8;
                if alive { survives.contains(&count) } else { born.contains(&count) }
            });
            let mut after = before.clone();
            let automaton: CellularAutomaton = text.parse().unwrap();
            automaton.step(&mut after, kind, |&alive| alive, |_, cell, alive| *cell = alive);
            prop_assert_eq!(after, reference);
            prop_assert_eq!(automaton.to_string(), text);
        }

        #[test]
        fn any_text_is_an_automaton_or_refused(text in "[BS/0-9]{0,8}") {
            let form = text.strip_prefix('B').and_then(|rest| rest.split_once("/S"));
            let digits = |part: &str| part.bytes().all(|b| (b'0'..=b'8').contains(&b));
            let fits = form.is_some_and(|(b, s)| digits(b) && digits(s));
            prop_assert_eq!(text.parse::<CellularAutomaton>().is_ok(), fits);
        }
    }

    #[test]
    fn a_blinker_blinks() {
        let (upright, lying) = ([".#.", ".#.", ".#."], ["...", "###", "..."]);
        assert_eq!(stepped("B3/S23", Neighbours::Square8, &upright), lying);
        assert_eq!(stepped("B3/S23", Neighbours::Square8, &lying), upright);
    }

    #[test]
    fn what_the_caller_leaves_alone_still_counts_as_a_neighbour() {
        // DU-8: mountains live for ever and plateaus never do; both are seen by the sand around them.
        let mut grid = Grid::from_rows(["MMM", "P..", "..."].map(str::chars)).unwrap();
        let life: CellularAutomaton = "B3/S23".parse().unwrap();
        let alive = |c: &char| matches!(c, 'M' | '#');
        life.step(&mut grid, Neighbours::Square8, alive, |_, c, alive| match *c {
            '.' if alive => *c = '#',
            '#' if !alive => *c = '.',
            _ => {}
        });
        assert_eq!(grid.values().iter().collect::<String>(), "MMMP#....");
    }

    #[test]
    fn malformed_texts_are_refused_with_the_text() {
        for text in ["", "B3", "B3/S9", "B3/23", "b3/s23", "B3/S23 ", "S23/B3", "B3/S2/S3", "B３/S2"] {
            let refusal = text.parse::<CellularAutomaton>().unwrap_err();
            assert_eq!(refusal, Refusal::new("automaton-malformed").arg("text", text));
        }
        let json = serde_json::from_str::<CellularAutomaton>("\"B3/S9\"").unwrap_err().to_string();
        assert!(json.contains("'B3/S9' is not an automaton"), "{json}");
    }

    #[test]
    fn an_automaton_survives_json() {
        let seeds: CellularAutomaton = serde_json::from_str("\"B22/S\"").unwrap();
        assert_eq!(serde_json::to_string(&seeds).unwrap(), "\"B2/S\"");
    }
}
