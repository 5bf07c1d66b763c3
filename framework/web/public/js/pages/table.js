// A table: the stage with everything around it. It plays every game and knows none.

import { h, put, stillness } from '../dom.js';
import { duration, t } from '../i18n.js';
import { hub } from '../hub.js';
import { Refused } from '../connection.js';
import { game as gameInfo, get } from '../api.js';
import { icon } from '../looks.js';
import { go } from '../router.js';
import { play } from '../sound.js';
import { Stage } from '../stage.js';
import { ChatBox } from '../chat.js';
import { LogBox } from '../log.js';
import { ask, speakAloud, tell, toast } from '../dialog.js';
import { PlaybackQueue } from '../playback_queue.js';
import { WaitingRoom } from './waiting_room.js';
import { resultPart } from './game_result.js';

/** @import { TableStore } from '../store.js' */
/** @import { GameEvent, GameInfo, GameUpdate, OfferNode, Scene, Clocks } from '../types.js' */
/** @typedef {{scene: Scene, offers: OfferNode[], turn: number[], targets: string[], events: GameEvent[], clocks: Clocks|undefined, heard: number, moves: boolean, over: boolean}} Moment */

/** The icons of what can be proposed. @type {Record<string, string>} */
const SIGNS = { abort: 'close', takeback: 'undo' };
const MOVE_MS = 380;
/** Keys that hurry; for a while after that they do nothing else, so that none is a move by accident. */
const HURRY_KEYS = [' ', 'Enter'];
const AFTER_HURRY_MS = 600;

/** @type {import('../router.js').Open} */
export async function tablePage([id], query) {
  const store = hub.table(id);
  const page = new TablePage(id, store, query.get('invite') ?? '');
  await page.arrive(query.has('join')).catch((error) => page.fail(error));
  return { element: page.element, title: store.summary?.name || t('table'), dispose: () => page.dispose(), wide: true };
}

class TablePage {
  /** @param {string} id @param {TableStore} store @param {string} invite */
  constructor(id, store, invite) {
    this.id = id;
    this.store = store;
    /** @type {GameInfo|null} */
    this.info = null;
    this.stage = new Stage();
    this.room = new WaitingRoom(id);
    this.room.invite = invite;
    this.log = new LogBox();
    this.chat = new ChatBox(id);
    this.head = h('header', { class: 'table-head' });
    this.vote = h('div', { class: 'vote', role: 'alert', hidden: true });
    this.main = h('div', { class: 'table-place' });
    this.result = h('div', { class: 'result-frame', hidden: true });
    this.pause = h('section', { class: 'pause-window card-box', hidden: true, 'aria-label': t('pause') });
    this.element = h('div', { class: 'table-page' },
      h('div', { class: 'table-main' }, this.head, this.vote, this.main, this.pause, this.result),
      h('aside', { class: 'table-side' }, this.log.element, this.chat.element));
    /** @type {PlaybackQueue<Moment>} */
    this.queue = new PlaybackQueue(
      { step: () => this.info?.table?.paceMs ?? 0, move: () => (stillness() ? 0 : MOVE_MS), watched: () => !document.hidden },
      (moment, last, moving) => this.#showMoment(moment, last, moving),
      () => this.#settle(),
    );
    this.hurried = -AFTER_HURRY_MS;
    this.hurryButton = h('button', { class: 'hurry', hidden: true, onclick: () => this.#hurry() }, t('hurry'), icon('next'));
    /** Whether the person has proposed what comes next, and so need not be asked. */
    this.proposed = false;
    this.quit = new AbortController();
    this.#listen();
  }

  /** Gets to the table: back to the own seat, by invitation, or to watch. @param {boolean} join */
  async arrive(join) {
    const { id, store } = this;
    const known = hub.lobby.get(id);
    if (known && !store.summary) store.summary = known;
    const invite = this.room.invite ? { invite: this.room.invite } : {};
    const state = new Promise((resolve) => store.addEventListener('state', resolve, { once: true }));
    if (hub.mine.has(id)) {
      if (store.version < 0) await hub.look(id);
    } else if (join || this.room.invite) {
      await this.#join(invite);
    } else {
      const waiting = known?.phase === 'waiting' || known?.phase === 'countdown';
      // A table without spectators can still be joined while it waits.
      await hub.request('spectate', { table: id }).catch((error) => (waiting ? null : Promise.reject(error)));
      if (store.version < 0 && waiting && !known.spectators) return this.#ready();
    }
    if (store.version < 0) await Promise.race([state, new Promise((resolve) => setTimeout(resolve, 1500))]);
    return this.#ready();
  }

  /** Sits down, comes back to the own seat, or watches if no seat is free. @param {{invite?: string}} invite */
  async #join(invite) {
    try {
      await hub.request('joinGame', { table: this.id, ...invite });
    } catch (error) {
      const code = error instanceof Refused ? error.code : '';
      if (!['already-seated', 'table-full', 'game-begun', 'game-over'].includes(code)) throw error;
      if (code !== 'already-seated') return hub.request('spectate', { table: this.id, ...invite });
    }
    return hub.look(this.id);
  }

  /** @param {any} error */
  fail(error) {
    // What the parser says of an address that is none would help nobody.
    const why = error instanceof Refused && error.code === 'bad-request' ? '' : (error?.message ?? '');
    this.element.className = 'narrow';
    put(this.element, h('div', { class: 'sorry' }, h('h1', {}, t('no-table')), h('p', {}, why), h('a', { class: 'button primary', href: '#/' }, t('to-lobby'))));
  }

  dispose() {
    this.quit.abort();
    this.queue.clear();
    this.room.dispose();
    if (this.store.seat < 0 && hub.mine.has(this.id) && this.store.summary && !this.#seated()) {
      // Who only watched is no longer counted once the page is left; a language switch opens it again.
      const here = location.hash.startsWith(`#/table/${this.id}`);
      if (!here) {
        hub.mine.delete(this.id);
        hub.tables.delete(this.id);
        hub.request('unspectate', { table: this.id }).catch(() => {});
      }
    }
  }

  async #ready() {
    const { store } = this;
    if (store.summary) this.info = await gameInfo(store.summary.game, { version: store.summary.gameVersion }).catch(() => null);
    if (this.info) this.stage.useLooks(this.info.looks);
    this.room.info = this.info;
    this.chat.fill(store.chat);
    this.log.fill(store.log);
    this.#propose();
    this.#draw(false);
  }

  #seated() {
    return this.store.summary?.seats.some((seat) => seat.person === hub.me?.person) ?? false;
  }

  #listen() {
    const on = (/** @type {EventTarget} */ target, /** @type {string} */ name, /** @type {(detail: any) => void} */ listener) =>
      target.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail), { signal: this.quit.signal });
    on(this.store, 'state', () => {
      this.queue.clear();
      this.chat.fill(this.store.chat);
      this.log.fill(this.store.log);
      this.#propose();
      if (this.info) this.#draw(false);
      else void this.#ready();
    });
    on(this.store, 'update', (update) => this.#queueUpdate(update));
    on(this.store, 'summary', () => this.#draw(true));
    on(this.store, 'log', (event) => this.log.add(event));
    on(this.store, 'chat', (line) => {
      this.chat.add(line);
      if (line.person !== hub.me?.person) {
        play('chat');
        speakAloud(`${line.name}: ${line.text}`);
      }
    });
    on(this.store, 'over', () => this.#draw(true));
    on(this.store, 'closed', () => {
      toast(t('table-closed'));
      go('');
    });
    on(hub, 'notice', (notice) => notice.table === this.id && this.#notice(notice));
    on(hub, 'reminder', (reminder) => reminder.table === this.id && this.#remind(reminder));
    // Those who agreed sit at the new table already, the others watch.
    on(hub, 'rematch', (rematch) => rematch.table === this.id && go(`table/${rematch.new}`));
    on(this.stage, 'action', ({ action, restore }) => this.#send(action, restore));
    on(this.stage, 'escape', () => void this.#resign());
    const { signal } = this.quit;
    this.main.addEventListener('pointerdown', (event) => {
      if (!this.hurryButton.contains(/** @type {Node} */ (event.target))) this.#hurry();
    }, { signal, capture: true });
    document.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    // What happens while nobody looks is not waited for.
    document.addEventListener('visibilitychange', () => document.hidden && this.#hurry(), { signal });
  }

  #hurry() {
    if (!this.queue.hurry()) return;
    this.hurried = performance.now();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!HURRY_KEYS.includes(event.key) || document.querySelector('dialog[open]') || target.closest('input, textarea, select, button, a, summary')) return;
    if (!this.queue.holding && performance.now() - this.hurried > AFTER_HURRY_MS) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#hurry();
  }

  /** @param {any} action @param {() => void} restore */
  async #send(action, restore) {
    const { store } = this;
    try {
      await hub.request('gameMove', { table: this.id, seat: store.seat, version: store.version, action });
    } catch (error) {
      play('refuse');
      toast(error instanceof Error ? error.message : String(error), 'error');
      restore();
    }
  }

  /** How the table stands now. @returns {Moment} */
  #moment() {
    const { scene, offers, turn, targets, clocks, clocksHeard } = this.store;
    return { scene, offers, turn, targets, clocks, heard: clocksHeard, events: [], moves: false, over: this.store.outcome !== undefined };
  }

  /** @param {GameUpdate} update */
  #queueUpdate(update) {
    this.queue.add({ ...this.#moment(), events: update.events ?? [], moves: update.patch?.pieces !== undefined });
  }

  /** Everything is shown: now the end of the game, too. */
  #settle() {
    this.hurryButton.hidden = true;
    if (this.#isOver()) this.#draw(true);
  }

  /** @param {Moment} moment @param {boolean} last @param {boolean} moving */
  #showMoment(moment, last, moving) {
    this.#setMain(this.stage);
    // A pause or a proposal may have changed the clocks since the last moment came.
    this.#drawStage(last ? { ...this.#moment(), events: moment.events } : moment, moving);
    if (!this.hurryButton.isConnected) this.stage.querySelector('.arena-frame')?.append(this.hurryButton);
    this.hurryButton.hidden = !this.queue.holding;
    for (const event of moment.events) {
      this.log.add(event);
      speakAloud(event.text);
      play(event.sound);
      if (event.announce) this.stage.announce(event.text);
    }
    if (moment.offers.length && moment.turn.includes(this.store.seat) && !moment.events.some((event) => event.sound)) play('turn');
  }

  /** @param {Moment} moment @param {boolean} moving */
  #drawStage(moment, moving) {
    const { store, stage } = this;
    const seats = store.summary?.seats ?? [];
    stage.hint = this.#hint();
    stage.show(moment.scene, { offers: moment.offers, turn: moment.turn, targets: moment.targets, seat: store.seat, people: seats, moving });
    stage.setClocks(moment.clocks, moment.heard);
  }

  #hint() {
    const { store } = this;
    if (store.outcome || store.summary?.phase === 'aborted') return t('over');
    return '';
  }

  /** @param {boolean} live whether the person saw it coming: only then sounds are played */
  #draw(live) {
    const { store } = this;
    const { summary } = store;
    if (!summary) return;
    this.#drawHead();
    this.#drawPause();
    const waiting = summary.phase === 'waiting' || summary.phase === 'countdown';
    if (waiting) {
      this.room.update(summary);
      this.#setMain(this.room.element);
    } else {
      this.room.dispose();
      if (!this.queue.busy) {
        this.#setMain(this.stage);
        this.#drawStage(this.#moment(), false);
      }
    }
    // What led to the end is seen before the result.
    const over = this.#isOver() && !this.queue.busy;
    if (over && this.result.hidden && !this.result.dataset.closed) this.#over(live);
    else if (over && !this.result.hidden) this.#fillResult();
  }

  #isOver() {
    const { outcome, result, summary } = this.store;
    return outcome !== undefined || result !== null || summary?.phase === 'over' || summary?.phase === 'aborted';
  }

  /** What the server told when the game ended, for those who come later. */
  async #recall() {
    const { store, id } = this;
    const game = store.summary?.game ?? '';
    if (store.result || !store.outcome) return;
    const [results, scores] = await Promise.all([get(`results?limit=200&game=${game}`), get(`highscores/${game}`)]).catch(() => [[], []]);
    const result = results.find((/** @type {any} */ each) => each.table === id);
    if (!result || store.result) return;
    const own = scores.find((/** @type {any} */ score) => score.at === result.endedAt);
    store.result = { ...result, highscores: own ? scores.filter((/** @type {any} */ score) => score.board === own.board).map((/** @type {any} */ score) => ({ ...score, new: score === own })) : [] };
    if (!this.result.hidden) this.#fillResult();
  }

  /** @param {boolean} live */
  #over(live) {
    this.result.hidden = false;
    this.vote.hidden = true;
    if (!live) void this.#recall();
    this.#fillResult();
    const { outcome, seat } = this.store;
    const best = outcome?.places.filter((place) => place === 1).length ?? 0;
    if (!live || !outcome) return;
    play(best > 1 ? 'draw' : seat < 0 || outcome.places[seat] === 1 ? 'win' : 'lose');
    speakAloud(this.result.querySelector('h2')?.textContent ?? '');
  }

  #fillResult() {
    put(this.result, resultPart(this.store, this.info, {
      close: () => {
        this.result.hidden = true;
        this.result.dataset.closed = '1';
      },
      rematch: () => void this.#offer('rematch'),
    }));
  }

  /** @param {HTMLElement} element */
  #setMain(element) {
    if (this.main.firstElementChild !== element) put(this.main, element);
  }

  #drawHead() {
    const { summary } = this.store;
    if (!summary) return;
    const policy = this.info?.table ?? {};
    const playing = summary.phase === 'running' || summary.phase === 'paused';
    const seated = this.#seated();
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h('button', { class: 'quiet tool', onclick, title: label, 'aria-label': label }, icon(sign), h('span', {}, label));
    put(this.head,
      h('div', { class: 'table-title' }, h('h1', {}, summary.name || this.info?.name || ''), h('span', { class: 'muted' }, this.info && summary.name ? this.info.name : '', summary.watchers ? ` · ${t('watchers', { count: summary.watchers })}` : '')),
      this.store.seat < 0 && playing ? h('span', { class: 'tagchip' }, icon('eye'), t('watching')) : null,
      h('div', { class: 'tools' },
        summary.phase === 'running' && seated && policy.pause !== false && button('pause', t('pause'), () => void this.#offer('pause')),
        summary.phase === 'running' && seated && policy.resign !== false && button('flag', t('resign'), () => void this.#resign()),
        playing && seated && (summary.proposals ?? ['abort']).filter((what) => what !== 'pause').map((what) => button(SIGNS[what] ?? 'spark', t(`propose-${what}`), () => void this.#suggest(what))),
        this.result.dataset.closed && button('trophy', t('result'), () => {
          delete this.result.dataset.closed;
          this.#draw(false);
        }),
        h('a', { class: 'button quiet tool', href: `#/rules/${summary.game}`, target: '_blank', title: t('rules'), 'aria-label': t('rules') }, icon('book'), h('span', {}, t('rules'))),
        button('spark', t('help'), () => this.#help())));
  }

  /** The window of a pause: whoever plays goes on or gives up. */
  #drawPause() {
    const { summary, seat } = this.store;
    const paused = summary?.phase === 'paused';
    if (paused === !this.pause.hidden) return;
    this.pause.hidden = !paused;
    if (!paused) return;
    const resume = h('button', { class: 'primary', onclick: () => this.#ask('resume') }, icon('play'), t('resume'));
    put(this.pause, h('h2', {}, t('paused')),
      seat >= 0 && h('div', { class: 'row' }, resume,
        this.info?.table?.resign !== false && h('button', { class: 'quiet', onclick: () => void this.#resign() }, icon('flag'), t('resign'))));
    if (seat >= 0 && !document.querySelector('dialog[open]') && !document.activeElement?.matches('input, textarea')) resume.focus();
  }

  /** @param {string} event @param {any} [data] */
  async #ask(event, data = {}) {
    try {
      await hub.request(event, { table: this.id, ...data });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'error');
    }
  }

  async #resign() {
    const { summary, seat } = this.store;
    const playing = summary?.phase === 'running' || summary?.phase === 'paused';
    if (seat < 0 || !playing || this.info?.table?.resign === false) return;
    if (await ask(t('resign-sure'), { detail: t('resign-detail'), yes: t('resign'), no: t('play-on'), danger: true })) await this.#ask('resign');
  }

  /** Makes a proposal; its texts are `propose-<what>`, and the same with `-sure` and `-detail`. @param {string} what */
  async #suggest(what) {
    if (!(await ask(t(`propose-${what}-sure`), { detail: t(`propose-${what}-detail`), yes: t('propose'), no: t('play-on') }))) return;
    await this.#offer('propose', { what });
  }

  /** Requests what the others may have to agree to. @param {string} event @param {any} [data] */
  async #offer(event, data = {}) {
    this.proposed = true;
    await this.#ask(event, data);
    // The notice, if there is one, came before the answer.
    this.proposed = false;
  }

  /** @param {{text: string, announce?: boolean, code: string}} notice */
  #notice(notice) {
    speakAloud(notice.text);
    if (notice.announce) this.stage.announce(notice.text);
    const [, what, stand] = /^table-(\w+)-(proposed|refused|lapsed)$/.exec(notice.code) ?? [];
    if (!what) return;
    this.store.proposal = stand === 'proposed' ? { what, text: notice.text, agreed: this.proposed, until: 0 } : undefined;
    this.proposed = false;
    this.#propose();
  }

  /** Shows the vote on the open proposal of another player. */
  #propose() {
    const { proposal, seat } = this.store;
    this.vote.hidden = !proposal || proposal.agreed || seat < 0;
    if (!proposal) return;
    const say = (/** @type {boolean} */ agree) => () => {
      proposal.agreed = true;
      this.vote.hidden = true;
      void this.#ask('vote', { agree });
    };
    put(this.vote, h('p', {}, proposal.text), h('button', { class: 'primary', onclick: say(true) }, t('agree')), h('button', { class: 'quiet', onclick: say(false) }, proposal.what === 'rematch' ? t('no') : t('object')));
  }

  /** @param {{seat: number, percent: number, leftMs: number}} reminder */
  #remind(reminder) {
    if (reminder.seat !== this.store.seat) return;
    play('alarm');
    const text = t('time-left', { time: duration(reminder.leftMs) });
    speakAloud(text);
    this.stage.announce(text);
  }

  #help() {
    const rows = ['arrows', 'enter', 'n', 'escape', 'secondary', 'drag'].map((key) => h('div', {}, h('dt', {}, h('kbd', {}, t(`help-key-${key}`))), h('dd', {}, t(`help-${key}`))));
    tell(t('help'), h('dl', { class: 'help' }, rows));
  }
}
