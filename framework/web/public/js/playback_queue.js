// What happened at a table, shown one thing after the other.

/**
 * @typedef {object} Pace
 * @property {() => number} step how long a step without a choice stays
 * @property {() => number} move how long a move stays while another waits
 * @property {() => boolean} watched whether a person sees the page: what is not seen is not waited for
 */

/** Where more than this many moments wait, moves are caught up with. */
const LONG_QUEUE = 3;
/** Where more than this many moments wait, the page has fallen behind and shows everything at once. */
const ENDLESS_QUEUE = 200;

/**
 * Moments in order. A moment after which the table goes on by itself is a step without a choice: it stays for its
 * whole time, however many updates wait behind it, unless a person hurries.
 * @template {{turn: number[], moves: boolean, over: boolean}} M
 */
export class PlaybackQueue {
  /**
   * @param {Pace} pace
   * @param {(moment: M, last: boolean, moving: boolean) => void} show
   * @param {() => void} settled
   */
  constructor(pace, show, settled) {
    this.pace = pace;
    this.show = show;
    this.settled = settled;
    /** @type {M[]} */
    this.waiting = [];
    this.busy = false;
    /** Whether a step without a choice is on show. */
    this.holding = false;
    /** @type {any} */
    this.timer = 0;
  }

  /** @param {M} moment */
  add(moment) {
    this.waiting.push(moment);
    if (!this.busy) this.#next();
  }

  /** Goes on with the next moment at once. Returns whether there was something to hurry. */
  hurry() {
    if (!this.holding) return false;
    clearTimeout(this.timer);
    this.#next();
    return true;
  }

  /** Forgets what waits. */
  clear() {
    clearTimeout(this.timer);
    this.waiting = [];
    this.busy = false;
    this.holding = false;
  }

  #next() {
    const moment = this.waiting.shift();
    this.busy = moment !== undefined;
    this.holding = false;
    if (!moment) return this.settled();
    const step = moment.turn.length === 0 && !moment.over;
    const late = this.waiting.length >= (step ? ENDLESS_QUEUE : LONG_QUEUE);
    const wait = late || !this.pace.watched() ? 0 : step ? this.pace.step() : moment.moves ? this.pace.move() : 0;
    this.holding = step && wait > 0;
    this.show(moment, this.waiting.length === 0, !late);
    if (wait) this.timer = setTimeout(() => this.#next(), wait);
    else this.#next();
  }
}
