// The stage: draws any scene and lets a person walk the offers by pointer, drag, touch and keyboard.

import { BoardView } from './board.js';
import { PanelView, ZoneView } from './zones.js';
import { ClockWork, SeatView, clockText } from './panels.js';
import { Bar } from './bar.js';
import { Pointer } from './pointer.js';
import { Inspector } from './inspect.js';
import { Looks } from './looks.js';
import { Walk, parsePick, piecesOn } from './offers.js';
import { appear, fly } from './animate.js';
import { h, say } from './dom.js';
import { t } from './i18n.js';
import { play } from './sound.js';
import { ask } from './dialog.js';
import { pieceName } from './pieces.js';

/** @import { Area, Clocks, Look, OfferNode, Piece, Scene, SeatSummary } from './types.js' */

/** How long an announcement is seen, and how many are at once. */
const NEWS_MS = 1900;
const MOST_NEWS = 6;
const GRIDS = new Set(['square', 'hex']);

/** Emits `action` with the action of a complete walk. */
export class Stage extends HTMLElement {
  constructor() {
    super();
    this.looks = new Looks();
    /** @type {Scene} */
    this.scene = {};
    this.walk = new Walk();
    this.seat = -1;
    /** @type {number[]} */
    this.turn = [];
    /** @type {SeatSummary[]} */
    this.people = [];
    this.hint = '';
    /** The cells a computer player may choose from. @type {string[]} */
    this.targets = [];
    /** @type {Map<string, BoardView>} */
    this.boards = new Map();
    /** @type {Map<string, ZoneView>} */
    this.zones = new Map();
    /** @type {Map<string, PanelView>} */
    this.panels = new Map();
    /** @type {SeatView[]} */
    this.seats = [];
    this.banner = h('div', { class: 'banner' });
    this.bigClock = h('div', { class: 'big-clock', 'aria-hidden': 'true' });
    this.left = h('div', { class: 'hud-side left' });
    this.right = h('div', { class: 'hud-side right' });
    this.hud = h('div', { class: 'hud' }, this.left, h('div', { class: 'hud-mid' }, this.banner, this.bigClock), this.right);
    this.arena = h('div', { class: 'arena' });
    this.news = h('div', { class: 'news', 'aria-hidden': 'true' });
    this.bar = new Bar(this);
    this.clockWork = new ClockWork((seat, left, total, running) => this.#showClock(seat, left, total, running));
    this.pointer = new Pointer(this);
    this.inspector = new Inspector(this);
    this.layoutKey = '';
    this.cardSize = 0;
    this.fitter = new ResizeObserver(() => this.#fit(true));
  }

  connectedCallback() {
    if (!this.hud.isConnected) this.append(this.hud, h('div', { class: 'arena-frame' }, this.arena, this.news), this.bar.element);
    this.fitter.observe(this.arena);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener('keydown', this.keys);
  }

  disconnectedCallback() {
    if (this.keys) document.removeEventListener('keydown', this.keys);
    this.fitter.disconnect();
    this.clockWork.stop();
  }

  /** @param {Record<string, Look>} looks */
  useLooks(looks) {
    if (this.looks.looks === looks) return;
    this.looks.looks = looks;
    // What was drawn before the looks were known is drawn again.
    for (const views of [this.boards, this.zones, this.panels]) views.clear();
    this.seats = [];
    this.layoutKey = '';
  }

  /**
   * Shows a scene. With `moving`, what changed since the last one is seen to move.
   * @param {Scene} scene
   * @param {{offers?: OfferNode[], turn?: number[], seat?: number, people?: SeatSummary[], targets?: string[], moving?: boolean}} [about]
   */
  show(scene, { offers = [], turn = [], seat = -1, people = [], targets = [], moving = false } = {}) {
    const before = moving ? this.#places() : null;
    const old = this.scene;
    this.scene = scene;
    this.turn = turn;
    this.seat = seat;
    this.people = people;
    this.targets = targets;
    this.walk = new Walk(offers);
    this.looks.learn(scene);
    this.#layOut();
    this.#drawAreas(moving);
    this.#drawSeats();
    say(this.banner, scene.banner ?? '');
    this.banner.hidden = !scene.banner;
    if (before) this.#flyIn(before, old);
    this.refresh();
  }

  /** @param {Clocks|undefined} clocks @param {number} heard */
  setClocks(clocks, heard) {
    if (!clocks) {
      say(this.bigClock, '');
      for (const view of this.seats) say(view.clock, '');
    }
    this.clockWork.set(clocks, heard);
  }

  /** Announces something in large letters, below what is announced already. @param {string} text */
  announce(text) {
    const line = h('div', { class: 'news-line' }, text);
    this.news.append(line);
    while (this.news.childElementCount > MOST_NEWS) this.news.firstElementChild?.remove();
    this.news.classList.toggle('several', this.news.childElementCount > 1);
    setTimeout(() => line.remove(), NEWS_MS);
  }

  /** Marks what can be picked now; call after every step of the walk. */
  refresh() {
    const options = new Map(this.walk.options().map((node) => [node.pick, node]));
    const chosen = new Set(this.walk.path.map((node) => node.pick));
    const draggable = (/** @type {string} */ id) => this.dragOf(id) !== null;
    for (const [id, board] of this.boards) board.mark(options, chosen, draggable, this.#piecesOf(id), this.targets);
    for (const zone of this.zones.values()) zone.mark(options, chosen, draggable);
    for (const view of this.seats) {
      const offer = options.get(`seat:${view.seat}`);
      view.element.classList.toggle('pickable', offer !== undefined);
    }
    this.classList.toggle('choosing', options.size > 0);
    this.bar.update();
  }

  /** @param {string} id */
  dragOf(id) {
    const piece = this.scene.pieces?.[id];
    if (!piece) return null;
    return this.walk.drag(`piece:${id}`, this.seat >= 0 && piece.owner === this.seat);
  }

  /**
   * Picks one thing; a complete walk is an action.
   * @param {string} pick
   */
  async pick(pick) {
    const result = this.walk.pick(pick);
    if (result.kind === 'action') return this.act(result.node);
    if (result.kind === 'none') return;
    play('pick');
    this.inspector.hide();
    this.refresh();
  }

  /** @param {OfferNode} node */
  async act(node) {
    if (node.confirm) {
      const { kind, id, at } = parsePick(node.pick);
      if (kind === 'cell') this.boards.get(id)?.aim(at);
      const sure = await ask(t('sure'), { detail: this.describe(node), yes: t('do-it'), no: t('cancel') });
      if (!sure) return this.refresh();
    }
    const keep = this.walk.root;
    const sent = (this.walk = new Walk([]));
    this.refresh();
    // After a refusal what could be picked before can be picked again, unless the table has moved on since.
    const restore = () => {
      if (this.walk !== sent) return;
      this.walk = new Walk(keep);
      this.refresh();
    };
    this.dispatchEvent(new CustomEvent('action', { detail: { action: node.action, restore } }));
  }

  back() {
    if (!this.walk.back()) return false;
    play('click');
    this.refresh();
    return true;
  }

  /**
   * Everything that lies at a spot, as picks: the nearest first.
   * @param {Element|null} target
   * @param {number} x
   * @param {number} y
   * @returns {string[]}
   */
  spot(target, x, y) {
    if (!target) return [];
    const exact = /** @type {HTMLElement|null} */ (target.closest('[data-pick]'))?.dataset.pick;
    if (exact) return [exact];
    const seat = /** @type {HTMLElement|null} */ (target.closest('[data-seat]'))?.dataset.seat;
    if (seat !== undefined) return [`seat:${seat}`];
    const area = /** @type {HTMLElement|null} */ (target.closest('[data-area]'))?.dataset.area;
    if (area === undefined) return [];
    const piece = /** @type {HTMLElement|null} */ (target.closest('[data-piece]'))?.dataset.piece;
    const picks = piece ? [`piece:${piece}`] : [];
    const cell = /** @type {HTMLElement|null} */ (target.closest('[data-cell]'))?.dataset.cell ?? this.boards.get(area)?.cellAt(x, y);
    if (cell) {
      picks.push(`cell:${area}:${cell}`);
      for (const id of piecesOn(this.scene, area, cell)) if (id !== piece) picks.push(`piece:${id}`);
    }
    picks.push(`area:${area}`);
    return picks;
  }

  /**
   * What a pick is called.
   * @param {OfferNode} node
   * @returns {string}
   */
  describe(node) {
    if (node.label) return node.label;
    const { kind, id, at } = parsePick(node.pick);
    const area = this.scene.areas?.[id];
    if (kind === 'piece') {
      const piece = this.scene.pieces?.[id];
      return piece ? pieceName({ ...piece, badges: {}, tags: [] }, this.looks) : id;
    }
    if (kind === 'cell') return `${this.looks.get(area?.cells?.[at] ?? '').name} (${at.replace(',', ', ')})`;
    if (kind === 'place') return t('place', { n: Number(at) + 1, area: area?.title ?? '' });
    if (kind === 'seat') return this.people[Number(id)]?.name ?? id;
    if (kind === 'area') return area?.title ?? id;
    return id;
  }

  /** Brings the keyboard to the next thing that can be picked. @param {number} step */
  jump(step) {
    const options = this.walk.options();
    if (!options.length) return;
    this.jumpAt = ((this.jumpAt ?? -1) + step + options.length) % options.length;
    this.focusOn(options[this.jumpAt]);
  }

  /** @param {OfferNode} node */
  focusOn(node) {
    const { kind, id, at } = parsePick(node.pick);
    const piece = kind === 'piece' ? this.scene.pieces?.[id] : null;
    const board = this.boards.get(piece ? piece.area : id);
    const cell = kind === 'cell' ? at : piece ? String(Array.isArray(piece.at) ? piece.at[0] : piece.at) : '';
    if (board && cell) return board.goTo(cell);
    const element = this.querySelector(`[data-pick="${CSS.escape(node.pick)}"], [data-piece="${CSS.escape(id)}"]`);
    /** @type {HTMLElement|null} */ (element)?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector('dialog[open]') || target.closest('input, textarea, select, [contenteditable]')) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') return this.#escape(event);
    if (event.key === 'n' || event.key === 'N') return this.jump(event.shiftKey ? -1 : 1);
    const name = { ' ': 'space', Enter: 'enter' }[event.key];
    if (!name) return;
    const spot = target.closest('[data-cell], [data-piece], [data-seat]');
    if (spot && this.contains(spot)) {
      const pick = this.walk.first(this.spot(spot, -1, -1));
      event.preventDefault();
      if (pick) void this.pick(pick);
      else play('refuse');
      return;
    }
    if (target.closest('button, a, summary, [role=button], [role=tab]')) return;
    const done = name === 'enter' ? this.walk.complete() : null;
    const offer = done ?? this.walk.shortcut(name);
    if (!offer) return;
    event.preventDefault();
    void this.act(offer);
  }

  /** Closes what is open, else takes the last pick back, else makes the offer of the escape key, else leaves it to the table. @param {KeyboardEvent} event */
  #escape(event) {
    event.preventDefault();
    const open = this.querySelector('details[open]');
    if (open) {
      open.removeAttribute('open');
      return open.querySelector('summary')?.focus();
    }
    if (this.back()) return;
    const offer = this.walk.shortcut('escape');
    if (offer) void this.act(offer);
    else this.dispatchEvent(new CustomEvent('escape'));
  }

  #layOut() {
    const areas = Object.entries(this.scene.areas ?? {});
    areas.sort(([a, x], [b, y]) => (x.order ?? 0) - (y.order ?? 0) || (a < b ? -1 : 1));
    const key = JSON.stringify([this.seat, areas.map(([id, area]) => [id, area.kind, area.owner])]);
    if (key === this.layoutKey) return;
    this.layoutKey = key;
    for (const [id, area] of areas) {
      if (GRIDS.has(area.kind)) this.boards.set(id, this.boards.get(id) ?? new BoardView(id, this.looks));
      else if (area.kind === 'panel') this.panels.set(id, this.panels.get(id) ?? new PanelView(id));
      else this.zones.set(id, this.zones.get(id) ?? new ZoneView(id, this.looks));
    }
    const present = new Set(areas.map(([id]) => id));
    for (const views of [this.boards, this.zones, this.panels]) {
      for (const id of views.keys()) if (!present.has(id)) views.delete(id);
    }
    this.#arrange(areas);
    this.cardSize = 0;
  }

  /** Others' things above, shared ones in the middle, one's own below, the hand last. @param {[string, Area][]} areas */
  #arrange(areas) {
    const view = (/** @type {string} */ id) => (this.boards.get(id) ?? this.zones.get(id) ?? this.panels.get(id))?.element;
    const boards = areas.filter(([id]) => this.boards.has(id)).map(([id]) => view(id));
    const rest = areas.filter(([id]) => !this.boards.has(id));
    const mats = [];
    const owners = [...new Set(rest.map(([, area]) => area.owner).filter((owner) => owner !== undefined))].sort();
    const mat = (/** @type {string} */ cls, /** @type {[string, Area][]} */ list, /** @type {number|undefined} */ owner) => {
      const label = owner === undefined ? null : h('div', { class: 'mat-name', 'data-owner': owner });
      const line = (/** @type {string} */ name, /** @type {(area: Area) => any} */ of) => h('div', { class: `mat-line ${name}` }, list.filter(([, area]) => of(area)).map(([id]) => view(id) ?? null));
      // Where there is room the two lines are one; the hand lies at the edge that is nearer to its owner.
      const lines = owner === undefined ? [line('', () => true)]
        : owner === this.seat ? [line('rows', (area) => area.kind !== 'fan'), line('hand', (area) => area.kind === 'fan')]
          : [line('hand', (area) => area.kind !== 'row'), line('rows', (area) => area.kind === 'row')];
      return h('div', { class: `mat ${cls}` }, label, h('div', { class: 'mat-zones' }, lines.filter((each) => each.childNodes.length)));
    };
    for (const owner of owners) {
      if (owner === this.seat) continue;
      mats.push(mat('theirs', rest.filter(([, area]) => area.owner === owner), owner));
    }
    const shared = rest.filter(([, area]) => area.owner === undefined);
    const own = rest.filter(([, area]) => area.owner !== undefined && area.owner === this.seat);
    this.arena.replaceChildren(
      ...(mats.length ? [h('div', { class: `mats count-${mats.length}` }, mats)] : []),
      ...(boards.length ? [h('div', { class: 'boards' }, boards.map((board) => board ?? null))] : []),
      ...(shared.length ? [mat('shared', shared, undefined)] : []),
      ...(own.length ? [mat('own', own, this.seat)] : []),
    );
    this.arena.classList.toggle('one-shared', shared.length === 1 && own.length > 0);
    this.arena.classList.toggle('with-board', boards.length > 0);
    this.arena.classList.toggle('with-cards', this.zones.size > 0);
  }

  /** @param {boolean} moving */
  #drawAreas(moving) {
    for (const [id, area] of Object.entries(this.scene.areas ?? {})) {
      const pieces = this.#piecesOf(id);
      this.boards.get(id)?.update(area, pieces, this.scene, moving);
      this.zones.get(id)?.update(area, pieces);
      this.panels.get(id)?.update(area);
    }
    this.#fit(false);
  }

  /** @param {string} area @returns {[string, Piece][]} */
  #piecesOf(area) {
    return Object.entries(this.scene.pieces ?? {}).filter(([, piece]) => piece.area === area);
  }

  /** Cards are as large as fits; they shrink when there are more, and grow again only with the window. @param {boolean} fresh */
  #fit(fresh) {
    if (!this.zones.size || !this.isConnected) return;
    const { arena } = this;
    const set = (/** @type {number} */ size) => arena.style.setProperty('--card', `${size}px`);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const largest = Math.min(8.5 * rem, Math.max(64, arena.clientWidth / 7));
    let size = fresh || !this.cardSize ? largest : this.cardSize;
    set(size);
    while (size > 44 && (arena.scrollHeight > arena.clientHeight + 1 || arena.scrollWidth > arena.clientWidth + 1)) set((size -= 4));
    this.cardSize = size;
  }

  #drawSeats() {
    const count = Math.max(this.people.length, ...Object.keys(this.scene.seats ?? {}).map((seat) => Number(seat) + 1), 0);
    if (count !== this.seats.length) {
      this.seats = Array.from({ length: count }, (_, seat) => new SeatView(seat));
      const half = Math.ceil(count / 2);
      this.left.replaceChildren(...this.seats.slice(0, half).map((view) => view.element));
      this.right.replaceChildren(...this.seats.slice(half).map((view) => view.element));
      this.hud.dataset.count = String(count);
      this.hud.classList.toggle('many', count > 2);
    }
    for (const view of this.seats) {
      view.update(this.scene, this.people[view.seat], this.looks, { active: this.turn.includes(view.seat), own: view.seat === this.seat });
    }
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (this.arena.querySelectorAll('.mat-name'))) {
      say(label, this.people[Number(label.dataset.owner)]?.name ?? t('seat-free', { n: Number(label.dataset.owner) + 1 }));
    }
  }

  /** @param {number} seat @param {number|undefined} left @param {number|undefined} total @param {boolean} running */
  #showClock(seat, left, total, running) {
    const view = this.seats[seat];
    const time = left === undefined ? total : total === undefined ? left : Math.min(left, total);
    if (!view || time === undefined) return;
    const several = (this.clockWork.clocks?.seats.filter((clock) => clock.running).length ?? 0) > 1;
    say(view.clock, total !== undefined ? clockText(total) : running && several ? clockText(time) : '');
    view.clock.classList.toggle('tight', running && time < 10_000);
    if (running) {
      say(this.bigClock, clockText(time));
      this.bigClock.classList.toggle('tight', time < 10_000);
    }
  }

  /** Where all cards and pieces are on the screen. */
  #places() {
    const places = new Map();
    for (const zone of this.zones.values()) {
      places.set(`area:${zone.id}`, zone.cards.getBoundingClientRect());
      for (const [id, slot] of zone.known) {
        if (slot.firstElementChild) places.set(id, slot.firstElementChild.getBoundingClientRect());
      }
    }
    if (this.zones.size) {
      for (const board of this.boards.values()) {
        for (const [id, shown] of board.shown) places.set(id, shown.group.getBoundingClientRect());
      }
    }
    return places;
  }

  /**
   * Cards that moved fly from where they were; those that came out of a hidden place fly from there.
   * @param {Map<string, DOMRect>} before
   * @param {Scene} old
   */
  #flyIn(before, old) {
    const source = this.#source(old);
    let delay = 0;
    for (const zone of this.zones.values()) {
      for (const [id] of zone.pieces) {
        const card = zone.known.get(id)?.firstElementChild;
        if (!card) continue;
        const known = before.get(id);
        if (known) fly(card, known);
        else if (source && source !== zone.id && before.has(`area:${source}`)) {
          const rect = /** @type {DOMRect} */ (before.get(`area:${source}`));
          fly(card, rect, delay);
          delay += 40;
        } else appear(card);
      }
    }
  }

  /** The one area that has fewer cards than before, if there is just one. @param {Scene} old */
  #source(old) {
    const count = (/** @type {Scene} */ scene, /** @type {string} */ area) => {
      const here = Object.values(scene.pieces ?? {}).filter((piece) => piece.area === area);
      const badge = Math.max(0, ...here.map((piece) => piece.badges?.cards?.value ?? 0));
      return Math.max(here.length, badge);
    };
    const fewer = [...this.zones.keys()].filter((id) => count(this.scene, id) < count(old, id));
    return fewer.length === 1 ? fewer[0] : null;
  }
}

customElements.define('parlor-stage', Stage);
