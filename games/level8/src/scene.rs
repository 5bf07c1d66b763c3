//! Draws a game for a viewer, and defines the gestures.

use crate::{
    Action, Colour, End, Face, Level8, Meaning, Part, Row, Source,
    state::{At, Phase},
};
use parlor_kit::{
    Area, Badge, Gesture, Id, Piece, Scene, Seat, Shortcut, Text, Viewer,
    cards::{Card, CardLook, Handle},
};

pub(crate) fn draw(game: &Level8, viewer: Viewer, scene: &mut Scene) {
    game.zones.scene(viewer, scene, &Look(game));
    for seat in game.all_seats() {
        draw_tray(game, seat, viewer, scene);
        draw_panel(game, seat, scene);
    }
    scene.banner(banner(game));
}

fn banner(game: &Level8) -> Text {
    let with = |key| Text::new(key).arg("who", game.next);
    match game.phase {
        Phase::Over(_) => {
            let won = game.all_seats().find(|&seat| game.level(seat) == game.most_levels());
            won.map_or(Text::new("level8-banner-over"), |seat| {
                Text::new("level8-banner-won").arg("who", seat)
            })
        }
        Phase::Deal => with("level8-banner-deal"),
        Phase::Take if game.is_skipped(game.next) => with("level8-banner-skipped"),
        Phase::Take => with("level8-banner-take"),
        Phase::Play => with("level8-banner-play"),
    }
}

/// How zones and cards look.
struct Look<'a>(&'a Level8);

impl CardLook<At, Face> for Look<'_> {
    fn title(&self, place: At) -> Option<Text> {
        Some(match place {
            At::Draw => Text::new("level8-draw-pile"),
            At::Under => Text::new("level8-under-pile"),
            // The owner of a zone is shown by its area.
            At::Discard(_) => Text::new("level8-discard-pile"),
            At::Skip(_) => Text::new("level8-skip-before"),
            At::Row(seat, part) => self.0.task(seat).get(usize::from(part)).copied().map(Part::text)?,
            At::Hand(_) => Text::new("level8-hand"),
        })
    }

    fn front(&self, card: &Card<Face>, piece: Piece) -> Piece {
        face(piece, card.face)
    }
}

/// Draws a face: its look has colour, shape and name, so that the label only needs the number.
fn face(piece: Piece, face: Face) -> Piece {
    let (look, label) = match face {
        Face::Number(n, colour) => (colour.name(), Some(n)),
        Face::Joker(Some(Meaning::Number(n))) => ("joker", Some(n)),
        Face::Joker(Some(Meaning::Colour(colour))) => (joker_look(colour), None),
        Face::Joker(None) => ("joker", None),
        Face::Skip => ("skip", None),
    };
    let piece = Piece { look: Id::new_static(look), ..piece };
    match label {
        Some(n) => piece.label(n.to_string()),
        None => piece,
    }
}

/// The look of a joker that stands for a colour.
const fn joker_look(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "joker-red",
        Colour::Orange => "joker-orange",
        Colour::Yellow => "joker-yellow",
        Colour::Green => "joker-green",
        Colour::Blue => "joker-blue",
        Colour::Violet => "joker-violet",
    }
}

/// The level that is being composed, for its owner only. It shows the task even while it has no cards.
fn draw_tray(game: &Level8, seat: Seat, viewer: Viewer, scene: &mut Scene) {
    let sees = match viewer {
        Viewer::Seat(own) => own == seat,
        Viewer::All => !game.tray(seat).cards.is_empty(),
        Viewer::Public => false,
    };
    if !sees || game.laid.contains(seat) || !matches!(game.phase, Phase::Take | Phase::Play) {
        return;
    }
    for (part, kind) in (0..).zip(game.task(seat)) {
        let name = part_id(seat, part);
        let cards = game.arranged(seat, part);
        let title = Text::new("level8-part").arg("part", kind.text());
        let title = title.arg("cards", cards.len()).arg("of", kind.size());
        scene.area(name.clone(), Area::row().title(title).owner(seat).order(20 + i16::from(part)));
        for (slot, (card, shown)) in cards.into_iter().enumerate() {
            // A joker's meaning is public once it lies on the table; until then only its owner sees it.
            let shown = if viewer == Viewer::All && shown.is_joker() { Face::Joker(None) } else { shown };
            scene.piece(card.id(), face(Piece::slot(name.clone(), slot, "card"), shown));
        }
    }
}

fn draw_panel(game: &Level8, seat: Seat, scene: &mut Scene) {
    let done = game.level(seat);
    let level = Text::new("level8-level-of").arg("level", (done + 1).min(game.most_levels()));
    let cards = Badge::new(game.hand(seat).len() as i64, Text::new("level8-cards-held")).icon("cards");
    let dealer = game.dealer == seat;
    let panel = scene.seat(seat);
    panel
        .score(done)
        .badge("cards", cards)
        .line("level", Text::new("level8-level"), level.arg("of", game.most_levels()))
        .line("task", Text::new("level8-task"), game.task_text(seat));
    // The standard order is not shown; any other order is public.
    if !game.order(seat).iter().copied().eq(0..game.most_levels()) {
        let order: Vec<String> = game.order(seat).iter().map(|task| (task + 1).to_string()).collect();
        let order = Text::new("level8-order").arg("order", order.join(" "));
        panel.line("order", Text::new("level8-order-label"), order);
    }
    if dealer {
        panel.tag("dealer");
    }
    if game.laid.contains(seat) {
        panel.tag("done");
    }
}

impl Level8 {
    /// The task of a player, in words.
    pub(crate) fn task_text(&self, seat: Seat) -> Text {
        task_text(self.task_number(seat), self.hard)
    }
}

fn task_text(number: usize, hard: bool) -> Text {
    const KEYS: [&str; 8] = [
        "level8-task-1",
        "level8-task-2",
        "level8-task-3",
        "level8-task-4",
        "level8-task-5",
        "level8-task-6",
        "level8-task-7",
        "level8-task-8",
    ];
    let task = if hard { crate::HARD_TASKS[number] } else { crate::TASKS[number] };
    // Only runs and groups have sizes that differ.
    let sized = task.iter().find(|part| !matches!(part, Part::Set(_)));
    Text::new(KEYS[number]).arg("cards", sized.map_or(0, |part| part.size()))
}

/// A card in words.
pub(crate) fn card_text(face: Face) -> Text {
    match face {
        Face::Number(n, colour) => Text::new(match colour {
            Colour::Red => "level8-card-red",
            Colour::Orange => "level8-card-orange",
            Colour::Yellow => "level8-card-yellow",
            Colour::Green => "level8-card-green",
            Colour::Blue => "level8-card-blue",
            Colour::Violet => "level8-card-violet",
        })
        .arg("number", n),
        Face::Joker(None) => Text::new("level8-card-joker"),
        Face::Joker(Some(Meaning::Number(n))) => Text::new("level8-card-joker-number").arg("number", n),
        Face::Joker(Some(Meaning::Colour(colour))) => {
            Text::new("level8-card-joker-colour").arg("colour", colour_text(colour))
        }
        Face::Skip => Text::new("level8-card-skip"),
    }
}

fn colour_text(colour: Colour) -> Text {
    Text::new(match colour {
        Colour::Red => "level8-colour-red",
        Colour::Orange => "level8-colour-orange",
        Colour::Yellow => "level8-colour-yellow",
        Colour::Green => "level8-colour-green",
        Colour::Blue => "level8-colour-blue",
        Colour::Violet => "level8-colour-violet",
    })
}

fn part_id(seat: Seat, part: u8) -> Id {
    format!("part-{seat}-{part}").into()
}

/// To take a card, a player picks a pile. To move a card, a player picks it and then its destination: a part,
/// the hand, a row or an end of it, a player, the discard pile. So every gesture that begins with a card has
/// a second pick.
pub(crate) fn gesture(game: &Level8, seat: Seat, action: &Action) -> Gesture {
    let card_to = |card: Handle| Gesture::piece(card.id());
    match *action {
        Action::Take(Source::Draw) => Gesture::area("draw").label(Text::new("level8-offer-draw")),
        Action::Take(Source::Discard(other)) => {
            Gesture::area(format!("discard-{other}")).label(Text::new("level8-offer-take").arg("who", other))
        }
        Action::Put { card, part } => {
            card_to(card).then_area(part_id(seat, part)).label(Text::new("level8-offer-put"))
        }
        Action::Back { card } => {
            card_to(card).then_area(format!("hand-{seat}")).label(Text::new("level8-offer-back"))
        }
        Action::Mean { part, meaning } => meaning_gesture(game, seat, part, meaning),
        Action::Suggest => Gesture::button("suggest", Text::new("level8-offer-suggest")),
        Action::LayOut => {
            Gesture::button("lay-out", Text::new("level8-offer-lay-out")).shortcut(Shortcut::Enter)
        }
        Action::Add { card, row, end } => add_gesture(game, seat, card, row, end),
        Action::Discard { card } => {
            card_to(card).then_area(format!("discard-{seat}")).label(Text::new("level8-offer-discard"))
        }
        Action::Skip { card, victim } => {
            let label = Text::new("level8-offer-skip").arg("who", victim);
            card_to(card).then(parlor_kit::Pick::Seat(victim)).label(label)
        }
    }
}

fn meaning_gesture(game: &Level8, seat: Seat, part: u8, meaning: Meaning) -> Gesture {
    let begin = Gesture::area(part_id(seat, part)).label(Text::new("level8-offer-meaning"));
    match (game.task(seat).get(usize::from(part)), meaning) {
        (Some(Part::Run(size)), Meaning::Number(low)) => {
            let label =
                Text::new("level8-offer-run").arg("low", low).arg("high", low.saturating_add(*size) - 1);
            begin.then(parlor_kit::Pick::Amount(low.into())).label(label)
        }
        (_, Meaning::Number(number)) => begin.then(parlor_kit::Pick::Amount(number.into())),
        (_, Meaning::Colour(colour)) => begin.then_button(colour.name(), colour_text(colour)),
    }
}

/// A card that fits at one end only is put on the row; one that fits at both ends needs a place.
fn add_gesture(game: &Level8, seat: Seat, card: Handle, row: Row, end: End) -> Gesture {
    let area = format!("row-{}-{}", row.seat, row.part);
    let begin = Gesture::piece(card.id());
    let label = Text::new("level8-offer-add");
    let Some(face) = game.held(seat, card) else { return begin.then_area(area).label(label) };
    if game.ends(row, face).count() < 2 {
        return begin.then_area(area).label(label);
    }
    let cards = game.zones.cards(At::Row(row.seat, row.part));
    let (slot, beside) = match end {
        End::Low => (0, cards.first()),
        End::High => (cards.len(), cards.last()),
    };
    let number = match game.joker_meaning(row, end, beside.map(|card| card.face)) {
        Some(Meaning::Number(n)) => n,
        _ => 0,
    };
    begin.then_place(area, slot).label(Text::new("level8-offer-add-as").arg("number", number))
}
