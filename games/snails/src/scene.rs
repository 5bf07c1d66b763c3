//! Draws a game, and defines the gestures. Nothing is hidden: all viewers see the same.

use crate::{Action, MoveResult, Player, Snails, Tile};
use parlor_kit::{Area, Badge, Cell, Gesture, Id, Piece, Scene, Seat, Shortcut, Text};

/// The id of the garden in the scene.
pub(crate) const BOARD: Id = Id::new_static("board");

/// The id of a player's snail, which is also the name of its look.
pub(crate) const fn snail_id(player: Player) -> Id {
    Id::new_static(match player {
        Player::One => "snail-1",
        Player::Two => "snail-2",
    })
}

pub(crate) fn draw(game: &Snails, scene: &mut Scene) {
    let board = game.board();
    let look = |cell| ground(board.tile(cell).unwrap_or(Tile::Block));
    let area = Area::square(board.width() as i16, board.height() as i16, look);
    scene.area(BOARD, area.title(Text::new("snails-board")));
    let active = game.next();
    for player in Player::BOTH {
        draw_snail(game, player, active == Some(player), scene);
        draw_panel(game, player, scene);
    }
    scene.banner(match active {
        Some(player) => {
            Text::new("snails-banner-turn").arg("turn", game.round().max(1)).arg("player", player.seat())
        }
        None => Text::new("snails-banner-over").arg("turns", game.round()),
    });
}

/// The look of a tile below the piece on it.
const fn ground(tile: Tile) -> Id {
    Id::new_static(match tile {
        Tile::Empty => "empty",
        Tile::Block => "block",
        Tile::Snail(Player::One) | Tile::Trail(Player::One) => "trail-1",
        Tile::Snail(Player::Two) | Tile::Trail(Player::Two) => "trail-2",
    })
}

fn draw_snail(game: &Snails, player: Player, active: bool, scene: &mut Scene) {
    let snail = Piece::on(BOARD, game.board().snail(player), snail_id(player))
        .owner(player.seat())
        .name(Text::new("snails-snail-of").arg("player", player.seat()));
    let snail = if active { snail.tag("active") } else { snail };
    scene.piece(snail_id(player), if game.must_miss(player) { snail.tag("exhausted") } else { snail });
}

fn draw_panel(game: &Snails, player: Player, scene: &mut Scene) {
    let idle = Badge::new(game.turns_without_capture(player), Text::new("snails-turns-without-capture"));
    let panel = scene.seat(player.seat());
    panel
        .score(game.board().score(player))
        .look(snail_id(player))
        .colour(colour(player))
        .badge("without-capture", idle.max(game.patience()).icon("hourglass"));
    if game.must_miss(player) {
        panel.tag("passed");
    }
}

const fn colour(player: Player) -> Id {
    Id::new_static(match player {
        Player::One => "blue",
        Player::Two => "orange",
    })
}

/// A move is made by picking the tile where the snail ends; a miss by picking the snail itself, or by the
/// secondary button anywhere. The targets of two directions lie on different sides of the snail and never
/// below it, so no two gestures are alike.
pub(crate) fn gesture(game: &Snails, seat: Seat, action: &Action) -> Gesture {
    let player = Player::on(seat).unwrap_or(Player::One);
    let to =
        |key, cell: Cell| Gesture::cell(BOARD, cell).label(Text::new(key).arg("x", cell.x).arg("y", cell.y));
    let step = match *action {
        Action::Miss => None,
        Action::Move(direction) => game.board().step(player, direction).ok(),
    };
    match step {
        Some(MoveResult::Capture(cell)) => to("snails-offer-capture", cell),
        Some(MoveResult::Slide(cell)) => to("snails-offer-slide", cell),
        None => Gesture::piece(snail_id(player))
            .label(Text::new("snails-offer-miss"))
            .shortcut(Shortcut::Secondary),
    }
}
