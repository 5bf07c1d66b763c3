// Questions, short messages, and words for screen readers.

import { h } from './dom.js';
import { t } from './i18n.js';

/**
 * Asks a question with a yes and a no; where the yes is a danger, the no has the focus.
 * @param {string} question
 * @param {{yes?: string, no?: string, detail?: string, danger?: boolean}} [options]
 * @returns {Promise<boolean>}
 */
export function ask(question, { yes = t('yes'), no = t('no'), detail = '', danger = false } = {}) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { class: 'ask', 'aria-label': question },
      h('form', { method: 'dialog' },
        h('h2', {}, question),
        detail && h('p', {}, detail),
        h('div', { class: 'row end' },
          h('button', { value: 'no', class: 'quiet', autofocus: danger }, no),
          h('button', { value: 'yes', class: danger ? 'danger' : 'primary', autofocus: !danger }, yes))));
    show(dialog, () => resolve(dialog.returnValue === 'yes'));
  });
}

/**
 * Shows anything in a dialog with a close button.
 * @param {string} title
 * @param {...(Node|string)} content
 */
export function tell(title, ...content) {
  const dialog = h('dialog', { class: 'tell', 'aria-label': title },
    h('form', { method: 'dialog' }, h('h2', {}, title), ...content,
      h('div', { class: 'row end' }, h('button', { class: 'primary', autofocus: true }, t('close')))));
  show(dialog, () => {});
  return dialog;
}

/** @param {HTMLDialogElement} dialog @param {() => void} done */
function show(dialog, done) {
  const before = /** @type {HTMLElement|null} */ (document.activeElement);
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    before?.focus?.();
    done();
  });
  dialog.showModal();
}

/**
 * A short message at the edge of the screen.
 * @param {string} text
 * @param {'info'|'error'} [kind]
 */
export function toast(text, kind = 'info') {
  const shelf = document.getElementById('toasts');
  if (!shelf) return;
  const note = h('div', { class: `toast ${kind}`, role: kind === 'error' ? 'alert' : 'status' }, text);
  shelf.append(note);
  setTimeout(() => note.remove(), 4000 + text.length * 40);
}

/**
 * Says something to screen readers, after what is being said.
 * @param {string} text
 */
export function speakAloud(text) {
  const live = document.getElementById('live');
  if (!live || !text) return;
  live.append(h('p', {}, text));
  while (live.childNodes.length > 6) live.firstChild?.remove();
}
