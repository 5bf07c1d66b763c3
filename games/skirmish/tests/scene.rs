//! What is sent to people: how a card looks, and how large scenes and patches are.

#![cfg(feature = "module")]

use parlor_kit::{Game, Luck, Rules, Scene, Seat, StepContext, Turn, Viewer};
use parlor_texts::Translator;
use skirmish::{Action, Options, Skirmish};

fn scene(game: &Skirmish, viewer: Viewer) -> Scene {
    let mut scene = Scene::new();
    game.scene(viewer, &mut scene);
    scene
}

/// A random game between two decks, and every state of it.
fn course(decks: [u8; 2], seed: u64) -> Vec<Skirmish> {
    let mut luck = Luck::fast(seed);
    let options = Options { provisions: 202, reinforcements: 2, ..Options::default() };
    let mut game = Skirmish::new(&options, 2, &mut luck).unwrap();
    let mut step = StepContext::silent(luck);
    for (seat, deck) in Seat::all(2).zip(decks) {
        game.act(seat, &Action::Choose { deck }, &mut step).unwrap();
    }
    let mut states = vec![game.clone()];
    loop {
        match game.turn() {
            Turn::Over(_) => return states,
            Turn::Table => game.proceed(&mut step),
            Turn::Act(seats) => {
                let seat = seats.first().unwrap();
                let mut actions = Vec::new();
                game.candidates(seat, &mut actions);
                // Whoever passes at once never fills the rows.
                let plays = actions.iter().any(|action| matches!(action, Action::Play { .. }));
                actions.retain(|action| !plays || *action != Action::Pass);
                let action = step.luck.choose(&actions).unwrap().clone();
                game.act(seat, &action, &mut step).unwrap();
            }
        }
        states.push(game.clone());
    }
}

// SK-3, SK-10: rows, strength, action points, markers, level, and rules that are explained once for all cards.
#[test]
fn a_card_shows_its_numbers_and_names_its_rules() {
    let states = course([0, 2], 5);
    let seen = scene(&states[1], Viewer::Seat(Seat::new(0)));
    let cards: Vec<_> = seen.pieces.values().filter(|piece| piece.area == "hand-0").collect();
    assert_eq!(cards.len(), 10);
    for card in cards {
        assert!(card.name.is_some() && card.notes.contains_key("a-rows"));
        for note in card.notes.values().filter(|note| note.about.is_some()) {
            assert!(seen.hints.contains_key(note.about.as_ref().unwrap()));
            assert!(note.hint.is_none(), "what a rule does is not said on each card");
        }
        if card.look != "weather" && card.look != "neutral" {
            assert!(card.badges.contains_key("a-strength") && card.badges.contains_key("d-level"));
        }
    }
    let mut backs = seen.pieces.values().filter(|piece| piece.area == "hand-1");
    assert!(backs.clone().count() == 10 && backs.all(|card| card.name.is_none()));
}

// SK-7: people with slow lines play as well.
#[test]
fn scenes_and_patches_stay_small() {
    let rules = skirmish::rules();
    let translator = Translator::of(rules.bundle());
    let names = ["Ada".to_string(), "Ben".to_string()];
    let spoken = |mut json: serde_json::Value| {
        translator.translate_json("de", &mut json, &names);
        json.to_string().len()
    };
    let (mut largest, mut patches) = (0, Vec::new());
    for (seed, decks) in [[0, 2], [4, 6], [7, 5], [1, 3]].into_iter().enumerate() {
        let states = course(decks, seed as u64);
        let scenes: Vec<Scene> = states.iter().map(|game| scene(game, Viewer::Seat(Seat::new(0)))).collect();
        let sizes = scenes.iter().map(|scene| spoken(serde_json::to_value(scene).unwrap()));
        largest = largest.max(sizes.max().unwrap_or(0));
        patches.extend(
            scenes
                .windows(2)
                .skip(2)
                .filter_map(|pair| pair[0].patch_to(&pair[1]))
                .map(|patch| spoken(patch.value())),
        );
    }
    patches.sort_unstable();
    let (median, most) = (patches[patches.len() / 2], patches[patches.len() - 1]);
    println!("largest scene {largest} bytes; patches: median {median}, most {most} bytes");
    assert!(largest < 20_000, "the largest scene has {largest} bytes");
    assert!(median < 600, "half of the patches have more than {median} bytes");
}
