// Lists that follow their end; the log: what happened, one line after the other.

import { h, put } from './dom.js';
import { t } from './i18n.js';

/** @import { GameEvent } from './types.js' */

/** A list that stays at its end unless the reader scrolled up. */
export class Tail {
  /** @param {string} label @param {string} empty */
  constructor(label, empty) {
    this.empty = h('p', { class: 'empty' }, empty);
    this.element = h('div', { class: 'tail', tabindex: 0, role: 'log', 'aria-label': label, 'aria-live': 'off' }, this.empty);
    this.atEnd = true;
    this.asked = false;
    this.element.addEventListener('scroll', () => {
      const { scrollHeight, scrollTop, clientHeight } = this.element;
      this.atEnd = scrollHeight - scrollTop - clientHeight < 40;
    }, { passive: true });
  }

  /** @param {HTMLElement[]} lines */
  fill(lines) {
    put(this.element, lines.length ? lines : this.empty);
    this.#toEnd();
  }

  /** @param {HTMLElement} line */
  add(line) {
    this.empty.remove();
    this.element.append(line);
    if (this.atEnd) this.#toEnd();
  }

  /** Once for each frame: to ask for the height is to have the whole page laid out. */
  #toEnd() {
    this.atEnd = true;
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.element.scrollTop = this.element.scrollHeight;
    });
  }
}

export class LogBox {
  constructor() {
    this.tail = new Tail(t('log'), t('log-empty'));
    this.element = h('section', { class: 'talk log' }, h('h2', {}, t('log')), this.tail.element);
  }

  /** @param {GameEvent[]} events */
  fill(events) {
    this.tail.fill(events.map(logLine));
  }

  /** @param {GameEvent} event */
  add(event) {
    this.tail.add(logLine(event));
  }
}

/** @param {GameEvent} event */
const logLine = (event) => h('p', { class: event.announce ? 'happened loud' : 'happened' }, event.text);
