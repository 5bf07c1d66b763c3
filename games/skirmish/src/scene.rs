//! Draws a game for a viewer.

use crate::{
    CardDef, Property, Row, RuleKind, Skirmish,
    deck_choice::DeckChoice,
    game_cards::words,
    state::{At, Face, NEUTRAL, Pending, Phase, row_area},
};
use parlor_kit::{
    Area, Badge, Id, Piece, Scene, Seat, Text, Viewer,
    cards::{Card, CardLook, Deck},
};

pub(crate) fn draw(game: &Skirmish, viewer: Viewer, scene: &mut Scene) {
    match &game.muster {
        Some(muster) if game.phase == Phase::Choose => draw_decks(game, muster, viewer, scene),
        _ => {
            game.zones.scene(viewer, scene, &Look(game));
            face_each_other(viewer, scene);
        }
    }
    for seat in Seat::all(2) {
        draw_panel(game, seat, scene);
    }
    // The text of a rule is sent once as a hint, not with every card that has it.
    for rule in &game.game_cards.rules {
        scene.hint(rule.id.clone(), words(&rule.text));
    }
    scene.banner(banner(game));
}

/// The decks to choose from; a choice is shown only to the player who made it.
fn draw_decks(game: &Skirmish, muster: &DeckChoice, viewer: Viewer, scene: &mut Scene) {
    scene.area("decks", Area::row().title(Text::new("skirmish-decks")));
    let own = viewer.seat().and_then(|seat| game.chosen[seat.index()]);
    for (slot, deck) in muster.decks.iter().enumerate() {
        let (cards, provisions) = muster.size(deck);
        let cards = Badge::new(cards, Text::new("skirmish-deck-cards")).icon("cards");
        let provisions = Badge::new(provisions, Text::new("skirmish-deck-cost")).icon("bag");
        let mut piece = Piece::slot("decks", slot, "deck").name(words(&deck.name));
        piece = piece.badge("a-cards", cards).badge("b-provisions", provisions);
        if let Some(faction) = muster.set.factions.get(&deck.faction) {
            piece = piece.colour(faction.colour.clone(), emblem(&faction.colour));
            piece = piece.note("a-army", words(&faction.name), None);
        }
        if own == Some(slot as u8) {
            piece = piece.tag("selected");
        }
        scene.piece(format!("deck-{slot}"), piece);
    }
}

/// Orders the rows so that the front rows of both armies are adjacent: the upper army begins with its last
/// row.
fn face_each_other(viewer: Viewer, scene: &mut Scene) {
    let above = viewer.seat().map_or(Seat::new(0), Seat::other);
    for (order, row) in (1..).zip(Row::ARMY.into_iter().rev()) {
        if let Some(area) = scene.areas.get_mut(row_area(above, row).as_str()) {
            area.order = order;
        }
    }
}

fn banner(game: &Skirmish) -> Text {
    let with = |key, seat: Seat| Text::new(key).arg("who", seat).arg("round", game.round);
    match game.phase {
        Phase::Choose => Text::new("skirmish-banner-choose"),
        Phase::Deal => Text::new("skirmish-banner-deal"),
        Phase::Swap => Text::new("skirmish-banner-swap"),
        Phase::Round => Text::new("skirmish-banner-round").arg("round", game.round + 1),
        Phase::Dusk | Phase::Count => Text::new("skirmish-banner-count").arg("round", game.round),
        Phase::Over if game.wins[0] == game.wins[1] => Text::new("skirmish-banner-draw"),
        Phase::Over => {
            let winner = Seat::new(usize::from(game.wins[1] > game.wins[0]));
            Text::new("skirmish-banner-won").arg("who", winner)
        }
        Phase::Play => match game.pending.first() {
            Some(Pending::Discard { .. }) => with("skirmish-banner-discard", game.next.other()),
            Some(Pending::Look { .. }) => with("skirmish-banner-look", game.next),
            Some(Pending::Targets { .. }) => with("skirmish-banner-target", game.next),
            Some(Pending::Shift { .. } | Pending::Place { .. }) => with("skirmish-banner-place", game.next),
            Some(Pending::Revive { .. }) => with("skirmish-banner-revive", game.next),
            None if game.played.is_some() => with("skirmish-banner-end", game.next),
            None => with("skirmish-banner-play", game.next),
        },
    }
}

fn draw_panel(game: &Skirmish, seat: Seat, scene: &mut Scene) {
    let cards = Badge::new(game.hand(seat).len() as i64, Text::new("skirmish-cards-held")).icon("cards");
    let strength = Badge::new(i64::from(game.sum(seat)), Text::new("skirmish-army-strength")).icon("sword");
    let panel = scene.seat(seat);
    panel.score(i64::from(game.wins[seat.index()])).badge("cards", cards).badge("strength", strength);
    if game.passed.contains(seat) {
        panel.tag("passed");
    }
    let chosen = game.phase == Phase::Choose && game.chosen[seat.index()].is_some();
    if chosen || (game.phase == Phase::Swap && game.ready.contains(seat)) {
        panel.tag("done");
    }
    let army = &game.armies[seat.index()];
    if !army.is_empty() {
        panel.line("army", Text::new("skirmish-army"), words(army));
    }
}

/// How zones and cards look.
struct Look<'a>(&'a Skirmish);

impl CardLook<At, Face> for Look<'_> {
    fn title(&self, place: At) -> Option<Text> {
        let row = |row: Row| match row {
            Row::Close => "skirmish-row-close",
            Row::Ranged => "skirmish-row-ranged",
            Row::Support => "skirmish-row-support",
            Row::Weather => "skirmish-row-weather",
        };
        Some(Text::new(match place {
            At::Draw(_) => "skirmish-draw-pile",
            At::Hand(_) => "skirmish-hand",
            At::Aside(_) => "skirmish-aside",
            At::Discard(_) => "skirmish-discard-pile",
            At::Row(_, kind) => row(kind),
            At::Weather => row(Row::Weather),
            At::Neutral => "skirmish-neutral-pile",
            At::Waiting => "skirmish-waiting",
        }))
    }

    fn front(&self, card: &Card<Face>, piece: Piece) -> Piece {
        let (game, face) = (self.0, &card.face);
        let def = game.def(face);
        let piece = Piece { look: Id::new_static(look(def)), ..piece }.name(def.text());
        let piece = piece.colour(def.colour.clone(), emblem(&def.colour));
        // Discard piles grow long, and cards there have no effect: the name is enough.
        if piece.area.starts_with("discard") {
            return piece;
        }
        let piece = if def.is_weather() { piece } else { numbers(game, def, face, piece) };
        let piece = piece.note("a-rows", rows_text(def), None);
        notes(game, def, face, piece)
    }

    fn back(&self, deck: Deck) -> Id {
        Id::new_static(match deck {
            NEUTRAL => "back-neutral",
            Deck(0) => "back-one",
            _ => "back-two",
        })
    }
}

fn look(def: &CardDef) -> &'static str {
    match def.level {
        _ if def.token => "token",
        _ if def.is_weather() => "weather",
        1 => "bronze",
        2 => "silver",
        3 => "gold",
        _ => "neutral",
    }
}

/// The shape that goes with the colour of an army.
fn emblem(colour: &str) -> &'static str {
    match colour {
        "blue" => "square",
        "yellow" => "hexagon",
        "green" => "clover",
        "red" => "triangle",
        "gray" | "grey" => "circle",
        "sand" => "ring",
        "violet" => "moon",
        "orange" => "drop",
        _ => "diamond",
    }
}

fn numbers(game: &Skirmish, def: &CardDef, face: &Face, piece: Piece) -> Piece {
    let unit = face.unit.as_deref();
    let (morale, points) = unit.map_or((0, def.points), |unit| (unit.morale, unit.points));
    let strength = i64::from(def.strength_with(morale));
    let mut piece =
        piece.badge("a-strength", Badge::new(strength, Text::new("skirmish-strength")).icon("sword"));
    if def.points > 0 || points > 0 {
        let points = Badge::new(i64::from(points), Text::new("skirmish-points")).icon("bolt");
        piece = piece.badge("b-points", points);
    }
    if morale != 0 {
        piece =
            piece.badge("c-morale", Badge::new(i64::from(morale), Text::new("skirmish-morale")).icon("flag"));
    }
    if def.level > 0 {
        let level = Badge::new(i64::from(def.level), Text::new("skirmish-level-badge")).icon("star");
        piece = piece.badge("d-level", level);
    }
    if let Some(unit) = unit {
        piece = piece.owner(unit.owner);
        if !game.is_awake(def, unit) {
            piece = piece.tag("asleep");
        }
    }
    piece
}

fn rows_text(def: &CardDef) -> Text {
    let rows: Vec<Text> =
        def.rows.iter().map(|row| Text::of(format!("skirmish-row-{}", row.name()))).collect();
    Text::new("skirmish-rows").arg("rows", rows)
}

fn notes(game: &Skirmish, def: &CardDef, face: &Face, mut piece: Piece) -> Piece {
    let granted = face.unit.iter().flat_map(|unit| &unit.granted);
    for (number, &place) in def.rules.iter().chain(granted).enumerate() {
        let rule = game.game_cards.rule(place);
        let name = rule.name_on(&def.race).map_or(Text::new("skirmish-card"), words);
        let name = match rule.kind {
            RuleKind::Passive => name,
            RuleKind::Active => Text::new("skirmish-rule-active").arg("rule", name).arg("cost", rule.cost),
        };
        piece = piece.explained(format!("b-{number:02}"), name, rule.id.clone());
    }
    if face.unit.is_some() && game.game_cards.card_is(face.card, Property::Spy) {
        piece = piece.tag("spy");
    }
    piece
}
