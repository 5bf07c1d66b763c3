// Motion: what moved is seen to move. Nothing moves for those who asked for stillness.

import { stillness } from './dom.js';

export const MOVE_MS = 320;

/** The last motion of each element. @type {WeakMap<SVGElement, Animation>} */
const gliding = new WeakMap();

/**
 * Moves an element inside an SVG, from where it is seen now.
 * @param {SVGElement} element
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
export function glide(element, from, to) {
  if (stillness()) return;
  const distance = Math.hypot(to.x - from.x, to.y - from.y) / 100;
  const ms = Math.min(700, MOVE_MS + Math.max(0, distance - 1) * 45);
  const frames = [from, to].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
  gliding.set(element, element.animate(frames, { duration: ms, easing: 'cubic-bezier(.3,.1,.2,1)', id: 'glide' }));
}

/**
 * Where a gliding element is seen now, in the units of its SVG.
 * @param {SVGElement} element
 * @param {{x: number, y: number}} otherwise
 */
export function whereNow(element, otherwise) {
  if (gliding.get(element)?.playState !== 'running') return otherwise;
  const matrix = new DOMMatrix(getComputedStyle(element).transform);
  return { x: matrix.m41, y: matrix.m42 };
}

/**
 * Flies an element from another place on the screen to where it lies now (first, last, invert, play).
 * @param {Element} element
 * @param {DOMRect} from
 * @param {number} [delay]
 */
export function fly(element, from, delay = 0) {
  if (stillness()) return;
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  const scale = from.width / to.width;
  const far = Math.abs(dx) + Math.abs(dy) > to.width * 1.5;
  element.animate(
    [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 20 }, { transform: 'none', zIndex: 20 }],
    { duration: far ? 420 : 240, delay, easing: 'cubic-bezier(.25,.1,.2,1)', fill: 'backwards' },
  );
}

/** @param {Element} element */
export function appear(element) {
  if (stillness()) return;
  element.animate([{ opacity: 0, scale: 0.7 }, { opacity: 1, scale: 1 }], { duration: 220, easing: 'ease-out' });
}

/**
 * Calls `step` with 0 … 1 until it is done; at once where nothing may move.
 * @param {number} ms
 * @param {(part: number) => void} step
 * @returns {() => void} ends it early
 */
export function tween(ms, step) {
  if (stillness()) {
    step(1);
    return () => {};
  }
  const start = performance.now();
  let running = true;
  const frame = (/** @type {number} */ now) => {
    if (!running) return;
    const part = Math.min(1, Math.max(0, (now - start) / ms));
    step(part < 0.5 ? 2 * part * part : 1 - (1 - part) ** 2 * 2);
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return () => { running = false; };
}
