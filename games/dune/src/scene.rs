//! Draws a match for a viewer, and defines the gestures.

use crate::{Action, Character, Dune, House, Life, Phase, character::max_hp};
use parlor_kit::{
    Area, Arg, Badge, Cell, Gesture, Id, Pick, Piece, Scene, Seat, Shortcut, Text, Viewer,
    grid::Neighbours::Square8,
};

/// The map.
pub(crate) const BOARD: Id = Id::new_static("board");
/// The sandworm.
pub(crate) const WORM: Id = Id::new_static("worm");

/// The names of the cities, in the order of the map.
const CITIES: [&str; 2] = ["dune-city-arrakeen", "dune-city-carthag"];

/// The lines for characters that arrive after a shunning, one from each of four houses.
const COMING: [&str; 4] = ["6-coming-1", "6-coming-2", "6-coming-3", "6-coming-4"];

/// The id of a character.
pub(crate) fn character_id(who: usize) -> Id {
    format!("character-{who}").into()
}

/// A field of the map, as something that can be picked.
pub(crate) fn cell(at: Cell) -> Pick {
    Pick::Cell(BOARD, at)
}

pub(crate) fn draw(game: &Dune, viewer: Viewer, scene: &mut Scene) {
    let map = &game.map;
    let look = |cell| Id::new_static(map[cell].look());
    scene.area(BOARD, Area::square(map.width(), map.height(), look).title(Text::new("dune-board")));
    draw_ground(game, scene);
    for (who, one, at) in game.living() {
        scene.piece(character_id(who), character(game, who, one, at));
    }
    for seat in Seat::all(2) {
        draw_choice(game, seat, viewer, scene);
        draw_player(game, seat, viewer, scene);
    }
    draw_active(game, scene);
    scene.banner(banner(game));
}

fn draw_ground(game: &Dune, scene: &mut Scene) {
    for (at, _) in game.spice.iter().filter(|(_, lies)| **lies) {
        scene.piece(format!("spice-{}-{}", at.x, at.y), Piece::on(BOARD, at, "spice"));
    }
    let placed = !game.characters.is_empty();
    for seat in Seat::all(2).filter(|_| placed) {
        let name = Text::new("dune-city-of").arg("city", city_name(game, seat)).arg("who", seat);
        scene.piece(
            format!("city-{seat}"),
            Piece::on(BOARD, game.city(seat), "banner").owner(seat).name(name),
        );
    }
    let eye = game.storm;
    for (part, (dx, dy)) in
        [(0, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)].into_iter().enumerate()
    {
        let at = Cell::new(eye.x + dx, eye.y + dy);
        if game.map.contains(at) {
            let look = if part == 0 { "storm-eye" } else { "storm" };
            scene.piece(format!("storm-{part}"), Piece::on(BOARD, at, look));
        }
    }
    if let Some(worm) = game.worm {
        let name = Text::new("dune-worm-hunts").arg("name", game.characters[usize::from(worm.target)].name());
        scene.piece(WORM, Piece::on(BOARD, worm.at, "sandworm").name(name));
    }
    if let Some(at) = game.maw {
        scene.piece("shai-hulud", Piece::on(BOARD, at, "shai-hulud"));
    }
}

/// The name of a player's city.
pub(crate) fn city_name(game: &Dune, seat: Seat) -> Text {
    let place = |seat: Seat| (game.city(seat).y, game.city(seat).x);
    Text::new(CITIES[usize::from(place(seat) > place(seat.other()))])
}

fn character(game: &Dune, who: usize, one: &Character, at: Cell) -> Piece {
    let stats = one.stats(&game.party);
    let note = |key: &'static str, value: i64| Text::new(key).arg("value", value);
    let bar = |value: u32, max: u32, key| Badge::new(i64::from(value), Text::new(key)).max(i64::from(max));
    let mut piece = Piece::on(BOARD, at, one.look())
        .owner(one.seat)
        .colour(one.house.colour(), shape(one))
        .name(one.text())
        .badge("1-hp", bar(one.hp, max_hp(stats), "dune-hp").icon("heart"))
        .note("1-mp", note("dune-note-mp", stats.mp().into()), None)
        .note("2-ap", note("dune-note-ap", stats.ap().into()), None)
        .note("3-inventory", note("dune-note-inventory", stats.inventory().into()), None)
        .note("4-damage", note("dune-note-damage", stats.damage.round()), None)
        .note("5-healing", note("dune-note-healing", stats.healing_hp.round()), None);
    if one.spice > 0 {
        piece =
            piece.badge("4-spice", Badge::new(i64::from(one.spice), Text::new("dune-carries")).icon("bag"));
    }
    if game.active.is_some_and(|active| usize::from(active.who) == who) {
        piece = piece
            .tag("active")
            .badge("2-mp", bar(one.mp, stats.mp(), "dune-mp").icon("foot"))
            .badge("3-ap", bar(one.ap, stats.ap(), "dune-ap").icon("bolt"));
    }
    if one.loud {
        piece = piece.tag("loud");
    }
    if game.in_storm(at) {
        piece = piece.tag("in-storm");
    }
    if game.worm.is_some_and(|worm| usize::from(worm.target) == who) {
        piece = piece.tag("hunted");
    }
    piece
}

/// Each class has its own shape, for clients without sprites.
const fn shape(one: &Character) -> &'static str {
    match one.class() {
        crate::CharacterClass::Noble => "star",
        crate::CharacterClass::Mentat => "hexagon",
        crate::CharacterClass::BeneGesserit => "drop",
        crate::CharacterClass::Fighter => "shield",
    }
}

/// The houses to choose from; a player's choice is hidden from the other at first.
fn draw_choice(game: &Dune, seat: Seat, viewer: Viewer, scene: &mut Scene) {
    if !game.hides_houses() {
        return;
    }
    let area = format!("houses-{seat}");
    let title = Text::new("dune-houses");
    scene.area(area.clone(), Area::row().title(title).owner(seat).order(10 + seat.index() as i16));
    for (slot, house) in game.pairs[seat.index()].into_iter().enumerate() {
        let mut piece = Piece::slot(area.clone(), slot, house.look()).name(house.text());
        for (number, (name, class)) in house.characters().iter().enumerate() {
            let note = Text::new("dune-member").arg("name", Id::new_static(name)).arg("class", class.text());
            piece = piece.note(format!("{number}"), note, None);
        }
        if known_house(game, seat, viewer) == Some(house) {
            piece = piece.tag("selected");
        }
        scene.piece(house_id(house), piece);
    }
}

fn house_id(house: House) -> Id {
    house.look()
}

/// The house of a player, as far as the viewer may know.
fn known_house(game: &Dune, seat: Seat, viewer: Viewer) -> Option<House> {
    let knows = !game.hides_houses() || viewer == Viewer::All || viewer == Viewer::Seat(seat);
    game.houses[seat.index()].filter(|_| knows)
}

fn draw_player(game: &Dune, seat: Seat, viewer: Viewer, scene: &mut Scene) {
    let player = game.player(seat);
    let house = known_house(game, seat, viewer);
    let panel = scene.seat(seat);
    if let Some(house) = house {
        panel.colour(house.colour()).look(house.look()).line(
            "0-house",
            Text::new("dune-house"),
            house.text(),
        );
    }
    if game.characters.is_empty() {
        return;
    }
    let count = |test: fn(&Character) -> bool| {
        game.characters.iter().filter(|one| one.seat == seat && test(one)).count()
    };
    let number = |value: u32, key, icon| Badge::new(i64::from(value), Text::new(key)).icon(icon);
    let alive = count(|one| one.at().is_some()) as u32;
    panel
        .score(i64::from(player.stock))
        .badge("1-stock", number(player.stock, "dune-stock", "coin"))
        .badge("2-collected", number(player.collected, "dune-collected", "bag"))
        .badge("3-defeated", number(player.defeated, "dune-defeated", "sword"))
        .badge("4-swallowed", number(player.swallowed, "dune-swallowed", "skull"))
        .badge("5-alive", number(alive, "dune-alive", "person"))
        .badge("6-atomics", number(player.atomics.into(), "dune-atomics-left", "sun"));
    let coming = game.characters.iter().filter(|one| one.seat == seat && one.life == Life::Coming);
    for (id, one) in COMING.into_iter().zip(coming) {
        panel.line(id, Text::new("dune-coming"), one.text());
    }
    if player.shunned {
        panel.tag("shunned");
    }
    if matches!(game.phase, Phase::Over(_)) && game.last_swallowed == Some(seat) {
        panel.line("7-last", Text::new("dune-last"), Text::new("dune-last-yes"));
    }
}

/// The panel of the character whose turn it is.
fn draw_active(game: &Dune, scene: &mut Scene) {
    let Some(actor) = game.acting().filter(|_| game.phase == Phase::Turn) else { return };
    let stats = actor.one.stats(&game.party);
    let of = |value: u32, max: u32| Text::new("dune-value-of").arg("value", value).arg("max", max);
    let panel = Area::panel()
        .title(actor.one.text())
        .owner(actor.one.seat)
        .order(5)
        .line("1-hp", Text::new("dune-hp"), of(actor.one.hp, max_hp(stats)))
        .line("2-mp", Text::new("dune-mp"), of(actor.one.mp, stats.mp()))
        .line("3-ap", Text::new("dune-ap"), of(actor.one.ap, stats.ap()))
        .line("4-spice", Text::new("dune-carries"), of(actor.one.spice, stats.inventory()))
        .line("5-damage", Text::new("dune-damage"), stats.damage.round())
        .line("6-healing", Text::new("dune-healing"), stats.healing_hp.round());
    scene.area("active", panel);
}

fn banner(game: &Dune) -> Text {
    let (round, rounds) = (game.round, game.party.numb_of_rounds);
    let phase = match game.phase {
        Phase::Houses => return Text::new("dune-banner-houses"),
        Phase::Place => return Text::new("dune-banner-place"),
        Phase::Over(ending) => {
            return match ending.winner() {
                Some(seat) => Text::new("dune-banner-won").arg("who", seat),
                None => Text::new("dune-banner-draw"),
            };
        }
        Phase::Turn => game.acting().map_or(Text::new("dune-phase-begins"), |actor| {
            Text::new("dune-phase-turn").arg("who", actor.one.seat).arg("name", actor.one.name())
        }),
        // The scene shows what the latest phase did; the next one has not happened yet.
        _ => Text::new(match game.happened {
            Some(Phase::Quake) => "dune-phase-quake",
            Some(Phase::Reinforce) => "dune-phase-reinforce",
            Some(Phase::Blow) => "dune-phase-blow",
            Some(Phase::Dunes) => "dune-phase-dunes",
            Some(Phase::Storm) => "dune-phase-storm",
            Some(Phase::Worm) => "dune-phase-worm",
            Some(Phase::ShaiHulud) => "dune-phase-shai-hulud",
            Some(Phase::Clones) => "dune-phase-clones",
            _ => "dune-phase-begins",
        }),
    };
    let key = if game.is_overlong() { "dune-banner-overlong" } else { "dune-banner" };
    Text::new(key).arg("round", round).arg("rounds", rounds).arg("phase", phase)
}

/// DU-18, DU-33: whom atomics would hit, and what follows from it.
fn atomics_label(game: &Dune, seat: Seat, centre: Cell) -> Text {
    let hit = game.living().filter(|(_, _, at)| Square8.distance(centre, *at) <= 1);
    let (own, enemies): (Vec<_>, Vec<_>) = hit.map(|(_, one, _)| one).partition(|one| one.seat == seat);
    let key = match (own.len() + enemies.len(), enemies.len()) {
        (0, _) => "dune-offer-atomics",
        (_, 1..) if game.convention_holds() => "dune-offer-atomics-shunned",
        _ => "dune-offer-atomics-hits",
    };
    let names = own.into_iter().chain(enemies).map(|one| Text::new("dune-hit").arg("name", one.name()));
    let text = Text::new(key).arg("x", centre.x).arg("y", centre.y).arg("who", seat.other());
    text.arg("names", Arg::List(names.collect()))
}

/// Moving picks the character and a field; everything else begins with a button.
pub(crate) fn gesture(game: &Dune, seat: Seat, action: &Action) -> Gesture {
    let who = game.active.map_or(0, |active| usize::from(active.who));
    let button = |id: &'static str, key: &'static str| Gesture::button(id, Text::new(key));
    let name = |who: u8| game.characters.get(usize::from(who)).map(Character::name).unwrap_or_default();
    let at = |key: &'static str, at: Cell| Text::new(key).arg("x", at.x).arg("y", at.y);
    let piece = |gesture: Gesture, target: u8, key: &'static str| {
        gesture.then_piece(character_id(target.into())).label(Text::new(key).arg("name", name(target)))
    };
    match *action {
        Action::House(house) => {
            Gesture::piece(house_id(house)).label(Text::new("dune-offer-house").arg("house", house.text()))
        }
        Action::Move { to } => {
            Gesture::piece(character_id(who)).then_cell(BOARD, to).label(at("dune-offer-move", to))
        }
        Action::Fly { to } => button("fly", "dune-fly").then_cell(BOARD, to).label(at("dune-offer-fly", to)),
        Action::Attack { target } => piece(button("attack", "dune-attack"), target, "dune-offer-attack"),
        Action::Collect => button("collect", "dune-collect"),
        Action::Give { to, amount } => piece(button("give", "dune-give"), to, "dune-offer-give")
            .then(Pick::Amount(amount.into()))
            .label(Text::new("dune-offer-amount").arg("amount", amount)),
        Action::Kanly { target } => piece(button("kanly", "dune-kanly"), target, "dune-offer-kanly"),
        Action::Atomics { at: centre } => button("atomics", "dune-atomics")
            .then_cell(BOARD, centre)
            .label(atomics_label(game, seat, centre))
            .reach(1)
            .confirm(),
        Action::Hoard => button("hoard", "dune-hoard"),
        Action::Voice { target } => piece(button("voice", "dune-voice"), target, "dune-offer-voice"),
        Action::Spin => button("spin", "dune-spin"),
        Action::End => button("end", "dune-end").shortcut(Shortcut::Space),
    }
}
