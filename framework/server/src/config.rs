//! What an operator can set: `parlor.toml`, `PARLOR_*` in the environment, flags, in growing order.

use crate::store::Durability;
use serde::{Deserialize, Serialize};
use std::{
    net::{IpAddr, Ipv4Addr},
    num::{NonZeroU32, NonZeroUsize},
    path::{Path, PathBuf},
    time::Duration,
};
use toml::{Table, Value};

/// Everything that can be set.
///
/// ```
/// use parlor_server::Config;
///
/// let file = "port = 8000\n[limits]\nchat-length = 200\n";
/// let env = [("PARLOR_PORT".to_string(), "9000".to_string())];
/// let config = Config::read(Some(file), env).unwrap();
/// assert_eq!((config.port, config.limits.chat_length), (9000, 200));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port.
    pub port: u16,
    /// The folder for everything that is kept.
    pub data: PathBuf,
    /// A folder with the files of the web page, in place of those in the program.
    pub assets: Option<PathBuf>,
    /// Further origins whose pages may connect, such as `https://games.example.org`.
    pub origins: Vec<String>,
    /// What a commit survives.
    pub durability: Durability,
    /// How many threads read from and write to the network; one less than there are cores if absent.
    pub network_threads: Option<NonZeroUsize>,
    /// How many threads think for bots; one less than there are cores if absent.
    pub bot_threads: Option<usize>,
    /// How many threads serve requests that take longer than a move (logins, previews, lists, replays); one less than
    /// there are cores if absent.
    pub work_threads: Option<usize>,
    /// Whether a readable log is written for each table.
    pub table_logs: bool,
    /// The folder of plugins; `plugins` in the folder for everything that is kept if absent.
    pub plugins: Option<PathBuf>,
    /// Whether plugins may be native libraries, which can do whatever this program can.
    pub allow_native: bool,
    /// What one person can ask for.
    pub limits: Limits,
    /// Who a bot enters as that plays in a competition; of no concern to a server.
    pub bot: Account,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            host: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            port: 10_191,
            data: PathBuf::from("data"),
            assets: None,
            origins: Vec::new(),
            durability: Durability::default(),
            network_threads: None,
            bot_threads: None,
            work_threads: None,
            table_logs: true,
            plugins: None,
            allow_native: false,
            limits: Limits::default(),
            bot: Account::default(),
        }
    }
}

/// A name and its password.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Account {
    /// The name.
    pub name: Option<String>,
    /// The password.
    pub password: Option<String>,
}

/// What one person, connection or table can ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// The largest message of a client, in bytes.
    pub message_bytes: usize,
    /// Messages a second that a connection may send for long.
    pub messages_per_second: u32,
    /// Messages that a connection may send at once.
    pub burst: u32,
    /// Messages that wait for a connection that reads slowly; beyond it the connection ends.
    pub waiting_messages: usize,
    /// Bytes that wait for a connection that reads slowly; what comes on top of that ends the connection.
    pub waiting_bytes: usize,
    /// Connections in all.
    pub connections: usize,
    /// Connections of one person; the oldest ends when there is one more.
    pub connections_per_person: usize,
    /// Tables one person may have opened at a time. Of those that are over as many stay in the list.
    pub tables_per_person: usize,
    /// The maximum length of a chat line, in characters.
    pub chat_length: usize,
    /// The maximum number of chat lines of a person in ten seconds.
    pub chat_per_ten_seconds: u32,
    /// Requests of one person that may wait for the work pool or run there, such as previews and replays.
    pub jobs_per_person: usize,
    /// The same for one address: logins, registrations and what is asked over HTTP.
    pub jobs_per_address: usize,
    /// Days after which a guest who did not come back is forgotten.
    pub guest_days: u32,
    /// Seconds after which the name of a guest who left and has nothing open is free for others.
    pub guest_name_seconds: u32,
    /// The largest recording that can be brought, in bytes.
    pub recording_bytes: usize,
    /// Seconds after which a connection is asked whether it is still there. Three questions without any sign, and it
    /// ends.
    pub ping_seconds: NonZeroU32,
    /// Seconds within which a request to HTTP must have arrived, and after which a connection on which nothing is
    /// asked for ends. WebSockets are asked for a sign instead.
    pub request_seconds: NonZeroU32,
}

impl Limits {
    pub(crate) fn ping_time(&self) -> Duration {
        Duration::from_secs(self.ping_seconds.get().into())
    }

    pub(crate) fn request_time(&self) -> Duration {
        Duration::from_secs(self.request_seconds.get().into())
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: 256 * 1024,
            messages_per_second: 25,
            burst: 100,
            waiting_messages: 256,
            waiting_bytes: 1024 * 1024,
            connections: 50_000,
            connections_per_person: 6,
            tables_per_person: 10,
            chat_length: 500,
            chat_per_ten_seconds: 8,
            jobs_per_person: 16,
            jobs_per_address: 256,
            guest_days: 30,
            guest_name_seconds: 600,
            recording_bytes: 8 * 1024 * 1024,
            ping_seconds: const { NonZeroU32::new(25).unwrap() },
            request_seconds: const { NonZeroU32::new(20).unwrap() },
        }
    }
}

/// Settings that cannot be used, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl Config {
    /// The settings from the text of `parlor.toml`, if there is one, and the environment.
    pub fn read(
        file: Option<&str>,
        env: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Config, ConfigError> {
        let mut table: Table = match file {
            Some(text) => toml::from_str(text)
                .map_err(|error| ConfigError(format!("parlor.toml cannot be read: {error}")))?,
            None => Table::new(),
        };
        for (name, text) in env {
            if let Some(setting) = name.strip_prefix("PARLOR_").filter(|name| !is_of_others(name)) {
                set(&mut table, &setting.to_lowercase().replace('_', "-"), &text);
            }
        }
        Config::deserialize(Value::Table(table)).map_err(|error| {
            let error = error.to_string();
            ConfigError(format!("the settings cannot be used: {}", error.trim()))
        })
    }

    /// The settings from a file and this process's environment. Without a name it is `parlor.toml`, if that exists.
    pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
        let path = file.unwrap_or(Path::new("parlor.toml"));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => Some(text),
            Err(error) if file.is_none() && error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                return Err(ConfigError(format!("{} cannot be read: {error}", path.display())));
            }
        };
        Config::read(text.as_deref(), std::env::vars())
    }
}

/// What to log, who a bot is and where docs are written is not the server's business.
fn is_of_others(name: &str) -> bool {
    name == "LOG" || name == "WRITE_DOCS" || name.starts_with("BOT_")
}

/// Puts a setting of the environment in its place: numbers, switches and lists as TOML, everything else as text.
fn set(table: &mut Table, name: &str, text: &str) {
    let parsed = toml::from_str::<Table>(&format!("value = {text}")).ok();
    let value = parsed.and_then(|mut table| table.remove("value")).unwrap_or_else(|| Value::from(text));
    match name.strip_prefix("limits-") {
        None => table.insert(name.to_string(), value),
        Some(limit) => {
            let limits = table.entry("limits").or_insert_with(|| Value::Table(Table::new()));
            limits.as_table_mut().and_then(|limits| limits.insert(limit.to_string(), value))
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    // LO-20
    #[test]
    fn without_anything_the_port_is_10191_and_the_folder_is_data() {
        let config =
            Config::read(None, env(&[("HOME", "/x"), ("PARLOR_LOG", "debug"), ("PARLOR_BOT_NAME", "x")]))
                .unwrap();
        assert_eq!(config, Config::default());
        assert_eq!((config.port, config.data.to_str()), (10_191, Some("data")));
    }

    #[test]
    fn the_environment_comes_before_the_file() {
        let vars = [
            ("PARLOR_DATA", "/srv/parlor"),
            ("PARLOR_LIMITS_BURST", "7"),
            ("PARLOR_DURABILITY", "power"),
            ("PARLOR_ORIGINS", "['https://a.example']"),
            ("PARLOR_TABLE_LOGS", "false"),
        ];
        let config = Config::read(Some("data = 'x'\nhost = '127.0.0.1'\n"), env(&vars)).unwrap();
        assert_eq!(config.data.to_str(), Some("/srv/parlor"));
        assert_eq!((config.limits.burst, config.durability), (7, Durability::Power));
        assert_eq!((config.origins.len(), config.table_logs), (1, false));
        assert!(config.host.is_loopback());
    }

    // WO-12
    #[test]
    fn a_team_for_competitions_has_its_name_and_password_in_the_file() {
        let config = Config::read(Some("[bot]\nname = 'Team 7'\npassword = 'sesame'\n"), []).unwrap();
        assert_eq!(
            (config.bot.name.as_deref(), config.bot.password.as_deref()),
            (Some("Team 7"), Some("sesame"))
        );
    }

    #[test]
    fn mistakes_are_named() {
        let wrong = |file: &str, vars: &[(&str, &str)]| Config::read(Some(file), env(vars)).unwrap_err();
        assert!(wrong("prot = 1", &[]).to_string().contains("prot"));
        assert!(wrong("port = 'x'", &[]).to_string().contains("port"));
        assert!(wrong("port = ", &[]).to_string().starts_with("parlor.toml cannot be read"));
        assert!(wrong("", &[("PARLOR_LIMITS_BRUST", "1")]).to_string().contains("brust"));
        let never = wrong("[limits]\nping-seconds = 0", &[]).to_string();
        assert!(never.contains("ping-seconds") && never.contains('0'), "{never}");
    }
}
