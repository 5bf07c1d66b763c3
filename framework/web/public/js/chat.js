// Chat: what was said, one line after the other.

import { h } from './dom.js';
import { clockTime, t } from './i18n.js';
import { hub } from './hub.js';
import { toast } from './dialog.js';
import { Tail } from './log.js';

/** @import { ChatLine } from './types.js' */

const LONGEST = 500;

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
