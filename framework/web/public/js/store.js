// What is known of a table: the scene and what goes with it, kept current by patches.

/** @import { Scene, Summary, OfferNode, Clocks, GameEvent, ChatLine, GameState, GameUpdate, Outcome } from './types.js' */

/**
 * Applies a JSON Merge Patch (RFC 7396). What does not change keeps its identity, so that views can skip it.
 * @param {any} target
 * @param {any} patch
 * @returns {any}
 */
export function mergePatch(target, patch) {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const plain = target !== null && typeof target === 'object' && !Array.isArray(target);
  const result = plain ? { ...target } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key];
    else result[key] = mergePatch(result[key], change);
  }
  return result;
}

const LOG_LENGTH = 500;

/** One table as this viewer sees it. Emits `state`, `update`, `summary`, `chat`, `log` and `over`, for `pages/table.js`. */
export class TableStore extends EventTarget {
  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    /** @type {Summary|null} */
    this.summary = null;
    /** @type {{seat: number}|'public'|'all'} */
    this.viewer = 'public';
    this.version = -1;
    /** @type {Scene} */
    this.scene = {};
    /** @type {OfferNode[]} */
    this.offers = [];
    /** @type {number[]} */
    this.turn = [];
    /** The cells a computer player may choose from. @type {string[]} */
    this.targets = [];
    /** @type {GameState['proposal']} */
    this.proposal = undefined;
    /** @type {Clocks|undefined} */
    this.clocks = undefined;
    this.clocksHeard = 0;
    /** @type {GameEvent[]} */
    this.log = [];
    /** @type {ChatLine[]} */
    this.chat = [];
    /** @type {Outcome|undefined} */
    this.outcome = undefined;
    /** @type {any} */
    this.result = null;
  }

  /** The seat the person sits on, or -1. */
  get seat() {
    return typeof this.viewer === 'object' ? this.viewer.seat : -1;
  }

  /** @param {GameState} state */
  replace(state) {
    this.summary = state.table;
    this.viewer = state.viewer;
    this.version = state.version;
    this.scene = state.scene ?? {};
    this.offers = state.offers ?? [];
    this.turn = state.turn ?? [];
    this.targets = state.targets ?? [];
    this.proposal = state.proposal;
    this.#setClocks(state.clocks);
    this.log = state.log ?? [];
    this.chat = state.chat ?? [];
    this.outcome = state.table.outcome;
    this.#emit('state', state);
  }

  /**
   * Takes the next update; says `gap` if one is missing, `old` if it is already known.
   * @param {GameUpdate} update
   * @returns {'done'|'gap'|'old'}
   */
  apply(update) {
    if (update.version === this.version && !update.patch) {
      // Nothing was missed: it holds the offers and the clocks.
      this.#setTurn(update);
      this.#emit('summary', this.summary);
      return 'old';
    }
    if (update.version <= this.version) return 'old';
    if (update.version !== this.version + 1) return 'gap';
    this.version = update.version;
    if (update.patch !== undefined) this.scene = mergePatch(this.scene, update.patch);
    this.#setTurn(update);
    if (update.outcome) this.outcome = update.outcome;
    for (const event of update.events ?? []) this.log.push(event);
    if (this.log.length > LOG_LENGTH) this.log.splice(0, this.log.length - LOG_LENGTH);
    this.#emit('update', update);
    return 'done';
  }

  /** @param {Summary} summary */
  setSummary(summary) {
    this.summary = summary;
    if (summary.outcome) this.outcome = summary.outcome;
    this.#emit('summary', summary);
  }

  /** @param {ChatLine} line */
  addChat(line) {
    this.chat.push(line);
    this.#emit('chat', line);
  }

  /** @param {GameEvent} event */
  addLog(event) {
    this.log.push(event);
    this.#emit('log', event);
  }

  /** @param {any} result */
  finish(result) {
    this.result = result;
    if (result?.outcome) this.outcome = result.outcome;
    this.#emit('over', result);
  }

  /** What may be done now, by whom, and how the clocks stand. @param {GameUpdate} update */
  #setTurn(update) {
    this.offers = update.offers ?? [];
    this.turn = update.turn ?? [];
    this.targets = update.targets ?? [];
    this.#setClocks(update.clocks);
  }

  /** @param {Clocks|undefined} clocks */
  #setClocks(clocks) {
    this.clocks = clocks;
    this.clocksHeard = performance.now();
  }

  /**
   * @param {string} name
   * @param {any} detail
   */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
