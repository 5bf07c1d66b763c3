//! One HTML file that plays a recording back anywhere: page, styles, sprites, texts of all languages and scenes are
//! in it, and it loads nothing.
//!
//! Its renderer is the page's own: the file's script is bundled from the page's modules.

mod language_merge;
mod module_bundle;

pub use module_bundle::BundleError;

use crate::{
    catalogue::{Catalogue, lobby_sources},
    looks::looks,
    page_files::{content_type, read},
    replays::{Playback, PlaybackError, Verified},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use module_bundle::{bundle, resolve};
use parlor_kit::{Text, Viewer};
use parlor_runtime::{Recording, Runtime};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{collections::HashSet, path::Path};

const STYLES: [&str; 4] = ["css/base.css", "css/pages.css", "css/table.css", "css/cards.css"];
const SCRIPT: &str = "js/playback_file.js";
const ICON: &str = "icons/mark.svg";

/// Why a recording cannot be made a file.
#[derive(Debug, thiserror::Error)]
pub enum PlaybackHtmlError {
    /// It is of a game that is not installed, or something in it is not true.
    #[error("{0}")]
    Recording(String),
    /// The page cannot be put into one file.
    #[error(transparent)]
    Page(#[from] BundleError),
}

/// The HTML file for a recording from a file, checked by `checked_by`. It shows this language to readers who prefer
/// none of those it has.
pub fn playback_html(
    runtime: &Runtime,
    recording: Recording,
    language: &str,
    checked_by: &str,
) -> Result<String, PlaybackHtmlError> {
    let catalogue = Catalogue::new(runtime, lobby_sources(Path::new("")));
    let playback = Playback::new(&catalogue, recording, Viewer::All, Verified::Consistent)
        .map_err(|error: PlaybackError| PlaybackHtmlError::Recording(error.to_string()))?;
    Ok(write(&catalogue, &playback, catalogue.language(language), checked_by, None)?)
}

/// The HTML file for a playback; `assets` is the folder of the page, if it is not the one in the program.
pub(crate) fn write(
    catalogue: &Catalogue,
    playback: &Playback,
    language: usize,
    checked_by: &str,
    assets: Option<&Path>,
) -> Result<String, BundleError> {
    let language = &catalogue.languages[language];
    let file = |path: &str| read(assets, path).ok_or_else(|| BundleError::Missing(path.to_string()));
    let text = |path: &str| {
        String::from_utf8(file(path)?.into_owned()).map_err(|_| BundleError::Missing(path.to_string()))
    };
    // The parser of HTML makes every line end the same; the hash is of what it makes.
    let script = bundle(SCRIPT, &text)?.replace("\r\n", "\n");
    let mut styles = String::new();
    for path in STYLES {
        styles += &with_embedded_files(&text(path)?, |relative| {
            let path = resolve(path, relative);
            Ok(data_address(&path, &file(&path)?))
        })?;
    }
    // Fonts that are in the file need no time to load, so none of them is done without.
    let styles = styles.replace("font-display: optional", "font-display: block");
    for (path, text, tag) in [(SCRIPT, &script, "</script"), ("css", &styles, "</style")] {
        if text.to_ascii_lowercase().contains(tag) || text.contains("<!--") {
            return Err(BundleError::EndTag(path.to_string()));
        }
    }
    let hash = BASE64_STANDARD.encode(Sha256::digest(&script));
    let icon = data_address(ICON, &file(ICON)?);
    let name = format!("{}-name", playback.recording.game);
    let name = playback.edition.translator.translate_key(language, &name);
    let title = Text::new("page-replay-of").arg("game", name);
    let title = escaped(&catalogue.lobby.translate(language, &title, &[]));
    let no_script = escaped(&catalogue.lobby.translate_key(language, "playback-needs-script"));
    let data = data(catalogue, playback, language, checked_by);
    let language = escaped(language);
    Ok(format!(
        r#"<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{icon}">
<style>{styles}</style>
</head>
<body>
<header id="head"></header>
<main id="page" tabindex="-1"></main>
<div id="toasts"></div>
<div id="live" class="visually-hidden" aria-live="polite" aria-relevant="additions"></div>
<noscript><p>{no_script}</p></noscript>
<script type="application/json" id="playback">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"#
    ))
}

/// What the script reads: the playback in all languages, and what the page says in them.
fn data(catalogue: &Catalogue, playback: &Playback, language: &str, checked_by: &str) -> String {
    let contents: Vec<Value> =
        catalogue.languages.iter().map(|language| content(playback, language, checked_by)).collect();
    let (content, words) = language_merge::merge(&contents);
    let texts = catalogue.languages.iter().zip(words.lists).map(|(language, words)| {
        (language.clone(), json!({ "page": catalogue.page_texts(language), "words": words }))
    });
    let data = json!({
        "language": language,
        "languages": texts.collect::<serde_json::Map<_, _>>(),
        "content": content,
    });
    // Nothing in it can end the element that it stands in.
    data.to_string().replace('<', "\\u003c")
}

/// Everything that is shown, in one language.
fn content(playback: &Playback, language: &str, checked_by: &str) -> Value {
    let mut content = playback.in_language(language);
    keep_shown(&mut content);
    content["recording"]["verifiedBy"] = checked_by.into();
    let mut shown = HashSet::new();
    names_in(&content, &mut shown);
    let sprites = &playback.edition.game.bundle().sprites;
    let mut looks = looks(&playback.edition, language, |sprite| {
        sprites.get(sprite).map(|bytes| data_address(sprite, bytes)).unwrap_or_default()
    });
    looks.retain(|id, _| shown.contains(id));
    let name = format!("{}-name", playback.recording.game);
    content["game"] =
        json!({ "name": playback.edition.translator.translate_key(language, &name), "looks": looks });
    content
}

/// Leaves out what playing back does not need, such as clocks and ids of people.
fn keep_shown(content: &mut Value) {
    keep(&mut content["recording"], &["description", "verified", "verifiedAt"]);
    keep(&mut content["start"], &["table", "scene", "turn"]);
    keep(&mut content["start"]["table"], &["seats"]);
    for seat in content["start"]["table"]["seats"].as_array_mut().into_iter().flatten() {
        keep(seat, &["name"]);
    }
    for step in content["steps"].as_array_mut().into_iter().flatten() {
        keep(&mut step["update"], &["patch", "events", "turn"]);
    }
}

fn keep(value: &mut Value, names: &[&str]) {
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|name, _| names.contains(&name.as_str()));
    }
}

/// Every key and every string in a value: the ids of all looks it shows are among them.
fn names_in(value: &Value, names: &mut HashSet<String>) {
    match value {
        Value::String(text) => drop(names.insert(text.clone())),
        Value::Array(list) => list.iter().for_each(|value| names_in(value, names)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            names.insert(name.clone());
            names_in(value, names);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn data_address(path: &str, bytes: &[u8]) -> String {
    format!("data:{};base64,{}", content_type(path), BASE64_STANDARD.encode(bytes))
}

/// A style sheet in which every file it names is embedded.
fn with_embedded_files(
    styles: &str,
    address: impl Fn(&str) -> Result<String, BundleError>,
) -> Result<String, BundleError> {
    let mut parts = styles.split("url(");
    let mut embedded = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (path, rest) = part.split_once(')').unwrap_or((part, ""));
        embedded += &format!("url({}){rest}", address(path.trim_matches(['"', '\'']))?);
    }
    Ok(embedded)
}

/// Text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
