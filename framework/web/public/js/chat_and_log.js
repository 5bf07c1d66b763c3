// Chat and log: what was said and what happened, one line after the other.

import { h, put } from './dom.js';
import { clockTime, t } from './i18n.js';
import { hub } from './hub.js';
import { toast } from './dialog.js';

/** @import { ChatLine, GameEvent } from './types.js' */

const LONGEST = 500;

/** A list that stays at its end unless the reader scrolled up. */
class Tail {
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

export class ChatBox {
  /** @param {string} [table] */
  constructor(table) {
    this.tail = new Tail(t('chat'), t('chat-empty'));
    this.input = h('input', { type: 'text', maxlength: LONGEST, placeholder: t('chat-write'), 'aria-label': t('chat-write'), autocomplete: 'off', enterkeyhint: 'send' });
    const form = h('form', { class: 'chat-form' }, this.input, h('button', { class: 'quiet' }, t('send')));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (!text) return;
      this.input.value = '';
      hub.request('chat', table ? { table, text } : { text }).catch((error) => {
        this.input.value ||= text;
        toast(error.message, 'error');
      });
    });
    this.element = h('section', { class: 'talk chat' }, h('h2', {}, t('chat')), this.tail.element, form);
  }

  /** @param {ChatLine[]} lines */
  fill(lines) {
    this.tail.fill(lines.map(chatLine));
  }

  /** @param {ChatLine} line */
  add(line) {
    this.tail.add(chatLine(line));
  }
}

/** @param {ChatLine} line */
function chatLine(line) {
  return h('p', { class: line.person === hub.me?.person ? 'said own' : 'said' },
    h('time', {}, clockTime(line.at)), h('b', {}, line.name), ' ', h('span', {}, line.text));
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
