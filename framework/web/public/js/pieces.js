// Pieces on boards: a picture with numbers and states, or a body along several cells.

import { svg } from './dom.js';
import { t, number } from './i18n.js';
import { headings } from './geometry.js';
import { fill, iconPath, hasIcon, seatShape, shapePath } from './looks.js';

/** @import { Looks } from './looks.js' */
/** @import { Piece, Badge, Look } from './types.js' */
/** @import { Point } from './geometry.js' */

/**
 * Everything about a piece that its picture shows; its place is not part of it.
 * @param {Piece} piece
 */
export function signature(piece) {
  const { at: _at, area: _area, ...rest } = piece;
  return JSON.stringify(rest);
}

/**
 * What a screen reader says: name, numbers, states.
 * @param {Piece} piece
 * @param {Looks} looks
 */
export function pieceName(piece, looks) {
  const words = [looks.name(piece) || piece.label || piece.look];
  if (piece.name === undefined && piece.label) words.push(piece.label);
  for (const badge of Object.values(piece.badges ?? {})) words.push(badgeName(badge));
  for (const tag of piece.tags ?? []) words.push(looks.tagName(tag));
  return words.filter(Boolean).join(', ');
}

/** @param {Badge} badge */
export function badgeName(badge) {
  const value = badge.max === undefined ? number(badge.value) : t('of', { value: badge.value, max: badge.max });
  return badge.name ? `${badge.name}: ${value}` : value;
}

/**
 * Draws a piece around the origin.
 * @param {SVGGElement} group
 * @param {Piece} piece
 * @param {Looks} looks
 * @param {boolean} showOwner
 */
export function drawPiece(group, piece, looks, showOwner) {
  group.replaceChildren();
  const layer = looks.layer(piece.look);
  const body = svg('g', { class: 'body' });
  if (layer === 'piece' && !Array.isArray(piece.at)) body.append(svg('ellipse', { class: 'shadow', cx: 0, cy: 38, rx: 34, ry: 9 }));
  body.append(looks.picture(piece, layer === 'piece' ? 88 : 100));
  const look = looks.get(piece.look);
  if (look.sprite && (piece.label ?? look.letter)) {
    body.append(svg('text', { class: 'letter alt-letter', y: 4, 'font-size': 40 }, piece.label ?? look.letter));
  }
  group.append(body);
  if (showOwner && piece.owner !== undefined) group.append(ownerPip(piece.owner, looks));
  drawBadges(group, Object.values(piece.badges ?? {}));
  looks.tagLooks(piece.tags).forEach((look, i) => {
    group.append(svg('g', { class: 'tag-mark', transform: `translate(-34 ${i * 32 - 20})` }, svg('circle', { r: 17 }), looks.picture({ look, owner: piece.owner }, 28)));
  });
  if (piece.tags?.includes('loud')) group.append(svg('path', { class: 'loud', d: 'M28-34q12 12 0 24m8-32q20 20 0 40' }));
  group.append(svg('title', {}, pieceName(piece, looks)));
}

/** @param {number} seat @param {Looks} looks */
function ownerPip(seat, looks) {
  return svg('g', { class: 'pip', transform: 'translate(-34 34) scale(.24)' },
    svg('path', { d: shapePath(seatShape(seat)), fill: fill(looks.ofSeat(seat)) }));
}

const BAR_COLOURS = ['#c8372d', '#1d6fb8', '#d6a92f', '#3d8f4f'];

/** @param {SVGGElement} group @param {Badge[]} badges */
function drawBadges(group, badges) {
  const bars = badges.filter((badge) => badge.max !== undefined && badge.max > 0).slice(0, 4);
  bars.forEach((badge, i) => {
    const part = Math.max(0, Math.min(1, badge.value / /** @type {number} */ (badge.max)));
    const y = 44 - (bars.length - 1 - i) * 10;
    group.append(svg('rect', { class: 'bar-back', x: -40, y: y - 4, width: 80, height: 8, rx: 4 }));
    group.append(svg('rect', { x: -38, y: y - 2, width: (76 * part).toFixed(1), height: 4, rx: 2, fill: BAR_COLOURS[i] }));
  });
  const chips = badges.filter((badge) => badge.max === undefined).slice(0, 3);
  chips.forEach((badge, i) => {
    const chip = svg('g', { class: 'chip', transform: `translate(${26 - i * 50} -38)` }, svg('rect', { x: -25, y: -16, width: 50, height: 32, rx: 16 }));
    if (hasIcon(badge.icon)) {
      chip.append(svg('path', { d: iconPath(badge.icon ?? ''), transform: 'translate(-21 -9) scale(.8)', 'fill-rule': 'evenodd', class: 'chip-icon' }));
    }
    chip.append(svg('text', { x: hasIcon(badge.icon) ? 10 : 0, y: 1 }, number(badge.value)));
    group.append(chip);
  });
}

/**
 * A piece along several cells: a body that bends, with its picture at the head. Where its look has pictures for
 * body and tail, each cell gets one, turned to where that part goes.
 */
export class Body {
  /** @param {SVGGElement} group */
  constructor(group) {
    this.group = group;
    this.line = svg('polyline', { class: 'body-line' });
    this.edge = svg('polyline', { class: 'body-edge' });
    this.spine = svg('polyline', { class: 'body-spine' });
    this.parts = svg('g', { class: 'body-parts' });
    this.head = svg('g', { class: 'head' });
    group.append(this.edge, this.line, this.spine, this.parts, this.head);
    /** @type {Point[]} */
    this.points = [];
    /** @type {Look['along']} */
    this.along = undefined;
    /** @type {SVGImageElement[]} */
    this.pictures = [];
    this.stop = () => {};
  }

  /**
   * Takes on a colour and, if the look has them, the pictures of its parts. The head was drawn already.
   * @param {string} colour
   * @param {Look} look
   */
  paint(colour, look) {
    this.line.setAttribute('stroke', fill(colour));
    this.along = look.along;
    this.pictures = [];
    this.place(this.points);
  }

  /** @param {Point[]} points */
  place(points) {
    this.points = points;
    // A tail with a picture of its own tapers off, so the line ends before it.
    const [last, before] = [points[points.length - 1], points[points.length - 2]];
    const line = this.along && before ? [...points.slice(0, -1), { x: (last.x + before.x) / 2, y: (last.y + before.y) / 2 }] : points;
    const text = line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
    for (const each of [this.edge, this.line, this.spine]) each.setAttribute('points', text);
    const head = points[0];
    if (head) this.head.setAttribute('transform', `translate(${head.x} ${head.y})`);
    if (this.along && head) this.#turn(points, this.along);
  }

  /** @param {Point[]} points @param {{body: string, tail: string}} along */
  #turn(points, along) {
    const turns = headings(points);
    // Only the picture turns: letters and numbers on the head stay upright.
    this.head.querySelector('image')?.setAttribute('transform', `rotate(${turns[0]})`);
    if (this.pictures.length !== points.length - 1) {
      const size = PART_SIZE;
      this.pictures = points.slice(1).map((_, i) => svg('image', { href: i + 2 === points.length ? along.tail : along.body, x: -size / 2, y: -size / 2, width: size, height: size }));
      // Parts nearer to the head cover those behind them.
      this.parts.replaceChildren(...[...this.pictures].reverse());
    }
    this.pictures.forEach((picture, i) => picture.setAttribute('transform', `translate(${points[i + 1].x.toFixed(1)} ${points[i + 1].y.toFixed(1)}) rotate(${turns[i + 1]})`));
  }
}

/** How large the picture of a part is; a cell is 100 wide. */
const PART_SIZE = 84;
