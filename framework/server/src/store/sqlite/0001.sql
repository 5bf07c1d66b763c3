create table meta (key text primary key, value text not null) without rowid;

create table people (
    id integer primary key autoincrement,
    name text not null,
    -- The folded form of the name: no two people are alike in it.
    key text not null unique,
    -- The argon2 hash of the password; guests have none.
    password text,
    created_at integer not null,
    seen_at integer not null
);

-- Hashes of the secrets that prove who somebody is; the secrets themselves are nowhere.
create table proofs (
    id integer primary key autoincrement,
    person integer not null references people (id) on delete cascade,
    proof blob not null,
    at integer not null
);
create index proofs_by_person on proofs (person);

-- What tables are rebuilt from. Appended to with every move, so it has no index: it is read from end to end
-- once, at the start, and lines of tables that are tidied away are deleted by number.
create table journal (number integer primary key, place integer not null, entry text not null);

create table chat (
    id integer primary key,
    -- The table; null for the lobby.
    place integer,
    person integer not null,
    name text not null,
    text text not null,
    at integer not null
);
create index chat_by_place on chat (place, id);

create table results (
    id integer primary key,
    place integer not null unique,
    game text not null,
    game_version text not null,
    private integer not null,
    participants text not null,
    outcome text,
    aborted text,
    options text not null,
    began_at integer not null,
    ended_at integer not null,
    steps integer not null,
    recording text
);
create index results_by_game on results (game, ended_at);
create index results_by_end on results (ended_at);

-- For each person and result with an outcome: 1 won, 0 all were equal, -1 somebody was better.
create table standings (
    result integer not null,
    game text not null,
    person integer not null,
    name text not null,
    standing integer not null,
    ended_at integer not null,
    primary key (result, person)
) without rowid;
create index standings_by_game on standings (game, person);

create table scores (
    id integer primary key autoincrement,
    game text not null,
    board text not null,
    name text not null,
    bot integer not null,
    score integer not null,
    opponent text not null,
    opponent_bot integer not null,
    place integer not null,
    at integer not null
);
create index scores_by_board on scores (game, board, score);

create table recordings (id text primary key, game text not null, at integer not null, json text not null);
