// Cards: faces from label, colour, shape, numbers and notes; backs; all with a name for those who cannot see them.

import { h, put, say, svg } from './dom.js';
import { number } from './i18n.js';
import { fill, hasIcon, icon, ink, shapePath } from './looks.js';
import { badgeName, pieceName, signature } from './pieces.js';

/** @import { Looks } from './looks.js' */
/** @import { Piece } from './types.js' */

/**
 * @param {string} id
 */
export function makeCard(id) {
  return h('div', { class: 'slot' }, h('div', { class: 'card', 'data-piece': id }));
}

/**
 * @param {HTMLElement} slot
 * @param {Piece} piece
 * @param {Looks} looks
 */
export function updateCard(slot, piece, looks) {
  const card = /** @type {HTMLElement} */ (slot.firstElementChild);
  const form = signature(piece);
  if (card.dataset.form === form) return;
  card.dataset.form = form;
  const bare = !piece.label && !piece.name && !piece.notes && !piece.colour;
  const back = bare && (piece.look.includes('back') || !looks.looks[piece.look]);
  const colour = looks.colour(piece);
  card.className = `card ${back ? 'card-back' : 'card-front'} ${piece.notes || piece.name ? 'card-text' : 'card-plain'} ${(piece.tags ?? []).map((tag) => `tag-${tag}`).join(' ')}`;
  card.style.setProperty('--hue', fill(colour));
  card.style.setProperty('--on-hue', ink(colour));
  card.dataset.name = pieceName(piece, looks);
  put(card, back ? backFace(piece, looks) : face(piece, looks));
  const shelf = h('div', { class: 'card-badges' });
  for (const badge of Object.values(piece.badges ?? {})) {
    const words = badge.max === undefined ? number(badge.value) : `${number(badge.value)}/${number(badge.max)}`;
    const sign = hasIcon(badge.icon) ? icon(badge.icon ?? '') : null;
    shelf.append(h('span', { class: 'badge', title: badgeName(badge) }, sign, words));
  }
  for (const look of looks.tagLooks(piece.tags)) shelf.append(h('span', { class: 'badge' }, looks.portrait({ look, owner: piece.owner }, 'icon')));
  if (shelf.childNodes.length) card.append(shelf);
  // The card's name says it all; what is written on it is for eyes.
  for (const part of card.children) part.setAttribute('aria-hidden', 'true');
  card.append(h('span', { class: 'visually-hidden words' }));
  nameCard(card);
}

/**
 * Says what a card is: an image has a label, a button has words inside.
 * @param {HTMLElement} card
 * @param {string} [offer] what picking it does
 */
export function nameCard(card, offer = '') {
  const name = [card.dataset.name, offer].filter(Boolean).join(' — ');
  const button = card.getAttribute('role') === 'button';
  const words = card.querySelector('.words');
  if (words) say(words, button ? name : '');
  if (button) card.removeAttribute('aria-label');
  else card.setAttribute('aria-label', name);
}

/** @param {Piece} piece @param {Looks} looks */
function face(piece, looks) {
  const look = looks.get(piece.look);
  const shape = piece.shape ?? (look.shape === 'card' ? undefined : look.shape);
  const emblem = () => svg('svg', { viewBox: '-54 -54 108 108', class: 'card-shape' }, svg('path', { d: shapePath(shape), 'fill-rule': 'evenodd' }));
  const notes = Object.values(piece.notes ?? {});
  const text = piece.name ?? '';
  const art = look.sprite ? h('img', { class: 'card-art', src: look.sprite, alt: '', draggable: 'false' }) : null;
  if (!notes.length && !text) {
    const label = piece.label ?? look.letter ?? '';
    return [
      art,
      h('span', { class: 'corner' }, label, shape && emblem()),
      h('span', { class: `value${label.length > 2 ? ' long' : ''}` }, label || (shape ? emblem() : '')),
      h('span', { class: 'corner turned' }, label, shape && emblem()),
    ];
  }
  return [
    h('div', { class: 'card-head' }, piece.label && h('span', { class: 'card-label' }, piece.label), h('span', { class: 'card-name' }, text || look.name)),
    art ?? h('div', { class: 'card-scene' }, looks.portrait({ look: piece.look, colour: piece.colour, owner: piece.owner, shape: shape ?? 'shield', label: monogram(text) }, 'card-shape')),
    notes.length ? h('div', { class: 'card-notes' }, notes.map((note) => h('p', {}, note.text))) : null,
  ];
}

/** The first letters of a name, for eyes to find a card again. @param {string} name */
const monogram = (name) => name.split(/[\s-]+/).filter((word) => /^\p{Lu}/u.test(word)).map((word) => [...word][0]).slice(0, 2).join('') || undefined;

/** @param {Piece} piece @param {Looks} looks */
function backFace(piece, looks) {
  const look = looks.get(piece.look);
  if (look.sprite) return [h('img', { class: 'card-art', src: look.sprite, alt: '', draggable: 'false' })];
  return [svg('svg', { viewBox: '0 0 64 64', class: 'back-mark' },
    svg('circle', { cx: 20, cy: 20, r: 8 }), svg('path', { d: 'M44 10l10 10-10 10-10-10Z' }),
    svg('rect', { x: 12.5, y: 36.5, width: 15, height: 15, rx: 3 }), svg('path', { d: 'M44 34l10 18H34Z' }))];
}
