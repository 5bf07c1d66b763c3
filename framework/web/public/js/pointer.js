// Mouse, pen and finger: pick by click or tap, drag and drop, secondary button, growing targets.

import { play } from './sound.js';

/** @import { Stage } from './stage.js' */
/** @import { OfferNode } from './types.js' */

const DRAG_PX = 7;

export class Pointer {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {{id: number, x: number, y: number, piece: string|null, drag: {begin: OfferNode|null, targets: OfferNode[]}|null, ghost: HTMLElement|null}|null} */
    this.press = null;
    this.dropped = false;
    stage.addEventListener('pointerdown', (event) => this.#down(event));
    stage.addEventListener('pointermove', (event) => this.#hover(event));
    stage.addEventListener('pointerleave', () => this.#clearHover());
    stage.addEventListener('click', (event) => this.#click(event));
    stage.addEventListener('contextmenu', (event) => this.#secondary(event));
    stage.addEventListener('dragstart', (event) => event.preventDefault());
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.dropped) {
      this.dropped = false;
      return;
    }
    const target = /** @type {Element} */ (event.target);
    // A button of the bar has done its work already and may be gone by now.
    if (!target.isConnected || target.closest('.bar')) return;
    const picks = this.stage.spot(target, event.clientX, event.clientY);
    const pick = this.stage.walk.first(picks);
    if (pick) void this.stage.pick(pick);
    else if (picks.length && this.stage.walk.path.length) this.stage.back();
  }

  /** @param {MouseEvent} event */
  #secondary(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest('.bar, input, a')) return;
    // A long touch looks closer and does nothing.
    if (/** @type {PointerEvent} */ (event).pointerType === 'touch') return event.preventDefault();
    const offer = this.stage.walk.shortcut('secondary');
    if (!offer && !this.stage.walk.path.length) return;
    event.preventDefault();
    if (offer) void this.stage.act(offer);
    else this.stage.back();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.dropped = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const target = /** @type {Element} */ (event.target);
    const piece = /** @type {HTMLElement|null} */ (target.closest('[data-piece]'))?.dataset.piece ?? null;
    if (!piece || !this.stage.dragOf(piece)) return;
    this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, piece, drag: null, ghost: null };
    // A finger is bound to what it touched; the drop must see what lies below it.
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ e) => this.#move(e);
    const end = (/** @type {PointerEvent} */ e) => {
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', end);
      document.removeEventListener('pointercancel', end);
      this.#up(e);
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', end);
    document.addEventListener('pointercancel', end);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return;
      this.#lift();
    }
    press.ghost?.style.setProperty('transform', `translate(${event.clientX - press.x}px, ${event.clientY - press.y}px) scale(1.08)`);
    this.#aim(event.clientX, event.clientY);
  }

  #lift() {
    const { press, stage } = this;
    if (!press?.piece) return;
    press.drag = stage.dragOf(press.piece);
    const source = stage.querySelector(`[data-piece="${CSS.escape(press.piece)}"]`);
    if (!press.drag || !source) return;
    const rect = source.getBoundingClientRect();
    const ghost = document.createElement('div');
    ghost.className = 'ghost';
    ghost.style.cssText = `left:${rect.left}px;top:${rect.top}px;width:${rect.width}px;height:${rect.height}px`;
    ghost.append(this.#copy(source, rect));
    document.body.append(ghost);
    press.ghost = ghost;
    source.classList.add('lifted');
    if (press.drag.begin && !stage.walk.path.includes(press.drag.begin)) {
      stage.walk.pick(press.drag.begin.pick);
      stage.refresh();
    }
    play('pick');
  }

  /** @param {Element} source @param {DOMRect} rect */
  #copy(source, rect) {
    const copy = /** @type {Element} */ (source.cloneNode(true));
    copy.removeAttribute('data-piece');
    if (!(source instanceof SVGGraphicsElement)) return copy;
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const box = source.getBBox();
    svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
    svg.setAttribute('width', String(rect.width));
    svg.setAttribute('height', String(rect.height));
    /** @type {SVGGElement} */ (copy).style.transform = 'none';
    svg.append(copy);
    return svg;
  }

  /** @param {number} x @param {number} y @returns {OfferNode|null} */
  #target(x, y) {
    const below = document.elementFromPoint(x, y);
    if (!below || !this.stage.contains(below)) return null;
    const picks = this.stage.spot(below, x, y);
    const targets = this.press?.drag?.targets ?? [];
    for (const pick of picks) {
      const found = targets.find((node) => node.pick === pick);
      if (found) return found;
    }
    return null;
  }

  /** @param {number} x @param {number} y */
  #aim(x, y) {
    const target = this.#target(x, y);
    document.documentElement.classList.toggle('can-drop', target !== null);
    for (const board of this.stage.boards.values()) if (board.hover(board.cellAt(x, y))) play('click');
    for (const element of this.stage.querySelectorAll('.aimed')) element.classList.remove('aimed');
    if (target) this.stage.querySelector(`[data-pick="${CSS.escape(target.pick)}"]`)?.classList.add('aimed');
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { press, stage } = this;
    if (!press || event.pointerId !== press.id) return;
    const target = press.ghost && event.type === 'pointerup' ? this.#target(event.clientX, event.clientY) : null;
    this.press = null;
    document.documentElement.classList.remove('can-drop');
    if (!press.ghost) return;
    press.ghost.remove();
    for (const lifted of stage.querySelectorAll('.lifted')) lifted.classList.remove('lifted');
    // The click that follows a drop is part of it.
    this.dropped = true;
    setTimeout(() => { this.dropped = false; }, 50);
    if (target) void stage.pick(target.pick);
    else if (press.drag?.begin) stage.back();
    this.#clearHover();
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType === 'touch' || this.press?.ghost) return;
    for (const board of this.stage.boards.values()) {
      const inside = event.target instanceof Node && board.element.contains(event.target);
      const cell = inside ? board.cellAt(event.clientX, event.clientY) : null;
      if (board.hover(cell)) play('click');
      const pick = cell ? this.stage.walk.first(this.stage.spot(/** @type {Element} */ (event.target), event.clientX, event.clientY)) : null;
      board.element.classList.toggle('can-click', pick !== null);
    }
  }

  #clearHover() {
    for (const board of this.stage.boards.values()) board.hover(null);
  }
}
