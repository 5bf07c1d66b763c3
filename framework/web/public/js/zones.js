// Hands, piles and rows of cards, and panels of values.

import { h, keyed, put, say } from './dom.js';
import { makeCard, nameCard, updateCard } from './cards.js';
import { number, t } from './i18n.js';

/** @import { Looks } from './looks.js' */
/** @import { Area, OfferNode, Piece } from './types.js' */

export class ZoneView {
  /**
   * @param {string} id
   * @param {Looks} looks
   */
  constructor(id, looks) {
    this.id = id;
    this.looks = looks;
    /** @type {Map<string, Element>} */
    this.known = new Map();
    /** @type {[string, Piece][]} */
    this.pieces = [];
    this.title = h('h3', { class: 'zone-title' });
    this.cards = h('div', { class: 'zone-cards' });
    this.element = h('section', { class: 'zone', 'data-area': id }, this.title, this.cards);
    this.cards.addEventListener('keydown', (event) => this.#keys(event));
  }

  /**
   * @param {Area} area
   * @param {[string, Piece][]} pieces
   */
  update(area, pieces) {
    this.pieces = [...pieces].sort(([, a], [, b]) => Number(a.at) - Number(b.at));
    const count = this.pieces.length;
    this.element.className = `zone zone-${area.kind}${count ? '' : ' empty'}`;
    this.element.setAttribute('aria-label', area.title ?? t('cards'));
    this.element.setAttribute('role', 'group');
    this.element.style.setProperty('--n', String(count));
    say(this.title, area.title ?? '');
    for (const place of this.cards.querySelectorAll('.place')) place.remove();
    keyed(this.cards, this.known, this.pieces, (id) => makeCard(id), (slot, piece) => updateCard(slot, piece, this.looks));
    this.pieces.forEach(([id], i) => {
      const slot = /** @type {HTMLElement} */ (this.known.get(id));
      slot.style.setProperty('--i', String(i));
      slot.style.setProperty('--depth', String(count - 1 - i));
      slot.classList.toggle('buried', area.kind === 'pile' && i < count - 3);
    });
  }

  /**
   * @param {Map<string, OfferNode>} options
   * @param {Set<string>} chosen
   * @param {(id: string) => boolean} draggable
   */
  mark(options, chosen, draggable) {
    for (const [id] of this.pieces) {
      const card = /** @type {HTMLElement} */ (this.known.get(id)?.firstElementChild);
      const offer = options.get(`piece:${id}`);
      const marked = chosen.has(`piece:${id}`);
      card.classList.toggle('pickable', offer !== undefined);
      card.classList.toggle('chosen', marked);
      card.classList.toggle('draggable', draggable(id));
      if (offer || marked) {
        card.setAttribute('role', 'button');
        card.tabIndex = 0;
        if (marked) card.setAttribute('aria-pressed', 'true');
        else card.removeAttribute('aria-pressed');
      } else {
        card.setAttribute('role', 'img');
        card.removeAttribute('tabindex');
        card.removeAttribute('aria-pressed');
      }
      nameCard(card, offer?.label);
    }
    this.#markWhole(options.get(`area:${this.id}`));
    this.#markPlaces(options, chosen);
  }

  /** A button of its own below the cards, so that no button lies inside another. @param {OfferNode|undefined} offer */
  #markWhole(offer) {
    this.element.classList.toggle('pickable', offer !== undefined);
    let button = /** @type {HTMLElement|null} */ (this.element.querySelector('.zone-pick'));
    if (!offer) return button?.remove();
    if (!button) this.element.append((button = h('button', { class: 'zone-pick', 'data-pick': offer.pick })));
    button.setAttribute('aria-label', [this.title.textContent, offer.label].filter(Boolean).join(' — ') || t('cards'));
  }

  /** @param {Map<string, OfferNode>} options @param {Set<string>} chosen */
  #markPlaces(options, chosen) {
    for (const place of this.cards.querySelectorAll('.place')) place.remove();
    const start = `place:${this.id}:`;
    for (const [pick, offer] of options) {
      if (!pick.startsWith(start)) continue;
      const slot = Number(pick.slice(start.length));
      const before = this.pieces[slot] ? (this.known.get(this.pieces[slot][0]) ?? null) : null;
      const label = offer.label ?? t('place', { n: slot + 1, area: this.title.textContent ?? '' });
      const place = h('button', { class: `place${chosen.has(pick) ? ' chosen' : ''}`, 'data-pick': pick, 'aria-label': label });
      this.cards.insertBefore(place, before);
    }
  }

  /** @param {KeyboardEvent} event */
  #keys(event) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    const stops = /** @type {HTMLElement[]} */ ([...this.cards.querySelectorAll('[tabindex="0"], .place')]);
    const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0) return;
    event.preventDefault();
    stops[(at + step + stops.length) % stops.length].focus();
  }
}

/** Labelled values. */
export class PanelView {
  /** @param {string} id */
  constructor(id) {
    this.title = h('h3', { class: 'zone-title' });
    this.list = h('dl', { class: 'lines' });
    this.element = h('section', { class: 'zone zone-panel', 'data-area': id }, this.title, this.list);
  }

  /** @param {Area} area */
  update(area) {
    say(this.title, area.title ?? '');
    put(this.list, Object.values(area.lines ?? {}).map((line) => h('div', {}, h('dt', {}, line.label), h('dd', {}, typeof line.value === 'number' ? number(line.value) : line.value))));
  }
}
