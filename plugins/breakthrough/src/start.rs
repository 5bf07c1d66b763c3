//! The options of a table, and start positions from files.

use crate::{EDGE, GOALS};
use parlor_kit::{ContentFault, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most pieces a player can begin with; the bound of the game counts on it.
pub const MAX_PIECES_PER_PLAYER: u32 = 16;

/// The options of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Where the pieces stand at first.
    #[schemars(extend("x-content" = "start"))]
    pub start: StartFile,
}

impl Default for Options {
    fn default() -> Options {
        let rows =
            ["22222222", "22222222", "........", "........", "........", "........", "11111111", "11111111"];
        Options { start: StartFile { rows: rows.map(String::from).into() } }
    }
}

/// A start position as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartFile {
    /// Eight rows from the top: `1` and `2` are pieces of the players, `.` is a free cell. Player 1 walks up.
    #[schemars(length(min = 8, max = 8))]
    pub rows: Vec<String>,
}

impl StartFile {
    /// The pieces of both players, a bit for each cell, or every fault of the drawing.
    pub fn read(&self) -> Result<[u64; 2], Vec<ContentFault>> {
        let (mut pieces, mut faults) = ([0u64; 2], Vec::new());
        if self.rows.len() != EDGE as usize {
            let text = Text::new("breakthrough-bad-rows").arg("found", self.rows.len());
            faults.push(ContentFault::new("/rows", text));
        }
        for (y, row) in self.rows.iter().enumerate() {
            let at = format!("/rows/{y}");
            let length = row.chars().count();
            if length != EDGE as usize {
                let text = Text::new("breakthrough-bad-row").arg("row", y + 1).arg("found", length);
                faults.push(ContentFault::new(&at, text));
            }
            for (x, sign) in row.chars().enumerate() {
                let seat = match sign {
                    '1' => 0,
                    '2' => 1,
                    '.' => continue,
                    _ => {
                        let text = Text::new("breakthrough-bad-sign").arg("sign", sign.to_string());
                        faults.push(ContentFault::new(&at, text.arg("row", y + 1).arg("column", x + 1)));
                        continue;
                    }
                };
                // Cells outside the board were reported above.
                if let Some(bit) = u32::try_from(8 * y + x).ok().filter(|_| x < 8 && y < 8) {
                    pieces[seat] |= 1 << bit;
                    if GOALS[seat] >> bit & 1 == 1 {
                        let text = Text::new("breakthrough-bad-goal").arg("player", seat + 1);
                        faults.push(ContentFault::new(&at, text.arg("column", x + 1)));
                    }
                }
            }
        }
        for (seat, pieces) in pieces.iter().enumerate() {
            if !(1..=MAX_PIECES_PER_PLAYER).contains(&pieces.count_ones()) {
                let text = Text::new("breakthrough-bad-pieces").arg("player", seat + 1);
                let text = text.arg("found", pieces.count_ones()).arg("most", MAX_PIECES_PER_PLAYER);
                faults.push(ContentFault::new("/rows", text));
            }
        }
        if faults.is_empty() { Ok(pieces) } else { Err(faults) }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Breakthrough, rules};
    use parlor_kit::{
        Game, Luck, Rules,
        content::{Position, check_content_file},
    };
    use serde_json::json;

    fn faults(content: &serde_json::Value) -> Vec<String> {
        Breakthrough::check_content("start", content).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_fault_of_a_start_is_found_at_its_place() {
        let bad = json!({ "rows": ["22222221", "2222x22", "........", "1"], "colour": 3 });
        assert_eq!(
            faults(&bad),
            ["/colour: content-field-unknown name=colour", "/rows: content-length found=4 min=8 max=8"]
        );
        let bad = json!({ "rows": ["22222221", "2222x22", "........", "1"] });
        assert_eq!(
            faults(&bad),
            [
                "/rows: breakthrough-bad-rows found=4",
                "/rows/0: breakthrough-bad-goal player=1 column=8",
                "/rows/1: breakthrough-bad-row row=2 found=7",
                "/rows/1: breakthrough-bad-sign sign=x row=2 column=5",
                "/rows/3: breakthrough-bad-row row=4 found=1",
            ]
        );
        let empty = json!({ "rows": vec!["........"; 8] });
        assert_eq!(
            faults(&empty),
            [
                "/rows: breakthrough-bad-pieces player=1 found=0 most=16",
                "/rows: breakthrough-bad-pieces player=2 found=0 most=16",
            ]
        );
        let refusal = rules().setup(&json!({ "start": empty }), 2, &mut Luck::fast(1)).unwrap_err();
        assert_eq!(refusal.to_string(), "breakthrough-bad-pieces player=1 found=0 most=16", "one reader");
    }

    #[test]
    fn what_is_shipped_is_good_and_files_name_lines() {
        let rules = rules();
        for content in rules.bundle().contents["start"].values() {
            assert_eq!(rules.check_content("start", content), []);
            rules.setup(&json!({ "start": content }), 2, &mut Luck::fast(1)).unwrap();
        }
        let text = "{\n  \"rows\": [\n    \"2\"\n  ]\n}";
        let found = check_content_file(&rules, "start", "mine.json", text.as_bytes());
        let lines: Vec<_> = found.iter().map(|fault| (fault.fault.at.as_str(), fault.position)).collect();
        let at = |line, column| Some(Position { line, column });
        assert_eq!(lines, [("/rows", at(2, 11)), ("/rows/0", at(3, 5)), ("/rows", at(2, 11))]);
        let found = check_content_file(&rules, "start", "mine.json", b"{\n  \"rows\": [,");
        assert_eq!((found.len(), found[0].position), (1, at(2, 12)));
        assert_eq!(found[0].fault.text.key, "content-not-json");
    }
}
