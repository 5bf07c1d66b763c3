//! Whole games of random play: the laws that hold in every position, and a second, slower opinion on the rules.

use parlor_kit::{Game, Luck, Seat, StepContext, Turn};
use serde_json::{Value, json};
use snails::{Action, Board, Direction, MapFile, MapSize, Options, Player, Snails, Tile};

/// A garden with edges from `low` to `high`, about a fifth of it blocks, the snails anywhere.
fn random_options(low: i64, high: i64, luck: &mut Luck) -> Options {
    let (x, y) = (luck.between(low, high), luck.between(low, high));
    let mut contents: Vec<Value> = (0..x * y).map(|_| json!(if luck.chance(0.2) { 64 } else { 0 })).collect();
    let mut places: Vec<usize> = (0..contents.len()).collect();
    let &mut [one, two, free] = luck.sample(&mut places, 3) else { unreachable!("a map has three tiles") };
    (contents[one], contents[two], contents[free]) = (json!(129), json!(130), json!(0));
    Options {
        map: MapFile { size: MapSize { x, y }, contents },
        max_turns_without_capture: luck.between(1, 12) as u8,
        min_map_size: 1,
        max_map_size: 50,
        require_square_map: false,
    }
}

/// The rules once more, written down as plainly as they are told: letters in rows, nothing counted ahead.
struct Reference {
    rows: Vec<Vec<char>>,
    next: usize,
    idle: [u8; 2],
    patience: u8,
}

impl Reference {
    fn of(game: &Snails) -> Reference {
        let rows = game.board().to_string().lines().map(|row| row.chars().collect()).collect();
        let next = game.next().unwrap() as usize;
        Reference { rows, next, idle: [0; 2], patience: game.patience() }
    }

    fn at(&self, x: i16, y: i16) -> Option<char> {
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn find(&self, letter: char) -> (i16, i16) {
        let y = self.rows.iter().position(|row| row.contains(&letter)).unwrap();
        let x = self.rows[y].iter().position(|&c| c == letter).unwrap();
        (x as i16, y as i16)
    }

    fn count(&self, letters: &str) -> usize {
        self.rows.iter().flatten().filter(|&&c| letters.contains(c)).count()
    }

    fn must_miss(&self, player: usize) -> bool {
        self.idle[player] >= self.patience
    }

    fn over(&self) -> bool {
        self.count(".") == 0 || (self.must_miss(0) && self.must_miss(1))
    }

    fn may(&self, action: Action) -> bool {
        let Action::Move(direction) = action else { return true };
        let (x, y) = self.find(['A', 'B'][self.next]);
        let (dx, dy) = direction.delta();
        let entered = self.at(x + dx, y + dy);
        entered == Some('.') || entered == Some(['a', 'b'][self.next])
    }

    fn play(&mut self, action: Action) {
        let (snail, trail) = (['A', 'B'][self.next], ['a', 'b'][self.next]);
        let mut captured = false;
        if let Action::Move(direction) = action {
            let (mut x, mut y) = self.find(snail);
            let (dx, dy) = direction.delta();
            self.rows[y as usize][x as usize] = trail;
            (x, y) = (x + dx, y + dy);
            captured = self.at(x, y) == Some('.');
            while !captured && self.at(x + dx, y + dy) == Some(trail) {
                (x, y) = (x + dx, y + dy);
            }
            self.rows[y as usize][x as usize] = snail;
        }
        self.idle[self.next] = if captured { 0 } else { (self.idle[self.next] + 1).min(self.patience) };
        self.next = 1 - self.next;
    }
}

fn check_position(game: &Snails, reference: &Reference, tiles: u16) {
    let board = game.board();
    let shown: String = reference.rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
    assert_eq!(board.to_string(), shown);
    assert_eq!(usize::from(board.score(Player::One)), reference.count("Aa"));
    assert_eq!(usize::from(board.score(Player::Two)), reference.count("Bb"));
    assert_eq!(usize::from(board.empty()), reference.count("."));
    assert_eq!(board.score(Player::One) + board.score(Player::Two) + board.empty(), tiles);
    assert_eq!(Player::BOTH.map(|player| game.turns_without_capture(player)), reference.idle);
    for player in Player::BOTH {
        assert_eq!(board.tile(board.snail(player)), Some(Tile::Snail(player)));
        let estimate = game.estimate(player.seat());
        assert!((-1.0..=1.0).contains(&estimate), "{estimate}");
    }
    let saved = serde_json::to_string(game).unwrap();
    let restored: Snails = serde_json::from_str(&saved).unwrap();
    assert_eq!((&restored, restored.position()), (game, game.position()));
}

/// Plays one game to its end and checks every position; how many steps it took.
fn play(options: &Options, luck: &mut Luck) -> u64 {
    let mut game = Snails::new(options, 2, luck).unwrap();
    let mut reference = Reference::of(&game);
    let board: Board = options.board().unwrap();
    let tiles = board.empty() + 2;
    let mut step = StepContext::silent(Luck::forced([]));
    let mut actions = Vec::new();
    let mut steps = 0;
    loop {
        if game.round() > 0 {
            check_position(&game, &reference, tiles);
        }
        steps += 1;
        match game.turn() {
            Turn::Over(outcome) => {
                assert!(reference.over());
                assert_eq!(outcome.check(2), Ok(()));
                assert_eq!(
                    outcome.scores.as_slice(),
                    [reference.count("Aa") as i32, reference.count("Bb") as i32]
                );
                return steps;
            }
            Turn::Table if game.round() == 0 => game.proceed(&mut step),
            Turn::Table => {
                assert!(!reference.over() && reference.must_miss(reference.next));
                game.proceed(&mut step);
                reference.play(Action::Miss);
            }
            Turn::Act(seats) => {
                assert!(!reference.over() && !reference.must_miss(reference.next));
                let seat = seats.only().unwrap();
                assert_eq!(seat.index(), reference.next);
                actions.clear();
                game.actions(seat, &mut actions);
                let all = Direction::ALL.map(Action::Move).into_iter().chain([Action::Miss]);
                let legal: Vec<Action> = all.filter(|&action| reference.may(action)).collect();
                assert_eq!(actions, legal);
                let action = *luck.choose(&actions).unwrap();
                game.act(seat, &action, &mut step).unwrap();
                reference.play(action);
            }
        }
    }
}

// SN-1 to SN-7
#[test]
fn random_games_on_random_maps_follow_the_plain_rules_and_end_in_time() {
    for seed in 0..400 {
        let mut luck = Luck::fast(seed);
        let options = random_options(3, 9, &mut luck);
        let empty = u64::from(options.board().unwrap().empty());
        let steps = play(&options, &mut luck);
        // The bound that game.toml proves, plus the step that finds the game over.
        let bound = 2 * empty * u64::from(options.max_turns_without_capture) + 2;
        assert!(steps <= bound, "seed {seed}: {steps} steps, {bound} allowed");
    }
}

// SN-1 to SN-7
#[test]
fn random_games_on_the_largest_maps_follow_the_plain_rules() {
    for seed in 0..4 {
        let mut luck = Luck::fast(seed);
        let options = random_options(20, 50, &mut luck);
        play(&options, &mut luck);
    }
}

#[test]
fn the_bound_in_the_manifest_covers_the_largest_map_and_patience() {
    let manifest = parlor_kit::Manifest::parse(include_str!("../../../assets/snails/game.toml")).unwrap();
    let empty = u32::from(snails::MAX_EDGE) * u32::from(snails::MAX_EDGE) - 2;
    assert_eq!(manifest.bound, 2 * empty * u32::from(snails::MAX_PATIENCE) + 1);
}

/// The slowest game there is: one player captures as late as the rules allow, the other soon never again.
#[test]
fn the_bound_is_reached_by_the_slowest_game() {
    let contents = [&[130, 64, 129][..], &[0; 9][..]].concat().into_iter().map(Value::from).collect();
    let options = Options {
        map: MapFile { size: MapSize { x: 12, y: 1 }, contents },
        max_turns_without_capture: 10,
        min_map_size: 1,
        ..Options::default()
    };
    let mut game = Snails::new(&options, 2, &mut Luck::forced([1])).unwrap();
    let mut step = StepContext::silent(Luck::forced([]));
    let mut steps = 0u64;
    loop {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Table => game.proceed(&mut step),
            Turn::Act(_) => {
                let player = game.next().unwrap();
                let late = player == Player::One && game.turns_without_capture(player) == 9;
                let action = if late { Action::Move(Direction::Right) } else { Action::Miss };
                game.act(player.seat(), &action, &mut step).unwrap();
            }
        }
        steps += 1;
    }
    assert_eq!(steps, 2 * 9 * 10 + 1);
}

#[test]
fn a_seat_beyond_the_second_never_breaks_anything() {
    let game = Snails::new(&Options::default(), 2, &mut Luck::fast(1)).unwrap();
    let seat = Seat::new(5);
    assert_eq!(game.estimate(seat), 0.0);
    let _ = game.gesture(seat, &Action::Miss);
    let _ = game.gesture(seat, &Action::Move(Direction::Up));
}
