//! `cargo xtask guess-sample SEED`: a sample of paths and public names for a reader who has not seen the code.
//!
//! The reader writes down what each is expected to hold, then opens it and scores the guess. The same seed on the
//! same checkout draws the same sample; `--repo DIR` draws from another checkout.

use anyhow::{Context, Result, bail};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const PATHS: usize = 80;
const NAMES: usize = 60;
/// Minimum number of samples per crate, if it has that many.
const MIN_PER_CRATE: usize = 2;
/// Endings of source files.
const SOURCES: [&str; 5] = ["rs", "js", "mjs", "css", "py"];
/// Files whose content follows from the folder's name, so that guessing them is no test of names.
const EVIDENT: [&str; 2] = ["lib.rs", "main.rs"];
/// The folders with crates.
const ROOTS: [&str; 3] = ["framework", "games", "plugins"];

/// Prints the sample as Markdown. `here` is the folder the command was called from.
pub(crate) fn run(args: impl Iterator<Item = String>, here: &Path) -> Result<()> {
    let (seed, repo) = parse(args)?;
    let repo = repo.map_or_else(|| PathBuf::from("."), |repo| here.join(repo));
    print!("{}", Sample::draw(&repo, seed)?.markdown(seed));
    Ok(())
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<(u64, Option<PathBuf>)> {
    let (mut seed, mut repo) = (None, None);
    while let Some(arg) = args.next() {
        if arg == "--repo" {
            repo = Some(args.next().context("--repo names the folder of a checkout")?.into());
        } else {
            seed = Some(arg.parse().with_context(|| format!("the seed is a number, not '{arg}'"))?);
        }
    }
    let Some(seed) = seed else { bail!("cargo xtask guess-sample SEED [--repo DIR]") };
    Ok((seed, repo))
}

#[derive(Debug, PartialEq, Eq)]
struct Sample {
    paths: Vec<String>,
    names: Vec<String>,
}

impl Sample {
    fn draw(repo: &Path, seed: u64) -> Result<Sample> {
        let files = tracked(repo)?;
        let (mut paths, mut names) = (BTreeMap::new(), BTreeMap::new());
        for file in &files {
            let Some(folder) = crate_of(file) else { continue };
            let (Some(name), Some(ending)) = (file.rsplit('/').next(), file.rsplit('.').next()) else {
                continue;
            };
            if SOURCES.contains(&ending) && !EVIDENT.contains(&name) {
                paths.entry(folder).or_insert_with(BTreeSet::new).insert(file.clone());
            }
            if ending == "rs" && file.starts_with(&format!("{folder}/src/")) {
                let text = fs::read_to_string(repo.join(file)).with_context(|| file.clone())?;
                let items = public_items(&text);
                let krate = package(repo, folder)?;
                let named = items.map(|(kind, item)| format!("`{krate}::{item}` ({kind})"));
                names.entry(folder).or_insert_with(BTreeSet::new).extend(named);
            }
        }
        let mut random = Random(seed);
        Ok(Sample { paths: spread(paths, PATHS, &mut random), names: spread(names, NAMES, &mut random) })
    }

    fn markdown(&self, seed: u64) -> String {
        let mut out = format!(
            "# Guess sample {seed}\n\nWrite every guess before anything is opened, then score it: right, half, wrong.\n"
        );
        let paths = self.paths.iter().map(|path| format!("`{path}`"));
        for (title, what, rows) in [
            ("Paths: what does the file hold?", "path", paths.collect()),
            ("Names: what is it, what is it for?", "name", self.names.clone()),
        ] {
            out += &format!("\n## {title}\n\n| # | {what} | guess | score |\n|---|---|---|---|\n");
            for (number, row) in (1..).zip::<Vec<String>>(rows) {
                out += &format!("| {number} | {row} | | |\n");
            }
        }
        out
    }
}

/// The files tracked by git, sorted.
fn tracked(repo: &Path) -> Result<BTreeSet<String>> {
    let listed = Command::new("git").arg("-C").arg(repo).arg("ls-files").output().context("git")?;
    if !listed.status.success() {
        bail!("{}: {}", repo.display(), String::from_utf8_lossy(&listed.stderr).trim());
    }
    let listed = String::from_utf8(listed.stdout).context("the path of a file is not text")?;
    // A file that is deleted but not committed yet is listed as well.
    Ok(listed.lines().filter(|file| repo.join(file).is_file()).map(String::from).collect())
}

/// The folder of the crate, plugin or page that contains a file.
fn crate_of(file: &str) -> Option<&str> {
    let mut parts = file.split('/');
    let root = parts.next()?;
    if root == "xtask" {
        return Some(root);
    }
    let folder = parts.next().filter(|_| ROOTS.contains(&root))?;
    parts.next()?;
    Some(&file[..=root.len() + folder.len()])
}

/// The name of the crate in a folder, as code writes it.
fn package(repo: &Path, folder: &str) -> Result<String> {
    let manifest = repo.join(folder).join("Cargo.toml");
    let text = fs::read_to_string(&manifest).with_context(|| manifest.display().to_string())?;
    let name = text.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    let name = name.with_context(|| format!("{} has no name", manifest.display()))?;
    Ok(name.replace('-', "_"))
}

/// The public items at the top level of a file, with their kind. `unreachable_pub` is a lint, so what is `pub` in a
/// library can be reached from outside.
fn public_items(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let mut words = line.strip_prefix("pub ")?.split_whitespace().peekable();
        let mut kind = words.next()?;
        // `pub const fn` and `pub async fn` are functions.
        while matches!(kind, "const" | "async" | "unsafe" | "extern") {
            match words.peek() {
                Some(&next)
                    if matches!(next, "fn" | "async" | "unsafe" | "extern") || next.starts_with('"') =>
                {
                    kind = words.next()?;
                }
                _ => break,
            }
        }
        if !matches!(kind, "struct" | "enum" | "trait" | "fn" | "const" | "static" | "type" | "mod") {
            return None;
        }
        let name = words.next()?;
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        Some((kind, &name[..end]))
    })
}

/// Draws a sample: first some from every group, then from the rest.
fn spread(groups: BTreeMap<&str, BTreeSet<String>>, wanted: usize, random: &mut Random) -> Vec<String> {
    let (mut drawn, mut rest) = (Vec::new(), Vec::new());
    for members in groups.into_values() {
        let mut members: Vec<String> = members.into_iter().collect();
        random.shuffle(&mut members);
        rest.extend(members.split_off(MIN_PER_CRATE.min(members.len())));
        drawn.append(&mut members);
    }
    random.shuffle(&mut rest);
    rest.truncate(wanted.saturating_sub(drawn.len()));
    drawn.append(&mut rest);
    // Shuffled, because neighbours in the list would give hints about each other.
    random.shuffle(&mut drawn);
    drawn.truncate(wanted);
    drawn
}

/// SplitMix64: the same numbers on every machine, without a dependency.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

    #[test]
    fn the_same_seed_draws_the_same_sample_and_another_seed_another() {
        let draw = |seed| Sample::draw(Path::new(REPO), seed).unwrap();
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn every_crate_is_in_the_sample() {
        let sample = Sample::draw(Path::new(REPO), 3).unwrap();
        assert_eq!((sample.paths.len(), sample.names.len()), (PATHS, NAMES));
        let crates: BTreeSet<&str> = sample.paths.iter().filter_map(|path| crate_of(path)).collect();
        for file in tracked(Path::new(REPO)).unwrap() {
            let evident = EVIDENT.iter().any(|name| file.ends_with(name));
            if let Some(folder) = crate_of(&file).filter(|_| file.ends_with(".rs") && !evident) {
                assert!(crates.contains(folder), "{folder} is missing");
            }
        }
        assert!(crates.contains("xtask") && crates.contains("framework/web"));
        let kit = sample.names.iter().filter(|name| name.starts_with("`parlor_kit::")).count();
        assert!(kit >= MIN_PER_CRATE, "{kit}");
        assert_eq!(sample.paths.iter().collect::<BTreeSet<_>>().len(), PATHS, "no path twice");
    }

    #[test]
    fn public_items_are_found_with_their_kinds() {
        let text = "pub struct Seat(u8);\npub(crate) struct No;\n    pub fn method() {}\npub const fn mix(a: u8) {}\n\
                    pub const MAX: u8 = 1;\npub use x::Y;\npub enum Arg<'a> {\npub mod cards;\npub async fn go() {}\n";
        let found: Vec<_> = public_items(text).collect();
        let expected = [
            ("struct", "Seat"),
            ("fn", "mix"),
            ("const", "MAX"),
            ("enum", "Arg"),
            ("mod", "cards"),
            ("fn", "go"),
        ];
        assert_eq!(found, expected);
    }
}
