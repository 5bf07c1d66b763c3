// A closer look at a card or piece: everything written on it, with what it means.

import { h, put } from './dom.js';
import { badgeName, pieceName } from './pieces.js';

/** @import { Stage } from './stage.js' */

const DELAY_MS = 350;

export class Inspector {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.element = h('div', { class: 'inspect', role: 'tooltip', id: 'inspect', hidden: true });
    /** @type {any} */
    this.timer = 0;
    stage.addEventListener('pointerover', (event) => this.#over(event));
    // A finger that stays looks closer; whatever else presses means something else.
    stage.addEventListener('pointerdown', (event) => (event.pointerType === 'touch' ? this.#over(event) : this.hide()));
    stage.addEventListener('pointerleave', () => this.hide());
    stage.addEventListener('focusin', (event) => this.#plan(/** @type {Element} */ (event.target), 0));
    stage.addEventListener('focusout', () => this.hide());
  }

  /** @param {PointerEvent} event */
  #over(event) {
    this.#plan(/** @type {Element} */ (event.target), event.pointerType === 'touch' ? 600 : DELAY_MS);
  }

  /** @param {Element} target @param {number} delay */
  #plan(target, delay) {
    const holder = target.closest('[data-piece]');
    clearTimeout(this.timer);
    if (!holder) return this.hide();
    this.timer = setTimeout(() => this.#show(holder), delay);
  }

  /** @param {Element} holder */
  #show(holder) {
    const piece = this.stage.scene.pieces?.[/** @type {HTMLElement} */ (holder).dataset.piece ?? ''];
    if (!piece || !(piece.notes || piece.badges || piece.tags) || !holder.isConnected) return this.hide();
    put(this.element,
      h('strong', {}, piece.name ?? pieceName({ ...piece, badges: {}, tags: [] }, this.stage.looks)),
      h('ul', {}, [...Object.values(piece.badges ?? {}).map(badgeName), ...(piece.tags ?? []).map((tag) => this.stage.looks.tagName(tag))].filter(Boolean).map((words) => h('li', {}, words))),
      Object.values(piece.notes ?? {}).map((note) => {
        const hint = note.hint ?? this.stage.scene.hints?.[note.about ?? ''];
        return h('p', {}, note.text, hint && h('small', {}, hint));
      }));
    if (!this.element.isConnected) document.body.append(this.element);
    this.element.hidden = false;
    const rect = holder.getBoundingClientRect();
    const own = this.element.getBoundingClientRect();
    const below = rect.top < own.height + 16;
    const left = Math.max(8, Math.min(innerWidth - own.width - 8, rect.left + rect.width / 2 - own.width / 2));
    this.element.style.left = `${left}px`;
    this.element.style.top = `${below ? Math.min(innerHeight - own.height - 8, rect.bottom + 8) : rect.top - own.height - 8}px`;
    holder.setAttribute('aria-describedby', 'inspect');
  }

  hide() {
    clearTimeout(this.timer);
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.stage.querySelector('[aria-describedby=inspect]')?.removeAttribute('aria-describedby');
  }
}
