// The hub: who the person is, the connection, the tables that are known, and what is said.

import { Connection, Refused } from './connection.js';
import { TableStore } from './store.js';
import { keep, recall, settings } from './settings.js';
import { speak } from './i18n.js';

/** @import { ChatLine, Summary } from './types.js' */
/** @typedef {{person: string, name: string, secret: string, account: boolean}} Me */

/** The language for the server, where one was chosen: otherwise it goes by what the browser asks for. */
const chosen = () => (settings.language ? { language: settings.language } : {});

/**
 * Notes when a countdown ends by the clock of this page: the time of day may be wrong here.
 * @param {Summary} summary
 */
function onOwnClock(summary) {
  if (summary.beginsInMs !== undefined) summary.beginsBy = performance.now() + summary.beginsInMs;
  return summary;
}

/** Emits `me`, `line`, `languages`, `lobby`, `chat`, `notice`, `reminder`, `rematch`, `removed`. */
class Hub extends EventTarget {
  constructor() {
    super();
    /** @type {Me|null} */
    this.me = recall('me');
    /** @type {Map<string, Summary>} */
    this.lobby = new Map();
    /** @type {ChatLine[]} */
    this.chat = [];
    /** @type {Map<string, TableStore>} */
    this.tables = new Map();
    /** @type {string|undefined} */
    this.session = undefined;
    /** Tables the server says this person sits or watches at. @type {Set<string>} */
    this.mine = new Set();
    this.parting = '';
    /** The languages the server has. @type {string[]} */
    this.languages = [];
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.line = new Connection(`${scheme}://${location.host}/ws`, { greet: () => this.#greet(), receive: (message) => this.receive(message) });
    this.line.addEventListener('state', () => this.#emit('line', this.line.state));
  }

  start() {
    this.line.open();
  }

  /** @param {string} event @param {any} [data] */
  request(event, data = {}) {
    return this.line.request(event, data);
  }

  /**
   * Enters as a guest or makes an account.
   * @param {string} name
   * @param {string} [password]
   */
  async register(name, password) {
    // With a secret of our own, the server recognises a registration that is sent again after a lost connection.
    const secret = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    this.#become(await this.request('registerPlayer', { name, secret, ...chosen(), ...(password ? { password } : {}) }));
  }

  /** @param {string} name @param {string} password */
  async login(name, password) {
    this.#become(await this.request('login', { name, password, ...chosen() }));
  }

  logout() {
    this.me = null;
    this.session = undefined;
    keep('me', null);
    this.tables.clear();
    this.mine.clear();
    this.line.open();
    this.#emit('me', null);
  }

  /** @param {any} answer */
  #become(answer) {
    this.me = { person: answer.person, name: answer.name, secret: answer.secret, account: answer.account };
    this.session = answer.session;
    for (const table of answer.tables ?? []) this.mine.add(table);
    keep('me', this.me);
    void this.#subscribe(false);
    this.#emit('me', this.me);
  }

  /** After every connect: says who we are, hears the lobby, and catches up with open tables. */
  async #greet() {
    this.parting = '';
    if (!this.me) return;
    const { person, secret } = this.me;
    const seen = Object.fromEntries([...this.tables.values()].filter((store) => store.version >= 0).map((store) => [store.id, store.version]));
    try {
      const answer = await this.line.request('login', {
        person, secret, ...chosen(),
        ...(this.session ? { session: this.session } : {}),
        ...(Object.keys(seen).length ? { seen } : {}),
      }, { now: true });
      this.session = answer.session ?? this.session;
      this.mine = new Set(answer.tables ?? []);
      this.me = { ...this.me, name: answer.name, secret: answer.secret ?? secret };
      keep('me', this.me);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.me = null;
      keep('me', null);
      this.#emit('me', null);
      return;
    }
    await this.#subscribe(true);
  }

  /** @param {boolean} now */
  async #subscribe(now) {
    const { tables = [], chat = [] } = await this.line.request('lobby', {}, { now });
    this.lobby = new Map(tables.map((/** @type {Summary} */ summary) => [summary.table, onOwnClock(summary)]));
    for (const { summary } of this.tables.values()) if (summary?.private && this.mine.has(summary.table)) this.lobby.set(summary.table, summary);
    this.chat = chat;
    this.#emit('lobby', null);
    this.#emit('chat', null);
  }

  /** @param {string} id */
  table(id) {
    let store = this.tables.get(id);
    if (!store) this.tables.set(id, (store = new TableStore(id)));
    return store;
  }

  /** Asks for everything about a table, or for what was missed. @param {string} id */
  async look(id) {
    const store = this.table(id);
    await this.request('look', { table: id, ...(store.version >= 0 ? { version: store.version } : {}) });
  }

  /** @param {string} to */
  async speak(to) {
    await speak(to);
    if (this.me) await this.request('language', { language: to }).catch(() => {});
  }

  /** Messages of a table go to its store. @param {{event: string, data?: any}} message */
  receive({ event, data = {} }) {
    switch (event) {
      case 'welcome':
        this.languages = data.languages ?? [];
        return this.#emit('languages', this.languages);
      case 'gameState':
        onOwnClock(data.table);
        this.mine.add(data.table.table);
        if (data.invite) keep(`invite.${data.table.table}`, data.invite);
        if (data.table.private || this.lobby.has(data.table.table)) {
          this.lobby.set(data.table.table, data.table);
          this.#emit('lobby', data.table.table);
        }
        return this.table(data.table.table).replace(data);
      case 'gameUpdate': {
        const store = this.tables.get(data.table);
        if (store?.apply(data) === 'gap') void this.look(data.table).catch(() => {});
        return;
      }
      case 'tableListed':
        this.lobby.set(data.table, onOwnClock(data));
        this.#changeSummary(data);
        return this.#emit('lobby', data.table);
      case 'tableClosed':
        this.lobby.delete(data.table);
        this.#emit('lobby', data.table);
        return this.tables.get(data.table)?.dispatchEvent(new CustomEvent('closed'));
      case 'removed':
        this.mine.delete(data.table);
        if (this.lobby.get(data.table)?.private) this.lobby.delete(data.table);
        this.tables.delete(data.table);
        this.#emit('lobby', data.table);
        return this.#emit('removed', data);
      case 'gameOver':
        return this.tables.get(data.table)?.finish(data.result);
      case 'chat':
        if (data.table) return this.tables.get(data.table)?.addChat(data);
        this.chat.push(data);
        return this.#emit('chat', data);
      case 'notice':
        this.tables.get(data.table)?.addLog({ text: data.text, announce: data.announce });
        return this.#emit('notice', data);
      case 'superseded':
        this.parting = data.text ?? '';
        return this.line.yield();
      case 'goodbye':
        this.parting = data.text ?? '';
        return this.line.farewell();
      default:
        this.#emit(event, data);
    }
  }

  /** How a table stands now; where a pause began or ended, the clocks are asked for. @param {Summary} summary */
  #changeSummary(summary) {
    const store = this.tables.get(summary.table);
    if (!store) return;
    const paused = store.summary?.phase === 'paused';
    store.setSummary(summary);
    if (store.version >= 0 && paused !== (summary.phase === 'paused')) void this.look(summary.table).catch(() => {});
  }

  /** @param {string} name @param {any} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

export const hub = new Hub();
