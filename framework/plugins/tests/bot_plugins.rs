//! Bots that are plugins: what they get, what they may use, and what is refused.

#[path = "hostile/bots.rs"]
mod bots;
#[path = "hostile/mod.rs"]
mod hostile;

use bots::{HONEST, TRICKS, component, curious, later, put};
use hostile::{Trick, scratch};
use parlor_plugins::{
    BotPlugin, Change, Choice, Limits, Machine, Plugin, PluginError, Policy, Question, Ready, Watch,
};
use std::{fs, path::Path, sync::OnceLock};

fn machine() -> &'static Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    MACHINE.get_or_init(|| Machine::new(Limits::default(), None).unwrap())
}

fn load(folder: &Path) -> Result<BotPlugin, PluginError> {
    BotPlugin::load(folder, machine())
}

/// A bot that does this first.
fn bot(name: &str, trick: &str) -> BotPlugin {
    let folder = scratch(&format!("bot-{name}"));
    put(&folder, name, &component(trick));
    load(&folder).unwrap()
}

fn question<'a>(scene: &'a str, memory: &'a [u8]) -> Question<'a> {
    Question {
        game: "any",
        seat: 1,
        seats: 2,
        scene,
        offers: "[[1,{\"picks\":[[\"amount:1\",null]]}]]",
        luck: 7,
        fuel: 5_000_000,
        memory,
    }
}

// BO-8: what a bot is asked arrives as it was said, and its memory comes back.
#[test]
fn a_bot_gets_its_question_and_nothing_else() {
    let honest = bot("honest", HONEST);
    assert_eq!((honest.about.id.as_str(), honest.about.name["de"].as_str()), ("honest", "Bot"));
    let answer = honest.choose(&question("{}", b"before"), 5_000).unwrap();
    assert_eq!(answer, Choice { choice: 0, memory: b"before".to_vec() });
    for (part, from) in
        [("$scene", "{\"areas\":{}}"), ("$offers", question("", b"").offers), ("$game", "any")]
    {
        let shows =
            format!("(return (call $take (i32.const 3) (local.get {part}) (local.get {part}_length)))");
        let seen = bot("shows", &shows).choose(&question("{\"areas\":{}}", b""), 5_000).unwrap();
        assert_eq!((seen.choice, String::from_utf8(seen.memory).unwrap().as_str()), (3, from));
    }
    let numbers = "(return (call $take
        (i32.add (i32.mul (local.get $seat) (i32.const 10)) (local.get $seats))
        (i32.const 0)
        (i32.add (i32.wrap_i64 (local.get $luck)) (i64.eq (local.get $fuel) (i64.const 5000000)))))";
    let seen = bot("numbers", numbers).choose(&question("{}", b""), 5_000).unwrap();
    assert_eq!((seen.choice, seen.memory.len()), (12, 8), "seat 1 of 2, luck 7 and all of the fuel");
}

// BO-8: a bot on two seats cannot pass information from one to the other.
#[test]
fn nothing_is_kept_between_two_questions_but_the_memory() {
    let counts = "(global.set $calls (i32.add (global.get $calls) (i32.const 1)))
        (return (call $take (global.get $calls) (i32.const 0) (i32.const 0)))";
    let counts = bot("counts", counts);
    for _ in 0..5 {
        assert_eq!(counts.choose(&question("{}", b""), 5_000).unwrap().choice, 1, "always the first call");
    }
}

// BO-8
#[test]
fn a_bot_that_misbehaves_is_ended_and_told_apart_from_one_that_is_slow() {
    for (name, trick, late, reason) in TRICKS {
        let bot = bot(name, trick);
        let answer = bot.choose(&question("{}", b""), 5_000);
        if name == "no-such-offer" {
            assert_eq!(answer.unwrap().choice, 9_999, "what is offered is for the host to know");
            continue;
        }
        let fault = answer.unwrap_err();
        assert!(fault.to_string().contains(reason), "{name}: {fault}");
        assert_eq!(fault.is_late(), late, "{name}");
    }
    // Time ends what fuel does not.
    let slow = bot("slow", "(loop $forever (br $forever))");
    let fault = slow.choose(&Question { fuel: u64::MAX, ..question("{}", b"") }, 300).unwrap_err();
    assert!(fault.is_late() && fault.to_string().contains("took longer than 300 ms"), "{fault}");
}

// BO-8: the same fuel is used on every machine, and parsing a large scene does not reduce a bot's budget.
#[test]
fn fuel_is_counted_and_reading_is_not() {
    let walk = |steps: u32| {
        format!(
            "(local.set $seats (i32.const {steps}))
            (loop $on (local.set $seats (i32.sub (local.get $seats) (i32.const 1))) (br_if $on (local.get $seats)))"
        )
    };
    let (light, heavy) = (bot("light", &walk(100_000)), bot("heavy", &walk(10_000_000)));
    assert!(light.choose(&question("{}", b""), 5_000).is_ok());
    assert!(heavy.choose(&question("{}", b""), 5_000).unwrap_err().is_late());
    let large = format!("\"{}\"", "x".repeat(100_000));
    assert!(heavy.choose(&question(&large, b""), 5_000).is_ok(), "a thousand steps more for each byte");
}

// BO-8
#[test]
fn what_is_wrong_with_a_bot_is_told_when_it_is_loaded() {
    let folder = scratch("bot-wrong");
    let told = |folder: &Path| load(folder).unwrap_err().to_string();
    put(&folder, "wrong", &later());
    assert_eq!(
        told(&folder),
        "the plugin speaks version 0.9.0 of the contract for bots, this host speaks 0.1.0"
    );
    put(&folder, "wrong", &curious());
    assert!(told(&folder).contains("asks its host for wasi:sockets/network@0.2.0"));
    put(&folder, "wrong", &wat::parse_str("(component)").unwrap());
    assert_eq!(told(&folder), "the module cannot be used: it does not export parlor:bot/player");
    put(&folder, "wrong", &Trick::default().component());
    assert_eq!(told(&folder), "the module cannot be used: it does not export parlor:bot/player");

    put(&folder, "wrong", &component(HONEST));
    let about = fs::read_to_string(folder.join("bot.toml")).unwrap();
    for (from, to, reason) in [
        ("schema = 1", "schema = 2", "bot.toml: schema 2 is not known; this host reads schema 1"),
        ("de = 'Bot'", "de = ' '", "bot.toml: the name in the language 'de' is empty"),
        ("{ en = 'Bot', de = 'Bot' }", "{}", "bot.toml: there is no name in any language"),
        (
            "'wrong'",
            "'../wrong'",
            "bot.toml: the id '../wrong' is not made of small letters, digits and hyphens",
        ),
        ("version", "strength = 9\nversion", "bot.toml: unknown field `strength`, expected one of"),
    ] {
        fs::write(folder.join("bot.toml"), about.replace(from, to)).unwrap();
        assert!(told(&folder).starts_with(reason), "{}", told(&folder));
    }
    fs::write(folder.join("bot.toml"), &about).unwrap();
    let toml = fs::read_to_string(folder.join("plugin.toml")).unwrap();
    fs::write(folder.join("plugin.toml"), toml.replace("0.1.0", "0.2.0")).unwrap();
    assert_eq!(load(&folder).unwrap_err(), PluginError::BotContract("0.2.0".into()));
    fs::write(folder.join("plugin.toml"), toml.replace("'wasm'", "'native'")).unwrap();
    assert!(told(&folder).contains("there are no native bots"));
    fs::write(folder.join("plugin.toml"), toml).unwrap();
    let no_game = Plugin::load(&folder, machine(), &Policy::default()).unwrap_err();
    assert_eq!(no_game, PluginError::NoGame);
    fs::write(folder.join("game.toml"), "schema = 1").unwrap();
    assert!(told(&folder).contains("a plugin is a game or a bot"));
    assert_eq!(load(&Trick::default().folder("no-bot")).unwrap_err(), PluginError::NoBot);
}

// BO-8: a folder of plugins has games and bots; a bot may be called like a game, but not like another bot.
#[test]
fn bots_are_found_beside_games() {
    let folder = scratch("bots-and-games");
    Trick::default().fill(&folder.join("a-game"), "1");
    put(&folder.join("b-bot"), "hostile", &component(HONEST));
    put(&folder.join("c-bot"), "hostile", &component("unreachable"));
    let mut watch = Watch::new(folder.clone(), Policy::default(), Limits::default(), []);
    let changes = watch.look();
    let [Change::Ready(_), Change::Bot(bot), Change::Refused { error, .. }] = &changes[..] else {
        panic!("{changes:?}")
    };
    assert_eq!(error.to_string(), "there is already a bot called 'hostile'");
    let list = watch.list();
    let Some(Ready::Bot(listed)) = &list[1].ready else { panic!("{list:?}") };
    assert_eq!(listed.sha256, bot.sha256);
    fs::remove_dir_all(folder.join("b-bot")).unwrap();
    assert!(watch.look().is_empty(), "nobody waits for a bot, and no game is gone");
}
