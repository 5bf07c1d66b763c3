//! Checks that documents agree with the code.

use anyhow::{Context, Result, bail};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Checks that links are valid, and that every requirement marked as tested names an existing test.
pub(crate) fn check() -> Result<()> {
    let mut faults = Vec::new();
    let mut pages = vec![PathBuf::from("README.md"), PathBuf::from("CHANGELOG.md")];
    collect(Path::new("docs"), "md", &mut pages)?;
    for page in &pages {
        let text = fs::read_to_string(page).with_context(|| page.display().to_string())?;
        for link in links(&text) {
            let target = page.parent().unwrap_or(Path::new("")).join(link.split('#').next().unwrap_or(""));
            if !link.starts_with('#') && !link.contains("://") && !target.exists() {
                faults.push(format!("{}: the link to {link} leads nowhere", page.display()));
            }
        }
    }
    faults.extend(requirements()?);
    if faults.is_empty() {
        println!("{} pages", pages.len());
        return Ok(());
    }
    bail!("{}", faults.join("\n"))
}

/// Every test named in `docs/requirements.md` exists.
fn requirements() -> Result<Vec<String>> {
    let table = fs::read_to_string("docs/requirements.md").context("docs/requirements.md")?;
    let mut sources = Vec::new();
    for folder in ["framework", "games", "plugins"] {
        collect(Path::new(folder), "rs", &mut sources)?;
        collect(Path::new(folder), "js", &mut sources)?;
        collect(Path::new(folder), "mjs", &mut sources)?;
    }
    let mut known = BTreeSet::new();
    let mut titles = Vec::new();
    for source in sources {
        let text = fs::read_to_string(&source)?;
        if source.extension().is_some_and(|ending| ending == "mjs") {
            titles.extend(page_tests(&text));
        }
        known.extend(
            text.split("fn ").skip(1).map(|rest| {
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
            }),
        );
    }
    let mut faults = Vec::new();
    for line in table.lines().filter(|line| line.starts_with("| ")) {
        let id = line.split('|').nth(1).unwrap_or("").trim();
        for title in line.split('“').skip(1).filter_map(|rest| rest.split('”').next()) {
            if !titles.iter().any(|(begin, end)| title.starts_with(begin) && title.ends_with(end)) {
                faults.push(format!(
                    "docs/requirements.md: {id} names the test “{title}”, which does not exist"
                ));
            }
        }
        for name in line.split('`').skip(1).step_by(2) {
            let test = name.rsplit("::").next().unwrap_or(name);
            let names_a_test = test.contains('_')
                && test.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            if names_a_test && !known.contains(test) {
                faults
                    .push(format!("docs/requirements.md: {id} names the test {test}, which does not exist"));
            }
        }
    }
    Ok(faults)
}

/// The titles of the page's tests. For titles with placeholders, the parts before and after.
fn page_tests(text: &str) -> Vec<(String, String)> {
    let title = |rest: &str| {
        let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '`'))?;
        let title = rest[1..].split(quote).next()?;
        let (begin, end) = match title.split_once("${") {
            Some((begin, rest)) => (begin, rest.rsplit('}').next().unwrap_or("")),
            None => (title, title),
        };
        Some((begin.to_string(), end.to_string()))
    };
    text.split("test(").skip(1).filter_map(title).collect()
}

fn collect(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "node_modules" && name != "target") {
            collect(&path, ending, out)?;
        } else if path.extension().is_some_and(|extension| extension == ending) {
            out.push(path);
        }
    }
    Ok(())
}

/// The targets of Markdown links, outside code blocks.
fn links(text: &str) -> Vec<&str> {
    let mut links = Vec::new();
    for prose in text.split("```").step_by(2) {
        for rest in prose.split("](").skip(1) {
            if let Some((link, _)) = rest.split_once(')') {
                links.push(link.trim());
            }
        }
    }
    links
}
