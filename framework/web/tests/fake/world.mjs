// People, tables and games of the fake server.

import { tiles } from './square_game.mjs';
import { hexes } from './hex_game.mjs';
import { decks } from './card_game.mjs';
import { languages } from './assets.mjs';

/** The merge patch from one value to another, as the real server makes it. */
export function diff(old, next) {
  const plain = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
  if (JSON.stringify(old) === JSON.stringify(next)) return undefined;
  if (!plain(old) || !plain(next)) return next;
  const patch = {};
  for (const [key, value] of Object.entries(next)) {
    const change = key in old ? diff(old[key], value) : value;
    if (change !== undefined) patch[key] = change;
  }
  for (const key of Object.keys(old)) if (!(key in next)) patch[key] = null;
  return patch;
}

class Fault extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

export class World {
  constructor({ botMs }) {
    this.botMs = botMs;
    this.games = new Map([tiles, hexes, decks].map((game) => [game.id, game]));
    this.people = new Map();
    this.tables = new Map();
    this.lines = new Set();
    this.chat = [];
    this.results = [];
    this.counter = 0;
    this.timers = new Set();
    /** Every request that arrived, for tests. */
    this.heard = [];
  }

  stop() {
    for (const timer of this.timers) clearTimeout(timer);
    this.stopped = true;
  }

  later(ms, work) {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.stopped) work();
    }, ms);
    this.timers.add(timer);
  }

  connect(socket) {
    const line = { socket, person: null, lang: 'en', answers: new Map(), send: (event, data) => socket.readyState === 1 && socket.send(JSON.stringify({ event, data })) };
    this.lines.add(line);
    socket.on('close', () => {
      this.lines.delete(line);
      this.presence();
    });
    socket.on('message', (text) => this.hear(line, JSON.parse(String(text))));
    line.send('welcome', { protocol: 1, version: 'fake', languages: languages() });
  }

  hear(line, { event, id, data = {} }) {
    this.heard.push({ event, id, data });
    const reply = (kind, body) => line.socket.send(JSON.stringify({ event: kind, id, data: body }));
    const answers = line.person?.answers ?? line.answers;
    if (answers.has(id)) return reply(...answers.get(id));
    let answer;
    try {
      if (!(`on_${event}` in this)) throw new Fault('unknown', `unknown event ${event}`);
      if (!line.person && !['registerPlayer', 'login', 'ping', 'preview', 'replay'].includes(event)) throw new Fault('login', 'enter first');
      answer = ['ok', this[`on_${event}`](line, data) ?? {}];
    } catch (error) {
      if (!(error instanceof Fault)) console.error(error);
      answer = ['error', { code: error.code ?? 'bad', text: error.message }];
    }
    (line.person?.answers ?? line.answers).set(id, answer);
    reply(...answer);
    for (const after of line.after ?? []) after();
    line.after = [];
  }

  on_registerPlayer(line, { name, language }) {
    if (!name?.trim()) throw new Fault('name', 'A name is needed.');
    if ([...this.people.values()].some((person) => person.name === name)) throw new Fault('name-taken', language === 'de' ? 'Dieser Name ist vergeben. Bitte wähle einen anderen.' : 'This name is taken. Please choose another.');
    const person = { person: `p${++this.counter}`, name, secret: `s${Math.random()}`, account: false, answers: new Map() };
    this.people.set(person.person, person);
    line.person = person;
    line.lang = language ?? 'en';
    return this.me(person);
  }

  me({ person, name, secret, account }) {
    return { person, name, secret, account, session: 'x' };
  }

  on_login(line, { person: id, secret, name, password, language }) {
    const person = id ? this.people.get(id) : [...this.people.values()].find((each) => each.name === name && password);
    if (!person || (id && person.secret !== secret)) throw new Fault('wrong', 'Wrong name or password.');
    for (const other of this.lines) if (other.person === person && other !== line) {
      other.send('superseded', { text: language === 'de' ? 'Du spielst in einem anderen Tab.' : 'You are playing in another tab.' });
      other.person = null;
    }
    line.person = person;
    line.lang = language ?? 'en';
    this.presence();
    const mine = [...this.tables.values()].filter((table) => this.seatOf(table, person) >= 0);
    line.after = mine.map((table) => () => this.state(line, table));
    return { ...this.me(person), tables: mine.map((table) => table.id) };
  }

  on_language(line, { language }) {
    line.lang = language;
    line.after = [...this.tables.values()].filter((table) => this.isAt(table, line.person)).map((table) => () => this.state(line, table));
  }

  on_lobby(line) {
    line.lobby = true;
    return { tables: [...this.tables.values()].filter((table) => !table.private).map((table) => this.summary(table, line.lang)), chat: this.chat };
  }

  on_ping() {}

  on_createGame(line, data) {
    const game = this.games.get(data.game);
    const table = { id: `t${++this.counter}`, game, options: data.options, name: data.name, opener: line.person, phase: 'waiting', seats: data.seats.map((plan) => (plan === 'person' ? {} : { bot: plan.bot.kind, name: plan.bot.name || `Computer ${++this.counter}` })), watchers: new Set(), spectators: data.spectators ?? true, private: data.private ?? false, clock: data.clock ?? {}, openedAt: Date.now(), version: 0, log: [], chat: [], steps: [], data };
    try {
      game.start({ options: data.options, seats: table.seats.length, lang: line.lang });
    } catch (error) {
      throw new Fault('options', error.message);
    }
    this.tables.set(table.id, table);
    if (data.openerPlays !== false) {
      const free = table.seats.find((seat) => !seat.bot);
      if (free) Object.assign(free, { person: line.person.person, name: line.person.name });
    } else table.watchers.add(line.person);
    this.list(table);
    line.after = [() => this.state(line, table)];
    return { table: table.id, ...(table.private ? { invite: `i${table.id}` } : {}) };
  }

  table(id) {
    const table = this.tables.get(id);
    if (!table) throw new Fault('no-table', 'There is no such table.');
    return table;
  }

  on_deleteGame(_line, { table: id }) {
    this.tables.delete(id);
    this.cast('tableClosed', () => ({ table: id }));
  }

  on_joinGame(line, { table: id, seat, invite }) {
    const table = this.table(id);
    if (table.private && invite !== `i${id}`) throw new Fault('invite', 'This table is private.');
    const at = seat ?? table.seats.findIndex((each) => !each.bot && !each.person);
    if (!table.seats[at] || table.seats[at].person || table.seats[at].bot) throw new Fault('full', 'No seat is free.');
    Object.assign(table.seats[at], { person: line.person.person, name: line.person.name });
    this.list(table);
    return { seat: at, version: table.version };
  }

  on_leaveGame(line, { table: id }) {
    const table = this.table(id);
    table.seats = table.seats.map((seat) => (seat.person === line.person.person ? {} : seat));
    this.list(table);
  }

  on_kick(_line, { table: id, seat }) {
    const table = this.table(id);
    table.seats[seat] = {};
    this.list(table);
  }

  on_arrangeSeat(_line, { table: id, seat, plan }) {
    const table = this.table(id);
    table.seats[seat] = plan === 'person' ? {} : { bot: plan.bot.kind, name: plan.bot.name || 'Computer' };
    this.list(table);
  }

  on_gameStart(_line, { table: id }) {
    this.start(this.table(id));
  }

  start(table) {
    table.state = table.game.start({ options: table.options, seats: table.seats.length });
    table.phase = 'running';
    table.startedAt = Date.now();
    table.version = 1;
    table.first = this.shown(table, -1, 'en');
    for (const line of this.lines) if (line.person && this.isAt(table, line.person)) this.state(line, table);
    this.list(table);
    this.bots(table);
  }

  on_spectate(line, { table: id }) {
    const table = this.table(id);
    if (!table.spectators) throw new Fault('spectators', 'This table wants no spectators.');
    table.watchers.add(line.person);
    line.after = [() => this.state(line, table), () => this.list(table)];
    return { version: table.version };
  }

  on_unspectate(line, { table: id }) {
    this.tables.get(id)?.watchers.delete(line.person);
  }

  on_look(line, { table: id }) {
    const table = this.table(id);
    if (!this.isAt(table, line.person)) throw new Fault('not-here', 'You are not at this table.');
    line.after = [() => this.state(line, table)];
  }

  on_gameMove(line, { table: id, seat, version, action }) {
    const table = this.table(id);
    if (this.seatOf(table, line.person) !== seat) throw new Fault('seat', 'This is not your seat.');
    if (version !== table.version) throw new Fault('stale', 'Too late: the game has moved on.');
    this.move(table, seat, action);
    return { version: table.version };
  }

  on_chat(line, { table: id, text }) {
    const said = { ...(id ? { table: id } : {}), person: line.person.person, name: line.person.name, text, at: Date.now() };
    (id ? this.table(id).chat : this.chat).push(said);
    for (const other of this.lines) if (other.person && (!id || this.isAt(this.table(id), other.person))) other.send('chat', said);
  }

  on_pause(_line, { table: id }) {
    this.setPhase(this.table(id), 'paused');
  }

  on_resume(_line, { table: id }) {
    this.setPhase(this.table(id), 'running');
  }

  setPhase(table, phase) {
    table.phase = phase;
    this.list(table);
  }

  on_resign(line, { table: id }) {
    const table = this.table(id);
    const seat = this.seatOf(table, line.person);
    this.step(table, () => {
      table.state.over = { places: table.seats.map((_, i) => (i === seat ? 2 : 1)), scores: table.seats.map(() => 0), reason: 'resigned' };
      return [];
    });
  }

  on_propose(line, { table: id, what }) {
    const text = `${line.person.name}: ${what}?`;
    for (const other of this.lines) if (other.person && other !== line && this.isAt(this.table(id), other.person)) other.send('notice', { table: id, code: `table-${what}-proposed`, text });
  }

  on_vote(_line, { table: id, agree }) {
    if (agree) this.setPhase(this.table(id), 'aborted');
  }

  on_rematch(line, { table: id }) {
    const { data } = this.table(id);
    const { table } = this.on_createGame(line, data);
    for (const other of this.lines) if (other.person && this.isAt(this.table(id), other.person)) other.send('rematch', { table: id, new: table });
    return {};
  }

  on_preview(line, { table: id, game, options, seats }) {
    const table = id && this.table(id);
    if (table) ({ options, seats: { length: seats } } = table);
    try {
      const rules = table ? table.game : this.games.get(game);
      const names = Array.from({ length: seats }, (_, i) => `${line.lang === 'de' ? 'Spieler' : 'Player'} ${i + 1}`);
      return { scene: rules.scene(rules.start({ options, seats, lang: line.lang }), -1, line.lang, names) };
    } catch (error) {
      throw new Fault('options', error.message);
    }
  }

  on_replay(line, { recording }) {
    const table = this.tables.get(recording.replace(/^r-/, ''));
    if (!table) throw new Fault('no-recording', 'There is no such recording.');
    return { recording: { id: recording, verified: 'played-here', verifiedAt: 1, description: '' }, start: { table: this.summary(table, line.lang), viewer: 'public', version: 1, scene: table.first, turn: [0], offers: [] }, steps: table.steps };
  }

  seatOf(table, person) {
    return table.seats.findIndex((seat) => seat.person === person?.person);
  }

  isAt(table, person) {
    return this.seatOf(table, person) >= 0 || table.watchers.has(person);
  }

  names(table) {
    return table.seats.map((seat, i) => seat.name ?? `Player ${i + 1}`);
  }

  shown(table, seat, lang) {
    return table.state ? structuredClone(table.game.scene(table.state, seat, lang, this.names(table))) : {};
  }

  outcome(table, lang) {
    const over = table.state?.over;
    return over ? { ...over, reason: table.game.reason(over.reason, lang) } : undefined;
  }

  clocks(table) {
    if (!table.state || table.state.over || !table.clock.moveMs) return {};
    const turn = table.game.turn(table.state);
    return { clocks: { at: Date.now(), seats: table.seats.map((_, i) => ({ running: turn.includes(i) && table.phase === 'running', moveLeft: table.clock.moveMs, ...(table.clock.totalMs ? { totalLeft: table.clock.totalMs } : {}) })) } };
  }

  state(line, table) {
    const seat = this.seatOf(table, line.person);
    const { lang } = line;
    line.send('gameState', {
      table: this.summary(table, lang), viewer: seat >= 0 ? { seat } : 'public', version: table.version, scene: this.shown(table, seat, lang),
      offers: table.state && table.phase === 'running' ? table.game.offers(table.state, seat, lang) : [], turn: table.state ? table.game.turn(table.state) : [],
      ...this.clocks(table), log: table.log.map((event) => event(lang)), chat: table.chat,
    });
    if (table.state?.over) line.send('gameOver', { table: table.id, result: this.result(table, lang) });
  }

  move(table, seat, action) {
    if (table.phase !== 'running') throw new Fault('not-running', 'The game does not run.');
    if (!table.game.turn(table.state).includes(seat)) throw new Fault('turn', 'It is not your turn.');
    this.step(table, () => table.game.act(table.state, seat, action, this.names(table)));
    this.bots(table);
  }

  step(table, work) {
    const views = [...this.lines].filter((line) => line.person && this.isAt(table, line.person)).map((line) => ({ line, seat: this.seatOf(table, line.person), before: this.shown(table, this.seatOf(table, line.person), line.lang) }));
    const before = this.shown(table, -1, 'en');
    const events = work();
    table.version++;
    table.log.push(...events);
    const update = (seat, lang, old) => ({
      table: table.id, version: table.version, patch: diff(old, this.shown(table, seat, lang)), events: events.map((event) => event(lang)), turn: table.game.turn(table.state), ...this.clocks(table),
      ...(table.state.over ? { outcome: this.outcome(table, lang) } : {}), ...(table.game.offers(table.state, seat, lang).length ? { offers: table.game.offers(table.state, seat, lang) } : {}),
    });
    table.steps.push({ at: Date.now() - table.startedAt, update: update(-1, 'en', before) });
    for (const { line, seat, before: old } of views) line.send('gameUpdate', update(seat, line.lang, old));
    if (table.state.over) {
      table.phase = 'over';
      table.endedAt = Date.now();
      this.results.unshift(table);
      for (const { line } of views) line.send('gameOver', { table: table.id, result: this.result(table, line.lang) });
      this.list(table);
    }
  }

  bots(table) {
    if (table.phase !== 'running') return;
    const seat = table.game.turn(table.state).find((each) => table.seats[each].bot);
    if (seat === undefined) return;
    this.later(this.botMs, () => {
      if (table.phase !== 'running') return;
      const leaf = (nodes) => {
        const cells = nodes.filter((node) => !/^button:(drop|dig|curse)/.test(node.pick) && !node.shortcut);
        const node = cells[Math.floor(Math.random() * cells.length)] ?? nodes.find((each) => each.action !== undefined);
        return node.next?.length ? leaf(node.next) : node.action;
      };
      this.move(table, seat, leaf(table.game.offers(table.state, seat, 'en')));
    });
  }

  result(table, lang) {
    const outcome = this.outcome(table, lang);
    const winner = outcome.places.indexOf(1);
    const kind = (seat) => (seat?.bot ? 'CPU' : 'Human');
    return {
      game: table.game.id, participants: table.seats.map((seat) => ({ name: seat.name ?? '', person: seat.person, bot: seat.bot })), outcome, endedAt: table.endedAt, durationMs: table.endedAt - table.startedAt, steps: table.steps.length, recording: `r-${table.id}`,
      ...(outcome.scores ? { highscores: [{ board: 'small', name: table.seats[winner]?.name, kind: kind(table.seats[winner]), score: outcome.scores[winner], opponent: table.seats[1 - winner]?.name ?? '', opponentKind: kind(table.seats[1 - winner]), at: table.endedAt, new: true }] } : {}),
    };
  }

  summary(table, lang) {
    const online = new Set([...this.lines].map((line) => line.person?.person));
    return {
      table: table.id, game: table.game.id, gameVersion: '1.0.0', name: table.name ?? '', opener: table.opener.person, phase: table.phase,
      seats: table.seats.map((seat) => ({ name: seat.name ?? '', ...(seat.person ? { person: seat.person } : {}), ...(seat.bot ? { bot: seat.bot } : {}), present: Boolean(seat.bot) || online.has(seat.person), standIn: false, retired: false })),
      watchers: table.watchers.size, spectators: table.spectators, private: table.private, commitment: 'c0ffee', ...(this.outcome(table, lang) ? { outcome: this.outcome(table, lang) } : {}), openedAt: table.openedAt,
    };
  }

  presence() {
    for (const table of this.tables.values()) if (table.phase === 'running') this.list(table);
  }

  list(table) {
    this.cast('tableListed', (line) => this.summary(table, line.lang), (line) => !table.private || this.isAt(table, line.person));
  }

  cast(event, data, to = () => true) {
    for (const line of this.lines) if (line.person && line.lobby && to(line)) line.send(event, data(line));
  }

  rest(path, lang, query, body) {
    const [kind, id] = path.split('/');
    if (kind === 'games' && !id) return [...this.games.values()].map((game) => ({ id: game.id, ...game.info(lang) }));
    if (kind === 'games') return this.games.has(id) ? { id, ...this.games.get(id).info(lang) } : undefined;
    if (kind === 'results') return this.results.filter((table) => !query.get('game') || table.game.id === query.get('game')).map((table) => this.result(table, lang));
    if (kind === 'highscores') return this.results.filter((table) => table.game.id === id).flatMap((table) => this.result(table, lang).highscores ?? []).slice(0, 3);
    if (kind === 'leaderboard') {
      const people = new Map();
      for (const table of this.results.filter((each) => each.game.id === id)) table.seats.forEach((seat, i) => {
        const row = people.get(seat.name) ?? { name: seat.name, played: 0, won: 0, drawn: 0 };
        row.played++;
        if (table.state.over.places[i] === 1) row.won++;
        people.set(seat.name, row);
      });
      return [...people.values()].sort((a, b) => b.won - a.won);
    }
    if (kind === 'recordings' && body) {
      const parsed = JSON.parse(body);
      return { recording: parsed.recording };
    }
    if (kind === 'recordings') return { recording: id };
    return undefined;
  }
}
