//! The names that the page can draw and play: colours, shapes, icons and sounds.
//!
//! The page draws an unknown name as something neutral, so a typing mistake is easy to overlook. Law CL-15
//! finds it, because it checks every name against these lists. `palette.test.mjs` among the page's tests checks
//! that the page knows the same names.

/// One list of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// Colours of looks, pieces and seats.
    Colour,
    /// Shapes of looks and pieces.
    Shape,
    /// Icons of badges.
    Icon,
    /// Sounds of events.
    Sound,
}

/// The colour of a look that takes the colour of the piece's owner.
pub const SEAT_COLOUR: &str = "seat";

/// The shape of a look that has only its letter or its sprite.
pub const NO_SHAPE: &str = "none";

const COLOURS: &[&str] = &[
    "red", "orange", "yellow", "lime", "green", "teal", "cyan", "blue", "violet", "purple", "pink", "brown",
    "sand", "gold", "silver", "bronze", "grey", "gray", "black", "white",
];

const SHAPES: &[&str] = &[
    "circle", "ring", "square", "diamond", "triangle", "pentagon", "hexagon", "star", "cross", "heart",
    "drop", "moon", "clover", "shield", "card", "wave",
];

const ICONS: &[&str] = &[
    "hourglass",
    "heart",
    "sword",
    "shield",
    "bolt",
    "star",
    "coin",
    "flag",
    "eye",
    "skull",
    "drop",
    "clock",
    "cards",
    "crown",
    "target",
    "foot",
    "sun",
    "leaf",
    "gear",
    "lock",
    "bag",
    "plus",
    "sound",
    "step",
    "chevron",
    "eyeoff",
    "person",
    "bot",
    "play",
    "pause",
    "next",
    "back",
    "copy",
    "undo",
    "reload",
    "download",
    "close",
    "book",
    "trophy",
    "spark",
];

const SOUNDS: &[&str] = &[
    "turn", "move", "capture", "slide", "miss", "deal", "shuffle", "play", "hit", "heal", "boom", "storm",
    "win", "lose", "draw", "alarm", "click", "pick", "refuse", "chat", "join", "pass",
];

impl Palette {
    /// Every name of the list.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Palette::Colour => COLOURS,
            Palette::Shape => SHAPES,
            Palette::Icon => ICONS,
            Palette::Sound => SOUNDS,
        }
    }

    /// What a name of the list names: `colour`, `shape`, `icon` or `sound`.
    pub const fn noun(self) -> &'static str {
        match self {
            Palette::Colour => "colour",
            Palette::Shape => "shape",
            Palette::Icon => "icon",
            Palette::Sound => "sound",
        }
    }

    /// Whether the page knows the name.
    pub fn knows(self, name: &str) -> bool {
        self.names().contains(&name)
    }

    /// The name of the list that takes the fewest changed letters to get to.
    pub fn nearest(self, name: &str) -> &'static str {
        let near = self.names().iter().min_by_key(|known| changed_letters(name, known));
        near.expect("no list is empty")
    }
}

/// How many letters have to be added, removed or replaced to make one word of the other.
fn changed_letters(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_unknown_and_its_nearest_is_told() {
        for (list, wrong, near) in [
            (Palette::Colour, "bleu", "blue"),
            (Palette::Colour, "Red", "red"),
            (Palette::Shape, "hexagone", "hexagon"),
            (Palette::Icon, "hour-glass", "hourglass"),
            (Palette::Sound, "shufle", "shuffle"),
        ] {
            assert!(!list.knows(wrong) && list.knows(near));
            assert_eq!(list.nearest(wrong), near);
        }
    }
}
