// A recorded game as a row of scenes.

import { mergePatch } from './store.js';

/** @import { GameEvent, GameState, Scene } from './types.js' */
/** @typedef {{at: number, scene: Scene, turn: number[], events: GameEvent[]}} Frame */

/**
 * All scenes of a recording, one after the other; what does not change is shared between them.
 * @param {{start: GameState, steps: {at: number, update: any}[]}} recording
 * @returns {Frame[]}
 */
export function framesOf({ start, steps }) {
  /** @type {Frame[]} */
  const frames = [{ at: 0, scene: start.scene ?? {}, turn: start.turn ?? [], events: [] }];
  for (const { at, update } of steps) {
    const last = frames[frames.length - 1];
    frames.push({ at, scene: update.patch === undefined ? last.scene : mergePatch(last.scene, update.patch), turn: update.turn ?? [], events: update.events ?? [] });
  }
  const first = steps[0]?.at ?? 0;
  frames[0].at = Math.min(first, frames[0].at || first);
  return frames;
}

/**
 * How long a frame stays before the next.
 * @param {Frame[]} frames
 * @param {number} at
 * @param {{fixed: number|null, speed: number}} pace
 */
export function pause(frames, at, { fixed, speed }) {
  const ms = fixed ?? Math.max(0, frames[at + 1].at - frames[at].at);
  return Math.min(60_000, Math.max(40, ms / speed));
}
