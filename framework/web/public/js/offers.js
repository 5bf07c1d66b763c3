// Walking the tree of offers: what can be picked next, and which complete walk is which action.

/** @import { OfferNode, Scene } from './types.js' */

/**
 * What came of a pick.
 * @typedef {{kind: 'action', node: OfferNode}|{kind: 'further'}|{kind: 'back'}|{kind: 'none'}} Picked
 */

export class Walk {
  /** @param {OfferNode[]} offers */
  constructor(offers = []) {
    this.root = offers;
    /** @type {OfferNode[]} */
    this.path = [];
  }

  /** What can be picked now. */
  options() {
    return this.path.length ? (this.path[this.path.length - 1].next ?? []) : this.root;
  }

  /** The action that is complete though more could be picked. */
  complete() {
    const last = this.path[this.path.length - 1];
    return last && last.action !== undefined ? last : null;
  }

  /** @param {string} pick */
  option(pick) {
    return this.options().find((node) => node.pick === pick) ?? null;
  }

  /**
   * Picks something: a next step, another beginning, or the last step again to take it back.
   * @param {string} pick
   * @returns {Picked}
   */
  pick(pick) {
    const next = this.option(pick);
    if (next) return this.#go(next);
    if (this.path.length && this.path[this.path.length - 1].pick === pick) {
      this.path.pop();
      return { kind: 'back' };
    }
    const other = this.path.length ? this.root.find((node) => node.pick === pick) : null;
    if (other) {
      this.path = [];
      return this.#go(other);
    }
    return { kind: 'none' };
  }

  /**
   * The first of several things at the same spot that can be picked.
   * @param {string[]} candidates
   */
  first(candidates) {
    const open = candidates.find((pick) => this.option(pick));
    if (open || !this.path.length) return open ?? null;
    const last = this.path[this.path.length - 1].pick;
    return candidates.find((pick) => pick === last || this.root.some((node) => node.pick === pick)) ?? null;
  }

  /** Takes the last pick back; false if nothing was picked. */
  back() {
    return this.path.pop() !== undefined;
  }

  /**
   * The offer with this quick way: those that can be picked now before all others.
   * @param {string} shortcut
   * @returns {OfferNode|null}
   */
  shortcut(shortcut) {
    /** @param {OfferNode[]} nodes @returns {OfferNode|null} */
    const find = (nodes) => {
      for (const node of nodes) {
        if (node.shortcut === shortcut && node.action !== undefined) return node;
        const deeper = find(node.next ?? []);
        if (deeper) return deeper;
      }
      return null;
    };
    return find(this.options()) ?? find(this.root);
  }

  /**
   * Where a piece can be dropped when it is dragged: what can be picked after it. A piece of one's own that
   * leads nowhere by itself stands for its player: it can be dropped on whatever can be picked now.
   * @param {string} pick
   * @param {boolean} own
   * @returns {{begin: OfferNode|null, targets: OfferNode[]}|null}
   */
  drag(pick, own) {
    const spatial = (/** @type {OfferNode} */ node) => /^(piece|cell|area|place|seat):/.test(node.pick) && node.pick !== pick;
    const begin = this.option(pick) ?? this.root.find((node) => node.pick === pick) ?? null;
    const after = (begin?.next ?? []).filter(spatial);
    if (begin && after.length) return { begin, targets: after };
    const here = this.options().filter(spatial);
    return own && here.length ? { begin: null, targets: here } : null;
  }

  /** @param {OfferNode} node @returns {Picked} */
  #go(node) {
    if (node.next?.length) {
      this.path.push(node);
      return { kind: 'further' };
    }
    return node.action !== undefined ? { kind: 'action', node } : { kind: 'none' };
  }
}

/**
 * Takes a pick apart. Ids may contain colons; the last part of cells and places does not.
 * @param {string} pick
 * @returns {{kind: string, id: string, at: string}}
 */
export function parsePick(pick) {
  const colon = pick.indexOf(':');
  const kind = pick.slice(0, colon);
  const rest = pick.slice(colon + 1);
  if (kind !== 'cell' && kind !== 'place') return { kind, id: rest, at: '' };
  const last = rest.lastIndexOf(':');
  return { kind, id: rest.slice(0, last), at: rest.slice(last + 1) };
}

/**
 * The pieces that lie on a cell, those on top first.
 * @param {Scene} scene
 * @param {string} area
 * @param {string} cell
 */
export function piecesOn(scene, area, cell) {
  const here = Object.entries(scene.pieces ?? {}).filter(([, piece]) => piece.area === area && covers(piece.at, cell));
  return here.map(([id]) => id).reverse();
}

/**
 * @param {string|string[]|number} at
 * @param {string} cell
 */
function covers(at, cell) {
  return Array.isArray(at) ? at.includes(cell) : at === cell;
}

/**
 * Tells choices with the same words apart: by the places they lead to, and where those are called the same, by numbers.
 * @param {string[]} words @param {string[]} places
 */
export function apart(words, places) {
  const like = (/** @type {string[]} */ all, /** @type {string} */ one) => all.filter((each) => each === one).length;
  const placed = words.map((each, i) => (like(words, each) > 1 && each !== places[i] ? `${each}: ${places[i]}` : each));
  return placed.map((each, i) => (like(placed, each) > 1 ? `${each} (${like(placed.slice(0, i + 1), each)})` : each));
}
