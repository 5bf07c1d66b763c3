// The bar below the stage: what to do now, buttons, numbers, and a list of all choices.

import { h, put, say } from './dom.js';
import { icon } from './looks.js';
import { number, t } from './i18n.js';
import { apart, parsePick } from './offers.js';

/** @import { Stage } from './stage.js' */
/** @import { OfferNode } from './types.js' */

const MANY_AMOUNTS = 8;

export class Bar {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.hint = h('p', { class: 'bar-hint' });
    this.buttons = h('div', { class: 'bar-buttons', role: 'toolbar', 'aria-label': t('actions') });
    this.element = h('div', { class: 'bar' }, this.hint, this.buttons);
  }

  update() {
    const { stage } = this;
    const options = stage.walk.options();
    say(this.hint, stage.hint || this.#hintText(options));
    const kinds = new Map(options.map((node) => [node, parsePick(node.pick).kind]));
    const amounts = options.filter((node) => kinds.get(node) === 'amount');
    const pressed = options.filter((node) => ['button', 'seat'].includes(kinds.get(node) ?? ''));
    const quick = options.filter((node) => node.shortcut && node.action !== undefined && !pressed.includes(node) && !amounts.includes(node));
    const done = stage.walk.complete();
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset?.pick;
    put(this.buttons,
      [...pressed, ...quick].map((node) => this.#button(node)),
      amounts.length > MANY_AMOUNTS ? this.#amount(amounts) : amounts.map((node) => this.#button(node)),
      done && h('button', { class: 'primary', onclick: () => stage.act(done) }, t('done')),
      stage.walk.path.length > 0 && h('button', { class: 'quiet', onclick: () => stage.back() }, icon('undo'), t('back')),
      options.length > (pressed.length === 1 ? 1 : 0) && this.#list(options));
    if (focused && this.element.isConnected) {
      /** @type {HTMLElement|null} */ (this.buttons.querySelector(`[data-pick="${CSS.escape(focused)}"]`))?.focus();
    }
  }

  /** @param {OfferNode[]} options */
  #hintText(options) {
    const { stage } = this;
    if (stage.walk.path.length) return t('hint-next', { what: stage.describe(stage.walk.path[stage.walk.path.length - 1]) });
    if (options.length) return t('hint-yours');
    const names = stage.turn.map((seat) => stage.people[seat]?.name).filter(Boolean);
    if (stage.turn.includes(stage.seat)) return t('hint-sent');
    return names.length ? t('hint-waiting', { names: names.join(', ') }) : '';
  }

  /** @param {OfferNode} node */
  #button(node) {
    const label = parsePick(node.pick).kind === 'amount' ? (node.label ?? number(Number(parsePick(node.pick).id))) : this.stage.describe(node);
    const key = node.shortcut ? h('kbd', {}, t(`key-${node.shortcut}`)) : null;
    return h('button', { 'data-pick': node.pick, class: node.shortcut ? 'quick' : '', onclick: () => this.stage.pick(node.pick) }, label, key);
  }

  /** @param {OfferNode[]} amounts */
  #amount(amounts) {
    const values = amounts.map((node) => Number(parsePick(node.pick).id));
    const range = h('input', { type: 'range', min: 0, max: amounts.length - 1, value: 0, 'aria-label': t('amount') });
    const shown = h('output', {}, number(values[0]));
    range.addEventListener('input', () => say(shown, number(values[Number(range.value)])));
    range.setAttribute('aria-valuetext', String(values[0]));
    return h('span', { class: 'amount' }, range, shown,
      h('button', { class: 'primary', onclick: () => this.stage.pick(amounts[Number(range.value)].pick) }, t('choose')));
  }

  /** Every choice as a button of a list: for those who would rather not search the board. @param {OfferNode[]} options */
  #list(options) {
    const words = apart(options.map((node) => this.stage.describe(node)), options.map(({ pick }) => this.stage.describe({ pick })));
    return h('details', { class: 'choices' },
      h('summary', { class: 'quiet', title: t('choices') }, t('choices-count', { count: options.length })),
      h('ul', {}, options.map(({ pick }, i) => h('li', {}, h('button', { 'data-pick': pick, onclick: () => this.stage.pick(pick) }, words[i])))));
  }
}
