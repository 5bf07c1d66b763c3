//! What people see, and how they make their moves.

mod common;

use common::*;
use parlor_kit::{At, Game, Pick, Scene, Shortcut, Viewer};

fn scene(game: &worms::Worms) -> Scene {
    let mut scene = Scene::new();
    game.scene(Viewer::Public, &mut scene);
    scene
}

// WO-2: a worm is one piece along its fields, head first, and keeps its id while it crawls.
#[test]
fn a_worm_is_one_piece_along_its_fields() {
    let mut game = position(&["....O"], &[&[&["2,0", "1,0", "0,0"]]]);
    let before = scene(&game);
    assert_eq!(before.pieces["worm-0"].at, At::Path(vec![cell(2, 0), cell(1, 0), cell(0, 0)]));
    assert_eq!(
        (before.pieces["worm-0"].look.as_str(), before.pieces["worm-0"].owner),
        ("worm-0", Some(seat(0)))
    );
    assert!(before.pieces["worm-0"].tags.contains(&"active".into()));
    act(&mut game, crawl(0, 3, 0));
    assert_eq!(scene(&game).pieces["worm-0"].at, At::Path(vec![cell(3, 0), cell(2, 0), cell(1, 0)]));
    act(&mut game, crawl(0, 4, 0));
    assert!(scene(&game).pieces.is_empty(), "a worm in the hole is gone");
}

// WO-5, WO-6: panels show how many worms are left and who makes no more moves.
#[test]
fn panels_count_the_worms_that_are_left() {
    let game = position(&["...O"], &[&[&["2,0"], &["0,0"]], &[&["1,0"]]]);
    let mut game = game;
    act(&mut game, crawl(0, 3, 0));
    let scene = scene(&game);
    let left =
        |n: usize| (scene.seats[&seat(n)].badges["left"].value, scene.seats[&seat(n)].badges["left"].max);
    assert_eq!((left(0), left(1)), ((1, Some(2)), (1, Some(1))));
    assert!(scene.banner.is_some());
}

// WO-3
#[test]
fn a_move_picks_a_worm_and_a_field_and_space_passes() {
    let game = position(&["...O"], &[&[&["2,0"], &["0,0"]]]);
    let gestures: Vec<_> = offered(&game).iter().map(|action| game.gesture(seat(0), action)).collect();
    let picks: Vec<Vec<String>> = gestures
        .iter()
        .map(|gesture| gesture.picks.iter().map(|(pick, _)| pick.to_string()).collect())
        .collect();
    assert_eq!(
        picks,
        [
            vec!["piece:worm-0", "cell:board:3,0"],
            vec!["piece:worm-0", "cell:board:1,0"],
            vec!["piece:worm-1", "cell:board:1,0"],
            vec!["button:pass"],
        ]
    );
    assert_eq!(gestures[3].shortcut, Some(Shortcut::Space));
    let scene = scene(&game);
    let every: Vec<&Pick> =
        gestures.iter().flat_map(|gesture| gesture.picks.iter().map(|(pick, _)| pick)).collect();
    assert!(every.iter().all(|pick| pick.exists_in(&scene)));
}
