//! Lists for pages and programs: games, tables, results, recordings, schemas.

use crate::{
    accept::PeerAddress,
    app_state::AppState,
    catalogue::{Catalogue, Edition, Offered},
    host::{Clock, Health, HostMessage, Problem, Renderer, render_tables, score_view},
    looks::{camel_case, looks},
    page_files, playback_file, protocol,
    replays::{self, Playback, Verified},
    work_pool::{PoolBusy, WorkClient},
};
use axum::{
    Extension, Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, Path, Query, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use parlor_kit::{Id, Viewer, scene_schema};
use parlor_runtime::Defaults;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, sync::Arc};
use tokio::{sync::oneshot, time::timeout};

type Shared = State<Arc<AppState>>;

pub(crate) fn routes(recording_bytes: usize) -> Router<Arc<AppState>> {
    Router::new()
        .route("/healthz", get(health))
        .route("/api/games", get(games))
        .route("/api/games/{game}", get(game))
        .route("/api/games/{game}/sprites/{file}", get(sprite))
        .route("/api/games/{game}/contents/{kind}", get(contents))
        .route("/api/tables", get(tables))
        .route("/api/results", get(results))
        .route("/api/leaderboard/{game}", get(leaderboard))
        .route("/api/highscores/{game}", get(highscores))
        .route("/api/recordings", axum::routing::post(upload).layer(DefaultBodyLimit::max(recording_bytes)))
        .route("/api/recordings/{id}", get(recording))
        .route("/api/recordings/{id}/playback", get(playback))
        .route("/api/playback", axum::routing::post(open_file).layer(DefaultBodyLimit::max(recording_bytes)))
        .route("/api/schema/{of}", get(schema))
        .route("/api/texts", get(wanted_texts))
        .route("/api/texts/{language}", get(texts))
}

#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    limit: Option<usize>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    form: Option<String>,
    #[serde(default)]
    version: Option<String>,
    #[serde(default)]
    edition: Option<String>,
}

impl Asked {
    fn language(&self, catalogue: &Catalogue) -> usize {
        catalogue.language(self.lang.as_deref().unwrap_or_default())
    }
}

/// An answer that says why there is none.
struct Refused(StatusCode, Value);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

fn refuse(status: StatusCode, catalogue: &Catalogue, language: usize, problem: &Problem) -> Refused {
    let text = catalogue.lobby.translate(&catalogue.languages[language], &problem.0, &[]);
    Refused(status, json!({ "code": problem.0.key, "text": text }))
}

fn missing(catalogue: &Catalogue, language: usize) -> Refused {
    refuse(StatusCode::NOT_FOUND, catalogue, language, &Problem::new("not-found"))
}

/// Runs a handler's work on the work pool.
async fn blocking<T: Send + 'static>(
    app: &AppState,
    PeerAddress(address): PeerAddress,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    match app.pool.run(WorkClient::Address(address), work).await {
        Ok(Some(value)) => Ok(value),
        Ok(None) => Err(Refused(StatusCode::INTERNAL_SERVER_ERROR, json!({ "code": "server-trouble" }))),
        Err(PoolBusy) => {
            let catalogue = app.catalogues.get();
            Err(refuse(StatusCode::SERVICE_UNAVAILABLE, &catalogue, 0, &Problem::new("server-busy")))
        }
    }
}

fn stored<T>(result: Result<T, crate::store::StoreError>) -> Result<T, Refused> {
    result.map_err(|error| {
        tracing::error!(%error, "the store failed");
        Refused(StatusCode::INTERNAL_SERVER_ERROR, json!({ "code": "server-trouble" }))
    })
}

async fn health(State(app): Shared) -> Response {
    let (reply, answer) = oneshot::channel();
    app.host.send(HostMessage::Health { reply }).await;
    let limit = std::time::Duration::from_secs(5);
    match tokio::time::timeout(limit, answer).await {
        Ok(Ok(Health { tables, connections, people })) => Json(json!({
            "status": "ok", "tables": tables, "connections": connections, "people": people,
            "version": env!("CARGO_PKG_VERSION"),
        }))
        .into_response(),
        _ => (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": "busy" }))).into_response(),
    }
}

async fn games(State(app): Shared, Query(asked): Query<Asked>) -> Json<Value> {
    let catalogue = app.catalogues.get();
    let language = &catalogue.languages[asked.language(&catalogue)];
    let about = |offered: &Arc<Offered>| {
        Value::Object(summary(&offered.edition, offered.defaults.as_ref(), language))
    };
    Json(catalogue.games.values().map(about).collect())
}

fn summary(edition: &Edition, defaults: Option<&Defaults>, language: &str) -> Map<String, Value> {
    let manifest = &edition.game.bundle().manifest;
    let word = |key: String| edition.translator.translate_key(language, &key);
    let mut kinds: Vec<&str> = (parlor_bots::kinds().iter())
        .filter(|kind| kind.offered || manifest.bots.default == kind.name)
        .map(|kind| kind.name)
        .collect();
    kinds.sort_by_key(|kind| *kind != manifest.bots.default);
    let bot_name = |kind: &str| {
        let key = format!("bot-{kind}");
        if edition.translator.has_in_any(&key) { word(key) } else { kind.to_string() }
    };
    let bots: Vec<Value> = kinds.iter().map(|kind| json!({ "kind": kind, "name": bot_name(kind) })).collect();
    let clock = defaults.map_or(manifest.clock, |defaults| defaults.clock);
    let about = json!({
        "id": manifest.id,
        "name": word(format!("{}-name", manifest.id)),
        "tagline": word(format!("{}-tagline", manifest.id)),
        "version": manifest.version,
        "seats": manifest.seats,
        "hidden": manifest.hidden,
        "bots": bots,
        "content": manifest.content.iter().map(|(kind, about)| (kind, about.default.clone())).collect::<BTreeMap<_, _>>(),
        "table": camel_case(serde_json::to_value(&manifest.table).unwrap_or_default()),
        "clock": camel_case(serde_json::to_value(clock).unwrap_or_default()),
    });
    match about {
        Value::Object(about) => about,
        _ => Map::new(),
    }
}

async fn game(
    State(app): Shared,
    Path(game): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<Value>, Refused> {
    let catalogue = app.catalogues.get();
    let number = asked.language(&catalogue);
    let language = &catalogue.languages[number];
    // Who sits at a table that plays on with an earlier edition asks for its version.
    let asked_for =
        |edition: &Edition| asked.version.as_deref().is_none_or(|version| edition.version() == version);
    let edition = catalogue.edition(&game, asked_for).or_else(|| catalogue.edition(&game, |_| true));
    let edition = edition.ok_or_else(|| missing(&catalogue, number))?;
    let offered = catalogue.games.get(game.as_str());
    let defaults = offered.and_then(|offered| offered.defaults.as_ref());
    let known = |key: &str| edition.translator.has_in_any(key);
    let mut schema = edition.game.schema().clone();
    for (name, field) in schema["properties"].as_object_mut().into_iter().flatten() {
        let host = defaults.and_then(|defaults| defaults.options.get(name.as_str()));
        if let Some(value) = host {
            field["default"] = value.clone();
        }
    }
    name_options(&mut schema, &game, |key| {
        known(key).then(|| edition.translator.translate_key(language, key))
    });
    let looks = looks(&edition, language, |sprite| {
        format!("/api/games/{game}/sprites/{sprite}?edition={}", edition.mark)
    });
    let mut about = summary(&edition, defaults, language);
    about.insert("looks".into(), Value::Object(looks));
    about.insert("optionsSchema".into(), schema);
    let rules = format!("{game}-rules");
    let rules =
        if known(&rules) { edition.translator.translate_key(language, &rules) } else { String::new() };
    about.insert("rules".into(), rules.into());
    let titled = |kind: &Id, name: &Id| {
        let key = format!("{game}-{kind}-{name}");
        let title =
            if known(&key) { edition.translator.translate_key(language, &key) } else { name.to_string() };
        json!({ "name": name, "title": title })
    };
    let contents = offered.iter().flat_map(|offered| &offered.contents).map(|(kind, names)| {
        (kind.to_string(), names.iter().map(|name| titled(kind, name)).collect::<Value>())
    });
    about.insert("contents".into(), Value::Object(contents.collect()));
    Ok(Json(Value::Object(about)))
}

/// Options, and the choices among them, are called what the game calls them, not what they are in JSON.
fn name_options(schema: &mut Value, game: &str, word: impl Fn(&str) -> Option<String>) {
    for (name, field) in schema["properties"].as_object_mut().into_iter().flatten() {
        let key = format!("{game}-option-{name}");
        if let Some(title) = word(&key) {
            field["title"] = title.into();
        }
        if let Some(hint) = word(&format!("{key}-hint")) {
            field["description"] = hint.into();
        }
        for choice in field.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten() {
            let value = choice["const"].as_str().unwrap_or_default();
            if let Some(title) = word(&format!("{key}-{value}")) {
                choice["title"] = title.into();
            }
        }
    }
}

async fn sprite(
    State(app): Shared,
    Path((game, file)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Response {
    let catalogue = app.catalogues.get();
    let asked_for = |edition: &Edition| asked.edition.as_ref().is_none_or(|mark| edition.mark == *mark);
    let edition = catalogue.edition(&game, asked_for).or_else(|| catalogue.edition(&game, |_| true));
    match edition.as_ref().and_then(|edition| edition.game.bundle().sprites.get(&file)) {
        Some(bytes) => {
            let kind = page_files::content_type(&file);
            let hour = "public, max-age=3600";
            ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, hour)], bytes.to_vec()).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn contents(
    State(app): Shared,
    Path((game, kind)): Path<(String, String)>,
) -> Result<Json<Value>, Refused> {
    let catalogue = app.catalogues.get();
    let offered = catalogue.games.get(game.as_str()).ok_or_else(|| missing(&catalogue, 0))?;
    let names = offered.contents.get(kind.as_str()).ok_or_else(|| missing(&catalogue, 0))?;
    Ok(Json(json!(names)))
}

async fn tables(
    State(app): Shared,
    Extension(peer): Extension<PeerAddress>,
    Query(asked): Query<Asked>,
) -> Result<Json<Value>, Refused> {
    let language = asked.language(&app.catalogues.get());
    let (reply, answer) = oneshot::channel();
    app.host.send(HostMessage::Tables { reply }).await;
    let busy = || Refused(StatusCode::SERVICE_UNAVAILABLE, json!({ "code": "server-trouble" }));
    let tables = answer.await.map_err(|_| busy())?;
    let catalogue = app.catalogues.get();
    let render = move || {
        let mut tables = render_tables(&catalogue, &tables, language);
        tables.retain(|table| asked.game.as_ref().is_none_or(|game| table.game == game.as_str()));
        json!(tables)
    };
    Ok(Json(blocking(&app, peer, render).await?))
}

async fn results(
    State(app): Shared,
    Extension(peer): Extension<PeerAddress>,
    Query(asked): Query<Asked>,
) -> Result<Json<Value>, Refused> {
    let most = asked.limit.unwrap_or(50).min(500);
    let (store, game) = (app.store.clone(), asked.game.clone());
    let results = stored(blocking(&app, peer, move || store.results(game.as_deref(), most)).await?)?;
    let catalogue = app.catalogues.get();
    let language = &catalogue.languages[asked.language(&catalogue)];
    let said = results.iter().map(|result| {
        let names: Vec<String> = result.participants.iter().map(|p| p.name.to_string()).collect();
        let renderer = Renderer { translator: catalogue.translator(&result.game), language, names: &names };
        let mut said = json!(renderer.result(result, Vec::new()));
        said["table"] = json!(result.table);
        said
    });
    Ok(Json(said.collect()))
}

async fn leaderboard(
    State(app): Shared,
    Extension(peer): Extension<PeerAddress>,
    Path(game): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<Value>, Refused> {
    let most = asked.limit.unwrap_or(50).min(500);
    let store = app.store.clone();
    let board = stored(blocking(&app, peer, move || store.leaderboard(&game, most)).await?)?;
    Ok(Json(json!(board)))
}

async fn highscores(
    State(app): Shared,
    Extension(peer): Extension<PeerAddress>,
    Path(game): Path<String>,
) -> Result<Json<Value>, Refused> {
    let store = app.store.clone();
    let scores = stored(blocking(&app, peer, move || store.scores(Some(&game))).await?)?;
    Ok(Json(scores.iter().map(|score| json!(score_view(score))).collect()))
}

async fn recording(
    State(app): Shared,
    Extension(peer): Extension<PeerAddress>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, Refused> {
    let store = app.store.clone();
    let wanted = id.clone();
    let json = stored(blocking(&app, peer, move || store.recording(&wanted)).await?)?;
    let json = json.ok_or_else(|| missing(&app.catalogues.get(), 0))?;
    let json = match &asked.description {
        Some(words) => {
            let recording = replays::parse(&json).map(|recording| replays::described(recording, words));
            recording.ok().and_then(|recording| serde_json::to_string(&recording).ok()).unwrap_or(json)
        }
        None => json,
    };
    let name = format!("attachment; filename=\"{id}.json\"");
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_string()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, json).into_response())
}

/// A stored recording as a file that plays it back anywhere.
async fn playback(
    State(app): Shared,
    Extension(peer): Extension<PeerAddress>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let (store, catalogue) = (app.store.clone(), app.catalogues.get());
    let (language, checked_by) = (asked.language(&catalogue), host_name(&headers));
    let (for_work, config, wanted) = (catalogue.clone(), app.config.clone(), id.clone());
    let write = move || {
        let recording = replays::stored(&*store, &wanted)?;
        let recording = match &asked.description {
            Some(words) => replays::described(recording, words),
            None => recording,
        };
        let verified = Verified::of_stored(&wanted);
        let playback = Playback::new(&for_work, recording, Viewer::All, verified)
            .map_err(|error| error.problem(&for_work, language))?;
        playback_file::write(&for_work, &playback, language, &checked_by, config.assets.as_deref())
            .map_err(page_broken)
    };
    let html = blocking(&app, peer, write).await?;
    let html = html.map_err(|problem| {
        let status = if problem.0.key == "no-such-recording" {
            StatusCode::NOT_FOUND
        } else {
            StatusCode::UNPROCESSABLE_ENTITY
        };
        refuse(status, &catalogue, language, &problem)
    })?;
    Ok(html_file(&id, html))
}

/// Plays a file's recording back without storing it: as JSON for the page, or as a file that plays it anywhere.
async fn open_file(
    State(app): Shared,
    Extension(peer): Extension<PeerAddress>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Response> {
    let catalogue = app.catalogues.get();
    let language = asked.language(&catalogue);
    let text = recording_text(&app, language, request).await?;
    let as_file = asked.form.as_deref() == Some("html");
    let (for_work, config, checked_by) = (catalogue.clone(), app.config.clone(), host_name(&headers));
    let play = move || {
        let playback = replays::replay_file(&for_work, language, &text)?;
        if !as_file {
            return Ok(Json(playback.in_language(&for_work.languages[language])).into_response());
        }
        playback_file::write(&for_work, &playback, language, &checked_by, config.assets.as_deref())
            .map(|html| html_file("playback", html))
            .map_err(page_broken)
    };
    let played = blocking(&app, peer, play).await.map_err(IntoResponse::into_response)?;
    played.map_err(|problem| {
        refuse(StatusCode::UNPROCESSABLE_ENTITY, &catalogue, language, &problem).into_response()
    })
}

fn page_broken(error: playback_file::BundleError) -> Problem {
    tracing::error!(%error, "the page cannot be put into one file");
    Problem::new("server-trouble")
}

fn html_file(name: &str, html: String) -> Response {
    let name = format!("attachment; filename=\"{name}.html\"");
    let kind = page_files::content_type(".html").to_string();
    ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], html).into_response()
}

/// What the client calls this server.
fn host_name(headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("parlor");
    host.chars().take(253).collect()
}

/// The body of a request as text, if it is short enough and arrives in time.
async fn recording_text(app: &AppState, language: usize, request: Request) -> Result<String, Response> {
    let refused = |status: StatusCode, problem: &Problem| {
        refuse(status, &app.catalogues.get(), language, problem).into_response()
    };
    let body = match timeout(app.config.limits.request_time(), Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let most = app.config.limits.recording_bytes / (1024 * 1024);
            return Err(refused(error.status(), &Problem::new("recording-too-large").arg("most", most)));
        }
        Ok(Err(error)) => return Err(error.into_response()),
        Err(_) => return Err(refused(StatusCode::REQUEST_TIMEOUT, &Problem::new("too-slow"))),
    };
    let not_text = |_| refused(StatusCode::UNPROCESSABLE_ENTITY, &Problem::new("bad-recording"));
    String::from_utf8(body.into()).map_err(not_text)
}

async fn upload(
    State(app): Shared,
    Extension(peer): Extension<PeerAddress>,
    Query(asked): Query<Asked>,
    request: Request,
) -> Result<Json<Value>, Response> {
    let catalogue = app.catalogues.get();
    let language = asked.language(&catalogue);
    let text = recording_text(&app, language, request).await?;
    let store = app.store.clone();
    let taken = blocking(&app, peer, move || {
        replays::take_in(&*store, &catalogue, language, &text, Clock::new().now())
    });
    let id = taken.await.map_err(IntoResponse::into_response)?.map_err(|problem| {
        refuse(StatusCode::UNPROCESSABLE_ENTITY, &app.catalogues.get(), language, &problem).into_response()
    })?;
    Ok(Json(json!({ "recording": id })))
}

async fn schema(State(app): Shared, Path(of): Path<String>) -> Result<Json<Value>, Refused> {
    match of.as_str() {
        "scene" => Ok(Json(scene_schema())),
        "protocol" => Ok(Json(protocol::protocol_schema())),
        _ => Err(missing(&app.catalogues.get(), 0)),
    }
}

/// The texts of the page in the language that the browser asks for.
async fn wanted_texts(State(app): Shared, headers: HeaderMap) -> Response {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    page_texts(&app, wanted.unwrap_or_default())
}

async fn texts(State(app): Shared, Path(language): Path<String>) -> Response {
    page_texts(&app, &language)
}

/// The header says which language it has become: the one that is wanted need not be there.
fn page_texts(app: &AppState, wanted: &str) -> Response {
    let catalogue = app.catalogues.get();
    let language = &catalogue.languages[catalogue.language(wanted)];
    let texts = Json(catalogue.page_texts(language));
    let headers = [(header::CONTENT_LANGUAGE, language.as_str()), (header::VARY, "accept-language")];
    (headers, texts).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    // LO-6
    #[test]
    fn options_and_their_choices_are_called_what_the_game_calls_them() {
        let mut schema = json!({ "properties": {
            "most_turns": { "type": "integer" },
            "order": { "oneOf": [{ "const": "plain" }, { "const": "mixed" }] }
        } });
        name_options(&mut schema, "x", |key| match key {
            "x-option-most_turns" => Some("Most turns".into()),
            "x-option-most_turns-hint" => Some("Then it ends.".into()),
            "x-option-order-mixed" => Some("Mixed up".into()),
            _ => None,
        });
        let expected = json!({ "properties": {
            "most_turns": { "type": "integer", "title": "Most turns", "description": "Then it ends." },
            "order": { "oneOf": [{ "const": "plain" }, { "const": "mixed", "title": "Mixed up" }] }
        } });
        assert_eq!(schema, expected);
    }
}
