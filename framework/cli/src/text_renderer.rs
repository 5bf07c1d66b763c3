//! Renders a scene as text.

use crate::{board_symbols::BoardSymbols, cmd::show::TableView};
use parlor_kit::{
    Area, AreaKind, At, Badge, Bundle, Cell, Gesture, Id, Line, Outcome, PanelValue, Piece, Seat, Text, Turn,
    Viewer,
};
use parlor_texts::Translator;
use std::{collections::BTreeMap, fmt};
use unicode_width::UnicodeWidthStr;

/// A scene rendered for a terminal, in one language.
pub(crate) struct TextRenderer<'a> {
    pub(crate) view: &'a TableView,
    pub(crate) bundle: &'a Bundle,
    pub(crate) translator: &'a Translator,
    pub(crate) language: &'a str,
}

impl fmt::Display for TextRenderer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scene = &self.view.scene;
        writeln!(f, "{}", self.head())?;
        if let Some(banner) = &scene.banner {
            writeln!(f, "{}", self.say(banner))?;
        }
        if !scene.seats.is_empty() {
            writeln!(f)?;
        }
        for (seat, panel) in &scene.seats {
            let score = panel.score.map(|score| self.say(&Text::new("show-score").arg("score", score)));
            let badges = panel.badges.iter().map(|(id, badge)| self.badge(id, badge));
            let lines = panel.lines.values().map(|line| self.line(line));
            let tags = self.tags(&panel.tags);
            let parts: Vec<String> = score.into_iter().chain(badges).chain(lines).chain(tags).collect();
            writeln!(f, "{}", [self.name(*seat), parts.join(", ")].join("  ").trim_end())?;
        }
        let mut areas: Vec<(&Id, &Area)> = scene.areas.iter().collect();
        areas.sort_by_key(|(_, area)| area.order);
        areas.into_iter().try_for_each(|(id, area)| self.area(f, id, area))?;
        let lost: Vec<&Piece> =
            scene.pieces.values().filter(|piece| !scene.areas.contains_key(&piece.area)).collect();
        if !lost.is_empty() {
            writeln!(f, "\n{}", self.word("show-elsewhere"))?;
            lost.iter().try_for_each(|piece| writeln!(f, "  {}", self.piece(piece)))?;
        }
        writeln!(f)?;
        match &self.view.turn {
            Turn::Over(outcome) => self.outcome(f, outcome),
            Turn::Table => writeln!(f, "{}", self.word("show-goes-on")),
            Turn::Act(seats) => {
                let names: Vec<String> = seats.iter().map(|seat| self.name(seat)).collect();
                writeln!(f, "{}", self.say(&Text::new("show-to-act").arg("names", names.join(", "))))?;
                self.offers(f)
            }
        }
    }
}

impl TextRenderer<'_> {
    fn head(&self) -> String {
        let viewer = match self.view.viewer {
            Viewer::All => self.word("show-viewer-all"),
            Viewer::Public => self.word("show-viewer-public"),
            Viewer::Seat(seat) => self.name(seat),
        };
        let game = self.word(&format!("{}-name", self.bundle.manifest.id));
        let head =
            Text::new("show-head").arg("game", game).arg("moves", self.view.moves).arg("viewer", viewer);
        self.say(&head)
    }

    fn area(&self, f: &mut fmt::Formatter<'_>, id: &Id, area: &Area) -> fmt::Result {
        let title = area.title.as_ref().map_or_else(|| id.to_string(), |title| self.say(title));
        let owner = area.owner.map(|seat| self.of(seat)).unwrap_or_default();
        writeln!(f, "\n{title}{owner}")?;
        match area.kind {
            AreaKind::Square | AreaKind::Hex => self.board(f, id, area)?,
            AreaKind::Row | AreaKind::Fan => {
                let items: Vec<String> = self.slots(id).iter().map(|piece| self.card(piece)).collect();
                let items = if items.is_empty() { self.word("show-empty") } else { items.join(" | ") };
                writeln!(f, "  {items}")?;
            }
            AreaKind::Pile => {
                let slots = self.slots(id);
                let text = match slots.last() {
                    None => self.word("show-empty"),
                    Some(top) => self
                        .say(&Text::new("show-on-top").arg("count", slots.len()).arg("item", self.card(top))),
                };
                writeln!(f, "  {text}")?;
            }
            AreaKind::Panel => {}
        }
        area.lines.values().try_for_each(|line| writeln!(f, "  {}", self.line(line)))
    }

    /// The board with its coordinates, then a legend of its symbols.
    fn board(&self, f: &mut fmt::Formatter<'_>, id: &Id, area: &Area) -> fmt::Result {
        let symbols = BoardSymbols::of(id, area, &self.view.scene, &self.bundle.manifest);
        let (columns, rows) = (0..area.width as i16, 0..area.height as i16);
        let cells = || rows.clone().flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
        let widest = cells().map(|cell| symbols.at(cell).width()).max().unwrap_or(1);
        let mut pitch = 1 + widest.max(area.width.saturating_sub(1).to_string().len());
        let hex = area.kind == AreaKind::Hex;
        if hex {
            // Half a cell must be a whole number of characters.
            pitch += pitch % 2;
        }
        let margin = area.height.saturating_sub(1).to_string().len();
        let heading: String = columns.clone().map(|x| format!("{x:>pitch$}")).collect();
        writeln!(f, "  {:margin$}{heading}", "")?;
        for y in rows.clone() {
            let shift = if hex && y % 2 != 0 { pitch / 2 } else { 0 };
            let mut row = format!("  {y:>margin$}{:shift$}", "");
            for x in columns.clone() {
                let sign = symbols.at(Cell::new(x, y));
                row.push_str(&" ".repeat(pitch - sign.width()));
                row.push_str(sign);
            }
            writeln!(f, "{}", row.trim_end())?;
        }
        for (look, sign) in &symbols.ground {
            writeln!(f, "  {sign}  {}", self.look(look))?;
        }
        for (piece, sign) in &symbols.pieces {
            writeln!(f, "  {sign}  {}", self.piece(piece))?;
        }
        Ok(())
    }

    fn offers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, offers) in &self.view.offers {
            writeln!(f, "\n{}", self.say(&Text::new("show-may").arg("name", self.name(*seat))))?;
            let rows: Vec<(String, String)> =
                offers.iter().map(|offer| (offer.action.to_string(), self.gesture(&offer.gesture))).collect();
            let width = rows.iter().map(|(action, _)| action.width()).max().unwrap_or(0);
            for (action, gesture) in rows {
                writeln!(f, "  {action}{}  {gesture}", " ".repeat(width - action.width()))?;
            }
        }
        Ok(())
    }

    fn outcome(&self, f: &mut fmt::Formatter<'_>, outcome: &Outcome) -> fmt::Result {
        let reason = self.word(&outcome.reason);
        writeln!(f, "{}", self.say(&Text::new("show-over").arg("reason", reason)))?;
        let mut seats: Vec<Seat> = Seat::all(outcome.seats()).collect();
        seats.sort_by_key(|seat| outcome.places[seat.index()]);
        for seat in seats {
            let place = Text::new("show-place")
                .arg("place", outcome.places[seat.index()])
                .arg("name", self.name(seat));
            let score = outcome.scores.get(seat.index());
            let score = score.map(|&score| self.say(&Text::new("show-score").arg("score", score)));
            let score = score.map(|score| format!(", {score}")).unwrap_or_default();
            writeln!(f, "  {}{score}", self.say(&place))?;
        }
        Ok(())
    }

    /// The picks of a gesture in order, each with its label.
    fn gesture(&self, gesture: &Gesture) -> String {
        let pick = |(pick, label): &(parlor_kit::Pick, Option<Text>)| match label {
            Some(label) => format!("{pick} \"{}\"", self.say(label)),
            None => pick.to_string(),
        };
        gesture.picks.iter().map(pick).collect::<Vec<_>>().join(" → ")
    }

    /// Everything about a piece, in one line.
    fn piece(&self, piece: &Piece) -> String {
        let mut text = self.card(piece);
        if let Some(owner) = piece.owner.filter(|&owner| !text.contains(&self.name(owner))) {
            text.push_str(&self.of(owner));
        }
        match &piece.at {
            At::Cell(cell) => text.push_str(&format!(" ({cell})")),
            At::Path(cells) => {
                let cells: Vec<String> = cells.iter().map(|cell| format!("({cell})")).collect();
                text.push_str(&format!(" {}", cells.join(" ")));
            }
            At::Slot(_) => {}
        }
        text
    }

    /// A piece by its name, with what is written on it.
    fn card(&self, piece: &Piece) -> String {
        let mut text = match &piece.name {
            Some(name) => self.say(name),
            None => self.look(&piece.look),
        };
        if let Some(label) = &piece.label
            && !text.contains(label.as_str())
        {
            text = format!("{label} {text}");
        }
        for (id, badge) in &piece.badges {
            text.push_str(&format!(", {}", self.badge(id, badge)));
        }
        for note in piece.notes.values() {
            text.push_str(&format!(", {}", self.say(&note.text)));
        }
        if let Some(tags) = self.tags(&piece.tags) {
            text.push_str(&format!(" {tags}"));
        }
        text
    }

    fn slots(&self, area: &Id) -> Vec<&Piece> {
        let pieces = self.view.scene.pieces.iter().filter(|(_, piece)| piece.area == *area);
        let slot = |(id, piece): (&Id, &Piece)| match piece.at {
            At::Slot(slot) => (slot, id.clone()),
            _ => (u32::MAX, id.clone()),
        };
        let sorted: BTreeMap<_, _> = pieces.map(|entry| (slot(entry), entry.1)).collect();
        sorted.into_values().collect()
    }

    fn badge(&self, id: &Id, badge: &Badge) -> String {
        let name = badge.name.as_ref().map_or_else(|| id.to_string(), |name| self.say(name));
        let most = badge.max.map(|max| format!("/{}", self.number(max))).unwrap_or_default();
        format!("{name} {}{most}", self.number(badge.value))
    }

    fn line(&self, line: &Line) -> String {
        let value = match &line.value {
            PanelValue::Number(number) => self.number(*number),
            PanelValue::Text(text) => self.say(text),
        };
        format!("{}: {value}", self.say(&line.label))
    }

    /// The tags of a piece or seat, translated by the lobby or the game.
    fn tags(&self, tags: &[Id]) -> Option<String> {
        let word = |tag: &Id| {
            let common = format!("show-tag-{tag}");
            if self.translator.has(self.language, &common) { self.word(&common) } else { self.look(tag) }
        };
        let words: Vec<String> = tags.iter().map(word).collect();
        (!words.is_empty()).then(|| format!("[{}]", words.join(", ")))
    }

    fn look(&self, look: &Id) -> String {
        let known = self.bundle.manifest.looks.get(look);
        known.map_or_else(|| look.to_string(), |known| self.word(&known.name))
    }

    fn of(&self, seat: Seat) -> String {
        format!(" {}", self.say(&Text::new("show-of").arg("owner", self.name(seat))))
    }

    fn name(&self, seat: Seat) -> String {
        self.translator.seat_name(self.language, seat, &[])
    }

    fn number(&self, number: i64) -> String {
        self.translator.number(self.language, number)
    }

    fn word(&self, key: &str) -> String {
        self.translator.translate_key(self.language, key)
    }

    fn say(&self, text: &Text) -> String {
        self.translator.translate(self.language, text, &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::{Manifest, Offer, Scene, Seats};
    use serde_json::json;

    const MANIFEST: &str = "schema = 1\nid = 'mix'\nversion = '1'\nbound = 9\nseats = { min = 2, max = 2 }\n\
        [looks.sand]\nname = 'mix-sand'\nshape = 'hexagon'\ncolour = 'yellow'\n\
        [looks.rock]\nname = 'mix-rock'\nshape = 'hexagon'\ncolour = 'grey'\nletter = '#'\n\
        [looks.worm]\nname = 'mix-worm'\nshape = 'circle'\ncolour = 'seat'\nletter = 'W'\n\
        [looks.card]\nname = 'mix-card'\nshape = 'card'\ncolour = 'red'\n";

    const TEXTS: &str = "mix-name = Mix\nmix-sand = sand\nmix-rock = rock\nmix-worm = worm\nmix-card = card\n\
        mix-hand = Hand\nmix-hp = health\nmix-rounds = Rounds left\nmix-out = Nobody is left.\nmix-go = Go on\n";

    /// A board of hexagons, a hand, a pile and a panel, as one scene.
    fn scene() -> Scene {
        let mut scene = Scene::new();
        let ground = |cell: Cell| match (cell.x, cell.y) {
            (2, 0) => Id::default(),
            (1, 1) => "rock".into(),
            _ => "sand".into(),
        };
        scene.area("board", Area::hex(3, 3, ground));
        let at = |cells: &[(i16, i16)]| cells.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<_>>();
        let worm = Piece::along("board", at(&[(0, 0), (0, 1)]), "worm").owner(Seat::new(0));
        scene.piece("a", worm.badge("hp", Badge::new(3, Text::new("mix-hp")).max(5)));
        scene.piece("b", Piece::on("board", Cell::new(2, 2), "worm").owner(Seat::new(1)).tag("active"));
        scene.area("hand", Area::fan().title(Text::new("mix-hand")).owner(Seat::new(1)));
        scene.piece("c1", Piece::slot("hand", 1, "card").label("7"));
        scene.piece("c2", Piece::slot("hand", 0, "card").label("12"));
        scene.area("pile", Area::pile());
        scene.piece("c3", Piece::slot("pile", 0, "card").label("4"));
        scene.piece("c4", Piece::slot("pile", 1, "card").label("5"));
        scene.area("a-row", Area::row().order(1));
        scene.area("state", Area::panel().line("rounds", Text::new("mix-rounds"), 1234));
        scene.piece("c5", Piece::slot("attic", 0, "card"));
        scene.seat(Seat::new(1)).score(9).tag("dealer");
        scene
    }

    fn draw(turn: Turn, offers: Vec<(Seat, Vec<Offer>)>) -> String {
        let mut bundle = Bundle::new(Manifest::parse(MANIFEST).unwrap());
        bundle.locales.insert("en".into(), TEXTS.into());
        let translator = Translator::of(&bundle);
        let view = TableView { scene: scene(), turn, offers, moves: 1, viewer: Viewer::Public };
        TextRenderer { view: &view, bundle: &bundle, translator: &translator, language: "en" }.to_string()
    }

    #[test]
    fn boards_hands_piles_and_panels_are_drawn() {
        let gesture = Gesture::piece("b").then_button("go", Text::new("mix-go"));
        let offer = Offer { action: json!({ "go": 1 }), gesture };
        let picture = draw(Turn::Act(Seats::all(2)), vec![(Seat::new(1), vec![offer])]);
        let expected = "\
Mix, after one move, seen by the public

Player 2  score 9, [dealer]

board
      0   1   2
  0  W1   ·
  1    w1   #   ·
  2   ·   ·  W2
  #  rock
  ·  sand
  W1  worm, health 3/5 of Player 1 (0,0) (0,1)
  W2  worm [to move] of Player 2 (2,2)

Hand of Player 2
  12 card | 7 card

pile
  2, on top: 5 card

state
  Rounds left: 1,234

a-row
  (empty)

Elsewhere
  card

To act: Player 1, Player 2

Player 2 may:
  {\"go\":1}  piece:b → button:go \"Go on\"
";
        assert_eq!(picture, expected, "\n{picture}");
    }

    #[test]
    fn the_end_is_told_by_place() {
        let picture = draw(Turn::Over(Outcome::by_score([3, 8], "mix-out")), Vec::new());
        let end = "Over: Nobody is left.\n  place 1: Player 2, score 8\n  place 2: Player 1, score 3\n";
        assert!(picture.ends_with(end), "{picture}");
    }
}
