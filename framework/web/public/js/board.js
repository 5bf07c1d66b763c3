// Boards of squares and hexagons: cells, pieces, marks, and moving about with the arrow keys.

import { svg, h, stillness } from './dom.js';
import { bounds, geometryOf, parseCell, share } from './geometry.js';
import { appear, glide, MOVE_MS, tween, whereNow } from './animate.js';
import { Body, drawPiece, pieceName, signature } from './pieces.js';
import { fill } from './looks.js';
import { t } from './i18n.js';

/** @import { Looks } from './looks.js' */
/** @import { Area, OfferNode, Piece, Scene } from './types.js' */
/** @import { Point } from './geometry.js' */

/** @typedef {{group: SVGGElement, signature: string, at: Point, body: Body|null, scale: number}} Shown */

export class BoardView {
  /**
   * @param {string} id
   * @param {Looks} looks
   */
  constructor(id, looks) {
    this.id = id;
    this.looks = looks;
    /** @type {Area} */
    this.area = { kind: 'square' };
    /** @type {Map<string, SVGGElement>} */
    this.cells = new Map();
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
    /** Cells that look different since they were last named. @type {Set<string>} */
    this.renamed = new Set();
    /** Cells whose name said more than how they look. @type {Set<string>} */
    this.noted = new Set();
    this.size = '';
    this.focus = '';
    this.ground = svg('svg', { class: 'ground', role: 'grid', preserveAspectRatio: 'xMidYMid meet' });
    this.marks = svg('svg', { class: 'marks', 'aria-hidden': 'true' });
    this.fading = svg('g', { class: 'fading' });
    /** The cells an action reaches that a person is about to choose. */
    this.reach = svg('g', { class: 'reaches' });
    /** How far actions reach, by the cell that is picked. @type {Map<string, number>} */
    this.reaches = new Map();
    /** The cell of an action that waits to be confirmed. @type {string|null} */
    this.aimed = null;
    this.pieces = svg('svg', { class: 'pieces', 'aria-hidden': 'true' });
    this.ring = svg('polygon', { class: 'focus-ring', visibility: 'hidden' });
    this.element = h('div', { class: 'board', 'data-area': id }, this.ground, this.marks, this.pieces);
    this.ground.addEventListener('keydown', (event) => this.#keys(event));
    this.ground.addEventListener('focusin', (event) => this.#focused(event));
    this.ground.addEventListener('focusout', () => this.ring.setAttribute('visibility', 'hidden'));
  }

  /**
   * Draws the area and its pieces; what changed moves. What can be picked, and what all is called, comes with `mark`.
   * @param {Area} area
   * @param {[string, Piece][]} pieces
   * @param {Scene} scene
   * @param {boolean} moving
   */
  update(area, pieces, scene, moving) {
    const changed = area !== this.area;
    this.area = area;
    if (changed) this.#drawCells(moving);
    this.#drawPieces(pieces, scene, moving);
  }

  /** @param {boolean} moving */
  #drawCells(moving) {
    const { area } = this;
    const size = `${area.kind} ${area.width} ${area.height}`;
    const geometry = geometryOf(area);
    this.ground.setAttribute('aria-label', area.title ?? t('board'));
    if (size !== this.size) {
      this.size = size;
      this.cells.clear();
      const box = bounds(area);
      const room = 8;
      const view = `${box.x - room} ${box.y - room} ${box.width + 2 * room} ${box.height + 2 * room}`;
      for (const layer of [this.ground, this.marks, this.pieces]) layer.setAttribute('viewBox', view);
      this.element.style.setProperty('--ratio', String(box.width / box.height));
      this.element.dataset.kind = area.kind;
      const rows = Array.from({ length: area.height ?? 0 }, () => svg('g', { role: 'row' }));
      for (const cell of Object.keys(area.cells ?? {}).sort(byRow)) {
        const [x, y] = parseCell(cell);
        const group = svg('g', { role: 'gridcell', class: 'cell', 'data-cell': cell, tabindex: -1 });
        rows[y]?.append(group);
        this.cells.set(cell, group);
      }
      const tray = area.kind === 'square' ? [svg('rect', { class: 'tray', x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room, rx: 10, role: 'presentation' })] : [];
      this.ground.replaceChildren(...tray, ...rows.filter((row) => row.childNodes.length));
      this.marks.replaceChildren(this.fading, this.ring);
      this.#rove(this.cells.has(this.focus) ? this.focus : (this.cells.keys().next().value ?? ''));
    }
    for (const [cell, group] of this.cells) {
      const look = area.cells?.[cell] ?? '';
      if (group.dataset.look === look) continue;
      const [x, y] = parseCell(cell);
      const fresh = this.#drawCell(look, geometry.outline(x, y), geometry.centre(x, y));
      if (group.dataset.look !== undefined && moving) this.#fade(group);
      group.replaceChildren(...fresh);
      group.dataset.look = look;
      this.renamed.add(cell);
    }
  }

  /** The old look of a cell fades away above the new one: the ground with its pictures is painted once. @param {SVGGElement} cell */
  #fade(cell) {
    if (stillness()) return;
    const old = svg('g', {}, ...cell.childNodes);
    this.fading.append(old);
    old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 260, easing: 'ease-out', fill: 'forwards' }).onfinish = () => old.remove();
  }

  /** @param {string} id @param {string} outline @param {Point} centre */
  #drawCell(id, outline, centre) {
    const look = this.looks.get(id);
    const base = svg('polygon', { points: outline, class: 'base', fill: fill(look.colour) });
    const place = `translate(${centre.x} ${centre.y})`;
    if (look.sprite) return [base, svg('g', { transform: place }, this.looks.picture({ look: id }, this.area.kind === 'hex' ? 116 : 100))];
    if (!look.letter) return [base];
    return [base, svg('text', { transform: place, class: 'cell-letter', 'font-size': 34 }, look.letter)];
  }

  /** @param {[string, Piece][]} pieces @param {Scene} scene @param {boolean} moving */
  #drawPieces(pieces, scene, moving) {
    const geometry = geometryOf(this.area);
    const present = new Set(pieces.map(([id]) => id));
    for (const [id, old] of this.shown) {
      if (present.has(id)) continue;
      this.shown.delete(id);
      this.#leave(old.group, moving);
    }
    /** @type {Map<string, string[]>} */
    const crowd = new Map();
    for (const [id, piece] of pieces) {
      if (typeof piece.at === 'string' && this.looks.layer(piece.look) === 'piece') {
        crowd.set(piece.at, [...(crowd.get(piece.at) ?? []), id]);
      }
    }
    for (const [id, piece] of pieces) {
      const known = this.shown.get(id);
      const shown = known ?? this.#enter(id, piece);
      this.shown.set(id, shown);
      const form = signature(piece);
      const panelLook = scene.seats?.[String(piece.owner)]?.look;
      if (form !== shown.signature) {
        shown.signature = form;
        shown.group.setAttribute('class', `piece layer-${this.looks.layer(piece.look)} ${(piece.tags ?? []).map((tag) => `tag-${tag}`).join(' ')}`);
        drawPiece(shown.body ? shown.body.head : shown.group, piece, this.looks, panelLook !== piece.look);
        shown.body?.paint(this.looks.colour(piece), this.looks.get(piece.look));
      }
      if (Array.isArray(piece.at)) this.#bend(shown, piece.at, known !== undefined && moving);
      else {
        const others = crowd.get(String(piece.at)) ?? [id];
        const spot = share(others.indexOf(id), others.length);
        const [x, y] = parseCell(String(piece.at));
        const centre = geometry.centre(x, y);
        this.#move(shown, { x: centre.x + spot.dx, y: centre.y + spot.dy }, spot.scale, known !== undefined && moving);
        if (!known && moving) appear(shown.group.firstElementChild ?? shown.group);
      }
    }
    this.#stack(pieces);
  }

  /** @param {string} id @param {Piece} piece @returns {Shown} */
  #enter(id, piece) {
    const group = svg('g', { class: 'piece', 'data-piece': id });
    const body = Array.isArray(piece.at) ? new Body(group) : null;
    return { group, signature: '', at: { x: NaN, y: NaN }, body, scale: 1 };
  }

  /** @param {SVGGElement} group @param {boolean} moving */
  #leave(group, moving) {
    group.removeAttribute('data-piece');
    if (!moving || !group.animate || stillness()) return group.remove();
    group.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 260, fill: 'forwards' }).onfinish = () => group.remove();
  }

  /** @param {Shown} shown @param {Point} to @param {number} scale @param {boolean} moving */
  #move(shown, to, scale, moving) {
    if (shown.at.x === to.x && shown.at.y === to.y && shown.scale === scale) return;
    const from = whereNow(shown.group, shown.at);
    shown.at = to;
    shown.scale = scale;
    shown.group.style.transform = `translate(${to.x}px, ${to.y}px)`;
    shown.group.style.setProperty('--size', String(scale));
    if (moving) glide(shown.group, from, to);
  }

  /** @param {Shown} shown @param {string[]} cells @param {boolean} moving */
  #bend(shown, cells, moving) {
    const body = /** @type {Body} */ (shown.body);
    const geometry = geometryOf(this.area);
    const to = cells.map((cell) => geometry.centre(...parseCell(cell)));
    const same = to.length === body.points.length && to.every((p, i) => p.x === body.points[i].x && p.y === body.points[i].y);
    if (same) return;
    body.stop();
    const from = body.points;
    if (!moving || !from.length) return body.place(to);
    const old = to.map((_, i) => from[Math.min(i, from.length - 1)]);
    body.stop = tween(MOVE_MS, (part) => {
      body.place(to.map((p, i) => ({ x: old[i].x + (p.x - old[i].x) * part, y: old[i].y + (p.y - old[i].y) * part })));
    });
  }

  /** Keeps the layers in order: what lies flat below, what floats above. @param {[string, Piece][]} pieces */
  #stack(pieces) {
    const rank = { ground: 0, piece: 1, overlay: 2 };
    const order = pieces.map(([id, piece]) => ({ id, rank: rank[this.looks.layer(piece.look)] ?? 1 }));
    order.sort((a, b) => a.rank - b.rank);
    const groups = order.map(({ id }) => /** @type {Shown} */ (this.shown.get(id)).group);
    const current = [...this.pieces.children].filter((child) => groups.includes(/** @type {any} */ (child)));
    if (current.length === groups.length && current.every((child, i) => child === groups[i])) return;
    this.pieces.append(...groups);
  }

  /**
   * Shows what can be picked now and what was picked.
   * @param {Map<string, OfferNode>} options by pick
   * @param {Set<string>} chosen
   * @param {(id: string) => boolean} draggable
   * @param {[string, Piece][]} pieces
   * @param {string[]} theirs what a computer player may choose from
   */
  mark(options, chosen, draggable, pieces, theirs) {
    const geometry = geometryOf(this.area);
    const start = `cell:${this.id}:`;
    const wanted = new Map();
    const want = (/** @type {Iterable<string>} */ picks, /** @type {string} */ kind) => {
      for (const pick of picks) if (pick.startsWith(start)) wanted.set(pick.slice(start.length), kind);
    };
    want(theirs, 'theirs');
    want(options.keys(), 'target');
    want(chosen, 'chosen');
    const marks = [...wanted].map(([cell, kind]) => {
      const [x, y] = parseCell(cell);
      const centre = geometry.centre(x, y);
      const outline = (/** @type {string} */ cls) => (this.area.kind === 'hex' ? svg('polygon', { points: geometry.outline(x, y), class: cls, transform: `translate(${centre.x} ${centre.y}) scale(.9) translate(${-centre.x} ${-centre.y})` })
        : svg('rect', { x: x * 100 + 7, y: y * 100 + 7, width: 86, height: 86, rx: 16, class: cls }));
      return svg('g', { class: `mark mark-${kind}`, 'data-mark': cell, style: `transform-origin:${centre.x}px ${centre.y}px` },
        outline('mark-edge'), outline('mark-face'), svg('circle', { cx: centre.x, cy: centre.y, r: 13, class: 'mark-dot' }));
    });
    this.reaches = new Map([...options].filter(([, node]) => node.reach).map(([pick, node]) => [pick.slice(start.length), node.reach ?? 0]));
    this.aimed = null;
    this.marks.replaceChildren(this.fading, this.reach, ...marks, this.ring);
    this.#preview(null);
    for (const [id, { group }] of this.shown) {
      group.classList.toggle('pickable', options.has(`piece:${id}`));
      group.classList.toggle('chosen', chosen.has(`piece:${id}`));
      group.classList.toggle('draggable', draggable(id));
    }
    const whole = options.has(`area:${this.id}`);
    this.element.classList.toggle('pickable', whole);
    this.#name(pieces, options);
  }

  /** @param {[string, Piece][]} pieces @param {Map<string, OfferNode>} options */
  #name(pieces, options) {
    /** @type {Map<string, string[]>} */
    const here = new Map();
    const note = (/** @type {string} */ cell, /** @type {string} */ words) => here.set(cell, [...(here.get(cell) ?? []), words]);
    for (const [id, piece] of pieces) {
      const cells = Array.isArray(piece.at) ? piece.at : [String(piece.at)];
      const offer = options.get(`piece:${id}`);
      cells.forEach((cell, i) => note(cell, pieceName(piece, this.looks) + (i ? ` (${t('part')})` : '')));
      if (offer && cells[0]) note(cells[0], t('can-pick', { what: offer.label ?? '' }));
    }
    // Most cells are called what they were called before.
    const offered = [...options.keys()].filter((pick) => pick.startsWith(`cell:${this.id}:`)).map((pick) => pick.slice(`cell:${this.id}:`.length));
    const noted = new Set([...here.keys(), ...offered]);
    const due = new Set([...this.renamed, ...this.noted, ...noted]);
    this.noted = noted;
    this.renamed.clear();
    for (const cell of due) {
      const group = this.cells.get(cell);
      if (!group) continue;
      const offer = options.get(`cell:${this.id}:${cell}`);
      const words = [`(${cell.replace(',', ', ')})`, this.looks.get(this.area.cells?.[cell] ?? '').name, ...(here.get(cell) ?? [])];
      if (offer) words.push(t('can-pick', { what: offer.label ?? '' }));
      const label = words.filter(Boolean).join('; ');
      if (group.getAttribute('aria-label') !== label) group.setAttribute('aria-label', label);
    }
  }

  /**
   * The cell under a point of the screen.
   * @param {number} clientX
   * @param {number} clientY
   */
  cellAt(clientX, clientY) {
    const matrix = this.ground.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    if (this.area.kind === 'square') {
      const cell = `${Math.floor(x / 100)},${Math.floor(y / 100)}`;
      return this.cells.has(cell) ? cell : null;
    }
    const row = Math.round((y - 57.7) / 86.6);
    let [best, least] = [/** @type {string|null} */ (null), 60];
    for (let cy = row - 1; cy <= row + 1; cy++) {
      for (let cx = Math.floor(x / 100) - 1; cx <= Math.floor(x / 100) + 1; cx++) {
        const centre = geometryOf(this.area).centre(cx, cy);
        const away = Math.hypot(centre.x - x, centre.y - y);
        if (away < least && this.cells.has(`${cx},${cy}`)) [best, least] = [`${cx},${cy}`, away];
      }
    }
    return best;
  }

  /** Shows what an action reaches until something else is offered: its person is being asked whether they are sure. @param {string} cell */
  aim(cell) {
    this.aimed = cell;
    this.#preview(cell);
  }

  /** Marks the cells that the action at a cell reaches. @param {string|null} cell */
  #preview(cell) {
    const centre = this.aimed ?? cell;
    const reach = centre === null ? undefined : this.reaches.get(centre);
    if (this.reach.dataset.around === (reach ? centre : '')) return;
    this.reach.dataset.around = reach && centre ? centre : '';
    const geometry = geometryOf(this.area);
    const [x, y] = parseCell(centre ?? '0,0');
    const cells = reach ? [...this.cells.keys()].filter((each) => geometry.distance(parseCell(each), [x, y]) <= reach) : [];
    this.reach.replaceChildren(...cells.map((each) => svg('polygon', { points: geometry.outline(...parseCell(each)), class: 'reach', 'data-reach': each })));
  }

  /** Lets the mark under the pointer grow; tells whether a new one does. @param {string|null} cell */
  hover(cell) {
    this.#preview(cell);
    let fresh = false;
    for (const mark of this.marks.querySelectorAll('.mark-target')) {
      const over = /** @type {SVGElement} */ (mark).dataset.mark === cell;
      if (over && !mark.classList.contains('hover')) fresh = true;
      mark.classList.toggle('hover', over);
    }
    return fresh;
  }

  /** Brings the keyboard to a cell. @param {string} cell */
  goTo(cell) {
    this.#rove(cell);
    this.cells.get(cell)?.focus();
  }

  /** @param {string} cell */
  #rove(cell) {
    this.cells.get(this.focus)?.setAttribute('tabindex', '-1');
    this.focus = cell;
    this.cells.get(cell)?.setAttribute('tabindex', '0');
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const group = /** @type {SVGElement} */ (event.target);
    const cell = group.dataset.cell;
    if (!cell) return;
    this.#rove(cell);
    this.#preview(cell);
    const [x, y] = parseCell(cell);
    this.ring.setAttribute('points', geometryOf(this.area).outline(x, y));
    this.ring.setAttribute('visibility', group.matches(':focus-visible') ? 'visible' : 'hidden');
  }

  /** @param {KeyboardEvent} event */
  #keys(event) {
    if (!event.key.startsWith('Arrow') || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    let [x, y] = parseCell(this.focus);
    // Holes in the board are stepped over.
    for (let i = 0; i < 64; i++) {
      [x, y] = geometryOf(this.area).step(x, y, event.key);
      if (x < 0 || y < 0 || x >= (this.area.width ?? 0) || y >= (this.area.height ?? 0)) return;
      if (this.cells.has(`${x},${y}`)) return this.goTo(`${x},${y}`);
    }
  }
}

/** @param {string} a @param {string} b */
function byRow(a, b) {
  const [ax, ay] = parseCell(a);
  const [bx, by] = parseCell(b);
  return ay - by || ax - bx;
}
