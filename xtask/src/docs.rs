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
    faults.extend(move_path()?);
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

/// The header of the table in `docs/architecture.md` that follows one move through the code.
const MOVE_PATH_HEADER: &str = "| stage | file | function |";
/// The maximum length of that table: a path through more files is not read.
const MAX_MOVE_PATH_FILES: usize = 30;

/// Every file on the path of a move exists, holds the functions named, and is there once.
fn move_path() -> Result<Vec<String>> {
    let page = "docs/architecture.md";
    let text = fs::read_to_string(page).context(page)?;
    let faults = move_path_faults(&text, |file| fs::read_to_string(file).ok());
    Ok(faults.into_iter().map(|fault| format!("{page}: {fault}")).collect())
}

fn move_path_faults(page: &str, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let rows = page.lines().skip_while(|line| *line != MOVE_PATH_HEADER).skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let mut faults = Vec::new();
    let mut files = BTreeSet::new();
    for row in &rows {
        let cells: Vec<&str> = row.split('|').collect();
        let quoted =
            |cell: usize| cells.get(cell).into_iter().flat_map(|cell| cell.split('`').skip(1).step_by(2));
        let Some(file) = quoted(2).next() else {
            faults.push(format!("a row names no file: {row}"));
            continue;
        };
        if !files.insert(file) {
            faults.push(format!("{file} is on the path of a move twice"));
        }
        let Some(source) = read(file) else {
            faults.push(format!("{file} is on the path of a move and does not exist"));
            continue;
        };
        if quoted(3).next().is_none() {
            faults.push(format!("{file} is on the path of a move without a function"));
        }
        let missing = quoted(3).filter(|function| !defines(&source, function));
        faults.extend(missing.map(|function| format!("{file} has no function {function}")));
    }
    if !(1..=MAX_MOVE_PATH_FILES).contains(&rows.len()) {
        faults.push(format!("the path of a move has {} files, not 1 to {MAX_MOVE_PATH_FILES}", rows.len()));
    }
    faults
}

/// Whether a source in Rust or JavaScript defines a function.
fn defines(source: &str, function: &str) -> bool {
    source.lines().any(|line| {
        let line = line.trim_start();
        let named = |rest: &str| rest.strip_prefix(function).is_some_and(|rest| rest.starts_with(['(', '<']));
        let words = ["fn ", "function "];
        words.iter().any(|word| line.split(word).skip(1).any(named))
            || (line.ends_with('{') && named(line.trim_start_matches("async ")))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(rows: &str) -> Vec<String> {
        let page = format!("# Page\n\n{MOVE_PATH_HEADER}\n|---|---|---|\n{rows}\n\n| `none.rs` | `none` |\n");
        move_path_faults(&page, |file| match file {
            "a.rs" => Some("impl A {\n    pub(super) async fn take<T>(&self) {}\n}\nfn give() {}\n".into()),
            "b.js" => Some("class B {\n  #show(x) {\n    hide(x);\n  }\n}\nexport function go() {}\n".into()),
            _ => None,
        })
    }

    #[test]
    fn the_path_of_a_move_names_functions_that_exist() {
        assert_eq!(faults("| in | `a.rs` | `take`, `give` |\n| out | `b.js` | `#show`, `go` |"), [""; 0]);
        assert_eq!(faults("| in | `a.rs` | `tak` |"), ["a.rs has no function tak"]);
        assert_eq!(faults("| in | `b.js` | `hide` |"), ["b.js has no function hide"]);
        assert_eq!(faults("| in | `a.rs` | give |"), ["a.rs is on the path of a move without a function"]);
        assert_eq!(faults("| in | `c.rs` | `x` |"), ["c.rs is on the path of a move and does not exist"]);
        assert_eq!(
            faults("| in | `a.rs` | `take` |\n| out | `a.rs` | `give` |"),
            ["a.rs is on the path of a move twice"]
        );
        assert_eq!(faults("| in | a.rs | `take` |"), ["a row names no file: | in | a.rs | `take` |"]);
        assert_eq!(move_path_faults("# Page", |_| None), ["the path of a move has 0 files, not 1 to 30"]);
    }
}
