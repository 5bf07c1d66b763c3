//! What people see and how they move.

mod common;

use common::*;
use parlor_kit::{Game, Luck, Offer, Offers, Pick, Scene, Shortcut, Viewer};
use snails::{Action, Options, Player, Snails};

fn scene(game: &Snails, viewer: Viewer) -> Scene {
    let mut scene = Scene::new();
    game.scene(viewer, &mut scene);
    scene
}

// SN-14, SN-15, SN-17
#[test]
fn a_scene_shows_board_snails_scores_and_round() {
    let game = Position { turn: 12, ..position("aA.#.\n..#bb\n....B") }.idle([1, 5]).game();
    insta::assert_json_snapshot!(scene(&game, Viewer::Public));
}

// SN-18
#[test]
fn the_last_scene_says_how_many_rounds_were_played() {
    let mut game = Position { turn: 12, ..position("aA.bB") }.game();
    act(&mut game, RIGHT);
    let scene = scene(&game, Viewer::Public);
    assert_eq!(serde_json::to_string(&scene.banner).unwrap(), r#"["@snails-banner-over",{"turns":12}]"#);
    assert!(scene.pieces.values().all(|piece| !piece.tags.contains(&"active".into())));
}

#[test]
fn all_viewers_see_the_same() {
    let game = Snails::new(&Options::default(), 2, &mut Luck::fast(3)).unwrap();
    for viewer in Viewer::each(2) {
        assert_eq!(scene(&game, viewer), scene(&game, Viewer::All));
    }
}

// SN-15
#[test]
fn a_move_is_its_target_tile_and_a_miss_the_own_snail_or_the_secondary_button() {
    let game = position("a . .\nA a a\n. . B").game();
    let offers: Vec<Offer> = offered(&game)
        .iter()
        .map(|action| Offer {
            action: serde_json::to_value(action).unwrap(),
            gesture: game.gesture(Player::One.seat(), action),
        })
        .collect();
    insta::assert_json_snapshot!(Offers::tree(offers));
}

// SN-15
#[test]
fn the_gestures_of_a_position_differ_in_their_one_pick_and_every_pick_exists() {
    for seed in 0..200 {
        let mut luck = Luck::fast(seed);
        let mut game = Snails::new(&Options::default(), 2, &mut luck).unwrap();
        proceed(&mut game);
        while let Some(player) = game.next().filter(|&player| !game.must_miss(player)) {
            let scene = scene(&game, Viewer::Seat(player.seat()));
            let actions = offered(&game);
            let mut picks: Vec<Pick> = Vec::new();
            for action in &actions {
                let gesture = game.gesture(player.seat(), action);
                let [(pick, Some(_))] = &gesture.picks[..] else { panic!("{gesture:?}") };
                assert!(pick.exists_in(&scene), "{pick}");
                assert!(!picks.contains(pick), "{pick} twice in\n{}", game.board());
                assert_eq!(gesture.shortcut == Some(Shortcut::Secondary), *action == Action::Miss);
                picks.push(pick.clone());
            }
            act(&mut game, *luck.choose(&actions).unwrap());
        }
    }
}
