// Where the cells of a board lie. One unit of length: a hundredth of a cell.

/** @import { Area } from './types.js' */

/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {object} Geometry
 * @property {(x: number, y: number) => Point} centre
 * @property {(x: number, y: number) => string} outline the corners of a cell, for a polygon
 * @property {(x: number, y: number, key: string) => [number, number]} step the neighbour an arrow key leads to
 * @property {(a: [number, number], b: [number, number]) => number} distance how many cells two are apart
 * @property {number} halfWidth
 * @property {number} halfHeight
 */

/** @param {string} cell @returns {[number, number]} */
export function parseCell(cell) {
  const comma = cell.indexOf(',');
  return [Number(cell.slice(0, comma)), Number(cell.slice(comma + 1))];
}

/** @param {Area} area */
export const geometryOf = (area) => (area.kind === 'hex' ? hex : square);

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** @type {Geometry} */
export const square = {
  centre: (x, y) => ({ x: x * 100 + 50, y: y * 100 + 50 }),
  outline: (x, y) => {
    const [l, t, r, b] = [x * 100, y * 100, x * 100 + 100, y * 100 + 100];
    return `${l},${t} ${r},${t} ${r},${b} ${l},${b}`;
  },
  step: (x, y, key) => [x + (ARROWS[key]?.[0] ?? 0), y + (ARROWS[key]?.[1] ?? 0)],
  distance: ([ax, ay], [bx, by]) => Math.max(Math.abs(ax - bx), Math.abs(ay - by)),
  halfWidth: 50,
  halfHeight: 50,
};

const SIDE = 100 / Math.sqrt(3);

/**
 * Hexagons with a corner on top; every odd row is shifted half a cell to the right. Up and down zigzag,
 * so that an arrow key pressed twice leads straight.
 * @type {Geometry}
 */
export const hex = {
  centre: (x, y) => ({ x: x * 100 + (y % 2 ? 100 : 50), y: SIDE + y * SIDE * 1.5 }),
  outline: (x, y) => {
    const c = hex.centre(x, y);
    const half = SIDE / 2;
    const corners = [[0, -SIDE], [50, -half], [50, half], [0, SIDE], [-50, half], [-50, -half]];
    return corners.map(([dx, dy]) => `${(c.x + dx).toFixed(1)},${(c.y + dy).toFixed(1)}`).join(' ');
  },
  step: (x, y, key) => [x + (ARROWS[key]?.[0] ?? 0), y + (ARROWS[key]?.[1] ?? 0)],
  distance: ([ax, ay], [bx, by]) => {
    const [aq, bq] = [ax - (ay - (ay & 1)) / 2, bx - (by - (by & 1)) / 2];
    return Math.max(Math.abs(ay - by), Math.abs(aq - bq), Math.abs(aq + ay - bq - by));
  },
  halfWidth: 50,
  halfHeight: SIDE,
};

/**
 * Where the parts of a body go, in degrees clockwise from the right: each towards the part before it,
 * the head away from the part behind it.
 * @param {Point[]} points the head first
 * @returns {number[]}
 */
export function headings(points) {
  return points.map((point, i) => {
    const [from, to] = i ? [point, points[i - 1]] : [points[1] ?? point, point];
    return Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
  });
}

/**
 * The part of the plane that the existing cells take up.
 * @param {Area} area
 */
export function bounds(area) {
  const geometry = geometryOf(area);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const cell of Object.keys(area.cells ?? {})) {
    const [x, y] = parseCell(cell);
    const centre = geometry.centre(x, y);
    left = Math.min(left, centre.x - geometry.halfWidth);
    right = Math.max(right, centre.x + geometry.halfWidth);
    top = Math.min(top, centre.y - geometry.halfHeight);
    bottom = Math.max(bottom, centre.y + geometry.halfHeight);
  }
  if (left > right) return { x: 0, y: 0, width: 100, height: 100 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The places of several pieces on one cell: side by side, smaller the more there are.
 * @param {number} index
 * @param {number} count
 * @returns {{dx: number, dy: number, scale: number}}
 */
export function share(index, count) {
  if (count <= 1) return { dx: 0, dy: 0, scale: 1 };
  if (count === 2) return { dx: index ? 20 : -20, dy: index ? 14 : -14, scale: 0.66 };
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const cell = 92 / Math.max(columns, rows);
  const dx = ((index % columns) - (columns - 1) / 2) * cell;
  const dy = (Math.floor(index / columns) - (rows - 1) / 2) * cell;
  return { dx, dy, scale: cell / 100 };
}
