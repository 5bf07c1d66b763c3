// How things look: sprites, and the shapes, colours and symbols that stand in where there is none.

import { svg } from './dom.js';
import { tOr } from './i18n.js';

/** @import { Look, Piece } from './types.js' */

/** Colours by name: fill, and ink that reads well on it. Chosen to stay apart for colour-blind eyes. */
const PALETTE = /** @type {Record<string, [string, string]>} */ ({
  red: ['#c8372d', '#fff'],
  orange: ['#ee8a1d', '#2b1500'],
  yellow: ['#f2cf3f', '#332700'],
  lime: ['#a9cf4e', '#1d2b00'],
  green: ['#3d8f4f', '#fff'],
  teal: ['#1c8c85', '#fff'],
  cyan: ['#57bfe0', '#06242e'],
  blue: ['#1d6fb8', '#fff'],
  violet: ['#7c5cc4', '#fff'],
  purple: ['#7b3f98', '#fff'],
  pink: ['#e58bb0', '#3a0a20'],
  brown: ['#8a5a35', '#fff'],
  sand: ['#e3c48f', '#35260b'],
  gold: ['#d6a92f', '#2e2200'],
  silver: ['#c2c8cf', '#1e2329'],
  bronze: ['#b3733c', '#fff'],
  grey: ['#8b9097', '#fff'],
  gray: ['#8b9097', '#fff'],
  black: ['#33312f', '#fff'],
  white: ['#f7f4ee', '#2a2420'],
});

/** Each seat's own colour and shape, where the game names none. */
const SEATS = [
  ['blue', 'circle'], ['orange', 'diamond'], ['teal', 'square'], ['pink', 'triangle'],
  ['purple', 'hexagon'], ['yellow', 'star'], ['brown', 'pentagon'], ['grey', 'cross'],
];

/** @param {string|undefined} name */
export const fill = (name) => (PALETTE[name ?? ''] ?? PALETTE.grey)[0];
/** @param {string|undefined} name */
export const ink = (name) => (PALETTE[name ?? ''] ?? PALETTE.grey)[1];
/** @param {number} seat */
export const seatColour = (seat) => SEATS[seat % SEATS.length][0];
/** @param {number} seat */
export const seatShape = (seat) => SEATS[seat % SEATS.length][1];

/** @param {number} n @param {number} r @param {number} [turn] @param {number} [inner] */
function polygon(n, r, turn = -90, inner = 0) {
  const steps = inner ? n * 2 : n;
  const points = Array.from({ length: steps }, (_, i) => {
    const radius = inner && i % 2 ? inner : r;
    const angle = ((turn + (360 / steps) * i) * Math.PI) / 180;
    return `${(Math.cos(angle) * radius).toFixed(1)} ${(Math.sin(angle) * radius).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

/** Shapes around the origin, about 100 across. */
const SHAPES = /** @type {Record<string, string>} */ ({
  circle: 'M-44 0a44 44 0 1 1 88 0a44 44 0 1 1-88 0Z',
  ring: 'M-44 0a44 44 0 1 1 88 0a44 44 0 1 1-88 0ZM-24 0a24 24 0 1 0 48 0a24 24 0 1 0-48 0Z',
  square: 'M-30-38H30Q38-38 38-30V30Q38 38 30 38H-30Q-38 38-38 30V-30Q-38-38-30-38Z',
  diamond: polygon(4, 50),
  triangle: 'M0-46L46 36Q46 40 42 40H-42Q-46 40-46 36Z',
  pentagon: polygon(5, 48),
  hexagon: polygon(6, 48),
  star: polygon(5, 52, -90, 24),
  cross: 'M-16-46H16V-16H46V16H16V46H-16V16H-46V-16H-16Z',
  heart: 'M0 44C-60 4-46-42-20-42Q-4-42 0-26Q4-42 20-42C46-42 60 4 0 44Z',
  drop: 'M0-50C34-8 38 8 36 18A36 34 0 0 1-36 18C-38 8-34-8 0-50Z',
  moon: 'M14-46A46 46 0 1 0 40 26A38 38 0 0 1 14-46Z',
  clover: 'M0-8A22 22 0 1 1 12 6A22 22 0 1 1 6 24L14 46H-14L-6 24A22 22 0 1 1-12 6A22 22 0 1 1 0-8Z',
  shield: 'M0-46L40-32V0Q40 32 0 48Q-40 32-40 0V-32Z',
  card: 'M-30-46H30Q36-46 36-40V40Q36 46 30 46H-30Q-36 46-36 40V-40Q-36-46-30-46Z',
  wave: 'M-46-10Q-34-30-20-14T6-14T32-14T48-20V14Q36 34 22 18T-4 18T-30 18T-46 22Z',
});

/** @param {string|undefined} name */
export const shapePath = (name) => SHAPES[name ?? ''] ?? SHAPES.circle;

/** Symbols for badges, 24 × 24. */
const ICONS = /** @type {Record<string, string>} */ ({
  hourglass: 'M6 3h12v4l-4 5 4 5v4H6v-4l4-5-4-5z',
  heart: 'M12 20C3 13 3 5 8 5q3 0 4 3 1-3 4-3c5 0 5 8-4 15z',
  sword: 'M20 3l-1 6-8 8-4-4 8-8zM6 14l4 4-2 2-1-1-3 3-2-2 3-3-1-1z',
  shield: 'M12 2l8 3v6q0 7-8 11-8-4-8-11V5z',
  bolt: 'M14 2L5 13h5l-2 9 10-12h-6z',
  star: 'M12 2l3 7 7 .6-5.3 4.7 1.6 7.200L12 17.6 5.7 21.500l1.6-7.200L2 9.6 9 9z',
  coin: 'M12 3a9 9 0 1 0 .1 0zM11 7h2v2h2v2h-4v1h4v5h-2v1h-2v-1H9v-2h4v-1H9v-5h2z',
  flag: 'M5 2h2v1h12l-3 5 3 5H7v9H5z',
  eye: 'M12 5c6 0 10 7 10 7s-4 7-10 7S2 12 2 12s4-7 10-7zm0 3.500a3.5 3.5 0 1 0 .1 0z',
  skull: 'M12 2a9 9 0 0 1 9 9q0 4-3 6v4h-3v-2h-2v2h-2v-2H9v2H6v-4q-3-2-3-6a9 9 0 0 1 9-9zM8.5 10a2 2 0 1 0 .1 0zm7 0a2 2 0 1 0 .1 0z',
  drop: 'M12 2c6 8 7 10 7 13a7 7 0 0 1-14 0c0-3 1-5 7-13z',
  clock: 'M12 2a10 10 0 1 0 .1 0zM11 6h2v6l4 2-1 2-5-3z',
  cards: 'M4 5l9-2 1 3h6v15h-9l-.5-2H7zM9 8v9h1V8z',
  crown: 'M3 6l5 5 4-7 4 7 5-5-2 13H5z',
  target: 'M12 2a10 10 0 1 0 .1 0zm0 4a6 6 0 1 1-.1 0zm0 3.500a2.5 2.5 0 1 0 .1 0z',
  foot: 'M8 3c4 0 4 5 3 9s0 4 0 6a3 3 0 0 1-6 0c0-2 1-2 1-5S4 3 8 3zm8 3a1.5 2 0 1 0 .1 0zm3 3a1.5 2 0 1 0 .1 0z',
  sun: 'M12 7a5 5 0 1 0 .1 0zM11 1h2v4h-2zm0 18h2v4h-2zM1 11h4v2H1zm18 0h4v2h-4z',
  leaf: 'M20 3c1 12-4 17-11 17l-4 2-1-2 3-3C3 8 11 4 20 3z',
  gear: 'M10 2h4l.5 3 2.5 1.5 3-1 2 3.5-2.5 2v2l2.5 2-2 3.5-3-1-2.5 1.5-.5 3h-4l-.5-3L7 17.500l-3 1L2 15l2.5-2v-2L2 9l2-3.5 3 1L9.5 5zM12 9a3 3 0 1 0 .1 0z',
  lock: 'M7 10V7a5 5 0 0 1 10 0v3h2v12H5V10zm2 0h6V7a3 3 0 0 0-6 0z',
  bag: 'M8 7V5a4 4 0 0 1 8 0v2h4l1 14H3L4 7zm2 0h4V5a2 2 0 0 0-4 0z',
  plus: 'M10 3h4v7h7v4h-7v7h-4v-7H3v-4h7z',
  sound: 'M3 9v6h4l6 5V4L7 9zm13-1q4 4 0 8m2-11q7 7 0 14',
  step: 'M16 4l-8 8 8 8 2-2-6-6 6-6z',
  chevron: 'M8 4l8 8-8 8-2-2 6-6-6-6z',
  eyeoff: 'M3 4l17 17-1.5 1.500L15 19q-9 2-13-7 1.5-3 4-5L1.5 5.500zM12 5c6 0 10 7 10 7l-3 4L9 5.500z',
  person: 'M12 2a5 5 0 1 0 .1 0zM3 22q0-9 9-9t9 9z',
  bot: 'M11 2h2v3h5q2 0 2 2v9q0 2-2 2h-1l2 4h-3l-1-4H9l-1 4H5l2-4H6q-2 0-2-2V7q0-2 2-2h5zM9 9a2 2 0 1 0 .1 0zm6 0a2 2 0 1 0 .1 0z',
  play: 'M6 3l15 9-15 9z',
  pause: 'M6 4h4v16H6zm8 0h4v16h-4z',
  next: 'M5 4l10 8-10 8zm11 0h3v16h-3z',
  back: 'M19 4L9 12l10 8zM8 4H5v16h3z',
  copy: 'M8 2h12v14h-3V5H8zM4 7h11v15H4z',
  undo: 'M9 4L2 10l7 6v-4h5q5 0 5 4 2-8-5-8H9z',
  reload: 'M12 3a9 9 0 0 1 7 3.400V3h3v9h-9V9h4a6 6 0 1 0 .9 5h3.200A9 9 0 1 1 12 3z',
  download: 'M10 2h4v9h5l-7 7-7-7h5zM3 19h18v3H3z',
  close: 'M5 3l7 7 7-7 2 2-7 7 7 7-2 2-7-7-7 7-2-2 7-7-7-7z',
  book: 'M3 4q5-2 9 1 4-3 9-1v15q-5-2-9 1-4-3-9-1zm8 3v10h2V7z',
  trophy: 'M6 2h12v2h4q0 7-5 8-1 3-4 3.500V18h4v4H7v-4h4v-2.500Q8 15 7 12 2 11 2 4h4zm0 4H4.200Q4.5 9 6.3 9.800zm12 0v3.800Q19.5 9 19.8 6z',
  spark: 'M12 1l2.5 8.500L23 12l-8.5 2.500L12 23l-2.5-8.500L1 12l8.5-2.500z',
});

/**
 * A symbol by name; unknown names have none.
 * @param {string} name
 * @param {Record<string, any>} [props]
 */
export function icon(name, props = {}) {
  return svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', ...props }, svg('path', { d: ICONS[name] ?? '', 'fill-rule': 'evenodd' }));
}

/** @param {string|undefined} name */
export const hasIcon = (name) => name !== undefined && name in ICONS;
/** @param {string} name */
export const iconPath = (name) => ICONS[name] ?? '';

/** The names that games may use; the kit's palette lists the same. */
export const colours = Object.keys(PALETTE), shapes = Object.keys(SHAPES), icons = Object.keys(ICONS);

/** The looks of one game: what each name means. */
export class Looks {
  /** @param {Record<string, Look>} looks */
  constructor(looks = {}) {
    this.looks = looks;
    /** The colour of each seat, as the scene says. @type {Record<string, string>} */
    this.seatColours = {};
  }

  /** @param {string} id @returns {Look} */
  get(id) {
    return this.looks[id] ?? { name: '', shape: 'circle', colour: 'grey', letter: id.slice(0, 1).toUpperCase() };
  }

  /** @param {import('./types.js').Scene} scene */
  learn(scene) {
    for (const [seat, panel] of Object.entries(scene.seats ?? {})) {
      if (panel.colour) this.seatColours[seat] = panel.colour;
    }
  }

  /** @param {number|undefined} seat */
  ofSeat(seat) {
    return seat === undefined ? 'grey' : (this.seatColours[String(seat)] ?? seatColour(seat));
  }

  /**
   * The colour of a piece: its own, its look's, or its owner's.
   * @param {Pick<Piece, 'look'|'colour'|'owner'>} piece
   */
  colour(piece) {
    const look = this.get(piece.look);
    const name = piece.colour ?? look.colour;
    return name === 'seat' ? this.ofSeat(piece.owner) : name;
  }

  /** @param {string} id */
  layer(id) {
    return this.get(id).layer ?? 'piece';
  }

  /**
   * What a piece is called.
   * @param {Piece} piece
   */
  name(piece) {
    return piece.name ?? this.get(piece.look).name ?? '';
  }

  /** What a tag is called: by the game where it is one of its looks, else by the house. @param {string} tag */
  tagName(tag) {
    return this.looks[tag]?.name ?? tOr(`tag-${tag}`);
  }

  /** The tags that look like something of the game. @param {string[]|undefined} tags */
  tagLooks(tags) {
    return (tags ?? []).filter((tag) => this.looks[tag]);
  }

  /**
   * A picture of a look around the origin of an SVG.
   * @param {Pick<Piece, 'look'|'colour'|'owner'|'shape'|'label'>} piece
   * @param {number} size
   */
  picture(piece, size) {
    const look = this.get(piece.look);
    if (look.sprite) {
      return svg('image', { href: look.sprite, x: -size / 2, y: -size / 2, width: size, height: size });
    }
    const colour = this.colour(piece);
    const shape = piece.shape ?? look.shape;
    const letter = piece.label ?? look.letter ?? '';
    const group = svg('g', { transform: `scale(${size / 100})` });
    if (shape !== 'none') {
      group.append(svg('path', { d: shapePath(shape), fill: fill(colour), class: 'shape', 'fill-rule': 'evenodd' }));
    }
    if (letter) {
      const scale = letter.length > 2 ? 26 : letter.length > 1 ? 36 : 44;
      group.append(svg('text', { y: shape === 'triangle' ? 14 : 2, fill: shape === 'none' ? fill(colour) : ink(colour), 'font-size': scale, class: 'letter' }, letter));
    }
    return group;
  }

  /**
   * A picture of a look as an element of its own.
   * @param {Pick<Piece, 'look'|'colour'|'owner'|'shape'|'label'>} piece
   * @param {string} [cls]
   */
  portrait(piece, cls = 'portrait') {
    return svg('svg', { viewBox: '-50 -50 100 100', class: cls, 'aria-hidden': 'true' }, this.picture(piece, 96));
  }
}

/**
 * A seat's emblem: its colour and its shape, so that colour never stands alone.
 * @param {number} seat
 * @param {string} colour
 */
export function emblem(seat, colour) {
  return svg('svg', { viewBox: '-56 -56 112 112', class: 'emblem', 'aria-hidden': 'true' },
    svg('path', { d: shapePath(seatShape(seat)), fill: fill(colour), class: 'shape' }));
}

/**
 * The mark of the house: four pieces around one table.
 * @param {string} [cls]
 */
export function mark(cls = 'mark') {
  return svg('svg', { viewBox: '0 0 64 64', class: cls, 'aria-hidden': 'true' },
    svg('rect', { x: 2, y: 2, width: 60, height: 60, rx: 18, class: 'mark-table' }),
    svg('circle', { cx: 20, cy: 20, r: 8.5, class: 'mark-a' }),
    svg('path', { d: 'M44 10.500L53.5 20 44 29.5 34.5 20Z', class: 'mark-b' }),
    svg('rect', { x: 12.5, y: 36.5, width: 15, height: 15, rx: 3.5, class: 'mark-c' }),
    svg('path', { d: 'M44 34.500l10 16.500q.5 1.5-1 1.500H35q-1.5 0-1-1.500Z', class: 'mark-d' }));
}
